"""Runs random kernels under the tool, and reads its reports."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from kernels import Kernel
from statements import BYTES, FLAGS


class Tool:
    """With the command line's options; `command` is what the tool is told to do."""

    def __init__(self, description, *command):
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--tool", required=True)
        parser.add_argument("--seeds", default="0..99")
        parser.add_argument("--keep", type=pathlib.Path)
        parser.add_argument("flags", nargs="*")
        options = parser.parse_args()
        first, _, last = options.seeds.partition("..")
        self.seeds = range(int(first), int(last or first) + 1)
        self.command = [options.tool, *command, *options.flags]
        self.scratch = None if options.keep else tempfile.TemporaryDirectory()
        self.folder = options.keep or pathlib.Path(self.scratch.name)
        self.folder.mkdir(exist_ok=True)

    def report_of(self, seed, kernel):
        path = self.folder / f"{seed}.ptx"
        path.write_text("\n".join(kernel.text.lines) + "\n")
        command = [*self.command, path, "--kernel", "k", "--grid", str(kernel.grid), "--block", str(kernel.block), "--cluster", str(kernel.cluster), "--arg", f"u32[{2 * BYTES // 4}]:iota",
                   "--arg", f"u32[{FLAGS}]:zero", "--json", "-", "-q"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            sys.exit(f"{path}: no report: {done.stderr}")

    def compare(self, judge, told):
        """judge(kernel, report): what is wrong, and how much was told. told: of what. Returns the exit status."""
        failed = found = 0
        for seed in self.seeds:
            kernel = Kernel(seed)
            wrong, count = judge(kernel, self.report_of(seed, kernel))
            failed += bool(wrong)
            found += count
            for one in wrong:
                print(f"seed {seed}, grid {kernel.grid}, block {kernel.block}: {one}")
        print(f"{len(self.seeds)} kernels, {found} {told} told; {failed} reports differ")
        return 1 if failed else 0
