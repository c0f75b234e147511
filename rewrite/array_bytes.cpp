#include "rewrite/array_bytes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rewrite/element_index.hpp"
#include "rewrite/host_vectors.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

constexpr int kDeepestBytes = 6;  // variables that are made of each other

/// Without conversions between whole numbers, also written ones.
const Node& number_in(const Node& node) {
  const Node& expression = plain(node);
  const std::string_view kind = kind_of(expression);
  const bool converts = kind == "CStyleCastExpr" || kind == "CXXStaticCastExpr" || kind == "CXXFunctionalCastExpr";
  return converts && !inner_of(expression).empty() ? number_in(inner_of(expression).back()) : expression;
}

std::string key_at(const HostFunction& host, const Node& node, int depth) {
  const Node& expression = number_in(node);
  if (kind_of(expression) == "IntegerLiteral") return text_of(expression, "value");
  // Of a class: what the object was made with.
  const std::string member = host.kept ? member_of_this(expression) : "";
  if (!member.empty()) return host.kept->names.contains(member) ? "this." + member : "";
  if (kind_of(expression) == "DeclRefExpr" && expression.contains("referencedDecl")) {
    const Node& declaration = expression.at("referencedDecl");
    const std::string kind = text_of(declaration, "kind");
    const bool is_own = kind == "ParmVarDecl" || host.variables.find(text_of(declaration, "id")) != nullptr;
    const bool keeps =
        is_own ? host.variables.stays(text_of(declaration, "id")) : kind == "VarDecl" && is_constant(declaration);
    // A variable of the function is another number than one outside that is called so.
    const std::string own = is_own ? "@" + text_of(declaration, "id") : "";
    if (host.kept && keeps && host.kept->of_parameters.contains(text_of(declaration, "id")))
      return "this." + host.kept->of_parameters.at(text_of(declaration, "id"));
    return keeps ? text_of(declaration, "name") + own : "";
  }
  if ((is_binary(expression, "+") || is_binary(expression, "-")) && depth < kDeepestBytes) {
    const std::string left = key_at(host, inner_of(expression).at(0), depth + 1);
    const std::string right = key_at(host, inner_of(expression).at(1), depth + 1);
    if (!left.empty() && !right.empty()) return fmt::format("({}{}{})", left, text_of(expression, "opcode"), right);
  }
  return "";
}

/// "Point" of `sizeof(Point)` and of `sizeof(*points)`.
std::string measured_type(const Node& node, bool as_written) {
  if (kind_of(node) != "UnaryExprOrTypeTraitExpr" || text_of(node, "name") != "sizeof") return "";
  const auto named = [&](const Node& type) {
    const std::string resolved = as_written ? "" : text_of(type, "desugaredQualType");
    return resolved.empty() ? text_of(type, "qualType") : resolved;
  };
  if (node.contains("argType")) return named(node.at("argType"));
  return inner_of(node).empty() ? "" : named(plain(inner_of(node).front()).at("type"));
}

/// Whether one use of a macro writes all of it.
bool is_macros(const Node& node) {
  const Node& range = node.at("range");
  const auto begin = token_or_macro(range.at("begin"));
  const auto end = token_or_macro(range.at("end"));
  return !written_token(range.at("begin")) && !written_token(range.at("end")) && begin && end &&
         begin->offset == end->offset;
}

bool collect(const HostFunction& host, const Node& node, std::vector<ByteFactor>& to, int depth) {
  const Node& expression = plain(node);
  if (is_macros(expression)) {
    // What a macro is made of has no text of its own here: of its parts one stands for all, or none.
    const auto name = text_of_expression(node, host.text);
    const auto place = token_or_macro(expression.at("range").at("begin"));
    const auto same = [&](const ByteFactor& one) { return one.macro_at == place->offset; };
    if (!name || std::ranges::any_of(to, same)) return false;
    to.push_back({.key = key_of(host, node),
                  .text = *name,
                  .size_of = measured_type(expression, false),
                  .size_as_written = measured_type(expression, true),
                  .macro_at = place->offset});
    return true;
  }
  if (is_binary(expression, "*")) {
    return collect(host, inner_of(expression).at(0), to, depth) && collect(host, inner_of(expression).at(1), to, depth);
  }
  if (const Node* const local = host.variables.find(variable_of(expression));
      local != nullptr && depth < kDeepestBytes) {
    const Node* const made = host.variables.stays(variable_of(expression)) ? initialiser_of(*local) : nullptr;
    if (made != nullptr && is_binary(number_in(*made), "*") && keeps(host, *made, *local))
      return collect(host, number_in(*made), to, depth + 1);
  }
  // `h.size()`, of a vector that keeps what it was made with.
  const bool is_size = kind_of(expression) == "CXXMemberCallExpr" && inner_of(expression).size() == 1 &&
                       text_of(inner_of(expression).front(), "name") == "size" &&
                       !inner_of(inner_of(expression).front()).empty();
  const Node* const vector =
      is_size ? host.variables.find(variable_of(inner_of(inner_of(expression).front()).front())) : nullptr;
  if (vector != nullptr && is_host_vector(*vector) && depth < kDeepestBytes) {
    const auto length = length_of_vector(*host.function, *vector, nullptr);
    if (length && length->made_with != nullptr && is_binary(number_in(*length->made_with), "*") &&
        keeps(host, *length->made_with, *vector))
      return collect(host, number_in(*length->made_with), to, depth + 1);
  }
  const auto text = text_of_expression(node, host.text);
  const auto span = written_span(node);
  if (!text || !span || span->file != host.file) return false;
  to.push_back({.key = key_of(host, node),
                .text = *text,
                .size_of = measured_type(expression, false),
                .size_as_written = measured_type(expression, true)});
  return true;
}

/// The function of the runtime, whatever the names are where the call stands.
constexpr std::string_view kRelaid =
    " {{ void warpglass_relaid(unsigned long, unsigned long, ...) __asm__(\"__cudaWarpglassRelaid\"); "
    "warpglass_relaid({}); }}";
constexpr std::string_view kReceived =
    " {{ void warpglass_received(const void*, unsigned long) __asm__(\"__cudaWarpglassReceived\"); "
    "warpglass_received({}, {}); }}";

}  // namespace

bool is_size_of(const ByteFactor& factor, const std::string& element) {
  const std::string_view wanted = without_qualifiers(element);
  const auto is_of = [&](const std::string& type) {
    const std::string_view measured = without_qualifiers(type);
    if (measured.empty()) return false;
    const auto of_measured = extent_of(measured);
    const auto of_wanted = extent_of(wanted);
    if (of_measured || of_wanted) return of_measured && of_wanted && of_measured->bytes == of_wanted->bytes;
    return last_part(std::string(measured)) == last_part(std::string(wanted));
  };
  return is_of(factor.size_of) || is_of(factor.size_as_written);
}

bool is_steady(const Node& node) {
  if (!node.is_object()) return true;
  if (kind_of(node) == "CXXMemberCallExpr") {
    static constexpr std::string_view kLooks[] = {"data", "get", "size"};
    const Node& called = inner_of(node).front();
    return inner_of(node).size() == 1 && std::ranges::find(kLooks, text_of(called, "name")) != std::end(kLooks) &&
           is_steady(called);
  }
  if (kind_of(node) == "CXXOperatorCallExpr")
    return called_by(node) == "operator[]" && std::ranges::all_of(inner_of(node), is_steady);
  if (inner_of(node).empty()) return is_repeatable(node);
  Node alone = node;
  alone.erase("inner");
  return is_repeatable(alone) && std::ranges::all_of(inner_of(node), is_steady);
}

std::string key_of(const HostFunction& host, const Node& expression) { return key_at(host, expression, 0); }

std::optional<std::vector<ByteFactor>> byte_factors(const HostFunction& host, const Node& bytes) {
  std::vector<ByteFactor> factors;
  if (!collect(host, bytes, factors, 0)) return std::nullopt;
  return factors;
}

std::optional<std::vector<ByteFactor>> bytes_of(const HostFunction& host, const DeviceArray& array,
                                                const ArrayCall& call) {
  const ArrayNumber& number = call.number;
  std::optional<std::vector<ByteFactor>> factors;
  if (number.expression != nullptr) {
    factors = byte_factors(host, *number.expression);
  } else if (!number.text.empty()) {
    factors = {{.key = "", .text = number.text, .size_of = ""}};
  }
  if (factors && number.of_elements) {
    for (ByteFactor& one : *factors) one.text = in_product(one.text);
    factors->push_back({.key = "", .text = fmt::format("sizeof({})", array.element), .size_of = array.element});
  }
  return factors;
}

std::optional<std::string> bytes_text(const HostFunction& host, const DeviceArray& array, const ArrayCall& call) {
  if (!call.number.of_elements && call.number.expression != nullptr)
    return text_of_expression(*call.number.expression, host.text);
  const auto factors = bytes_of(host, array, call);
  return factors ? std::optional(product_of(*factors)) : std::nullopt;
}

std::optional<std::string> host_side(const HostFunction& host, const ArrayCall& copy) {
  if (!copy.host_vector.empty()) return copy.host_vector + copy.host_pointer;
  auto text = copy.on_host == nullptr ? std::nullopt : text_of_expression(*copy.on_host, host.text);
  if (text) *text += copy.host_pointer;
  return text;
}

std::vector<Edit> returned_vector(const DeviceArray& array, const ArrayCall& copy, const std::string& copies,
                                  const std::string& number, std::string watched) {
  const std::string indent = "\n" + copy.indent;
  return {{.span = copy.statement,
           .text = fmt::format("std::vector<{}> {}({});{}{}{}", array.element, copy.host_vector, number, indent, copies,
                               indent),
           .watched = std::move(watched)},
          {.span = copy.span, .text = copy.host_vector}};
}

std::optional<std::vector<TextPart>> copied_rows(const HostFunction& host, const ArrayCall& copy,
                                                 const CopyText& text) {
  const std::string arguments =
      fmt::format("{}, {}, {}, {}, {}, {}", text.to, text.to_pitch, text.from, text.from_pitch, text.width, text.rows);
  if (!copy.is_runtimes()) {
    if (!copy.is_statement) return std::nullopt;
    return std::vector<TextPart>{
        {.span = copy.statement, .text = fmt::format("{}cudaMemcpy2D({}{}", copy.head, arguments, copy.tail)}};
  }
  const auto first = span_in(host, copy.argument(0));
  const auto size = span_in(host, copy.argument(2));
  const auto name = written_span_of(plain(inner_of(*copy.call).front()), host.file);
  if (!first || !size || !name) return std::nullopt;
  return std::vector<TextPart>{
      {.span = *name, .text = copy.function == "cudaMemcpy" ? "cudaMemcpy2D" : "cudaMemcpy2DAsync"},
      {.span = {.file = host.file, .begin = first->begin, .end = size->end}, .text = arguments}};
}

std::optional<Span> written_span_of(const Node& node, const std::string& file) {
  auto span = written_span(node);
  return span && span->file == file ? span : std::nullopt;
}

std::optional<Span> span_in(const HostFunction& host, const Node& node) {
  if (auto span = written_span_of(node, host.file)) return span;
  const auto begin = node.contains("range") ? token_or_macro(node.at("range").at("begin")) : std::nullopt;
  const auto text = begin && begin->file == host.file ? text_of_expression(node, host.text) : std::nullopt;
  if (!text) return std::nullopt;
  return Span{.file = host.file, .begin = begin->offset, .end = begin->offset + text->size()};
}

std::string in_product(const std::string& text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' || text[at] == '[' ? 1 : 0;
    depth -= text[at] == ')' || text[at] == ']' ? 1 : 0;
    const bool is_arrow = text.compare(at, 2, "->") == 0;
    if (depth == 0 && !is_arrow && std::string_view(" +-*/%&|^?").find(text[at]) != std::string_view::npos)
      return "(" + text + ")";
  }
  return text;
}

std::string product_of(const std::vector<ByteFactor>& factors) {
  std::vector<std::string> texts;
  for (const ByteFactor& one : factors) texts.push_back(one.text);
  return texts.empty() ? "1" : fmt::format("{}", fmt::join(texts, " * "));
}

std::optional<std::string> with_parts(const std::string& text, const Span& piece, std::vector<TextPart> parts) {
  std::ranges::sort(parts, std::ranges::greater{}, [](const TextPart& part) { return part.span.begin; });
  std::string read(piece.of(text));
  for (const TextPart& part : parts) {
    if (part.span.begin < piece.begin || part.span.end > piece.end) return std::nullopt;
    read.replace(part.span.begin - piece.begin, part.span.end - part.span.begin, part.text);
  }
  return read;
}

std::string tell_relaid(const std::string& bytes, const std::vector<ToldPart>& parts) {
  const auto word = [](const std::string& text) { return fmt::format("(unsigned long)({})", text); };
  std::string words = fmt::format("{}, {}ul", word(bytes), parts.size());
  for (const ToldPart& part : parts) {
    words += fmt::format(", (unsigned long)(const void*)({})", part.address);
    for (const std::string* member : {&part.offset, &part.width, &part.pitch, &part.stride, &part.rows})
      words += ", " + word(*member);
  }
  return fmt::format(fmt::runtime(kRelaid), words);
}

std::string tell_received(const std::string& data, const std::string& bytes) {
  return fmt::format(fmt::runtime(kReceived), data, bytes);
}

}  // namespace warpglass::rewrite
