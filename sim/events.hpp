// What a listener (sim/listener.hpp) can hear. Events are borrowed for the time of the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/cache_operator.hpp"
#include "base/lane_mask.hpp"
#include "sim/cost_model.hpp"
#include "sim/effects.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

/// Where in a launch something happens.
struct Where {
  std::uint32_t pc = 0;     // Program::ops
  std::uint32_t sm = 0;     // multiprocessor the block runs on
  std::uint64_t block = 0;  // in block order
  std::uint32_t warp = 0;   // within the block
  LaneMask lanes = 0;       // that take part
};

enum class Direction : std::uint8_t { read, write, update };

/// What makes an access. Copies are made when they are issued; on a machine that is when they may begin.
enum class Via : std::uint8_t {
  instruction,
  async_copy,
  bulk_copy,
  async_store,
  matrix,  // a factor of a warp group's product, which a descriptor names
  texture,
  surface,
  mbarrier,
  call,
  argument,  // a parameter is put where its address was taken; a machine passes it elsewhere
};

/// One warp instruction's access to one memory.
struct AccessEvent {
  Where at{};  // `lanes`: never none
  Direction direction = Direction::read;
  Via via = Via::instruction;
  AccessKind kind = AccessKind::load;  // atomics have kinds of their own
  Space space = Space::global;         // any but generic
  Order order = Order::weak;
  Scope scope = Scope::unsaid;
  CacheOperator cache = CacheOperator::none;
  EvictionHints eviction{};
  std::uint64_t policy = 0;    // of the first lane (base/cache_policy.hpp); 0: none
  std::uint32_t bytes = 0;     // per lane
  std::uint32_t elements = 1;  // of a vector: `bytes` are this many elements
  std::uint64_t owner = 0;     // shared memory: the block whose it is, in block order
  /// Lane i is at `base + offset[i]`: an address, or in shared and local memory an offset in the block's or thread's
  /// own.
  std::uint64_t base = 0;
  const std::int64_t* offset = nullptr;  // 32; of lanes that take part
  std::uint64_t shape = 0;               // the same number at one pc, the same lanes and distances; 0: not known
  // Stores and asynchronous copies: the values by lane, `stored_bytes` apart, of which the first `bytes` go to memory;
  // else none.
  const std::byte* stored = nullptr;
  std::uint32_t stored_bytes = 0;
  const std::byte* memory = nullptr;  // with `stored`: what stands at `base` so far, on the host
  bool contiguous = false;            // all 32 lanes, each beside the one before it
  // Beside the access as written, what the machine does for it; nothing where another instruction's access does it.
  std::span<const MachineAccess> machine{};
  LaneMask machine_lanes = 0;
  std::uint32_t sectors = 0;  // that the cost model counts, with those of lanes that take turns; 0 without a model

  [[nodiscard]] std::uint64_t address(int lane) const { return base + static_cast<std::uint64_t>(offset[lane]); }
};

/// What does something with tensor memory (tcgen05).
enum class TensorUse : std::uint8_t {
  product,  // these two go on beside the thread that has issued them, until a barrier object is told of their commit;
  copy,     // what one thread issues is done in that order
  load,     // to and from registers of a warp, which waits for all of a kind (wait::ld, wait::st)
  store,
};

/// Columns side by side of a block's tensor memory, in some of its lanes.
struct TensorEvent {
  static constexpr std::uint32_t kLanesInGroup = 16;  // that are used together
  static constexpr std::uint32_t kGroups = 8;

  Where at{};
  TensorUse use = TensorUse::load;
  bool writes = false;
  std::uint32_t groups = 0;  // of lanes, a bit each
  std::uint32_t column = 0;  // the first
  std::uint32_t columns = 1;
  std::uint64_t owner = 0;  // the block whose it is, in block order
};

enum class Sync : std::uint8_t {
  barrier_arrive,   // lanes have come to barrier `number` of the block, and go on (bar.arrive)
  barrier_wait,     // lanes have come and wait (bar.sync, bar.red)
  barrier_release,  // all have come that the barrier expects: those that wait go on
  warp_barrier,     // lanes have come together that `members` names (bar.warp.sync)
  warp_gather,      // the same for another instruction of the warp, which orders no memory; those of `members` that are
                    // missing never will come
  stray_shuffle,    // lanes have executed a shuffle that reads from `members`, which their masks name and which do not
                    // execute it
  fence,            // of kind `fence`, with `order` and `scope`
  mbarrier_init,    // `count` arrivals; here and below: barrier object at `address` of block `owner`
  mbarrier_invalidate,
  mbarrier_arrive,    // `count` arrivals
  mbarrier_expect,    // `count` bytes
  mbarrier_complete,  // `count` bytes have come
  mbarrier_test,      // lanes for which the phase is `complete`
  async_commit,       // groups of what goes on beside its threads
  async_wait,         // until at most `count` groups are under way
  async_arrive,       // the barrier object will be told of the thread's cp.async copies so far
  cluster_arrive,
  cluster_wait,
  cluster_release,
  nested_launch,  // a thread has launched a grid from device code, as LaunchRequest::nested says: `count`
  grid_arrive,    // the word at LaunchRequest::grid_workspace is updated: barriers of the grid are made of that
  grid_test,      // and read
};

/// What groups are made of that threads commit and wait for.
enum class AsyncGroup : std::uint8_t {
  copies,         // cp.async
  bulk_copies,    // cp.async.bulk to global memory
  products,       // wgmma.mma_async
  tensor_loads,   // tcgen05.ld; there are no commits of these two
  tensor_stores,  // tcgen05.st
};

struct SyncEvent {
  Where at{};
  Sync what = Sync::fence;
  std::uint32_t number = 0;
  std::uint32_t threads = 0;  // block barriers: that are expected; 0: all of the block
  std::uint32_t count = 0;
  LaneMask members = 0;  // that are named; of a block barrier, lanes that have not exited
  LaneMask complete = 0;
  bool completes = false;                 // mbarrier_arrive, async_arrive, mbarrier_complete: the phase ends with it
  bool all = false;                       // async_wait: also for copies that are not committed; mbarrier_complete: what
                                          // is told of is done with this, for other barriers are told as well
  AsyncGroup group = AsyncGroup::copies;  // async_commit, async_wait
  Fence fence = Fence::none;
  Order order = Order::weak;
  Scope scope = Scope::unsaid;
  std::uint64_t address = 0;
  std::uint64_t owner = 0;
};

enum class Flow : std::uint8_t {
  block_start,
  block_end,
  branch,
  call,
  ret,
  exit,
  passed,  // lanes have executed a basic block of the program, `passed`, to its end
};

struct FlowEvent {
  Where at{};
  Flow what = Flow::branch;
  LaneMask taken = 0;          // branch: lanes of `at.lanes` that jump
  bool divergent = false;      // branch: the lanes part
  std::uint32_t function = 0;  // call, ret: Program::functions
  std::uint32_t passed = 0;    // Program::blocks
};

enum class StreamAction : std::uint8_t {
  create,
  destroy,
  launch,         // a kernel; Listener::on_start follows
  copy,           // or a fill; MemoryEvents follow
  allocate,       // in the stream's order; a MemoryEvent follows
  record,         // event `event`: what the stream has been given so far
  wait,           // what the stream is given from now on waits for `event`
  wait_on_host,   // the host waits for the stream, or for `event` where there is one
  wait_for_all,   // the host waits for the device
  poll,           // as wait_on_host: it asks, and is told that all is done
  release,        // of memory in the stream's order; a MemoryEvent follows
  host_function,  // begins; it may tell the program's own threads
};

/// Streams are numbered over all devices: the device's number above, the stream's own below, 0 for the device's legacy
/// default stream. So the first device's are 0, 1, 2 ...
inline constexpr unsigned kStreamBits = 32;

[[nodiscard]] constexpr std::uint64_t default_stream(std::uint32_t device) {
  return std::uint64_t{device} << kStreamBits;
}
[[nodiscard]] constexpr std::uint32_t device_of_stream(std::uint64_t stream) {
  return static_cast<std::uint32_t>(stream >> kStreamBits);
}
[[nodiscard]] constexpr bool is_default_stream(std::uint64_t stream) {
  return stream == default_stream(device_of_stream(stream));
}

/// Streams execute at once, in the order of the calls; what they would permit is for the listener to work out.
struct StreamEvent {
  StreamAction what = StreamAction::launch;
  std::uint64_t stream = 0;  // is_default_stream(): the default stream; wait_for_all: of the device that is waited for
  std::uint64_t event = 0;   // 0: none
  bool blocking = true;      // create: waits for the default stream; copy: the host waits for it
  bool of_thread = false;    // create: the default stream of a thread; others get theirs when they first ask
};

}  // namespace warpglass::sim
