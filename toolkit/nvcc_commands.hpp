// What an nvcc command line comes to: the commands that do the same with clang and our CUDA path.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "toolkit/nvcc_options.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

/// Commands to run in order, each up to the first that fails. Intermediate files are put into `temporary_folder`,
/// which the caller makes and removes. An error in `diagnostics` when the inputs do not fit what is to be made.
[[nodiscard]] std::vector<std::vector<std::string>> nvcc_commands(const NvccOptions& options,
                                                                  const Toolchain& toolchain,
                                                                  const std::string& temporary_folder,
                                                                  Diagnostics& diagnostics);

/// `nvcc .c -Xcompiler --version`: files for CMake and make ask the host's compiler who it is. It answers on standard
/// output, and nothing is compiled, whatever the input's name.
[[nodiscard]] bool asks_host_compiler(const NvccOptions& options);

/// NvccOptions::device as this clang spells it.
[[nodiscard]] std::vector<std::string> device_flags(const NvccOptions& options, const Toolchain& toolchain);

/// The assignments that nvcc prints before its commands with -v, from which CMake learns where the toolkit is and how
/// programs are linked: the link command holds the text of LIBRARIES.
[[nodiscard]] std::vector<std::string> nvcc_variables(const Toolchain& toolchain, const std::string& search_path);

/// What the commands make, but for what lies in the temporary folder.
[[nodiscard]] std::vector<std::string> made_files(const std::vector<std::vector<std::string>>& commands,
                                                  const std::string& temporary_folder);

}  // namespace warpglass::toolkit
