"""One value in, one out: masks, types, cache hints, conversions, random numbers."""
import triton
import triton.language as tl
from triton.language.extra import libdevice

from .cases import Cases, filled, floats, whole, zeros

CASES = Cases()


@triton.jit
def add(out, x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


def add_case(name, dtype, n, block, **options):
    values = whole if dtype[0] == "i" else floats
    CASES.add(name, add, (triton.cdiv(n, block),), [zeros(dtype, n), values(dtype, n), values(dtype, n), n], {"BLOCK": block}, **options)


add_case("add_f32_odd", "f32", 1003, 256)  # nothing is known of n: a load an element
add_case("add_f32_v2", "f32", 1008, 256)
add_case("add_f32_v4", "f32", 2000, 512)
add_case("add_f32_two_vectors", "f32", 2000, 1024)
add_case("add_f16", "f16", 2000, 1024)
add_case("add_bf16", "bf16", 2000, 1024)
add_case("add_f64", "f64", 1008, 256)
add_case("add_i8", "i8", 4080, 2048)
add_case("add_i16_odd", "i16", 1001, 512)
add_case("add_i64", "i64", 500, 256)
add_case("add_one_warp", "f32", 240, 128, warps=1)
add_case("add_eight_warps", "f16", 4000, 2048, warps=8)


@triton.jit
def axpy_whole(out, x, y, a, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, a * tl.load(x + at) + tl.load(y + at))


CASES.add("axpy_whole", axpy_whole, (4,), [zeros("f32", 2048), floats("f32", 2048), floats("f32", 2048), 1.5], {"BLOCK": 512})


@triton.jit
def ratio_or_one(out, x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x + at, at < n, other=1.0)
    y = tl.load(y + at, at < n, other=2.0)
    tl.store(out + at, tl.where(x > y, x / y, y - x))


CASES.add("masked_with_other", ratio_or_one, (2,), [zeros("f32", 1024), floats("f32", 1008), floats("f32", 1008, low=1, high=3), 1008],
          {"BLOCK": 512}, tolerance=1e-6)


@triton.jit
def two_masks(out, x, flags, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    wanted = (tl.load(flags + at, at < n, other=0) != 0) & (at < n)
    tl.store(out + at, tl.load(x + at, wanted, other=-1.0), at < n)


CASES.add("mask_from_memory", two_masks, (2,), [zeros("f32", 1008), floats("f32", 1008), whole("u8", 1008, low=0, high=1), 1008], {"BLOCK": 512})


@triton.jit
def gelu(out, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x + at, at < n).to(tl.float32)
    y = 0.5 * x * (1 + libdevice.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
    tl.store(out + at, y, at < n)


CASES.add("gelu_bf16", gelu, (2,), [zeros("bf16", 1000), floats("bf16", 1000), 1000], {"BLOCK": 512}, tolerance=1e-2)


@triton.jit
def swiglu(out, gate, up, columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, BLOCK)
    inside = tl.arange(0, BLOCK) < columns
    g = tl.load(gate + at, inside, other=0).to(tl.float32)
    u = tl.load(up + at, inside, other=0).to(tl.float32)
    tl.store(out + at, (g * tl.sigmoid(g) * u).to(out.dtype.element_ty), inside)


CASES.add("swiglu_f16", swiglu, (6,), [zeros("f16", 6, 176), floats("f16", 6, 176), floats("f16", 6, 176), 176], {"BLOCK": 256}, tolerance=1e-3)


@triton.jit
def adam(parameters, gradients, first, second, rate, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    g = tl.load(gradients + at, inside)
    m = 0.9 * tl.load(first + at, inside) + 0.1 * g
    v = 0.99 * tl.load(second + at, inside) + 0.01 * g * g
    tl.store(first + at, m, inside)
    tl.store(second + at, v, inside)
    p = tl.load(parameters + at, inside)
    tl.store(parameters + at, p - rate * m / (tl.sqrt(v) + 1e-8), inside)


CASES.add("adam", adam, (2,), [floats("f32", 1000), floats("f32", 1000), floats("f32", 1000), floats("f32", 1000, low=0), 0.01, 1000],
          {"BLOCK": 512}, tolerance=1e-6)


@triton.jit
def hints(out, x, y, z, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    s = tl.load(x + at, inside, eviction_policy="evict_first") + tl.load(y + at, inside, eviction_policy="evict_last")
    s += tl.load(z + at, inside, cache_modifier=".cg")
    tl.store(out + at, s, inside, cache_modifier=".cs")


CASES.add("cache_hints", hints, (2,), [zeros("f32", 1008), *[floats("f32", 1008)] * 3, 1008], {"BLOCK": 512})


@triton.jit
def volatile(out, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    first = tl.load(x + at, at < n, volatile=True)
    tl.store(out + at, first + tl.load(x + at, at < n, volatile=True), at < n)


CASES.add("volatile_twice", volatile, (2,), [zeros("i32", 1008), whole("i32", 1008), 1008], {"BLOCK": 512})


@triton.jit
def mix_bits(out, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.load(x + at, at < n).to(tl.uint32, bitcast=True)
    h = (h ^ (h >> 16)) * 0x45D9F3B
    h = (h ^ (h >> 16)) * 0x45D9F3B
    h = h ^ (h >> 16) ^ tl.umulhi(h, h)
    tl.store(out + at, h.to(tl.int32, bitcast=True), at < n)


CASES.add("mix_bits", mix_bits, (3,), [zeros("i32", 1500), whole("i32", 1500, low=-10**6, high=10**6), 1500], {"BLOCK": 512})


@triton.jit
def convert(out, x, n, BLOCK: tl.constexpr, KIND: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x + at, at < n)
    if KIND == "scaled":
        x = x.to(tl.float32) * 0.75
    tl.store(out + at, x.to(out.dtype.element_ty), at < n)


def convert_case(source, target, n, block, kind=""):
    values = whole if source[0] == "i" else floats
    CASES.add(f"{source}_to_{target}", convert, (triton.cdiv(n, block),), [zeros(target, n), values(source, n), n], {"BLOCK": block, "KIND": kind})


convert_case("f32", "bf16", 1008, 512)
convert_case("f32", "f16", 1008, 512)
convert_case("bf16", "f32", 2000, 1024)
convert_case("f32", "e4m3", 2000, 1024, "scaled")
convert_case("f32", "e5m2", 2000, 1024, "scaled")
convert_case("e4m3", "f16", 2000, 1024)
convert_case("e5m2", "f32", 2000, 1024)
convert_case("f16", "e5m2", 2000, 1024)
convert_case("bf16", "i8", 2000, 1024)
convert_case("i8", "f16", 2000, 1024)
convert_case("i32", "f64", 500, 256)
convert_case("f16", "bf16", 2000, 1024)


@triton.jit
def unpack_nibbles(out, packed, scales, n, BLOCK: tl.constexpr, GROUP: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    byte = tl.load(packed + at // 2, at < n, other=0)
    nibble = (byte >> ((at % 2) * 4)) & 15
    scale = tl.load(scales + at // GROUP, at < n)
    tl.store(out + at, (nibble.to(tl.float32) - 8) * scale, at < n)


CASES.add("unpack_nibbles", unpack_nibbles, (2,), [zeros("f16", 2000), whole("u8", 1000, low=0, high=255), floats("f32", 64), 2000],
          {"BLOCK": 1024, "GROUP": 32})


@triton.jit
def dropout(out, x, n, share, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, at) > share
    x = tl.load(x + at, at < n)
    tl.store(out + at, tl.where(kept, x / (1 - share), 0.0), at < n)


CASES.add("dropout", dropout, (2,), [zeros("f32", 1000), floats("f32", 1000), 1000, 0.25, 1234], {"BLOCK": 512}, tolerance=1e-6)


@triton.jit
def noise(out, counts, seed, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.randn(seed, at), at < n)
    tl.store(counts + at, tl.randint(seed, at) & 255, at < n)


CASES.add("randn", noise, (2,), [zeros("f32", 500), zeros("i32", 500), 77, 500], {"BLOCK": 256}, tolerance=1e-5)


@triton.jit
def packed_bytes(out, x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.inline_asm_elementwise("and.b32 $0, $1, 0x0f0f0f0f;", "=r,r",
                                  [tl.load(x + at, at < n)], dtype=tl.int8, is_pure=True, pack=4)
    tl.store(out + at, y, at < n)


CASES.add("inline_assembly", packed_bytes, (2,), [zeros("i8", 2000), whole("i8", 2000, low=-128, high=127), 2000], {"BLOCK": 1024})


@triton.jit(noinline=True)
def affine(x, a, b):
    return x * a + b


@triton.jit
def calls(out, x, a, b, n):
    i = tl.program_id(0)
    while i < n:
        tl.store(out + i, affine(tl.load(x + i), a, b))
        i += tl.num_programs(0)


CASES.add("function_call", calls, (5,), [zeros("f32", 23), floats("f32", 23), 2.5, -1.0, 23], warps=1)


@triton.jit
def collatz(out, x, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at)
    steps = tl.zeros((BLOCK,), tl.int32)
    while tl.max(v, 0) > 1:
        steps += (v > 1).to(tl.int32)
        v = tl.where(v > 1, tl.where(v % 2 == 0, v // 2, 3 * v + 1), v)
    tl.store(out + at, steps)


CASES.add("collatz", collatz, (2,), [zeros("i32", 256), whole("i32", 256, low=1, high=30)], {"BLOCK": 128})


@triton.jit
def grid_stride(out, x, n, BLOCK: tl.constexpr):
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        tl.store(out + at, tl.load(x + at, at < n) * 2, at < n)


CASES.add("grid_stride", grid_stride, (3,), [zeros("f32", 4000), floats("f32", 4000), 4000], {"BLOCK": 512})
CASES.add("grid_stride_odd", grid_stride, (2,), [zeros("f32", 1501), floats("f32", 1501), 1501], {"BLOCK": 256})


@triton.jit
def planes(out, x, width, height, WIDE: tl.constexpr):
    column = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    at = (tl.program_id(2) * height + tl.program_id(1)) * width + column
    tl.store(out + at, tl.load(x + at, column < width) + tl.program_id(2), column < width)


CASES.add("three_dimensions", planes, (2, 5, 3), [zeros("f32", 3, 5, 50), filled("f32", 1.0, 3, 5, 50), 50, 5], {"WIDE": 32}, warps=1)
