// A header that clang's CUDA wrapper includes twice, the first time right behind the device functions.
#ifndef WARPGLASS_MATH_FUNCTIONS_HPP
#define WARPGLASS_MATH_FUNCTIONS_HPP
#if defined(__clang__) && defined(__CUDA__)
#pragma pop_macro("CUDA_VERSION")
#endif
#endif
