#!/usr/bin/env python3
"""Records what the products of warp groups (wgmma.mma_async) answer.

  warp_groups.py ptx OUT.ptx [SET]           one kernel a case, to look at or to assemble
  warp_groups.py record FOLDER [SET]         runs them on the GPU here: FOLDER/warp_groups.ptx, .cases.tsv and .bin

Needs libcuda and a GPU of capability 9.0 for `record`; nothing of this project but isa.py beside it. Afterwards `zstd -19 --rm`
packs the first and the last file. A SET is `sparse`, `small` or `hard`.

A line of the cases is a kernel's name, the kind of its memory's words and of its accumulators', which sets of values it was
launched with, and how many 32-bit words a launch answers. The answers lie one after another in the .bin. What a kernel reads is
`words_of` below: 48 KiB that become its shared memory, 128 accumulators of 128 threads each, four registers of factor A, and of
sparse factors the metadata.
"""
import array
import ctypes
import pathlib
import sys

from isa import Driver
from isa_values import METADATA, random_bits

SHARED, SUMS, FACTORS, CHOICES = 12288, 16384, 512, 128  # words

# By kind of the elements in a word: what the sets of values leave of random bits, and what they add. `tame` are numbers of four
# neighbouring exponents, `wide` of half of the format's and below 2, `small` of its two least and subnormal, `raw` all patterns,
# infinities and NaNs too, `large` of its greatest; of `few` and of `rare`, which are tame and wide, most words are zero. `mixed` has
# all but the large ones, word by word, and `equal` few different words, so that sums cancel.
MASKS = {
    "f16": {"tame": (0x8fff8fff, 0x30003000), "wide": (0xbfffbfff, 0), "small": (0x87ff87ff, 0), "large": (0x87ff87ff, 0x70007000)},
    "bf16": {"tame": (0x81ff81ff, 0x3e003e00), "wide": (0x8fff8fff, 0x30003000), "small": (0x80ff80ff, 0), "large": (0x87ff87ff, 0x58005800)},
    "f32": {"tame": (0x81ffffff, 0x3e000000), "wide": (0x8fffffff, 0x30000000), "small": (0x87ffffff, 0x34000000), "large": (0x87ffffff, 0x58000000)},
    "e4m3": {"tame": (0x9f9f9f9f, 0x20202020), "wide": (0xbfbfbfbf, 0), "small": (0x8f8f8f8f, 0), "large": (0x87878787, 0x70707070)},
    "e5m2": {"tame": (0x8f8f8f8f, 0x30303030), "wide": (0xbfbfbfbf, 0), "small": (0x87878787, 0), "large": (0x83838383, 0x78787878)},
}
ZEROS = {"few": "tame", "rare": "wide"}
MIXED = ("tame", "wide", "small", "zero")


def choices_of(values, kind, number):
    """A word of metadata: of `raw` values anything."""
    bits = random_bits(number)
    if values == "raw":
        return bits & 0xffffffff
    choices = METADATA["ones" if kind == "f32" else "pairs"]
    return sum(choices[(bits >> 8 * i & 0xff) % len(choices)] << 4 * i for i in range(8))


def words_of(values, kind, sums):
    """The input of a launch with one set of values."""
    out = array.array("I")
    for i in range(SHARED + SUMS + FACTORS):
        own = sums if SHARED <= i < SHARED + SUMS else kind
        bits = random_bits(i)
        if values == "equal":
            bits = random_bits(bits >> 32 & 3) & 0x7fff7fff | bits & 0x80008000
        masks = MIXED[bits >> 40 & 3] if values == "mixed" else "wide" if values == "equal" else ZEROS.get(values, values)
        keep, add = MASKS.get(own, {}).get(masks, (0xffffffff, 0))
        word = bits & 0xffffffff & keep | add
        out.append(0 if masks == "zero" or values in ZEROS and bits >> 32 & 3 else word)
    for i in range(CHOICES):
        out.append(choices_of(values, kind, SHARED + SUMS + FACTORS + i))
    return out


class Matrix:
    """A descriptor's fields, in bytes."""

    def __init__(self, start, leading=128, stride=256, mode=0, base=0):
        self.start, self.leading, self.stride, self.mode, self.base = start, leading, stride, mode, base

    def bits(self):
        return self.leading >> 4 << 16 | self.stride >> 4 << 32 | self.base << 49 | self.mode << 62


A, B = Matrix(0), Matrix(0x4000)
PACKED = {"f16": "f16", "bf16": "bf16", "tf32": "f32", "e4m3": "e4m3", "e5m2": "e5m2"}
DEPTH = {"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32, "b1": 256}
ALL = ("tame", "wide", "raw", "few")


class Case:
    """`select` of a sparse product says which lanes hold the metadata."""

    def __init__(self, n, d, a, b, first=A, second=B, values=ALL, scale=True, negate=(1, 1), across=(0, 0), saturate=False, bits="", select=None):
        self.n, self.d, self.a, self.b, self.first, self.second = n, d, a, b, first, second
        self.values = values if a in PACKED else ("raw", "few")
        self.scale, self.negate, self.across, self.saturate, self.bits, self.select = scale, negate, across, saturate, bits, select

    def registers(self):
        return self.n // 2 if self.d != "f16" else self.n // 4

    def kernel(self, name):
        count = self.registers()
        sums = [f"%d{i}" for i in range(count)]
        sparse = self.select is not None
        words = f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n{self.n}k{DEPTH[self.a] * (2 if sparse else 1)}.{self.d}.{self.a}.{self.b}"
        words += (f".{self.bits}.popc" if self.bits else "") + (".satfinite" if self.saturate else "")
        first = "{%a0, %a1, %a2, %a3}" if self.first is None else "%first"
        numbers = []
        if self.a in PACKED:
            numbers = list(self.negate)
            if self.a in ("f16", "bf16"):
                numbers += self.across[1:] if self.first is None else self.across
        operands = ["{" + ", ".join(sums) + "}", first, "%second"] + (["%e", str(self.select)] if sparse else []) + ["%p"]
        operands += [str(number) for number in numbers]
        lines = [f".visible .entry {name}(.param .u64 in, .param .u64 out)", ".maxntid 128, 1, 1", "{",
                 "  .reg .b64 %in, %out, %at, %first, %second, %x;", f"  .reg .b32 %t, %i, %s, %o, %w<4>, %a<4>{', %e' if sparse else ''};",
                 f"  .reg .b32 %d<{count}>;", "  .reg .pred %p, %q;", "  .shared .align 1024 .b8 cells[49152];",
                 "  ld.param.u64 %in, [in];", "  ld.param.u64 %out, [out];", "  mov.u32 %t, %tid.x;", "  mov.u32 %s, cells;",
                 "  shl.b32 %i, %t, 4;", f"{name}_copy:", "  cvt.u64.u32 %at, %i;", "  add.u64 %at, %in, %at;",
                 "  ld.global.v4.b32 {%w0, %w1, %w2, %w3}, [%at];", "  add.u32 %o, %s, %i;",
                 "  st.shared.v4.b32 [%o], {%w0, %w1, %w2, %w3};", "  add.u32 %i, %i, 2048;",
                 f"  setp.lt.u32 %q, %i, {4 * SHARED};", f"  @%q bra {name}_copy;", f"  add.u64 %in, %in, {4 * SHARED};",
                 "  mul.wide.u32 %at, %t, 4;", "  add.u64 %at, %in, %at;"]
        lines += [f"  ld.global.b32 %d{i}, [%at+{512 * i}];" for i in range(count)]
        lines += ["  mul.wide.u32 %at, %t, 16;", "  add.u64 %at, %in, %at;",
                  f"  ld.global.v4.b32 {{%a0, %a1, %a2, %a3}}, [%at+{4 * SUMS}];"]
        if sparse:
            lines += [f"  add.u64 %in, %in, {4 * (SUMS + FACTORS)};", "  mul.wide.u32 %at, %t, 4;", "  add.u64 %at, %in, %at;", "  ld.global.b32 %e, [%at];"]
        for register, matrix in (("%first", self.first), ("%second", self.second)):
            if matrix is not None:
                lines += [f"  add.u32 %o, %s, {matrix.start};", "  shr.u32 %o, %o, 4;", "  and.b32 %o, %o, 0x3fff;",
                          f"  cvt.u64.u32 %x, %o;", f"  or.b64 {register}, %x, {matrix.bits():#x};"]
        lines += [f"  setp.eq.u32 %p, 0, {0 if self.scale else 1};", "  fence.proxy.async;", "  bar.sync 0;",
                  "  wgmma.fence.sync.aligned;", f"  {words} {', '.join(operands)};", "  wgmma.commit_group.sync.aligned;",
                  "  wgmma.wait_group.sync.aligned 0;", "  mul.wide.u32 %at, %t, 4;", "  add.u64 %at, %out, %at;"]
        lines += [f"  st.global.b32 [%at+{512 * i}], %d{i};" for i in range(count)]
        return "\n".join(lines + ["  ret;", "}"]) + "\n"


class WarpCase:
    """A product of each warp by itself: B comes from the memory's first words."""

    def __init__(self, k, d, a, b, values):
        self.k, self.d, self.a, self.b, self.values = k, d, a, b, values

    def registers(self):
        return 4 if self.d == "f32" else 2

    def kernel(self, name):
        count = self.registers()
        factors = self.k * {"f16": 2, "bf16": 2, "tf32": 4}.get(self.a, 1) // 8
        sums = ", ".join(f"%d{i}" for i in range(count))
        first = ", ".join(f"%a{i}" for i in range(factors))
        second = ", ".join(f"%b{i}" for i in range(factors // 2))
        lines = [f".visible .entry {name}(.param .u64 in, .param .u64 out)", ".maxntid 128, 1, 1", "{", "  .reg .b64 %in, %out, %at;",
                 f"  .reg .b32 %t, %a<4>, %b<2>, %d<{count}>;", "  ld.param.u64 %in, [in];", "  ld.param.u64 %out, [out];", "  mov.u32 %t, %tid.x;",
                 "  mul.wide.u32 %at, %t, 8;", "  add.u64 %at, %in, %at;", "  ld.global.v2.b32 {%b0, %b1}, [%at];",
                 f"  add.u64 %in, %in, {4 * SHARED};", "  mul.wide.u32 %at, %t, 4;", "  add.u64 %at, %in, %at;"]
        lines += [f"  ld.global.b32 %d{i}, [%at+{512 * i}];" for i in range(count)]
        lines += ["  mul.wide.u32 %at, %t, 16;", "  add.u64 %at, %in, %at;", f"  ld.global.v4.b32 {{%a0, %a1, %a2, %a3}}, [%at+{4 * SUMS}];",
                  f"  mma.sync.aligned.m16n8k{self.k}.row.col.{self.d}.{self.a}.{self.b}.{self.d} {{{sums}}}, {{{first}}}, {{{second}}}, {{{sums}}};",
                  "  mul.wide.u32 %at, %t, 4;", "  add.u64 %at, %out, %at;"]
        lines += [f"  st.global.b32 [%at+{512 * i}], %d{i};" for i in range(count)]
        return "\n".join(lines + ["  ret;", "}"]) + "\n"


def cases():
    floats = [("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32")]
    floats += [(d, a, b) for d in ("f32", "f16") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
    for one in floats:
        yield Case(8, *one)
        yield Case(8, *one, first=None)
        yield Case(8, *one, scale=False)
        yield Case(8, *one, negate=(-1, 1), values=("tame", "raw"))
        yield Case(8, *one, negate=(1, -1), first=None, values=("tame", "raw"))
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            for saturate in (False, True):
                yield Case(8, "s32", a, b, saturate=saturate)
            yield Case(8, "s32", a, b, first=None)
    yield Case(24, "s32", "s8", "s8")
    yield Case(48, "s32", "u8", "s8")
    yield Case(8, "s32", "b1", "b1", bits="and")
    yield Case(16, "s32", "b1", "b1", bits="and", first=None, scale=False)
    # Every number of columns is the same rule: the smallest, one that is no multiple of 16, the largest.
    for n in (24, 64, 256):
        yield Case(n, "f32", "f16", "f16", values=("tame",))
    yield Case(72, "f16", "f16", "f16", values=("tame",))
    yield Case(136, "f32", "e4m3", "e4m3", values=("tame",))
    yield from layouts()


def layouts():
    """Where the elements lie: distances and starts that no two rules agree about."""
    for mode in range(4):
        for across in ((0, 0), (0, 1), (1, 0), (1, 1)):
            distances = [(0x90, 0x230), (0x400, 0x800), (0x200, 0x410)] if mode == 0 else [(0x410, 0x400), (0x800, 0x400), (0x630, 0x480)]
            for leading, stride in distances:
                yield Case(24, "f32", "f16", "f16", Matrix(0, leading, stride, mode), Matrix(0x6000, leading, stride, mode),
                           values=("tame",), across=across)
            for start in (0x20, 0x70, 0x80, 0x1b0):
                for base in sorted({0, start >> 7 & 7}):
                    yield Case(24, "f32", "f16", "f16", Matrix(start, 0x800, 0x400, mode, base), Matrix(0x6000 + start, 0x800, 0x400, mode, base),
                               values=("tame",), across=across)
        yield Case(136, "f32", "bf16", "bf16", Matrix(0, 0x400, 0x480, mode), Matrix(0x6000, 0x500, 0x290, mode), values=("tame",), across=(1, 1))
        for base in (1, 5):
            yield Case(8, "f32", "f16", "f16", Matrix(0, 0x800, 0x400, mode, base), Matrix(0x6000, 0x800, 0x400, mode, base), values=("tame",))
        for d, a in (("f32", "tf32"), ("f32", "e4m3"), ("s32", "s8"), ("s32", "b1")):
            yield Case(24, d, a, a, Matrix(0, 0x140, 0x400, mode), Matrix(0x6000, 0x140, 0x400, mode), values=("tame",), bits="and" if a == "b1" else "")


def sparse_cases():
    floats = [("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32")]
    floats += [(d, a, b) for d in ("f32", "f16") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
    four = Matrix(0x4000, 0x80, 0x200)  # units along K beside each other
    for one in floats:
        selects = (0,) if DEPTH[one[1]] == 32 else (0, 1)
        for select in selects:
            yield Case(8, *one, second=four, select=select)
            yield Case(8, *one, first=None, second=four, select=select)
        yield Case(8, *one, second=four, scale=False, values=("tame",), select=0)
        yield Case(8, *one, second=four, negate=(-1, 1), values=("tame", "raw"), select=0)
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            for saturate in (False, True):
                yield Case(8, "s32", a, b, second=four, saturate=saturate, select=0)
            yield Case(8, "s32", a, b, first=None, second=four, select=0)
    for n in (24, 64, 256):
        yield Case(n, "f32", "f16", "f16", second=four, values=("tame",), select=0)
    yield Case(72, "f16", "f16", "f16", second=four, values=("tame",), select=1)
    yield Case(136, "f32", "e4m3", "e4m3", second=four, values=("tame",), select=0)
    yield from sparse_layouts()


def sparse_layouts():
    """Where the elements of twice the K lie."""
    for mode in range(4):
        for across in ((0, 0), (0, 1), (1, 0), (1, 1)):
            distances = [(0x90, 0x270), (0x400, 0x1000), (0x200, 0x830)] if mode == 0 else [(0x410, 0x400), (0x800, 0x400), (0x630, 0x480)]
            for leading, stride in distances:
                yield Case(24, "f32", "f16", "f16", Matrix(0, leading, stride, mode), Matrix(0x5000, leading, stride, mode),
                           values=("tame",), across=across, select=0)
            for start in (0x20, 0x70, 0x1b0):
                for base in sorted({0, start >> 7 & 7}):
                    yield Case(24, "f32", "f16", "f16", Matrix(start, 0x800, 0x400, mode, base), Matrix(0x5000 + start, 0x800, 0x400, mode, base),
                               values=("tame",), across=across, select=1)
        for d, a in (("f32", "tf32"), ("f32", "e4m3"), ("s32", "s8")):
            yield Case(24, d, a, a, Matrix(0, 0x140, 0x600, mode), Matrix(0x6000, 0x140, 0x600, mode), values=("tame",), select=0)


HARD = ("small", "rare", "large", "mixed", "equal")


def hard_cases():
    """What random numbers of one kind rarely are: products of all sizes beside each other, sums that cancel or overflow."""
    for d, a in (("f32", "f16"), ("f16", "f16"), ("f32", "bf16"), ("f32", "tf32")):
        yield Case(8, d, a, a, values=HARD)
        yield Case(8, d, a, a, first=None, values=HARD)
        yield Case(8, d, a, a, second=Matrix(0x4000, 0x80, 0x200), values=HARD, select=0)
        for k in (4, 8) if a == "tf32" else (8, 16):
            yield WarpCase(k, d, a, a, values=HARD)
    for d in ("f32", "f16"):
        for a in ("e4m3", "e5m2"):
            for b in ("e4m3", "e5m2"):
                yield Case(8, d, a, b, values=HARD[2:])
                yield Case(8, d, a, b, second=Matrix(0x4000, 0x80, 0x200), values=HARD[2:], select=0)
                for k in (16, 32):
                    yield WarpCase(k, d, a, b, values=HARD[2:])


def small_cases():
    """Terms of which the largest has a factor that is subnormal."""
    for d in ("f32", "f16"):
        for a in ("e4m3", "e5m2"):
            for b in ("e4m3", "e5m2"):
                for first in (A, None):
                    yield Case(24, d, a, b, first=first, values=("small", "rare"))
                yield Case(8, d, a, b, second=Matrix(0x4000, 0x80, 0x200), values=("small", "rare"), select=0)
                for k in (16, 32):
                    yield WarpCase(k, d, a, b, values=("small", "rare", "wide"))


SETS = {"sparse": sparse_cases, "small": small_cases, "hard": hard_cases}
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


def record(folder, chosen):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    driver = Driver()
    source, target = driver.allocate(4 * (SHARED + SUMS + FACTORS + CHOICES)), driver.allocate(4 * SUMS)
    inputs, lines, answers, text, refused = {}, [], bytearray(), "", []
    for number, case in enumerate(chosen):
        name = f"k{number}"
        kernel = case.kernel(name)
        module, log = driver.load(HEAD + kernel)
        if module is None:
            refused.append(f"{name}: {' '.join(log.split())[:300]}")
            continue
        function = ctypes.c_void_p()
        driver.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        kind = PACKED.get(case.a, "bits")
        sums = case.d if case.d != "s32" else "bits"
        size = 128 * case.registers()
        for values in case.values:
            if (values, kind, sums) not in inputs:
                inputs[values, kind, sums] = words_of(values, kind, sums).tobytes()
            given = inputs[values, kind, sums]
            driver.call("cuMemcpyHtoD_v2", source, given, ctypes.c_size_t(len(given)))
            pointers = (ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target))
            driver.call("cuLaunchKernel", function, 1, 1, 1, 128, 1, 1, 0, None, pointers, None)
            status = driver.call("cuCtxSynchronize", may_fail=True)
            if status != 0:
                sys.exit(f"warp_groups.py: {name} ended with CUDA error {status}; nothing was written")
            answer = ctypes.create_string_buffer(4 * size)
            driver.call("cuMemcpyDtoH_v2", answer, target, ctypes.c_size_t(4 * size))
            answers += answer.raw
        driver.call("cuModuleUnload", module)
        lines.append("\t".join((name, kind, sums, " ".join(case.values), str(size))))
        text += kernel
    (folder / "warp_groups.ptx").write_text(HEAD + text)
    (folder / "warp_groups.cases.tsv").write_text("\n".join(lines) + "\n")
    (folder / "warp_groups.bin").write_bytes(answers)
    (folder / "refused.txt").write_text("\n".join(refused) + "\n")
    print(len(lines), "cases", len(answers), "bytes", len(refused), "refused")


def main():
    named = sys.argv[3:4]
    chosen = cases() if not named else SETS[named[0]]() if named[0] in SETS and len(sys.argv) == 4 else ()
    if sys.argv[1:2] == ["ptx"] and chosen:
        pathlib.Path(sys.argv[2]).write_text(HEAD + "".join(case.kernel(f"k{i}") for i, case in enumerate(chosen)))
    elif sys.argv[1:2] == ["record"] and chosen:
        record(sys.argv[2], chosen)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
