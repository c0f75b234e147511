// cp.async as tiles are copied: rows of a matrix into rows of shared memory, plain, padded or with the 16-byte chunks of
// a row exchanged by XOR; some lanes switched off by the guard, by a source size of 0 or by the predicate that ignores
// the source. Both sides vary, so that a row lists 32 shared addresses, then 32 global ones. The mask is the guard's; the
// lanes whose source is ignored stand in the instruction's name.
#include <cstring>

#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 14;

struct Copy {
  unsigned mask;    // lanes whose guard is true
  unsigned filled;  // lanes that write zeros
  unsigned to[fact::kLanes];
  unsigned from[fact::kLanes];
};

enum class Off { kNone, kSize, kPredicate, kBytes };

#define COPY(name, text, width)                                                                                    \
  struct name {                                                                                                    \
    static constexpr const char* kText = text;                                                                     \
    static constexpr unsigned kWidth = width;                                                                      \
    template <Off kOff>                                                                                            \
    static __device__ void apply(unsigned to, const char* from, unsigned on, unsigned filled) {                    \
      if constexpr (kOff == Off::kNone) {                                                                          \
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], [%2], " #width                       \
                     "; cp.async.wait_all; }" ::"r"(on),                                                           \
                     "r"(to), "l"(from)                                                                            \
                     : "memory");                                                                                  \
      } else if constexpr (kOff == Off::kPredicate) {                                                              \
        asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %0, 0; setp.ne.u32 q, %3, 0; @p " text " [%1], [%2], " #width \
                     ", q; cp.async.wait_all; }" ::"r"(on),                                                        \
                     "r"(to), "l"(from), "r"(filled)                                                               \
                     : "memory");                                                                                  \
      } else {                                                                                                     \
        const unsigned size = kOff == Off::kSize ? (filled ? 0 : width) : filled;                                  \
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " text " [%1], [%2], " #width                       \
                     ", %3; cp.async.wait_all; }" ::"r"(on),                                                       \
                     "r"(to), "l"(from), "r"(size)                                                                 \
                     : "memory");                                                                                  \
      }                                                                                                            \
    }                                                                                                              \
  }

COPY(Ca4, "cp.async.ca.shared.global", 4);
COPY(Ca8, "cp.async.ca.shared.global", 8);
COPY(Ca16, "cp.async.ca.shared.global", 16);
COPY(Cg16, "cp.async.cg.shared.global", 16);
COPY(Cg16Ahead, "cp.async.cg.shared.global.L2::128B", 16);

template <typename Op, Off kOff>
__global__ void one(const __grid_constant__ Copy copy, const char* base) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const unsigned bit = copy.filled >> lane & 1;
  const unsigned filled = kOff == Off::kBytes ? (bit ? lane % (Op::kWidth + 1) : Op::kWidth) : bit;
  Op::template apply<kOff>(shared + copy.to[lane], base + copy.from[lane], copy.mask >> lane & 1, filled);
}

const char* word_of(Off off) {
  switch (off) {
    case Off::kNone: return "plain";
    case Off::kSize: return "source size 0";
    case Off::kPredicate: return "ignored";
    case Off::kBytes: return "source size lane mod (width + 1)";
  }
  return "";
}

template <typename Op, Off kOff = Off::kNone>
void launch(const Copy& copy, const char* base) {
  std::printf("%s, %u, %s %08x\t%08x\t", Op::kText, Op::kWidth, word_of(kOff), copy.filled, copy.mask);
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) std::printf("%u ", copy.to[lane]);
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) std::printf("%u%s", copy.from[lane], lane == 31 ? "\n" : " ");
  one<Op, kOff><<<1, fact::kLanes, kBytes>>>(copy, base);
  fact::check(cudaGetLastError());
  fact::check(cudaDeviceSynchronize());
}

enum Swizzle { kRow, kRowOfPairs, kRowOfFours, kPadded, kPlain, kSwizzles };

/// A tile of `32 * width` bytes or more in rows of `row_bytes`; every lane copies one element, and the k-th element of
/// each 16 bytes lies as its 16 bytes do.
Copy tile(unsigned width, unsigned row_bytes, unsigned pitch, unsigned swizzle, bool down, unsigned first_row = 0) {
  Copy copy{0xffffffffu, 0, {}, {}};
  const unsigned in_row = row_bytes / width;
  const unsigned rows = fact::kLanes > in_row ? fact::kLanes / in_row : 1;
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) {
    const unsigned row = (down ? lane % rows : lane / in_row) + first_row;
    const unsigned column = down ? lane / rows : lane % in_row;
    const unsigned chunks = row_bytes / 16;
    const unsigned chunk = column * width / 16;
    const unsigned within = column * width % 16;
    const unsigned by = swizzle == kRow ? row : swizzle == kRowOfPairs ? row / 2 : swizzle == kRowOfFours ? row / 4 : 0;
    copy.to[lane] = row * (row_bytes + (swizzle == kPadded ? 16 : 0)) + (chunk ^ by % chunks) * 16 + within;
    copy.from[lane] = row * pitch + column * width;
  }
  return copy;
}

template <typename Op>
void launch_tiles(const char* base, bool all) {
  for (const unsigned row_bytes : {32u, 64u, 128u, 256u}) {
    for (const unsigned pitch : {row_bytes, 1040u, 2048u}) {
      for (unsigned swizzle = 0; swizzle < kSwizzles; ++swizzle) {
        if (!all && pitch == 1040u) continue;
        launch<Op>(tile(Op::kWidth, row_bytes, pitch, swizzle, false), base);
        if (all && pitch != row_bytes) launch<Op>(tile(Op::kWidth, row_bytes, pitch, swizzle, true), base);
      }
    }
  }
}

template <typename Op>
void launch_random(const char* base, unsigned seed, unsigned launches, unsigned lanes) {
  fact::Random random(seed);
  for (unsigned i = 0; i < launches; ++i) {
    Copy copy{lanes, 0, {}, {}};
    const unsigned among = 8u << random.below(4);
    if (random.below(3) == 0) copy.mask &= random.bits() * 2 + 1;
    for (unsigned lane = 0; lane < fact::kLanes; ++lane) {
      copy.to[lane] = random.below(among) * Op::kWidth;
      copy.from[lane] = random.below(among) * Op::kWidth;
    }
    launch<Op>(copy, base);
  }
}

template <typename Op>
void launch_filled(const char* base) {
  for (const unsigned mask : {0xffffffffu, 0x0ff0f0f3u}) {
    for (const unsigned filled : {0u, 0xffffffffu, 0xffff0000u, 0x55555555u, 0x00000004u, 0xf0c30ff1u}) {
      Copy copy = tile(Op::kWidth, 64, 1024, kRowOfPairs, false);
      copy.mask = mask;
      copy.filled = filled;
      launch<Op, Off::kSize>(copy, base);
      launch<Op, Off::kPredicate>(copy, base);
      launch<Op, Off::kBytes>(copy, base);
    }
  }
}

}  // namespace

int main() {
  char* base = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&base), 1 << 20));
  std::printf(
      "sm__sass_inst_executed_op_ldgsts.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum "
      "memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal memory_l1_tag_requests_global "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum memory_l2_theoretical_sectors_global "
      "memory_l2_theoretical_sectors_global_ideal sm__sass_inst_executed_op_global_ld.sum "
      "sm__sass_inst_executed_op_shared_st.sum sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum "
      "sm__sass_inst_executed_op_memory_128b.sum smsp__inst_executed.sum\n");
  std::printf("# One warp and one launch a row; 32 addresses in shared memory, then 32 in global, from aligned bases.\n");
  launch_tiles<Cg16>(base, true);
  launch_tiles<Ca16>(base, false);
  launch_tiles<Ca8>(base, false);
  launch_tiles<Ca4>(base, false);
  launch_random<Cg16>(base, 7, 48, 0xffffffffu);
  launch_random<Ca16>(base, 8, 48, 0x000000ffu);
  launch_random<Ca16>(base, 9, 16, 0xffffffffu);
  launch_random<Ca8>(base, 10, 16, 0x0000ffffu);
  launch_random<Ca4>(base, 11, 32, 0xffffffffu);
  launch_filled<Cg16>(base);
  launch_filled<Ca4>(base);
  launch<Cg16Ahead>(tile(16, 64, 1024, kRowOfPairs, false), base);
  launch<Cg16Ahead>(tile(16, 128, 1024, kRow, false), base);
  launch<Cg16Ahead>(tile(16, 32, 2048, kPlain, true), base);
  return 0;
}
