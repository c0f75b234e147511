// Scopes: what is strong or ordered within a block only, between blocks. (PTX ISA, Morally Strong Operations: the scope
// of each includes the other's thread)
#include <cuda_runtime.h>

constexpr int kBlocks = 4;

__global__ void fence_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *payload;  // finds: scope-race
  }
}

__global__ void fence_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *payload;
  }
}

__global__ void count_wrong(int* count) {
  if (threadIdx.x == 0) atomicAdd_block(count, 1);  // finds: scope-race
}

__global__ void count_right(int* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

__device__ void cluster_fence() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }

__global__ void cluster_fence_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    cluster_fence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(flag, 0) == 0) {
    }
    cluster_fence();
    *out = *payload;
  }
}

__global__ void cluster_fence_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    cluster_fence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 2) {
    while (atomicAdd(flag, 0) == 0) {
    }
    cluster_fence();
    *out = *payload;  // finds: scope-race
  }
}

// A block that is in no cluster with others has a cluster to itself.
__global__ void cluster_fence_alone_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    cluster_fence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    cluster_fence();
    *out = *payload;  // finds: scope-race
  }
}

// One block tells the other of its cluster, which tells the next cluster.
__global__ void hand_on_wrong(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    cluster_fence();
    atomicExch(&flags[0], 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(&flags[0], 0) == 0) {
    }
    cluster_fence();
    atomicExch(&flags[1], 1);
  } else if (blockIdx.x == 2) {
    while (atomicAdd(&flags[1], 0) == 0) {
    }
    __threadfence();
    *out = *payload;  // finds: scope-race
  }
}

__global__ void hand_on_right(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    cluster_fence();
    atomicExch(&flags[0], 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(&flags[0], 0) == 0) {
    }
    __threadfence();
    atomicExch(&flags[1], 1);
  } else if (blockIdx.x == 2) {
    while (atomicAdd(&flags[1], 0) == 0) {
    }
    __threadfence();
    *out = *payload;
  }
}

void launch_clusters(void (*kernel)(int*, int*, int*), int* a, int* flag) {
  cudaMemset(flag, 0, 256);
  cudaLaunchAttribute size = {};
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = 2;
  size.val.clusterDim.y = size.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = kBlocks;
  config.blockDim = 32;
  config.attrs = &size;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, a, flag, a + 1);
}

int main() {
  int *a, *flag;
  cudaMalloc(&a, 256);
  cudaMalloc(&flag, 256);
  cudaMemset(flag, 0, 256);
  fence_wrong<<<2, 32>>>(a, flag, a + 1);
  cudaMemset(flag, 0, 256);
  fence_right<<<2, 32>>>(a, flag, a + 1);
  count_wrong<<<kBlocks, 32>>>(a);
  count_right<<<kBlocks, 32>>>(a);
  for (auto* const kernel : {cluster_fence_right, cluster_fence_wrong, hand_on_wrong, hand_on_right})
    launch_clusters(kernel, a, flag);
  cudaMemset(flag, 0, 256);
  cluster_fence_alone_wrong<<<2, 32>>>(a, flag, a + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
