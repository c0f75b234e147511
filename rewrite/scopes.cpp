#include "rewrite/scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "rewrite/relayout.hpp"
#include "rewrite/source_words.hpp"

namespace warpglass::rewrite {
namespace {

/// The names in a text that may be those of variables: no members, and nothing that is quoted.
std::set<std::string> names_in_text(std::string_view text) {
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      for (++at; at < text.size() && text[at] != c; ++at) at += text[at] == '\\' ? 1 : 0;
      ++at;
    } else if (is_of_word(c)) {
      std::size_t end = at;
      while (end < text.size() && is_of_word(text[end])) ++end;
      const bool is_member = (at >= 1 && text[at - 1] == '.') ||
                             (at >= 2 && (text.substr(at - 2, 2) == "->" || text.substr(at - 2, 2) == "::"));
      if (!is_member && std::isdigit(static_cast<unsigned char>(c)) == 0) names.emplace(text.substr(at, end - at));
      at = end;
    } else {
      ++at;
    }
  }
  return names;
}

bool declares(const Node& node) {
  return kind_of(node) == "VarDecl" || kind_of(node) == "ParmVarDecl" || kind_of(node) == "FieldDecl";
}

/// Whether what is declared directly in it is known up to its end.
bool is_scope(const Node& node) {
  static constexpr std::string_view kScopes[] = {"CompoundStmt", "ForStmt",         "IfStmt",       "WhileStmt",
                                                 "SwitchStmt",   "CXXForRangeStmt", "CXXCatchStmt", "LambdaExpr"};
  return std::ranges::find(kScopes, kind_of(node)) != std::end(kScopes) || kind_of(node).ends_with("Decl");
}

/// Where a variable is known, in bytes of the file.
struct Scope {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend auto operator<=>(const Scope&, const Scope&) = default;
};

std::map<std::string, std::set<Scope>> scopes_of(const Node& function, const std::string& file) {
  std::map<std::string, std::set<Scope>> all;
  Path path;
  walk(function, path, [&](const Node& node, const Path& around) {
    if (!declares(node) || text_of(node, "name").empty()) return;
    const auto own = token_or_macro(node.at("loc"));
    const auto within =
        std::ranges::find_if(around.rbegin(), around.rend(), [](const Node* one) { return is_scope(*one); });
    if (!own || own->file != file || within == around.rend()) return;
    const auto end = token_or_macro((*within)->at("range").at("end"));
    if (!end || end->file != file) return;
    // A class knows its members throughout.
    const auto begin = token_or_macro((*within)->at("range").at("begin"));
    const bool is_field = kind_of(node) == "FieldDecl" && begin && begin->file == file;
    std::set<Scope>& scopes = all[text_of(node, "name")];
    scopes.insert({.begin = is_field ? begin->offset : own->offset, .end = end->end()});
    if (!is_field) return;
    // And so do its functions that are defined behind it.
    for (const Node& one : inner_of(**within)) {
      const auto first = one.contains("previousDecl") ? token_or_macro(one.at("range").at("begin")) : std::nullopt;
      const auto last = first ? token_or_macro(one.at("range").at("end")) : std::nullopt;
      if (last && first->file == file && last->file == file)
        scopes.insert({.begin = first->offset, .end = last->end()});
    }
  });
  return all;
}

}  // namespace

std::string obstacle_of_scopes(const Node& function, const std::string& file, const std::string& text,
                               const std::vector<Edit>& edits) {
  auto scopes = scopes_of(function, file);
  std::erase_if(scopes, [](const auto& one) { return one.second.size() < 2; });
  if (scopes.empty()) return "";
  for (const Edit& edit : edits) {
    if (edit.span.file != file) continue;
    for (const std::string& name : names_in_text(edit.text + " " + edit.watched)) {
      const auto known = scopes.find(name);
      if (known == scopes.end()) continue;
      const auto here = std::ranges::count_if(known->second, [&](const Scope& scope) {
        return scope.begin < edit.span.begin && edit.span.begin < scope.end;
      });
      if (here < 2) continue;
      const std::size_t end = std::min(edit.span.begin, text.size());
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
      return fmt::format("{} is another variable in line {}, where it would have to be written", name, line);
    }
  }
  return "";
}

std::string obstacle_of_scopes(const HostFunction& host, const KernelLookup& kernels, const Relayout& layout) {
  std::string why = obstacle_of_scopes(*host.function, host.file, host.text, layout.edits);
  for (auto name = layout.kernels.begin(); why.empty() && name != layout.kernels.end(); ++name) {
    if (const KernelFunction* const kernel = kernels(*name))
      why = obstacle_of_scopes(*kernel->function, kernel->file, kernel->text, layout.edits);
  }
  return why;
}

bool declares_any(const Node& function, std::string_view words) {
  const std::set<std::string> names = names_in_text(words);
  bool does = false;
  Path path;
  walk(function, path, [&](const Node& node, const Path&) {
    does = does || (declares(node) && names.contains(text_of(node, "name")));
  });
  return does;
}

}  // namespace warpglass::rewrite
