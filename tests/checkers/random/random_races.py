#!/usr/bin/env python3
"""Executes random kernels whose races are known under `warpglass check`, and compares.

  random_races.py --tool PATH [--seeds A..B] [--keep DIR] [-- FLAG ...]

What the check says has to be there, between these threads; what there is in any order of threads has to be said. --keep leaves
each kernel's PTX in a folder. Flags behind `--` go to the check.

Not asked for: of races between blocks that cannot talk to each other, more than one at a word (two blocks that write it and two
that read it stand for all others); races in kernels in which threads get to know by chance what others have said.
"""
import sys

from order import is_shared
from tool import Tool

RACES = {"shared-race", "global-race", "missing-fence", "scope-race"}
OTHERS = {"deadlock", "endless-loop", "barrier-divergence", "out-of-bounds", "misaligned", "illegal-instruction"}


def judge(kernel, report):
    order = kernel.order(generous=False)
    always, ever = kernel.races(generous=True), order.races()  # in any order of threads, and in some

    def thread(of):
        return of["block"][0] * kernel.block + of["thread"][0]

    wrong, told, unfenced = [], set(), set()
    for finding in report["findings"]:
        if finding["rule"] in OTHERS and finding["severity"] != "note":
            wrong.append(f"line {finding['where']['line']}: {finding['rule']}: {finding['message']}")
        if finding["rule"] not in RACES:
            continue
        if "proxy fence" in finding["message"]:
            unfenced.add(tuple(sorted((finding["where"]["line"], finding["related"][0]["where"]["line"]))))
            continue
        low, high = sorted((finding, finding["related"][0]), key=lambda one: one["where"]["line"])
        lines = low["where"]["line"], high["where"]["line"]
        told.add(lines)
        pairs = {place[3:] for place in ever.get(lines, ())}
        if lines[0] == lines[1]:
            pairs |= {pair[::-1] for pair in pairs}
        if (thread(low), thread(high)) not in pairs:
            wrong.append(f"lines {lines}: no race: {finding['message']}")
    wrong += [f"lines {lines}: there is a proxy fence between" for lines in unfenced - order.unfenced(generous=False)]
    # One of the stores that a copy should not read stands for all.
    named = {line for lines in unfenced | told for line in lines}
    wrong += [f"line {line}: there is no proxy fence, and that is not told" for line in kernel.bulk_lines - named if any(line in lines for lines in order.unfenced(generous=True))]
    words = {(place[0], place[2] // 4) for lines in told for place in ever.get(lines, ())}
    for lines in always.keys() - told:
        def is_missed(place):
            apart = place[3] // kernel.block != place[4] // kernel.block
            return not (apart and not is_shared(place[0]) and (place[0], place[2] // 4) in words)
        missed = sorted(filter(is_missed, always[lines]))
        if missed and not kernel.depends_on_chance:
            memory, whose, byte, one, other = missed[0]
            wrong.append(f"lines {lines}: a race at byte {byte} of {memory}{f' of block {whose}' if is_shared(memory) else ''}, threads {one} and {other}, is not told")
    return wrong, len(told)


if __name__ == "__main__":
    sys.exit(Tool(__doc__, "check").compare(judge, "races"))
