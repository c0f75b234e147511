// Texture and surface references: variables of the program's that were registered, and what is bound to them. In device
// code a reference is a variable of a module; its address serves as the handle of what is bound. The host's structure
// says how a texture samples, and the program may change that without binding again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "cuda/api.hpp"
#include "runtime/images.hpp"
#include "runtime/modules.hpp"

namespace warpglass::cuda {

class Process;

class TextureReferences {
 public:
  /// \param numbers  whether it is read with cudaReadModeNormalizedFloat
  void add_texture(const void* host, runtime::ModuleId module, std::string name, bool numbers);
  void add_surface(const void* host, runtime::ModuleId module, std::string name);
  /// Those of a module that goes.
  void remove(runtime::ModuleId module);
  /// The device was reset: nothing is bound any more.
  void unbind_all();

  [[nodiscard]] bool has_texture(const void* host) const { return textures_.contains(host); }
  [[nodiscard]] bool has_surface(const void* host) const { return surfaces_.contains(host); }

  /// \param offset  bytes from where the texture begins to what was asked for
  [[nodiscard]] cudaError_t bind(Process& process, const textureReference* host,
                                 const runtime::TextureResource& resource, const cudaChannelFormatDesc& channels,
                                 std::size_t offset);
  [[nodiscard]] cudaError_t bind(Process& process, const surfaceReference* host, const runtime::Array& array);
  [[nodiscard]] cudaError_t unbind(Process& process, const textureReference* host);
  /// cudaErrorInvalidTextureBinding when nothing is bound.
  [[nodiscard]] cudaError_t offset_of(const textureReference* host, std::size_t& offset) const;

  /// Before a launch: takes over what the program has changed in its structures.
  [[nodiscard]] cudaError_t refresh(Process& process);

 private:
  struct Reference {
    runtime::ModuleId module{};
    std::string name;
    bool numbers = false;
    // What is bound:
    std::uint64_t address = 0;  // of the variable; 0: nothing is
    runtime::TextureResource resource{};
    sim::TexelFormat format{};
    std::size_t offset = 0;
    textureReference applied{};
  };

  [[nodiscard]] static cudaError_t apply(Process& process, Reference& reference, const textureReference& host);

  std::map<const void*, Reference> textures_;
  std::map<const void*, Reference> surfaces_;
};

}  // namespace warpglass::cuda
