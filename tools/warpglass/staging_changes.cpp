// Accesses along a column that a block could take through shared memory: the run tells where neighbouring threads are
// far apart, the source what can be edited, and the trial whether fewer sectors are worth the tile and its barriers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "arch/shared_wavefronts.hpp"
#include "base/lane_mask.hpp"
#include "base/read_file.hpp"
#include "rewrite/staged_accesses.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"
#include "tools/warpglass/staging.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using analysis::KernelProfile;
using rewrite::StagedAccess;

/// Where a thread's element is in a tile, by its number: counted in elements.
using Place = std::function<std::uint64_t(std::uint32_t thread, std::uint32_t pitch)>;

/// Wavefronts that a block takes to fill a tile in one order, and to read it in the other.
std::uint64_t tile_wavefronts(const arch::SharedMemory& memory, std::uint32_t threads, std::uint32_t bytes,
                              std::uint32_t pitch, const Place& in_rows, const Place& in_columns) {
  std::uint64_t sum = 0;
  for (std::uint32_t first = 0; first < threads; first += kWarpSize) {
    const std::uint32_t lanes = std::min<std::uint32_t>(kWarpSize, threads - first);
    const auto active = static_cast<LaneMask>((std::uint64_t{1} << lanes) - 1);
    for (const auto& [access, place] :
         {std::pair(arch::SharedAccess::store, &in_rows), std::pair(arch::SharedAccess::load, &in_columns)}) {
      std::array<std::uint64_t, kWarpSize> address{};
      for (std::uint32_t lane = 0; lane < lanes; ++lane) address[lane] = bytes * (*place)(first + lane, pitch);
      sum += arch::shared_wavefronts(memory, {.access = access, .bytes = bytes, .lanes = active, .address = address})
                 .taken;
    }
  }
  return sum;
}

/// The shortest of the rows that cost least.
std::uint32_t best_pitch(const arch::SharedMemory& memory, const Dim3& block, std::uint32_t bytes,
                         const Place& in_columns) {
  const Place in_rows = [&](std::uint32_t thread, std::uint32_t pitch) {
    return std::uint64_t{thread / block.x} * pitch + thread % block.x;
  };
  const auto cost_of_pitch = [&](std::uint32_t pitch) {
    return tile_wavefronts(memory, block.x * block.y, bytes, pitch, in_rows, in_columns);
  };
  std::uint32_t best = block.x;
  std::uint64_t least = cost_of_pitch(best);
  for (std::uint32_t pitch = block.x + 1; pitch <= block.x + kWarpSize; ++pitch) {
    const std::uint64_t cost = cost_of_pitch(pitch);
    if (cost >= least) continue;
    least = cost;
    best = pitch;
  }
  return best;
}

/// An access of the run whose neighbouring lanes are a row apart.
struct Column {
  const KernelProfile* kernel = nullptr;
  const analysis::Finding* finding = nullptr;
  bool stores = false;
};

std::vector<Column> columns_of(const report::Report& report) {
  std::vector<Column> columns;
  for (const ColumnPlace& place : column_places(report)) {
    const Dim3& block = place.kernel->block;
    if (block.x > 1 && block.y > 1) columns.push_back({place.kernel, place.finding, place.stores});
  }
  return columns;
}

bool has_line(const KernelProfile& kernel, const StagedAccess& access) {
  return std::ranges::any_of(kernel.lines, [&](const auto& line) {
    return line_key(line.where) == line_key({.file = access.where.file, .line = access.where.line, .column = 0});
  });
}

std::string shape_text(const Dim3& block) { return fmt::format("{}x{}", block.x, block.y); }

class Stages {
 public:
  Stages(const RunOptions& options, const report::Report& report, SourceTrees& trees)
      : options_(options),
        report_(report),
        trees_(trees),
        device_(device_named(options.arch)),
        columns_(columns_of(report)) {}

  std::vector<SourceChange> find(StagingRemarks& remarks) {
    prepare_kernels(trees_, columns_);
    for (const Column& column : columns_) remarks[key_of(column.finding->where)] = add(column);
    std::ranges::sort(changes_, {}, [](const SourceChange& change) {
      const SourcePosition& where = change.advice.where;
      return std::tuple(where.file, where.line, where.column);
    });
    return std::move(changes_);
  }

 private:
  /// \return why it is not tried; empty: it is
  std::string add(const Column& column) {
    const std::string filter = rewrite::kernel_filter(column.kernel->mangled_name);
    if (filter.empty()) return "the kernel is not found in the source";
    const Dim3& block = column.kernel->block;
    const Place of_block = [&](std::uint32_t thread, std::uint32_t pitch) {
      return std::uint64_t{thread % block.y} * pitch + thread / block.y;
    };
    const Place of_square = [&](std::uint32_t thread, std::uint32_t pitch) {
      return std::uint64_t{thread % block.x} * pitch + thread / block.x;
    };
    const auto pitch_for = [&](const Place& in_columns) {
      return [&](std::uint32_t bytes) { return best_pitch(device_.shared_memory(), block, bytes, in_columns); };
    };
    const rewrite::BlockShape shape{
        .columns = block.x, .rows = block.y, .pitch = pitch_for(of_block), .square_pitch = pitch_for(of_square)};
    const std::vector<StagedAccess> accesses = rewrite::staged_accesses(trees_.of(filter), contents_of, shape);
    auto access = std::ranges::find_if(accesses, [&](const StagedAccess& one) {
      return one.stores == column.stores && key_of(one.where) == key_of(column.finding->where);
    });
    // What `+=` loads has no place of its own.
    if (access == accesses.end())
      access = std::ranges::find_if(accesses, [&](const StagedAccess& one) {
        return !one.obstacle.empty() && one.where.line == column.finding->where.line;
      });
    if (access == accesses.end()) return "it is no access that the kernel itself makes by an index";
    if (!access->obstacle.empty()) return access->obstacle;
    if (!is_users(access->where.file, options_.program)) return "it stands in a file that is not the program's own";
    Kernels kernels;
    for (const KernelProfile& kernel : report_.run.kernels) {
      if (has_line(kernel, *access)) kernels.push_back(&kernel);
    }
    if (kernels.empty()) kernels = {column.kernel};
    if (std::string obstacle = obstacle_to_launches(kernels); !obstacle.empty()) return obstacle;
    if (goes_along(column)) return kExchangeThreads;
    return add(*access, column, kernels);
  }

  std::string add(const StagedAccess& access, const Column& column, const Kernels& kernels) {
    for (const SourceChange& change : changes_) {
      if (key_of(change.advice.where) == key_of(column.finding->where)) return "";  // of another kernel of the template
      if (std::ranges::any_of(kernels, [&](const auto* kernel) { return has(change.kernels, *kernel); }))
        return kAnotherComesFirst;
    }
    SourceChange change = staging_change(kernels, column.finding->where, access.edits, "through " + access.tile,
                                         arch::schedulers(device_.capability));
    change.advice.message =
        fmt::format("neighbouring threads {} elements of {} that are a row apart: {} sectors (ideal {})",
                    access.stores ? "store" : "load", access.memory, grouped(column.finding->total),
                    grouped(column.finding->total - column.finding->excess));
    change.advice.remarks.push_back(fmt::format("the tile is made for blocks of {}, as all launches of this run have",
                                                shape_text(kernels.front()->block)));
    if (!access.square_edits.empty()) {
      const SourceChange square = staging_change(kernels, column.finding->where, access.square_edits,
                                                 "through " + access.square_tile, arch::schedulers(device_.capability));
      change.candidates.push_back(square.candidates.front());
    }
    changes_.push_back(std::move(change));
    return "";
  }

  /// Whether what is loaded and what is stored are alike in this: staging one would not mend the other.
  [[nodiscard]] bool goes_along(const Column& column) const {
    return std::ranges::any_of(
        columns_, [&](const Column& other) { return other.kernel == column.kernel && other.stores != column.stores; });
  }

  const RunOptions& options_;
  const report::Report& report_;
  SourceTrees& trees_;
  const arch::DeviceModel& device_;
  std::vector<Column> columns_;
  std::vector<SourceChange> changes_;
};

}  // namespace

std::vector<SourceChange> accesses_to_stage(const RunOptions& options, const report::Report& report, SourceTrees& trees,
                                            StagingRemarks& remarks) {
  return Stages(options, report, trees).find(remarks);
}

}  // namespace warpglass::tool
