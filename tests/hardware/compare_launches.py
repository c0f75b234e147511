#!/usr/bin/env python3
"""Compares what warpglass computes and counts for kernels that Triton and frameworks made with what an H200 did.

  compare_launches.py triton --tool build/bin/warpglass [NAME ...]    those of triton/; exit code 1 on a surprise
  compare_launches.py frameworks --tool build/bin/warpglass [NAME ...]    those of frameworks/

Every recorded launch is launched again from its PTX with the arguments recorded. Results must be the chip's bit for bit,
but for kernels whose description states a tolerance (they divide, or use approximate functions, or add floats in no
fixed order). Counters are held to what compare.py says, with the reasons in expected_differences.tsv under the compiler
`triton` or `frameworks`. Launches that need what the tool does not execute are listed there too, with `launch` for the counter.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile

from compare import EXACT, HERE, Expected, compare, launches, tell_differences

FORMATS = {"f16": "e", "f32": "f", "f64": "d"}


def values(type, contents):
    """Floats of an array's bytes; nothing for types that have to be equal."""
    if type == "bf16":
        return [struct.unpack("<f", b"\0\0" + contents[i : i + 2])[0] for i in range(0, len(contents), 2)]
    if type in ("i8", "u8"):
        return list(struct.unpack(f"<{len(contents)}{'b' if type == 'i8' else 'B'}", contents))
    if type in FORMATS:
        return list(struct.unpack(f"<{len(contents) // struct.calcsize(FORMATS[type])}{FORMATS[type]}", contents))
    return None


def results_differ(type, ours, theirs, tolerance):
    """A text that says how, or nothing."""
    if ours == theirs:
        return None
    a, b = values(type, ours), values(type, theirs)
    if tolerance == 0 or a is None:
        size = len(theirs) // max(1, len(b) if b else len(theirs))
        first = next(i for i, (x, y) in enumerate(zip(ours, theirs)) if x != y)
        wrong = sum(x != y for x, y in zip(ours, theirs))
        values_there = f": {a[first // size]} (H200 {b[first // size]})" if a else ""
        return f"{wrong} bytes, the first at {first}{values_there}"
    limit = tolerance * max(abs(y) for y in b if y == y)
    far = [(i, x, y) for i, (x, y) in enumerate(zip(a, b)) if not (x == y or abs(x - y) <= limit or (x != x and y != y))]
    if not far:
        return None
    return f"{len(far)} of {len(b)} elements by more than {limit:.3g}, the first at {far[0][0]}: {far[0][1]} (H200 {far[0][2]})"


def launched(tool, launch, ptx, arrays, folder):
    """The rows that the tool counted and what differs in the results; or a text that says why nothing was launched."""
    name = launch["name"]
    block = launch["block"] if isinstance(launch["block"], list) else [launch["block"]]
    command = [tool, "run", "--quiet", "--csv", folder / f"{name}.csv", ptx / f"{name}.ptx", "--kernel", launch["kernel"],
               "--grid", "x".join(map(str, launch["grid"])), "--block", "x".join(map(str, block)), "--smem", str(launch["dynamic shared"])]
    if launch["cluster"] != [1, 1, 1]:
        command += ["--cluster", "x".join(map(str, launch["cluster"]))]
    for i, argument in enumerate(launch["arguments"]):
        if "array" in argument:
            command += ["--arg", f"u8[]:file:{arrays}/{name}/{i}.before:{folder}/{name}.{i}.after"]
        else:
            command += ["--arg", f"{argument['type']}:{argument['value']}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stdout.strip()[-400:]}"
    wrong = []
    for i, argument in enumerate(launch["arguments"]):
        if "array" not in argument:
            continue
        after = arrays / name / f"{i}.after"
        if not after.exists():
            after = arrays / name / f"{i}.before"
        how = results_differ(argument["array"], (folder / f"{name}.{i}.after").read_bytes(), after.read_bytes(), launch["tolerance"])
        if how:
            wrong.append(f"{argument['name']} differs in {how}")
    counted = launches(folder / f"{name}.csv")
    for row in counted:
        row["Kernel Name"] = launch["kernel"]  # the tool's are demangled
    return counted, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording", choices=["triton", "frameworks"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tool", required=True, help="the warpglass program")
    options = parser.parse_intermixed_args()
    recording, of = HERE / options.recording, options.recording
    recorded = json.loads((recording / "launches.json").read_text())
    counters = launches(recording / "counters.csv")
    expected = Expected("expected_differences.tsv")
    surprises, total, kept = 0, 0, [(l, c) for l, c in zip(recorded, counters) if not options.names or l["name"] in options.names]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(folder)
        for packed in recording.glob("*.txz"):
            if packed.stem == "instructions":
                continue
            with tarfile.open(packed) as archive:
                archive.extractall(folder / packed.stem)
        ptx = folder / "ptx" if (folder / "ptx").exists() else recording / "ptx"
        outcomes = pool.map(lambda pair: launched(options.tool, pair[0], ptx, folder / "arrays", folder), kept)
        for (launch, theirs), outcome in zip(kept, outcomes):
            name = launch["name"]
            if isinstance(outcome, str):
                reason = expected.reason(of, name, launch["kernel"], "launch")
                surprises += reason is None
                print(f"{name}: {reason or 'DIFFERS: not launched: ' + outcome}")
                continue
            ours, wrong = outcome
            differences, equal = compare(ours, [theirs], of, name, expected)
            total += equal
            for text in wrong:
                reason = expected.reason(of, name, launch["kernel"], "results")
                surprises += reason is None
                print(f"{name}: {text}  {reason or 'DIFFERS'}")
            if wrong or any(d[5] for d in differences):
                print(f"{name}: {equal} equal, {sum(d[5] for d in differences)} exact ones differ")
            surprises += tell_differences([d for d in differences if d[5]])
    if not options.names:
        for row in expected.unused():
            if row[0] == of:
                expected.tell(row)
                surprises += 1
    print(f"{len(kept)} launches, {total} counters equal, {surprises} surprises")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
