// ld.param and st.param. Parameters are no memory to the machine's load units: a kernel's lie in constant memory and
// are the same for all threads, a function's are the thread's own and live in its activation.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/instruction.hpp"

namespace warpglass::isa {

struct ParamAccess {
  bool store = false;
  ptx::Type type = ptx::Type::none;  // of one element
  std::uint8_t register_bytes = 4;   // of one element's row
  std::vector<std::uint32_t> rows;   // of the elements; Op::kNone: not wanted
};

/// Binds the op to an access of a `.param` variable. False when the address is a register that holds the address of a
/// kernel parameter: then it is an ordinary read of memory.
[[nodiscard]] bool bind_param(BindContext& context, const Address& address, const ptx::Operand& place,
                              const ParamAccess& access);

}  // namespace warpglass::isa
