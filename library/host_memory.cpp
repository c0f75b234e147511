#include "library/host_memory.hpp"

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <utility>

namespace warpglass::library {

std::vector<HostRange> writable_memory() {
  std::vector<HostRange> ranges;
  std::ifstream maps("/proc/self/maps");
  // "7f31c2e00000-7f31c2e21000 rw-p 00000000 00:00 0    [heap]"
  for (std::string line; std::getline(maps, line);) {
    HostRange range;
    char rights[5] = {};
    int name = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %n", &range.begin, &range.end, rights,
                    &name) < 3)
      continue;
    if (rights[0] != 'r' || rights[1] != 'w') continue;
    if (!ranges.empty() && ranges.back().end == range.begin) {
      ranges.back().end = range.end;
      continue;
    }
    const auto named = static_cast<std::size_t>(name);
    range.label = name > 0 && named < line.size() ? line.substr(named) : "host memory";
    ranges.push_back(std::move(range));
  }
  return ranges;
}

}  // namespace warpglass::library
