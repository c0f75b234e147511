// What the groups are made of: ranks, lane masks, shuffles of any type, the grid's barrier.
#ifndef WARPGLASS_COOPERATIVE_GROUPS_LANES_H
#define WARPGLASS_COOPERATIVE_GROUPS_LANES_H

#define WG_CG static __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace __v1 {
namespace details {

WG_CG unsigned int lane() {
  unsigned int r;
  asm("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
}
WG_CG unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
WG_CG unsigned int rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
WG_CG unsigned int rank_in_mask(unsigned int mask) {
  unsigned int below;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  return __popc(mask & below);
}

// The lanes of the calling thread's tile.
WG_CG unsigned int tile_mask(unsigned int size) {
  return size == 32 ? ~0u : ((1u << size) - 1) << (lane() & ~(size - 1));
}
// The part of a warp-wide mask that belongs to the tile, moved down to bit 0.
template <unsigned int Size>
WG_CG unsigned int to_tile(unsigned int mask) {
  return Size == 32 ? mask : mask >> (lane() & ~(Size - 1)) & ((1u << (Size & 31)) - 1);
}
// The bits of `lanes` that `mask` names, close together: bit i is the lane of rank i.
WG_CG unsigned int pack(unsigned int mask, unsigned int lanes) {
  if (mask == ~0u) return lanes;
  unsigned int packed = 0;
  for (unsigned int rank = 0; mask; ++rank, mask &= mask - 1) packed |= (lanes >> (__ffs(mask) - 1) & 1) << rank;
  return packed;
}

// Which tile of its parent a tile is, and how many there are. The parent is a tile, or the block.
template <class T>
struct size_of_parent {
  static constexpr unsigned int value = 0;
};
template <template <unsigned int, class> class Tile, unsigned int Size, class Parent>
struct size_of_parent<Tile<Size, Parent>> {
  static constexpr unsigned int value = Size;
};
template <unsigned int Size, class Parent>
WG_CG unsigned int meta_rank() {
  constexpr unsigned int parent = size_of_parent<Parent>::value;
  return (parent ? rank_in_block() & (parent - 1) : rank_in_block()) / Size;
}
template <unsigned int Size, class Parent>
WG_CG unsigned int meta_size() {
  constexpr unsigned int parent = size_of_parent<Parent>::value;
  return ((parent ? parent : threads_of_block()) + Size - 1) / Size;
}

// Shuffles move 32-bit words; a value of another size is taken apart.
template <class T, class Shuffle>
WG_CG T by_words(T value, Shuffle shuffle) {
  constexpr unsigned int words = (sizeof(T) + 3) / 4;
  unsigned int word[words] = {};
  __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
  for (unsigned int i = 0; i < words; ++i) word[i] = shuffle(word[i]);
  __builtin_memcpy(&value, word, sizeof(T));
  return value;
}
#define WG_SHUFFLE(name, intrinsic, operand)                                                            \
  template <class T>                                                                                    \
  WG_CG T name(unsigned int mask, T value, operand by, int width = 32) {                                \
    return by_words(value, [=] __device__ __attribute__((always_inline, nodebug)) (unsigned int word) { \
      return intrinsic(mask, word, by, width);                                                          \
    });                                                                                                 \
  }                                                                                                     \
  WG_CG int name(unsigned int mask, int value, operand by, int width = 32) {                            \
    return intrinsic(mask, value, by, width);                                                           \
  }                                                                                                     \
  WG_CG unsigned int name(unsigned int mask, unsigned int value, operand by, int width = 32) {          \
    return intrinsic(mask, value, by, width);                                                           \
  }                                                                                                     \
  WG_CG float name(unsigned int mask, float value, operand by, int width = 32) {                        \
    return intrinsic(mask, value, by, width);                                                           \
  }
WG_SHUFFLE(shuffle, __shfl_sync, int)
WG_SHUFFLE(shuffle_up, __shfl_up_sync, unsigned int)
WG_SHUFFLE(shuffle_down, __shfl_down_sync, unsigned int)
WG_SHUFFLE(shuffle_xor, __shfl_xor_sync, int)
#undef WG_SHUFFLE

// The workspace of a cooperative launch: 0 in any other.
WG_CG unsigned long long grid_workspace() {
  unsigned int high, low;
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  return (unsigned long long)high << 32 | low;
}
// The second word of the workspace counts arrivals. All blocks but one add 1, that one adds what is missing to 2^31, so
// the top bit flips when the last arrives; whoever sees it differ from what its own addition found may go on.
WG_CG void sync_grid(unsigned long long workspace) {
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    unsigned long long counter = workspace + 4;
    unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
    bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
    unsigned int add = first ? 0x80000000u - (blocks - 1) : 1, before, now;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(counter), "r"(add) : "memory");
    do {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(counter) : "memory");
    } while (((now ^ before) & 0x80000000u) == 0);
#else
    __threadfence();
    before = atomicAdd((unsigned int*)counter, add);
    do {
      now = *(volatile unsigned int*)counter;
    } while (((now ^ before) & 0x80000000u) == 0);
    __threadfence();
#endif
  }
  __syncthreads();
}

}  // namespace details
}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif
