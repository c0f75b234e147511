"""Functions that PyTorch's Inductor compiles by Triton (frameworks/cases.py runs them)."""
import os

from cases import PTX, case, run

os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
import torch
import torch._inductor.config as inductor
import torch.nn.functional as F
from torch.nn.attention.flex_attention import flex_attention

inductor.triton.cudagraphs = False
inductor.triton.autotune_pointwise = False
torch.manual_seed(5)
PRODUCTS = set()  # by templates, of which the fastest is chosen


def f(*shape):
    return torch.randn(*shape, device="cuda")


def h(*shape):
    return f(*shape).half()


def b(*shape):
    return f(*shape).bfloat16()


def ii(most, *shape):
    return torch.randint(0, most, shape, device="cuda")


def product(name, function, *arguments):
    PRODUCTS.add(name)
    case(name, function, *arguments)


case("gelu", lambda x: F.gelu(x), f(1000))
case("silu_mul", lambda x, y: F.silu(x) * y, h(64, 100), h(64, 100))
case("softmax", lambda x: F.softmax(x, -1), f(32, 257))
case("softmax_wide", lambda x: F.softmax(x, -1), f(6, 5000))
case("layer_norm", lambda x, g, c: F.layer_norm(x, (384,), g, c), f(33, 384), f(384), f(384))
case("layer_norm_wide", lambda x, g, c: F.layer_norm(x, (3000,), g, c), f(7, 3000), f(3000), f(3000))
case("rms_norm", lambda x, g: F.rms_norm(x, (512,), g), b(16, 512), b(512))
case("sum_rows", lambda x: x.sum(1), f(70, 300))
case("sum_cols", lambda x: x.sum(0), f(300, 70))
case("sum_all", lambda x: x.sum(), f(20000))
case("mean_mid", lambda x: x.mean(1), f(6, 50, 40))
case("argmax", lambda x: x.argmax(-1), f(40, 333))
case("min_dim", lambda x: x.min(0), f(129, 65))
case("var", lambda x: x.var(1), f(40, 200))
case("cumsum", lambda x: x.cumsum(-1), f(4, 500))
case("cumprod", lambda x: torch.cumprod(x, 0), f(100, 5))
case("transpose", lambda x: x.t().contiguous() + 1, f(100, 130))
case("permute3", lambda x: x.permute(2, 0, 1).contiguous() * 2, f(9, 40, 33))
case("nchw_nhwc", lambda x: (x * 2).to(memory_format=torch.channels_last), f(2, 16, 20, 20))
case("embedding", lambda t, i: F.embedding(i, t), f(100, 48), ii(100, 60))
case("embedding_bag", lambda t, i: F.embedding(i, t).sum(1), f(100, 48), ii(100, 20, 7))
case("index_add", lambda t, i, u: t.index_add(0, i, u), f(50, 20), ii(50, 64), f(64, 20))
case("scatter", lambda t, i, u: t.scatter_add(0, i, u), f(50, 20), ii(50, 64, 20), f(64, 20))
case("index_put", lambda t, i, u: t.index_put((i,), u, accumulate=True), f(200), ii(200, 300), f(300))
case("gather", lambda t, i: t.gather(1, i), f(30, 70), ii(70, 30, 40))
case("maxpool", lambda x: F.max_pool2d(x, 2), f(1, 3, 40, 40))
case("avgpool", lambda x: F.avg_pool2d(x, 3, 1, 1), f(1, 2, 30, 30))
case("adaptive_pool", lambda x: F.adaptive_avg_pool2d(x, (3, 5)), f(1, 4, 31, 29))
case("interp", lambda x: F.interpolate(x, scale_factor=2.0, mode="bilinear"), f(1, 3, 17, 19))
case("upsample_nearest", lambda x: F.interpolate(x, scale_factor=2.0), f(1, 3, 17, 19))
case("grid_sample", lambda x, g: F.grid_sample(x, g, align_corners=False), f(1, 3, 16, 16), f(1, 10, 12, 2) * 0.5)
case("pad_reflect", lambda x: F.pad(x, (3, 2, 1, 4), mode="reflect"), f(1, 2, 20, 21))
case("cat", lambda a, c, d: torch.cat([a, c, d], 1), f(20, 7), f(20, 30), f(20, 13))
case("stack", lambda a, c: torch.stack([a, c], -1), f(20, 37), f(20, 37))
case("roll_flip", lambda x: torch.roll(x.flip(0), 5, 1), f(30, 21))
case("dropout", lambda x: F.dropout(x, 0.3), f(64, 50))
case("rand", lambda x: x + torch.rand_like(x), f(777))
case("randn", lambda x: x + torch.randn_like(x), f(777))
case("cross_entropy", lambda x, t: F.cross_entropy(x, t), f(60, 100), ii(100, 60))
case("bce", lambda x, t: F.binary_cross_entropy_with_logits(x, t), f(600), f(600).sigmoid())
case("int_math", lambda x, y: (x // (y + 1)) ^ (x % (y + 3)), ii(100000, 500), ii(100, 500))
case("i32_math", lambda x, y: (x // (y + 1)) * 3 + (x >> 2), ii(100000, 500).int(), ii(100, 500).int())
case("u8_image", lambda x: (x.float() * 0.3 + 5).to(torch.uint8), ii(256, 50, 70).to(torch.uint8))
case("u8_norm", lambda x: (x.permute(2, 0, 1).float() / 255 - 0.5) / 0.2, ii(256, 30, 40, 3).to(torch.uint8))
case("f8", lambda x: x.to(torch.float8_e4m3fn).float() * 3, f(600))
case("trig", lambda x: torch.sin(x) + torch.atan2(x, x + 1) + torch.pow(x.abs(), 1.7) + torch.erf(x) + torch.log1p(x.abs()), f(500))
case("f64", lambda x: torch.exp(x) * torch.sqrt(x.abs()), f(500).double())
case("batch_norm", lambda x, g, c: F.batch_norm(x, None, None, g, c, True), f(4, 6, 16, 16), f(6), f(6))
case("group_norm", lambda x, g, c: F.group_norm(x, 3, g, c), f(2, 6, 16, 16), f(6), f(6))
case("adam", lambda p, m, v, g: (p - 1e-3 * (0.9 * m + 0.1 * g) / ((0.999 * v + 0.001 * g * g).sqrt() + 1e-8), 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g), f(1500), f(1500), f(1500).abs(), f(1500))
case("sort", lambda x: torch.sort(x, -1)[0], f(4, 100))
case("topk_mask", lambda x: (x > x.mean()).float() * x, f(900))
case("pairwise", lambda a, c: ((a[:, None] - c[None, :]) ** 2).sum(-1), f(60, 16), f(50, 16))
case("matmul_small", lambda a, c: (a[:, :, None] * c[None, :, :]).sum(1), f(33, 20), f(20, 40))
case("rope", lambda q, c, s: q * c + torch.cat([-q[..., 16:], q[..., :16]], -1) * s, h(2, 4, 30, 32), h(30, 32), h(30, 32))
case("kv_append", lambda k, p: torch.cat([p, k * 2], 2), h(1, 4, 3, 32), h(1, 4, 20, 32))
case("tril_mask", lambda s: torch.softmax(s.masked_fill(torch.ones(40, 40, device="cuda").triu(1).bool(), -1e9), -1), f(2, 40, 40))
case("complex_abs", lambda x: torch.view_as_real(x).pow(2).sum(-1).sqrt(), torch.complex(f(300), f(300)))
case("bool_any", lambda x: (x > 2).any(1), f(60, 200))
case("nonzero_count", lambda x: (x > 0).sum(), f(3000))
case("quant", lambda x: torch.clamp((x / 0.05).round(), -128, 127).to(torch.int8), f(64, 128))
case("dequant_sum", lambda q, s: (q.float() * s[:, None]).sum(1), ii(200, 48, 256).to(torch.int8), f(48))
case("glu_backward", lambda x: F.glu(x, -1), f(40, 64))
case("bucketize", lambda x, e: torch.bucketize(x, e), f(400), torch.linspace(-2, 2, 33, device="cuda"))
case("histc", lambda x: torch.zeros(32, device="cuda").index_add(0, (x.abs() * 8).clamp(0, 31).long(), torch.ones_like(x)), f(1000))
case("strided", lambda x: x[::3, 1::2] * 2, f(90, 80))
case("expand_sum", lambda x, y: (x[:, None, :] * y[None, :, :]).sum((0, 2)), f(20, 64), f(30, 64))
case("logcumsumexp", lambda x: torch.logcumsumexp(x, -1), f(4, 200))
case("where", lambda m, x, y: torch.where(m, x, y), f(900) > 0, f(900), f(900))
case("where_chain", lambda m, x, y, z: torch.where(m == 0, x, torch.where(m == 1, y, z)), ii(3, 900), f(900), f(900), f(900))
case("where_rows", lambda m, x, y: torch.where(m[:, None], x, y), f(30) > 0, f(30, 50), f(30, 50))
case("lerp", lambda x, y, w: torch.lerp(x, y, w), f(800), f(800), f(800))
case("median3", lambda a, c, d: torch.maximum(torch.minimum(a, c), torch.minimum(torch.maximum(a, c), d)), f(800), f(800), f(800))
case("conv_dw", lambda x, w: sum(x[:, :, i:i + 20, j:j + 20] * w[:, i, j][None, :, None, None] for i in range(3) for j in range(3)), f(1, 4, 22, 22), f(4, 3, 3))
case("softmax_bwd", lambda g, y: (g - (g * y).sum(-1, keepdim=True)) * y, f(32, 200), f(32, 200).softmax(-1))
case("ln_bwd", lambda g, x, w: (g * w - (g * w).mean(-1, keepdim=True) - x * (g * w * x).mean(-1, keepdim=True), (g * x).sum(0), g.sum(0)), f(64, 128), f(64, 128), f(128))
case("rows_cols", lambda x: (x.sum(0), x.sum(1)), f(64, 96))
case("big_cols", lambda x: x.sum(0), f(3000, 8))
case("masked_mean", lambda x, m: (x * m).sum(1) / m.sum(1).clamp(min=1), f(40, 100), (f(40, 100) > 0).float())
case("diff_shift", lambda x: x[:, 1:] - x[:, :-1], h(30, 71))
case("outer_add_t", lambda x, y: x + y.t(), f(70, 90), f(90, 70))
case("bmm_t_sum", lambda x: (x + x.transpose(1, 2)).sum(2), f(3, 33, 33))
case("pixel_shuffle", lambda x: F.pixel_shuffle(x, 2), f(1, 8, 9, 11))
case("unfold", lambda x: F.unfold(x, 3), f(1, 2, 10, 12))
case("fp16_sum", lambda x: x.sum(1), h(50, 300))
case("i64_sum", lambda x: x.sum(0), ii(100, 200, 30))
case("bits", lambda x: (x & 7) | (x << 3), ii(100000, 700).int())
case("norm", lambda x: x / x.norm(dim=1, keepdim=True), f(50, 200))
case("welford_cols", lambda x: torch.var_mean(x, 0), f(300, 40))
case("argsort_small", lambda x: x.argsort(-1), f(6, 64))
case("count_eq", lambda a, c: (a[:, None] == c[None, :]).sum(1), ii(30, 90), ii(30, 70))
case("scatter_rows", lambda t, i, u: t.index_copy(0, i, u), f(50, 33), torch.randperm(50, device="cuda")[:20], f(20, 33))
product("mm", lambda a, c: F.relu(a @ c), h(64, 96), h(96, 80))
product("bmm", lambda a, c: torch.bmm(a, c) * 2, b(3, 48, 64), b(3, 64, 40))
product("mm_f32", lambda a, c: a @ c + 1, f(64, 64), f(64, 96))
product("conv", lambda x, w: F.conv2d(x, w, padding=1), h(1, 16, 14, 14), h(32, 16, 3, 3))
product("flex", lambda q, k, v: flex_attention(q, k, v), h(1, 2, 128, 64), h(1, 2, 128, 64), h(1, 2, 128, 64))


def prepare(name, function, arguments):
    # What one process has chosen and compiled is there for the next.
    os.environ["TRITON_CACHE_DIR"], os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(PTX / name / "triton"), str(PTX / name / "inductor")
    inductor.max_autotune = name in PRODUCTS
    inductor.max_autotune_gemm_backends = inductor.max_autotune_conv_backends = "TRITON"
    torch._dynamo.reset()
    compiled = torch.compile(function)
    for _ in range(2):
        compiled(*arguments)
        torch.cuda.synchronize()
    torch.manual_seed(9)
    return lambda: compiled(*arguments)


run(prepare, torch.cuda.synchronize)
