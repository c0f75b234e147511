// The two things a CUDA program is compiled with: clang, and our CUDA path, which is a folder laid out like the
// vendor's toolkit (include/, bin/, lib64/, nvvm/libdevice/).
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/file_cache.hpp"

namespace warpglass::toolkit {

struct Toolchain {
  std::string clang;      // path of a clang++
  int clang_version = 0;  // its major number, 16 or newer
  std::string cuda_path;
  std::string device_pass{};   // our pass for this clang, of __grid_constant__; empty: there is none, or no need
  std::string cache_folder{};  // for what is compiled beforehand (toolkit/prelude.hpp); empty: nothing is
};

struct ToolchainQuery {
  std::string
      executable;  // the running program; the CUDA path is found beside it, in the build tree and once installed
  std::string search_path;           // the value of PATH, where clang is looked for
  std::string clang;                 // this clang++ and no other, when not empty
  std::string cuda_path;             // this folder and no other, when not empty
  const FileCache* cache = nullptr;  // of what compilers have said and made; may be nullptr
};

inline constexpr int kOldestClang = 16;

/// Prefers clang 19, the one the headers are tested with, then newer, then older ones down to 16.
/// Without a value there is one error in `diagnostics` that says what to install.
[[nodiscard]] std::optional<Toolchain> find_toolchain(const ToolchainQuery& query, Diagnostics& diagnostics);

/// Absolute path of the running program, for ToolchainQuery::executable.
[[nodiscard]] std::string running_executable();

}  // namespace warpglass::toolkit
