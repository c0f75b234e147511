// Reductions of clusters that run on several workers at once, brought to memory in the order of the clusters, as if one
// worker had run them one after another: sums of floating-point numbers come out with the same bits, and operations
// that do not commute need no care.
//
// A worker writes down what its batch of clusters reduces; logs are worked off in order (sim/batch_ring.hpp), the parts
// being memory by cache line. A word that is reduced again and again in one batch comes to memory once, where its
// operands can be put together.
//
// The launch says which allocations are reduced (sim/reductions.hpp) and that nothing else reaches them. Should
// something all the same, through an address that has left its object, it first waits until its batch is the oldest
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

#include "sim/batch_ring.hpp"
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

/// What the batches of a launch have reduced and memory has not got yet. Shared by its workers.
class ReductionRing {
 public:
  static constexpr std::size_t kParts = 16;
  static constexpr std::size_t kKinds = 64;              // of operations in one program; there are not as many
  static constexpr std::size_t kRingBytes = 8u << 20;    // of logs that wait
  static constexpr std::size_t kOwnBytes = 512u << 10;   // of a batch's log, from where on it waits for its turn
  static constexpr std::size_t kApplyBytes = 16u << 10;  // that a worker adds before it looks what can be applied

  /// \param memory   that is reduced
  /// \param batches  that may come
  /// \param last, cancelled  as BatchRing's
  ReductionRing(std::vector<Extent> memory, std::uint64_t batches, const std::atomic<std::uint64_t>& last,
                std::function<bool()> cancelled);
  ReductionRing(const ReductionRing&) = delete;
  ReductionRing& operator=(const ReductionRing&) = delete;

  /// Applies all that can be. When every batch has ended: all that there is.
  void drain();

 private:
  friend class ReductionLog;

  /// What a batch has reduced in one part, in order.
  using Part = std::vector<Reduction>;
  struct Log : BatchLog {
    std::array<Part, kParts> parts;
    void clear() {
      for (Part& part : parts) part.clear();
    }
  };

  /// Applies what there is of all parts. \param first  part to begin with, for each worker another one
  /// \returns whether any has got on
  bool apply_all(std::size_t first);
  /// The number by which reductions name an operation.
  [[nodiscard]] std::uint64_t number_of(Reduction::Apply wanted);
  void apply(const Part& part) const;

  const std::vector<Extent> memory_;
  SpareLogs<Log> spare_;
  BatchRing<Log> logs_;
  std::mutex kinds_mutex_;
  std::array<std::atomic<Reduction::Apply>, kKinds> kinds_{};
};

/// What one worker writes down.
class ReductionLog {
 public:
  ReductionLog(ReductionRing& ring, std::size_t worker) : ring_(ring), worker_(worker), log_(ring.spare_.take()) {}

  /// Waits until there is room for another batch.
  void make_room();
  void start(std::uint64_t batch);
  /// What add() takes for an operation.
  [[nodiscard]] std::uint64_t kind_of(Reduction::Apply apply) {
    if (apply != last_apply_) [[unlikely]]
      look_up(apply);
    return last_kind_;
  }
  /// The value comes to memory behind all that the batch has added before, and earlier batches at all.
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
  /// Brings to memory what this batch and all before it have reduced so far.
  void settle();
  /// The batch has ended, or one of its clusters faulted.
  void finish();
  /// The worker has no more of them: it helps until all of so many have been applied.
  void finish_all(std::uint64_t batches);

 private:
  /// Waits, and applies what can be meanwhile, until `ready` or until the batch is lost.
  template <class Ready>
  void await(Ready&& ready);
  void look_up(Reduction::Apply apply);

  /// Where in a part words were written down last, by their address.
  struct Recent {
    std::size_t first = 0;  // before that are operations of other kinds, which nothing must pass
    std::array<std::uint32_t, 64> index{};
  };

  ReductionRing& ring_;
  std::size_t worker_;
  std::unique_ptr<ReductionRing::Log> log_;
  std::uint64_t batch_ = 0;
  Reduction::Apply last_apply_ = nullptr;
  std::uint64_t last_kind_ = 0;
  std::array<Recent, ReductionRing::kParts> recent_;
  std::size_t added_ = 0;  // bytes and batches since this worker last looked what can be applied
};

}  // namespace warpglass::sim
