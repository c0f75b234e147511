// Sine and cosine of all finite numbers of 16 bits, large ones too: rounded to nearest.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

template <class T>
__global__ void angles(const T* x, T* sines, T* cosines) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sines[i] = hsin(x[i]);
  cosines[i] = hcos(x[i]);
}

float value_of(__half x) { return __half2float(x); }
float value_of(__nv_bfloat16 x) { return __bfloat162float(x); }
void round_to(__half& to, double value) { to = __double2half(value); }
void round_to(__nv_bfloat16& to, double value) { to = __double2bfloat16(value); }

template <class T>
int differences() {
  constexpr int kCount = 1 << 16;
  std::vector<T> x(kCount), sines(kCount), cosines(kCount);
  for (int i = 0; i < kCount; ++i) {
    const unsigned short bits = static_cast<unsigned short>(i);
    std::memcpy(&x[i], &bits, sizeof bits);
  }
  T *device_x = nullptr, *device_sines = nullptr, *device_cosines = nullptr;
  const std::size_t bytes = kCount * sizeof(T);
  if (cudaMalloc(&device_x, bytes) != cudaSuccess || cudaMalloc(&device_sines, bytes) != cudaSuccess ||
      cudaMalloc(&device_cosines, bytes) != cudaSuccess)
    return kCount;
  cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice);
  angles<<<kCount / 256, 256>>>(device_x, device_sines, device_cosines);
  cudaMemcpy(sines.data(), device_sines, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(cosines.data(), device_cosines, bytes, cudaMemcpyDeviceToHost);
  for (T* memory : {device_x, device_sines, device_cosines}) cudaFree(memory);
  int different = 0;
  for (int i = 0; i < kCount; ++i) {
    const double angle = value_of(x[i]);
    if (!std::isfinite(angle)) continue;
    T sine, cosine;
    round_to(sine, std::sin(angle));
    round_to(cosine, std::cos(angle));
    different += value_of(sine) != value_of(sines[i]) || value_of(cosine) != value_of(cosines[i]);
  }
  return different;
}

int main() {
  std::printf("different: %d halves, %d bfloat16\n", differences<__half>(), differences<__nv_bfloat16>());
}
