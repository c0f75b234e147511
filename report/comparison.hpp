// METRIC OP NUMBER, which the conditions of `report diff` and expectations of a run share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/scope.hpp"

namespace warpglass::report {

enum class Relation : std::uint8_t { less, at_most, more, at_least, equal, other };

/// "<=".
[[nodiscard]] std::string_view text_of(Relation relation);
[[nodiscard]] bool holds(Relation relation, double value, double limit);

/// Reads one from the start of a text to its end.
class ComparisonReader {
 public:
  explicit ComparisonReader(std::string_view text) : text_(text) {}

  void skip_blanks();
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char next() const { return done() ? '\0' : text_[at_]; }
  /// Whether the character is next, which then is read.
  bool take(char c);

  /// A counter's name. \throws Mistake
  [[nodiscard]] std::string name();
  /// \throws Mistake
  [[nodiscard]] Relation relation();
  /// Digits with commas between groups of three, a fraction. \throws Mistake
  [[nodiscard]] double number();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The full name of a counter, from that or from its base name (without `.sum`).
/// \throws Mistake that names the nearest ones, at `at`
[[nodiscard]] std::string counter_named(std::string_view name, const std::vector<std::string>& known, std::size_t at);

}  // namespace warpglass::report
