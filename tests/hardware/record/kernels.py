#!/usr/bin/env python3
"""Records what a GPU answers to warp-level, atomic and matrix instructions.

  kernels.py record FILE.tsv      runs all cases on the GPU here
  kernels.py show                 prints the cases

Needs libcuda and a GPU for `record`; nothing of this project. A line of the recording is a case: its name, the
instructions between the wrapper below and `ret`, the 32-bit words of the buffer before and after, in hexadecimal
without separators; all separated by tabs. One warp executes each case. The replaying test wraps the instructions the
same way (tests/unit/isa/kernel_around.hpp).
"""
import ctypes
import random
import sys

WRAPPER = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 buffer_param) {
  .reg .b64 %buffer, %here, %rd<40>;
  .reg .b32 %thread, %r<80>;
  .reg .b16 %h<40>;
  .reg .f32 %f<40>;
  .reg .f64 %d<40>;
  .reg .pred %p<20>;
  ld.param.u64 %buffer, [buffer_param];
  mov.u32 %thread, %tid.x;
  mul.wide.u32 %here, %thread, 16;
  add.s64 %here, %buffer, %here;
{BODY}
  ret;
}
"""
rng = random.Random(20261121)
cases = []  # (name, body, words)


def case(name, body, words):
    cases.append((name, " ".join(body.split()), list(words)))


# ---- Shuffles, votes, matches ----

def shuffles():
    for mode in ("up", "down", "bfly", "idx"):
        for _ in range(4):
            words = [rng.getrandbits(32) for _ in range(128)]
            case(f"shfl.{mode}.registers", f"""
                ld.global.v2.u32 {{%r1, %r2}}, [%here];
                shfl.sync.{mode}.b32 %r3|%p1, %thread, %r1, %r2, -1;
                selp.u32 %r4, 1, 0, %p1; st.global.v2.u32 [%here+8], {{%r3, %r4}};""", words)
        for _ in range(4):
            case(f"shfl.{mode}.literals", f"""
                shfl.sync.{mode}.b32 %r3|%p1, %thread, {rng.randrange(64)}, {rng.randrange(8192)}, -1;
                selp.u32 %r4, 1, 0, %p1; st.global.v2.u32 [%here+8], {{%r3, %r4}};""", [0] * 128)
        # Sources outside the lanes that execute.
        words = [rng.getrandbits(32) for _ in range(128)]
        case(f"shfl.{mode}.some_lanes", f"""
            ld.global.v2.u32 {{%r1, %r5}}, [%here]; add.u32 %r6, %thread, 100; mov.u32 %r3, 7;
            setp.lt.u32 %p2, %r5, 0x80000000; vote.sync.ballot.b32 %r7, %p2, -1;
            @%p2 shfl.sync.{mode}.b32 %r3, %r6, %r1, 0x1f, %r7; st.global.u32 [%here+8], %r3;""", words)
    words = [rng.getrandbits(32) & 3 for _ in range(128)]
    case("match", """
        ld.global.u32 %r1, [%here]; match.any.sync.b32 %r2, %r1, -1; match.all.sync.b32 %r3|%p1, %r1, -1;
        selp.u32 %r4, 1, 0, %p1; redux.sync.max.s32 %r5, %r1, -1; st.global.v4.u32 [%here], {%r2, %r3, %r4, %r5};""", words)
    case("redux", """
        ld.global.v2.u32 {%r1, %r6}, [%here]; redux.sync.add.s32 %r2, %r1, -1; redux.sync.min.s32 %r3, %r1, -1;
        redux.sync.xor.b32 %r4, %r1, -1; redux.sync.and.b32 %r5, %r6, -1;
        st.global.v4.u32 [%here], {%r2, %r3, %r4, %r5};""", [rng.getrandbits(32) | 7 for _ in range(128)])
    case("elect", "elect.sync %r1|%p1, -1; selp.u32 %r2, 1, 0, %p1; st.global.v2.u32 [%here], {%r1, %r2};", [0] * 128)


# ---- Atomics: every pair of special values, one pair a lane, first the one in memory ----

F32 = [0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
       0x7fc00000, 0xffc12345, 0x7fa00001, 0x7f7fffff, 0x33800001, 0x00ffffff]
F64 = [0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x3ff0000000000000, 0x7ff0000000000000,
       0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345, 0x7ff4000000000001, 0x7fefffffffffffff]
F16 = [0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x7bff]
BF16 = [0x0000, 0x8000, 0x0001, 0x807f, 0x0080, 0x3f80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x7f7f]
SHARED = """.shared .align 16 .b8 s[512]; mov.u32 %r9, s; shl.b32 %r8, %thread, 4; add.s32 %r9, %r9, %r8;
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%here]; st.shared.v4.u32 [%r9], {%r10, %r11, %r12, %r13};"""
BACK = "ld.shared.v2.u32 {%r14, %r15}, [%r9]; st.global.v2.u32 [%here], {%r14, %r15};"


def pairs(name, body, values, pack):
    n = len(values)
    for start in range(0, n * n, 32):
        words = []
        for lane in range(32):
            k = (start + lane) % (n * n)
            words += pack(values[k // n], values[k % n])
        case(name, body, words)


def atomics():
    def one(a, b):
        return [a, 0, b, 0]

    def two(a, b):
        return [a & 0xffffffff, a >> 32, b & 0xffffffff, b >> 32]

    def halves(a, b):
        return [a | b << 16, b | a << 16, b | a << 16, a | b << 16]
    pairs("atom.global.add.f32", """ld.global.f32 %f1, [%here+8]; atom.global.add.f32 %f2, [%here], %f1;
        st.global.f32 [%here+8], %f2;""", F32, one)
    pairs("red.global.add.v2.f32", "ld.global.f32 %f1, [%here+8]; red.global.add.v2.f32 [%here], {%f1, %f1};", F32, one)
    pairs("atom.shared.add.f32", SHARED + """ld.global.f32 %f1, [%here+8]; atom.shared.add.f32 %f2, [%r9], %f1;
        st.global.f32 [%here+8], %f2;""" + BACK, F32, one)
    pairs("atom.global.add.f64", """ld.global.f64 %d1, [%here+8]; atom.global.add.f64 %d2, [%here], %d1;
        st.global.f64 [%here+8], %d2;""", F64, two)
    pairs("atom.shared.add.f64", SHARED + """ld.global.f64 %d1, [%here+8]; atom.shared.add.f64 %d2, [%r9], %d1;
        st.global.f64 [%here+8], %d2;""" + BACK, F64, two)
    for kind, values in (("f16", F16), ("bf16", BF16)):
        pairs(f"atom.global.add.noftz.{kind}x2", f"""ld.global.u32 %r1, [%here+8];
            atom.global.add.noftz.{kind}x2 %r2, [%here], %r1; st.global.u32 [%here+8], %r2;""", values, halves)
        pairs(f"atom.shared.add.noftz.{kind}x2", SHARED + f"""ld.global.u32 %r1, [%here+8];
            atom.shared.add.noftz.{kind}x2 %r2, [%r9], %r1; st.global.u32 [%here+8], %r2;""" + BACK, values, halves)
        for op in ("min", "max"):
            pairs(f"red.global.{op}.noftz.v2.{kind}x2", f"""ld.global.v2.u32 {{%r1, %r2}}, [%here+8];
                red.global.{op}.noftz.v2.{kind}x2 [%here], {{%r1, %r2}};""", values, halves)


# ---- Matrix products: fragments are registers of the lanes, a, then b, then c; d replaces c ----

FORMATS = {"f16": (16, 5, 10), "bf16": (16, 8, 7), "tf32": (32, 8, 23), "f32": (32, 8, 23), "e4m3": (8, 4, 3),
           "e5m2": (8, 5, 2), "f64": (64, 11, 52)}


def number(kind, spread):
    """A number within `spread` binary orders of 1; spread 0: any pattern of bits, infinities and NaNs rarely."""
    width, exponent_bits, fraction_bits = FORMATS[kind]
    sign = rng.getrandbits(1) << (width - 1)
    top = (1 << exponent_bits) - 1
    fraction = rng.getrandbits(fraction_bits)
    if spread == 0:
        field = rng.choice([0, 1, top >> 1, top - 1, rng.randrange(top)])
        if rng.randrange(150) == 0:
            field, fraction = top, rng.choice([0, 0, fraction])
        return sign | field << fraction_bits | rng.choice([0, fraction, (1 << fraction_bits) - 1])
    return sign | ((top >> 1) - spread // 2 + rng.randrange(spread)) << fraction_bits | fraction


def product(words, kind, accumulator, m, n, k):
    wide = kind == "f64"
    per_register = 1 if wide else 32 // FORMATS[kind][0]
    count_a, count_b, values = m * k // 32 // per_register, n * k // 32 // per_register, m * n // 32
    count_c = values // 2 if accumulator == "f16" else values
    total = count_a + count_b + count_c
    reg, move = ("%d", "f64") if wide else ("%r", "u32")
    size = 8 if wide else 4

    def fragment(prefix, first, count):
        return "{" + ", ".join(f"{prefix}{first + i}" for i in range(count)) + "}"
    body = f"mul.wide.u32 %rd39, %thread, {size * total}; add.s64 %rd39, %buffer, %rd39;"
    in_floats = accumulator == "f32"
    for i in range(total):
        prefix, type_, index = (reg, move, i) if i < count_a + count_b or not in_floats else ("%f", "f32", i - count_a - count_b)
        body += f" ld.global.{type_} {prefix}{index}, [%rd39+{size * i}];"
    c = fragment("%f", 0, count_c) if in_floats else fragment(reg, count_a + count_b, count_c)
    body += f" mma.sync.aligned.{words} {c}, {fragment(reg, 0, count_a)}, {fragment(reg, count_a, count_b)}, {c};"
    for i in range(count_c):
        prefix, type_, index = ("%f", "f32", i) if in_floats else (reg, move, count_a + count_b + i)
        body += f" st.global.{type_} [%rd39+{size * (count_a + count_b + i)}], {prefix}{index};"
    for spread in (4, 14, 0, 0):
        data = []
        for _ in range(32):
            for _ in range(count_a + count_b):
                bits = 0
                for e in range(per_register):
                    bits |= number(kind, spread) << FORMATS[kind][0] * e
                data.append(bits)
            for _ in range(count_c):
                data.append(number("f16", spread) | number("f16", spread) << 16 if accumulator == "f16"
                            else number(accumulator, spread))
        if wide:
            data = [part for bits in data for part in (bits & 0xffffffff, bits >> 32)]
        case(f"mma.{words}", body, data)


def products():
    for k in (8, 16):
        product(f"m16n8k{k}.row.col.f32.f16.f16.f32", "f16", "f32", 16, 8, k)
        product(f"m16n8k{k}.row.col.f16.f16.f16.f16", "f16", "f16", 16, 8, k)
        product(f"m16n8k{k}.row.col.f32.bf16.bf16.f32", "bf16", "f32", 16, 8, k)
    for k in (4, 8):
        product(f"m16n8k{k}.row.col.f32.tf32.tf32.f32", "tf32", "f32", 16, 8, k)
    for a, b in (("e4m3", "e4m3"), ("e5m2", "e5m2"), ("e4m3", "e5m2")):
        product(f"m16n8k32.row.col.f32.{a}.{b}.f32", b if a == b else "e4m3", "f32", 16, 8, 32)
    product("m8n8k4.row.col.f64.f64.f64.f64", "f64", "f64", 8, 8, 4)
    for k in (4, 8, 16):
        product(f"m16n8k{k}.row.col.f64.f64.f64.f64", "f64", "f64", 16, 8, k)
    # wmma through memory: a row-major at word 0, b column-major at 128, c row-major at 256; d replaces c.
    a, b = (fragment8("%r", first) for first in (10, 20))
    for accumulator, c, count in (("f32", fragment8("%f", 0), 256), ("f16", "{%r30, %r31, %r32, %r33}", 128)):
        for spread in (4, 14):
            data = [number("f16", spread) | number("f16", spread) << 16 for _ in range(256)]
            data += [number("f32", spread) if accumulator == "f32" else number("f16", spread) | number("f16", spread) << 16
                     for _ in range(count)]
            case(f"wmma.m16n16k16.{accumulator}", f"""
                wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {a}, [%buffer], 16;
                wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {b}, [%buffer+512], 16;
                wmma.load.c.sync.aligned.row.m16n16k16.global.{accumulator} {c}, [%buffer+1024], 16;
                wmma.mma.sync.aligned.row.col.m16n16k16.{accumulator}.{accumulator} {c}, {a}, {b}, {c};
                wmma.store.d.sync.aligned.row.m16n16k16.global.{accumulator} [%buffer+1024], {c}, 16;""", data)


def fragment8(prefix, first):
    return "{" + ", ".join(f"{prefix}{first + i}" for i in range(8)) + "}"


# ---- Running ----

def check(result, what):
    if result != 0:
        raise SystemExit(f"{what}: CUDA driver error {result}")


def record(path):
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context, buffer = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    check(cuda.cuMemAlloc_v2(ctypes.byref(buffer), ctypes.c_size_t(1 << 20)), "cuMemAlloc")
    functions = {}
    with open(path, "w", encoding="ascii") as out:
        out.write("# What an NVIDIA H200 answered to warp-level, atomic and matrix instructions (record/kernels.py).\n"
                  "# name\tinstructions\twords before\twords after\n")
        for name, body, words in cases:
            if body not in functions:
                module, function = ctypes.c_void_p(), ctypes.c_void_p()
                check(cuda.cuModuleLoadData(ctypes.byref(module), WRAPPER.replace("{BODY}", body).encode() + b"\0"), name)
                check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k"), name)
                functions[body] = function
            data = (ctypes.c_uint32 * len(words))(*words)
            size = ctypes.c_size_t(ctypes.sizeof(data))
            check(cuda.cuMemcpyHtoD_v2(buffer, data, size), name)
            arguments = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.byref(buffer), ctypes.c_void_p))
            check(cuda.cuLaunchKernel(functions[body], 1, 1, 1, 32, 1, 1, 0, None, arguments, None), name)
            check(cuda.cuCtxSynchronize(), name)
            check(cuda.cuMemcpyDtoH_v2(data, buffer, size), name)
            out.write("\t".join([name, body, "".join(f"{w:08x}" for w in words), "".join(f"{w:08x}" for w in data)]) + "\n")


def main():
    shuffles()
    atomics()
    products()
    if sys.argv[1:2] == ["record"] and len(sys.argv) == 3:
        record(sys.argv[2])
    elif sys.argv[1:] == ["show"]:
        for name, body, words in cases:
            print(name, len(words), body)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
