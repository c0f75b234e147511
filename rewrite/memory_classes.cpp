// Of a template only what the program makes of it shows which functions are called, and only those that are called have
// a body there: so each record of the name adds what it shows.
#include "rewrite/memory_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// Without conversions, also written ones.
const Node& bare(const Node& node) {
  const Node& inside = plain(node);
  const std::string_view kind = kind_of(inside);
  const bool converts = kind == "CStyleCastExpr" || kind == "CXXReinterpretCastExpr" || kind == "CXXStaticCastExpr";
  return converts && !inner_of(inside).empty() ? bare(inner_of(inside).back()) : inside;
}

/// The member of `*this` that an expression names, also through written conversions; empty: it is none.
std::string own_member(const Node& node) { return member_of_this(bare(node)); }

const Node* body_of(const Node& function) {
  for (const Node& one : inner_of(function)) {
    if (kind_of(one) == "CompoundStmt") return &one;
  }
  return nullptr;
}

std::vector<std::string> parameters_of(const Node& function) {
  std::vector<std::string> ids;
  for (const Node& one : inner_of(function)) {
    if (kind_of(one) == "ParmVarDecl") ids.push_back(text_of(one, "id"));
  }
  return ids;
}

std::optional<std::size_t> place_in(const std::vector<std::string>& ids, const std::string& id) {
  const auto found = std::ranges::find(ids, id);
  if (id.empty() || found == ids.end()) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

/// All calls of a function in a body.
std::vector<const Node*> calls_of(const Node& body, std::string_view name) {
  std::vector<const Node*> all;
  Path path;
  walk(body, path, [&](const Node& node, const Path&) {
    if (kind_of(node) == "CallExpr" && called_by(node) == name) all.push_back(&node);
  });
  return all;
}

class OwnerReader {
 public:
  OwnerReader(const Node& record, const FileText& text) : record_(record), text_(text) {}

  std::optional<MemoryOwner> read() {
    for (const Node& one : inner_of(record_)) {
      if (kind_of(one) == "CXXConstructorDecl") read_constructor(one);
    }
    if (pointer_.empty() || has_several_) return std::nullopt;
    for (const Node& one : inner_of(record_)) {
      const bool is_function = kind_of(one) == "CXXMethodDecl" || kind_of(one) == "CXXConversionDecl";
      if (const Node* const body = is_function ? body_of(one) : nullptr) read_function(one, *body);
      if (kind_of(one) == "CXXConstructorDecl") read_filling_constructor(one);
    }
    return std::move(owner_);
  }

 private:
  /// What a number is: a parameter, or a member that was made of the constructor's.
  struct Number {
    std::optional<std::size_t> parameter;
    std::string member;
  };

  /// `n * sizeof(T)`; nothing: it is no number of elements.
  static std::optional<Number> elements_in(const Node& bytes, const std::vector<std::string>& parameters) {
    const Node& product = bare(bytes);
    if (!is_binary(product, "*")) return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Node& size = bare(inner_of(product).at(1 - side));
      if (kind_of(size) != "UnaryExprOrTypeTraitExpr" || text_of(size, "name") != "sizeof") continue;
      const Node& number = inner_of(product).at(side);
      Number found{.parameter = place_in(parameters, variable_of(bare(number))), .member = own_member(number)};
      if (found.parameter || !found.member.empty()) return found;
    }
    return std::nullopt;
  }

  /// What a function of the class that allocates does, by its parameters.
  struct Allocation {
    std::string pointer;                         // the member that leads to the array
    std::size_t number = 0;                      // the parameter that says how many elements
    std::map<std::string, std::size_t> made_of;  // members, by the parameter
  };

  /// Whether a function that allocates leaves what is there as it is, but for cudaMemset: what it fills it with would
  /// have to be laid out as well.
  static bool only_allocates(const Node& body, const std::string& pointer) {
    bool only = true;
    Path path;
    walk(body, path, [&](const Node& node, const Path& around) {
      only = only && kind_of(node) != "CUDAKernelCallExpr";
      if (kind_of(node) != "MemberExpr" || own_member(node) != pointer) return;
      const auto call = std::ranges::find_if(around.rbegin(), around.rend(),
                                             [](const Node* one) { return kind_of(*one).ends_with("CallExpr"); });
      const std::string name = call == around.rend() ? "" : called_by(**call);
      only = only && (call == around.rend() || name == "cudaMalloc" || name == "cudaMemset");
    });
    return only;
  }

  [[nodiscard]] std::optional<Allocation> allocation_in(const Node& function, bool may_call) const {
    const Node* const body = body_of(function);
    if (body == nullptr) return std::nullopt;
    const std::vector<std::string> parameters = parameters_of(function);
    Allocation found;
    for (const Node& one : inner_of(function)) {
      if (kind_of(one) != "CXXCtorInitializer" || !one.contains("anyInit") || inner_of(one).empty()) continue;
      if (const auto parameter = place_in(parameters, variable_of(bare(inner_of(one).front()))))
        found.made_of[text_of(one.at("anyInit"), "name")] = *parameter;
    }
    std::optional<Allocation> called;
    Path path;
    walk(*body, path, [&](const Node& node, const Path&) {
      if (may_call && kind_of(node) == "CXXMemberCallExpr")
        called = called ? called : called_allocation(node, parameters);
      if (!is_binary(node, "=")) return;
      const auto parameter = place_in(parameters, variable_of(bare(inner_of(node).at(1))));
      if (const std::string member = own_member(inner_of(node).at(0)); parameter && !member.empty())
        found.made_of[member] = *parameter;
    });
    if (called) {
      if (!only_allocates(*body, called->pointer)) return std::nullopt;
      called->made_of.merge(found.made_of);
      return called;
    }
    const std::vector<const Node*> allocations = calls_of(*body, "cudaMalloc");
    if (allocations.size() != 1 || inner_of(*allocations.front()).size() != 3) return std::nullopt;
    const Node& address = bare(inner_of(*allocations.front()).at(1));
    const auto number = elements_in(inner_of(*allocations.front()).at(2), parameters);
    if (!number || kind_of(address) != "UnaryOperator" || text_of(address, "opcode") != "&") return std::nullopt;
    found.pointer = own_member(inner_of(address).front());
    const auto known = found.made_of.find(number->member);
    if (found.pointer.empty() || (!number->parameter && known == found.made_of.end())) return std::nullopt;
    found.number = number->parameter ? *number->parameter : known->second;
    if (!only_allocates(*body, found.pointer)) return std::nullopt;
    return found;
  }

  /// Of a call of another function of the class, by the caller's parameters.
  [[nodiscard]] std::optional<Allocation> called_allocation(const Node& call,
                                                            const std::vector<std::string>& parameters) const {
    const std::string name = own_member(inner_of(call).front());
    for (const Node& one : inner_of(record_)) {
      if (name.empty() || kind_of(one) != "CXXMethodDecl" || text_of(one, "name") != name) continue;
      auto found = allocation_in(one, false);
      if (!found) continue;
      const auto given = [&](std::size_t parameter) {
        return parameter + 1 < inner_of(call).size()
                   ? place_in(parameters, variable_of(bare(inner_of(call).at(parameter + 1))))
                   : std::nullopt;
      };
      const auto number = given(found->number);
      if (!number) return std::nullopt;
      Allocation here{.pointer = found->pointer, .number = *number, .made_of = {}};
      for (const auto& [member, parameter] : found->made_of) {
        if (const auto own = given(parameter)) here.made_of[member] = *own;
      }
      return here;
    }
    return std::nullopt;
  }

  void read_constructor(const Node& constructor) {
    const auto found = allocation_in(constructor, true);
    if (!found) return;
    if (!pointer_.empty() && (pointer_ != found->pointer || owner_.number != found->number)) {
      has_several_ = true;  // which of the constructors an object is made with is not asked
      return;
    }
    pointer_ = found->pointer;
    owner_.number = found->number;
    for (const auto& [member, parameter] : found->made_of) {
      if (parameter == owner_.number) numbers_.insert(member);
    }
  }

  void read_function(const Node& function, const Node& body) {
    const std::string name = text_of(function, "name");
    if (inner_of(body).size() == 1 && kind_of(inner_of(body).front()) == "ReturnStmt" &&
        !inner_of(inner_of(body).front()).empty()) {
      const std::string member = own_member(inner_of(inner_of(body).front()).front());
      if (member == pointer_) {
        owner_.pointers.insert(name);
        if (!name.starts_with("operator")) owner_.behind = "." + name + "()";
      }
      if (numbers_.contains(member)) owner_.sizes.insert(name);
      return;
    }
    const std::vector<const Node*> copies = calls_of(body, "cudaMemcpy");
    const std::vector<const Node*> fills = calls_of(body, "cudaMemset");
    const bool is_alone = inner_of(body).size() == 1 && copies.size() + fills.size() == 1;
    if (is_alone && fills.size() == 1) read_fill(name, function, *fills.front());
    if (is_alone && copies.size() == 1) {
      if (auto copy = copy_in(function, inner_of(body).front(), *copies.front())) owner_.copies.emplace(name, *copy);
    }
    if (copies.size() == 1 && fills.empty() && inner_of(body).size() == 3) read_returned(name, body, *copies.front());
  }

  void read_fill(const std::string& name, const Node& function, const Node& call) {
    if (inner_of(call).size() != 4 || own_member(inner_of(call).at(1)) != pointer_) return;
    const auto number = elements_in(inner_of(call).at(3), parameters_of(function));
    if (number && numbers_.contains(number->member)) owner_.fills.insert(name);
  }

  /// A vector that is made, copied to and returned.
  void read_returned(const std::string& name, const Node& body, const Node& call) {
    const Node& made = inner_of(body).at(0);
    const Node& given = inner_of(body).at(2);
    if (kind_of(made) != "DeclStmt" || inner_of(made).size() != 1 || kind_of(given) != "ReturnStmt") return;
    const std::string id = text_of(inner_of(made).front(), "id");
    if (inner_of(call).size() != 5 || own_member(inner_of(call).at(2)) != pointer_) return;
    const auto number = elements_in(inner_of(call).at(3), {});
    if (!number || !numbers_.contains(number->member) || data_of(inner_of(call).at(1)) != id) return;
    bool returns = false;
    Path path;
    walk(given, path, [&](const Node& node, const Path&) {
      returns = returns || (kind_of(node) == "DeclRefExpr" && variable_of(node) == id);
    });
    OwnerCopy copy{.to_host = true, .host_pointer = ".data()", .returns = true};
    if (returns && written_around(inner_of(body).at(1), call, copy)) owner_.copies.emplace(name, std::move(copy));
  }

  /// A constructor that copies a vector, whatever it allocates by.
  void read_filling_constructor(const Node& constructor) {
    const Node* const body = body_of(constructor);
    if (body == nullptr || parameters_of(constructor).size() != 1 || inner_of(*body).empty()) return;
    const std::vector<const Node*> copies = calls_of(*body, "cudaMemcpy");
    if (copies.size() != 1 || inner_of(*copies.front()).size() != 5) return;
    const Node& call = *copies.front();
    OwnerCopy copy{.host_pointer = ".data()"};
    if (own_member(inner_of(call).at(1)) != pointer_ ||
        data_of(inner_of(call).at(2)) != parameters_of(constructor).front())
      return;
    if (written_around(inner_of(*body).back(), call, copy)) owner_.from_vector = std::move(copy);
  }

  /// The variable of `h.data()`, by its id; empty: it is none such.
  static std::string data_of(const Node& node) {
    const Node& call = bare(node);
    if (kind_of(call) != "CXXMemberCallExpr" || inner_of(call).size() != 1) return "";
    const Node& member = inner_of(call).front();
    return text_of(member, "name") == "data" && !inner_of(member).empty() ? variable_of(inner_of(member).front()) : "";
  }

  [[nodiscard]] std::optional<OwnerCopy> copy_in(const Node& function, const Node& statement, const Node& call) const {
    if (inner_of(call).size() != 5) return std::nullopt;
    const std::vector<std::string> parameters = parameters_of(function);
    const Node& kind = plain(inner_of(call).at(4));
    const std::string direction = kind.contains("referencedDecl") ? text_of(kind.at("referencedDecl"), "name") : "";
    OwnerCopy copy{.to_host = direction == "cudaMemcpyDeviceToHost"};
    if (!copy.to_host && direction != "cudaMemcpyHostToDevice") return std::nullopt;
    if (own_member(inner_of(call).at(copy.to_host ? 2 : 1)) != pointer_) return std::nullopt;
    const Node& given = inner_of(call).at(copy.to_host ? 1 : 2);
    std::string side = data_of(given);
    if (!side.empty()) copy.host_pointer = ".data()";
    if (side.empty()) side = variable_of(bare(given));
    const auto host = place_in(parameters, side);
    const auto number = elements_in(inner_of(call).at(3), parameters);
    if (!host || !number || !(number->parameter || numbers_.contains(number->member))) return std::nullopt;
    copy.host = *host;
    copy.number = number->parameter;
    return written_around(statement, call, copy) ? std::optional(std::move(copy)) : std::nullopt;
  }

  /// What the statement has around the call. \return  whether it is but a macro, or nothing
  bool written_around(const Node& statement, const Node& call, OwnerCopy& copy) const {
    const auto begin = token_or_macro(statement.at("range").at("begin"));
    const auto whole = written_span(call);
    const auto bytes = written_span(inner_of(call).at(3));
    const auto contents = whole ? text_(whole->file) : std::nullopt;
    if (!begin || !bytes || !contents || begin->file != whole->file || begin->offset > whole->begin) return false;
    const std::size_t end = contents->find(';', whole->end);
    if (end == std::string::npos) return false;
    if (contents->substr(whole->end, end - whole->end).find_first_not_of(") ") != std::string::npos) return false;
    copy.head = contents->substr(begin->offset, whole->begin - begin->offset);
    copy.tail = contents->substr(bytes->end, end + 1 - bytes->end);
    return is_call_head(copy.head);
  }

  const Node& record_;
  const FileText& text_;
  std::string pointer_;            // the member that leads to the array
  bool has_several_ = false;       // constructors that allocate otherwise
  std::set<std::string> numbers_;  // members that say how many elements there are
  MemoryOwner owner_;
};

bool may_own(const Node& node, const std::string& name) {
  const bool is_record = kind_of(node) == "CXXRecordDecl" || kind_of(node) == "ClassTemplateSpecializationDecl";
  return is_record && text_of(node, "name") == name && node.value("completeDefinition", false);
}

}  // namespace

std::optional<MemoryOwner> memory_owner(const std::vector<Node>& trees, const std::string& name, const FileText& text) {
  std::optional<MemoryOwner> found;
  std::optional<Token> where;
  bool has_several = false;  // classes of the name, in several namespaces
  Path path;
  for (const Node& tree : trees) {
    walk(tree, path, [&](const Node& node, const Path&) {
      auto one = may_own(node, name) ? OwnerReader(node, text).read() : std::nullopt;
      if (!one) return;
      const auto here = token_or_macro(node.at("loc"));
      if (!found) {
        found = std::move(one);
        where = here;
        return;
      }
      has_several = has_several || !here || !where || here->file != where->file || here->offset != where->offset;
      found->pointers.merge(one->pointers);
      found->sizes.merge(one->sizes);
      found->copies.merge(one->copies);
      found->fills.merge(one->fills);
      if (!found->from_vector) found->from_vector = one->from_vector;
      if (found->behind.empty()) found->behind = one->behind;
    });
  }
  return has_several ? std::nullopt : found;
}

MemoryOwner thrust_vector() {
  return {.is_of_thrust = true,
          .before = "thrust::raw_pointer_cast(",
          .behind = ".data())",
          .pointers = {"data"},
          .sizes = {"size"},
          .from_vector = OwnerCopy{.host_pointer = ".data()", .tail = ", cudaMemcpyHostToDevice);"}};
}

std::string class_named_by(const Node& node) {
  std::string type = type_of(node);
  for (const std::string_view word : {"const ", "volatile ", "struct ", "class "}) {
    if (type.starts_with(word)) type.erase(0, word.size());
  }
  const std::size_t open = type.find('<');
  if (open != std::string::npos) {
    const std::size_t close = type.rfind('>');
    if (close == std::string::npos || type.find("::", close) != std::string::npos) return "";
    type.erase(open);
  }
  while (type.ends_with(' ') || type.ends_with('&')) type.pop_back();
  return type.find_first_of("*[](") == std::string::npos || type.starts_with("(anonymous namespace)::") ? type : "";
}

std::string element_named_by(const Node& node) {
  const std::string written = argument_of(text_of(node.at("type"), "qualType"));
  return written.empty() ? argument_of(type_of(node)) : written;
}

std::string argument_of(const std::string& type) {
  const std::size_t open = type.find('<');
  if (open == std::string::npos) return "";
  std::size_t depth = 0;
  std::size_t end = open + 1;
  for (; end < type.size(); ++end) {
    const char c = type[end];
    if (depth == 0 && (c == ',' || c == '>')) break;
    depth += c == '<' ? 1 : 0;
    depth -= c == '>' ? 1 : 0;
  }
  return type.substr(open + 1, end - open - 1);
}

}  // namespace warpglass::rewrite
