// Fetches of textures and accesses to surfaces as an H100 counted them one by one, executed and counted here:
// facts/texture_fetches.tsv, texture_shapes.tsv and surface_accesses.tsv.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "sim/texture.hpp"
#include "tests/hardware/recorded_rows.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using analysis::AccessClass;

constexpr std::uint64_t kObject = 7;

/// The operands that the coordinates %f0 to %f2, or %i0 to %i2, are for the opcode.
std::string place_operand(std::string_view opcode) {
  const char of = opcode.ends_with("f32") ? 'f' : 'i';
  const auto named = [&](int i) { return std::string("%") + of + std::to_string(i); };
  const bool layered = opcode.find(".a2d") != opcode.npos;
  if (layered) return "[%t, {%i2, " + named(0) + ", " + named(1) + ", " + named(1) + "}]";
  if (opcode.find(".1d") != opcode.npos) return "[%t, {" + named(0) + "}]";
  if (opcode.find(".2d") != opcode.npos) return "[%t, {" + named(0) + ", " + named(1) + "}]";
  return "[%t, {" + named(0) + ", " + named(1) + ", " + named(2) + ", " + named(2) + "}]";
}

std::string access_of(std::string_view opcode) {
  const bool surface = opcode.starts_with("su");
  const std::string data = surface && opcode.find(".v") == opcode.npos ? "%r0"
                           : opcode.find(".v2") != opcode.npos         ? "{%r0, %r1}"
                                                                       : "{%r0, %r1, %r2, %r3}";
  const std::string name = "@%p " + std::string(opcode) + " ";
  if (opcode.starts_with("sust") || opcode.starts_with("sured"))
    return name + place_operand(opcode) + ", " + data + ";\n";
  return name + data + ", " + place_operand(opcode) +
         (opcode.find(".level") != opcode.npos ? ", 0f00000000;\n" : ";\n");
}

std::string kernel_of_image(std::string_view opcode) {
  return R"(.visible .entry k(.param .u64 object, .param .u64 in, .param .u32 mask) {
  .reg .b64 %t, %in, %at;
  .reg .f32 %f<4>;
  .reg .b32 %i<4>, %r<4>, %lane, %mask;
  .reg .pred %p;
  ld.param.u64 %t, [object];
  ld.param.u64 %in, [in];
  ld.param.u32 %mask, [mask];
  mov.u32 %lane, %tid.x;
  shr.u32 %mask, %mask, %lane;
  and.b32 %mask, %mask, 1;
  setp.ne.u32 %p, %mask, 0;
  mul.wide.u32 %at, %lane, 16;
  add.u64 %in, %in, %at;
  ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%in];
  cvt.rzi.s32.f32 %i0, %f0;
  cvt.rzi.s32.f32 %i1, %f1;
  cvt.rzi.s32.f32 %i2, %f2;
  mov.u32 %r0, 0;
  mov.u32 %r1, 0;
  mov.u32 %r2, 0;
  mov.u32 %r3, 0;
  )" + access_of(opcode) +
         "  ret;\n}\n";
}

struct TexelKind {
  sim::TexelFormat format;
  std::uint8_t channels;
};

/// A surface's is as wide as what a lane moves.
TexelKind texel_of(const std::vector<std::string>& words) {
  static const std::map<std::string, TexelKind> kFormats{{"u8", {sim::TexelFormat::u8, 1}},
                                                         {"u16", {sim::TexelFormat::u16, 1}},
                                                         {"f32", {sim::TexelFormat::f32, 1}},
                                                         {"f32x2", {sim::TexelFormat::f32, 2}},
                                                         {"f32x4", {sim::TexelFormat::f32, 4}}};
  if (words.size() > 2) return kFormats.at(words[2]);
  for (const auto& [part, format] : {std::pair{".b8.", "u8"}, {".b16.", "u16"}, {".v2.", "f32x2"}, {".v4.", "f32x4"}})
    if (words[0].find(part) != std::string::npos) return kFormats.at(format);
  return kFormats.at("f32");
}

/// "array512x512", "layers128x64x16", "linear" and so on become the object of handle kObject.
void make_object(LoadedPtx& loaded, const std::vector<std::string>& words) {
  const auto [format, channels] = texel_of(words);
  sim::Image image{.shape = sim::ImageShape::two, .format = format, .channels = channels, .levels = {}};
  sim::ImageLevel level{.width = 512, .height = 512};
  level.pitch = std::uint64_t{level.width} * image.texel_bytes();
  const std::string& where = words[1];
  if (where == "linear") {
    image.shape = sim::ImageShape::linear;
    level = {.width = 1u << 16};
  } else if (where.starts_with("pitch")) {
    level.pitch = std::stoul(where.substr(5));
  } else {
    image.tiled = true;
    std::istringstream extents(where.substr(where.find_first_of("0123456789")));
    std::array<std::uint32_t, 3> extent{1, 1, 1};
    std::size_t axes = 0;
    for (char x = 0; axes < 3 && extents >> extent[axes]; extents >> x) ++axes;
    const bool layered = where.starts_with("layers");
    image.shape = axes == 1   ? sim::ImageShape::one
                  : axes == 2 ? sim::ImageShape::two
                  : layered   ? sim::ImageShape::layered_two
                              : sim::ImageShape::three;
    level = {.width = extent[0], .height = extent[1], .depth = extent[2]};
    level.pitch = std::uint64_t{level.width} * image.texel_bytes();
  }
  level.slice_pitch = level.pitch * level.height;
  level.base = loaded.upload(
      std::vector<std::byte>(image.shape == sim::ImageShape::linear ? 1u << 20 : level.slice_pitch * level.depth));
  image.levels = {level};
  sim::Sampler sampler{.modes = {sim::AddressMode::clamp, sim::AddressMode::clamp, sim::AddressMode::clamp}};
  sampler.linear = words.back() == "linear";
  sampler.normalized_reads = sampler.linear && format != sim::TexelFormat::f32;
  loaded.textures.surfaces[kObject] = {image, ""};
  loaded.textures.textures[kObject] = {std::move(image), sampler, ""};
}

struct Column {
  AccessClass of;
  const char* name;  // of what Nsight Compute calls l1tex__t_{requests,sectors}_pipe_tex_mem_
};
constexpr Column kColumns[] = {{AccessClass::texture_fetch, "texture_op_tex"},
                               {AccessClass::texture_load, "texture_op_ld"},
                               {AccessClass::surface_load, "surface_op_ld"},
                               {AccessClass::surface_store, "surface_op_st"},
                               {AccessClass::surface_reduction, "surface_op_red"}};

class ImageReplay {
 public:
  explicit ImageReplay(const std::string& file) : rows_(recorded_rows(file)) {
    for (std::size_t i = 0; i < rows_[0].size(); ++i) column_[rows_[0][i]] = i;
  }

  void run() {
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      const std::vector<std::string>& row = rows_[i];
      if (row[0] != series_) begin(row[0]);
      launch(row);
    }
  }

  int compared = 0;
  int unknown = 0;  // rows of kinds of which it is said that their counts are not known

 private:
  void begin(const std::string& series) {
    series_ = series;
    std::vector<std::string> words;
    std::istringstream text(series);
    for (std::string word; text >> word;) words.push_back(word);
    loaded_ = std::make_unique<LoadedPtx>(kernel_of_image(words[0]));
    make_object(*loaded_, words);
    places_ = loaded_->upload(std::vector<float>(32 * 4));
  }

  void launch(const std::vector<std::string>& row) {
    auto* const places = reinterpret_cast<float*>(sim::Memory::host(places_));
    std::istringstream text(row[column_.at("addresses")]);
    for (int lane = 0; lane < 32; ++lane) {
      char comma = 0;
      text >> places[4 * lane] >> comma >> places[4 * lane + 1] >> comma >> places[4 * lane + 2];
    }
    ASSERT_TRUE(text) << row[0];
    const std::uint64_t mask = std::stoul(row[1], nullptr, 16);
    const sim::LaunchResult result = loaded_->run("k", {1, 1, 1}, {32, 1, 1}, {kObject, places_, mask}, costs_.get());
    ASSERT_TRUE(result.faults.empty()) << row[0] << ": " << result.faults[0].message;
    std::map<AccessClass, analysis::Counts> counts;
    for (std::size_t pc = 0; pc < result.counters.size(); ++pc) {
      const sim::OpFacts& facts = loaded_->bound.program->facts[pc];
      if (!sim::touches_image(facts.effects.does)) continue;
      if (result.counters[pc].unknown_fetches != 0) {
        ++unknown;
        return;
      }
      for (const auto& [access, part] : analysis::counts_by_class(facts, result.counters[pc])) counts[access].add(part);
    }
    ++compared;
    for (const Column& column : kColumns) {
      const analysis::Counts& ours = counts[column.of];
      const auto theirs = [&](const char* what) {
        return std::stoul(row[column_.at(std::string("l1tex__t_") + what + "_pipe_tex_mem_" + column.name + ".sum")]);
      };
      // Where no lane takes part the machine may still make a request, as the assembler branches around it or not.
      if (mask != 0 || row[0].starts_with("t")) {
        EXPECT_EQ(ours.requests, theirs("requests")) << place(row);
      }
      EXPECT_EQ(column.of == AccessClass::surface_reduction ? ours.sector_turns : ours.sectors, theirs("sectors"))
          << place(row);
    }
  }

  [[nodiscard]] std::string place(const std::vector<std::string>& row) const {
    return row[0] + " " + row[1] + " " + row.back();
  }

  std::vector<std::vector<std::string>> rows_;
  std::map<std::string, std::size_t> column_;
  std::string series_;
  std::unique_ptr<LoadedPtx> loaded_;
  std::uint64_t places_ = 0;
  std::unique_ptr<sim::CostModel> costs_ = analysis::make_cost_model(arch::default_device());
};

class ImageRecording : public testing::TestWithParam<std::pair<const char*, std::pair<int, int>>> {};

TEST_P(ImageRecording, IsCountedAsTheMachineDid) {
  const auto& [file, rows] = GetParam();
  ImageReplay replay(file);
  replay.run();
  EXPECT_EQ(replay.compared, rows.first);
  EXPECT_EQ(replay.unknown, rows.second);
}

INSTANTIATE_TEST_SUITE_P(All, ImageRecording,
                         testing::Values(std::pair{"texture_fetches.tsv", std::pair{1104 - 55, 55}},
                                         std::pair{"texture_shapes.tsv", std::pair{1456 - 4 * 55, 4 * 55}},
                                         std::pair{"surface_accesses.tsv", std::pair{824, 0}}),
                         [](const auto& recording) {
                           const std::string file = recording.param.first;
                           return file.substr(0, file.find('.'));
                         });

}  // namespace
}  // namespace warpglass::isa
