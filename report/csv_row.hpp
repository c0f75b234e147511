// Rows of comma-separated values with every field quoted, as Nsight Compute writes them.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::report {

class CsvRow {
 public:
  void add(std::string_view field);
  /// Without digit grouping; a fraction has six significant digits.
  void add_number(double value);
  [[nodiscard]] std::string text() const { return line_ + '\n'; }

 private:
  std::string line_;
};

}  // namespace warpglass::report
