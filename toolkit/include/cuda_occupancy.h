// Libraries include this header for the vendor's occupancy calculator; cudaOccupancyMaxActiveBlocksPerMultiprocessor of
// the runtime answers the same questions.
#include "cuda_runtime.h"
