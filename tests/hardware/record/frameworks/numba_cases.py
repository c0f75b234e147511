"""Kernels that Numba compiles (frameworks/cases.py runs them)."""
import math

import numpy as np

np.row_stack = getattr(np, "row_stack", np.vstack)  # which numba-cuda 0.30 asks of a NumPy that has it no more
from cases import PTX, case, run
from numba import cuda, float32, int32

numbers = np.random.default_rng(5)
TABLE = np.arange(7, dtype=np.float32)


def f(*shape):
    return numbers.standard_normal(shape).astype(np.float32)


def i(most, *shape):
    return numbers.integers(0, most, shape).astype(np.int32)


def kernel(name, grid, block, *arguments, shared=0, **options):
    def put(function):
        case(name, (cuda.jit(**options)(function), grid, block, shared), *arguments)
        return function

    return put




@kernel("saxpy", 4, 128, np.float32(2), f(500), f(500))
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size: y[i] += a * x[i]


@kernel("stride", 2, 96, f(777), f(777))
def stride(x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)): y[i] = math.sin(x[i]) * x[i]


@kernel("tile", (3, 3), (16, 16), f(40, 40), f(40, 40), f(40, 40))
def tile(A, B, Cc):
    a = cuda.shared.array((16, 16), float32); b = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2); tx = cuda.threadIdx.x; ty = cuda.threadIdx.y
    s = float32(0)
    for t in range((A.shape[1] + 15) // 16):
        a[ty, tx] = A[y, t * 16 + tx] if y < A.shape[0] and t * 16 + tx < A.shape[1] else float32(0)
        b[ty, tx] = B[t * 16 + ty, x] if x < B.shape[1] and t * 16 + ty < B.shape[0] else float32(0)
        cuda.syncthreads()
        for k in range(16): s += a[ty, k] * b[k, tx]
        cuda.syncthreads()
    if y < Cc.shape[0] and x < Cc.shape[1]: Cc[y, x] = s


@kernel("tile_bad", (3, 3), (16, 16), f(48, 48), f(48, 48))
def tile_bad(A, B):
    t = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    t[cuda.threadIdx.x, cuda.threadIdx.y] = A[x, y]
    cuda.syncthreads()
    B[x, y] = t[cuda.threadIdx.y, cuda.threadIdx.x]


@kernel("reduce", 4, 128, f(512), f(4))
def reduce(x, o):
    s = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    k = 64
    while k > 0:
        if t < k: s[t] += s[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0: o[cuda.blockIdx.x] = s[0]


@kernel("warp_sum", 2, 64, f(128), f(4))
def warp_sum(x, o):
    v = x[cuda.grid(1)]
    k = 16
    while k > 0:
        v += cuda.shfl_down_sync(0xffffffff, v, k)
        k //= 2
    if cuda.laneid == 0: o[cuda.grid(1) // 32] = v


@kernel("hist", 4, 128, i(32, 600), i(1, 32))
def hist(x, h):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    if t < 32: s[t] = 0
    cuda.syncthreads()
    g = cuda.grid(1)
    if g < x.size: cuda.atomic.add(s, x[g], 1)
    cuda.syncthreads()
    if t < 32: cuda.atomic.add(h, t, s[t])


@kernel("atomic_max", 4, 128, f(500), f(10))
def atomic_max(x, o):
    g = cuda.grid(1)
    if g < x.size: cuda.atomic.max(o, g % 10, x[g])


@kernel("local", 2, 64, f(128), i(16, 128), f(128))
def local(x, j, o):
    a = cuda.local.array(16, float32)
    g = cuda.grid(1)
    for k in range(16): a[k] = x[g] * k
    o[g] = a[j[g]]


@kernel("f64_stencil", (4, 4), (8, 8), numbers.standard_normal((32, 32)), numbers.standard_normal((32, 32)))
def f64_stencil(a, b):
    x, y = cuda.grid(2)
    if 0 < x < a.shape[0] - 1 and 0 < y < a.shape[1] - 1: b[x, y] = 0.25 * (a[x - 1, y] + a[x + 1, y] + a[x, y - 1] + a[x, y + 1])


@kernel("complex_mandel", (4, 4), (8, 8), i(1, 30, 30))
def complex_mandel(o):
    x, y = cuda.grid(2)
    if x < o.shape[0] and y < o.shape[1]:
        c = complex(x * 0.1 - 2, y * 0.1 - 1.5); z = 0j; n = 0
        for k in range(20):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag >= 4: break
            n += 1
        o[x, y] = n


@kernel("negative_index", 2, 64, f(100), f(100))
def negative_index(a, o):
    g = cuda.grid(1)
    if g < 100: o[g] = a[-1 - g]


@kernel("u8", (3, 3), (16, 16), numbers.integers(0, 256, (40, 40, 3)).astype(np.uint8), numbers.integers(0, 256, (40, 40)).astype(np.uint8))
def u8(img, g):
    x, y = cuda.grid(2)
    if x < 40 and y < 40: g[y, x] = (img[y, x, 0] * 77 + img[y, x, 1] * 150 + img[y, x, 2] * 29) >> 8


@kernel("const", 2, 64, f(128))
def const(o):
    t = cuda.const.array_like(TABLE)
    g = cuda.grid(1)
    o[g] = t[g % 7]


@kernel("record", 2, 64, np.zeros(100, dtype=[("x", np.float32), ("y", np.float64), ("k", np.int16)]), f(100))
def record(r, o):
    g = cuda.grid(1)
    if g < 100: r[g].x = o[g]; r[g].k = g; o[g] = r[g].y + 1


@kernel("dyn", 2, 64, f(128), f(128), shared=256)
def dyn(a, o):
    s = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    o[cuda.grid(1)] = s[63 - t]


@kernel("vote", 2, 64, f(128), i(5, 128))
def vote(a, o):
    g = cuda.grid(1)
    o[g] = cuda.popc(cuda.ballot_sync(0xffffffff, a[g] > 0)) + cuda.any_sync(0xffffffff, a[g] > 2)


@kernel("fastmath", 2, 64, f(128), f(128), fastmath=True)
def fastmath(a, o):
    g = cuda.grid(1)
    o[g] = math.exp(a[g]) / math.sqrt(abs(a[g]) + 1) + math.cos(a[g])


@kernel("cas", 2, 64, i(5, 128), i(1, 8))
def cas(a, o):
    g = cuda.grid(1)
    cuda.atomic.compare_and_swap(o[g % 8:], 0, a[g])


@kernel("scan", 1, 64, f(64), f(64))
def scan(a, o):
    s = cuda.shared.array((2, 64), float32)
    t = cuda.threadIdx.x
    p = 0
    s[0, t] = a[t]
    cuda.syncthreads()
    k = 1
    while k < 64:
        s[1 - p, t] = s[p, t] + (s[p, t - k] if t >= k else float32(0))
        p = 1 - p
        k *= 2
        cuda.syncthreads()
    o[t] = s[p, t]


@cuda.jit(device=True)
def helper(x, n):
    for k in range(n): x = x * 0.5 + 1
    return x


@kernel("device_fn", 2, 64, f(128), i(9, 128))
def device_fn(a, n):
    g = cuda.grid(1)
    a[g] = helper(a[g], n[g])


def prepare(name, function, arguments):
    compiled, grid, block, shared = function

    def on_device():
        return [cuda.to_device(value) if isinstance(value, np.ndarray) else value for value in arguments]

    compiled[grid, block, 0, shared](*on_device())
    cuda.synchronize()
    (PTX / name).mkdir(parents=True, exist_ok=True)
    for text in compiled.inspect_asm().values():
        (PTX / name / "kernel.ptx").write_text(text)
    values = on_device()
    cuda.synchronize()
    return lambda: compiled[grid, block, 0, shared](*values)


run(prepare, cuda.synchronize)
