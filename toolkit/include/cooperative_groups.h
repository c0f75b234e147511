// Cooperative groups: the grid, clusters, blocks, tiles of a warp, and whatever threads happen to run together.
//
// A group is a way to name a set of threads; its operations are the plain instructions behind it: bar.sync for a
// block, bar.warp.sync and shfl.sync with a lane mask for a tile, an atomic counter for the grid.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if defined(__cplusplus) && defined(__CUDA__)

#include "cooperative_groups/warpglass_block_tile.h"
#include "cooperative_groups/warpglass_lanes.h"

#define WG_CG __device__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
// Names stand in a namespace of their own, as in the toolkit: libcu++ declares some of them there.
namespace __v1 {

namespace details {
enum group_id { unknown_id, coalesced_group_id, thread_block_id, grid_group_id, tile_id };
}  // namespace details

/// Any group, known only at run time. Converts from all others but the grid's and the cluster's own operations.
class thread_group {
 public:
  WG_CG unsigned int size() const { return size_; }
  WG_CG unsigned int num_threads() const { return size_; }
  WG_CG unsigned int get_type() const { return id_; }
  WG_CG unsigned long long thread_rank() const {
    return id_ == details::thread_block_id ? details::rank_in_block() : details::rank_in_mask(mask_);
  }
  WG_CG void sync() const {
    if (id_ == details::thread_block_id) {
      __syncthreads();
    } else {
      __syncwarp(mask_);
    }
  }

 protected:
  WG_CG thread_group(details::group_id id, unsigned int size, unsigned int mask) : id_(id), size_(size), mask_(mask) {}
  details::group_id id_;
  unsigned int size_;
  unsigned int mask_;  // lanes of the warp; of no meaning for a block
  friend WG_CG thread_group tiled_partition(const thread_group& parent, unsigned int size);
};

/// The block. Every thread of it must take part.
class thread_block : public thread_group {
 public:
  WG_CG explicit thread_block(details::tile_exchange* exchange = nullptr)
      : thread_group(details::thread_block_id, details::threads_of_block(), ~0u), exchange_(exchange) {}
  WG_CG static void sync() { __syncthreads(); }
  struct arrival_token {};
  WG_CG arrival_token barrier_arrive() const {
    asm volatile("barrier.arrive 0, %0;" ::"r"(details::threads_of_block()) : "memory");
    return arrival_token();
  }
  WG_CG void barrier_wait(arrival_token&&) const {
    asm volatile("barrier.sync 0, %0;" ::"r"(details::threads_of_block()) : "memory");
  }
  WG_CG static unsigned int size() { return details::threads_of_block(); }
  WG_CG static unsigned int num_threads() { return details::threads_of_block(); }
  WG_CG static unsigned int thread_rank() { return details::rank_in_block(); }
  WG_CG static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WG_CG static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  WG_CG static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WG_CG static dim3 dim_threads() { return group_dim(); }
  WG_CG details::tile_exchange* exchange() const { return exchange_ ? exchange_ : details::hidden_exchange(); }

 private:
  details::tile_exchange* exchange_;
};
static WG_CG inline thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize>
WG_CG inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>& memory) {
  return thread_block(&memory.exchange);
}

/// The grid of a cooperative launch. The runtime hands over the address of its barrier in %envreg1 (high) and %envreg2.
class grid_group {
 public:
  WG_CG grid_group() : barrier_(details::grid_workspace()) {}
  WG_CG bool is_valid() const { return barrier_ != 0; }
  WG_CG void sync() const {
    if (!is_valid()) __trap();
    details::sync_grid(barrier_);
  }
  WG_CG static unsigned long long size() { return num_blocks() * details::threads_of_block(); }
  WG_CG static unsigned long long num_threads() { return size(); }
  WG_CG static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  WG_CG static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  WG_CG static unsigned long long thread_rank() {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  WG_CG static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WG_CG static dim3 dim_blocks() { return group_dim(); }
  WG_CG static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }

 private:
  unsigned long long barrier_;
};
static WG_CG inline grid_group this_grid() { return grid_group(); }

// clang 16 knows no clusters.
#if __clang_major__ >= 17 && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
/// The block's cluster.
class cluster_group {
 public:
  struct arrival_token {};
  WG_CG static void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  WG_CG static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return arrival_token();
  }
  WG_CG static void barrier_wait() { __cluster_barrier_wait(); }
  WG_CG static void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  WG_CG static unsigned int query_shared_rank(const void* address) { return __cluster_query_shared_rank(address); }
  template <class T>
  WG_CG static T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(__cluster_map_shared_rank(address, rank));
  }
  WG_CG static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  WG_CG static unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  WG_CG static dim3 dim_blocks() { return __clusterDim(); }
  WG_CG static unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  WG_CG static unsigned int thread_rank() {
    return block_rank() * details::threads_of_block() + details::rank_in_block();
  }
  WG_CG static unsigned int num_threads() { return num_blocks() * details::threads_of_block(); }
  WG_CG static unsigned int size() { return num_threads(); }
  WG_CG static dim3 dim_threads() {
    dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
};
static WG_CG inline cluster_group this_cluster() { return cluster_group(); }
#endif

/// Threads of one warp that run together, ranked by lane.
class coalesced_group : public thread_group {
 public:
  WG_CG explicit coalesced_group(unsigned int mask) : thread_group(details::coalesced_group_id, __popc(mask), mask) {}
  WG_CG void sync() const { __syncwarp(mask_); }
  WG_CG unsigned int thread_rank() const { return details::rank_in_mask(mask_); }
  WG_CG unsigned int meta_group_size() const { return meta_size_; }
  WG_CG unsigned int meta_group_rank() const { return meta_rank_; }
  WG_CG void set_meta_group(unsigned int rank, unsigned int size) { meta_rank_ = rank, meta_size_ = size; }
  WG_CG unsigned int lane_mask() const { return mask_; }

  template <class T>
  WG_CG T shfl(T value, int rank) const {
    unsigned int lane = rank == 0 ? __ffs(mask_) - 1 : size_ == 32 ? rank : __fns(mask_, 0, rank + 1);
    return details::shuffle(mask_, value, lane);
  }
  template <class T>
  WG_CG T shfl_up(T value, unsigned int delta) const {
    if (size_ == 32) return details::shuffle_up(mask_, value, delta, 32);
    unsigned int lane = __fns(mask_, details::lane(), -(int)(delta + 1));
    return details::shuffle(mask_, value, lane < 32 ? lane : details::lane());
  }
  template <class T>
  WG_CG T shfl_down(T value, unsigned int delta) const {
    if (size_ == 32) return details::shuffle_down(mask_, value, delta, 32);
    unsigned int lane = __fns(mask_, details::lane(), delta + 1);
    return details::shuffle(mask_, value, lane < 32 ? lane : details::lane());
  }
  WG_CG int any(int predicate) const { return __any_sync(mask_, predicate); }
  WG_CG int all(int predicate) const { return __all_sync(mask_, predicate); }
  WG_CG unsigned int ballot(int predicate) const { return details::pack(mask_, __ballot_sync(mask_, predicate)); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T>
  WG_CG unsigned int match_any(T value) const {
    return details::pack(mask_, __match_any_sync(mask_, value));
  }
  template <class T>
  WG_CG unsigned int match_all(T value, int& agree) const {
    return details::pack(mask_, __match_all_sync(mask_, value, &agree));
  }
#endif

 private:
  unsigned int meta_rank_ = 0, meta_size_ = 1;
};
static WG_CG inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace details {

/// `Size` neighbouring threads of a warp: 1, 2, 4, 8, 16 or 32.
template <unsigned int Size, class Parent>
class warp_tile : public thread_group {
 public:
  WG_CG explicit warp_tile(tile_exchange* = nullptr) : thread_group(tile_id, Size, tile_mask(Size)) {}
  WG_CG static tile_exchange* exchange() { return nullptr; }
  WG_CG static void sync() { __syncwarp(details::tile_mask(Size)); }
  struct arrival_token {};
  WG_CG arrival_token barrier_arrive() const { return arrival_token(); }
  WG_CG void barrier_wait(arrival_token&&) const { sync(); }
  WG_CG static constexpr unsigned int size() { return Size; }
  WG_CG static constexpr unsigned int num_threads() { return Size; }
  WG_CG static unsigned int thread_rank() { return details::rank_in_block() & (Size - 1); }
  WG_CG static unsigned int meta_group_rank() { return details::meta_rank<Size, Parent>(); }
  WG_CG static unsigned int meta_group_size() { return details::meta_size<Size, Parent>(); }
  WG_CG unsigned int lane_mask() const { return mask_; }

  template <class T>
  WG_CG T shfl(T value, int rank) const {
    return details::shuffle(details::tile_mask(Size), value, rank, Size);
  }
  template <class T>
  WG_CG T shfl_up(T value, unsigned int delta) const {
    return details::shuffle_up(details::tile_mask(Size), value, delta, Size);
  }
  template <class T>
  WG_CG T shfl_down(T value, unsigned int delta) const {
    return details::shuffle_down(details::tile_mask(Size), value, delta, Size);
  }
  template <class T>
  WG_CG T shfl_xor(T value, unsigned int mask) const {
    return details::shuffle_xor(details::tile_mask(Size), value, mask, Size);
  }
  WG_CG int any(int predicate) const { return __any_sync(details::tile_mask(Size), predicate); }
  WG_CG int all(int predicate) const { return __all_sync(details::tile_mask(Size), predicate); }
  WG_CG unsigned int ballot(int predicate) const {
    return details::to_tile<Size>(__ballot_sync(details::tile_mask(Size), predicate));
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T>
  WG_CG unsigned int match_any(T value) const {
    return details::to_tile<Size>(__match_any_sync(details::tile_mask(Size), value));
  }
  template <class T>
  WG_CG unsigned int match_all(T value, int& agree) const {
    return details::to_tile<Size>(__match_all_sync(details::tile_mask(Size), value, &agree));
  }
#endif
};

template <unsigned int Size, class Parent, bool spans_warps = (Size > 32)>
struct tile_of {
  typedef warp_tile<Size, Parent> type;
};
template <unsigned int Size, class Parent>
struct tile_of<Size, Parent, true> {
  typedef block_tile<Size, Parent> type;
};

}  // namespace details

/// `Size` neighbouring threads of the block: a part of a warp, a warp, or several.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::tile_of<Size, Parent>::type {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024, "a tile's size is a power of two, 1024 at most");
  typedef typename details::tile_of<Size, Parent>::type base;

 public:
  WG_CG explicit thread_block_tile(details::tile_exchange* exchange = nullptr) : base(exchange) {}
  // A tile of any parent is a tile: functions take thread_block_tile<32>. The parent only matters to meta_group_rank.
  template <class OtherParent>
  WG_CG thread_block_tile(const thread_block_tile<Size, OtherParent>& tile) : base(tile.exchange()) {}
};

/// The calling thread alone.
static WG_CG inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }

template <unsigned int Size, class Parent>
WG_CG inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  if constexpr (Size > 32) {
    details::tile_exchange* exchange = parent.exchange();
    if constexpr (details::size_of_parent<Parent>::value == 0) details::begin_exchange(exchange);
    return thread_block_tile<Size, Parent>(exchange);
  } else {
    return thread_block_tile<Size, Parent>();
  }
}
WG_CG inline thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  unsigned int mask = details::tile_mask(size) & (parent.id_ == details::thread_block_id ? ~0u : parent.mask_);
  return thread_group(details::tile_id, size, mask);
}
/// Of a coalesced group, by rank.
WG_CG inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  unsigned int first = parent.thread_rank() / size * size, mask = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size(); ++rank) {
    mask |= 1u << __fns(parent.lane_mask(), 0, rank + 1);
  }
  coalesced_group tile(mask);
  tile.set_meta_group(first / size, (parent.size() + size - 1) / size);
  return tile;
}
namespace details {
template <class Group>
WG_CG inline coalesced_group part_by_truth(const Group& group, bool predicate) {
  unsigned int yes = __ballot_sync(group.lane_mask(), predicate);
  coalesced_group part(predicate ? yes : group.lane_mask() & ~yes);
  part.set_meta_group(predicate ? 1 : 0, 2);
  return part;
}
}  // namespace details

template <unsigned int Size, class Parent>
WG_CG inline coalesced_group binary_partition(const thread_block_tile<Size, Parent>& group, bool predicate) {
  return details::part_by_truth(group, predicate);
}
WG_CG inline coalesced_group binary_partition(const coalesced_group& group, bool predicate) {
  return details::part_by_truth(group, predicate);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
template <unsigned int Size, class Parent, class Label>
WG_CG inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& group, Label label) {
  return coalesced_group(__match_any_sync(group.lane_mask(), label));
}
template <class Label>
WG_CG inline coalesced_group labeled_partition(const coalesced_group& group, Label label) {
  return coalesced_group(__match_any_sync(group.lane_mask(), label));
}
#endif

template <class Group>
WG_CG inline void sync(const Group& group) {
  group.sync();
}
template <class Group>
WG_CG inline unsigned long long thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
WG_CG inline unsigned long long group_size(const Group& group) {
  return group.size();
}
template <class Group, class Function, class... Arguments>
WG_CG inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
/// What the one thread's call returns, in all threads of a group within a warp.
template <class Group, class Function, class... Arguments>
WG_CG inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> decltype(function(static_cast<Arguments&&>(arguments)...)) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result;
  if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

// The names of CUDA 11, whose memory also says how much a collective moves at once.
namespace experimental {
template <unsigned int CommunicationSize = 8, unsigned int MaxBlockSize = 1024>
struct block_tile_memory : cooperative_groups::block_tile_memory<MaxBlockSize> {};
template <unsigned int CommunicationSize, unsigned int MaxBlockSize>
WG_CG inline thread_block this_thread_block(block_tile_memory<CommunicationSize, MaxBlockSize>& memory) {
  return thread_block(&memory.exchange);
}
using cooperative_groups::tiled_partition;
}  // namespace experimental

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif

#endif
