// What is said to the user about a place in a file: the compiler's form `file:line:column: error: message`.
// Diagnostics are values. Whoever finds bad input returns them beside its result; only tools print them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass {

/// Line and column count from 1; 0 means unknown.
struct SourcePosition {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

enum class Severity : std::uint8_t { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  SourcePosition where;
  std::string message;  // what is wrong and what to do about it, one line
  std::string rule;     // rule id such as "bank-conflict"; empty for bad input
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] std::string to_string(const SourcePosition& where);

/// `file:line:column: error: message  [rule]`; parts that are unknown are left out.
[[nodiscard]] std::string to_string(const Diagnostic& diagnostic);

[[nodiscard]] bool has_errors(const Diagnostics& diagnostics);

}  // namespace warpglass
