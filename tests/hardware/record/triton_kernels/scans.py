"""Scans, sorts and histograms."""
import triton
import triton.language as tl

from .cases import Cases, floats, whole, zeros

CASES = Cases()


@triton.jit
def running_sum(out, x, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr, AXIS: tl.constexpr, BACK: tl.constexpr):
    r = tl.arange(0, ROWS)[:, None]
    c = tl.arange(0, COLUMNS)[None, :]
    inside = (r < rows) & (c < columns)
    tl.store(out + r * columns + c, tl.cumsum(tl.load(x + r * columns + c, inside, other=0), AXIS, reverse=BACK), inside)


def scan_case(name, dtype, rows, columns, axis, back=False, **options):
    CASES.add(name, running_sum, (1,), [zeros(dtype, rows, columns), whole(dtype, rows, columns), rows, columns],
              {"ROWS": triton.next_power_of_2(rows), "COLUMNS": triton.next_power_of_2(columns), "AXIS": axis, "BACK": back}, **options)


scan_case("cumsum_rows", "f32", 8, 240, 1)
scan_case("cumsum_columns", "i32", 60, 32, 0)
scan_case("cumsum_backward", "i32", 4, 128, 1, True, warps=2)


@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def running_max(out, x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.associative_scan(tl.load(x + at, at < n, other=0.0), 0, larger), at < n)


CASES.add("cummax", running_max, (1,), [zeros("f32", 1000), floats("f32", 1000), 1000], {"BLOCK": 1024})


@triton.jit
def compose(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def recurrence(out, decay, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, BLOCK)
    inside = tl.arange(0, BLOCK) < n
    _, h = tl.associative_scan((tl.load(decay + at, inside, other=1.0), tl.load(x + at, inside, other=0.0)), 0, compose)
    tl.store(out + at, h, inside)


CASES.add("linear_recurrence", recurrence, (3,), [zeros("f32", 3, 250), floats("f32", 3, 250, low=0, high=1), floats("f32", 3, 250), 250],
          {"BLOCK": 256}, tolerance=1e-5)


@triton.jit
def sort_rows(out, x, ROWS: tl.constexpr, COLUMNS: tl.constexpr, DOWN: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at), descending=DOWN))


CASES.add("sort_rows", sort_rows, (1,), [zeros("i32", 8, 64), whole("i32", 8, 64, low=-500, high=500)], {"ROWS": 8, "COLUMNS": 64, "DOWN": False})
CASES.add("sort_descending", sort_rows, (1,), [zeros("f32", 2, 128), floats("f32", 2, 128)], {"ROWS": 2, "COLUMNS": 128, "DOWN": True})
CASES.add("sort_i16", sort_rows, (1,), [zeros("i16", 4, 64), whole("i16", 4, 64, low=-500, high=500)], {"ROWS": 4, "COLUMNS": 64, "DOWN": False}, warps=2)


@triton.jit
def best(out, x, ROWS: tl.constexpr, COLUMNS: tl.constexpr, K: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    to = tl.arange(0, ROWS)[:, None] * K + tl.arange(0, K)[None, :]
    tl.store(out + to, tl.topk(tl.load(x + at), K))


CASES.add("top_k", best, (1,), [zeros("f32", 4, 8), floats("f32", 4, 64)], {"ROWS": 4, "COLUMNS": 64, "K": 8})


@triton.jit
def flip_rows(out, x, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + at, tl.flip(tl.load(x + at), 1))


CASES.add("flip_rows", flip_rows, (1,), [zeros("f32", 8, 64), floats("f32", 8, 64)], {"ROWS": 8, "COLUMNS": 64})


@triton.jit
def count_values(out, x, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + tl.program_id(0) * BINS + tl.arange(0, BINS), tl.histogram(tl.load(x + at), BINS))


CASES.add("histogram", count_values, (2,), [zeros("i32", 2, 64), whole("i32", 1024, low=0, high=63)], {"BLOCK": 512, "BINS": 64})
CASES.add("histogram_few_bins", count_values, (1,), [zeros("i32", 16), whole("i32", 1024, low=0, high=15)], {"BLOCK": 1024, "BINS": 16})
CASES.add("histogram_many_bins", count_values, (1,), [zeros("i32", 512), whole("i32", 1024, low=0, high=511)], {"BLOCK": 1024, "BINS": 512}, warps=8)


@triton.jit
def count_all(out, x, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    counts = tl.histogram(tl.load(x + at, at < n, other=0), BINS, mask=at < n)
    tl.atomic_add(out + tl.arange(0, BINS), counts, counts > 0)


CASES.add("histogram_masked", count_all, (3,), [zeros("i32", 128), whole("i32", 1300, low=0, high=127), 1300], {"BLOCK": 512, "BINS": 128})
