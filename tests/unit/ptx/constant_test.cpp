// Constant expressions, through the initialiser of a variable. The values are those that ptxas 13.0 stores.
#include <gmock/gmock.h>

#include <bit>
#include <cstdint>
#include <string>

#include "parsing.hpp"

namespace warpglass::ptx {
namespace {

std::int64_t folded(const std::string& expression) {
  const Module module = module_of(".global .s64 v = " + expression + ";");
  return module.variables.empty() ? -99 : static_cast<std::int64_t>(module.variables[0].initializer.at(0).bits);
}

double real(const std::string& expression) {
  const Module module = module_of(".global .f64 v = " + expression + ";");
  return module.variables.empty() ? -99 : module.variables[0].initializer.at(0).real;
}

TEST(Constant, BindsOperatorsAsCDoes) {
  EXPECT_EQ(folded("2 + 3 * 4 - 6 / 4 % 2 << 1 | 1"), 27);
  EXPECT_EQ(folded("5 & 3 == 1"), 0);
  EXPECT_EQ(folded("1 | 2 == 2"), 1);
  EXPECT_EQ(folded("6 ^ 3 & 5 | 8"), 15);
  EXPECT_EQ(folded("1 << 2 < 5"), 1);
  EXPECT_EQ(folded("0 && 0 || 1"), 1);
  EXPECT_EQ(folded("7 == 7 && 3 != 4 || 0"), 1);
  EXPECT_EQ(folded("1 > 2 ? 3 : 4 + 1"), 5);
  EXPECT_EQ(folded("1 ? 2 : 3 ? 4 : 5"), 2);
  EXPECT_EQ(folded("-(1 + 2) * 3"), -9);
  EXPECT_EQ(folded("(7 > 3 ? 1 << 4 : 0) | 0x100 & ~0xff ^ (.s64)(-1 >> 60)"), -257);
  EXPECT_EQ(folded("8%3"), 2);
  EXPECT_EQ(folded("100%WARP_SZ"), 4);
}

TEST(Constant, ComputesInSixtyFourBits) {
  EXPECT_EQ(folded("-1 >> 60"), -1);
  EXPECT_EQ(folded("0xffffffffffffffff >> 60"), 15);
  EXPECT_EQ(folded("-7 / 2"), -3);
  EXPECT_EQ(folded("-7 / 2U"), INT64_MAX - 3);
  EXPECT_EQ(folded("(.u64)-7 / 2"), INT64_MAX - 3);
  EXPECT_EQ(folded("-1 < 1U"), 0);
  EXPECT_EQ(folded("-1 < 1"), 1);
  EXPECT_EQ(folded("0x8000000000000000 / -1"), 0);
  EXPECT_EQ(folded("(.s64)0x8000000000000000 / -1"), INT64_MIN);
}

TEST(Constant, DiffersFromCWherePtxasDoes) {
  EXPECT_EQ(folded("-7 % 3"), 0);
  EXPECT_EQ(folded("5 % -3"), 5);
  EXPECT_EQ(folded("~0 >> 63"), 1);
  EXPECT_EQ(folded("(~5) / 2"), INT64_MAX - 2);
  EXPECT_EQ(folded("1 << 65"), 2);
  EXPECT_EQ(folded("(0 - 7) >> 65"), -4);
  EXPECT_EQ(folded("1 << -1"), INT64_MIN);
}

TEST(Constant, FoldsFloatingPoint) {
  EXPECT_EQ(real("1.5 * 2.0 + 1.0"), 4.0);
  EXPECT_EQ(real("-(1.5)"), -1.5);
  EXPECT_EQ(real("-.5e-1"), -0.05);
  EXPECT_EQ(real("0d3FF8000000000000"), 1.5);
  EXPECT_EQ(folded("1.5 < 2.5"), 1);
}

TEST(Constant, ReportsWhatHasNoValue) {
  EXPECT_THAT(errors_of(".global .s64 v = 1 / 0;"),
              testing::ElementsAre("1:64: division by zero in a constant expression"));
  EXPECT_THAT(errors_of(".global .s64 v = 1.5 % 2;"), testing::ElementsAre("1:66: '%' needs integer constants"));
  EXPECT_THAT(errors_of(".global .s64 v = 99999999999999999999;"),
              testing::ElementsAre("1:62: this integer does not fit in 64 bits"));
}

TEST(Constant, RefusesDeepNesting) {
  for (const char* open : {"(", "-", "1?"}) {
    std::string text = ".global .s64 v = ";
    for (int i = 0; i < 100000; ++i) text += open;
    const auto errors = errors_of(text + "1;");
    ASSERT_FALSE(errors.empty());
    EXPECT_THAT(errors[0], testing::HasSubstr("nested more than 256 deep"));
  }
}

}  // namespace
}  // namespace warpglass::ptx
