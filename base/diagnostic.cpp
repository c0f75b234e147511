#include "base/diagnostic.hpp"

#include <algorithm>
#include <string_view>

namespace warpglass {
namespace {

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

}  // namespace

std::string to_string(const SourcePosition& where) {
  std::string text = where.file;
  if (where.line != 0) {
    text += ':' + std::to_string(where.line);
    if (where.column != 0) text += ':' + std::to_string(where.column);
  }
  return text;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = to_string(diagnostic.where);
  if (!text.empty()) text += ": ";
  text += word(diagnostic.severity);
  text += ": ";
  text += diagnostic.message;
  if (!diagnostic.rule.empty()) text += "  [" + diagnostic.rule + "]";
  return text;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

}  // namespace warpglass
