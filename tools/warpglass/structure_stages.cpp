// Structures that threads take one by one, whose words a block could take side by side through shared memory: the run
// tells how far lanes are apart, the source what can be edited, and the trial whether fewer sectors are worth the array
// and its barrier.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "base/read_file.hpp"
#include "rewrite/staged_structures.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"
#include "tools/warpglass/staging.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using rewrite::StagedStructure;

constexpr std::uint32_t kWordBytes = 4;

/// Rows of an even number of words begin in few banks. One word more spreads them, where nobody takes two at a time.
std::uint32_t pitch_of(const StructurePlace& place) {
  const auto words = static_cast<std::uint32_t>(place.bytes / kWordBytes);
  return words % 2 == 0 && place.widest <= kWordBytes ? words + 1 : words;
}

bool is_at(const StagedStructure& structure, const StructurePlace& place) {
  const SourcePosition& where = place.finding->where;
  if (line_key(where) != line_key({.file = structure.where.file, .line = where.line, .column = 0})) return false;
  const bool goes_along = place.stores ? structure.stores : structure.loads;
  return goes_along && std::ranges::any_of(structure.places, [&](const auto& one) {
           // A store is where its sign stands.
           return one.line == where.line && one.first_column <= where.column &&
                  (structure.stores || where.column <= one.last_column);
         });
}

class StructureStages {
 public:
  StructureStages(const RunOptions& options, const report::Report& report, SourceTrees& trees)
      : options_(options),
        trees_(trees),
        schedulers_(arch::schedulers(device_named(options.arch).capability)),
        places_(structure_places(report)) {}

  std::vector<SourceChange> find(StagingRemarks& remarks) {
    prepare_kernels(trees_, places_);
    for (const StructurePlace& place : places_) remarks.emplace(key_of(place.finding->where), add(place));
    std::vector<SourceChange> all;
    for (Stage& stage : stages_) {
      const char* const verb = !stage.stores ? "load" : stage.loads ? "change" : "store";
      const char* const where = !stage.stores ? "from" : stage.loads ? "of" : "to";
      stage.change.advice.message =
          fmt::format("threads {} structures of {} bytes {} {}, each its own: {} sectors (ideal {})", verb, stage.bytes,
                      where, stage.memory, grouped(stage.sectors), grouped(stage.ideal));
      all.push_back(std::move(stage.change));
    }
    return all;
  }

 private:
  struct Stage {
    SourceChange change;
    std::string memory;
    std::uint64_t bytes = 0;
    std::uint64_t sectors = 0;  // of the findings that it is made for
    std::uint64_t ideal = 0;
    bool loads = false;
    bool stores = false;
  };

  /// \return why it is not tried; empty: it is
  std::string add(const StructurePlace& place) {
    const std::string filter = rewrite::kernel_filter(place.kernel->mangled_name);
    if (filter.empty()) return "the kernel is not found in the source";
    const std::vector<StagedStructure> structures =
        rewrite::staged_structures(trees_.of(filter), contents_of,
                                   {.threads = place.kernel->block.x,
                                    .words = static_cast<std::uint32_t>(place.bytes / kWordBytes),
                                    .pitch = pitch_of(place)});
    const auto structure =
        std::ranges::find_if(structures, [&](const StagedStructure& one) { return is_at(one, place); });
    if (structure == structures.end()) return "it is no element of a kernel's parameter";
    if (!structure->obstacle.empty()) return structure->obstacle;
    if (!is_users(structure->where.file, options_.program)) return "it stands in a file that is not the program's own";
    return add(place, *structure);
  }

  std::string add(const StructurePlace& place, const StagedStructure& structure) {
    Kernels kernels;
    for (const StructurePlace& other : places_) {
      if (!is_at(structure, other) || has(kernels, *other.kernel)) continue;
      if (other.bytes != place.bytes) return "kernels of one template take structures of several sizes there";
      kernels.push_back(other.kernel);
    }
    if (std::string obstacle = obstacle_to_launches(kernels); !obstacle.empty()) return obstacle;
    for (Stage& stage : stages_) {
      if (!has(stage.change.kernels, *place.kernel)) continue;
      if (key_of(stage.change.advice.where) != key_of(structure.where)) return kAnotherComesFirst;
      add_costs(place, stage);
      return "";
    }
    Stage stage{.change = change_of(structure, kernels),
                .memory = structure.memory,
                .bytes = place.bytes,
                .loads = structure.loads,
                .stores = structure.stores};
    add_costs(place, stage);
    stages_.push_back(std::move(stage));
    return "";
  }

  static void add_costs(const StructurePlace& place, Stage& stage) {
    stage.sectors += place.finding->total;
    stage.ideal += place.finding->total - place.finding->excess;
  }

  [[nodiscard]] SourceChange change_of(const StagedStructure& structure, const Kernels& kernels) const {
    SourceChange change =
        staging_change(kernels, structure.where, structure.edits, "through shared memory", schedulers_);
    change.yields_to_wider = true;
    change.advice.remarks.push_back(
        fmt::format("it is made for blocks of {} threads, as all launches of this run have", kernels.front()->block.x));
    return change;
  }

  const RunOptions& options_;
  SourceTrees& trees_;
  std::uint32_t schedulers_;
  std::vector<StructurePlace> places_;
  std::vector<Stage> stages_;
};

}  // namespace

std::vector<SourceChange> structures_to_stage(const RunOptions& options, const report::Report& report,
                                              SourceTrees& trees, StagingRemarks& remarks) {
  return StructureStages(options, report, trees).find(remarks);
}

}  // namespace warpglass::tool
