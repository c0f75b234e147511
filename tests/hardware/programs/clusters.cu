// Clusters of blocks: who is where, shared memory of other blocks by loads, stores, atomics and asynchronous copies, and
// barriers that blocks signal to each other. For compute capability 9.0.
#include <cooperative_groups.h>

#include "../../../examples/check.hpp"

namespace cg = cooperative_groups;

constexpr int kBlock = 64;

// ---- Who is where. ----

constexpr int kFacts = 18;

__global__ void places(unsigned* out) {
  unsigned v[kFacts];
  asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(v[0]));
  asm volatile("mov.u32 %0, %%clusterid.y;" : "=r"(v[1]));
  asm volatile("mov.u32 %0, %%clusterid.z;" : "=r"(v[2]));
  asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(v[3]));
  asm volatile("mov.u32 %0, %%nclusterid.y;" : "=r"(v[4]));
  asm volatile("mov.u32 %0, %%nclusterid.z;" : "=r"(v[5]));
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(v[6]));
  asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(v[7]));
  asm volatile("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(v[8]));
  asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(v[9]));
  asm volatile("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(v[10]));
  asm volatile("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(v[11]));
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(v[12]));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(v[13]));
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(v[14]));
  // Addresses of this block's memory and of the last block's.
  __shared__ unsigned s;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned* other = cluster.map_shared_rank(&s, cluster.num_blocks() - 1);
  unsigned in_cta, in_cluster;
  asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(in_cta) : "l"(other));
  asm volatile("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(in_cluster) : "l"(other));
  v[15] = cluster.query_shared_rank(other);
  v[16] = in_cta;
  v[17] = in_cluster;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  for (int i = 0; i < kFacts; ++i) out[block * kFacts + i] = v[i];
}

// ---- Loads, stores and atomics. ----

__global__ void load_next(unsigned* out) {
  __shared__ unsigned s[kBlock];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  cluster.sync();
  const unsigned* next = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[blockIdx.x * kBlock + threadIdx.x] = next[threadIdx.x ^ 1];
  cluster.sync();
}

__global__ void load_next_wide(uint4* out) {
  __shared__ uint4 s[kBlock];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = make_uint4(blockIdx.x, threadIdx.x, 7, 9);
  cluster.sync();
  const uint4* next = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[blockIdx.x * kBlock + threadIdx.x] = next[kBlock - 1 - threadIdx.x];
  cluster.sync();
}

// Lanes of a warp go to different blocks.
__global__ void store_to_all(unsigned* out) {
  __shared__ unsigned s[kBlock];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned blocks = cluster.num_blocks();
  unsigned* to = cluster.map_shared_rank(s, threadIdx.x % blocks);
  to[threadIdx.x / blocks + cluster.block_rank() * (kBlock / blocks)] = blockIdx.x * 1000 + threadIdx.x;
  cluster.sync();
  out[blockIdx.x * kBlock + threadIdx.x] = s[threadIdx.x];
}

__global__ void add_to_first(unsigned* out) {
  __shared__ unsigned s[kBlock];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = 0;
  cluster.sync();
  unsigned* first = cluster.map_shared_rank(s, 0);
  atomicAdd(&first[threadIdx.x % 8], threadIdx.x);
  const unsigned before = atomicMax(&first[8 + threadIdx.x % 8], blockIdx.x * 100 + threadIdx.x);
  cluster.sync();
  out[blockIdx.x * kBlock + threadIdx.x] = s[threadIdx.x] + (before > 1000000 ? 1 : 0);
}

// ---- Asynchronous copies and signals. ----

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ unsigned mapped(unsigned address, unsigned rank) {
  asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(address) : "r"(rank));
  return address;
}

__device__ void wait_for(unsigned barrier, unsigned parity) {
  unsigned done = 0;
  while (done == 0)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier), "r"(parity)
        : "memory");
}

// The first block's thread brings the data to every block.
__global__ void multicast(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned s[kBlock];
  __shared__ __align__(8) unsigned long long barrier;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(kBlock * 4) : "memory");
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    const unsigned short everyone = static_cast<unsigned short>((1u << cluster.num_blocks()) - 1);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
            shared_address(s)),
        "l"(in + blockIdx.x / cluster.num_blocks() * kBlock), "r"(kBlock * 4), "r"(at), "h"(everyone)
        : "memory");
  }
  wait_for(at, 0);
  out[blockIdx.x * kBlock + threadIdx.x] = s[threadIdx.x] + cluster.block_rank();
  cluster.sync();
}

// Every block sends its shared memory to the next, by st.async or as one copy, and counts what comes.
__global__ void send_next(unsigned* out, int whole) {
  __shared__ __align__(16) unsigned from[kBlock], to[kBlock];
  __shared__ __align__(8) unsigned long long barrier;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned at = shared_address(&barrier);
  from[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(kBlock * 4) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  if (whole == 0) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(
                     mapped(shared_address(to + threadIdx.x), next)),
                 "r"(from[threadIdx.x]), "r"(mapped(at, next))
                 : "memory");
  } else if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     mapped(shared_address(to), next)),
                 "r"(shared_address(from)), "r"(kBlock * 4), "r"(mapped(at, next))
                 : "memory");
  }
  wait_for(at, 0);
  out[blockIdx.x * kBlock + threadIdx.x] = to[threadIdx.x];
  cluster.sync();
}

// The first block goes on when a thread of every block has said so.
__global__ void signal_first(unsigned* out) {
  __shared__ __align__(8) unsigned long long barrier;
  __shared__ unsigned sum;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    sum = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(cluster.num_blocks()) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster.sync();
  if (threadIdx.x == 0) {
    atomicAdd(cluster.map_shared_rank(&sum, 0), blockIdx.x + 1);
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(at, 0)) : "memory");
  }
  unsigned result = 0;
  if (cluster.block_rank() == 0) {
    wait_for(at, 0);
    result = sum;
  }
  out[blockIdx.x * kBlock + threadIdx.x] = result;
  cluster.sync();
}

// ---- The host. ----

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 cluster, Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = kBlock;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK_CUDA(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
  CHECK_LAUNCH();
}

int main() {
  examples::Verdict verdict("clusters");
  {
    const dim3 grid(4, 6, 2), cluster(2, 3, 1);
    examples::DeviceArray<unsigned> out(grid.x * grid.y * grid.z * kFacts);
    launch(places, grid, cluster, out.get());
    std::vector<unsigned> want;
    for (unsigned z = 0; z < grid.z; ++z)
      for (unsigned y = 0; y < grid.y; ++y)
        for (unsigned x = 0; x < grid.x; ++x) {
          const unsigned rank = x % 2 + y % 3 * 2;
          for (unsigned v : {x / 2, y / 3, z, 2u, 2u, 2u, x % 2, y % 3, 0u, 2u, 3u, 1u, rank, 6u, 1u, 5u, rank == 5 ? 1u : 0u, 1u})
            want.push_back(v);
        }
    verdict.expect_equal("places", out.to_host(), want);
  }
  const int blocks = 16;
  for (const unsigned size : {2u, 4u, 8u}) {
    const auto next = [&](unsigned block) { return block / size * size + (block + 1) % size; };
    const auto last = [&](unsigned block) { return block / size * size + (block + size - 1) % size; };
    std::vector<unsigned> want(blocks * kBlock);
    const auto expect = [&](const char* what, const examples::DeviceArray<unsigned>& out, auto value) {
      for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < kBlock; ++t) want[b * kBlock + t] = value(b, t);
      verdict.expect_equal(what, out.to_host(), want);
    };
    examples::DeviceArray<unsigned> out(blocks * kBlock);
    launch(load_next, blocks, size, out.get());
    expect("load_next", out, [&](unsigned b, unsigned t) { return next(b) * 1000 + (t ^ 1); });
    examples::DeviceArray<uint4> wide(blocks * kBlock);
    launch(load_next_wide, blocks, size, wide.get());
    const std::vector<uint4> got = wide.to_host();
    for (unsigned b = 0; b < blocks; ++b)
      for (unsigned t = 0; t < kBlock; ++t) {
        const uint4 v = got[b * kBlock + t];
        if (v.x != next(b) || v.y != kBlock - 1 - t || v.z != 7 || v.w != 9) verdict.expect(false, "load_next_wide");
      }
    launch(store_to_all, blocks, size, out.get());
    expect("store_to_all", out, [&](unsigned b, unsigned t) {
      const unsigned from = b / size * size + t / (kBlock / size);
      return from * 1000 + t % (kBlock / size) * size + b % size;
    });
    launch(add_to_first, blocks, size, out.get());
    expect("add_to_first", out, [&](unsigned b, unsigned t) {
      if (b % size != 0 || t >= 16) return 0u;
      unsigned sum = 0;
      for (unsigned i = t; i < kBlock; i += 8) sum += i;
      return t < 8 ? sum * size : (b + size - 1) * 100 + kBlock - 16 + t;
    });
    std::vector<unsigned> values(blocks * kBlock);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned>(i * 3);
    examples::DeviceArray<unsigned> in(values);
    launch(multicast, blocks, size, static_cast<const unsigned*>(in.get()), out.get());
    expect("multicast", out, [&](unsigned b, unsigned t) { return (b / size * kBlock + t) * 3 + b % size; });
    for (const int whole : {0, 1}) {
      launch(send_next, blocks, size, out.get(), whole);
      expect("send_next", out, [&](unsigned b, unsigned t) { return last(b) * 1000 + t; });
    }
    launch(signal_first, blocks, size, out.get());
    expect("signal_first", out, [&](unsigned b, unsigned) {
      return b % size != 0 ? 0 : size * b + size * (size + 1) / 2;
    });
  }
  return verdict.finish();
}
