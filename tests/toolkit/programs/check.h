// Counts what differs; a program's last line is the number of checks and of differences.
#pragma once

#include <cmath>
#include <cstdio>

inline int checks = 0, differences = 0;

inline void same(const char* what, double got, double wanted, double tolerance = 0) {
  ++checks;
  if (got == wanted || (got != got && wanted != wanted) || std::fabs(got - wanted) <= tolerance * std::fabs(wanted))
    return;
  ++differences;
  std::printf("%s: %.17g instead of %.17g\n", what, got, wanted);
}

inline int verdict() {
  std::printf("%d checks, %d differences\n", checks, differences);
  return differences != 0;
}
