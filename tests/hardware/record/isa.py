#!/usr/bin/env python3
"""Records what a GPU answers to the PTX instructions, spelling by spelling.

  isa.py list                    prints chapter, text, destinations' and sources' types of every instruction
  isa.py ptx CHAPTER OUT.ptx     one kernel an instruction, to look at or to assemble
  isa.py record FOLDER [CHAPTER ...]   runs them on the GPU here: FOLDER/<chapter>.tsv and <chapter>.bin, and refused.txt

Needs libcuda and a GPU for `record`; nothing of this project but tests/ptx/manual.txt, whose spellings of arithmetic,
comparisons and conversions are all tried. Afterwards `zstd -19 --rm FOLDER/*.bin` packs the results.

A line of <chapter>.tsv is an instruction, the types of its destinations and those of its sources, separated by tabs.
<chapter>.bin holds the results, for each destination of each line TUPLES values in as many bytes as it has (a predicate:
one), first the lowest byte of all values, then the next: little-endian planes pack well.

An instruction may be a sequence. Its names: d d1 d2... destinations; a b c e s4 s5... sources; `%in` the address of the
thread's sources in global memory, 64 bits each; `%sh`, `%sg`, `%lo` a copy of the first four in shared memory (its
shared and its generic address) and in local memory; `%wg`, `%ws` those of the warp's first lane; `%t` the thread; `%g` a
predicate that holds in some lanes, `%m` the mask of the lanes where it holds, or of all where the text has no `%g`;
f (of d's type), q h w v a predicate and 16, 32 and 64 bits between.
"""
import array
import ctypes
import pathlib
import re
import sys

import isa_arithmetic
import isa_warp
from isa_values import SIZES, TUPLES, source_value

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "ptx" / "manual.txt"
CHAPTERS = {
    "Integer Arithmetic Instructions": "integer", "Floating Point Instructions": "float",
    "Half Precision Floating Point Instructions": "half", "Comparison and Selection Instructions": "compare",
    "Half Precision Comparison Instructions": "compare_half", "Logic and Shift Instructions": "logic",
    "Conversion Instructions": "convert", "Video Instructions": "video",
}
SOURCES = ["a", "b", "c", "e"] + [f"s{i}" for i in range(4, 40)]
BYTES = {"h": 2, "r": 4, "l": 8, "p": 0}


# ---- The manual's spellings ----

def expand(text):
    close = text.find("}")
    if close < 0:
        return [text]
    start = text.rfind("{", 0, close)
    return [one for word in text[start + 1:close].split(",") for one in expand(text[:start] + word + text[close + 1:])]


def letter(word):
    if word in ("f16", "bf16", "b8", "u8", "s8", "b16", "u16", "s16"):
        return "h"
    if word in ("f16x2", "bf16x2", "u16x2", "s16x2", "b32", "u32", "s32", "f32"):
        return "r"
    return "l" if word in ("b64", "u64", "s64", "f64") else None


def manual():
    """(chapter, text, destination types, source types) of the spellings whose operands are registers."""
    chapter = None
    for line in MANUAL.read_text().splitlines():
        if line.startswith("# "):
            chapter = CHAPTERS.get(line[2:])
        if not line or line[0] == "#" or chapter is None or re.match(r"(later|earlier|absent): ", line):
            continue
        words, _, operands = line.partition(" ")
        for spelling in expand(words):
            types = [word for word in spelling.split(".") if letter(word)]
            yield chapter, *instruction(spelling, operands.split(", "), types)


def instruction(spelling, operands, types):
    """Names for the operands, and a type for each: the instruction's own where the register has its size."""
    last = types[-1] if types else "b32"

    def kind_of(operand):
        if operand in ("T", "D"):
            kind = last if operand == "T" or len(types) < 2 else types[-2]
        elif operand[0] == "p":
            return "pred"
        else:
            kind = next((t for t in reversed(types) if letter(t) == operand[0]), {"h": "b16", "r": "u32", "l": "u64"}[operand[0]])
        return kind

    dests, sources, text = [], [], []
    for i, operand in enumerate(operands):
        if not re.fullmatch(r"!?[TDhrlp]\d?(\|[rp]\d)?", operand):
            text.append(operand)
            continue
        if i == 0:
            names = []
            for part in operand.split("|"):
                names.append(f"d{len(dests) or ''}")
                dests.append(kind_of(part))
            text.append("|".join(names))
        else:
            bang = "!" if operand[0] == "!" else ""
            text.append(bang + SOURCES[len(sources)])
            sources.append(kind_of(operand.lstrip("!")))
    return f"{spelling} {', '.join(text)}", tuple(dests), tuple(sources)


def instructions():
    """All of them, once each: a text may come from the manual and from a list."""
    found = {}
    for chapter, text, dests, sources in manual():
        found.setdefault((text, dests, sources), chapter)
    for chapter, text, kinds in isa_arithmetic.instructions():
        found.setdefault((text, kinds[:1], tuple(kinds[1:])), {"float32": "float", "float64": "float"}.get(chapter, chapter))
    for chapter, text, dests, sources in isa_warp.instructions():
        found.setdefault((text, dests, sources), chapter)
    return sorted(((chapter, *key) for key, chapter in found.items()), key=lambda one: one[0])


# ---- PTX: kernel(in, out) ----

def register_bytes(kind):
    return int(kind.split("@")[1]) // 8 if "@" in kind else 4 if SIZES[kind] == 1 else SIZES[kind]


def register(kind):
    return {0: "pred", 2: "b16", 4: "b32", 8: "b64"}[register_bytes(kind)]


def kernel(name, text, dests, sources):
    stride = 8 * max(4, len(sources))
    # What signals through a cluster's addresses wants a launch of clusters.
    cluster = " .reqnctapercluster 1, 1, 1" if "shared::cluster" in text else ""
    lines = [f".visible .entry {name}(.param .u64 in, .param .u64 out){cluster}", "{", "  .reg .b64 %in, %out, %at, %s<4>, %sg, %lo, %wg;",
             "  .reg .b32 %t, %w, %sh, %ws, %m;", "  .reg .pred %g, q;", "  .reg .b16 h;", "  .reg .b32 w;", "  .reg .b64 v;",
             f"  .reg .{register(dests[0])} f;"]
    lines += [f"  .reg .{register(kind)} d{i or ''};" for i, kind in enumerate(dests)]
    lines += [f"  .reg .{register(kind)} {one};" for one, kind in zip(SOURCES, sources)]
    shared = any(one in text for one in ("%sh", "%sg", "%ws"))
    if shared:
        lines.append("  .shared .align 16 .b8 cells[4096];")
    if "%lo" in text:
        lines.append("  .local .align 16 .b8 cell[32];")
    lines += ["  ld.param.u64 %in, [in];", "  ld.param.u64 %out, [out];", "  mov.u32 %t, %tid.x;", "  mov.u32 %w, %ctaid.x;",
              "  shl.b32 %w, %w, 7;", "  add.u32 %t, %t, %w;", "  and.b32 %w, %t, 0xffffffe0;", f"  mul.wide.u32 %at, %w, {stride};",
              "  add.u64 %wg, %in, %at;", f"  mul.wide.u32 %at, %t, {stride};", "  add.u64 %in, %in, %at;",
              f"  mul.wide.u32 %at, %t, {8 * len(dests)};", "  add.u64 %out, %out, %at;"]
    for i, (one, kind) in enumerate(zip(SOURCES, sources)):
        lines.append(f"  ld.global.b64 %s0, [%in+{8 * i}];")
        size = register_bytes(kind)
        lines.append(f"  setp.ne.u64 {one}, %s0, 0;" if size == 0 else f"  mov.b64 {one}, %s0;" if size == 8 else f"  cvt.u{8 * size}.u64 {one}, %s0;")
    if shared:
        lines += ["  mov.u32 %ws, cells;", "  and.b32 %w, %t, 127;", "  mad.lo.u32 %sh, %w, 32, %ws;", "  and.b32 %w, %w, 96;",
                  "  mad.lo.u32 %ws, %w, 32, %ws;", "  cvt.u64.u32 %sg, %sh;", "  cvta.shared.u64 %sg, %sg;"]
        lines += [f"  ld.global.b64 %s{i}, [%in+{8 * i}];\n  st.shared.b64 [%sh+{8 * i}], %s{i};" for i in range(4)]
        lines.append("  bar.sync 0;")
    if "%lo" in text:
        lines.append("  mov.u64 %lo, cell;")
        lines += [f"  ld.global.b64 %s{i}, [%in+{8 * i}];\n  st.local.b64 [%lo+{8 * i}], %s{i};" for i in range(4)]
    if "%m" in text or "%g" in text:
        if "%g" in text:
            lines += ["  mul.lo.u32 %w, %t, 0x9e3779b1;", "  and.b32 %w, %w, 0x30000;", "  setp.eq.u32 %g, %w, 0;"]
            lines += [f"  setp.eq.u32 d{i or ''}, 0, 0;" if register_bytes(kind) == 0 else f"  mov.{register(kind)} d{i or ''}, -1;"
                      for i, kind in enumerate(dests)]
        else:
            lines.append("  setp.eq.u32 %g, 0, 0;")
        lines.append("  vote.sync.ballot.b32 %m, %g, -1;")
    lines += [f"  {step.strip()};" for step in text.split(";")]
    for i, kind in enumerate(dests):
        size = register_bytes(kind)
        lines.append(f"  selp.u64 %s0, 1, 0, d{i or ''};" if size == 0 else f"  mov.b64 %s0, d{i or ''};" if size == 8
                     else f"  cvt.u64.u{8 * size} %s0, d{i or ''};")
        lines.append(f"  st.global.u64 [%out+{8 * i}], %s0;")
    return "\n".join(lines + ["  ret;", "}"]) + "\n"


HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"


# ---- Running ----

class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments, may_fail=False):
        status = getattr(self.cuda, name)(*arguments)
        if status != 0 and not may_fail:
            sys.exit(f"isa.py: {name} failed with {status}")
        return status

    def load(self, ptx):
        handle = ctypes.c_void_p()
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(5, 6)  # error log buffer and its size
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), 4096)
        status = self.call("cuModuleLoadDataEx", ctypes.byref(handle), ptx.encode(), 2, options, values, may_fail=True)
        return (handle, "") if status == 0 else (None, log.value.decode(errors="replace"))

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer


def sources_table(kinds):
    width = max(4, len(kinds))
    table = (ctypes.c_uint64 * (TUPLES * width))()
    for i in range(TUPLES):
        for k, kind in enumerate(kinds):
            table[width * i + k] = source_value(kind, i, k, len(kinds))
    return table


def planes(values, dests):
    """The results as the file holds them."""
    data = array.array("Q", values)
    out = bytearray()
    for i, kind in enumerate(dests):
        own = data[i::len(dests)].tobytes()
        for byte in range(max(1, register_bytes(kind))):
            out += own[byte::8]
    return out


def record(folder, chapters):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    driver = Driver()
    source, target = driver.allocate(TUPLES * 8 * 40), driver.allocate(TUPLES * 8 * 8)
    tables, lines, results, refused = {}, {}, {}, []
    everything = [one for one in instructions() if not chapters or one[0] in chapters]
    for at in range(0, len(everything), 64):
        batch = everything[at:at + 64]
        # One module for many; the ones that a refusal is due to are found by loading each alone.
        handle, _ = driver.load(HEAD + "".join(kernel(f"k{i}", *one[1:]) for i, one in enumerate(batch)))
        for i, (chapter, text, dests, sources) in enumerate(batch):
            own, log = (handle, "") if handle else driver.load(HEAD + kernel(f"k{i}", text, dests, sources))
            if own is None:
                refused.append(f"{text}: {' '.join(log.split())[:200]}")
                continue
            if sources not in tables:
                tables[sources] = sources_table(sources)
            driver.call("cuMemcpyHtoD_v2", source, tables[sources], ctypes.c_size_t(ctypes.sizeof(tables[sources])))
            function = ctypes.c_void_p()
            driver.call("cuModuleGetFunction", ctypes.byref(function), own, f"k{i}".encode())
            pointers = (ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target))
            driver.call("cuLaunchKernel", function, TUPLES // 128, 1, 1, 128, 1, 1, 0, None, pointers, None)
            status = driver.call("cuCtxSynchronize", may_fail=True)
            if status != 0:
                sys.exit(f"isa.py: {text} ended with CUDA error {status}; nothing was written")
            answer = (ctypes.c_uint64 * (TUPLES * len(dests)))()
            driver.call("cuMemcpyDtoH_v2", answer, target, ctypes.c_size_t(ctypes.sizeof(answer)))
            lines.setdefault(chapter, []).append(f"{text}\t{' '.join(dests)}\t{' '.join(sources)}")
            results.setdefault(chapter, bytearray()).extend(planes(answer, dests))
            if not handle:
                driver.call("cuModuleUnload", own)
        if handle:
            driver.call("cuModuleUnload", handle)
    for chapter, text in lines.items():
        (folder / f"{chapter}.tsv").write_text("\n".join(text) + "\n")
        (folder / f"{chapter}.bin").write_bytes(results[chapter])
    (folder / "refused.txt").write_text("\n".join(refused) + "\n")
    print({chapter: (len(text), len(results[chapter])) for chapter, text in lines.items()}, len(refused), "refused")


def main():
    if sys.argv[1:] == ["list"]:
        for chapter, text, dests, sources in instructions():
            print(chapter, text, " ".join(dests), " ".join(sources), sep="\t")
    elif sys.argv[1:2] == ["ptx"] and len(sys.argv) == 4:
        chosen = [one for one in instructions() if one[0] == sys.argv[2]]
        pathlib.Path(sys.argv[3]).write_text(HEAD + "".join(kernel(f"k{i}", *one[1:]) for i, one in enumerate(chosen)))
    elif sys.argv[1:2] == ["record"] and len(sys.argv) >= 3:
        record(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
