// Rows that begin at multiples of a line: edits of the kernels that index them and of the host, which allocates and
// copies them. Where kernels know them by views, all that changes is what these are made with.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/array_views.hpp"
#include "rewrite/host_row_edits.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/row_elements.hpp"
#include "rewrite/row_group.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

Relayout refused(std::string why) {
  Relayout found;
  found.obstacle = std::move(why);
  return found;
}

/// A pointer whose index changes has to be one of the group's arrays in every launch.
std::string obstacle_to_pointers(const HostFunction& host, const RowGroup& group, const std::string& kernel,
                                 const std::set<std::size_t>& pointers) {
  for (const Node* launch : launches_of(host, kernel)) {
    for (const std::size_t pointer : pointers) {
      if (pointer + 2 >= inner_of(*launch).size()) return "a launch gives " + kernel + " less than it takes";
      const DeviceArray* const array = host.array_given(inner_of(*launch).at(pointer + 2));
      if (array == nullptr || std::ranges::find(group.arrays, array) == group.arrays.end())
        return kernel + " is given other memory in another launch";
    }
  }
  return "";
}

/// The row's length as a kernel has it in all of its launches. \param why  gets the reason where there is none
std::optional<RowLength> row_in_all(const HostFunction& host, const KernelFunction& kernel, const RowGroup& group,
                                    std::string& why) {
  std::optional<RowLength> row;
  for (const DeviceArray* array : group.arrays) {
    for (const ArrayArgument& argument : array->arguments) {
      if (argument.kernel != kernel.name) continue;
      auto own = row_in(host, kernel, group, argument);
      if (!own || (row && row->key != own->key)) {
        why = kernel.name + " is given rows of several lengths";
        return std::nullopt;
      }
      row = std::move(own);
    }
  }
  return row;
}

Relayout edited_rows(const HostFunction& host, const RowGroup& group, const KernelLookup& kernels, std::uint32_t lead) {
  if (!group.obstacle.empty()) return refused(group.obstacle);
  Relayout found;
  found.row = group.text;
  found.unit = group.unit;
  std::map<std::int64_t, std::size_t> columns;
  std::map<std::string, PitchedElements> pitched;
  for (const auto& [name, pointers] : group.pointers) {
    const KernelFunction& kernel = *kernels(name);
    found.kernels.insert(name);
    std::string why;
    const auto row = row_in_all(host, kernel, group, why);
    if (!row) return refused(why);
    PitchedElements elements = pitched_elements(kernel, pointers, *row, pitch_in_kernels(group), group.unit);
    if (!elements.obstacle.empty()) return refused(elements.obstacle);
    ++columns[elements.column];
    found.edits.insert(found.edits.end(), elements.edits.begin(), elements.edits.end());
    pitched.emplace(name, std::move(elements));
    if (why = obstacle_to_pointers(host, group, name, pointers); !why.empty()) return refused(why);
  }
  const auto most = std::ranges::max_element(columns, {}, [](const auto& one) { return one.second; });
  if (most != columns.end()) found.column = most->first;
  if (std::string why = edit_host_rows(host, group, lead, pitched, found); !why.empty()) return refused(std::move(why));
  if (overlap(found.edits)) return refused("its places are parts of each other");
  return found;
}

class ViewPitcher {
 public:
  ViewPitcher(const HostFunction& host, const KernelLookup& kernels, const Node& record)
      : host_(host), kernels_(kernels), record_(record), fields_(fields_of(record)) {}

  /// Of all arrays that views of the class name with the same way from row to row.
  Relayout pitch(const DeviceArray& first) {
    const ArrayView& view = first.views.front();
    const std::string name = text_of(record_, "name");
    const std::vector<const Node*> made = members_made(view);
    const auto pointer = std::ranges::find(made, view.made[view.pointer]);
    if (pointer == made.end()) return refused(fmt::format("it is not seen which member of {} leads to it", name));
    class_ = view_class(record_, fields_[static_cast<std::size_t>(pointer - made.begin())]);
    if (!class_.obstacle.empty()) return refused(class_.obstacle);
    stride_ = static_cast<std::size_t>(std::ranges::find(fields_, class_.stride) - fields_.begin());
    if (stride_ >= made.size() || made[stride_] == nullptr)
      return refused(fmt::format("line {} does not say what {} is", view.line, class_.stride));
    RowGroup group{.key = key_of(host_, *made[stride_]),
                   .text = text_of_expression(*made[stride_], host_.text).value_or(""),
                   .pitch = free_pitch(host_, first),
                   .type = class_.stride_type};
    if (group.key.empty() || group.text.empty()) return refused("the length of its rows may change");
    if (is_whole_row(group.key, first)) return refused("its rows begin at multiples of a line as it is");
    Relayout found;
    std::set<Edit> strides;
    for (const DeviceArray& array : host_.arrays) {
      if (array.views.empty() || array.views.front().type != view.type) continue;
      std::set<Edit> own;
      std::set<std::string> taken;
      std::string why = add_views(array, group, own, taken);
      if (why.empty()) why = add_to(group, array);
      if (!why.empty() && &array == &first) return refused(why);
      if (!why.empty()) continue;
      strides.merge(own);
      found.kernels.merge(taken);
    }
    found.row = group.text;
    found.unit = group.unit;
    if (std::string why = edit_host_rows(host_, group, 0, {}, found); !why.empty()) return refused(std::move(why));
    found.edits.insert(found.edits.end(), strides.begin(), strides.end());
    if (overlap(found.edits)) return refused("its places are parts of each other");
    return found;
  }

 private:
  /// In the order of the class's members.
  [[nodiscard]] std::vector<const Node*> members_made(const ArrayView& view) const {
    return view.is_list ? view.made : made_with(record_, view.made);
  }

  /// Where the views of an array are made, with the pitch in the place of the row's length. \return  why that cannot be
  std::string add_views(const DeviceArray& array, const RowGroup& group, std::set<Edit>& strides,
                        std::set<std::string>& taken) const {
    if (!array.arguments.empty())
      return fmt::format("line {} hands it to a kernel without a view, too", array.arguments.front().line);
    if (!array.links.empty())
      return fmt::format("line {} gives its place to another pointer", array.links.front().call.line);
    for (const ArrayView& view : array.views) {
      const std::vector<const Node*> made = members_made(view);
      if (view.type != array.views.front().type || stride_ >= made.size() || made[stride_] == nullptr ||
          key_of(host_, *made[stride_]) != group.key)
        return fmt::format("line {} makes another view of it", view.line);
      if (!view.obstacle.empty()) return view.obstacle;
      const auto span = written_span_of(*made[stride_], host_.file);
      if (!span) return fmt::format("a macro writes a part of line {}", view.line);
      strides.insert({.span = *span, .text = group.pitch});
      for (const ArrayArgument& argument : view.arguments) {
        const KernelFunction* const kernel = kernels_(argument.kernel);
        if (kernel == nullptr) return "kernel " + argument.kernel + " is not found in the source";
        if (std::string why = obstacle_to_view(*kernel, argument.number, class_); !why.empty()) return why;
        taken.insert(argument.kernel);
      }
    }
    return "";
  }

  const HostFunction& host_;
  const KernelLookup& kernels_;
  const Node& record_;
  std::vector<std::string> fields_;
  ViewClass class_{};
  std::size_t stride_ = 0;  // of the members: the one that says how far rows lie apart
};

}  // namespace

Relayout with_view_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                         const Node& record) {
  return ViewPitcher(host, kernels, record).pitch(array);
}

Relayout with_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                    std::uint32_t lead) {
  const KernelFunction* const kernel = array.arguments.empty() ? nullptr : kernels(array.arguments.front().kernel);
  if (kernel == nullptr) return refused("no kernel that takes it is found in the source");
  Relayout last = refused("no index of it has the length of a row");
  bool is_first = true;
  for (const RowLength& row : row_lengths(*kernel, array.arguments.front().number)) {
    for (const bool all : {true, false}) {
      Relayout found = edited_rows(host, row_group(host, kernels, array, row, all), kernels, lead);
      if (found.obstacle.empty()) return found;
      if (!all && std::exchange(is_first, false)) last = std::move(found);
    }
  }
  return last;
}

}  // namespace warpglass::rewrite
