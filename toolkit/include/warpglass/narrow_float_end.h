// Forgets the names that narrow_float.h was given.
#undef WG_T
#undef WG_T2
#undef WG_PTX
#undef WG_FMA_ARCH
#undef WG_ADD_ARCH
#undef WG_MINMAX_ARCH
#undef WG_ATOMIC2_ARCH
#undef WG_ATOMIC_ARCH
#undef WG_TANH_ARCH
#undef WG_TO_FLOAT
#undef WG_FROM_FLOAT
#undef WG_NO_OPERATORS
