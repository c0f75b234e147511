// Occupancy as text and JSON. What whole pages look like is held by docs/teaching/occupancy.md.
#include "report/occupancy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "arch/device_model.hpp"
#include "report/display.hpp"

namespace warpglass::report {
namespace {

using testing::HasSubstr;
using testing::Not;

analysis::OccupancyStudy study_of(const arch::BlockNeeds& needs, std::string_view gpu = "sm_90") {
  return analysis::study_occupancy(*arch::find_device(gpu).device,
                                   {.kernel = {}, .needs = needs, .registers_estimated = false, .cluster_size = 0});
}

std::string text_of(const analysis::OccupancyStudy& study, const PictureOptions& options = {}) {
  return to_text(std::span(&study, 1), options);
}

TEST(Chart, BarsEndsAndMark) {
  const Chart chart{.bars = {{0.0}, {0.01}, {0.25}, {0.5}, {0.75, true}, {1.0}, {1.0}, {1.0}, {1.0}, {1.0}},
                    .bar_width = 1,
                    .first = "1",
                    .last = "9",
                    .mark = "5"};
  EXPECT_EQ(chart_text(chart, 1, {.unicode = false}),
            " 100 % |     #####\n"
            "  75 % |    ######\n"
            "  50 % |   #######\n"
            "  25 % | .########\n"
            "       +----------\n"
            "        1   ^ 5  9\n");
  EXPECT_THAT(chart_text(chart, 0, {}), HasSubstr(" 25 % │ ▁████████\n"));
  EXPECT_THAT(chart_text(chart, 0, {.colour = true}), HasSubstr("\033[1;36m█\033[0m"));
}

TEST(Chart, AMarkWithoutRoomHasALineOfItsOwn) {
  const Chart chart{.bars = {{1.0, true}, {1.0}, {1.0}, {1.0}}, .bar_width = 1, .first = "1", .last = "4", .mark = "1"};
  EXPECT_THAT(chart_text(chart, 0, {.unicode = false}), HasSubstr("      +----\n       ^ 1\n       1  4\n"));
}

TEST(OccupancyText, SaysWhatBindsAndWhatWouldBeBetter) {
  const std::string text = text_of(study_of({.threads = 256, .registers_per_thread = 40}));
  EXPECT_THAT(text, HasSubstr("occupancy 75 %: 6 blocks, 48 of 64 warps per SM, limited by registers\n"));
  EXPECT_THAT(text, HasSubstr("at most 32 registers a thread: 8 blocks, 64 warps per SM, 100 %\n"));
  EXPECT_THAT(text_of(study_of({.threads = 256, .registers_per_thread = 32})), Not(HasSubstr("better")));
  EXPECT_THAT(text_of(study_of({.threads = 1024, .registers_per_thread = 65})),
              HasSubstr("occupancy 0 %: no block fits, for want of registers\n"));
  EXPECT_THAT(text_of(study_of({.threads = 1025, .registers_per_thread = 65})),
              HasSubstr("a block has at most 1024 threads\n"));
  EXPECT_THAT(text_of(study_of({.threads = 31, .registers_per_thread = 8})),
              HasSubstr("1 lane of the last warp of a block has no thread\n"));
}

TEST(OccupancyText, FitsTheTerminalAndHasNoTrailingBlanks) {
  for (const std::size_t width : {60u, 80u, 120u, 200u}) {
    for (const char* gpu : {"sm_10", "sm_20", "sm_35", "sm_90"}) {
      std::istringstream text(text_of(study_of({.threads = 192, .registers_per_thread = 40}, gpu), {.width = width}));
      for (std::string line; std::getline(text, line);) {
        EXPECT_LE(display_width(line), std::max<std::size_t>(width, 78)) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
      }
    }
  }
}

TEST(OccupancyText, SeveralGpusAreATable) {
  const std::vector<analysis::OccupancyStudy> studies = {study_of({.threads = 256, .registers_per_thread = 40}),
                                                         study_of({.threads = 256, .registers_per_thread = 40}, "T4")};
  const std::string text = to_text(studies, {});
  EXPECT_THAT(text, HasSubstr("sm_90   NVIDIA H200       75 %          6        48  64  registers\n"));
  EXPECT_THAT(text, HasSubstr("Tesla T4"));
  EXPECT_THAT(text, Not(HasSubstr("│")));
  EXPECT_EQ(to_text(std::span<const analysis::OccupancyStudy>{}, {}), "");
}

TEST(OccupancyJson, HoldsTheStudy) {
  const analysis::OccupancyStudy study =
      study_of({.threads = 256, .registers_per_thread = 40, .static_shared_bytes = 20480});
  const auto json = nlohmann::json::parse(to_json(std::span(&study, 1)));
  EXPECT_EQ(json.at("format"), "warpglass-occupancy");
  const auto& one = json.at("studies").at(0);
  EXPECT_EQ(one.at("occupancy"), 0.75);
  EXPECT_EQ(one.at("limits").at(1).at("name"), "registers");
  EXPECT_EQ(one.at("limits").at(1).at("binds"), true);
  EXPECT_EQ(one.at("limits").at(2).at("taken_by_block"), 21504);
  EXPECT_EQ(one.at("better").at(0).at("registers_per_thread"), 32);
  EXPECT_TRUE(one.at("better").at(0).at("shared_bytes").is_null());
  EXPECT_EQ(one.at("curves").at(0).at("steps").at(0).at("first"), 1);
  EXPECT_EQ(one.at("curves").at(2).at("now"), 20480);
}

}  // namespace
}  // namespace warpglass::report
