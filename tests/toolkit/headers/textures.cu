// ptx: tex.2d.v4.f32.f32
// ptx: tex.1d.v4.s32.s32
// ptx: tex.3d.v4.u32.f32
// ptx: suld.b.2d.b32.clamp
// ptx: sust.b.2d.b32.trap
__global__ void k(float* out, cudaTextureObject_t t, cudaSurfaceObject_t s, float x, int i) {
  out[0] =
      tex2D<float>(t, x, x) + tex1Dfetch<int>(t, i) + tex3D<uchar4>(t, x, x, x).y + tex2DLayered<float2>(t, x, x, i).y;
  float4 v;
  tex2D(&v, t, x, x);
  surf2Dwrite(v.z, s, i * 4, i);
  out[1] = surf2Dread<float>(s, i * 4, i, cudaBoundaryModeClamp);
}
