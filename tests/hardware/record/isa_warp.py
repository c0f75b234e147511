"""Memory, atomic, warp-level and matrix instructions that isa.py records: each with what brings its operands into memory,
and what reads back what it left there. isa.py says which names a text may use.
"""

INTEGERS = [f"{sign}{bits}" for bits in (8, 16, 32, 64) for sign in "bus"]
SPACES = {"global": "%in", "shared": "%sh", "local": "%lo", "": "%in"}


def bits_of(kind):
    return 32 if kind.endswith("x2") else int("".join(c for c in kind if c.isdigit()))


def held(kind):
    """The kind of the register that holds a value: bytes are in 16 bits."""
    return f"{kind}@16" if bits_of(kind) == 8 else kind


def read_back(space, count):
    """Loads of the first 64-bit words of the thread's memory."""
    return "; ".join(f"ld.{space}.b64 {name}, [{SPACES[space]}+{8 * i}]" for i, name in enumerate(["d", "d1", "d2", "d3"][:count]))


def loads_and_stores(add):
    kinds = INTEGERS + ["f32", "f64"]
    four = ("b64",) * 4
    for space, kind in ((s, k) for s in ("", "global", "shared", "local") for k in kinds):
        dot = f".{space}" if space else ""
        place = SPACES[space]
        add("memory", f"ld{dot}.{kind} d, [{place}]", (held(kind),), four)
        add("memory", f"ld.weak{dot}.{kind} d, [{place}]", (held(kind),), four)
        add("memory", f"st.weak{dot}.{kind} [{place}], a; {read_back(space or 'global', 4)}", ("b64",) * 4, (held(kind).replace("f", "b"),))
        add("memory", f"ld{dot}.v2.{kind} {{d, d1}}, [{place}+16]", (held(kind),) * 2, four)
        if bits_of(kind) < 64:
            add("memory", f"ld{dot}.v4.{kind} {{d, d1, d2, d3}}, [{place}]", (held(kind),) * 4, four)
        back = read_back(space or "global", 4)
        source = held(kind).replace("f", "b")
        add("memory", f"st{dot}.{kind} [{place}+8], a; {back}", ("b64",) * 4, (source,))
        add("memory", f"st{dot}.v2.{kind} [{place}+16], {{a, b}}; {back}", ("b64",) * 4, (source,) * 2)
        if bits_of(kind) < 64:
            add("memory", f"st{dot}.v4.{kind} [{place}], {{a, b, c, e}}; {back}", ("b64",) * 4, (source,) * 4)
    for kind in ("u8", "s8", "u16", "s16"):
        for wide in ("32", "64"):
            add("memory", f"ld.global.{kind} d, [%in]", (f"b{wide}",), four)
            add("memory", f"st.shared.{kind} [%sh], a; ld.shared.b64 d, [%sh]", ("b64",), (f"b{wide}",))
    # Every type once with every order; other words say only where data is kept.
    for text in ("ld.global.ca", "ld.volatile.global", "ld.volatile.shared", "ld.relaxed.gpu.global", "ld.acquire.sys.global", "ld.relaxed.cta.shared",
                 "ld.global.nc", "ldu.global", "ld.mmio.relaxed.sys.global"):
        place = "%sh" if "shared" in text else "%in"
        for kind in kinds:
            add("memory", f"{text}.{kind} d, [{place}+8]", (held(kind),), four)
            if "mmio" not in text:
                add("memory", f"{text}.v2.{kind} {{d, d1}}, [{place}+16]", (held(kind),) * 2, four)
            if "mmio" not in text and bits_of(kind) < 64:
                add("memory", f"{text}.v4.{kind} {{d, d1, d2, d3}}, [{place}]", (held(kind),) * 4, four)
        if "shared" not in text and "volatile" not in text:
            add("memory", f".reg .b128 %q; {text}.b128 %q, [%in+16]; mov.b128 {{d, d1}}, %q", ("b64",) * 2, four)
    for text in ("st.global.wb", "st.volatile.global", "st.volatile.shared", "st.relaxed.gpu.global", "st.release.sys.global", "st.relaxed.cta.shared",
                 "st.mmio.relaxed.sys.global"):
        space = "shared" if "shared" in text else "global"
        for kind in kinds:
            source = held(kind).replace("f", "b")
            add("memory", f"{text}.{kind} [{SPACES[space]}+8], a; {read_back(space, 2)}", ("b64",) * 2, (source, "b64", "b64"))
            if "mmio" not in text:
                add("memory", f"{text}.v2.{kind} [{SPACES[space]}+16], {{a, b}}; {read_back(space, 4)}", ("b64",) * 4, (source,) * 2)
            if "mmio" not in text and bits_of(kind) < 64:
                add("memory", f"{text}.v4.{kind} [{SPACES[space]}], {{a, b, c, e}}; {read_back(space, 4)}", ("b64",) * 4, (source,) * 4)
        if "shared" not in text and "volatile" not in text:
            add("memory", f".reg .b128 %q; mov.b128 %q, {{a, b}}; {text}.b128 [%in], %q; {read_back('global', 4)}", ("b64",) * 4, four)
    for text in ("ld.global", "ld.relaxed.gpu.global"):
        add("memory", f".reg .b128 %q; {text}.b128 %q, [%in+16]; mov.b128 {{d, d1}}, %q", ("b64",) * 2, four)
    add("memory", f".reg .b128 %q; mov.b128 %q, {{a, b}}; st.global.b128 [%in], %q; {read_back('global', 4)}", ("b64",) * 4, four)
    for size in (4, 8, 16):
        add("memory", f"cp.async.ca.shared.global [%sh+16], [%in], {size}; cp.async.wait_all; {read_back('shared', 4)}", ("b64",) * 4, four)
        add("memory", f"and.b32 w, %t, {size - 1}; cp.async.ca.shared::cta.global.L2::128B [%sh], [%in+16], {size}, w; cp.async.commit_group; "
            f"cp.async.wait_group 0; {read_back('shared', 4)}", ("b64",) * 4, four)
    add("memory", f"cp.async.cg.shared.global [%sh], [%in+16], 16; cp.async.wait_all; {read_back('shared', 4)}", ("b64",) * 4, four)
    add("memory", f"setp.gt.u64 q, a, b; cp.async.cg.shared.global [%sh], [%in+16], 16, q; cp.async.wait_all; {read_back('shared', 4)}",
        ("b64",) * 4, four)


def atomics(add):
    rows = [(op, kind) for op in ("and", "or", "xor", "exch") for kind in ("b32", "b64")]
    rows += [("add", kind) for kind in ("u32", "s32", "u64", "f32", "f64")] + [("inc", "u32"), ("dec", "u32")]
    rows += [(op, kind) for op in ("min", "max") for kind in ("u32", "s32", "u64", "s64")]
    rows += [("add.noftz", kind) for kind in ("f16", "f16x2", "bf16", "bf16x2")]
    for op, kind in rows:
        for space, place in SPACES.items():
            if space == "local":
                continue
            dot = f".{space}" if space else ""
            # What the assembler makes of these here leaves memory as it was; kernels.py records them.
            if space == "shared" and kind in ("f16x2", "bf16x2"):
                continue
            back = f"ld.{space or 'global'}.b{bits_of(kind)}"
            add("atomics", f"atom{dot}.{op}.{kind} d, [{place}], b; {back} d1, [{place}]", (kind, kind), (kind, kind))
            if op != "exch":
                add("atomics", f"red{dot}.{op}.{kind} [{place}], b; {back} d, [{place}]", (kind,), (kind, kind))
    for kind in ("b16", "b32", "b64"):
        for space, place in SPACES.items():
            if space == "local":
                continue
            dot = f".{space}" if space else ""
            add("atomics", f"atom{dot}.cas.{kind} d, [{place}], b, c; ld.{space or 'global'}.{kind} d1, [{place}]", (kind, kind), (kind,) * 3)
            # Equal to what is there in half of the lanes.
            add("atomics", f"and.b32 w, %t, 1; setp.eq.u32 q, w, 0; selp.{kind} f, a, b, q; atom{dot}.cas.{kind} d, [{place}], f, c; "
                f"ld.{space or 'global'}.{kind} d1, [{place}]", (kind, kind), (kind,) * 3)
    for order in ("relaxed", "acquire", "release", "acq_rel"):
        for scope in ("cta", "cluster", "gpu", "sys"):
            add("atomics", f"atom.{order}.{scope}.global.add.u32 d, [%in], b; ld.global.b32 d1, [%in]", ("u32", "u32"), ("u32", "u32"))
            if order in ("relaxed", "release"):
                add("atomics", f"red.{order}.{scope}.shared.max.s32 [%sh], b; ld.shared.b32 d, [%sh]", ("s32",), ("s32", "s32"))
    for space, place in SPACES.items():
        if space == "local":
            continue
        dot = f".{space}" if space else ""
        for text in ("exch.b128 %q, [P], %r", "cas.b128 %q, [P], %r, %s"):
            add("atomics", ".reg .b128 %q, %r, %s; mov.b128 %r, {c, e}; mov.b128 %s, {e, c}; atom" + dot + "." + text.replace("P", place) +
                f"; mov.b128 {{d, d1}}, %q; ld.{space or 'global'}.b64 d2, [{place}]; ld.{space or 'global'}.b64 d3, [{place}+8]", ("b64",) * 4, ("b64",) * 4)
    names = "bce"
    for width in (2, 4, 8):
        for op in ("add", "min", "max"):
            for kind in ("f32", "f16", "bf16", "f16x2", "bf16x2"):
                if kind == "f32" and (op != "add" or width == 8) or kind.endswith("x2") and width == 8:
                    continue
                noftz = "" if kind == "f32" else ".noftz"
                dests = ", ".join(["d", "d1", "d2", "d3", "d4", "d5", "d6", "d7"][:width])
                values = ", ".join(names[i % 3] for i in range(width))
                size = width * bits_of(kind) // 8
                sources = ("b64",) + (kind,) * 3
                add("atomics", f"atom.global.{op}{noftz}.v{width}.{kind} {{{dests}}}, [%in], {{{values}}}", (kind,) * width, sources)
                back = read_back("global", size // 8) if size >= 8 else "ld.global.b32 d, [%in]"
                add("atomics", f"red.global.{op}{noftz}.v{width}.{kind} [%in], {{{values}}}; {back}",
                    ("b64",) * (size // 8) if size >= 8 else ("b32",), sources)


def warps(add):
    for guard in ("", "@%g "):
        for mode in ("up", "down", "bfly", "idx"):
            add("warp", f"{guard}shfl.sync.{mode}.b32 d|d1, a, b, c, %m", ("b32", "pred"), ("b32", "lane", "segment"))
            add("warp", f"{guard}shfl.sync.{mode}.b32 d, a, 3, 0x1c1f, %m", ("b32",), ("b32",))
        for mode in ("all", "any", "uni"):
            add("warp", f"{guard}vote.sync.{mode}.pred d, a, %m", ("pred",), ("pred",))
            add("warp", f"setp.lt.u32 q, a, 200; {guard}vote.sync.{mode}.pred d, !q, %m", ("pred",), ("u32",))
        add("warp", f"{guard}vote.sync.ballot.b32 d, a, %m", ("b32",), ("pred",))
        add("warp", f"{guard}vote.sync.ballot.b32 d, !a, %m", ("b32",), ("pred",))
        for kind in ("b32", "b64"):
            for source in ("few", kind):
                cut = "a" if kind == "b32" else "v"
                widen = "" if kind == "b32" else "cvt.u64.u32 v, a; " if source == "few" else "mov.b64 v, a; "
                add("warp", f"{widen}{guard}match.any.sync.{kind} d, {cut}, %m", ("b32",), (source,))
                add("warp", f"{widen}{guard}match.all.sync.{kind} d|d1, {cut}, %m", ("b32", "pred"), (source,))
        add("warp", f"shr.b32 w, a, 7; {guard}match.all.sync.b32 d, w, %m", ("b32",), ("few",))
        for op in ("add", "min", "max"):
            for kind in ("u32", "s32"):
                add("warp", f"{guard}redux.sync.{op}.{kind} d, a, %m", (kind,), (kind,))
        for op in ("and", "or", "xor"):
            add("warp", f"{guard}redux.sync.{op}.b32 d, a, %m", ("b32",), ("b32",))
        add("warp", f"{guard}elect.sync d|d1, %m", ("b32", "pred"), ("b32",))
    add("warp", "activemask.b32 d", ("b32",), ("b32",))
    add("warp", "@!%g bra skip; activemask.b32 d; skip: mov.b32 w, 0", ("b32",), ("b32",))
    for name in ("bar", "barrier.cta", "barrier"):
        add("warp", f"{name}.red.popc.u32 d, 0, a", ("u32",), ("pred",))
        for op in ("and", "or"):
            add("warp", f"setp.lt.u64 q, a, 0xfffffffffffff000; {name}.red.{op}.pred d, 1, q", ("pred",), ("b64",))
            add("warp", f"setp.gt.u64 q, a, 0xfffffffffffff000; {name}.red.{op}.pred d, 2, 128, !q", ("pred",), ("b64",))
        add("warp", f"{name}.red.popc.u32 d, 3, 128, !a", ("u32",), ("pred",))
    add("warp", "st.shared.b32 [%sh], a; bar.sync 0; ld.shared.b32 d, [%ws+32]; bar.sync 1, 128", ("b32",), ("b32",))
    add("warp", "st.shared.b32 [%sh], a; bar.warp.sync -1; ld.shared.b32 d, [%ws+64]", ("b32",), ("b32",))
    add("warp", "mbarrier.init.shared.b64 [%sh], 2; mbarrier.arrive.shared.b64 v, [%sh]; mbarrier.test_wait.shared.b64 d, [%sh], v; "
        "mbarrier.arrive.shared.b64 v, [%sh]; mbarrier.test_wait.shared.b64 d1, [%sh], v; mbarrier.test_wait.parity.shared.b64 d2, [%sh], 0; "
        "mbarrier.try_wait.parity.shared.b64 q, [%sh], 0; "
        "mbarrier.pending_count.b64 d3, v", ("pred", "pred", "pred", "u32"), ("b32",))
    add("warp", "mbarrier.init.shared.b64 [%sh], 3; mbarrier.arrive_drop.shared.b64 v, [%sh]; mbarrier.pending_count.b64 d, v; "
        "mbarrier.arrive.noComplete.shared.b64 v, [%sh], 1; mbarrier.arrive.shared.b64 v, [%sh]; mbarrier.pending_count.b64 d1, v; "
        "mbarrier.test_wait.shared.b64 d2, [%sh], v; mbarrier.arrive.noComplete.shared.b64 v, [%sh], 1; mbarrier.pending_count.b64 d3, v",
        ("u32", "u32", "pred", "u32"), ("b32",))
    add("warp", "mbarrier.init.shared.b64 [%sh], 1; mbarrier.arrive.expect_tx.shared.b64 v, [%sh], 48; mbarrier.test_wait.shared.b64 d, [%sh], v; "
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [%sh], 32; mbarrier.test_wait.shared.b64 d1, [%sh], v; mbarrier.expect_tx.relaxed.cta.shared.b64 [%sh], 16; "
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [%sh], 32; mbarrier.test_wait.shared.b64 d2, [%sh], v", ("pred",) * 3, ("b32",))


def matrices(add):
    four = ("b64",) * 4
    for space in ("", ".shared"):
        place = "%sh" if space else "%sg"
        for count in (1, 2, 4):
            regs = ", ".join(["d", "d1", "d2", "d3"][:count])
            regs = f"{{{regs}}}"
            values = "{" + ", ".join("abce"[:count]) + "}"
            for trans in ("", ".trans"):
                add("matrix", f"ldmatrix.sync.aligned.m8n8.x{count}{trans}{space}.b16 {regs}, [{place}]", ("b32",) * count, four)
                add("matrix", f"stmatrix.sync.aligned.m8n8.x{count}{trans}{space}.b16 [{place}], {values}; bar.warp.sync -1; {read_back('shared', 4)}",
                    ("b64",) * 4, ("b32",) * 4)
    add("matrix", "movmatrix.sync.aligned.m8n8.trans.b16 d, a", ("b32",), ("b32",))
    transfers = []
    for shape in ("m16n16k16", "m8n32k16", "m32n8k16"):
        for which in "ab":
            count = {"m16n16k16": (4, 4), "m8n32k16": (2, 8), "m32n8k16": (8, 2)}[shape][which == "b"]
            transfers += [("f16", shape, which, 8), ("bf16", shape, which, count), ("u8", shape, which, count // 2), ("s8", shape, which, count // 2)]
        transfers += [("f16", shape, "c", 4), ("f32", shape, "c", 8), ("s32", shape, "c", 8)]
    transfers += [("tf32", "m16n16k8", "a", 4), ("tf32", "m16n16k8", "b", 4), ("f32", "m16n16k8", "c", 8)]
    transfers += [("f64", "m8n8k4", "a", 1), ("f64", "m8n8k4", "b", 1), ("f64", "m8n8k4", "c", 2)]
    for kind in ("u4", "s4"):
        transfers += [(kind, "m8n8k32", "a", 1), (kind, "m8n8k32", "b", 1)]
    transfers += [("b1", "m8n8k128", "a", 1), ("b1", "m8n8k128", "b", 1), ("s32", "m8n8k32", "c", 2), ("s32", "m8n8k128", "c", 2)]
    for kind, shape, which, count in transfers:
        layouts = ("row", "col")
        if kind in ("u4", "s4", "b1"):
            layouts = ("row",) if which == "a" else ("col",)
        register = "b64" if kind == "f64" else "b32"
        names = [f"d{i or ''}" for i in range(count)]
        for layout in layouts:
            add("matrix", f"wmma.load.{which}.sync.aligned.{layout}.{shape}.global.{kind} {{{', '.join(names)}}}, [%wg]", (register,) * count, four)
            if which == "c":
                sources = ["a", "b", "c", "e", "s4", "s5", "s6", "s7"][:count]
                add("matrix", f"wmma.store.d.sync.aligned.{layout}.{shape}.shared.{kind} [%ws], {{{', '.join(sources)}}}; bar.warp.sync -1; "
                    f"{read_back('shared', 4)}", ("b64",) * 4, (register,) * max(4, count))
    products(add)


def products(add):
    def product(text, d, a, b, c):
        """Each fragment is (registers, kind)."""
        names = iter(["a", "b", "c", "e"] + [f"s{i}" for i in range(4, 40)])
        fragments = [[next(names) for _ in range(count)] for count, _ in (a, b, c)]
        dests = [f"d{i or ''}" for i in range(d[0])]
        lists = ", ".join("{" + ", ".join(one) + "}" for one in [dests] + fragments)
        add("matrix", f"{text} {lists}", (d[1],) * d[0], tuple(kind for count, kind in (a, b, c) for _ in range(count)))
    f16, bf16, f32, s32, f64 = "f16x2", "bf16x2", "f32", "s32", "f64"
    mma = "mma.sync.aligned"
    for k, na, nb in ((8, 2, 1), (16, 4, 2)):
        product(f"{mma}.m16n8k{k}.row.col.f32.f16.f16.f32", (4, f32), (na, f16), (nb, f16), (4, f32))
        product(f"{mma}.m16n8k{k}.row.col.f16.f16.f16.f16", (2, f16), (na, f16), (nb, f16), (2, f16))
        product(f"{mma}.m16n8k{k}.row.col.f32.bf16.bf16.f32", (4, f32), (na, bf16), (nb, bf16), (4, f32))
    for k, na, nb in ((4, 2, 1), (8, 4, 2)):
        product(f"{mma}.m16n8k{k}.row.col.f32.tf32.tf32.f32", (4, f32), (na, f32), (nb, f32), (4, f32))
    for ta in ("e4m3", "e5m2"):
        for tb in ("e4m3", "e5m2"):
            for k, na, nb in ((16, 2, 1), (32, 4, 2)):
                product(f"{mma}.m16n8k{k}.row.col.f32.{ta}.{tb}.f32", (4, f32), (na, "b32"), (nb, "b32"), (4, f32))
                product(f"{mma}.m16n8k{k}.row.col.f16.{ta}.{tb}.f16", (2, f16), (na, "b32"), (nb, "b32"), (2, f16))
    for rounding in ("", ".rn", ".rz", ".rm", ".rp"):
        product(f"{mma}.m8n8k4.row.col{rounding}.f64.f64.f64.f64", (2, f64), (1, f64), (1, f64), (2, f64))
        for k, na, nb in ((4, 2, 1), (8, 4, 2), (16, 8, 4)):
            product(f"{mma}.m16n8k{k}.row.col{rounding}.f64.f64.f64.f64", (4, f64), (na, f64), (nb, f64), (4, f64))
    for sat in ("", ".satfinite"):
        for kinds, shapes in (((("u8", "s8")), ((8, 16, 1, 1, 2), (16, 16, 2, 1, 4), (16, 32, 4, 2, 4))),
                              ((("u4", "s4")), ((8, 32, 1, 1, 2), (16, 32, 2, 1, 4), (16, 64, 4, 2, 4)))):
            for ta in kinds:
                for tb in kinds:
                    for m, k, na, nb, nc in shapes:
                        product(f"{mma}.m{m}n8k{k}.row.col{sat}.s32.{ta}.{tb}.s32", (nc, s32), (na, "b32"), (nb, "b32"), (nc, s32))
    for op in ("xor", "and"):
        for m, k, na, nb, nc in ((8, 128, 1, 1, 2), (16, 128, 2, 1, 4), (16, 256, 4, 2, 4)):
            product(f"{mma}.m{m}n8k{k}.row.col.s32.b1.b1.s32.{op}.popc", (nc, s32), (na, "b32"), (nb, "b32"), (nc, s32))
    for la in ("row", "col"):
        for lb in ("row", "col"):
            product(f"{mma}.m8n8k4.{la}.{lb}.f16.f16.f16.f16", (4, f16), (2, f16), (2, f16), (4, f16))
            product(f"{mma}.m8n8k4.{la}.{lb}.f32.f16.f16.f32", (8, f32), (2, f16), (2, f16), (8, f32))
            product(f"{mma}.m8n8k4.{la}.{lb}.f32.f16.f16.f16", (8, f32), (2, f16), (2, f16), (4, f16))
            wmma = f"wmma.mma.sync.aligned.{la}.{lb}"
            for shape in ("m16n16k16", "m8n32k16", "m32n8k16"):
                if shape != "m16n16k16" and (la, lb) != ("row", "col"):
                    continue
                for d, c in (("f16", "f16"), ("f32", "f16"), ("f16", "f32"), ("f32", "f32")):
                    fd, fc = ((4, f16) if t == "f16" else (8, f32) for t in (d, c))
                    product(f"{wmma}.{shape}.{d}.{c}", fd, (8, f16), (8, f16), fc)
                na, nb = {"m16n16k16": (4, 4), "m8n32k16": (2, 8), "m32n8k16": (8, 2)}[shape]
                product(f"{wmma}.{shape}.f32.bf16.bf16.f32", (8, f32), (na, bf16), (nb, bf16), (8, f32))
                for kind in ("u8", "s8"):
                    for sat in ("", ".satfinite"):
                        product(f"{wmma}.{shape}.s32.{kind}.{kind}.s32{sat}", (8, s32), (na // 2, "b32"), (nb // 2, "b32"), (8, s32))
            product(f"{wmma}.m16n16k8.f32.tf32.tf32.f32", (8, f32), (4, f32), (4, f32), (8, f32))
            product(f"{wmma}.m8n8k4.f64.f64.f64.f64", (2, f64), (1, f64), (1, f64), (2, f64))
    for rounding in (".rn", ".rz", ".rm", ".rp"):
        product(f"wmma.mma.sync.aligned.row.col.m8n8k4{rounding}.f64.f64.f64.f64", (2, f64), (1, f64), (1, f64), (2, f64))
    for kind in ("u4", "s4"):
        product(f"wmma.mma.sync.aligned.row.col.m8n8k32.s32.{kind}.{kind}.s32", (2, s32), (1, "b32"), (1, "b32"), (2, s32))
        product(f"wmma.mma.sync.aligned.row.col.m8n8k32.s32.{kind}.{kind}.s32.satfinite", (2, s32), (1, "b32"), (1, "b32"), (2, s32))
    for op in ("xor", "and"):
        product(f"wmma.mma.{op}.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", (2, s32), (1, "b32"), (1, "b32"), (2, s32))


def sparse_products(add):
    """mma.sp: half of A's elements, and in a register which ones; a number says which lanes' register that is."""
    def product(k, types, a, b, d, metadata, select, ordered=True):
        names = [f"s{i}" for i in range(4, 20)]
        names = ["a", "b", "c", "e"] + names
        fragments, kinds = [], []
        for count, kind in (a, b, d):
            fragments.append("{" + ", ".join(names[len(kinds):len(kinds) + count]) + "}")
            kinds += [kind] * count
        dests = "{" + ", ".join(f"d{i or ''}" for i in range(d[0])) + "}"
        words = f"mma.sp{'::ordered_metadata' if ordered else ''}.sync.aligned.m16n8k{k}.row.col{types}"
        add("sparse", f"{words} {dests}, {', '.join(fragments)}, {names[len(kinds)]}, {select}", (d[1],) * d[0], tuple(kinds + [metadata]))
    f32, s32 = (4, "f32"), (4, "s32")
    for metadata, ordered in (("pairs", True), ("pairs", False), ("b32", False)):
        for k, count, selects in ((16, 2, range(4)), (32, 4, range(2))):
            for select in selects if ordered else (1,):
                for kind in ("f16", "bf16"):
                    factor = (count, f"{kind}x2")
                    product(k, f".f32.{kind}.{kind}.f32", factor, factor, f32, metadata, select, ordered)
                half = (count, "f16x2")
                product(k, ".f16.f16.f16.f16", half, half, (2, "f16x2"), metadata, select, ordered)
        for k, count, selects in ((8, 2, range(4)), (16, 4, range(2))):
            for select in selects if ordered else (1,):
                product(k, ".f32.tf32.tf32.f32", (count, "f32"), (count, "f32"), f32, "ones" if metadata == "pairs" else metadata, select, ordered)
        four = (4, "b32")
        for ta in ("e4m3", "e5m2"):
            for tb in ("e4m3", "e5m2"):
                product(64, f".f32.{ta}.{tb}.f32", four, four, f32, metadata, 0, ordered)
        for kinds, depth in ((("u8", "s8"), 32), (("u4", "s4"), 64)):
            for k, count, selects in ((depth, 2, range(2)), (2 * depth, 4, range(1))):
                for select in selects if ordered else (0,):
                    for ta in kinds:
                        for tb in kinds:
                            for sat in ("", ".satfinite") if metadata == "pairs" else ("",):
                                product(k, f"{sat}.s32.{ta}.{tb}.s32", (count, "b32"), (count, "b32"), s32, metadata, select, ordered)


def async_operations(add):
    """Operations that an mbarrier, %b, is told of: each thread has its own, and waits for it."""
    barrier = (".reg .b32 %b; .shared .align 8 .b8 barriers[1024]; mov.u32 %b, barriers; and.b32 w, %t, 127; mad.lo.u32 %b, w, 8, %b; "
               "mbarrier.init.shared.b64 [%b], 1; fence.proxy.async; mbarrier.arrive.expect_tx.shared.b64 v, [%b], ")
    wait = "; again: mbarrier.try_wait.shared.b64 q, [%b], v; @!q bra again; "
    back = read_back("shared", 4)
    four, signal = ("b64",) * 4, "mbarrier::complete_tx::bytes"
    for kind in ("b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64"):
        size = bits_of(kind) // 8
        add("async", f"{barrier}{size}; st.async.shared::cluster.{signal}.{kind} [%sh+16], a, [%b]{wait}{back}", four, (kind.replace("f", "b"),) + four[1:])
        add("async", f"{barrier}{2 * size}; st.async.weak.shared::cluster.{signal}.v2.{kind} [%sh+16], {{a, b}}, [%b]{wait}{back}", four,
            (kind.replace("f", "b"),) * 2 + four[2:])
        if size == 4:
            add("async", f"{barrier}16; st.async.shared::cluster.{signal}.v4.{kind} [%sh], {{a, b, c, e}}, [%b]{wait}{back}", four, (kind.replace("f", "b"),) * 4)
    rows = [(op, "u32") for op in ("inc", "dec", "min", "max", "add")] + [(op, "s32") for op in ("min", "max", "add")]
    rows += [(op, "b32") for op in ("and", "or", "xor")] + [("add", "u64")]
    for op, kind in rows:
        add("async", f"{barrier}{bits_of(kind) // 8}; red.async.relaxed.cluster.shared::cluster.{signal}.{op}.{kind} [%sh], b, [%b]{wait}"
            f"ld.shared.{kind} d, [%sh]", (kind,), (kind, kind))
        add("async", f"{barrier}16; cp.reduce.async.bulk.shared::cluster.shared::cta.{signal}.{op}.{kind} [%sh], [%sh+16], 16, [%b]{wait}{back}", four, four)
    add("async", f"{barrier}16; cp.async.bulk.shared::cluster.global.{signal} [%sh], [%in+16], 16, [%b]{wait}{back}", four, four)
    add("async", f"{barrier}16; cp.async.bulk.shared::cta.global.{signal} [%sh], [%in+16], 16, [%b]{wait}{back}", four, four)
    add("async", f"{barrier}16; mov.b16 h, 1; cp.async.bulk.shared::cluster.global.{signal}.multicast::cluster [%sh], [%in+16], 16, [%b], h{wait}{back}",
        four, four)
    add("async", f"{barrier}16; cp.async.bulk.shared::cluster.shared::cta.{signal} [%sh], [%sh+16], 16, [%b]{wait}{back}", four, four)
    group = "; cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0; " + read_back("global", 4)
    begin = "fence.proxy.async; "
    add("async", f"{begin}cp.async.bulk.global.shared::cta.bulk_group [%in], [%sh+16], 16{group}", four, four)
    rows = [(op, kind) for op in ("and", "or", "xor") for kind in ("b32", "b64")]
    rows += [(op, kind) for op in ("add", "min", "max") for kind in ("u32", "s32", "u64")] + [(op, "s64") for op in ("min", "max")]
    rows += [("inc", "u32"), ("dec", "u32"), ("add", "f32"), ("add", "f64")]
    rows += [(op, kind) for op in ("add.noftz", "min", "max") for kind in ("f16", "bf16")]
    for op, kind in rows:
        halves = {"f16": ("f16x2",) * 3, "bf16": ("bf16x2",) * 3, "f32": ("f32",) * 3}.get(kind)
        pack = "mov.b64 v, {a, b}; st.global.b64 [%in], v; mov.b64 v, {c, a}; st.shared.b64 [%sh+16], v; " if halves else ""
        sources = halves or ((kind, "b64", kind, "b64") if bits_of(kind) == 64 else four)
        add("async", f"{pack}{begin}cp.reduce.async.bulk.global.shared::cta.bulk_group.{op}.{kind} [%in], [%sh+16], 16{group}".replace(
            read_back("global", 4), read_back("global", 2)), four[:2], sources)


def stacks(add):
    add("memory", ".reg .b64 %p, %q; stacksave.u64 %q; mov.b64 v, 32; alloca.u64 %p, v; st.local.b64 [%p+8], a; ld.local.b64 d, [%p+8]; "
        "stackrestore.u64 %q; alloca.u64 v, 32; sub.u64 v, v, %p; mov.b64 d1, v", ("b64",) * 2, ("b64",))
    add("memory", ".reg .b64 %p; mov.b64 v, 24; alloca.u64 %p, v, 128; and.b64 d1, %p, 127; st.local.b32 [%p], a; ld.local.b32 d, [%p]", ("b32", "b64"), ("b32",))


def instructions():
    found = []

    def add(chapter, text, dests, sources):
        found.append((chapter, text, dests, sources))
    loads_and_stores(add)
    atomics(add)
    warps(add)
    matrices(add)
    sparse_products(add)
    async_operations(add)
    stacks(add)
    return found
