#include "cuda/driver/jit.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warpglass::cuda {

bool JitLogs::read(unsigned count, CUjit_option* options, void** values) {
  if (count != 0 && (options == nullptr || values == nullptr)) return false;
  for (unsigned i = 0; i < count; ++i) {
    const auto number = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffffU);
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER: information_.text = static_cast<char*>(values[i]); break;
      case CU_JIT_ERROR_LOG_BUFFER: errors_.text = static_cast<char*>(values[i]); break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        information_.room = number;
        information_.size = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        errors_.room = number;
        errors_.size = &values[i];
        break;
      case CU_JIT_WALL_TIME: wall_time_ = &values[i]; break;
      default:
        // The others say how machine code is made, and there is none.
        if (options[i] < CU_JIT_MAX_REGISTERS || options[i] >= CU_JIT_NUM_OPTIONS) return false;
    }
  }
  return true;
}

void JitLogs::Log::write(const std::string& lines) const {
  const std::size_t length = room == 0 ? 0 : std::min(lines.size(), room - 1);
  if (text != nullptr && room != 0) {
    std::memcpy(text, lines.data(), length);
    text[length] = '\0';
  }
  if (size != nullptr)
    *size = reinterpret_cast<void*>(static_cast<std::uintptr_t>(text == nullptr || length == 0 ? 0 : length + 1));
}

void JitLogs::write(const Diagnostics& diagnostics) {
  std::string errors, information;
  for (const Diagnostic& diagnostic : diagnostics)
    (diagnostic.severity == Severity::error ? errors : information) += to_string(diagnostic) + '\n';
  errors_.write(errors);
  information_.write(information);
  if (wall_time_ != nullptr) {
    const float none = 0;
    std::memcpy(static_cast<void*>(wall_time_), &none, sizeof none);
  }
}

}  // namespace warpglass::cuda
