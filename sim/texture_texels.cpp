#include "sim/texture_texels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/half.hpp"
#include "sim/memory.hpp"

namespace warpglass::sim {
namespace {

constexpr std::size_t kMaxTaps = 16;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

bool is_integer(TexelFormat format) { return format != TexelFormat::f16 && format != TexelFormat::f32; }

bool is_signed(TexelFormat format) {
  return format == TexelFormat::s8 || format == TexelFormat::s16 || format == TexelFormat::s32;
}

std::int32_t largest(TexelFormat format) {
  switch (format) {
    case TexelFormat::u8: return 255;
    case TexelFormat::s8: return 127;
    case TexelFormat::u16: return 65535;
    case TexelFormat::s16: return 32767;
    case TexelFormat::u32:
    case TexelFormat::s32:
    case TexelFormat::f16:
    case TexelFormat::f32: break;
  }
  return 1;
}

// Bits of a component as the format stores them, sign-extended when it has a sign.
std::uint32_t stored(const Image& image, std::uint64_t address, std::size_t component) {
  const std::uint32_t bytes = bytes_of(image.format);
  std::uint32_t bits = 0;
  std::memcpy(&bits, Memory::host(address) + component * bytes, bytes);
  const unsigned unused = 32 - 8 * bytes;
  if (is_signed(image.format)) return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
  return bits;
}

bool reads_numbers(const Image& image, const Sampler& sampler) {
  return sampler.normalized_reads && is_integer(image.format) && bytes_of(image.format) < 4;
}

// What the format would have stored for the border's colour: normalized values are cut off to the format's digits;
// integers get the low bits of the float.
std::uint32_t border_stored(const Image& image, const Sampler& sampler, std::size_t component) {
  const float value = sampler.border[component];
  if (reads_numbers(image, sampler)) {
    const float least = is_signed(image.format) ? -1.0f : 0.0f;
    const float bounded = value >= least ? std::min(value, 1.0f) : least;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(bounded * static_cast<float>(largest(image.format))));
  }
  if (image.format == TexelFormat::f16) return float_to_half(value);
  const std::uint32_t bits = bits_of(value);
  const unsigned unused = 32 - 8 * bytes_of(image.format);
  if (is_signed(image.format)) return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
  return bits << unused >> unused;
}

std::uint32_t component_of(const Image& image, const Sampler& sampler, std::uint64_t address, std::size_t component) {
  return address == kBorder ? border_stored(image, sampler, component) : stored(image, address, component);
}

// The curve is for colours: not for a fourth component, nor for the second of two.
bool is_srgb(const Image& image, const Sampler& sampler, std::size_t component) {
  return sampler.srgb && image.format == TexelFormat::u8 && component < (image.channels == 4 ? 3u : 1u);
}

float normalized(const Image& image, std::uint32_t bits) {
  const std::int32_t most = largest(image.format);
  if (!is_signed(image.format)) return static_cast<float>(bits) / static_cast<float>(most);
  return static_cast<float>(std::max(static_cast<std::int32_t>(bits), -most)) / static_cast<float>(most);
}

float filter_component(const Image& image, const Sampler& sampler, std::span<const std::uint64_t> addresses,
                       std::span<const Tap> taps, std::size_t component) {
  std::array<std::uint32_t, kMaxTaps> bits{};
  const std::size_t count = addresses.size();
  for (std::size_t i = 0; i < count; ++i)
    if (taps[i].weight != 0) bits[i] = component_of(image, sampler, addresses[i], component);
  std::array<std::uint16_t, kMaxTaps> halves{};
  std::array<std::int32_t, kMaxTaps> integers{};
  std::array<float, kMaxTaps> singles{};
  switch (image.format) {
    case TexelFormat::u8:
      if (is_srgb(image, sampler, component)) {
        for (std::size_t i = 0; i < count; ++i) halves[i] = linear_of_srgb(static_cast<std::uint8_t>(bits[i]));
        return sum_halves(std::span(halves).first(count), taps);
      }
      for (std::uint32_t& value : bits) value *= 257;
      return sum_unsigned16(std::span(bits).first(count), taps);
    case TexelFormat::u16: return sum_unsigned16(std::span(bits).first(count), taps);
    case TexelFormat::s8:
    case TexelFormat::s16:
      for (std::size_t i = 0; i < count; ++i) integers[i] = std::max(static_cast<std::int32_t>(bits[i]), -32767);
      return image.format == TexelFormat::s8 ? sum_signed8(std::span(integers).first(count), taps)
                                             : sum_signed16(std::span(integers).first(count), taps);
    case TexelFormat::f16:
      for (std::size_t i = 0; i < count; ++i) halves[i] = static_cast<std::uint16_t>(bits[i]);
      return sum_halves(std::span(halves).first(count), taps);
    case TexelFormat::u32:
    case TexelFormat::s32:
    case TexelFormat::f32: break;
  }
  for (std::size_t i = 0; i < count; ++i) singles[i] = std::bit_cast<float>(bits[i]);
  return sum_singles(std::span(singles).first(count), taps);
}

}  // namespace

Texel read_texel(const Image& image, const Sampler& sampler, std::uint64_t address) {
  Texel texel{};
  if (bytes_of(image.format) == 4 && address != kBorder) {  // as they are
    const std::byte* const from = Memory::host(address);
    switch (image.channels) {
      case 1: std::memcpy(texel.data(), from, 4); break;
      case 2: std::memcpy(texel.data(), from, 8); break;
      case 4: std::memcpy(texel.data(), from, 16); break;
    }
    return texel;
  }
  for (std::size_t c = 0; c < image.channels; ++c) {
    const std::uint32_t bits = component_of(image, sampler, address, c);
    if (image.format == TexelFormat::f16) {
      texel[c] = bits_of(half_to_float(static_cast<std::uint16_t>(bits)));
    } else if (reads_numbers(image, sampler)) {
      texel[c] = bits_of(is_srgb(image, sampler, c) ? half_to_float(linear_of_srgb(static_cast<std::uint8_t>(bits)))
                                                    : normalized(image, bits));
    } else {
      texel[c] = bits;
    }
  }
  return texel;
}

Texel filter_texels(const Image& image, const Sampler& sampler, std::span<const std::uint64_t> addresses,
                    std::span<const Tap> taps) {
  Texel texel{};
  for (std::size_t c = 0; c < image.channels; ++c)
    texel[c] = bits_of(filter_component(image, sampler, addresses, taps, c));
  return texel;
}

}  // namespace warpglass::sim
