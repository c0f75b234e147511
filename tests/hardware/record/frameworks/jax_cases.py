"""Functions that XLA compiles for JAX (frameworks/cases.py runs them)."""
import os

import numpy as np

from cases import PTX, case, run

os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"
os.environ["XLA_FLAGS"] = f"--xla_dump_to={PTX} --xla_dump_emitter_re=.* --xla_gpu_enable_command_buffer= --xla_gpu_autotune_level=0"
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plt

numbers = np.random.default_rng(5)


def f32(*shape):
    return jnp.asarray(numbers.standard_normal(shape, dtype=np.float32))


def i32(most, *shape):
    return jnp.asarray(numbers.integers(0, most, shape, dtype=np.int32))


case("gelu", lambda x: jax.nn.gelu(x), f32(1000))
case("gelu_exact", lambda x: jax.nn.gelu(x, approximate=False), f32(1000))
case("silu_mul", lambda x, y: jax.nn.silu(x) * y, f32(64, 100), f32(64, 100))
case("softmax", lambda x: jax.nn.softmax(x), f32(32, 257))
case("softmax_wide", lambda x: jax.nn.softmax(x), f32(4, 4096))
case("layer_norm", lambda x, g, b: (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b, f32(33, 384), f32(384), f32(384))
case("rms_norm_bf16", lambda x, g: x * jax.lax.rsqrt((x.astype(jnp.float32) ** 2).mean(-1, keepdims=True) + 1e-5).astype(x.dtype) * g, f32(16, 512).astype(jnp.bfloat16), f32(512).astype(jnp.bfloat16))
case("sum_rows", lambda x: x.sum(1), f32(70, 300))
case("sum_columns", lambda x: x.sum(0), f32(300, 70))
case("sum_all", lambda x: x.sum(), f32(20000))
case("sum_middle", lambda x: x.sum(1), f32(6, 50, 40))
case("argmax", lambda x: jnp.argmax(x, -1), f32(40, 333))
case("max_cols", lambda x: x.max(0), f32(129, 65))
case("cumsum", lambda x: jnp.cumsum(x, -1), f32(4, 500))
case("transpose", lambda x: x.T + 1, f32(100, 130))
case("transpose3", lambda x: jnp.transpose(x, (2, 0, 1)) * 2, f32(9, 40, 33))
case("transpose021", lambda x: jnp.transpose(x, (0, 2, 1)) + 1, f32(5, 64, 70))
case("transpose_i8", lambda x: x.T + 1, i32(100, 128, 96).astype(jnp.int8))
case("transpose_f16", lambda x: x.T * 2, f32(128, 96).astype(jnp.float16))
case("gather_rows", lambda t, i: t[i], f32(100, 48), i32(100, 60))
case("scatter_add", lambda t, i, u: t.at[i].add(u), f32(50, 20), i32(50, 64), f32(64, 20))
case("scatter_max", lambda t, i, u: t.at[i].max(u), i32(9, 70), i32(70, 200), i32(1000, 200))
case("segment_sum", lambda d, s: jax.ops.segment_sum(d, s, 17), f32(500), i32(17, 500))
case("bincount", lambda x: jnp.bincount(x, length=32), i32(32, 3000))
case("sort", lambda x: jnp.sort(x, -1), f32(3, 200))
case("sort_big", lambda x: jnp.sort(x), f32(5000))
case("argsort", lambda x: jnp.argsort(x), i32(1000, 700))
case("top_k", lambda x: jax.lax.top_k(x, 5), f32(8, 600))
case("maxpool", lambda x: jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2), (1, 2, 2), "VALID"), f32(3, 40, 40))
case("avgpool_same", lambda x: jax.lax.reduce_window(x, 0., jax.lax.add, (1, 3, 3), (1, 1, 1), "SAME"), f32(2, 30, 30))
case("maxpool_grad", jax.grad(lambda x: (jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (2, 2), (2, 2), "VALID") ** 2).sum()), f32(32, 32))
case("concat", lambda a, b, c: jnp.concatenate([a, b, c], 1), f32(20, 7), f32(20, 30), f32(20, 13))
case("pad", lambda x: jnp.pad(x, ((1, 2), (3, 4)), constant_values=2.5), f32(30, 41))
case("dynamic_slice", lambda x, i: jax.lax.dynamic_slice(x, (i, 3), (10, 20)), f32(50, 40), jnp.int32(17))
case("dus", lambda x, u, i: jax.lax.dynamic_update_slice(x * 2, u, (i, 3)), f32(50, 40), f32(10, 20), jnp.int32(17))
case("reverse_roll", lambda x: jnp.roll(x[::-1], 37), f32(400))
case("threefry", lambda k: jax.random.uniform(k, (777,)), jax.random.PRNGKey(3))
case("normal", lambda k: jax.random.normal(k, (777,)), jax.random.PRNGKey(4))
case("dropout", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.8, x.shape), x / 0.8, 0), jax.random.PRNGKey(5), f32(64, 50))
case("one_hot", lambda i: jax.nn.one_hot(i, 70), i32(70, 90))
case("cross_entropy", lambda x, t: -jnp.take_along_axis(jax.nn.log_softmax(x), t[:, None], 1).mean(), f32(60, 100), i32(100, 60))
case("ce_grad", jax.grad(lambda x, t: -jnp.take_along_axis(jax.nn.log_softmax(x), t[:, None], 1).mean()), f32(60, 100), i32(100, 60))
case("complex_mul", lambda a, b: a * b + jnp.conj(a), f32(300) + 1j * f32(300), f32(300) + 1j * f32(300))
case("f8", lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.float32) * 3, f32(600))
case("bf16_chain", lambda x, y: jnp.tanh(x * y + x) - y, f32(999).astype(jnp.bfloat16), f32(999).astype(jnp.bfloat16))
case("int_math", lambda x, y: (x // (y + 1)) ^ (x % (y + 3)) + jax.lax.population_count(x) + jax.lax.clz(y), i32(100000, 500), i32(100, 500))
case("u8_image", lambda x: (x.astype(jnp.float32) * 0.3 + 5).astype(jnp.uint8), i32(256, 50, 70).astype(jnp.uint8))
case("while", lambda x: jax.lax.fori_loop(0, 3, lambda i, v: v * 0.5 + jnp.sin(v), x), f32(256))
case("erf_pow", lambda x: jax.lax.erf(x) + jnp.power(jnp.abs(x), 1.7) + jnp.arctan2(x, x + 1) + jnp.log1p(jnp.abs(x)), f32(500))
case("f64_math", lambda x: jnp.exp(x) * jnp.sin(x) + jnp.sqrt(jnp.abs(x)), f32(500))
case("batch_norm", lambda x, g, b: (x - x.mean((0, 2, 3), keepdims=True)) * jax.lax.rsqrt(x.var((0, 2, 3), keepdims=True) + 1e-5) * g[None, :, None, None] + b[None, :, None, None], f32(4, 6, 16, 16), f32(6), f32(6))
case("small_dot", lambda a, b: jnp.einsum("bij,bjk->bik", a, b) + 1, f32(40, 8, 8), f32(40, 8, 8))
case("matvec", lambda a, x: jnp.maximum(a @ x, 0), f32(100, 260), f32(260))
case("outer_sum", lambda a, b: (a[:, None] - b[None, :]) ** 2, f32(130), f32(77))
case("pairwise", lambda a, b: ((a[:, None] - b[None, :]) ** 2).sum(-1), f32(60, 16), f32(50, 16))
case("adam", lambda p, m, v, g: (p - 1e-3 * (0.9 * m + 0.1 * g) / (jnp.sqrt(0.999 * v + 0.001 * g * g) + 1e-8), 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g), f32(1500), f32(1500), jnp.abs(f32(1500)), f32(1500))
case("attention_small", lambda q, k, v: jax.nn.softmax(q @ k.T / 8.0) @ v, f32(64, 64).astype(jnp.bfloat16), f32(64, 64).astype(jnp.bfloat16), f32(64, 64).astype(jnp.bfloat16))
case("dot_bias_relu_f16", lambda a, b, c: jax.nn.relu(a @ b + c), f32(64, 128).astype(jnp.float16), f32(128, 96).astype(jnp.float16), f32(96).astype(jnp.float16))
case("stencil", lambda x: x[1:-1, 1:-1] * 4 - x[2:, 1:-1] - x[:-2, 1:-1] - x[1:-1, 2:] - x[1:-1, :-2], f32(50, 70))
case("select_chain", lambda x: jnp.where(x > 1, x * 2, jnp.where(x < -1, jnp.exp(x), x * x * x)), f32(2000))
case("reduce_precision", lambda x: jax.lax.reduce_precision(x, 5, 10), f32(500))
case("reduce_multi", lambda x: (x.sum(1), x.max(1), (x * x).mean(1)), f32(48, 200))
case("variance_cols", lambda x: x.var(0), f32(200, 48))
case("logsumexp", lambda x: jax.nn.logsumexp(x, 1), f32(48, 1500))
case("cummax", lambda x: jax.lax.cummax(x, 1), f32(3, 128))
case("unique_mask", lambda x: (jnp.sort(x)[1:] != jnp.sort(x)[:-1]).sum(), i32(100, 300))
case("conv1d_manual", lambda x, w: sum(x[:, i:i + 200] * w[i] for i in range(5)), f32(5, 204), f32(5))
case("tril", lambda x: jnp.tril(x, 2) + jnp.triu(x, -3), f32(60, 60))
case("iota_grid", lambda a: a * jnp.arange(50)[:, None] + jnp.arange(60)[None, :], jnp.float32(2))
case("where3", lambda m, x, y: jnp.where(m, x, y), f32(900) > 0, f32(900), f32(900))
case("where_i", lambda m, x, y, z: jnp.where(m == 0, x, jnp.where(m == 1, y, z)), i32(3, 900), f32(900), f32(900), f32(900))
case("swap", lambda m, x, y: (jnp.where(m, x, y), jnp.where(m, y, x)), f32(700) > 0, f32(700), f32(700))
case("conv2d_manual", lambda x, w: sum(x[i:i + 20, j:j + 20] * w[i, j] for i in range(3) for j in range(3)), f32(22, 22), f32(3, 3))
case("rope", lambda q, c, s: q * c + jnp.concatenate([-q[..., 16:], q[..., :16]], -1) * s, f32(2, 4, 30, 32).astype(jnp.float16), f32(30, 32).astype(jnp.float16), f32(30, 32).astype(jnp.float16))
case("quant", lambda x: jnp.clip(jnp.round(x / 0.05), -128, 127).astype(jnp.int8), f32(64, 128))
case("embedding_sum", lambda t, i: t[i].sum(1), f32(100, 48), i32(100, 20, 7))
case("grad_gelu", jax.grad(lambda x: jax.nn.gelu(x).sum()), f32(700))
case("ln_grad", jax.grad(lambda x: (((x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)) ** 3).sum()), f32(30, 200))
case("softmax_grad", jax.grad(lambda x: (jax.nn.softmax(x) ** 2).sum()), f32(30, 200))
case("big_cols", lambda x: x.sum(0), f32(3000, 8))
case("i64", lambda x: x * 3 + (x >> 2), jnp.asarray(np.arange(500)))


def tiled(kernel, shape, grid, ins, outs):
    return pl.pallas_call(kernel, out_shape=shape, grid=grid, in_specs=ins, out_specs=outs, compiler_params=plt.CompilerParams(num_warps=4, num_stages=2))


def sum_of_two(x, y, out):
    out[...] = x[...] + y[...]


def softmax(x, out):
    e = jnp.exp(x[...] - x[...].max(-1, keepdims=True))
    out[...] = e / e.sum(-1, keepdims=True)


def product(a, b, out):
    out[...] = (a[...] @ b[...]).astype(out.dtype)


def transposed(x, out):
    out[...] = x[...].T


BLOCK = pl.BlockSpec((128,), lambda i: (i,))
case("pallas_add", lambda x, y: tiled(sum_of_two, jax.ShapeDtypeStruct((1024,), jnp.float32), (8,), [BLOCK, BLOCK], BLOCK)(x, y), f32(1024), f32(1024))
ROW = pl.BlockSpec((1, 256), lambda i: (i, 0))
case("pallas_softmax", lambda x: tiled(softmax, jax.ShapeDtypeStruct((16, 256), jnp.float32), (16,), [ROW], ROW)(x), f32(16, 256))
case("pallas_matmul", lambda a, b: tiled(product, jax.ShapeDtypeStruct((64, 64), jnp.float16), (2, 2),
                                         [pl.BlockSpec((32, 64), lambda i, j: (i, 0)), pl.BlockSpec((64, 32), lambda i, j: (0, j))],
                                         pl.BlockSpec((32, 32), lambda i, j: (i, j)))(a, b), f32(64, 64).astype(jnp.float16), f32(64, 64).astype(jnp.float16))
case("pallas_transpose", lambda x: tiled(transposed, jax.ShapeDtypeStruct((64, 128), jnp.float32), (4, 2), [pl.BlockSpec((32, 32), lambda i, j: (i, j))],
                                         pl.BlockSpec((32, 32), lambda i, j: (j, i)))(x), f32(128, 64))


def prepare(name, function, arguments):
    def named(*values):
        return function(*values)

    named.__name__ = "case_" + name  # XLA's files are called by it
    compiled = jax.jit(named)
    jax.block_until_ready(compiled(*arguments))
    return lambda: jax.block_until_ready(compiled(*arguments))


run(prepare, lambda: None)
