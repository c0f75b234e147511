#include "isa/chapters/param.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {
namespace {

// Fields: imm  byte offset of the first element
//         d    row of the element, or extra: list of the elements' rows
//         mode width

template <class Visit>
void for_each_element(const sim::Warp& warp, const sim::Op* op, std::uint32_t bytes, Visit&& visit) {
  const std::uint32_t width = op->mode & 0xffu;
  if (width == 1) {
    visit(op->d, 0u);
    return;
  }
  const auto& rows = warp.launch->program->lists[op->extra];
  for (std::uint32_t i = 0; i < width; ++i) {
    if (rows[i] != sim::Op::kNone) visit(rows[i], i * bytes);
  }
}

// In a kernel a parameter has one value for all lanes.
template <class Memory, class Register>
const sim::Op* load_kernel_param(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const std::byte* params = sim::Memory::host(warp.params_address) + op->imm;
  for_each_element(warp, op, sizeof(Memory), [&](std::uint32_t row, std::uint32_t offset) {
    Memory value;
    std::memcpy(&value, params + offset, sizeof value);
    broadcast(warp, row, lanes, static_cast<Register>(value));
  });
  return op + 1;
}

std::byte* function_params(sim::Warp& warp, const sim::Op* op, int lane) {
  const std::uint32_t stride = warp.launch->program->functions[warp.frame->function].param_bytes;
  return warp.frame->params.data() + std::size_t(lane) * stride + op->imm;
}

template <class Memory, class Register>
const sim::Op* load_function_param(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  for_each_element(warp, op, sizeof(Memory), [&](std::uint32_t row, std::uint32_t offset) {
    for_each_lane(lanes, [&](int lane) {
      Memory value;
      std::memcpy(&value, function_params(warp, op, lane) + offset, sizeof value);
      set_lane_value(warp, row, lane, static_cast<Register>(value));
    });
  });
  return op + 1;
}

template <class Memory, class Register>
const sim::Op* store_function_param(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  for_each_element(warp, op, sizeof(Memory), [&](std::uint32_t row, std::uint32_t offset) {
    for_each_lane(lanes, [&](int lane) {
      const auto value = static_cast<Memory>(sim::lane_value<Register>(warp, row, lane));
      std::memcpy(function_params(warp, op, lane) + offset, &value, sizeof value);
    });
  });
  return op + 1;
}

enum class Access : std::uint8_t { kernel_load, function_load, function_store };

template <class Memory, class Register>
sim::Handler handler(Access access) {
  switch (access) {
    case Access::kernel_load: return load_kernel_param<Memory, Register>;
    case Access::function_load: return load_function_param<Memory, Register>;
    case Access::function_store: return store_function_param<Memory, Register>;
  }
  return nullptr;
}

// Registers at least as wide as the element. Signed elements sign-extend because their register type is signed too.
template <class Memory>
sim::Handler handler_to(std::uint8_t register_bytes, Access access) {
  constexpr bool kSigned = std::is_signed_v<Memory>;
  if constexpr (sizeof(Memory) <= 1) {
    if (register_bytes == 1) return handler<Memory, std::conditional_t<kSigned, std::int8_t, std::uint8_t>>(access);
  }
  if constexpr (sizeof(Memory) <= 2) {
    if (register_bytes == 2) return handler<Memory, std::conditional_t<kSigned, std::int16_t, std::uint16_t>>(access);
  }
  if constexpr (sizeof(Memory) <= 4) {
    if (register_bytes == 4) return handler<Memory, std::conditional_t<kSigned, std::int32_t, std::uint32_t>>(access);
  }
  return handler<Memory, std::conditional_t<kSigned, std::int64_t, std::uint64_t>>(access);
}

sim::Handler select(ptx::Type type, std::uint8_t register_bytes, Access access) {
  const bool extend = is_signed(type);
  switch (ptx::size_of(type)) {
    case 1:
      return extend ? handler_to<std::int8_t>(register_bytes, access)
                    : handler_to<std::uint8_t>(register_bytes, access);
    case 2:
      return extend ? handler_to<std::int16_t>(register_bytes, access)
                    : handler_to<std::uint16_t>(register_bytes, access);
    case 4:
      return extend ? handler_to<std::int32_t>(register_bytes, access)
                    : handler_to<std::uint32_t>(register_bytes, access);
    case 8: return handler<std::uint64_t, std::uint64_t>(access);
    default: return handler<Bits128, Bits128>(access);
  }
}

// The variable behind `[name + offset]`, or nullptr when the base is a register.
const ptx::Variable* variable_of(const BindContext& context, const ptx::Operand& place) {
  const auto children = context.children(place);
  if (children.empty() || children[0].kind != ptx::Operand::Kind::variable) return nullptr;
  return &context.function().variables[children[0].index];
}

}  // namespace

bool bind_param(BindContext& context, const Address& address, const ptx::Operand& place, const ParamAccess& access) {
  sim::Op& op = context.op();
  const std::uint32_t width = static_cast<std::uint32_t>(access.rows.size());
  const ptx::Variable* variable = variable_of(context, place);
  Access how = access.store ? Access::function_store : Access::function_load;
  op.mode = width;
  if (variable != nullptr) {
    const std::uint64_t begin = context.children(place)[0].bits + place.bits;
    const std::uint64_t bytes = width * static_cast<std::uint64_t>(ptx::size_of(access.type));
    if (begin > variable->size_in_bytes() || bytes > variable->size_in_bytes() - begin) {
      context.error(
          place.position,
          fmt::format("bytes {} to {} lie outside parameter '{}' of {} bytes", static_cast<std::int64_t>(begin),
                      static_cast<std::int64_t>(begin + bytes - 1), variable->name, variable->size_in_bytes()));
      return true;
    }
    op.imm = static_cast<std::int32_t>(address.param_offset);
    if (address.is_kernel_param) {
      if (access.store) context.error(place.position, "a kernel's parameters can not be written");
      how = Access::kernel_load;
    }
  } else if (context.in_kernel() || context.spelling().word("space") == "param::entry") {
    if (access.store) context.error(place.position, "a kernel's parameters can not be written");
    return access.store;
  } else {
    if (access.store) context.error(place.position, "st.param wants the name of a .param variable as its address");
    return access.store;
  }
  if (width == 1) {
    op.d = access.rows[0] == sim::Op::kNone ? context.scratch_row(access.register_bytes) : access.rows[0];
  } else {
    op.extra = context.list(access.rows);
  }
  op.run = op.body = select(access.type, access.register_bytes, how);
  return true;
}

}  // namespace warpglass::isa
