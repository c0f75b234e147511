// ptx: atom.global.add.u32
// ptx: atom.global.add.f64
// ptx: atom.global.cas.b64
// ptx: atom.cta.max.s32
// ptx: atom.sys.add.f32
// ptx: atom.inc.u32
// ptx: atom.cas.b16
// ptx: atom.global.add.v2.f32
// ptx: atom.cta.max.u32
// ptx: atom.sys.min.u64
// ptx: atom.cta.min.u64
// not-ptx: call.uni
__global__ void k(int* i, unsigned* u, unsigned long long* l, float* f, double* d, unsigned short* s, float2* f2,
                  unsigned long* ul) {
  atomicAdd(i, 1);
  atomicAdd(d, 1.0);
  i[1] = atomicCAS(l, 1ull, 2ull);
  atomicMax_block(i + 2, 3);
  atomicAdd_system(f, 2.0f);
  atomicInc(u, 5u);
  atomicSub(u + 1, 2u);
  s[1] = atomicCAS(s, (unsigned short)1, (unsigned short)2);
  atomicAdd(f2, make_float2(1, 2));
  f[1] = atomicExch(f + 2, 1.0f);
  atomicXor(u + 2, 3u);
  atomicAnd(l + 1, 3ull);
  atomicAdd(ul, 1ul);
  atomicMax_block(u, 3u);
  atomicMin_system(l, 3ull);
  atomicMin_block(ul, 3ul);
}
