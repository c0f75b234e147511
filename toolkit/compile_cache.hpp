// Compiling what has not been compiled before. A program, or an object file, is taken from the cache while the
// compiler, its flags and every file that was read for it, by the host's and by the device's compilation, are what they
// were.
#pragma once

#include <string>
#include <vector>

#include "base/file_cache.hpp"
#include "toolkit/compiler.hpp"

namespace warpglass::toolkit {

struct CachedCompilation {
  CompileResult result;
  bool from_cache = false;
  /// Changes with the compiler, its flags and every file that was read; empty: it is not known what these are.
  std::string state{};
};

/// As compile(), with what the compiler said back then where it is not asked.
[[nodiscard]] CachedCompilation compile(const Toolchain& toolchain, const CompileRequest& request,
                                        const FileCache& cache);

/// As run_clang(), for a command that makes an object file, or PTX, of one CUDA source; others are run each time.
[[nodiscard]] CachedCompilation run_clang(const Toolchain& toolchain, const std::vector<std::string>& command,
                                          const FileCache& cache);

/// Whether nothing but the compiler and files that it names as read decides what comes out.
[[nodiscard]] bool may_be_kept(const CompileRequest& request);

}  // namespace warpglass::toolkit
