#include "session/linked_runtime.hpp"

#include <algorithm>

namespace warpglass::session {

LinkedRuntime linked_runtime(std::span<const std::byte> program) {
  LinkedRuntime found{.library = {}, .functions = elf_functions(program)};
  std::erase_if(found.functions, [](const ElfFunction& function) {
    return !function.name.starts_with("cuda") && !function.name.starts_with("__cuda");
  });
  const auto has = [&](std::string_view name) {
    return std::ranges::find(found.functions, name, &ElfFunction::name) != found.functions.end();
  };
  // Every program with device code calls the one, the other tells it from a program of functions with such names.
  if (!has("__cudaRegisterFatBinary") || !has("cudaLaunchKernel")) return {};
  // What a generation has and no other, by the headers of CUDA 11.8, 12.9 and 13.0.
  if (has("cudaGetDeviceProperties_v2")) {
    found.library = "libcudart.so.12";
  } else {
    found.library = has("cudaGetDriverEntryPointByVersion") ? "libcudart.so.13" : "libcudart.so.11.0";
  }
  return found;
}

}  // namespace warpglass::session
