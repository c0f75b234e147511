// A call copies its arguments to the callee's rows, or parameter bytes, runs the callee, and continues at a join op,
// where lanes that return at different times gather; the op behind it fetches the results.
#include "isa/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "isa/bind/pseudo_ops.hpp"
#include "isa/block_count.hpp"
#include "isa/control_context.hpp"
#include "isa/external/external.hpp"
#include "isa/rows.hpp"
#include "sim/call.hpp"
#include "sim/divergence.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {
namespace {

using sim::Frame;
using sim::Op;
using sim::Warp;

// Fields of a call:  imm  callee    a  row of the callee's address (indirect)
//                    b, c lists of crossings: arguments, results
//                    e    list of targets (indirect); of the kernel's address (one that is launched)
//                    d    row in which the callee is remembered for the results (indirect)
//                    a, d, e, extra  rows, where it is one of our functions that only computes (OpFacts::computes)
//                    mode kCounted when an op in front has counted the block
constexpr std::uint32_t kCounted = 1;

/// Where the lanes have a value that crosses a call.
struct LanePlace {
  std::byte* first;
  std::size_t stride;
};

LanePlace among_params(const Warp& warp, Frame& frame, std::uint32_t offset) {
  return {frame.params.data() + offset, warp.launch->program->functions[frame.function].param_bytes};
}

LanePlace callers_place(const Warp& warp, Frame& caller, Crossing how, std::uint32_t at, std::uint32_t bytes) {
  if (how == Crossing::row) return {caller.rows + at, bytes};
  return among_params(warp, caller, at);
}

/// \param bytes  that cross; at most as many as the callee's declaration, which may lie in another module, has in a row
LanePlace callees_place(const Warp& warp, Frame& callee, std::span<const sim::FormalRow> rows, std::size_t number,
                        std::uint32_t offset, std::uint32_t& bytes) {
  if (number >= rows.size() || rows[number].row == Op::kNone) return among_params(warp, callee, offset);
  bytes = std::min(bytes, rows[number].bytes);
  return {callee.rows + rows[number].row, rows[number].bytes};
}

template <std::size_t kBytes>
void copy_lanes(LanePlace to, LanePlace from, LaneMask lanes) {
  if (to.stride == kBytes && from.stride == kBytes) return copy_row<kBytes>(to.first, from.first, lanes);
  for_each_lane(lanes, [&](int lane) {
    std::memcpy(to.first + std::size_t(lane) * to.stride, from.first + std::size_t(lane) * from.stride, kBytes);
  });
}

void copy_lanes(LanePlace to, LanePlace from, std::uint32_t bytes, LaneMask lanes) {
  if (bytes == 4) return copy_lanes<4>(to, from, lanes);
  if (bytes == 8) return copy_lanes<8>(to, from, lanes);
  for_each_lane(lanes, [&](int lane) {
    std::memcpy(to.first + std::size_t(lane) * to.stride, from.first + std::size_t(lane) * from.stride, bytes);
  });
}

void pass_arguments(Warp& warp, const std::vector<std::uint32_t>& crossings, Frame& caller, Frame& callee) {
  const auto& rows = warp.launch->program->functions[callee.function].argument_rows;
  for (std::size_t i = 0; i < crossings.size(); i += kCrossingNumbers) {
    std::uint32_t bytes = crossings[i + 3];
    const LanePlace from = callers_place(warp, caller, Crossing{crossings[i]}, crossings[i + 1], bytes);
    const LanePlace to = callees_place(warp, callee, rows, i / kCrossingNumbers, crossings[i + 2], bytes);
    copy_lanes(to, from, bytes, warp.active);
  }
}

void fetch_results(Warp& warp, const std::vector<std::uint32_t>& crossings, Frame& callee, LaneMask lanes) {
  const auto& rows = warp.launch->program->functions[callee.function].result_rows;
  for (std::size_t i = 0; i < crossings.size(); i += kCrossingNumbers) {
    std::uint32_t bytes = crossings[i + 3];
    const LanePlace to = callers_place(warp, *warp.frame, Crossing{crossings[i]}, crossings[i + 2], bytes);
    const LanePlace from = callees_place(warp, callee, rows, i / kCrossingNumbers, crossings[i + 1], bytes);
    copy_lanes(to, from, bytes, lanes);
  }
}

Frame* callee_of(const Frame& caller, std::uint32_t function) {
  for (const std::unique_ptr<Frame>& frame : caller.callees) {
    if (frame->function == function) return frame.get();
  }
  return nullptr;
}

void count_call(Warp& warp, const Op* op) {
  if (op->mode != kCounted) count_block(warp, op);
  if (warp.guard_counts != nullptr) warp.guard_counts[op->pc] += static_cast<std::uint64_t>(lane_count(warp.active));
}

const Op* enter(Warp& warp, const Op* op, std::uint32_t function) {
  Frame* caller = warp.frame;
  const Op* first = sim::call_function(warp, op, function, op + 1);
  pass_arguments(warp, warp.launch->program->lists[op->b], *caller, *warp.frame);
  return first;
}

const Op* call_direct(Warp& warp, const Op* op) {
  count_call(warp, op);
  return enter(warp, op, static_cast<std::uint32_t>(op->imm));
}

const Op* results_direct(Warp& warp, const Op* op) {
  if (Frame* callee = callee_of(*warp.frame, static_cast<std::uint32_t>(op->imm)))
    fetch_results(warp, warp.launch->program->lists[op->c], *callee, warp.active);
  return op + 1;
}

/// In place of a function's index: the address is a kernel's.
constexpr std::uint32_t kKernel = 0xffffffffu;

std::uint32_t target_of(Warp& warp, const Op* op, int lane) {
  const auto address = lane_value<std::uint64_t>(warp, op->a, lane);
  const std::vector<std::uint32_t>& targets = warp.launch->program->lists[op->e];
  for (std::size_t i = 0; i < targets.size(); i += 3) {
    if ((std::uint64_t{targets[i + 1]} << 32 | targets[i]) == address) return targets[i + 2];
  }
  if (warp.launch->device_runtime != nullptr && warp.launch->device_runtime->is_kernel(address)) return kKernel;
  sim::Fault fault;
  fault.kind = sim::FaultKind::invalid_call;
  fault.address = address;
  fault.message = fmt::format("call of address {:#x}, which is no function of the prototype", address);
  sim::raise(warp, op, lane_bit(lane), std::move(fault));
}

/// Each lane launches its kernel, with arguments as they lie with the caller.
template <class KernelOf>
void launch_kernels(Warp& warp, const Op* op, KernelOf&& kernel_of) {
  const std::vector<std::vector<std::uint32_t>>& lists = warp.launch->program->lists;
  const std::vector<std::uint32_t>& crossings = lists[op->b];
  const ExternalCall call(warp, op, crossings, lists[op->c]);
  std::vector<sim::DeviceRuntime::Argument> arguments(crossings.size() / kCrossingNumbers);
  for_each_lane(warp.active, [&](int lane) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const ExternalCall::Lanes lanes = call.argument_lanes(i);
      arguments[i] = {lanes.base + std::size_t(lane) * lanes.stride, crossings[i * kCrossingNumbers + 3]};
    }
    (void)api(call).call(caller(call, lane), kernel_of(lane), arguments);
  });
}

const Op* launch_direct(Warp& warp, const Op* op) {
  count_call(warp, op);
  const std::vector<std::uint32_t>& kernel = warp.launch->program->lists[op->e];
  launch_kernels(warp, op, [&](int) { return std::uint64_t{kernel[1]} << 32 | kernel[0]; });
  return op + 1;
}

/// Lanes of one callee call it; the others come to this op anew.
const Op* call_indirect(Warp& warp, const Op* op) {
  const std::uint32_t function = target_of(warp, op, first_lane(warp.active));
  LaneMask same = 0;
  for_each_lane(warp.active, [&](int lane) {
    if (target_of(warp, op, lane) == function) same |= lane_bit(lane);
  });
  if (same != warp.active) sim::diverge(warp, op, op, warp.active & ~same, op + 1);
  for_each_lane(warp.active, [&](int lane) { set_lane_value(warp, op->d, lane, function); });
  if (function == kKernel) {
    launch_kernels(warp, op, [&](int lane) { return lane_value<std::uint64_t>(warp, op->a, lane); });
    return op + 1;
  }
  return enter(warp, op, function);
}

const Op* count_indirect(Warp& warp, const Op* op) {
  // The call is the next op, and executed as often as this one as far as the program is concerned.
  if (op->mode != kCounted) count_block(warp, op);
  if (warp.guard_counts != nullptr)
    warp.guard_counts[op->pc + 1] += static_cast<std::uint64_t>(lane_count(warp.active));
  return op + 1;
}

const Op* results_indirect(Warp& warp, const Op* op) {
  LaneMask left = warp.active;
  while (left != 0) {
    const auto function = lane_value<std::uint32_t>(warp, op->d, first_lane(left));
    LaneMask same = 0;
    for_each_lane(left, [&](int lane) {
      if (lane_value<std::uint32_t>(warp, op->d, lane) == function) same |= lane_bit(lane);
    });
    if (Frame* callee = callee_of(*warp.frame, function))
      fetch_results(warp, warp.launch->program->lists[op->c], *callee, same);
    left &= ~same;
  }
  return op + 1;
}

const Op* call_provided(Warp& warp, const Op* op) {
  count_call(warp, op);
  const sim::Program& program = *warp.launch->program;
  ExternalCall call(warp, op, program.lists[op->b], program.lists[op->c]);
  const Op* next = provided_function(static_cast<std::size_t>(op->imm)).run(call);
  return next == nullptr ? op + 1 : next;
}

/// Follows a call: the join, then what fetches the results.
void append_return(ControlContext& here, const CallSite& site, sim::Handler fetch) {
  const Op call = here.op();
  here.next_op();
  here.op().run = join_handler();
  if (!site.has_results) return;
  here.next_op();
  here.op().run = fetch;
  here.op().imm = call.imm;
  here.op().c = call.c;
  here.op().d = call.d;
}

void check_provided(ControlContext& here, const CallSite& site, const ProvidedFunction& provided) {
  if (std::ranges::equal(site.argument_bytes, provided.arguments()) &&
      std::ranges::equal(site.result_bytes, provided.results()))
    return;
  here.error(here.operands()[0].position,
             fmt::format("'{}' is declared with other parameters than it has", site.external));
}

/// Has the op's fields name the rows, for who wants to know what it reads and writes. False where there is none, or no
/// room for all.
bool name_rows(Op& op, const std::vector<std::uint32_t>& rows) {
  std::uint32_t* const fields[] = {&op.a, &op.d, &op.e, &op.extra};
  if (rows.empty() || rows.size() > std::size(fields)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) *fields[i] = rows[i];
  return true;
}

}  // namespace

void bind_call(BindContext& context) {
  ControlContext& here = static_cast<ControlContext&>(context);
  const CallSite site = here.call_site();
  const bool counted = here.skip_unless_guard();
  Op& op = context.op();
  op.mode = counted ? kCounted : 0;
  context.facts().kind = sim::OpKind::call;
  op.imm = site.function;
  op.b = site.arguments;
  op.c = site.results;
  if (!site.external.empty()) {
    const std::size_t index = provided_index(site.external);
    check_provided(here, site, provided_function(index));
    if (provided_function(index).ordered) here.order_blocks();
    if (provided_function(index).launches) here.launch_from_device();
    if (provided_function(index).launches_graphs) here.launch_graphs();
    if (provided_function(index).asks_runtime) here.ask_runtime();
    op.imm = static_cast<std::int32_t>(index);
    context.facts().computes = provided_function(index).computes && name_rows(op, site.rows);
    here.end_block();
    op.run = call_provided;
    return;
  }
  if (site.kernel != 0) {
    here.order_blocks();
    here.launch_from_device();
    here.ask_runtime();
    op.e = context.list({static_cast<std::uint32_t>(site.kernel), static_cast<std::uint32_t>(site.kernel >> 32)});
    here.end_block();
    op.run = launch_direct;
    return;
  }
  if (!site.indirect) {
    here.end_block();
    op.run = call_direct;
    append_return(here, site, results_direct);
    return;
  }
  // Lanes of several callees pass the call several times; it is counted once, in front.
  const Op call = op;
  context.facts().kind = sim::OpKind::pseudo;
  here.end_block();
  op.run = count_indirect;
  here.next_op();
  Op& indirect = context.op();
  context.facts().kind = sim::OpKind::call;
  indirect.run = call_indirect;
  indirect.imm = call.imm;
  indirect.a = site.target_row;
  indirect.b = call.b;
  indirect.c = call.c;
  indirect.e = site.targets;
  indirect.d = context.scratch_row(4);
  append_return(here, site, results_indirect);
}

}  // namespace warpglass::isa
