// The approximate instructions against what an H200 answers to all arguments of 32 bits (tests/hardware/approximate,
// whose recorder says what a digest is): the arguments of some signs and exponents, or of all.
//
//   [WARPGLASS_ALL_DIGESTS=1] digests_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// Digests of an instruction: one, or one for each value of an argument's upper nine bits.
struct Recording {
  std::string instruction;
  std::vector<std::uint32_t> digests;

  [[nodiscard]] bool is_of_halves() const { return digests.size() == 1; }
};

std::vector<Recording> recordings() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/approximate/digests.tsv");
  std::vector<Recording> all;
  std::string digits;
  for (Recording one; file >> one.instruction >> digits; all.push_back(one)) {
    one.digests.clear();
    for (std::size_t at = 0; at < digits.size(); at += 8)
      one.digests.push_back(static_cast<std::uint32_t>(std::stoul(digits.substr(at, 8), nullptr, 16)));
  }
  return all;
}

/// %r1 is the argument, %r2 the result.
std::string call_of(std::string_view instruction) {
  if (instruction.starts_with("div."))
    return fmt::format(
        "mad.lo.u32 %r3, %r1, 2654435761, 12345; mov.b32 %f1, %r1; mov.b32 %f2, %r3; {} %f3, %f1, %f2; "
        "mov.b32 %r2, %f3;",
        instruction);
  if (instruction.ends_with("f64"))
    return fmt::format("mov.b64 %d1, {{0, %r1}}; {} %d2, %d1; mov.b64 {{%r3, %r2}}, %d2;", instruction);
  if (instruction.ends_with("f16"))  // and bf16
    return fmt::format("cvt.u16.u32 %h1, %r1; {} %h2, %h1; cvt.u32.u16 %r2, %h2;", instruction);
  return fmt::format("mov.b32 %f1, %r1; {} %f2, %f1; mov.b32 %r2, %f2;", instruction);
}

/// Adds to the second half of a buffer what digests are made of; the first has their numbers, by block of row y.
std::string kernel_of(const Recording& one, std::size_t digests, std::uint32_t each) {
  return kernel_around(fmt::format(R"(
    mov.u32 %r4, %ctaid.y;
    mul.wide.u32 %rd1, %r4, 8;
    add.s64 %rd1, %buffer, %rd1;
    ld.global.u32 %r1, [%rd1];
    shl.b32 %r1, %r1, 23;
    mov.u32 %r5, %ctaid.x;
    mad.lo.u32 %r5, %r5, 256, %thread;
    add.u32 %r1, %r1, %r5;
    mov.u64 %rd2, 0;
    mov.u32 %r6, 0;
  NEXT:
    {}
    shl.b32 %r7, %r1, 1;
    add.u32 %r7, %r7, 1;
    mul.wide.u32 %rd3, %r2, %r7;
    add.u64 %rd2, %rd2, %rd3;
    add.u32 %r1, %r1, 65536;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, {};
    @%p1 bra NEXT;
    red.global.add.u64 [%rd1+{}], %rd2;
)",
                                   call_of(one.instruction), each, 8 * digests));
}

/// Numbers of the digests that are looked at: zeros and subnormal numbers, what is around 1, the largest, NaNs.
std::vector<std::uint64_t> chosen(const Recording& one) {
  if (one.is_of_halves()) return {0};
  std::vector<std::uint64_t> numbers = {0, 103, 125, 127, 128, 253, 255, 382};
  if (std::getenv("WARPGLASS_ALL_DIGESTS") != nullptr) {
    numbers.resize(one.digests.size());
    std::iota(numbers.begin(), numbers.end(), 0);
  }
  return numbers;
}

TEST(Digests, AreTheChips) {
  const std::vector<Recording> all = recordings();
  ASSERT_EQ(all.size(), 25u);
  for (const Recording& one : all) {
    std::vector<std::uint64_t> words = chosen(one);
    const std::size_t count = words.size();
    words.resize(2 * count);
    const auto rows = static_cast<std::uint32_t>(count);
    const Outcome outcome = run_on(words, kernel_of(one, count, one.is_of_halves() ? 1 : 128),
                                   {.grid = {256, rows, 1}, .block = {256, 1, 1}});
    ASSERT_EQ(outcome.errors, "") << one.instruction;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t sum = words[count + i];
      EXPECT_EQ(static_cast<std::uint32_t>(sum ^ sum >> 32), one.digests[words[i]])
          << one.instruction << " of arguments from " << fmt::format("{:08x}", words[i] << 23);
    }
  }
}

}  // namespace
}  // namespace warpglass::isa
