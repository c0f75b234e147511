#include "analysis/happens_before.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace warpglass::analysis {

namespace {

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
  const Page* const found = page(warp.number() / kWide / kWide);
  if (found == nullptr) return {};
  const Piece* const piece = (*found)[warp.number() / kWide % kWide].get();
  return piece == nullptr ? Seen{} : (*piece)[warp.number() % kWide];
}

const Knowledge::Page* Knowledge::page(std::uint64_t number) const {
  if (far_ == nullptr) return nullptr;
  const auto found = std::ranges::lower_bound(*far_, number, {}, &Far::value_type::first);
  return found == far_->end() || found->first != number ? nullptr : found->second.get();
}

/// The page's place among those that nobody else holds; the page may be others' too, or not be there yet.
std::shared_ptr<Knowledge::Page>& Knowledge::own_page(std::uint64_t number) {
  if (far_ == nullptr) {
    far_ = std::make_shared<Far>();
  } else if (far_.use_count() > 1) {
    far_ = std::make_shared<Far>(*far_);
  }
  auto found = std::ranges::lower_bound(*far_, number, {}, &Far::value_type::first);
  if (found == far_->end() || found->first != number) found = far_->insert(found, {number, nullptr});
  return found->second;
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
  const auto make_own = [](auto& part) {
    using Part = std::remove_cvref_t<decltype(*part)>;
    if (part == nullptr) {
      part = std::make_shared<Part>();
    } else if (part.use_count() > 1) {
      part = std::make_shared<Part>(*part);
    }
  };
  std::shared_ptr<Page>& page = own_page(number / kWide / kWide);
  make_own(page);
  std::shared_ptr<Piece>& piece = (*page)[number / kWide % kWide];
  make_own(piece);
  (*piece)[number % kWide] = known;
}

Knowledge::Says Knowledge::compare(const Piece* here, const Piece* there) {
  if (here == there || there == nullptr) return Says::nothing_new;
  if (here == nullptr) return Says::all;
  bool less = false;
  bool more = false;
  for (std::size_t i = 0; i < kWide; ++i) {
    less = less || tells((*there)[i], (*here)[i]);
    more = more || tells((*here)[i], (*there)[i]);
  }
  return !less ? Says::nothing_new : more ? Says::both : Says::all;
}

/// What others know of a page of the launch's warps.
void Knowledge::learn_page(std::uint64_t number, const std::shared_ptr<Page>& other) {
  const Page* const here = page(number);
  if (here == other.get()) return;
  if (here == nullptr) {
    own_page(number) = other;
    return;
  }
  std::array<Says, kWide> says;
  bool news = false;
  bool has_all = true;  // what is known here, too
  for (std::size_t i = 0; i < kWide; ++i) {
    says[i] = compare((*here)[i].get(), (*other)[i].get());
    news = news || says[i] != Says::nothing_new;
    has_all = has_all && (says[i] == Says::all || (*here)[i] == (*other)[i] || (*here)[i] == nullptr);
  }
  if (!news) return;
  std::shared_ptr<Page>& own = own_page(number);
  if (has_all) {
    own = other;
    return;
  }
  if (own.use_count() > 1) own = std::make_shared<Page>(*own);
  for (std::size_t i = 0; i < kWide; ++i) {
    if (says[i] == Says::all) (*own)[i] = (*other)[i];
  }
  for (std::size_t i = 0; i < kWide; ++i) {
    if (says[i] != Says::both) continue;
    for (std::size_t k = 0; k < kWide; ++k) learn_far((number * kWide + i) * kWide + k, (*(*other)[i])[k]);
  }
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
  for (const auto& [number, page] : *other.far_) learn_page(number, page);
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
