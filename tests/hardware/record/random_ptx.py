#!/usr/bin/env python3
"""Records what a GPU makes of random kernels: random_ptx.py kernels.ptx FOLDER

kernels.ptx is what build/release/tests/random_ptx has written: kernels `k`, each behind a line `// kernel SEED`.
FOLDER/results.tsv then holds each seed and a digest of the array that its kernel leaves behind: FNV-1a of its words. One
block of THREADS threads, whose array begins as random_word() says (tests/tier/random_kernel.cpp). Assembled without
optimisation, which passes on other NaNs, and without -fmad, which makes one instruction of two. Needs libcuda, ptxas and a
GPU. Afterwards `zstd -19 kernels.ptx`.
"""
import concurrent.futures
import ctypes
import pathlib
import re
import subprocess
import sys
import tempfile

from isa import Driver

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
THREADS = 96
WORDS = 48  # of a thread
MASK = (1 << 64) - 1
CORNERS = [0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
           0x7f800001, 0x00000001, 0x007fffff, 0x7f7fffff, 0xffffffff, 0x7e007c00, 0x00010001, 0x7ff00000]


def random_word(i, seed):
    x = ((i + 1) * 0x9e3779b97f4a7c15 & MASK) ^ (seed * 0xbf58476d1ce4e5b9 & MASK)
    x = (x ^ x >> 31) * 0x94d049bb133111eb & MASK
    x ^= x >> 29
    return CORNERS[x >> 8 & 15] if x & 7 == 0 else x >> 16 & 0xffffffff


def digest(words):
    value = 0xcbf29ce484222325
    for word in words:
        value = (value ^ word) * 0x100000001b3 & MASK
    return value


def assembled(text):
    with tempfile.TemporaryDirectory() as folder:
        source, image = pathlib.Path(folder) / "k.ptx", pathlib.Path(folder) / "k.cubin"
        source.write_text(HEAD + text)
        made = subprocess.run(["ptxas", "-O0", "-fmad=false", "-arch=sm_90", source, "-o", image], capture_output=True, text=True)
        return (image.read_bytes(), "") if made.returncode == 0 else (None, made.stderr)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    kernels = re.findall(r"// kernel (\d+)\n(.*?)(?=// kernel|\Z)", pathlib.Path(sys.argv[1]).read_text(), re.S)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        images = list(pool.map(assembled, (text for _, text in kernels)))
    driver = Driver()
    array = driver.allocate(4 * THREADS * WORDS)
    rows = []
    for (seed, _), (image, log) in zip(kernels, images):
        if image is None:
            print(f"kernel {seed} is left out: ptxas: {log or 'broke off'}")
            continue
        words = (ctypes.c_uint32 * (THREADS * WORDS))(*(random_word(i, int(seed)) for i in range(THREADS * WORDS)))
        driver.call("cuMemcpyHtoD_v2", array, words, ctypes.c_size_t(ctypes.sizeof(words)))
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        driver.call("cuModuleLoadData", ctypes.byref(module), image)
        driver.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(array))
        driver.call("cuLaunchKernel", function, 1, 1, 1, THREADS, 1, 1, 0, None, arguments, None)
        print("kernel", seed, end="\r", flush=True)  # the last, where one breaks off
        driver.call("cuCtxSynchronize")
        driver.call("cuMemcpyDtoH_v2", words, array, ctypes.c_size_t(ctypes.sizeof(words)))
        driver.call("cuModuleUnload", module)
        rows.append(f"{seed}\t{digest(words):016x}\n")
    (folder / "results.tsv").write_text("seed\tdigest\n" + "".join(rows))
    print(len(rows), "kernels")


main()
