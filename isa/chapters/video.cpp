// Video instructions: byte and half-word lanes within 32-bit registers. Values are picked out of a and b, combined in
// full width, saturated, and then merged with c or added to it. Those with a result for every part are executed in
// packed_video.cpp.

#include <algorithm>
#include <string_view>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/video.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

/// `bits` bits of `value` from bit `shift` on, as a number.
std::int64_t extracted(std::uint64_t value, int shift, int bits, bool is_signed) {
  const std::uint64_t field = value >> shift << (64 - bits);
  return is_signed ? static_cast<std::int64_t>(field) >> (64 - bits) : static_cast<std::int64_t>(field >> (64 - bits));
}
int shift_of_part(std::uint8_t part) {
  return part < kHalfWord0 ? 8 * part : part < kWhole ? 16 * (part - kHalfWord0) : 0;
}
int bits_of_part(std::uint8_t part) { return part < kHalfWord0 ? 8 : part < kWhole ? 16 : 32; }

std::int64_t clamped(std::int64_t value, int bits, bool is_signed) {
  const std::int64_t highest = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(value, is_signed ? -highest - 1 : 0, highest);
}

std::int64_t combined(const Video& v, std::int64_t a, std::int64_t b) {
  switch (v.combine) {
    case Combine::add: return a + b;
    case Combine::sub: return a - b;
    case Combine::abs_diff: return a > b ? a - b : b - a;
    case Combine::min: return std::min(a, b);
    case Combine::max: return std::max(a, b);
    case Combine::average: break;  // of parts alone
    case Combine::compare: {
      const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
      return results[v.comparison] ? 1 : 0;
    }
    case Combine::shl:
    case Combine::shr: {
      const auto amount = static_cast<int>(v.wrap ? b & 31 : std::clamp<std::int64_t>(b, 0, 32));
      return v.combine == Combine::shl ? static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << amount)
                                       : a >> amount;
    }
  }
  return 0;
}

bool is_below(std::int64_t value, std::uint32_t c, bool is_signed) {
  return is_signed ? value < static_cast<std::int32_t>(c) : static_cast<std::uint64_t>(value) < c;
}

std::uint32_t scalar_result(const Video& v, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::int64_t value = combined(v, extracted(a, shift_of_part(v.a_part), bits_of_part(v.a_part), v.a_signed),
                                extracted(b, shift_of_part(v.b_part), bits_of_part(v.b_part), v.b_signed));
  // What is saturated has 34 bits and a sign among them; minimum and maximum see all of a shifted value (recorded).
  if (v.saturate) value = clamped(value << 30 >> 30, bits_of_part(v.d_part), v.result_signed);
  const auto result = static_cast<std::uint32_t>(value);
  if (v.d_part != kWhole) {
    const int shift = shift_of_part(v.d_part);
    const auto mask = static_cast<std::uint32_t>(((std::uint64_t{1} << bits_of_part(v.d_part)) - 1) << shift);
    return (result << shift & mask) | (c & ~mask);
  }
  switch (v.second) {
    case Second::none: return result;
    case Second::add: return result + c;
    case Second::min: return is_below(value, c, v.result_signed) ? result : c;
    case Second::max: return is_below(value, c, v.result_signed) ? c : result;
  }
  return result;
}

const sim::Op* run_video(sim::Warp& warp, const sim::Op* op) {
  const Video video = decoded_video(*op);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto a = sim::lane_value<std::uint32_t>(warp, op->a, lane);
    const auto b = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    const auto c = sim::lane_value<std::uint32_t>(warp, op->c, lane);
    sim::set_lane_value(warp, op->d, lane, scalar_result(video, a, b, c));
  });
  return op + 1;
}

// ---- Binding ----

std::uint8_t part_of(ptx::Operand::Component component) {
  using Component = ptx::Operand::Component;
  switch (component) {
    case Component::b0: return 0;
    case Component::b1: return 1;
    case Component::b2: return 2;
    case Component::b3: return 3;
    case Component::h0: return kHalfWord0;
    case Component::h1: return kHalfWord0 + 1;
    case Component::none:
    case Component::x:
    case Component::y:
    case Component::z:
    case Component::w:
    case Component::selector: break;
  }
  return kWhole;
}

/// `.b3210`, `.h10`: digits from the highest part down. One digit of a mask names one part.
std::uint16_t selection(BindContext& context, const ptx::Operand& operand, int parts, std::uint16_t otherwise) {
  if (operand.component == ptx::Operand::Component::none) return otherwise;
  std::uint16_t select = 0;
  if (operand.component != ptx::Operand::Component::selector ||
      operand.name.size() != static_cast<std::size_t>(parts) + 1) {
    context.error(operand.position, "the selector names one part for each part of the result, as in .b3210 or .h10");
    return otherwise;
  }
  for (const char digit : operand.name.substr(1)) select = static_cast<std::uint16_t>(select << 4 | (digit & 7));
  return select;
}
std::uint8_t write_mask(const ptx::Operand& operand, int parts) {
  if (operand.component == ptx::Operand::Component::none) return static_cast<std::uint8_t>((1 << parts) - 1);
  if (operand.component != ptx::Operand::Component::selector) {
    const std::uint8_t part = part_of(operand.component);
    return static_cast<std::uint8_t>(1 << (part < kHalfWord0 ? part : part - kHalfWord0));
  }
  std::uint8_t mask = 0;
  for (const char digit : operand.name.substr(1)) mask = static_cast<std::uint8_t>(mask | 1 << (digit & 3));
  return mask;
}

Video video_of(const Spelling& spelling, Combine combine) {
  Video video;
  video.combine = combine;
  video.result_signed = spelling.word("dtype") == "s32";
  video.a_signed = spelling.word("atype") == "s32";
  // vset names no type of its own; its second operation compares as the first source (recorded).
  if (spelling.word("dtype").empty()) video.result_signed = video.a_signed;
  video.b_signed = spelling.word("btype") == "s32";
  video.saturate = spelling.has("sat");
  video.wrap = spelling.word("mode") == "wrap";
  const std::string_view second = spelling.has("add") ? "add" : spelling.word("op2");
  video.second = second == "add"   ? Second::add
                 : second == "min" ? Second::min
                 : second == "max" ? Second::max
                                   : Second::none;
  constexpr std::string_view kComparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  for (std::size_t i = 0; i < std::size(kComparisons); ++i)
    if (kComparisons[i] == spelling.word("cmp")) video.comparison = static_cast<std::uint8_t>(i);
  return video;
}

template <Combine kCombine>
void bind_scalar(BindContext& context) {
  const auto operands = context.operands();
  Video video = video_of(context.spelling(), kCombine);
  video.d_part = part_of(operands[0].component);
  video.a_part = part_of(operands[1].component);
  video.b_part = part_of(operands[2].component);
  const bool needs_c = video.d_part != kWhole || video.second != Second::none;
  if (needs_c != (operands.size() == 4)) {
    context.error(operands.back().position, needs_c
                                                ? "a fourth operand is missing: what the result is merged with"
                                                : "a fourth operand needs .add, .min, .max or a part of d to go to");
    return;
  }
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  op.a = context.source_row(operands[1], ptx::Type::b32);
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = needs_c ? context.source_row(operands[3], ptx::Type::b32) : op.a;
  op.mode = encoded_mode(video);
  op.run = op.body = &run_video;
}

template <Combine kCombine, int kPartBytes>
void bind_packed(BindContext& context) {
  constexpr int kParts = 4 / kPartBytes;
  const auto operands = context.operands();
  Video video = video_of(context.spelling(), kCombine);
  video.part_bytes = kPartBytes;
  video.d_part = write_mask(operands[0], kParts);
  const auto a_select = selection(context, operands[1], kParts, kParts == 2 ? 0x10 : 0x3210);
  const auto b_select = selection(context, operands[2], kParts, kParts == 2 ? 0x32 : 0x7654);
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  op.a = context.source_row(operands[1], ptx::Type::b32);
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = context.source_row(operands[3], ptx::Type::b32);
  op.mode = encoded_mode(video);
  op.imm = static_cast<std::int32_t>(a_select | std::uint32_t{b_select} << 16);
  op.run = op.body = packed_video(kCombine, kPartBytes);
}

// ---- vmad: a full product of parts, plus c, scaled. Op::imm: shift; Op::mode: bits of MadMode ----
//
// As an H200 has it (tests/hardware/isa/vmad.tsv): bytes and half words have the sign of their type, but whole
// registers, and c, are always signed, which shows where the result is scaled or clamped; scaled, what is below 0 is
// more than any unsigned number.

enum MadMode : std::uint32_t {
  kASigned = 1,
  kBSigned = 2,
  kNegateProduct = 4,
  kNegateC = 8,
  kPlusOne = 16,
  kSaturate = 32,
};

const sim::Op* run_vmad(sim::Warp& warp, const sim::Op* op) {
  const auto a_part = static_cast<std::uint8_t>(op->mode >> 8 & 15);
  const auto b_part = static_cast<std::uint8_t>(op->mode >> 12 & 15);
  const bool is_signed = (op->mode & (kASigned | kBSigned | kNegateProduct | kNegateC)) != 0;
  const bool a_signed = (op->mode & kASigned) != 0 || bits_of_part(a_part) == 32;
  const bool b_signed = (op->mode & kBSigned) != 0 || bits_of_part(b_part) == 32;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto a = sim::lane_value<std::uint32_t>(warp, op->a, lane);
    const auto b = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    const auto c = sim::lane_value<std::uint32_t>(warp, op->c, lane);
    std::int64_t value = extracted(a, shift_of_part(a_part), bits_of_part(a_part), a_signed) *
                         extracted(b, shift_of_part(b_part), bits_of_part(b_part), b_signed);
    std::int64_t addend = static_cast<std::int32_t>(c);
    if ((op->mode & kNegateProduct) != 0) value = -value;
    if ((op->mode & kNegateC) != 0) addend = -addend;
    value += addend + ((op->mode & kPlusOne) != 0 ? 1 : 0);
    value >>= op->imm;
    if ((op->mode & kSaturate) != 0) {
      if (!is_signed && op->imm != 0 && value < 0) value = UINT32_MAX;
      const std::int64_t highest = is_signed ? INT32_MAX : UINT32_MAX;
      const std::int64_t lowest = is_signed ? INT32_MIN : 0;
      value = std::clamp(value, lowest, highest);
    }
    sim::set_lane_value(warp, op->d, lane, static_cast<std::uint32_t>(value));
  });
  return op + 1;
}

void bind_vmad(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  op.a = context.source_row(operands[1], ptx::Type::b32);
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = context.source_row(operands[3], ptx::Type::b32);
  op.imm = spelling.word("scale") == "shr7" ? 7 : spelling.word("scale") == "shr15" ? 15 : 0;
  op.mode = (spelling.word("atype") == "s32" ? kASigned : 0u) | (spelling.word("btype") == "s32" ? kBSigned : 0u) |
            (operands[1].negated != operands[2].negated ? kNegateProduct : 0u) | (operands[3].negated ? kNegateC : 0u) |
            (spelling.has("po") ? kPlusOne : 0u) | (spelling.has("sat") ? kSaturate : 0u) |
            std::uint32_t{part_of(operands[1].component)} << 8 | std::uint32_t{part_of(operands[2].component)} << 12;
  op.run = op.body = &run_vmad;
}

constexpr std::string_view kScalarWhere =
    "dtype = u32 s32; atype = u32 s32; btype = u32 s32; op2 = add min max; d : b32; a : b32; b : b32; c : b32";
constexpr std::string_view kPackedWhere =
    "dtype = u32 s32; atype = u32 s32; btype = u32 s32; d : b32; a : b32; b : b32; c : b32";
constexpr std::string_view kScalar = "Scalar Video Instructions";
constexpr std::string_view kSimd = "SIMD Video Instructions";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "vadd.dtype.atype.btype{.sat}{.op2} d, a, b{, c}", .where = kScalarWhere, .effects = computes(costs::video),
   .bind = bind_scalar<Combine::add>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vsub.dtype.atype.btype{.sat}{.op2} d, a, b{, c}", .where = kScalarWhere, .effects = computes(costs::video),
   .bind = bind_scalar<Combine::sub>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vabsdiff.dtype.atype.btype{.sat}{.op2} d, a, b{, c}", .where = kScalarWhere, .effects = computes(costs::video),
   .bind = bind_scalar<Combine::abs_diff>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vmin.dtype.atype.btype{.sat}{.op2} d, a, b{, c}", .where = kScalarWhere, .effects = computes(costs::video),
   .bind = bind_scalar<Combine::min>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vmax.dtype.atype.btype{.sat}{.op2} d, a, b{, c}", .where = kScalarWhere, .effects = computes(costs::video),
   .bind = bind_scalar<Combine::max>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vshl.dtype.atype.u32{.sat}.mode{.op2} d, a, b{, c}",
   .where = "dtype = u32 s32; atype = u32 s32; mode = clamp wrap; op2 = add min max; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_scalar<Combine::shl>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vshr.dtype.atype.u32{.sat}.mode{.op2} d, a, b{, c}",
   .where = "dtype = u32 s32; atype = u32 s32; mode = clamp wrap; op2 = add min max; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_scalar<Combine::shr>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vset.atype.btype.cmp{.op2} d, a, b{, c}",
   .where = "atype = u32 s32; btype = u32 s32; cmp = eq ne lt le gt ge; op2 = add min max; "
            "d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_scalar<Combine::compare>, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vmad.dtype.atype.btype{.sat}{.scale} d, a, b, c",
   .where = "dtype = u32 s32; atype = u32 s32; btype = u32 s32; scale = shr7 shr15; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_vmad, .since = "2.0", .sm = 20, .chapter = kScalar},
  {.syntax = "vmad.dtype.atype.btype.po{.sat}{.scale} d, a, b, c",
   .where = "dtype = u32 s32; atype = u32 s32; btype = u32 s32; scale = shr7 shr15; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_vmad, .since = "2.0", .sm = 20, .chapter = kScalar},

  {.syntax = "vadd2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::add, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vsub2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::sub, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vavrg2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::average, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vabsdiff2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::abs_diff, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vmin2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::min, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vmax2.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::max, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vset2.atype.btype.cmp{.add} d, a, b, c",
   .where = "atype = u32 s32; btype = u32 s32; cmp = eq ne lt le gt ge; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_packed<Combine::compare, 2>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vadd4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::add, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vsub4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::sub, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vavrg4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::average, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vabsdiff4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::abs_diff, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vmin4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::min, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vmax4.dtype.atype.btype{.sat}{.add} d, a, b, c", .where = kPackedWhere, .effects = computes(costs::video),
   .bind = bind_packed<Combine::max, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
  {.syntax = "vset4.atype.btype.cmp{.add} d, a, b, c",
   .where = "atype = u32 s32; btype = u32 s32; cmp = eq ne lt le gt ge; d : b32; a : b32; b : b32; c : b32",
   .effects = computes(costs::video), .bind = bind_packed<Combine::compare, 1>, .since = "3.0", .sm = 30, .chapter = kSimd},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> video_rows() { return kRows; }

}  // namespace warpglass::isa
