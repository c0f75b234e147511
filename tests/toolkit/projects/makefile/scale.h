#pragma once
__device__ float scale(float x);
extern __device__ int calls;
int calls_made();
int host_sum(const float* data, int n);
