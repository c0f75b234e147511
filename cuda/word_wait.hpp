// A stream that waits for a value in memory, to who hears of streams.
#pragma once

#include <cstdint>

#include "analysis/stream_order.hpp"
#include "runtime/device.hpp"

namespace warpglass::cuda {

/// The value is there: what the stream does next is behind what has written it.
inline void tell_of_word(const runtime::Device& device, std::uint64_t stream) {
  device.tell({.what = sim::StreamAction::wait, .stream = stream, .event = analysis::kEventOfWord});
}

}  // namespace warpglass::cuda
