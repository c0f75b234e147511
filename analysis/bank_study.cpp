#include "analysis/bank_study.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/accesses.hpp"
#include "analysis/metrics.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// A warp's part of the question. `addresses` backs the request.
struct WarpAccess {
  std::array<std::uint64_t, kWarpSize> address{};
  LaneMask lanes = 0;
};

WarpAccess access_of(const BankQuestion& question, std::uint32_t warp) {
  WarpAccess access;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::size_t thread = std::size_t{warp} * kWarpSize + lane;
    if (thread >= question.addresses.size() || !question.addresses[thread]) continue;
    access.address[lane] = *question.addresses[thread];
    access.lanes |= lane_bit(static_cast<int>(lane));
  }
  return access;
}

arch::SharedRequest request_of(const BankQuestion& question, const WarpAccess& access) {
  return {.access = question.access,
          .bytes = question.bytes,
          .matrices = 0,
          .lanes = access.lanes,
          .address = access.address};
}

BankCost cost_of(const arch::SharedMemory& memory, const BankQuestion& question, const WarpAccess& access) {
  const arch::Wavefronts wavefronts = arch::shared_wavefronts(memory, request_of(question, access));
  std::set<std::uint64_t> words;
  for_each_lane(access.lanes, [&](int lane) {
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
    for (std::uint64_t word = first / memory.bank_bytes; word * memory.bank_bytes < first + question.bytes; ++word)
      words.insert(word);
  });
  return {.wavefronts = wavefronts.taken, .ideal = wavefronts.ideal, .words = static_cast<std::uint32_t>(words.size())};
}

}  // namespace

BankStudy study_banks(const arch::DeviceModel& device, const BankQuestion& question) {
  const arch::SharedMemory memory = device.shared_memory(question.bank_bytes);
  BankStudy study;
  study.title = question.title;
  study.device = device.name;
  study.architecture = device.sm_name();
  study.generation = device.generation;
  study.has_bank_modes = device.has_bank_modes();
  study.banks = memory.banks();
  study.bank_bytes = memory.bank_bytes;
  study.access = name_of(question.access);
  study.access_bytes = question.bytes;
  study.block = question.block;
  study.warp = question.warp;
  study.warps = static_cast<std::uint32_t>((question.addresses.size() + kWarpSize - 1) / kWarpSize);
  study.fidelity = fidelity_of_rules(device);
  for (std::uint32_t warp = 0; warp < study.warps; ++warp) {
    const BankCost cost = cost_of(memory, question, access_of(question, warp));
    study.wavefronts += cost.wavefronts;
    study.wavefronts_ideal += cost.ideal;
    if (warp == question.warp) study.cost = cost;
  }
  const WarpAccess shown = access_of(question, question.warp);
  for_each_lane(shown.lanes, [&](int lane) {
    const std::uint64_t thread = std::uint64_t{question.warp} * kWarpSize + static_cast<std::uint64_t>(lane);
    study.lanes.push_back({.lane = lane,
                           .thread = index_at(thread, question.block),
                           .address = shown.address[static_cast<std::size_t>(lane)]});
  });
  study.services = served_lanes(memory, request_of(question, shown));
  return study;
}

}  // namespace warpglass::analysis
