// Of the pointer to structures there is one for each member then, and of each statement that allocates, fills, copies
// or frees by it as well. A copy takes the members apart, or puts them together again: its rows are single members,
// which lie a structure apart on the host.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/member_elements.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

class Splitter {
 public:
  Splitter(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels)
      : host_(host), array_(array), kernels_(kernels) {}

  Relayout split(const Node& record) {
    found_.arrays = {array_.name};
    const ArrayCall& allocation = *array_.allocation;
    found_.where = allocation.where;
    members_ = members_of(record, found_.obstacle);
    is_aggregate_ = is_aggregate(record);
    if (!found_.obstacle.empty()) found_.obstacle = fmt::format("{}: {}", text_of(record, "name"), found_.obstacle);
    if (found_.obstacle.empty()) found_.obstacle = array_.obstacle.empty() ? array_.in_order : array_.obstacle;
    if (found_.obstacle.empty() && array_.is_one_value)
      found_.obstacle = fmt::format("line {} fills it with one structure", array_.allocation->line);
    if (found_.obstacle.empty() && array_.owner && array_.owner->is_of_thrust && allocation.on_host == nullptr &&
        begins_with_values(record))
      found_.obstacle = fmt::format("line {} makes structures whose members do not begin as 0", allocation.line);
    if (found_.obstacle.empty() && !array_.views.empty())
      found_.obstacle = fmt::format("line {} makes a view of it", array_.views.front().line);
    if (found_.obstacle.empty()) found_.obstacle = edit_kernels();
    if (found_.obstacle.empty()) found_.obstacle = edit_host();
    if (found_.obstacle.empty() && overlap(found_.edits)) found_.obstacle = "its places are parts of each other";
    if (!found_.obstacle.empty()) found_.edits.clear();
    return std::move(found_);
  }

 private:
  /// Whether a new structure is something else than zeros.
  [[nodiscard]] bool begins_with_values(const Node& record) const {
    return !is_aggregate_ || std::ranges::any_of(inner_of(record), [](const Node& one) {
      return one.value("hasInClassInitializer", false);
    });
  }

  std::string edit_kernels() {
    std::map<std::string, std::set<std::size_t>> pointers;
    for (const ArrayArgument& argument : array_.arguments) pointers[argument.kernel].insert(argument.number);
    std::map<std::pair<std::string, std::size_t>, std::vector<std::string>> taken;
    for (const auto& [name, numbers] : pointers) {
      const KernelFunction* const kernel = kernels_(name);
      if (kernel == nullptr) return "kernel " + name + " is not found in the source";
      if (!kernel->obstacle.empty()) return kernel->obstacle;
      found_.kernels.insert(name);
      for (const std::size_t number : numbers) {
        if (std::string why = obstacle_to_launches(name, number); !why.empty()) return why;
        MemberElements elements = member_elements(*kernel, number, members_, is_aggregate_);
        if (!elements.obstacle.empty()) return elements.obstacle;
        found_.edits.insert(found_.edits.end(), elements.edits.begin(), elements.edits.end());
        taken[{name, number}] = std::move(elements.members);
      }
    }
    for (const ArrayArgument& argument : array_.arguments) {
      const auto span = written_span_of(*argument.argument, host_.file);
      if (!span) return fmt::format("a macro writes a part of the launch in line {}", argument.line);
      std::vector<std::string> names;
      for (const std::string& member : taken[{argument.kernel, argument.number}])
        names.push_back(array_.pointer(name_of_member(array_.name, member)));
      found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(names, ", "))});
    }
    return "";
  }

  /// Every launch hands it this array.
  [[nodiscard]] std::string obstacle_to_launches(const std::string& kernel, std::size_t number) const {
    for (const Node* launch : launches_of(host_, kernel)) {
      const bool same = std::ranges::any_of(
          array_.arguments, [&](const ArrayArgument& one) { return one.launch == launch && one.number == number; });
      if (!same) return kernel + " is given other structures in another launch";
    }
    return "";
  }

  std::string edit_host() {
    for (const StructureMember& one : members_) {
      if (const std::string name = name_of_member(array_.name, one.name); uses_of_word(host_.text, name) != 0)
        return "the source has the name " + name;
    }
    if (std::string why = edit_declaration(); !why.empty()) return why;
    if (std::string why = edit_allocation(); !why.empty()) return why;
    for (const bool to_host : {false, true}) {
      for (const ArrayCall& copy : to_host ? array_.to_host : array_.to_device) {
        if (std::string why = edit_copy(copy, to_host); !why.empty()) return why;
      }
    }
    for (const ArrayCall& fill : array_.fills) {
      if (std::string why = edit_call(fill, 2); !why.empty()) return why;
    }
    for (const ArrayCall& fill : array_.own_fills) {
      if (std::string why = edit_call(fill, std::nullopt); !why.empty()) return why;
    }
    for (const ArrayCall& free : array_.frees) {
      if (std::string why = edit_call(free, std::nullopt); !why.empty()) return why;
    }
    for (const HostElement& element : array_.on_host) {
      if (std::string why = edit_element(element); !why.empty()) return why;
    }
    for (const Node* name : array_.sizes) {
      const auto span = written_span_of(*name, host_.file);
      if (!span) return fmt::format("a macro writes a part of line {}", line_of(*name));
      found_.edits.push_back({.span = *span, .text = name_of_member(array_.name, members_.front().name)});
    }
    return "";
  }

  /// `points[i].x` becomes `points_x[i]`.
  std::string edit_element(const HostElement& element) {
    if (element.subscript == nullptr || element.member == nullptr)
      return fmt::format("line {} takes a whole structure on the host", element.line);
    const auto pointer = written_span_of(*element.pointer, host_.file);
    const auto subscript = written_span_of(*element.subscript, host_.file);
    const auto member = written_span_of(*element.member, host_.file);
    if (!pointer || !subscript || !member) return fmt::format("a macro writes a part of line {}", element.line);
    found_.edits.push_back({.span = *pointer, .text = name_of_member(array_.name, text_of(*element.member, "name"))});
    found_.edits.push_back({.span = {.file = host_.file, .begin = subscript->end, .end = member->end}, .text = ""});
    return "";
  }

  /// `Point* points;` becomes `float *points_x, *points_y;`, by type.
  std::string edit_declaration() {
    if (array_.owner) return "";  // it is its allocation
    const Node* statement = nullptr;
    for (const Node& one : inner_of(*array_.declared_in)) {
      if (kind_of(one) != "DeclStmt") continue;
      const bool has_it = std::ranges::any_of(inner_of(one), [&](const Node& variable) {
        return text_of(variable, "id") == text_of(*array_.declaration, "id");
      });
      if (has_it) statement = &one;
    }
    if (statement == nullptr) return "its declaration is not seen";
    const auto span = written_span_of(*statement, host_.file);
    if (!span) return "a macro writes its declaration";
    std::vector<std::string> lines;
    for (const Node& variable : inner_of(*statement)) {
      if (text_of(variable, "id") == text_of(*array_.declaration, "id")) {
        for (const StructureMember& one : members_)
          lines.push_back(fmt::format("{}* {};", one.type, name_of_member(array_.name, one.name)));
        continue;
      }
      const std::string type = text_of(variable.at("type"), "qualType");
      const Node* const made = initialiser_of(variable);
      if (!type.ends_with('*') || (made != nullptr && text_of(*made, "castKind") != "NullToPointer"))
        return "its declaration has other variables";
      lines.push_back(fmt::format("{}* {}{};", type.substr(0, type.find_last_not_of(" *") + 1),
                                  text_of(variable, "name"), made == nullptr ? "" : " = nullptr"));
    }
    const std::string indent = "\n" + array_.allocation->indent;
    found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(lines, indent))});
    return "";
  }

  /// How many structures a call is of; nothing: it is not seen.
  [[nodiscard]] std::optional<std::string> count_of(const ArrayCall& call) const {
    auto factors = bytes_of(host_, array_, call);
    if (!factors) return std::nullopt;
    const auto is_size = [](const ByteFactor& one) { return !one.size_of.empty(); };
    const auto size = std::ranges::find_if(*factors, is_size);
    const bool is_fixed = call.number.expression == nullptr || is_steady(*call.number.expression);
    if (size == factors->end() || !is_size_of(*size, array_.element) || !is_fixed) return std::nullopt;
    factors->erase(size);
    if (std::ranges::any_of(*factors, is_size)) return std::nullopt;
    return product_of(*factors);
  }

  /// A statement for each member.
  std::string repeat(const ArrayCall& call, const std::vector<std::vector<TextPart>>& parts, std::string watched) {
    std::vector<std::string> each;
    for (const std::vector<TextPart>& of_member : parts) {
      auto one = with_parts(host_.text, call.statement, of_member);
      if (!one) return fmt::format("line {} is not written in one piece", call.line);
      each.push_back(std::move(*one));
    }
    found_.edits.push_back({.span = call.statement,
                            .text = fmt::format("{}", fmt::join(each, "\n" + call.indent)),
                            .watched = std::move(watched)});
    return "";
  }

  [[nodiscard]] static std::string not_alone(const ArrayCall& call) {
    return fmt::format("line {} is no statement of its own", call.line);
  }

  /// A call whose pointer is a member's, and whose bytes are.
  std::string edit_call(const ArrayCall& call, std::optional<std::size_t> bytes, std::string watched = {}) {
    if (!call.is_statement) return not_alone(call);
    const auto pointer = written_span_of(*call.pointer, host_.file);
    const auto span = bytes ? written_span_of(call.argument(*bytes), host_.file) : std::nullopt;
    const auto count = bytes ? count_of(call) : std::nullopt;
    if (!pointer || (bytes && (!span || !count))) return fmt::format("line {} has no number of structures", call.line);
    std::vector<std::vector<TextPart>> parts;
    for (const StructureMember& one : members_) {
      parts.push_back({{.span = *pointer, .text = name_of_member(array_.name, one.name)}});
      if (bytes) parts.back().push_back({.span = *span, .text = fmt::format("{} * sizeof({})", *count, one.type)});
    }
    return repeat(call, parts, std::move(watched));
  }

  /// `Buffer<Point> points(n);` becomes `Buffer<float> points_x(n);` and so on.
  std::string edit_owner(const std::string& count, std::string watched) {
    const ArrayCall& allocation = *array_.allocation;
    const auto name = written_token(array_.declaration->at("loc"));
    if (!name || name->file != host_.file) return "a macro writes its declaration";
    const std::string type = host_.text.substr(allocation.statement.begin, name->offset - allocation.statement.begin);
    const std::size_t at = type.find(argument_of(type));
    if (argument_of(type).empty() || last_part(argument_of(type)) != last_part(array_.element))
      return fmt::format("line {} has a class that is not made for any element: {}", allocation.line, type);
    std::string arguments = host_.text.substr(name->end(), allocation.statement.end - name->end());
    if (allocation.on_host != nullptr) arguments = fmt::format("({});", count);
    std::vector<std::string> each;
    for (const StructureMember& one : members_) {
      std::string own = type;
      own.replace(at, argument_of(type).size(), one.type);
      each.push_back(own + name_of_member(array_.name, one.name) + arguments);
    }
    // What is told, behind the declarations and ahead of what is copied.
    const std::string indent = "\n" + allocation.indent;
    found_.edits.push_back({.span = allocation.statement,
                            .text = fmt::format("{}", fmt::join(each, indent)),
                            .watched = std::move(watched)});
    if (allocation.on_host == nullptr) return "";
    std::vector<std::string> copies;
    if (std::string why = copies_of(allocation, false, copies); !why.empty()) return why;
    const Span behind{.file = host_.file, .begin = allocation.statement.end, .end = allocation.statement.end};
    found_.edits.push_back({.span = behind, .text = fmt::format("{}{}", indent, fmt::join(copies, indent))});
    return "";
  }

  std::string edit_allocation() {
    const ArrayCall& allocation = *array_.allocation;
    const auto count = count_of(allocation);
    if (!count)
      return fmt::format("line {} allocates bytes that are not seen to be a number of structures that stays",
                         allocation.line);
    if (allocation.list != array_.declared_in)
      return fmt::format("line {} does not allocate it beside its declaration", allocation.line);
    std::vector<ToldPart> told;
    for (const StructureMember& one : members_) {
      const std::string size = fmt::format("sizeof({})", one.type);
      told.push_back({.address = array_.pointer(name_of_member(array_.name, one.name)),
                      .offset = fmt::format("__builtin_offsetof({}, {})", array_.element, one.name),
                      .width = size,
                      .pitch = size,
                      .stride = fmt::format("sizeof({})", array_.element),
                      .rows = *count});
    }
    std::string watched = tell_relaid(fmt::format("{} * sizeof({})", *count, array_.element), told);
    return array_.owner ? edit_owner(*count, std::move(watched)) : edit_call(allocation, 1, std::move(watched));
  }

  /// "Point" of what is handed on as a pointer to anything, or of a vector.
  static std::string structure_at(const Node& argument) {
    const Node* pointer = &argument;
    while (text_of(*pointer, "castKind") == "BitCast" || text_of(*pointer, "castKind") == "NoOp")
      pointer = &inner_of(*pointer).front();
    const std::string written = text_of(pointer->at("type"), "qualType");
    if (const std::string element = argument_of(written); !element.empty() && !written.ends_with('*'))
      return last_part(element);
    const std::string type = type_of(*pointer);
    const std::string name(without_qualifiers(std::string_view(type).substr(0, type.find_last_not_of(" *") + 1)));
    return type.ends_with('*') ? last_part(name) : "";
  }

  /// What copies each member. \return  why it cannot be
  std::string copies_of(const ArrayCall& copy, bool to_host, std::vector<std::string>& to) {
    if (!copy.is_statement) return not_alone(copy);
    const auto count = count_of(copy);
    const auto data = host_side(host_, copy);
    if (!count || !data) return fmt::format("line {} does not copy a number of structures", copy.line);
    if (copy.on_host != nullptr && !is_steady(*copy.on_host))
      return fmt::format("line {} copies what an expression with effects leads to", copy.line);
    if (copy.on_host != nullptr &&
        structure_at(*copy.on_host) != last_part(std::string(without_qualifiers(array_.element))))
      return fmt::format("line {} does not copy such structures on the host's side", copy.line);
    for (const StructureMember& one : members_) {
      const std::string size = fmt::format("sizeof({})", one.type);
      const std::string here = array_.pointer(name_of_member(array_.name, one.name));
      const std::string there = fmt::format("&({})->{}", *data, one.name);
      const std::string apart = fmt::format("sizeof({})", array_.element);
      const auto parts = copied_rows(host_, copy,
                                     {.to = to_host ? there : here,
                                      .to_pitch = to_host ? apart : size,
                                      .from = to_host ? here : there,
                                      .from_pitch = to_host ? size : apart,
                                      .width = size,
                                      .rows = *count});
      auto text = parts ? with_parts(host_.text, copy.statement, *parts) : std::nullopt;
      if (!text) return fmt::format("line {} is not written in one piece", copy.line);
      to.push_back(std::move(*text));
    }
    return "";
  }

  std::string edit_copy(const ArrayCall& copy, bool to_host) {
    std::vector<std::string> each;
    if (std::string why = copies_of(copy, to_host, each); !why.empty()) return why;
    const auto data = host_side(host_, copy);
    const auto bytes = bytes_text(host_, array_, copy);
    if (!data || !bytes) return fmt::format("line {} is not written in one piece", copy.line);
    if (!copy.host_vector.empty()) {
      const std::string copies = fmt::format("{}", fmt::join(each, "\n" + copy.indent));
      for (Edit& one : returned_vector(array_, copy, copies, count_of(copy).value_or(""), tell_received(*data, *bytes)))
        found_.edits.push_back(std::move(one));
      return "";
    }
    found_.edits.push_back({.span = copy.statement,
                            .text = fmt::format("{}", fmt::join(each, "\n" + copy.indent)),
                            .watched = to_host ? tell_received(*data, *bytes) : ""});
    return "";
  }

  const HostFunction& host_;
  const DeviceArray& array_;
  const KernelLookup& kernels_;
  std::vector<StructureMember> members_;
  bool is_aggregate_ = false;
  Relayout found_;
};

}  // namespace

Relayout with_member_arrays(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                            const Node& record) {
  return Splitter(host, array, kernels).split(record);
}

}  // namespace warpglass::rewrite
