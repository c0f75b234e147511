// What clang's headers use of it: constants, and for the host, which is never compiled, names.
#ifndef WARPGLASS_NVRTC_DONE
#ifndef HUGE_VAL
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
__attribute__((host)) float rsqrtf(float);
__attribute__((host)) float rcbrtf(float);
__attribute__((host)) float sinpif(float);
__attribute__((host)) float cospif(float);
__attribute__((host)) void sincospif(float, float*, float*);
__attribute__((host)) float erfcinvf(float);
__attribute__((host)) float normcdfinvf(float);
__attribute__((host)) float normcdff(float);
__attribute__((host)) float erfcxf(float);
#endif
#else
#include_next <math.h>
#endif
