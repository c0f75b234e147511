#!/usr/bin/env python3
"""Compares what `warpglass run --caches` says of the examples with what an H200's profiler counted (h200/caches/*.csv).

  compare_caches.py --tool build/bin/warpglass [NAME ...]    print what is further off than it may be; exit code 1 on a surprise
  compare_caches.py --tool build/bin/warpglass --write ../../docs/fidelity.md    renew the table between the marks there

Counters are compared launch by launch. Hits, misses and sectors may differ by a share of the sectors that the level was
asked for, and by what a profiler itself adds. expected_cache_differences.tsv says of launches that differ by more why; one
listed there that no longer does is a surprise too, but for reasons that begin with `timing:`.
"""
import argparse
import pathlib
import sys

from compare import EXAMPLES, HERE, Expected, counted, kernel_of, launches, number

SHARE = 0.05
OF_FIRST, OF_SECOND = "l1tex__t_sectors.sum", "lts__t_sectors_srcunit_tex.sum"
# metric, of what its difference is a share, what is allowed beside: sectors
COUNTERS = [
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", OF_FIRST, 64),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", OF_FIRST, 64),
    ("l1tex__m_xbar2l1tex_read_sectors.sum", OF_FIRST, 64),
    ("lts__t_sectors_srcunit_tex.sum", OF_SECOND, 64),
    ("lts__t_sectors_srcunit_tex_lookup_hit.sum", OF_SECOND, 64),
    ("lts__t_sectors_srcunit_tex_lookup_miss.sum", OF_SECOND, 64),
    ("dram__sectors_read.sum", OF_SECOND, 512),
    ("dram__sectors_write.sum", OF_SECOND, 512),
]


def compare(ours, theirs):
    """(launch index, kernel, metric, ours, theirs, within the limits?) of every counter."""
    for i, (our, their) in enumerate(zip(ours, theirs)):
        for metric, level, beside in COUNTERS:
            a, b = number(our[metric]), number(their[metric])
            yield i, kernel_of(their), metric, a, b, abs(a - b) <= SHARE * number(their[level]) + beside


def write_page(path, within, total):
    begin, end = "<!-- caches: begin -->", "<!-- caches: end -->"
    head, rest = pathlib.Path(path).read_text().split(begin)
    table = ["| counter | launches within the limits |", "| --- | ---: |"]
    table += [f"| `{metric}` | {within[metric]} of {total[metric]} |" for metric, _, _ in COUNTERS]
    pathlib.Path(path).write_text(head + begin + "\n\n" + "\n".join(table) + "\n\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tool", required=True, help="the warpglass program")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_intermixed_args()
    expected = Expected("expected_cache_differences.tsv")
    within = {metric: 0 for metric, _, _ in COUNTERS}
    total = dict(within)
    surprises = 0
    for recording in sorted((HERE / "h200" / "caches").glob("*.csv")):
        name = recording.stem
        if options.names and name not in options.names:
            continue
        theirs, ours = launches(recording), counted(options.tool, "clang", EXAMPLES.source(name), "--caches")
        if isinstance(ours, str) or len(ours) != len(theirs):
            print(f"{name}: {ours if isinstance(ours, str) else f'{len(ours)} launches, recorded {len(theirs)}'}")
            surprises += 1
            continue
        for i, kernel, metric, a, b, fits in compare(ours, theirs):
            total[metric] += 1
            within[metric] += fits
            if fits:
                continue
            reason = expected.reason(name, kernel, metric)
            surprises += reason is None
            print(f"{name}: launch {i} {kernel}: {metric}: {a:,.0f} (H200 {b:,.0f})  {reason or 'DIFFERS'}")
    if not options.names:
        for row in expected.unused():
            expected.tell(row)
            surprises += 1
    if options.write:
        write_page(options.write, within, total)
    print(f"{sum(within.values())} of {sum(total.values())} counters within the limits, {surprises} surprises")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
