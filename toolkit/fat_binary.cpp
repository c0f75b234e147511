#include "toolkit/fat_binary.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace warpglass::toolkit {
namespace {

constexpr std::uint64_t kFlags = 0x11;  // 64-bit addresses, built for Linux

template <class T>
void append(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes += static_cast<char>(static_cast<unsigned char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
}

std::size_t skip_blanks_and_comments(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

struct PtxVersion {
  std::uint16_t major = 0, minor = 0;
};

PtxVersion ptx_version(std::string_view text) {
  std::size_t at = skip_blanks_and_comments(text, 0);
  if (!text.substr(at).starts_with(".version")) return {};
  at = skip_blanks_and_comments(text, at + 8);
  PtxVersion version;
  const char* end = text.data() + text.size();
  const auto major = std::from_chars(text.data() + at, end, version.major);
  if (major.ptr != end && *major.ptr == '.') std::from_chars(major.ptr + 1, end, version.minor);
  return version;
}

}  // namespace

std::string fat_binary(std::span<const PtxImage> images) {
  std::string entries;
  for (const PtxImage& image : images) {
    const std::size_t bytes = (image.text.size() + 8) / 8 * 8;
    const PtxVersion version = ptx_version(image.text);
    append<std::uint16_t>(entries, 1);
    append<std::uint16_t>(entries, 0x101);
    append<std::uint32_t>(entries, 64);
    append<std::uint64_t>(entries, bytes);
    append<std::uint64_t>(entries, 0);
    append<std::uint16_t>(entries, version.minor);
    append<std::uint16_t>(entries, version.major);
    append<std::uint32_t>(entries, static_cast<std::uint32_t>(image.architecture));
    append<std::uint64_t>(entries, 0);
    append<std::uint64_t>(entries, kFlags);
    append<std::uint64_t>(entries, 0);
    append<std::uint64_t>(entries, 0);
    entries += image.text;
    entries.append(bytes - image.text.size(), '\0');
  }
  std::string bytes;
  append<std::uint32_t>(bytes, kFatBinaryMagic);
  append<std::uint16_t>(bytes, 1);
  append<std::uint16_t>(bytes, 16);
  append<std::uint64_t>(bytes, entries.size());
  return bytes + entries;
}

bool is_ptx(std::string_view text) { return text.substr(skip_blanks_and_comments(text, 0)).starts_with(".version"); }

std::string with_register_limit(std::string_view ptx, int limit) {
  std::string out;
  std::size_t copied = 0;
  std::size_t at = 0;
  while ((at = ptx.find(".entry", at)) != std::string_view::npos) {
    const std::size_t body = ptx.find('{', at);
    if (body == std::string_view::npos) break;
    if (ptx.substr(at, body - at).find(".maxnreg") == std::string_view::npos) {
      out += ptx.substr(copied, body - copied);
      out += fmt::format(".maxnreg {}\n", limit);
      copied = body;
    }
    at = body;
  }
  out += ptx.substr(copied);
  return out;
}

}  // namespace warpglass::toolkit
