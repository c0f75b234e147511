#include "sim/fault_log.hpp"

namespace warpglass::sim {

bool FaultLog::count(FaultKind kind, std::uint32_t pc, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  const auto [known, fresh] = known_.try_emplace({pc, kind});
  ++known->second.times;
  total_.fetch_add(1, std::memory_order_relaxed);
  if (!fresh && block >= known->second.block) return false;
  known->second.block = block;
  return true;
}

void FaultLog::keep(Fault fault, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  Known& known = known_[{fault.pc, fault.kind}];
  // Another worker may have met it in a lower block since.
  if (known.block == block) known.fault = std::move(fault);
}

std::vector<Fault> FaultLog::take() {
  const std::lock_guard lock(mutex_);
  std::vector<Fault> all;
  for (auto& [place, known] : known_) {
    known.fault.times = known.times;
    all.push_back(std::move(known.fault));
  }
  known_.clear();
  return all;
}

}  // namespace warpglass::sim
