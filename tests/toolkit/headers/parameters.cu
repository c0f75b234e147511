// How arguments are laid out for the runtime.
// ptx: .param .align 8 .b8 _Z1k5Mixed6float3bPi_param_0[24]
// ptx: .param .align 4 .b8 _Z1k5Mixed6float3bPi_param_1[12]
// ptx: .param .u8 _Z1k5Mixed6float3bPi_param_2
// ptx: .maxntid 256, 1, 1
// ptx: .minnctapersm 2
struct Mixed {
  char c;
  double d;
  short s;
};
__global__ void __launch_bounds__(256, 2) k(Mixed m, float3 f, bool b, int* out) {
  if (b) *out = m.c + (int)m.d + m.s + (int)f.z;
}
