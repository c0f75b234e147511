// Atomics whose lanes `warpglass advise` combines within their warp, and those that it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CombinedAtomics : public Advise {
 protected:
  /// Of the kernel with this in its name; null: it has none.
  static json change_of(const json& advice, const std::string& kernel) {
    for (const json& change : advice.at("changes")) {
      if (change.at("rule") == "combined-atomics" && change.at("kernels").dump().find(kernel) != std::string::npos)
        return change;
    }
    return nullptr;
  }

  static json turns(const json& figures) { return figures.at("turns at atomics"); }

  /// What the hint at a line says.
  static std::string hint_at(const json& advice, int line) {
    std::string all;
    for (const json& hint : advice.at("hints")) {
      if (hint.at("rule") == "atomic-turns" && hint.at("where").at("line") == line) all += hint.at("advice");
    }
    return all;
  }
};

/// One turn for a warp is as few as can be.
TEST_F(CombinedAtomics, TakeOneTurnForAWarpWithOneAddress) {
  const json found = advice(kExamples + "sums_by_key.cu");
  const json sum = change_of(found, "sum(int");
  const json wide = change_of(found, "sum_wide(");
  const json maxima = change_of(found, "maxima(");
  const json number = change_of(found, "number(");
  for (const json& change : {sum, wide, maxima, number}) {
    ASSERT_TRUE(change.is_object()) << found.dump(1);
    const json& proposal = change.at("proposals").at(0);
    EXPECT_EQ(change.at("proposals").size(), 1);
    EXPECT_EQ(proposal.at("verdict"), "proved") << proposal.dump(1);
    EXPECT_EQ(turns(change.at("before")), 16384);
    EXPECT_EQ(turns(proposal.at("after")), 512);
  }
  const auto patch = [](const json& change) { return change.at("proposals").at(0).at("patch").get<std::string>(); };
  EXPECT_THAT(patch(sum), AllOf(HasSubstr("+  if (i < n) atomicAddOfWarp(&sums[keys[i]], values[i]);\n"),
                                HasSubstr("__reduce_add_sync(lanes, joins ? value : 0)")));
  EXPECT_THAT(patch(wide), HasSubstr("all = all + __shfl_xor_sync(lanes, all, apart);"));
  EXPECT_THAT(patch(maxima), HasSubstr("__reduce_max_sync(lanes, joins ? value : -0x7fffffff - 1)"));
  EXPECT_THAT(patch(number), AllOf(HasSubstr("+  if (i < n) numbers[i] = atomicAddRankOfWarp(&counts[keys[i]], 1u);\n"),
                                   HasSubstr("return joins ? before + value * __popc(joining & below) : old;")));
  // All of them in one patch, and none of the floats, whose order matters.
  EXPECT_EQ(found.at("together").at("verdict"), "proved") << found.at("together").dump(1);
  EXPECT_TRUE(change_of(found, "sum_floats(").is_null());
  EXPECT_THAT(hint_at(found, 42), HasSubstr("it takes 512 turns instead of 16,384; where the warps"));
  EXPECT_THAT(hint_at(found, 42), HasSubstr("(priced, not tried: a sum of floats in another order rounds otherwise, so "
                                            "that the results would not be the same bit by bit)"));
}

/// Without instructions for sums of a warp shuffles do it; without shuffles nothing does.
TEST_F(CombinedAtomics, TakeWhatTheMachineHas) {
  for (const char* gpu : {"sm_70", "sm_30"}) {
    const json found = advice(kExamples + "sums_by_key.cu", {"--arch", gpu, "--kernel", "maxima"});
    const json proposal = change_of(found, "maxima(").at("proposals").at(0);
    EXPECT_EQ(proposal.at("verdict"), "proved") << gpu << proposal.dump(1);
    EXPECT_THAT(proposal.at("patch").get<std::string>(),
                AllOf(HasSubstr("all = max(all, __shfl_xor_sync(lanes, all, apart));"), Not(HasSubstr("__reduce"))));
  }
  const json old = advice(kExamples + "sums_by_key.cu", {"--arch", "sm_20", "--kernel", "maxima"});
  EXPECT_TRUE(change_of(old, "maxima(").is_null());
  EXPECT_THAT(hint_at(old, 31), HasSubstr("(priced, not tried: sm_20 has no shuffles)"));
}

TEST_F(CombinedAtomics, OfSeveralAddressesAreWeighed) {
  const std::string path = program("atomics.cu");
  const json found = advice(path, {"--apply"});
  // Sixteen lanes have one: the first lane's alone leaves the others' turns, and a round for each takes instructions.
  const json elsewhere = change_of(found, "elsewhere(");
  ASSERT_TRUE(elsewhere.is_object()) << found.dump(1);
  EXPECT_EQ(turns(elsewhere.at("before")), 2048);
  EXPECT_EQ(elsewhere.at("proposals").at(0).at("verdict"), "no-better");
  EXPECT_EQ(elsewhere.at("proposals").at(1).at("verdict"), "proved");
  EXPECT_EQ(turns(elsewhere.at("proposals").at(1).at("after")), 256);
  const json numbers = change_of(found, "numbers(");
  EXPECT_EQ(numbers.at("proposals").at(0).at("verdict"), "no-better");
  EXPECT_EQ(numbers.at("proposals").at(1).at("verdict"), "loses");
  EXPECT_EQ(change_of(found, "in_shared(").at("proposals").at(0).at("verdict"), "loses");
  // A template's two types are two functions of one name.
  const json extremes = change_of(found, "extremes<");
  EXPECT_EQ(extremes.at("kernels").size(), 2);
  EXPECT_EQ(extremes.at("proposals").at(0).at("verdict"), "proved") << extremes.dump(1);
  EXPECT_EQ(turns(extremes.at("proposals").at(0).at("after")), 256);
  EXPECT_THAT(contents(path),
              AllOf(HasSubstr("atomicMinOfWarp(unsigned int* address, unsigned int value) {"),
                    HasSubstr("atomicMinOfWarp(unsigned long long* address, unsigned long long value) {"),
                    HasSubstr("  atomicMinOfWarp(least + keys[i / 32 * 32], static_cast<T>(i * 37 % 1000));"),
                    HasSubstr("__device__ void bump(unsigned* count) { atomicOrByAddress(count, 4u); }"),
                    HasSubstr("  atomicSub(&sums[keys[i] & 511], values[i]);")));
}

/// Sums of a constant and of values, in two kernels of one file: their functions do not read the same.
TEST_F(CombinedAtomics, OfSeveralKernelsStandInOnePatch) {
  const json found = advice(kExamples + "histogram.cu", {"--kernel", "histogram_(global|weighted)"});
  EXPECT_EQ(found.at("together").at("verdict"), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  EXPECT_THAT(patch, AllOf(HasSubstr("atomicAddConstantOfWarp(&bins[in[i]], 1u);"),
                           HasSubstr("atomicAddOfWarp(&s[in[i]], weights[in[i]]);")));
}

TEST_F(CombinedAtomics, AreLeftWhereTheResultsMightDiffer) {
  const json found = advice(program("atomics.cu"));
  EXPECT_TRUE(change_of(found, "left(").is_null());
  EXPECT_TRUE(change_of(found, "fenced(").is_null());
  EXPECT_THAT(hint_at(found, 35), HasSubstr("(priced, not tried: a macro writes a part of it)"));
  EXPECT_THAT(hint_at(found, 36), HasSubstr("not tried: a sum of floats in another order"));
  EXPECT_THAT(hint_at(found, 37), HasSubstr("not tried: its result is used)"));
  EXPECT_THAT(hint_at(found, 38), HasSubstr("not tried: its result is used, and lanes may add different values)"));
  EXPECT_THAT(hint_at(found, 45), HasSubstr("not tried: the kernel has fences"));
}

}  // namespace
}  // namespace warpglass
