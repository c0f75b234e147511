"""Atomics on global memory, with the result used and without."""
import triton
import triton.language as tl

from .cases import Cases, filled, floats, permutation, whole, zeros

CASES = Cases()


@triton.jit
def add_at(out, index, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + tl.load(index + at, at < n, other=0), tl.load(x + at, at < n, other=0), at < n)


for dtype in ("i32", "f32", "f64", "f16", "bf16", "i64"):
    CASES.add(f"scatter_add_{dtype}", add_at, (2,), [zeros(dtype, 64), whole("i32", 500, low=0, high=63), whole(dtype, 500, low=0, high=3), 500],
              {"BLOCK": 256})


@triton.jit
def add_in_turn(out, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + at % (BLOCK // 2), tl.load(x + at, at < n, other=0), at < n)


@triton.jit
def add_to_rows(out, x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    tl.atomic_add(out + at, tl.load(x + row * n + at, at < n, other=0), at < n)


CASES.add("add_in_turn", add_in_turn, (2,), [zeros("i32", 256), whole("i32", 1008), 1008], {"BLOCK": 512})
CASES.add("add_to_row_f32", add_to_rows, (3,), [zeros("f32", 496), whole("f32", 3, 496), 496], {"BLOCK": 512})
CASES.add("add_to_row_f16", add_to_rows, (3,), [zeros("f16", 496), whole("f16", 3, 496), 496], {"BLOCK": 512})
CASES.add("add_to_row_f32_odd", add_to_rows, (3,), [zeros("f32", 301), whole("f32", 3, 301), 301], {"BLOCK": 512})


@triton.jit
def extremes(low, high, before, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, at < n, other=0)
    tl.atomic_min(low + at % 32, v, at < n)
    tl.store(before + at, tl.atomic_max(high + at, v, at < n), at < n)


CASES.add("min_max", extremes, (2,), [filled("i32", 100, 32), zeros("i32", 500), zeros("i32", 500), whole("i32", 500, low=-90, high=90), 500],
          {"BLOCK": 256})
CASES.add("min_max_f32", extremes, (2,), [filled("f32", 100, 32), zeros("f32", 500), zeros("f32", 500), whole("f32", 500, low=-90, high=90), 500],
          {"BLOCK": 256})


@triton.jit
def bits(ands, ors, xors, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, at < n)
    tl.atomic_and(ands + at % 8, v, at < n)
    tl.atomic_or(ors + at % 64, v, at < n)
    tl.atomic_xor(xors + at // 32, v, at < n)


CASES.add("bitwise", bits, (2,), [filled("i32", -1, 8), zeros("i32", 64), zeros("i32", 16), whole("i32", 500, low=0, high=10**6), 500], {"BLOCK": 256})


@triton.jit
def swap(slots, before, x, where, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    old = tl.atomic_xchg(slots + tl.load(where + at, at < n, other=0), tl.load(x + at, at < n), at < n)
    tl.store(before + at, old, at < n)


CASES.add("exchange", swap, (2,), [whole("i32", 500), zeros("i32", 500), whole("i32", 500), permutation("i32", 500), 500], {"BLOCK": 256})


@triton.jit
def claim(slots, before, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(before + at, tl.atomic_cas(slots + at, tl.zeros((BLOCK,), tl.int32), at + 1))


CASES.add("compare_and_swap", claim, (2,), [whole("i32", 256, low=0, high=1), zeros("i32", 256)], {"BLOCK": 128})


@triton.jit
def tickets(counter, out, COUNT: tl.constexpr):
    for i in range(COUNT):
        ticket = tl.atomic_add(counter, 2)
        tl.store(out + ticket, ticket * i)


CASES.add("tickets", tickets, (1,), [zeros("i32", 1), zeros("i32", 16)], {"COUNT": 6}, warps=2)


@triton.jit
def compact(count, out, x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at, at < n, other=0)
    kept = ((v > 0) & (at < n)).to(tl.int32)
    place = tl.cumsum(kept, 0) - kept
    first = tl.atomic_add(count, tl.sum(kept, 0))
    tl.store(out + first + place, v, kept != 0)


CASES.add("compact", compact, (1,), [zeros("i32", 1), zeros("i32", 512), whole("i32", 500), 500], {"BLOCK": 512})


@triton.jit
def locked_sum(lock, total, x, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total + tl.arange(0, BLOCK), tl.load(total + tl.arange(0, BLOCK)) + v)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


CASES.add("locked_sum", locked_sum, (1,), [zeros("i32", 1), whole("f32", 128), whole("f32", 128)], {"BLOCK": 128})


@triton.jit
def embedding_gradient(table, tokens, gradient, width, WIDE: tl.constexpr):
    token = tl.load(tokens + tl.program_id(0))
    at = tl.arange(0, WIDE)
    tl.atomic_add(table + token * width + at, tl.load(gradient + tl.program_id(0) * width + at, at < width, other=0.0), at < width)


CASES.add("embedding_gradient", embedding_gradient, (12,),
          [zeros("f32", 10, 80), whole("i32", 12, low=0, high=9), whole("f32", 12, 80), 80], {"WIDE": 128})
