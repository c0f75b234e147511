#include "analysis/stale_reads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/line_table.hpp"
#include "analysis/names.hpp"
#include "analysis/touched_lines.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::Via;

/// The path of a read that does not see what is written meanwhile.
std::optional<StalePath> path_of(const sim::AccessEvent& event, const sim::OpFacts& facts) {
  if (event.via == Via::texture) return StalePath::texture;
  if (event.via == Via::surface) return StalePath::surface;
  if (event.via == Via::instruction && facts.effects.read_only) return StalePath::read_only;
  return std::nullopt;
}

class Worker final : public sim::Shard {
 public:
  explicit Worker(const sim::LaunchRequest& launch)
      : facts_(launch.program->facts), memory_(*launch.memory), blocks_talk_(launch.program->has_global_atomics) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != sim::Space::global) return;
    if (event.direction != sim::Direction::read) {
      note_write(event);
    } else if (!written_.empty()) {
      const auto path = path_of(event, facts_[event.at.pc]);
      if (path && !is_elsewhere(event)) look(event, *path);
    }
  }

  StaleReads reads;

 private:
  /// What was written of a line.
  struct Written {
    LineBytes bytes{};
    std::uint64_t block = 0;
    std::uint32_t pc = 0;
  };

  /// Seen at a glance: a warp's consecutive bytes below or above all that was written.
  [[nodiscard]] bool is_elsewhere(const sim::AccessEvent& event) const {
    if (!event.contiguous) return false;
    const std::uint64_t last = (event.base + std::uint64_t{kWarpSize} * event.bytes) / kLineBytes;
    return last < lowest_ || event.base / kLineBytes > highest_;
  }

  void note_write(const sim::AccessEvent& event) {
    if (event.via != Via::surface && is_constant(event.base)) {
      note(event, {event.at.pc, StalePath::constant}, event.at.pc, event.base, first_lane(event.at.lanes));
      return;
    }
    const std::uint64_t first = event.base / kLineBytes;
    for (const LinePart& part : footprints_.of(event)->parts) {
      const std::uint64_t number = first + static_cast<std::uint64_t>(part.line);
      lowest_ = std::min(lowest_, number);
      highest_ = std::max(highest_, number);
      Written& line = written_.at(number);
      if (!blocks_talk_ && line.block != event.at.block) line.bytes = {};
      line.block = event.at.block;
      line.pc = event.at.pc;
      for (std::size_t half = 0; half < line.bytes.size(); ++half) line.bytes[half] |= part.touched[half];
    }
  }

  void look(const sim::AccessEvent& event, StalePath path) {
    const std::uint64_t first = event.base / kLineBytes;
    for (const LinePart& part : footprints_.of(event)->parts) {
      const std::uint64_t number = first + static_cast<std::uint64_t>(part.line);
      const Written* const line = written_.find(number);
      if (line == nullptr || (!blocks_talk_ && line->block != event.at.block)) continue;
      const int byte = common_byte(line->bytes, part.touched);
      if (byte < 0) continue;
      const auto word = static_cast<std::size_t>(byte) / kWordBytes;
      note(event, {event.at.pc, path}, line->pc, number * kLineBytes + static_cast<std::uint64_t>(byte),
           part.low[word]);
    }
  }

  void note(const sim::AccessEvent& event, const StaleReads::key_type& place, std::uint32_t writer,
            std::uint64_t address, int lane) {
    const auto allocation = memory_.find(address);
    add(reads, place,
        {.count = 1,
         .address = address,
         .object = allocation ? fmt::format("byte {} of {}", grouped(address - allocation->begin), allocation->label)
                              : std::string(),
         .writer = writer,
         .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .lane = static_cast<std::uint8_t>(lane)}});
  }

  bool is_constant(std::uint64_t address) {
    if (address - other_.begin < other_.size) return false;
    const auto allocation = memory_.find(address);
    if (!allocation) return false;
    if (allocation->kind == sim::AllocationKind::constant) return true;
    other_ = *allocation;
    return false;
  }

  const std::vector<sim::OpFacts>& facts_;
  const sim::Memory& memory_;
  const bool blocks_talk_;
  FootprintCache footprints_;
  LineTable<Written> written_;
  std::uint64_t lowest_ = ~std::uint64_t{0};  // line of those
  std::uint64_t highest_ = 0;
  sim::Allocation other_;  // the last that was written to, and is no constant memory
};

}  // namespace

void add(StaleReads& reads, const StaleReads::key_type& place, const StaleRead& read) {
  const auto [known, fresh] = reads.try_emplace(place, read);
  if (fresh) return;
  const std::uint64_t count = known->second.count + read.count;
  if (std::pair(read.thread.block, read.address) < std::pair(known->second.thread.block, known->second.address))
    known->second = read;
  known->second.count = count;
}

void StaleReadDetector::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  reads_.clear();
  if (program_ == launch.program) return;
  program_ = launch.program;
  looks_ = std::ranges::any_of(launch.program->facts, [](const sim::OpFacts& facts) {
    const sim::Effects& effects = facts.effects;
    return effects.read_only || effects.does == sim::Does::fetches || effects.does == sim::Does::loads_surface ||
           effects.reads.has(sim::Space::constant);
  });
}

std::unique_ptr<sim::Shard> StaleReadDetector::make_shard(std::size_t) {
  return looks_ ? std::make_unique<Worker>(*launch_) : std::make_unique<sim::Shard>();
}

void StaleReadDetector::merge(sim::Shard& shard) {
  if (!looks_) return;
  for (const auto& [place, read] : static_cast<Worker&>(shard).reads) {
    StaleRead complete = read;
    complete.grid = launch_->grid;
    complete.threads = launch_->block;
    add(reads_, place, complete);
  }
}

}  // namespace warpglass::analysis
