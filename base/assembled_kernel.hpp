// What the vendor's assembler says of a kernel, where a machine has that assembler.
#pragma once

#include <cstdint>

namespace warpglass {

struct AssembledKernel {
  std::uint32_t registers = 0;          // of a thread
  std::uint32_t stack_bytes = 0;        // of a thread: arrays in local memory, and what is spilled
  std::uint32_t spill_store_bytes = 0;  // that the code stores for want of registers, each instruction counted once
  std::uint32_t spill_load_bytes = 0;   // and loads again

  friend bool operator==(const AssembledKernel&, const AssembledKernel&) = default;
};

}  // namespace warpglass
