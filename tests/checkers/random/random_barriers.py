#!/usr/bin/env python3
"""Executes random kernels under `warpglass run --redundant-barriers`, and leaves out the barriers that it names.

  random_barriers.py --tool PATH [--seeds A..B] [--keep DIR] [-- FLAG ...]

Without all of them, or with a barrier of the warp where it says that this does, there must be no race that there was not before.
Not asked for: that all such barriers are named.
"""
import sys

from statements import Barrier, Loop
from tool import Tool


def barriers_in(body):
    for statement in body:
        if isinstance(statement, Loop):
            yield from barriers_in(statement.body)
        elif isinstance(statement, Barrier) and statement.kind == "block":
            yield statement


def judge(kernel, report):
    barriers = {barrier.line: barrier for barrier in barriers_in(kernel.body)}
    before = kernel.races(generous=False)
    left_out = 0
    for finding in report["findings"]:
        barrier = barriers.get(finding["where"]["line"])
        if finding["rule"] != "redundant-barrier" or barrier is None:
            continue
        left_out += 1
        barrier.kind = "warp" if "__syncwarp()" in finding["message"] else "none"
    wrong = []
    for lines, places in kernel.races(generous=False).items() if left_out else ():
        if fresh := places - before.get(lines, set()):
            memory, _, byte, one, other = min(fresh)
            wrong.append(f"lines {lines}: without what is named there is a race at byte {byte} of {memory}, threads {one} and {other}")
    return wrong, left_out


if __name__ == "__main__":
    sys.exit(Tool(__doc__, "run", "--redundant-barriers").compare(judge, "barriers"))
