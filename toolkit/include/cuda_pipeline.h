// cuda::pipeline of libcu++ is in that library (cuda/pipeline); this header offers the primitives.
#include "cuda_pipeline_primitives.h"
