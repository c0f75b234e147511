// One array leads to others: kernels index several by the same variable, and each of these has launches that hand it to
// more kernels. All of them are given the same pitch, or none is.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/array_views.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/host_rows.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/row_elements.hpp"
#include "rewrite/scopes.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

/// The type of its elements, aliases resolved where a pointer leads to it.
std::string element_of(const DeviceArray& array) {
  if (array.owner) return array.element;
  std::string type = type_of(*array.declaration);
  if (type.ends_with('*')) type.pop_back();
  while (type.ends_with(' ')) type.pop_back();
  return type;
}

class Pitcher {
  /// What is being pitched.
  struct Group {
    std::vector<const DeviceArray*> arrays;
    std::map<std::string, std::set<std::size_t>> pointers;  // of kernels, by name
    std::string key;                                        // the row's length, as the host has it
    std::string text;                                       // likewise, written
    std::string pitch;                                      // the name of what it becomes
    std::string type;                                       // of that; empty: by the row's length
    std::uint32_t unit = 0;
  };

 public:
  Pitcher(const HostFunction& host, const KernelLookup& kernels, std::uint32_t lead)
      : host_(host), kernels_(kernels), lead_(lead) {}

  Relayout pitch(const DeviceArray& first) {
    const ArrayArgument* const argument = first.arguments.empty() ? nullptr : &first.arguments.front();
    const KernelFunction* const kernel = argument == nullptr ? nullptr : kernels_(argument->kernel);
    if (kernel == nullptr) return refused("no kernel that takes it is found in the source");
    Relayout last = refused("no index of it has the length of a row");
    bool is_first = true;
    for (const RowLength& row : row_lengths(*kernel, argument->number)) {
      for (const bool all : {true, false}) {
        takes_all_ = all;
        Relayout found = pitch(first, *kernel, row);
        if (found.obstacle.empty()) return found;
        if (!all && std::exchange(is_first, false)) last = std::move(found);
      }
    }
    return last;
  }

  /// Of an array that kernels know by a view, and of all that views of the class name with the same way from row to
  /// row.
  Relayout pitch_views(const DeviceArray& first, const Node& record) {
    const std::vector<std::string> fields = fields_of(record);
    const ArrayView& view = first.views.front();
    const std::string name = text_of(record, "name");
    const std::vector<const Node*> made = members_made(view, record);
    const auto pointer = std::ranges::find(made, view.made[view.pointer]);
    if (pointer == made.end()) return refused(fmt::format("it is not seen which member of {} leads to it", name));
    const ViewClass known = view_class(record, fields[static_cast<std::size_t>(pointer - made.begin())]);
    if (!known.obstacle.empty()) return refused(known.obstacle);
    const std::size_t stride = static_cast<std::size_t>(std::ranges::find(fields, known.stride) - fields.begin());
    if (stride >= made.size() || made[stride] == nullptr)
      return refused(fmt::format("line {} does not say what {} is", view.line, known.stride));
    Group group;
    group.pitch = free_pitch(first);
    group.key = key_of(host_, *made[stride]);
    group.text = text_of_expression(*made[stride], host_.text).value_or("");
    group.type = known.stride_type;
    group.unit = 1;
    if (group.key.empty() || group.text.empty()) return refused("the length of its rows may change");
    if (is_whole(group.key, first)) return refused("its rows begin at multiples of a line as it is");
    Relayout found;
    std::set<Edit> strides;
    for (const DeviceArray& array : host_.arrays) {
      if (array.views.empty() || array.views.front().type != view.type) continue;
      std::set<Edit> own;
      std::set<std::string> taken;
      const std::string why = add_views(array, record, known, group, own, taken);
      if (!why.empty() && &array == &first) return refused(why);
      if (!why.empty()) continue;
      const auto extent = extent_of(element_of(array));
      if (!extent || kLineBytes % extent->bytes != 0)
        return refused(fmt::format("the size of {}'s elements is no part of {} bytes", array.name, kLineBytes));
      group.unit = std::max(group.unit, static_cast<std::uint32_t>(kLineBytes / extent->bytes));
      group.arrays.push_back(&array);
      strides.merge(own);
      found.kernels.merge(taken);
    }
    found.row = group.text;
    found.unit = group.unit;
    if (std::string why = edit_host(group, found); !why.empty()) return refused(std::move(why));
    found.edits.insert(found.edits.end(), strides.begin(), strides.end());
    if (overlap(found.edits)) return refused("its places are parts of each other");
    return found;
  }

 private:
  /// In the order of the class's members.
  static std::vector<const Node*> members_made(const ArrayView& view, const Node& record) {
    return view.is_list ? view.made : made_with(record, view.made);
  }

  /// Where the views of an array are made, with the pitch in the place of the row's length. \return  why that cannot be
  std::string add_views(const DeviceArray& array, const Node& record, const ViewClass& known, const Group& group,
                        std::set<Edit>& strides, std::set<std::string>& taken) const {
    if (std::string why = obstacle_to(array); !why.empty()) return why;
    if (!array.arguments.empty())
      return fmt::format("line {} hands it to a kernel without a view, too", array.arguments.front().line);
    const std::vector<std::string> fields = fields_of(record);
    const auto stride = static_cast<std::size_t>(std::ranges::find(fields, known.stride) - fields.begin());
    for (const ArrayView& view : array.views) {
      const std::vector<const Node*> made = members_made(view, record);
      if (view.type != array.views.front().type || stride >= made.size() || made[stride] == nullptr ||
          key_of(host_, *made[stride]) != group.key)
        return fmt::format("line {} makes another view of it", view.line);
      if (!view.obstacle.empty()) return view.obstacle;
      const auto span = written_span_of(*made[stride], host_.file);
      if (!span) return fmt::format("a macro writes a part of line {}", view.line);
      strides.insert({.span = *span, .text = group.pitch});
      for (const ArrayArgument& argument : view.arguments) {
        const KernelFunction* const kernel = kernels_(argument.kernel);
        if (kernel == nullptr) return "kernel " + argument.kernel + " is not found in the source";
        if (std::string why = obstacle_to_view(*kernel, argument.number, known); !why.empty()) return why;
        taken.insert(argument.kernel);
      }
    }
    return "";
  }

  static Relayout refused(std::string why) {
    Relayout found;
    found.obstacle = std::move(why);
    return found;
  }

  Relayout pitch(const DeviceArray& first, const KernelFunction& kernel, const RowLength& row) {
    Group group;
    group.arrays.push_back(&first);
    group.pitch = free_pitch(first);
    const ArrayArgument& argument = first.arguments.front();
    group.key = key_on_host(kernel, row, argument);
    if (group.key.empty()) return refused("the length of its rows may change");
    group.text = text_on_host(kernel, row, argument);
    if (group.text.empty()) return refused("a macro writes the length of its rows");
    if (std::string why = obstacle_to_text(row, group.text, *argument.launch); !why.empty())
      return refused(std::move(why));
    if (is_whole(group.key, first)) return refused("its rows begin at multiples of a line as it is");
    if (std::string why = close(group); !why.empty()) return refused(std::move(why));
    return edited(group);
  }

  /// Whether a number in the source is a multiple of a line.
  static bool is_whole(const std::string& key, const DeviceArray& array) {
    const auto extent = extent_of(element_of(array));
    const bool is_number = key.find_first_not_of("0123456789") == std::string::npos;
    return is_number && extent && std::stoull(key) * extent->bytes % kLineBytes == 0;
  }

  /// The key of the kernel's number with something in the place of its parameters.
  /// \param of_given  of what the launch gives; empty: there is none
  /// \param blank     around signs
  template <class OfGiven>
  static std::string on_host(const KernelFunction& kernel, const RowLength& row, const ArrayArgument& argument,
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

  [[nodiscard]] std::string key_on_host(const KernelFunction& kernel, const RowLength& row,
                                        const ArrayArgument& argument) const {
    return on_host(kernel, row, argument, "", [&](const Node& given) { return key_of(host_, given); });
  }

  /// Likewise, as one could write it; empty: a macro writes a part of it.
  [[nodiscard]] std::string text_on_host(const KernelFunction& kernel, const RowLength& row,
                                         const ArrayArgument& argument) const {
    const bool is_sum = row.key.starts_with('(');
    const std::string text = on_host(kernel, row, argument, " ", [&](const Node& given) {
      const std::string own = text_of_expression(given, host_.text).value_or("");
      return own.empty() || !is_sum ? own : in_product(own);
    });
    return text.empty() || !is_sum ? text : text.substr(1, text.size() - 2);
  }

  /// The row's length is written elsewhere than where it is given: its names have to mean the same there.
  [[nodiscard]] std::string obstacle_to_text(const RowLength& row, const std::string& text, const Node& launch) const {
    if (declares_any(*host_.function, row.key))
      return fmt::format("the function that launches it has a {} of its own", row.text);
    const auto place = token_or_macro(launch.at("range").at("begin"));
    if (!place) return "its launch is not seen";
    const Edit given{.span = {.file = host_.file, .begin = place->offset, .end = place->offset}, .text = text};
    return rewrite::obstacle_of_scopes(*host_.function, host_.file, host_.text, {given});
  }

  /// \param given  what a launch gives a kernel
  [[nodiscard]] const DeviceArray* array_of(const Node& given) const {
    for (const DeviceArray& array : host_.arrays) {
      const bool is_given =
          std::ranges::any_of(array.arguments, [&](const ArrayArgument& one) { return one.argument == &given; });
      if (is_given) return &array;
    }
    return nullptr;
  }

  /// Adds what has to go along. \return  why it cannot
  std::string close(Group& group) {
    group.unit = 1;
    for (std::size_t i = 0; i < group.arrays.size(); ++i) {
      const DeviceArray& array = *group.arrays[i];
      if (std::string why = obstacle_to(array); !why.empty()) return why;
      if (!array.views.empty()) return fmt::format("line {} makes a view of {}", array.views.front().line, array.name);
      const auto extent = extent_of(element_of(array));
      if (!extent || kLineBytes % extent->bytes != 0)
        return fmt::format("the size of {}'s elements is no part of {} bytes", array.name, kLineBytes);
      group.unit = std::max(group.unit, static_cast<std::uint32_t>(kLineBytes / extent->bytes));
      for (const ArrayArgument& argument : array.arguments) {
        group.pointers[argument.kernel].insert(argument.number);
        if (std::string why = add_others(group, argument); !why.empty()) return why;
        add_of_other_launches(group, argument.kernel);
      }
    }
    return "";
  }

  [[nodiscard]] static std::string obstacle_to(const DeviceArray& array) {
    if (!array.sizes.empty())
      return fmt::format("line {} asks how many elements {} has", line_of(*array.sizes.front()), array.name);
    if (!array.obstacle.empty()) return array.name + ": " + array.obstacle;
    if (!array.in_order.empty()) return array.name + ": " + array.in_order;
    if (!array.allocation->is_statement || array.allocation->list != array.declared_in)
      return fmt::format("line {} does not allocate {} in a statement of its own, beside its declaration",
                         array.allocation->line, array.name);
    return "";
  }

  /// The row's length as a kernel has it, where a launch gives it what the group has; nothing: it has none such.
  [[nodiscard]] std::optional<RowLength> row_in(const KernelFunction& kernel, const Group& group,
                                                const ArrayArgument& argument) const {
    for (RowLength& row : row_lengths(kernel, argument.number)) {
      if (key_on_host(kernel, row, argument) == group.key) return std::move(row);
    }
    return std::nullopt;
  }

  /// Arrays that other launches hand to the kernel in the place of the group's.
  void add_of_other_launches(Group& group, const std::string& kernel) const {
    for (const Node* launch : launches_of(host_, kernel)) {
      for (const std::size_t pointer : group.pointers[kernel]) {
        const Node& parts = inner_of(*launch);
        const DeviceArray* const array = pointer + 2 < parts.size() ? array_of(parts.at(pointer + 2)) : nullptr;
        if (array != nullptr && std::ranges::find(group.arrays, array) == group.arrays.end())
          group.arrays.push_back(array);
      }
    }
  }

  /// Arrays that the kernel indexes by the same variables.
  std::string add_others(Group& group, const ArrayArgument& argument) {
    const KernelFunction* const kernel = kernels_(argument.kernel);
    if (kernel == nullptr) return "kernel " + argument.kernel + " is not found in the source";
    if (!kernel->obstacle.empty()) return kernel->obstacle;
    const auto row = row_in(*kernel, group, argument);
    if (!row) return fmt::format("{} does not index it by rows of {}", argument.kernel, group.text);
    // An array that a kernel does not index so yet is asked for with the others.
    const PitchedElements elements =
        pitched_elements(*kernel, group.pointers[argument.kernel], *row, group.pitch, group.unit);
    if (!elements.obstacle.empty()) return elements.obstacle;
    std::set<std::size_t> wanted = elements.others;
    if (takes_all_) wanted.merge(like(*kernel, *row, argument));
    for (const std::size_t other : wanted) {
      const Node* const given = argument.given(other);
      const DeviceArray* const array = given == nullptr ? nullptr : array_of(*given);
      const std::string name = text_of(*kernel->parameters[other], "name");
      if (array == nullptr)
        return fmt::format("{} indexes {} likewise, whose memory this function does not allocate", kernel->name, name);
      if (std::ranges::find(group.arrays, array) == group.arrays.end()) group.arrays.push_back(array);
    }
    return "";
  }

  /// Other pointers that have rows of the same length, and whose memory can have another pitch.
  [[nodiscard]] std::set<std::size_t> like(const KernelFunction& kernel, const RowLength& row,
                                           const ArrayArgument& argument) const {
    std::set<std::size_t> found;
    for (std::size_t other = 0; other < kernel.parameters.size(); ++other) {
      const Node* const given = argument.given(other);
      const DeviceArray* const array = given == nullptr ? nullptr : array_of(*given);
      if (array == nullptr || !array->views.empty() || !obstacle_to(*array).empty()) continue;
      const std::vector<RowLength> lengths = row_lengths(kernel, other);
      if (std::ranges::find(lengths, row.key, &RowLength::key) != lengths.end()) found.insert(other);
    }
    return found;
  }

  Relayout edited(const Group& group) {
    Relayout found;
    found.row = group.text;
    found.unit = group.unit;
    const auto refuse = [](std::string why) { return refused(std::move(why)); };
    std::map<std::int64_t, std::size_t> columns;
    for (const auto& [name, pointers] : group.pointers) {
      const KernelFunction& kernel = *kernels_(name);
      found.kernels.insert(name);
      std::optional<RowLength> row;
      for (const DeviceArray* array : group.arrays) {
        for (const ArrayArgument& argument : array->arguments) {
          if (argument.kernel != name) continue;
          auto own = row_in(kernel, group, argument);
          if (!own || (row && row->key != own->key)) return refuse(name + " is given rows of several lengths");
          row = std::move(own);
        }
      }
      const PitchedElements elements = pitched_elements(kernel, pointers, *row, group.pitch, group.unit);
      if (!elements.obstacle.empty()) return refuse(elements.obstacle);
      ++columns[elements.column];
      pitched_[name] = elements;
      found.edits.insert(found.edits.end(), elements.edits.begin(), elements.edits.end());
      if (std::string why = obstacle_to_pointers(group, name, pointers); !why.empty()) return refuse(std::move(why));
    }
    const auto most = std::ranges::max_element(columns, {}, [](const auto& one) { return one.second; });
    if (most != columns.end()) found.column = most->first;
    if (std::string why = edit_host(group, found); !why.empty()) return refuse(std::move(why));
    if (overlap(found.edits)) return refuse("its places are parts of each other");
    return found;
  }

  /// A pointer whose index changes has to be one of the group's arrays in every launch.
  [[nodiscard]] std::string obstacle_to_pointers(const Group& group, const std::string& kernel,
                                                 const std::set<std::size_t>& pointers) const {
    for (const Node* launch : launches_of(host_, kernel)) {
      for (const std::size_t pointer : pointers) {
        if (pointer + 2 >= inner_of(*launch).size()) return "a launch gives " + kernel + " less than it takes";
        const DeviceArray* const array = array_of(inner_of(*launch).at(pointer + 2));
        if (array == nullptr || std::ranges::find(group.arrays, array) == group.arrays.end())
          return kernel + " is given other memory in another launch";
      }
    }
    return "";
  }

  /// A name that the function has no other use for.
  [[nodiscard]] std::string free_pitch(const DeviceArray& first) const {
    std::string name = first.name + "_pitch";
    while (uses_of_word(std::string_view(host_.text).substr(body_begin(), body_end() - body_begin()), name) != 0)
      name += '_';
    return name;
  }

  /// Bytes of a call, by what they are made of.
  struct Rows {
    std::string bytes;     // with the pitch in the place of the row's length
    std::string element;   // "sizeof(float)"
    std::string rows;      // how many there are
    std::string elements;  // likewise, with the pitch: without the size of one
  };

  [[nodiscard]] std::optional<Rows> rows_of(const ArrayCall& call, const Group& group, const std::string& pitch,
                                            const DeviceArray& array) const {
    auto factors = bytes_of(host_, array, call);
    if (!factors) return std::nullopt;
    const auto row = std::ranges::find(*factors, group.key, &ByteFactor::key);
    if (row == factors->end()) return std::nullopt;
    Rows found{.bytes = {}, .element = fmt::format("sizeof(*{})", array.name), .rows = {}, .elements = {}};
    std::vector<ByteFactor> rest;
    bool has_own_size = false;
    bool has_size = extent_of(element_of(array))->bytes == 1;
    for (auto one = factors->begin(); one != factors->end(); ++one) {
      if (!one->size_of.empty()) {
        if (has_own_size || !is_size_of(*one, element_of(array))) return std::nullopt;
        has_own_size = true;
        found.element = one->text;
        has_size = true;
      } else if (one != row) {
        rest.push_back(*one);
      }
    }
    if (!has_size) return std::nullopt;
    found.rows = product_of(rest);
    row->text = pitch;
    found.bytes = product_of(*factors);
    std::erase_if(*factors, [](const ByteFactor& one) { return !one.size_of.empty(); });
    found.elements = product_of(*factors);
    return found;
  }

  std::string edit_host(const Group& group, Relayout& found) {
    const DeviceArray* first = group.arrays.front();
    for (const DeviceArray* array : group.arrays) {
      if (array->allocation->list != first->allocation->list) return "its arrays are allocated in several places";
      if (array->allocation->statement.begin < first->allocation->statement.begin) first = array;
    }
    for (const DeviceArray* array : group.arrays) found.arrays.push_back(array->name);
    const ArrayCall& place = *first->allocation;
    found.where = place.where;
    const std::string& pitch = group.pitch;
    const bool is_number = !group.text.empty() && group.text.find_first_not_of("0123456789") == std::string::npos;
    found.edits.push_back({.span = {.file = host_.file, .begin = place.statement.begin, .end = place.statement.begin},
                           .text = fmt::format("const {} {} = {};  // elements from row to row\n{}",
                                               !group.type.empty() ? group.type
                                               : is_number         ? "int"
                                                                   : "size_t",
                                               pitch, rounded_row(group.text, group.unit), place.indent)});
    for (const DeviceArray* array : group.arrays) {
      if (std::string why = edit_array(group, *array, pitch, found); !why.empty()) return why;
    }
    for (const auto& [kernel, pointers] : group.pointers) {
      for (const Node* launch : launches_of(host_, kernel)) {
        if (std::string why = edit_launch(*launch, pitched_[kernel], pitch, found); !why.empty()) return why;
      }
    }
    return "";
  }

  /// Gives the kernel the pitch, if it takes it.
  std::string edit_launch(const Node& launch, const PitchedElements& elements, const std::string& pitch,
                          Relayout& found) const {
    if (!elements.given && !elements.takes_pitch) return "";
    const Node& parts = inner_of(launch);
    const auto span = written_span_of(elements.given ? parts.at(*elements.given + 2) : parts.back(), host_.file);
    if (!span) return fmt::format("line {} has a launch whose arguments are not written plainly", line_of(launch));
    if (elements.given) {
      found.edits.push_back({.span = *span, .text = pitch});
    } else {
      found.edits.push_back({.span = {.file = host_.file, .begin = span->end, .end = span->end}, .text = ", " + pitch});
    }
    return "";
  }

  [[nodiscard]] std::size_t body_begin() const {
    const auto token = token_or_macro(host_.function->at("range").at("begin"));
    return token ? token->offset : 0;
  }
  [[nodiscard]] std::size_t body_end() const {
    const auto token = token_or_macro(host_.function->at("range").at("end"));
    return token ? token->end() : host_.text.size();
  }

  std::string edit_array(const Group& group, const DeviceArray& array, const std::string& pitch, Relayout& found) {
    const ArrayCall& allocation = *array.allocation;
    if (array.owner && lead_ != 0) return fmt::format("the class of {} decides where it begins", array.name);
    const auto rows = rows_of(allocation, group, pitch, array);
    const auto before = bytes_text(host_, array, allocation);
    if (!rows || !before)
      return fmt::format("line {} does not allocate rows of {} for {}", allocation.line, group.text, array.name);
    const std::string more = lead_ == 0 ? "" : fmt::format(" + {} * sizeof(*{})", lead_, array.name);
    const std::string row_bytes = fmt::format("{} * {}", in_product(group.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", pitch, rows->element);
    std::string behind = lead_ == 0 ? "" : fmt::format("\n{}{} += {};", allocation.indent, array.name, lead_);
    if (allocation.on_host != nullptr) {
      // Made of what a vector of the host holds: made with a number, and filled behind it.
      const auto name = written_token(array.declaration->at("loc"));
      const auto from = host_side(host_, allocation);
      if (!name || name->file != host_.file || !from) return "a macro writes the declaration of " + array.name;
      found.edits.push_back({.span = {.file = host_.file, .begin = name->end(), .end = allocation.statement.end},
                             .text = fmt::format("({});", rows->elements)});
      behind =
          fmt::format("\n{}{}cudaMemcpy2D({}, {}, {}, {}, {}, {}{}", allocation.indent, allocation.head,
                      array.pointer(array.name), pitch_bytes, *from, row_bytes, row_bytes, rows->rows, allocation.tail);
    } else {
      const auto written = written_span_of(*allocation.number.expression, host_.file);
      if (!written) return fmt::format("a macro writes a part of line {}", allocation.line);
      found.edits.push_back(
          {.span = *written, .text = allocation.number.of_elements ? rows->elements : rows->bytes + more});
    }
    found.edits.push_back(
        {.span = {.file = host_.file, .begin = allocation.statement.end, .end = allocation.statement.end},
         .text = std::move(behind),
         .watched = tell_relaid(*before, {{.address = array.pointer(array.name),
                                           .offset = "0",
                                           .width = row_bytes,
                                           .pitch = pitch_bytes,
                                           .stride = row_bytes,
                                           .rows = rows->rows}})});
    for (const bool to_host : {false, true}) {
      for (const ArrayCall& copy : to_host ? array.to_host : array.to_device) {
        if (std::string why = edit_copy(group, array, copy, pitch, to_host, found); !why.empty()) return why;
      }
    }
    for (const ArrayCall& fill : array.fills) {
      const auto filled = rows_of(fill, group, pitch, array);
      const auto span = written_span_of(fill.argument(2), host_.file);
      if (!filled || !span) return fmt::format("line {} does not fill rows of {}", fill.line, group.text);
      found.edits.push_back({.span = *span, .text = filled->bytes});
    }
    for (const HostElement& element : array.on_host) {
      if (std::string why = edit_element(element, group, found); !why.empty()) return why;
    }
    for (const ArrayCall& free : array.frees) {
      const auto name = written_span_of(*free.pointer, host_.file);
      if (!name) return "a macro writes a part of what frees it";
      if (lead_ != 0)
        found.edits.push_back(
            {.span = {.file = host_.file, .begin = name->end, .end = name->end}, .text = fmt::format(" - {}", lead_)});
    }
    return "";
  }

  /// An element of managed memory that the host takes: `a[y * w + x]` becomes `a[y * pitch + x]` where x is seen to be
  /// a column, and any other index is taken apart.
  std::string edit_element(const HostElement& element, const Group& group, Relayout& found) const {
    if (element.subscript == nullptr) return "";  // the first one
    const Node& index = inner_of(*element.subscript).at(1);
    if (const Node* const row = row_factor(host_, index, group.key)) {
      const auto span = written_span_of(*row, host_.file);
      if (!span || is_of_macro(*row)) return fmt::format("a macro writes a part of line {}", element.line);
      found.edits.push_back({.span = *span, .text = group.pitch});
      return "";
    }
    const auto span = written_span_of(index, host_.file);
    const auto text = text_of_expression(index, host_.text);
    if (!span || !text || is_of_macro(index)) return fmt::format("a macro writes a part of line {}", element.line);
    if (!is_steady(index)) return fmt::format("line {} has an index with effects on the host", element.line);
    const bool is_name = !variable_of(index).empty() || kind_of(plain(index)) == "IntegerLiteral";
    const std::string whole = is_name ? *text : "(" + *text + ")";
    const std::string row = in_product(group.text);
    found.edits.push_back(
        {.span = *span, .text = fmt::format("{} / {} * {} + {} % {}", whole, row, group.pitch, whole, row)});
    return "";
  }

  std::string edit_copy(const Group& group, const DeviceArray& array, const ArrayCall& copy, const std::string& pitch,
                        bool to_host, Relayout& found) {
    const auto rows = rows_of(copy, group, pitch, array);
    const auto bytes = bytes_text(host_, array, copy);
    const auto data = host_side(host_, copy);
    const auto given = copy.is_runtimes() ? text_of_expression(copy.argument(to_host ? 1 : 0), host_.text)
                                          : std::optional(array.pointer(array.name));
    if (!rows || !bytes || !data || !given)
      return fmt::format("line {} does not copy rows of {}", copy.line, group.text);
    if (to_host && !copy.is_statement)
      return fmt::format("line {} does not copy it in a statement of its own", copy.line);
    const std::string row_bytes = fmt::format("{} * {}", in_product(group.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", pitch, rows->element);
    const auto parts = copied_rows(host_, copy,
                                   {.to = to_host ? *data : *given,
                                    .to_pitch = to_host ? row_bytes : pitch_bytes,
                                    .from = to_host ? *given : *data,
                                    .from_pitch = to_host ? pitch_bytes : row_bytes,
                                    .width = row_bytes,
                                    .rows = rows->rows});
    if (!parts) return fmt::format("line {} does not copy rows of {}", copy.line, group.text);
    if (!copy.host_vector.empty()) {
      const std::string number = fmt::format("{} * {}", in_product(group.text), rows->rows);
      for (Edit& one : returned_vector(array, copy, parts->front().text, number, tell_received(*data, *bytes)))
        found.edits.push_back(std::move(one));
      return "";
    }
    for (const TextPart& part : *parts) found.edits.push_back({.span = part.span, .text = part.text});
    if (to_host)
      found.edits.push_back({.span = {.file = host_.file, .begin = copy.statement.end, .end = copy.statement.end},
                             .text = "",
                             .watched = tell_received(*data, *bytes)});
    return "";
  }

  const HostFunction& host_;
  const KernelLookup& kernels_;
  std::uint32_t lead_;
  std::map<std::string, PitchedElements> pitched_;  // by kernel
  bool takes_all_ = true;                           // arrays that are indexed alike, also where they need not go along
};

}  // namespace

Relayout with_view_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                         const Node& record) {
  return Pitcher(host, kernels, 0).pitch_views(array, record);
}

Relayout with_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                    std::uint32_t lead) {
  return Pitcher(host, kernels, lead).pitch(array);
}

}  // namespace warpglass::rewrite
