#!/usr/bin/env python3
"""What calls of the runtime API and the start of a program cost in processor time, as rows of a table.

    ./dev bench calls
    bench/calls.py BUILD

Of the start the least of 30 is taken; of the program's own it is the whole, a C++ program's that does nothing included.
"""

import argparse
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def least_ms(command):
    """Processor time of a command, milliseconds."""
    best = float("inf")
    for _ in range(30):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    tools = parser.parse_args().build.resolve() / "bin"
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/calls"
        subprocess.run([tools / "warpglass-nvcc", "-O2", ROOT / "bench/calls.cu", "-o", program], check=True)
        print(subprocess.run([program], check=True, capture_output=True, text=True).stdout, end="")
        run = [tools / "warpglass", "run"]
        for what, command in (("a program that makes no call", [program, "none"]),
                              ("one that launches a kernel", [program, "start"]),
                              ("that one under `warpglass run -q`", [*run, "-q", program, "--", "start"]),
                              ("that one under `warpglass run`", [*run, program, "--", "start"])):
            print(f"| start and end of {what}, ms | {least_ms(command):.1f} |")


if __name__ == "__main__":
    main()
