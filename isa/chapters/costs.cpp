#include "isa/chapters/costs.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "isa/effects.hpp"
#include "isa/external/library_costs.hpp"

namespace warpglass::isa::costs {
namespace {

using Class = InstructionClass;

/// The type that decides: the last that is written.
NumberType last_type(const Spelling& spelling) {
  const std::vector<NumberType> types = types_of(spelling);
  return types.empty() ? NumberType{} : types.back();
}

/// 64 bits take two instructions.
double halves(const NumberType& type) { return type.bits == 64 ? 2 : 1; }

Costs comparison(const NumberType& type, int instructions) {
  if (type.is_float_of(64)) return {{Class::float64}, {Class::compare, instructions - 1.0}};
  if (type.is_half()) return {{Class::float16}};
  // The second one waits for the first.
  return Costs(static_cast<std::size_t>(instructions), {Class::compare, halves(type)});
}

Costs product_of(const Spelling& spelling, bool add) {
  const NumberType type = last_type(spelling);
  if (!type.is_integer()) return sum(spelling, {});
  // Recorded: the low half of a 64-bit product is three multiplications and an addition.
  if (type.bits == 64)
    return spelling.has("lo")
               ? Costs{{Class::integer_multiply, 1}, {Class::integer_multiply_wide, 1}, {Class::integer_add, 1}}
               : Costs{{Class::integer_multiply_wide, 4}, {Class::integer_add, add ? 6.0 : 4.0}};
  const bool wide = type.bits == 32 && (spelling.has("wide") || spelling.has("hi"));
  return {{wide ? Class::integer_multiply_wide : Class::integer_multiply}};
}

/// The numbers of "m16n8k16" multiplied; 0 for other words.
double volume_of(std::string_view shape) {
  double volume = 1;
  int numbers = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (std::string_view("mnk").find(shape[i]) == std::string_view::npos) continue;
    int extent = 0;
    const auto [rest, error] = std::from_chars(shape.data() + i + 1, shape.data() + shape.size(), extent);
    if (error != std::errc{}) return 0;
    volume *= extent;
    ++numbers;
  }
  return numbers == 3 ? volume : 0;
}

/// Correctly rounded; old code names neither that nor `approx`, which it means.
bool is_rounded(const Spelling& spelling) { return !spelling.word("rnd").empty(); }

}  // namespace

Costs nothing(const Spelling&, Operands) { return {}; }
Costs unknown(const Spelling&, Operands) { return {}; }

Costs of_class(InstructionClass which, const Spelling& spelling) {
  const bool by_width = which != Class::memory && which != Class::barrier_object;
  return {{which, by_width ? halves(last_type(spelling)) : 1}};
}

Costs sum(const Spelling& spelling, Operands) {
  const NumberType type = last_type(spelling);
  if (type.kind == NumberType::Kind::brain) return {{Class::bfloat16}};
  if (type.is_half()) return {{Class::float16}};
  if (type.is_floating()) return {{type.bits == 64 ? Class::float64 : Class::float32}};
  return {{Class::integer_add, halves(type)}};
}

Costs product(const Spelling& spelling, Operands) { return product_of(spelling, false); }
Costs product_sum(const Spelling& spelling, Operands) { return product_of(spelling, true); }

Costs quotient(const Spelling& spelling, Operands) {
  const NumberType type = last_type(spelling);
  if (type.is_integer()) return {{type.bits == 64 ? Class::divide_integer_64 : Class::divide_integer}};
  if (type.bits == 64) return {{Class::divide_float64}};
  if (is_rounded(spelling)) return {{Class::divide_float32}};
  return {{spelling.has("full") ? Class::divide_float32_full : Class::divide_float32_approx}};
}

Costs square_root(const Spelling& spelling, Operands) {
  if (!is_rounded(spelling)) return {{Class::special}};
  return {{last_type(spelling).bits == 64 ? Class::square_root_float64 : Class::square_root_float32}};
}

Costs reciprocal(const Spelling& spelling, Operands) {
  const bool is_double = last_type(spelling).bits == 64;
  if (is_rounded(spelling)) return {{is_double ? Class::divide_float64 : Class::reciprocal_float32}};
  // Of doubles without subnormals a guess from the high word; with them rsqrt is as long as a root.
  return {{is_double && !spelling.has("ftz") ? Class::square_root_float64 : Class::special}};
}

// The angle is brought into turns first.
Costs angle(const Spelling&, Operands) { return {{Class::special}, {Class::float32}}; }

Costs extremum(const Spelling& spelling, Operands) {
  const NumberType type = last_type(spelling);
  return comparison(type, type.bits == 64 && type.is_integer() ? 2 : 1);
}

Costs test(const Spelling& spelling, Operands) { return comparison(last_type(spelling), 1); }
Costs test_into(const Spelling& spelling, Operands) { return comparison(last_type(spelling), 2); }

// The sign of a float is changed by the instruction that reads it.
Costs sign(const Spelling& spelling, Operands) {
  const NumberType type = last_type(spelling);
  return type.is_integer() ? Costs{{Class::integer_add, halves(type)}} : Costs{};
}

Costs conversion(const Spelling& spelling, Operands) {
  const std::vector<NumberType> types = types_of(spelling);
  if (types.size() < 2) return {};
  const NumberType to = types[types.size() - 2];
  const NumberType from = types.back();
  if (to.is_integer() && from.is_integer()) {
    if (from.bits < 32 && to.bits > from.bits) return {{Class::convert_narrow}};
    const bool is_signed = to.kind == NumberType::Kind::signed_integer && from.kind == NumberType::Kind::signed_integer;
    if (to.bits < from.bits || !is_signed) return {};  // other names for the same registers
    return {{Class::shift}};                           // the sign's copies
  }
  if (to.bits == 64 || from.bits == 64) return {{Class::convert_64}};
  if (to.is_half() || from.is_half())
    return {{to.is_integer() || from.is_integer() ? Class::convert : Class::convert_half}};
  if (from.is_integer()) return {{from.bits == 32 ? Class::convert_from_integer : Class::convert}};
  return {{Class::convert}};
}

// A field whose place is known is a shift and a mask; else it is made from its bounds.
Costs field(const Spelling& spelling, Operands operands) {
  if (!operands.empty() && operands.back().kind == ptx::Operand::Kind::reg)
    return {{Class::shift, 1}, {Class::logic, 3}};
  return of_class(Class::bit_field, spelling);
}

Costs leading_zero_count(const Spelling& spelling, Operands) {
  return {{Class::leading_zeros, halves(last_type(spelling))}, {Class::integer_add}};
}

// Recorded: 32 rounds where all lanes differ.
Costs match_any(const Spelling&, Operands) { return {{Class::warp_reduce, 32}}; }

// In units of m16n8k16, whose volume is 2,048; other widths of elements than 16 bits take proportionally less or more.
Costs matrix_product(const Spelling& spelling, Operands) {
  for (const std::string_view word : spelling.words) {
    const double volume = volume_of(word);
    if (volume == 0) continue;
    const NumberType factors = factor_type(spelling);
    // Four products of halves, each of eight lanes (mma_m8n8k4.cpp).
    const double products = word == "m8n8k4" && factors.bits == 16 ? 4 : 1;
    return {{Class::tensor, products * volume / 2048 * factors.bits / 16}};
  }
  return {};
}

// One warp's quarter.
Costs group_product(const Spelling& spelling, Operands) {
  for (const std::string_view word : spelling.words) {
    if (const double volume = volume_of(word); volume != 0)
      return {{Class::tensor, volume / 4 / 2048 * factor_type(spelling).bits / 16}};
  }
  return {};
}

// Parameters of kernels and constants are operands of the instructions that use them.
Costs access(const Spelling& spelling, Operands) {
  const std::string_view space = spelling.word("space");
  if (space.starts_with("param") || space == "const") return {};
  return {{Class::memory}};
}

// By the threads that notice. Recorded: what makes a barrier object known is nothing, a proxy's fence one of the block.
Costs fence(const Spelling& spelling, Operands) {
  if (spelling.has("mbarrier_init")) return {};
  Class which = Class::fence_block;
  for (const std::string_view word : spelling.words.subspan(1)) {
    if (word == "sys") which = Class::fence_system;
    if (word == "gpu" || word == "gl" || word == "cluster") which = Class::fence_device;
  }
  return {{which}};
}

Costs call(const Spelling&, Operands operands) {
  for (const ptx::Operand& operand : operands) {
    if (operand.kind != ptx::Operand::Kind::symbol) continue;
    if (Costs library = library_costs(operand.name); !library.empty()) return library;
  }
  return {{Class::control}};
}

}  // namespace warpglass::isa::costs
