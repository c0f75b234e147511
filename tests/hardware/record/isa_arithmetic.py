"""Arithmetic that isa.py records beside the spellings of tests/ptx/manual.txt: sequences that pass a carry on, immediates,
selectors, registers wider than their type, values at the edge of the normal numbers.

An instruction is (chapter, text, types of d and the sources); isa.py says what a text and a type may be.
"""
import itertools


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
            add("compare", f"setp.geu.{boolop}.{t} d, a, b, !c", "pred", t, t, "pred")
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

    for kind in ("b16", "b32", "b64", "f32", "f64", "u16", "s16", "u32", "s32", "u64", "s64"):
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
    for rounding in ("rn", "rz", "rm", "rp"):
        add("edges", f"rcp.{rounding}.ftz.f32 d, a", "f32", "f32e")
        add("edges", f"sqrt.{rounding}.ftz.f32 d, a", "f32", "f32e")
    for op in ("mul", "add", "sub"):
        add("edges", f"{op}.ftz.f16 d, a, b", "f16", "f16e", "f16e")
        add("edges", f"{op}.f16 d, a, b", "f16", "f16e", "f16e")
    for mods in ("", ".ftz", ".sat", ".ftz.relu"):
        add("edges", f"fma.rn{mods}.f16 d, a, b, c", "f16", "f16e", "f16e", "f16e")
    for rounding in ("rn", "rz", "rm", "rp"):  # which of several NaNs
        for op in ("add", "sub", "mul", "div"):
            add("nans", f"{op}.{rounding}.f64 d, a, b", "f64", "f64n", "f64n")
        for op in ("fma", "mad"):
            add("nans", f"{op}.{rounding}.f64 d, a, b, c", "f64", "f64n", "f64n", "f64n")
    for op in ("min", "max"):
        add("nans", f"{op}.f64 d, a, b", "f64", "f64n", "f64n")
    for rounding in ("", ".rni", ".rzi", ".rmi", ".rpi", ".sat", ".rni.sat"):
        add("nans", f"cvt{rounding}.f64.f64 d, a", "f64", "f64n")
    for mods in ("", ".ftz"):
        for kind in ("f16", "bf16"):
            add("nans", f"cvt{mods}.f32.{kind} d, a", "f32", kind + "n")
    for kind in ("f16", "bf16"):
        add("nans", f"cvt.f64.{kind} d, a", "f64", kind + "n")
    add("nans", "cvt.f16.f16 d, a", "f16", "f16n")
    add("nans", "cvt.rn.bf16.f16 d, a", "bf16", "f16n")
    add("nans", "cvt.rn.f16.bf16 d, a", "f16", "bf16n")
    for kind in ("f16", "bf16"):
        for mods in ("", ".relu", ".oob", ".oob.relu"):
            add("nans", f"fma.rn{mods}.{kind} d, a, b, c", kind, *3 * [kind + "n"])
        for op in ("min", "max", "min.NaN", "max.NaN", "min.xorsign.abs", "max.NaN.xorsign.abs"):
            add("nans", f"{op}.{kind} d, a, b", kind, kind + "n", kind + "n")
    for op in ("rcp.rn", "rcp.rz", "rcp.rm", "rcp.rp", "sqrt.rn", "sqrt.rz", "sqrt.rm", "sqrt.rp", "rcp.approx.ftz", "rsqrt.approx.ftz",
               "rsqrt.approx", "abs", "neg", "cvt.rn.f32"):
        add("nans", f"{op}.f64 d, a", "f32" if op.startswith("cvt") else "f64", "f64n")
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
                for second in ("add", "min", "max"):
                    add("video", f"{op}.{d}.{a}.{b}.{second} d, a.h1, b.b1, c", "b32", "b32", "b32", "b32")
                for lanes in ("2", "4"):
                    add("video", f"{op}{lanes}.{d}.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
                    add("video", f"{op}{lanes}.{d}.{a}.{b}.sat d, a, b, c", "b32", "b32", "b32", "b32")
                    add("video", f"{op}{lanes}.{d}.{a}.{b}.add d, a, b, c", "b32", "b32", "b32", "b32")
    for a, b in itertools.product(scalar, repeat=2):
        for cmp in ("eq", "ne", "lt", "le", "gt", "ge"):
            for second in ("add", "min", "max"):
                add("video", f"vset.{a}.{b}.{cmp}.{second} d, a.h0, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vset2.{a}.{b}.{cmp}.add d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vset4.{a}.{b}.{cmp} d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vset.{a}.{b}.{cmp} d, a, b.b1", "b32", "b32", "b32")
            add("video", f"vset2.{a}.{b}.{cmp} d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vset4.{a}.{b}.{cmp}.add d, a, b, c", "b32", "b32", "b32", "b32")
    for d in scalar:
        for mode in ("clamp", "wrap"):
            for a in scalar:
                for mods in ("", ".sat"):
                    add("video", f"vshl.{d}.{a}.u32{mods}.{mode} d, a, b", "b32", "b32", "b32")
                    add("video", f"vshr.{d}.{a}.u32{mods}.{mode} d, a, b", "b32", "b32", "b32")
            for second in ("add", "min", "max"):
                add("video", f"vshl.{d}.{d}.u32.{mode}.{second} d, a.h0, b.b0, c", "b32", "b32", "b32", "b32")
                add("video", f"vshr.{d}.{d}.u32.{mode}.{second} d, a.h1, b.b0, c", "b32", "b32", "b32", "b32")
            add("video", f"vshr.{d}.{d}.u32.{mode} d, a.h1, b", "b32", "b32", "b32")
    for a, b in itertools.product(scalar, repeat=2):
        d = "u32" if a == b == "u32" else "s32"
        add("video", f"vmad.{d}.{a}.{b} d, a.b1, b.h0, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.po d, a.b1, b, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.po.sat.shr15 d, a.b1, b, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.po.shr7 d, a.h0, b.h1, c", "b32", "b32", "b32", "b32")
        for lanes, asel, bsel, mask in (("2", "h01", "h23", "h1"), ("4", "b0123", "b7412", "b20")):
            add("video", f"vavrg{lanes}.{d}.{a}.{b} d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vavrg{lanes}.{d}.{a}.{b}.add d, a, b, c", "b32", "b32", "b32", "b32")
            for other in scalar:
                add("video", f"vavrg{lanes}.{other}.{a}.{b}.sat d, a, b, c", "b32", "b32", "b32", "b32")
            add("video", f"vadd{lanes}.{d}.{a}.{b} d.{mask}, a.{asel}, b.{bsel}, c", "b32", "b32", "b32", "b32")
            add("video", f"vmin{lanes}.{d}.{a}.{b}.add d.{mask}, a.{asel}, b.{bsel}, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.shr7 d, a.h1, b.h0, c", "b32", "b32", "b32", "b32")
        add("video", f"vmad.{d}.{a}.{b}.sat.shr15 d, a.h1, b.h0, -c", "b32", "b32", "b32", "b32")
        # Parts and whole registers are scaled and clamped differently.
        for factors in ("a, b", "a, b.h1", "a.b1, b"):
            for mods in (".sat", ".shr7", ".sat.shr7", ".sat.shr15", ".po.sat"):
                add("vmad", f"vmad.{d}.{a}.{b}{mods} d, {factors}, c", "b32", "b32", "b32", "b32")
            add("vmad", f"vmad.{d}.{a}.{b}.sat.shr7 d, {factors}, -c", "b32", "b32", "b32", "b32")
    return found
