// Of the pointer to structures there is one for each member then, and of each statement that allocates, fills, copies
// or frees by it as well. A copy takes the members apart, or puts them together again: its rows are single members,
// which lie a structure apart on the host.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/member_elements.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

class Splitter {
 public:
  Splitter(const HostFunction& host, const KernelLookup& kernels, const Node& record)
      : host_(host), kernels_(kernels), record_(record) {}

  Relayout split(const DeviceArray& first);

 private:
  /// Whether a new structure is something else than zeros.
  [[nodiscard]] bool begins_with_values() const {
    return !is_aggregate_ || std::ranges::any_of(inner_of(record_), [](const Node& one) {
      return one.value("hasInClassInitializer", false);
    });
  }

  [[nodiscard]] std::string obstacle_to(const DeviceArray& array) const {
    if (!array.obstacle.empty() || !array.in_order.empty())
      return (arrays_.size() == 1 ? "" : array.name + ": ") +
             (array.obstacle.empty() ? array.in_order : array.obstacle);
    if (array.is_one_value) return fmt::format("line {} fills it with one structure", array.allocation->line);
    const bool is_of_thrust = array.owner && array.owner->is_of_thrust;
    if (is_of_thrust && array.allocation->on_host == nullptr && begins_with_values())
      return fmt::format("line {} makes structures whose members do not begin as 0", array.allocation->line);
    if (!array.views.empty()) return fmt::format("line {} makes a view of it", array.views.front().line);
    return "";
  }

  /// All that have to be parted together: those that pointers change places with, and that launches hand to the same
  /// kernels. \return  why they cannot be
  std::string close(const DeviceArray& first) {
    arrays_ = {&first};
    const auto add = [&](const DeviceArray* array) {
      if (array != nullptr && std::ranges::find(arrays_, array) == arrays_.end()) arrays_.push_back(array);
    };
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      const DeviceArray& array = *arrays_[i];
      if (std::string why = obstacle_to(array); !why.empty()) return why;
      for (const ArrayLink& link : array.links) add(host_.array_of(link.other));
      for (const ArrayArgument& argument : array.arguments) {
        pointers_[argument.kernel].insert(argument.number);
        for (const Node* launch : launches_of(host_, argument.kernel)) {
          const Node& parts = inner_of(*launch);
          const DeviceArray* const other =
              argument.number + 2 < parts.size() ? host_.array_given(parts.at(argument.number + 2)) : nullptr;
          if (other == nullptr) return argument.kernel + " is given other structures in another launch";
          add(other);
        }
      }
    }
    for (const DeviceArray* array : arrays_) {
      found_.arrays.push_back(array->name);
      if (array->allocation && found_.where.line == 0) found_.where = array->allocation->where;
    }
    return found_.where.line == 0 ? "its memory is not allocated in this function" : "";
  }

  std::string edit_kernels() {
    for (const auto& [name, numbers] : pointers_) {
      const KernelFunction* const kernel = kernels_(name);
      if (kernel == nullptr) return "kernel " + name + " is not found in the source";
      if (!kernel->obstacle.empty()) return kernel->obstacle;
      found_.kernels.insert(name);
      for (const std::size_t number : numbers) {
        MemberElements elements = member_elements(*kernel, number, members_, is_aggregate_);
        if (!elements.obstacle.empty()) return elements.obstacle;
        found_.edits.insert(found_.edits.end(), elements.edits.begin(), elements.edits.end());
        taken_[{name, number}] = std::move(elements.members);
      }
    }
    return "";
  }

  class ArrayEditor;

  const HostFunction& host_;
  const KernelLookup& kernels_;
  const Node& record_;
  std::vector<StructureMember> members_;
  bool is_aggregate_ = false;
  std::vector<const DeviceArray*> arrays_;
  std::map<std::string, std::set<std::size_t>> pointers_;                          // of kernels, by name
  std::map<std::pair<std::string, std::size_t>, std::vector<std::string>> taken_;  // members, by kernel and parameter
  Relayout found_;
};

/// What the host does with one of them.
class Splitter::ArrayEditor {
 public:
  ArrayEditor(Splitter& all, const DeviceArray& array)
      : all_(all), host_(all.host_), members_(all.members_), taken_(all.taken_), found_(all.found_), array_(array) {}

  std::string edit() {
    for (const StructureMember& one : members_) {
      if (const std::string name = name_of(one.name);
          uses_of_word(text_of_function(*host_.function, host_.text), name) != 0)
        return "the function has the name " + name;
    }
    std::string why = edit_declaration();
    if (why.empty()) why = edit_launches();
    for (const ArrayCall* allocation : array_.allocations()) {
      if (why.empty()) why = edit_allocation(*allocation);
    }
    const auto edit_each = [&](const auto& all, const auto& edit_one) {
      for (const auto& one : all) {
        if (why.empty()) why = edit_one(one);
      }
    };
    edit_each(array_.to_device, [&](const ArrayCall& copy) { return edit_copy(copy, false); });
    edit_each(array_.to_host, [&](const ArrayCall& copy) { return edit_copy(copy, true); });
    edit_each(array_.fills, [&](const ArrayCall& fill) { return edit_call(fill, 2); });
    for (const auto* calls : {&array_.own_fills, &array_.frees, &array_.resets})
      edit_each(*calls, [&](const ArrayCall& call) { return edit_call(call, std::nullopt); });
    edit_each(array_.links, [&](const ArrayLink& link) { return edit_link(link); });
    edit_each(array_.on_host, [&](const HostElement& element) { return edit_element(element); });
    edit_each(array_.sizes, [&](const Node* name) -> std::string {
      const auto span = written_span_of(*name, host_.file);
      if (!span) return fmt::format("a macro writes a part of line {}", line_of(*name));
      found_.edits.push_back({.span = *span, .text = name_of(members_.front().name)});
      return "";
    });
    return why;
  }

 private:
  /// "p_x" of `p.x`.
  [[nodiscard]] std::string name_of(const std::string& member) const {
    return name_of_member(plain_name(array_), member);
  }

  /// "p_x" where `p` stands, and "p_x[1]" where `p[1]` does.
  [[nodiscard]] std::string name_at(const Node& pointer, const std::string& member) const {
    return name_at(array_, pointer, member);
  }
  [[nodiscard]] std::string name_at(const DeviceArray& array, const Node& pointer, const std::string& member) const {
    std::string name = name_of_member(plain_name(array), member);
    if (!array.is_several) return name;
    return fmt::format("{}[{}]", name, text_of_expression(inner_of(plain(pointer)).at(1), host_.text).value_or(""));
  }

  std::string edit_launches() {
    for (const ArrayArgument& argument : array_.arguments) {
      const auto span = written_span_of(*argument.argument, host_.file);
      if (!span) return fmt::format("a macro writes a part of the launch in line {}", argument.line);
      std::vector<std::string> names;
      for (const std::string& member : taken_.at({argument.kernel, argument.number}))
        names.push_back(array_.pointer(name_at(*argument.argument, member)));
      found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(names, ", "))});
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
    found_.edits.push_back({.span = *pointer, .text = name_at(*element.pointer, text_of(*element.member, "name"))});
    found_.edits.push_back({.span = {.file = host_.file, .begin = subscript->end, .end = member->end}, .text = ""});
    return "";
  }

  /// `Point* points;` becomes `float *points_x, *points_y;`, by type. Of a pointer that is a member of a structure they
  /// are variables behind that. What a statement declares is edited with the first of its arrays.
  std::string edit_declaration() {
    if (array_.owner) return "";  // it is its allocation
    if (array_.is_field) return edit_field();
    const Node* const statement = statement_of(array_);
    if (statement == nullptr) return "its declaration is not seen";
    std::vector<const DeviceArray*> here;
    std::ranges::copy_if(all_.arrays_, std::back_inserter(here), [&](const DeviceArray* one) {
      return !one->owner && !one->is_field && one->is_member == array_.is_member && statement_of(*one) == statement;
    });
    if (here.front() != &array_) return "";
    const StatementPlace place(*statement, host_.text);
    const auto span = written_span_of(*statement, host_.file);
    if (!span || !place.end()) return "a macro writes its declaration";
    const std::string indent = "\n" + place.indent();
    std::vector<std::string> lines;
    if (array_.is_member) {
      for (const DeviceArray* one : here) add_declaration(*one, lines);
      found_.edits.push_back({.span = {.file = host_.file, .begin = *place.end(), .end = *place.end()},
                              .text = indent + fmt::format("{}", fmt::join(lines, indent))});
      return "";
    }
    for (const Node& variable : inner_of(*statement)) {
      const auto own =
          std::ranges::find_if(here, [&](const DeviceArray* one) { return one->declaration == &variable; });
      if (own != here.end()) {
        add_declaration(**own, lines);
        continue;
      }
      const auto other = declared_alone(variable);
      if (!other) return "its declaration has other variables";
      lines.push_back(*other);
    }
    found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(lines, indent))});
    return "";
  }

  /// Another variable of the statement in one of its own; nothing: it is no number and no pointer, or a macro writes
  /// it.
  [[nodiscard]] std::optional<std::string> declared_alone(const Node& variable) const {
    const std::string type = text_of(variable.at("type"), "qualType");
    const Node* const made = initialiser_of(variable);
    const bool is_plain = type.ends_with('*') || extent_of(type_of(variable));
    if (!is_plain || type.find_first_of("[(") != std::string::npos || variable.contains("storageClass"))
      return std::nullopt;
    const std::string name = text_of(variable, "name");
    const std::string own =
        type.ends_with('*') ? type.substr(0, type.find_last_not_of(" *") + 1) + "* " + name : type + " " + name;
    if (type.ends_with("**")) return std::nullopt;
    if (made == nullptr) return own + ";";
    const auto value = text_of_expression(*made, host_.text);
    return value ? std::optional(own + " = " + *value + ";") : std::nullopt;
  }

  /// `Point* points_ = nullptr;`, of a class.
  std::string edit_field() {
    const auto span = written_span_of(*array_.declaration, host_.file);
    const StatementPlace place(*array_.declaration, host_.text);
    if (!span || !place.end()) return "its declaration has other variables";
    if (span->of(host_.text).find(',') != std::string_view::npos) return "its declaration has other variables";
    std::vector<std::string> lines;
    for (const StructureMember& one : members_)
      lines.push_back(fmt::format("{}* {}{}{};", one.type, name_of(one.name), extents_of(array_),
                                  initialiser_of(*array_.declaration) == nullptr ? ""
                                  : array_.is_several                            ? " = {}"
                                                                                 : " = nullptr"));
    found_.edits.push_back({.span = {.file = host_.file, .begin = span->begin, .end = *place.end()},
                            .text = fmt::format("{}", fmt::join(lines, "\n" + place.indent()))});
    return "";
  }

  /// nullptr: it is not seen
  static const Node* statement_of(const DeviceArray& array) {
    for (const Node& one : inner_of(*array.declared_in)) {
      const auto is_it = [&](const Node& variable) { return &variable == array.declaration; };
      if (kind_of(one) == "DeclStmt" && std::ranges::any_of(inner_of(one), is_it)) return &one;
    }
    return nullptr;
  }

  /// "[2]" of `p[2]`, as it is written.
  [[nodiscard]] std::string extents_of(const DeviceArray& array) const {
    const auto name = array.is_several ? written_token(array.declaration->at("loc")) : std::nullopt;
    if (!name) return "";
    const std::size_t open = host_.text.find('[', name->end());
    const std::size_t close = host_.text.find(']', name->end());
    return close == std::string::npos || open > close ? "" : host_.text.substr(open, close + 1 - open);
  }

  void add_declaration(const DeviceArray& array, std::vector<std::string>& lines) const {
    const DeviceArray* const from = given_from(array);
    for (const StructureMember& one : members_)
      lines.push_back(fmt::format(
          "{}* {}{}{};", one.type, name_of_member(plain_name(array), one.name), extents_of(array),
          array.is_several && initialiser_of(*array.declaration) != nullptr ? " = {}"
          : from == nullptr                                                 ? ""
                            : " = " + from->pointer(name_at(*from, *initialiser_of(*array.declaration), one.name))));
  }

  /// The array whose place the pointer is made with; nullptr: none.
  [[nodiscard]] const DeviceArray* given_from(const DeviceArray& array) const {
    const Node* const made = array.is_member ? nullptr : initialiser_of(*array.declaration);
    const auto link = std::ranges::find_if(array.links, [&](const ArrayLink& one) {
      return made != nullptr && one.there != nullptr && one.there == &plain(*made);
    });
    return link == array.links.end() ? nullptr : host_.array_of(link->other);
  }

  /// `std::swap(p, q);` and `p = q;`, for each member.
  std::string edit_link(const ArrayLink& link) {
    const bool is_declared = kind_of(*link.call.call) == "VarDecl";
    if (is_declared) return "";
    const DeviceArray* const other = host_.array_of(link.other);
    if (!link.call.is_statement || other == nullptr) return not_alone(link.call);
    const auto here = written_span_of(*link.call.pointer, host_.file);
    const auto there = written_span_of(*link.there, host_.file);
    if (!here || !there) return fmt::format("a macro writes a part of line {}", link.call.line);
    if (there->begin < here->begin) return "";  // once, with the one that is named first
    const auto bytes = link.is_copy() ? span_in(host_, link.call.argument(2)) : std::nullopt;
    const auto count = link.is_copy() ? count_of(link.call) : std::nullopt;
    if (link.is_copy() && (!bytes || !count)) return fmt::format("line {} has no number of structures", link.call.line);
    std::vector<std::vector<TextPart>> parts;
    for (const StructureMember& one : members_) {
      parts.push_back({{.span = *here, .text = name_at(*link.call.pointer, one.name)},
                       {.span = *there, .text = name_at(*other, *link.there, one.name)}});
      if (bytes) parts.back().push_back({.span = *bytes, .text = fmt::format("{} * sizeof({})", *count, one.type)});
    }
    return repeat(link.call, parts, "");
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
    const auto span = bytes ? span_in(host_, call.argument(*bytes)) : std::nullopt;
    const auto count = bytes ? count_of(call) : std::nullopt;
    if (!pointer || (bytes && (!span || !count))) return fmt::format("line {} has no number of structures", call.line);
    std::vector<std::vector<TextPart>> parts;
    for (const StructureMember& one : members_) {
      parts.push_back({{.span = *pointer, .text = name_at(*call.pointer, one.name)}});
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
      each.push_back(own + name_of(one.name) + arguments);
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

  std::string edit_allocation(const ArrayCall& allocation) {
    const auto count = count_of(allocation);
    if (!count)
      return fmt::format("line {} allocates bytes that are not seen to be a number of structures that stays",
                         allocation.line);
    if (allocation.list != array_.declared_in)
      return fmt::format("line {} does not allocate it {}", allocation.line,
                         array_.is_field ? "in its class's constructor" : "beside its declaration");
    std::vector<ToldPart> told;
    for (const StructureMember& one : members_) {
      const std::string size = fmt::format("sizeof({})", one.type);
      told.push_back({.address = array_.pointer(name_at(*allocation.pointer, one.name)),
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
      const std::string here = array_.pointer(name_at(*copy.pointer, one.name));
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

  const Splitter& all_;
  const HostFunction& host_;
  const std::vector<StructureMember>& members_;
  const std::map<std::pair<std::string, std::size_t>, std::vector<std::string>>& taken_;
  Relayout& found_;
  const DeviceArray& array_;
};

Relayout Splitter::split(const DeviceArray& first) {
  members_ = members_of(record_, found_.obstacle);
  is_aggregate_ = is_aggregate(record_);
  if (!found_.obstacle.empty()) found_.obstacle = fmt::format("{}: {}", first.element, found_.obstacle);
  if (found_.obstacle.empty()) found_.obstacle = close(first);
  if (found_.obstacle.empty()) found_.obstacle = edit_kernels();
  for (const DeviceArray* array : arrays_) {
    if (found_.obstacle.empty()) found_.obstacle = ArrayEditor(*this, *array).edit();
  }
  if (found_.obstacle.empty() && overlap(found_.edits)) found_.obstacle = "its places are parts of each other";
  if (!found_.obstacle.empty()) found_.edits.clear();
  return std::move(found_);
}

}  // namespace

Relayout with_member_arrays(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                            const Node& record) {
  return Splitter(host, kernels, record).split(array);
}

}  // namespace warpglass::rewrite
