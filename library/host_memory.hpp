// Which memory of this process may be read and written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass::library {

struct HostRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string label;  // "[heap]", a file's path, or "host memory"
};

/// In ascending order; neighbours are one range. Empty where the system does not tell.
[[nodiscard]] std::vector<HostRange> writable_memory();

}  // namespace warpglass::library
