// A header that clang's CUDA wrapper includes twice, the first time right behind the device functions.
#ifndef WARPGLASS_MATH_FUNCTIONS_HPP
#define WARPGLASS_MATH_FUNCTIONS_HPP
#if defined(__CUDA__)
#pragma pop_macro("CUDA_VERSION")
#endif
#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__
// clang's texture functions have a template of an N, which a program may be given by -DN=64; texture_fetch_functions.h
// comes behind them.
#pragma push_macro("N")
#undef N
#define WARPGLASS_N_IS_SET_ASIDE
#endif
#endif
