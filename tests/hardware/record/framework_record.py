#!/usr/bin/env python3
"""Records on a GPU what Nsight Compute counts for kernels that frameworks made of Python, and everything needed to launch
them again.

  framework_record.py --out recording/frameworks [FRAMEWORK ...]     jax, inductor and numba

Needs JAX, PyTorch and Numba, ncu, CUPTI, g++ and a GPU; nothing of this project. frameworks/ has the functions, a file a
framework. Each file is run twice: launches.cpp writes down the launches, then ncu counts them. What is written is what
triton_record.py writes; a launch is called FRAMEWORK.CASE.NUMBER, and PTX is packed (ptx.txz). Left out, with a line, are
launches of which the PTX is not known, or whose arguments cannot be handed over one by one.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

from record import HERE, environment, must, profile, write_csv
from triton_record import pack, without_places

FRAMEWORKS = ("jax", "inductor", "numba")
PAGE, MARGIN = 4096, 1 << 16  # what follows an allocation's last byte that is not zero


def recorder(work):
    """The library that writes down launches, built."""
    toolkit = pathlib.Path(must(["bash", "-c", "readlink -f $(which nvcc)"]).strip()).parent.parent
    library = next(path for folder in ("lib64", "targets/x86_64-linux/lib", "extras/CUPTI/lib64") for path in (toolkit / folder).glob("libcupti.so*"))
    listed = must(["bash", "-c", "ldconfig -p | grep -o '/.*libcuda.so.1$' || true"]).split()
    driver = next(path for path in [*toolkit.rglob("stubs/libcuda.so"), *map(pathlib.Path, listed)])
    out = work / "liblaunches.so"
    must(["g++", "-std=c++17", "-O1", "-shared", "-fPIC", HERE / "frameworks" / "launches.cpp", "-o", out, f"-I{toolkit}/include",
          f"-I{toolkit}/extras/CUPTI/include", driver, library, f"-Wl,-rpath,{library.parent}"])
    return out


def kernels_of(folder):
    """By kernel: the files with PTX that have it, and their text."""
    found = {}
    for path in sorted(folder.rglob("*.ptx")):
        text = path.read_text()
        for name in re.findall(r"\.entry\s+([\w$]+)", text):
            found.setdefault(name, []).append((path, text))
    return found


def registers(ptx, kernel):
    said = subprocess.run(["ptxas", "-arch=sm_90a", "-v", "-o", "/dev/null", ptx], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    used = re.search(re.escape(kernel) + r"'.*?Used (\d+) registers", said, re.DOTALL)
    return int(used[1]) if used else None


def is_of(framework, case, path):
    return f"case_{case}." in path.name if framework == "jax" else case in path.parts


def ptx_of(framework, launch, kernels):
    """The text that the launch's code was made of, where one fits."""
    fitting = {}
    for path, text in kernels.get(launch["kernel"], []):
        if not is_of(framework, launch["case"], path):
            continue
        entry = re.search(r"\.entry\s+" + re.escape(launch["kernel"]) + r"\s*\((.*?)\)(.*?)\{", text, re.DOTALL)
        threads = re.search(r"\.reqntid (\d+)(?:, (\d+))?(?:, (\d+))?", entry[2])
        block = launch["block"][0] * launch["block"][1] * launch["block"][2]
        if threads and int(threads[1]) * int(threads[2] or 1) * int(threads[3] or 1) != block:
            continue
        if len(re.findall(r"\.param", entry[1])) == len(launch["arguments"]):
            fitting[text] = path
    if len(fitting) > 1:
        fitting = {text: path for text, path in fitting.items() if registers(path, launch["kernel"]) == launch["registers"]}
    return next(iter(fitting)) if len(fitting) == 1 else None


def cut(before, after):
    """As much of an allocation as anything lies in; an allocator's pages are larger than what was asked for."""
    used = max(len(before.rstrip(b"\0")), len(after.rstrip(b"\0")))
    size = min(len(before), -(-used // PAGE) * PAGE + MARGIN)
    return before[:size], after[:size]


def described(launch, folder, arrays, name):
    """As launches.json has it; nothing where an argument is not one value or one array."""
    arguments, taken = [], set()
    (arrays / name).mkdir(parents=True, exist_ok=True)
    for i, argument in enumerate(launch["arguments"]):
        value = bytes.fromhex(argument["bytes"])
        if len(value) > 8:
            return None
        if not argument["pointers"]:
            arguments.append({"name": str(i), "type": f"u{8 * len(value)}", "value": int.from_bytes(value, "little")})
            continue
        pointer = argument["pointers"][0]
        allocation = folder / str(pointer["allocation"])
        if pointer["allocation"] in taken or not allocation.with_suffix(".before").exists():
            return None
        taken.add(pointer["allocation"])
        before, after = (allocation.with_suffix(when).read_bytes()[pointer["offset"] :] for when in (".before", ".after"))
        before, after = cut(before, after) if len(before) >= 1 << 21 else (before, after)
        (arrays / name / f"{i}.before").write_bytes(before)
        if after != before:
            (arrays / name / f"{i}.after").write_bytes(after)
        arguments.append({"name": str(i), "array": "u8", "elements": len(before)})
    return {"name": name} | {key: launch[key] for key in ("kernel", "grid", "block", "dynamic shared", "cluster", "registers")} | {
        "tolerance": 0, "arguments": arguments}


def record(framework, work, arrays, ptx, metrics):
    """Descriptions of the framework's launches, and ncu's rows."""
    launches, made = work / "launches", work / "ptx"
    for folder in (launches, made):
        folder.mkdir(parents=True)
    program = [str(HERE / "frameworks" / f"{framework}_cases.py")]
    variables = os.environ | {"WARPGLASS_PTX": str(made)}
    done = subprocess.run([sys.executable, *program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=variables | {"WARPGLASS_LAUNCHES_OF_CASES": str(launches), "CUDA_INJECTION64_PATH": str(recorder(work))})
    print("\n".join(line for line in done.stdout.splitlines() if "REFUSED" in line), flush=True)
    kernels = kernels_of(made)
    os.environ["WARPGLASS_PTX"] = str(made)
    rows, _ = profile(sys.executable, program, metrics, work, "--profile-from-start", "off")
    recorded = [json.loads((folder / "launch.json").read_text()) for folder in sorted(launches.iterdir())]
    if len(recorded) != len(rows) - 2:
        sys.exit(f"framework_record.py: {framework}: {len(recorded)} launches, and ncu saw {len(rows) - 2}")
    shape = lambda text: [int(number) for number in re.findall(r"\d+", text)]
    descriptions, kept = [], []
    for i, (launch, folder, row) in enumerate(zip(recorded, sorted(launches.iterdir()), rows[2:])):
        name = f"{framework}.{launch['case']}.{i}"
        same = launch["grid"] == shape(row[rows[0].index("Grid Size")]) and launch["block"] == shape(row[rows[0].index("Block Size")])
        text = ptx_of(framework, launch, kernels)
        description = described(launch, folder, arrays, name) if text and same else None
        if description is None:
            print(f"{name}: {launch['kernel'][:60]}: left out: {'another shape' if not same else 'no PTX' if not text else 'its arguments'}")
            continue
        row[rows[0].index("Kernel Name")] = launch["kernel"]
        descriptions.append(description)
        kept.append(row)
        (ptx / f"{name}.ptx").write_text(without_places(text))
    print(f"{framework}: {len(kept)} of {len(recorded)} launches", flush=True)
    return descriptions, rows[:2] + kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("frameworks", nargs="*", default=FRAMEWORKS)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("recording/frameworks"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("recording.work"))
    options = parser.parse_intermixed_args()
    out, work = options.out.resolve(), options.work.resolve()
    arrays, ptx = work / "arrays", work / "packed"
    for folder in (out, arrays, ptx):
        folder.mkdir(parents=True, exist_ok=True)
    metrics = [line.strip() for line in (HERE / "metrics.txt").read_text().splitlines() if line.strip() and line[0] != "#"]
    descriptions, counters = [], []
    for framework in options.frameworks:
        described_ones, rows = record(framework, work / framework, arrays, ptx, metrics)
        descriptions += described_ones
        counters += rows[2:] if counters else rows
    write_csv(out / "counters.csv", counters)
    (out / "launches.json").write_text("[\n" + ",\n".join(json.dumps(line) for line in descriptions) + "\n]\n")
    pack(out / "arrays.txz", arrays, arrays.glob("*/*"))
    pack(out / "ptx.txz", ptx, ptx.glob("*.ptx"))
    about = environment("sm_90", [])
    ask = "import torch, triton, jax, numba, importlib.metadata as m, json; print(json.dumps({'torch': torch.__version__, 'triton': triton.__version__, 'jax': jax.__version__, 'numba': numba.__version__, 'numba-cuda': m.version('numba-cuda')}))"
    about |= json.loads(must([sys.executable, "-c", ask]).splitlines()[-1])
    about["flags"] = "ncu --clock-control none, default cache control (flush before each replay)"
    (out / "environment.json").write_text(json.dumps(about, indent=2) + "\n")


if __name__ == "__main__":
    main()
