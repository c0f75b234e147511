// Activations of functions: register rows and parameter bytes.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// New activation rows for `function`, constants filled in.
std::unique_ptr<Frame> make_frame(const Program& program, std::uint32_t function, Frame* caller);

/// Sets the registers of a frame that may be read first to zero and remembers the generation.
void clear_frame(const Program& program, Frame& frame, std::uint64_t generation);

}  // namespace warpglass::sim
