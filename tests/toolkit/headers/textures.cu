// ptx: tex.2d.v4.f32.f32
// ptx: tex.1d.v4.s32.s32
// ptx: tex.3d.v4.u32.f32
// ptx: tex.acube.v4.f32.f32
// ptx: tex.level.2d.v4.f32.f32
// ptx: tex.grad.2d.v4.f32.f32
// ptx: tld4.b.2d.v4.f32.f32
// ptx: suld.b.2d.b32.clamp
// ptx: sust.b.2d.b32.trap
// ptx: suld.b.a2d.v4.b32.zero
__global__ void k(float* out, cudaTextureObject_t t, cudaSurfaceObject_t s, float x, int i) {
  out[0] =
      tex2D<float>(t, x, x) + tex1Dfetch<int>(t, i) + tex3D<uchar4>(t, x, x, x).y + tex2DLayered<float2>(t, x, x, i).y;
  float4 v;
  tex2D(&v, t, x, x);
  surf2Dwrite(v.z, s, i * 4, i);
  out[1] = surf2Dread<float>(s, i * 4, i, cudaBoundaryModeClamp);
  out[2] = texCubemapLayered<float>(t, x, x, x, i) + tex2DLod<float>(t, x, x, x);
  out[3] = tex2DGrad<float>(t, x, x, make_float2(x, 0), make_float2(0, x)) + tex2Dgather<float4>(t, x, x, 2).w;
  out[4] = surf2DLayeredread<float4>(s, i * 16, i, i, cudaBoundaryModeZero).w;
}
