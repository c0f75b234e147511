#include "analysis/nested_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "analysis/access_history.hpp"
#include "analysis/names.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

// Accesses of a line that are remembered; of more the newer half is kept.
constexpr std::size_t kAccessesKept = 64;

/// The same warp does the same again, and nobody has been told anything in between.
bool is_again(const LaunchingGrid::Access& last, const RacingAccess& now, std::uint32_t part) {
  return last.pc == now.pc && last.block == now.block && last.warp == now.warp && last.clock == now.clock &&
         last.part == part && &*last.footprint == &**now.footprint;
}

/// A lane that touches one of the bytes and that the launch does not know of; -1: there is none. The byte is `byte`.
int unknown_lane(const LaunchingGrid::Access& access, const LineBytes& bytes, const Knowledge& known, int& byte) {
  const LinePart& part = access.footprint->parts[access.part];
  const Seen seen = known.of({access.block, access.warp});
  for (std::size_t half = 0; half < bytes.size(); ++half) {
    for (std::uint64_t rest = part.touched()[half] & bytes[half]; rest != 0; rest &= rest - 1) {
      byte = static_cast<int>(half) * 64 + std::countr_zero(rest);
      const auto word = static_cast<std::size_t>(byte) / kWordBytes;
      for (const std::uint8_t lane : {part.low(word), part.high(word)})
        if (access.clock > seen.of(lane)) return lane;
    }
  }
  return -1;
}

}  // namespace

void LaunchingGrid::note(const RacingAccess& access) {
  const std::uint64_t first = access.base / kLineBytes;
  const std::vector<LinePart>& parts = (*access.footprint)->parts;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    Line& line = lines_.at(first + static_cast<std::uint64_t>(parts[i].line));
    if (!line.empty() && is_again(line.back(), access, i)) continue;
    if (line.size() == kAccessesKept) line.erase(line.begin(), line.begin() + kAccessesKept / 2);
    line.push_back({.footprint = *access.footprint,
                    .part = i,
                    .pc = access.pc,
                    .block = access.block,
                    .clock = access.clock,
                    .warp = access.warp,
                    .writes = access.writes,
                    .strong = access.strong});
  }
}

void LaunchingGrid::launch(std::uint32_t number, std::uint32_t pc, Knowledge known) {
  launches_.insert_or_assign(number, Launch{.pc = pc, .known = std::move(known)});
}

const LaunchingGrid::Launch* LaunchingGrid::launched(std::uint32_t number) const {
  const auto found = launches_.find(number);
  return found == launches_.end() ? nullptr : &found->second;
}

void NestedGrids::start(const sim::LaunchRequest& launch) {
  // What the host launches comes after all that was nested in what it launched before, unless they take turns: then
  // some races are missed.
  if (!launch.nested) grids_.clear();
}

std::vector<NestedGrids::Above> NestedGrids::above(const sim::LaunchRequest& launch) const {
  if (!launch.nested) return {};
  const auto launcher = grids_.find(launch.nested->grid);
  if (launcher == grids_.end()) return {};
  std::vector<Above> all = launcher->second.above;
  // What is in its tail comes after the grid that launched it, and not after those above that.
  if (!launch.nested->in_tail && launcher->second.grid != nullptr)
    all.push_back({.grid = launcher->second.grid, .number = launch.nested->number});
  return all;
}

void NestedGrids::end(const sim::LaunchRequest& launch, std::vector<std::unique_ptr<LaunchingGrid>> did) {
  if (did.empty()) return;
  Launched& launched = grids_[launch.grid_id];
  launched.above = above(launch);
  launched.grid = std::make_shared<const Grid>(Grid{.kernel = launch.program->name,
                                                    .grid = launch.grid,
                                                    .threads = launch.block,
                                                    .positions = positions_of(*launch.program),
                                                    .did = std::move(did)});
}

NestedRaces NestedGrids::races(const sim::LaunchRequest& launch, const TouchedRuns& touched) const {
  NestedRaces races;
  for (const Above& above : this->above(launch)) compare(above, launch, touched, races);
  return races;
}

void NestedGrids::compare(const Above& above, const sim::LaunchRequest& launch, const TouchedRuns& touched,
                          NestedRaces& races) {
  const Grid& grid = *above.grid;
  const LaunchingGrid::Launch* begins = nullptr;
  for (const auto& did : grid.did) begins = begins != nullptr ? begins : did->launched(above.number);
  if (begins == nullptr) return;
  const auto meet = [&](std::uint64_t number, const Touch& touch, Touching how, const LaunchingGrid::Access& access) {
    const bool writes = is_write(how);
    if (!(writes || access.writes) || (is_strong(how) && access.strong)) return;
    int byte = 0;
    const int lane = unknown_lane(access, touch.bytes, begins->known, byte);
    if (lane < 0) return;
    const NestedPair pair{.pc = touch.pc,
                          .writes = writes,
                          .launcher = grid.kernel,
                          .other_pc = access.pc,
                          .other_writes = access.writes};
    const std::uint64_t address = number * kLineBytes + static_cast<std::uint64_t>(byte);
    NestedRace& race = races[pair];
    if (race.lines++ != 0 && race.address <= address) return;
    race.address = address;
    if (const auto allocation = launch.memory->find(address))
      race.object = fmt::format("byte {} of {}", grouped(address - allocation->begin), allocation->label);
    race.block = touch.block;
    race.grid = launch.grid;
    race.other_where = (*grid.positions)[access.pc];
    race.other = {.block = access.block, .warp = access.warp, .lane = static_cast<std::uint8_t>(lane)};
    race.other_grid = grid.grid;
    race.other_threads = grid.threads;
    race.launched_at = (*grid.positions)[begins->pc];
  };
  const auto meet_line = [&](std::uint64_t number, const TouchedLine& touches) {
    for (const auto& did : grid.did) {
      const LaunchingGrid::Line* const line = did->lines().find(number);
      if (line == nullptr) continue;
      for (std::size_t how = 0; how < kTouchings; ++how) {
        if (!touches.touches[how].any()) continue;
        for (const LaunchingGrid::Access& access : *line)
          meet(number, touches.touches[how], static_cast<Touching>(how), access);
      }
    }
  };
  for (const TouchedRun& run : touched.runs()) {
    for (std::uint64_t number = run.begin; number < run.end; ++number) meet_line(number, run.line);
  }
}

}  // namespace warpglass::analysis
