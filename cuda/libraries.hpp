// Device code loaded at run time, by handles. Under the process's lock, as everything here.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

struct Library {
  runtime::ModuleId module{};
  std::uint32_t device = 0;  // that the thread had chosen which loaded it
  std::string name;
  std::vector<std::vector<std::byte>> images;  // kept until the module is loaded
};

[[nodiscard]] std::map<cudaLibrary_t, std::unique_ptr<Library>>& libraries();

/// nullptr for a handle that is none.
[[nodiscard]] Library* find_library(cudaLibrary_t handle);

/// \param name      what diagnostics call the code
/// \param problems  gets what is wrong with it, and what is told of it; may be nullptr
/// \param ready     kernels are made ready at once, so that what is wrong with them comes there too; code of which no
///                  kernel can run is refused
[[nodiscard]] runtime::Status load_library(Process& process, std::vector<std::vector<std::byte>> images,
                                           const std::string& name, cudaLibrary_t* handle,
                                           Diagnostics* problems = nullptr, bool ready = false);

/// False for a handle that is none.
bool unload_library(Process& process, cudaLibrary_t handle);

/// Copies of the images that code in memory consists of: a wrapper's, a linked image's, a fat binary, or PTX text.
[[nodiscard]] std::vector<std::vector<std::byte>> images_at(const void* code);

/// The same for a file; false when it cannot be read.
[[nodiscard]] bool read_images(const char* file, std::vector<std::vector<std::byte>>& images);

/// What cuLinkComplete makes: the images one after another, with their lengths, so that a program may copy it or write
/// it to a file.
[[nodiscard]] std::vector<std::byte> linked_image(const std::vector<std::vector<std::byte>>& images);

}  // namespace warpglass::cuda
