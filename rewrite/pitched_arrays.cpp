// One array leads to others: kernels index several by the same variable, and each of these has launches that hand it to
// more kernels. All of them are given the same pitch, or none is.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/row_elements.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

std::string pointee_of(const Node& declaration) {
  std::string type = type_of(declaration);
  if (type.ends_with('*')) type.pop_back();
  while (type.ends_with(' ')) type.pop_back();
  return type;
}

class Pitcher {
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

 private:
  static Relayout refused(std::string why) {
    Relayout found;
    found.obstacle = std::move(why);
    return found;
  }

  /// What is being pitched.
  struct Group {
    std::vector<const DeviceArray*> arrays;
    std::map<std::string, std::set<std::size_t>> pointers;  // of kernels, by name
    std::string key;                                        // the row's length, as the host has it
    std::string text;                                       // likewise, written
    std::string pitch;                                      // the name of what it becomes
    std::uint32_t unit = 0;
  };

  Relayout pitch(const DeviceArray& first, const KernelFunction& kernel, const RowLength& row) {
    Group group;
    group.arrays.push_back(&first);
    group.pitch = free_pitch(first);
    const Node* const given = given_length(row, *first.arguments.front().launch);
    group.key = key_on_host(kernel, row, first.arguments.front());
    if (group.key.empty()) return refused("the length of its rows may change");
    group.text = row.text;
    if (given != nullptr) group.text = text_of_expression(*given, host_.text).value_or("");
    if (group.text.empty()) return refused("a macro writes the length of its rows");
    if (is_whole(group.key, first)) return refused("its rows begin at multiples of a line as it is");
    if (std::string why = close(group); !why.empty()) return refused(std::move(why));
    return edited(group);
  }

  /// Whether a number in the source is a multiple of a line.
  static bool is_whole(const std::string& key, const DeviceArray& array) {
    const auto extent = extent_of(pointee_of(*array.declaration));
    const bool is_number = key.find_first_not_of("0123456789") == std::string::npos;
    return is_number && extent && std::stoull(key) * extent->bytes % kLineBytes == 0;
  }

  /// What a launch gives the kernel as the row's length; nullptr: it is none of its parameters.
  static const Node* given_length(const RowLength& row, const Node& launch) {
    if (!row.key.starts_with('#')) return nullptr;
    const std::size_t number = std::stoul(row.key.substr(1));
    return number + 2 < inner_of(launch).size() ? &inner_of(launch).at(number + 2) : nullptr;
  }

  /// The key of the kernel's number with what the launch gives in the place of parameters.
  [[nodiscard]] std::string key_on_host(const KernelFunction& kernel, const RowLength& row,
                                        const ArrayArgument& argument) const {
    std::string key;
    for (std::size_t at = 0; at < row.key.size(); ++at) {
      if (row.key[at] != '#') {
        key += row.key[at];
        continue;
      }
      std::size_t end = at + 1;
      while (end < row.key.size() && std::isdigit(static_cast<unsigned char>(row.key[end])) != 0) ++end;
      const std::size_t number = std::stoul(row.key.substr(at + 1, end - at - 1));
      const Node* const given = number < kernel.parameters.size() ? argument.given(number) : nullptr;
      const std::string of_given = given == nullptr ? "" : key_of(host_, *given);
      if (of_given.empty()) return "";
      key += of_given;
      at = end - 1;
    }
    return key;
  }

  [[nodiscard]] const DeviceArray* array_of(const Node& argument) const {
    const std::string id = variable_of(argument);
    const auto found = std::ranges::find_if(
        host_.arrays, [&](const DeviceArray& one) { return text_of(*one.declaration, "id") == id; });
    return id.empty() || found == host_.arrays.end() ? nullptr : &*found;
  }

  /// Adds what has to go along. \return  why it cannot
  std::string close(Group& group) {
    group.unit = 1;
    for (std::size_t i = 0; i < group.arrays.size(); ++i) {
      const DeviceArray& array = *group.arrays[i];
      if (std::string why = obstacle_to(array); !why.empty()) return why;
      const auto extent = extent_of(pointee_of(*array.declaration));
      if (!extent || kLineBytes % extent->bytes != 0)
        return fmt::format("the size of {}'s elements is no part of {} bytes", array.name, kLineBytes);
      group.unit = std::max(group.unit, static_cast<std::uint32_t>(kLineBytes / extent->bytes));
      for (const ArrayArgument& argument : array.arguments) {
        group.pointers[argument.kernel].insert(argument.number);
        if (std::string why = add_others(group, argument); !why.empty()) return why;
      }
    }
    return "";
  }

  [[nodiscard]] static std::string obstacle_to(const DeviceArray& array) {
    if (!array.obstacle.empty()) return array.name + ": " + array.obstacle;
    if (!array.in_order.empty()) return array.name + ": " + array.in_order;
    if (!array.on_host.empty())
      return fmt::format("line {} takes elements of {} on the host", array.on_host.front().line, array.name);
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
      if (array == nullptr || !obstacle_to(*array).empty()) continue;
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
    std::string bytes;    // with the pitch in the place of the row's length
    std::string element;  // "sizeof(float)"
    std::string rows;     // how many there are
  };

  [[nodiscard]] std::optional<Rows> rows_of(const Node& bytes, const Group& group, const std::string& pitch,
                                            const DeviceArray& array) const {
    auto factors = byte_factors(host_, bytes);
    if (!factors) return std::nullopt;
    const auto row = std::ranges::find(*factors, group.key, &ByteFactor::key);
    if (row == factors->end()) return std::nullopt;
    Rows found{.bytes = {}, .element = fmt::format("sizeof(*{})", array.name), .rows = {}};
    std::vector<ByteFactor> rest;
    bool has_own_size = false;
    bool has_size = extent_of(pointee_of(*array.declaration))->bytes == 1;
    for (auto one = factors->begin(); one != factors->end(); ++one) {
      if (!one->size_of.empty()) {
        if (has_own_size || !is_size_of(*one, pointee_of(*array.declaration))) return std::nullopt;
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
    found.edits.push_back(
        {.span = {.file = host_.file, .begin = place.statement.begin, .end = place.statement.begin},
         .text = fmt::format("const {} {} = {};  // elements from row to row\n{}", is_number ? "int" : "size_t", pitch,
                             rounded_row(group.text, group.unit), place.indent)});
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
    const auto rows = rows_of(allocation.argument(1), group, pitch, array);
    const auto before = text_of_expression(allocation.argument(1), host_.text);
    const auto bytes = written_span_of(allocation.argument(1), host_.file);
    if (!rows || !before || !bytes)
      return fmt::format("line {} does not allocate rows of {} for {}", allocation.line, group.text, array.name);
    const std::string more = lead_ == 0 ? "" : fmt::format(" + {} * sizeof(*{})", lead_, array.name);
    found.edits.push_back({.span = *bytes, .text = rows->bytes + more});
    const std::string row_bytes = fmt::format("{} * {}", in_product(group.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", pitch, rows->element);
    found.edits.push_back(
        {.span = {.file = host_.file, .begin = allocation.statement.end, .end = allocation.statement.end},
         .text = lead_ == 0 ? "" : fmt::format("\n{}{} += {};", allocation.indent, array.name, lead_),
         .watched = tell_relaid(*before, {{.address = array.name,
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
      const auto filled = rows_of(fill.argument(2), group, pitch, array);
      const auto span = written_span_of(fill.argument(2), host_.file);
      if (!filled || !span) return fmt::format("line {} does not fill rows of {}", fill.line, group.text);
      found.edits.push_back({.span = *span, .text = filled->bytes});
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

  static std::string in_product(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
  }

  std::string edit_copy(const Group& group, const DeviceArray& array, const ArrayCall& copy, const std::string& pitch,
                        bool to_host, Relayout& found) {
    const auto rows = rows_of(copy.argument(2), group, pitch, array);
    const auto bytes = text_of_expression(copy.argument(2), host_.text);
    const auto to = text_of_expression(copy.argument(0), host_.text);
    const auto from = text_of_expression(copy.argument(1), host_.text);
    const auto first = written_span_of(copy.argument(0), host_.file);
    const auto size = written_span_of(copy.argument(2), host_.file);
    const auto name = written_span_of(plain(inner_of(*copy.call).front()), host_.file);
    if (!rows || !bytes || !to || !from || !first || !size || !name)
      return fmt::format("line {} does not copy rows of {}", copy.line, group.text);
    if (to_host && !copy.is_statement)
      return fmt::format("line {} does not copy it in a statement of its own", copy.line);
    const std::string row_bytes = fmt::format("{} * {}", in_product(group.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", pitch, rows->element);
    found.edits.push_back(
        {.span = *name, .text = copy.function == "cudaMemcpy" ? "cudaMemcpy2D" : "cudaMemcpy2DAsync"});
    found.edits.push_back({.span = {.file = host_.file, .begin = first->begin, .end = size->end},
                           .text = fmt::format("{}, {}, {}, {}, {}, {}", *to, to_host ? row_bytes : pitch_bytes, *from,
                                               to_host ? pitch_bytes : row_bytes, row_bytes, rows->rows)});
    if (to_host)
      found.edits.push_back({.span = {.file = host_.file, .begin = copy.statement.end, .end = copy.statement.end},
                             .text = "",
                             .watched = tell_received(*to, *bytes)});
    return "";
  }

  const HostFunction& host_;
  const KernelLookup& kernels_;
  std::uint32_t lead_;
  std::map<std::string, PitchedElements> pitched_;  // by kernel
  bool takes_all_ = true;                           // arrays that are indexed alike, also where they need not go along
};

}  // namespace

Relayout with_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                    std::uint32_t lead) {
  return Pitcher(host, kernels, lead).pitch(array);
}

}  // namespace warpglass::rewrite
