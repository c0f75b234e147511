// Options of loading and linking device code, and what is told through them.
#pragma once

#include <cstddef>
#include <string>

#include "base/diagnostic.hpp"
#include "cuda/driver/api.hpp"

namespace warpglass::cuda {

/// Where a program wants the logs of loading or linking to go.
class JitLogs {
 public:
  /// Reads options; false when one of them is none.
  [[nodiscard]] bool read(unsigned count, CUjit_option* options, void** values);

  /// Whether the program wants to know what is wrong.
  [[nodiscard]] bool are_wanted() const { return errors_.text != nullptr || information_.text != nullptr; }

  /// Fills the logs with what was said: errors in one, all else in the other, a line each. Sizes become what was
  /// written.
  void write(const Diagnostics& diagnostics);

 private:
  struct Log {
    char* text = nullptr;
    std::size_t room = 0;
    void** size = nullptr;  // where the program reads how much was written

    void write(const std::string& lines) const;
  };

  Log information_, errors_;
  void** wall_time_ = nullptr;
};

}  // namespace warpglass::cuda
