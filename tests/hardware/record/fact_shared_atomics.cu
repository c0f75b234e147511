// Shared atomics and reductions of every operation and width: instructions and wavefronts by address pattern.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 15;

#define ATOM_32(name, text, operands)                                                            \
  struct name {                                                                                  \
    static constexpr const char* kText = text;                                                   \
    static constexpr unsigned kWidth = 4;                                                        \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                 \
      unsigned value = 0;                                                                        \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p " text " %0, [%2], " operands "; }" \
                   : "+r"(value)                                                                 \
                   : "r"(on), "r"(at), "f"(1.0f)                                                 \
                   : "memory");                                                                  \
      return value;                                                                              \
    }                                                                                            \
  }
#define ATOM_64(name, text, operands)                                                            \
  struct name {                                                                                  \
    static constexpr const char* kText = text;                                                   \
    static constexpr unsigned kWidth = 8;                                                        \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                 \
      unsigned long long value = 0;                                                              \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p " text " %0, [%2], " operands "; }" \
                   : "+l"(value)                                                                 \
                   : "r"(on), "r"(at), "l"(static_cast<unsigned long long>(on))                  \
                   : "memory");                                                                  \
      return static_cast<unsigned>(value);                                                       \
    }                                                                                            \
  }
#define RED_32(name, text, operands)                                                                            \
  struct name {                                                                                                 \
    static constexpr const char* kText = text;                                                                  \
    static constexpr unsigned kWidth = 4;                                                                       \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                                \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], " operands "; }" ::"r"(on), "r"(at) \
                   : "memory");                                                                                 \
      return 0;                                                                                                 \
    }                                                                                                           \
  }

ATOM_32(Min, "atom.shared.min.u32", "%1");
ATOM_32(MaxS, "atom.shared.max.s32", "%1");
ATOM_32(And, "atom.shared.and.b32", "%1");
ATOM_32(Or, "atom.shared.or.b32", "%1");
ATOM_32(Xor, "atom.shared.xor.b32", "%1");
ATOM_32(Inc, "atom.shared.inc.u32", "%1");
ATOM_32(Dec, "atom.shared.dec.u32", "%1");
ATOM_64(Add64, "atom.shared.add.u64", "%3");
ATOM_64(Exch64, "atom.shared.exch.b64", "%3");
ATOM_64(Cas64, "atom.shared.cas.b64", "%3, %3");
ATOM_64(Min64, "atom.shared.min.u64", "%3");
RED_32(RedInc, "red.shared.inc.u32", "%0");
RED_32(RedOr, "red.shared.or.b32", "%0");

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, unsigned never, unsigned* sink) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const unsigned value = Op::apply(base + request.offset[lane], request.mask >> lane & 1);
  if (value == never) *sink = value;
}

template <typename Op>
void launch_all(unsigned* sink) {
  for (const fact::Request& request : fact::requests(Op::kWidth, kBytes, 23)) {
    fact::announce(Op::kText, request);
    one<Op><<<1, fact::kLanes, kBytes>>>(request, 0xdeadbeefu, sink);
    fact::check(cudaDeviceSynchronize());
  }
}

}  // namespace

int main() {
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "smsp__inst_executed.sum sm__sass_inst_executed_op_shared_atom.sum sm__sass_inst_executed_op_shared_ld.sum "
      "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum "
      "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum memory_l1_wavefronts_shared "
      "memory_l1_wavefronts_shared_ideal l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum "
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum\n");
  launch_all<Min>(sink);
  launch_all<MaxS>(sink);
  launch_all<And>(sink);
  launch_all<Or>(sink);
  launch_all<Xor>(sink);
  launch_all<Inc>(sink);
  launch_all<Dec>(sink);
  launch_all<Add64>(sink);
  launch_all<Exch64>(sink);
  launch_all<Cas64>(sink);
  launch_all<Min64>(sink);
  launch_all<RedInc>(sink);
  launch_all<RedOr>(sink);
  return 0;
}
