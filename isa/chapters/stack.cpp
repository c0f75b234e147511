// The stack that a program manages itself: alloca takes pieces of the thread's local memory from its upper end
// downwards, until the function returns or stackrestore sets the pointer back. Functions' own variables grow from the
// lower end.
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/control_context.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kDefaultAlignment = 16;

/// Where the running frame's own local variables end.
std::uint32_t frame_end(const sim::Warp& warp) {
  return warp.frame->local_base + warp.launch->program->functions[warp.frame->function].local_bytes;
}

// Fields: d destination row; a row of the size, imm the alignment; mode 1 when addresses are 64 bits.
const sim::Op* allocate(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    std::uint32_t& top = warp.stack_top[lane];
    const std::uint64_t size = op->mode != 0 ? sim::lane_value<std::uint64_t>(warp, op->a, lane)
                                             : sim::lane_value<std::uint32_t>(warp, op->a, lane);
    const std::uint32_t end = frame_end(warp);
    const auto alignment = static_cast<std::uint32_t>(op->imm);
    const std::uint32_t at = size <= top ? (top - static_cast<std::uint32_t>(size)) / alignment * alignment : 0;
    if (size > top || at < end) {
      sim::Fault fault;
      fault.kind = sim::FaultKind::stack_overflow;
      fault.message =
          fmt::format("alloca of {} bytes: {} are left of the thread's stack", size, top < end ? 0 : top - end);
      raise(warp, op, lane_bit(lane), std::move(fault));
    }
    top = at;
    if (op->mode != 0) {
      set_lane_value(warp, op->d, lane, std::uint64_t{at});
    } else {
      set_lane_value(warp, op->d, lane, at);
    }
  });
  return op + 1;
}

template <class T>
const sim::Op* save(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) { set_lane_value(warp, op->d, lane, T{warp.stack_top[lane]}); });
  return op + 1;
}

template <class T>
const sim::Op* restore(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const T saved = sim::lane_value<T>(warp, op->a, lane);
    if (saved < warp.stack_top[lane] || saved > warp.local_stride) {
      sim::Fault fault;
      fault.kind = sim::FaultKind::out_of_bounds;
      fault.space = sim::Space::local;
      fault.message = fmt::format("stackrestore of {:#x}, which no stacksave of this function gave", saved);
      raise(warp, op, lane_bit(lane), std::move(fault));
    }
    warp.stack_top[lane] = static_cast<std::uint32_t>(saved);
  });
  return op + 1;
}

ControlContext& control(BindContext& context) { return static_cast<ControlContext&>(context); }

void bind_alloca(BindContext& context) {
  const auto operands = context.operands();
  const ptx::Type type = context.spelling().type();
  sim::Op& op = context.op();
  const std::uint64_t alignment = operands.size() > 2 ? context.literal(operands[2]) : kDefaultAlignment;
  if (!std::has_single_bit(alignment) || alignment > (1u << 23)) {
    context.error(operands[2].position, "the alignment of alloca is a power of two up to 2^23");
    return;
  }
  control(context).use_stack();
  op.d = context.destination_row(operands[0], type);
  op.a = context.source_row(operands[1], type);
  op.imm = static_cast<std::int32_t>(alignment);
  op.mode = ptx::size_of(type) == 8 ? 1 : 0;
  op.run = op.body = allocate;
}

void bind_save(BindContext& context) {
  const ptx::Type type = context.spelling().type();
  control(context).use_stack();
  context.op().d = context.destination_row(context.operands()[0], type);
  context.op().run = context.op().body = ptx::size_of(type) == 8 ? save<std::uint64_t> : save<std::uint32_t>;
}

void bind_restore(BindContext& context) {
  const ptx::Type type = context.spelling().type();
  control(context).use_stack();
  context.op().a = context.source_row(context.operands()[0], type);
  context.op().run = context.op().body = ptx::size_of(type) == 8 ? restore<std::uint64_t> : restore<std::uint32_t>;
}

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "stacksave.type d", .where = "type = u32 u64", .effects = computes(costs::unknown), .bind = bind_save, .since = "7.3", .sm = 52,
     .chapter = "Stack Manipulation Instructions: stacksave"},
    {.syntax = "stackrestore.type a", .where = "type = u32 u64", .effects = effects(Does::takes_stack, costs::unknown), .bind = bind_restore, .since = "7.3", .sm = 52,
     .chapter = "Stack Manipulation Instructions: stackrestore"},
    {.syntax = "alloca.type d, a{, b}", .where = "type = u32 u64; b : u32", .effects = effects(Does::takes_stack, costs::unknown), .bind = bind_alloca, .since = "7.3", .sm = 52,
     .chapter = "Stack Manipulation Instructions: alloca"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> stack_rows() { return kRows; }

}  // namespace warpglass::isa
