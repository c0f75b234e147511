// mov: between registers, from constants and addresses, and between a register and the parts of a vector. prmt.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/move.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

const sim::Op* move_predicate(sim::Warp& warp, const sim::Op* op) {
  sim::set_predicate_row(warp, op->d, exec_lanes(warp, op), sim::predicate_row(warp, op->a));
  return op + 1;
}

// ---- Vectors. A register of W bytes is made of, or taken apart into, parts of P bytes: the first is the lowest. ----

/// d = {a, b{, c, e}}
template <class P, class W>
const sim::Op* pack(sim::Warp& warp, const sim::Op* op) {
  constexpr std::size_t kParts = sizeof(W) / sizeof(P);
  const LaneMask lanes = exec_lanes(warp, op);
  const std::uint32_t sources[] = {op->a, op->b, op->c, op->e};
  Lanes<W> whole{};
  for (std::size_t part = 0; part < kParts; ++part)
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
      std::memcpy(reinterpret_cast<std::byte*>(&whole[lane]) + part * sizeof(P),
                  warp.rows + sources[part] + lane * sizeof(P), sizeof(P));
  write_row(warp, op->d, lanes, whole);
  return op + 1;
}

/// {d, e{, b, c}} = a. The parts may include a's own register.
template <class P, class W>
const sim::Op* unpack(sim::Warp& warp, const sim::Op* op) {
  constexpr std::size_t kParts = sizeof(W) / sizeof(P);
  const LaneMask lanes = exec_lanes(warp, op);
  const std::uint32_t targets[] = {op->d, op->e, op->b, op->c};
  const auto whole = read_row<W>(warp, op->a);
  for (std::size_t part = 0; part < kParts; ++part) {
    Lanes<P> values;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
      std::memcpy(&values[lane], reinterpret_cast<const std::byte*>(&whole[lane]) + part * sizeof(P), sizeof(P));
    write_row(warp, targets[part], lanes, values);
  }
  return op + 1;
}

/// The two common shapes, a 32- or 64-bit register and its halves, as vector code.
template <class P, class W>
constexpr sim::Handler pack_halves = lanewise<W, P, P>([](auto d, auto low, auto high) HWY_ATTR {
  return hn::Or(hn::PromoteTo(d, low), hn::ShiftLeft<sizeof(P) * 8>(hn::PromoteTo(d, high)));
});

template <class P, class W>
const sim::Op* unpack_halves(sim::Warp& warp, const sim::Op* op) {
  constexpr std::size_t N = step_lanes<W>();
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const Tag<W, N> dw;
  const Tag<P, N> dp;
  const auto put = [&](std::uint32_t row, std::size_t lane, auto value) HWY_ATTR {
    P* const at = reinterpret_cast<P*>(warp.rows + row) + lane;
    hn::StoreU(hn::IfThenElse(mask_from_bits(dp, lanes, lane), value, hn::LoadU(dp, at)), dp, at);
  };
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    const auto whole = load<W, N>(warp.rows + op->a, lane);
    put(op->d, lane, hn::TruncateTo(dp, hn::BitCast(dw, whole)));
    put(op->e, lane, hn::TruncateTo(dp, hn::ShiftRight<sizeof(P) * 8>(whole)));
  }
  return op + 1;
}

struct VectorHandlers {
  int whole_bytes;
  std::size_t parts;
  ptx::Type part;
  sim::Handler pack;
  sim::Handler unpack;
};
constexpr VectorHandlers kVectorHandlers[] = {
    {2, 2, ptx::Type::b8, &pack<u8, u16>, &unpack<u8, u16>},
    {4, 4, ptx::Type::b8, &pack<u8, u32>, &unpack<u8, u32>},
    {4, 2, ptx::Type::b16, pack_halves<u16, u32>, &unpack_halves<u16, u32>},
    {8, 4, ptx::Type::b16, &pack<u16, u64>, &unpack<u16, u64>},
    {8, 2, ptx::Type::b32, pack_halves<u32, u64>, &unpack_halves<u32, u64>},
    {16, 4, ptx::Type::b32, &pack<u32, Bits128>, &unpack<u32, Bits128>},
    {16, 2, ptx::Type::b64, &pack<u64, Bits128>, &unpack<u64, Bits128>},
};

const VectorHandlers* handlers_for(BindContext& context, const ptx::Operand& vector) {
  const int bytes = ptx::size_of(context.spelling().type());
  const std::size_t parts = context.children(vector).size();
  for (const VectorHandlers& one : kVectorHandlers)
    if (one.whole_bytes == bytes && one.parts == parts) return &one;
  context.error(vector.position,
                "a vector of this many parts does not make up the type: 2 or 4 parts of 8, 16, 32 or "
                "64 bits");
  return nullptr;
}

void bind_pack(BindContext& context) {
  const auto operands = context.operands();
  const VectorHandlers* handlers = handlers_for(context, operands[1]);
  if (handlers == nullptr) return;
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], context.spelling().type());
  std::uint32_t* const rows[] = {&op.a, &op.b, &op.c, &op.e};
  const auto parts = context.children(operands[1]);
  for (std::size_t i = 0; i < parts.size(); ++i) *rows[i] = context.source_row(parts[i], handlers->part);
  op.run = op.body = handlers->pack;
}

void bind_unpack(BindContext& context) {
  const auto operands = context.operands();
  const VectorHandlers* handlers = handlers_for(context, operands[0]);
  if (handlers == nullptr) return;
  sim::Op& op = context.op();
  op.a = context.source_row(operands[1], context.spelling().type());
  std::uint32_t* const rows[] = {&op.d, &op.e, &op.b, &op.c};
  const auto parts = context.children(operands[0]);
  for (std::size_t i = 0; i < parts.size(); ++i) *rows[i] = context.destination_row(parts[i], handlers->part);
  op.run = op.body = handlers->unpack;
}

// ---- prmt: bytes picked from a and b ----

/// Byte i is byte number c[4i+2:4i] of {a, b}, with c[4i+3] eight copies of that byte's sign.
template <class D, class V>
HWY_INLINE V permuted(D d, V a, V b, V c) {
  const hn::Repartition<u8, D> bytes;
  const hn::Repartition<s8, D> signed_bytes;
  // One digit of c to a byte.
  auto digits = hn::And(c, hn::Set(d, 0xffff));
  digits = hn::And(hn::Or(digits, hn::ShiftLeft<8>(digits)), hn::Set(d, 0x00ff00ff));
  digits = hn::And(hn::Or(digits, hn::ShiftLeft<4>(digits)), hn::Set(d, 0x0f0f0f0f));
  // {a, b} of two lanes make up a block of 16 bytes: of lanes 0 and 1 in the lower halves, of 2 and 3 in the upper.
  const auto lane = hn::Iota(d, 0);
  const auto is_odd = hn::TestBit(lane, hn::Set(d, 1));
  const auto in_upper = hn::TestBit(lane, hn::Set(d, 2));
  const auto index =
      hn::Or(hn::And(digits, hn::Set(d, 0x07070707)), hn::IfThenElseZero(is_odd, hn::Set(d, 0x08080808)));
  const auto picked = hn::IfThenElse(in_upper, hn::TableLookupBytes(hn::InterleaveUpper(d, a, b), index),
                                     hn::TableLookupBytes(hn::InterleaveLower(d, a, b), index));
  const auto signs = hn::BitCast(bytes, hn::BroadcastSignBit(hn::BitCast(signed_bytes, picked)));
  const auto wants_sign = hn::TestBit(hn::BitCast(bytes, digits), hn::Set(bytes, 8));
  return hn::BitCast(d, hn::IfThenElse(wants_sign, signs, hn::BitCast(bytes, picked)));
}

/// Selectors of the special modes for c & 3, byte 0 in the lowest digit (PTX ISA, prmt).
struct PermuteMode {
  std::string_view name;
  u32 selectors[4];
};
constexpr PermuteMode kModes[] = {
    {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
    {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
    {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}},
};

template <std::size_t kMode>
constexpr sim::Handler permute_in_mode = lanewise<u32>([](auto d, auto a, auto b, auto c) HWY_ATTR {
  const auto selector = [&](std::size_t i) HWY_ATTR { return hn::Set(d, kModes[kMode].selectors[i]); };
  const auto is_odd = hn::TestBit(c, hn::Set(d, 1));
  const auto is_upper = hn::TestBit(c, hn::Set(d, 2));
  return permuted(d, a, b,
                  hn::IfThenElse(is_upper, hn::IfThenElse(is_odd, selector(3), selector(2)),
                                 hn::IfThenElse(is_odd, selector(1), selector(0))));
});

sim::Handler select_permute(const Spelling& spelling) {
  static constexpr sim::Handler kHandlers[] = {permute_in_mode<0>, permute_in_mode<1>, permute_in_mode<2>,
                                               permute_in_mode<3>, permute_in_mode<4>, permute_in_mode<5>};
  for (std::size_t i = 0; i < std::size(kModes); ++i)
    if (kModes[i].name == spelling.word("mode")) return kHandlers[i];
  return nullptr;
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "mov.type d, a", .where = "type = b8 u8 s8 b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64",
   .effects = computes(costs::nothing, Algebra::copy),
   .select = lanewise_by_size<u8, u16, u32, u64>([](auto, auto a) HWY_ATTR { return a; }),
   .chapter = "Data Movement and Conversion Instructions: mov"},
  {.syntax = "mov.pred p, a", .where = "a : pred", .effects = computes(costs::nothing, Algebra::copy),
   .select = [](const Spelling&) -> sim::Handler { return &move_predicate; },
   .chapter = "Data Movement and Conversion Instructions: mov"},
  {.syntax = "mov.type d, a", .where = "type = b128", .effects = computes(costs::nothing, Algebra::copy),
   .select = [](const Spelling&) -> sim::Handler { return per_lane<Bits128>([](Bits128 a) { return a; }); },
   .since = "8.3", .sm = 70, .chapter = "Data Movement and Conversion Instructions: mov"},
  {.syntax = "mov.type d, {a}", .where = "type = b16 b32 b64 b128",
   .effects = computes(costs::nothing, Algebra::copy), .bind = bind_pack, .chapter = "Data Movement and Conversion Instructions: mov"},
  {.syntax = "mov.type {d}, a", .where = "type = b16 b32 b64 b128",
   .effects = computes(costs::nothing, Algebra::copy), .bind = bind_unpack, .chapter = "Data Movement and Conversion Instructions: mov"},

  {.syntax = "prmt.type d, a, b, c", .where = "type = b32", .effects = computes(costs::logic),
   .select = lanewise_by_type<u32>([](auto d, auto a, auto b, auto c) HWY_ATTR { return permuted(d, a, b, c); }),
   .since = "2.0", .sm = 20, .chapter = "Data Movement and Conversion Instructions: prmt"},
  {.syntax = "prmt.type.mode d, a, b, c", .where = "type = b32; mode = f4e b4e rc8 ecl ecr rc16", .effects = computes(costs::logic),
   .select = select_permute,
   .since = "2.0", .sm = 20, .chapter = "Data Movement and Conversion Instructions: prmt"},
};
// clang-format on
static_assert(well_formed(kRows));

std::span<const InstructionDef> rows() { return kRows; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(rows);
std::span<const InstructionDef> move_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
