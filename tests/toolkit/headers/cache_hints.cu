// ptx: ld.global.nc.f32
// ptx: ld.global.cg.u32
// ptx: ld.global.cs.v4.f32
// ptx: ld.global.cv.s8
// ptx: st.global.cs.v2.f64
// ptx: st.global.wt.u16
__global__ void k(float* out, const float* f, const unsigned* u, const float4* f4, const signed char* c, double2* d2,
                  unsigned short* s) {
  float4 v = __ldcs(f4);
  out[0] = __ldg(f) + __ldcg(u) + v.x + v.w + __ldcv(c);
  __stcs(d2, make_double2(1, 2));
  __stwt(s, (unsigned short)3);
}
