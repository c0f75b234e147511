// Products of warp groups against what a chip answered (tests/hardware/wgmma): the kernels that were recorded, on the
// same inputs, for one instruction set.
//
//   warp_groups_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

// Words of a launch's input, as tests/hardware/record/warp_groups.py says.
constexpr std::size_t kShared = 12288;
constexpr std::size_t kSums = 16384;
constexpr std::size_t kFactors = 512;
constexpr std::size_t kChoices = 128;

struct Case {
  std::string kernel;
  std::string kind;
  std::string sums;
  std::vector<std::string> values;
  std::size_t words = 0;
};

/// \param set  "", "sparse_", "small_" or "hard_"
std::vector<Case> recorded_cases(const std::string& set) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/" + set + "cases.tsv");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Case one;
    std::string values;
    std::string words;
    std::getline(fields, one.kernel, '\t');
    std::getline(fields, one.kind, '\t');
    std::getline(fields, one.sums, '\t');
    std::getline(fields, values, '\t');
    std::getline(fields, words, '\t');
    one.words = std::stoul(words);
    std::istringstream names(values);
    for (std::string name; names >> name;) one.values.push_back(name);
    cases.push_back(std::move(one));
  }
  return cases;
}

/// What of random bits stays, and what is added.
struct Masks {
  std::uint32_t keep = 0xffffffff;
  std::uint32_t add = 0;
};

/// What a kind of numbers is made of.
Masks masks_of(std::string_view numbers, std::string_view kind) {
  struct Row {
    std::string_view kind;
    Masks tame, wide, small, large;
  };
  static constexpr std::array<Row, 5> kRows{{
      {"f16", {0x8fff8fff, 0x30003000}, {0xbfffbfff, 0}, {0x87ff87ff, 0}, {0x87ff87ff, 0x70007000}},
      {"bf16", {0x81ff81ff, 0x3e003e00}, {0x8fff8fff, 0x30003000}, {0x80ff80ff, 0}, {0x87ff87ff, 0x58005800}},
      {"f32", {0x81ffffff, 0x3e000000}, {0x8fffffff, 0x30000000}, {0x87ffffff, 0x34000000}, {0x87ffffff, 0x58000000}},
      {"e4m3", {0x9f9f9f9f, 0x20202020}, {0xbfbfbfbf, 0}, {0x8f8f8f8f, 0}, {0x87878787, 0x70707070}},
      {"e5m2", {0x8f8f8f8f, 0x30303030}, {0xbfbfbfbf, 0}, {0x87878787, 0}, {0x83838383, 0x78787878}},
  }};
  const auto* const row = std::ranges::find(kRows, kind, &Row::kind);
  if (row == kRows.end() || numbers == "raw") return {};
  if (numbers == "wide") return row->wide;
  if (numbers == "small") return row->small;
  return numbers == "large" ? row->large : row->tame;
}

/// Of a set of values one word, as the recorder makes it (words_of).
std::uint32_t word_of(std::string_view values, std::string_view kind, std::size_t at) {
  std::uint64_t bits = test::random_bits(at);
  std::string_view numbers = values;
  bool zero = false;
  if (values == "few" || values == "rare") {
    numbers = values == "few" ? "tame" : "wide";
    zero = (bits >> 32 & 3) != 0;
  } else if (values == "mixed") {
    static constexpr std::array<std::string_view, 4> kMixed{"tame", "wide", "small", ""};
    numbers = kMixed[bits >> 40 & 3];
    zero = numbers.empty();
  } else if (values == "equal") {
    numbers = "wide";
    bits = (test::random_bits(bits >> 32 & 3) & 0x7fff7fff) | (bits & 0x80008000);
  }
  const Masks masks = masks_of(numbers, kind);
  return zero ? 0 : (static_cast<std::uint32_t>(bits) & masks.keep) | masks.add;
}

/// Metadata of a sparse factor: of raw values anything.
std::uint32_t metadata_of(const Case& one, std::string_view values, std::size_t at) {
  if (values == "raw") return static_cast<std::uint32_t>(test::random_bits(at));
  return test::random_metadata(one.kind == "f32" ? "ones" : "pairs", at);
}

std::vector<std::uint32_t> input_of(const Case& one, std::string_view values) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < kShared + kSums + kFactors; ++i) {
    const bool is_sum = i >= kShared && i < kShared + kSums;
    words.push_back(word_of(values, is_sum ? one.sums : one.kind, i));
  }
  for (std::size_t i = 0; i < kChoices; ++i) words.push_back(metadata_of(one, values, words.size()));
  return words;
}

void answer_as_the_chip(const std::string& set) {
  const std::string folder = WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/" + set;
  const std::string text = test::unpacked(folder + "kernels.ptx.zst");
  const std::string answers = test::unpacked(folder + "answers.zst");
  LoadedPtx ptx(text.substr(text.find(".visible")));
  const std::uint64_t source = ptx.upload(std::vector<std::uint32_t>(kShared + kSums + kFactors + kChoices));
  const std::uint64_t target = ptx.upload(std::vector<std::uint32_t>(kSums));
  std::size_t at = 0;
  for (const Case& one : recorded_cases(set)) {
    for (const std::string& values : one.values) {
      SCOPED_TRACE(one.kernel + " " + one.kind + " " + values);
      const std::vector<std::uint32_t> input = input_of(one, values);
      std::memcpy(sim::Memory::host(source), input.data(), input.size() * sizeof input[0]);
      ptx.run_clean(one.kernel, {1, 1, 1}, {128, 1, 1}, {source, target});
      std::vector<std::uint32_t> expected(one.words);
      std::memcpy(expected.data(), answers.data() + at, one.words * sizeof expected[0]);
      at += one.words * sizeof expected[0];
      const auto answer = ptx.download<std::uint32_t>(target, one.words);
      std::size_t different = 0;
      std::string first;
      for (std::size_t i = 0; i < one.words; ++i) {
        if (answer[i] == expected[i]) continue;
        if (different++ == 0) first = fmt::format("word {}: {:#x}, the chip {:#x}", i, answer[i], expected[i]);
      }
      EXPECT_EQ(different, 0u) << first;
    }
  }
  EXPECT_EQ(at, answers.size());
}

TEST(WarpGroups, AnswerAsTheChip) { answer_as_the_chip(""); }

TEST(WarpGroups, OfSparseFactorsAnswerAsTheChip) { answer_as_the_chip("sparse_"); }

TEST(WarpGroups, OfSubnormalFactorsAnswerAsTheChip) { answer_as_the_chip("small_"); }

TEST(WarpGroups, OfNumbersOfAllSizesAnswerAsTheChip) { answer_as_the_chip("hard_"); }

}  // namespace
}  // namespace warpglass::isa
