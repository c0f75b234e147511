#include "analysis/read_only_what_if.hpp"

#include <algorithm>

#include "analysis/cached_lines-inl.hpp"
#include "analysis/line_request.hpp"
#include "arch/global_sectors.hpp"

namespace warpglass::analysis {

void ReadOnlyWhatIf::Lines::add(std::uint32_t line) {
  const std::size_t word = line / 64;
  if (word >= bits_.size()) bits_.resize(std::max(word + 1, 2 * bits_.size()));
  bits_[word] |= std::uint64_t{1} << line % 64;
}

bool ReadOnlyWhatIf::Lines::meets(const Lines& other) const {
  const std::size_t words = std::min(bits_.size(), other.bits_.size());
  for (std::size_t i = 0; i < words; ++i) {
    if ((bits_[i] & other.bits_[i]) != 0) return true;
  }
  return false;
}

void ReadOnlyWhatIf::start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops) {
  *this = {};
  if (!arch::read_only_path_differs(device.capability)) return;
  first_ = {std::max(1u, device.sm_count), rules.l1_bytes, rules.l1_eviction};
  loads_.resize(ops);
}

void ReadOnlyWhatIf::read(std::uint32_t sm, std::uint32_t pc, std::uint32_t line, std::uint32_t sectors) {
  auto& cache = first_[sm];
  if (pc >= loads_.size() || !cache.holds_anything()) return;
  CachedLine evicted;
  const HWY_NAMESPACE::CachedLines lines(cache);
  CachedLine& cached = lines.take(cache.index().of_line(line), line, EvictionPriority::none, evicted).line();
  loads_[pc].hits += sector_count(sectors & cached.readable());
  loads_[pc].lines.add(line);
  cached.add(CachedLine::kReadable, sectors);
}

void ReadOnlyWhatIf::finish(std::span<CachedAt> by_op) {
  for (std::size_t pc = 0; pc < std::min(by_op.size(), loads_.size()); ++pc) {
    by_op[pc].read_only_hits += loads_[pc].hits;
    by_op[pc].reads_what_is_written = by_op[pc].reads_what_is_written || loads_[pc].lines.meets(written_);
  }
  loads_.clear();
}

}  // namespace warpglass::analysis
