#include "isa/bind/arithmetic_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/half.hpp"
#include "sim/launch_request.hpp"
#include "sim/pass_over.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::OperandFact;

/// A lane's value of a floating type, for people and for tests; of two side by side the one that is not finite.
double value_of(const sim::Warp& warp, std::uint32_t row, int lane, const NumberType& type) {
  const auto of_half = [&](std::uint16_t bits) {
    return double{type.kind == NumberType::Kind::brain ? bfloat16_to_float(bits) : half_to_float(bits)};
  };
  if (type.bits == 64) return sim::lane_value<double>(warp, row, lane);
  if (type.bits == 32) return double{sim::lane_value<float>(warp, row, lane)};
  if (type.count == 1) return of_half(sim::lane_value<std::uint16_t>(warp, row, lane));
  const auto both = sim::lane_value<std::uint32_t>(warp, row, lane);
  const double low = of_half(static_cast<std::uint16_t>(both));
  return std::isfinite(low) ? of_half(static_cast<std::uint16_t>(both >> 16)) : low;
}

bool is_watched_float(const NumberType& type) { return type.is_floating() && type.bits >= 16 && type.count <= 2; }

struct Source {
  std::uint32_t row = 0;
  NumberType type{};
};

/// The rows of an op's sources, in their order.
std::vector<Source> sources_of(const sim::Warp& warp, const Op* op) {
  const sim::Program& program = *warp.launch->program;
  const std::array<std::uint32_t, 4> rows{op->a, op->b, op->c, op->e};
  std::vector<Source> sources;
  for (const OperandFact& operand : operands_of(program.facts[op->pc], program.operands)) {
    if (!operand.written && sources.size() < rows.size())
      sources.push_back({.row = rows[sources.size()], .type = operand.type});
  }
  return sources;
}

NumberType result_type(std::span<const OperandFact> operands) {
  const auto written = std::ranges::find_if(operands, &OperandFact::written);
  return written == operands.end() ? NumberType{} : written->type;
}

const Op* watch_division(sim::Warp& warp, const Op* op) {
  const std::vector<Source> sources = sources_of(warp, op);
  const Source& divisor = sources[1];
  LaneMask zero = 0;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const bool is_zero = divisor.type.bits == 64   ? sim::lane_value<std::uint64_t>(warp, divisor.row, lane) == 0
                         : divisor.type.bits == 32 ? sim::lane_value<std::uint32_t>(warp, divisor.row, lane) == 0
                                                   : sim::lane_value<std::uint16_t>(warp, divisor.row, lane) == 0;
    if (is_zero) zero |= lane_bit(lane);
  });
  sim::pass_over(warp, op, zero, sim::FaultKind::division_by_zero, [](sim::Fault& fault) {
    fault.message = "an integer is divided by zero";
    fault.notes.emplace_back("the chip does not notice: the quotient is some number");
  });
  return warp.launch->program->watched[op->pc](warp, op);
}

const Op* watch_result(sim::Warp& warp, const Op* op) {
  const sim::Program& program = *warp.launch->program;
  const LaneMask lanes = exec_lanes(warp, op);
  const std::vector<Source> sources = sources_of(warp, op);
  // A source's row may be the result's.
  LaneMask finite = lanes;
  std::array<std::array<double, 4>, kWarpSize> values;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!is_watched_float(sources[i].type)) continue;
    for_each_lane(lanes, [&](int lane) {
      const double value = value_of(warp, sources[i].row, lane, sources[i].type);
      values[static_cast<std::size_t>(lane)][i] = value;
      if (!std::isfinite(value)) finite &= ~lane_bit(lane);
    });
  }
  const Op* const next = program.watched[op->pc](warp, op);
  const NumberType type = result_type(operands_of(program.facts[op->pc], program.operands));
  LaneMask born = 0;
  for_each_lane(finite, [&](int lane) {
    if (!std::isfinite(value_of(warp, op->d, lane, type))) born |= lane_bit(lane);
  });
  sim::pass_over(warp, op, born, sim::FaultKind::not_finite, [&](sim::Fault& fault) {
    const double made = value_of(warp, op->d, fault.lane, type);
    fault.message = std::isnan(made) ? "the result is not a number (NaN)" : "the result is infinite";
    std::string of;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (is_watched_float(sources[i].type))
        of += fmt::format("{}{}", of.empty() ? "" : ", ", values[static_cast<std::size_t>(fault.lane)][i]);
    }
    fault.notes.push_back(fmt::format("{} of {}", program.facts[op->pc].spelling, of));
  });
  return next;
}

/// Whether the result's own place can be read once it is written, and no source of it is a list.
bool has_plain_rows(std::span<const OperandFact> operands) {
  std::size_t written = 0;
  std::size_t read = 0;
  for (const OperandFact& operand : operands) ++(operand.written ? written : read);
  return written == 1 && read >= 1 && read <= 4;
}

}  // namespace

sim::Handler arithmetic_watch(const sim::OpFacts& facts, std::span<const OperandFact> operands) {
  if (facts.effects.does != sim::Does::computes || !has_plain_rows(operands)) return nullptr;
  const bool divides = facts.effects.algebra == sim::Algebra::quotient;
  if (divides && facts.effects.type.is_integer()) return operands.size() == 3 ? watch_division : nullptr;
  // What only moves numbers makes none.
  const bool moves = facts.effects.algebra == sim::Algebra::copy || facts.effects.algebra == sim::Algebra::choice;
  const bool takes_floats =
      std::ranges::any_of(operands, [](const OperandFact& o) { return !o.written && is_watched_float(o.type); });
  return !moves && takes_floats && is_watched_float(result_type(operands)) ? watch_result : nullptr;
}

}  // namespace warpglass::isa
