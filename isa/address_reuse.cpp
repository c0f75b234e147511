#include "isa/address_reuse.hpp"

#include "sim/access.hpp"
#include "sim/access_site.hpp"

namespace warpglass::isa {

void AddressReuse::forget(std::uint32_t row, std::uint32_t bytes) {
  sites_.erase(sites_.lower_bound({row, 0}), sites_.lower_bound({row + bytes, 0}));
}

void AddressReuse::see(sim::Op& op, const sim::OpFacts& facts, std::uint32_t index) {
  const bool plain = facts.kind == sim::OpKind::load || facts.kind == sim::OpKind::store;
  if (!plain || facts.guarded || facts.space == sim::Space::local || op.site == sim::Op::kNone) return;
  const auto [known, fresh] = sites_.try_emplace({op.a, facts.access_bytes}, Known{op.site, companies_.size()});
  const bool may_go = sim::may_go_together(op);
  if (fresh) {
    companies_.push_back({.ops = {}, .space = facts.space, .imm = op.imm});
    if (may_go) companies_.back().ops = {index};
    return;
  }
  op.c = known->second.site;
  AccessCompany& company = companies_[known->second.company];
  const std::int64_t distance = std::int64_t{op.imm} - company.imm;
  if (!may_go || company.ops.empty() || company.ops.size() == sim::TogetherCounts::kMost ||
      facts.space != company.space || distance % std::int64_t{facts.access_bytes} != 0)
    return;
  op.e = 1;
  company.ops.push_back(index);
}

std::vector<AccessCompany> AddressReuse::companies() const {
  std::vector<AccessCompany> companies = companies_;
  std::erase_if(companies, [](const AccessCompany& company) { return company.ops.size() < 2; });
  return companies;
}

}  // namespace warpglass::isa
