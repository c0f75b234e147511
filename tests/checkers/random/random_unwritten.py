#!/usr/bin/env python3
"""Executes random kernels under `warpglass check`, and compares what it says of reads of what nobody has written.

  random_unwritten.py --tool PATH [--seeds A..B] [--keep DIR] [-- FLAG ...]

Of shared memory, which has no value when a block begins. What is named must not have been written before, by the order that there is for
certain; reads of bytes that nobody writes at all have to be named. What others write in no order is a race.
"""
import sys

from order import is_shared
from statements import BYTES, accesses_in
from tool import Tool


def unwritten(kernel):
    """{line: {(thread, address)}} of reads that may come before any write, and lines of those of what nobody writes."""
    reading = {access.line for access in accesses_in(kernel.body) if access.depends_on_memory}
    early, never = {}, set()
    for (memory, _, byte), events in kernel.order(generous=False).events.items():
        if not is_shared(memory) or memory == "sf":
            continue
        writes = [event for event in events if event.writes]
        for event in events:
            if event.line not in reading:
                continue
            def is_behind(write):
                return write.when < event.when if write.doer == event.doer else event.knows[write.doer] >= write.when
            if not any(is_behind(write) for write in writes):
                early.setdefault(event.line, set()).add((event.doer, (memory == "s1") * BYTES + byte))
            if not any(write is not event for write in writes):
                never.add(event.line)
    return early, never


def judge(kernel, report):
    early, never = unwritten(kernel)
    wrong, lines = [], set()
    for finding in report["findings"]:
        if finding["rule"] != "uninitialised-read":
            continue
        line, access = finding["where"]["line"], finding["access"]
        lines.add(line)
        thread = finding["block"][0] * kernel.block + finding["thread"][0]
        if not any(who == thread and access["address"] <= byte < access["address"] + access["bytes"] for who, byte in early.get(line, ())):
            wrong.append(f"line {line}: thread {thread} reads what has been written: {finding['message']}")
    return wrong + [f"line {line}: reads what nobody writes, and is not told" for line in sorted(never - lines)], len(lines)


if __name__ == "__main__":
    sys.exit(Tool(__doc__, "check").compare(judge, "reads"))
