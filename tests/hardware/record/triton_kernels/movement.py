"""Values that move: transposes, gathers, stencils, joins, changes of layout."""
import triton
import triton.language as tl

from .cases import Cases, floats, permutation, whole, zeros

CASES = Cases()


@triton.jit
def transpose(out, x, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    tile = tl.load(x + r[:, None] * columns + c[None, :], (r[:, None] < rows) & (c[None, :] < columns))
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile), (c[:, None] < columns) & (r[None, :] < rows))


def transpose_case(name, dtype, rows, columns, tile, **options):
    values = whole if dtype[0] == "i" else floats
    CASES.add(name, transpose, (triton.cdiv(rows, tile[0]), triton.cdiv(columns, tile[1])),
              [zeros(dtype, columns, rows), values(dtype, rows, columns), rows, columns], {"ROWS": tile[0], "COLUMNS": tile[1]}, **options)


transpose_case("transpose_f32", "f32", 64, 96, (32, 32))
transpose_case("transpose_f16", "f16", 64, 64, (64, 64))
transpose_case("transpose_i8", "i8", 64, 64, (64, 64))
transpose_case("transpose_f64", "f64", 32, 32, (32, 32), warps=2)
transpose_case("transpose_odd", "f32", 37, 45, (32, 32))
transpose_case("transpose_one_warp", "f16", 32, 32, (32, 32), warps=1)


@triton.jit
def permute(out, x, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A)
    b = tl.arange(0, B)
    c = tl.arange(0, C)
    tile = tl.load(x + (a[:, None, None] * B + b[None, :, None]) * C + c[None, None, :])
    tl.store(out + (c[:, None, None] * A + a[None, :, None]) * B + b[None, None, :], tl.permute(tile, (2, 0, 1)))


CASES.add("permute", permute, (1,), [zeros("f32", 16, 8, 8), floats("f32", 8, 8, 16)], {"A": 8, "B": 8, "C": 16})


@triton.jit
def reshape(out, x, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tile = tl.reshape(tl.trans(tl.load(x + at)), (ROWS * COLUMNS,))
    tl.store(out + tl.arange(0, ROWS * COLUMNS), tile)


CASES.add("reshape", reshape, (1,), [zeros("f32", 1024), floats("f32", 32, 32)], {"ROWS": 32, "COLUMNS": 32})


@triton.jit
def pair_up(pairs, sums, x, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    both = tl.interleave(tl.load(x + at), tl.load(y + at))
    tl.store(pairs + tl.arange(0, 2 * BLOCK), both)
    left, right = tl.split(tl.reshape(both, (BLOCK, 2)))
    tl.store(sums + at, left + right)


CASES.add("join_and_split", pair_up, (1,), [zeros("f32", 512), zeros("f32", 256), floats("f32", 256), floats("f32", 256)], {"BLOCK": 256})


@triton.jit
def gather_values(out, x, index, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + tl.load(index + at, at < n, other=0), at < n), at < n)


CASES.add("gather", gather_values, (2,), [zeros("f32", 1000), floats("f32", 1000), whole("i32", 1000, low=0, high=999), 1000], {"BLOCK": 512})
CASES.add("gather_i64_index", gather_values, (2,), [zeros("f16", 1000), floats("f16", 1000), whole("i64", 1000, low=0, high=999), 1000], {"BLOCK": 512})


@triton.jit
def scatter_values(out, x, index, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + tl.load(index + at, at < n), tl.load(x + at, at < n), at < n)


CASES.add("scatter", scatter_values, (2,), [zeros("f32", 1000), floats("f32", 1000), permutation("i32", 1000), 1000], {"BLOCK": 512})


@triton.jit
def gather_in_tile(out, x, index, ROWS: tl.constexpr, COLUMNS: tl.constexpr, AXIS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + at, tl.gather(tl.load(x + at), tl.load(index + at), AXIS))


CASES.add("gather_rows", gather_in_tile, (1,), [zeros("f32", 16, 64), floats("f32", 16, 64), whole("i32", 16, 64, low=0, high=63)],
          {"ROWS": 16, "COLUMNS": 64, "AXIS": 1})
CASES.add("gather_columns", gather_in_tile, (1,), [zeros("f32", 32, 32), floats("f32", 32, 32), whole("i32", 32, 32, low=0, high=31)],
          {"ROWS": 32, "COLUMNS": 32, "AXIS": 0})


@triton.jit
def embed(out, table, tokens, width, WIDE: tl.constexpr):
    at = tl.arange(0, WIDE)
    token = tl.load(tokens + tl.program_id(0))
    tl.store(out + tl.program_id(0) * width + at, tl.load(table + token * width + at, at < width), at < width)


CASES.add("embedding", embed, (10,), [zeros("f16", 10, 192), floats("f16", 40, 192), whole("i64", 10, low=0, high=39), 192], {"WIDE": 256}, warps=2)


@triton.jit
def embed_many(out, table, tokens, count, width, COUNT: tl.constexpr, WIDE: tl.constexpr):
    i = tl.program_id(0) * COUNT + tl.arange(0, COUNT)
    at = tl.arange(0, WIDE)[None, :]
    token = tl.load(tokens + i, i < count, other=0)
    inside = (i[:, None] < count) & (at < width)
    tl.store(out + i[:, None] * width + at, tl.load(table + token[:, None] * width + at, inside), inside)


CASES.add("embedding_tile", embed_many, (2,), [zeros("f32", 30, 48), floats("f32", 40, 48), whole("i32", 30, low=0, high=39), 30, 48],
          {"COUNT": 16, "WIDE": 64})


@triton.jit
def rotary(x, cosines, sines, heads, HALF: tl.constexpr):
    position = tl.program_id(0)
    at = tl.arange(0, HALF)
    c = tl.load(cosines + position * HALF + at)
    s = tl.load(sines + position * HALF + at)
    for head in range(heads):
        base = x + (position * heads + head) * 2 * HALF
        a = tl.load(base + at).to(tl.float32)
        b = tl.load(base + HALF + at).to(tl.float32)
        tl.store(base + at, (a * c - b * s).to(x.dtype.element_ty))
        tl.store(base + HALF + at, (b * c + a * s).to(x.dtype.element_ty))


CASES.add("rotary", rotary, (4,), [floats("bf16", 4, 3, 64), floats("f32", 4, 32, high=1), floats("f32", 4, 32, high=1), 3], {"HALF": 32}, warps=1)


@triton.jit
def rotary_pairs(out, x, cosines, sines, PAIRS: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, 2 * PAIRS)
    a, b = tl.split(tl.reshape(tl.load(x + row * 2 * PAIRS + at), (PAIRS, 2)))
    half = tl.arange(0, PAIRS)
    c = tl.load(cosines + row * PAIRS + half)
    s = tl.load(sines + row * PAIRS + half)
    tl.store(out + row * 2 * PAIRS + at, tl.interleave(a * c - b * s, a * s + b * c))


CASES.add("rotary_pairs", rotary_pairs, (4,), [zeros("f32", 4, 256), floats("f32", 4, 256), floats("f32", 4, 128, high=1), floats("f32", 4, 128, high=1)],
          {"PAIRS": 128}, warps=2)


@triton.jit
def stencil(out, x, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    c = (tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS))[None, :]
    at = r * columns + c
    inside = (r < rows) & (c < columns)
    total = -4.0 * tl.load(x + at, inside, other=0.0)
    total += tl.load(x + at - columns, inside & (r > 0), other=0.0)
    total += tl.load(x + at + columns, inside & (r < rows - 1), other=0.0)
    total += tl.load(x + at - 1, inside & (c > 0), other=0.0)
    total += tl.load(x + at + 1, inside & (c < columns - 1), other=0.0)
    tl.store(out + at, total, inside)


CASES.add("stencil", stencil, (2, 2), [zeros("f32", 30, 60), floats("f32", 30, 60), 30, 60], {"ROWS": 16, "COLUMNS": 32})


@triton.jit
def convolve(out, x, weights, columns, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(TAPS):
        from_ = at + tap - TAPS // 2
        total += tl.load(weights + tap) * tl.load(x + from_, (from_ >= 0) & (from_ < columns), other=0.0)
    tl.store(out + at, total, at < columns)


CASES.add("convolution", convolve, (2,), [zeros("f32", 500), floats("f32", 500), floats("f32", 5), 500], {"TAPS": 5, "BLOCK": 256}, tolerance=1e-6)


@triton.jit
def pool(out, x, width, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.arange(0, ROWS)[:, None]
    c = tl.arange(0, COLUMNS)[None, :]
    corner = x + 2 * r * width + 2 * c
    best = tl.maximum(tl.maximum(tl.load(corner), tl.load(corner + 1)), tl.maximum(tl.load(corner + width), tl.load(corner + width + 1)))
    tl.store(out + r * COLUMNS + c, best)


CASES.add("max_pool", pool, (1,), [zeros("f32", 16, 32), floats("f32", 32, 64), 64], {"ROWS": 16, "COLUMNS": 32})


@triton.jit
def block_copy(out, x, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    source = tl.make_block_ptr(x, (rows, columns), (columns, 1), (tl.program_id(0) * ROWS, 0), (ROWS, COLUMNS), (1, 0))
    target = tl.make_block_ptr(out, (rows, columns), (columns, 1), (tl.program_id(0) * ROWS, 0), (ROWS, COLUMNS), (1, 0))
    for start in range(0, columns, COLUMNS):
        tile = tl.load(source, boundary_check=(0, 1), padding_option="zero")
        tl.store(target, tile * 2, boundary_check=(0, 1))
        source = tl.advance(source, (0, COLUMNS))
        target = tl.advance(target, (0, COLUMNS))


CASES.add("block_pointers", block_copy, (2,), [zeros("f32", 30, 80), floats("f32", 30, 80), 30, 80], {"ROWS": 16, "COLUMNS": 32})


@triton.jit
def strided(out, x, stride, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at * stride, at < n), at < n)


CASES.add("strided", strided, (2,), [zeros("f32", 240), floats("f32", 240 * 3), 3, 240], {"BLOCK": 128})


@triton.jit
def two_layouts(out, x, y, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.arange(0, ROWS)
    c = tl.arange(0, COLUMNS)
    a = tl.load(x + r[:, None] * COLUMNS + c[None, :])
    b = tl.load(y + r[:, None] + c[None, :] * ROWS)
    tl.store(out + r[:, None] * COLUMNS + c[None, :], a + b)


CASES.add("two_layouts", two_layouts, (1,), [zeros("f32", 64, 32), floats("f32", 64, 32), floats("f32", 32, 64)], {"ROWS": 64, "COLUMNS": 32})


@triton.jit
def broadcast_outer(out, x, y, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.arange(0, ROWS)
    c = tl.arange(0, COLUMNS)
    tl.store(out + r[:, None] * COLUMNS + c[None, :], tl.load(x + r)[:, None] * tl.load(y + c)[None, :])


CASES.add("outer_product", broadcast_outer, (1,), [zeros("f32", 32, 64), floats("f32", 32), floats("f32", 64)], {"ROWS": 32, "COLUMNS": 64})
