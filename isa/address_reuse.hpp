// Loads and stores through an address register that nothing has written since another load or store of as many bytes
// and the same lanes: the engine need not look at the lanes' addresses again (sim/access.hpp, Op::c).
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "isa/instruction.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Accesses that are counted with the first of them (sim/together.hpp).
struct AccessCompany {
  std::vector<std::uint32_t> ops;  // the first, and those that follow it
  sim::Space space = sim::Space::global;
  std::int32_t imm = 0;  // the first one's
};

/// Follows one basic block in the order of its ops.
class AddressReuse {
 public:
  /// Nothing is known: a block begins, or others may have run in between.
  void clear() { sites_.clear(); }

  /// The `bytes` of the frame from `row` on have been written.
  void forget(std::uint32_t row, std::uint32_t bytes);

  /// Tells a finished op the site it follows, if there is one, and whether it is counted with that one's access;
  /// remembers its own.
  /// \param index  of the op, by which companies() names it
  void see(sim::Op& op, const sim::OpFacts& facts, std::uint32_t index);

  /// Of all blocks seen since `forget_companies`, those of at least two.
  [[nodiscard]] std::vector<AccessCompany> companies() const;
  void forget_companies() { companies_.clear(); }

 private:
  struct Known {
    std::uint32_t site = 0;
    std::size_t company = 0;  // place in companies_
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Known> sites_;  // by address row and bytes per lane
  std::vector<AccessCompany> companies_;                            // of one access for the first through a register
};

}  // namespace warpglass::isa
