// Reductions of clusters that run on several workers at once, brought to memory in the order of the clusters, as if one
// worker had run them one after another: sums of floating-point numbers come out with the same bits, and operations
// that do not commute need no care.
//
// A worker writes down what its cluster reduces. When the cluster has ended its log waits in a ring, at the place of
// its number; from there logs are applied as far as they lie without a gap, by whichever worker comes along. Memory is
// cut into parts by cache line, each with a place in the ring up to which it has been applied, so that several workers
// apply different parts of the same logs at once and each word still sees its reductions in order.
//
// The launch says which allocations are reduced (sim/reductions.hpp) and that nothing else reaches them. Should
// something all the same, through an address that has left its object, it first waits until its cluster is the oldest
// one, and brings to memory what that one has reduced so far: it finds what it would have found on one worker.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "sim/reductions.hpp"

namespace warpglass::sim {

/// One value to be brought to one aligned word.
struct Reduction {
  static constexpr unsigned kAddressBits = 48;

  std::uint64_t place = 0;    // the address, and above its bits the kind of operation
  std::uint64_t operand = 0;  // in its low bytes

  [[nodiscard]] std::uint64_t address() const { return place & ((std::uint64_t{1} << kAddressBits) - 1); }
  [[nodiscard]] std::uint64_t kind() const { return place >> kAddressBits; }

  /// Does operations of one kind, in the order given.
  using Apply = void (*)(std::span<const Reduction>);
};

/// What the clusters of a launch have reduced and memory has not got yet. Shared by its workers.
class ReductionRing {
 public:
  static constexpr std::size_t kParts = 16;
  static constexpr std::size_t kKinds = 64;               // of operations in one program; there are not as many
  static constexpr std::uint64_t kSlots = 4096;           // clusters that may be ahead of the oldest one
  static constexpr std::size_t kPendingBytes = 8u << 20;  // in the ring, from where on no cluster begins
  static constexpr std::size_t kOwnBytes = 512u << 10;    // of a cluster's log, from where on it waits for its turn
  static constexpr std::size_t kSpareBytes = 8u << 20;    // of logs that are kept for other clusters
  static constexpr std::size_t kApplyBytes = 128u << 10;  // that a worker adds before it looks what can be applied

  /// \param memory  that is reduced
  /// \param last  nothing is applied of clusters beyond; may fall while the launch runs, to one that has not ended
  /// \param cancelled  whether the launch is to end: nobody waits any more
  ReductionRing(std::vector<Extent> memory, const std::atomic<std::uint64_t>& last, std::function<bool()> cancelled);
  ReductionRing(const ReductionRing&) = delete;
  ReductionRing& operator=(const ReductionRing&) = delete;

  /// Applies all that can be. When every cluster has ended: all that there is.
  void drain();

 private:
  friend class ReductionLog;

  /// What a cluster has reduced in one part, in order.
  using Part = std::vector<Reduction>;
  struct Log {
    std::array<Part, kParts> parts;
    std::atomic<std::uint32_t> left{0};  // parts that hold anything and have not been applied
    std::size_t bytes = 0;
    std::size_t most_bytes = 0;  // so far, of all clusters whose it was
  };
  /// The log of a cluster that has ended, until all of it has been applied.
  struct Slot {
    std::atomic<std::uint64_t> cluster{~std::uint64_t{0}};  // whose it is; written last
    std::uint32_t filled = 0;                               // parts that hold anything, one bit each
    std::unique_ptr<Log> log;
  };
  struct alignas(64) Progress {
    std::atomic<bool> busy{false};
    std::atomic<std::uint64_t> next{0};  // the first cluster whose part has not been applied
  };

  /// The first cluster whose log is not all in memory.
  [[nodiscard]] std::uint64_t oldest() const;
  /// Applies what there is of one part, unless somebody else does. \returns whether it has got on
  bool apply(std::size_t part);
  /// The same of all parts. \param first  part to begin with, for each worker another one
  bool apply_all(std::size_t first);
  /// The number by which reductions name an operation.
  [[nodiscard]] std::uint64_t number_of(Reduction::Apply wanted);
  void apply(const Part& part) const;
  [[nodiscard]] std::unique_ptr<Log> take_log();
  void keep(std::unique_ptr<Log> log);

  const std::vector<Extent> memory_;
  const std::atomic<std::uint64_t>& last_;
  const std::function<bool()> cancelled_;
  std::vector<Slot> slots_;  // by number
  std::array<Progress, kParts> progress_;
  std::atomic<std::size_t> pending_bytes_{0};
  std::mutex kinds_mutex_;
  std::array<std::atomic<Reduction::Apply>, kKinds> kinds_{};
  std::mutex spare_mutex_;
  std::vector<std::unique_ptr<Log>> spare_;
  std::size_t spare_bytes_ = 0;
};

/// What one worker writes down.
class ReductionLog {
 public:
  ReductionLog(ReductionRing& ring, std::size_t worker) : ring_(ring), worker_(worker), log_(ring.take_log()) {}

  /// Waits until there is room for another cluster.
  void make_room();
  void start(std::uint64_t cluster);
  /// What add() takes for an operation.
  [[nodiscard]] std::uint64_t kind_of(Reduction::Apply apply) {
    if (apply != last_apply_) [[unlikely]]
      look_up(apply);
    return last_kind_;
  }
  /// The value comes to memory behind all that the cluster has added before, and earlier clusters at all.
  void add(std::uint64_t kind, std::uint64_t address, std::uint64_t operand) {
    log_->parts[address / 64 % ReductionRing::kParts].push_back(
        {.place = address | kind << Reduction::kAddressBits, .operand = operand});
  }
  /// The same for operations whose operands can be put together: join(a, b) once does what a and b do one after the
  /// other. A word that was reduced lately is not written down again.
  template <class Join>
  void add_joined(std::uint64_t kind, std::uint64_t address, std::uint64_t operand, Join&& join) {
    const std::uint64_t place = address | kind << Reduction::kAddressBits;
    const std::size_t number = address / 64 % ReductionRing::kParts;
    ReductionRing::Part& part = log_->parts[number];
    Recent& recent = recent_[number];
    if (part.empty() || part.back().kind() != kind) recent.first = part.size();
    std::uint32_t& index = recent.index[(address / 4 % 16) + (address / 1024 % 4) * 16];
    if (index >= recent.first && index < part.size() && part[index].place == place) {
      part[index].operand = join(part[index].operand, operand);
      return;
    }
    index = static_cast<std::uint32_t>(part.size());
    part.push_back({.place = place, .operand = operand});
  }
  /// Behind the additions of an instruction, so many at most: a log that has grown long is brought to memory, once it
  /// may be.
  void added(std::size_t count) {
    log_->bytes += count * sizeof(Reduction);
    if (log_->bytes > ReductionRing::kOwnBytes) [[unlikely]]
      settle();
  }
  /// Whether the launch reduces in the allocation at `address`.
  [[nodiscard]] bool covers(std::uint64_t address) const;
  /// Brings to memory what this cluster and all before it have reduced so far.
  void settle();
  /// The cluster has ended, or faulted.
  void finish();

 private:
  /// Whether what this cluster does is of no interest any more.
  [[nodiscard]] bool is_lost() const;
  /// Waits, and applies what can be meanwhile, until `ready` or until the cluster is lost.
  template <class Ready>
  void await(Ready&& ready);
  void clear();
  void look_up(Reduction::Apply apply);

  /// Where in a part words were written down last, by their address.
  struct Recent {
    std::size_t first = 0;  // before that are operations of other kinds, which nothing must pass
    std::array<std::uint32_t, 64> index{};
  };

  ReductionRing& ring_;
  std::size_t worker_;
  std::unique_ptr<ReductionRing::Log> log_;
  std::uint64_t cluster_ = 0;
  Reduction::Apply last_apply_ = nullptr;
  std::uint64_t last_kind_ = 0;
  std::array<Recent, ReductionRing::kParts> recent_;
  std::size_t added_ = 0;  // bytes and clusters since this worker last looked what can be applied
};

}  // namespace warpglass::sim
