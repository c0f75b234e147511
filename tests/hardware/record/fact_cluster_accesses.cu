// Shared memory of another block of the cluster: instructions, wavefronts and traffic of loads, stores and atomics by
// address pattern. The first block of a cluster of two makes one access; to its own memory by the cluster's addresses
// where the instruction's name says so.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 15;

#define LOAD(name, text, width, target, registers)                                               \
  struct name {                                                                                  \
    static constexpr const char* kText = text;                                                   \
    static constexpr unsigned kWidth = width;                                                    \
    static constexpr unsigned kRank = target;                                                    \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                 \
      unsigned v[4] = {};                                                                        \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p " text " " registers ", [%5]; }"    \
                   : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3])                              \
                   : "r"(on), "r"(at)                                                            \
                   : "memory");                                                                  \
      return v[0] + v[1] + v[2] + v[3];                                                          \
    }                                                                                            \
  }
#define STORE(name, text, width, target, registers)                                                              \
  struct name {                                                                                                  \
    static constexpr const char* kText = text;                                                                   \
    static constexpr unsigned kWidth = width;                                                                    \
    static constexpr unsigned kRank = target;                                                                    \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                                 \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], " registers "; }" ::"r"(on), "r"(at) \
                   : "memory");                                                                                  \
      return 0;                                                                                                  \
    }                                                                                                            \
  }

LOAD(Load, "ld.shared::cluster.u32", 4, 1, "%0");
LOAD(LoadOwn, "ld.shared::cluster.u32", 4, 0, "%0");
LOAD(Load2, "ld.shared::cluster.v2.u32", 8, 1, "{%0, %1}");
LOAD(Load4, "ld.shared::cluster.v4.u32", 16, 1, "{%0, %1, %2, %3}");
STORE(Store, "st.shared::cluster.u32", 4, 1, "%0");
STORE(StoreOwn, "st.shared::cluster.u32", 4, 0, "%0");
STORE(Store2, "st.shared::cluster.v2.u32", 8, 1, "{%0, %0}");
STORE(Store4, "st.shared::cluster.v4.u32", 16, 1, "{%0, %0, %0, %0}");
STORE(Reduce, "red.shared::cluster.add.u32", 4, 1, "%0");
STORE(ReduceOwn, "red.shared::cluster.add.u32", 4, 0, "%0");

struct AtomicAdd {
  static constexpr const char* kText = "atom.shared::cluster.add.u32";
  static constexpr unsigned kWidth = 4;
  static constexpr unsigned kRank = 1;
  static __device__ unsigned apply(unsigned at, unsigned on) {
    unsigned value = 0;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p atom.shared::cluster.add.u32 %0, [%2], %1; }"
                 : "+r"(value)
                 : "r"(on), "r"(at)
                 : "memory");
    return value;
  }
};

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, unsigned never, unsigned* sink) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(base) : "r"(Op::kRank));
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  if (blockIdx.x == 0) {
    const unsigned value = Op::apply(base + request.offset[lane], request.mask >> lane & 1);
    if (value == never) *sink = value;
  }
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

template <typename Op>
void launch_all(unsigned* sink) {
  for (const fact::Request& request : fact::requests(Op::kWidth, kBytes, 29)) {
    std::string name = Op::kText;
    if (Op::kRank == 0) name += " own";
    fact::announce(name, request);
    cudaLaunchConfig_t launch = {};
    launch.gridDim = 2;
    launch.blockDim = fact::kLanes;
    launch.dynamicSmemBytes = kBytes;
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    launch.attrs = &cluster;
    launch.numAttrs = 1;
    fact::check(cudaLaunchKernelEx(&launch, one<Op>, request, 0xdeadbeefu, sink));
    fact::check(cudaDeviceSynchronize());
  }
}

}  // namespace

int main() {
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "sm__sass_inst_executed_op_shared_ld.sum sm__sass_inst_executed_op_shared_st.sum "
      "sm__sass_inst_executed_op_shared_atom.sum sm__sass_inst_executed_op_global_ld.sum "
      "sm__sass_inst_executed_op_global_st.sum sm__sass_inst_executed_op_global_atom.sum "
      "sm__sass_inst_executed_op_global_red.sum smsp__inst_executed_op_shared_ld.sum "
      "smsp__inst_executed_op_global_ld.sum memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal "
      "memory_l2_theoretical_sectors_global memory_l2_theoretical_sectors_global_ideal "
      "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum "
      "l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum "
      "l1tex__m_l1tex2xbar_write_sectors_mem_dshared.sum l1tex__m_xbar2l1tex_read_sectors_mem_dshared.sum "
      "l1tex__m_l1tex2xbar_write_bytes_mem_dshared.sum l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum "
      "lts__t_sectors_srcunit_tex.sum\n");
  launch_all<Load>(sink);
  launch_all<LoadOwn>(sink);
  launch_all<Load2>(sink);
  launch_all<Load4>(sink);
  launch_all<Store>(sink);
  launch_all<StoreOwn>(sink);
  launch_all<Store2>(sink);
  launch_all<Store4>(sink);
  launch_all<Reduce>(sink);
  launch_all<ReduceOwn>(sink);
  launch_all<AtomicAdd>(sink);
  std::printf("PASS cluster_accesses\n");
  return 0;
}
