// Texture and surface instructions that an H200 executed (record/textures.py), executed here: the same bits, except
// where a rule of the chip is not known; those are listed with how far they are met.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/texture.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> fields;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

std::uint32_t word_of(const std::string& text) { return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16)); }
float float_of(const std::string& text) { return std::bit_cast<float>(word_of(text)); }

Words words_of(const std::string& text) {
  Words words;
  for (std::size_t i = 0; i + 8 <= text.size(); i += 8) words.push_back(word_of(text.substr(i, 8)));
  return words;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 2 <= text.size(); i += 2) bytes.push_back(std::byte(word_of(text.substr(i, 2))));
  return bytes;
}

struct RecordedImage {
  sim::ImageShape shape{};
  sim::TexelFormat format{};
  std::uint8_t channels = 1;
  std::uint32_t width = 1, height = 1, depth = 1, levels = 1;
  std::vector<std::byte> bytes;
};

struct RecordedTexture {
  std::string image;
  sim::Sampler sampler;
};

struct RecordedFetch {
  bool is_surface = false;
  std::string object, points, instruction;
  std::vector<std::string> answers;  // as written
};

struct TextureRecording {
  std::map<std::string, RecordedImage> images;
  std::map<std::string, RecordedTexture> textures;
  std::map<std::string, std::vector<Words>> points;
  std::vector<RecordedFetch> fetches;
};

RecordedImage image_of(const std::vector<std::string>& fields) {
  static const std::map<std::string, sim::ImageShape> kShapes{{"1d", sim::ImageShape::one},
                                                              {"2d", sim::ImageShape::two},
                                                              {"3d", sim::ImageShape::three},
                                                              {"a1d", sim::ImageShape::layered_one},
                                                              {"a2d", sim::ImageShape::layered_two},
                                                              {"cube", sim::ImageShape::cube},
                                                              {"acube", sim::ImageShape::layered_cube},
                                                              {"linear", sim::ImageShape::linear},
                                                              {"pitch", sim::ImageShape::two}};
  static const std::map<std::string, sim::TexelFormat> kFormats{
      {"u8", sim::TexelFormat::u8},   {"s8", sim::TexelFormat::s8},   {"u16", sim::TexelFormat::u16},
      {"s16", sim::TexelFormat::s16}, {"u32", sim::TexelFormat::u32}, {"s32", sim::TexelFormat::s32},
      {"f16", sim::TexelFormat::f16}, {"f32", sim::TexelFormat::f32}};
  const auto words = split(fields[2], ' ');
  const auto number = [&](std::size_t i) { return static_cast<std::uint32_t>(std::stoul(words[i])); };
  return {kShapes.at(words[0]),
          kFormats.at(words[1]),
          static_cast<std::uint8_t>(number(2)),
          number(3),
          number(4),
          number(5),
          number(6),
          bytes_of(fields[3])};
}

RecordedTexture texture_of(const std::vector<std::string>& fields) {
  static const std::map<std::string, sim::AddressMode> kModes{{"wrap", sim::AddressMode::wrap},
                                                              {"clamp", sim::AddressMode::clamp},
                                                              {"mirror", sim::AddressMode::mirror},
                                                              {"border", sim::AddressMode::border}};
  const auto words = split(fields[2], ' ');
  RecordedTexture texture{.image = words[0], .sampler = {}};
  sim::Sampler& sampler = texture.sampler;
  for (std::size_t i = 0; i < 3; ++i) sampler.modes[i] = kModes.at(words[1 + i]);
  sampler.linear = words[4] == "linear";
  sampler.normalized_reads = words[5] == "normalized";
  sampler.normalized_coordinates = words[6] == "1";
  sampler.srgb = words[7] == "1";
  sampler.seamless_cubes = words[8] == "1";
  for (std::size_t i = 0; i < 4; ++i) sampler.border[i] = float_of(words[9 + i]);
  sampler.linear_levels = words[13] == "linear";
  sampler.level_bias = float_of(words[14]);
  sampler.least_level = float_of(words[15]);
  sampler.most_level = float_of(words[16]);
  return texture;
}

TextureRecording read_recording() {
  TextureRecording recording;
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/textures/answers.tsv");
  for (std::string line; std::getline(file, line);) {
    const auto fields = split(line, '\t');
    if (line.starts_with("image")) recording.images[fields[1]] = image_of(fields);
    if (line.starts_with("texture")) recording.textures[fields[1]] = texture_of(fields);
    if (line.starts_with("points")) {
      const Words all = words_of(fields[3]);
      const auto width = std::stol(fields[2]);
      for (auto at = all.begin(); at != all.end(); at += width)
        recording.points[fields[1]].emplace_back(at, at + width);
    }
    if (line.starts_with("fetch") || line.starts_with("surface"))
      recording.fetches.push_back(
          {line.starts_with("surface"), fields[1], fields[2], fields[3], {fields.begin() + 4, fields.end()}});
  }
  return recording;
}

// As record/textures.py wraps them.
std::string kernel_for(const std::string& instruction) {
  return R"(.visible .entry k(.param .u64 object, .param .u64 in, .param .u64 out, .param .u32 count) {
  .reg .b64 %t, %in, %out, %at, %l<2>;
  .reg .b32 %i, %n, %m, %c<12>, %r<4>;
  .reg .b16 %h<4>;
  .reg .pred %p, %q;
  ld.param.u64 %t, [object];
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [count];
  mov.u32 %i, %tid.x;
  mov.u32 %m, %ctaid.x;
  mad.lo.u32 %i, %m, 64, %i;
  setp.ge.u32 %p, %i, %n;
  @%p ret;
  mul.wide.u32 %at, %i, 48;
  add.u64 %in, %in, %at;
  mul.wide.u32 %at, %i, 16;
  add.u64 %out, %out, %at;
  ld.global.v4.u32 {%c0, %c1, %c2, %c3}, [%in];
  ld.global.v4.u32 {%c4, %c5, %c6, %c7}, [%in+16];
  ld.global.v4.u32 {%c8, %c9, %c10, %c11}, [%in+32];
  mov.u32 %r0, 0;
  mov.u32 %r1, 0;
  mov.u32 %r2, 0;
  mov.u32 %r3, 0;
)" + instruction +
         "\n  st.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};\n  ret;\n}\n";
}

constexpr std::uint64_t kHandle = 7;

// Puts an image into memory and makes it the object of handle kHandle. \return where its bytes are
std::uint64_t install(LoadedPtx& loaded, const RecordedImage& recorded, const sim::Sampler& sampler) {
  const std::uint64_t base = loaded.upload(recorded.bytes);
  sim::Image image{.shape = recorded.shape, .format = recorded.format, .channels = recorded.channels, .levels = {}};
  std::uint64_t at = base;
  for (std::uint32_t level = 0; level < recorded.levels; ++level) {
    const std::uint32_t width = std::max(1u, recorded.width >> level), height = std::max(1u, recorded.height >> level);
    const bool is_solid = recorded.shape == sim::ImageShape::three;
    const std::uint32_t depth = is_solid ? std::max(1u, recorded.depth >> level) : recorded.depth;
    const std::uint64_t pitch = std::uint64_t{width} * image.texel_bytes();
    image.levels.push_back({at, pitch, pitch * height, width, height, depth});
    at += pitch * height * depth;
  }
  loaded.textures.surfaces[kHandle] = {image, ""};
  loaded.textures.textures[kHandle] = {std::move(image), sampler, ""};
  return base;
}

Words answer_words(const std::string& text, std::size_t count) {
  return text[0] == '=' ? Words(count, word_of(text.substr(1))) : words_of(text);
}

// What is not met bit for bit: for which fetches, how many of the points may differ, and by how much.
struct Known {
  const char* what;
  bool (*applies)(const RecordedFetch& fetch, const sim::Sampler& sampler);
  double share;
  double difference;
};

bool names(const RecordedFetch& fetch, const char* text) { return fetch.instruction.find(text) != std::string::npos; }

constexpr Known kKnown[] = {
    {"filtered sRGB", [](const RecordedFetch&, const sim::Sampler& s) { return s.srgb && s.linear; }, 1, 0.008},
    {"levels of gradients: points near a boundary of levels",
     [](const RecordedFetch& f, const sim::Sampler& s) { return names(f, "tex.grad.2d") && !s.linear_levels; }, 0.04,
     1e9},
    {"levels of gradients", [](const RecordedFetch& f, const sim::Sampler&) { return names(f, "tex.grad"); }, 1, 1e9},
    {"levels of three-dimensional textures",
     [](const RecordedFetch& f, const sim::Sampler&) { return names(f, "tex.level.3d"); }, 0.03, 30},
    {"corners of seamless cubes",
     [](const RecordedFetch& f, const sim::Sampler& s) { return names(f, "cube") && s.seamless_cubes && s.linear; },
     0.3, 1e4},
    {"cubes: points on the border of two texels",
     [](const RecordedFetch& f, const sim::Sampler&) { return names(f, "cube"); }, 0.03, 1e4},
};

class Replay {
 public:
  explicit Replay(const TextureRecording& recording) : recording_(recording) {}

  void run(const RecordedFetch& fetch) {
    LoadedPtx loaded(kernel_for(fetch.instruction));
    if (names(fetch, "}], {3, -7}")) {  // texel offsets
      EXPECT_NE(all_of(loaded.bind_kernel("k").diagnostics).find("error: "), std::string::npos) << fetch.instruction;
      return;
    }
    const sim::Sampler sampler = fetch.is_surface ? sim::Sampler{} : recording_.textures.at(fetch.object).sampler;
    const std::string& name = fetch.is_surface ? fetch.object : recording_.textures.at(fetch.object).image;
    const RecordedImage& image = recording_.images.at(name);
    const std::uint64_t base = install(loaded, image, sampler);
    const auto& points = recording_.points.at(fetch.points);
    Words packed(points.size() * 12);
    for (std::size_t i = 0; i < points.size(); ++i)
      std::copy(points[i].begin(), points[i].end(), packed.begin() + std::ptrdiff_t(12 * i));
    const std::uint64_t in = loaded.upload(packed), out = loaded.upload(Words(points.size() * 4));
    const auto blocks = static_cast<std::uint32_t>((points.size() + 63) / 64);
    loaded.run_clean("k", {blocks, 1, 1}, {64, 1, 1}, {kHandle, in, out, points.size()});
    const std::string what = fetch.object + " (" + name + ") at " + fetch.points + ": " + fetch.instruction;
    if (names(fetch, "sust") || names(fetch, "sured")) {
      EXPECT_EQ(loaded.download<std::byte>(base, image.bytes.size()), bytes_of(fetch.answers[0])) << what;
      ++compared_;
      return;
    }
    compare(fetch, sampler, loaded.download<std::uint32_t>(out, points.size() * 4), what);
  }

  [[nodiscard]] int compared() const { return compared_; }

 private:
  void compare(const RecordedFetch& fetch, const sim::Sampler& sampler, const Words& got, const std::string& what) {
    const std::size_t count = got.size() / 4;
    std::size_t different = 0;
    double furthest = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      const Words expected = answer_words(fetch.answers[c], count);
      ASSERT_EQ(expected.size(), count) << what;
      for (std::size_t i = 0; i < count; ++i) {
        if (got[4 * i + c] == expected[i]) continue;
        if (different++ == 0) first_ = "point " + std::to_string(i) + ", component " + std::to_string(c);
        const double a = std::bit_cast<float>(got[4 * i + c]), b = std::bit_cast<float>(expected[i]);
        furthest = std::max(furthest, std::abs(a - b));
      }
    }
    ++compared_;
    for (const Known& known : kKnown) {
      if (!known.applies(fetch, sampler)) continue;
      EXPECT_LE(static_cast<double>(different), known.share * static_cast<double>(4 * count))
          << known.what << ": " << what;
      EXPECT_LE(furthest, known.difference) << known.what << ": " << what;
      return;
    }
    EXPECT_EQ(different, 0u) << what << "\n  first at " << first_ << ", furthest by " << furthest;
  }

  const TextureRecording& recording_;
  std::string first_;
  int compared_ = 0;
};

TEST(ReplayTexturesH200, AnswersAsTheChipDid) {
  const TextureRecording recording = read_recording();
  ASSERT_GE(recording.fetches.size(), 450u);
  Replay replay(recording);
  for (const RecordedFetch& fetch : recording.fetches) replay.run(fetch);
  EXPECT_GE(replay.compared(), 450);
}

}  // namespace
}  // namespace warpglass::isa
