#include "runtime/fat_binary.hpp"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace warpglass::runtime {
namespace {

constexpr std::uint32_t kMagic = 0xba55ed50;
constexpr std::uint32_t kElfMagic = 0x464c457f;
constexpr std::size_t kHeaderBytes = 16;

// Offsets in an image's header. Its own size varies from release to release and stands at kHeaderSize.
constexpr std::size_t kKind = 0;  // u16
constexpr std::size_t kHeaderSize = 4;
constexpr std::size_t kPayloadSize = 8;  // u64
constexpr std::size_t kCompressedSize = 16;
constexpr std::size_t kArchitecture = 28;
constexpr std::size_t kFlags = 40;             // u64
constexpr std::size_t kUncompressedSize = 56;  // u64
constexpr std::size_t kLeastHeader = 64;

constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;  // a larger text is taken for a damaged header

template <class T>
T load(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::optional<std::uint32_t> magic_of(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(std::uint32_t)) return std::nullopt;
  return load<std::uint32_t>(bytes, 0);
}

Diagnostic error(std::string_view name, std::string message) {
  return {.severity = Severity::error, .where = {.file = std::string(name)}, .message = std::move(message), .rule = {}};
}

FatBinaryImage::Kind kind_of(std::uint16_t number) {
  if (number == 1) return FatBinaryImage::Kind::ptx;
  if (number == 2) return FatBinaryImage::Kind::machine_code;
  return FatBinaryImage::Kind::other;
}

FatBinaryImage::Compression compression_of(std::uint64_t flags, std::uint32_t compressed_bytes) {
  if (flags & kFlagZstd) return FatBinaryImage::Compression::zstd;
  if (flags & kFlagLz4) return FatBinaryImage::Compression::lz4;
  return compressed_bytes == 0 ? FatBinaryImage::Compression::none : FatBinaryImage::Compression::unknown;
}

// Text is what starts with a blank, a comment or a directive and has no NUL but at its end.
bool looks_like_ptx(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && (text[start] == '.' || text.substr(start, 2) == "//" || text.substr(start, 2) == "/*");
}

std::string trimmed_text(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

// The image's text, or what is wrong with it.
std::string unpack(const FatBinaryImage& image, std::string& problem) {
  using Compression = FatBinaryImage::Compression;
  const auto* packed = reinterpret_cast<const char*>(image.payload.data());
  if (image.compression == Compression::none) return std::string(packed, image.payload.size());
  if (image.compression == Compression::unknown) {
    problem = "its PTX is packed in a way that is not known here; rebuild with nvcc --compress-mode=none";
    return {};
  }
  if (image.text_bytes == 0 || image.text_bytes > kMaxTextBytes) {
    problem = fmt::format("damaged: packed PTX of {} bytes", image.text_bytes);
    return {};
  }
  std::string text(image.text_bytes, '\0');
  std::uint64_t written = 0;
  if (image.compression == Compression::zstd) {
    written = ZSTD_decompress(text.data(), text.size(), packed, image.payload.size());
    if (ZSTD_isError(written)) written = 0;
  } else {
    const int result =
        LZ4_decompress_safe(packed, text.data(), static_cast<int>(image.payload.size()), static_cast<int>(text.size()));
    if (result > 0) written = static_cast<std::uint64_t>(result);
  }
  if (written != image.text_bytes) {
    problem = "damaged: its packed PTX does not unpack to the size it names";
    return {};
  }
  return text;
}

std::string list_of(std::vector<std::uint32_t> numbers, std::string_view prefix) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  for (const std::uint32_t number : numbers) text += fmt::format("{}{}{}", text.empty() ? "" : ", ", prefix, number);
  return text;
}

/// Whether PTX is for one architecture or its family alone: `.target sm_100a`, `sm_100f`.
bool is_for_one(std::string_view text) {
  constexpr std::string_view kTarget = ".target";
  std::size_t at = text.find(kTarget);
  if (at == text.npos) return false;
  at = text.find_first_of(" \t", at) == text.npos ? text.npos : text.find("sm_", at);
  if (at == text.npos) return false;
  at = text.find_first_not_of("0123456789", at + 3);
  return at != text.npos && (text[at] == 'a' || text[at] == 'f');
}

/// Of PTX for the same architecture, the one with what only that has, where the device is of it; else the other one.
const FatBinaryImage* choose_among(const FatBinaryContents& contents, const FatBinaryImage* best, std::uint32_t sm) {
  const auto is_alike = [&](const FatBinaryImage& image) {
    return image.kind == FatBinaryImage::Kind::ptx && image.sm == best->sm;
  };
  if (std::ranges::count_if(contents.images, is_alike) < 2) return best;
  for (const FatBinaryImage& image : contents.images) {
    std::string problem;
    if (is_alike(image) && is_for_one(unpack(image, problem)) == (best->sm == sm)) return &image;
  }
  return best;
}

PtxText choose(const FatBinaryContents& contents, std::string_view name, std::uint32_t sm) {
  const FatBinaryImage* best = nullptr;
  std::vector<std::uint32_t> machine, too_high;
  for (const FatBinaryImage& image : contents.images) {
    if (image.kind == FatBinaryImage::Kind::machine_code) machine.push_back(image.sm);
    if (image.kind != FatBinaryImage::Kind::ptx) continue;
    if (image.sm > sm) {
      too_high.push_back(image.sm);
    } else if (best == nullptr || image.sm > best->sm) {
      best = &image;
    }
  }
  PtxText result;
  if (best != nullptr) {
    best = choose_among(contents, best, sm);
    std::string problem;
    result.text = trimmed_text(unpack(*best, problem));
    result.sm = best->sm;
    if (problem.empty()) return result;
    result.failure = PtxFailure::malformed;
    result.diagnostics.push_back(error(name, "fat binary is " + problem));
  } else if (!too_high.empty()) {
    result.failure = PtxFailure::sm_too_high;
    result.diagnostics.push_back(error(
        name, fmt::format("the program holds PTX for {} only, above the modelled sm_{}; choose a newer device with "
                          "--arch, or rebuild with -gencode arch=compute_{},code=compute_{}",
                          list_of(too_high, "compute_"), sm, sm, sm)));
  } else {
    result.failure = PtxFailure::no_ptx;
    result.diagnostics.push_back(error(
        name, fmt::format("the program holds no PTX{}; rebuild it with PTX embedded: nvcc -gencode "
                          "arch=compute_{},code=compute_{}, or with warpglass-nvcc",
                          machine.empty() ? "" : fmt::format(", only machine code for {}", list_of(machine, "sm_")), sm,
                          sm)));
  }
  return result;
}

}  // namespace

FatBinaryContents read_fat_binary(std::span<const std::byte> bytes, std::string_view name) {
  FatBinaryContents contents;
  const auto fail = [&](std::string message) {
    contents.diagnostics.push_back(error(name, std::move(message)));
    return contents;
  };
  if (magic_of(bytes) != kMagic) return fail("not a fat binary");
  if (bytes.size() < kHeaderBytes) return fail("fat binary ends within its header");
  const std::size_t header_bytes = load<std::uint16_t>(bytes, 6);
  const auto body_bytes = load<std::uint64_t>(bytes, 8);
  if (header_bytes < kHeaderBytes || header_bytes > bytes.size() || body_bytes > bytes.size() - header_bytes)
    return fail(fmt::format("fat binary is cut short: it names {} bytes and {} are there", body_bytes,
                            bytes.size() - std::min(header_bytes, bytes.size())));

  std::span<const std::byte> rest = bytes.subspan(header_bytes, body_bytes);
  while (!rest.empty()) {
    if (rest.size() < kLeastHeader) return fail("fat binary is damaged: an image ends within its header");
    const auto image_header = load<std::uint32_t>(rest, kHeaderSize);
    const auto payload_bytes = load<std::uint64_t>(rest, kPayloadSize);
    if (image_header < kLeastHeader || image_header > rest.size() || payload_bytes > rest.size() - image_header)
      return fail("fat binary is damaged: an image is larger than what holds it");
    const auto compressed_bytes = load<std::uint32_t>(rest, kCompressedSize);
    if (compressed_bytes > payload_bytes)
      return fail("fat binary is damaged: packed text is larger than what holds it");
    FatBinaryImage image{.kind = kind_of(load<std::uint16_t>(rest, kKind)),
                         .compression = compression_of(load<std::uint64_t>(rest, kFlags), compressed_bytes),
                         .sm = load<std::uint32_t>(rest, kArchitecture),
                         .payload = rest.subspan(image_header, payload_bytes),
                         .text_bytes = load<std::uint64_t>(rest, kUncompressedSize)};
    if (compressed_bytes != 0) image.payload = image.payload.first(compressed_bytes);
    contents.images.push_back(image);
    rest = rest.subspan(image_header + payload_bytes);
  }
  return contents;
}

PtxText extract_ptx(std::span<const std::byte> bytes, std::string_view name, std::uint32_t sm) {
  const std::optional<std::uint32_t> magic = magic_of(bytes);
  if (magic == kMagic) {
    FatBinaryContents contents = read_fat_binary(bytes, name);
    if (!contents.diagnostics.empty())
      return {.text = {}, .sm = 0, .failure = PtxFailure::malformed, .diagnostics = std::move(contents.diagnostics)};
    return choose(contents, name, sm);
  }
  if (looks_like_ptx(bytes)) {
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    return {
        .text = trimmed_text(std::string(text, bytes.size())), .sm = 0, .failure = PtxFailure::none, .diagnostics = {}};
  }
  if (magic == kElfMagic)
    return {.text = {},
            .sm = 0,
            .failure = PtxFailure::no_ptx,
            .diagnostics = {error(name, fmt::format("machine code without PTX; hand over PTX instead: nvcc -ptx "
                                                    "-arch=compute_{}",
                                                    sm))}};
  return {.text = {},
          .sm = 0,
          .failure = PtxFailure::malformed,
          .diagnostics = {error(name, "neither a fat binary nor PTX text")}};
}

std::span<const std::byte> image_in_process(const void* image) {
  if (image == nullptr) return {};
  const auto* begin = static_cast<const std::byte*>(image);
  std::uint32_t magic = 0;
  // Byte by byte: PTX text may be shorter than the magic number.
  for (std::size_t i = 0; i < sizeof magic; ++i) {
    if (begin[i] == std::byte{0}) break;
    magic |= std::to_integer<std::uint32_t>(begin[i]) << (8 * i);
  }
  if (magic == kMagic) {
    const std::span<const std::byte> header(begin, kHeaderBytes);
    return {begin, load<std::uint16_t>(header, 6) + load<std::uint64_t>(header, 8)};
  }
  const std::span<const std::byte> text(begin, std::strlen(static_cast<const char*>(image)));
  return magic != kElfMagic && looks_like_ptx(text) ? text : std::span<const std::byte>{};
}

std::vector<std::span<const std::byte>> images_of(const void* wrapper) {
  FatBinaryWrapper fields;
  if (wrapper == nullptr) return {};
  std::memcpy(&fields.magic, wrapper, sizeof fields.magic);
  if (fields.magic != FatBinaryWrapper::kMagic) return {};
  std::memcpy(&fields, wrapper, sizeof fields);
  std::vector<std::span<const std::byte>> images;
  if (fields.version == FatBinaryWrapper::kLinked && fields.units != nullptr) {
    for (const void* const* unit = fields.units; *unit != nullptr; ++unit) images.push_back(image_in_process(*unit));
  }
  if (images.empty()) images.push_back(image_in_process(fields.image));
  return images;
}

}  // namespace warpglass::runtime
