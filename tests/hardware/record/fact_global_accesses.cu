// Global loads, stores, atomics and reductions of every width: requests, tags and sectors by address pattern.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 16;

// Every instruction is written for a register triple: `address` (64 bits), `value`, `on` (the lane's predicate).
#define GUARDED(text) "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p " text " }"

#define LOAD_32(name, text)                                                                 \
  struct name {                                                                             \
    static constexpr const char* kText = text;                                              \
    static constexpr unsigned kWidth = 4;                                                   \
    static __device__ unsigned apply(char* at, unsigned on) {                               \
      unsigned value = 0;                                                                   \
      asm volatile(GUARDED(text " %0, [%2];") : "+r"(value) : "r"(on), "l"(at) : "memory"); \
      return value;                                                                         \
    }                                                                                       \
  }
#define LOAD_SMALL(name, text, width)                                                       \
  struct name {                                                                             \
    static constexpr const char* kText = text;                                              \
    static constexpr unsigned kWidth = width;                                               \
    static __device__ unsigned apply(char* at, unsigned on) {                               \
      unsigned short value = 0;                                                             \
      asm volatile(GUARDED(text " %0, [%2];") : "+h"(value) : "r"(on), "l"(at) : "memory"); \
      return value;                                                                         \
    }                                                                                       \
  }
#define LOAD_64(name, text)                                                                 \
  struct name {                                                                             \
    static constexpr const char* kText = text;                                              \
    static constexpr unsigned kWidth = 8;                                                   \
    static __device__ unsigned apply(char* at, unsigned on) {                               \
      unsigned long long value = 0;                                                         \
      asm volatile(GUARDED(text " %0, [%2];") : "+l"(value) : "r"(on), "l"(at) : "memory"); \
      return static_cast<unsigned>(value ^ value >> 32);                                    \
    }                                                                                       \
  }
#define LOAD_V4(name, text)                                                                      \
  struct name {                                                                                  \
    static constexpr const char* kText = text;                                                   \
    static constexpr unsigned kWidth = 16;                                                       \
    static __device__ unsigned apply(char* at, unsigned on) {                                    \
      unsigned a = 0, b = 0, c = 0, d = 0;                                                       \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p " text " {%0, %1, %2, %3}, [%5]; }" \
                   : "+r"(a), "+r"(b), "+r"(c), "+r"(d)                                          \
                   : "r"(on), "l"(at)                                                            \
                   : "memory");                                                                  \
      return a ^ b ^ c ^ d;                                                                      \
    }                                                                                            \
  }
#define STORE(name, text, width, operand)                                                                             \
  struct name {                                                                                                       \
    static constexpr const char* kText = text;                                                                        \
    static constexpr unsigned kWidth = width;                                                                         \
    static __device__ unsigned apply(char* at, unsigned on) {                                                         \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], " operand "; }" ::"r"(on), "l"(at),       \
                   "r"(on), "l"(static_cast<unsigned long long>(on)), "h"(static_cast<unsigned short>(on)), "f"(1.0f) \
                   : "memory");                                                                                       \
      return 0;                                                                                                       \
    }                                                                                                                 \
  }
#define ATOM_32(name, text, operands)                                                                     \
  struct name {                                                                                           \
    static constexpr const char* kText = text;                                                            \
    static constexpr unsigned kWidth = 4;                                                                 \
    static __device__ unsigned apply(char* at, unsigned on) {                                             \
      unsigned value = 0;                                                                                 \
      asm volatile(GUARDED(text " %0, [%2], " operands ";") : "+r"(value) : "r"(on), "l"(at) : "memory"); \
      return value;                                                                                       \
    }                                                                                                     \
  }
#define ATOM_64(name, text, operands)                                                            \
  struct name {                                                                                  \
    static constexpr const char* kText = text;                                                   \
    static constexpr unsigned kWidth = 8;                                                        \
    static __device__ unsigned apply(char* at, unsigned on) {                                    \
      unsigned long long value = 0;                                                              \
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p " text " %0, [%2], " operands "; }" \
                   : "+l"(value)                                                                 \
                   : "r"(on), "l"(at), "l"(static_cast<unsigned long long>(on))                  \
                   : "memory");                                                                  \
      return static_cast<unsigned>(value);                                                       \
    }                                                                                            \
  }

LOAD_SMALL(LdU8, "ld.global.u8", 1);
LOAD_SMALL(LdU16, "ld.global.u16", 2);
LOAD_32(LdU32, "ld.global.u32");
LOAD_64(LdU64, "ld.global.u64");
LOAD_V4(LdV4, "ld.global.v4.u32");
LOAD_32(LdNcU32, "ld.global.nc.u32");
LOAD_V4(LdNcV4, "ld.global.nc.v4.u32");
STORE(StU8, "st.global.u8", 1, "%4");
STORE(StU32, "st.global.u32", 4, "%2");
STORE(StU64, "st.global.u64", 8, "%3");
STORE(StV4, "st.global.v4.u32", 16, "{%2, %2, %2, %2}");
ATOM_32(AtomAdd, "atom.global.add.u32", "%1");
ATOM_32(AtomExch, "atom.global.exch.b32", "%1");
ATOM_32(AtomCas, "atom.global.cas.b32", "%1, %1");
ATOM_32(AtomMax, "atom.global.max.u32", "%1");
ATOM_64(AtomAdd64, "atom.global.add.u64", "%3");
ATOM_64(AtomCas64, "atom.global.cas.b64", "%3, %3");
STORE(RedAdd, "red.global.add.u32", 4, "%2");
STORE(RedAdd64, "red.global.add.u64", 8, "%3");
STORE(RedAddF, "red.global.add.f32", 4, "%5");

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, char* base, unsigned never, unsigned* sink) {
  const unsigned lane = threadIdx.x;
  const unsigned value = Op::apply(base + request.offset[lane], request.mask >> lane & 1);
  if (value == never) *sink = value;  // keeps the value alive; the memory holds nothing like it
}

template <typename Op>
void launch_all(char* base, unsigned* sink) {
  for (const fact::Request& request : fact::requests(Op::kWidth, kBytes, 17)) {
    fact::announce(Op::kText, request);
    one<Op><<<1, fact::kLanes>>>(request, base, 0xdeadbeefu, sink);
    fact::check(cudaDeviceSynchronize());
  }
}

}  // namespace

int main() {
  char* base = nullptr;
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&base), kBytes));
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  fact::check(cudaMemset(base, 0, kBytes));
  std::printf(
      "smsp__inst_executed.sum smsp__thread_inst_executed.sum smsp__thread_inst_executed_pred_on.sum "
      "sm__sass_inst_executed_op_global_ld.sum sm__sass_inst_executed_op_global_st.sum "
      "sm__sass_inst_executed_op_global_atom.sum sm__sass_inst_executed_op_global_red.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum "
      "memory_l1_tag_requests_global memory_l2_theoretical_sectors_global memory_l2_theoretical_sectors_global_ideal "
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum l1tex__t_requests_pipe_lsu_mem_global_op_st.sum "
      "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum l1tex__t_requests_pipe_lsu_mem_global_op_red.sum "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum "
      "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum "
      "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st.sum "
      "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_atom.sum "
      "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_red.sum "
      "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum l1tex__data_pipe_lsu_wavefronts.sum\n");
  launch_all<LdU8>(base, sink);
  launch_all<LdU16>(base, sink);
  launch_all<LdU32>(base, sink);
  launch_all<LdU64>(base, sink);
  launch_all<LdV4>(base, sink);
  launch_all<LdNcU32>(base, sink);
  launch_all<LdNcV4>(base, sink);
  launch_all<StU8>(base, sink);
  launch_all<StU32>(base, sink);
  launch_all<StU64>(base, sink);
  launch_all<StV4>(base, sink);
  launch_all<AtomAdd>(base, sink);
  launch_all<AtomExch>(base, sink);
  launch_all<AtomCas>(base, sink);
  launch_all<AtomMax>(base, sink);
  launch_all<AtomAdd64>(base, sink);
  launch_all<AtomCas64>(base, sink);
  launch_all<RedAdd>(base, sink);
  launch_all<RedAdd64>(base, sink);
  launch_all<RedAddF>(base, sink);
  return 0;
}
