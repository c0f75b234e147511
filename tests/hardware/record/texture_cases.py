"""What textures.py records: images, samplers, coordinates, and the instructions that meet there."""
import math
import random
import struct

FOUR = "{%r0, %r1, %r2, %r3}"
SHAPES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2, "cube": 3, "acube": 3, "linear": 1, "pitch": 2}
BYTES = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "f16": 2, "u32": 4, "s32": 4, "f32": 4}

rng = random.Random(20261121)
images, textures, points, fetches = {}, {}, {}, []
POINTS = 192  # coordinates of a set


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


# ---- What is fetched from ----

def element(form, plain):
    """Bytes of one component: any pattern, or for floats numbers whose sums show rounding."""
    if form == "f32":
        value = rng.uniform(-2, 2) if plain else math.ldexp(rng.uniform(-2, 2), rng.choice([0, 0, 1, -3, -9, -20, 14]))
        return struct.pack("<f", value)
    if form == "f16":
        return struct.pack("<e", rng.uniform(-2, 2) if plain else math.ldexp(rng.uniform(-2, 2), rng.choice([0, -3, -9, 9])))
    return rng.getrandbits(8 * BYTES[form]).to_bytes(BYTES[form], "little")


def image(name, shape, form, channels, width, height=1, depth=1, levels=1, gather=0, content=None, plain=True):
    """`depth`: slices of 3d, layers of layered shapes, faces of cubes."""
    data = b""
    for level in range(levels):
        w, h = max(1, width >> level), max(1, height >> level)
        d = max(1, depth >> level) if shape == "3d" else depth
        for i in range(w * h * d):
            for c in range(channels):
                data += content(level, i % w, i // w % h, i // (w * h), c) if content else element(form, plain)
    images[name] = dict(shape=shape, form=form, channels=channels, width=width, height=height, depth=depth, levels=levels,
                        gather=gather, data=data)
    return name


def texture(of, modes="clamp clamp clamp", filter="point", read="element", normalized=0, srgb=0, seamless=0,
            border=(0.0,) * 4, mip_filter="point", bias=0.0, least=0.0, most=0.0):
    if " " not in modes:
        modes = " ".join([modes] * 3)
    spec = (of, modes, filter, read, normalized, srgb, seamless, border, mip_filter, bias, least, most)
    for name, known in textures.items():
        if known == spec:
            return name
    textures[f"t{len(textures)}"] = spec
    return f"t{len(textures) - 1}"


def fetch(target, at, instruction):
    fetches.append((target, at, instruction))


# ---- Where it is fetched ----

SPECIAL = [0.0, -0.0, math.nan, math.inf, -math.inf, 1e30, -1e30, 65536.0, -65536.0, 2.0**31, -2.0**31, 2.0**24 + 2, 1e-40,
           -1e-40, 0.5, -0.5, 1.0, -1.0]


def axis(extent, scale):
    """One coordinate, in units of `scale` texels: anywhere around the texture, on a fine grid, or beside a boundary."""
    kind = rng.randrange(10)
    if kind < 4:
        value = rng.uniform(-1.5 * extent, 2.5 * extent)
    elif kind < 6:
        value = rng.uniform(-0.5, extent + 0.5)
    elif kind < 8:
        value = rng.randrange(-1024, 1024 * (extent + 1)) / 1024
    else:
        value = rng.randrange(-2, 2 * extent + 3) / 2 + rng.choice([-1, 1]) * 2.0**-rng.randrange(4, 22)
    return bits(value / scale)


def point_set(name, words):
    points[name] = words
    return name


def coordinates(name, extents, normalized=0, layers=None, more=lambda: []):
    """Points of float coordinates, the layer first where there are layers."""
    def one(i):
        words = [] if layers is None else [rng.choice([rng.randrange(layers), rng.randrange(-2, layers + 3) & 0xffffffff])]
        for axis_number, extent in enumerate(extents):
            if i < len(SPECIAL) * len(extents) and i % len(extents) == axis_number:
                words.append(bits(SPECIAL[i // len(extents)]))
            else:
                words.append(axis(extent, extent if normalized else 1))
        return words + more()
    return point_set(name, [one(i) for i in range(POINTS)])


def integer_coordinates(name, extents, layers=None):
    def one(_):
        words = [] if layers is None else [rng.randrange(-2, layers + 3) & 0xffffffff]
        return words + [rng.choice([rng.randrange(-2 * e, 3 * e), rng.randrange(e), rng.choice([1 << 30, -1 << 31])])
                        & 0xffffffff for e in extents]
    return point_set(name, [one(i) for i in range(POINTS)])


def directions(name, layers=None):
    def one(i):
        words = [] if layers is None else [rng.randrange(-1, layers + 1) & 0xffffffff]
        kind = i % 5
        v = [rng.uniform(-1, 1) for _ in range(3)]
        if kind == 1:  # on edges and corners, where faces tie
            v = [rng.choice([-1.0, 1.0, 0.5, -0.5, 0.0]) for _ in range(3)]
        if kind == 2:  # near an edge
            size = rng.uniform(0.1, 3)
            v = [rng.choice([-1, 1]) * size * (1 - rng.choice([0, 2.0**-rng.randrange(2, 12)])) for _ in range(3)]
        if kind == 3:
            v = [math.ldexp(c, rng.randrange(-3, 9)) for c in v]
        return words + [bits(c) for c in v]
    return point_set(name, [one(i) for i in range(POINTS)])


# ---- Cases ----

def slots(shape, first=0):
    """Coordinate operand of a shape: words of the point, filled up to a vector of 1, 2 or 4."""
    count = SHAPES[shape] + (shape in ("a1d", "a2d", "acube"))
    names = [f"%c{first + i}" for i in range(count)]
    return "{" + ", ".join(names + names[-1:] * ((4 if count == 3 else count) - count)) + "}"


def tex(shape, dtype="f32", ctype="f32", kind="tex", tail=""):
    return f"{kind}.{shape}.v4.{dtype}.{ctype} {FOUR}, [%t, {slots(shape)}]{tail};"


def filtering():
    lines = {1: image("f32_1d", "1d", "f32", 1, 13), 2: image("f32_2d", "2d", "f32", 1, 13, 6),
             3: image("f32_3d", "3d", "f32", 1, 13, 6, 5)}
    wide = {1: image("wide_1d", "1d", "f32", 1, 16, plain=False), 2: image("wide_2d", "2d", "f32", 1, 16, 8, plain=False),
            3: image("wide_3d", "3d", "f32", 1, 16, 8, 4, plain=False)}

    def one_texel(level, x, y, z, c):
        return struct.pack("<f", float((x, y, z) in ((3, 0, 0), (3, 2, 0), (3, 2, 1))))
    single = {1: image("one_1d", "1d", "f32", 1, 8, content=one_texel), 2: image("one_2d", "2d", "f32", 1, 8, 6, content=one_texel),
              3: image("one_3d", "3d", "f32", 1, 8, 6, 5, content=one_texel)}
    for family, sizes in ((lines, (13, 6, 5)), (wide, (16, 8, 4)), (single, (8, 6, 5))):
        for n in (1, 2, 3):
            for normalized in (0, 1):
                at = coordinates(f"{family[n]}_{normalized}", sizes[:n], normalized)
                for mode in ("clamp", "border") + (("wrap", "mirror") if normalized else ()):
                    for filter in ("point", "linear"):
                        fetch(texture(family[n], mode, filter, normalized=normalized), at, tex(f"{n}d"))
    for width in (3, 100, 257, 4096):
        name = image(f"u16_{width}", "1d", "u16", 1, width)
        for mode in ("clamp", "wrap", "mirror"):
            fetch(texture(name, mode, normalized=1), coordinates(f"u16_{width}_n", (width,), 1), tex("1d", "u32"))
            fetch(texture(name, mode, "linear", "normalized", 1), f"u16_{width}_n", tex("1d"))
    mixed = texture("f32_3d", "wrap mirror border", "linear", normalized=1)
    fetch(mixed, "f32_3d_1", tex("3d"))
    fetch(texture("f32_2d", "mirror wrap clamp", "linear", normalized=1), "f32_2d_1", tex("2d"))
    # Modes that need normalized coordinates, without them.
    for mode in ("wrap", "mirror"):
        fetch(texture("f32_2d", mode, "linear"), "f32_2d_0", tex("2d"))
    fetch(texture("f32_2d", "border", "linear", border=(0.25, 0.5, -3.0, 7.0)), "f32_2d_0", tex("2d"))
    for kind in ("f16x2",):
        fetch(texture("f32_2d", "clamp", "linear"), "f32_2d_0", "tex.2d.v2.f16x2.f32 {%r0, %r1}, [%t, {%c0, %c1}];")
    fetch(texture("f32_2d", "clamp", "linear"), "f32_2d_0",
          "tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}|%q, [%t, {%c0, %c1}]; selp.u32 %r1, 1, 0, %q;")


def formats():
    for form in ("u8", "s8", "u16", "s16", "f16", "f32", "u32", "s32"):
        for channels in (1, 2, 4):
            name = image(f"{form}x{channels}", "2d", form, channels, 8, 8)
            at = coordinates("eight", (8, 8), 1) if "eight" not in points else "eight"
            if form in ("f16", "f32"):
                for filter in ("point", "linear"):
                    fetch(texture(name, "wrap", filter, normalized=1), at, tex("2d"))
            else:
                dtype = "u32" if form[0] == "u" else "s32"
                fetch(texture(name, "wrap", normalized=1), at, tex("2d", dtype))
                fetch(texture(name, "border", normalized=1, border=(1.0, 0.5, -2.0, 300.0)), at, tex("2d", dtype))
                if "32" not in form:
                    for filter in ("point", "linear"):
                        fetch(texture(name, "wrap", filter, "normalized", 1), at, tex("2d"))
                    fetch(texture(name, "border", "linear", "normalized", 1, border=(1.0, 0.5, -2.0, 300.0)), at, tex("2d"))
    for channels in (1, 2, 4):
        for filter in ("point", "linear"):
            fetch(texture(f"u8x{channels}", "wrap", filter, "normalized", 1, srgb=1), "eight", tex("2d"))
    for form in ("u8", "s8", "u16", "s16"):  # all values of 8 bits, and the ends of 16
        top = 1 << 8 * BYTES[form]
        name = image(f"{form}_all", "1d", form, 1, 256,
                     content=lambda level, x, y, z, c, top=top, form=form: (x if top == 256 else (x * 257 if x % 2 else x - 128) % top)
                     .to_bytes(BYTES[form], "little"))
        at = point_set(f"{form}_each", [[bits(x + 0.5)] for x in range(256)])
        fetch(texture(name, read="normalized"), at, tex("1d"))
        if form == "u8":
            fetch(texture(name, read="normalized", srgb=1), at, tex("1d"))
        for n in (1, 2, 3):
            extents = (8, 4, 2)[:n]
            solid = image(f"{form}_{n}d", f"{n}d", form, 1, *extents)
            at = coordinates(f"small_{n}d", extents) if f"small_{n}d" not in points else f"small_{n}d"
            fetch(texture(solid, "clamp", "linear", "normalized"), at, tex(f"{n}d"))
    fetch(texture("f16x1", "clamp", "linear", normalized=1), "eight", "tex.2d.v2.f16x2.f32 {%r0, %r1}, [%t, {%c0, %c1}];")
    halves = image("f16_wide", "2d", "f16", 1, 8, 8, plain=False)
    fetch(texture(halves, "wrap", "linear", normalized=1), "eight", tex("2d"))
    special = image("f32_special", "1d", "f32", 1, 8, content=lambda level, x, y, z, c: struct.pack(
        "<I", (0x7f800000, 0x3f800000, 0x7fc00001, 0x00000001, 0x80000000, 0xff800000, 0x7f7fffff, 0x807fffff)[x]))
    at = coordinates("special_1d", (8,))
    for filter in ("point", "linear"):
        fetch(texture(special, "clamp", filter), at, tex("1d"))


def integer_fetches():
    for n in (1, 2, 3):
        at = integer_coordinates(f"i{n}", (13, 6, 5)[:n])
        for mode in ("clamp", "border", "wrap"):
            fetch(texture(f"f32_{n}d", mode), at, tex(f"{n}d", ctype="s32"))
        fetch(texture(f"f32_{n}d", "clamp", "linear"), at, tex(f"{n}d", ctype="s32"))
        fetch(texture(f"f32_{n}d", "wrap", "linear", normalized=1), at, tex(f"{n}d", ctype="s32"))
    for form, channels, dtype, read in (("f32", 1, "f32", "element"), ("f32", 4, "f32", "element"), ("u8", 4, "u32", "element"),
                                        ("u8", 4, "f32", "normalized"), ("s16", 2, "s32", "element"), ("u32", 2, "u32", "element")):
        name = image(f"linear_{form}x{channels}", "linear", form, channels, 29)
        at = "i29" if "i29" in points else integer_coordinates("i29", (29,))
        for mode in ("clamp", "border", "wrap"):
            fetch(texture(name, mode, read=read), at, tex("1d", dtype, "s32"))
    at = coordinates("c29", (29,))
    for filter in ("point", "linear"):
        fetch(texture("linear_f32x1", "clamp", filter), at, tex("1d"))
        fetch(texture("linear_f32x1", "wrap", filter, normalized=1), at, tex("1d"))
    pitch = image("pitch_f32", "pitch", "f32", 1, 13, 6)
    for normalized in (0, 1):
        for filter in ("point", "linear"):
            for mode in ("clamp", "border") + (("wrap", "mirror") if normalized else ()):
                fetch(texture(pitch, mode, filter, normalized=normalized), f"f32_2d_{normalized}", tex("2d"))
    fetch(texture(pitch), "i2", tex("2d", ctype="s32"))


def layers_and_cubes():
    one, two = image("layers_1d", "a1d", "f32", 1, 13, 1, 4), image("layers_2d", "a2d", "f32", 1, 13, 6, 4)
    for normalized in (0, 1):
        first = coordinates(f"a1d_{normalized}", (13,), normalized, 4)
        second = coordinates(f"a2d_{normalized}", (13, 6), normalized, 4)
        for mode in ("clamp", "border") + (("wrap",) if normalized else ()):
            for filter in ("point", "linear"):
                fetch(texture(one, mode, filter, normalized=normalized), first, tex("a1d"))
                fetch(texture(two, mode, filter, normalized=normalized), second, tex("a2d"))
    fetch(texture(one), integer_coordinates("ia1", (13,), 4), tex("a1d", ctype="s32"))
    fetch(texture(two), integer_coordinates("ia2", (13, 6), 4), tex("a2d", ctype="s32"))
    cube, cubes = image("cube", "cube", "f32", 1, 8, 8, 6), image("cubes", "acube", "f32", 1, 4, 4, 12)
    ramp = image("cube_ramp", "cube", "f32", 2, 64, 64, 6,
                 content=lambda level, x, y, z, c: struct.pack("<f", float(z * 1000 + (y if c else x))))
    for name, shape, at in ((cube, "cube", directions("d3")), (ramp, "cube", "d3"), (cubes, "acube", directions("d4", 2))):
        for seamless in (0, 1):
            for filter in ("point", "linear"):
                fetch(texture(name, "clamp", filter, normalized=1, seamless=seamless), at, tex(shape))
        fetch(texture(name, "wrap", "linear", normalized=1), at, tex(shape))
    fetch(texture(cube, "clamp", "linear"), "d3", tex("cube"))


def gathers():
    name = image("gather", "2d", "f32", 4, 13, 6, gather=1)
    for component in "rgba":
        fetch(texture(name, "clamp", "linear"), "f32_2d_0", tex("2d", kind=f"tld4.{component}"))
    for mode in ("wrap", "mirror", "border", "clamp"):
        for filter in ("point", "linear"):
            fetch(texture(name, mode, filter, normalized=1), "f32_2d_1", tex("2d", kind="tld4.g"))
    narrow = image("gather_u8", "2d", "u8", 4, 8, 8, gather=1)
    fetch(texture(narrow, "wrap", normalized=1), "eight", tex("2d", "u32", kind="tld4.b"))
    fetch(texture(narrow, "wrap", "linear", "normalized", 1), "eight", tex("2d", kind="tld4.a"))
    single = image("gather_s16", "2d", "s16", 1, 8, 8, gather=1)
    fetch(texture(single, "wrap", normalized=1), "eight", tex("2d", "s32", kind="tld4.r"))
    fetch(texture(single, "wrap", normalized=1), "eight", tex("2d", "s32", kind="tld4.g"))
    fetch(texture("layers_2d", "wrap", "linear", normalized=1), "a2d_1", tex("a2d", kind="tld4.r"))
    fetch(texture("cube", "clamp", "linear", normalized=1), "d3", tex("cube", kind="tld4.r"))


def levels():
    name = image("levels", "2d", "f32", 1, 32, 16, levels=6,
                 content=lambda level, x, y, z, c: struct.pack("<f", level * 4096 + y * 64 + x))
    flat = image("level_number", "2d", "f32", 1, 32, 32, levels=6, content=lambda level, x, y, z, c: struct.pack("<f", float(level)))
    lod = lambda: [bits(rng.choice([rng.uniform(-2, 7), rng.randrange(-512, 3072) / 512, rng.choice([math.nan, math.inf, -0.0, 100.0])]))]
    at = coordinates("lod", (32, 16), 1, more=lod)
    level = "tex.level.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1}], %c2;"
    for mip_filter in ("point", "linear"):
        for filter in ("point", "linear"):
            fetch(texture(name, "wrap", filter, normalized=1, mip_filter=mip_filter, most=5.0), at, level)
        fetch(texture(flat, "wrap", "point", normalized=1, mip_filter=mip_filter, most=5.0), at, level)
        fetch(texture(flat, "wrap", "linear", normalized=1, mip_filter=mip_filter, bias=0.3, least=0.6, most=3.3), at, level)
        fetch(texture(flat, "wrap", "linear", normalized=1, mip_filter=mip_filter, bias=0.3, least=0.6, most=3.3), at, tex("2d"))
        fetch(texture(flat, "wrap", "linear", mip_filter=mip_filter, most=5.0), at, level)
    fetch(texture(name, "wrap", "linear", normalized=1, mip_filter="linear", most=5.0), at, tex("2d"))

    def slope():
        return [bits(rng.choice([-1, 1, 0]) * 2.0**rng.uniform(-7, 1)) for _ in range(4)]
    at = coordinates("slopes", (32, 32), 1, more=slope)
    grad = "tex.grad.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1}], {%c2, %c3}, {%c4, %c5};"
    for mip_filter in ("point", "linear"):
        fetch(texture(flat, "wrap", "linear", normalized=1, mip_filter=mip_filter, most=5.0), at, grad)
        fetch(texture(name, "wrap", "linear", normalized=1, mip_filter=mip_filter, most=5.0), at, grad)
    line = image("level_line", "1d", "f32", 1, 32, levels=6, content=lambda level, x, y, z, c: struct.pack("<f", float(level)))
    fetch(texture(line, "wrap", "linear", normalized=1, mip_filter="linear", most=5.0), at,
          "tex.grad.1d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0}], {%c2}, {%c3};")
    fetch(texture(line, "wrap", "linear", normalized=1, mip_filter="linear", most=5.0), at,
          "tex.level.1d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0}], %c2;")
    solid = image("level_solid", "3d", "f32", 1, 16, 16, 16, levels=5,
                  content=lambda level, x, y, z, c: struct.pack("<f", level * 4096 + z * 256 + y * 16 + x))
    at = coordinates("lod3", (16, 16, 16), 1, more=lambda: lod() + [bits(rng.uniform(-1, 1) * 2.0**rng.randrange(-5, 1)) for _ in range(8)])
    smooth = texture(solid, "wrap", "linear", normalized=1, mip_filter="linear", most=4.0)
    fetch(smooth, at, "tex.level.3d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1, %c2, %c2}], %c3;")
    fetch(smooth, at, "tex.grad.3d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1, %c2, %c2}], {%c4, %c5, %c6, %c6}, {%c7, %c8, %c9, %c9};")
    fetch(texture("f32_2d", "wrap", "linear", normalized=1), "lod", level)
    cube = image("level_cube", "cube", "f32", 1, 8, 8, 6, levels=4,
                 content=lambda level, x, y, z, c: struct.pack("<f", level * 4096 + z * 256 + y * 16 + x))
    at = point_set("lod_cube", [words + lod() for words in points["d3"]])
    fetch(texture(cube, "clamp", "linear", normalized=1, mip_filter="linear", most=3.0), at,
          "tex.level.cube.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1, %c2, %c2}], %c3;")
    layered = image("level_layers", "a2d", "f32", 1, 16, 16, 3, levels=3,
                    content=lambda level, x, y, z, c: struct.pack("<f", level * 4096 + z * 256 + y * 16 + x))
    fetch(texture(layered, "wrap", "linear", normalized=1, mip_filter="linear", most=2.0), coordinates("lod_layers", (16, 16), 1, 3, lod),
          "tex.level.a2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1, %c2, %c2}], %c3;")
    # Integer levels with integer coordinates, and texel offsets.
    at = point_set("lod_integers", [[rng.randrange(-3, 35) & 0xffffffff, rng.randrange(-3, 19) & 0xffffffff,
                                     rng.randrange(-1, 8) & 0xffffffff] for _ in range(POINTS)])
    fetch(texture(name, "clamp", "point", most=5.0), at, "tex.level.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1}], %c2;")
    for filter in ("point", "linear"):
        fetch(texture("f32_2d", "wrap", filter, normalized=1), "f32_2d_1",
              "tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%t, {%c0, %c1}], {3, -7};")


def queries():
    at = point_set("none", [[0]])
    for target in (texture("f32_3d", "wrap", "linear", normalized=1), texture("layers_2d"), texture("cubes", normalized=1),
                   texture("linear_u8x4", read="normalized"), texture("pitch_f32"), texture("u8x2"), texture("levels", normalized=1, most=5.0)):
        for query in ("width", "height", "depth", "channel_data_type", "channel_order", "normalized_coords", "array_size",
                      "num_mipmap_levels", "num_samples"):
            fetch(target, at, f"txq.{query}.b32 %r0, [%t];")
        fetch(target, at, "txq.level.width.b32 %r0, [%t], 0;")
        fetch(target, at, "txq.level.height.b32 %r0, [%t], 1;")
    for target in ("surface_1d", "surface_2d", "surface_3d", "surface_a2d", "surface_bytes"):
        for query in ("width", "height", "depth", "channel_data_type", "channel_order", "array_size", "memory_layout"):
            fetch(target, at, f"suq.{query}.b32 %r0, [%t];")


def surfaces():
    image("surface_1d", "1d", "u32", 1, 13)
    image("surface_2d", "2d", "u32", 1, 13, 6)
    image("surface_3d", "3d", "u32", 1, 13, 6, 5)
    image("surface_a1d", "a1d", "u32", 1, 13, 1, 4)
    image("surface_a2d", "a2d", "u32", 1, 13, 6, 4)
    image("surface_bytes", "2d", "u8", 4, 13, 6)
    image("surface_wide", "2d", "u32", 4, 13, 6)
    image("surface_half", "2d", "f16", 2, 13, 6)
    image("surface_float", "2d", "f32", 1, 13, 6)
    image("surface_cube", "cube", "u32", 1, 8, 8, 6)
    for shape in ("1d", "2d", "3d", "a1d", "a2d"):
        count = SHAPES[shape] + (shape[0] == "a")
        extents = {"1d": (13,), "2d": (13, 6), "3d": (13, 6, 5), "a1d": (4, 13), "a2d": (4, 13, 6)}[shape]
        x = 1 if shape[0] == "a" else 0
        at = point_set(f"bytes_{shape}", [[(rng.randrange(-3, e + 3) * (4 if i == x else 1)) & 0xffffffff for i, e in enumerate(extents)]
                                          for _ in range(POINTS)])
        for mode in ("zero", "clamp"):
            fetch(f"surface_{shape}", at, f"suld.b.{shape}.b32.{mode} %r0, [%t, {slots(shape)}];")
    for name, form, width in (("surface_bytes", "v4.b8", 4), ("surface_bytes", "v2.b16", 4), ("surface_bytes", "b32", 4), ("surface_bytes", "b8", 1),
                              ("surface_wide", "v4.b32", 16), ("surface_wide", "v2.b64", 16), ("surface_wide", "v2.b32", 8), ("surface_wide", "b32", 4),
                              ("surface_half", "v2.b16", 4), ("surface_half", "b16", 2), ("surface_2d", "b64", 8), ("surface_2d", "v4.b32", 16)):
        vector, base = form.split(".") if "." in form else ("", form)
        count = int(vector[1]) if vector else 1
        own = point_set(f"own_{name}_{form}", [[(rng.randrange(-2, 13 * 16 // width + 2) * width) & 0xffffffff, rng.randrange(-1, 7) & 0xffffffff]
                                              for _ in range(POINTS)])
        letter = {"b8": "%h", "b16": "%h", "b32": "%r", "b64": "%l"}[base]
        list_of = "{" + ", ".join(f"{letter}{i}" for i in range(count)) + "}"
        after = "".join(f" cvt.u32.u16 %r{i}, %h{i};" for i in range(count)) if letter == "%h" else \
            "".join(f" mov.b64 {{%r{2 * i}, %r{2 * i + 1}}}, %l{i};" for i in range(count)) if letter == "%l" else ""
        fetch(name, own, f"suld.b.2d.{form}.zero {list_of}, [%t, {{%c0, %c1}}];{after}")
        fetch(name, own, f"suld.b.2d.{form}.clamp {list_of}, [%t, {{%c0, %c1}}];{after}")
    # Stores: no two points in one place, clamped ones included.
    every = [(x, y) for x in range(-2, 15) for y in range(-2, 8)]
    rng.shuffle(every)
    inside = [(x, y) for x, y in every if rng.randrange(3) and 0 <= x < 13 and 0 <= y < 6]
    outside = [(x, y) for x, y in every if not (0 <= x < 13 and 0 <= y < 6)]
    zero = point_set("store_zero", [[4 * x & 0xffffffff, y & 0xffffffff, rng.getrandbits(32)] for x, y in inside + outside])
    taken, clamped = set(), []
    for x, y in every:
        place = (min(max(x, 0), 12), min(max(y, 0), 5))
        if place not in taken:
            taken.add(place)
            clamped.append([4 * x & 0xffffffff, y & 0xffffffff, rng.getrandbits(32)])
    clamp = point_set("store_clamp", clamped)
    fetch("surface_2d", zero, "sust.b.2d.b32.zero [%t, {%c0, %c1}], %c2;")
    fetch("surface_2d", clamp, "sust.b.2d.b32.clamp [%t, {%c0, %c1}], %c2;")
    spread = ("cvt.u16.u32 %h0, %c2; shr.u32 %r0, %c2, 8; cvt.u16.u32 %h1, %r0; shr.u32 %r0, %c2, 16; cvt.u16.u32 %h2, %r0;"
              " shr.u32 %r0, %c2, 24; cvt.u16.u32 %h3, %r0; ")
    fetch("surface_bytes", zero, spread + "sust.b.2d.v4.b8.zero [%t, {%c0, %c1}], {%h0, %h1, %h2, %h3};")
    fetch("surface_half", clamp, spread + "sust.b.2d.v2.b16.clamp [%t, {%c0, %c1}], {%h0, %h2};")
    texels = point_set("store_texels", [[(w[0] if w[0] < 1 << 31 else w[0] - (1 << 32)) // 4 & 0xffffffff, w[1], bits(rng.uniform(-2, 2))]
                                        for w in points["store_zero"]])
    for name in ("surface_2d", "surface_bytes", "surface_half", "surface_float"):
        fetch(name, texels, "sust.p.2d.v4.b32.zero [%t, {%c0, %c1}], {%c2, %c2, %c2, %c2};")
    sums = point_set("sums", [[rng.randrange(-1, 14) * 4 & 0xffffffff, rng.randrange(-1, 7) & 0xffffffff, rng.getrandbits(32)]
                              for _ in range(POINTS)])
    for operation in ("add.u32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32"):
        fetch("surface_2d", sums, f"sured.b.{operation.split('.')[0]}.2d.{operation.split('.')[1]}.zero [%t, {{%c0, %c1}}], %c2;")
    fetch("surface_2d", sums, "sured.b.add.2d.u32.clamp [%t, {%c0, %c1}], %c2;")
    whole = point_set("sums_texels", [[rng.randrange(-1, 14) & 0xffffffff, rng.randrange(-1, 7) & 0xffffffff, rng.getrandbits(32)]
                                      for _ in range(POINTS)])
    fetch("surface_2d", whole, "sured.p.add.2d.b32.zero [%t, {%c0, %c1}], %c2;")
    faces = point_set("faces", [[rng.randrange(-1, 7) & 0xffffffff, rng.randrange(-1, 9) * 4 & 0xffffffff, rng.randrange(-1, 9) & 0xffffffff]
                                for _ in range(POINTS)])
    fetch("surface_cube", faces, "suld.b.a2d.b32.clamp %r0, [%t, {%c0, %c1, %c2, %c2}];")


def make(count):
    """Fills images, textures, points and fetches, with `count` coordinates in each set."""
    global POINTS
    POINTS = count
    for chapter in (filtering, formats, integer_fetches, layers_and_cubes, gathers, levels, surfaces, queries):
        chapter()
