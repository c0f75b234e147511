// What a video instruction says, and how its op keeps it.
#pragma once

#include <cstdint>

#include "sim/program.hpp"

namespace warpglass::isa {

enum class Combine : std::uint8_t { add, sub, abs_diff, min, max, average, compare, shl, shr };
enum class Second : std::uint8_t { none, add, min, max };

/// Everything but the operands' values. Packed into Op::mode and Op::imm by encode, taken out by decode.
struct Video {
  Combine combine = Combine::add;
  Second second = Second::none;
  std::uint8_t comparison = 0;  // eq ne lt le gt ge
  bool result_signed = false;
  bool a_signed = false;
  bool b_signed = false;
  bool saturate = false;
  bool wrap = false;            // vshl, vshr: the amount is taken modulo 32
  std::uint8_t part_bytes = 4;  // 4: scalar; 2, 1: one result for every part of the register
  // Scalar: parts of d, a and b by number, kWhole for all of the register. Packed: write mask in d_part.
  std::uint8_t d_part = 0;
  std::uint8_t a_part = 0;
  std::uint8_t b_part = 0;
  // Packed: for every part of the result, which part of {b, a} it takes; 4 bits each.
  std::uint16_t a_select = 0;
  std::uint16_t b_select = 0;
};

/// Numbers of parts: bytes b0 to b3, then half words h0 and h1, then the whole.
inline constexpr std::uint8_t kHalfWord0 = 4;
inline constexpr std::uint8_t kWhole = 6;

[[nodiscard]] inline std::uint32_t encoded_mode(const Video& v) {
  return static_cast<std::uint32_t>(v.combine) | static_cast<std::uint32_t>(v.second) << 4 |
         std::uint32_t{v.comparison} << 6 | std::uint32_t{v.result_signed} << 9 | std::uint32_t{v.a_signed} << 10 |
         std::uint32_t{v.b_signed} << 11 | std::uint32_t{v.saturate} << 12 | std::uint32_t{v.wrap} << 13 |
         std::uint32_t{v.part_bytes} << 14 | std::uint32_t{v.d_part} << 17 | std::uint32_t{v.a_part} << 21 |
         std::uint32_t{v.b_part} << 25;
}
[[nodiscard]] inline Video decoded_video(const sim::Op& op) {
  const std::uint32_t m = op.mode;
  const auto selects = static_cast<std::uint32_t>(op.imm);
  return {.combine = static_cast<Combine>(m & 15),
          .second = static_cast<Second>(m >> 4 & 3),
          .comparison = static_cast<std::uint8_t>(m >> 6 & 7),
          .result_signed = (m >> 9 & 1) != 0,
          .a_signed = (m >> 10 & 1) != 0,
          .b_signed = (m >> 11 & 1) != 0,
          .saturate = (m >> 12 & 1) != 0,
          .wrap = (m >> 13 & 1) != 0,
          .part_bytes = static_cast<std::uint8_t>(m >> 14 & 7),
          .d_part = static_cast<std::uint8_t>(m >> 17 & 15),
          .a_part = static_cast<std::uint8_t>(m >> 21 & 15),
          .b_part = static_cast<std::uint8_t>(m >> 25 & 15),
          .a_select = static_cast<std::uint16_t>(selects & 0xffff),
          .b_select = static_cast<std::uint16_t>(selects >> 16)};
}

/// vmad's Op::mode, with the parts of a and b from bits 8 and 12 on; Op::imm is how far the result is scaled down.
enum MadMode : std::uint32_t {
  kASigned = 1,
  kBSigned = 2,
  kNegateProduct = 4,
  kNegateC = 8,
  kPlusOne = 16,
  kSaturate = 32,
};

/// The handlers of instructions that have one result in a register.
[[nodiscard]] sim::Handler scalar_video(Combine combine);
[[nodiscard]] sim::Handler video_mad();

/// The handler of instructions that have a result for every part of a register. \param part_bytes  1 or 2
[[nodiscard]] sim::Handler packed_video(Combine combine, std::uint8_t part_bytes);

}  // namespace warpglass::isa
