// Addresses as sums: registers times constants, plus a constant. Two accesses whose sums differ by a constant lie that
// far apart in every lane, and what is known of one's alignment holds for the other.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "isa/lowering/lowering.hpp"
#include "isa/lowering/memory_access.hpp"
#include "isa/lowering/values.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {

/// A value that a register took, times a constant.
struct AddressTerm {
  std::uint32_t index = 0;    // register
  std::uint32_t version = 0;  // which of its values, where it takes several
  std::uint64_t factor = 1;

  friend auto operator<=>(const AddressTerm&, const AddressTerm&) = default;
};

struct AddressSum {
  std::vector<AddressTerm> terms;  // by register and version, factors not 0
  std::uint64_t constant = 0;
};

/// Where an access lies.
struct Place {
  std::uint32_t root = 0;   // the same for sums with the same terms
  std::int64_t offset = 0;  // constant of the sum
  bool by_name = false;     // nothing but variables' names are in the sum
  Congruence known;         // of the address
};

class Addresses {
 public:
  Addresses(const LoweringInput& input, const UseIndex& uses, const Values& values);

  [[nodiscard]] Place place_of(const MemoryAccess& access);

 private:
  [[nodiscard]] AddressSum sum_of(const ptx::Operand& operand, std::uint32_t at, bool words32, int depth);
  [[nodiscard]] AddressSum sum_of_register(std::uint32_t index, std::uint32_t at, bool words32, int depth);
  [[nodiscard]] AddressSum sum_made_by(std::uint32_t instruction, std::uint32_t index, bool words32, int depth);
  [[nodiscard]] std::uint32_t number_of(const ptx::Operand& name);
  [[nodiscard]] std::uint32_t version_at(std::uint32_t index, std::uint32_t at) const;

  const LoweringInput& input_;
  const UseIndex& uses_;
  const Values& values_;
  Graph predecessors_;
  std::map<std::pair<std::uint32_t, bool>, AddressSum> sums_;  // of registers with one writer
  std::map<std::pair<bool, std::vector<AddressTerm>>, std::uint32_t> roots_;
  std::map<std::string_view, std::uint32_t> names_;  // of variables that are not shared
};

}  // namespace warpglass::isa
