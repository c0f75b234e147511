// Video instructions: byte and half-word lanes within 32-bit registers. Values are picked out of a and b, combined in
// full width, saturated, and then merged with c or added to it. They are executed in scalar_video.cpp, those with a
// result for every part in packed_video.cpp.

#include <string_view>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/video.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

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
  op.run = op.body = scalar_video(kCombine);
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

// ---- vmad: a full product of parts, plus c, scaled ----

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
  op.run = op.body = video_mad();
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
