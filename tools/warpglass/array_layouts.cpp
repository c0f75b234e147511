#include "tools/warpglass/array_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analysis/names.hpp"
#include "rewrite/patch.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/layout_trial.hpp"
#include "tools/warpglass/output.hpp"

namespace warpglass::tool {
namespace {

using analysis::ArrayOfKernel;
using analysis::LayoutMachine;
using analysis::LayoutPrice;
using analysis::LayoutQuestion;
using analysis::SharedLayout;
using rewrite::SharedDeclaration;

std::optional<std::string> text_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const auto [end, rest] = std::ranges::mismatch(folder, file);
  return end == folder.end() || end->empty();
}

/// Files of the program, not those of libraries that it includes.
bool is_users(const std::string& file, const std::string& program) {
  namespace fs = std::filesystem;
  const fs::path path = fs::absolute(file).lexically_normal();
  return lies_below(path, fs::absolute(program).lexically_normal().parent_path()) ||
         lies_below(path, fs::current_path());
}

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

/// As if it were one row, which says what it costs as it is.
std::uint64_t excess_as_declared(const FoundArray& found, const LayoutMachine& machine) {
  std::uint64_t excess = 0;
  for (ArrayOfKernel array : found.of_kernels) {
    array.extents = {array.array.bytes};
    if (const auto declared = price(question_of(array, {machine}), {})) excess += declared->excess();
  }
  return excess;
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

/// Rows that an index before the last one counts.
std::uint64_t rows_of_plane(const SharedDeclaration::Version& version) {
  return version.extents.size() < 2 ? 1 : version.extents[version.extents.size() - 2];
}

/// Also for what a template makes of the declaration that did not run.
bool fits_everywhere(const SharedLayout& layout, const SharedDeclaration& declaration) {
  return std::ranges::all_of(declaration.versions, [&](const SharedDeclaration::Version& version) {
    return analysis::fits(layout, rows_of_plane(version), version.extents.back());
  });
}

/// The one that costs least on the first machine, of those that are best for any kernel.
std::optional<SharedLayout> best_of(const std::vector<SharedLayout>& layouts,
                                    const std::vector<LayoutQuestion>& questions, const SharedDeclaration& declaration,
                                    std::uint64_t declared) {
  std::optional<SharedLayout> best;
  for (const SharedLayout& layout : layouts) {
    if (!fits_everywhere(layout, declaration)) continue;
    const auto cost = priced(questions, layout);
    if (!cost || cost->front() >= declared) continue;
    declared = cost->front();
    best = layout;
  }
  return best;
}

bool has_whole_row(const SharedLayout& layout, const SharedDeclaration& declaration) {
  return layout.shift == 0 && std::ranges::all_of(declaration.versions, [&](const SharedDeclaration::Version& version) {
           return rows_of_plane(version) <= std::uint64_t{layout.mask} + 1;
         });
}

std::string extents_text(const std::vector<std::uint64_t>& extents, std::uint32_t padding) {
  std::string text;
  for (std::size_t i = 0; i < extents.size(); ++i)
    text += fmt::format("[{}]", extents[i] + (i + 1 == extents.size() ? padding : 0));
  return text;
}

std::string title_of(const SharedDeclaration& declaration, const SharedLayout& layout,
                     const rewrite::LayoutChange& change) {
  const std::vector<std::uint64_t>& extents = declaration.versions.front().extents;
  if (!layout.is_swizzled()) return declaration.name + extents_text(extents, layout.padding);
  const std::string planes = extents.size() > 2 ? "[...]" : "";
  return fmt::format("{}{}[r][{}]", declaration.name, planes, rewrite::exchanged_column("c", "r", true, true, change));
}

/// The lines that an edit changes, as they read then.
std::vector<std::string> changed_lines(const std::string& before, const std::string& after) {
  std::vector<std::string> lines;
  std::size_t b = 0;
  std::size_t a = 0;
  while (b < before.size() && a < after.size()) {
    const std::size_t b_end = std::min(before.find('\n', b), before.size());
    const std::size_t a_end = std::min(after.find('\n', a), after.size());
    const std::string line = after.substr(a, a_end - a);
    const std::size_t text = line.find_first_not_of(" \t");
    if (before.substr(b, b_end - b) != line && text != std::string::npos) lines.push_back(line.substr(text));
    b = b_end + 1;
    a = a_end + 1;
  }
  return lines;
}

LayoutCandidate candidate_of(const SharedDeclaration& declaration, const SharedLayout& layout,
                             const std::vector<LayoutQuestion>& questions) {
  const rewrite::LayoutChange change{.padding = layout.padding,
                                     .shift = layout.shift,
                                     .mask = layout.mask,
                                     .unit = layout.unit,
                                     .whole_row = has_whole_row(layout, declaration)};
  LayoutCandidate candidate;
  candidate.proposal.title = title_of(declaration, layout, change);
  candidate.proposal.layout = layout;
  candidate.proposal.priced = priced(questions, layout).value_or(std::vector<std::uint64_t>{});
  candidate.edits = rewrite::edits_of(declaration, change, text_of_file);
  for (const auto& [file, after] : edited_files(candidate.edits)) {
    const std::string before = text_of_file(file).value_or("");
    candidate.proposal.patch += rewrite::patch(patch_name(file), before, after);
    for (std::string& line : changed_lines(before, after)) candidate.proposal.lines.push_back(std::move(line));
  }
  return candidate;
}

/// Of elements of which threads take a part at a time.
std::string remark_on_structures(const std::vector<ArrayOfKernel>& of_kernels) {
  const std::uint64_t bytes = of_kernels.front().array.bytes / of_kernels.front().extents.front();
  std::uint32_t widest = 0;
  for (const ArrayOfKernel& of_kernel : of_kernels) {
    for (const analysis::SharedUse& use : of_kernel.kernel->shared_uses) widest = std::max(widest, use.bytes);
  }
  if (widest == 0 || widest >= bytes || bytes > 128) return "";
  return fmt::format(
      "its elements have {} bytes, of which a thread takes {} at a time: an array for each member (a structure of "
      "arrays) would put what a warp takes side by side",
      bytes, widest);
}

/// Prices of the layouts of one declaration, and what is to be tried of them.
void search(ArrayLayouts& array, const SharedDeclaration& declaration, const std::vector<ArrayOfKernel>& of_kernels,
            const std::vector<LayoutMachine>& machines) {
  std::vector<LayoutQuestion> questions;
  std::vector<LayoutQuestion> everywhere;
  std::vector<SharedLayout> padded;
  std::vector<SharedLayout> swizzled;
  for (const ArrayOfKernel& of_kernel : of_kernels) {
    questions.push_back(question_of(of_kernel, {machines.front()}));
    everywhere.push_back(question_of(of_kernel, machines));
    if (of_kernel.extents.size() < 2) {
      array.advice.excess += price(questions.back(), {}).value_or(analysis::LayoutPrice{}).excess();
      continue;
    }
    const analysis::LayoutAnswer answer = search_layouts(questions.back());
    array.advice.layouts += answer.tried;
    array.advice.excess += answer.declared.excess();
    if (answer.padded) padded.push_back(answer.padded->layout);
    if (answer.swizzled) swizzled.push_back(answer.swizzled->layout);
  }
  if (declaration.versions.front().extents.size() < 2) {
    array.advice.remarks.push_back(declaration.not_padded);
    const std::string members = remark_on_structures(of_kernels);
    if (!members.empty()) array.advice.remarks.push_back(members);
  }
  array.advice.priced = priced(everywhere, {}).value_or(std::vector<std::uint64_t>(machines.size()));
  const std::uint64_t declared = array.advice.priced.front();
  const auto add = [&](const std::vector<SharedLayout>& layouts, const std::string& obstacle, const char* what) {
    const auto best = best_of(layouts, questions, declaration, declared);
    if (!best) return;
    if (!obstacle.empty()) {
      array.advice.remarks.push_back(fmt::format("{}: {}", what, obstacle));
      return;
    }
    LayoutCandidate candidate = candidate_of(declaration, *best, everywhere);
    if (rewrite::overlap(candidate.edits)) {
      array.advice.remarks.push_back(fmt::format("{}: its elements are used as indices of each other", what));
    } else {
      array.candidates.push_back(std::move(candidate));
    }
  };
  add(padded, declaration.not_padded, "its rows cannot be padded");
  add(swizzled, declaration.not_swizzled, "its columns cannot be swizzled");
}

}  // namespace

std::string patch_name(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  const std::string here = working_directory();
  if (!here.empty() && path.starts_with(here)) return path.substr(here.size());
  return path.substr(1);
}

std::vector<ArrayLayouts> layouts_to_try(const RunOptions& options, const report::Report& report) {
  const std::vector<LayoutMachine> machines = machines_of(options, report);
  std::vector<FoundArray> found = arrays_of(report);
  std::erase_if(found, [&](const FoundArray& array) { return excess_as_declared(array, machines.front()) == 0; });
  const CompileJob job{.source = options.program,
                       .name = options.program,
                       .architecture = device_named(options.arch).sm_name(),
                       .folder = "",
                       .to = toolkit::CompileTo::syntax_tree,
                       .flags = options.compiler_flags};
  std::set<std::string> filters;
  for (const FoundArray& array : found) filters.insert(rewrite::function_filter(array.mangled));
  std::vector<SharedDeclaration> declarations;
  for (const std::string& filter : filters) {
    if (filter.empty()) continue;
    std::string problem;
    const std::vector<rewrite::Node> trees = rewrite::read_syntax_trees(syntax_trees(job, filter), problem);
    if (!problem.empty()) throw UsageError(problem);
    for (SharedDeclaration& one : rewrite::shared_declarations(trees, text_of_file)) {
      const bool known = std::ranges::any_of(declarations, [&](const auto& other) { return other.where == one.where; });
      if (!known) declarations.push_back(std::move(one));
    }
  }

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
    array.advice.where = declaration.where;
    array.advice.name = declaration.name;
    array.advice.declaration = fmt::format("{} {}{}", declaration.element, declaration.name,
                                           extents_text(declaration.versions.front().extents, 0));
    for (const LayoutMachine& machine : machines) array.advice.machines.push_back(machine_name(machine));
    SharedDeclaration editable = declaration;
    if (!is_users(declaration.where.file, options.program))
      editable.not_padded = editable.not_swizzled = "it is declared in a file that is not the program's own";
    search(array, editable, of_kernels, machines);
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
    array.advice.remarks.emplace_back("no function declares it as an array of known extents: it is left as it is");
    all.push_back(std::move(array));
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const ArrayLayouts& one) { return one.advice.excess; });
  return all;
}

}  // namespace warpglass::tool
