// NVIDIA's assembler, where a machine has one: it is asked how many registers a kernel takes and what it
// keeps in local memory, and for nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/assembled_kernel.hpp"

namespace warpglass::toolkit {

struct PtxasQuery {
  std::string ptxas;      // this one and no other, when not empty; "none": there is none
  std::string cuda_path;  // a toolkit's folder, the value of CUDA_PATH or CUDA_HOME; may be empty
  std::string search_path;
};

/// The assembler of the toolkit that the environment names, of /usr/local/cuda, or in the search path.
[[nodiscard]] std::optional<std::string> find_ptxas(const PtxasQuery& query);

/// As the variables WARPGLASS_PTXAS, CUDA_PATH or CUDA_HOME, and PATH have it.
[[nodiscard]] PtxasQuery ptxas_query_of_environment();

using AssembledKernels = std::map<std::string, AssembledKernel>;

/// Every kernel in a PTX text, by mangled name, as assembled for a compute capability (90 for 9.0). Empty where the
/// assembler refuses the text or does not know the machine.
[[nodiscard]] AssembledKernels assembled_kernels(const std::string& ptxas, std::string_view ptx, std::uint32_t sm);

/// The same for texts to come, each once.
/// \param cache_folder  where answers are kept; empty: they are not
[[nodiscard]] std::function<AssembledKernels(std::string_view ptx)> kernel_assembler(std::string ptxas,
                                                                                     std::uint32_t sm,
                                                                                     std::string cache_folder = "");

/// clang marks a module with line numbers as one for debuggers (`.target sm_90, debug`), for which the assembler does
/// not optimise. nvcc's `-lineinfo` does not. \return the text without that mark, where it is LLVM's
[[nodiscard]] std::string without_debug_target(std::string_view ptx);

/// What `ptxas --verbose` says, read.
/// Of functions that kernels call nothing is kept.
[[nodiscard]] AssembledKernels kernels_of_log(std::string_view log);

}  // namespace warpglass::toolkit
