// What instructions cost on a machine, as a table of plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device_model.hpp"

namespace warpglass::analysis {

struct CostTable {
  struct Row {
    std::string name;           // of the class: "float32"
    std::string description;    // what belongs to it
    double results = 0;         // per clock and SM, as published; 0: not published
    double issue_cycles = 0;    // of a sub-partition, for a warp; 0: not known
    std::uint32_t latency = 0;  // cycles; 0: not known
    std::string pipe;           // Nsight Compute's name; empty where nothing is known
    double instructions = 1;    // of the machine
    std::string source;         // "measured", "documented", "assumed"
  };
  std::string device;
  std::string architecture;
  std::uint32_t schedulers = 0;  // of an SM
  std::string document;          // that the published numbers are from
  std::vector<Row> rows;
};

/// \param classes  names of classes; empty: all, but those that the machine has not got
[[nodiscard]] CostTable cost_table(const arch::DeviceModel& device, const std::vector<std::string>& classes = {});

/// Every name there is.
[[nodiscard]] std::vector<std::string> cost_classes();

}  // namespace warpglass::analysis
