// Tiles of several warps (CUDA C++ Programming Guide, Thread Block Tile: sizes 64 to 1024). They meet, and hand each
// other values, in a piece of shared memory: the program's block_tile_memory, or one that stands behind
// this_thread_block().
#ifndef WARPGLASS_COOPERATIVE_GROUPS_BLOCK_TILE_H
#define WARPGLASS_COOPERATIVE_GROUPS_BLOCK_TILE_H

#include "cooperative_groups/warpglass_lanes.h"

#define WG_CG __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace __v1 {
namespace details {

struct tile_exchange {
  unsigned int arrived[31];  // warps, since the partition: of the tile of 1024, of both of 512, the four of 256, ...
  unsigned long long values[32];  // a place for each warp
};

WG_CG tile_exchange* hidden_exchange() {
  static __shared__ tile_exchange exchange;
  return &exchange;
}

/// All threads of the block are here: nobody is between two steps of a tile.
WG_CG void begin_exchange(tile_exchange* exchange) {
  __syncthreads();
  for (unsigned int i = rank_in_block(); i < 31; i += threads_of_block()) exchange->arrived[i] = 0;
  __syncthreads();
}

/// `Size` neighbouring threads of the block, whole warps. At the block's end there may be fewer.
template <unsigned int Size, class Parent>
class block_tile {
 public:
  struct arrival_token {
    unsigned int target;
  };
  WG_CG explicit block_tile(tile_exchange* exchange) : exchange_(exchange) {}

  WG_CG void sync() const { barrier_wait(barrier_arrive()); }
  WG_CG arrival_token barrier_arrive() const {
    unsigned int before = 0;
    __syncwarp(lanes());
    __threadfence_block();
    if (lane() == 0) before = atomicAdd(counter(), 1u);
    before = __shfl_sync(lanes(), before, 0);
    return {(before / warps() + 1) * warps()};
  }
  WG_CG void barrier_wait(arrival_token&& token) const {
    while ((int)(*(volatile unsigned int*)counter() - token.target) < 0) {
    }
    __threadfence_block();
    __syncwarp(lanes());
  }

  WG_CG static constexpr unsigned int size() { return Size; }
  WG_CG static constexpr unsigned int num_threads() { return Size; }
  WG_CG static unsigned int thread_rank() { return rank_in_block() & (Size - 1); }
  WG_CG static unsigned int meta_group_rank() { return meta_rank<Size, Parent>(); }
  WG_CG static unsigned int meta_group_size() { return meta_size<Size, Parent>(); }

  /// `rank` is the same for all threads.
  template <class T>
  WG_CG T shfl(T value, unsigned int rank) const {
    return from_warps(value, thread_rank() == rank % Size,
                      [=] __device__ __attribute__((always_inline, nodebug)) (unsigned long long* values) {
                        return values[rank % Size / 32];
                      });
  }
  WG_CG int any(int predicate) const { return agreement(__any_sync(lanes(), predicate)) != 0; }
  WG_CG int all(int predicate) const { return agreement(__all_sync(lanes(), predicate)) == warps(); }

  /// What one thread of each warp gives, and what `choose` makes of all of them, 8 bytes at a time.
  template <class T, class Choose>
  WG_CG T from_warps(T value, bool gives, Choose choose) const {
    constexpr unsigned int words = (sizeof(T) + 7) / 8;
    unsigned long long word[words] = {};
    __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
    for (unsigned int i = 0; i < words; ++i) {
      if (gives) values()[thread_rank() / 32] = word[i];
      sync();
      word[i] = choose(values());
      sync();
    }
    __builtin_memcpy(&value, word, sizeof(T));
    return value;
  }
  /// The value of the tile's warp `warp`, which its thread that `gives` has.
  template <class T>
  WG_CG T of_warp(T value, bool gives, unsigned int warp) const {
    return from_warps(value, gives,
                      [=] __device__
                      __attribute__((always_inline, nodebug)) (unsigned long long* values) { return values[warp]; });
  }
  WG_CG unsigned int warps() const {
    unsigned int all = (threads_of_block() + 31) / 32, left = all - first_warp();
    return left < Size / 32 ? left : Size / 32;
  }
  /// Lanes of the calling warp that there are.
  WG_CG static unsigned int lanes() {
    unsigned int left = threads_of_block() - (rank_in_block() & ~31u);
    return left < 32 ? (1u << left) - 1 : ~0u;
  }
  WG_CG tile_exchange* exchange() const { return exchange_; }

 private:
  WG_CG static unsigned int first_warp() { return (rank_in_block() & ~(Size - 1)) / 32; }
  WG_CG unsigned int* counter() const { return &exchange_->arrived[1024 / Size - 1 + rank_in_block() / Size]; }
  WG_CG unsigned long long* values() const { return exchange_->values + first_warp(); }
  /// In how many warps it is so.
  WG_CG unsigned int agreement(bool holds) const {
    unsigned int count = warps();
    return from_warps(holds ? 1u : 0u, lane() == 0,
                      [=] __device__ __attribute__((always_inline, nodebug)) (unsigned long long* values) {
                        unsigned long long sum = 0;
                        for (unsigned int warp = 0; warp < count; ++warp) sum += values[warp];
                        return sum;
                      });
  }

  tile_exchange* exchange_;
};

}  // namespace details

/// Shared memory for tiles of several warps, which blocks of up to `MaxBlockSize` threads are cut into.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  static_assert(MaxBlockSize <= 1024, "a block has at most 1024 threads");
  details::tile_exchange exchange;
};

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif
