#!/usr/bin/env python3
"""What `warpglass advise` finds in kernels whose best layout is known, and how long it takes beside a plain run.

    ./dev bench advise [--rounds N] [--write docs/teaching/known_layouts.md]
    ./dev bench advise --examples docs/teaching/advice.md
    bench/advise.py BUILD ...

The programs and their best layouts are in tests/tool/advise/known.tsv. Times are processor time, the least of the rounds,
both without the cache of compiled programs, on as many threads as the machine has. --write puts the table of layouts,
which has no times, between the marks of that page. --examples puts what `advise` says of each example between those of that
page, and measures nothing.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/tool/advise"
BEGIN, END = "<!-- made by bench/advise.py --write -->\n", "<!-- end -->\n"


def known_layouts():
    """By program and machine: array, best layout, its wavefronts."""
    known = {}
    for line in (PROGRAMS / "known.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        program, machine, array, best, wavefronts, _ = line.split("\t")
        known.setdefault((program, machine), []).append((array, best, wavefronts))
    return known


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def layout_rows(program, machine, arrays, advice):
    for name, best, least in arrays:
        array = next(one for one in advice["arrays"] if one["name"] == name)
        chosen = next((one for one in array["proposals"] if one["chosen"]), None)
        before = array["before"]["wavefronts_shared"]
        after = chosen["after"]["wavefronts_shared"] if chosen else before
        least = before if least == "-" else int(least)
        kernel = ", ".join(sorted({one.split("(")[0].split("<")[0].split()[-1] for one in array["kernels"]}))
        found = chosen["title"] if chosen else "as declared"
        yield (f"{kernel} ({program})", machine, f"`{name}`", f"`{found}`" if chosen else found, f"{before:,}", f"{after:,}",
               f"{least:,}", f"{after / least:.2f}")


def change_of(patch):
    """The lines of a patch from its first place on."""
    return "\n".join(line for line in patch.splitlines() if not line.startswith(("--- ", "+++ ")))


def figures_of(change, proposal):
    """The figure that a change is for, before and after."""
    name, before = next(iter(change["before"].items()))
    after = proposal["after"][name]
    shown = [f"{one:.0%}" if name == "occupancy" else f"{one:,.0f}" for one in (before, after)]
    return f"{shown[0]} → {shown[1]} {name}"


def why_none(one):
    """Why nothing is proved for an array or a change: what was tried, or what stands in the way."""
    verdicts = {"no-better": "gains nothing", "results-differ": "computes something else", "loses": "loses",
                "makes-mistakes": "makes mistakes", "not-compiled": "does not compile"}
    reasons = [f"`{tried['title']}` {verdicts[tried['verdict']]}" + (f": {tried['reason']}" if tried.get("reason") else "")
               for tried in one["proposals"]]
    # What is said of proposals is nothing to one that was not tried.
    reasons += [remark for remark in one["remarks"] if "not tried" in remark] or one["remarks"]
    if not reasons:
        reasons = [f"none of {one['layouts']} layouts costs less" if one["layouts"] else
                   "no other layout keeps its elements in place"]
    return "; ".join(reasons)


def repairs_of(advice):
    """Of each array and each change that costs: where and what, and the repair that was chosen with its proof."""
    for array in advice["arrays"]:
        chosen = next((one for one in array["proposals"] if one["chosen"]), None)
        excess = array["excess"]
        conflicts = "1 wavefront is a bank conflict" if excess == 1 else f"{excess:,} wavefronts are bank conflicts"
        what = f"`{array['declaration']}`: {conflicts}"
        before = array["before"]["wavefronts_shared"]
        proof = chosen and f"{before:,} → {chosen['after']['wavefronts_shared']:,} wavefronts"
        yield array["where"]["line"], what, chosen, proof, array
    for change in advice["changes"]:
        chosen = next((one for one in change["proposals"] if one["chosen"]), None)
        proved = chosen or next((one for one in change["proposals"] if one["verdict"] == "proved"), None)
        yield change["where"]["line"], change["message"], chosen, proved and figures_of(change, proved), change


def advice_in_one(hint):
    """The last line of what is said: how to mend it."""
    return hint["advice"].splitlines()[-1]


def example_text(name, advice):
    """A part of the page; empty where an example has nothing that costs."""
    parts = []
    for line, what, chosen, proof, one in sorted(repairs_of(advice), key=lambda repair: repair[0]):
        place = f"Line {line}: " if line else ""  # 0: it is not found in the source
        if chosen is None and proof:
            parts.append(f"{place}{what}. Proved, but another repair gains more or comes first: {proof}.\n")
        elif chosen is None:
            parts.append(f"{place}{what}. No repair is proved: {why_none(one)}.\n")
        else:
            parts.append(f"{place}{what}. Proved: {proof}, results the same.\n\n```diff\n{change_of(chosen['patch'])}\n```\n")
    hints = sorted(advice["hints"], key=lambda hint: hint["where"]["line"])
    left = [f"- line {hint['where']['line']}, {hint['message']} (`{hint['rule']}`): {advice_in_one(hint)}"
            for hint in hints if "tried above" not in hint["advice"] and "see above" not in hint["advice"]]
    if left:
        parts.append("Of the rest it says where to look:\n\n" + "\n".join(dict.fromkeys(left)) + "\n")
    return f"## {name}\n\n" + "\n".join(parts) if parts else ""


def write_examples(tool, page):
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "advice.json"
        for source in sorted((ROOT / "examples").glob("*.cu")):
            subprocess.run([tool, "advise", f"examples/{source.name}", "--json", str(result)], cwd=ROOT, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            parts.append(example_text(source.name, json.loads(result.read_text())))
    put_between_marks(page, "\n".join(part for part in parts if part))


def put_between_marks(page, text):
    whole = page.read_text()
    page.write_text(whole.split(BEGIN)[0] + BEGIN + "\n" + text + "\n" + END + whole.split(END)[1])


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--examples", type=pathlib.Path)
    options = parser.parse_args()
    tool = str((options.build / "bin/warpglass").resolve())
    os.environ["WARPGLASS_PTXAS"] = "none"  # an assembler's registers may decide between two layouts
    if options.examples:
        return write_examples(tool, options.examples)
    layouts, times = [], []
    with tempfile.TemporaryDirectory() as folder:
        for (program, machine), arrays in known_layouts().items():
            source = str(PROGRAMS / program)
            result = pathlib.Path(folder) / "advice.json"
            common = [source, "--arch", machine, "--no-cache"]
            plain = min(processor_seconds([tool, "run", *common, "--quiet"]) for _ in range(options.rounds))
            advise = min(processor_seconds([tool, "advise", *common, "--json", str(result)])
                         for _ in range(options.rounds))
            layouts += layout_rows(program, machine, arrays, json.loads(result.read_text()))
            times.append((program, machine, f"{plain:.2f}", f"{advise:.2f}", f"{advise / plain:.1f}"))
    head = ("kernel", "machine", "array", "what `advise` chooses", "wavefronts as declared", "then", "known best",
            "then / best")
    text = table(head, layouts)
    print(text)
    print(table(("program", "machine", "run, s", "advise, s", "advise / run"), times))
    if options.write:
        put_between_marks(options.write, text)


if __name__ == "__main__":
    main()
