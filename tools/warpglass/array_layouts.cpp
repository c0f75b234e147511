#include "tools/warpglass/array_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "base/read_file.hpp"
#include "rewrite/shared_members.hpp"
#include "rewrite/type_extent.hpp"
#include "tools/warpglass/declared_arrays.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::ArrayOfKernel;
using analysis::LayoutCost;
using analysis::LayoutMachine;
using analysis::LayoutPrice;
using analysis::LayoutQuestion;
using analysis::SharedLayout;
using rewrite::SharedDeclaration;

/// An array of the run, with all kernels that have it.
struct FoundArray {
  std::string mangled;
  std::vector<ArrayOfKernel> of_kernels;  // without extents as yet
};

/// Arrays that any access reached.
std::vector<FoundArray> arrays_of(const report::Report& report) {
  std::vector<FoundArray> found;
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    for (const analysis::SharedArray& array : kernel.shared_arrays) {
      auto known = std::ranges::find(found, array.name, &FoundArray::mangled);
      if (known == found.end()) known = found.insert(found.end(), {.mangled = array.name, .of_kernels = {}});
      known->of_kernels.push_back({.kernel = &kernel, .array = array, .extents = {}});
    }
  }
  return found;
}

constexpr const char* kFilledByBoxes =
    "a tensor copy fills it, which leaves no gaps for a padding, and a swizzle is its tensor map's: the finding of "
    "warpglass run names it";

constexpr const char* kNotUsers = "it is declared in a file that is not the program's own";

bool is_filled_by_boxes(const std::vector<ArrayOfKernel>& of_kernels) {
  return std::ranges::any_of(of_kernels, [](const ArrayOfKernel& one) { return one.array.filled_by_boxes; });
}

/// As if it were one row, which says what it costs as it is.
LayoutCost cost_as_declared(const FoundArray& found, const LayoutMachine& machine) {
  LayoutCost cost;
  for (ArrayOfKernel array : found.of_kernels) {
    array.extents = {array.array.bytes};
    const auto declared = price(question_of(array, {machine}), {});
    if (!declared) continue;
    cost.wavefronts += declared->wavefronts();
    cost.ideal += declared->wavefronts() - declared->excess();
  }
  return cost;
}

std::uint64_t excess_as_declared(const FoundArray& found, const LayoutMachine& machine) {
  const LayoutCost cost = cost_as_declared(found, machine);
  return cost.wavefronts - cost.ideal;
}

std::string machine_name(const LayoutMachine& machine) {
  return machine.device->has_bank_modes()
             ? fmt::format("{} with {}-byte banks", machine.device->sm_name(), machine.bank_bytes)
             : machine.device->sm_name();
}

/// That the kernels ran with.
std::uint32_t bank_bytes_of(const RunOptions& options, const report::Report& report) {
  if (options.bank_width != 0) return static_cast<std::uint32_t>(options.bank_width);
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    for (const analysis::InstructionProfile& instruction : kernel.instructions) {
      for (const analysis::AccessExample& example : instruction.examples) {
        if (example.bank_bytes != 0) return example.bank_bytes;
      }
    }
  }
  return 4;
}

/// The chosen one, and one of each generation in each of its modes.
std::vector<LayoutMachine> machines_of(const RunOptions& options, const report::Report& report) {
  const std::uint32_t width = bank_bytes_of(options, report);
  std::vector<LayoutMachine> machines{{&device_named(options.arch), width}};
  for (const arch::DeviceModel* device : devices_named({"all"}, All::generations)) {
    for (const std::uint32_t bank_bytes : {4u, 8u}) {
      if (bank_bytes == 8 && !device->has_bank_modes()) continue;
      const bool chosen = device->generation == machines.front().device->generation && bank_bytes == width;
      if (!chosen) machines.push_back({device, bank_bytes});
    }
  }
  return machines;
}

/// On each machine, of all kernels. Nothing where one of them cannot have the layout.
std::optional<std::vector<std::uint64_t>> priced(const std::vector<LayoutQuestion>& questions,
                                                 const SharedLayout& layout) {
  std::vector<std::uint64_t> sums(questions.front().machines.size());
  for (const LayoutQuestion& question : questions) {
    const auto price = analysis::price(question, layout);
    if (!price) return std::nullopt;
    for (std::size_t i = 0; i < price->costs.size(); ++i) sums[i % sums.size()] += price->costs[i].wavefronts;
  }
  return sums;
}

/// The extents of a version whose rows, where it has one dimension, are of so many elements.
std::vector<std::uint64_t> in_rows(std::vector<std::uint64_t> extents, std::uint64_t columns) {
  if (columns != 0) extents = {extents.front() / columns, columns};
  return extents;
}

/// Rows that an index before the last one counts.
std::uint64_t rows_of_plane(const std::vector<std::uint64_t>& extents) {
  return extents.size() < 2 ? 1 : extents[extents.size() - 2];
}

/// Also for what a template makes of the declaration that did not run.
bool fits_everywhere(const SharedLayout& layout, const SharedDeclaration& declaration, std::uint64_t columns) {
  return std::ranges::all_of(declaration.versions, [&](const SharedDeclaration::Version& version) {
    if (columns != 0 && (version.extents.front() % columns != 0 || version.extents.front() == columns)) return false;
    const std::vector<std::uint64_t> extents = in_rows(version.extents, columns);
    return analysis::fits(layout, rows_of_plane(extents), extents.back());
  });
}

/// A layout that is to be tried.
struct Choice {
  SharedLayout layout;
  std::uint64_t columns = 0;  // of a row of an array of one dimension; 0: it has more
  std::uint64_t cost = 0;     // on the first machine
  std::uint64_t bytes = 0;    // of all kernels' arrays
};

/// For every index.
bool takes_instructions(const Choice& choice) { return choice.columns != 0 || choice.layout.is_swizzled(); }

std::uint64_t bytes_of(const std::vector<LayoutQuestion>& questions, const SharedLayout& layout) {
  std::uint64_t sum = 0;
  for (const LayoutQuestion& question : questions)
    sum += analysis::price(question, layout).value_or(LayoutPrice{}).bytes;
  return sum;
}

/// Whether every kernel can still be assembled: its static arrays must not need more than a block has without asking.
bool has_room(const std::vector<LayoutQuestion>& questions, const std::vector<ArrayOfKernel>& of_kernels,
              const SharedLayout& layout) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::uint64_t others = of_kernels[i].kernel->static_shared_bytes - of_kernels[i].array.bytes;
    const std::uint64_t bytes = analysis::price(questions[i], layout).value_or(LayoutPrice{}).bytes;
    if (others + bytes > questions[i].machines.front().device->limits.shared_bytes_per_block) return false;
  }
  return true;
}

/// Keeps the one that costs least on the first machine, of those that are best for any kernel; of several the smallest.
void keep_best(std::optional<Choice>& best, const std::vector<SharedLayout>& layouts,
               const std::vector<LayoutQuestion>& questions, const std::vector<ArrayOfKernel>& of_kernels,
               const SharedDeclaration& declaration, std::uint64_t columns, std::uint64_t declared) {
  for (const SharedLayout& layout : layouts) {
    if (!fits_everywhere(layout, declaration, columns)) continue;
    const auto cost = priced(questions, layout);
    if (!cost || cost->front() >= declared || !has_room(questions, of_kernels, layout)) continue;
    const std::uint64_t bytes = bytes_of(questions, layout);
    if (!best || std::pair(cost->front(), bytes) < std::pair(best->cost, best->bytes))
      best = {.layout = layout, .columns = columns, .cost = cost->front(), .bytes = bytes};
  }
}

bool has_whole_row(const Choice& choice, const SharedDeclaration& declaration) {
  return choice.layout.shift == 0 &&
         std::ranges::all_of(declaration.versions, [&](const SharedDeclaration::Version& version) {
           return rows_of_plane(in_rows(version.extents, choice.columns)) <= std::uint64_t{choice.layout.mask} + 1;
         });
}

std::string extents_text(const std::vector<std::uint64_t>& extents, std::uint32_t padding = 0,
                         std::uint32_t plane_padding = 0) {
  std::string text;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::uint32_t behind = i + 1 == extents.size() ? padding : i + 2 == extents.size() ? plane_padding : 0;
    text += fmt::format("[{}]", extents[i] + behind);
  }
  return text;
}

std::string title_of(const SharedDeclaration& declaration, const rewrite::LayoutChange& change) {
  const std::vector<std::uint64_t>& extents = declaration.versions.front().extents;
  if (change.apart > 1)
    return fmt::format("{}{}[{}]", declaration.name, extents_text(extents, change.padding), change.apart);
  if (change.columns != 0 && change.transposed) {
    const std::string rows = std::to_string(extents.front() / change.columns);
    return fmt::format("{}[{}]", declaration.name, rewrite::interleaved_index("i", true, rows, change));
  }
  if (change.columns != 0) {
    return fmt::format("{}[{}]", declaration.name,
                       change.mask == 0 ? rewrite::padded_index("i", true, true, change)
                                        : rewrite::exchanged_column("i", "i", true, true, change));
  }
  if (change.transposed) return declaration.name + "[c][r]";
  if (change.mask == 0) return declaration.name + extents_text(extents, change.padding, change.plane_padding);
  const std::string planes = extents.size() > 2 ? "[...]" : "";
  return fmt::format("{}{}[r][{}]", declaration.name, planes, rewrite::exchanged_column("c", "r", true, true, change));
}

LayoutCandidate candidate_of(const SharedDeclaration& declaration, const Choice& choice,
                             const std::vector<LayoutQuestion>& questions) {
  const rewrite::LayoutChange change{.padding = choice.layout.padding,
                                     .plane_padding = choice.layout.plane_padding,
                                     .shift = choice.layout.shift,
                                     .mask = choice.layout.mask,
                                     .unit = choice.layout.unit,
                                     .whole_row = has_whole_row(choice, declaration),
                                     .transposed = choice.layout.transposed,
                                     .columns = static_cast<std::uint32_t>(choice.columns),
                                     .apart = choice.layout.apart};
  LayoutCandidate candidate;
  candidate.proposal.title = title_of(declaration, change);
  candidate.proposal.layout = choice.layout;
  candidate.proposal.priced = priced(questions, choice.layout).value_or(std::vector<std::uint64_t>{});
  candidate.edits = rewrite::edits_of(declaration, change, contents_of);
  candidate.proposal.patch = patch_of(candidate.edits);
  candidate.proposal.lines = changed_lines(candidate.edits);
  return candidate;
}

bool reaches(const analysis::SharedUse& use, const analysis::SharedArray& array) {
  return std::ranges::any_of(use.patterns, [&](const analysis::SharedPattern& pattern) {
    return std::ranges::any_of(
        pattern.bases, [&](std::uint64_t base) { return base >= array.offset && base < array.offset + array.bytes; });
  });
}

/// Of elements of which threads take a part at a time; empty: they do not.
std::string remark_on_structures(const std::vector<ArrayOfKernel>& of_kernels) {
  std::uint64_t bytes = of_kernels.front().array.bytes;
  for (const std::uint64_t extent : of_kernels.front().extents) bytes /= std::max(extent, std::uint64_t{1});
  std::uint32_t least = ~0u;
  for (const ArrayOfKernel& of_kernel : of_kernels) {
    for (const analysis::SharedUse& use : of_kernel.kernel->shared_uses) {
      if (!reaches(use, of_kernel.array)) continue;
      least = std::min(least, use.bytes);
    }
  }
  if (least >= bytes || bytes > 128) return "";
  return fmt::format(
      "its elements have {}, of which a thread takes {} at a time: an array for each member (a "
      "structure of arrays) would put what a warp takes side by side",
      counted(bytes, "byte"), least);
}

/// The members that its elements have; none: it is no structure, or they cannot be parted.
std::vector<rewrite::StructureMember> members_of(const SharedDeclaration& declaration, SourceTrees& trees,
                                                 std::string& obstacle) {
  if (auto members = rewrite::members_of_vector(declaration.element); !members.empty()) return members;
  const std::string name = rewrite::last_part(std::string(rewrite::without_qualifiers(declaration.element)));
  const rewrite::Node* const record = trees.structure(name);
  if (record == nullptr) {
    obstacle = declaration.element + " is not defined as a structure of the source";
    return {};
  }
  return rewrite::members_of(*record, obstacle);
}

/// Adds an array for each member, where threads take members one by one.
void add_members(ArrayLayouts& array, const SharedDeclaration& declaration,
                 const std::vector<ArrayOfKernel>& of_kernels, SourceTrees& trees) {
  const std::string remark = remark_on_structures(of_kernels);
  if (remark.empty()) return;
  std::string obstacle = declaration.not_padded == kNotUsers ? declaration.not_padded : "";
  const auto members =
      obstacle.empty() ? members_of(declaration, trees, obstacle) : std::vector<rewrite::StructureMember>{};
  rewrite::SharedMembers split{.obstacle = obstacle};
  if (split.obstacle.empty())
    split = rewrite::shared_members(trees.of(rewrite::function_filter(declaration.versions.front().mangled)),
                                    declaration, members, contents_of);
  if (!split.obstacle.empty()) {
    array.advice.remarks.push_back(fmt::format("{} (not tried: {})", remark, split.obstacle));
    return;
  }
  LayoutCandidate candidate;
  candidate.proposal.title = "an array for each member";
  candidate.edits = std::move(split.edits);
  candidate.proposal.patch = patch_of(candidate.edits);
  candidate.proposal.lines = changed_lines(candidate.edits);
  array.candidates.push_back(std::move(candidate));
}

std::vector<LayoutQuestion> questions_of(std::vector<ArrayOfKernel> of_kernels, std::uint64_t columns,
                                         const std::vector<LayoutMachine>& machines) {
  std::vector<LayoutQuestion> questions;
  for (ArrayOfKernel& of_kernel : of_kernels) {
    of_kernel.extents = in_rows(std::move(of_kernel.extents), columns);
    questions.push_back(question_of(of_kernel, machines));
    questions.back().may_transpose = of_kernel.extents.size() == 2;
  }
  return questions;
}

constexpr std::uint64_t kShortestPadded = 8;  // of one dimension: shorter rows are only interleaved

/// Elements that may be a row of an array: its last extent, or, of one dimension, powers of two. The longest come
/// first, since they take the least padding.
std::vector<std::uint64_t> rows_to_try(const SharedDeclaration& declaration) {
  if (!declaration.is_flat()) return {0};
  constexpr std::uint64_t kShortest = 2;
  constexpr std::uint64_t kLongest = 256;
  std::vector<std::uint64_t> all;
  for (std::uint64_t columns = kLongest; columns >= kShortest; columns /= 2) {
    if (fits_everywhere({}, declaration, columns)) all.push_back(columns);
  }
  return all;
}

/// Prices of the layouts of one declaration, and what is to be tried of them.
void search(ArrayLayouts& array, const SharedDeclaration& declaration, const std::vector<ArrayOfKernel>& of_kernels,
            const std::vector<LayoutMachine>& machines) {
  const std::vector<LayoutMachine> chosen{machines.front()};
  const std::vector<LayoutQuestion> as_declared = questions_of(of_kernels, 0, machines);
  array.advice.priced = priced(as_declared, {}).value_or(std::vector<std::uint64_t>(machines.size()));
  for (const LayoutQuestion& question : questions_of(of_kernels, 0, chosen))
    array.advice.excess += analysis::price(question, {}).value_or(LayoutPrice{}).excess();
  std::optional<Choice> padded;
  std::optional<Choice> swizzled;
  std::optional<Choice> transposed;
  std::optional<Choice> in_words;
  for (const std::uint64_t columns : rows_to_try(declaration)) {
    const std::vector<LayoutQuestion> questions = questions_of(of_kernels, columns, chosen);
    std::vector<SharedLayout> paddings;
    std::vector<SharedLayout> swizzles;
    std::vector<SharedLayout> transposes;
    std::vector<SharedLayout> words;
    for (const LayoutQuestion& question : questions) {
      if (columns != 0 && columns < kShortestPadded) {
        ++array.advice.layouts;
        transposes.push_back({.transposed = true});
        continue;
      }
      const analysis::LayoutAnswer answer = search_layouts(question);
      array.advice.layouts += answer.tried;
      if (answer.padded) paddings.push_back(answer.padded->layout);
      if (answer.swizzled) swizzles.push_back(answer.swizzled->layout);
      if (answer.transposed) transposes.push_back(answer.transposed->layout);
      const bool has_rows = columns == 0 || (answer.in_words && answer.in_words->layout.padding == 0);
      if (answer.in_words && has_rows) words.push_back(answer.in_words->layout);
    }
    keep_best(padded, paddings, questions, of_kernels, declaration, columns, array.advice.priced.front());
    keep_best(swizzled, swizzles, questions, of_kernels, declaration, columns, array.advice.priced.front());
    keep_best(transposed, transposes, questions, of_kernels, declaration, columns, array.advice.priced.front());
    keep_best(in_words, words, questions, of_kernels, declaration, 0, array.advice.priced.front());
  }
  const auto add = [&](const std::optional<Choice>& best, const std::string& obstacle, const char* what) {
    if (!best) return;
    if (!obstacle.empty()) {
      array.advice.remarks.push_back(fmt::format("{}: {}", what, obstacle));
      return;
    }
    LayoutCandidate candidate = candidate_of(declaration, *best, questions_of(of_kernels, best->columns, machines));
    const std::uint64_t declared = array.advice.priced.front();
    const std::uint64_t saved = declared - best->cost;
    if (takes_instructions(*best) && static_cast<double>(saved) < kWorthwhile * static_cast<double>(declared)) {
      array.advice.remarks.push_back(
          fmt::format("{} was not tried: it saves {} of {} wavefronts, and takes instructions",
                      candidate.proposal.title, analysis::grouped(saved), analysis::grouped(declared)));
    } else if (rewrite::overlap(candidate.edits)) {
      array.advice.remarks.push_back(fmt::format("{}: its elements are used as indices of each other", what));
    } else {
      array.candidates.push_back(std::move(candidate));
    }
  };
  add(padded, declaration.not_padded, "its rows cannot be padded");
  // It takes neither bytes nor, of two dimensions, instructions: where it costs no more, no swizzle is tried.
  const bool changes_places = transposed && (!swizzled || transposed->cost <= swizzled->cost) &&
                              declaration.not_padded.empty() && declaration.not_swizzled.empty();
  if (changes_places) add(transposed, declaration.not_transposed, "its rows and columns cannot change places");
  if (!changes_places || !declaration.not_transposed.empty()) {
    const bool has_padding = !array.candidates.empty();
    add(swizzled, declaration.not_swizzled, "its columns cannot be swizzled");
    if (has_padding && array.candidates.size() > 1)
      array.candidates.back().gains_no_more = padded->cost <= swizzled->cost;
  }
  // It takes several times the memory: only where what takes no instructions either leaves clearly more.
  const auto leaves_as_much = [&](const std::optional<Choice>& other) {
    return in_words && other && !takes_instructions(*other) &&
           static_cast<double>(other->cost) * (1 - kWorthwhile) <= static_cast<double>(in_words->cost);
  };
  if (!leaves_as_much(padded) && !leaves_as_much(transposed)) {
    add(in_words, declaration.not_padded.empty() ? declaration.not_swizzled : declaration.not_padded,
        "its elements cannot have words of their own");
  }
  if (array.candidates.empty() && array.advice.remarks.empty() && !declaration.not_padded.empty())
    array.advice.remarks.push_back(fmt::format("its rows cannot be padded: {}", declaration.not_padded));
}

}  // namespace

std::vector<ArrayLayouts> layouts_to_try(const RunOptions& options, const report::Report& report, SourceTrees& trees) {
  const std::vector<LayoutMachine> machines = machines_of(options, report);
  std::vector<FoundArray> found = arrays_of(report);
  const auto well = std::stable_partition(found.begin(), found.end(), [&](const FoundArray& array) {
    return excess_as_declared(array, machines.front()) != 0;
  });
  const std::vector<FoundArray> without_conflicts(well, found.end());
  found.erase(well, found.end());
  const auto names_of = [](const std::vector<FoundArray>& arrays) {
    std::vector<std::string> names;
    for (const FoundArray& array : arrays) names.push_back(array.mangled);
    return names;
  };
  const std::vector<SharedDeclaration> declarations =
      declared_arrays(trees, names_of(found), names_of(without_conflicts));

  std::vector<ArrayLayouts> all;
  for (const SharedDeclaration& declaration : declarations) {
    ArrayLayouts array;
    std::vector<ArrayOfKernel> of_kernels;
    for (const SharedDeclaration::Version& version : declaration.versions) {
      const auto known = std::ranges::find(found, version.mangled, &FoundArray::mangled);
      if (known == found.end()) continue;
      for (ArrayOfKernel of_kernel : known->of_kernels) {
        of_kernel.extents = version.extents;
        array.kernels.push_back(of_kernel.kernel);
        if (std::ranges::find(array.advice.kernels, of_kernel.kernel->name) == array.advice.kernels.end())
          array.advice.kernels.push_back(of_kernel.kernel->name);
        of_kernels.push_back(std::move(of_kernel));
      }
      found.erase(known);
    }
    if (of_kernels.empty()) continue;
    // Others of the same class are laid out with it.
    for (const SharedDeclaration::Version& version : declaration.versions) {
      const auto other = std::ranges::find(without_conflicts, version.mangled, &FoundArray::mangled);
      if (other == without_conflicts.end()) continue;
      for (ArrayOfKernel of_kernel : other->of_kernels) {
        of_kernel.extents = version.extents;
        array.kernels.push_back(of_kernel.kernel);
        of_kernels.push_back(std::move(of_kernel));
      }
    }
    array.advice.where = declaration.where;
    array.advice.name = declaration.name;
    array.advice.declaration = fmt::format("{} {}{}", declaration.element, declaration.name,
                                           extents_text(declaration.versions.front().extents));
    for (const LayoutMachine& machine : machines) array.advice.machines.push_back(machine_name(machine));
    SharedDeclaration editable = declaration;
    if (!is_users(declaration.where.file, options.program)) editable.not_padded = editable.not_swizzled = kNotUsers;
    if (is_filled_by_boxes(of_kernels)) editable.not_padded = editable.not_swizzled = kFilledByBoxes;
    search(array, editable, of_kernels, machines);
    if (!is_filled_by_boxes(of_kernels)) add_members(array, editable, of_kernels, trees);
    for (const analysis::KernelProfile* kernel : array.kernels) {
      if (const std::uint64_t executions = scattered_executions(*kernel); executions != 0) {
        array.advice.remarks.push_back(
            fmt::format("{} accesses of {} go where its data tell them: they are part of the proof, not of the price",
                        analysis::grouped(executions), kernel->name));
      }
    }
    all.push_back(std::move(array));
  }
  // What no function of the source declares.
  for (const FoundArray& rest : found) {
    ArrayLayouts array;
    array.advice.name = analysis::object_name(rest.mangled);
    array.advice.declaration = array.advice.name;
    array.advice.excess = excess_as_declared(rest, machines.front());
    for (const ArrayOfKernel& of_kernel : rest.of_kernels) {
      array.kernels.push_back(of_kernel.kernel);
      array.advice.kernels.push_back(of_kernel.kernel->name);
    }
    array.advice.priced = {cost_as_declared(rest, machines.front()).wavefronts};
    array.advice.remarks.emplace_back(
        is_filled_by_boxes(rest.of_kernels)
            ? kFilledByBoxes
            : "no function declares it as an array of known extents: it is left as it is");
    all.push_back(std::move(array));
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const ArrayLayouts& one) { return one.advice.excess; });
  return all;
}

}  // namespace warpglass::tool
