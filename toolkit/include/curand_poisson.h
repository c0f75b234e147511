// Its contents are in curand_kernel.h.
#include "curand_kernel.h"
