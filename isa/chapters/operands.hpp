// What the memory and warp-level chapters ask of operands while they are bound: addresses, vectors, flags.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"
#include "isa/words.hpp"
#include "ptx/module.hpp"
#include "sim/effects.hpp"
#include "sim/fault.hpp"

namespace warpglass::isa {

/// The space an access goes to: the word's, or that of the variable it is based on when the word was left out.
[[nodiscard]] sim::Space space_of(const Spelling& spelling, const Address& address);

/// Binds an address operand to op().a and op().imm.
Address bind_address(BindContext& context, const ptx::Operand& operand);

/// The elements of a vector operand (`{a, b}`, or a vector register's components), or the operand itself when
/// `width` is 1. Records an error and returns nothing when the count does not fit.
[[nodiscard]] std::vector<ptx::Operand> elements_of(BindContext& context, const ptx::Operand& operand,
                                                    std::uint8_t width);

/// Bytes of a register row of these elements: the first that is a register decides. Records an error when another
/// differs.
[[nodiscard]] std::uint8_t register_bytes_of(BindContext& context, const std::vector<ptx::Operand>& elements,
                                             ptx::Type type);

/// Rows of elements that are read, or written, in registers of `bytes`; Op::kNone for a written `_`.
[[nodiscard]] std::vector<std::uint32_t> source_rows(BindContext& context, const std::vector<ptx::Operand>& elements,
                                                     ptx::Type type, std::uint8_t bytes);
[[nodiscard]] std::vector<std::uint32_t> destination_rows(BindContext& context,
                                                          const std::vector<ptx::Operand>& elements, ptx::Type type,
                                                          std::uint8_t bytes);

/// True for s8, s16, s32, s64.
[[nodiscard]] bool is_signed(ptx::Type type);

/// Fills the facts of a memory access.
void set_access_facts(BindContext& context, sim::OpKind kind, sim::Space space, std::uint32_t bytes);

/// Puts the row of the last operand, a cache policy, there too where `L2::cache_hint` is written.
void note_cache_policy(BindContext& context);

}  // namespace warpglass::isa
