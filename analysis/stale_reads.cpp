#include "analysis/stale_reads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
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

class StaleReadsShard final : public sim::Shard {
 public:
  StaleReadsShard(const sim::LaunchRequest& launch, bool blocks_talk)
      : facts_(launch.program->facts),
        memory_(*launch.memory),
        blocks_talk_(blocks_talk),
        homes_(launch.program->facts.size()) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != sim::Space::global) return;
    if (event.direction != sim::Direction::read) {
      note_write(event);
    } else if (!written_.empty()) {
      const auto path = path_of(event, facts_[event.at.pc]);
      if (path && home_of(event).written) look(event, *path);
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

  /// The allocation in which the first lane of an instruction's last access was: others are taken to be there too.
  struct Home {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;  // 0: not known
    bool constant = false;
    bool written = true;  // when there were `known` that are
    std::size_t known = 0;
  };

  Home& home_of(const sim::AccessEvent& event) {
    Home& home = homes_[event.at.pc];
    if (event.base - home.begin >= home.size) {
      const auto allocation = memory_.find(event.base);
      if (!allocation) return home = {};
      home = {.begin = allocation->begin,
              .size = allocation->size,
              .constant = allocation->kind == sim::AllocationKind::constant,
              .written = written_homes_.contains(allocation->begin),
              .known = written_homes_.size()};
    } else if (home.known != written_homes_.size()) {
      home.written = written_homes_.contains(home.begin);
      home.known = written_homes_.size();
    }
    return home;
  }

  void note_write(const sim::AccessEvent& event) {
    const Home& home = home_of(event);
    if (event.via != Via::surface && home.constant) {
      note(event, {event.at.pc, StalePath::constant}, event.at.pc, event.base, first_lane(event.at.lanes));
      return;
    }
    if (!home.written) written_homes_.insert(home.begin);
    const std::uint64_t first = event.base / kLineBytes;
    for (const LinePart& part : footprints_.of(event)->parts) {
      Written& line = written_.at(first + static_cast<std::uint64_t>(part.line));
      if (!blocks_talk_ && line.block != event.at.block) line.bytes = {};
      line.block = event.at.block;
      line.pc = event.at.pc;
      for (std::size_t half = 0; half < line.bytes.size(); ++half) line.bytes[half] |= part.touched()[half];
    }
  }

  void look(const sim::AccessEvent& event, StalePath path) {
    const std::uint64_t first = event.base / kLineBytes;
    for (const LinePart& part : footprints_.of(event)->parts) {
      const std::uint64_t number = first + static_cast<std::uint64_t>(part.line);
      const Written* const line = written_.find(number);
      if (line == nullptr || (!blocks_talk_ && line->block != event.at.block)) continue;
      const int byte = common_byte(line->bytes, part.touched());
      if (byte < 0) continue;
      const auto word = static_cast<std::size_t>(byte) / kWordBytes;
      note(event, {event.at.pc, path}, line->pc, number * kLineBytes + static_cast<std::uint64_t>(byte),
           part.low(word));
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

  const std::vector<sim::OpFacts>& facts_;
  const sim::Memory& memory_;
  const bool blocks_talk_;
  FootprintCache footprints_;
  LineTable<Written> written_;
  std::unordered_set<std::uint64_t> written_homes_;  // where their allocations begin
  std::vector<Home> homes_;                          // by pc
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
  blocks_talk_ = true;
  if (program_ == launch.program) return;
  program_ = launch.program;
  looks_ = std::ranges::any_of(launch.program->facts, [](const sim::OpFacts& facts) {
    const sim::Effects& effects = facts.effects;
    return effects.read_only || sim::touches_image(effects.does) || effects.reads.has(sim::Space::constant);
  });
}

std::unique_ptr<sim::Shard> StaleReadDetector::make_shard(std::size_t) {
  return looks_ ? std::make_unique<StaleReadsShard>(*launch_, blocks_talk_) : std::make_unique<sim::Shard>();
}

void StaleReadDetector::merge(sim::Shard& shard) {
  if (!looks_) return;
  for (const auto& [place, read] : static_cast<StaleReadsShard&>(shard).reads) {
    StaleRead complete = read;
    complete.grid = launch_->grid;
    complete.threads = launch_->block;
    add(reads_, place, complete);
  }
}

}  // namespace warpglass::analysis
