#!/usr/bin/env python3
"""Records on a GPU what Nsight Compute counts for kernels that Triton compiled, and everything needed to launch them again.

  triton_record.py --out recording/triton [NAME ...]     the kernels of triton_kernels/, a launch each

Needs PyTorch with Triton, ncu and a GPU; nothing of this project. The machine code is the one that Triton made, so that
the counters are what its users get. What is written:

  NAME.ptx            what Triton handed to its assembler, less sections for debuggers
  launches.json       a launch a line: grid, block, shared memory, arguments in the order of the PTX, registers, and how many
                      memory and matrix instructions the machine code holds
  arrays.txz          NAME/POSITION.before and .after: bytes of the arguments, after only where the launch changed them
  counters.csv        ncu's raw page, a row a launch, as record.py writes it
  instructions.txz    NAME.sass.csv: ncu's counts per machine instruction
  environment.json    chip, driver, tools, date
"""
import argparse
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile

from record import HERE, environment, must, profile, write_csv

# Machine instructions that the description counts: memory, matrix products, copies.
COUNTED = re.compile(r"(LD|ST|RED|ATOM|SUST|SULD|UBLKCP|UTMA|UBLKRED|HMMA|IMMA|DMMA|QMMA|QGMMA|HGMMA|IGMMA|MOVM|CCTL|SYNCS|BAR|CALL)")
TOOL_TYPES = {"fp32": "f32", "fp64": "f64", "fp16": "f16", "bf16": "bf16", "i1": "u8", "u1": "u8"}
REPLACED_PATH = str(HERE.parent.parent.parent) + "/"


def without_places(ptx):
    """Less what says where the sources lay: the beginnings of paths, and the debugger's sections."""
    ptx = re.sub(r"\n\s*\.section\s+\.debug_\w+\s*\{.*?\n\s*\}", "", ptx, flags=re.DOTALL)
    return re.sub(r'"[^"]*/site-packages/', '"', ptx.replace(REPLACED_PATH, ""))


def raw_bytes(tensor):
    import torch

    return tensor.cpu().contiguous().view(torch.uint8).numpy().tobytes()


def machine_code(cubin, folder):
    path = folder / "kernel.cubin"
    path.write_bytes(cubin)
    return must(["cuobjdump", "-sass", path])


def instruction_counts(sass):
    found = re.findall(r"^\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)", sass, re.MULTILINE)
    return {name: found.count(name) for name in sorted(set(found)) if COUNTED.match(name)}


def described(case, kernel, values, tensors, folder):
    """The launch as its PTX wants it: arguments that Triton made constants are left out, the pointers that it adds for
    its own use are null."""
    ptx = kernel.asm["ptx"]
    entry = re.search(r"\.entry (\w+)\((.*?)\)(.*?)\{", ptx, re.DOTALL)
    parameters = len(re.findall(r"\.param", entry[2]))
    threads = int(re.search(r"\.(?:req|max)ntid (\d+)", entry[3])[1])
    arguments = []
    for (name, type), value, before in zip(kernel.src.signature.items(), values, tensors):
        if type == "constexpr":
            continue
        if before is not None:
            arguments.append({"name": name, "array": case_type(case, name, values), "elements": before.numel()})
        else:
            arguments.append({"name": name, "type": TOOL_TYPES.get(type, type), "value": value})
    added = parameters - len(arguments)
    if not 0 <= added <= 2:
        raise RuntimeError(f"{parameters} parameters in the PTX, {len(arguments)} arguments")
    arguments += [{"name": "scratch", "type": "u64", "value": 0}] * added
    return {
        "name": case.name,
        "kernel": entry[1],
        "grid": list(case.grid) + [1] * (3 - len(case.grid)),
        "block": threads,
        "warps": case.warps,
        "stages": case.stages,
        "dynamic shared": kernel.metadata.shared,
        "cluster": list(getattr(kernel.metadata, "cluster_dims", (1, 1, 1))),
        "needs": case.needs,
        "tolerance": case.tolerance,
        "registers": kernel.n_regs,
        "spilled": kernel.n_spills,
        "machine code": instruction_counts(machine_code(kernel.asm["cubin"], folder)),
        "arguments": arguments,
    }


def case_type(case, name, values):
    position = list(case.kernel.arg_names).index(name)
    return case.arguments[position].type


def launch(case, out, arrays):
    """Compiles, launches once for the results and, the memory as before, once more under the profiler."""
    import torch

    generator = case.generator()
    values = [argument.make(generator).cuda() if hasattr(argument, "make") else argument for argument in case.arguments]
    tensors = [value if isinstance(value, torch.Tensor) else None for value in values]
    before = [None if tensor is None else raw_bytes(tensor) for tensor in tensors]
    kept = [None if tensor is None else tensor.clone() for tensor in tensors]

    def once():
        kernel = case.kernel[case.grid](*values, **case.constants, num_warps=case.warps, num_stages=case.stages)
        torch.cuda.synchronize()
        return kernel

    kernel = once()
    after = [None if tensor is None else raw_bytes(tensor) for tensor in tensors]
    description = described(case, kernel, values, tensors, arrays)
    for tensor, copy in zip(tensors, kept):
        if tensor is not None:
            tensor.view(torch.uint8).copy_(copy.view(torch.uint8))
    torch.cuda.synchronize()
    torch.cuda.cudart().cudaProfilerStart()
    once()
    torch.cuda.cudart().cudaProfilerStop()

    position = 0
    for i, (name, type) in enumerate(kernel.src.signature.items()):
        if type == "constexpr":
            continue
        if i < len(before) and before[i] is not None:
            folder = arrays / case.name
            folder.mkdir(exist_ok=True)
            (folder / f"{position}.before").write_bytes(before[i])
            if after[i] != before[i]:
                (folder / f"{position}.after").write_bytes(after[i])
        position += 1
    (out / f"{case.name}.ptx").write_text(without_places(kernel.asm["ptx"]))
    return description


def launch_all(options):
    """What runs under ncu: the cases of one file; a launch a line of standard output's file."""
    sys.path.insert(0, str(HERE))
    import triton_kernels

    with open(options.work / f"{options.inside}.jsonl", "w") as written:
        for case in triton_kernels.ALL[options.inside]:
            if options.names and case.name not in options.names:
                continue
            try:
                written.write(json.dumps(launch(case, options.out, options.work / "arrays")) + "\n")
                written.flush()
            except Exception as refusal:  # one kernel that does not compile is no reason to lose the others
                with open(options.work / "refused.txt", "a") as refused:
                    refused.write(f"{case.name}: {type(refusal).__name__}: {str(refusal)[-1500:]}\n")
                if "CUDA error" in str(refusal):
                    break


def pack(path, folder, members):
    """The same files give the same archive."""
    with tarfile.open(path, "w:xz", preset=9) as archive:
        for member in sorted(members):
            entry = tarfile.TarInfo(str(member.relative_to(folder)))
            entry.size = member.stat().st_size
            with open(member, "rb") as file:
                archive.addfile(entry, file)


def split_source_page(text, names, folder):
    """ncu's source page of a report is a table a launch; each begins with the kernel's name."""
    rows = list(csv.reader(io.StringIO(text)))
    tables = []
    for row in rows:
        if row and row[0] == "Kernel Name":
            tables.append([])
        if tables and row:
            tables[-1].append(row)
    if len(tables) != len(names):
        print(f"triton_record.py: {len(tables)} tables in the source page for {len(names)} launches", flush=True)
        (folder / "page.csv").write_text(text)
        return
    for name, table in zip(names, tables):
        write_csv(folder / f"{name}.sass.csv", table)


def assembler():
    import triton

    folder = pathlib.Path(triton.__file__).parent / "backends" / "nvidia" / "bin"
    return must([folder / "ptxas", "--version"]).strip().splitlines()[-2].strip()


def versions():
    """In a process of its own: nothing of PyTorch is loaded in the one that calls ncu."""
    import torch
    import triton

    print(json.dumps({"torch": torch.__version__, "triton": triton.__version__, "ptxas": assembler()}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("recording/triton"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("recording.work"))
    parser.add_argument("--inside", help="launch the cases of this file; what this program calls itself with, under ncu")
    parser.add_argument("--versions", action="store_true", help="print the versions of Triton and PyTorch")
    options = parser.parse_intermixed_args()
    options.out, options.work = options.out.resolve(), options.work.resolve()
    if options.versions:
        return versions()
    if options.inside:
        return launch_all(options)
    for folder in (options.out, options.work / "arrays", options.work / "instructions"):
        folder.mkdir(parents=True, exist_ok=True)
    metrics = [line.strip() for line in (HERE / "metrics.txt").read_text().splitlines() if line.strip() and line[0] != "#"]
    descriptions, counters = [], []
    for file in [path.stem for path in sorted((HERE / "triton_kernels").glob("*.py")) if path.stem not in ("__init__", "cases")]:
        arguments = [__file__, "--inside", file, "--out", options.out, "--work", options.work, *options.names]
        try:
            rows, report = profile(sys.executable, arguments, metrics, options.work, "--profile-from-start", "off")
        except (RuntimeError, StopIteration) as refusal:
            print(f"triton_record.py: {file}: {refusal}", flush=True)
            continue
        launched = [json.loads(line) for line in (options.work / f"{file}.jsonl").read_text().splitlines()]
        if [row[rows[0].index("Kernel Name")] for row in rows[2:]] != [description["kernel"] for description in launched]:
            print(f"triton_record.py: {file}: ncu saw other launches than were described", flush=True)
            continue
        descriptions += launched
        counters += rows[2:] if counters else rows
        page = must(["ncu", "--import", report, "--csv", "--page", "source", "--print-source", "sass", "--print-units", "base"])
        split_source_page(page, [description["name"] for description in launched], options.work / "instructions")
        print(f"{file}: {len(launched)} launches", flush=True)
        write_csv(options.out / "counters.csv", counters)
        (options.out / "launches.json").write_text("[\n" + ",\n".join(json.dumps(line) for line in descriptions) + "\n]\n")
    pack(options.out / "arrays.txz", options.work / "arrays", (options.work / "arrays").glob("*/*"))
    pack(options.out / "instructions.txz", options.work / "instructions", (options.work / "instructions").glob("*.sass.csv"))
    about = environment("sm_90", []) | json.loads(must([sys.executable, __file__, "--versions"]).splitlines()[-1])
    del about["nvcc"]
    about["flags"] = "ncu --clock-control none, default cache control (flush before each replay)"
    (options.out / "environment.json").write_text(json.dumps(about, indent=2) + "\n")
    refused = options.work / "refused.txt"
    if refused.exists():
        print(refused.read_text())


if __name__ == "__main__":
    main()
