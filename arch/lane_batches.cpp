// A group of accesses is as many as a vector has numbers: number i of a vector belongs to access i, and there is a
// vector for each lane, in any order, since only the set of a lanes' numbers counts. A sorting network (Batcher's
// odd-even merge) then exchanges vectors, each exchange a minimum and a maximum.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arch/lane_batches.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "arch/lane_batches.hpp"

#ifndef WARPGLASS_ARCH_LANE_BATCHES_ONCE
#define WARPGLASS_ARCH_LANE_BATCHES_ONCE
namespace warpglass::arch {

struct Exchange {
  std::uint8_t low;
  std::uint8_t high;
};
inline constexpr std::size_t kExchanges = 191;

constexpr std::array<Exchange, kExchanges> sorting_network() {
  std::array<Exchange, kExchanges> network{};
  std::size_t count = 0;
  constexpr int kNumbers = kWarpSize;
  for (int merged = 1; merged < kNumbers; merged *= 2) {
    for (int apart = merged; apart >= 1; apart /= 2) {
      for (int begin = apart % merged; begin + apart < kNumbers; begin += 2 * apart) {
        for (int i = begin; i < std::min(begin + apart, kNumbers - apart); ++i) {
          if (i / (2 * merged) == (i + apart) / (2 * merged))
            network[count++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + apart)};
        }
      }
    }
  }
  return network;
}
inline constexpr std::array<Exchange, kExchanges> kNetwork = sorting_network();
static_assert(kNetwork.back().high != 0, "all exchanges are there");

/// Lanes that do not take part stand behind all others: as one address, or each in a bank of its own.
inline constexpr std::uint32_t kNoPlace = 0xffffffffu;

}  // namespace warpglass::arch
#endif

HWY_BEFORE_NAMESPACE();
namespace warpglass::arch::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = kWarpSize;
using Row = std::array<std::uint32_t, kLanes>;

template <class T>
using Tag = hn::CappedTag<T, std::min(64 / sizeof(T), LaneBatch::kMost)>;
template <class T>
using Numbers = hn::Vec<Tag<T>>;
template <class T>
constexpr std::size_t kGroup = hn::MaxLanes(Tag<T>());  // accesses
template <class T>
constexpr std::size_t kBlock = 16 / sizeof(T);  // numbers in 128 bits

/// Numbers of a group's accesses, blocks of one access behind those of another, so that vectors hold blocks of several.
template <class T>
using Blocks = std::array<std::array<std::array<T, kBlock<T>>, kGroup<T>>, kLanes / kBlock<T>>;

template <class T, class V>
HWY_INLINE void store_blocks(V v, Blocks<T>& blocks, std::size_t block, std::size_t access) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) == kBlock<T>) {
    hn::Store(v, d, blocks[block][access].data());
  } else {
    const hn::Half<decltype(d)> half;
    constexpr std::size_t kBlocks = hn::MaxLanes(half) / kBlock<T>;
    store_blocks<T>(hn::LowerHalf(half, v), blocks, block, access);
    store_blocks<T>(hn::UpperHalf(half, v), blocks, block + kBlocks, access);
  }
}

/// Numbers of one access: narrow ones share the bits of a wide one. \param number  of vectors of places, that fits T
template <class T, class Number>
HWY_INLINE void take_numbers(const Row& row, const Number& number, Blocks<T>& blocks, std::size_t access) {
  const hn::Repartition<std::uint32_t, Tag<T>> wide;
  constexpr std::size_t kStep = hn::MaxLanes(wide);
  constexpr std::size_t kPacked = hn::MaxLanes(Tag<T>()) / kStep;
  for (std::size_t i = 0; i < kLanes; i += kPacked * kStep) {
    const auto next = [&](std::size_t step) HWY_ATTR { return number(hn::LoadU(wide, row.data() + i + step * kStep)); };
    auto packed = next(0);
    if constexpr (kPacked == 2) packed = hn::Or(packed, hn::ShiftLeft<16>(next(1)));
    if constexpr (kPacked == 4) {
      packed = hn::Or(packed, hn::ShiftLeft<8>(next(1)));
      packed = hn::Or(packed, hn::Or(hn::ShiftLeft<16>(next(2)), hn::ShiftLeft<24>(next(3))));
    }
    store_blocks<T>(hn::BitCast(Tag<T>(), packed), blocks, i / kBlock<T>, access);
  }
}

/// Rows and columns of the blocks of as many vectors as a block has numbers change places.
template <class T>
HWY_INLINE void transpose_blocks(Numbers<T>* v) {
  const Tag<T> d;
  constexpr std::size_t kHalf = kBlock<T> / 2;
  for (std::size_t distance = 1; distance < kBlock<T>; distance *= 2) {
    Numbers<T> next[kBlock<T>];
    for (std::size_t i = 0; i < kHalf; ++i) {
      next[2 * i] = hn::InterleaveLower(d, v[i], v[i + kHalf]);
      next[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kHalf]);
    }
    for (std::size_t i = 0; i < kBlock<T>; ++i) v[i] = next[i];
  }
}

template <class T, std::size_t... kIndex>
HWY_INLINE void sort(Numbers<T>* v, std::index_sequence<kIndex...>) {
  (
      [&]() HWY_ATTR {
        constexpr Exchange kOne = kNetwork[kIndex];
        const Numbers<T> low = v[kOne.low];
        v[kOne.low] = hn::Min(low, v[kOne.high]);
        v[kOne.high] = hn::Max(low, v[kOne.high]);
      }(),
      ...);
}

/// \param v  a vector for each lane: of each access the numbers in ascending order
template <class T>
HWY_INLINE void take_in_order(const Blocks<T>& blocks, Numbers<T>* v) {
  const Tag<T> d;
  constexpr std::size_t kBlocks = kGroup<T> / kBlock<T>;  // of a vector
  for (std::size_t block = 0; block < kLanes / kBlock<T>; ++block) {
    Numbers<T>* const own = v + block * kBlock<T>;
    for (std::size_t i = 0; i < kBlock<T>; ++i) own[i] = hn::Load(d, blocks[block][i * kBlocks].data());
    transpose_blocks<T>(own);
  }
  sort<T>(v, std::make_index_sequence<kExchanges>());
}

/// Which access of a group has place `i` in vectors.
template <class T>
constexpr std::size_t access_at(std::size_t i) {
  constexpr std::size_t kBlocks = kGroup<T> / kBlock<T>;
  return i % kBlock<T> * kBlocks + i / kBlock<T>;
}

/// Visits the batch a group at a time: take(access of the batch, place in the group's blocks) for each access, then
/// count(vectors in order, first access of the batch).
template <class T, class Take, class Count>
HWY_INLINE void for_each_group(std::size_t accesses, const Take& take, const Count& count) {
  alignas(64) Blocks<T> blocks;
  for (std::size_t first = 0; first < accesses; first += kGroup<T>) {
    for (std::size_t i = 0; i < kGroup<T>; ++i) take(first + i, blocks, i);
    Numbers<T> v[kLanes];
    take_in_order<T>(blocks, v);
    count(v, first);
  }
}

template <class T>
HWY_INLINE void put(Numbers<T> counts, std::size_t first, BatchCounts& all) {
  alignas(64) std::array<T, kGroup<T>> each;
  hn::Store(counts, Tag<T>(), each.data());
  for (std::size_t i = 0; i < kGroup<T>; ++i) all[first + access_at<T>(i)] = each[i];
}

/// How many numbers of one bank there are at most: banks are the upper bits. \param step  what a number adds to those
/// before it in its bank, from its difference (exclusive or) to the one before
template <class T, class Step>
HWY_INLINE Numbers<T> most_in_bank(const Numbers<T>* v, std::uint32_t bank_bit, const Step& step) {
  const Tag<T> d;
  const auto last_of_bank = hn::Set(d, static_cast<T>(bank_bit - 1));
  auto run = hn::Zero(d);  // those before it
  auto most = hn::Zero(d);
  for (std::size_t i = 1; i < kLanes; ++i) {
    const auto difference = hn::Xor(v[i], v[i - 1]);
    const auto same_bank = hn::Eq(hn::Max(difference, last_of_bank), last_of_bank);
    run = hn::IfThenElseZero(same_bank, hn::Add(run, step(difference)));
    most = hn::Max(most, run);
  }
  return hn::Add(most, hn::Set(d, T{1}));
}

/// \pre words lie below 1 << 8 * sizeof(T)
template <class T>
void count_words_by(const LaneBatch& batch, BatchCounts& most) {
  constexpr int kRowBits = 8 * sizeof(T) - 5;
  for_each_group<T>(
      batch.count,
      [&](std::size_t access, Blocks<T>& blocks, std::size_t i) HWY_ATTR {
        take_numbers<T>((*batch.place)[access],
                        [](auto place) HWY_ATTR {
                          const hn::DFromV<decltype(place)> d;
                          // The bank, which is the word's lower five bits, comes to be its upper ones.
                          const auto bank = hn::And(hn::ShiftRight<2>(place), hn::Set(d, 31u));
                          const auto row = hn::And(hn::ShiftRight<7>(place), hn::Set(d, (1u << kRowBits) - 1));
                          return hn::Or(hn::ShiftLeft<kRowBits>(bank), row);
                        },
                        blocks, i);
      },
      [&](const Numbers<T>* v, std::size_t first) HWY_ATTR {
        const auto one = hn::Set(Tag<T>(), T{1});
        const auto step = [one](auto difference) HWY_ATTR { return hn::Min(difference, one); };
        put<T>(most_in_bank<T>(v, 1u << kRowBits, step), first, most);
      });
}

bool lie_in_a_kilobyte(const LaneBatch& batch) {
  const Tag<std::uint32_t> d;
  for (std::size_t access = 0; access < batch.count; ++access) {
    auto bits = hn::Zero(d);
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(d))
      bits = hn::Or(bits, hn::LoadU(d, (*batch.place)[access].data() + i));
    // Where they do not, the first access mostly shows it.
    if (!hn::AllFalse(d, hn::Ne(hn::ShiftRight<10>(bits), hn::Zero(d)))) return false;
  }
  return true;
}

void count_words(const LaneBatch& batch, std::uint64_t within, BatchCounts& most) {
  // Of a kilobyte the words' numbers are half as wide, and twice as many share a vector.
  if (within <= 1 << 10 || lie_in_a_kilobyte(batch))
    count_words_by<std::uint8_t>(batch, most);
  else
    count_words_by<std::uint16_t>(batch, most);
}

void count_lanes(const LaneBatch& batch, BatchCounts& most) {
  using T = std::uint16_t;
  for_each_group<T>(
      batch.count,
      [&](std::size_t access, Blocks<T>& blocks, std::size_t i) HWY_ATTR {
        const Row* row = &(*batch.place)[access];
        const LaneMask lanes = (*batch.lanes)[access];
        Row banks;
        std::uint32_t bits = 31;
        if (lanes != kFullMask) {
          for (std::size_t lane = 0; lane < kLanes; ++lane)
            banks[lane] =
                (lanes >> lane & 1) != 0 ? (*row)[lane] & 31u << 2 : static_cast<std::uint32_t>(32 + lane) << 2;
          row = &banks;
          bits = 63;
        }
        take_numbers<T>(
            *row,
            [bits](auto place) HWY_ATTR {
              const hn::DFromV<decltype(place)> d;
              return hn::And(hn::ShiftRight<2>(place), hn::Set(d, bits));
            },
            blocks, i);
      },
      [&](const Numbers<T>* v, std::size_t first) HWY_ATTR {
        const auto one = hn::Set(Tag<T>(), T{1});
        put<T>(most_in_bank<T>(v, 1, [one](auto) HWY_ATTR { return one; }), first, most);
      });
}

HWY_INLINE void take_places(const Row& row, Blocks<std::uint32_t>& blocks, std::size_t i) {
  take_numbers<std::uint32_t>(row, [](auto place) HWY_ATTR { return place; }, blocks, i);
}

/// \pre sectors lie below 1 << 8 * sizeof(T)
template <class T>
void count_sectors_by(const LaneBatch& batch, BatchSectors& counts) {
  for_each_group<T>(
      batch.count,
      [&](std::size_t access, Blocks<T>& blocks, std::size_t i) HWY_ATTR {
        take_numbers<T>((*batch.place)[access], [](auto place) HWY_ATTR { return hn::ShiftRight<5>(place); }, blocks,
                        i);
      },
      [&](const Numbers<T>* v, std::size_t first) HWY_ATTR {
        const Tag<T> d;
        const auto one = hn::Set(d, T{1});
        auto sector_count = one;
        auto line_count = one;
        for (std::size_t i = 1; i < kLanes; ++i) {
          const auto difference = hn::Xor(v[i], v[i - 1]);
          sector_count = hn::Add(sector_count, hn::Min(difference, one));
          line_count = hn::Add(line_count, hn::Min(hn::ShiftRight<2>(difference), one));
        }
        put<T>(sector_count, first, counts.sectors);
        put<T>(line_count, first, counts.lines);
      });
}

void count_sectors(const LaneBatch& batch, std::uint64_t within, BatchSectors& counts) {
  if (within <= 1 << 21)
    count_sectors_by<std::uint16_t>(batch, counts);
  else
    count_sectors_by<std::uint32_t>(batch, counts);
}

void count_turns(const LaneBatch& batch, BatchTurns& counts) {
  using T = std::uint32_t;
  for_each_group<T>(
      batch.count,
      [&](std::size_t access, Blocks<T>& blocks, std::size_t i) HWY_ATTR {
        const Row& row = (*batch.place)[access];
        const LaneMask lanes = (*batch.lanes)[access];
        if (lanes == kFullMask) return take_places(row, blocks, i);
        Row places;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          places[lane] = (lanes >> lane & 1) != 0 ? row[lane] : kNoPlace;
        take_places(places, blocks, i);
      },
      [&](const Numbers<T>* v, std::size_t first) HWY_ATTR {
        const Tag<T> d;
        const auto zero = hn::Zero(d);
        const auto one = hn::Set(d, T{1});
        const auto last_of_sector = hn::Set(d, T{31});
        auto sector_count = one;
        auto line_count = one;
        auto turn_count = one;
        auto run = one;   // lanes at one address
        auto most = one;  // of the sector at hand
        for (std::size_t i = 1; i < kLanes; ++i) {
          const auto difference = hn::Xor(v[i], v[i - 1]);
          sector_count = hn::Add(sector_count, hn::Min(hn::ShiftRight<5>(difference), one));
          line_count = hn::Add(line_count, hn::Min(hn::ShiftRight<7>(difference), one));
          const auto same_sector = hn::Eq(hn::Max(difference, last_of_sector), last_of_sector);
          run = hn::IfThenElse(hn::Eq(difference, zero), hn::Add(run, one), one);
          const auto before = hn::IfThenElseZero(same_sector, most);
          most = hn::Max(before, run);
          turn_count = hn::Add(turn_count, hn::Sub(most, before));
        }
        put<T>(sector_count, first, counts.different.sectors);
        put<T>(line_count, first, counts.different.lines);
        put<T>(turn_count, first, counts.turns);
      });
  for (std::size_t i = 0; i < batch.count; ++i) {
    // Those that take no part are one more sector and line, with a turn for each.
    const auto none = static_cast<std::uint32_t>(lane_count(~(*batch.lanes)[i]));
    const std::uint32_t one_more = none != 0 ? 1 : 0;
    counts.different.sectors[i] -= one_more;
    counts.different.lines[i] -= one_more;
    counts.turns[i] -= none;
  }
}

}  // namespace
}  // namespace warpglass::arch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::arch {
namespace {

HWY_EXPORT(count_words);
HWY_EXPORT(count_lanes);
HWY_EXPORT(count_sectors);
HWY_EXPORT(count_turns);

}  // namespace

BatchCounts words_in_fullest_bank(const LaneBatch& batch, std::uint64_t within) {
  assert(within <= kBatchWordsEnd);
  BatchCounts counts;
  HWY_DYNAMIC_DISPATCH(count_words)(batch, within, counts);
  return counts;
}

BatchCounts lanes_in_fullest_bank(const LaneBatch& batch) {
  BatchCounts counts;
  HWY_DYNAMIC_DISPATCH(count_lanes)(batch, counts);
  return counts;
}

BatchSectors different_sectors(const LaneBatch& batch, std::uint64_t within) {
  assert(within <= kBatchReach);
  BatchSectors counts;
  HWY_DYNAMIC_DISPATCH(count_sectors)(batch, within, counts);
  return counts;
}

BatchTurns turns_at_sectors(const LaneBatch& batch) {
  BatchTurns counts;
  HWY_DYNAMIC_DISPATCH(count_turns)(batch, counts);
  return counts;
}

}  // namespace warpglass::arch
#endif
