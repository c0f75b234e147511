#include "isa/address_reuse.hpp"

namespace warpglass::isa {

void AddressReuse::forget(std::uint32_t row, std::uint32_t bytes) {
  sites_.erase(sites_.lower_bound({row, 0}), sites_.lower_bound({row + bytes, 0}));
}

void AddressReuse::see(sim::Op& op, const sim::OpFacts& facts) {
  const bool plain = facts.kind == sim::OpKind::load || facts.kind == sim::OpKind::store;
  if (!plain || facts.guarded || facts.space == sim::Space::local || op.site == sim::Op::kNone) return;
  const auto [known, fresh] = sites_.try_emplace({op.a, facts.access_bytes}, op.site);
  if (!fresh) op.c = known->second;
}

}  // namespace warpglass::isa
