#!/usr/bin/env python3
"""Runs random CUDA programs with one input under `warpglass run --redundant-barriers`, and leaves out the barriers that it names.

  random_inputs.py --tool PATH [--seeds A..B] [--keep DIR]

Of those of which it does not say that another input may need them none may be needed with other inputs, of which there are six:
`warpglass check` finds no race. A barrier is behind every statement, so that none can be before.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

THREADS, KERNELS = 64, 10
INPUTS = (("64", "1"), ("7", "5"), ("33", "9"), ("98", "4"), ("51", "12"), ("130", "77"))  # an argument, and what data begin with
ARRAYS = ("A", "B", "C[0]", "C[1]", "g")

MAIN = """
int main(int argc, char** argv) {
  const int m = std::atoi(argv[1]);
  unsigned state = std::atoi(argv[2]);
  int *in, *all;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&all, 1024 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = (state = state * 1664525u + 1013904223u) >> 9 & 1023;
  for (int i = 0; i < 1024; ++i) all[i] = i;
"""


class Program:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.lines = ["#include <cstdlib>"]
        self.rounds = []  # names of the loops' counters
        for k in range(KERNELS):
            self.add_kernel(k)
        self.lines += MAIN.strip("\n").split("\n")
        self.lines += [f"  k{k}<<<3, {THREADS}>>>(in, all, m);" for k in range(KERNELS)] + ["  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;", "}"]

    def add_kernel(self, k):
        self.lines += [f"__global__ void k{k}(const int* in, int* all, int m) {{", f"  __shared__ int A[{THREADS}], B[{THREADS}], C[2][{THREADS}];"]
        self.say("const int t = threadIdx.x;", f"int* g = all + blockIdx.x * {THREADS};", "int k = in[t + blockIdx.x];", "A[t] = B[t] = C[0][t] = C[1][t] = t;", "__syncthreads();")
        self.add_body(self.dice.randint(2, 6))
        self.say("g[t] = k + A[t] + B[t] + C[0][t] + C[1][t];")
        self.lines.append("}")

    def say(self, *lines):
        self.lines += ["  " * (1 + len(self.rounds)) + line for line in lines]

    def some_data(self):
        return f"in[{self.dice.randrange(8)}]"

    def own_place(self):
        """Of all threads another one each."""
        turned = [f"(t + {self.rounds[0]}) % {THREADS}"] if self.rounds else []
        return self.dice.choice(["t", "t", "t", f"{THREADS - 1} - t", "t ^ 1", "t ^ 32", f"(t + 5) % {THREADS}", f"(t + {self.some_data()}) % {THREADS}", f"(t + m) % {THREADS}", "t ^ (m & 32)"] + turned)

    def place(self):
        return self.dice.choice([self.own_place(), "t", "0", f"in[t] % {THREADS}", f"(t * m) % {THREADS}", f"k & {THREADS - 1}", "t / 2", f"{self.some_data()} % {THREADS}"])

    def array(self, other=" "):
        return self.dice.choice([array for array in ARRAYS if array[0] != other[0]])

    def statement(self):
        # Loads have no conditions, because the compiler may execute them for all.
        condition = self.dice.choice([""] * 3 + [f"if ({self.some_data()} & 1) ", "if (in[t] & 1) ", "if (t < m) ", "if (m > 50) ", "if (t < 32) ", "if (t == 0) ", "if (k & 1) "])
        target = self.array()
        source = f"{self.array(target)}[{self.place()}]"
        return self.dice.choice([f"{condition}{target}[{self.own_place()}] = k + 3;", f"k += {source};", f"k += {source};", f"{target}[{self.own_place()}] = {source} + k;",
                                 f"{condition}atomicAdd(&{target}[{self.place()}], 1);", f"k += {source} + {self.array(target)}[{self.place()}];"])

    def add_body(self, count):
        for _ in range(count):
            kind = self.dice.random()
            if len(self.rounds) < 2 and kind < 0.35:
                counter = "rq"[len(self.rounds)]
                bound = self.dice.choice(["m % 4", f"{self.some_data()} % 4", "3", "2"])
                self.say(f"for (int {counter} = 0; {counter} < {bound}; ++{counter}) {{" if kind < 0.25 else self.dice.choice(["if (in[0] & 1) {", "if (m & 1) {"]))
                self.rounds.append(counter if kind < 0.25 else "m")
                self.add_body(self.dice.randint(1, 3))
                self.rounds.pop()
                self.say("}")
            else:
                self.say(self.statement(), "__syncthreads();")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--seeds", default="0..9")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("..")
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)

        def findings_of(path, command, given, *flags):
            done = subprocess.run([options.tool, command, path, "--json", "-", "-q", *flags, "--", *given], capture_output=True, text=True, timeout=300)
            try:
                return json.loads(done.stdout)["findings"]
            except json.JSONDecodeError:
                sys.exit(f"{path} {' '.join(given)}: no report: {done.stderr}")

        barriers = named = doubted = failed = 0
        for seed in range(int(first), int(last or first) + 1):
            lines = Program(seed).lines
            path = folder / f"{seed}.cu"
            path.write_text("\n".join(lines) + "\n")
            given = INPUTS[seed % len(INPUTS)]
            barriers += sum("__syncthreads()" in line for line in lines)
            for finding in findings_of(path, "run", given, "--redundant-barriers"):
                if finding["rule"] != "redundant-barrier":
                    continue
                if any("may need it" in note for note in finding["notes"]):
                    doubted += 1
                    continue
                named += 1
                line = finding["where"]["line"] - 1
                lines[line] = lines[line].replace("__syncthreads();", "__syncwarp();" if "__syncwarp()" in finding["message"] else "")
            path.write_text("\n".join(lines) + "\n")
            for other in INPUTS:
                races = [finding for finding in findings_of(path, "check", other) if finding["rule"].endswith("race")]
                failed += bool(races)
                for race in races[:1]:
                    print(f"seed {seed}, seen with {' '.join(given)}, with {' '.join(other)}: line {race['where']['line']}: {race['message']}")
    print(f"{barriers} barriers, {named} named, {doubted} more that another input may need; races in {failed} runs without")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
