// Compiling device code that lies in no file: the source, and headers that come with it, are texts of the caller's.
// They are written into a folder of their own for as long as the compiler runs; messages and line tables name them as
// the caller does.
#pragma once

#include <string>
#include <vector>

#include "base/file_cache.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

struct NamedText {
  std::string name;
  std::string text;
};

struct TextRequest {
  NamedText source;
  NamedText preamble;                // read before the source; may be empty
  std::vector<NamedText> headers;    // may_name_header() their names
  std::vector<std::string> folders;  // where a header that is not among them is looked for, after clang's and ours
  std::string architecture = "sm_90";
  std::vector<std::string> flags;  // handed to clang before those for the headers
};

struct CompiledText {
  CompileResult result;
  std::string ptx;  // empty unless the exit code is 0
};

/// Whether a header can have this name: that of a file, not of a folder, and not from the root of all files.
[[nodiscard]] bool may_name_header(const std::string& name);

/// \param cache  of what has been compiled before
[[nodiscard]] CompiledText compile_text(const Toolchain& toolchain, const TextRequest& request, const FileCache& cache);

}  // namespace warpglass::toolkit
