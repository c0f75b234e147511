// cp.async from global to shared memory: one side's addresses vary while the other side's are one element after the
// other; then both vary, lane l's global address being the one listed for lane (5 l + 3) mod 32.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 15;

#define COPY(name, text, width)                                                            \
  struct name {                                                                            \
    static constexpr const char* kText = text ", " #width;                                 \
    static constexpr unsigned kWidth = width;                                              \
    static __device__ void apply(unsigned to, const char* from, unsigned on) {             \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], [%2], " #width \
                   "; cp.async.wait_all; }" ::"r"(on),                                     \
                   "r"(to), "l"(from)                                                      \
                   : "memory");                                                            \
    }                                                                                      \
  }

COPY(Ca4, "cp.async.ca.shared.global", 4);
COPY(Ca8, "cp.async.ca.shared.global", 8);
COPY(Ca16, "cp.async.ca.shared.global", 16);
COPY(Cg16, "cp.async.cg.shared.global", 16);

enum : unsigned { kGlobal, kShared, kBoth };
constexpr const char* kVaries[] = {"global addresses", "shared addresses", "both addresses"};

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, const char* base, unsigned varies) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const unsigned varied = request.offset[lane];
  const unsigned linear = lane * Op::kWidth;
  const unsigned other = request.offset[(lane * 5 + 3) % fact::kLanes];
  const unsigned to = varies == kGlobal ? linear : varied;
  const unsigned from = varies == kShared ? linear : varies == kGlobal ? varied : other;
  Op::apply(shared + to, base + from, request.mask >> lane & 1);
}

template <typename Op>
void launch_all(const char* base) {
  for (unsigned varies : {kGlobal, kShared, kBoth}) {
    for (const fact::Request& request : fact::requests(Op::kWidth, kBytes, 31)) {
      fact::announce(std::string(Op::kText) + ", " + kVaries[varies], request);
      one<Op><<<1, fact::kLanes, kBytes>>>(request, base, varies);
      fact::check(cudaDeviceSynchronize());
    }
  }
}

}  // namespace

int main() {
  char* base = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&base), kBytes));
  std::printf(
      "sm__sass_inst_executed_op_ldgsts.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum "
      "memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum memory_l2_theoretical_sectors_global "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum "
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum\n");
  launch_all<Ca4>(base);
  launch_all<Ca8>(base);
  launch_all<Ca16>(base);
  launch_all<Cg16>(base);
  return 0;
}
