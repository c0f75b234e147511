// Which texture and surface references the program has registered, and what is bound to each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "cuda/api.hpp"
#include "runtime/images.hpp"
#include "runtime/modules.hpp"

namespace warpglass::cuda {

struct TextureReference {
  runtime::ModuleId module{};
  std::string name;
  bool numbers = false;  // read with cudaReadModeNormalizedFloat
  // What is bound:
  std::uint64_t address = 0;  // of the variable; 0: nothing is
  runtime::TextureResource resource{};
  sim::TexelFormat format{};
  std::size_t offset = 0;  // bytes from where the texture begins to what was asked for
  textureReference applied{};
};

struct TextureReferences {
  std::map<const void*, TextureReference> textures;  // by the host's variable
  std::map<const void*, TextureReference> surfaces;  // likewise

  /// Those of a module that goes.
  void remove(runtime::ModuleId module) {
    const auto is_of = [module](const auto& entry) { return entry.second.module == module; };
    std::erase_if(textures, is_of);
    std::erase_if(surfaces, is_of);
  }
  /// The device was reset: nothing is bound any more.
  void unbind_all() {
    for (auto* all : {&textures, &surfaces})
      for (auto& [host, reference] : *all) reference.address = 0;
  }
};

}  // namespace warpglass::cuda
