// Arrays in global memory that lie badly: they begin amid a line, their rows do, or they are structures of which warps
// take a part. The run tells which accesses it costs, the kernel which pointer they are made by, and the function that
// launches it where the memory comes from: all of that has to be in the user's source, and is edited together.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/names.hpp"
#include "arch/global_sectors.hpp"
#include "arch/instruction_costs.hpp"
#include "base/counted.hpp"
#include "base/lane_mask.hpp"
#include "base/read_file.hpp"
#include "rewrite/array_views.hpp"
#include "rewrite/device_arrays.hpp"
#include "rewrite/function_names.hpp"
#include "rewrite/host_classes.hpp"
#include "rewrite/kernel_function.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/shared_members.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/type_extent.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using rewrite::DeviceArray;
using rewrite::HostFunction;
using rewrite::KernelFunction;
using rewrite::kLineBytes;
using rewrite::Relayout;

constexpr const char* kNoArray =
    "its memory is not allocated, by a pointer or an object of its own, in the function that launches the kernel";

/// An array, and what is to be gained by another layout of it.
struct Wanted {
  const HostFunction* host = nullptr;
  const DeviceArray* array = nullptr;
  bool of_members = false;  // of structures
  std::vector<const LayoutPlace*> places;
};

/// What is to be tried, the simpler one first; or one with an obstacle.
struct Tried {
  enum class Kind : std::uint8_t { start, rows, members };
  Kind kind = Kind::start;
  std::vector<Relayout> layouts;
};

class Layouts {
 public:
  Layouts(const RunOptions& options, const report::Report& report, SourceTrees& trees)
      : options_(options),
        report_(report),
        trees_(trees),
        schedulers_(arch::schedulers(device_named(options.arch).capability)),
        places_(layout_places(report)) {}

  std::vector<SourceChange> find(LayoutRemarks& remarks) {
    if (places_.empty()) return {};
    read_source();
    std::vector<Wanted> wanted;
    for (const LayoutPlace& place : places_) remarks.emplace(key_of(place.where), add(place, wanted));
    std::vector<SourceChange> changes;
    std::set<std::pair<const DeviceArray*, bool>> done;  // also those that go along with others
    for (const Wanted& one : wanted) {
      if (done.contains({one.array, one.of_members})) {
        settle(one, remarks, "");
        continue;
      }
      Tried tried = layouts_for(one);
      const Relayout& first = tried.layouts.front();
      std::string why = first.obstacle;
      if (why.empty() && tried.kind != Tried::Kind::start) why = named_elsewhere(first);
      if (why.empty()) why = rewrite::obstacle_of_scopes(*one.host, kernels(), first);
      if (why.empty() && !is_users(first.where.file, options_.program))
        why = "it stands in a file that is not the program's own";
      if (why.empty()) {
        for (const DeviceArray& array : one.host->arrays) {
          if (std::ranges::find(first.arrays, array.name) != first.arrays.end()) done.emplace(&array, one.of_members);
        }
        changes.push_back(change_of(one, wanted, tried));
      }
      settle(one, remarks, why);
    }
    return changes;
  }

 private:
  /// Of a place whose array is looked at; it is empty, or says why not, in the end.
  static constexpr const char* kTried = "tried";

  static void settle(const Wanted& wanted, LayoutRemarks& remarks, const std::string& why) {
    for (const LayoutPlace* place : wanted.places) {
      std::string& remark = remarks[key_of(place->where)];
      if (remark == kTried) remark = why;
    }
  }

  void read_source() {
    std::set<std::string> filters;
    for (const LayoutPlace& place : places_) filters.insert(rewrite::kernel_filter(place.kernel->mangled_name));
    filters.erase("");
    files_ = included_files(options_.program);
    std::set<std::string> functions;
    for (const std::string& file : files_)
      functions.merge(rewrite::functions_with_launches(contents_of(file).value_or("")));
    std::set<std::string> all = filters;
    all.insert(functions.begin(), functions.end());
    trees_.prepare(all);
    for (const std::string& function : functions) {
      for (HostFunction& one : rewrite::host_functions(trees_.of(function), contents_of, owners())) {
        const std::string of_class = rewrite::class_of_function(*one.function);
        auto whole = of_class.empty() ? std::nullopt
                                      : rewrite::host_class(trees_.of_class(of_class), of_class, contents_of, owners(),
                                                            one.not_whole);
        add_host(whole ? std::move(*whole) : std::move(one));
      }
    }
  }

  /// Unless it is known already.
  void add_host(HostFunction host) {
    const auto place = rewrite::token_or_macro(host.function->at("loc"));
    const std::string where = place ? std::to_string(place->offset) : "";
    if (known_hosts_.emplace(host.file, where).second)
      hosts_.push_back(std::make_unique<HostFunction>(std::move(host)));
  }

  const KernelFunction* kernel_named(const std::string& name) {
    const auto [known, is_new] = kernels_.try_emplace(name);
    if (is_new) known->second = rewrite::kernel_function(trees_.of(name), name, contents_of);
    return known->second ? &*known->second : nullptr;
  }

  [[nodiscard]] rewrite::KernelLookup kernels() {
    return [this](const std::string& name) { return kernel_named(name); };
  }

  /// A class that owns an array, by its name with namespaces.
  const rewrite::MemoryOwner* owner_named(const std::string& name) {
    const auto [known, is_new] = owners_.try_emplace(name);
    if (is_new) {
      known->second = name == rewrite::kThrustVector
                          ? rewrite::thrust_vector()
                          : rewrite::memory_owner(trees_.of_class(name), rewrite::last_part(name), contents_of);
    }
    return known->second ? &*known->second : nullptr;
  }

  [[nodiscard]] rewrite::OwnerLookup owners() {
    return [this](const std::string& name) { return owner_named(name); };
  }

  /// The pointer that an access is made by; nothing: it is not seen.
  static std::optional<std::size_t> pointer_at(const KernelFunction& kernel, const SourcePosition& where, bool stores) {
    std::optional<std::size_t> found;
    std::size_t nearest = 0;
    if (line_key({.file = kernel.file, .line = where.line, .column = 0}) != line_key(where)) return found;
    std::set<std::size_t> of_line;
    for (const rewrite::ParameterElement& element : rewrite::parameter_elements(kernel)) {
      // A store is where its sign stands.
      if (element.line == where.line && element.is_only_stored == stores) of_line.insert(element.parameter);
      if (element.line != where.line || element.first_column > where.column || element.first_column < nearest) continue;
      if (!stores && where.column > element.last_column) continue;
      nearest = element.first_column;
      found = element.parameter;
    }
    // One load that stands for several is where their condition is.
    return found || of_line.size() != 1 ? found : *of_line.begin();
  }

  /// \return  kTried, or why it is not
  std::string add(const LayoutPlace& place, std::vector<Wanted>& wanted) {
    const std::string name = rewrite::kernel_filter(place.kernel->mangled_name);
    const KernelFunction* const kernel = name.empty() ? nullptr : kernel_named(name);
    if (kernel == nullptr) return "the kernel is not found in the source, or a template of several";
    auto pointer = pointer_at(*kernel, place.where, place.stores);
    const bool is_of_members = place.cause == LayoutPlace::Cause::members;
    const bool is_viewed = !pointer && !is_of_members;
    if (is_viewed) pointer = rewrite::view_at(*kernel, place.where.line, place.where.column, place.stores);
    if (!pointer) {
      const std::string member = rewrite::member_indexed_at(*kernel, place.where.line, place.where.column);
      if (member.empty()) return "it is no element of a kernel's parameter";
      return fmt::format("line {} takes it by {}, a member of the structure that the kernel is given", place.where.line,
                         member);
    }
    bool any = false;
    for (const auto& host : hosts_) {
      for (const DeviceArray& array : host->arrays) {
        const auto is_here = [&](const rewrite::ArrayArgument& argument) {
          return argument.kernel == name && argument.number == *pointer;
        };
        const bool is_given = is_viewed ? std::ranges::any_of(array.views,
                                                              [&](const rewrite::ArrayView& view) {
                                                                return std::ranges::any_of(view.arguments, is_here);
                                                              })
                                        : std::ranges::any_of(array.arguments, is_here);
        if (!is_given) continue;
        any = true;
        const bool of_members = is_of_members;
        auto known = std::ranges::find_if(
            wanted, [&](const Wanted& one) { return one.array == &array && one.of_members == of_members; });
        if (known == wanted.end())
          known = wanted.insert(wanted.end(),
                                {.host = host.get(), .array = &array, .of_members = of_members, .places = {}});
        known->places.push_back(&place);
      }
    }
    if (any) return kTried;
    return not_seen(name);
  }

  /// Why no array of a kernel is known.
  [[nodiscard]] std::string not_seen(const std::string& kernel) const {
    std::string why;
    for (const auto& host : hosts_) {
      const std::vector<const rewrite::Node*> launches = rewrite::launches_of(*host, kernel);
      if (launches.empty()) continue;
      if (!host->not_whole.empty()) return host->not_whole;
      if (why.empty()) why = fmt::format("{}, line {}", kNoArray, rewrite::line_of(*launches.front()));
    }
    return why.empty() ? kNoArray : why;
  }

  Tried layouts_for(const Wanted& wanted) {
    if (wanted.of_members) return {.kind = Tried::Kind::members, .layouts = {split(wanted)}};
    Tried rows{.kind = Tried::Kind::rows, .layouts = pitched(wanted)};
    const bool may_begin_elsewhere =
        wanted.array->views.empty() && std::ranges::all_of(wanted.places, [](const LayoutPlace* place) {
          return place->cause == LayoutPlace::Cause::start;
        });
    if (rows.layouts.front().obstacle.empty() || !may_begin_elsewhere) return rows;
    return {.kind = Tried::Kind::start, .layouts = {led(wanted)}};
  }

  Relayout split(const Wanted& wanted) {
    const std::string name = rewrite::last_part(std::string(rewrite::without_qualifiers(wanted.array->element)));
    const rewrite::Node* const record = trees_.structure(name);
    if (record == nullptr && !wanted.array->in_order.empty()) return refused(wanted.array->in_order);
    if (record == nullptr && rewrite::extent_of(wanted.array->element_type) &&
        rewrite::members_of_vector(wanted.array->element_type).empty())
      return refused(kNoStructures);
    if (record == nullptr) return refused(wanted.array->element + " is not defined as a structure of the source");
    return rewrite::with_member_arrays(*wanted.host, *wanted.array, kernels(), *record);
  }

  static Relayout refused(std::string why) {
    Relayout none;
    none.obstacle = std::move(why);
    return none;
  }

  /// Accesses that kernels make by an array's pointer, as far as the source shows them.
  std::vector<const analysis::AccessExample*> accesses_of(const DeviceArray& array) {
    std::vector<const analysis::AccessExample*> all;
    for (const analysis::KernelProfile& profile : report_.run.kernels) {
      const std::string name = rewrite::kernel_filter(profile.mangled_name);
      for (const rewrite::ArrayArgument& argument : array.arguments) {
        const KernelFunction* const kernel = argument.kernel == name ? kernel_named(name) : nullptr;
        if (kernel == nullptr) continue;
        for (const analysis::InstructionProfile& one : profile.instructions) {
          const bool is_global = one.kind.starts_with("global") && !one.examples.empty();
          if (is_global && pointer_at(*kernel, one.source, one.kind == "global store") == argument.number)
            all.push_back(&one.examples.front());
        }
      }
    }
    return all;
  }

  struct Price {
    std::uint64_t sectors = 0;
    std::uint64_t lines = 0;

    friend auto operator<=>(const Price&, const Price&) = default;
  };
  static Price price_behind(const analysis::AccessExample& example, std::uint64_t lead) {
    std::array<std::uint64_t, kWarpSize> addresses{};
    std::size_t i = 0;
    for_each_lane(example.lanes,
                  [&](int lane) { addresses[static_cast<std::size_t>(lane)] = example.addresses[i++] + lead; });
    const arch::Sectors each = arch::global_sectors(addresses, example.lanes, example.bytes);
    return {.sectors = example.times * each.sectors, .lines = example.times * each.lines};
  }

  /// Of all accesses of the kernels that take it.
  [[nodiscard]] double sectors_of(const DeviceArray& array) const {
    double sum = 0;
    for (const analysis::KernelProfile& profile : report_.run.kernels) {
      const std::string name = rewrite::kernel_filter(profile.mangled_name);
      if (std::ranges::find(array.arguments, name, &rewrite::ArrayArgument::kernel) == array.arguments.end()) continue;
      for (const analysis::InstructionProfile& one : profile.instructions) {
        if (!analysis::is_of_image(one.kind)) sum += static_cast<double>(one.counts.sectors);
      }
    }
    return sum;
  }

  /// So far behind the beginning of what is allocated that its accesses take the fewest sectors.
  Relayout led(const Wanted& wanted) {
    const auto size = rewrite::extent_of(wanted.array->element_type);
    if (!size || kLineBytes % size->bytes != 0)
      return refused(fmt::format("the size of its elements is no part of {} bytes", kLineBytes));
    const std::vector<const analysis::AccessExample*> accesses = accesses_of(*wanted.array);
    std::uint64_t step = size->bytes;
    for (const analysis::AccessExample* one : accesses) step = std::max(step, std::uint64_t{one->bytes});
    const auto price = [&](std::uint64_t lead) {
      Price all;
      for (const analysis::AccessExample* one : accesses) {
        const Price each = price_behind(*one, lead);
        all.sectors += each.sectors;
        all.lines += each.lines;
      }
      return all;
    };
    std::uint64_t best = 0;
    for (std::uint64_t lead = step; lead < kLineBytes; lead += step) {
      if (price(lead) < price(best)) best = lead;
    }
    if (price(best).sectors == price(0).sectors) return refused("other accesses to it would begin amid a sector then");
    if (static_cast<double>(price(0).sectors - price(best).sectors) < kWorthwhile * sectors_of(*wanted.array))
      return refused("a later beginning would save less than 5 % of the sectors of its kernels");
    return rewrite::with_lead(*wanted.host, *wanted.array, static_cast<std::uint32_t>(best / size->bytes));
  }

  std::vector<Relayout> pitched(const Wanted& wanted) {
    if (!wanted.array->views.empty()) {
      const std::string name = wanted.array->views.front().type;
      const rewrite::Node* const record = rewrite::structure_named(trees_.of_class(name), rewrite::last_part(name));
      if (record == nullptr) return {refused(name + " is not defined as a class of the source")};
      return {rewrite::with_view_pitch(*wanted.host, *wanted.array, kernels(), *record)};
    }
    std::vector<Relayout> all = {rewrite::with_pitch(*wanted.host, *wanted.array, kernels(), 0)};
    const Relayout& plain = all.front();
    if (!plain.obstacle.empty()) return all;
    const auto unit = static_cast<std::int64_t>(plain.unit);
    const std::int64_t column = ((plain.column % unit) + unit) % unit;
    if (column == 0) return all;
    Relayout led =
        rewrite::with_pitch(*wanted.host, *wanted.array, kernels(), static_cast<std::uint32_t>(unit - column));
    if (led.obstacle.empty() && rewrite::obstacle_of_scopes(*wanted.host, kernels(), led).empty())
      all.push_back(std::move(led));
    return all;
  }

  /// Whether a kernel that would be edited has uses that were not seen.
  [[nodiscard]] std::string named_elsewhere(const Relayout& layout) const {
    for (const std::string& kernel : layout.kernels) {
      std::size_t names = 0;
      for (const std::string& file : files_) names += rewrite::uses_of_word(contents_of(file).value_or(""), kernel);
      std::size_t launches = 0;
      for (const auto& host : hosts_) launches += rewrite::launches_of(*host, kernel).size();
      if (names != launches + 1) return kernel + " is named elsewhere than in its launches";
    }
    return "";
  }

  static std::string title_of(Tried::Kind kind, bool is_led) {
    switch (kind) {
      case Tried::Kind::start: return "from a line on";
      case Tried::Kind::rows: return is_led ? "padded rows, shifted" : "padded rows";
      case Tried::Kind::members: break;
    }
    return "an array for each member";
  }

  static std::string message_of(const Wanted& wanted, const Tried& tried, std::uint64_t sectors, std::uint64_t ideal) {
    const std::string cost = fmt::format("{} sectors (ideal {})", grouped(sectors), grouped(ideal));
    const Relayout& first = tried.layouts.front();
    switch (tried.kind) {
      case Tried::Kind::start:
        return fmt::format("warps take neighbouring elements of {} from amid a sector: {}", wanted.array->name, cost);
      case Tried::Kind::rows:
        return fmt::format("rows of {}, of {} elements, begin amid sectors: {}", fmt::join(first.arrays, " and of "),
                           first.row, cost);
      case Tried::Kind::members: break;
    }
    return fmt::format("threads take members of {}, structures of {}: {}", wanted.array->name,
                       counted(wanted.places.front()->apart, "byte"), cost);
  }

  SourceChange change_of(const Wanted& wanted, const std::vector<Wanted>& all, Tried& tried) const {
    const Relayout& first = tried.layouts.front();
    SourceChange change{.advice = {},
                        .kernels = {},
                        .meets = all_kernels(report_),
                        .candidates = {},
                        .lays_out = true,
                        .waits = false,
                        .figures = [schedulers = schedulers_](const report::Report& report, const Kernels& of) {
                          return traded_figures(report, of, schedulers);
                        }};
    for (const analysis::KernelProfile& kernel : report_.run.kernels) {
      if (!first.kernels.contains(rewrite::kernel_filter(kernel.mangled_name))) continue;
      change.kernels.push_back(&kernel);
      change.advice.kernels.push_back(kernel.name);
    }
    std::uint64_t sectors = 0;
    std::uint64_t ideal = 0;
    std::set<const LayoutPlace*> counted;
    for (const Wanted& one : all) {
      const bool goes_along = one.host == wanted.host && one.of_members == wanted.of_members &&
                              std::ranges::find(first.arrays, one.array->name) != first.arrays.end();
      if (!goes_along) continue;
      for (const LayoutPlace* place : one.places) {
        if (!counted.insert(place).second) continue;
        sectors += place->sectors;
        ideal += place->sectors - place->excess;
      }
    }
    constexpr const char* kRules[] = {"array-start", "row-pitch", kMemberArrays};
    change.advice.rule = kRules[static_cast<std::size_t>(tried.kind)];
    change.advice.where = first.where;
    change.advice.message = message_of(wanted, tried, sectors, ideal);
    for (std::size_t i = 0; i < tried.layouts.size(); ++i) {
      ChangeCandidate candidate;
      candidate.edits = std::move(tried.layouts[i].edits);
      candidate.proposal.title = title_of(tried.kind, i != 0);
      candidate.proposal.lines = changed_lines(candidate.edits);
      candidate.proposal.patch = patch_of(candidate.edits);
      change.candidates.push_back(std::move(candidate));
    }
    if (tried.kind == Tried::Kind::members)
      change.advice.remarks.emplace_back(
          "the copies take the members apart, and put them together again: where that counts, let the host have such "
          "arrays, too");
    return change;
  }

  const RunOptions& options_;
  const report::Report& report_;
  SourceTrees& trees_;
  std::uint32_t schedulers_;
  std::vector<LayoutPlace> places_;
  std::vector<std::string> files_;  // the user's
  std::vector<std::unique_ptr<HostFunction>> hosts_;
  std::set<std::pair<std::string, std::string>> known_hosts_;  // files and places in them
  std::map<std::string, std::optional<KernelFunction>> kernels_;
  std::map<std::string, std::optional<rewrite::MemoryOwner>> owners_;
};

}  // namespace

std::vector<SourceChange> arrays_to_lay_out(const RunOptions& options, const report::Report& report, SourceTrees& trees,
                                            LayoutRemarks& remarks) {
  return Layouts(options, report, trees).find(remarks);
}

}  // namespace warpglass::tool
