#!/usr/bin/env python3
"""Records on a GPU what instructions cost: cycles and machine instructions, a row an instruction of PTX.

  instruction_costs.py FILE.tsv [-DFURTHER]

Needs nvcc, cuobjdump, ncu and a GPU; nothing of this project. The program beside this one, instruction_costs.cu, is compiled
with nvcc -O3 and run; the machine instructions of each row are counted in the disassembled loop of its chain. With -DFURTHER the rows are those of what waits, orders and moves matrices.
"""
import collections
import csv
import datetime
import pathlib
import re
import subprocess
import sys
import tempfile

PROFILED_ROUNDS = 16  # as in instruction_costs.cu
HERE = pathlib.Path(__file__).resolve().parent


def must(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def loop_of(lines):
    """Opcodes between the last backward branch and its target, without the loop's own counting."""
    code = []
    for line in lines:
        found = re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+ )?([A-Z][\w.]*)(.*)", line)
        if found:
            code.append((int(found[1], 16), found[2], found[3]))
    for address, opcode, operands in code:
        target = re.search(r"0x([0-9a-f]+)", operands)
        if opcode.startswith("BRA") and target and int(target[1], 16) < address and int(target[1], 16) > 0:
            return [op for at, op, _ in code if int(target[1], 16) <= at < address]
    return []


def machine_instructions(sass):
    """NAME -> text such as "IMAD 0.50, IADD3 0.50", from the loops of one chain."""
    found = {}
    lengths = {}
    for function in sass.split("Function : ")[1:]:
        mangled = function.split(None, 1)[0]
        kernel = re.search(r"5timedINS_\d+(\w+?)ELi1ELi(\d+)E", mangled)  # timed<NAME, 1, length>
        if not kernel:
            continue
        length = int(kernel[2])
        counts = collections.Counter(loop_of(function.splitlines()))
        parts = [f"{op} {count / length:.2f}" for op, count in counts.most_common() if count / length >= 0.2]
        found[kernel[1]] = ", ".join(parts)
        lengths[kernel[1]] = length
    return found, lengths


def pipes(program, names, lengths):
    """NAME -> text such as "alu 1.00", from Nsight Compute's counters by pipe of a chain's launch."""
    known = re.findall(r"^(sm__inst_executed_pipe_\w+)", must(["ncu", "--query-metrics", "--chip", "gh100"]), re.M)
    metrics = ",".join(f"{name}.sum" for name in sorted(set(known)))
    text = must(["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base", "--metrics", metrics, program, "chains"])
    rows = list(csv.reader(line for line in text.splitlines() if line.startswith('"')))
    found = {}
    for name, row in zip(names, rows[2:]):
        counts = {}
        for column, value in zip(rows[0], row):
            pipe = re.fullmatch(r"sm__inst_executed_pipe_(\w+)\.sum", column)
            if pipe and value and value != "n/a":
                counts[pipe[1]] = float(value.replace(",", "")) / (PROFILED_ROUNDS * lengths[name])
        found[name] = ", ".join(f"{pipe} {count:.2f}" for pipe, count in sorted(counts.items()) if count >= 0.3)
    return found


def main():
    target = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "instruction_costs"
        must(["nvcc", "-O3", "-arch=native", *sys.argv[2:], "-o", program, HERE / "instruction_costs.cu"])
        answer = must([program]).splitlines()
        machine, lengths = machine_instructions(must(["cuobjdump", "--dump-sass", program]))
        names = [line.split("\t")[0] for line in answer[1:]]
        by_pipe = pipes(program, names, lengths)
    driver = must(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]).split()[0]
    compiler = must(["nvcc", "--version"]).strip().splitlines()[-2].strip()
    head = [
        f"# {answer[0][2:]}, driver {driver}, {compiler}, {datetime.date.today().isoformat()}; generator instruction_costs.cu.",
        "# Cycles of the SM's clock. dependent: from one to the next that waits for it, one warp; issue: between instructions of",
        "# one sub-partition with eight warps of four chains each; machine: what the assembler made of one, from the disassembly;",
        "# pipes: Nsight Compute's sm__inst_executed_pipe_NAME for one, with the loop's share.",
        "name\tclass\tinstruction\tdependent\tissue\tmachine\tpipes",
    ]
    rows = [f"{line}\t{machine.get(name, '')}\t{by_pipe.get(name, '')}" for name, line in zip(names, answer[1:])]
    target.write_text("\n".join(head + rows) + "\n")


main()
