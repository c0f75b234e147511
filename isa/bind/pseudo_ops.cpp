#include "isa/bind/pseudo_ops.hpp"

#include <cstring>

#include "isa/block_count.hpp"
#include "sim/divergence.hpp"
#include "sim/note.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::Warp;

const Op* end_block(Warp& warp, const Op* op) {
  count_block(warp, op);
  return op + 1;
}

const Op* end_block_at_join(Warp& warp, const Op* op) {
  count_block(warp, op);
  return sim::arrive_at_join(warp, op + 1);
}

const Op* negate(Warp& warp, const Op* op) {
  set_predicate_row(warp, op->d, warp.active, ~predicate_row(warp, op->a));
  return op + 1;
}

template <class T>
void broadcast(Warp& warp, const Op* op, std::uint64_t value) {
  for_each_lane(warp.active, [&](int lane) { set_lane_value(warp, op->d, lane, static_cast<T>(value)); });
}

template <class T>
const Op* local_address(Warp& warp, const Op* op) {
  broadcast<T>(warp, op, warp.frame->local_base + static_cast<std::uint64_t>(std::int64_t{op->imm}));
  return op + 1;
}

template <class T>
const Op* param_address(Warp& warp, const Op* op) {
  broadcast<T>(warp, op, warp.params_address + static_cast<std::uint64_t>(std::int64_t{op->imm}));
  return op + 1;
}

std::byte* param_bytes(Warp& warp, const Op* op, int lane) {
  const std::uint32_t stride = warp.launch->program->functions[warp.frame->function].param_bytes;
  return warp.frame->params.data() + std::size_t(lane) * stride + op->imm;
}

const Op* load_param(Warp& warp, const Op* op) {
  for_each_lane(warp.active, [&](int lane) {
    std::memcpy(warp.rows + op->d + std::size_t(lane) * op->mode, param_bytes(warp, op, lane), op->mode);
  });
  return op + 1;
}

const Op* store_param(Warp& warp, const Op* op) {
  for_each_lane(warp.active, [&](int lane) {
    std::memcpy(param_bytes(warp, op, lane), warp.rows + op->a + std::size_t(lane) * op->mode, op->mode);
  });
  return op + 1;
}

const Op* copy_param_to_local(Warp& warp, const Op* op) {
  for_each_lane(warp.active, [&](int lane) {
    std::byte* local = warp.local + std::size_t(lane) * warp.local_stride + warp.frame->local_base + op->d;
    std::memcpy(local, param_bytes(warp, op, lane), op->mode);
    if (hears(warp, sim::Interest::local))
      note_run(warp, op, lane,
               {.space = sim::Space::local,
                .address = std::uint64_t{warp.frame->local_base} + op->d,
                .size = op->mode,
                .via = sim::Via::argument,
                .direction = sim::Direction::write});
  });
  return op + 1;
}

const Op* count_guard(Warp& warp, const Op* op) {
  if (warp.guard_counts != nullptr)
    warp.guard_counts[op->pc] += static_cast<std::uint64_t>(lane_count(exec_lanes(warp, op)));
  return op->body(warp, op);
}

}  // namespace

sim::Handler join_handler() { return sim::arrive_at_join; }
sim::Handler end_block_handler() { return end_block; }
sim::Handler end_block_at_join_handler() { return end_block_at_join; }
sim::Handler not_handler() { return negate; }
sim::Handler local_address_handler(std::uint8_t bytes) {
  return bytes == 4 ? local_address<std::uint32_t> : local_address<std::uint64_t>;
}
sim::Handler param_address_handler(std::uint8_t bytes) {
  return bytes == 4 ? param_address<std::uint32_t> : param_address<std::uint64_t>;
}
sim::Handler load_param_handler() { return load_param; }
sim::Handler store_param_handler() { return store_param; }
sim::Handler copy_param_to_local_handler() { return copy_param_to_local; }
sim::Handler count_guard_handler() { return count_guard; }

}  // namespace warpglass::isa
