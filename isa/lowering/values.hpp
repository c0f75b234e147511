// What can be proved of registers from the arithmetic that makes them: of which power of two they are multiples, and
// whether they are the same in all lanes of a warp. Both are found together for all registers, assuming the best and
// taking back what does not hold, so that a pointer that a loop moves on by 16 bytes stays a multiple of 16.
//
// The assembler proves no more than this from these instructions (nvcc 13.0.88, fact_assembler.cu): it loses track at a
// difference of two registers, a minimum or maximum, and at an `or` that a later addition would carry through; of a
// multiply-add, of what is chosen and of a register with several writers it knows of what it is a multiple, no more.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/lowering/lowering.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {

/// A value known modulo a power of two: it ends in the low `bits` bits of `residue`.
struct Congruence {
  unsigned bits = 0;  // 0 (nothing known) to 64 (a constant)
  std::uint64_t residue = 0;

  friend bool operator==(const Congruence&, const Congruence&) = default;
};

[[nodiscard]] Congruence constant(std::uint64_t value);
[[nodiscard]] Congruence sum(Congruence a, Congruence b);
/// What is known of a value that is one of both.
[[nodiscard]] Congruence either(Congruence a, Congruence b);

class Values {
 public:
  Values(const LoweringInput& input, const UseIndex& uses);

  [[nodiscard]] Congruence congruence(std::uint32_t register_index) const { return congruences_[register_index]; }
  [[nodiscard]] bool uniform(std::uint32_t register_index) const { return !varying_[register_index]; }

  /// Of an operand that is a register, a literal or the name of a shared variable.
  [[nodiscard]] Congruence congruence(const ptx::Operand& operand) const;
  /// Of an operand that is read: an address operand too.
  [[nodiscard]] bool uniform(const ptx::Operand& operand) const;

 private:
  void find_congruences();
  void find_varying();
  [[nodiscard]] Congruence result_of(std::uint32_t instruction) const;
  [[nodiscard]] Congruence local_variable(std::uint32_t index) const;
  [[nodiscard]] Congruence parameter(const ptx::Instruction& instruction) const;
  [[nodiscard]] bool varies(std::uint32_t instruction) const;
  [[nodiscard]] std::vector<bool> blocks_where_lanes_part() const;

  const LoweringInput& input_;
  const UseIndex& uses_;
  std::vector<Congruence> congruences_;
  std::vector<bool> known_;  // some writer has been looked at
  std::vector<bool> varying_;
};

}  // namespace warpglass::isa
