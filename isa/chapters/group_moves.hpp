// What one warp's part of a group's product is made of, moved between registers, shared memory and the words that
// group_product.hpp multiplies. All of it on vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/chapters/group_product.hpp"
#include "isa/chapters/matrix_descriptor.hpp"

namespace warpglass::isa {

inline constexpr std::uint32_t kFactorRegisters = 4;  // of A

/// \param shared  the block's shared memory, which has all of the parts
void load_factor(const std::byte* shared, const MatrixPart& a, GroupFactorA& to);
void load_factor(const std::byte* shared, const MatrixPart& b, GroupFactorB& to);
/// \param rows  lane 0 of the warp's registers, of which `registers` are the places; whole warps take part
/// \param count  of registers: 2 for every four words along K
void load_registers(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorA& to);
/// Eight columns of B, four words along K for every register.
void load_registers(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorB& to);

/// Accumulators of eight columns, or of a multiple of it: 16 or 32 bits, as `product` says.
void load_sums(const std::byte* rows, const std::uint32_t* registers, const GroupProduct& product, GroupSums& to);
void store_sums(std::byte* rows, const std::uint32_t* registers, const GroupProduct& product, const GroupSums& from);

}  // namespace warpglass::isa
