#include "toolkit/static_names.hpp"

#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

TEST(StaticNames, AreThoseOfOthers) {
  EXPECT_EQ(with_names_of_statics("ld.const.u32 %r1, [_ZL5total+4];\n_ZL4stepPi(); __ZL1a _ZL9short _ZL _ZN1NL1aE"),
            "ld.const.u32 %r1, [total+4];\n_Z4stepPi(); __ZL1a _ZL9short _ZL _ZN1NL1aE");
}

TEST(StaticNames, ConstantsOfTheLibraryStayWhereTheyAreRead) {
  const std::string ours = ".weak .const .align 4 .u32 _ZN2my5countE = 3;\n.global .align 4 .u32 _ZSt1g;\n";
  const std::string read = ".weak .const .align 4 .u32 _ZNSt6digitsE = 24;\n";
  const std::string reader = "\tld.const.u32 %r1, [_ZNSt6digitsE];\n}";
  EXPECT_EQ(without_unread_library_constants(ours + ".weak .const .align 1 .b8 _ZSt8in_place[1];\n" + read +
                                             ".weak .const .align 4 .u32 _ZNSt6digitsEv = 24;\n" + reader),
            ours + read + reader);
  EXPECT_EQ(without_unread_library_constants(""), "");
}

TEST(StaticNames, OfNoFileAreNotThere) { EXPECT_FALSE(name_statics_in("/nowhere/k.ptx")); }

}  // namespace
}  // namespace warpglass::toolkit
