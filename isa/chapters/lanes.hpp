// A small vocabulary over register rows for instructions whose meaning is about lanes: who takes part, what each one
// holds, who gets what. Rows are read and written through memcpy, whole when all lanes take part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/lane_mask.hpp"
#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

template <class T>
using Lanes = std::array<T, kWarpSize>;

/// The whole row, inactive lanes too.
template <class T>
[[nodiscard]] Lanes<T> read_row(const sim::Warp& warp, std::uint32_t row) {
  Lanes<T> values;
  std::memcpy(values.data(), warp.rows + row, sizeof values);
  return values;
}

/// Writes the values of `lanes`; the others keep theirs.
template <class T>
void write_row(sim::Warp& warp, std::uint32_t row, LaneMask lanes, const Lanes<T>& values) {
  if (lanes == kFullMask) [[likely]] {
    std::memcpy(warp.rows + row, values.data(), sizeof values);
    return;
  }
  for_each_lane(lanes, [&](int lane) { sim::set_lane_value(warp, row, lane, values[std::size_t(lane)]); });
}

/// Writes one value to all of `lanes`.
template <class T>
void broadcast(sim::Warp& warp, std::uint32_t row, LaneMask lanes, T value) {
  if (lanes == kFullMask) [[likely]] {
    Lanes<T> values;
    values.fill(value);
    std::memcpy(warp.rows + row, values.data(), sizeof values);
    return;
  }
  for_each_lane(lanes, [&](int lane) { sim::set_lane_value(warp, row, lane, value); });
}

/// Bits set in the lanes for which `test(lane)` holds.
template <class Test>
[[nodiscard]] LaneMask lanes_where(LaneMask lanes, Test&& test) {
  LaneMask found = 0;
  for_each_lane(lanes, [&](int lane) { found |= test(lane) ? lane_bit(lane) : 0; });
  return found;
}

/// A 128-bit register value.
struct Bits128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Bits128&, const Bits128&) = default;
};

/// An instruction with nothing to do in this execution: it keeps its place in the program and the counters.
inline const sim::Op* no_effect(sim::Warp&, const sim::Op* op) { return op + 1; }

}  // namespace warpglass::isa
