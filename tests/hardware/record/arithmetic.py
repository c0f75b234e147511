#!/usr/bin/env python3
"""Records what a GPU answers to single arithmetic instructions.

  arithmetic.py ptx OUT.ptx          one kernel an instruction, to look at or to assemble
  arithmetic.py record FOLDER        runs them all on the GPU here and writes FOLDER/<chapter>.tsv

Needs libcuda and a GPU for `record`; nothing of this project. An instruction is tried on kTuples tuples of source values
that README.md describes; the test that replays the recording makes the same tuples. A line of a recording is the
instruction, the types of its destination and sources, and the results in hexadecimal, all separated by tabs.
"""
import ctypes
import itertools
import pathlib
import sys

TUPLES = 512
COMBINED = 400  # tuples made of special values; the others are random
MASK = (1 << 64) - 1

# A kind is a type, `type@bits` for one in a wider register, or `f32e`, `f16e`: values whose products lie at the least
# normal number.
SIZES = {"pred": 0, "f32e": 4, "f16e": 2, "b8": 1, "u8": 1, "s8": 1, "f16": 2, "bf16": 2, "f16x2": 4, "bf16x2": 4, "f32": 4, "f64": 8,
         "u16x2": 4, "s16x2": 4}
SIZES.update({f"{kind}{8 * size}": size for kind in "bus" for size in (2, 4, 8)})

F16 = [0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x0001, 0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff,
       0x3800, 0x3e00, 0x4100, 0x3bff, 0x3c01, 0x5bf8]
BF16 = [0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x0001, 0x807f, 0x0080, 0x8080, 0x7f7f, 0xff7f,
        0x3f00, 0x3fc0, 0x4020, 0x3f7f, 0x3f81, 0x4b80]
F32 = [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffa12345, 0x00000001,
       0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000, 0x40200000, 0x3f7fffff,
       0x3f800001, 0x4effffff, 0xcf000000, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x437f8000, 0xc2ff0000,
       0x477fffff]
F64 = [0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
       0xfff0000000000000, 0x7ff8000000000000, 0xfff4000000012345, 0x0000000000000001, 0x800fffffffffffff,
       0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000,
       0x3ff8000000000000, 0x4004000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x41dfffffffc00000,
       0xc1e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
       0x380fffffe0000000, 0x47efffffefffffff, 0x36a0000000000000]
F32E = [0x20000000, 0x1fffffff, 0x20000001, 0xa0000000, 0x9fffffff, 0x3f800000, 0x3f7fffff, 0x3f7ffffe, 0xbf7fffff,
        0x00800000, 0x00800001, 0x80800000, 0x007fffff, 0x00000001, 0x80000001, 0x00000000, 0x00ffffff, 0x1fffff00]
F16E = [0x2000, 0x1fff, 0x2001, 0xa000, 0x9fff, 0x3c00, 0x3bff, 0x3bfe, 0xbbff, 0x0400, 0x0401, 0x8400, 0x03ff, 0x0001,
        0x8001, 0x0000, 0x07ff, 0x1ff0]
INTEGERS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 255, 0x7f, 0x80, 0x7fff, 0x8000, 0xffff, 0x10000,
            0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, MASK,
            MASK - 1, 0x123456789abcdef0, 0x00ff00ff00ff00ff]


def pool(kind):
    kind = kind.split("@")[0]
    if kind in ("f16", "bf16", "f32", "f64", "f32e", "f16e"):
        return {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64, "f32e": F32E, "f16e": F16E}[kind]
    if kind in ("f16x2", "bf16x2"):
        halves = F16 if kind == "f16x2" else BF16
        return [low | halves[(7 * i + 3) % len(halves)] << 16 for i, low in enumerate(halves)]
    if kind == "pred":
        return [0, 1]
    mask = (1 << (8 * SIZES[kind])) - 1
    return list(dict.fromkeys(value & mask for value in INTEGERS))


def random_bits(number):
    """splitmix64 of a counter."""
    z = (number * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15) & MASK
    z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & MASK
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
    return z ^ z >> 31


def near_one(kind, bits):
    """The same bits with every floating-point exponent within 4 of that of 1."""
    def one(bits, exponent_bits, fraction_bits):
        bias = (1 << (exponent_bits - 1)) - 1
        exponent = bias - 4 + (bits >> fraction_bits) % 8
        keep = 1 << (exponent_bits + fraction_bits) | ((1 << fraction_bits) - 1)
        return bits & keep | exponent << fraction_bits
    if kind == "f64":
        return one(bits, 11, 52)
    if kind in ("f32", "f32e"):
        return one(bits, 8, 23)
    if kind.startswith("bf16"):
        low = one(bits & 0xffff, 8, 7)
        return low | one(bits >> 16, 8, 7) << 16 if kind == "bf16x2" else low
    if kind.startswith("f16"):
        low = one(bits & 0xffff, 5, 10)
        return low | one(bits >> 16, 5, 10) << 16 if kind == "f16x2" else low
    return bits


def source_value(kind, tuple_index, operand):
    if tuple_index < COMBINED:
        values = pool(kind)
        n = len(values)
        if operand == 0:
            return values[tuple_index % n]
        if operand == 1:
            return values[(tuple_index // n + tuple_index * 5) % n]
        return values[(tuple_index // (n + 1) * 3 + tuple_index * 7 + operand) % n]
    kind = kind.split("@")[0]
    bits = random_bits(tuple_index * 4 + operand)
    bits &= (1 << max(1, 8 * SIZES[kind])) - 1
    return near_one(kind, bits) if tuple_index % 2 else bits


# ---- Instructions: (chapter, text, types of d and the sources) ----

def instructions():
    def add(chapter, text, *kinds):
        found.append((chapter, text, kinds))
    found = []
    ints = [f"{s}{b}" for b in (16, 32, 64) for s in "us"]
    signed = ["s16", "s32", "s64"]

    for t in ints:
        wide = t[0] + str(int(t[1:]) * 2)
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            add("integer", f"{op}.{t} d, a, b", t, t, t)
        add("divide", f"div.{t} d, a, b", t, t, t)
        add("divide", f"rem.{t} d, a, b", t, t, t)
        for op in ("mad.lo", "mad.hi", "sad"):
            add("integer", f"{op}.{t} d, a, b, c", t, t, t, t)
        if t[1:] != "64":
            add("integer", f"mul.wide.{t} d, a, b", wide, t, t)
            add("integer", f"mad.wide.{t} d, a, b, c", wide, t, t, wide)
    for t in signed:
        add("integer", f"abs.{t} d, a", t, t)
        add("integer", f"neg.{t} d, a", t, t)
    add("integer", "add.sat.s32 d, a, b", "s32", "s32", "s32")
    add("integer", "sub.sat.s32 d, a, b", "s32", "s32", "s32")
    add("integer", "mad.hi.sat.s32 d, a, b, c", "s32", "s32", "s32", "s32")
    for t in ("u32", "s32"):
        for part in ("lo", "hi"):
            add("integer", f"mul24.{part}.{t} d, a, b", t, t, t)
            add("integer", f"mad24.{part}.{t} d, a, b, c", t, t, t, t)
    add("integer", "mad24.hi.sat.s32 d, a, b, c", "s32", "s32", "s32", "s32")
    for t in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            add("integer", f"{op}.{t} d, a, b", t, t, t)
    for op in ("min", "max"):
        add("integer", f"{op}.relu.s16x2 d, a, b", "s16x2", "s16x2", "s16x2")
        add("integer", f"{op}.relu.s32 d, a, b", "s32", "s32", "s32")

    for t in ("b32", "b64"):
        add("bits", f"popc.{t} d, a", "u32", t)
        add("bits", f"clz.{t} d, a", "u32", t)
        add("bits", f"brev.{t} d, a", t, t)
        add("bits", f"bfi.{t} d, a, b, c, e", t, t, t, "u32", "u32")
    for t in ("u32", "s32", "u64", "s64"):
        add("bits", f"bfind.{t} d, a", "u32", t)
        add("bits", f"bfind.shiftamt.{t} d, a", "u32", t)
        add("bits", f"bfe.{t} d, a, b, c", t, t, "u32", "u32")
    add("bits", "fns.b32 d, a, b, c", "b32", "b32", "b32", "s32")
    for mode in ("clamp", "wrap"):
        add("bits", f"szext.{mode}.u32 d, a, b", "u32", "u32", "u32")
        add("bits", f"szext.{mode}.s32 d, a, b", "s32", "s32", "u32")
        add("bits", f"bmsk.{mode}.b32 d, a, b", "b32", "b32", "b32")
    for a, b in itertools.product(("u32", "s32"), repeat=2):
        add("bits", f"dp4a.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
        add("bits", f"dp2a.lo.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
        add("bits", f"dp2a.hi.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")

    for t in ("u32", "s32", "u64", "s64"):
        add("extended", f"add.cc.{t} f, a, b; addc.{t} d, c, c", t, t, t, t)
        add("extended", f"add.cc.{t} f, a, b; addc.cc.{t} f, f, c; addc.{t} d, a, c", t, t, t, t)
        add("extended", f"sub.cc.{t} f, a, b; subc.{t} d, c, c", t, t, t, t)
        add("extended", f"sub.cc.{t} f, a, b; subc.cc.{t} f, f, c; subc.{t} d, a, c", t, t, t, t)
        for part in ("lo", "hi"):
            add("extended", f"mad.{part}.cc.{t} f, a, b, c; addc.{t} d, a, f", t, t, t, t)
            add("extended", f"add.cc.{t} f, a, b; madc.{part}.{t} d, a, b, c", t, t, t, t)
            add("extended", f"add.cc.{t} f, a, b; madc.{part}.cc.{t} f, a, b, c; addc.{t} d, f, c", t, t, t, t)

    for t in ("b16", "b32", "b64"):
        for op in ("and", "or", "xor"):
            add("logic", f"{op}.{t} d, a, b", t, t, t)
        add("logic", f"not.{t} d, a", t, t)
        add("logic", f"cnot.{t} d, a", t, t)
        add("logic", f"shl.{t} d, a, b", t, t, "u32")
    for t in ints + ["b16", "b32", "b64"]:
        add("logic", f"shr.{t} d, a, b", t, t, "u32")
    for table in (0x00, 0x1b, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff):
        add("logic", f"lop3.b32 d, a, b, c, {table}", "b32", "b32", "b32", "b32")
    for side, mode in itertools.product("lr", ("wrap", "clamp")):
        add("logic", f"shf.{side}.{mode}.b32 d, a, b, c", "b32", "b32", "b32", "u32")
    for op in ("and", "or", "xor"):
        add("logic", f"{op}.pred d, a, b", "pred", "pred", "pred")
    add("logic", "prmt.b32 d, a, b, c", "b32", "b32", "b32", "b32")
    add("logic", "not.pred d, a", "pred", "pred")
    for boolop in ("or", "and"):
        add("logic", f"lop3.{boolop}.b32 d|q, a, b, c, 0x96, e", "b32", "b32", "b32", "b32", "pred")
        add("logic", f"lop3.{boolop}.b32 w|d, a, b, c, 0xca, e", "pred", "b32", "b32", "b32", "pred")
    for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
        add("logic", f"prmt.b32.{mode} d, a, b, c", "b32", "b32", "b32", "b32")

    ordered = ["eq", "ne", "lt", "le", "gt", "ge"]
    floating = ordered + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    for t in ints:
        for cmp in ordered + (["lo", "ls", "hi", "hs"] if t[0] == "u" else []):
            add("compare", f"setp.{cmp}.{t} d, a, b", "pred", t, t)
        add("compare", f"selp.{t} d, a, b, c", t, t, t, "pred")
        add("compare", f"slct.{t}.s32 d, a, b, c", t, t, t, "s32")
        add("compare", f"slct.{t}.f32 d, a, b, c", t, t, t, "f32")
        add("compare", f"slct.ftz.{t}.f32 d, a, b, c", t, t, t, "f32")
    for t in ("b16", "b32", "b64"):
        add("compare", f"setp.eq.{t} d, a, b", "pred", t, t)
        add("compare", f"setp.ne.{t} d, a, b", "pred", t, t)
    for cmp in floating:
        for t in ("f32", "ftz.f32", "f64", "f16", "ftz.f16", "bf16"):
            kind = t.split(".")[-1]
            add("compare", f"setp.{cmp}.{t} d, a, b", "pred", kind, kind)
        for d in ("u32", "s32", "f32"):
            add("compare", f"set.{cmp}.{d}.f32 d, a, b", d, "f32", "f32")
        add("compare", f"set.{cmp}.ftz.f32.f32 d, a, b", "f32", "f32", "f32")
        add("compare", f"set.{cmp}.u32.f64 d, a, b", "u32", "f64", "f64")
        add("compare", f"set.{cmp}.f16.f16 d, a, b", "f16", "f16", "f16")
        add("compare", f"set.{cmp}.f16x2.f16x2 d, a, b", "f16x2", "f16x2", "f16x2")
        add("compare", f"set.{cmp}.bf16x2.bf16x2 d, a, b", "bf16x2", "bf16x2", "bf16x2")
        add("compare", f"set.{cmp}.u32.f16 d, a, b", "u32", "f16", "f16")
    for cmp in ordered:
        add("compare", f"set.{cmp}.f32.s32 d, a, b", "f32", "s32", "s32")
        add("compare", f"set.{cmp}.u32.u64 d, a, b", "u32", "u64", "u64")
    for boolop in ("and", "or", "xor"):
        add("compare", f"setp.lt.{boolop}.s32 d, a, b, c", "pred", "s32", "s32", "pred")
        add("compare", f"setp.ge.{boolop}.f32 d, a, b, !c", "pred", "f32", "f32", "pred")
        add("compare", f"set.lt.{boolop}.u32.f32 d, a, b, c", "u32", "f32", "f32", "pred")
        add("compare", f"setp.gt.{boolop}.u32 q|d, a, b, c", "pred", "u32", "u32", "pred")

        add("compare", f"set.lt.{boolop}.u32.s32 d, a, b, c", "u32", "s32", "s32", "pred")
        add("compare", f"set.ge.{boolop}.f32.u64 d, a, b, !c", "f32", "u64", "u64", "pred")
        for t in ("f16", "bf16"):
            add("compare", f"setp.lt.{boolop}.{t} d, a, b, c", "pred", t, t, "pred")
            add("compare", f"setp.geu.{boolop}.{t} q|d, a, b, !c", "pred", t, t, "pred")
            add("compare", f"set.lt.{boolop}.{t}.{t} d, a, b, c", t, t, t, "pred")
            add("compare", f"set.ne.{boolop}.{t}x2.{t}x2 d, a, b, c", f"{t}x2", f"{t}x2", f"{t}x2", "pred")
            add("compare", f"setp.lt.{boolop}.{t}x2 d|q, a, b, c", "pred", f"{t}x2", f"{t}x2", "pred")
            add("compare", f"setp.lt.{boolop}.{t}x2 q|d, a, b, c", "pred", f"{t}x2", f"{t}x2", "pred")
    for t in ("f16x2", "bf16x2"):
        for pair in ("d|q", "q|d"):
            add("compare", f"setp.neu.{t} {pair}, a, b", "pred", t, t)
            add("compare", f"setp.le.{t} {pair}, a, b", "pred", t, t)
    for d, t in itertools.product(("u16", "s16", "u32", "s32"), ("f16", "bf16")):
        add("compare", f"set.gt.{d}.{t} d, a, b", d, t, t)
    for d, t in itertools.product(("u32", "s32"), ("f16x2", "bf16x2")):
        add("compare", f"set.gt.{d}.{t} d, a, b", d, t, t)

    for kind in ("b16", "b32", "b64", "f32", "f64", "u16", "s32", "u64"):
        add("move", f"mov.{kind} d, a", kind, kind)
    add("move", "mov.pred d, a", "pred", "pred")
    add("move", "mov.b32 d, {a, b}", "b32", "b16", "b16")
    add("move", "mov.b64 d, {a, b}", "b64", "b32", "b32")
    add("move", "mov.b64 d, {a, b, c, e}", "b64", "b16", "b16", "b16", "b16")
    add("move", "mov.b32 {d, h}, a", "b16", "b32")
    add("move", "mov.b32 {h, d}, a", "b16", "b32")
    add("move", "mov.b64 {d, w}, a", "b32", "b64")
    add("move", "mov.b64 {w, d}, a", "b32", "b64")
    add("move", "mov.b64 {_, d}, a", "b32", "b64")
    add("move", "mov.b64 {_, _, d, h}, a", "b16", "b64")
    add("move", ".reg .b128 %x; mov.b128 %x, {a, b}; mov.b128 {d, v}, %x", "b64", "b64", "b64")
    add("move", ".reg .b128 %x, %y; mov.b128 %x, {a, b}; mov.b128 %y, %x; mov.b128 {v, d}, %y", "b64", "b64", "b64")

    for rounding in ("rn", "rz", "rm", "rp"):
        for op in ("mul", "add", "sub", "div"):
            add("edges", f"{op}.{rounding}.ftz.f32 d, a, b", "f32", "f32e", "f32e")
            add("edges", f"{op}.{rounding}.f32 d, a, b", "f32", "f32e", "f32e")
        add("edges", f"fma.{rounding}.ftz.f32 d, a, b, c", "f32", "f32e", "f32e", "f32e")
        add("edges", f"fma.{rounding}.ftz.sat.f32 d, a, b, c", "f32", "f32e", "f32e", "f32e")
        add("edges", f"fma.{rounding}.f32 d, a, b, c", "f32", "f32e", "f32e", "f32e")
        add("float32", f"mad.{rounding}.f32 d, a, b, c", "f32", "f32", "f32", "f32")
        add("float32", f"mad.{rounding}.ftz.sat.f32 d, a, b, c", "f32", "f32", "f32", "f32")
        add("float64", f"mad.{rounding}.f64 d, a, b, c", "f64", "f64", "f64", "f64")
    for op in ("mul", "add", "sub"):
        add("edges", f"{op}.ftz.f16 d, a, b", "f16", "f16e", "f16e")
        add("edges", f"{op}.f16 d, a, b", "f16", "f16e", "f16e")
    for mods in ("", ".ftz", ".sat", ".ftz.relu"):
        add("edges", f"fma.rn{mods}.f16 d, a, b, c", "f16", "f16e", "f16e", "f16e")
    add("edges", "div.approx.ftz.f32 d, a, b", "f32", "f32e", "f32e")
    add("edges", "div.full.ftz.f32 d, a, b", "f32", "f32e", "f32e")
    add("edges", "rcp.approx.ftz.f32 d, a", "f32", "f32e")

    for rounding in ("rn", "rz", "rm", "rp"):
        for op in ("add", "sub", "mul"):
            for mods in ("", ".ftz", ".sat", ".ftz.sat"):
                add("float32", f"{op}.{rounding}{mods}.f32 d, a, b", "f32", "f32", "f32")
            add("float64", f"{op}.{rounding}.f64 d, a, b", "f64", "f64", "f64")
        for mods in ("", ".ftz", ".sat", ".ftz.sat"):
            add("float32", f"fma.{rounding}{mods}.f32 d, a, b, c", "f32", "f32", "f32", "f32")
        add("float64", f"fma.{rounding}.f64 d, a, b, c", "f64", "f64", "f64", "f64")
        for mods in ("", ".ftz"):
            add("float32", f"div.{rounding}{mods}.f32 d, a, b", "f32", "f32", "f32")
            add("float32", f"rcp.{rounding}{mods}.f32 d, a", "f32", "f32")
            add("float32", f"sqrt.{rounding}{mods}.f32 d, a", "f32", "f32")
        add("float64", f"div.{rounding}.f64 d, a, b", "f64", "f64", "f64")
        add("float64", f"rcp.{rounding}.f64 d, a", "f64", "f64")
        add("float64", f"sqrt.{rounding}.f64 d, a", "f64", "f64")
    add("float32", "add.f32 d, a, b", "f32", "f32", "f32")
    add("float32", "mul.f32 d, a, b", "f32", "f32", "f32")
    for mods in ("", ".ftz"):
        for op in ("min", "max"):
            for more in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
                add("float32", f"{op}{mods}{more}.f32 d, a, b", "f32", "f32", "f32")
        add("float32", f"abs{mods}.f32 d, a", "f32", "f32")
        add("float32", f"neg{mods}.f32 d, a", "f32", "f32")
    for op in ("min", "max", "copysign"):
        add("float64", f"{op}.f64 d, a, b", "f64", "f64", "f64")
    add("float32", "copysign.f32 d, a, b", "f32", "f32", "f32")
    add("float64", "abs.f64 d, a", "f64", "f64")
    add("float64", "neg.f64 d, a", "f64", "f64")
    for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        add("float32", f"testp.{test}.f32 d, a", "pred", "f32")
        add("float64", f"testp.{test}.f64 d, a", "pred", "f64")

    for mods in ("", ".ftz"):
        for op in ("rcp", "rsqrt", "sqrt", "sin", "cos", "lg2", "ex2"):
            add("approximate", f"{op}.approx{mods}.f32 d, a", "f32", "f32")
        add("approximate", f"div.approx{mods}.f32 d, a, b", "f32", "f32", "f32")
        add("approximate", f"div.full{mods}.f32 d, a, b", "f32", "f32", "f32")
    add("approximate", "tanh.approx.f32 d, a", "f32", "f32")
    add("approximate", "rcp.approx.ftz.f64 d, a", "f64", "f64")
    add("approximate", "rsqrt.approx.f64 d, a", "f64", "f64")
    add("approximate", "rsqrt.approx.ftz.f64 d, a", "f64", "f64")
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        add("approximate", f"tanh.approx.{t} d, a", t, t)
        add("approximate", f"ex2.approx{'.ftz' if t[0] == 'b' else ''}.{t} d, a", t, t)

    for t in ("f16", "f16x2"):
        for op in ("add", "sub", "mul"):
            for mods in ("", ".rn", ".ftz", ".sat", ".ftz.sat"):
                add("half", f"{op}{mods}.{t} d, a, b", t, t, t)
        for mods in ("", ".ftz", ".sat", ".ftz.sat", ".relu", ".ftz.relu"):
            add("half", f"fma.rn{mods}.{t} d, a, b, c", t, t, t, t)
        for op in ("min", "max"):
            for mods in ("", ".ftz", ".NaN", ".xorsign.abs", ".ftz.NaN.xorsign.abs"):
                add("half", f"{op}{mods}.{t} d, a, b", t, t, t)
        for mods in ("", ".ftz"):
            add("half", f"abs{mods}.{t} d, a", t, t)
            add("half", f"neg{mods}.{t} d, a", t, t)
    for t in ("bf16", "bf16x2"):
        for op in ("add", "sub", "mul"):
            for mods in ("", ".rn"):
                add("half", f"{op}{mods}.{t} d, a, b", t, t, t)
        for mods in ("", ".relu"):
            add("half", f"fma.rn{mods}.{t} d, a, b, c", t, t, t, t)
        for op in ("min", "max"):
            for mods in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
                add("half", f"{op}{mods}.{t} d, a, b", t, t, t)
        add("half", f"abs.{t} d, a", t, t)
        add("half", f"neg.{t} d, a", t, t)

    every_int = [f"{s}{b}" for b in (8, 16, 32, 64) for s in "us"]
    for d, a in itertools.product(every_int, repeat=2):
        if d != a:
            add("convert", f"cvt.{d}.{a} d, a", d, a)
            add("convert", f"cvt.sat.{d}.{a} d, a", d, a)
    for i, f in itertools.product(every_int, ("f16", "f32", "f64")):
        for rounding in ("rni", "rzi", "rmi", "rpi"):
            add("convert", f"cvt.{rounding}.{i}.{f} d, a", i, f)
        add("convert", f"cvt.rzi.sat.{i}.{f} d, a", i, f)
        if f == "f32":
            add("convert", f"cvt.rzi.ftz.{i}.{f} d, a", i, f)
        for rounding in ("rn", "rz", "rm", "rp"):
            add("convert", f"cvt.{rounding}.{f}.{i} d, a", f, i)
        add("convert", f"cvt.rn.sat.{f}.{i} d, a", f, i)
    for i in ("u16", "s16", "u32", "s32", "u64", "s64", "u8", "s8"):
        for rounding in ("rni", "rzi", "rmi", "rpi"):
            add("convert", f"cvt.{rounding}.{i}.bf16 d, a", i, "bf16")
        for rounding in ("rn", "rz", "rm", "rp"):
            add("convert", f"cvt.{rounding}.bf16.{i} d, a", "bf16", i)
    for rounding in ("rn", "rz", "rm", "rp"):
        for mods in ("", ".ftz", ".sat", ".ftz.sat"):
            add("convert", f"cvt.{rounding}{mods}.f32.f64 d, a", "f32", "f64")
            add("convert", f"cvt.{rounding}{mods}.f16.f32 d, a", "f16", "f32")
        add("convert", f"cvt.{rounding}.f16.f64 d, a", "f16", "f64")
        add("convert", f"cvt.{rounding}.sat.f16.f64 d, a", "f16", "f64")
        add("convert", f"cvt.{rounding}.bf16.f32 d, a", "bf16", "f32")
        add("convert", f"cvt.{rounding}.bf16.f64 d, a", "bf16", "f64")
        add("convert", f"cvt.{rounding}.bf16.f16 d, a", "bf16", "f16")
    for mods in ("", ".sat"):
        add("convert", f"cvt{mods}.f64.f32 d, a", "f64", "f32")
        add("convert", f"cvt{mods}.ftz.f64.f32 d, a", "f64", "f32")
        add("convert", f"cvt{mods}.f32.f16 d, a", "f32", "f16")
        add("convert", f"cvt{mods}.ftz.f32.f16 d, a", "f32", "f16")
        add("convert", f"cvt{mods}.f64.f16 d, a", "f64", "f16")
        add("convert", f"cvt{mods}.f32.f32 d, a", "f32", "f32")
        add("convert", f"cvt{mods}.ftz.f32.f32 d, a", "f32", "f32")
        add("convert", f"cvt{mods}.f64.f64 d, a", "f64", "f64")
    add("convert", "cvt.f32.bf16 d, a", "f32", "bf16")
    add("convert", "cvt.f64.bf16 d, a", "f64", "bf16")
    add("convert", "cvt.f16.bf16 d, a".replace("cvt", "cvt.rn"), "f16", "bf16")
    for f in ("f16", "f32", "f64"):
        for rounding in ("rni", "rzi", "rmi", "rpi"):
            add("convert", f"cvt.{rounding}.{f}.{f} d, a", f, f)
    for rounding in ("rni", "rzi", "rmi", "rpi"):
        add("convert", f"cvt.{rounding}.ftz.f32.f32 d, a", "f32", "f32")
        add("convert", f"cvt.{rounding}.sat.f32.f32 d, a", "f32", "f32")
    for rounding, relu in itertools.product(("rn", "rz"), ("", ".relu")):
        add("convert", f"cvt.{rounding}{relu}.f16x2.f32 d, a, b", "f16x2", "f32", "f32")
        add("convert", f"cvt.{rounding}{relu}.bf16x2.f32 d, a, b", "bf16x2", "f32", "f32")
        add("convert", f"cvt.{rounding}{relu}.f16.f32 d, a", "f16", "f32")
        add("convert", f"cvt.{rounding}{relu}.bf16.f32 d, a", "bf16", "f32")
        add("convert", f"cvt.{rounding}{relu}.tf32.f32 d, a", "b32", "f32")
    add("convert", "cvt.rna.tf32.f32 d, a", "b32", "f32")
    for fp8, relu in itertools.product(("e4m3x2", "e5m2x2"), ("", ".relu")):
        add("convert", f"cvt.rn.satfinite{relu}.{fp8}.f32 d, a, b", "b16", "f32", "f32")
        add("convert", f"cvt.rn.satfinite{relu}.{fp8}.f16x2 d, a", "b16", "f16x2")
        add("convert", f"cvt.rn{relu}.f16x2.{fp8} d, a", "f16x2", "b16")
    for t in ("u16", "s16"):
        add("convert", f"cvt.pack.sat.{t}.s32 d, a, b", "b32", "s32", "s32")
    for t in ("u8", "s8", "u4", "s4", "u2", "s2"):
        add("convert", f"cvt.pack.sat.{t}.s32.b32 d, a, b, c", "b32", "s32", "s32", "b32")

    # In registers wider than the type.
    for d, a in (("s32", "s8@16"), ("u32", "u8@16"), ("s16", "s8@16"), ("u16", "u8@16"), ("u64", "u8@16"), ("s64", "s8@16"),
                 ("u64", "u8@64"), ("s32", "s16@32"), ("u16", "u16@32"), ("s64", "s16@64"), ("u32", "u32@64"),
                 ("u8@16", "u16"), ("s8@16", "s32"), ("u8@16", "u32"), ("s8@64", "s64"), ("u16@32", "u32"), ("s16@32", "s32"),
                 ("s16@64", "u64"), ("s8@16", "u8@16"), ("u8@32", "s8@16")):
        add("convert", f"cvt.{d.split('@')[0]}.{a.split('@')[0]} d, a", d, a)
    for i in ("u8@16", "s8@16", "u16@32", "s16@32", "u32@64"):
        add("convert", f"cvt.rn.f32.{i.split('@')[0]} d, a", "f32", i)
        add("convert", f"cvt.rn.f64.{i.split('@')[0]} d, a", "f64", i)
        add("convert", f"cvt.rzi.{i.split('@')[0]}.f32 d, a", i, "f32")
        add("convert", f"cvt.rzi.{i.split('@')[0]}.f64 d, a", i, "f64")

    scalar = ["u32", "s32"]
    for a, b in itertools.product(scalar, repeat=2):
        for d in scalar:
            for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
                add("video", f"{op}.{d}.{a}.{b} d, a, b", "b32", "b32", "b32")
                add("video", f"{op}.{d}.{a}.{b}.sat d, a.b0, b.h1", "b32", "b32", "b32")
                add("video", f"{op}.{d}.{a}.{b} d.b2, a.b3, b.h0, c", "b32", "b32", "b32", "b32")
                add("video", f"{op}.{d}.{a}.{b}.add d, a.h1, b.b1, c", "b32", "b32", "b32", "b32")
                for lanes in ("2", "4"):
                    add("video", f"{op}{lanes}.{d}.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
                    add("video", f"{op}{lanes}.{d}.{a}.{b}.sat d, a, b, c", "b32", "b32", "b32", "b32")
                    add("video", f"{op}{lanes}.{d}.{a}.{b}.add d, a, b, c", "b32", "b32", "b32", "b32")
    for a, b in itertools.product(scalar, repeat=2):
        for cmp in ("eq", "lt", "ge"):
            add("video", f"vset.{a}.{b}.{cmp} d, a, b.b1", "b32", "b32", "b32")
            add("video", f"vset2.{a}.{b}.{cmp} d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vset4.{a}.{b}.{cmp}.add d, a, b, c", "b32", "b32", "b32", "b32")
    for d in scalar:
        for mode in ("clamp", "wrap"):
            add("video", f"vshl.{d}.{d}.u32.{mode} d, a, b", "b32", "b32", "b32")
            add("video", f"vshr.{d}.{d}.u32.{mode} d, a.h1, b", "b32", "b32", "b32")
    for a, b in itertools.product(scalar, repeat=2):
        d = "u32" if a == b == "u32" else "s32"
        add("video", f"vmad.{d}.{a}.{b} d, a.b1, b.h0, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.po d, a.b1, b, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.po.shr7 d, a.h0, b.h1, c", "b32", "b32", "b32", "b32")
        for lanes, asel, bsel, mask in (("2", "h01", "h23", "h1"), ("4", "b0123", "b7412", "b20")):
            add("video", f"vavrg{lanes}.{d}.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vavrg{lanes}.{d}.{a}.{b}.add d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vadd{lanes}.{d}.{a}.{b} d.{mask}, a.{asel}, b.{bsel}, c", "b32", "b32", "b32", "b32")
            add("video", f"vmin{lanes}.{d}.{a}.{b}.add d.{mask}, a.{asel}, b.{bsel}, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.shr7 d, a.h1, b.h0, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.sat.shr15 d, a.h1, b.h0, -c", "b32", "b32", "b32", "b32")
    return found


# ---- PTX: kernel k<i>(in, out): thread t reads four 64-bit source values and writes one ----

def register_bytes(kind):
    return int(kind.split("@")[1]) // 8 if "@" in kind else 4 if SIZES[kind] == 1 else SIZES[kind]


def registers(kind):
    size = register_bytes(kind)
    return {0: "pred", 2: "b16", 4: "b32", 8: "b64"}[size]


def kernel(index, text, kinds):
    lines = [f".visible .entry k{index}(.param .u64 in, .param .u64 out)", "{", "  .reg .b64 %in, %out, %at;",
             "  .reg .b32 %t, %w;"]
    lines += [f"  .reg .b64 %s{i};" for i in range(4)]
    lines += [f"  .reg .{registers(kind)} {name};" for name, kind in zip(["d", "a", "b", "c", "e"], kinds)]
    lines += ["  .reg .pred q;", "  .reg .b16 h;", "  .reg .b32 w;", "  .reg .b64 v;", f"  .reg .{registers(kinds[0])} f;"]
    lines += ["  ld.param.u64 %in, [in];", "  ld.param.u64 %out, [out];", "  mov.u32 %t, %tid.x;",
              "  mov.u32 %w, %ctaid.x;", "  shl.b32 %w, %w, 7;", "  add.u32 %t, %t, %w;",
              "  mul.wide.u32 %at, %t, 32;", "  add.u64 %in, %in, %at;",
              "  mul.wide.u32 %at, %t, 8;", "  add.u64 %out, %out, %at;"]
    for i, (name, kind) in enumerate(zip("abce", kinds[1:])):
        lines.append(f"  ld.global.u64 %s{i}, [%in+{8 * i}];")
        size = register_bytes(kind)
        if size == 0:
            lines.append(f"  setp.ne.u64 {name}, %s{i}, 0;")
        else:
            lines.append(f"  mov.b64 {name}, %s{i};" if size == 8 else f"  cvt.u{8 * size}.u64 {name}, %s{i};")
    for step in text.split(";"):
        lines.append(f"  {step.strip()};")
    size = register_bytes(kinds[0])
    if size == 0:
        lines.append("  selp.u64 %s0, 1, 0, d;")
    elif size == 8:
        lines.append("  mov.b64 %s0, d;")
    else:
        lines.append(f"  cvt.u64.u{8 * size} %s0, d;")
    lines += ["  st.global.u64 [%out], %s0;", "  ret;", "}"]
    return "\n".join(lines)


HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n"


def module(found):
    return HEAD + "\n".join(kernel(i, text, kinds) for i, (_, text, kinds) in enumerate(found))


class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments, may_fail=False):
        status = getattr(self.cuda, name)(*arguments)
        if status != 0 and not may_fail:
            sys.exit(f"arithmetic.py: {name} failed with {status}")
        return status

    def load(self, ptx):
        handle = ctypes.c_void_p()
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(5, 6)  # error log buffer and its size
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), 4096)
        status = self.call("cuModuleLoadDataEx", ctypes.byref(handle), ptx.encode(), 2, options, values, may_fail=True)
        return (handle, "") if status == 0 else (None, log.value.decode(errors="replace"))

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer


def record(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    driver = Driver()
    source = driver.allocate(TUPLES * 32)
    target = driver.allocate(TUPLES * 8)
    chapters = {}
    tables = {}
    for chapter, text, kinds in instructions():
        handle, log = driver.load(HEAD + kernel(0, text, kinds))
        if handle is None:
            print(f"refused: {text}: {' '.join(log.split())[:160]}")
            continue
        if kinds[1:] not in tables:
            table = (ctypes.c_uint64 * (TUPLES * 4))()
            for i in range(TUPLES):
                for k, kind in enumerate(kinds[1:]):
                    table[4 * i + k] = source_value(kind, i, k)
            tables[kinds[1:]] = table
        driver.call("cuMemcpyHtoD_v2", source, tables[kinds[1:]], ctypes.c_size_t(TUPLES * 32))
        function = ctypes.c_void_p()
        driver.call("cuModuleGetFunction", ctypes.byref(function), handle, b"k0")
        pointers = (ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target))
        driver.call("cuLaunchKernel", function, TUPLES // 128, 1, 1, 128, 1, 1, 0, None, pointers, None)
        results = (ctypes.c_uint64 * TUPLES)()
        driver.call("cuMemcpyDtoH_v2", results, target, ctypes.c_size_t(TUPLES * 8))
        driver.call("cuModuleUnload", handle)
        chapters.setdefault(chapter, []).append(
            f"{text}\t{' '.join(kinds)}\t" + " ".join(f"{value:x}" for value in results))
    for chapter, lines in chapters.items():
        (folder / f"{chapter}.tsv").write_text("\n".join(lines) + "\n")
    print({chapter: len(lines) for chapter, lines in chapters.items()})


if __name__ == "__main__":
    if sys.argv[1:2] == ["ptx"] and len(sys.argv) == 3:
        pathlib.Path(sys.argv[2]).write_text(module(instructions()))
    elif sys.argv[1:2] == ["record"] and len(sys.argv) == 3:
        record(sys.argv[2])
    else:
        sys.exit(__doc__)
