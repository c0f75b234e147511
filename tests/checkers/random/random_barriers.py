#!/usr/bin/env python3
"""Executes random kernels under `warpglass run --redundant-barriers`, and leaves out the barriers that it names.

  random_barriers.py --tool PATH [--seeds A..B] [--keep DIR] [-- FLAG ...]

Without all of them, or with a barrier of the warp where it says that this does, there must be no race that there was not before.
Not asked for: that all such barriers are named.
"""
import sys

from kernels import Kernel
from statements import Barrier, Loop
from tool import Tool


def barriers_in(body):
    for statement in body:
        if isinstance(statement, Loop):
            yield from barriers_in(statement.body)
        elif isinstance(statement, Barrier) and statement.kind == "block":
            yield statement


def main():
    failed = left_out = kernels = 0
    tool = Tool(__doc__, "run", "--redundant-barriers")
    for seed in tool.seeds:
        kernel = Kernel(seed)
        barriers = {barrier.line: barrier for barrier in barriers_in(kernel.body)}
        if not barriers:
            continue
        kernels += 1
        before = kernel.races(generous=False)
        for finding in tool.report_of(seed, kernel)["findings"]:
            barrier = barriers.get(finding["where"]["line"])
            if finding["rule"] != "redundant-barrier" or barrier is None:
                continue
            left_out += 1
            barrier.kind = "warp" if "__syncwarp()" in finding["message"] else "none"
        wrong = {lines: places - before.get(lines, set()) for lines, places in kernel.races(generous=False).items()}
        for lines, places in sorted(wrong.items()):
            if places:
                memory, _, byte, one, other = min(places)
                print(f"seed {seed}, grid {kernel.grid}, block {kernel.block}: lines {lines}: without what is named there is a race at byte {byte} of {memory}, threads {one} and {other}")
        failed += any(wrong.values())
    print(f"{kernels} kernels with barriers, {left_out} of these left out; {failed} reports differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
