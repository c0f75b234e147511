#!/usr/bin/env python3
"""Writes CUDA programs of random parts: predicated and vector accesses, matrices, asynchronous copies, calls.

  random_programs.py --out DIR [--seed N] [--programs N] [--kernels N]

Every program launches each of its kernels once and prints PASS when all ran. The same seed writes the same programs. A
kernel is a few parts one after another, now and then in a loop or behind a condition that a whole warp shares; what a
part is, Kernel's methods of that name say. As those of random_kernels.py, they are made to be counted, not to compute.
"""
import argparse
import pathlib
import random

WIDTHS = ["char2", "uchar4", "short2", "ushort4", "float2", "int4", "float4", "double2", "longlong2", "unsigned char", "short", "float", "double"]
PARTS_OF = {"char2": "xy", "uchar4": "xyzw", "short2": "xy", "ushort4": "xyzw", "float2": "xy", "int4": "xyzw", "float4": "xyzw",
            "double2": "xy", "longlong2": "xy"}
SHAPES = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]

HELPERS = """\
__device__ __forceinline__ unsigned place(const void* s) { return (unsigned)__cvta_generic_to_shared(s); }
__device__ __noinline__ float lookup(const float* table, int at, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += table[(at + i * 32) & 4095];
  return sum;
}
__device__ __noinline__ float stored(float* at, float value) {
  const float before = *at;
  *at = value;
  return before + 1;
}
__device__ __noinline__ int mixed(int x, int y) { return (x * 77 + y) ^ (x >> 3); }
"""


class Kernel:
    def __init__(self, name, dice):
        self.name = name
        self.dice = dice
        self.block = dice.choice([32, 64, 128, 256])
        self.grid = dice.choice([1, 2, 3])
        self.serial = 0
        self.in_loop = False

    def fresh(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def index(self, log):
        d = self.dice
        terms = [d.choice(["tid", "tid", "lane", "warp * 32 + lane", "lane * 4", "lane * 33", "tid * 2", "(lane ^ 5)", "(tid >> 2)", "(lane & 7)",
                           "(31 - lane)", "warp * 8", "table[tid & 1023]"]) for _ in range(d.choice([1, 1, 2]))]
        text = d.choice([" + ", " ^ "]).join(terms)
        if d.random() < 0.4:
            text += f" + {d.randint(1, 40)}"
        if self.in_loop and d.random() < 0.7:
            text += d.choice([" + i", " + i * 32", " + i * 64"])
        return f"(({text}) & {(1 << log) - 1})"

    def condition(self):
        d = self.dice
        return d.choice([f"tid < {d.randint(1, 250)}", f"lane < {d.randint(1, 31)}", f"tid < n * {d.choice([8, 20, 32])}", f"(lane & {d.choice([1, 2, 4])}) == 0",
                         f"{self.index(10)} < {d.randint(100, 1000)}", "n > 0", "n > 100"])

    # Loads and stores under a predicate in the text of the program, as Triton and CUTLASS write them.
    def predicated_load(self):
        d = self.dice
        bits, letter, type_ = d.choice([(32, "r", "unsigned"), (32, "r", "unsigned"), (64, "l", "unsigned long long")])
        count = d.choice([1, 2, 4] if bits == 32 else [1, 2])
        names = [self.fresh("v") for _ in range(count)]
        zeros = d.random() < 0.7
        vector = "" if count == 1 else f".v{count}"
        outputs = ", ".join(f"%{i}" for i in range(count))
        cache = d.choice(["", "", ".nc", ".L1::evict_last", ".cg"])
        text = "{ .reg .pred p; setp.ne.b32 p, %" + str(count + 1) + ", 0; "
        if zeros:
            text += "".join(f"mov.b{bits} %{i}, 0; " for i in range(count))
        text += f"@p ld.global{cache}{vector}.b{bits} " + (f"{{{outputs}}}" if count > 1 else outputs) + f", [%{count}]; }}"
        how = "=" if zeros else "+"
        declared = ", ".join(name if zeros else f"{name} = 7" for name in names)
        operands = ", ".join(f'"{how}{letter}"({name})' for name in names)
        at = f"(const char*)memory + {self.index(10)} * {bits // 8 * count}"
        used = [name for name in names if d.random() < 0.85] or names[:1]
        return [f"{type_} {declared};",
                f"asm volatile(\"{text}\" : {operands} : \"l\"({at}), \"r\"((int)({self.condition()})));",
                f"acc += (int)({' + '.join(used)});"]

    def predicated_store(self):
        d = self.dice
        bits, letter, value = d.choice([(32, "r", "(unsigned)acc"), (64, "l", "(unsigned long long)acc"), (16, "h", "(short)acc")])
        count = d.choice([1, 2, 4] if bits == 32 else [1, 2])
        vector = "" if count == 1 else f".v{count}"
        inputs = ", ".join(f"%{i + 2}" for i in range(count))
        space, base = d.choice([("global", "\"l\"((char*)memory + {})"), ("shared", "\"r\"(place(bytes) + {})")])
        log = 10 if space == "global" else 8
        at = base.format(f"{self.index(log)} * {bits // 8 * count}")
        text = f"{{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.{space}{vector}.b{bits} [%1], " + (f"{{{inputs}}}" if count > 1 else inputs) + "; }"
        operands = ", ".join(f'"{letter}"({value})' for _ in range(count))
        return [f"asm volatile(\"{text}\" :: \"r\"((int)({self.condition()})), {at}, {operands} : \"memory\");"]

    # Every width there is.
    def vector(self):
        d = self.dice
        type_ = d.choice(WIDTHS)
        where, log = d.choice([("memory", 9), ("bytes", 7)])
        at = f"(({type_}*){where})[{self.index(log)}]"
        if type_ not in PARTS_OF:
            return [f"acc += (int){at};"] if d.random() < 0.6 else [f"{at} = ({type_})acc;"]
        parts = PARTS_OF[type_]
        name = self.fresh("v")
        if d.random() < 0.6:
            used = [part for part in parts if d.random() < 0.8] or [parts[0]]
            return [f"const {type_} {name} = {at};", "acc += " + " + ".join(f"(int){name}.{part}" for part in used) + ";"]
        return [f"{type_} {name};", *[f"{name}.{part} = acc;" for part in parts], f"{at} = {name};"]

    # Fragments by the WMMA interface.
    def wmma(self):
        d = self.dice
        m, n, k = d.choice(SHAPES)
        a, b, c = self.fresh("a"), self.fresh("b"), self.fresh("c")
        layout = lambda: d.choice(["row_major", "col_major"])
        accumulator = d.choice(["float", "float", "half"])
        la, lb = layout(), layout()
        source = d.choice(["(const half*)memory + warp * 512", "(const half*)bytes", "(const half*)memory"])
        ld = d.choice([16, 32, 40, 64])
        lines = [f"wmma::fragment<wmma::matrix_a, {m}, {n}, {k}, half, wmma::{la}> {a};",
                 f"wmma::fragment<wmma::matrix_b, {m}, {n}, {k}, half, wmma::{lb}> {b};",
                 f"wmma::fragment<wmma::accumulator, {m}, {n}, {k}, {accumulator}> {c};"]
        start = d.random()
        if start < 0.6:
            lines.append(f"wmma::fill_fragment({c}, ({accumulator})1);")
        elif start < 0.8:
            lines.append(f"wmma::load_matrix_sync({c}, (const {accumulator}*)memory + warp * 1024, {d.choice([32, 64])}, wmma::mem_row_major);")
        else:
            lines.append(f"for (int e = 0; e < {c}.num_elements; ++e) {c}.x[e] = (({accumulator}*)memory)[e * 32 + lane];")
        lines += [f"wmma::load_matrix_sync({a}, {source}, {max(ld, 32)});",
                  f"wmma::load_matrix_sync({b}, {d.choice(['(const half*)memory + 4096', '(const half*)bytes'])}, {max(ld, 32)});",
                  f"wmma::mma_sync({c}, {a}, {b}, {c});"]
        end = d.random()
        if end < 0.5:
            lines.append(f"wmma::store_matrix_sync(({accumulator}*)memory + 8192 + warp * 1024, {c}, {d.choice([32, 64])}, wmma::{d.choice(['mem_row_major', 'mem_col_major'])});")
        elif end < 0.75:
            lines += ["__syncwarp();", f"wmma::store_matrix_sync(({accumulator}*)bytes, {c}, 32, wmma::mem_row_major);", "__syncwarp();"]
        else:
            lines.append(f"acc += (int)(float){c}.x[{d.randint(0, 3)}];")
        return lines

    # 8 x 8 matrices between registers and shared memory.
    def matrices(self):
        d = self.dice
        count = d.choice([1, 2, 4])
        names = [self.fresh("m") for _ in range(count)]
        row = d.choice(["lane * 16", "(lane & 15) * 32", "lane * 80 & 4080", "(lane & 7) * 16", "(lane * 16) ^ (lane & 3) * 16", "(lane & 7) * 64 + (lane >> 3) * 16",
                        "((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16)"])
        trans = d.choice(["", ".trans"])
        registers = lambda first: ", ".join(f"%{first + i}" for i in range(count))
        if d.random() < 0.7:
            outputs = ", ".join(f'"=r"({name})' for name in names)
            used = [name for name in names if d.random() < 0.8] or names[:1]
            volatile = d.choice([" volatile", ""])
            return [f"unsigned {', '.join(names)};",
                    f"asm{volatile}(\"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {{{registers(0)}}}, [%{count}];\" : {outputs} : \"r\"(place(bytes) + ({row})));",
                    f"acc += (int)({' + '.join(used)});"]
        inputs = ", ".join('"r"(acc)' for _ in names)
        return [f"asm volatile(\"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%0], {{{registers(1)}}};\" :: \"r\"(place(bytes) + ({row})), {inputs} : \"memory\");"]

    # Tiles copied beside the program, plain or swizzled, some lanes filling zeros.
    def async_copy(self):
        d = self.dice
        width, cache = d.choice([(16, "cg"), (16, "cg"), (16, "ca"), (8, "ca"), (4, "ca")])
        stages = d.choice([1, 2, 3])
        in_row = d.choice([2, 4, 8])
        row, column = f"(lane / {in_row})", f"(lane % {in_row})"
        swizzle = d.choice(["", f" ^ {row} % {in_row}", f" ^ {row} / 2 % {in_row}"])
        filled = d.random()
        size = f"({self.condition()}) ? {width} : 0" if filled < 0.3 else None
        guard = self.condition() if 0.3 < filled < 0.5 else None
        ahead = d.choice(["", ".L2::128B"])
        lines = []
        for stage in range(stages):
            to = f"place(bytes) + ((({row} * {in_row} + ({column}{swizzle})) * {width} + warp * {32 * width} + {stage * 512}) & 4095)"
            source = f"(const char*)memory + {row} * {d.choice([64, 128, 256, 1024])} + {column} * {width} + warp * 512 + {stage * 2048}"
            text = f"cp.async.{cache}.shared.global{ahead} [%0], [%1], {width}" + (", %2;" if size else ";")
            extra = f", \"r\"({size})" if size else ""
            copy = f"asm volatile(\"{text}\" :: \"r\"({to}), \"l\"({source}){extra} : \"memory\");"
            lines.append(f"if ({guard}) {copy}" if guard else copy)
            lines.append("asm volatile(\"cp.async.commit_group;\" ::: \"memory\");")
        if stages > 1 and d.random() < 0.6:
            lines.append(f"asm volatile(\"cp.async.wait_group {d.randint(1, stages - 1)};\" ::: \"memory\");")
            lines.append(f"acc += bytes[{self.index(9)}];")
        lines += ["asm volatile(\"cp.async.wait_all;\" ::: \"memory\");", "__syncwarp();", f"acc += ((int*)bytes)[{self.index(8)}];"]
        return lines

    def call(self):
        d = self.dice
        return [d.choice([f"acc += (int)lookup((const float*)memory, {self.index(10)}, {d.choice(['n', '3', '2'])});",
                          f"acc += (int)stored((float*)memory + {self.index(10)}, (float)acc);",
                          f"acc += (int)stored((float*)bytes + {self.index(8)}, (float)acc);",
                          f"acc = mixed(acc, {self.index(8)});"])]

    def float_atomic(self):
        d = self.dice
        value = d.choice(["1.0f", "(float)tid + 1", "2.5f"])
        call = d.choice([f"atomicAdd(&floats[{self.index(6)}], {value})", f"atomicAdd(&floats[{self.index(6)}], {value})",
                         f"atomicAdd(&doubles[{self.index(5)}], (double){value})", f"atomicAdd((float*)memory + {self.index(10)}, {value})",
                         f"atomicAdd(&counts[{self.index(6)}], {d.choice(['1', 'acc'])})"])
        return [f"{call};"] if d.random() < 0.7 else [f"acc += (int){call};"]

    def shuffle(self):
        d = self.dice
        return [d.choice([f"acc += __shfl_xor_sync(0xffffffffu, acc, {d.choice([1, 2, 4, 8, 16])});", f"acc += __shfl_up_sync(0xffffffffu, acc, {d.randint(1, 8)});",
                          f"acc += __shfl_sync(0xffffffffu, acc, {self.index(5)});", "for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);",
                          "acc += (int)__ballot_sync(0xffffffffu, (acc & 1) != 0);", "acc += __reduce_add_sync(0xffffffffu, acc);"])]

    def reduction(self):
        return ["((int*)bytes)[tid] = acc;", "__syncthreads();",
                f"for (int step = blockDim.x / 2; step > 0; step >>= 1) {{ if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }}",
                "acc += ((int*)bytes)[0];", "__syncthreads();"]

    def part(self):
        return self.dice.choice([self.predicated_load, self.predicated_load, self.predicated_store, self.vector, self.vector, self.vector, self.wmma, self.matrices,
                                 self.matrices, self.async_copy, self.async_copy, self.call, self.float_atomic, self.shuffle])()

    def text(self):
        d = self.dice
        body = []
        for _ in range(d.randint(2, 4)):
            how = d.random()
            if how < 0.6:
                body += ["  {", *["    " + line for line in self.part()], "  }"]
            elif how < 0.85:
                self.in_loop = True
                trips, pragma = d.choice([("n", ""), ("n", ""), ("3", ""), ("8", ""), ("6", "#pragma unroll 1"), ("12", "")])
                body += [f"  {pragma}"] if pragma else []
                body += [f"  for (int i = 0; i < {trips}; ++i) {{", *["    " + line for line in self.part()], "  }"]
                self.in_loop = False
            elif how < 0.95:
                body += [f"  if (warp % {d.choice([1, 2])} == 0) {{", *["    " + line for line in self.part()], "  }"]
            else:
                body += ["  " + line for line in self.reduction()]
            if d.random() < 0.3:
                body.append("  __syncthreads();")
        return "\n".join([
            f"__global__ void {self.name}(char* memory, const int* table, int* out, int n) {{",
            "  __shared__ __align__(1024) unsigned char bytes[8192];",
            "  __shared__ float floats[64];",
            "  __shared__ double doubles[32];",
            "  __shared__ int counts[64];",
            "  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;",
            "  int acc = lane + warp;",
            "  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;",
            "  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }",
            "  if (tid < 32) doubles[tid] = 1;",
            "  __syncthreads();",
            *body,
            "  __syncthreads();",
            "  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];",
            "}",
        ])

    def launch(self):
        return f"  {self.name}<<<{self.grid}, {self.block}>>>(memory, table, out, {self.dice.randint(1, 5)});"


def program(name, kernels):
    return "\n".join([
        f"// Random parts: predicates, vectors, matrices, asynchronous copies, calls; written by random_programs.py. Launches: {len(kernels)}.",
        "#include <cstdio>",
        "#include <cuda_runtime.h>",
        "#include <cuda_fp16.h>",
        "#include <mma.h>",
        "",
        "using namespace nvcuda;",
        "",
        HELPERS,
        *[kernel.text() + "\n" for kernel in kernels],
        "int main() {",
        "  char* memory;",
        "  int *table, *out;",
        "  cudaMalloc(&memory, 1 << 18);",
        "  cudaMalloc(&table, 1024 * sizeof(int));",
        "  cudaMalloc(&out, 1024 * sizeof(int));",
        "  cudaMemset(memory, 0, 1 << 18);",
        "  int host[1024];",
        "  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023);",
        "  cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);",
        *[kernel.launch() for kernel in kernels],
        "  const cudaError_t error = cudaDeviceSynchronize();",
        f"  std::printf(\"%s {name}: {len(kernels)} kernels, %s\\n\", error == cudaSuccess ? \"PASS\" : \"FAIL\", cudaGetErrorName(error));",
        "  return error != cudaSuccess;",
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
        name = f"parts_{options.seed + p:03}"
        dice = random.Random(7000 + options.seed + p)
        kernels = [Kernel(f"k{i:02}", dice) for i in range(options.kernels)]
        (options.out / f"{name}.cu").write_text(program(name, kernels))


if __name__ == "__main__":
    main()
