// Instructions that the user wrote as one access, such as those of an unrolled loop, are told as one, and what they
// have done alike as one pattern. All of it was kept by the run: nothing is worked out anew here but which element of a
// declared array an address is.
#include "report/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "report/access_picture.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

using analysis::AccessExample;
using analysis::InstructionProfile;
using analysis::KernelProfile;
using analysis::SharedArray;

constexpr std::size_t kMostLines = 20;  // of a file that are named
constexpr std::uint64_t kSectorBytes = 32;

/// What the source says once.
struct Access {
  const KernelProfile* kernel = nullptr;
  const InstructionProfile* first = nullptr;
  analysis::Counts counts;
  std::vector<AccessExample> patterns;  // of different shapes, the costliest first
};

const SourcePosition& place_of(const InstructionProfile& instruction) {
  return instruction.source.line != 0 ? instruction.source : instruction.ptx;
}

std::string normal(std::string_view file) { return std::filesystem::path(file).lexically_normal().string(); }

/// Whether the path is what the user calls `name`.
bool is_file(std::string_view path, std::string_view name) {
  const std::string whole = normal(path);
  const std::string end = normal(name);
  return whole == end || whole.ends_with('/' + end) || end.ends_with('/' + whole);
}

/// The files that have accesses.
std::set<std::string> files_with_accesses(const Report& report) {
  std::set<std::string> files;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions)
      if (!instruction.examples.empty()) files.insert(place_of(instruction).file);
  }
  return files;
}

/// A line alone is the program's source, or the only file that there is.
std::string file_of(const Report& report, const NamedLine& named) {
  if (!named.file.empty()) return named.file;
  const std::set<std::string> files = files_with_accesses(report);
  return files.size() == 1 ? *files.begin() : report.program;
}

bool is_at(const SourcePosition& place, std::string_view file, std::uint32_t line) {
  return place.line == line && is_file(place.file, file);
}

/// Also where the line calls what was inlined there.
bool is_at(const InstructionProfile& instruction, std::string_view file, std::uint32_t line) {
  return is_at(place_of(instruction), file, line) ||
         std::ranges::any_of(instruction.inlined_at, [&](const auto& call) { return is_at(call, file, line); });
}

std::uint64_t excess_of(const AccessExample& example) {
  if (example.times != 0) return example.total_cost - std::min(example.total_cost, example.total_ideal);
  return example.cost - std::min(example.cost, example.ideal);
}

void add_pattern(std::vector<AccessExample>& patterns, const AccessExample& example) {
  const auto known =
      std::ranges::find_if(patterns, [&](const AccessExample& one) { return analysis::same_shape(one, example); });
  if (known == patterns.end()) {
    patterns.push_back(example);
  } else if (known->times != 0 && example.times != 0) {
    known->times += example.times;
    known->total_cost += example.total_cost;
    known->total_ideal += example.total_ideal;
  } else {
    known->times = known->total_cost = known->total_ideal = 0;
  }
}

std::vector<Access> accesses_at(const Report& report, std::string_view file, std::uint32_t line) {
  std::vector<Access> all;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions) {
      if (instruction.examples.empty() || !is_at(instruction, file, line)) continue;
      auto same = std::ranges::find_if(all, [&](const Access& access) {
        return access.kernel == &kernel && place_of(*access.first) == place_of(instruction) &&
               access.first->inlined_at == instruction.inlined_at &&
               access.first->inlined_from == instruction.inlined_from && access.first->kind == instruction.kind &&
               access.first->access_bytes == instruction.access_bytes;
      });
      if (same == all.end())
        same = all.insert(all.end(), {.kernel = &kernel, .first = &instruction, .counts = {}, .patterns = {}});
      same->counts.add(instruction.counts);
      for (const AccessExample& example : instruction.examples) add_pattern(same->patterns, example);
    }
  }
  for (Access& access : all) std::ranges::stable_sort(access.patterns, std::ranges::greater{}, excess_of);
  return all;
}

/// The static array that all lanes' addresses lie in; nullptr: they lie in none, or it is not known.
const SharedArray* array_of(const KernelProfile& kernel, const AccessExample& example) {
  if (example.space != "shared" || example.addresses.empty()) return nullptr;
  const auto holds = [&](const SharedArray& array) {
    return std::ranges::all_of(example.addresses, [&](std::uint64_t address) {
      return array.offset <= address && address < array.offset + array.bytes;
    });
  };
  const auto found = std::ranges::find_if(kernel.shared_arrays, holds);
  return found == kernel.shared_arrays.end() ? nullptr : &*found;
}

/// The element at an address, an index for each extent; empty where the extents are not known.
std::vector<std::uint64_t> element_at(const SharedArray& array, std::uint64_t address) {
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : array.extents) elements *= extent;
  std::uint64_t number = (address - array.offset) / std::max<std::uint64_t>(1, array.bytes / elements);
  std::vector<std::uint64_t> index(array.extents.size());
  for (std::size_t i = index.size(); i-- > 0; number /= array.extents[i]) index[i] = number % array.extents[i];
  return index;
}

std::string indices_text(const std::vector<std::uint64_t>& index) {
  std::string text;
  for (const std::uint64_t one : index) text += fmt::format("[{}]", one);
  return text;
}

/// "tile is float[32][32], and lanes 0..31 take tile[0..31][0]", or what is known of it.
std::string array_text(const SharedArray* array, const AccessExample& example) {
  if (array == nullptr) return example.object.empty() ? "" : fmt::format("in {}", displayable(example.object));
  const std::string name = displayable(analysis::object_name(array->name));
  if (array->extents.empty()) return fmt::format("in {}, {} bytes", name, grouped(array->bytes));
  std::vector<std::set<std::uint32_t>> values(array->extents.size());
  for (const std::uint64_t address : example.addresses) {
    const std::vector<std::uint64_t> index = element_at(*array, address);
    for (std::size_t i = 0; i < index.size(); ++i) values[i].insert(static_cast<std::uint32_t>(index[i]));
  }
  std::string taken = name;
  for (const std::set<std::uint32_t>& of : values)
    taken += fmt::format("[{}]", analysis::ranges_text({of.begin(), of.end()}));
  return fmt::format("{} is {}{}: {} {} {}", name, array->element, indices_text(array->extents),
                     analysis::lanes_text(example.lanes), example.addresses.size() == 1 ? "takes" : "take", taken);
}

/// "wavefront" of shared memory, else "sector".
std::string_view unit_of(const AccessExample& example) { return example.space == "shared" ? "wavefront" : "sector"; }

std::string cost_text(const AccessExample& example) {
  const std::string once =
      fmt::format("{} (ideal {})", plural(example.cost, unit_of(example)), grouped(std::uint64_t{example.ideal}));
  if (example.total_cost == 0 ||
      (example.total_cost == example.times * example.cost && example.total_ideal == example.times * example.ideal)) {
    return once + (example.times == 1 ? "" : " each");
  }
  return fmt::format("{} the first time, {} in all (ideal {})", once, grouped(example.total_cost),
                     grouped(example.total_ideal));
}

std::string times_text(const Access& access, const AccessExample& example) {
  if (example.times == 0) return "how often is not known, for there are too many patterns";
  return fmt::format("{} of {}", grouped(example.times), plural(access.counts.requests, "request"));
}

std::string pattern_text(const Access& access, std::size_t i) {
  const AccessExample& example = access.patterns[i];
  return fmt::format("pattern {} of {}: {}; {}; first made by block {}, warp {}", i + 1, access.patterns.size(),
                     times_text(access, example), cost_text(example), analysis::index_text(example.block),
                     example.warp);
}

/// Banks and passes of each lane of shared memory.
std::map<std::uint32_t, std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>> served_of(
    const AccessExample& example) {
  std::map<std::uint32_t, std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>> served;
  for (const analysis::ServedLane& one : example.served) {
    auto& [banks, passes] = served[one.lane];
    for (std::uint32_t i = 0; i < one.banks; ++i) banks.insert((one.bank + i) % example.banks);
    passes.insert(one.pass);
  }
  return served;
}

std::string lanes_of(const KernelProfile& kernel, const SharedArray* array, const AccessExample& example,
                     const PictureOptions& picture) {
  const bool shared = example.space == "shared";
  const auto served = served_of(example);
  const auto listed = [](const std::set<std::uint32_t>& numbers) {
    return short_list({numbers.begin(), numbers.end()});
  };
  const std::uint64_t first_line = first_word(example, 0, *std::ranges::min_element(example.addresses)) / 32 * 32;
  std::vector<std::vector<Cell>> rows;
  std::size_t i = 0;
  for_each_lane(example.lanes, [&](int at) {
    const auto lane = static_cast<std::uint32_t>(at);
    const std::uint64_t address = example.addresses[i++];
    const Dim3 thread = index_at(std::uint64_t{example.warp} * kWarpSize + lane, kernel.block);
    std::vector<Cell> row = {{fmt::format("{}", lane)},
                             {kernel.same_shape ? thread_text(thread, kernel.block) : ""},
                             {array != nullptr ? indices_text(element_at(*array, address)) : ""},
                             {fmt::format("{}{}", example.space == "global" ? "+" : "", grouped(address))}};
    if (const auto known = served.find(lane); shared && known != served.end()) {
      const auto& [banks, passes] = known->second;
      const bool late = !passes.empty() && *passes.rbegin() != 0;
      row.insert(row.end(), {{listed(banks)}, {listed(passes), late ? Colour::yellow : Colour::plain}});
    } else if (!shared) {
      const std::uint64_t from_first = (first_word(example, lane, address) - first_line) * 4;
      row.push_back({fmt::format("+{}", grouped(from_first / 128 * 128))});
      row.push_back({fmt::format("{}", from_first % 128 / kSectorBytes)});
    }
    rows.push_back(std::move(row));
  });
  return lane_table(
      {{"lane"}, {"thread"}, {"element"}, {"address"}, {shared ? "bank" : "line"}, {shared ? "pass" : "sector"}}, rows,
      picture);
}

/// Padding and swizzle of the last extent, or of a row that the distances show, as elements (r, c) of the array.
std::string rows_text(const analysis::ProposedLayout& layout) {
  const std::string rows = fmt::format("rows of {} elements of {} B", grouped(layout.columns), layout.element_bytes);
  return layout.mask == 0 ? fmt::format("{} and {} behind each", rows, grouped(std::uint64_t{layout.padding})) : rows;
}

/// The same access in the layouts that the run proposes for its array, each with its picture.
std::string proposed_text(const KernelProfile& kernel, const AccessExample& example, const PictureOptions& picture) {
  std::string text;
  for (const analysis::ProposedAccess& access : example.proposed) {
    const analysis::ProposedLayout& layout = kernel.proposed_layouts[access.layout];
    const std::string heading = fmt::format("as {}, {}: {} (ideal {})", displayable(layout.name), rows_text(layout),
                                            plural(access.cost, "wavefront"), grouped(std::uint64_t{access.ideal}));
    text += '\n';
    for (const std::string& line :
         wrapped(heading, picture.table_width == 0 ? std::string::npos : picture.table_width - kIndent))
      text += fmt::format("{:{}}{}\n", "", kIndent, painted(line, Colour::bold, picture.colour));
    text += fmt::format("  all accesses to the array: {} instead of {}{}\n\n", grouped(layout.wavefronts),
                        plural(layout.wavefronts_before, "wavefront"),
                        layout.wavefronts_least == layout.wavefronts ? "" : " at most");
    text += bank_picture({.banks = example.banks, .passes = access.cost, .served = access.served}, picture);
  }
  return text;
}

/// "line 34 (column 20)", and the calls through which it came there.
std::vector<std::string> way_to(const Access& access, const TextOptions& options) {
  const auto named = [&](const SourcePosition& place) {
    return fmt::format("{}:{}", shown_file(place.file, options), place.line);
  };
  std::vector<std::string> way;
  for (const SourcePosition& code : access.first->inlined_from)
    way.push_back(fmt::format("by code of {}, inlined", named(code)));
  for (const SourcePosition& call : access.first->inlined_at) way.push_back(fmt::format("inlined at {}", named(call)));
  return way;
}

/// The line, with its access in sight where it does not fit.
std::string source_text(const std::string& line, const SourcePosition& where, std::size_t width) {
  std::string shown = displayable(line);
  if (width != std::string::npos) scroll_to(shown, columns_before(line, where.column), width - kGutter - 3);
  return fmt::format("{:>{}} | {}\n", where.line, kGutter, shown);
}

std::string access_text(const Report& report, const Access& access, const ExplanationOptions& options) {
  const PictureOptions picture{.colour = options.text.colour,
                               .unicode = options.unicode,
                               .width = options.text.width,
                               .table_width = options.text.table_width};
  const AccessExample& example = access.patterns.front();
  const SourcePosition& where = place_of(*access.first);
  const std::size_t width = options.text.table_width == 0 ? std::string::npos : options.text.table_width;
  const auto line = [&](std::string_view said) {
    std::string lines;
    for (const std::string& one : wrapped(said, width - 4))
      lines += fmt::format("{}{}\n", lines.empty() ? "  " : "    ", one);
    return lines;
  };
  std::string text = painted(fmt::format("{}:{}: {} of {} bits a lane", shown_file(where.file, options.text),
                                         where.column == 0 ? fmt::format("{}", where.line)
                                                           : fmt::format("{}:{}", where.line, where.column),
                                         access.first->kind, 8 * access.first->access_bytes),
                             Colour::bold, options.text.colour) +
                     '\n';
  if (const auto source = options.text.source ? options.text.source(where.file, where.line) : std::nullopt)
    text += source_text(*source, where, width);
  for (const std::string& way : way_to(access, options.text)) text += line(way);
  text += line(fmt::format("in kernel {}, executed {}", displayable(access.kernel->name),
                           plural(access.counts.executions, "time")));
  const bool shared = example.space == "shared";
  const std::uint64_t cost = shared ? access.counts.wavefronts : access.counts.sectors;
  const std::uint64_t ideal = shared ? access.counts.wavefronts_ideal : access.counts.sectors_ideal;
  text += "  " +
          painted(fmt::format("{} in all, ideal {}", plural(cost, unit_of(example)), grouped(ideal)),
                  cost > ideal ? Colour::yellow : Colour::green, options.text.colour) +
          '\n';
  for (std::size_t i = 0; i < access.patterns.size(); ++i) text += line(pattern_text(access, i));
  const SharedArray* const array = array_of(*access.kernel, example);
  if (const std::string said = array_text(array, example); !said.empty()) text += line(said);
  if (shared) {
    text += line(fmt::format("{}: {} banks of {} B", report.architecture, example.banks, example.bank_bytes));
    text += '\n' + bank_picture({.banks = example.banks, .passes = example.cost, .served = example.served}, picture);
    text += proposed_text(*access.kernel, example, picture);
  } else {
    text += '\n' + sector_picture(example, picture);
  }
  return text + '\n' + lanes_of(*access.kernel, array, example, picture);
}

/// Where the file has accesses, as the user would name them: "23, 27 and 34".
std::string lines_with_accesses(const Report& report, std::string_view file) {
  std::set<std::uint32_t> lines;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions) {
      if (instruction.examples.empty()) continue;
      if (is_file(place_of(instruction).file, file)) lines.insert(place_of(instruction).line);
      for (const SourcePosition& call : instruction.inlined_at)
        if (is_file(call.file, file)) lines.insert(call.line);
    }
  }
  std::vector<std::uint32_t> shown(lines.begin(), lines.end());
  const bool more = shown.size() > kMostLines;
  if (more) shown.resize(kMostLines);
  return fmt::format("{}{}", fmt::join(shown, ", "), more ? " ..." : "");
}

/// Why the line has nothing to show.
std::string problem_of(const Report& report, const NamedLine& named, const TextOptions& options) {
  const std::string file = file_of(report, named);
  const std::string place = fmt::format("{}:{}", shown_file(file, options), named.line);
  std::set<std::string> files;
  for (const std::string& one : files_with_accesses(report)) files.insert(shown_file(one, options));
  if (files.empty()) return "no access to memory was counted in this run";
  const std::string lines = lines_with_accesses(report, file);
  if (lines.empty()) {
    return fmt::format("no access to memory was counted in {}; there are some in {}", shown_file(file, options),
                       fmt::join(files, ", "));
  }
  std::string what = "has no load or store of shared, global or local memory";
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions) {
      if (instruction.access_bytes == 0 || !is_at(instruction, file, named.line)) continue;
      what = instruction.counts.executions == 0 ? "was never executed"
                                                : "has no access of its own: another one makes it with its own";
    }
  }
  return fmt::format("{} {}; lines that can be explained: {}", place, what, lines);
}

}  // namespace

Explanation explain(const Report& report, const NamedLine& named, const ExplanationOptions& options) {
  Explanation explanation;
  for (const Access& access : accesses_at(report, file_of(report, named), named.line))
    explanation.text += (explanation.text.empty() ? "" : "\n") + access_text(report, access, options);
  if (explanation.text.empty()) explanation.problem = problem_of(report, named, options.text);
  return explanation;
}

std::vector<std::string> shared_arrays_at(const Report& report, const NamedLine& named) {
  std::vector<std::string> names;
  for (const Access& access : accesses_at(report, file_of(report, named), named.line)) {
    const SharedArray* const array = array_of(*access.kernel, access.patterns.front());
    if (array != nullptr && std::ranges::find(names, array->name) == names.end()) names.push_back(array->name);
  }
  return names;
}

std::vector<std::string> shared_arrays_with_examples(const Report& report) {
  std::set<std::string> names;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions) {
      for (const AccessExample& example : instruction.examples) {
        if (const SharedArray* const array = array_of(kernel, example)) names.insert(array->name);
      }
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace warpglass::report
