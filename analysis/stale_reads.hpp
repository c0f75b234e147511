// Reads by paths that do not see what the same launch has written: the read-only data cache, textures and surfaces,
// constant memory (PTX ISA, ld.global.nc; CUDA Programming Guide, Texture and Surface Memory, Read/Write Coherency).
// Told where the write has come first: then the value may be the one before. In launches whose blocks cannot talk to
// each other only a block's own writes are looked at; others' are races.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "analysis/race.hpp"
#include "base/dim3.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

enum class StalePath : std::uint8_t { read_only, texture, surface, constant };

/// Of one instruction: one that reads so, of constant memory one that writes.
struct StaleRead {
  std::uint64_t count = 0;    // 128-byte lines, each time
  std::uint64_t address = 0;  // of an example
  std::string object;         // "byte 12 of cudaMalloc #3"
  std::uint32_t writer = 0;   // pc
  Racer thread{};
  Dim3 grid{};  // of the launch
  Dim3 threads{};
};

/// By pc.
using StaleReads = std::map<std::pair<std::uint32_t, StalePath>, StaleRead>;

void add(StaleReads& reads, const StaleReads::key_type& place, const StaleRead& read);

class StaleReadDetector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::global | sim::Interest::apart | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  void on_blocks_apart() override { blocks_talk_ = false; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, program_, looks_, reads_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(reads_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const StaleReads& reads() const { return reads_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  const void* program_ = nullptr;  // that `looks_` is of
  bool looks_ = false;             // the program has such reads
  bool blocks_talk_ = true;
  StaleReads reads_;
};

}  // namespace warpglass::analysis
