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
    if (!found_.obstacle.empty()) found_.obstacle = fmt::format("{}: {}", text_of(record, "name"), found_.obstacle);
    if (found_.obstacle.empty()) found_.obstacle = array_.obstacle.empty() ? array_.in_order : array_.obstacle;
    if (found_.obstacle.empty()) found_.obstacle = edit_kernels();
    if (found_.obstacle.empty()) found_.obstacle = edit_host();
    if (found_.obstacle.empty() && overlap(found_.edits)) found_.obstacle = "its places are parts of each other";
    if (!found_.obstacle.empty()) found_.edits.clear();
    return std::move(found_);
  }

 private:
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
        MemberElements elements = member_elements(*kernel, number, members_);
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
        names.push_back(name_of_member(array_.name, member));
      found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(names, ", "))});
    }
    return "";
  }

  /// Every launch hands it this array.
  [[nodiscard]] std::string obstacle_to_launches(const std::string& kernel, std::size_t number) const {
    for (const Node* launch : launches_of(host_, kernel)) {
      const bool same = number + 2 < inner_of(*launch).size() &&
                        variable_of(inner_of(*launch).at(number + 2)) == text_of(*array_.declaration, "id");
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
    for (const ArrayCall& free : array_.frees) {
      if (std::string why = edit_call(free, std::nullopt); !why.empty()) return why;
    }
    for (const HostElement& element : array_.on_host) {
      if (std::string why = edit_element(element); !why.empty()) return why;
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

  /// How many structures a number of bytes are; nothing: it is not seen.
  [[nodiscard]] std::optional<std::string> count_of(const Node& bytes) const {
    auto factors = byte_factors(host_, bytes);
    if (!factors) return std::nullopt;
    const auto is_size = [](const ByteFactor& one) { return !one.size_of.empty(); };
    const auto size = std::ranges::find_if(*factors, is_size);
    if (size == factors->end() || !is_size_of(*size, array_.element) || !is_steady(bytes)) return std::nullopt;
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
    const auto count = bytes ? count_of(call.argument(*bytes)) : std::nullopt;
    if (!pointer || (bytes && (!span || !count))) return fmt::format("line {} has no number of structures", call.line);
    std::vector<std::vector<TextPart>> parts;
    for (const StructureMember& one : members_) {
      parts.push_back({{.span = *pointer, .text = name_of_member(array_.name, one.name)}});
      if (bytes) parts.back().push_back({.span = *span, .text = fmt::format("{} * sizeof({})", *count, one.type)});
    }
    return repeat(call, parts, std::move(watched));
  }

  std::string edit_allocation() {
    const ArrayCall& allocation = *array_.allocation;
    const auto count = count_of(allocation.argument(1));
    if (!count || allocation.list != array_.declared_in)
      return fmt::format("line {} does not allocate a number of structures beside its declaration", allocation.line);
    std::vector<ToldPart> told;
    for (const StructureMember& one : members_) {
      const std::string size = fmt::format("sizeof({})", one.type);
      told.push_back({.address = name_of_member(array_.name, one.name),
                      .offset = fmt::format("__builtin_offsetof({}, {})", array_.element, one.name),
                      .width = size,
                      .pitch = size,
                      .stride = fmt::format("sizeof({})", array_.element),
                      .rows = *count});
    }
    return edit_call(allocation, 1, tell_relaid(fmt::format("{} * sizeof({})", *count, array_.element), told));
  }

  /// "Point" of what is handed on as a pointer to anything.
  static std::string structure_at(const Node& argument) {
    const Node* pointer = &argument;
    while (text_of(*pointer, "castKind") == "BitCast" || text_of(*pointer, "castKind") == "NoOp")
      pointer = &inner_of(*pointer).front();
    const std::string type = type_of(*pointer);
    const std::string name(without_qualifiers(std::string_view(type).substr(0, type.find_last_not_of(" *") + 1)));
    return type.ends_with('*') ? last_part(name) : "";
  }

  std::string edit_copy(const ArrayCall& copy, bool to_host) {
    if (!copy.is_statement) return not_alone(copy);
    const Node& on_host = copy.argument(to_host ? 0 : 1);
    const auto count = count_of(copy.argument(2));
    const auto bytes = text_of_expression(copy.argument(2), host_.text);
    const auto data = text_of_expression(on_host, host_.text);
    const auto first = written_span_of(copy.argument(0), host_.file);
    const auto size = written_span_of(copy.argument(2), host_.file);
    const auto name = written_span_of(plain(inner_of(*copy.call).front()), host_.file);
    if (!count || !bytes || !data || !first || !size || !name)
      return fmt::format("line {} does not copy a number of structures", copy.line);
    if (!is_steady(on_host)) return fmt::format("line {} copies what an expression with effects leads to", copy.line);
    if (structure_at(on_host) != last_part(std::string(without_qualifiers(array_.element))))
      return fmt::format("line {} does not copy such structures on the host's side", copy.line);
    std::vector<std::vector<TextPart>> parts;
    for (const StructureMember& one : members_) {
      const std::string member_size = fmt::format("sizeof({})", one.type);
      const std::string here = fmt::format("{}, {}", name_of_member(array_.name, one.name), member_size);
      const std::string there = fmt::format("&({})->{}, sizeof({})", *data, one.name, array_.element);
      parts.push_back({{.span = *name, .text = copy.function == "cudaMemcpy" ? "cudaMemcpy2D" : "cudaMemcpy2DAsync"},
                       {.span = {.file = host_.file, .begin = first->begin, .end = size->end},
                        .text = fmt::format("{}, {}, {}, {}", to_host ? there : here, to_host ? here : there,
                                            member_size, *count)}});
    }
    return repeat(copy, parts, to_host ? tell_received(*data, *bytes) : "");
  }

  const HostFunction& host_;
  const DeviceArray& array_;
  const KernelLookup& kernels_;
  std::vector<StructureMember> members_;
  Relayout found_;
};

}  // namespace

Relayout with_member_arrays(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                            const Node& record) {
  return Splitter(host, array, kernels).split(record);
}

}  // namespace warpglass::rewrite
