#include "rewrite/host_row_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/host_rows.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

class HostEditor {
 public:
  HostEditor(const HostFunction& host, const RowGroup& group, std::uint32_t lead, Relayout& found)
      : host_(host), group_(group), lead_(lead), found_(found) {}

  std::string edit(const std::map<std::string, PitchedElements>& kernels) {
    std::vector<const DeviceArray*> allocated;
    std::ranges::copy_if(group_.arrays, std::back_inserter(allocated),
                         [](const DeviceArray* array) { return array->allocation.has_value(); });
    if (allocated.empty()) return "its memory is not allocated in this function";
    for (const DeviceArray* array : allocated) {
      if (array->allocation->list != allocated.front()->allocation->list)
        return "its arrays are allocated in several places";
    }
    const auto at = [](const DeviceArray* array) { return array->allocation->statement.begin; };
    const ArrayCall& place = *(*std::ranges::min_element(allocated, {}, at))->allocation;
    found_.where = place.where;
    if (std::string why = declare_pitch(*allocated.front(), place); !why.empty()) return why;
    for (const DeviceArray* array : group_.arrays) {
      found_.arrays.push_back(array->name);
      std::string why;
      for (const ArrayCall* allocation : array->allocations()) {
        if (why.empty()) why = edit_allocation(*array, *allocation);
      }
      if (why.empty()) why = edit_uses(*array);
      if (!why.empty()) return why;
    }
    for (const auto& [name, kernel] : kernels) {
      for (const Node* launch : launches_of(host_, name)) {
        if (std::string why = edit_launch(*launch, kernel); !why.empty()) return why;
      }
    }
    return "";
  }

 private:
  /// A constant ahead of the first allocation; of a class a member that is given its value there.
  std::string declare_pitch(const DeviceArray& first, const ArrayCall& place) {
    const bool is_number = group_.text.find_first_not_of("0123456789") == std::string::npos;
    const std::string type = !group_.type.empty() ? group_.type : is_number ? "int" : "size_t";
    const std::string value = rounded_row(group_.text, group_.unit);
    const Span ahead{.file = host_.file, .begin = place.statement.begin, .end = place.statement.begin};
    if (!first.is_field) {
      found_.edits.push_back({.span = ahead,
                              .text = fmt::format("const {} {} = {};  // elements from row to row\n{}", type,
                                                  group_.pitch, value, place.indent)});
      return "";
    }
    const StatementPlace field(*first.declaration, host_.text);
    const auto declaration =
        field.put_behind_line(fmt::format("{} {} = 0;  // elements from row to row", type, group_.pitch));
    if (!declaration) return "a macro writes the declaration of " + first.name;
    found_.edits.push_back(*declaration);
    found_.edits.push_back({.span = ahead, .text = fmt::format("{} = {};\n{}", group_.pitch, value, place.indent)});
    return "";
  }

  /// Bytes of a call, by what they are made of.
  struct Rows {
    std::string bytes;     // with the pitch in the place of the row's length
    std::string element;   // "sizeof(float)"
    std::string rows;      // how many there are
    std::string elements;  // likewise, with the pitch: without the size of one
  };

  /// "p", or "p[1]" of one of several.
  [[nodiscard]] std::string name_in(const DeviceArray& array, const ArrayCall& call) const {
    return array.is_several ? text_of_expression(*call.pointer, host_.text).value_or("") : array.name;
  }

  [[nodiscard]] std::optional<Rows> rows_of(const ArrayCall& call, const DeviceArray& array) const {
    auto factors = bytes_of(host_, array, call);
    if (!factors) return std::nullopt;
    const auto row = std::ranges::find(*factors, group_.key, &ByteFactor::key);
    if (row == factors->end()) return std::nullopt;
    Rows found{.bytes = {}, .element = fmt::format("sizeof(*{})", name_in(array, call)), .rows = {}, .elements = {}};
    std::vector<ByteFactor> rest;
    bool has_own_size = false;
    bool has_size = extent_of(array.element_type)->bytes == 1;
    for (auto one = factors->begin(); one != factors->end(); ++one) {
      if (!one->size_of.empty()) {
        if (has_own_size || !is_size_of(*one, array.element_type)) return std::nullopt;
        has_own_size = true;
        found.element = one->text;
        has_size = true;
      } else if (one != row) {
        rest.push_back(*one);
      }
    }
    if (!has_size) return std::nullopt;
    found.rows = product_of(rest);
    row->text = group_.pitch;
    found.bytes = product_of(*factors);
    std::erase_if(*factors, [](const ByteFactor& one) { return !one.size_of.empty(); });
    found.elements = product_of(*factors);
    return found;
  }

  /// Gives the kernel the pitch, if it takes it.
  std::string edit_launch(const Node& launch, const PitchedElements& elements) {
    if (!elements.given && !elements.takes_pitch) return "";
    const Node& parts = inner_of(launch);
    const auto span = span_in(host_, elements.given ? parts.at(*elements.given + 2) : parts.back());
    if (!span) return fmt::format("line {} has a launch whose arguments are not written plainly", line_of(launch));
    if (elements.given) {
      found_.edits.push_back({.span = *span, .text = group_.pitch});
    } else {
      found_.edits.push_back(
          {.span = {.file = host_.file, .begin = span->end, .end = span->end}, .text = ", " + group_.pitch});
    }
    return "";
  }

  std::string edit_allocation(const DeviceArray& array, const ArrayCall& allocation) {
    const std::string called = name_in(array, allocation);
    if (called.empty()) return fmt::format("a macro writes a part of line {}", allocation.line);
    if (array.owner && lead_ != 0) return fmt::format("the class of {} decides where it begins", array.name);
    const auto rows = rows_of(allocation, array);
    const auto before = bytes_text(host_, array, allocation);
    if (!rows || !before)
      return fmt::format("line {} does not allocate rows of {} for {}", allocation.line, group_.text, array.name);
    const std::string more = lead_ == 0 ? "" : fmt::format(" + {} * sizeof(*{})", lead_, called);
    const std::string row_bytes = fmt::format("{} * {}", in_product(group_.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", group_.pitch, rows->element);
    std::string behind = lead_ == 0 ? "" : fmt::format("\n{}{} += {};", allocation.indent, called, lead_);
    if (allocation.on_host != nullptr) {
      // Made of what a vector of the host holds: made with a number, and filled behind it.
      const auto name = written_token(array.declaration->at("loc"));
      const auto from = host_side(host_, allocation);
      if (!name || name->file != host_.file || !from) return "a macro writes the declaration of " + array.name;
      found_.edits.push_back({.span = {.file = host_.file, .begin = name->end(), .end = allocation.statement.end},
                              .text = fmt::format("({});", rows->elements)});
      behind =
          fmt::format("\n{}{}cudaMemcpy2D({}, {}, {}, {}, {}, {}{}", allocation.indent, allocation.head,
                      array.pointer(array.name), pitch_bytes, *from, row_bytes, row_bytes, rows->rows, allocation.tail);
    } else {
      const auto written = span_in(host_, *allocation.number.expression);
      if (!written) return fmt::format("a macro writes a part of line {}", allocation.line);
      found_.edits.push_back(
          {.span = *written, .text = allocation.number.of_elements ? rows->elements : rows->bytes + more});
    }
    found_.edits.push_back(
        {.span = {.file = host_.file, .begin = allocation.statement.end, .end = allocation.statement.end},
         .text = std::move(behind),
         .watched = tell_relaid(*before, {{.address = array.pointer(called),
                                           .offset = "0",
                                           .width = row_bytes,
                                           .pitch = pitch_bytes,
                                           .stride = row_bytes,
                                           .rows = rows->rows}})});
    return "";
  }

  std::string edit_uses(const DeviceArray& array) {
    for (const bool to_host : {false, true}) {
      for (const ArrayCall& copy : to_host ? array.to_host : array.to_device) {
        if (std::string why = edit_copy(array, copy, to_host); !why.empty()) return why;
      }
    }
    for (const ArrayCall& fill : array.fills) {
      const auto filled = rows_of(fill, array);
      const auto span = span_in(host_, fill.argument(2));
      if (!filled || !span) return fmt::format("line {} does not fill rows of {}", fill.line, group_.text);
      found_.edits.push_back({.span = *span, .text = filled->bytes});
    }
    for (const ArrayLink& link : array.links) {
      if (!link.is_copy()) continue;
      const auto copied = rows_of(link.call, array);
      const auto span = span_in(host_, link.call.argument(2));
      if (!copied || !span) return fmt::format("line {} does not copy rows of {}", link.call.line, group_.text);
      found_.edits.push_back({.span = *span, .text = copied->bytes});
    }
    for (const HostElement& element : array.on_host) {
      if (std::string why = edit_element(element); !why.empty()) return why;
    }
    for (const ArrayCall& free : array.frees) {
      const auto name = written_span_of(*free.pointer, host_.file);
      if (!name) return "a macro writes a part of what frees it";
      if (lead_ != 0)
        found_.edits.push_back(
            {.span = {.file = host_.file, .begin = name->end, .end = name->end}, .text = fmt::format(" - {}", lead_)});
    }
    return "";
  }

  /// An element of managed memory that the host takes: `a[y * w + x]` becomes `a[y * pitch + x]` where x is seen to be
  /// a column, and any other index is taken apart.
  std::string edit_element(const HostElement& element) {
    if (element.subscript == nullptr) return "";  // the first one
    const Node& index = inner_of(*element.subscript).at(1);
    if (const Node* const row = row_factor(host_, index, group_.key)) {
      const auto span = written_span_of(*row, host_.file);
      if (!span || is_of_macro(*row)) return fmt::format("a macro writes a part of line {}", element.line);
      found_.edits.push_back({.span = *span, .text = group_.pitch});
      return "";
    }
    const auto span = written_span_of(index, host_.file);
    const auto text = text_of_expression(index, host_.text);
    if (!span || !text || is_of_macro(index)) return fmt::format("a macro writes a part of line {}", element.line);
    if (!is_steady(index)) return fmt::format("line {} has an index with effects on the host", element.line);
    const bool is_name = !variable_of(index).empty() || kind_of(plain(index)) == "IntegerLiteral";
    const std::string whole = is_name ? *text : "(" + *text + ")";
    const std::string row = in_product(group_.text);
    found_.edits.push_back(
        {.span = *span, .text = fmt::format("{} / {} * {} + {} % {}", whole, row, group_.pitch, whole, row)});
    return "";
  }

  std::string edit_copy(const DeviceArray& array, const ArrayCall& copy, bool to_host) {
    const auto rows = rows_of(copy, array);
    const auto bytes = bytes_text(host_, array, copy);
    const auto data = host_side(host_, copy);
    const auto given = copy.is_runtimes() ? text_of_expression(copy.argument(to_host ? 1 : 0), host_.text)
                                          : std::optional(array.pointer(array.name));
    if (!rows || !bytes || !data || !given)
      return fmt::format("line {} does not copy rows of {}", copy.line, group_.text);
    if (to_host && !copy.is_statement)
      return fmt::format("line {} does not copy it in a statement of its own", copy.line);
    const std::string row_bytes = fmt::format("{} * {}", in_product(group_.text), rows->element);
    const std::string pitch_bytes = fmt::format("{} * {}", group_.pitch, rows->element);
    const auto parts = copied_rows(host_, copy,
                                   {.to = to_host ? *data : *given,
                                    .to_pitch = to_host ? row_bytes : pitch_bytes,
                                    .from = to_host ? *given : *data,
                                    .from_pitch = to_host ? pitch_bytes : row_bytes,
                                    .width = row_bytes,
                                    .rows = rows->rows});
    if (!parts) return fmt::format("line {} does not copy rows of {}", copy.line, group_.text);
    if (!copy.host_vector.empty()) {
      const std::string number = fmt::format("{} * {}", in_product(group_.text), rows->rows);
      for (Edit& one : returned_vector(array, copy, parts->front().text, number, tell_received(*data, *bytes)))
        found_.edits.push_back(std::move(one));
      return "";
    }
    for (const TextPart& part : *parts) found_.edits.push_back({.span = part.span, .text = part.text});
    if (to_host)
      found_.edits.push_back({.span = {.file = host_.file, .begin = copy.statement.end, .end = copy.statement.end},
                              .text = "",
                              .watched = tell_received(*data, *bytes)});
    return "";
  }

  const HostFunction& host_;
  const RowGroup& group_;
  std::uint32_t lead_;
  Relayout& found_;
};

}  // namespace

std::string edit_host_rows(const HostFunction& host, const RowGroup& group, std::uint32_t lead,
                           const std::map<std::string, PitchedElements>& kernels, Relayout& found) {
  return HostEditor(host, group, lead, found).edit(kernels);
}

}  // namespace warpglass::rewrite
