// Tiles of half precision that ldmatrix reads: rows of 128 bytes lie in the same banks. Rows have to stay aligned to 16
// bytes, so that a padding has eight elements, and a swizzle exchanges eight at a time.
#include "check.hpp"

__global__ void rows_of_matrices(unsigned* out, const unsigned* in) {
  __shared__ __align__(16) unsigned short tile[64][64];
  for (int i = threadIdx.x; i < 64 * 32; i += 32)
    *reinterpret_cast<unsigned*>(&tile[i / 32][i % 32 * 2]) = in[i];
  __syncthreads();
  const int lane = threadIdx.x;
  unsigned sum = 0;
  for (int block = 0; block < 8; ++block) {
    for (int part = 0; part < 2; ++part) {
      unsigned r0, r1, r2, r3;
      const unsigned address =
          static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane + 32 * part][block * 8]));
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                   : "r"(address));
      sum += r0 * 3 + r1 * 5 + r2 * 7 + r3;
    }
  }
  out[threadIdx.x] = sum;
}

int main() {
  OnDevice<unsigned> in(64 * 32), out(32);
  rows_of_matrices<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
