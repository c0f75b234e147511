#include "toolkit/refused_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "toolkit/cuda_tokens.hpp"
#include "toolkit/lenient_edits.hpp"
#include "toolkit/source_edit.hpp"

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

using Edit = SourceEdit;

constexpr std::string_view kBefore = "::warpglass_nested([&] __host__ __device__ { ";
constexpr std::string_view kBeforeName = "::warpglass_nested([&] __host__ __device__ { return ";
constexpr std::string_view kAfter = "; })";
constexpr std::string_view kGlobal = "__global__";
constexpr std::string_view kInternalGlobal = "__warpglass_internal_global__";

std::optional<Edit> launch_at(const std::vector<CudaToken>& tokens, std::size_t at) {
  if (at == 0 || !tokens[at].is("<<<")) return std::nullopt;
  const std::size_t first = beginning(tokens, at - 1);
  std::size_t close = at + 1;
  for (int brackets = 0; close < tokens.size() && (brackets != 0 || !tokens[close].is(">>>")); ++close) {
    if (tokens[close].is("(") || tokens[close].is("[") || tokens[close].is("{")) ++brackets;
    if (tokens[close].is(")") || tokens[close].is("]") || tokens[close].is("}")) --brackets;
  }
  if (first == kNoToken || close + 1 >= tokens.size() || !tokens[close + 1].is("(")) return std::nullopt;
  const std::size_t last = closing(tokens, close + 1);
  if (last == kNoToken) return std::nullopt;
  return Edit{.begin = tokens[first].offset,
              .end = tokens[last].end(),
              .before = std::string(kBefore),
              .after = std::string(kAfter),
              .instead = {},
              .in_macro = false};
}

std::optional<Edit> name_at(const std::vector<CudaToken>& tokens, std::size_t at, std::string_view name) {
  std::size_t last = at;
  while (!tokens[last].is(name) && last + 2 < tokens.size() && tokens[last + 1].is("::")) last += 2;
  if (!tokens[last].is(name)) return std::nullopt;
  std::size_t first = beginning(tokens, last);
  if (first == kNoToken) return std::nullopt;
  if (first > 0 && tokens[first - 1].is("&")) --first;
  if (last + 1 < tokens.size() && tokens[last + 1].is("<")) {
    if (const std::size_t close = closing(tokens, last + 1); close != kNoToken) last = close;
  }
  if (last + 1 < tokens.size() && tokens[last + 1].is("<<<")) return launch_at(tokens, last + 1);
  return Edit{.begin = tokens[first].offset,
              .end = tokens[last].end(),
              .before = std::string(kBeforeName),
              .after = std::string(kAfter),
              .instead = {},
              .in_macro = false};
}

/// __global__ of the declaration there.
std::optional<Edit> keyword_before(const std::vector<CudaToken>& tokens, std::size_t at) {
  for (std::size_t i = at + 1; i-- > 0 && !tokens[i].is(";") && !tokens[i].is("}");) {
    if (!tokens[i].is(kGlobal)) continue;
    return Edit{.begin = tokens[i].offset,
                .end = tokens[i].end(),
                .before = {},
                .after = {},
                .instead = std::string(kInternalGlobal),
                .in_macro = false};
  }
  return std::nullopt;
}

/// Words that stand before a declaration's type.
bool is_specifier(const CudaToken& token) {
  constexpr std::array<std::string_view, 11> kWords{"extern",     "static",       "const",        "volatile",
                                                    "constexpr",  "inline",       "thread_local", "__shared__",
                                                    "__device__", "__constant__", "__managed__"};
  return std::ranges::find(kWords, token.text) != kWords.end();
}

/// alignas from where it stands to before the words of the declaration that it stands behind.
std::vector<Edit> alignment_at(const std::string& source, const std::vector<CudaToken>& tokens, std::size_t at) {
  if (!tokens[at].is("alignas") || at + 1 == tokens.size() || !tokens[at + 1].is("(")) return {};
  const std::size_t last = closing(tokens, at + 1);
  std::size_t first = at;
  while (first > 0 && is_specifier(tokens[first - 1])) --first;
  if (last == kNoToken || first == at) return {};
  const std::size_t begin = tokens[at].offset;
  const std::string words = source.substr(begin, tokens[last].end() - begin);
  std::string blank = words;
  std::ranges::replace_if(blank, [](char c) { return c != '\n'; }, ' ');
  const std::size_t before = tokens[first].offset;
  return {{.begin = before, .end = before, .before = words, .after = {}, .instead = {}, .in_macro = false},
          {.begin = begin, .end = tokens[last].end(), .before = {}, .after = {}, .instead = blank, .in_macro = false}};
}

/// The declaration of shared variables, of which one is named there: storage for each, and a reference to it.
std::optional<Edit> constructed_at(const std::string& source, const std::vector<CudaToken>& tokens, std::size_t at) {
  const auto text = [&](std::size_t first, std::size_t end) {
    return source.substr(tokens[first].offset, tokens[end - 1].end() - tokens[first].offset);
  };
  std::size_t first = at;
  while (first > 0 && !tokens[first - 1].is(";") && !tokens[first - 1].is("{") && !tokens[first - 1].is("}")) {
    if (tokens[--first].is("#")) {
      const std::size_t line_end = source.find('\n', tokens[first].offset);
      while (first < at && tokens[first].offset < line_end) ++first;
      break;
    }
  }
  std::size_t type = first;  // where it begins
  std::string words;         // alignas comes first
  while (type < at && (is_specifier(tokens[type]) || tokens[type].is("alignas"))) {
    const std::size_t word = type++;
    if (is_specifier(tokens[word])) {
      words += ' ' + text(word, type);
      continue;
    }
    const std::size_t close = closing(tokens, type);
    if (close == kNoToken) return std::nullopt;
    type = close + 1;
    words = text(word, type) + words;
  }
  // The first name may be another than the one that was refused.
  std::size_t name = type;
  const auto behind = [&](std::size_t token) {
    return token + 1 < tokens.size() &&
           (tokens[token + 1].is(";") || tokens[token + 1].is(",") || tokens[token + 1].is("["));
  };
  while (name < at && !behind(name)) {
    if (tokens[name].is("<")) {
      const std::size_t close = closing(tokens, name);
      if (close == kNoToken) return std::nullopt;
      name = close;
    }
    ++name;
  }
  if (words.find("__shared__") == std::string::npos || name <= type || name > at) return std::nullopt;
  std::string instead;
  for (std::size_t next = name;; ++next) {
    std::size_t end = next + 1;
    while (end < tokens.size() && tokens[end].is("[")) {
      const std::size_t close = closing(tokens, end);
      if (close == kNoToken) return std::nullopt;
      end = close + 1;
    }
    if (tokens[next].kind != CudaToken::Kind::name || end >= tokens.size()) return std::nullopt;
    const std::string variable(tokens[next].text);
    instead += fmt::format(
        "auto& {0} = []() __attribute__((device, nodebug, always_inline)) -> auto& {{{1} ::__warpglass_storage<{2} "
        "{3}> "
        "{0}; return {0}.as(); }}()",
        variable, words, text(type, name), end == next + 1 ? "" : text(next + 1, end));
    if (tokens[end].is(";"))
      return Edit{.begin = tokens[first].offset,
                  .end = tokens[end].offset,
                  .before = {},
                  .after = {},
                  .instead = instead,
                  .in_macro = false};
    if (!tokens[end].is(",")) return std::nullopt;
    instead += "; ";
    next = end;
  }
}

/// "2, N" as template arguments, in parentheses each: one may hold a >.
std::string as_template_arguments(std::string_view sizes) {
  const std::vector<CudaToken> tokens = cuda_tokens(sizes);
  std::string arguments = "(";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is(",")) {
      arguments += "), (";
      continue;
    }
    const std::size_t close = tokens[i].is("(") ? closing(tokens, i) : i;
    if (close == kNoToken) break;
    arguments.append(sizes.substr(tokens[i].offset, tokens[close].end() - tokens[i].offset)) += ' ';
    i = close;
  }
  return arguments + ")";
}

/// Behind the { of the function whose declarator goes on behind a token; kNoToken where none is defined.
std::size_t body_behind(const std::vector<CudaToken>& tokens, std::size_t last) {
  std::size_t body = last + 1;
  while (body < tokens.size() && !tokens[body].is("{") && !tokens[body].is(";") && !tokens[body].is("}")) {
    if (tokens[body].is("(")) body = closing(tokens, body);
    if (body == kNoToken) return kNoToken;
    ++body;
  }
  return body < tokens.size() && tokens[body].is("{") ? tokens[body].end() : kNoToken;
}

constexpr std::string_view kClusterDims = "__cluster_dims__";

/// __cluster_dims__ of a kernel's definition: a call at the beginning of the body in its place. A macro that has it in
/// it stays, without it.
/// \param expanded  the sizes, where it is a macro that stands there
std::vector<Edit> cluster_at(const std::string& source, const std::vector<CudaToken>& tokens, std::size_t at,
                             const std::string& expanded) {
  const bool is_macro = !tokens[at].is(kClusterDims);
  const bool has_arguments = at + 1 < tokens.size() && tokens[at + 1].is("(");
  if (is_macro ? expanded.empty() : !has_arguments) return {};
  const std::size_t last = has_arguments ? closing(tokens, at + 1) : at;
  if (last == kNoToken) return {};
  const std::size_t body = body_behind(tokens, last);
  if (body == kNoToken) return {};
  Edit there{.begin = tokens[at].offset,
             .end = tokens[last].end(),
             .before = {},
             .after = {},
             .instead = {},
             .in_macro = false};
  std::string sizes = expanded;
  if (is_macro) {
    there.before = fmt::format("\n#pragma push_macro(\"{0}\")\n#undef {0}\n#define {0}(...)", kClusterDims);
    there.after = fmt::format("\n#pragma pop_macro(\"{}\")", kClusterDims);
  } else {
    const std::size_t begin = tokens[at + 1].end();
    sizes = source.substr(begin, tokens[last].offset - begin);
    there.instead = source.substr(there.begin, there.end - there.begin);
    std::ranges::replace_if(there.instead, [](char c) { return c != '\n'; }, ' ');
  }
  return {there,
          {.begin = body,
           .end = body,
           .before = fmt::format("::__warpglass_cluster_dims<{}>();", as_template_arguments(sizes)),
           .after = {},
           .instead = {},
           .in_macro = false}};
}

/// Whether a { comes in the rest of a macro's definition, lines that go on included.
bool body_follows_in_definition(const std::string& source, std::size_t offset) {
  for (; offset < source.size() && source[offset] != '{'; ++offset) {
    if (source[offset] == '\n' && source[offset - 1] != '\\') return false;
  }
  return offset < source.size();
}

/// << < and >> >, whose last sign is there, as one.
std::optional<Edit> brackets_at(const std::vector<CudaToken>& tokens, std::size_t at) {
  if (at == 0) return std::nullopt;
  const CudaToken& before = tokens[at - 1];
  const bool opens = before.is("<<") && tokens[at].is("<");
  if (!opens && !(before.is(">>") && tokens[at].is(">"))) return std::nullopt;
  return Edit{.begin = before.offset,
              .end = tokens[at].end(),
              .before = {},
              .after = {},
              .instead = opens ? "<<<" : ">>>",
              .in_macro = false};
}

/// The string around the place: nvcc takes a percent sign before a letter for itself.
std::optional<Edit> assembly_at(const std::vector<CudaToken>& tokens, std::size_t offset) {
  const auto around = std::ranges::find_if(
      tokens, [&](const CudaToken& token) { return token.offset <= offset && offset < token.end(); });
  if (around == tokens.end() || around->kind != CudaToken::Kind::literal) return std::nullopt;
  const std::string_view text = around->text;
  // The number of an operand that is not there: it stays as it is, and who executes that hears of it.
  const std::size_t place = offset - around->offset;
  std::string missing;
  for (std::size_t i = place; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) missing += text[i];
  std::string doubled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    doubled += text[i];
    if (text[i] != '%' || i + 1 == text.size()) continue;
    const char next = text[i + 1];
    if (next == '%') {
      doubled += text[++i];
      continue;
    }
    if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_') doubled += '%';
    std::size_t end = i + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (!missing.empty() && text.substr(i + 1, end - i - 1) == missing) doubled += '%';
  }
  if (doubled == text) return std::nullopt;
  return Edit{
      .begin = around->offset, .end = around->end(), .before = {}, .after = {}, .instead = doubled, .in_macro = false};
}

std::vector<Edit> edits_of(const std::string& source, const std::vector<CudaToken>& tokens, const RefusedPlace& place) {
  const std::size_t offset = offset_of(source, place.line, place.column);
  const std::size_t at = token_at(tokens, offset);
  if (at == kNoToken && place.what != What::assembly) return {};
  const auto either = [](std::optional<Edit> edit) { return edit ? std::vector{*edit} : std::vector<Edit>{}; };
  std::vector<Edit> edits;
  switch (place.what) {
    case What::launch: edits = either(launch_at(tokens, at)); break;
    case What::kernel: edits = either(name_at(tokens, at, place.name)); break;
    case What::internal_kernel: edits = either(keyword_before(tokens, at)); break;
    case What::alignment: edits = alignment_at(source, tokens, at); break;
    case What::constructed: edits = either(constructed_at(source, tokens, at)); break;
    case What::assembly: edits = either(assembly_at(tokens, offset)); break;
    case What::cluster: edits = cluster_at(source, tokens, at, place.in_macro ? "" : place.name); break;
    case What::brackets:
      edits = either(brackets_at(tokens, at));
      if (edits.empty()) edits = either(lenient_edit(source, tokens, at, place));
      break;
    case What::functions: break;  // settled: they are of another kind then
    case What::template_name:
    case What::operand:
    case What::directive:
    case What::unroll:
    case What::variable:
    case What::space:
    case What::builtin:
    case What::untyped:
    case What::pointer:
    case What::length:
    case What::array_pointer:
    case What::float_length:
    case What::output:
    case What::own_member:
    case What::type_name:
    case What::not_literal:
    case What::extern_shared:
    case What::null_member:
    case What::own_class: edits = either(lenient_edit(source, tokens, at, place)); break;
  }
  for (Edit& edit : edits) edit.in_macro |= place.in_macro;
  return edits;
}

/// Writes pieces of a source and what is put between them, such that each keeps its line and column.
class Writer {
 public:
  explicit Writer(const std::string& source) : source_(source) {}

  void copy_up_to(std::size_t end) {
    text_.append(source_, at_, end - at_);
    at_ = end;
  }
  void skip_to(std::size_t end) { at_ = end; }
  /// \param in_line  as it is: in a macro's definition there can be no further lines
  void insert(std::string_view text, bool in_line) {
    if (text.empty()) return;
    if (in_line) {
      text_ += text;
      return;
    }
    begin_line_here();
    text_ += text;
    begin_line_here();
  }

  [[nodiscard]] std::string take() {
    copy_up_to(source_.size());
    return std::move(text_);
  }

 private:
  void begin_line_here() {
    const std::size_t line_end = at_ == 0 ? std::string::npos : source_.rfind('\n', at_ - 1);
    const std::size_t line_begin = line_end == std::string::npos ? 0 : line_end + 1;
    const auto line = 1 + std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n');
    text_ += fmt::format("\n#line {}\n{}", line, std::string(at_ - line_begin, ' '));
  }

  const std::string& source_;
  std::string text_;
  std::size_t at_ = 0;
};

/// What is to be added at the two places where a function is declared. nvcc takes the spaces of both for both.
std::vector<RefusedPlace> settled_functions(const RefusedPlace& place, const ReadSource& read) {
  const RefusedPlace::Other& other = place.other;
  // A macro of another file is not read, but clang knows what it says. Of __host__ it does not say whether that is
  // written.
  constexpr std::string_view kOfBoth = "__host__ __device__";
  const auto space = [&](const std::string& said, const std::string& file, std::size_t line, std::size_t column) {
    return said == kOfBoth ? said : execution_space(read(file), line, column);
  };
  const std::string here = space(place.name, place.file, place.line, place.column);
  const std::string there = space(other.space, other.file, other.line, other.column);
  const bool only_device = here + there == "__device__";
  const std::string both = only_device ? "__device__" : "__host__ __device__";
  if (here.find("__device__") == std::string::npos && there.find("__device__") == std::string::npos) return {};
  std::vector<RefusedPlace> settled;
  const auto add = [&](const std::string& file, std::size_t line, std::size_t column) {
    settled.push_back({.what = What::space, .file = file, .line = line, .column = column, .name = both});
  };
  if (here != both) add(place.file, place.line, place.column);
  if (there != both) add(other.file, other.line, other.column);
  return settled;
}

}  // namespace

std::vector<RefusedPlace> with_settled_places(const std::vector<RefusedPlace>& places, const ReadSource& read) {
  std::vector<RefusedPlace> settled;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].what == What::functions) {
      for (RefusedPlace& place : settled_functions(places[i], read)) settled.push_back(std::move(place));
      continue;
    }
    const bool is_passed_before =
        places[i].what == What::variable && std::ranges::any_of(places, [&](const RefusedPlace& place) {
          const RefusedPlace& here = places[i];
          return place.what == What::variable && place.file == here.file && place.line == here.line &&
                 place.column == here.column && place.other < here.other;
        });
    if (is_passed_before) continue;
    settled.push_back(places[i]);
    if (places[i].what != What::cluster) continue;
    // clang names the use of the outermost macro, then the definitions from there inward.
    bool found = false;
    for (; i + 1 < places.size() && places[i + 1].what == What::cluster && places[i + 1].in_macro; ++i) {
      const RefusedPlace& definition = places[i + 1];
      const std::string source = read(definition.file);
      const std::size_t offset = offset_of(source, definition.line, definition.column);
      if (found || !body_follows_in_definition(source, offset)) continue;
      found = true;
      settled.pop_back();
      if (source.compare(offset, kClusterDims.size(), kClusterDims) == 0) settled.push_back(definition);
    }
  }
  return settled;
}

std::string rewritten(const std::string& source, const std::vector<RefusedPlace>& places) {
  const std::vector<CudaToken> tokens = cuda_tokens(source);
  std::vector<Edit> edits;
  for (const RefusedPlace& place : places) {
    for (Edit& edit : edits_of(source, tokens, place)) edits.push_back(std::move(edit));
  }
  // Outer ones first, each once: an argument of a launch may name a kernel.
  std::ranges::sort(edits,
                    [](const Edit& a, const Edit& b) { return std::pair(a.begin, b.end) < std::pair(b.begin, a.end); });
  edits.erase(
      std::ranges::unique(edits, [](const Edit& a, const Edit& b) { return a.begin == b.begin && a.end == b.end; })
          .begin(),
      edits.end());
  Writer writer(source);
  std::vector<const Edit*> open;
  const auto close_up_to = [&](std::size_t offset) {
    while (!open.empty() && open.back()->end <= offset) {
      writer.copy_up_to(open.back()->end);
      writer.insert(open.back()->after, open.back()->in_macro);
      open.pop_back();
    }
  };
  std::size_t replaced = 0;  // up to where pieces have been written anew
  for (const Edit& edit : edits) {
    if (edit.begin < replaced) continue;
    close_up_to(edit.begin);
    writer.copy_up_to(edit.begin);
    writer.insert(edit.before, edit.in_macro);
    if (!edit.instead.empty()) {
      writer.insert(edit.instead, edit.in_macro);
      writer.skip_to(edit.end);
      replaced = edit.end;
      writer.insert(" ", edit.in_macro);
    } else {
      open.push_back(&edit);
    }
  }
  close_up_to(source.size());
  return writer.take();
}

}  // namespace warpglass::toolkit
