#!/usr/bin/env python3
"""Records on a GPU what Nsight Compute counts for the examples and for single instructions.

  record.py examples [--ptx-from DIR] [NAME ...]   one CSV an example, or a program of ../programs, under <out>; others: --sources DIR
  record.py facts    [NAME ...]                    one TSV a generator in this folder under <out>

Needs nvcc, ncu and a GPU; nothing of this project. Every example is compiled with nvcc -O3 -lineinfo, run once plainly
(it must say PASS) and once under ncu. With --ptx-from the device code is not nvcc's: DIR/<example>.ptx, another
compiler's output of the same source, takes its place between nvcc's front end and its assembler, so that the same host
program launches it.

A recording is ncu's `--page raw --csv` as it is (header row, unit row, a row a launch) less the columns not asked for. environment.json beside it says which chip, driver and tools answered, and when.
"""
import argparse
import csv
import datetime
import io
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent.parent
KEPT_COLUMNS = {"Kernel Name", "Block Size", "Grid Size", "CC"}  # and the metrics asked for; the rest describes the machine


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode != 0:
        sys.exit(f"record.py: {shlex.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def compile_plain(source, program, arch):
    # -arch=sm_90a would have nvcc make compute_90 as well, which has none of sm_90a's instructions.
    must(["nvcc", "-O3", f"-gencode=arch=compute_{arch[3:]},code={arch}", "-std=c++20", "-lineinfo", "-o", program, source])


def compile_with_ptx(source, ptx, program, arch, folder):
    """nvcc's own steps, as `--dryrun` lists them, with the one that writes PTX replaced by a copy of `ptx`."""
    steps = run(["nvcc", "--dryrun", "--keep", "--keep-dir", folder, "-O3", "-lineinfo", f"-gencode=arch=compute_{arch[3:]},code={arch}",
                 "-o", program, source]).stdout
    variables = dict(os.environ)
    replaced = False
    for line in steps.splitlines():
        if not line.startswith("#$ "):
            continue
        step = line[3:]
        assignment = re.fullmatch(r"(\w+)=(.*)", step)
        if assignment and " " not in assignment[1]:
            variables[assignment[1]] = assignment[2].strip()
            continue
        if '/cicc"' in step:
            # cicc also writes the host side's stub of the kernels, so it runs; only its PTX is put aside.
            written = re.search(r'-o "?([^" ]+\.ptx)"?', step)
            must(["bash", "-c", step], env=variables)
            pathlib.Path(written[1]).write_bytes(pathlib.Path(ptx).read_bytes())
            replaced = True
            continue
        if not step.startswith("rm "):
            must(["bash", "-c", step], env=variables)
    if not replaced:
        sys.exit("record.py: nvcc --dryrun shows no step that writes PTX")


def programs(folder):
    """The programs of a folder, by name; without one, the examples and those that are here for the sake of the comparison."""
    folders = [folder] if folder else [TREE / "examples", HERE.parent / "programs"]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.cu"))}


def known_metrics(program, wanted, folder):
    """The metrics of `wanted` that ncu reports for `program`, and those it does not. One unknown name makes ncu refuse
    all, so a refused list loses the names that the message gives or, where it gives none, is tried in halves."""
    done = run(["ncu", "--clock-control", "none", "-c", "1", "--csv", "--page", "raw", "--metrics", ",".join(wanted), program],
               cwd=folder)
    header = next((row for row in csv.reader(io.StringIO(done.stdout)) if "Kernel Name" in row), None)
    if header is not None:
        return [name for name in wanted if name in header], [name for name in wanted if name not in header]
    named = [name for name in re.findall(r"[a-z]\w+__?[\w.]+", done.stdout) if name in wanted]
    if named and len(named) < len(wanted):
        known, unknown = known_metrics(program, [name for name in wanted if name not in named], folder)
        return known, named + unknown
    if len(wanted) == 1:
        return [], wanted
    halves = [known_metrics(program, half, folder) for half in (wanted[: len(wanted) // 2], wanted[len(wanted) // 2 :])]
    if not any(known for known, _ in halves):
        print(done.stdout[-2000:], file=sys.stderr)
    return halves[0][0] + halves[1][0], halves[0][1] + halves[1][1]


def profile(program, arguments, metrics, folder, *flags):
    """Rows of ncu's raw page, less the columns not asked for: header, units, one a launch."""
    report = folder / (pathlib.Path(program).name + ".ncu-rep")
    done = run(["ncu", "--clock-control", "none", "-f", "-o", report, *flags, "--metrics", ",".join(metrics), program, *arguments])
    if done.returncode != 0:
        raise RuntimeError(done.stdout.strip()[-300:])
    text = must(["ncu", "--import", report, "--csv", "--page", "raw", "--print-units", "base"])
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    start = next(i for i, row in enumerate(rows) if "Kernel Name" in row)
    kept = [i for i, name in enumerate(rows[start]) if name in KEPT_COLUMNS or name in metrics]
    return [[row[i] for i in kept] for row in rows[start:]], report


def write_csv(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)


def environment(arch, left_out):
    query = ["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]
    name, driver, memory = must(query).strip().splitlines()[0].split(", ")
    return {
        "chip": name,
        "memory": memory,
        "arch": arch,
        "driver": driver,
        "nvcc": must(["nvcc", "--version"]).strip().splitlines()[-2].strip(),
        "ncu": must(["ncu", "--version"]).strip().splitlines()[-1].strip(),
        "flags": "nvcc -O3 -lineinfo; ncu --clock-control none, default cache control (flush before each replay)",
        "date": datetime.date.today().isoformat(),
        "not known to this ncu": left_out,
    }


def record_examples(options, out, work):
    known = programs(options.sources)
    names = options.names or sorted(known)
    if options.ptx_from:
        names = [name for name in names if (options.ptx_from / f"{name}.ptx").exists()]
    wanted = [line.strip() for line in options.metrics.read_text().splitlines() if line.strip() and line[0] != "#"]
    metrics = None
    for name in names:
        source = known[name]
        program = work / name
        if options.ptx_from:
            folder = work / f"{name}.steps"
            folder.mkdir(exist_ok=True)
            compile_with_ptx(source, options.ptx_from / f"{name}.ptx", program, options.arch, folder)
        else:
            compile_plain(source, program, options.arch)
            folder = (options.ptx_to or out / "ptx").resolve()
            folder.mkdir(parents=True, exist_ok=True)
            ptx = folder / f"{name}.ptx"
            must(["nvcc", "-O3", f"-arch={options.arch}", "-lineinfo", "-ptx", "-o", ptx, source])
            ptx.write_text(ptx.read_text().replace(str(TREE) + "/", ""))
        plain = run(["timeout", "60", program])
        print(plain.stdout.strip(), flush=True)
        if plain.returncode != 0 or not plain.stdout.startswith("PASS"):
            print(f"record.py: {name} did not pass; not recorded", flush=True)
            continue
        if metrics is None:
            metrics, left_out = known_metrics(program, wanted, work)
            (out / "environment.json").write_text(json.dumps(environment(options.arch, left_out), indent=2) + "\n")
        try:
            rows, report = profile(program, [], metrics, work)
        except RuntimeError as refusal:
            print(f"record.py: {name} cannot be profiled: {refusal}", flush=True)
            continue
        write_csv(out / f"{name}.csv", rows)
        if options.printed:
            (out / f"{name}.txt").write_text(plain.stdout)
        if options.source_page:
            page = must(["ncu", "--import", report, "--csv", "--page", "source", "--print-source", "sass", "--print-units", "base"])
            (out / f"{name}.sass.csv").write_text(page)


def record_facts(options, out, work):
    """A generator launches one warp instruction a launch and prints `instruction mask lane-addresses` for each; its
    first line names the counters, its last says PASS. The recording sets the counters beside those lines. A second line
    that begins with # says what the rows are where they are something else."""
    names = options.names or sorted(path.stem for path in HERE.glob("fact_*.cu"))
    for name in names:
        program = work / name
        compile_plain(HERE / f"{name}.cu", program, options.arch)
        lines = must([program]).splitlines()
        metrics = lines[0].split()
        cases = [line for line in lines[1:] if "\t" in line]
        metrics, left_out = known_metrics(program, metrics, work)
        rows, _ = profile(program, [], metrics, work)
        header, launches = rows[0], rows[2:]
        if len(launches) != len(cases):
            sys.exit(f"record.py: {name} announced {len(cases)} launches, ncu saw {len(launches)}")
        about = environment(options.arch, left_out)
        with open(out / f"{name[len('fact_'):]}.tsv", "w") as file:
            file.write(f"# {about['chip']}, driver {about['driver']}, {about['nvcc']}, {about['date']}; generator {name}.cu.\n")
            said = lines[1] if lines[1].startswith("#") else "# One warp and one launch a row; addresses are byte offsets from an aligned base, lanes 0..31."
            file.write(said + "\n")
            file.write("instruction\tmask\t" + "\t".join(metrics) + "\taddresses\n")
            for case, launch in zip(cases, launches):
                instruction, mask, addresses = case.split("\t")
                values = [launch[header.index(metric)].replace(",", "") for metric in metrics]
                file.write("\t".join([instruction, mask, *values, addresses]) + "\n")
        print(f"{name}: {len(cases)} rows; not known to this ncu: {left_out}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["examples", "facts"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("recording"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("recording.work"))
    parser.add_argument("--sources", type=pathlib.Path, help="folder of the programs, instead of the examples")
    parser.add_argument("--metrics", type=pathlib.Path, default=HERE / "metrics.txt", help="file of the counters to record")
    parser.add_argument("--ptx-from", type=pathlib.Path)
    parser.add_argument("--ptx-to", type=pathlib.Path, help="folder for nvcc's own PTX; <out>/ptx without it")
    parser.add_argument("--printed", action="store_true", help="also write what a program prints, as <out>/<program>.txt")
    parser.add_argument("--source-page", action="store_true", help="also write ncu's counts per machine instruction")
    options = parser.parse_intermixed_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    out, work = options.out.resolve(), options.work.resolve()
    if options.ptx_from:
        options.ptx_from = options.ptx_from.resolve()
    (record_examples if options.what == "examples" else record_facts)(options, out, work)


if __name__ == "__main__":
    main()
