// Included by clang's CUDA wrapper; what it would hold is defined through warpglass/device_end.h.
#ifdef WARPGLASS_N_IS_SET_ASIDE
#undef WARPGLASS_N_IS_SET_ASIDE
#pragma pop_macro("N")
#endif
