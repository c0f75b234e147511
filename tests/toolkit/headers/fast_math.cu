// flags: -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -mllvm -nvptx-prec-divf32=0
// ptx: sin.approx.ftz.f32
// ptx: ex2.approx.ftz.f32
// ptx: lg2.approx.ftz.f32
// ptx: div.approx.ftz.f32
// ptx: sqrt.approx.ftz.f32
// ptx: add.rm.ftz.f32
// ptx: mul.ftz.f32
// not-ptx: call.uni
__global__ void k(float* out, float x, float y) {
  out[0] = sinf(x) + expf(x) + logf(y);
  out[1] = x / y;
  out[2] = sqrtf(x);
  out[3] = __fadd_rd(x, y);
  out[4] = log10f(x) + exp10f(x);
}
