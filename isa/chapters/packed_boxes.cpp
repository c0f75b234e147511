#include "isa/chapters/packed_boxes.hpp"

#include <cstring>

namespace warpglass::isa {

UsableMap usable(const sim::TensorMap& map) {
  UsableMap used{map};
  if (!sim::is_packed(map.type)) return used;
  used.bits = map.type == sim::TensorType::u6_padded ? 6 : 4;
  used.padded = map.type != sim::TensorType::u4;
  used.type = sim::TensorType::u8;
  used.dims[0] = used.dims[0] * used.bits / 8;
  used.box[0] = static_cast<std::uint16_t>(used.box[0] * used.bits / 8);
  used.channels = static_cast<std::uint16_t>(used.channels * used.bits / 8);
  return used;
}

UsableMap padded(const UsableMap& map) {
  UsableMap in_shared = map;
  in_shared.dims[0] = map.dims[0] * 8 / map.bits;
  in_shared.box[0] = static_cast<std::uint16_t>(map.box[0] * 8 / map.bits);
  in_shared.channels = static_cast<std::uint16_t>(map.channels * 8 / map.bits);
  return in_shared;
}

std::vector<std::byte> padded(const std::vector<std::byte>& box, std::uint32_t bits) {
  constexpr std::size_t kElements = 16;
  const std::size_t packed = kElements * bits / 8;
  std::vector<std::byte> bytes(box.size() / packed * kElements);
  for (std::size_t i = 0; i < box.size() / packed; ++i)
    std::memcpy(bytes.data() + i * kElements, box.data() + i * packed, packed);
  return bytes;
}

}  // namespace warpglass::isa
