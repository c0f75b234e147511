// Random numbers in kernels: the generators XORWOW, Philox4x32-10, MRG32k3a, MTGP32 and Sobol', and what is made of
// them. The sequences are those of NVIDIA's library, number by number.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"
#include "warpglass/random_discrete.h"
#include "warpglass/random_mrg32k3a.h"
#include "warpglass/random_mtgp32.h"
#include "warpglass/random_normal.h"
#include "warpglass/random_philox.h"
#include "warpglass/random_poisson.h"
#include "warpglass/random_sobol.h"
#include "warpglass/random_uniform.h"
#include "warpglass/random_xorwow.h"

#endif
