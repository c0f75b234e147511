#include "toolkit/lenient_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warpglass::toolkit {
namespace {

using Tokens = std::vector<CudaToken>;
using What = RefusedPlace::What;

SourceEdit insertion(std::size_t offset, std::string text) {
  return {.begin = offset, .end = offset, .before = std::move(text), .after = {}, .instead = {}, .in_macro = false};
}

SourceEdit replacement(std::size_t begin, std::size_t end, std::string text) {
  return {.begin = begin, .end = end, .before = {}, .after = {}, .instead = std::move(text), .in_macro = false};
}

std::size_t line_begin(std::string_view source, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : source.rfind('\n', offset - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t line_end(std::string_view source, std::size_t offset) {
  return std::min(source.find('\n', offset), source.size());
}

/// Index of the bracket that is open before a token; kNoToken where none is.
std::size_t open_before(const Tokens& tokens, std::size_t at) {
  int depth = 0;
  while (at-- > 0) {
    if (closes(tokens[at])) ++depth;
    if (opens(tokens[at]) && --depth < 0) return at;
  }
  return kNoToken;
}

/// A member template's name, which the place may begin or lead to.
/// \param name  empty where clang has not told it: the last one of `A<T>::f<3>`
std::optional<SourceEdit> template_at(const Tokens& tokens, std::size_t at, std::string_view name) {
  std::size_t last = kNoToken;
  for (std::size_t i = at; i + 1 < tokens.size() && !tokens[i].is(";"); ++i) {
    const bool is_member = i > 0 && (tokens[i - 1].is("::") || tokens[i - 1].is(".") || tokens[i - 1].is("->"));
    if (is_member && tokens[i].is(name)) return insertion(tokens[i].offset, "template ");
    const bool may_be_operator = name.empty() || name.starts_with("operator");
    if (is_member && may_be_operator && tokens[i].is("operator")) return insertion(tokens[i].offset, "template ");
    if (!name.empty()) continue;
    if (is_member && (i > at || !tokens[i - 1].is("::")) && tokens[i + 1].is("<")) last = i;
    if (tokens[i + 1].is("<")) i = closing(tokens, i + 1);
    if (i >= tokens.size() - 1 || !(tokens[i].is("::") || tokens[i + 1].is("::"))) break;
  }
  if (last == kNoToken) return std::nullopt;
  return insertion(tokens[last].offset, "template ");
}

/// The sign of a sum with a pointer to void, of whose bytes nvcc counts one each.
std::optional<SourceEdit> pointer_at(const Tokens& tokens, std::size_t at) {
  if (at == 0 || at + 1 >= tokens.size() || !(tokens[at].is("+") || tokens[at].is("-"))) return std::nullopt;
  const std::size_t first = beginning(tokens, at - 1);
  if (first == kNoToken || tokens[at + 1].is(tokens[at].text)) return std::nullopt;
  return insertion(tokens[first].offset, tokens[at + 1].is("=") ? "(char*&)" : "(char*)");
}

/// The comma between two operands of assembly, before the second one's string.
std::optional<SourceEdit> operand_at(const Tokens& tokens, std::size_t at) {
  if (at == 0 || tokens[at].kind != CudaToken::Kind::literal || !tokens[at - 1].is(")")) return std::nullopt;
  std::size_t word = open_before(tokens, at);
  if (word == kNoToken || !tokens[word].is("(")) return std::nullopt;
  while (word-- > 0) {
    if (tokens[word].is("asm") || tokens[word].is("__asm__") || tokens[word].is("__asm"))
      return insertion(tokens[at].offset, ", ");
    if (!tokens[word].is("volatile") && !tokens[word].is("__volatile__")) break;
  }
  return std::nullopt;
}

/// # of the directive that a line begins with, of which a token is part; kNoToken where it is none.
std::size_t directive_around(std::string_view source, const Tokens& tokens, std::size_t at) {
  const std::size_t begin = line_begin(source, tokens[at].offset);
  while (at > 0 && tokens[at - 1].offset >= begin) --at;
  return tokens[at].is("#") ? at : kNoToken;
}

bool is_pragma(const Tokens& tokens, std::size_t at) {
  return at + 2 < tokens.size() && tokens[at].is("#") && tokens[at + 1].is("pragma");
}

/// #pragma where clang takes none, in a macro's definition or in what it is given: as the operator _Pragma.
std::optional<SourceEdit> directive_at(std::string_view source, const Tokens& tokens, std::size_t at) {
  if (at > 0 && tokens[at].is("pragma")) --at;
  if (!is_pragma(tokens, at)) return std::nullopt;
  const std::size_t line = line_end(source, tokens[at].offset);
  std::size_t last = at + 1;
  while (last + 1 < tokens.size() && tokens[last + 1].end() <= line) ++last;
  std::string text;
  for (const char c : source.substr(tokens[at + 1].end(), tokens[last].end() - tokens[at + 1].end())) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  SourceEdit edit = replacement(tokens[at].offset, tokens[last].end(),
                                fmt::format("_Pragma(\"{}\")", text.substr(text.find_first_not_of(' '))));
  edit.in_macro = true;
  return edit;
}

/// #pragma unroll before what is no loop, or the second of two: nvcc leaves it out.
std::optional<SourceEdit> unroll_at(std::string_view source, const Tokens& tokens, std::size_t at) {
  for (const std::size_t token : {at, at - 1}) {
    if (token >= tokens.size()) continue;
    const std::size_t hash = directive_around(source, tokens, token);
    if (hash == kNoToken || !is_pragma(tokens, hash)) continue;
    if (!tokens[hash + 2].is("unroll") && !tokens[hash + 2].is("nounroll")) continue;
    SourceEdit edit = replacement(tokens[hash].offset, line_end(source, tokens[hash].offset), " ");
    edit.in_macro = true;
    return edit;
  }
  const bool is_operator = at >= 4 && at < tokens.size() && tokens[at - 1].is(")") && tokens[at - 3].is("(") &&
                           tokens[at - 4].is("_Pragma") && tokens[at - 2].text.starts_with("\"unroll");
  if (is_operator) return replacement(tokens[at - 4].offset, tokens[at - 1].end(), " ");
  return std::nullopt;
}

/// A variable between two labels of a switch, past whose value the second one jumps: braces up to that label.
std::optional<SourceEdit> variable_at(const std::string& source, const Tokens& tokens, std::size_t at,
                                      const RefusedPlace& place) {
  const std::size_t label = token_at(tokens, offset_of(source, place.other.line, place.other.column));
  if (label == kNoToken || label <= at || tokens[at].kind != CudaToken::Kind::name) return std::nullopt;
  std::size_t first = at;
  for (int depth = 0; first > 0; --first) {
    const CudaToken& before = tokens[first - 1];
    if (depth == 0 && (before.is(";") || before.is("{") || before.is("}") || before.is(":"))) break;
    if (closes(before)) ++depth;
    if (opens(before)) --depth;
  }
  int depth = 0;
  for (std::size_t i = first; i < label; ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth < 0) return std::nullopt;
  }
  if (depth != 0) return std::nullopt;
  // Where a later label's statements use it, its scope has to remain.
  const std::size_t open = open_before(tokens, label);
  const std::size_t end = open == kNoToken ? kNoToken : closing(tokens, open);
  if (end == kNoToken) return std::nullopt;
  for (std::size_t i = label; i < end; ++i) {
    if (tokens[i].is(tokens[at].text) && !tokens[i - 1].is(".") && !tokens[i - 1].is("->")) return std::nullopt;
  }
  return SourceEdit{.begin = tokens[first].offset,
                    .end = tokens[label].offset,
                    .before = "{ ",
                    .after = " }",
                    .instead = {},
                    .in_macro = false};
}

/// First token of a declared function's name, with the classes that it is in.
std::size_t name_begin(const Tokens& tokens, std::size_t at) {
  std::size_t first = at;
  if (first >= 2 && tokens[first - 1].is("::")) first = beginning(tokens, first - 2);
  if (first == kNoToken) return kNoToken;
  return first > 0 && tokens[first - 1].is("::") ? first - 1 : first;
}

std::optional<SourceEdit> space_at(const Tokens& tokens, std::size_t at, const std::string& words) {
  const std::size_t first = words.empty() ? kNoToken : name_begin(tokens, at);
  if (first == kNoToken) return std::nullopt;
  return insertion(tokens[first].offset, words + " ");
}

/// threadIdx or the like, of which a copy is to be made: what it is worth, as the vector that it is by the manual.
std::optional<SourceEdit> builtin_at(const Tokens& tokens, std::size_t at, std::string_view name) {
  for (std::size_t i = at; i < tokens.size() && !tokens[i].is(";"); ++i) {
    if (!tokens[i].is(name) || (i + 1 < tokens.size() && tokens[i + 1].is("."))) continue;
    const std::string_view type = name == "threadIdx" || name == "blockIdx" ? "uint3" : "dim3";
    return replacement(tokens[i].offset, tokens[i].end(), fmt::format("::{}({})", type, name));
  }
  return std::nullopt;
}

/// main without a type.
std::optional<SourceEdit> main_at(const Tokens& tokens, std::size_t at) {
  if (!tokens[at].is("main")) return std::nullopt;
  return insertion(tokens[at].offset, "int ");
}

/// An array whose length is not constant, initialised by nothing but zeros.
std::optional<SourceEdit> length_at(const Tokens& tokens, std::size_t at) {
  const std::size_t name = open_before(tokens, at);  // it is the length that is pointed at
  if (name == kNoToken || name == 0 || !tokens[name].is("[")) return std::nullopt;
  at = name - 1;
  std::size_t i = at + 1;
  while (i < tokens.size() && tokens[i].is("[")) {
    const std::size_t close = closing(tokens, i);
    if (close == kNoToken) return std::nullopt;
    i = close + 1;
  }
  if (i + 1 >= tokens.size() || !tokens[i].is("=")) return std::nullopt;
  const std::size_t begin = i++;
  const bool is_list = tokens[i].is("{");
  if (is_list) ++i;
  if (i < tokens.size() && (tokens[i].is("\"\"") || (is_list && (tokens[i].is("0") || tokens[i].is("0.0"))))) ++i;
  if (is_list) {
    if (i >= tokens.size() || !tokens[i].is("}")) return std::nullopt;
    ++i;
  }
  if (i >= tokens.size() || !tokens[i].is(";")) return std::nullopt;
  return replacement(tokens[begin].offset, tokens[i - 1].end(),
                     fmt::format("; __builtin_memset({0}, 0, sizeof({0}))", tokens[at].text));
}

/// What a pointer to arrays of lengths that are not constant is initialised with or assigned: of the pointer's own
/// type. To clang two such types differ, whatever their lengths.
std::optional<SourceEdit> array_pointer_at(const Tokens& tokens, std::size_t at) {
  const bool is_assigned = at >= 2 && tokens[at - 1].is("=");
  const std::size_t name = is_assigned ? at - 2 : at;
  if (tokens[name].kind != CudaToken::Kind::name) return std::nullopt;
  std::size_t first = at;
  while (!is_assigned && first < tokens.size() && !tokens[first].is("=")) {
    if (tokens[first].is(";") || tokens[first].is("{") || tokens[first].is("(")) return std::nullopt;
    ++first;
  }
  if (!is_assigned) ++first;
  std::size_t end = first;
  while (end < tokens.size() && !tokens[end].is(";") && !tokens[end].is(",") && !closes(tokens[end])) {
    if (opens(tokens[end])) end = closing(tokens, end);
    if (end == kNoToken) return std::nullopt;
    ++end;
  }
  if (end >= tokens.size() || end == first) return std::nullopt;
  return SourceEdit{.begin = tokens[first].offset,
                    .end = tokens[end - 1].end(),
                    .before = fmt::format("(__typeof__({}))(", tokens[name].text),
                    .after = ")",
                    .instead = {},
                    .in_macro = false};
}

/// k<<<{1, 2}, {3}>>>: the size in braces is a dim3.
std::optional<SourceEdit> braced_size_at(const std::string& source, const Tokens& tokens, std::size_t at) {
  const std::size_t close = closing(tokens, at);
  if (close == kNoToken) return std::nullopt;
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (closes(tokens[i])) ++depth;
    if (opens(tokens[i]) && --depth < 0) return std::nullopt;
    if (depth != 0) continue;
    if (tokens[i].is(";") || tokens[i].is(">>>")) return std::nullopt;
    if (!tokens[i].is("<<<")) continue;
    const std::string sizes = source.substr(tokens[at].end(), tokens[close].offset - tokens[at].end());
    return replacement(tokens[at].offset, tokens[close].end(), fmt::format("::dim3({})", sizes));
  }
  return std::nullopt;
}

/// const of `const float n = 4;`, which an array's length is made of: constexpr.
std::optional<SourceEdit> float_constant_at(const Tokens& tokens, std::size_t at) {
  while (at < tokens.size() && !tokens[at].is("[") && !tokens[at].is(";")) ++at;
  if (at >= tokens.size() || !tokens[at].is("[")) return std::nullopt;
  for (; at < tokens.size() && !tokens[at].is(";"); ++at) {
    if (tokens[at].kind != CudaToken::Kind::name) continue;
    for (std::size_t i = at; i-- > 2;) {
      const bool is_float = tokens[i - 1].is("float") || tokens[i - 1].is("double");
      if (tokens[i].is(tokens[at].text) && is_float && tokens[i - 2].is("const"))
        return replacement(tokens[i - 2].offset, tokens[i - 2].end(), "constexpr");
    }
  }
  return std::nullopt;
}

/// An output of assembly that is const: without that.
std::optional<SourceEdit> output_at(const std::string& source, const Tokens& tokens, std::size_t at) {
  const std::size_t open = open_before(tokens, at);
  const std::size_t close = open == kNoToken ? kNoToken : closing(tokens, open);
  if (close == kNoToken || !tokens[open].is("(") || open + 1 != at) return std::nullopt;
  const std::string output = source.substr(tokens[at].offset, tokens[close].offset - tokens[at].offset);
  return replacement(tokens[at].offset, tokens[close].offset,
                     fmt::format("const_cast<__typeof_unqual__({0})&>({0})", output));
}

/// constexpr of the function around a variable whose type has no constants: nobody may call it for one.
std::optional<SourceEdit> constexpr_around(const Tokens& tokens, std::size_t at) {
  for (std::size_t open = open_before(tokens, at); open != kNoToken; open = open_before(tokens, open)) {
    if (!tokens[open].is("{")) continue;
    for (std::size_t i = open; i-- > 0 && !tokens[i].is(";") && !tokens[i].is("{") && !tokens[i].is("}");) {
      // `if constexpr` belongs to a block within the function.
      const bool is_of_function = tokens[i].is("constexpr") && (i == 0 || !tokens[i - 1].is("if"));
      if (is_of_function) return replacement(tokens[i].offset, tokens[i].end(), " ");
    }
  }
  return std::nullopt;
}

/// this->member where a constant is wanted: the class in place of the object, of which nothing is read.
std::optional<SourceEdit> own_class_at(const Tokens& tokens, std::size_t at) {
  if (at + 2 >= tokens.size() || !tokens[at].is("this") || !tokens[at + 1].is("->")) return std::nullopt;
  return replacement(tokens[at].offset, tokens[at + 1].end(), "::__warpglass_class<decltype(this)>::type::");
}

/// `extern` of a shared variable that has a size, which nvcc does not heed.
std::optional<SourceEdit> extern_at(const Tokens& tokens, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !tokens[begin - 1].is(";") && !tokens[begin - 1].is("{") && !tokens[begin - 1].is("}")) --begin;
  for (std::size_t i = begin; i < tokens.size() && !tokens[i].is(";") && !tokens[i].is("["); ++i)
    if (tokens[i].is("extern")) return replacement(tokens[i].offset, tokens[i].end(), " ");
  return std::nullopt;
}

/// What stands in a static_assert for the offset of a member, which clang does not evaluate, is taken for true.
std::optional<SourceEdit> null_member_at(const Tokens& tokens, std::size_t at) {
  if (at < 2 || !tokens[at - 1].is("(") || !tokens[at - 2].is("static_assert")) return std::nullopt;
  return insertion(tokens[at].offset, "true ? true : ");
}

}  // namespace

std::optional<SourceEdit> lenient_edit(const std::string& source, const std::vector<CudaToken>& tokens, std::size_t at,
                                       const RefusedPlace& place) {
  if (place.what == What::unroll) return unroll_at(source, tokens, at);
  if (at >= tokens.size()) return std::nullopt;
  switch (place.what) {
    case What::template_name: return template_at(tokens, at, place.name);
    case What::pointer: return pointer_at(tokens, at);
    case What::operand: return operand_at(tokens, at);
    case What::brackets:
      if (tokens[at].is("{")) return braced_size_at(source, tokens, at);
      return directive_at(source, tokens, at);
    case What::directive: return directive_at(source, tokens, at);
    case What::variable: return variable_at(source, tokens, at, place);
    case What::space: return space_at(tokens, at, place.name);
    case What::builtin: return builtin_at(tokens, at, place.name);
    case What::untyped: return main_at(tokens, at);
    case What::length: return length_at(tokens, at);
    case What::array_pointer: return array_pointer_at(tokens, at);
    case What::float_length: return float_constant_at(tokens, at);
    case What::output: return output_at(source, tokens, at);
    case What::own_member: return insertion(tokens[at].offset, "this->");
    case What::type_name: return insertion(tokens[at].offset, "typename ");
    case What::not_literal: return constexpr_around(tokens, at);
    case What::own_class: return own_class_at(tokens, at);
    case What::extern_shared: return extern_at(tokens, at);
    case What::null_member: return null_member_at(tokens, at);
    case What::unroll:
    case What::launch:
    case What::kernel:
    case What::internal_kernel:
    case What::alignment:
    case What::constructed:
    case What::assembly:
    case What::cluster:
    case What::functions: break;
  }
  return std::nullopt;
}

std::string execution_space(std::string_view source, std::size_t line, std::size_t column) {
  const std::string text(source);
  const Tokens tokens = cuda_tokens(text);
  std::size_t at = token_at(tokens, offset_of(text, line, column));
  if (at == kNoToken) return {};
  bool host = false;
  bool device = false;
  const auto take = [&](const CudaToken& token) {
    host |= token.is("__host__");
    device |= token.is("__device__") || token.is("__global__");
  };
  while (at-- > 0 && !tokens[at].is(";") && !tokens[at].is("{") && !tokens[at].is("}")) {
    take(tokens[at]);
    if (tokens[at].kind != CudaToken::Kind::name) continue;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
      if (!tokens[i].is("#") || !tokens[i + 1].is("define") || !tokens[i + 2].is(tokens[at].text)) continue;
      const std::size_t end = line_end(text, tokens[i].offset);
      for (std::size_t j = i + 3; j < tokens.size() && tokens[j].offset < end; ++j) take(tokens[j]);
    }
  }
  if (host && device) return "__host__ __device__";
  if (device) return "__device__";
  return host ? "__host__" : "";
}

}  // namespace warpglass::toolkit
