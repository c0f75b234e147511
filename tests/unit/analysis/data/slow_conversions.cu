// Kernels whose conversions a reader of the source overlooks, and kernels that mean to be double. The PTX beside this
// file is what two compilers make of it: nvcc 13.0 and clang 19, -O3 -arch=sm_90 -lineinfo.
__global__ void constant(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1 + 1.0;
}

__global__ void comparison(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.1) out[i] = 0;
}

__global__ void of_integers(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * 0.7;
}

__global__ void narrow(signed char* out, const signed char* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  signed char sum = 0;
  for (int k = 0; k < n; ++k) {
    sum = sum * 3 + in[i];
    sum ^= sum >> 2;
  }
  out[i] = sum;
}

__global__ void counter(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[i] * k;
  out[i] = sum;
}

// What follows is as it should be.
__global__ void stored(double* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1;
}

__global__ void loaded(float* out, const double* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1;
}

__global__ void parameter(float* out, const float* in, int n, double factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factor + 0.1;
}

__global__ void accumulated(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k] * 0.1;
  out[i] = sum * 0.3;
}

__global__ void product_in_double(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<double>(in[i]) * in[i] - static_cast<double>(in[0]) * in[1];
}

__global__ void of_floats(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1f + 1.0f;
}

__global__ void as_int(signed char* out, const signed char* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum = sum * 3 + in[i];
    sum ^= sum >> 2;
  }
  out[i] = sum;
}
