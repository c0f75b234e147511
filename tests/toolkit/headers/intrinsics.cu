// ptx: popc.b32
// ptx: clz.b64
// ptx: brev.b32
// ptx: prmt.b32
// ptx: bfind.shiftamt.u32
// ptx: mul.hi.s32
// ptx: sad.u32
// ptx: shf.l.wrap.b32
// ptx: dp4a.s32.s32
// ptx: cvt.rz.f32.s32
// ptx: cvt.rz.f64.u64
// ptx: cvt.rmi.s32.f32
// ptx: sub.rn.f32
// ptx: nanosleep.u32
// ptx: membar.gl
// ptx: bar.sync
// not-ptx: call.uni
__global__ void k(int* out, double* wide, float f, int a, int b, long long l) {
  out[0] = __popc(a) + __clzll(l) + __brev(a) + __byte_perm(a, b, 0x5410) + __ffs(a) + __mulhi(a, b);
  out[1] = __usad(a, b, 3) + __funnelshift_l(a, b, 5) + __dp4a(a, b, 1) + __float2int_rd(f) + __mul24(a, b);
  wide[0] = __int2float_rz(a) + __ull2double_rz(l) + __fsub_rn(f, f) + __saturatef(f);
  __nanosleep(20);
  __threadfence();
  __syncthreads();
  out[2] = (int)clock() + __isGlobal(out);
}
