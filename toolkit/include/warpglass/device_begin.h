// Opens the stretch of clang's CUDA wrapper in which the device functions are defined.
//
// clang -includes its __clang_cuda_runtime_wrapper.h before every CUDA file; that header pulls in "cuda.h" first and
// "curand_mtgp32_kernel.h" last. Between the two, `always_inline` is made to mean `always_inline, nodebug`: nothing
// defined there appears in the line table, so every line the PTX names is a line of the user's.
#pragma push_macro("always_inline")
#undef always_inline
#define always_inline always_inline, nodebug
