// That no padding is forgotten: what a padding costs repeats itself, on every machine and for every width of element.
#include "analysis/layout_search.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpglass::analysis {
namespace {

constexpr std::uint64_t kRows = 40;
constexpr std::uint64_t kColumns = 24;

/// A warp's lanes at elements of the array that a generator draws, at least a few of them along a column.
LayoutRequest drawn(arch::SharedAccess access, std::uint32_t element, std::uint32_t bytes, std::mt19937& random) {
  LayoutRequest request{.access = access, .bytes = bytes, .matrices = 0, .lanes = kFullMask};
  const std::uint64_t wide = bytes / element;
  const bool by_column = random() % 2 == 0;
  const std::uint64_t column = random() % (kColumns / wide) * wide;
  for (std::size_t lane = 0; lane < request.address.size(); ++lane) {
    const std::uint64_t row = by_column ? lane : random() % kRows;
    const std::uint64_t at = by_column ? column : random() % (kColumns / wide) * wide;
    request.address[lane] = (row * kColumns + at) * element;
  }
  return request;
}

LayoutQuestion question_on(const LayoutMachine& machine, std::uint32_t element) {
  LayoutQuestion question{
      .rows = kRows, .columns = kColumns, .element_bytes = element, .accesses = {}, .machines = {machine}};
  std::mt19937 random(element);
  using enum arch::SharedAccess;
  for (const arch::SharedAccess access : {load, store, atomic, compare_and_swap}) {
    for (std::uint32_t bytes = element; bytes <= 16; bytes *= 2) {
      const bool is_atomic = access == atomic || access == compare_and_swap;
      if (is_atomic && bytes != 4 && bytes != 8) continue;
      LayoutAccess one{.title = "", .requests = {}, .apart = {}};
      for (int i = 0; i < 4; ++i) one.requests.push_back(drawn(access, element, bytes, random));
      question.accesses.push_back(std::move(one));
    }
  }
  return question;
}

std::vector<LayoutMachine> machines() {
  std::vector<LayoutMachine> all;
  for (const char* name : {"cc1.3", "sm_20", "sm_52", "sm_90"})
    all.push_back({.device = arch::find_device(name).device, .bank_bytes = 4});
  for (const std::uint32_t bytes : {4u, 8u})
    all.push_back({.device = arch::find_device("sm_35").device, .bank_bytes = bytes});
  return all;
}

TEST(LayoutSearch, WhatAPaddingCostsRepeatsItself) {
  for (const LayoutMachine& machine : machines()) {
    ASSERT_NE(machine.device, nullptr);
    for (const std::uint32_t element : {1u, 2u, 4u, 8u, 16u}) {
      const LayoutQuestion whole = question_on(machine, element);
      const PaddingPeriod period = padding_period(whole);
      for (const LayoutAccess& access : whole.accesses) {
        LayoutQuestion question = whole;
        question.accesses = {access};
        for (std::uint32_t padding = period.from; padding < period.from + period.every; ++padding) {
          const auto one = price(question, {.padding = padding});
          const auto next = price(question, {.padding = padding + period.every});
          ASSERT_EQ(one.has_value(), next.has_value());
          if (!one) continue;
          ASSERT_EQ(one->wavefronts(), next->wavefronts())
              << machine.device->sm_name() << ", elements of " << element << ", padding " << padding;
          ASSERT_EQ(one->excess(), next->excess());
        }
      }
    }
  }
}

/// Lanes that have a byte each of the same columns, in rows that no padding parts: a bank for each lane does.
TEST(LayoutSearch, NarrowElementsGetWordsOfTheirOwn) {
  for (const std::uint32_t bytes : {1u, 2u, 4u}) {
    LayoutQuestion question{.rows = 16,
                            .columns = 32,
                            .element_bytes = bytes,
                            .accesses = {{.title = "", .requests = {}, .apart = {}}},
                            .machines = {{.device = arch::find_device("sm_90").device, .bank_bytes = 4}}};
    std::mt19937 random(1);
    for (int i = 0; i < 64; ++i) {
      LayoutRequest request{.access = arch::SharedAccess::load, .bytes = bytes, .matrices = 0, .lanes = kFullMask};
      for (std::size_t lane = 0; lane < request.address.size(); ++lane)
        request.address[lane] = (random() % question.rows * question.columns + lane) * bytes;
      question.accesses.front().requests.push_back(request);
    }
    const LayoutAnswer answer = search_layouts(question);
    ASSERT_EQ(answer.in_words.has_value(), bytes < 4) << bytes;
    if (bytes == 4) continue;
    EXPECT_EQ(answer.in_words->layout.apart, 4 / bytes);
    EXPECT_EQ(answer.in_words->excess(), 0);
    EXPECT_EQ(answer.in_words->bytes, 16 * 32 * 4);
    EXPECT_GT(answer.padded ? answer.padded->excess() : answer.declared.excess(), 0);
    // What takes two elements at once cannot have them apart.
    question.accesses.front().requests.front().bytes = 2 * bytes;
    question.accesses.front().requests.front().address.fill(0);
    EXPECT_FALSE(search_layouts(question).in_words);
  }
}

TEST(LayoutSearch, PassesOfAllBanks) {
  LayoutQuestion question{.columns = 32, .element_bytes = 4, .accesses = {}, .machines = {machines()[3]}};
  EXPECT_EQ(padding_period(question).from, 32u);
  EXPECT_EQ(padding_period(question).every, 32u);
  question.machines.push_back(machines()[5]);  // banks of 8 bytes
  EXPECT_EQ(padding_period(question).every, 64u);
  question.machines = {machines()[0]};
  EXPECT_EQ(padding_period(question).every, 16u);
  question.element_bytes = 12;
  EXPECT_EQ(padding_period(question).from, 6u);
  EXPECT_EQ(padding_period(question).every, 16u);
}

}  // namespace
}  // namespace warpglass::analysis
