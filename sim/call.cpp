#include "sim/call.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "sim/barrier.hpp"
#include "sim/divergence.hpp"
#include "sim/frame.hpp"
#include "sim/note.hpp"

namespace warpglass::sim {

namespace {

/// Notes how much the lanes have taken by alloca, which their return gives back.
void enter_stack(Warp& warp, const Op* op, Frame& frame) {
  const Function& function = warp.launch->program->functions[frame.function];
  for_each_lane(warp.active, [&](int lane) {
    frame.stack_top[lane] = warp.stack_top[lane];
    if (frame.local_base + function.local_bytes <= warp.stack_top[lane]) return;
    Fault fault;
    fault.kind = FaultKind::stack_overflow;
    fault.message = "call of " + function.name + " needs local memory that alloca has taken";
    raise(warp, op, lane_bit(lane), std::move(fault));
  });
}

void set_return(Frame& frame, LaneMask lanes, const Op* at) {
  std::erase_if(frame.returns, [&](ReturnPlace& place) {
    place.lanes &= ~lanes;
    return place.lanes == 0 && place.at != at;
  });
  const auto same = std::find_if(frame.returns.begin(), frame.returns.end(),
                                 [&](const ReturnPlace& place) { return place.at == at; });
  if (same != frame.returns.end()) {
    same->lanes |= lanes;
  } else {
    frame.returns.push_back({.at = at, .lanes = lanes});
  }
}

/// The active lanes go on where each was called from.
const Op* go_back(Warp& warp, const Frame& frame) {
  const Op* targets[kWarpSize] = {};
  for (const ReturnPlace& place : frame.returns) {
    if ((warp.active & ~place.lanes) == 0) return place.at;
    for_each_lane(place.lanes, [&](int lane) { targets[lane] = place.at; });
  }
  return diverge_many(warp, targets, nullptr);
}

}  // namespace

const Op* call_function(Warp& warp, const Op* op, std::uint32_t function, const Op* return_to) {
  const Program& program = *warp.launch->program;
  auto& callees = warp.frame->callees;
  auto it = std::find_if(callees.begin(), callees.end(), [&](const auto& f) { return f->function == function; });
  if (it == callees.end()) {
    const Function& f = program.functions[function];
    Frame* caller = warp.frame;
    const std::uint64_t local_end =
        std::uint64_t{caller->local_base} + program.functions[caller->function].local_bytes + f.local_bytes;
    if (caller->depth + 1 > warp.launch->call_depth_limit || local_end > warp.local_stride) {
      Fault fault;
      fault.kind = FaultKind::stack_overflow;
      fault.message = "call of " + f.name + " at depth " + std::to_string(caller->depth + 1) +
                      (local_end > warp.local_stride ? " needs more local memory than the thread's stack has"
                                                     : " exceeds the call depth limit");
      raise(warp, op, warp.active, std::move(fault));
    }
    callees.push_back(make_frame(program, function, caller));
    it = std::prev(callees.end());
  }
  Frame& frame = **it;
  if (frame.generation != warp.root->generation) clear_frame(program, frame, warp.root->generation);
  if (const std::uint32_t bytes = program.functions[function].local_bytes; bytes != 0) {
    for_each_lane(warp.active, [&](int lane) {
      std::memset(warp.local + std::size_t(lane) * warp.local_stride + frame.local_base, 0, bytes);
    });
  }
  set_return(frame, warp.active, return_to);
  if (program.has_stack) enter_stack(warp, op, frame);
  // Lanes that return one after another gather behind the call.
  Convergence c;
  c.at = return_to;
  c.frame = warp.frame;
  c.expected = warp.active;
  c.parent = warp.convergence;
  const auto slot = std::find_if(warp.convergences.begin(), warp.convergences.end(),
                                 [](const Convergence& x) { return x.at == nullptr; });
  warp.convergence = static_cast<std::int32_t>(slot - warp.convergences.begin());
  if (slot == warp.convergences.end()) {
    warp.convergences.push_back(c);
  } else {
    *slot = c;
  }
  warp.frame = &frame;
  warp.rows = frame.rows;
  if (hears(warp, Interest::flow)) note_flow(warp, op, warp.active, {.what = Flow::call, .function = function});
  return op - op->pc + program.functions[function].first_op;
}

const Op* return_lanes(Warp& warp, const Op* op, LaneMask lanes, const Op* next) {
  if (lanes == 0) return next;
  Frame* frame = warp.frame;
  if (frame->caller == nullptr) return exit_lanes(warp, lanes, next);
  if (hears(warp, Interest::flow)) note_flow(warp, op, lanes, {.what = Flow::ret, .function = frame->function});
  if (lanes != warp.active) {
    park(warp, next).lanes = warp.active & ~lanes;
  }
  warp.active = lanes;
  while (warp.convergence >= 0 && warp.convergences[std::size_t(warp.convergence)].frame == frame)
    warp.convergence = warp.convergences[std::size_t(warp.convergence)].parent;
  withdraw(warp, lanes, frame);
  if (warp.launch->program->has_stack)
    for_each_lane(lanes, [&](int lane) { warp.stack_top[lane] = frame->stack_top[lane]; });
  warp.frame = frame->caller;
  warp.rows = warp.frame->rows;
  return go_back(warp, *frame);
}

}  // namespace warpglass::sim
