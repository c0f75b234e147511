#include "analysis/happens_before.hpp"

#include <algorithm>

namespace warpglass::analysis {

Clock Knowledge::of(const WarpName& warp) const {
  if (warp.block == block_) return near_[warp.warp];
  if (far_ == nullptr) return 0;
  const auto found = far_->find(warp.number());
  return found == far_->end() ? 0 : found->second;
}

Knowledge::Far& Knowledge::far() {
  if (far_ == nullptr) {
    far_ = std::make_shared<Far>();
  } else if (far_.use_count() > 1) {
    far_ = std::make_shared<Far>(*far_);
  }
  return *far_;
}

void Knowledge::learn(const WarpName& warp, Clock clock) {
  if (of(warp) >= clock) return;
  (warp.block == block_ ? near_[warp.warp] : far()[warp.number()]) = clock;
}

void Knowledge::learn(const Knowledge& other) {
  if (other.block_ == block_) {
    for (std::size_t w = 0; w < near_.size(); ++w) near_[w] = std::max(near_[w], other.near_[w]);
  } else {
    for (std::uint32_t w = 0; w < near_.size(); ++w) {
      if (other.near_[w] != 0) learn({other.block_, w}, other.near_[w]);
    }
  }
  if (other.far_ == nullptr || other.far_ == far_) return;
  for (std::uint32_t w = 0; w < near_.size(); ++w) near_[w] = std::max(near_[w], other.of({block_, w}));
  if (far_ == nullptr) {
    far_ = other.far_;
    return;
  }
  for (const auto& [number, clock] : *other.far_)
    learn({number / kWarpsPerBlock, static_cast<std::uint32_t>(number % kWarpsPerBlock)}, clock);
}

void LaneKnowledge::meet(LaneMask lanes, Clock clock) {
  if (lanes == kFullMask) {
    all_ = clock;
    return;
  }
  if (some_ == nullptr) some_ = std::make_unique<Rows>();
  std::array<Clock, kWarpSize> together{};
  for_each_lane(lanes, [&](int lane) {
    const auto& row = (*some_)[static_cast<std::size_t>(lane)];
    for (std::size_t of = 0; of < row.size(); ++of) together[of] = std::max(together[of], row[of]);
  });
  for_each_lane(lanes, [&](int lane) { together[static_cast<std::size_t>(lane)] = clock; });
  for_each_lane(lanes, [&](int lane) { (*some_)[static_cast<std::size_t>(lane)] = together; });
}

void LaneKnowledge::learn(LaneMask lanes, Clock clock) {
  if (clock <= all_) return;
  if (lanes == kFullMask) {
    all_ = clock;
    return;
  }
  if (some_ == nullptr) some_ = std::make_unique<Rows>();
  for_each_lane(lanes, [&](int lane) {
    for (Clock& known : (*some_)[static_cast<std::size_t>(lane)]) known = std::max(known, clock);
  });
}

bool LaneKnowledge::knows(int lane, int of, Clock clock) const {
  if (lane == of || clock <= all_) return true;
  return some_ != nullptr && clock <= (*some_)[static_cast<std::size_t>(lane)][static_cast<std::size_t>(of)];
}

}  // namespace warpglass::analysis
