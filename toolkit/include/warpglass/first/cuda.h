// The header that clang reads before any CUDA source asks for "cuda.h". Some programs have a file of that name, too, in
// a folder that they name by -I: it is theirs to include, and not to be found there. This folder comes first (-iquote).
#pragma GCC system_header
#ifndef WARPGLASS_FIRST_CUDA_H
#define WARPGLASS_FIRST_CUDA_H
#include "../../cuda.h"
#else
#include_next <cuda.h>
#endif
