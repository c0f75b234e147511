// As in C: sizes that are macros, a structure that a typedef names, errors looked for in conditions.
#include <stdio.h>
#include <stdlib.h>
#define N 1001
#define M 64
#define WHOLE (N * M)
#define TWICE 2 * 511  // is no number of its own

typedef struct { float temp; float pressure; int id; float humidity; } Sample;
__global__ void scale(float *a, int width, int height, float k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) a[row * width + col] = a[row * width + col] * k;
}
__global__ void average(const Sample *s, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (s[i].temp + s[i].pressure) / 2;
}
__global__ void heat(Sample *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s[i].temp += 1.0f;
}
__global__ void lift(float *a) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  if (col < N) a[row * N + col] += 1;
}
__global__ void sink(float *a) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  if (col < TWICE) a[row * (TWICE) + col] -= 1;
}
int main(void) {
  float *h_a, *d_a;
  size_t size = N * M * sizeof(float);
  h_a = (float *)malloc(size);
  for (int i = 0; i < N * M; i++) h_a[i] = (float)i;
  cudaError_t err = cudaSuccess;
  err = cudaMalloc((void **)&d_a, size);
  if (err != cudaSuccess) { fprintf(stderr, "Failed to allocate (error code %s)!\n", cudaGetErrorString(err)); exit(EXIT_FAILURE); }
  err = cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice);
  if (err != cudaSuccess) { fprintf(stderr, "Failed to copy (error code %s)!\n", cudaGetErrorString(err)); exit(EXIT_FAILURE); }
  dim3 threads(32, 8), blocks((N + 31) / 32, (M + 7) / 8);
  scale<<<blocks, threads>>>(d_a, N, M, 2.0f);
  err = cudaGetLastError();
  if (err != cudaSuccess) { exit(EXIT_FAILURE); }
  if (cudaMemcpy(h_a, d_a, size, cudaMemcpyDeviceToHost) != cudaSuccess) { printf("copy failed\n"); return 1; }
  printf("%f %f\n", h_a[1], h_a[N * M - 1]);
  float *d_b, *d_c;
  if (cudaMalloc(&d_b, N * M * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMemcpy(d_b, h_a, N * M * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  lift<<<dim3(8, M), 128>>>(d_b);
  if (cudaMemcpy(h_a, d_b, N * M * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(d_b);
  printf("%f %f\n", h_a[2], h_a[WHOLE - 1]);
  cudaMalloc(&d_c, M * (TWICE) * sizeof(float));
  cudaMemset(d_c, 0, M * (TWICE) * sizeof(float));
  sink<<<dim3(8, M), 128>>>(d_c);
  cudaMemcpy(h_a, d_c, M * (N - 1) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_c);
  printf("%f %f\n", h_a[2], h_a[WHOLE - M - 1]);
  Sample *h_s = (Sample *)malloc(N * sizeof(Sample)), *d_s;
  float *h_o = (float *)malloc(N * sizeof(float)), *d_o;
  for (int i = 0; i < N; i++) { h_s[i].temp = i; h_s[i].pressure = 2 * i; h_s[i].id = i; h_s[i].humidity = 0; }
  if (cudaMalloc((void **)&d_s, N * sizeof(Sample)) != cudaSuccess) { printf("no memory\n"); return 1; }
  if (cudaMalloc((void **)&d_o, N * sizeof(float)) != cudaSuccess) { printf("no memory\n"); return 1; }
  cudaMemcpy(d_s, h_s, N * sizeof(Sample), cudaMemcpyHostToDevice);
  average<<<(N + 255) / 256, 256>>>(d_s, d_o, N);
  heat<<<(N + 255) / 256, 256>>>(d_s, N);
  cudaMemcpy(h_o, d_o, N * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(h_s, d_s, N * sizeof(Sample), cudaMemcpyDeviceToHost);
  float s = 0; for (int i = 0; i < N; i++) s += h_o[i] + h_s[i].temp;
  printf("%f\n", s);
  cudaFree(d_a); cudaFree(d_s); cudaFree(d_o); free(h_a); free(h_s); free(h_o);
  return 0;
}
