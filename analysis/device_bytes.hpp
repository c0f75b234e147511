// Which bytes of the device's allocations have been written, by whomever.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "analysis/written_bytes.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {

class DeviceBytes {
 public:
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string label;
    WrittenBytes written;
    std::uint64_t number = 0;  // another one whenever bytes may count as unwritten that were written before
  };

  void hear(const sim::MemoryEvent& event);
  /// An allocation, or what lies between two that are followed.
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    Piece* piece = nullptr;
  };
  [[nodiscard]] Stretch stretch_at(std::uint64_t address);
  /// The allocation that holds an address; nullptr where none is followed.
  [[nodiscard]] Piece* find(std::uint64_t address);

 private:
  std::map<std::uint64_t, Piece> pieces_;  // by begin
  std::uint64_t numbers_ = 0;
};

}  // namespace warpglass::analysis
