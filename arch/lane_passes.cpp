#include <algorithm>
#include <tuple>

#include "arch/pass_groups.hpp"

namespace warpglass::arch {
namespace {

/// The machine's own bank of an address.
std::uint32_t bank_of(const SharedMemory& memory, std::uint64_t address) {
  return static_cast<std::uint32_t>(address / memory.bank_bytes) % memory.banks();
}

/// Adds the lanes of one request that is no loop; returns how many passes it takes.
std::uint32_t add_request(const SharedMemory& memory, const SharedRequest& request, std::uint32_t first_pass,
                          std::vector<LanePass>& all) {
  const PassGroups groups = pass_groups(memory, request);
  const std::uint32_t bytes = groups.parts > 1 ? 4 : request.bytes;
  const std::uint32_t banks = std::max(1u, bytes / memory.bank_bytes);
  std::uint32_t begin = first_pass;
  for (const LaneMask lanes : groups.lanes) {
    if (lanes == 0) continue;
    for (std::uint32_t part = 0; part < groups.parts; ++part) {
      std::array<std::uint32_t, kWarpSize> pass{};
      const std::uint32_t count = serve(groups, request.address, lanes, part, &pass);
      for_each_lane(lanes, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        for (std::uint32_t step = 0; step < groups.passes_each; ++step) {
          all.push_back({.lane = lane,
                         .bank = bank_of(memory, request.address[i] + std::uint64_t{4} * part),
                         .banks = banks,
                         .pass = begin + pass[i] * groups.passes_each + step});
        }
      });
      begin += count * groups.passes_each;
    }
    begin += groups.extra_passes;
  }
  return begin - first_pass;
}

}  // namespace

std::vector<LanePass> lane_passes(const SharedMemory& memory, const SharedRequest& request) {
  std::vector<LanePass> all;
  if (is_loop(memory, request)) {
    std::uint32_t begin = 0;
    for (SharedRequest left = request; left.lanes != 0;) {
      const LoopRound round = next_round(memory, left);
      begin += add_request(memory, round.load, begin, all);
      begin += add_request(memory, round.write, begin, all);
      left.lanes &= ~round.done;
    }
  } else {
    add_request(memory, request, 0, all);
  }
  std::stable_sort(all.begin(), all.end(), [](const LanePass& x, const LanePass& y) {
    return std::tuple(x.pass, x.lane) < std::tuple(y.pass, y.lane);
  });
  return all;
}

}  // namespace warpglass::arch
