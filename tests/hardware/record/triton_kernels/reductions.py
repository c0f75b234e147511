"""Sums, extremes and what is made of them: softmax, norms, losses."""
import triton
import triton.language as tl

from .cases import Cases, floats, whole, zeros

CASES = Cases()


@triton.jit
def reduce_tile(out, x, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr, AXIS: tl.constexpr, KIND: tl.constexpr):
    r = tl.arange(0, ROWS)
    c = tl.arange(0, COLUMNS)
    inside = (r[:, None] < rows) & (c[None, :] < columns)
    tile = tl.load(x + r[:, None] * columns + c[None, :], inside, other=0)
    if KIND == "sum":
        result = tl.sum(tile, AXIS)
    elif KIND == "max":
        result = tl.max(tile, AXIS)
    elif KIND == "argmax":
        result = tl.argmax(tile, AXIS)
    elif KIND == "argmin":
        result = tl.argmin(tile, AXIS)
    else:
        result = tl.xor_sum(tile, AXIS)
    if AXIS == 0:
        tl.store(out + c, result, c < columns)
    else:
        tl.store(out + r, result, r < rows)


def tile_case(name, kind, dtype, rows, columns, axis, out="", **options):
    up = triton.next_power_of_2
    values = whole if dtype[0] == "i" or kind == "sum" else floats
    CASES.add(name, reduce_tile, (1,), [zeros(out or dtype, (columns, rows)[axis]), values(dtype, rows, columns), rows, columns],
              {"ROWS": up(rows), "COLUMNS": up(columns), "AXIS": axis, "KIND": kind}, **options)


tile_case("sum_rows", "sum", "f32", 16, 112, 1)
tile_case("sum_columns", "sum", "f32", 30, 64, 0)
tile_case("sum_rows_i64", "sum", "i64", 8, 64, 1)
tile_case("sum_columns_f16", "sum", "f16", 32, 128, 0)
tile_case("max_rows_eight_warps", "max", "f32", 4, 500, 1, warps=8)
tile_case("max_columns_odd", "max", "f32", 21, 37, 0)
tile_case("argmax_rows", "argmax", "f32", 16, 128, 1, "i32")
tile_case("argmin_columns", "argmin", "i32", 32, 60, 0, "i32")
tile_case("xor_rows", "xor", "i32", 13, 96, 1, warps=2)


@triton.jit
def sum_all(total, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + at, at < n, other=0), 0))


CASES.add("sum_all", sum_all, (4,), [zeros("f32", 1), whole("f32", 4000), 4000], {"BLOCK": 1024})


@triton.jit
def merge_moments(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    count = count_a + count_b
    share = tl.where(count == 0, 0.0, count_b / count)
    step = mean_b - mean_a
    return mean_a + step * share, m2_a + m2_b + step * step * count_a * share, count


@triton.jit
def welford(means, variances, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x + row * columns + at, at < columns, other=0.0)
    count = tl.where(at < columns, 1.0, 0.0)
    mean, m2, count = tl.reduce((x, tl.zeros_like(x), count), 0, merge_moments)
    tl.store(means + row, mean)
    tl.store(variances + row, m2 / count)


CASES.add("welford", welford, (4,), [zeros("f32", 4), zeros("f32", 4), floats("f32", 4, 250), 250], {"BLOCK": 256}, tolerance=1e-5)


@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x + row * columns + at, at < columns, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out + row * columns + at, (e / tl.sum(e, 0)).to(out.dtype.element_ty), at < columns)


CASES.add("softmax", softmax, (4,), [zeros("f32", 4, 200), floats("f32", 4, 200), 200], {"BLOCK": 256}, tolerance=1e-6)
CASES.add("softmax_wide", softmax, (3,), [zeros("f32", 3, 1008), floats("f32", 3, 1008), 1008], {"BLOCK": 1024}, warps=8, tolerance=1e-6)
CASES.add("softmax_f16", softmax, (3,), [zeros("f16", 3, 992), floats("f16", 3, 992), 992], {"BLOCK": 1024}, tolerance=2e-3)
CASES.add("softmax_one_warp", softmax, (6,), [zeros("f32", 6, 60), floats("f32", 6, 60), 60], {"BLOCK": 64}, warps=1, tolerance=1e-6)


@triton.jit
def softmax_online(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    highest = -float("inf")
    total = 0.0
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, at < columns, other=-float("inf"))
        now = tl.maximum(highest, tl.max(v, 0))
        total = total * tl.exp(highest - now) + tl.sum(tl.exp(v - now), 0)
        highest = now
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + at, at < columns)
        tl.store(out + row * columns + at, tl.exp(v - highest) / total, at < columns)


CASES.add("softmax_online", softmax_online, (3,), [zeros("f32", 3, 700), floats("f32", 3, 700), 700], {"BLOCK": 256}, tolerance=1e-6)


@triton.jit
def layer_norm(out, means, scales, x, weight, bias, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    v = tl.load(x + row * columns + at, inside, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / columns
    d = tl.where(inside, v - mean, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 0) / columns + epsilon)
    tl.store(means + row, mean)
    tl.store(scales + row, scale)
    w = tl.load(weight + at, inside)
    b = tl.load(bias + at, inside)
    tl.store(out + row * columns + at, d * scale * w + b, inside)


CASES.add("layer_norm", layer_norm, (4,),
          [zeros("f16", 4, 240), zeros("f32", 4), zeros("f32", 4), floats("f16", 4, 240), floats("f16", 240), floats("f16", 240), 240, 1e-5],
          {"BLOCK": 256}, tolerance=2e-3)
CASES.add("layer_norm_f32", layer_norm, (3,),
          [zeros("f32", 3, 500), zeros("f32", 3), zeros("f32", 3), floats("f32", 3, 500), floats("f32", 500), floats("f32", 500), 500, 1e-5],
          {"BLOCK": 512}, warps=2, tolerance=1e-5)


@triton.jit
def layer_norm_gradient(dx, dw, db, dy, x, weight, means, scales, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    g = tl.load(dy + row * columns + at, inside, other=0.0)
    mean = tl.load(means + row)
    scale = tl.load(scales + row)
    h = tl.where(inside, (tl.load(x + row * columns + at, inside, other=0.0) - mean) * scale, 0.0)
    wg = g * tl.load(weight + at, inside, other=0.0)
    tl.store(dx + row * columns + at, (wg - h * (tl.sum(h * wg, 0) / columns) - tl.sum(wg, 0) / columns) * scale, inside)
    tl.atomic_add(dw + at, g * h, inside)
    tl.atomic_add(db + at, g, inside)


CASES.add("layer_norm_gradient", layer_norm_gradient, (4,),
          [zeros("f32", 4, 240), zeros("f32", 240), zeros("f32", 240), floats("f32", 4, 240), floats("f32", 4, 240), floats("f32", 240),
           floats("f32", 4), floats("f32", 4, low=0.5), 240], {"BLOCK": 256}, tolerance=1e-5)


@triton.jit
def rms_norm(out, x, weight, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + at, at < columns, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 0) / columns + 1e-6)
    tl.store(out + row * columns + at, (v * scale * tl.load(weight + at, at < columns)).to(out.dtype.element_ty), at < columns)


CASES.add("rms_norm", rms_norm, (4,), [zeros("bf16", 4, 496), floats("bf16", 4, 496), floats("bf16", 496), 496], {"BLOCK": 512}, tolerance=1e-2)


@triton.jit
def batch_norm(out, x, batch, channels, BATCH: tl.constexpr, CHANNELS: tl.constexpr):
    b = tl.arange(0, BATCH)[:, None]
    c = (tl.program_id(0) * CHANNELS + tl.arange(0, CHANNELS))[None, :]
    inside = (b < batch) & (c < channels)
    v = tl.load(x + b * channels + c, inside, other=0.0)
    mean = tl.sum(v, 0) / batch
    d = tl.where(inside, v - mean[None, :], 0.0)
    tl.store(out + b * channels + c, d * tl.rsqrt(tl.sum(d * d, 0) / batch + 1e-5)[None, :], inside)


CASES.add("batch_norm", batch_norm, (3,), [zeros("f32", 50, 40), floats("f32", 50, 40), 50, 40], {"BATCH": 64, "CHANNELS": 16}, tolerance=1e-5)


@triton.jit
def cross_entropy(losses, gradient, logits, labels, classes, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    label = tl.load(labels + row)
    v = tl.load(logits + row * classes + at, at < classes, other=-float("inf"))
    highest = tl.max(v, 0)
    e = tl.exp(v - highest)
    total = tl.sum(e, 0)
    tl.store(losses + row, highest + tl.log(total) - tl.load(logits + row * classes + label))
    tl.store(gradient + row * classes + at, e / total - tl.where(at == label, 1.0, 0.0), at < classes)


CASES.add("cross_entropy", cross_entropy, (6,),
          [zeros("f32", 6), zeros("f32", 6, 304), floats("f32", 6, 304), whole("i64", 6, low=0, high=303), 304], {"BLOCK": 512}, tolerance=1e-5)


@triton.jit
def matrix_vector(out, matrix, vector, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS,), tl.float32)
    for start in range(0, columns, COLUMNS):
        c = start + tl.arange(0, COLUMNS)
        inside = (r[:, None] < rows) & (c[None, :] < columns)
        total += tl.sum(tl.load(matrix + r[:, None] * columns + c[None, :], inside, other=0.0) * tl.load(vector + c, c < columns, other=0.0)[None, :], 1)
    tl.store(out + r, total, r < rows)


CASES.add("matrix_vector", matrix_vector, (3,), [zeros("f32", 40), whole("f32", 40, 208), whole("f32", 208), 40, 208], {"ROWS": 16, "COLUMNS": 64})


@triton.jit
def quantize_rows(out, scales, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + at, at < columns, other=0.0)
    scale = tl.max(tl.abs(v), 0) / 127.0
    tl.store(scales + row, scale)
    tl.store(out + row * columns + at, tl.floor(v / scale + 0.5).to(tl.int8), at < columns)


CASES.add("quantize_rows", quantize_rows, (4,), [zeros("i8", 4, 480), zeros("f32", 4), floats("f32", 4, 480), 480], {"BLOCK": 512}, tolerance=0.01)


@triton.jit
def pipelined_sum(out, x, rows, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for row in tl.range(0, rows, num_stages=3):
        total += tl.load(x + row * BLOCK + at)
    tl.store(out + at, total)


CASES.add("pipelined_sum", pipelined_sum, (1,), [zeros("f32", 512), whole("f32", 9, 512), 9], {"BLOCK": 512})
