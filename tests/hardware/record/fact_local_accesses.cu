// Local memory: a store, then a load at the same offsets, of 8 to 128 bits; offsets are within the thread's own array.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 10;

#define LOCAL(name, type, width, constraint)                                                          \
  struct name {                                                                                       \
    static constexpr const char* kText = "st.local." type ", ld.local." type;                         \
    static constexpr unsigned kWidth = width;                                                         \
    template <typename T>                                                                             \
    static __device__ T apply(unsigned offset, unsigned shift, unsigned on, T value) {                \
      asm volatile(                                                                                   \
          "{ .local .align 16 .b8 own[1024]; .reg .u64 at, wide; .reg .pred p; setp.ne.u32 p, %1, 0;" \
          " cvt.u64.u32 wide, %2; mov.u64 at, own; add.u64 at, at, wide; @p st.local." type           \
          " [at], %0;"                                                                                \
          " cvt.u64.u32 wide, %3; add.u64 at, at, wide; @p ld.local." type " %0, [at]; }"             \
          : "+" constraint(value)                                                                     \
          : "r"(on), "r"(offset), "r"(shift)                                                          \
          : "memory");                                                                                \
      return value;                                                                                   \
    }                                                                                                 \
  }

LOCAL(U8, "u8", 1, "h");
LOCAL(U16, "u16", 2, "h");
LOCAL(U32, "u32", 4, "r");
LOCAL(U64, "u64", 8, "l");

struct V4 {
  static constexpr const char* kText = "st.local.v4.u32, ld.local.v4.u32";
  static constexpr unsigned kWidth = 16;
  template <typename T>
  static __device__ T apply(unsigned offset, unsigned shift, unsigned on, T value) {
    unsigned a = value, b = value, c = value, d = value;
    asm volatile(
        "{ .local .align 16 .b8 own[1024]; .reg .u64 at, wide; .reg .pred p; setp.ne.u32 p, %4, 0;"
        " cvt.u64.u32 wide, %5; mov.u64 at, own; add.u64 at, at, wide; @p st.local.v4.u32 [at], {%0, %1, %2, %3};"
        " cvt.u64.u32 wide, %6; add.u64 at, at, wide; @p ld.local.v4.u32 {%0, %1, %2, %3}, [at]; }"
        : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
        : "r"(on), "r"(offset), "r"(shift)
        : "memory");
    return a ^ b ^ c ^ d;
  }
};

// `shift` is 0, which the compiler does not know: it can neither forward nor drop the store.
template <typename Op, typename T>
__global__ void one(const __grid_constant__ fact::Request request, unsigned shift, unsigned never, unsigned* sink) {
  const unsigned lane = threadIdx.x;
  const T value = Op::apply(request.offset[lane], shift, request.mask >> lane & 1, static_cast<T>(lane));
  if (static_cast<unsigned>(value) == never) *sink = never;
}

template <typename Op, typename T>
void launch_all(unsigned* sink) {
  for (const fact::Request& request : fact::requests(Op::kWidth, kBytes, 29)) {
    fact::announce(Op::kText, request);
    one<Op, T><<<1, fact::kLanes>>>(request, 0, 0xdeadbeefu, sink);
    fact::check(cudaDeviceSynchronize());
  }
}

}  // namespace

int main() {
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "sm__sass_inst_executed_op_local_ld.sum sm__sass_inst_executed_op_local_st.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_ld.sum sm__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st.sum "
      "memory_l2_theoretical_sectors_local l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum "
      "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum "
      "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum\n");
  launch_all<U8, unsigned short>(sink);
  launch_all<U16, unsigned short>(sink);
  launch_all<U32, unsigned>(sink);
  launch_all<U64, unsigned long long>(sink);
  launch_all<V4, unsigned>(sink);
  return 0;
}
