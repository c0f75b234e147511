// Small programs made by hand, so that the engine is tested without PTX: ops are plain functions, rows are 32-bit.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "sim/access.hpp"
#include "sim/barrier.hpp"
#include "sim/divergence.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim::test {

inline const Op* barrier_op(Warp& warp, const Op* op) { return wait_at_barrier(warp, op, 0, 0, op + 1); }

/// A frame of the always-row and `rows` rows of 64-bit values; row(i) is the offset of the i-th.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(int rows) {
    Function f;
    f.name = "kernel";
    f.constants.resize(64);
    const LaneMask all = kFullMask;
    std::memcpy(f.constants.data(), &all, sizeof all);
    f.frame_bytes = 64 + 256u * static_cast<unsigned>(rows);
    f.zero_bytes = f.frame_bytes - 64;
    program_.functions.push_back(f);
    program_.name = "kernel";
  }

  static std::uint32_t row(int i) { return 64 + 256u * static_cast<unsigned>(i); }

  /// Appends an op; returns its index.
  std::uint32_t add(Handler run, Op op = {}, OpKind kind = OpKind::other) {
    op.run = op.body = op.run == nullptr ? run : op.run;
    op.pc = static_cast<std::uint32_t>(program_.ops.size());
    program_.ops.push_back(op);
    OpFacts facts;
    facts.kind = kind;
    facts.text = "op " + std::to_string(op.pc);
    program_.facts.push_back(facts);
    return op.pc;
  }

  Op& op(std::uint32_t pc) { return program_.ops[pc]; }

  Program& finish() {
    program_.blocks.resize(1);
    program_.functions[0].op_count = static_cast<std::uint32_t>(program_.ops.size());
    return program_;
  }

  Program& program() { return program_; }

 private:
  Program program_;
};

inline const Op* exit_op(Warp& warp, const Op* op) { return exit_lanes(warp, exec_lanes(warp, op), op + 1); }
inline const Op* join_op(Warp& warp, const Op* op) { return arrive_at_join(warp, op); }

/// Row a (64-bit) = global address params[0..8) + 4 * global thread number.
inline const Op* address_op(Warp& warp, const Op* op) {
  std::uint64_t base;
  std::memcpy(&base, Memory::host(warp.params_address), sizeof base);
  for (int lane = 0; lane < 32; ++lane) {
    const std::uint64_t thread = warp.block_index.x * warp.launch->block.volume() + warp.index * 32 + unsigned(lane);
    set_lane_value<std::uint64_t>(warp, op->d, lane, base + 4 * thread);
  }
  return op + 1;
}

}  // namespace warpglass::sim::test
