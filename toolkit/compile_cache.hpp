// Compiling what has not been compiled before. A program is taken from the cache while the compiler, its flags and
// every file that was read for it, by the host's and by the device's compilation, are what they were.
#pragma once

#include "base/file_cache.hpp"
#include "toolkit/compiler.hpp"

namespace warpglass::toolkit {

struct CachedCompilation {
  CompileResult result;
  bool from_cache = false;
};

/// As compile(), with what the compiler said back then where it is not asked.
[[nodiscard]] CachedCompilation compile(const Toolchain& toolchain, const CompileRequest& request,
                                        const FileCache& cache);

/// Whether nothing but the compiler and files that it names as read decides what comes out.
[[nodiscard]] bool may_be_kept(const CompileRequest& request);

}  // namespace warpglass::toolkit
