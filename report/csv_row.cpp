#include "report/csv_row.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace warpglass::report {

void CsvRow::add(std::string_view field) {
  if (!line_.empty()) line_ += ',';
  line_ += '"';
  for (const char c : field) {
    if (c == '"') line_ += '"';
    line_ += c;
  }
  line_ += '"';
}

void CsvRow::add_number(double value) {
  add(value == std::floor(value) && std::abs(value) < 1e18 ? fmt::format("{}", static_cast<std::int64_t>(value))
                                                           : fmt::format("{:.6g}", value));
}

}  // namespace warpglass::report
