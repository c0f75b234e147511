// The rows of cvt: each finds vector code for its conversion, or takes the exact way a number at a time.

#include <algorithm>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/convert.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/conversion.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

// ---- One number. Op::imm: bytes of the source register, and from bit 8 of the result's; Op::mode: the conversion ----

std::uint64_t read_bits(const sim::Warp& warp, std::uint32_t row, int lane, int bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, warp.rows + row + lane * bytes, static_cast<std::size_t>(bytes));
  return bits;
}
void write_bits(sim::Warp& warp, std::uint32_t row, int lane, int bytes, std::uint64_t bits) {
  std::memcpy(warp.rows + row + lane * bytes, &bits, static_cast<std::size_t>(bytes));
}

/// A result in a register that may be wider.
std::uint64_t extended(Number to, std::uint64_t bits) {
  const int above = 64 - bits_of(to);
  return is_signed_integer(to) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << above) >> above) : bits;
}

const sim::Op* run_exact(sim::Warp& warp, const sim::Op* op) {
  const Conversion conversion = decoded(op->mode);
  const int from_bytes = op->imm & 0xff;
  const int to_bytes = op->imm >> 8;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t result = converted(conversion, read_bits(warp, op->a, lane, from_bytes));
    write_bits(warp, op->d, lane, to_bytes, extended(conversion.to, result));
  });
  return op + 1;
}

/// The register type whose literal stands for a number of the given kind.
ptx::Type register_type(Number number) {
  switch (number) {
    case Number::u8: return ptx::Type::u8;
    case Number::s8: return ptx::Type::s8;
    case Number::u16: return ptx::Type::u16;
    case Number::s16: return ptx::Type::s16;
    case Number::u32: return ptx::Type::u32;
    case Number::s32: return ptx::Type::s32;
    case Number::u64: return ptx::Type::u64;
    case Number::s64: return ptx::Type::s64;
    case Number::f16: return ptx::Type::f16;
    case Number::bf16: return ptx::Type::bf16;
    case Number::tf32: return ptx::Type::b32;
    case Number::f32: return ptx::Type::f32;
    case Number::f64: return ptx::Type::f64;
    case Number::e4m3:
    case Number::e5m2:
    case Number::e2m1:
    case Number::e2m3:
    case Number::e3m2:
    case Number::ue8m0: return ptx::Type::b8;
  }
  return ptx::Type::none;
}

void bind_one(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const Number to = *number_named(spelling.word("dtype"));
  const Number from = *number_named(spelling.word("atype"));
  const Conversion conversion = conversion_of(spelling, to, from);
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], register_type(to), true);
  op.a = context.source_row(operands[1], register_type(from), true);
  const int to_bytes = context.register_bytes(operands[0], register_type(to));
  const int from_bytes = context.register_bytes(operands[1], register_type(from));
  if (8 * to_bytes < bits_of(to) || 8 * from_bytes < bits_of(from)) {
    const bool first = 8 * to_bytes < bits_of(to);
    context.error(operands[first ? 0 : 1].position, "the register is narrower than the type; declare a wider one");
    return;
  }
  // ptxas 13.0 takes no wider registers here, as it does for all other types.
  const bool to_byte = from == Number::bf16 && bits_of(to) == 8 && to_bytes != 1;
  const bool from_byte = to == Number::bf16 && bits_of(from) == 8 && from_bytes != 1;
  if (to_byte || from_byte) {
    context.error(operands[to_byte ? 0 : 1].position, "bf16 and 8 bits are converted with registers of 8 bits");
    return;
  }
  // Nor others for bf16 and tf32, and for f32 beside them.
  const auto is_of = [&](Number number) { return to == number || from == number; };
  if (is_of(Number::bf16) || is_of(Number::tf32)) {
    const auto wide = [](Number number, int bytes) {
      return (number == Number::bf16 || number == Number::tf32 || number == Number::f32) &&
             8 * bytes != bits_of(number);
    };
    const bool result = wide(to, to_bytes);
    if (result || wide(from, from_bytes)) {
      context.error(operands[result ? 0 : 1].position,
                    fmt::format("this conversion has a register of {} bits here", bits_of(result ? to : from)));
      return;
    }
  }
  if (const sim::Handler fast = fast_conversion(conversion, to_bytes, from_bytes)) {
    op.run = op.body = fast;
    op.imm = 8 * from_bytes - bits_of(from);
    op.mode = static_cast<std::uint32_t>((8 * to_bytes - bits_of(to)) | from_bytes << 8 | to_bytes << 12);
    return;
  }
  op.run = op.body = &run_exact;
  op.imm = from_bytes | to_bytes << 8;
  op.mode = encoded(conversion);
}

// ---- Two numbers in one register, the first above the second ----

/// Bits that one of a pair takes: the 6-bit formats are padded to bytes.
int bits_in_pair(Number number) { return number == Number::e2m3 || number == Number::e3m2 ? 8 : bits_of(number); }

/// {convert(a), convert(b)}. Op::imm: bytes of the result register.
const sim::Op* run_pack_two(sim::Warp& warp, const sim::Op* op) {
  const Conversion conversion = decoded(op->mode);
  const int from_bytes = bits_of(conversion.from) / 8;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t upper = converted(conversion, read_bits(warp, op->a, lane, from_bytes));
    const std::uint64_t lower = converted(conversion, read_bits(warp, op->b, lane, from_bytes));
    write_bits(warp, op->d, lane, op->imm, upper << bits_in_pair(conversion.to) | lower);
  });
  return op + 1;
}

/// Both halves of a. Op::imm: bytes of the source register, and from bit 8 of the result's.
const sim::Op* run_convert_two(sim::Warp& warp, const sim::Op* op) {
  const Conversion conversion = decoded(op->mode);
  const int from_bits = bits_in_pair(conversion.from);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t both = read_bits(warp, op->a, lane, op->imm & 0xff);
    const std::uint64_t upper = converted(conversion, both >> from_bits);
    const std::uint64_t lower = converted(conversion, both & ((std::uint64_t{1} << from_bits) - 1));
    write_bits(warp, op->d, lane, op->imm >> 8, upper << bits_in_pair(conversion.to) | lower);
  });
  return op + 1;
}

ptx::Type pair_type(Number number) {
  const int bits = 2 * bits_in_pair(number);
  return bits == 8 ? ptx::Type::b8 : bits == 16 ? ptx::Type::b16 : ptx::Type::b32;
}

void bind_pack_two(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const Number to = *number_named(spelling.word("dtype"));
  const Conversion conversion = conversion_of(spelling, to, Number::f32);
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], pair_type(to));
  op.a = context.source_row(operands[1], ptx::Type::f32);
  op.b = context.source_row(operands[2], ptx::Type::f32);
  op.imm = ptx::size_of(pair_type(to));
  op.mode = encoded(conversion);
  const sim::Handler fast = fast_packing(conversion);
  op.run = op.body = fast != nullptr ? fast : &run_pack_two;
}

void bind_convert_two(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const Number to = *number_named(spelling.word("dtype"));
  const Number from = *number_named(spelling.word("atype"));
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], pair_type(to));
  op.a = context.source_row(operands[1], pair_type(from));
  op.imm = ptx::size_of(pair_type(from)) | ptx::size_of(pair_type(to)) << 8;
  const Conversion conversion = conversion_of(spelling, to, from);
  op.mode = encoded(conversion);
  const sim::Handler fast = fast_pair(conversion);
  op.run = op.body = fast != nullptr ? fast : &run_convert_two;
}

// ---- cvt.pack: two integers clamped and packed, in front of what c holds ----

/// Op::imm: bits of a packed integer; Op::mode: whether it is signed.
const sim::Op* run_pack_integers(sim::Warp& warp, const sim::Op* op) {
  const int size = op->imm;
  const bool is_signed = op->mode != 0;
  const std::int64_t highest = (std::int64_t{1} << (is_signed ? size - 1 : size)) - 1;
  const std::int64_t lowest = is_signed ? -highest - 1 : 0;
  const std::uint32_t mask = (std::uint32_t{1} << size) - 1;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto part = [&](std::uint32_t row) {
      const std::int64_t value = sim::lane_value<std::int32_t>(warp, row, lane);
      return static_cast<std::uint32_t>(std::clamp(value, lowest, highest)) & mask;
    };
    std::uint32_t result = part(op->a) << size | part(op->b);
    if (size < 16) result |= sim::lane_value<std::uint32_t>(warp, op->c, lane) << (2 * size);
    sim::set_lane_value(warp, op->d, lane, result);
  });
  return op + 1;
}

void bind_pack_integers(BindContext& context) {
  const auto operands = context.operands();
  const std::string_view type = context.spelling().word("ctype");
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  op.a = context.source_row(operands[1], ptx::Type::s32);
  op.b = context.source_row(operands[2], ptx::Type::s32);
  if (operands.size() > 3) op.c = context.source_row(operands[3], ptx::Type::b32);
  op.imm = type.ends_with("16") ? 16 : type[1] - '0';
  op.mode = type[0] == 's' ? 1 : 0;
  op.run = op.body = &run_pack_integers;
}

constexpr std::string_view kChapter = "Data Movement and Conversion Instructions: cvt";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "cvt{.rnd}{.ftz}{.sat}.dtype.atype d, a",
   .where = "rnd = rn rz rm rp rni rzi rmi rpi; dtype = u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64; "
            "atype = u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64; d : dtype; a : atype",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_one, .chapter = kChapter},
  {.syntax = "cvt.rnd{.relu}{.satfinite}.dtype.atype d, a",
   .where = "rnd = rn rz; dtype = f16 bf16 tf32; atype = f32; d : b32; a : atype",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_one, .since = "7.0", .sm = 75, .chapter = kChapter},
  {.syntax = "cvt.rnd{.satfinite}.dtype.atype d, a",
   .where = "rnd = rna; dtype = tf32; atype = f32; d : b32; a : atype",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_one, .since = "7.0", .sm = 80, .chapter = kChapter},
  {.syntax = "cvt.rnd{.relu}{.satfinite}.dtype.f32 d, a, b",
   .where = "rnd = rn rz; dtype = f16x2 bf16x2; d : b32; a : f32; b : f32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_two, .since = "7.0", .sm = 80, .chapter = kChapter},
  {.syntax = "cvt.rn.satfinite{.relu}.dtype.f32 d, a, b",
   .where = "dtype = e4m3x2 e5m2x2 e2m3x2 e3m2x2; d : b16; a : f32; b : f32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_two, .since = "7.8", .sm = 89, .chapter = kChapter},
  {.syntax = "cvt.rn.satfinite{.relu}.dtype.f32 d, a, b", .where = "dtype = e2m1x2; d : b8; a : f32; b : f32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_two, .since = "8.6", .sm = 100, .chapter = kChapter},
  {.syntax = "cvt.rnd{.satfinite}.dtype.f32 d, a, b",
   .where = "rnd = rz rp; dtype = ue8m0x2; d : b16; a : f32; b : f32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_two, .since = "8.6", .sm = 100, .chapter = kChapter},
  {.syntax = "cvt.rn.satfinite{.relu}.dtype.atype d, a",
   .where = "dtype = e4m3x2 e5m2x2; atype = f16x2; d : b16; a : b32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_convert_two, .since = "7.8", .sm = 89, .chapter = kChapter},
  {.syntax = "cvt.rnd{.satfinite}.dtype.atype d, a",
   .where = "rnd = rz rp; dtype = ue8m0x2; atype = bf16x2; d : b16; a : b32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_convert_two, .since = "8.6", .sm = 100, .chapter = kChapter},
  {.syntax = "cvt.rn{.relu}.dtype.atype d, a",
   .where = "dtype = f16x2; atype = e4m3x2 e5m2x2 e2m3x2 e3m2x2; d : b32; a : b16",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_convert_two, .since = "7.8", .sm = 89, .chapter = kChapter},
  {.syntax = "cvt.rn{.relu}.dtype.atype d, a", .where = "dtype = f16x2; atype = e2m1x2; d : b32; a : b8",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_convert_two, .since = "8.6", .sm = 100, .chapter = kChapter},
  {.syntax = "cvt.rn.dtype.atype d, a", .where = "dtype = bf16x2; atype = ue8m0x2; d : b32; a : b16",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_convert_two, .since = "8.6", .sm = 100, .chapter = kChapter},

  {.syntax = "cvt.pack.sat.ctype.s32 d, a, b", .where = "ctype = u16 s16; d : b32; a : s32; b : s32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_integers, .since = "6.5", .sm = 72,
   .chapter = "Data Movement and Conversion Instructions: cvt.pack"},
  {.syntax = "cvt.pack.sat.ctype.s32.b32 d, a, b, c",
   .where = "ctype = u8 s8 u4 s4 u2 s2; d : b32; a : s32; b : s32; c : b32",
   .effects = computes(costs::conversion, Algebra::convert), .bind = bind_pack_integers, .since = "6.5", .sm = 72,
   .chapter = "Data Movement and Conversion Instructions: cvt.pack"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> convert_rows() { return kRows; }

}  // namespace warpglass::isa
