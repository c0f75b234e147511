#!/usr/bin/env python3
"""Writes CUDA programs whose kernels access shared and global memory in random ways.

  random_kernels.py --out DIR [--seed N] [--programs N] [--kernels N]

Every program launches each of its kernels once and prints PASS when all ran. The same seed writes the same programs.
Indices are random expressions of thread, lane, warp, block and of numbers read from memory, cut to the array; accesses are loads,
stores and atomics of one to sixteen bytes, under guards, in loops of unknown length and between barriers. Kernels are made to be counted, not
to compute anything: where threads write one word, which of them wins is left open.
"""
import argparse
import pathlib
import random

# type, bytes, how an int goes in, how an int comes out
TYPES = [
    ("unsigned char", 1, "(unsigned char)({0})", "(int){0}"),
    ("short", 2, "(short)({0})", "(int){0}"),
    ("int", 4, "({0})", "{0}"),
    ("float", 4, "__int_as_float({0})", "__float_as_int({0})"),
    ("double", 8, "__longlong_as_double({0})", "(int)__double_as_longlong({0})"),
    ("int2", 8, "make_int2({0}, acc)", "({0}.x ^ {0}.y)"),
    ("int4", 16, "make_int4({0}, acc, tid, 7)", "({0}.x ^ {0}.y ^ {0}.z ^ {0}.w)"),
]
BLOCKS = [(32, 1, 1), (64, 1, 1), (96, 1, 1), (128, 1, 1), (256, 1, 1), (40, 1, 1), (200, 1, 1), (333, 1, 1), (1024, 1, 1),
          (16, 16, 1), (32, 8, 1), (8, 8, 1), (33, 3, 1), (12, 5, 2), (4, 8, 16), (7, 7, 7)]
GLOBAL_ELEMENTS = 1 << 14


class Kernel:
    def __init__(self, name, dice):
        self.name = name
        self.dice = dice
        self.block = dice.choice(BLOCKS)
        self.grid = dice.choice([1, 2, 3, 8])
        self.type = dice.choice(TYPES)
        self.shared_log = dice.randint(6, 11) if self.type[1] <= 8 else dice.randint(6, 10)
        self.loops = 0

    def term(self):
        d = self.dice
        return d.choice([
            "tid", "tid", "lane", "warp", "threadIdx.x", "threadIdx.y", "blockIdx.x",
            f"tid * {d.choice([2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64])}",
            f"lane * {d.choice([2, 3, 4, 6, 8, 12, 16, 32, 33])}",
            f"(tid >> {d.randint(1, 4)})", f"(lane ^ {d.randint(1, 31)})", f"(tid ^ (tid >> {d.randint(1, 5)}))",
            f"(lane & {d.choice([1, 3, 7, 15, 21, 28])})", f"tid % {d.choice([3, 5, 7, 11, 24])}",
            f"warp * {d.choice([8, 32, 33, 40])}", "index[tid & 1023]", f"(31 - lane)",
        ])

    def index(self, log):
        d = self.dice
        terms = [self.term() for _ in range(d.choice([1, 1, 2, 2, 3]))]
        text = d.choice([" + ", " + ", " ^ "]).join(terms)
        if d.random() < 0.4:
            text += f" + {d.randint(1, 40)}"
        if self.loops and d.random() < 0.8:
            text += d.choice([" + i", f" + i * {d.choice([2, 32, 33])}"])
        return f"({text}) & {(1 << log) - 1}"

    def place(self):
        """An array element."""
        if self.dice.random() < 0.6:
            return f"s[{self.index(self.shared_log)}]", True
        return f"g[{self.index(14)}]", False

    def access(self):
        d = self.dice
        kind = d.random()
        if kind < 0.5:
            element, _ = self.place()
            return f"acc += {self.type[3].format(element)};"
        if kind < 0.8:
            element, _ = self.place()
            return f"{element} = {self.type[2].format(d.choice(['acc', 'tid', 'acc + lane']))};"
        array, log = d.choice([("counts", 8), ("global_counts", 12)])
        operation = d.choice(["atomicAdd", "atomicAdd", "atomicMax", "atomicExch", "atomicXor"])
        value = d.choice(["1", "tid", "acc"]) if operation == "atomicAdd" else d.choice(["tid", "acc"])
        call = f"{operation}(&{array}[{self.index(log)}], {value})"
        return d.choice([f"{call};", f"acc += {call};"])

    def guard(self):
        d = self.dice
        return d.choice([f"tid < {d.randint(1, 300)}", f"lane < {d.randint(1, 31)}", f"tid % {d.randint(2, 5)} == {d.randint(0, 1)}",
                         f"(lane & {d.choice([1, 2, 4, 5, 16])}) != 0", f"lane == {d.randint(0, 31)}", f"warp == {d.randint(0, 2)}",
                         "index[tid & 1023] > 500"])

    def statements(self, depth, indent):
        d = self.dice
        lines = []
        pad = "  " * indent
        for _ in range(d.randint(1, 3)):
            kind = d.random()
            if kind < 0.55 or depth == 0:
                lines.append(pad + self.access())
            elif kind < 0.75:
                lines.append(pad + f"if ({self.guard()}) {{")
                lines += self.statements(depth - 1, indent + 1)
                if d.random() < 0.4:
                    lines.append(pad + "} else {")
                    lines += self.statements(depth - 1, indent + 1)
                lines.append(pad + "}")
            elif self.loops == 0:
                lines.append(pad + f"for (int i = 0; i < n; ++i) {{")
                self.loops += 1
                lines += self.statements(depth - 1, indent + 1)
                self.loops -= 1
                lines.append(pad + "}")
            else:
                lines.append(pad + self.access())
        return lines

    def text(self):
        name, _, to, _ = self.type
        body = []
        for part in range(self.dice.randint(1, 3)):
            if part:
                body.append("  __syncthreads();")
            body += self.statements(2, 1)
        return "\n".join([
            f"__global__ void {self.name}({name}* g, int* global_counts, const int* index, int* out, int n) {{",
            f"  __shared__ __align__(16) {name} s[{1 << self.shared_log}];",
            "  __shared__ int counts[256];",
            "  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
            "  const int threads = blockDim.x * blockDim.y * blockDim.z;",
            "  const int lane = tid & 31;",
            "  const int warp = tid >> 5;",
            "  int acc = lane + warp;",
            f"  for (int j = tid; j < {1 << self.shared_log}; j += threads) s[j] = {to.format('j')};",
            "  for (int j = tid; j < 256; j += threads) counts[j] = j;",
            "  __syncthreads();",
            *body,
            "  __syncthreads();",
            "  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];",
            "}",
        ])

    def launch(self):
        x, y, z = self.block
        return (f"  {self.name}<<<{self.grid}, dim3({x}, {y}, {z})>>>(({self.type[0]}*)memory, counts, index, out, {self.dice.randint(1, 5)});")


def program(name, kernels):
    lines = [
        f"// Random accesses to shared and global memory; written by random_kernels.py. Launches: {len(kernels)}.",
        "#include <cstdio>",
        "#include <cuda_runtime.h>",
        "",
        *[kernel.text() + "\n" for kernel in kernels],
        "int main() {",
        "  void* memory;",
        "  int *counts, *index, *out;",
        f"  cudaMalloc(&memory, {GLOBAL_ELEMENTS * 16});",
        "  cudaMalloc(&counts, 4096 * sizeof(int));",
        "  cudaMalloc(&index, 1024 * sizeof(int));",
        "  cudaMalloc(&out, 8 * 1024 * sizeof(int));",
        f"  cudaMemset(memory, 1, {GLOBAL_ELEMENTS * 16});",
        "  cudaMemset(counts, 0, 4096 * sizeof(int));",
        "  int host[1024];",
        "  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023);",
        "  cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);",
        *[kernel.launch() for kernel in kernels],
        "  const cudaError_t error = cudaDeviceSynchronize();",
        f"  std::printf(\"%s {name}: {len(kernels)} kernels, %s\\n\", error == cudaSuccess ? \"PASS\" : \"FAIL\", cudaGetErrorName(error));",
        "  return error != cudaSuccess;",
        "}",
        "",
    ]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=8)
    parser.add_argument("--kernels", type=int, default=12)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for p in range(options.programs):
        name = f"random_{options.seed + p:03}"
        dice = random.Random(options.seed + p)
        kernels = [Kernel(f"k{i:02}", dice) for i in range(options.kernels)]
        (options.out / f"{name}.cu").write_text(program(name, kernels))


if __name__ == "__main__":
    main()
