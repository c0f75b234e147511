#include "rewrite/row_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/device_arrays.hpp"
#include "rewrite/member_elements.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/scopes.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

/// The key of a kernel's number with something in the place of its parameters.
/// \param of_given  of what the launch gives; empty: there is none
/// \param blank     around signs
template <class OfGiven>
std::string on_host(const KernelFunction& kernel, const RowLength& row, const ArrayArgument& argument,
                    const char* blank, const OfGiven& of_given) {
  std::string key;
  for (std::size_t at = 0; at < row.key.size(); ++at) {
    const char c = row.key[at];
    if (c != '#') {
      key += c == '+' || c == '-' ? fmt::format("{0}{1}{0}", blank, c) : std::string(1, c);
      continue;
    }
    std::size_t end = at + 1;
    while (end < row.key.size() && std::isdigit(static_cast<unsigned char>(row.key[end])) != 0) ++end;
    const std::size_t number = std::stoul(row.key.substr(at + 1, end - at - 1));
    const Node* const given = number < kernel.parameters.size() ? argument.given(number) : nullptr;
    const std::string own = given == nullptr ? "" : of_given(*given);
    if (own.empty()) return "";
    key += own;
    at = end - 1;
  }
  return key;
}

std::string key_on_host(const HostFunction& host, const KernelFunction& kernel, const RowLength& row,
                        const ArrayArgument& argument) {
  return on_host(kernel, row, argument, "", [&](const Node& given) { return key_of(host, given); });
}

/// Likewise, as one could write it; empty: a macro writes a part of it.
std::string text_on_host(const HostFunction& host, const KernelFunction& kernel, const RowLength& row,
                         const ArrayArgument& argument) {
  const bool is_sum = row.key.starts_with('(');
  if (!is_sum && !row.key.starts_with('#')) return row.text;  // a constant, by the name that it has in the kernel
  const std::string text = on_host(kernel, row, argument, " ", [&](const Node& given) {
    const std::string own = text_of_expression(given, host.text).value_or("");
    return own.empty() || !is_sum ? own : in_product(own);
  });
  return text.empty() || !is_sum ? text : text.substr(1, text.size() - 2);
}

/// The row's length is written elsewhere than where it is given: its names have to mean the same there.
std::string obstacle_to_text(const HostFunction& host, const RowLength& row, const std::string& text,
                             const Node& launch) {
  if (declares_any(*host.function, row.key))
    return fmt::format("the function that launches it has a {} of its own", row.text);
  const auto place = token_or_macro(launch.at("range").at("begin"));
  if (!place) return "its launch is not seen";
  const Edit given{.span = {.file = host.file, .begin = place->offset, .end = place->offset}, .text = text};
  return obstacle_of_scopes(*host.function, host.file, host.text, {given});
}

class GroupReader {
 public:
  GroupReader(const HostFunction& host, const KernelLookup& kernels, bool all)
      : host_(host), kernels_(kernels), takes_all_(all) {}

  RowGroup read(const DeviceArray& first, const RowLength& row) {
    RowGroup group{.arrays = {&first}, .pitch = free_pitch(host_, first)};
    const ArrayArgument& argument = first.arguments.front();
    const KernelFunction& kernel = *kernels_(argument.kernel);
    group.key = key_on_host(host_, kernel, row, argument);
    group.text = text_on_host(host_, kernel, row, argument);
    if (group.key.empty()) group.obstacle = "the length of its rows may change";
    if (group.obstacle.empty() && group.text.empty()) group.obstacle = "a macro writes the length of its rows";
    if (group.obstacle.empty()) group.obstacle = obstacle_to_text(host_, row, group.text, *argument.launch);
    if (group.obstacle.empty() && is_whole_row(group.key, first))
      group.obstacle = "its rows begin at multiples of a line as it is";
    if (group.obstacle.empty()) group.obstacle = close(group);
    return group;
  }

 private:
  static bool has(const RowGroup& group, const DeviceArray& array) {
    return std::ranges::find(group.arrays, &array) != group.arrays.end();
  }

  /// Adds what has to go along. \return  why it cannot
  std::string close(RowGroup& group) const {
    const std::vector<const DeviceArray*> first = std::exchange(group.arrays, {});
    if (std::string why = add_other(group, *first.front()); !why.empty()) return why;
    for (std::size_t i = 0; i < group.arrays.size(); ++i) {
      const DeviceArray& array = *group.arrays[i];
      for (const ArrayLink& link : array.links) {
        const DeviceArray* const other = host_.array_of(link.other);
        if (std::string why = other == nullptr ? "" : add_other(group, *other); !why.empty()) return why;
      }
      for (const ArrayArgument& argument : array.arguments) {
        group.pointers[argument.kernel].insert(argument.number);
        if (std::string why = add_others(group, argument); !why.empty()) return why;
        if (std::string why = add_of_other_launches(group, argument.kernel); !why.empty()) return why;
      }
    }
    return "";
  }

  static std::string add_other(RowGroup& group, const DeviceArray& array) {
    if (has(group, array)) return "";
    if (!array.views.empty()) return fmt::format("line {} makes a view of {}", array.views.front().line, array.name);
    return add_to(group, array);
  }

  /// Arrays that other launches hand to the kernel in the place of the group's.
  std::string add_of_other_launches(RowGroup& group, const std::string& kernel) const {
    for (const Node* launch : launches_of(host_, kernel)) {
      for (const std::size_t pointer : group.pointers[kernel]) {
        const Node& parts = inner_of(*launch);
        const DeviceArray* const array =
            pointer + 2 < parts.size() ? host_.array_given(parts.at(pointer + 2)) : nullptr;
        if (std::string why = array == nullptr ? "" : add_other(group, *array); !why.empty()) return why;
      }
    }
    return "";
  }

  /// Arrays that the kernel indexes by the same variables.
  std::string add_others(RowGroup& group, const ArrayArgument& argument) const {
    const KernelFunction* const kernel = kernels_(argument.kernel);
    if (kernel == nullptr) return "kernel " + argument.kernel + " is not found in the source";
    if (!kernel->obstacle.empty()) return kernel->obstacle;
    const auto row = row_in(host_, *kernel, group, argument);
    if (!row) return fmt::format("{} does not index it by rows of {}", argument.kernel, group.text);
    // An array that a kernel does not index so yet is asked for with the others.
    const PitchedElements elements =
        pitched_elements(*kernel, group.pointers[argument.kernel], *row, pitch_in_kernels(group), group.unit);
    if (!elements.obstacle.empty()) return elements.obstacle;
    std::set<std::size_t> wanted = elements.others;
    if (takes_all_) wanted.merge(like(*kernel, *row, argument));
    for (const std::size_t other : wanted) {
      const Node* const given = argument.given(other);
      const DeviceArray* const array = given == nullptr ? nullptr : host_.array_given(*given);
      const std::string name = text_of(*kernel->parameters[other], "name");
      if (array == nullptr)
        return fmt::format("{} indexes {} likewise, whose memory this function does not allocate", kernel->name, name);
      if (std::string why = add_other(group, *array); !why.empty()) return why;
    }
    return "";
  }

  /// Other pointers that have rows of the same length, and whose memory can have another pitch.
  [[nodiscard]] std::set<std::size_t> like(const KernelFunction& kernel, const RowLength& row,
                                           const ArrayArgument& argument) const {
    std::set<std::size_t> found;
    for (std::size_t other = 0; other < kernel.parameters.size(); ++other) {
      const Node* const given = argument.given(other);
      const DeviceArray* const array = given == nullptr ? nullptr : host_.array_given(*given);
      if (array == nullptr || !array->views.empty() || !obstacle_to_rows(*array).empty()) continue;
      const std::vector<RowLength> lengths = row_lengths(kernel, other);
      if (std::ranges::find(lengths, row.key, &RowLength::key) != lengths.end()) found.insert(other);
    }
    return found;
  }

  const HostFunction& host_;
  const KernelLookup& kernels_;
  bool takes_all_;
};

}  // namespace

RowGroup row_group(const HostFunction& host, const KernelLookup& kernels, const DeviceArray& first,
                   const RowLength& row, bool all) {
  return GroupReader(host, kernels, all).read(first, row);
}

std::optional<RowLength> row_in(const HostFunction& host, const KernelFunction& kernel, const RowGroup& group,
                                const ArrayArgument& argument) {
  for (RowLength& row : row_lengths(kernel, argument.number)) {
    if (key_on_host(host, kernel, row, argument) == group.key) return std::move(row);
  }
  return std::nullopt;
}

std::string obstacle_to_rows(const DeviceArray& array) {
  if (!array.sizes.empty())
    return fmt::format("line {} asks how many elements {} has", line_of(*array.sizes.front()), array.name);
  if (!array.obstacle.empty()) return array.name + ": " + array.obstacle;
  if (!array.in_order.empty()) return array.name + ": " + array.in_order;
  for (const ArrayCall* allocation : array.allocations()) {
    if (!allocation->is_statement || allocation->list != array.declared_in)
      return fmt::format("line {} does not allocate {} in a statement of its own, {}", allocation->line, array.name,
                         array.is_field ? "in its class's constructor" : "beside its declaration");
  }
  return "";
}

std::string add_to(RowGroup& group, const DeviceArray& array) {
  if (std::string why = obstacle_to_rows(array); !why.empty()) return why;
  const auto extent = extent_of(array.element_type);
  if (!extent || kLineBytes % extent->bytes != 0)
    return fmt::format("the size of {}'s elements is no part of {} bytes", array.name, kLineBytes);
  group.unit = std::max(group.unit, static_cast<std::uint32_t>(kLineBytes / extent->bytes));
  group.arrays.push_back(&array);
  return "";
}

bool is_whole_row(const std::string& key, const DeviceArray& array) {
  const auto extent = extent_of(array.element_type);
  const bool is_number = key.find_first_not_of("0123456789") == std::string::npos;
  return is_number && extent && std::stoull(key) * extent->bytes % kLineBytes == 0;
}

std::string pitch_in_kernels(const RowGroup& group) {
  std::string name = group.pitch;
  while (name.ends_with('_')) name.pop_back();
  return name;
}

std::string free_pitch(const HostFunction& host, const DeviceArray& first) {
  std::string name = name_of_member(plain_name(first), "pitch");
  while (uses_of_word(text_of_function(*host.function, host.text), name) != 0) name += '_';
  return name;
}

}  // namespace warpglass::rewrite
