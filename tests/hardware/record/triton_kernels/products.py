"""Products of matrices. Triton takes `wgmma` on sm_90 where four warps share 64 rows or more; the cases here have fewer
warps or rows, for `mma.sync`, but for those that are named after it."""
import triton
import triton.language as tl

from .cases import Cases, floats, listed, whole, zeros

CASES = Cases()


@triton.jit
def matmul(c, a, b, m, n, k, stride_am, stride_ak, stride_bk, stride_bn, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr,
           PRECISION: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    depth = tl.arange(0, K)
    a += rows[:, None] * stride_am + depth[None, :] * stride_ak
    b += depth[:, None] * stride_bk + columns[None, :] * stride_bn
    total = tl.zeros((M, N), TYPE)
    for _ in range(0, k, K):
        total = tl.dot(tl.load(a), tl.load(b), total, input_precision=PRECISION, out_dtype=TYPE)
        a += K * stride_ak
        b += K * stride_bk
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(c.dtype.element_ty))


def matmul_case(name, dtype, size, tile, out="f32", a_columns=False, b_columns=False, precision="tf32", **options):
    (m, n, k), (tm, tn, tk) = size, tile
    values = whole if dtype[0] == "i" or dtype == "f64" else floats
    type = {"i8": tl.int32, "f64": tl.float64}.get(dtype, tl.float32)
    CASES.add(name, matmul, (m // tm, n // tn),
              [zeros(out, m, n), values(dtype, m, k), values(dtype, k, n), m, n, k, *((1, m) if a_columns else (k, 1)), *((1, k) if b_columns else (n, 1))],
              {"M": tm, "N": tn, "K": tk, "TYPE": type, "PRECISION": precision}, **options)


matmul_case("matmul_f16", "f16", (64, 64, 128), (32, 32, 32), warps=2)
matmul_case("matmul_f16_two_stages", "f16", (64, 64, 128), (32, 64, 32), warps=2, stages=2)
matmul_case("matmul_f16_four_stages", "f16", (64, 64, 256), (64, 64, 32), warps=2, stages=4)
matmul_case("matmul_f16_one_stage", "f16", (32, 32, 64), (32, 32, 32), warps=1, stages=1)
matmul_case("matmul_f16_to_f16", "f16", (64, 64, 64), (32, 32, 64), "f16")
matmul_case("matmul_bf16", "bf16", (64, 64, 128), (64, 32, 32), "bf16", warps=2)
matmul_case("matmul_tf32", "f32", (32, 64, 128), (32, 32, 32))
matmul_case("matmul_tf32_x3", "f32", (32, 32, 64), (32, 32, 32), precision="tf32x3", warps=2, tolerance=1e-6)
matmul_case("matmul_ieee", "f32", (32, 32, 64), (32, 32, 32), precision="ieee", tolerance=1e-6)
matmul_case("matmul_i8", "i8", (64, 64, 128), (32, 32, 64), "i32", warps=2)
matmul_case("matmul_e4m3", "e4m3", (64, 64, 128), (32, 32, 64), warps=2)
matmul_case("matmul_e5m2", "e5m2", (32, 32, 128), (32, 32, 64), warps=1)
matmul_case("matmul_f64", "f64", (32, 32, 64), (16, 16, 16), "f64", warps=2)
matmul_case("matmul_f16_b_by_columns", "f16", (64, 64, 128), (32, 32, 32), b_columns=True, warps=2)
matmul_case("matmul_f16_a_by_columns", "f16", (64, 64, 128), (32, 32, 32), a_columns=True, warps=2)
matmul_case("matmul_tf32_b_by_columns", "f32", (32, 32, 128), (32, 32, 32), b_columns=True, warps=2)
matmul_case("matmul_e4m3_b_by_columns", "e4m3", (32, 32, 128), (32, 32, 64), b_columns=True, warps=2)
matmul_case("matmul_i8_b_by_columns", "i8", (32, 32, 128), (32, 32, 64), "i32", b_columns=True, warps=2)
matmul_case("matmul_eight_warps", "f16", (32, 128, 64), (32, 128, 32), warps=8)
matmul_case("wgmma_f16", "f16", (128, 64, 128), (64, 64, 32), needs="wgmma")
matmul_case("wgmma_bf16_to_bf16", "bf16", (64, 64, 128), (64, 64, 64), "bf16", needs="wgmma")
matmul_case("wgmma_tf32", "f32", (64, 64, 64), (64, 64, 32), needs="wgmma")
matmul_case("wgmma_e4m3", "e4m3", (64, 64, 128), (64, 64, 64), needs="wgmma")


@triton.jit
def matmul_masked(c, a, b, bias, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = (tl.program_id(0) * M + tl.arange(0, M))[:, None]
    columns = (tl.program_id(1) * N + tl.arange(0, N))[None, :]
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, k, K):
        depth = start + tl.arange(0, K)
        left = tl.load(a + rows * k + depth[None, :], (rows < m) & (depth[None, :] < k), other=0.0)
        right = tl.load(b + depth[:, None] * n + columns, (depth[:, None] < k) & (columns < n), other=0.0)
        total = tl.dot(left, right, total)
    total += tl.load(bias + columns, columns < n, other=0.0)
    total = total * tl.sigmoid(1.702 * total)
    tl.store(c + rows * n + columns, total.to(c.dtype.element_ty), (rows < m) & (columns < n))


def masked_case(name, dtype, m, n, k, **options):
    CASES.add(name, matmul_masked, (triton.cdiv(m, 32), triton.cdiv(n, 32)), [zeros(dtype, m, n), floats(dtype, m, k), floats(dtype, k, n), floats("f32", n), m, n, k],
              {"M": 32, "N": 32, "K": 32}, tolerance=2e-3, **options)


masked_case("matmul_masked_f16", "f16", 50, 48, 80, warps=2)
masked_case("matmul_masked_f32", "f32", 40, 48, 72, warps=4)
masked_case("matmul_odd_f16", "f16", 33, 45, 51, warps=2)


@triton.jit
def matmul_batched(c, a, b, size, SIZE: tl.constexpr):
    batch = tl.program_id(0) * size * size
    at = tl.arange(0, SIZE)[:, None] * size + tl.arange(0, SIZE)[None, :]
    product = tl.dot(tl.load(a + batch + at), tl.load(b + batch + at))
    tl.store(c + batch + at, tl.maximum(product, 0.0).to(c.dtype.element_ty))


CASES.add("matmul_batched", matmul_batched, (4,), [zeros("f16", 4, 32, 32), floats("f16", 4, 32, 32), floats("f16", 4, 32, 32), 32], {"SIZE": 32}, warps=2)


@triton.jit
def matmul_cubes(c, a, b, BATCH: tl.constexpr, SIZE: tl.constexpr):
    at = (tl.arange(0, BATCH)[:, None, None] * SIZE + tl.arange(0, SIZE)[None, :, None]) * SIZE + tl.arange(0, SIZE)[None, None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at)))


CASES.add("matmul_cubes", matmul_cubes, (1,), [zeros("f32", 4, 16, 16), floats("f16", 4, 16, 16), floats("f16", 4, 16, 16)], {"BATCH": 4, "SIZE": 16})


@triton.jit
def matmul_split(c, a, b, m, n, k, depth, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    columns = tl.arange(0, N)[None, :]
    total = tl.zeros((M, N), tl.float32)
    first = tl.program_id(0) * depth
    for start in range(first, first + depth, K):
        at = start + tl.arange(0, K)
        total = tl.dot(tl.load(a + rows * k + at[None, :]), tl.load(b + at[:, None] * n + columns), total)
    tl.atomic_add(c + rows * n + columns, total)


CASES.add("matmul_split_k", matmul_split, (4,), [zeros("f32", 32, 32), whole("f16", 32, 256), whole("f16", 256, 32), 32, 32, 256, 64],
          {"M": 32, "N": 32, "K": 32}, warps=2)


@triton.jit
def matmul_persistent(c, a, b, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, GROUP: tl.constexpr):
    tiles_m = m // M
    tiles_n = n // N
    for tile in range(tl.program_id(0), tiles_m * tiles_n, tl.num_programs(0)):
        group = tile // (GROUP * tiles_n)
        row = group * GROUP + tile % GROUP
        column = tile % (GROUP * tiles_n) // GROUP
        rows = row * M + tl.arange(0, M)[:, None]
        columns = column * N + tl.arange(0, N)[None, :]
        total = tl.zeros((M, N), tl.float32)
        for start in range(0, k, K):
            at = start + tl.arange(0, K)
            total = tl.dot(tl.load(a + rows * k + at[None, :]), tl.load(b + at[:, None] * n + columns), total)
        tl.store(c + rows * n + columns, total.to(c.dtype.element_ty))


CASES.add("matmul_persistent", matmul_persistent, (3,), [zeros("f16", 128, 96), floats("f16", 128, 64), floats("f16", 64, 96), 128, 96, 64],
          {"M": 32, "N": 32, "K": 32, "GROUP": 2}, warps=2)


@triton.jit
def attention(out, q, k, v, length, scale, ROWS: tl.constexpr, KEYS: tl.constexpr, WIDE: tl.constexpr, CAUSAL: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    wide = tl.arange(0, WIDE)
    query = tl.load(q + rows[:, None] * WIDE + wide[None, :])
    highest = tl.full((ROWS,), -float("inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    result = tl.zeros((ROWS, WIDE), tl.float32)
    for start in range(0, length, KEYS):
        keys = start + tl.arange(0, KEYS)
        scores = tl.dot(query, tl.load(k + wide[:, None] + keys[None, :] * WIDE)) * scale
        if CAUSAL:
            scores = tl.where(rows[:, None] >= keys[None, :], scores, -1e9)
        now = tl.maximum(highest, tl.max(scores, 1))
        weights = tl.exp2(scores - now[:, None])
        shrink = tl.exp2(highest - now)
        total = total * shrink + tl.sum(weights, 1)
        result = tl.dot(weights.to(tl.float16), tl.load(v + keys[:, None] * WIDE + wide[None, :]), result * shrink[:, None])
        highest = now
    tl.store(out + rows[:, None] * WIDE + wide[None, :], (result / total[:, None]).to(out.dtype.element_ty))


def attention_case(name, rows, length, **options):
    CASES.add(name, attention, (length // rows,), [zeros("f16", length, 32), floats("f16", length, 32), floats("f16", length, 32), floats("f16", length, 32), length, 0.25],
              {"ROWS": rows, "KEYS": 32, "WIDE": 32, "CAUSAL": "causal" in name}, tolerance=2e-3, **options)


attention_case("attention", 32, 128, warps=2)
attention_case("attention_causal", 16, 64, warps=1)
attention_case("wgmma_attention", 64, 128, needs="wgmma")


@triton.jit
def matmul_sparse(c, values, starts, blocks, b, n, SIZE: tl.constexpr):
    row = tl.program_id(0)
    r = tl.arange(0, SIZE)[:, None]
    s = tl.arange(0, SIZE)[None, :]
    columns = tl.program_id(1) * SIZE + s
    total = tl.zeros((SIZE, SIZE), tl.float32)
    for i in range(tl.load(starts + row), tl.load(starts + row + 1)):
        block = tl.load(blocks + i)
        left = tl.load(values + i * SIZE * SIZE + r * SIZE + s)
        total = tl.dot(left, tl.load(b + (block * SIZE + r) * n + columns), total)
    tl.store(c + (row * SIZE + r) * n + columns, total)


CASES.add("matmul_block_sparse", matmul_sparse, (4, 2),
          [zeros("f32", 64, 32), floats("f16", 7, 16, 16), listed("i32", [0, 2, 2, 5, 7]), listed("i32", [0, 3, 1, 2, 3, 0, 2]), floats("f16", 64, 32), 32],
          {"SIZE": 16}, warps=1)


@triton.jit
def matmul_dequantized(c, a, packed, scales, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    columns = tl.program_id(0) * N + tl.arange(0, N)[None, :]
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, k, K):
        at = start + tl.arange(0, K)
        bytes = tl.load(packed + (at[:, None] // 2) * n + columns)
        weights = (((bytes >> ((at[:, None] % 2) * 4)) & 15).to(tl.float32) - 8).to(tl.float16)
        total = tl.dot(tl.load(a + rows * k + at[None, :]), weights, total)
    tl.store(c + rows * n + columns, total * tl.load(scales + columns))


CASES.add("matmul_dequantized", matmul_dequantized, (2,), [zeros("f32", 32, 64), floats("f16", 32, 128), whole("u8", 64, 64, low=0, high=255), floats("f32", 64), 64, 128],
          {"M": 32, "N": 32, "K": 32}, warps=2)


@triton.jit
def gram_loss(out, x, y, ROWS: tl.constexpr, WIDE: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * WIDE + tl.arange(0, WIDE)[None, :]
    x = tl.load(x + at)
    difference = tl.dot(x, tl.trans(x)) - tl.dot(tl.load(y + at), tl.trans(tl.load(y + at)))
    tl.store(out + tl.arange(0, ROWS), tl.sum(difference * difference, 1))


CASES.add("gram", gram_loss, (1,), [zeros("f32", 32), floats("bf16", 32, 32), floats("bf16", 32, 32)], {"ROWS": 32, "WIDE": 32}, warps=2, tolerance=1e-5)
