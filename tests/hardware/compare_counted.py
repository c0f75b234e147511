#!/usr/bin/env python3
"""Compares what warpglass counts for single accesses, of every kind that the instruction table has, with what an H200's
profiler counted (h200/counted_ptx): compare_counted.py --tool build/bin/warpglass

Exit code 1 on a surprise: a counter that differs without a reason below, or one that no longer does.
"""
import argparse
import concurrent.futures
import lzma
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from compare import EXACT, HERE, launches, number

FOLDER = HERE / "h200" / "counted_ptx"
HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
BYTES = 1 << 21  # of the array
# Accesses of which counters of shared memory may differ: how often a loop of 64 bits goes round depends on the values, and
# the tool calls those counters modelled; of registers that are written twice the assembler sees that they have one value
# in all lanes, and combines what these reduce.
BY_VALUE = re.compile(r"\b(atom|red)\b(?!.*global).*\.(min|max|and|or|xor)\.[bus]64 ")
WITH_ONE_ADDRESS = {"k513", "k617", "k627", "k959"}


def counted(tool, kernel, name, folder):
    ptx, file = folder / f"{name}.ptx", folder / f"{name}.csv"
    ptx.write_text(HEAD + kernel)
    done = subprocess.run([tool, "run", "--quiet", "--csv", file, ptx, "--kernel", name, "--grid", "1", "--block", "32",
                           "--arg", f"u8[{BYTES}]:zero"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    return launches(file)[0] if done.returncode == 0 else done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=pathlib.Path)
    options = parser.parse_args()
    text = lzma.open(FOLDER / "kernels.ptx.xz", "rt").read()
    kernels = {name: kernel for kernel, name in re.findall(r"(\.visible \.entry (\w+)\(.*?\n\}\n)", text, re.S)}
    accesses = {name: kernel.split("\n")[-13].strip() for name, kernel in kernels.items()}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "counters.csv").write_bytes(lzma.open(FOLDER / "counters.csv.xz").read())
        theirs = {row["Kernel Name"]: row for row in launches(folder / "counters.csv")}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            ours = dict(zip(accesses, pool.map(lambda name: counted(options.tool, kernels[name], name, folder), kernels)))
    equal, surprises, differing = 0, 0, set()
    for name, access in accesses.items():
        row = ours[name]
        if isinstance(row, str):
            print(f"{name}: {access}: {row}")
            surprises += 1
            continue
        for metric in EXACT:
            if metric not in row or metric not in theirs[name]:
                continue
            a, b = number(row[metric]), number(theirs[name][metric])
            if a == b:
                equal += 1
                continue
            known = "global" not in metric and (name in WITH_ONE_ADDRESS or BY_VALUE.search(access))
            differing.add(name)
            if not known:
                print(f"{name}: {access}: {metric}: {a:,} (H200 {b:,})")
                surprises += 1
    for name in sorted(WITH_ONE_ADDRESS - differing):
        print(f"{name}: all counters are right now")
        surprises += 1
    print(f"{len(accesses)} accesses, {equal} counters equal, {surprises} surprises")
    return min(surprises, 1)


if __name__ == "__main__":
    sys.exit(main())
