// What an execution does, for whoever wants to hear it: every access as written, with those that the machine makes for
// it; synchronisation; blocks, branches and calls; and what the host does with memory, streams and events.
//
// For each launch a Listener gives every worker a shard. A shard hears the clusters of its worker, all events in the
// order in which they happen, and needs no lock; a block's events come to one shard, in the order of its execution.
// When the launch has ended the shards are merged, in the order of workers. Which clusters a shard has heard differs
// from run to run, so what is merged must add up or be kept by block: then the result is the same for every number of
// workers. Who needs the accesses of a whole launch in one order, that of the clusters, asks for Interest::order: warps
// take turns then as a machine's do, and where several workers run the launch, a shard is told which clusters it hears.
//
// Interests are read when a launch is prepared. What nobody is interested in costs nothing.
//
// A launch that would do again what an earlier one has done need not be executed where all who would hear it have
// Interest::recalls: they keep what they have made of the earlier one, and take it for what they make of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "sim/events.hpp"
#include "sim/memory.hpp"

namespace warpglass::sim {

struct LaunchRequest;
struct LaunchResult;
struct TouchedMemory;

enum class Interest : std::uint32_t {
  shared = 1u << 0,     // accesses to shared memory, also that of other blocks
  global = 1u << 1,     // to global memory, by texture and surface instructions too
  local = 1u << 2,      // to local memory
  constant = 1u << 3,   // to constant memory and, by address, to parameters
  sync = 1u << 4,       // SyncEvent
  flow = 1u << 5,       // FlowEvent
  memory = 1u << 6,     // MemoryEvent
  streams = 1u << 7,    // StreamEvent
  order = 1u << 8,      // all accesses of a launch in one order: that of the clusters, or of those that take turns
  uncounted = 1u << 9,  // launches that nobody counts, too
  blocks = 1u << 10,    // of FlowEvent, where blocks begin and end
  products = 1u << 11,  // of FlowEvent, which basic blocks are passed, in programs with products of warp groups
  apart = 1u << 12,     // blocks that reach each other by reductions only may be heard by several workers
  recalls = 1u << 13,   // a launch like one before may be recalled in place of heard (Recollection)
  tensor = 1u << 14,    // TensorEvent
};

class Interests {
 public:
  constexpr Interests() = default;
  constexpr Interests(Interest one) : bits_(static_cast<std::uint32_t>(one)) {}  // NOLINT: one is a set
  [[nodiscard]] constexpr bool has(Interests any) const { return (bits_ & any.bits_) != 0; }
  friend constexpr Interests operator|(Interests a, Interests b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(Interests, Interests) = default;

 private:
  std::uint32_t bits_ = 0;
};
constexpr Interests operator|(Interest a, Interest b) { return Interests(a) | Interests(b); }

inline constexpr Interests kAllAccesses = Interest::shared | Interest::global | Interest::local | Interest::constant;

/// What a shard expects of a block's accesses to shared memory. As long as just these come, in this order, it need not
/// hear them: they pass without an event, and `at` goes on.
struct Expectation {
  static constexpr std::uint32_t kNothing = 0xffffffffu;
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  /// The access that is expected at a place, by its instruction, the shape of its addresses (AccessEvent::shape) and
  /// the first of them, and its warp.
  struct Step {
    std::uint64_t shape = 0;
    std::uint32_t base = 0;
    std::uint32_t pc = kNothing;
    std::uint32_t warp = 0;
    std::uint32_t next = 0;  // the place behind it
  };

  std::uint64_t block = kNoBlock;  // whose accesses; of no block nothing is expected
  std::uint32_t at = 0;
  const Step* steps = nullptr;  // by place

  /// \return  whether it was expected: then the next one is
  [[nodiscard]] bool pass(std::uint64_t of_block, std::uint32_t warp, std::uint32_t pc, std::uint64_t shape,
                          std::uint64_t base) {
    if (block != of_block) return false;
    const Step& step = steps[at];
    if (step.shape != shape || step.base != base || step.pc != pc || step.warp != warp) return false;
    at = step.next;
    return true;
  }
};

class Shard {
 public:
  virtual ~Shard() = default;
  /// Of the shard; it may change whenever the shard hears something. nullptr: there never is one.
  /// \param others  that hear of shared memory as well, and do not either what comes as expected; who expects is told
  ///                everything before them
  [[nodiscard]] virtual Expectation* expectation(std::span<Shard* const> others) {
    (void)others;
    return nullptr;
  }
  virtual void on_access(const AccessEvent& event) { (void)event; }
  virtual void on_tensor(const TensorEvent& event) { (void)event; }
  virtual void on_sync(const SyncEvent& event) { (void)event; }
  virtual void on_flow(const FlowEvent& event) { (void)event; }

  // Under Interest::order, where several workers run a launch. In all, events are to be heard by the number of their
  // batch; as many as a worker hears between these two are of one.
  virtual void on_batch_start(std::uint64_t batch) { (void)batch; }
  /// \param last  of the launch: it has faulted here or before, and nothing counts that is heard of later ones
  virtual void on_batch_end(bool last) { (void)last; }
  /// The worker has no more of them; others may have. Not told where the launch is cancelled.
  /// \param batches  that the launch has
  virtual void on_batches_end(std::uint64_t batches) { (void)batches; }
};

/// What a listener has made of a launch.
struct Recollection {
  /// Before a launch that does the same, behind what streams are told of it: whether the listener would make the same
  /// of it. Empty: it would.
  std::function<bool()> stands{};
  /// In place of on_start() to on_end() of such a launch, which is not executed. Empty: the listener keeps nothing.
  std::function<void(const LaunchRequest& launch)> recall{};
  std::uint64_t bytes = 0;  // that it takes, where that is much
};

/// Of a listener whose `members` are all that a launch leaves.
template <class... Members>
[[nodiscard]] Recollection recollection_of(Members&... members) {
  auto kept = std::make_shared<const std::tuple<Members...>>(members...);
  return {.recall = [kept = std::move(kept), &members...](const LaunchRequest&) { std::tie(members...) = *kept; }};
}

class Listener {
 public:
  virtual ~Listener() = default;
  [[nodiscard]] virtual Interests interests() const = 0;
  /// Before the first block of a launch.
  virtual void on_start(const LaunchRequest& launch) { (void)launch; }
  /// Behind on_start(): how many workers run the launch. One alone runs its clusters in one order.
  virtual void on_workers(std::size_t workers) { (void)workers; }
  /// Behind on_start(): the blocks reach each other by reductions only (sim/reductions.hpp), or not at all. Not told
  /// where they may talk.
  virtual void on_blocks_apart() {}
  [[nodiscard]] virtual std::unique_ptr<Shard> make_shard(std::size_t worker) = 0;
  /// After the last block: once for each shard of the launch, in the order of workers.
  virtual void merge(Shard& shard) { (void)shard; }
  virtual void on_end(const LaunchResult& result) { (void)result; }
  /// Behind on_end(), under Interest::recalls. \param touched  by the launch; complete
  /// \return  nothing: one that does the same is to be heard
  [[nodiscard]] virtual std::optional<Recollection> recollect(const TouchedMemory& touched) {
    (void)touched;
    return std::nullopt;
  }
  virtual void on_memory(const MemoryEvent& event) { (void)event; }
  virtual void on_stream(const StreamEvent& event) { (void)event; }
};

}  // namespace warpglass::sim
