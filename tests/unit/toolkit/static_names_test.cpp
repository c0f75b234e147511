#include "toolkit/static_names.hpp"

#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

TEST(StaticNames, AreThoseOfOthers) {
  EXPECT_EQ(with_names_of_statics("ld.const.u32 %r1, [_ZL5total+4];\n_ZL4stepPi(); __ZL1a _ZL9short _ZL _ZN1NL1aE"),
            "ld.const.u32 %r1, [total+4];\n_Z4stepPi(); __ZL1a _ZL9short _ZL _ZN1NL1aE");
}

TEST(StaticNames, OfNoFileAreNotThere) { EXPECT_FALSE(name_statics_in("/nowhere/k.ptx")); }

}  // namespace
}  // namespace warpglass::toolkit
