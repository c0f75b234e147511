#!/usr/bin/env python3
"""Compares what warpglass counts for the examples with what an H200's profiler counted (h200/{clang,nvcc}/*.csv).

  compare.py --tool build/bin/warpglass [NAME ...]      print equal and differing counters; exit code 1 on a surprise
  compare.py --tool build/bin/warpglass --random [..]   the same for the programs of h200/random, random2 and random3
  compare.py --write ../../docs/fidelity.md [--tool ..] renew the tables between the marks in that page

Counters are compared launch by launch. Those in EXACT must be equal, unless expected_differences.tsv says why a certain
one is not; a difference listed there that no longer shows is a surprise too (but for reasons that begin with `timing:`). Others are printed for information.
Of the programs of h200/random3 those counters must be equal that the report does not call modelled, at most a certain share
of launches may have such, and what they print must be what they printed on the chip.
With --compiler nvcc the program is built by nvcc (-cudart shared) instead of by warpglass.
"""
import argparse
import csv
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent

# heading, metric, must it be equal
SASS = "sm__sass_"
COLUMNS = [
    ("instructions", "smsp__inst_executed.sum", False),
    ("shared ld", SASS + "inst_executed_op_shared_ld.sum", True),
    ("wavefronts", SASS + "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", True),
    ("shared st", SASS + "inst_executed_op_shared_st.sum", True),
    ("wavefronts", SASS + "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", True),
    ("shared atom", SASS + "inst_executed_op_shared_atom.sum", True),
    ("wavefronts", SASS + "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", True),
    ("global ld", SASS + "inst_executed_op_global_ld.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", True),
    ("global st", SASS + "inst_executed_op_global_st.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", True),
    ("global red", SASS + "inst_executed_op_global_red.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum", True),
    ("global atom", SASS + "inst_executed_op_global_atom.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum", True),
    ("local ld", SASS + "inst_executed_op_local_ld.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_local_op_ld.sum", True),
    ("local st", SASS + "inst_executed_op_local_st.sum", True),
    ("sectors", SASS + "l1tex_t_sectors_pipe_lsu_mem_local_op_st.sum", True),
]
FURTHER_EXACT = [
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "memory_l1_tag_requests_global",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    SASS + "inst_executed_op_ldsm.sum",
    SASS + "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum",
    SASS + "inst_executed_op_ldgsts.sum",
    SASS + "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    "smsp__inst_executed_op_texture.sum",
    *(
        f"l1tex__t_{what}_pipe_tex_mem_{by}.sum"
        for what in ("requests", "sectors")
        for by in ("texture_op_tex", "texture_op_ld", "surface_op_ld", "surface_op_st", "surface_op_red")
    ),
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "launch__thread_count",
    "launch__occupancy_limit_warps",
    "launch__occupancy_limit_blocks",
]
EXACT = [metric for _, metric, exact in COLUMNS if exact] + FURTHER_EXACT


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def launches(path):
    """The launches of a file in the form of `ncu --csv --page raw`: a header row, a row of units, a row a launch."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if row]
    start = next(i for i, row in enumerate(rows) if "Kernel Name" in row)
    return [dict(zip(rows[start], row)) for row in rows[start + 2 :]]


def kernel_of(launch):
    return launch["Kernel Name"].split("(")[0].split("<")[0].split(" ")[-1]


class Programs:
    """Where sources and recordings lie."""

    def __init__(self, folders, *recordings):
        self.folders, self.recordings = folders, recordings

    def names(self):
        return sorted(path.stem for folder in self.recordings for path in (folder / "nvcc").glob("*.csv"))

    def source(self, name):
        return next(path for path in (folder / f"{name}.cu" for folder in self.folders) if path.exists())

    def printed(self, compiler, name):
        path = next((path for path in (folder / compiler / f"{name}.txt" for folder in self.recordings) if path.exists()), None)
        return path.read_text() if path else None

    def recorded(self, compiler, name):
        path = next((path for path in (folder / compiler / f"{name}.csv" for folder in self.recordings) if path.exists()), None)
        return launches(path) if path else []


EXAMPLES = Programs([TREE / "examples", HERE / "programs"], HERE / "h200")
RANDOM_FOLDERS = [HERE / "h200" / "random", HERE / "h200" / "random2", HERE / "h200" / "random3"]
BY_LABEL = "code_"  # programs of which the report says itself what is not exact begin so
MOST_MODELLED = 0.33  # share of their launches of which a counter may be called modelled
RANDOM = Programs(RANDOM_FOLDERS, *RANDOM_FOLDERS)


def counted(tool, compiler, source, *flags):
    """What the tool counts for the program, or a text that says why it counted nothing. Beside the columns a launch has
    what its metrics are called that are not called exact, as `labels`, and what the program printed, as `printed`."""
    name = source.stem
    with tempfile.TemporaryDirectory() as folder:
        program = source
        if compiler == "nvcc":
            program = pathlib.Path(folder) / name
            built = subprocess.run(
                ["nvcc", "-O3", "-arch=compute_90", "-lineinfo", "-cudart", "shared", "-o", program, source],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if built.returncode != 0:
                return f"nvcc: {built.stdout.strip()[-300:]}"
        out = pathlib.Path(folder) / "counted.csv"
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([tool, "run", "--quiet", *flags, "--csv", out, "--json", report, program], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=600)
        if not out.exists() or out.stat().st_size == 0:
            return f"exit code {done.returncode}: {done.stdout.strip()[-300:]}"
        all_counted = launches(out)
        said = json.loads(report.read_text())
        in_general = {metric["name"]: metric["fidelity"] for metric in said["metrics"]}
        for launch, row in zip(said["launches"], all_counted):
            called = in_general | said["kernels"][launch["kernel"]].get("labels", {})
            row["labels"] = {metric: label for metric, label in called.items() if label != "exact"}
            row["demoted"] = any(metric in EXACT and in_general[metric] == "exact" for metric in row["labels"])
            row["printed"] = done.stdout
        return all_counted


class Expected:
    """A list of differences that have a reason: a row is shell patterns for the place, and then why."""

    def __init__(self, name):
        self.name = name
        lines = (HERE / name).read_text().splitlines()
        self.rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        self.used = set()

    def reason(self, *place):
        for i, (*patterns, reason) in enumerate(self.rows):
            if all(fnmatch.fnmatch(part, pattern) for part, pattern in zip(place, patterns)):
                self.used.add(i)
                return reason
        return None

    def unused(self):
        """Rows that no difference needed, but for those that depend on timing."""
        return [row for i, row in enumerate(self.rows) if i not in self.used and not row[-1].startswith("timing:")]

    def tell(self, row):
        print(f"{self.name}: no longer differs: {' '.join(row[:-1])}")


def compare(ours, theirs, compiler, name, expected):
    """[(launch index, kernel, metric, ours, theirs, exact?, reason)] of the differences, and how many values were equal."""
    differences, equal = [], 0
    if len(ours) != len(theirs):
        return [(0, name, "number of launches", len(ours), len(theirs), True, None)], 0
    for i, (our, their) in enumerate(zip(ours, theirs)):
        kernel = kernel_of(their)
        if kernel_of(our) != kernel:
            differences.append((i, kernel, "kernel", kernel_of(our), kernel, True, None))
            continue
        for metric in EXACT + [metric for _, metric, exact in COLUMNS if not exact]:
            if metric not in our or metric not in their:
                continue
            a, b = number(our[metric]), number(their[metric])
            if a == b:
                equal += 1
            elif name.startswith(BY_LABEL) and metric in EXACT and metric in our["labels"]:
                differences.append((i, kernel, metric, a, b, True, f"called {our['labels'][metric]}"))
            else:
                differences.append((i, kernel, metric, a, b, metric in EXACT, expected.reason(compiler, name, kernel, metric)))
    return differences, equal


def tell_differences(differences):
    """Prints them; how many of them nobody expected."""
    surprises = 0
    for i, kernel, metric, a, b, is_exact, reason in differences:
        surprise = is_exact and reason is None
        surprises += surprise
        mark = "DIFFERS" if surprise else "expected" if is_exact else "for information"
        print(f"  launch {i} {kernel}: {metric}: {a:,} (H200 {b:,})  {mark}{': ' + reason if reason else ''}"
              if isinstance(a, (int, float)) and isinstance(b, (int, float)) else
              f"  launch {i} {kernel}: {metric}: {a} (H200 {b})  {mark}")
    return surprises


def markdown_table(name, by_compiler, ours):
    """One row a launch, equal launches folded; a cell is nvcc's count, or `nvcc's / clang's` where they differ."""
    nvcc, clang = by_compiler.get("nvcc", []), by_compiler.get("clang", [])
    base = nvcc or clang
    shown = [c for c in COLUMNS if any(number(l.get(c[1], "0")) for l in nvcc + clang)]
    rows = []
    for i, launch in enumerate(base):
        cells = []
        for _, metric, _ in shown:
            values = [f"{number(l[i][metric]):,.0f}" for l in (nvcc, clang) if l]
            cells.append(values[0] if len(set(values)) == 1 else " / ".join(values))
        shape = "x".join(str(int(number(part))) for part in launch["Grid Size"].strip("()").split(",")), \
                "x".join(str(int(number(part))) for part in launch["Block Size"].strip("()").split(","))
        verdict = "–"
        if isinstance(ours, list) and i < len(ours):
            theirs = (clang or nvcc)[i]
            off = [f"{heading} {number(ours[i][metric]):,.0f}" for heading, metric, exact in shown
                   if exact and metric in ours[i] and number(ours[i][metric]) != number(theirs[metric])]
            verdict = "; ".join(off) if off else "equal"
        key = (kernel_of(launch), *shape, *cells, verdict)
        if rows and rows[-1][0] == key:
            rows[-1][1] += 1
            continue
        for row in rows:
            if row[0] == key:
                row[1] += 1
                break
        else:
            rows.append([key, 1])
    lines = [f"### {name}", "",
             "| kernel | grid | block | " + " | ".join(heading for heading, _, _ in shown) + " | Warpglass |",
             "| --- | --- | --- |" + " ---: |" * len(shown) + " --- |"]
    for (kernel, grid, block, *cells), times in rows:
        label = f"`{kernel}`" + (f" ({times} launches)" if times > 1 else "")
        lines.append(f"| {label} | {short(grid)} | {short(block)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def short(extent):
    while extent.endswith("x1"):
        extent = extent[:-2]
    return extent


def write_page(path, tables):
    begin, end = "<!-- recorded: begin -->", "<!-- recorded: end -->"
    text = pathlib.Path(path).read_text()
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    pathlib.Path(path).write_text(head + begin + "\n\n" + "\n\n".join(tables) + "\n\n" + end + tail)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tool", help="the warpglass program; without it only the recordings are shown")
    parser.add_argument("--compiler", choices=["clang", "nvcc"], default="clang")
    parser.add_argument("--random", action="store_true", help="programs of random accesses instead of the examples")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_intermixed_args()
    programs = RANDOM if options.random else EXAMPLES
    names = options.names or programs.names()
    expected = Expected("expected_differences.tsv")
    surprises, tables, total = 0, [], 0
    launched = modelled = 0
    for name in names:
        theirs = programs.recorded(options.compiler, name)
        ours = counted(options.tool, options.compiler, programs.source(name)) if options.tool else None
        tables.append(markdown_table(name, {c: programs.recorded(c, name) for c in ("nvcc", "clang")}, ours))
        if isinstance(ours, str):
            print(f"{name}: nothing counted: {ours}")
            surprises += 1
        elif ours is not None:
            differences, equal = compare(ours, theirs, options.compiler, name, expected)
            total += equal
            if name.startswith(BY_LABEL):
                launched += len(ours)
                modelled += sum(launch["demoted"] for launch in ours)
                if ours and programs.printed(options.compiler, name) not in (None, ours[0]["printed"]):
                    reason = expected.reason(options.compiler, name, "*", "printed")
                    print(f"{name}: prints something else than on the chip{': ' + reason if reason else ''}")
                    surprises += reason is None
            exact = [d for d in differences if d[5]]
            print(f"{name}: {equal} equal, {len(exact)} exact ones differ, {len(differences) - len(exact)} others")
            surprises += tell_differences(differences)
    if options.tool and not options.names:
        for row in expected.unused():
            if row[1].startswith(("random", "parts", BY_LABEL)) == options.random and fnmatch.fnmatch(options.compiler, row[0]):
                expected.tell(row)
                surprises += 1
    if launched:
        print(f"{modelled} of {launched} launches of code are called modelled")
        surprises += modelled > MOST_MODELLED * launched
    if options.write:
        write_page(options.write, tables)
    if options.tool:
        print(f"{total} counters equal, {surprises} surprises")
    elif not options.write:
        print("\n\n".join(tables))
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
