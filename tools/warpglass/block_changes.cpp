// Other shapes of blocks. A warp is 32 threads of a block, row by row: a row that is shorter is followed by the next
// one, whose elements lie elsewhere; a block that is no multiple of 32 leaves lanes of its last warp idle; and small or
// odd blocks fill an SM less than it could be. The run tells which kernel has such blocks, the source what is to be
// edited so that the grid follows, and the trial whether the kernel bears it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "base/counted.hpp"
#include "base/lane_mask.hpp"
#include "base/read_file.hpp"
#include "rewrite/function_names.hpp"
#include "rewrite/kernel_launches.hpp"
#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using analysis::InstructionProfile;
using analysis::KernelProfile;
using rewrite::CountedBlock;
using rewrite::KernelLaunch;
using Extents = std::array<std::uint64_t, 3>;

constexpr std::uint64_t kMostThreads = 1024;  // of a block (CUDA Programming Guide, "Compute Capabilities")
constexpr std::size_t kShapesAtMost = 3;      // that are tried
constexpr double kWorthOccupancy = 1.05;      // by which it has to be more

/// What another block could be for.
enum class Aim : std::uint8_t { sectors, instructions, occupancy };

Extents extents_of(const Dim3& block) { return {block.x, block.y, block.z}; }
std::uint64_t threads_of(const Extents& block) { return block[0] * block[1] * block[2]; }

std::string text_of(const Extents& block) {
  if (block[1] == 1 && block[2] == 1) return std::to_string(block[0]);
  return fmt::format("{}x{}", block[0], block[1]);
}

/// How evenly blocks are spread over the SMs: of the time until the last one ends, the share in which an SM has a
/// block, if all take equally long.
double evenness(const Dim3& grid, std::uint32_t sms) {
  const auto blocks = static_cast<double>(grid.volume());
  const std::uint64_t most = sms == 0 ? 0 : (grid.volume() + sms - 1) / sms;
  return most == 0 ? 1 : blocks / (static_cast<double>(most) * sms);
}

double waves(const KernelProfile& kernel, std::uint32_t sms) {
  const double at_once = static_cast<double>(sms) * kernel.blocks_per_sm;
  return at_once == 0 ? 0 : static_cast<double>(kernel.grid.volume()) / at_once;
}

std::vector<report::Figure> figures(const report::Report& report, const Kernels& kernels, Aim aim,
                                    std::uint32_t schedulers) {
  std::vector<report::Figure> all =
      aim == Aim::sectors ? traded_figures(report, kernels, schedulers) : common_figures(report, kernels);
  double least = 1;
  double most = 0;
  for (const KernelProfile* kernel : kernels) {
    least = std::min(least, evenness(kernel->grid, report.run.machine.sm_count));
    most = std::max(most, waves(*kernel, report.run.machine.sm_count));
  }
  all.push_back({.name = "waves of blocks", .value = most, .weighs = false});
  all.push_back({.name = "SMs busy until the end, blocks being equal",
                 .value = least,
                 .less_is_better = false,
                 .is_share = true,
                 .tolerated = 0.05});
  constexpr std::string_view kLeads[] = {"sectors", "instructions", "occupancy"};
  const auto lead = std::ranges::find_if(all, [&](const report::Figure& figure) {
    return figure.name.starts_with(kLeads[static_cast<std::size_t>(aim)]);
  });
  std::rotate(all.begin(), lead, lead + 1);
  return all;
}

struct Wish {
  Aim aim = Aim::sectors;
  std::string message;
};

std::optional<Wish> wish_for_sectors(const KernelProfile& kernel) {
  const std::uint64_t row = kernel.block.x;
  if (row >= kWarpSize || kernel.block.y == 1) return std::nullopt;
  std::uint64_t sectors = 0;
  std::uint64_t ideal = 0;
  for (const InstructionProfile& one : kernel.instructions) {
    if (one.examples.empty() || !splits_rows(one.examples.front(), kernel.block)) continue;
    sectors += one.counts.sectors;
    ideal += one.counts.sectors_ideal;
  }
  if (sectors <= ideal) return std::nullopt;
  return Wish{.aim = Aim::sectors,
              .message = fmt::format(
                  "a warp of a block of {} has {} rows of {}, which lie apart: {} sectors (ideal {})",
                  text_of(extents_of(kernel.block)), kWarpSize / row, row, grouped(sectors), grouped(ideal))};
}

std::optional<Wish> wish_for_lanes(const KernelProfile& kernel) {
  const std::uint64_t threads = kernel.block.volume();
  const std::uint64_t idle = (kWarpSize - threads % kWarpSize) % kWarpSize;
  if (idle == 0) return std::nullopt;
  return Wish{.aim = Aim::instructions,
              .message = fmt::format("blocks of {} leave {} of {} lanes of their warps idle",
                                     counted(threads, "thread"), idle, threads + idle)};
}

/// Warps of an SM with blocks of so many threads.
std::uint32_t warps_with(const KernelProfile& kernel, std::uint64_t threads) {
  for (const analysis::OccupancyCurve& curve : kernel.occupancy_curves) {
    if (curve.name != "block size") continue;
    for (const auto& step : curve.steps) {
      if (step.first <= threads && threads <= step.last) return step.warps_per_sm;
    }
  }
  return 0;
}

std::uint32_t most_warps(const KernelProfile& kernel) {
  std::uint32_t most = 0;
  for (std::uint64_t threads = kWarpSize; threads <= kMostThreads; threads *= 2)
    most = std::max(most, warps_with(kernel, threads));
  return most;
}

std::optional<Wish> wish_for_warps(const KernelProfile& kernel, std::uint32_t sms) {
  const std::uint32_t now = warps_with(kernel, kernel.block.volume());
  const std::uint32_t most = most_warps(kernel);
  if (now == 0 || most < kWorthOccupancy * now || waves(kernel, sms) < 1) return std::nullopt;
  return Wish{.aim = Aim::occupancy,
              .message = fmt::format("an SM holds {} in blocks of {}, and {} in others", counted(now, "warp"),
                                     counted(kernel.block.volume(), "thread"), most)};
}

/// A grid that does not even give each SM a block leaves nothing to gain.
std::optional<Wish> wish_of(const KernelProfile& kernel, std::uint32_t sms) {
  if (kernel.launches_counted == 0 || kernel.grid.volume() < sms || kernel.block.z != 1 || kernel.cluster.volume() != 1)
    return std::nullopt;
  if (auto wish = wish_for_sectors(kernel)) return wish;
  if (auto wish = wish_for_lanes(kernel)) return wish;
  return wish_for_warps(kernel, sms);
}

/// Launches whose blocks are made of the same numbers.
struct BlockUnit {
  std::vector<const KernelLaunch*> launches;
  Kernels kernels;
  bool is_shared = false;  // other kernels may use these numbers
  std::vector<CountedBlock> counted = {};
};

std::set<rewrite::Span> numbers_of(const KernelLaunch& launch) {
  std::set<rewrite::Span> spans;
  for (const rewrite::BlockExtent& extent : launch.block) {
    if (extent.number) spans.insert(extent.number->span);
  }
  return spans;
}

bool launches(const KernelLaunch& launch, const KernelProfile& kernel) {
  return launch.kernel == rewrite::kernel_filter(kernel.mangled_name);
}

/// \param kernel  one of the unit's
BlockUnit unit_of(const KernelProfile& kernel, const std::vector<KernelLaunch>& all, const report::Report& report) {
  BlockUnit unit{.launches = {}, .kernels = {&kernel}};
  std::set<rewrite::Span> numbers;
  for (bool grows = true; grows;) {
    grows = false;
    for (const KernelLaunch& launch : all) {
      if (std::ranges::find(unit.launches, &launch) != unit.launches.end()) continue;
      const std::set<rewrite::Span> own = numbers_of(launch);
      const bool is_one = std::ranges::any_of(own, [&](const rewrite::Span& span) { return numbers.contains(span); }) ||
                          std::ranges::any_of(unit.kernels, [&](const auto* one) { return launches(launch, *one); });
      if (!is_one) continue;
      grows = true;
      unit.launches.push_back(&launch);
      numbers.insert(own.begin(), own.end());
      unit.is_shared = unit.is_shared || launch.kernel.empty();
      for (const rewrite::BlockExtent& extent : launch.block)
        unit.is_shared = unit.is_shared || (extent.number && extent.number->is_shared);
      for (const KernelProfile& other : report.run.kernels) {
        if (launches(launch, other) && !has(unit.kernels, other)) unit.kernels.push_back(&other);
      }
    }
  }
  return unit;
}

/// Why no launch of the unit can have another block; empty: it can.
std::string obstacle_of(const BlockUnit& unit, const std::string& program) {
  if (unit.launches.empty()) return "no launch that names it is found in the program's own source";
  const Extents block = extents_of(unit.kernels.front()->block);
  for (const KernelLaunch* launch : unit.launches) {
    if (!launch->obstacle.empty()) return launch->obstacle;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (launch->block[i].value() != block[i]) return "launches with blocks of several shapes share their numbers";
      const auto& number = launch->block[i].number;
      if (number && !is_users(number->span.file, program)) return "a number of it stands in a file of a library";
    }
  }
  for (const KernelProfile* kernel : unit.kernels) {
    if (!kernel->same_shape || extents_of(kernel->block) != block) return "it is launched with several shapes";
  }
  return "";
}

/// What a kernel does with its blocks that a launch with another one would not change.
std::string obstacle_of(const CountedBlock& counted, const BlockUnit& unit, const Extents& shape) {
  const std::uint64_t now = extents_of(unit.kernels.front()->block)[counted.dimension];
  if (counted.number.value != now || shape[counted.dimension] == now) return "";
  const bool follows = std::ranges::any_of(
      unit.launches, [&](const KernelLaunch* launch) { return numbers_of(*launch).contains(counted.number.span); });
  if (follows) return "";
  return fmt::format("line {} has {} times blockIdx.{}, whatever the block is", counted.where.line, now,
                     "xyz"[counted.dimension]);
}

/// Whether all launches can have it; if not, `obstacle` says why.
bool can_be(const BlockUnit& unit, const Extents& shape, std::string& obstacle) {
  for (const CountedBlock& counted : unit.counted) {
    if (std::string found = obstacle_of(counted, unit, shape); !found.empty()) {
      obstacle = std::move(found);
      return false;
    }
  }
  for (const KernelLaunch* launch : unit.launches) {
    std::vector<rewrite::Edit> edits = rewrite::with_block(*launch, shape);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == launch->block[i].value()) continue;
      if (std::string found = rewrite::obstacle_to_extent(*launch, i); !found.empty()) {
        obstacle = std::move(found);
        return false;
      }
    }
    if (rewrite::overlap(std::move(edits))) return false;  // x and y are one number
  }
  return true;
}

/// The shapes that are worth a try, the likeliest first.
std::vector<Extents> shapes_for(const KernelProfile& kernel, Aim aim) {
  const Extents now = extents_of(kernel.block);
  const std::uint64_t threads = threads_of(now);
  std::vector<Extents> shapes;
  if (now[1] == 1) {
    for (const std::uint64_t x : {std::uint64_t{128}, std::uint64_t{256}, std::uint64_t{64}, std::uint64_t{512}})
      shapes.push_back({x, 1, 1});
  } else {
    for (const std::uint64_t x : {std::uint64_t{32}, std::uint64_t{64}}) {
      if (threads % x == 0) shapes.push_back({x, threads / x, 1});
    }
    for (const Extents& other : {Extents{32, 8, 1}, Extents{32, 4, 1}, Extents{32, 32, 1}, Extents{16, 16, 1}})
      shapes.push_back(other);
  }
  std::erase_if(shapes, [&](const Extents& shape) {
    const bool gains =
        aim != Aim::occupancy || warps_with(kernel, threads_of(shape)) >= kWorthOccupancy * warps_with(kernel, threads);
    return shape == now || threads_of(shape) > kMostThreads || !gains;
  });
  std::vector<Extents> each;
  for (const Extents& shape : shapes) {
    if (std::ranges::find(each, shape) == each.end()) each.push_back(shape);
  }
  return each;
}

constexpr const char* kBlockClaim =
    "it is so with the sizes of this run: a kernel that does not check its bounds may need sizes that are multiples of "
    "its block";

/// Grids that leave a rest out were right for sizes that are multiples of the block as it is.
constexpr const char* kRoundedDown =
    "its grid is rounded down (n / block): sizes have to be multiples of the new block then, as they have to be of the "
    "old "
    "one now";

SourceChange change_of(const BlockUnit& unit, const Wish& wish, const RunOptions& options,
                       const report::Report& report) {
  const std::uint32_t schedulers = arch::schedulers(device_named(options.arch).capability);
  SourceChange change{.advice = {},
                      .kernels = unit.kernels,
                      .candidates = {},
                      .look = Look::races,
                      .counts_first = true,
                      .replaces_layouts = true,
                      .waits = false,
                      .figures = [aim = wish.aim, schedulers](const report::Report& of_run, const Kernels& kernels) {
                        return figures(of_run, kernels, aim, schedulers);
                      }};
  if (unit.is_shared) change.meets = all_kernels(report);
  report::ChangeAdvice& advice = change.advice;
  advice.rule = "block-shape";
  advice.message = wish.message;
  for (const KernelProfile* kernel : unit.kernels) advice.kernels.push_back(kernel->name);
  if (!unit.launches.empty()) {
    advice.where = unit.launches.front()->where;
  } else if (!unit.kernels.front()->lines.empty()) {
    advice.where = unit.kernels.front()->lines.front().where;
  }
  std::string obstacle = obstacle_of(unit, options.program);
  if (obstacle.empty()) {
    for (const Extents& shape : shapes_for(*unit.kernels.front(), wish.aim)) {
      if (change.candidates.size() == kShapesAtMost || !can_be(unit, shape, obstacle)) continue;
      ChangeCandidate candidate;
      for (const KernelLaunch* launch : unit.launches) {
        for (rewrite::Edit& edit : rewrite::with_block(*launch, shape)) candidate.edits.push_back(std::move(edit));
      }
      candidate.proposal.title = text_of(shape);
      candidate.proposal.lines = changed_lines(candidate.edits);
      candidate.proposal.patch = patch_of(candidate.edits);
      change.candidates.push_back(std::move(candidate));
    }
  }
  advice.remarks.push_back(change.candidates.empty()
                               ? "its blocks are left as they are: " +
                                     (obstacle.empty() ? "there is no other shape to try" : obstacle)
                               : kBlockClaim);
  const bool rounds_down = std::ranges::any_of(unit.launches, [](const KernelLaunch* launch) {
    return std::ranges::any_of(launch->block, &rewrite::BlockExtent::rounds_down);
  });
  if (rounds_down && !change.candidates.empty()) advice.remarks.push_back(kRoundedDown);
  return change;
}

/// Variables outside of functions, by the trees that are made for their names.
rewrite::OuterVariables variables_in(SourceTrees& trees) {
  return [&trees](const std::string& name) { return rewrite::outer_variable(trees.of(name), name); };
}

/// Of the program's file and of the user's own that it includes.
std::vector<KernelLaunch> launches_of(const RunOptions& options, SourceTrees& trees) {
  std::set<std::string> functions;
  for (const std::string& file : included_files(options.program))
    functions.merge(rewrite::functions_with_launches(contents_of(file).value_or("")));
  trees.prepare(functions);
  std::vector<KernelLaunch> launches;
  for (const std::string& function : functions) {
    for (KernelLaunch& launch : rewrite::kernel_launches(trees.of(function), variables_in(trees))) {
      if (std::ranges::find(launches, launch) == launches.end()) launches.push_back(std::move(launch));
    }
  }
  return launches;
}

/// What its kernels count on.
std::vector<CountedBlock> counted_in(const BlockUnit& unit, SourceTrees& trees) {
  std::vector<CountedBlock> all;
  for (const KernelProfile* kernel : unit.kernels) {
    const std::string name = rewrite::kernel_filter(kernel->mangled_name);
    if (name.empty()) continue;
    for (CountedBlock& one : rewrite::counted_blocks(trees.of(name), name, variables_in(trees)))
      all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

std::vector<SourceChange> blocks_to_change(const RunOptions& options, const report::Report& report,
                                           SourceTrees& trees) {
  std::vector<std::pair<const KernelProfile*, Wish>> wishes;
  for (const KernelProfile& kernel : report.run.kernels) {
    if (auto wish = wish_of(kernel, report.run.machine.sm_count)) wishes.emplace_back(&kernel, std::move(*wish));
  }
  if (wishes.empty()) return {};
  const std::vector<KernelLaunch> launches = launches_of(options, trees);
  std::vector<SourceChange> changes;
  Kernels done;
  for (const auto& [kernel, wish] : wishes) {
    if (has(done, *kernel)) continue;
    BlockUnit unit = unit_of(*kernel, launches, report);
    done.insert(done.end(), unit.kernels.begin(), unit.kernels.end());
    if (obstacle_of(unit, options.program).empty()) unit.counted = counted_in(unit, trees);
    changes.push_back(change_of(unit, wish, options, report));
  }
  return changes;
}

}  // namespace warpglass::tool
