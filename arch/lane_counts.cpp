// A lane's number is subtracted bit by bit (exclusive or) from those of the lanes before it, which stand in memory in
// front of it: one read at each distance compares a whole vector of lanes. The least of these differences tells what a
// lane shares with any lane before it: 0 the number, less than 32 the sector, less than 128 the line. So the lanes are
// counted that are the first of their number, sector or line.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arch/lane_counts.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "arch/lane_counts.hpp"

#ifndef WARPGLASS_ARCH_LANE_COUNTS_ONCE
#define WARPGLASS_ARCH_LANE_COUNTS_ONCE
namespace warpglass::arch {

// Bits that say how far apart addresses may lie, half of it to either side of the first.
constexpr unsigned kSectorsReach = 36;  // sector numbers of 31 bits
constexpr unsigned kBytesReach = 31;
constexpr std::uint32_t kTooFar = ~std::uint32_t{0};

}  // namespace warpglass::arch
#endif

HWY_BEFORE_NAMESPACE();
namespace warpglass::arch::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = kWarpSize;

// Vectors of at most 32 bytes, which are blocks of 16.
template <class T>
using Tag = hn::CappedTag<T, 32 / sizeof(T)>;
template <class T>
using Numbers = hn::Vec<Tag<T>>;
template <class T>
constexpr std::size_t kStep = hn::MaxLanes(Tag<T>());

/// Numbers of the lanes as vectors that begin with every block, behind blocks that are no lane's. What is read has been
/// written as it is read: the host's processor waits where a read takes together what several writes left.
template <class T>
class Row {
 public:
  static constexpr int kBlock = 16 / sizeof(T);
  static constexpr int kBlocks = static_cast<int>(kStep<T>) / kBlock;  // of a vector

  explicit Row(T no_lane) : last_(hn::Set(Tag<T>(), no_lane)) { put(-kBlocks, last_); }

  /// The numbers from lane `i` on. Comes in order.
  void set(std::size_t i, Numbers<T> numbers) {
    const int start = static_cast<int>(i) / kBlock;
    if constexpr (kBlocks == 2) put(start - 1, hn::ConcatLowerUpper(Tag<T>(), numbers, last_));
    put(start, numbers);
    last_ = numbers;
  }

  /// \param block  with which it begins: from -kBlocks on
  [[nodiscard]] Numbers<T> from(int block) const { return hn::Load(Tag<T>(), starts_[index(block)].data()); }
  [[nodiscard]] Numbers<T> at(std::size_t i) const { return from(static_cast<int>(i) / kBlock); }

 private:
  static std::size_t index(int block) { return static_cast<std::size_t>(std::ptrdiff_t{block} + kBlocks); }
  void put(int block, Numbers<T> numbers) { hn::Store(numbers, Tag<T>(), starts_[index(block)].data()); }

  alignas(64) std::array<std::array<T, kStep<T>>, kLanes / kBlock + 1> starts_;
  Numbers<T> last_;
};

/// Folds lanes that stand before `own` into one of two results, for each distance within a block: of `block`, and what
/// stands before it.
template <class T, class Folded, class Fold, std::size_t... kDistance>
HWY_INLINE void within_block(Numbers<T> own, Numbers<T> block, Numbers<T> before, Folded (&folded)[2], const Fold& fold,
                             std::index_sequence<kDistance...>) {
  constexpr int kBytes = sizeof(T);
  const Tag<T> d;
  ((folded[kDistance % 2] = fold(
        folded[kDistance % 2],
        hn::Xor(own, hn::CombineShiftRightBytes<16 - kBytes*(static_cast<int>(kDistance) + 1)>(d, block, before)))),
   ...);
}

/// Visits the lanes a vector at a time: done(first lane, what came of folding into `start` the differences of their
/// `own` numbers from those of the lanes before them).
template <class T, class Folded, class Own, class Fold, class Join, class Done>
HWY_INLINE void against_earlier(const Row<T>& row, const Folded& start, const Own& own_at, const Fold& fold,
                                const Join& join, const Done& done) {
  constexpr int kBlock = Row<T>::kBlock;
  for (std::size_t i = 0; i < kLanes; i += kStep<T>) {
    const Numbers<T> own = own_at(i);
    Folded folded[2] = {start, start};
    Numbers<T> block = row.at(i);
    const int first = static_cast<int>(i) / kBlock;
    for (int back = 0; back < first + Row<T>::kBlocks; ++back) {
      if (back != 0) folded[1] = fold(folded[1], hn::Xor(own, block));
      const Numbers<T> before = row.from(first - back - 1);
      within_block<T>(own, block, before, folded, fold, std::make_index_sequence<kBlock - 1>());
      block = before;
    }
    done(i, join(folded[0], folded[1]));
  }
}

/// What a lane's own number shares with that of any lane before it.
template <class T, class Own, class Done>
HWY_INLINE void least_differences(const Row<T>& row, const Own& own_at, const Done& done) {
  const auto least = [](auto x, auto y) { return hn::Min(x, y); };
  against_earlier(row, hn::Set(Tag<T>(), static_cast<T>(~T{0})), own_at, least, least, done);
}

/// How many lanes are looked at before those from lane `i` on, be they lanes or none.
template <class T>
HWY_INLINE Numbers<T> distances_at(std::size_t i) {
  return hn::Set(Tag<T>(), static_cast<T>(i + kStep<T> - 1));
}

/// N numbers, narrower than those that they are made of. \param change  of each before it is narrowed
template <class T, std::size_t N, class From, class Change>
HWY_INLINE auto narrowed(const From* from, const Change& change) {
  const hn::CappedTag<From, N> d;
  if constexpr (hn::MaxLanes(d) >= N) {
    return hn::TruncateTo(hn::Rebind<T, decltype(d)>(), change(hn::LoadU(d, from)));
  } else {
    return hn::Combine(hn::FixedTag<T, N>(), narrowed<T, N / 2>(from + N / 2, change),
                       narrowed<T, N / 2>(from, change));
  }
}

/// The low bits of what is left of addresses behind `origin`, in units.
template <class T>
HWY_INLINE Numbers<T> numbers_of(const std::uint64_t* address, unsigned shift, std::uint64_t origin) {
  return narrowed<T, kStep<T>>(address, [=](auto values) {
    const hn::DFromV<decltype(values)> d;
    return hn::ShiftRightSame(hn::Sub(values, hn::Set(d, origin)), static_cast<int>(shift));
  });
}

/// Whether all addresses are less than `1 << bits` from `origin`.
HWY_INLINE bool within(const std::uint64_t* address, std::uint64_t origin, unsigned bits) {
  const hn::CappedTag<std::uint64_t, kLanes> d;
  const auto minus = hn::Set(d, origin);
  auto any = hn::Zero(d);
  for (std::size_t i = 0; i < kLanes; i += hn::Lanes(d)) any = hn::Or(any, hn::Sub(hn::LoadU(d, address + i), minus));
  const auto beyond = hn::And(any, hn::Set(d, ~((std::uint64_t{1} << bits) - 1)));
  return hn::AllTrue(d, hn::Eq(beyond, hn::Zero(d)));
}

using Half = hn::CappedTag<std::uint8_t, 16>;

HWY_INLINE std::uint32_t greatest_of_half(hn::Vec<Half> most) {
  const Half half;
  most = hn::Max(most, hn::ShiftRightBytes<8>(half, most));
  most = hn::Max(most, hn::ShiftRightBytes<4>(half, most));
  most = hn::Max(most, hn::ShiftRightBytes<2>(half, most));
  most = hn::Max(most, hn::ShiftRightBytes<1>(half, most));
  return hn::GetLane(most);
}

HWY_INLINE std::uint32_t greatest(Numbers<std::uint8_t> numbers) {
  const Half half;
  alignas(32) std::array<std::uint8_t, 32> bytes{};
  hn::Store(numbers, Tag<std::uint8_t>(), bytes.data());
  return greatest_of_half(hn::Max(hn::Load(half, bytes.data()), hn::Load(half, bytes.data() + 16)));
}

/// How many lanes of `row` before have each lane's own number: done(first lane, counts).
template <class Own, class Done>
HWY_INLINE void count_equal(const Row<std::uint8_t>& row, const Own& own_at, const Done& done) {
  const Tag<std::uint8_t> d;
  const auto one = hn::Set(d, std::uint8_t{1});
  const auto add = [](auto x, auto y) { return hn::Add(x, y); };
  against_earlier(
      row, hn::Zero(d), own_at,
      [one](auto sum, auto difference) { return hn::Add(sum, hn::SaturatedSub(one, difference)); }, add, done);
}

/// How many lanes the number has that most have.
HWY_INLINE std::uint32_t most_equal(const Row<std::uint8_t>& row) {
  auto most = hn::Zero(Tag<std::uint8_t>());
  count_equal(
      row, [&](std::size_t i) { return row.at(i); }, [&](std::size_t, auto equal) { most = hn::Max(most, equal); });
  return 1u + greatest(most);
}

Row<std::uint8_t> places_of(const std::uint16_t* place) {
  Row<std::uint8_t> row(0xff);
  for (std::size_t i = 0; i < kLanes; i += kStep<std::uint8_t>)
    row.set(i, narrowed<std::uint8_t, kStep<std::uint8_t>>(place + i, [](auto values) { return values; }));
  return row;
}

/// \param address  of all lanes; those that do not take part have the address of one that does
std::uint32_t units_in_bank(const std::uint64_t* address, unsigned shift, std::uint32_t banks) {
  using T = std::uint16_t;
  const std::uint64_t origin = 0 - (std::uint64_t{1} << shift);  // so that no unit has the number 0
  if (!within(address, origin, 16 + shift)) return kTooFar;
  Row<T> units(0);
  for (std::size_t i = 0; i < kLanes; i += kStep<T>) units.set(i, numbers_of<T>(address + i, shift, origin));
  const Tag<T> d;
  const auto bank_bits = hn::Set(d, static_cast<T>(banks - 1));
  const auto one = hn::Set(d, T{1});
  alignas(64) std::array<T, kLanes> place;
  const auto own = [&](std::size_t i) { return units.at(i); };
  least_differences(units, own, [&](std::size_t i, auto least) {
    // A unit that has come before is in no bank.
    const auto none = hn::Iota(d, static_cast<T>(32 + i));
    const auto bank = hn::And(hn::Sub(units.at(i), one), bank_bits);
    hn::Store(hn::IfThenElse(hn::Eq(least, hn::Zero(d)), none, bank), d, place.data() + i);
  });
  return most_equal(places_of(place.data()));
}

/// The addresses of lanes that take part; to others that of the first.
void fill(const std::uint64_t* address, LaneMask lanes, std::uint64_t* filled) {
  const hn::CappedTag<std::uint64_t, kLanes> d;
  const auto first = hn::Set(d, address[first_lane(lanes)]);
  for (std::size_t i = 0; i < kLanes; i += hn::Lanes(d)) {
    const auto bit = hn::Shl(hn::Set(d, std::uint64_t{1}), hn::Iota(d, std::uint64_t{i}));
    const auto takes_part = hn::Ne(hn::And(hn::Set(d, std::uint64_t{lanes}), bit), hn::Zero(d));
    hn::Store(hn::IfThenElse(takes_part, hn::LoadU(d, address + i), first), d, filled + i);
  }
}

std::uint32_t lanes_in_bank(const std::uint64_t* address, LaneMask lanes, unsigned shift, std::uint32_t banks) {
  using T = std::uint16_t;
  const Tag<T> d;
  alignas(64) std::array<T, kLanes> place;
  const auto bank_bits = hn::Set(d, static_cast<T>(banks - 1));
  for (std::size_t i = 0; i < kLanes; i += kStep<T>)
    hn::Store(hn::And(numbers_of<T>(address + i, shift, 0), bank_bits), d, place.data() + i);
  for_each_lane(~lanes, [&](int lane) { place[static_cast<std::size_t>(lane)] = static_cast<T>(32 + lane); });
  return most_equal(places_of(place.data()));
}

/// What lanes ask for, by lane from the last one on but for `bank`, which begins with the first.
struct LastUnits {
  alignas(64) std::array<std::uint16_t, kLanes> bank;
  alignas(64) std::array<std::uint16_t, kLanes> own;   // the bank of each lane
  alignas(64) std::array<std::uint16_t, kLanes> last;  // where no later lane asks for the same unit; else no bank
};

/// \param address  of all lanes; those that do not take part have the address of one that does
/// \returns whether lanes ask for the same unit
HWY_INLINE bool find_last_units(const std::uint64_t* address, LaneMask lanes, unsigned shift, std::uint64_t origin,
                                std::uint32_t banks, LastUnits& found) {
  using T = std::uint16_t;
  const Tag<T> d;
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, T{1});
  Row<T> units(0);  // 0: of a lane that takes no part
  for (std::size_t i = 0; i < kLanes; i += kStep<T>) {
    const std::size_t first = kLanes - kStep<T> - i;
    auto numbers = numbers_of<T>(address + first, shift, origin);
    if (lanes != kFullMask) {
      const auto takes_part = hn::And(hn::Set(d, static_cast<T>(lanes >> first)), hn::Shl(one, hn::Iota(d, T{0})));
      numbers = hn::IfThenElseZero(hn::Ne(takes_part, zero), numbers);
    }
    const auto bank = hn::And(hn::Sub(numbers, one), hn::Set(d, static_cast<T>(banks - 1)));
    const auto place = hn::IfThenElse(hn::Eq(numbers, zero), hn::Iota(d, static_cast<T>(128 + first)), bank);
    hn::Store(place, d, found.bank.data() + first);
    hn::Store(hn::Reverse(d, place), d, found.own.data() + i);
    units.set(i, hn::Reverse(d, numbers));
  }
  const auto own = [&](std::size_t i) { return units.at(i); };
  auto same = hn::Zero(d);
  least_differences(units, own, [&](std::size_t i, auto least) {
    const auto none = hn::Iota(d, static_cast<T>(64 + i));
    const auto bank = hn::Load(d, found.own.data() + i);
    const auto later = hn::VecFromMask(d, hn::Eq(least, zero));
    same = hn::Or(same, hn::And(later, units.at(i)));
    hn::Store(hn::IfVecThenElse(later, none, bank), d, found.last.data() + i);
  });
  return !hn::AllTrue(d, hn::Eq(same, zero));
}

/// A lane is served in the round of as many lanes as ask for its bank before it; the units of the bank that are left
/// then are those that it and later lanes ask for.
BankRounds count_rounds(const std::uint64_t* address, LaneMask lanes, unsigned shift, std::uint32_t banks) {
  using T = std::uint8_t;
  const std::uint64_t origin = 0 - (std::uint64_t{1} << shift);
  if (!within(address, origin, 16 + shift)) return {.rounds = kTooFar};
  LastUnits found;
  if (!find_last_units(address, lanes, shift, origin, banks, found)) {
    // The fullest bank has as many lanes left as there are rounds to come.
    const std::uint32_t most = most_equal(places_of(found.bank.data()));
    return {.rounds = most, .units = most * (most + 1) / 2};
  }
  const Tag<T> d;
  alignas(64) std::array<T, kLanes> round;
  alignas(64) std::array<T, kLanes> units;  // from the last lane on
  const Row<T> bank = places_of(found.bank.data());
  count_equal(
      bank, [&](std::size_t i) { return bank.at(i); },
      [&](std::size_t i, auto equal) { hn::Store(equal, d, round.data() + i); });
  const Row<T> own = places_of(found.own.data());
  const Row<T> last = places_of(found.last.data());
  count_equal(
      last, [&](std::size_t i) { return own.at(i); },
      [&](std::size_t i, auto equal) {
        const auto its_own = hn::IfThenElseZero(hn::Eq(own.at(i), last.at(i)), hn::Set(d, T{1}));
        hn::Store(hn::Add(equal, its_own), d, units.data() + i);
      });
  const Half half;
  const auto backwards = hn::Sub(hn::Set(half, T{15}), hn::Iota(half, T{0}));
  const hn::Vec<Half> rounds[2] = {hn::Load(half, round.data()), hn::Load(half, round.data() + 16)};
  const hn::Vec<Half> left[2] = {hn::TableLookupBytes(hn::Load(half, units.data() + 16), backwards),
                                 hn::TableLookupBytes(hn::Load(half, units.data()), backwards)};
  BankRounds count{.rounds = 1 + greatest_of_half(hn::Max(rounds[0], rounds[1]))};
  for (std::uint32_t i = 0; i < count.rounds; ++i) {
    const auto now = hn::Set(half, static_cast<T>(i));
    const auto of = [&](std::size_t k) HWY_ATTR { return hn::IfThenElseZero(hn::Eq(rounds[k], now), left[k]); };
    count.units += greatest_of_half(hn::Max(of(0), of(1)));
  }
  return count;
}

/// \param origin  of the numbers: a line before all addresses
DifferentSectors count_sectors(const std::uint64_t* address, std::uint64_t origin) {
  using T = std::uint32_t;
  if (!within(address, origin, kSectorsReach)) return {.sectors = kTooFar};
  Row<T> sectors(kTooFar);
  for (std::size_t i = 0; i < kLanes; i += kStep<T>) sectors.set(i, numbers_of<T>(address + i, 5, origin));
  const Tag<T> d;
  DifferentSectors count;
  const auto own = [&](std::size_t i) { return sectors.at(i); };
  least_differences(sectors, own, [&](std::size_t, auto least) {
    count.sectors += static_cast<T>(hn::CountTrue(d, hn::Gt(least, hn::Zero(d))));
    count.lines += static_cast<T>(hn::CountTrue(d, hn::Gt(least, hn::Set(d, 3u))));
  });
  return count;
}

struct Nearness {
  Numbers<std::uint32_t> least;      // difference from a lane before
  Numbers<std::uint32_t> different;  // lanes before, or none, that have another number
};

/// Lanes that do not take part lie in sectors of their own.
SectorTurns count_turns(const std::uint64_t* address, LaneMask lanes, std::uint64_t origin) {
  using T = std::uint32_t;
  if (!within(address, origin, kBytesReach)) return {.different = {}, .turns = kTooFar};
  const Tag<T> d;
  Row<T> places(kTooFar);
  for (std::size_t i = 0; i < kLanes; i += kStep<T>) {
    auto numbers = numbers_of<T>(address + i, 0, origin);
    if (lanes != kFullMask) {
      const auto lane = hn::Iota(d, static_cast<T>(i));
      const auto bit = hn::Shl(hn::Set(d, T{1}), lane);
      const auto takes_part = hn::Ne(hn::And(hn::Set(d, lanes), bit), hn::Zero(d));
      numbers = hn::IfThenElse(takes_part, numbers, hn::Add(hn::Set(d, T{1} << 31), hn::ShiftLeft<8>(lane)));
    }
    places.set(i, numbers);
  }
  const auto one = hn::Set(d, T{1});
  const auto low = hn::Set(d, T{31});
  const auto own = [&](std::size_t i) { return places.at(i); };
  const auto none = static_cast<T>(lane_count(~lanes));
  T sectors = 0;  // lanes that are the first of their sector, and of their line
  T lines = 0;
  alignas(64) std::array<T, kLanes> equal;
  against_earlier(
      places, Nearness{hn::Set(d, kTooFar), hn::Zero(d)}, own,
      [one](const Nearness& so_far, auto difference) {
        return Nearness{hn::Min(so_far.least, difference), hn::Add(so_far.different, hn::Min(difference, one))};
      },
      [](const Nearness& x, const Nearness& y) {
        return Nearness{hn::Min(x.least, y.least), hn::Add(x.different, y.different)};
      },
      [&](std::size_t i, const Nearness& near) {
        sectors += static_cast<T>(hn::CountTrue(d, hn::Gt(near.least, low)));
        lines += static_cast<T>(hn::CountTrue(d, hn::Gt(near.least, hn::Set(d, T{127}))));
        hn::Store(hn::Sub(distances_at<T>(i), near.different), d, equal.data() + i);
      });
  SectorTurns count{.different = {.sectors = sectors - none, .lines = lines - none}, .turns = sectors - none};
  if (sectors == kLanes) return count;
  // Below the sector's number stand, from 31 down, the lanes before that have the same address: the least difference is
  // from the lane that has most. Each lane adds what it has more than all before it of its sector.
  Row<T> packed(kTooFar);
  for (std::size_t i = 0; i < kLanes; i += kStep<T>)
    packed.set(i, hn::Or(hn::AndNot(low, places.at(i)), hn::Sub(low, hn::Load(d, equal.data() + i))));
  auto sum = hn::Zero(d);
  least_differences(
      packed, [&](std::size_t i) { return hn::AndNot(low, places.at(i)); },
      [&](std::size_t i, auto least) {
        const auto turns = hn::Add(hn::Load(d, equal.data() + i), one);
        const auto before = hn::IfThenZeroElse(hn::Gt(least, low), hn::Sub(hn::Set(d, 32u), least));
        sum = hn::Add(sum, hn::Sub(hn::Max(turns, before), before));
      });
  count.turns = hn::GetLane(hn::SumOfLanes(d, sum)) - none;
  return count;
}

}  // namespace
}  // namespace warpglass::arch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::arch {
namespace {

HWY_EXPORT(units_in_bank);
HWY_EXPORT(fill);
HWY_EXPORT(lanes_in_bank);
HWY_EXPORT(count_rounds);
HWY_EXPORT(count_sectors);
HWY_EXPORT(count_turns);

/// All lanes' addresses; of lanes that do not take part that of the first that does.
class Filled {
 public:
  Filled(LaneAddresses address, LaneMask lanes) : from_(address.data()) {
    if (lanes == kFullMask) return;
    HWY_DYNAMIC_DISPATCH(fill)(address.data(), lanes, filled_.data());
    from_ = filled_.data();
  }
  Filled(const Filled&) = delete;
  Filled& operator=(const Filled&) = delete;
  [[nodiscard]] const std::uint64_t* data() const { return from_; }

 private:
  const std::uint64_t* from_;
  alignas(64) std::array<std::uint64_t, kWarpSize> filled_;
};

/// The line of an address, as far before it as addresses may lie before it.
std::uint64_t origin_of(std::uint64_t address, unsigned reach) {
  return (address & ~std::uint64_t{127}) - (std::uint64_t{1} << (reach - 1));
}

}  // namespace

std::optional<std::uint32_t> units_in_fullest_bank(LaneAddresses address, LaneMask lanes, unsigned shift,
                                                   std::uint32_t banks) {
  if (lanes == 0) return 0;
  const Filled all(address, lanes);
  const std::uint32_t most = HWY_DYNAMIC_DISPATCH(units_in_bank)(all.data(), shift, banks);
  if (most == kTooFar) return std::nullopt;
  return most;
}

std::uint32_t lanes_in_fullest_bank(LaneAddresses address, LaneMask lanes, unsigned shift, std::uint32_t banks) {
  return lanes == 0 ? 0 : HWY_DYNAMIC_DISPATCH(lanes_in_bank)(address.data(), lanes, shift, banks);
}

std::optional<BankRounds> bank_rounds(LaneAddresses address, LaneMask lanes, unsigned shift, std::uint32_t banks) {
  if (lanes == 0) return BankRounds{};
  const Filled all(address, lanes);
  const BankRounds count = HWY_DYNAMIC_DISPATCH(count_rounds)(all.data(), lanes, shift, banks);
  if (count.rounds == kTooFar) return std::nullopt;
  return count;
}

std::optional<DifferentSectors> different_sectors(LaneAddresses address, LaneMask lanes) {
  if (lanes == 0) return DifferentSectors{};
  const Filled all(address, lanes);
  const DifferentSectors count =
      HWY_DYNAMIC_DISPATCH(count_sectors)(all.data(), origin_of(all.data()[0], kSectorsReach));
  if (count.sectors == kTooFar) return std::nullopt;
  return count;
}

std::optional<SectorTurns> turns_at_sectors(LaneAddresses address, LaneMask lanes) {
  if (lanes == 0) return SectorTurns{};
  const Filled all(address, lanes);
  const SectorTurns count = HWY_DYNAMIC_DISPATCH(count_turns)(all.data(), lanes, origin_of(all.data()[0], kBytesReach));
  if (count.turns == kTooFar) return std::nullopt;
  return count;
}

}  // namespace warpglass::arch
#endif
