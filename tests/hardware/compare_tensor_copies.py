#!/usr/bin/env python3
"""Asks the engine what tensor_maps/copies.tsv says a chip answered: the same program, compiled by warpglass-nvcc. And counts
examples/tensor_maps.cu, against tensor_maps/example.tsv.

  compare_tensor_copies.py --compiler build/bin/warpglass-nvcc --tool build/bin/warpglass
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RECORDED = HERE / "tensor_maps" / "copies.tsv"
COUNTED = HERE / "tensor_maps" / "example.tsv"


def compare_copies(options):
    """The number of copies that are not the chip's."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "tensor_copies"
        source = HERE / "record" / "tensor_copies.cu"
        subprocess.run([options.compiler, "-std=c++17", "-arch=sm_90a", source, "-o", program, "-lcuda"], check=True)
        # Each "illegal" is told on stderr as well; that is not what is compared.
        answered = subprocess.run([program, RECORDED], capture_output=True, text=True, env={**os.environ, "WARPGLASS_ARCH": "sm_90"})
    if answered.returncode != 0:
        sys.exit(f"{program.name} ended with {answered.returncode}:\n{answered.stderr[-2000:]}")
    recorded = RECORDED.read_text().splitlines()
    answers = answered.stdout.splitlines()
    if len(answers) != len(recorded):
        sys.exit(f"{len(answers)} lines are no answer to {len(recorded)}")
    different = [(line, chip, ours) for line, (chip, ours) in enumerate(zip(recorded, answers), 1) if chip != ours]
    for line, chip, ours in different[:20]:
        print(f"{RECORDED.name}:{line}: the chip's answer is {chip.split(chr(9))[-1]}, here {ours.split(chr(9))[-1]}: {chip}")
    print(f"{len(recorded) - 1} copies, {len(different)} different")
    return len(different)


def compare_counters(options):
    """The number of counters that are not the chip's."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        example = HERE.parent.parent / "examples" / "tensor_maps.cu"
        subprocess.run([options.tool, "run", example, "--arch", "sm_90", "-q", "--json", report], check=True)
        counted = {kernel["name"].split("(")[0]: kernel["metrics"] for kernel in json.loads(report.read_text())["kernels"]}
    different = 0
    recorded = COUNTED.read_text().splitlines()[1:]
    for kernel, metric, value in (line.split("\t") for line in recorded):
        ours = counted[kernel].get(metric, 0)
        if ours != float(value):
            print(f"{kernel}: {metric} is {value} on the chip, here {ours}")
            different += 1
    print(f"{len(recorded)} counters, {different} different")
    return different


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--tool", required=True)
    options = parser.parse_args()
    return 1 if compare_copies(options) + compare_counters(options) else 0


if __name__ == "__main__":
    sys.exit(main())
