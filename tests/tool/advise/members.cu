// Shared arrays of vectors and structures of which a warp takes members: lanes are an element apart, and meet in few
// banks. An array for each member puts what a warp takes side by side.
#include "check.hpp"

struct Leaf {
  float key;
  int left, right;
  float weight;
};

/// Each thread looks at every point's height, then at its neighbour's as a whole.
__global__ void heights(const float4* in, float* out) {
  __shared__ float4 points[128];
  const int t = threadIdx.x;
  points[t] = in[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 128; i += 8) sum += points[(t + i) % 128].z;
  const float4 next = points[(t + 1) % 128];
  out[t] = sum + next.x * next.w;
}

/// Down a tree, whose nodes have their parts at different times.
__global__ void descend(const Leaf* in, float* out) {
  __shared__ Leaf leaves[128];
  const int t = threadIdx.x;
  leaves[t].key = in[t].key;
  leaves[t].left = in[t].left;
  leaves[t].right = in[t].right;
  leaves[t].weight = in[t].weight;
  __syncthreads();
  float sum = 0;
  for (int i = 0, at = t; i < 16; ++i) {
    sum += leaves[at].weight;
    at = (at + (leaves[at].key > sum ? leaves[at].left : leaves[at].right)) % 128;
  }
  out[t] = sum;
}

/// What is handed on stays as it is.
__device__ float length(const float4& v) { return v.x * v.x + v.y * v.y; }
__global__ void lengths(const float4* in, float* out) {
  __shared__ float4 arrows[128];
  const int t = threadIdx.x;
  arrows[t] = in[t];
  __syncthreads();
  float sum = arrows[127 - t].x;
  for (int i = 0; i < 128; i += 32) sum += length(arrows[(t + i) % 128]) + arrows[(t + i) % 128].w;
  out[t] = sum;
}

int main() {
  OnDevice<float> in(512), out(128);
  heights<<<1, 128>>>(reinterpret_cast<const float4*>(in.get()), out.get());
  std::printf("%.0f\n", out.sum());
  descend<<<1, 128>>>(reinterpret_cast<const Leaf*>(in.get()), out.get());
  std::printf("%.0f\n", out.sum());
  lengths<<<1, 128>>>(reinterpret_cast<const float4*>(in.get()), out.get());
  std::printf("%.0f\n", out.sum());
}
