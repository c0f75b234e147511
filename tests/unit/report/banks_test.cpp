// Banks as text and JSON. What whole pages look like is held by docs/teaching/banks.md.
#include "report/banks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/access_picture.hpp"
#include "report/display.hpp"

namespace warpglass::report {
namespace {

using testing::HasSubstr;
using testing::Not;

analysis::BankStudy strided(std::string_view gpu, std::uint64_t stride, std::uint32_t bytes, std::uint32_t lanes = 32,
                            arch::SharedAccess access = arch::SharedAccess::load) {
  std::vector<std::optional<std::uint64_t>> addresses;
  for (std::uint64_t i = 0; i < lanes; ++i) addresses.emplace_back(i * stride * bytes);
  analysis::BankQuestion question;
  question.title = "tid";
  question.access = access;
  question.bytes = bytes;
  question.block = {lanes, 1, 1};
  question.addresses = addresses;
  return analysis::study_banks(*arch::find_device(gpu).device, question);
}

std::string text_of(const analysis::BankStudy& study, const PictureOptions& options = {}) {
  return to_text(std::span(&study, 1), options);
}

std::string picture_of(const analysis::BankStudy& study, const PictureOptions& options = {}) {
  return bank_picture({.banks = study.banks, .passes = study.cost.wavefronts, .served = study.services}, options);
}

TEST(BankPicture, ShowsWhoIsServedWhereAndWhen) {
  EXPECT_EQ(
      picture_of(strided("sm_90", 16, 4, 4), {.unicode = false}),
      "  bank     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31\n"
      "  pass 0   0  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
      "  pass 1   2  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  3  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
      "  the number is the lane that a bank serves\n");
  EXPECT_THAT(picture_of(strided("sm_90", 0, 4), {}), HasSubstr("pass 0   0+ ·"));
  EXPECT_THAT(picture_of(strided("sm_90", 1, 8, 4), {}), HasSubstr("pass 0   0  0  1  1  2  2  3  3  ·"));
  EXPECT_THAT(picture_of(strided("cc1.3", 1, 4), {}), HasSubstr(" 14 15\n"));
}

TEST(BankPicture, IsNarrowerWhereTheTerminalIs) {
  for (const std::size_t width : {60u, 80u, 106u, 120u}) {
    std::istringstream text(picture_of(strided("sm_90", 32, 4), {.width = width}));
    for (std::string line; std::getline(text, line);) {
      EXPECT_LE(display_width(line), std::max<std::size_t>(width, 74)) << line;
      EXPECT_FALSE(line.ends_with(' '));
    }
  }
}

TEST(BankText, SaysWhatItCosts) {
  EXPECT_THAT(text_of(strided("sm_90", 2, 4)),
              HasSubstr("2 wavefronts (ideal 1): 2-way bank conflict, 50 % of the banks used\n"));
  EXPECT_THAT(text_of(strided("sm_90", 1, 8)), HasSubstr("2 wavefronts (ideal 2): no bank conflict"));
  EXPECT_THAT(text_of(strided("sm_90", 1, 4)), HasSubstr("sm_90, NVIDIA H200: 32 banks of 4 B  (exact)\n"));
  EXPECT_THAT(text_of(strided("fermi", 1, 4)), HasSubstr("(modelled)\n"));
  EXPECT_THAT(text_of(strided("sm_90", 1, 4, 64)), HasSubstr("block: 2 wavefronts (ideal 2) for 2 warps; warp 0"));
  EXPECT_THAT(text_of(strided("sm_90", 1, 4, 0)), HasSubstr("no lane takes part\n"));
  const auto swap = arch::SharedAccess::compare_and_swap;
  EXPECT_THAT(text_of(strided("sm_90", 0, 4, 32, swap)),
              HasSubstr("64 wavefronts (ideal 2): 32-way bank conflict, <1 % of the banks used\n"));
  EXPECT_THAT(text_of(strided("sm_90", 0, 4, 32, swap)), HasSubstr("and 32 more passes\n"));
  EXPECT_THAT(text_of(strided("sm_90", 32, 4)), HasSubstr("   1      128     0     1  "));
}

TEST(BankText, ColoursAreTheOnlyDifference) {
  std::string stripped;
  const std::string coloured = text_of(strided("sm_90", 4, 4), {.colour = true});
  for (std::size_t at = 0; at < coloured.size(); ++at) {
    if (coloured[at] == '\033') {
      at = coloured.find('m', at);
    } else {
      stripped += coloured[at];
    }
  }
  EXPECT_NE(stripped, coloured);
  EXPECT_EQ(stripped, text_of(strided("sm_90", 4, 4)));
}

TEST(BankText, SeveralMachinesAreATable) {
  const std::vector<analysis::BankStudy> studies = {strided("cc1.3", 2, 4), strided("sm_90", 2, 4)};
  const std::string text = to_text(studies, {});
  EXPECT_THAT(text, HasSubstr("sm_13   Tesla                4      2      2"));
  EXPECT_THAT(text, HasSubstr("sm_90   Hopper               2      1      2"));
  EXPECT_THAT(text, Not(HasSubstr("pass 0")));
}

TEST(BankText, Strides) {
  std::vector<StrideRow> rows = {{1, {strided("sm_90", 1, 4)}}, {32, {strided("sm_90", 32, 4)}}};
  EXPECT_THAT(strides_text(rows, {}), HasSubstr("    32          128          32      1     32         3 %\n"));
  for (StrideRow& row : rows) row.studies.push_back(strided("cc1.3", row.stride, 4));
  EXPECT_THAT(strides_text(rows, {}), HasSubstr("32 (1)  32 (2)\n"));
  EXPECT_EQ(strides_text({}, {}), "");
}

TEST(BankJson, HoldsTheStudy) {
  const analysis::BankStudy study = strided("sm_90", 2, 4);
  const auto one = nlohmann::json::parse(to_json(std::span(&study, 1))).at("studies").at(0);
  EXPECT_EQ(one.at("wavefronts"), 2);
  EXPECT_EQ(one.at("n_way"), 2.0);
  EXPECT_EQ(one.at("utilisation"), 0.5);
  EXPECT_EQ(one.at("lanes").at(16).at("address"), 128);
  EXPECT_EQ(one.at("served").at(16).at("pass"), 1);
  EXPECT_EQ(one.at("served").at(16).at("lane"), 16);
  const std::vector<StrideRow> rows = {{2, {study}}};
  EXPECT_EQ(nlohmann::json::parse(strides_json(rows)).at("strides").at(0).at("stride"), 2);
}

}  // namespace
}  // namespace warpglass::report
