// Kernels all of whose accesses lie along columns: their threads are counted along the wrong index. The run tells which
// these are, the source whether threads may change places, and the trial what that gains.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "base/read_file.hpp"
#include "rewrite/exchanged_threads.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"
#include "tools/warpglass/staging.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using analysis::KernelProfile;

/// Whether neighbouring lanes take neighbouring elements somewhere: they would not any more.
bool has_rows(const KernelProfile& kernel) {
  return std::ranges::any_of(kernel.instructions, [](const analysis::InstructionProfile& one) {
    if ((one.kind != "global load" && one.kind != "global store") || one.examples.empty()) return false;
    const analysis::AccessExample& example = one.examples.front();
    return example.addresses.size() > 1 && example.addresses[1] - example.addresses[0] == example.bytes;
  });
}

/// Kernels that have this place.
Kernels kernels_at(const report::Report& report, const ColumnPlace& place) {
  Kernels kernels;
  for (const KernelProfile& kernel : report.run.kernels) {
    const bool has_place = std::ranges::any_of(
        kernel.lines, [&](const auto& line) { return line_key(line.where) == line_key(place.finding->where); });
    if (has_place) kernels.push_back(&kernel);
  }
  return kernels.empty() ? Kernels{place.kernel} : kernels;
}

struct Walk {
  Kernels kernels;
  std::vector<const analysis::Finding*> findings{};
  std::uint64_t sectors = 0;
  std::uint64_t excess = 0;
  bool loads = false;
  bool stores = false;
};

/// One for each kernel, with all of its columns.
std::vector<Walk> walks_of(const report::Report& report, const std::vector<ColumnPlace>& places,
                           const StagingRemarks& staging) {
  std::vector<Walk> walks;
  for (const ColumnPlace& place : places) {
    auto walk = std::ranges::find_if(walks, [&](const Walk& one) { return has(one.kernels, *place.kernel); });
    if (walk == walks.end()) walk = walks.insert(walks.end(), Walk{.kernels = kernels_at(report, place)});
    walk->findings.push_back(place.finding);
    (place.stores ? walk->stores : walk->loads) = true;
    walk->sectors += place.finding->total;
    walk->excess += place.finding->excess;
  }
  std::erase_if(walks, [&](const Walk& walk) {
    const bool is_staged = std::ranges::any_of(walk.findings, [&](const analysis::Finding* finding) {
      const auto known = staging.find(key_of(finding->where));
      return known != staging.end() && known->second.empty();
    });
    return is_staged || std::ranges::any_of(walk.kernels, [](const KernelProfile* one) { return has_rows(*one); });
  });
  return walks;
}

std::string obstacle_to_blocks(const Kernels& kernels) {
  if (std::string obstacle = obstacle_to_launches(kernels); !obstacle.empty()) return obstacle;
  const Dim3& block = kernels.front()->block;
  if (block.x == block.y) return "";
  return fmt::format("blocks of {}x{} are not square: x and y of the launch would have to be exchanged, too", block.x,
                     block.y);
}

}  // namespace

std::vector<SourceChange> threads_to_exchange(const RunOptions& options, const report::Report& report,
                                              SourceTrees& trees, StagingRemarks& staging) {
  const std::uint32_t schedulers = arch::schedulers(device_named(options.arch).capability);
  std::vector<SourceChange> changes;
  std::vector<ColumnPlace> places = column_places(report);
  std::erase_if(places, [](const ColumnPlace& one) { return one.kernel->block.x == 1 || one.kernel->block.y == 1; });
  for (const Walk& walk : walks_of(report, places, staging)) {
    const std::string filter = rewrite::kernel_filter(walk.kernels.front()->mangled_name);
    rewrite::ExchangedThreads found{
        .where = {}, .edits = {}, .obstacle = "the kernel is not found in the source, or a template of several"};
    if (!filter.empty()) {
      for (rewrite::ExchangedThreads& one : rewrite::exchanged_threads(trees.of(filter), contents_of)) {
        const std::uint32_t line = walk.findings.front()->where.line;
        if (one.where.line <= line && (found.where.line == 0 || one.where.line > found.where.line))
          found = std::move(one);
      }
    }
    std::string obstacle = found.obstacle;
    if (obstacle.empty() && !is_users(found.where.file, options.program))
      obstacle = "it stands in a file that is not the program's own";
    if (obstacle.empty()) obstacle = obstacle_to_blocks(walk.kernels);
    for (const analysis::Finding* finding : walk.findings) {
      std::string& remark = staging[key_of(finding->where)];
      if (obstacle.empty()) {
        remark = kToldAbove;
      } else if (walk.loads && walk.stores) {
        remark = fmt::format("{}; {}", kExchangeThreads, obstacle);
      }
    }
    if (!obstacle.empty()) continue;
    SourceChange change = staging_change(walk.kernels, walk.findings.front()->where, found.edits,
                                         "threadIdx.x and .y exchanged", schedulers);
    change.advice.rule = "thread-exchange";
    change.advice.message = fmt::format(
        "neighbouring threads take elements that are a row apart, in all of the kernel: {} sectors (ideal {})",
        grouped(walk.sectors), grouped(walk.sectors - walk.excess));
    change.advice.remarks.emplace_back("it is the same for square blocks alone, as all launches of this run have");
    change.figures = [schedulers](const report::Report& of, const Kernels& kernels) {
      return traded_figures(of, kernels, schedulers);
    };
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace warpglass::tool
