#include "isa/use_index.hpp"

#include <algorithm>

namespace warpglass::isa {

UseIndex::UseIndex(std::span<const RegisterUse> uses, std::size_t instructions) : uses_(uses) {
  first_.assign(instructions + 1, uses.size());
  std::uint32_t registers = 0;
  for (std::size_t i = uses.size(); i-- > 0;) {
    if (uses[i].instruction < instructions) first_[uses[i].instruction] = i;
    registers = std::max(registers, uses[i].index + 1);
  }
  for (std::size_t i = instructions; i-- > 0;) first_[i] = std::min(first_[i], first_[i + 1]);
  writers_.resize(registers);
  readers_.resize(registers);
  sole_.assign(registers, kNone);
  for (const RegisterUse& use : uses) {
    if (use.instruction >= instructions) continue;
    if (use.kind == RegisterUse::Kind::read) {
      std::vector<std::uint32_t>& readers = readers_[use.index];
      if (readers.empty() || readers.back() != use.instruction) readers.push_back(use.instruction);
      continue;
    }
    std::vector<std::uint32_t>& writers = writers_[use.index];
    sole_[use.index] = writers.empty() && use.kind == RegisterUse::Kind::write ? use.instruction : kNone;
    if (writers.empty() || writers.back() != use.instruction) writers.push_back(use.instruction);
  }
}

}  // namespace warpglass::isa
