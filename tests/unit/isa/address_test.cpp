// cvta and isspacep: addresses between state spaces.

#include <gtest/gtest.h>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

TEST(Address, GlobalConstAndParamAreTheirOwnGenericAddresses) {
  std::vector<std::uint64_t> values(64);
  const Outcome outcome = run_on(values, kernel_around(R"(
    cvta.to.global.u64 %rd1, %here;
    cvta.global.u64 %rd2, %rd1;
    sub.u64 %rd3, %rd1, %here;
    sub.u64 %rd4, %rd2, %here;
    st.global.u64 [%here], %rd3;
    st.global.u64 [%here+8], %rd4;)"));
  EXPECT_EQ(outcome.errors, "");
  for (const std::uint64_t value : values) EXPECT_EQ(value, 0u);
}

TEST(Address, SharedAndLocalComeBackFromTheirWindows) {
  std::vector<std::uint64_t> values(64);
  const Outcome outcome = run_on(values, kernel_around(R"(
    .shared .align 8 .b8 s[64];
    .local .align 8 .b8 l[64];
    mov.u64 %rd1, s;
    add.u64 %rd1, %rd1, 24;
    cvta.shared.u64 %rd2, %rd1;
    cvta.to.shared.u64 %rd3, %rd2;
    sub.u64 %rd3, %rd3, %rd1;
    st.global.u64 [%here], %rd3;
    mov.u64 %rd4, l;
    cvta.local.u64 %rd5, %rd4;
    cvta.to.local.u64 %rd6, %rd5;
    sub.u64 %rd6, %rd6, %rd4;
    st.global.u64 [%here+8], %rd6;)"));
  EXPECT_EQ(outcome.errors, "");
  for (const std::uint64_t value : values) EXPECT_EQ(value, 0u);
}

TEST(Address, GenericAccessReachesTheVariable) {
  std::vector<std::uint64_t> values(64);
  const Outcome outcome = run_on(values, kernel_around(R"(
    .shared .align 8 .b8 s[256];
    .local .align 8 .b8 l[8];
    cvt.u64.u32 %rd7, %thread;
    mov.u64 %rd1, s;
    mad.wide.u32 %rd1, %thread, 8, %rd1;
    cvta.shared.u64 %rd2, %rd1;
    st.u64 [%rd2], %rd7;
    ld.shared.u64 %rd3, [%rd1];
    st.global.u64 [%here], %rd3;
    mov.u64 %rd4, l;
    cvta.local.u64 %rd5, %rd4;
    add.u64 %rd8, %rd7, 100;
    st.local.u64 [%rd4], %rd8;
    ld.u64 %rd6, [%rd5];
    st.global.u64 [%here+8], %rd6;)"));
  EXPECT_EQ(outcome.errors, "");
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(values[2 * lane], lane);
    EXPECT_EQ(values[2 * lane + 1], lane + 100);
  }
}

TEST(Address, IsspacepTellsTheSpaces) {
  // For a generic address of each space, one bit for each test that holds: global, shared, local, const, param.
  const std::string declarations = ".const .align 8 .u64 c = 7;\n";
  std::string body = R"(
    .shared .align 8 .b8 s[64];
    .local .align 8 .b8 l[64];
    cvta.shared.u64 %rd1, s;
    cvta.local.u64 %rd2, l;
    cvta.const.u64 %rd3, c;
    mov.u64 %rd4, buffer_param;
    cvta.param.u64 %rd4, %rd4;
    mov.u64 %rd5, %here;
)";
  for (int i = 1; i <= 5; ++i) {
    const std::string at = "%rd" + std::to_string(i);
    const std::string sum = "%r" + std::to_string(i);
    body += "mov.u32 " + sum + ", 0;\n";
    int bit = 1;
    for (const char* space : {"global", "shared", "local", "const", "param"}) {
      body += "isspacep." + std::string(space) + " %p1, " + at + ";\n@%p1 or.b32 " + sum + ", " + sum + ", " +
              std::to_string(bit) + ";\n";
      bit *= 2;
    }
    body += "st.global.u32 [%buffer+" + std::to_string(4 * i - 4) + "], " + sum + ";\n";
  }
  std::vector<std::uint32_t> values(128);
  const Outcome outcome = run_on(values, kernel_around(body, declarations));
  EXPECT_EQ(outcome.errors, "");
  EXPECT_EQ(values[0], 2u);   // shared
  EXPECT_EQ(values[1], 4u);   // local
  EXPECT_EQ(values[4], 1u);   // global
  EXPECT_EQ(values[3], 16u);  // param
}

}  // namespace
}  // namespace warpglass::isa
