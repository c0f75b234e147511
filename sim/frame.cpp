#include "sim/frame.hpp"

#include <algorithm>
#include <cstring>

namespace warpglass::sim {

std::unique_ptr<Frame> make_frame(const Program& program, std::uint32_t function, Frame* caller) {
  const Function& f = program.functions[function];
  auto frame = std::make_unique<Frame>();
  frame->function = function;
  frame->caller = caller;
  frame->depth = caller == nullptr ? 0 : caller->depth + 1;
  frame->local_base = caller == nullptr ? 0 : caller->local_base + program.functions[caller->function].local_bytes;
  // Vectors may be read somewhat past the last row.
  frame->storage = std::make_unique<std::byte[]>(f.frame_bytes + 64 + 256);
  const auto address = reinterpret_cast<std::uintptr_t>(frame->storage.get());
  frame->rows = frame->storage.get() + (64 - address % 64) % 64;
  std::memcpy(frame->rows, f.constants.data(), f.constants.size());
  frame->params.resize(std::size_t{32} * f.param_bytes);
  return frame;
}

void clear_frame(const Program& program, Frame& frame, std::uint64_t generation) {
  const Function& f = program.functions[frame.function];
  // The first line holds flags beside constants; other constants are never written.
  std::memcpy(frame.rows, f.constants.data(), std::min<std::size_t>(64, f.constants.size()));
  std::memset(frame.rows + f.constants.size(), 0, f.zero_bytes);
  std::fill(frame.params.begin(), frame.params.end(), std::byte{0});
  frame.generation = generation;
}

}  // namespace warpglass::sim
