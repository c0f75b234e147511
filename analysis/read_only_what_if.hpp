// What plain loads of global memory would find in the first level if they went there, on machines where only the
// read-only path does (ld.global.nc: __ldg(), or const with __restrict__). Each multiprocessor is given a second first
// level that all of them go through; and it is remembered which lines an instruction reads and which the launch writes,
// since that path is for what nobody writes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/cached_at.hpp"
#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"
#include "arch/device_model.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

class ReadOnlyWhatIf {
 public:
  /// Before a launch of a program of so many ops.
  void start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops);

  /// Whether the machine is one where it makes a difference.
  [[nodiscard]] bool looks() const { return first_.size() != 0; }

  /// Whether an access is a load that could take the path, on such a machine.
  [[nodiscard]] static bool is_about(const sim::AccessEvent& event) {
    return event.space == sim::Space::global && event.via == sim::Via::instruction && event.order == sim::Order::weak &&
           (event.cache == CacheOperator::none || event.cache == CacheOperator::all);
  }

  /// Sectors of a line that one of them reads.
  void read(std::uint32_t sm, std::uint32_t pc, std::uint32_t line, std::uint32_t sectors);
  /// Somebody writes to the line.
  void write(std::uint32_t line) { written_.add(line); }

  /// Adds to each op what it would have found. Nothing is kept.
  void finish(std::span<CachedAt> by_op);

 private:
  /// Of lines, a bit each.
  class Lines {
   public:
    void add(std::uint32_t line);
    [[nodiscard]] bool meets(const Lines& other) const;

   private:
    std::vector<std::uint64_t> bits_;
  };
  struct Load {
    std::uint64_t hits = 0;
    Lines lines;
  };

  CacheBank<arch::kFirstLevelWays> first_;  // by SM; none: the machine is another
  std::vector<Load> loads_;                 // by op
  Lines written_;
};

}  // namespace warpglass::analysis
