// Copies and fills of memory that the host asks for, and where each stands among the launches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/profile.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

/// Hears what streams are given: a copy or a fill, and then of each of its rows. A copy that begins and ends in memory
/// of the host moves nothing on a device and is none. Threads of the host may tell at once.
class TransferLog final : public sim::Listener {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::memory | sim::Interest::streams; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void on_stream(const sim::StreamEvent& event) override;
  void on_memory(const sim::MemoryEvent& event) override;

  /// The first kMaxTransfers so far.
  [[nodiscard]] std::vector<TransferProfile> transfers() const;
  /// All of them so far.
  [[nodiscard]] std::uint64_t count() const;
  /// Forgets them, and the launches. What is pinned stays known.
  void start_over();

 private:
  [[nodiscard]] TransferKind kind_of(const sim::MemoryEvent& event) const;
  [[nodiscard]] bool is_pinned(std::uint64_t address) const;

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::uint64_t> pinned_;  // memory of the host: end by begin
  TransferProfile now_;                            // whose rows are heard
  bool begun_ = false;                             // now_ was given out, and nothing else since
  std::vector<TransferProfile> transfers_;
  std::uint64_t count_ = 0;
  std::uint64_t launches_ = 0;
};

}  // namespace warpglass::analysis
