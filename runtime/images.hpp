// Arrays, and the texture and surface objects made of them or of plain memory. An array is memory whose layout belongs
// to the device; here its texels lie row by row, so that copies move rows. Objects are numbers that kernels get.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "runtime/copy.hpp"
#include "runtime/status.hpp"
#include "sim/memory.hpp"
#include "sim/texture.hpp"

namespace warpglass::runtime {

struct ArrayDescription {
  sim::TexelFormat format = sim::TexelFormat::f32;
  std::uint8_t channels = 1;  // 1, 2 or 4
  std::uint64_t width = 0;    // texels
  std::uint64_t height = 0;   // 0: one-dimensional
  std::uint64_t depth = 0;    // slices, layers or faces; 0: neither three-dimensional nor layered
  bool layered = false;
  bool cube = false;
  bool gather = false;
  std::uint32_t flags = 0;  // as the API above gave them
};

/// Texels that arrays of one shape may have along each axis, and layers.
struct ArrayLimits {
  std::uint64_t one = 0;
  std::array<std::uint64_t, 2> two{};
  std::array<std::uint64_t, 3> three{};
  std::uint64_t layered_one = 0;
  std::array<std::uint64_t, 2> layered_two{};
  std::uint64_t layers = 0;
  std::uint64_t cube = 0;
  std::uint64_t cube_layers = 0;  // faces of layered cubes
};

struct Array {
  ArrayDescription description;
  sim::Image image;       // its level is the array
  bool is_level = false;  // of a mipmapped array, which owns the memory

  /// Rows of `extent` (bytes, rows, slices) from (x bytes, y, z) on; false when they are not all inside.
  [[nodiscard]] bool region(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Extent& extent,
                            Region& region) const;
};

struct MipmappedArray {
  ArrayDescription description;
  sim::Image image;
  std::vector<std::unique_ptr<Array>> levels;
};

/// A row of texels in device memory.
struct LinearResource {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  sim::TexelFormat format = sim::TexelFormat::f32;
  std::uint8_t channels = 1;
};

struct PitchedResource {
  std::uint64_t address = 0;
  std::uint64_t width = 0;  // texels
  std::uint64_t height = 0;
  std::uint64_t pitch = 0;  // bytes
  sim::TexelFormat format = sim::TexelFormat::f32;
  std::uint8_t channels = 1;
};

using TextureResource = std::variant<const Array*, const MipmappedArray*, LinearResource, PitchedResource>;

class Images {
 public:
  explicit Images(sim::Memory& memory) : memory_(memory), next_handle_((std::uint64_t{memory.device()} << 32) + 1) {}

  /// invalid_value for extents that are malformed or beyond the limits, out_of_memory.
  [[nodiscard]] Status create(const ArrayDescription& description, const ArrayLimits& limits, std::string label,
                              Array*& array);
  /// \param levels  cut to what the extent has
  [[nodiscard]] Status create(const ArrayDescription& description, const ArrayLimits& limits, std::uint32_t levels,
                              std::string label, MipmappedArray*& array);
  /// False for what is no array of this device, or a level of one.
  bool destroy(const Array* array);
  bool destroy(const MipmappedArray* array);
  [[nodiscard]] bool has(const Array* array) const;
  [[nodiscard]] bool has(const MipmappedArray* array) const { return mipmapped_.contains(array); }

  /// Handle of a new object; handles are not used again.
  [[nodiscard]] std::uint64_t create_texture(const TextureResource& resource, const sim::Sampler& sampler);
  [[nodiscard]] std::uint64_t create_surface(const Array& array);
  /// Or unbinds a reference.
  bool destroy_texture(std::uint64_t handle);
  bool destroy_surface(std::uint64_t handle);

  /// To a reference, a variable of a module whose address is what kernels have as a handle; in place of what was bound.
  void bind_texture(std::uint64_t handle, const TextureResource& resource, const sim::Sampler& sampler);
  void bind_surface(std::uint64_t handle, const Array& array);

  /// The objects for a launch. What lies in memory that is no longer there says so.
  [[nodiscard]] const sim::TextureTable& table();

  /// Forgets all; the memory is freed by its owner.
  void reset();

 private:
  [[nodiscard]] Status allocate(const ArrayDescription& description, std::uint32_t levels, std::string label,
                                sim::Image& image);
  void mark(const sim::Image& image, const std::string& why);

  sim::Memory& memory_;
  std::map<const Array*, std::unique_ptr<Array>> arrays_;
  std::map<const MipmappedArray*, std::unique_ptr<MipmappedArray>> mipmapped_;
  std::map<std::uint64_t, TextureResource> in_memory_;  // textures of plain memory, by handle
  sim::TextureTable table_;
  std::uint64_t next_handle_;
};

}  // namespace warpglass::runtime
