#include "analysis/happens_before.hpp"

#include <algorithm>
#include <bit>

namespace warpglass::analysis {

namespace {

constexpr std::uint64_t kPiece = 64;  // warps: those of two blocks at least

/// Whether `seen` says more than is known.
bool tells(const Seen& seen, const Seen& known) {
  return seen.all > known.all ||
         (seen.some > known.all && (seen.some > known.some || (seen.lanes & ~known.lanes) != 0));
}

}  // namespace

void Seen::learn(const Seen& other) {
  all = std::max(all, other.all);
  if (other.some > all) {
    if (some <= all) lanes = 0;
    some = std::max(some, other.some);
    lanes |= other.lanes;
  }
  if (some <= all) {
    some = 0;
    lanes = 0;
  }
}

Knowledge::Knowledge(const Knowledge& other)
    : block_(other.block_),
      parted_(other.parted_),
      all_(other.all_),
      some_(other.parted_ == 0 ? nullptr : std::make_unique<std::array<Seen, kWarpsPerBlock>>(*other.some_)),
      far_(other.far_) {}

Knowledge& Knowledge::operator=(const Knowledge& other) {
  *this = Knowledge(other);
  return *this;
}

Seen Knowledge::near(std::uint32_t warp) const {
  if ((parted_ >> warp & 1) == 0) return {.all = all_[warp]};
  Seen seen = (*some_)[warp];
  seen.learn({.all = all_[warp]});
  return seen;
}

void Knowledge::learn_near(std::uint32_t warp, const Seen& seen) {
  if (seen.lanes == 0) {
    all_[warp] = std::max(all_[warp], seen.all);
    return;
  }
  Seen now = near(warp);
  now.learn(seen);
  all_[warp] = now.all;
  const std::uint32_t bit = 1u << warp;
  parted_ = now.lanes == 0 ? parted_ & ~bit : parted_ | bit;
  if (now.lanes == 0) return;
  if (some_ == nullptr) some_ = std::make_unique<std::array<Seen, kWarpsPerBlock>>();
  (*some_)[warp] = now;
}

Seen Knowledge::of(const WarpName& warp) const {
  if (warp.block == block_) return near(warp.warp);
  if (far_ == nullptr) return {};
  const auto piece = far_->find(warp.number() / kPiece);
  return piece == far_->end() ? Seen{} : (*piece->second)[warp.number() % kPiece];
}

Knowledge::Far& Knowledge::far() {
  if (far_ == nullptr) {
    far_ = std::make_shared<Far>();
  } else if (far_.use_count() > 1) {
    far_ = std::make_shared<Far>(*far_);
  }
  return *far_;
}

void Knowledge::learn(const WarpName& warp, const Seen& seen) {
  if (warp.block == block_) {
    learn_near(warp.warp, seen);
    return;
  }
  learn_far(warp.number(), seen);
}

void Knowledge::learn_far(std::uint64_t number, const Seen& seen) {
  Seen known = of({number / kWarpsPerBlock, static_cast<std::uint32_t>(number % kWarpsPerBlock)});
  if (!tells(seen, known)) return;
  known.learn(seen);
  std::shared_ptr<Piece>& piece = far()[number / kPiece];
  if (piece == nullptr) {
    piece = std::make_shared<Piece>();
  } else if (piece.use_count() > 1) {
    piece = std::make_shared<Piece>(*piece);
  }
  (*piece)[number % kPiece] = known;
}

/// What others know of a piece of the launch's warps.
void Knowledge::learn_piece(std::uint64_t piece, const std::shared_ptr<Piece>& other) {
  const auto known = far_->find(piece);
  if (known == far_->end()) {
    far().emplace(piece, other);
    return;
  }
  if (known->second == other) return;
  // Whoever knows all that is here has the same, or more.
  bool less = false;
  bool more = false;
  for (std::size_t i = 0; i < kPiece; ++i) {
    less = less || tells((*other)[i], (*known->second)[i]);
    more = more || tells((*known->second)[i], (*other)[i]);
  }
  if (!less) return;
  if (!more) {
    far()[piece] = other;
    return;
  }
  for (std::size_t i = 0; i < kPiece; ++i) learn_far(piece * kPiece + i, (*other)[i]);
}

void Knowledge::learn(const Knowledge& other) {
  if (other.block_ == block_) {
    for (std::size_t w = 0; w < all_.size(); ++w) all_[w] = std::max(all_[w], other.all_[w]);
    for (std::uint32_t rest = other.parted_; rest != 0; rest &= rest - 1) {
      const auto w = static_cast<std::uint32_t>(std::countr_zero(rest));
      learn_near(w, (*other.some_)[w]);
    }
  } else {
    for (std::uint32_t w = 0; w < all_.size(); ++w) {
      if (const Seen seen = other.near(w); seen.all != 0 || seen.lanes != 0) learn({other.block_, w}, seen);
    }
  }
  if (other.far_ == nullptr || other.far_ == far_) return;
  for (std::uint32_t w = 0; w < all_.size(); ++w) learn_near(w, other.of({block_, w}));
  if (far_ == nullptr) {
    far_ = other.far_;
    return;
  }
  for (const auto& [number, piece] : *other.far_) learn_piece(number, piece);
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

void LaneKnowledge::learn(LaneMask lanes, const Seen& seen) {
  if (std::max(seen.all, seen.some) <= all_) return;
  if (lanes == kFullMask && seen.lanes == 0) {
    all_ = seen.all;
    return;
  }
  if (some_ == nullptr) some_ = std::make_unique<Rows>();
  for_each_lane(lanes, [&](int lane) {
    auto& row = (*some_)[static_cast<std::size_t>(lane)];
    for (int of = 0; of < kWarpSize; ++of) {
      Clock& known = row[static_cast<std::size_t>(of)];
      known = std::max(known, seen.of(of));
    }
  });
}

bool LaneKnowledge::knows(int lane, int of, Clock clock) const {
  if (lane == of || clock <= all_) return true;
  return some_ != nullptr && clock <= (*some_)[static_cast<std::size_t>(lane)][static_cast<std::size_t>(of)];
}

Seen LaneKnowledge::seen_by(LaneMask lanes, Clock clock) const {
  if (lanes == kFullMask) return {.all = clock};
  Seen seen{.all = all_, .some = clock, .lanes = lanes};
  if (some_ == nullptr) return seen;
  for_each_lane(lanes, [&](int lane) {
    const auto& row = (*some_)[static_cast<std::size_t>(lane)];
    for (int of = 0; of < kWarpSize; ++of) {
      if (row[static_cast<std::size_t>(of)] > all_) seen.lanes |= lane_bit(of);
    }
  });
  return seen;
}

}  // namespace warpglass::analysis
