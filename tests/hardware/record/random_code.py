#!/usr/bin/env python3
"""Writes CUDA programs as people write them, at random: structs, conditions, loops, tiles, local arrays, functions.

  random_code.py --out DIR [--seed N] [--programs N] [--kernels N]

Every program launches each of its kernels once, prints a digest of what each has left in memory, and PASS when all ran.
The same seed writes the same programs. What the kernels access is meant to be what a compiler has much to do about: loads that
only one way of a condition needs, loops it may unroll, arrays it may keep in registers, equal loads, members of structs.
No thread reads what another writes without a barrier between, so that the digests are everywhere the same.
"""
import argparse
import pathlib
import random

TYPES = ["int", "int", "float", "float", "unsigned", "double", "short", "unsigned char", "long long"]
BLOCKS = [(32, 1), (64, 1), (128, 1), (256, 1), (100, 1), (16, 16), (32, 8), (8, 8), (32, 4), (20, 5)]
LOG = 13  # of the elements of an array

HELPERS = """\
struct Body { float x, y, z, mass; };
struct Vec3 { float x, y, z; };
struct Record { int key; short kind; unsigned char flags[6]; double value; };
struct alignas(16) Pair { int first; int second; float weight; int next; };
__constant__ int fixed[64];

__device__ __forceinline__ int small(float v) { return (int)fminf(fmaxf(v, -1000.0f), 1000.0f); }
__device__ __forceinline__ int small(double v) { return (int)fmin(fmax(v, -1000.0), 1000.0); }
__device__ __forceinline__ int small(int v) { return v; }
__device__ __forceinline__ int small(unsigned v) { return (int)v; }
__device__ __forceinline__ int small(long long v) { return (int)v; }
template <typename T> __device__ __forceinline__ T clamped(const T* at, int i, int n) { return at[i < 0 ? 0 : i >= n ? n - 1 : i]; }
template <typename T> __device__ __forceinline__ T inside(const T* at, int i, int n) { return i >= 0 && i < n ? at[i] : T(0); }
template <typename T, int N> __device__ T summed(const T* at, int stride) {
  T sum = 0;
#pragma unroll
  for (int k = 0; k < N; ++k) sum += at[k * stride];
  return sum;
}
template <typename T> __device__ __noinline__ T walked(const T* at, int from, int steps) {
  T sum = 0;
  for (int k = 0; k < steps; ++k) sum += at[(from + k * 32) & 8191];
  return sum;
}
__device__ int lower(const int* sorted, int n, int value) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
__device__ Vec3 operator+(Vec3 p, Vec3 q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
__device__ float dot(const Vec3& p, const Vec3& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
"""


class Kernel:
    def __init__(self, name, dice):
        self.name = name
        self.dice = dice
        self.block = dice.choice(BLOCKS)
        self.grid = dice.choice([1, 2, 3, 6])
        self.type = dice.choice(TYPES)
        self.restrict = dice.random() < 0.5
        self.serial = 0
        self.loops = []
        self.parted = False  # lanes may have parted, or left: no barrier from here
        self.unit = dice.choice([1, 1, 1, 2, 4])

    def fresh(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def pick(self, *choices):
        return self.dice.choice(choices)

    # An index into the arrays of 1 << LOG elements; margin: how much may be added to it.
    def index(self, log=LOG):
        d = self.dice
        text = self.pick("i", "i", "i", "i", "tid", "tid * 2", "i * 3", "row * 64 + col", "col * 64 + row", "i + 1", "(i ^ 1)", "(tid >> 2)", "lane * 33", "(n - 1 - i)", "blockIdx.x * 32 + lane",
                         "fixed[lane]", "order[i & 1023]")
        if self.loops and d.random() < 0.8:
            k = d.choice(self.loops)
            text += self.pick(f" + {k}", f" + {k} * 32", f" + {k} * 256", f" + {k} * m")
        return f"({text}) & {(1 << log) - 1}"

    def load(self):
        d = self.dice
        array = self.pick("a", "a", "b")
        kind = d.random()
        if kind < 0.7:
            return f"small({array}[{self.index()}])" if self.type not in ("short", "unsigned char") else f"{array}[{self.index()}]"
        if kind < 0.8:
            return self.widened(f"__ldg(&{array}[{self.index()}])")
        if kind < 0.9:
            return self.widened(f"clamped({array}, {self.pick('i - 1', 'i + 3', 'i * 2 - n', 'n - i')}, n)")
        return self.widened(f"inside({array}, {self.pick('i - 1', 'i + 1', 'i * 2', 'i - (int)blockDim.x')}, n)")

    def widened(self, text):
        return text if self.type in ("short", "unsigned char") else f"small({text})"

    def condition(self):
        d = self.dice
        simple = lambda: self.pick(f"i < n - {d.randint(1, 90)}", f"lane < {d.randint(1, 31)}", f"i % {d.randint(2, 5)} == 0", "(tid & 1) != 0", f"row > {d.randint(0, 3)}",
                                   f"col < {d.randint(3, 30)}", f"acc > {d.randint(-20, 200)}", f"fixed[{d.randint(0, 63)}] > 3", f"m > {d.randint(1, 4)}", f"order[i & 1023] < {d.randint(100, 900)}",
                                   f"{self.load()} > {d.randint(0, 60)}", "i < n", "i < n", "i + 1 < n")
        kind = d.random()
        if kind < 0.6:
            return simple()
        return f"{simple()} {self.pick('&&', '&&', '||')} {simple()}"

    # One thing that a thread computes.
    def compute(self):
        d = self.dice
        return [self.pick(
            f"acc += {self.load()};", f"acc += {self.load()};", f"acc += {self.load()} * {self.load()};", f"acc = max(acc, {self.load()});",
            f"acc += {self.condition()} ? {self.load()} : {d.randint(0, 9)};", f"acc += {self.condition()} ? {self.load()} : {self.load()};",
            f"acc ^= {self.load()} << {d.randint(1, 4)};", f"f += (float){self.load()} * 0.5f;", f"f = fmaf(f, 0.25f, (float){self.load()});",
            f"acc += __popc({self.load()});", f"acc += {self.load()} / max(m, 1) + {self.load()} % 7;", f"f += sqrtf(fabsf((float){self.load()}));")]

    def conditional(self, depth):
        d = self.dice
        kind = d.random()
        if kind < 0.5:
            lines = [f"if ({self.condition()}) {{", *self.inner(depth), "}"]
            if d.random() < 0.45:
                lines[-1:] = ["} else {", *self.inner(depth), "}"]
            return lines
        if kind < 0.7:
            cases = d.randint(2, 5)
            lines = [f"switch ({self.pick('i', 'lane', 'acc', self.load(), 'order[i & 1023]')} & {self.pick(3, 7)}) {{"]
            for case in range(cases):
                lines += [f"case {case}:" if case < cases - 1 else "default:", *self.compute(), "break;"] if d.random() < 0.85 else [f"case {case}:" if case < cases - 1 else "default:", *self.compute()]
            return lines + ["}"]
        if kind < 0.85:
            return [f"if ({self.condition()}) {self.compute()[0]}", f"else if ({self.condition()}) {self.compute()[0]}", f"else {self.compute()[0]}"]
        return [f"if ({self.condition()}) acc += {self.load()};", f"if ({self.condition()}) {self.store()}"]

    def inner(self, depth):
        return [line for _ in range(self.dice.randint(1, 2)) for line in self.statement(depth - 1)]

    def loop(self, depth):
        d = self.dice
        k = self.fresh("k")
        kind = d.random()
        if kind < 0.6:
            trips, pragma = self.pick(("m", ""), ("m", ""), ("4", ""), ("3", ""), ("8", ""), ("16", ""), ("m", "#pragma unroll 4"), ("m", "#pragma unroll 1"), ("5", "#pragma unroll 1"), ("40", ""))
            self.loops.append(k)
            body = self.inner(depth)
            self.loops.pop()
            if d.random() < 0.15:
                body.append(f"if ({self.condition()}) {self.pick('break', 'continue')};")
            return ([pragma] if pragma else []) + [f"for (int {k} = 0; {k} < {trips}; ++{k}) {{", *body, "}"]
        if kind < 0.75:
            return [f"for (int {k} = i; {k} < n; {k} += {self.pick('blockDim.x * gridDim.x', '256', '128')}) acc += {self.widened(f'a[{k}]')};"]
        if kind < 0.85:
            x = self.fresh("x")
            return [f"int {x} = {self.pick('i', 'acc & 1023', 'order[i & 1023]')} + 1;", f"for (int {k} = 0; {x} > 1 && {k} < 12; ++{k}) {{",
                    f"{x} = {x} & 1 ? 3 * {x} + 1 : {x} >> 1;", f"acc += {self.widened(f'a[{x} & 8191]')};", "}"]
        p = self.fresh("p")
        return [f"const auto* {p} = a + ({self.index(11)});", f"for (int {k} = 0; {k} < {self.pick('m', '6', 'm + 2')}; ++{k}) {{", f"acc += {self.widened(f'*{p}')};", f"{p} += {self.pick(1, 32, 64, 'm')};", "}"]

    def local_array(self):
        d = self.dice
        r, k, size = self.fresh("r"), self.fresh("k"), d.choice([3, 4, 8])
        lines = [f"int {r}[{size}];", f"for (int {k} = 0; {k} < {size}; ++{k}) {r}[{k}] = {self.widened(f'a[(i + {k} * {self.pick(1, 32, 256)}) & 8191]')};"]
        if d.random() < 0.4:
            lines += [f"for (int {k} = 0; {k} + 1 < {size}; ++{k}) if ({r}[{k}] > {r}[{k} + 1]) {{ const int t = {r}[{k}]; {r}[{k}] = {r}[{k} + 1]; {r}[{k} + 1] = t; }}"]
        if d.random() < 0.35:
            return lines + [f"acc += {r}[{self.pick('i', 'acc', 'lane', 'm')} & {2 if size == 3 else size - 1}];"]
        return lines + [f"acc += {r}[0] * 3 + {r}[{size - 1}];"] + ([f"for (int {k} = 0; {k} < {size}; ++{k}) acc ^= {r}[{k}];"] if d.random() < 0.5 else [])

    def structs(self):
        d = self.dice
        p = self.fresh("p")
        at = self.pick("i", "i", "tid", "i * 2", "order[i & 1023]")
        kind = d.randint(0, 6)
        if kind == 0:
            return [f"const Body {p} = bodies[({at}) & 2047];", f"f += {self.pick(f'{p}.x', f'{p}.x * {p}.mass', f'{p}.x + {p}.y + {p}.z', f'{p}.x * {p}.y + {p}.z * {p}.mass')};"]
        if kind == 1:
            return [f"const Vec3 {p} = points[({at}) & 2047];", f"f += {self.pick(f'{p}.z', f'dot({p}, {p})', f'dot({p} + points[i & 2047], {p})')};"]
        if kind == 2:
            return [f"const Record& {p} = records[({at}) & 1023];", f"acc += {self.pick(f'{p}.key', f'{p}.kind + {p}.flags[1]', f'{p}.key + small({p}.value)', f'{p}.flags[0] + {p}.flags[1] + {p}.flags[5]')};"]
        if kind == 3:
            return [f"Pair {p} = pairs[({at}) & 1023];", f"{p}.first += acc;", f"acc += {self.pick(f'{p}.first', f'{p}.first + {p}.second', f'{p}.next + {p}.second')};"]
        if kind == 4:
            return [f"const Pair {p} = pairs[i & 1023];", f"out_pairs[i & 2047] = {p};" if self.own() else f"acc += {p}.second;"]
        if kind == 5:
            return ([f"out_pairs[i & 2047].{self.pick('first', 'second', 'next')} = acc;", f"out_pairs[i & 2047].weight = f;"] if self.own() else [f"f += bodies[i & 2047].{self.pick('y', 'mass')};"])
        return [f"const float4 {p} = ((const float4*)bodies)[({at}) & 2047];", f"f += {self.pick(f'{p}.x + {p}.w', f'{p}.x + {p}.y + {p}.z + {p}.w', f'{p}.y')};"]

    def own(self):
        return True

    def store(self):
        d = self.dice
        array, at = self.pick(("out", "i"), ("out", "i"), ("out", "i + 2048"), ("out", "i * 2 + 4096"), ("wide", "i"))
        if array == "wide":
            return f"wide[{at} & 2047] = {self.pick('make_float2(f, (float)acc)', 'make_float2((float)acc, 1.0f)')};"
        return f"out[{at}] = {self.pick('acc', 'acc + lane', 'small(f)')};"

    def tile(self):
        d = self.dice
        s, width = self.fresh("tile"), d.choice([32, 33, 36, 40])
        kind = d.randint(0, 4)
        t, out = self.pick(("float", "acc += small({})"), ("int", "acc += {}"), ("double", "acc += small({})"), ("unsigned char", "acc += {}"))
        value = lambda at: f"({t})a[({at}) & 8191]"
        if kind == 0:
            return [f"__shared__ {t} {s}[32][{width}];", f"for (int r = row; r < 32; r += blockDim.y) for (int c = col; c < 32; c += blockDim.x) {s}[r][c] = {value(f'r * {self.pick(32, 64, 100)} + c')};", "__syncthreads();",
                    out.format(f"{s}[col & 31][row & 31]") + ";", out.format(f"{s}[(row + 1) & 31][col & 31]") + ";"]
        if kind == 1:
            radius = d.choice([1, 2, 3])
            sums = " + ".join(f"{s}[tid + {k}]" for k in range(2 * radius + 1))
            return [f"__shared__ {t} {s}[{256 + 2 * radius}];", f"{s}[tid + {radius}] = i < n ? {value('i')} : 0;",
                    f"if (tid < {radius}) {{ {s}[tid] = i >= {radius} ? {value(f'i - {radius}')} : 0; {s}[tid + threads + {radius}] = i + threads < n ? {value('i + threads')} : 0; }}",
                    "__syncthreads();", out.format(f"({sums})") + ";"]
        if kind == 2:
            return [f"__shared__ int {s}[256];", f"{s}[tid] = acc;", "__syncthreads();",
                    f"for (int step = {self.pick('1; step < threads; step *= 2', '1; step < 128; step <<= 1')}) {{ const int v = tid >= step ? {s}[tid - step] : 0; __syncthreads(); {s}[tid] += v; __syncthreads(); }}",
                    f"acc += {s}[{self.pick('tid', 'threads - 1', '0')}];"]
        if kind == 3:
            bins = d.choice([16, 64, 256])
            return [f"__shared__ int {s}[{bins}];", f"for (int c = tid; c < {bins}; c += threads) {s}[c] = 0;", "__syncthreads();",
                    f"{self.pick('if (i < n) ', '')}atomicAdd(&{s}[{self.load()} & {bins - 1}], {self.pick('1', '1', 'lane')});", "__syncthreads();",
                    self.pick(f"for (int c = tid; c < {bins}; c += threads) atomicAdd(&counts[c], {s}[c]);", f"if (tid < {bins} && {s}[tid] > 0) atomicAdd(&counts[tid], {s}[tid]);", f"acc += {s}[tid & {bins - 1}];")]
        k = self.fresh("k")
        return [f"__shared__ float {s}a[16][{self.pick(16, 17)}], {s}b[16][{self.pick(16, 17)}];", "float sum = 0;", f"for (int {k} = 0; {k} < {self.pick('m', '2', '4')}; ++{k}) {{",
                f"for (int c = tid; c < 256; c += threads) {{ {s}a[c / 16][c % 16] = (float)a[((row & 15) * 64 + {k} * 16 + c) & 8191]; {s}b[c / 16][c % 16] = (float)b[({k} * 1024 + c) & 8191]; }}", "__syncthreads();",
                f"{self.pick('#pragma unroll', '#pragma unroll 4', '')}", f"for (int e = 0; e < 16; ++e) sum += {s}a[row & 15][e] * {s}b[e][col & 15];", "__syncthreads();", "}", "f += sum;"]

    def warp_sum(self):
        return [self.pick("for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);", "for (int o = 1; o < 32; o *= 2) f += __shfl_xor_sync(0xffffffffu, f, o);",
                          "acc += __popc(__ballot_sync(0xffffffffu, acc > 10));", "acc = __reduce_max_sync(0xffffffffu, acc);")]

    def call(self):
        d = self.dice
        return [self.pick(f"acc += {self.widened(f'summed<{self.type}, {d.choice([3, 4, 8])}>(a + ({self.index(11)}), {self.pick(1, 32, 64)})')};",
                          f"acc += {self.widened(f'walked(a, {self.index(11)}, {self.pick(2, 3)})')};",
                          f"acc += lower(order_sorted, {self.pick('1024', 'n < 1024 ? n : 1024')}, {self.pick('acc & 1023', 'i', 'lane * 32')});",
                          "f += __expf(-fabsf(f) * 0.01f);", "f += __sinf(f * 0.001f);", "f += rsqrtf((float)(lane + 1));", "f = f / (1.0f + fabsf(f));")]

    def atomic(self):
        return [self.pick(f"atomicAdd(&counts[{self.pick('lane', 'acc & 63', '0', 'i & 255')}], {self.pick('1', 'acc & 15')});", f"if ({self.condition()}) atomicMax(&counts[256 + (i & 31)], acc);",
                          f"if ({self.condition()}) atomicAdd(&counts[{self.pick('300', '300 + (lane & 3)')}], 1);")]

    def update(self):
        """Reads and writes of one thread's own words, between which loads may not be moved without care."""
        return [f"out[i] = acc;", f"acc += {self.load()};", f"out[i] += {self.pick('acc', 'lane')};"]

    def statement(self, depth):
        d = self.dice
        choices = [self.compute] * 5 + [self.structs] * 3 + [self.local_array, self.call, self.update, self.atomic]
        if depth > 0:
            choices += [lambda: self.conditional(depth)] * 5 + [lambda: self.loop(depth)] * 4
        if depth <= 1 and d.random() < 0.15:
            return [self.store()]
        return d.choice(choices)()

    def text(self):
        d = self.dice
        body = []
        if d.random() < 0.3:
            body += ["if (i >= n) return;" if d.random() < 0.7 else f"if (i >= n || {self.load()} == 3) return;"]
            self.parted = True
        for _ in range(d.randint(2, 4)):
            kind = d.random()
            if not self.parted and kind < 0.22:
                lines = self.tile()
            elif not self.parted and kind < 0.3:
                lines = self.warp_sum() if self.block[0] * self.block[1] % 32 == 0 else self.compute()
            else:
                lines = self.statement(2)
            body += ["{", *lines, "}"]
            if not self.parted and d.random() < 0.2:
                body.append("__syncthreads();")
        qualifier = " __restrict__" if self.restrict else ""
        x, y = self.block
        bounds = f" __launch_bounds__({x * y})" if d.random() < 0.3 else ""
        return "\n".join([
            f"__global__ void{bounds} {self.name}(const {self.type}*{qualifier} a, const {self.type}*{qualifier} b, const int*{qualifier} order, const int*{qualifier} order_sorted, const Body* bodies, const Vec3*{qualifier} points,",
            f"    const Record* records, const Pair*{qualifier} pairs, Pair* out_pairs, float2* wide, int*{qualifier} out, int* counts, int n, int m) {{",
            "  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;",
            "  const int lane = tid & 31, i = blockIdx.x * threads + tid;",
            "  int acc = tid;",
            "  float f = 1;",
            *["  " + line for line in body],
            f"  {self.pick('', 'if (i < n) ')}out[8192 + i] = acc + small(f);",
            "}",
        ])

    def launch(self):
        x, y = self.block
        n = self.dice.choice([self.grid * x * y, self.grid * x * y - self.dice.randint(1, 60), self.dice.randint(50, 1500)])
        return (f"  run(\"{self.name}\", [&] {{ {self.name}<<<{self.grid}, dim3({x}, {y})>>>((const {self.type}*)memory, (const {self.type}*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,\n"
                f"      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, {n}, {self.dice.randint(1, 6)}); }});")


def program(name, kernels):
    return "\n".join([
        f"// Code as people write it, at random; written by random_code.py. Launches: {len(kernels)}.",
        "#include <cmath>",
        "#include <cstdio>",
        "#include <cstring>",
        "#include <vector>",
        "#include <cuda_runtime.h>",
        "",
        HELPERS,
        *[kernel.text() + "\n" for kernel in kernels],
        "int main() {",
        "  char* memory;",
        "  int *order, *out, *counts;",
        "  constexpr int kOut = 1 << 17;",
        "  cudaMalloc(&memory, 1 << 18);",
        "  cudaMalloc(&order, 2048 * sizeof(int));",
        "  cudaMalloc(&out, kOut * sizeof(int));",
        "  cudaMalloc(&counts, 1024 * sizeof(int));",
        "  std::vector<unsigned char> bytes(1 << 18);",
        "  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = i % 4 == 3 ? 0x41 : i % 8 == 6 ? 0x10 : (unsigned char)((unsigned)i * 2654435761u >> 13);",
        "  cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);",
        "  int host[2048];",
        "  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023), host[1024 + i] = i * 3 / 4;",
        "  cudaMemcpy(order, host, sizeof host, cudaMemcpyHostToDevice);",
        "  int table[64];",
        "  for (int i = 0; i < 64; ++i) table[i] = i * 7 % 31;",
        "  cudaMemcpyToSymbol(fixed, table, sizeof table);",
        "  bool passed = true;",
        "  std::vector<int> left(kOut + 1024);",
        "  std::vector<unsigned> digests;",
        "  const auto run = [&](const char* name, auto launch) {",
        "    cudaMemset(out, 0, kOut * sizeof(int));",
        "    cudaMemset(counts, 0, 1024 * sizeof(int));",
        "    launch();",
        "    const cudaError_t error = cudaDeviceSynchronize();",
        "    if (error != cudaSuccess) std::printf(\"%s: %s\\n\", name, cudaGetErrorName(error)), passed = false;",
        "    cudaMemcpy(left.data(), out, kOut * sizeof(int), cudaMemcpyDeviceToHost);",
        "    cudaMemcpy(left.data() + kOut, counts, 1024 * sizeof(int), cudaMemcpyDeviceToHost);",
        "    unsigned digest = 2166136261u;",
        "    for (int word : left) digest = (digest ^ (unsigned)word) * 16777619u;",
        "    digests.push_back(digest);",
        "  };",
        *[kernel.launch() for kernel in kernels],
        f"  std::printf(\"%s {name}: {len(kernels)} kernels\", passed ? \"PASS\" : \"FAIL\");",
        "  for (unsigned digest : digests) std::printf(\" %08x\", digest);",
        "  std::printf(\"\\n\");",
        "  return !passed;",
        "}",
        "",
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--kernels", type=int, default=12)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for p in range(options.programs):
        name = f"code_{options.seed + p:03}"
        dice = random.Random(9000 + options.seed + p)
        kernels = [Kernel(f"k{i:02}", dice) for i in range(options.kernels)]
        (options.out / f"{name}.cu").write_text(program(name, kernels))


if __name__ == "__main__":
    main()
