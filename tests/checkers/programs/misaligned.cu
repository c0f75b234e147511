// Accesses at addresses that are no multiple of their width.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

// Memory of 256 bytes that a fault before has not touched.
int* fresh() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
  int* memory;
  cudaMalloc(&memory, kBlock * sizeof(int));
  cudaMemset(memory, 0, kBlock * sizeof(int));
  return memory;
}

// Four floats at an address of one.
__global__ void vector_load_wrong(const float* in, float* out, int from) {
  const float4 value = *reinterpret_cast<const float4*>(in + from);  // finds: misaligned
  out[threadIdx.x] = value.x + value.y + value.z + value.w;
}

__global__ void vector_load_right(const float* in, float* out, int from) {
  const float4 value = make_float4(in[from], in[from + 1], in[from + 2], in[from + 3]);
  out[threadIdx.x] = value.x + value.y + value.z + value.w;
}

__global__ void word_in_bytes_wrong(unsigned char* bytes, int at) {
  *reinterpret_cast<unsigned*>(bytes + at) = 0x01020304;  // finds: misaligned
}

__global__ void word_in_bytes_right(unsigned char* bytes, int at) {
  for (int i = 0; i < 4; ++i) bytes[at + i] = static_cast<unsigned char>(4 - i);
}

__global__ void wide_in_shared_wrong(float* out, int at) {
  __shared__ __align__(16) float s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t >= 8) return;
  float4 value;
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(&s[4 * t + at]));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"  // finds: misaligned
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "r"(from));
  out[t] = value.x + value.y + value.z + value.w + at;
}

__global__ void wide_in_shared_right(float* out, int at) {
  __shared__ __align__(16) float s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t >= 8) return;
  float4 value;
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(&s[4 * t]));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "r"(from));
  out[t] = value.x + value.y + value.z + value.w + at;
}

int main() {
  int* memory;
  memory = fresh();
  vector_load_wrong<<<1, 1>>>(reinterpret_cast<float*>(memory), reinterpret_cast<float*>(memory), 1);
  memory = fresh();
  vector_load_right<<<1, 1>>>(reinterpret_cast<float*>(memory), reinterpret_cast<float*>(memory), 1);
  word_in_bytes_wrong<<<1, 1>>>(reinterpret_cast<unsigned char*>(fresh()), 6);
  word_in_bytes_right<<<1, 1>>>(reinterpret_cast<unsigned char*>(fresh()), 6);
  wide_in_shared_wrong<<<1, kBlock>>>(reinterpret_cast<float*>(fresh()), 2);
  wide_in_shared_right<<<1, kBlock>>>(reinterpret_cast<float*>(fresh()), 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
