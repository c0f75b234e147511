// Where the blocks of a launch go.
#pragma once

#include <cstdint>

namespace warpglass {

/// The SM of block number `block` among those that come first: in turn; where there are few, one to each pair of SMs
/// (tests/hardware/h200/facts/block_placement.tsv).
/// \param blocks  of the launch
[[nodiscard]] constexpr std::uint64_t sm_of_block(std::uint64_t block, std::uint64_t blocks, std::uint64_t sms) {
  return (2 * blocks <= sms ? 2 * block : block) % sms;
}

}  // namespace warpglass
