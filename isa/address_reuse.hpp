// Loads and stores through an address register that nothing has written since another load or store of as many bytes
// and the same lanes: the engine need not look at the lanes' addresses again (sim/access.hpp, Op::c).
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "isa/instruction.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Follows one basic block in the order of its ops.
class AddressReuse {
 public:
  /// Nothing is known: a block begins, or others may have run in between.
  void clear() { sites_.clear(); }

  /// The `bytes` of the frame from `row` on have been written.
  void forget(std::uint32_t row, std::uint32_t bytes);

  /// Tells a finished op the site it follows, if there is one; remembers its own.
  void see(sim::Op& op, const sim::OpFacts& facts);

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sites_;  // by address row and bytes per lane
};

}  // namespace warpglass::isa
