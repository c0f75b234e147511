#include "arch/shared_wavefronts.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "arch/lane_counts.hpp"
#include "arch/pass_groups.hpp"
#include "base/half_swaps.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::span<const std::uint64_t, kWarpSize>;

/// Passes of one group with all its parts.
std::uint32_t passes_of(const PassGroups& groups, Addresses address, LaneMask lanes) {
  if (groups.sharing == Sharing::row && groups.row_shift == 7) return passes(address, lanes, groups.shift);
  if (groups.sharing == Sharing::none && groups.parts == 1)
    return lanes_in_fullest_bank(address, lanes, groups.shift, groups.banks);
  std::uint32_t sum = 0;
  for (std::uint32_t part = 0; part < groups.parts; ++part) sum += serve(groups, address, lanes, part, nullptr);
  return sum;
}

/// Passes of all groups.
std::uint32_t passes_of(const PassGroups& groups, Addresses address) {
  std::uint32_t sum = 0;
  for (const LaneMask lanes : groups.lanes) {
    if (lanes != 0) sum += passes_of(groups, address, lanes) + groups.extra_passes;
  }
  return sum;
}

void add(Wavefronts& sum, const Wavefronts& cost) {
  sum.taken += cost.taken;
  sum.ideal += cost.ideal;
  sum.profiled += cost.profiled;
  sum.profiled_ideal += cost.profiled_ideal;
}

/// The loop of words or less: a round's load is of all lanes that are left, and its swap, of two passes, comes through
/// for the first lane of each bank, which is another word's in each.
LoopWavefronts loop_of_words(const BankRounds& count) {
  const Wavefronts loads{
      .taken = count.units, .ideal = count.rounds, .profiled = count.units, .profiled_ideal = count.rounds};
  const std::uint32_t swaps = 2 * count.rounds;
  LoopWavefronts loop{.rounds = count.rounds, .requests = count.rounds, .all = loads, .loads = loads};
  add(loop.all, {.taken = swaps, .ideal = swaps, .profiled = swaps, .profiled_ideal = swaps});
  return loop;
}

/// Of 16 bits: the words are loaded, and then swapped for changed ones until that comes through, which a swap does for
/// the first lane of each word; what the others find there they change next. A comparison ends where a lane finds its
/// half changed, and begins again where it finds the other one changed: as priced here, none changes anything.
LoopWavefronts loop_of_halves(const SharedMemory& memory, const SharedRequest& request) {
  std::array<std::uint64_t, kWarpSize> words{};
  for_each_lane(request.lanes,
                [&](int lane) { words[std::size_t(lane)] = word_around(request.address[std::size_t(lane)]); });
  SharedRequest word = request;
  word.bytes = 4;
  word.address = words;
  word.access = SharedAccess::load;
  const Wavefronts loads = shared_wavefronts(memory, word);
  LoopWavefronts loop{.rounds = 0, .requests = 1, .all = loads, .loads = loads};
  word.access = SharedAccess::compare_and_swap;
  while (word.lanes != 0) {
    add(loop.all, shared_wavefronts(memory, word));
    ++loop.rounds;
    const bool compares = request.access == SharedAccess::compare_and_swap;
    word.lanes = left_after_swap(word.lanes, compares ? 0 : word.lanes, request.address, compares);
  }
  return loop;
}

}  // namespace

LoopWavefronts loop_wavefronts(const SharedMemory& memory, const SharedRequest& request) {
  if (has_native_atomics(memory) && request.bytes == 2) return loop_of_halves(memory, request);
  // Nsight Compute has no excess for the rounds of a compare-and-swap loop. Those of a lock loop are counted as those
  // of an atomic instruction: without conflicts there is one.
  const bool one_round_is_ideal = !has_native_atomics(memory);
  if (!one_round_is_ideal && request.bytes <= 4) {
    constexpr PassGroups kWords;
    if (const auto count = bank_rounds(request.address, request.lanes, kWords.shift, kWords.banks))
      return loop_of_words(*count);
  }
  LoopWavefronts loop;
  for (SharedRequest left = request; left.lanes != 0;) {
    const LoopRound round = next_round(memory, left);
    Wavefronts load = shared_wavefronts(memory, round.load);
    Wavefronts write = shared_wavefronts(memory, round.write);
    const std::uint32_t each = round.write.access == SharedAccess::compare_and_swap ? 2 : 1;
    const bool counts_as_ideal = loop.rounds == 0 || !one_round_is_ideal;
    write.ideal = write.profiled_ideal =
        counts_as_ideal ? std::min(write.taken, each * least_passes(memory, left.lanes, left.bytes)) : 0;
    if (!counts_as_ideal) load.ideal = load.profiled_ideal = 0;
    add(loop.loads, load);
    add(loop.all, load);
    add(loop.all, write);
    ++loop.rounds;
    ++loop.requests;
    left.lanes &= ~round.done;
  }
  return loop;
}

Wavefronts shared_wavefronts(const SharedMemory& memory, const SharedRequest& request) {
  if (is_loop(memory, request)) return loop_wavefronts(memory, request).all;
  const PassGroups groups = pass_groups(memory, request);
  const std::uint32_t taken = passes_of(groups, request.address);
  std::uint32_t counted = taken;
  if (request.access == SharedAccess::load && request.bytes > 4) {
    const PassGroups profiled = profiled_groups(memory, request, groups);
    if (profiled.lanes != groups.lanes) counted = passes_of(profiled, request.address);
  }
  LaneMask taking_part = 0;
  for (const LaneMask lanes : groups.lanes) taking_part |= lanes;
  const std::uint32_t least = least_passes(memory, taking_part, request.bytes);
  return {.taken = groups.passes_each * taken,
          .ideal = groups.passes_each * std::min(taken, least),
          .profiled = groups.passes_each * counted,
          .profiled_ideal = groups.passes_each * std::min(counted, least)};
}

std::optional<BatchWavefronts> shared_wavefronts(const SharedMemory& memory, SharedRequest common,
                                                 const LaneBatch& batch, std::uint64_t within) {
  if (common.bytes > 4 || within > kBatchWordsEnd || is_loop(memory, common)) return std::nullopt;
  constexpr PassGroups kWords;
  common.lanes = kFullMask;
  const PassGroups groups = pass_groups(memory, common);
  const bool in_words = groups.lanes == std::array<LaneMask, 4>{kFullMask} && groups.shift == kWords.shift &&
                        groups.banks == kWords.banks && groups.parts == 1 && groups.extra_passes == 0;
  const bool by_word = groups.sharing == Sharing::row && groups.row_shift == kWords.row_shift;
  if (!in_words || !(by_word || groups.sharing == Sharing::none)) return std::nullopt;
  std::optional<BatchWavefronts> counts(std::in_place);
  counts->taken = by_word ? words_in_fullest_bank(batch, within) : lanes_in_fullest_bank(batch);
  assert(least_passes(memory, kFullMask, common.bytes) == 1);  // and so of fewer lanes
  for (std::size_t i = 0; i < batch.count; ++i) counts->taken[i] *= groups.passes_each;
  counts->ideal.fill(groups.passes_each);
  return counts;
}

}  // namespace warpglass::arch
