// How much memory of a pool is in use, and how much it has reserved of the device (cudaMemPoolAttr), as an H200 answers
// it: tests/cuda/programs/pool_sizes.expected. What a pool has reserved depends there on where its allocations lie;
// here it is as much as they take side by side.
#pragma once

#include <cstdint>
#include <map>

namespace warpglass::cuda {

/// Sizes are in bytes, streams sim::StreamEvent's.
class PoolSizes {
 public:
  void take(std::uint64_t bytes);
  /// In a stream's order: it can be taken anew, and does not go back to the device before somebody has waited.
  void free(std::uint64_t bytes, std::uint64_t stream);
  /// By cudaFree, which the chip does not take off what is in use.
  void free_at_once(std::uint64_t bytes, std::uint64_t threshold);
  /// The host has waited for a stream, or for all: what was freed there goes back to the device, beyond the threshold.
  void wait(std::uint64_t stream, std::uint64_t threshold);
  void wait_for_all(std::uint64_t threshold);
  /// cudaMemPoolTrimTo
  void trim(std::uint64_t least);

  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t used_high() const { return used_high_; }
  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }
  [[nodiscard]] std::uint64_t reserved_high() const { return reserved_high_; }
  void reset_used_high() { used_high_ = used_; }
  void reset_reserved_high() { reserved_high_ = reserved_; }

 private:
  void keep(std::uint64_t least);
  [[nodiscard]] std::uint64_t wanted() const;

  std::uint64_t used_ = 0, used_high_ = 0;        // as was asked for
  std::uint64_t room_ = 0;                        // that it takes
  std::map<std::uint64_t, std::uint64_t> freed_;  // room, by streams that nobody has waited for since
  std::uint64_t reserved_ = 0, reserved_high_ = 0;
};

}  // namespace warpglass::cuda
