// not-ptx: call.uni
#include <cuComplex.h>
#include <math_constants.h>
__global__ void k(cuFloatComplex* z, cuDoubleComplex* w) {
  z[0] = cuCmulf(z[1], cuCdivf(z[2], cuConjf(z[3])));
  w[0] = cuCfma(w[1], make_cuDoubleComplex(CUDART_PI, CUDART_INF), w[2]);
}
