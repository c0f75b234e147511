// A digest of what a program computes on the device, so that two runs of it can be compared bit by bit without keeping
// their data: of everything that it copies to the host, and of what its memory holds when it is freed or the program
// ends. Pinned memory is left out: the host writes it as it likes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "report/report.hpp"
#include "sim/listener.hpp"

namespace warpglass::session {

class ResultDigest final : public sim::Listener {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::memory; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void on_memory(const sim::MemoryEvent& event) override;

  /// So far. What is not freed counts as it is now.
  [[nodiscard]] report::Results results() const;

 private:
  struct Sum {
    std::uint64_t pieces = 0;
    std::uint64_t bytes = 0;
    std::array<std::uint64_t, 2> parts{};

    void add(std::uint64_t address, std::uint64_t size);
    [[nodiscard]] report::Digest digest() const;
  };

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::uint64_t> live_;  // bytes of allocations, by address
  Sum copied_;
  Sum freed_;
};

}  // namespace warpglass::session
