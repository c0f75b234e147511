// main() of tests that run once for each instruction set that vector code is compiled for: --instruction-set=NAME.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <cstdio>
#include <string_view>

namespace warpglass::test {
namespace {

/// Limits vector code to one instruction set; false when this machine has not got it.
bool use_instruction_set(std::string_view name) {
  for (std::int64_t bit = 1; bit > 0 && bit < std::int64_t{1} << 62; bit <<= 1) {
    if (hwy::TargetName(bit) != name) continue;
    if ((hwy::SupportedTargets() & bit) == 0) return false;
    hwy::SetSupportedTargetsForTest(bit);
    return true;
  }
  return false;
}

}  // namespace
}  // namespace warpglass::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kFlag = "--instruction-set=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(kFlag)) continue;
    if (warpglass::test::use_instruction_set(argument.substr(kFlag.size()))) continue;
    std::printf("this machine has no %s\n", argv[i] + kFlag.size());
    return 77;
  }
  return RUN_ALL_TESTS();
}
