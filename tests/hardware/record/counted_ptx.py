#!/usr/bin/env python3
"""Records what Nsight Compute counts for kernels of one access each: counted_ptx.py kernels.ptx FOLDER

kernels.ptx is what build/release/tests/counted_ptx has written. Each kernel is launched once, one warp with a zeroed array
of BYTES. FOLDER/counters.csv then holds ncu's raw page: the counters that compare.py wants equal, a row a kernel. Needs
ptxas, libcuda, ncu and a GPU. Afterwards `xz -9` both.
"""
import ctypes
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from compare import EXACT  # noqa: E402
from compare_counted import BYTES, HEAD  # noqa: E402
from isa import Driver  # noqa: E402
from record import profile, write_csv  # noqa: E402


def launch(image, names):
    driver = Driver()
    array = driver.allocate(BYTES)
    module = ctypes.c_void_p()
    driver.call("cuModuleLoadData", ctypes.byref(module), pathlib.Path(image).read_bytes())
    for name in pathlib.Path(names).read_text().split():
        driver.call("cuMemsetD8_v2", array, 0, ctypes.c_size_t(BYTES))
        function = ctypes.c_void_p()
        driver.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(array))
        driver.call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, arguments, None)
        driver.call("cuCtxSynchronize")


def main():
    if sys.argv[1:2] == ["--launch"]:
        return launch(*sys.argv[2:])
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    kernels, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    source, image, names = folder / "k.ptx", folder / "k.cubin", folder / "names"
    source.write_text(HEAD + kernels)
    names.write_text("\n".join(re.findall(r"\.entry (\w+)\(", kernels)))
    subprocess.run(["ptxas", "-O3", "-arch=sm_90", source, "-o", image], check=True)
    asked = {line.strip() for line in (HERE / "metrics.txt").read_text().splitlines()}
    rows, _ = profile("python3", [str(HERE / "counted_ptx.py"), "--launch", str(image), str(names)],
                      [metric for metric in EXACT if metric in asked], folder)
    write_csv(folder / "counters.csv", rows)
    for made in (source, image, names, folder / "python3.ncu-rep"):
        made.unlink()
    print(len(rows) - 2, "launches")


if __name__ == "__main__":
    main()
