#!/usr/bin/env python3
"""Records which spellings of instructions ptxas takes, and for which targets: spellings.py lines.txt > spellings.tsv

lines.txt is what build/release/tests/spellings has written, an instruction a line. The recording has a column for each
target, 1 where ptxas takes the line, and then the line. Needs ptxas, no GPU. Afterwards `zstd -19 spellings.tsv`.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TARGETS = [75, 80, 86, 89, 90, 100]
PARTS = 8  # each assembled by itself
REGISTERS = re.search(r'kRegisterLines = R"\((.*?)\)"',
                      (pathlib.Path(__file__).parent.parent.parent / "tier" / "random_line.hpp").read_text(), re.S)[1]
REGISTERS = REGISTERS.replace("\n", " ")


def taken(lines, target):
    """Of each line whether it is taken."""
    text = [".version 9.0", f".target sm_{target}", ".address_size 64"]
    at = {}
    for i, line in enumerate(lines):
        text.append(f".visible .entry k{i}() {{ {REGISTERS}")
        text.append(line)
        at[len(text)] = i
        text.append("ret; }")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "k.ptx"
        source.write_text("\n".join(text) + "\n")
        made = subprocess.run(["ptxas", "-O0", f"-arch=sm_{target}", source, "-o", "/dev/null"], capture_output=True, text=True)
    wrong = {at[int(number)] for number in re.findall(r"line (\d+); error", made.stderr) if int(number) in at}
    if (made.returncode == 0) != (not wrong):
        sys.exit(made.stderr)
    return [i not in wrong for i in range(len(lines))]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
    verdicts = {}
    for part in range(PARTS):
        some = lines[part::PARTS]
        for target in TARGETS:
            for line, one in zip(some, taken(some, target)):
                verdicts.setdefault(line, []).append(str(int(one)))
    print("\t".join(f"sm_{target}" for target in TARGETS) + "\tinstruction")
    for line in lines:
        print("\t".join(verdicts[line][:len(TARGETS)]) + "\t" + line)


main()
