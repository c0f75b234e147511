#!/usr/bin/env python3
"""Writes random kernels that synchronise (tests/checkers/random) and leave the same in memory in every order of their threads.

  random_sync.py --seeds A..B > kernels.ptx

Each stands behind a line `// kernel SEED GRID BLOCK CLUSTER`. random_sync.cu says what a GPU makes of them:

  nvcc -o random_sync random_sync.cu -lcuda && ./random_sync kernels.ptx > results.tsv && zstd -19 kernels.ptx
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "checkers" / "random"))
from kernels import Kernel  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", required=True)
    first, _, last = parser.parse_args().seeds.partition("..")
    for seed in range(int(first), int(last) + 1):
        kernel = Kernel(seed, shows=True)
        if kernel.is_determinate():
            print(f"// kernel {seed} {kernel.grid} {kernel.block} {kernel.cluster}", *kernel.text.lines, sep="\n")


if __name__ == "__main__":
    main()
