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

/// Of bits by warp, those of `count` from `at` on, from bit 0 on.
constexpr std::uint64_t parted_of(std::uint64_t bits, std::size_t at, std::size_t count) {
  return bits >> at & (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
}

}  // namespace

void Seen::learn(const Seen& other) {
  all = std::max(all, other.all);
  if (other.lanes != 0 && other.some > all) {
    if (some <= all) lanes = 0;
    some = std::max(some, other.some);
    lanes |= other.lanes;
    if (lanes == kFullMask) all = some;
  }
  if (some <= all) {
    some = 0;
    lanes = 0;
  }
}

template <std::size_t kCount>
void SeenRow<kCount>::learn(std::size_t at, const Seen& seen) {
  if (seen.lanes == 0 && (parted_ >> at & 1) == 0) {
    all_[at] = std::max(all_[at], seen.all);
    return;
  }
  Seen now = of(at);
  now.learn(seen);
  all_[at] = now.all;
  const std::uint64_t bit = std::uint64_t{1} << at;
  parted_ = now.lanes == 0 ? parted_ & ~bit : parted_ | bit;
  if (now.lanes == 0) return;
  if (some_ == nullptr) some_ = std::make_unique<Some>();
  (*some_)[at] = now;
}

template <std::size_t kCount>
template <std::size_t kOther>
void SeenRow<kCount>::learn(std::size_t at, const SeenRow<kOther>& other, std::size_t from, std::size_t count) {
  const std::uint64_t parted = parted_of(parted_, at, count) | parted_of(other.parted_, from, count);
  // A warp that has been seen in part may be left with nothing to say of its lanes.
  for (std::uint64_t rest = parted; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(rest));
    learn(at + i, other.of(from + i));
  }
  for (std::size_t i = 0; i < count; ++i) all_[at + i] = std::max(all_[at + i], other.all_[from + i]);
}

template <std::size_t kCount>
template <std::size_t kOther>
bool SeenRow<kCount>::is_told(std::size_t at, const SeenRow<kOther>& other, std::size_t from, std::size_t count) const {
  std::uint32_t more = 0;
  for (std::size_t i = 0; i < count; ++i) more |= other.all_[from + i] > all_[at + i] ? 1u : 0u;
  if (more != 0) return true;
  for (std::uint64_t rest = parted_of(other.parted_, from, count); rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(rest));
    if (tells(other.of(from + i), of(at + i))) return true;
  }
  return false;
}

Seen Knowledge::of(const WarpName& warp) const {
  if (warp.block == block_) return near_.of(warp.warp);
  const Piece* const found = piece(warp.number());
  return found == nullptr ? Seen{} : found->of(warp.number() % kWide);
}

const Knowledge::Page* Knowledge::page(std::uint64_t number) const {
  if (far_ == nullptr) return nullptr;
  const auto found = std::ranges::lower_bound(*far_, number, {}, &Far::value_type::first);
  return found == far_->end() || found->first != number ? nullptr : found->second.get();
}

const Knowledge::Piece* Knowledge::piece(std::uint64_t number) const {
  const Page* const found = page(number / kWide / kWide);
  return found == nullptr ? nullptr : (*found)[number / kWide % kWide].get();
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

/// That of the warp of that number, which nobody else holds.
Knowledge::Piece& Knowledge::own_piece(std::uint64_t number) {
  const auto make_own = [](auto& part) -> auto& {
    using Part = std::remove_cvref_t<decltype(*part)>;
    if (part == nullptr) {
      part = std::make_shared<Part>();
    } else if (part.use_count() > 1) {
      part = std::make_shared<Part>(*part);
    }
    return *part;
  };
  return make_own(make_own(own_page(number / kWide / kWide))[number / kWide % kWide]);
}

void Knowledge::learn(const WarpName& warp, const Seen& seen) {
  if (warp.block == block_) return near_.learn(warp.warp, seen);
  if (tells(seen, of(warp))) own_piece(warp.number()).learn(warp.number() % kWide, seen);
}

void Knowledge::learn_block(std::uint64_t block, const Near& warps) {
  if (block == block_) return near_.learn(0, warps, 0, kWarpsPerBlock);
  static const Piece kNothing;
  const std::uint64_t number = WarpName{.block = block}.number();
  const std::size_t at = number % kWide;
  const Piece* const known = piece(number);
  if ((known == nullptr ? kNothing : *known).is_told(at, warps, 0, kWarpsPerBlock))
    own_piece(number).learn(at, warps, 0, kWarpsPerBlock);
}

Knowledge::Says Knowledge::compare(const Piece* here, const Piece* there) {
  if (here == there || there == nullptr) return Says::nothing_new;
  if (here == nullptr) return Says::all;
  if (!here->is_told(0, *there, 0, kWide)) return Says::nothing_new;
  return there->is_told(0, *here, 0, kWide) ? Says::both : Says::all;
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
    if (says[i] == Says::both) own_piece((number * kWide + i) * kWide).learn(0, *(*other)[i], 0, kWide);
  }
}

void Knowledge::learn(const Knowledge& other) {
  learn_block(other.block_, other.near_);
  if (other.far_ == nullptr || other.far_ == far_) return;
  if (block_ != kNobody) {
    const std::uint64_t number = WarpName{.block = block_}.number();
    if (const Piece* const known = other.piece(number)) near_.learn(0, *known, number % kWide, kWarpsPerBlock);
  }
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

Seen LaneKnowledge::seen_by_some(LaneMask lanes, Clock clock) const {
  if (some_ == nullptr) return {.all = all_, .some = clock, .lanes = lanes};
  std::array<Clock, kWarpSize> known{};
  for_each_lane(lanes, [&](int lane) {
    const auto& row = (*some_)[static_cast<std::size_t>(lane)];
    for (std::size_t of = 0; of < row.size(); ++of) known[of] = std::max(known[of], row[of]);
  });
  for_each_lane(lanes, [&](int lane) { known[static_cast<std::size_t>(lane)] = clock; });
  Seen seen{.all = std::max(all_, std::ranges::min(known)), .some = clock};
  for (int of = 0; of < kWarpSize; ++of) {
    if (known[static_cast<std::size_t>(of)] > seen.all) seen.lanes |= lane_bit(of);
  }
  return seen;
}

}  // namespace warpglass::analysis
