// Calls that were inlined, as clang tells of them: in debug information instead of with `.loc`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ptx/inlined_calls.hpp"
#include "ptx/module.hpp"

namespace warpglass::ptx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// f (line 10) is inlined into the kernel at 20:5, and g (file 2, line 3) into f at 11:7. An instruction of the kernel's
// own line 21 has come between g's.
const std::string kCode = R"(
.version 8.5
.target sm_80
.address_size 64
.file 1 "k.cu"
.file 2 "g.h"
.visible .entry k() {
  .reg .b32 %r<9>;
  .loc 1 19 1
  mov.b32 %r1, 1;
$L__tmp0:
  .loc 1 10 2
  mov.b32 %r2, 2;
$L__tmp1:
  .loc 2 3 4
  mov.b32 %r3, 3;
  .loc 1 21 6
  mov.b32 %r4, 4;
  .loc 2 3 9
  mov.b32 %r5, 5;
$L__tmp2:
  .loc 1 12 2
  mov.b32 %r6, 6;
$L__tmp3:
  .loc 1 21 1
  mov.b32 %r7, 7;
  ret;
}
)";

const std::string kAbbreviations = R"(
.section .debug_abbrev {
.b8 1, 17, 1, 3, 8, 0, 0                    // a unit with children: a name, as text
.b8 2, 46, 1, 49, 19, 0, 0                  // a function: of an abstract one
.b8 3, 29, 1, 49, 19, 17, 1, 18, 1, 88, 11, 89, 11, 87, 11, 0, 0
.b8 4, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11, 89, 5, 87, 15, 0, 0
.b8 0
}
)";

// \param head  length and version
std::string info(const std::string& head) {
  return R"(
.section .debug_info {
)" + head +
         R"(
.b32 .debug_abbrev
.b8 8
.b8 1, 107, 0
.b8 2
.b32 99
.b8 3
.b32 100
.b64 $L__tmp0
.b64 $L__tmp3
.b8 1, 20, 5
.b8 4
.b32 200
.b64 $L__tmp1
.b64 $L__tmp2
.b8 1, 11, 0, 7
.b8 0, 0, 0
}
)";
}

const std::string kHead = ".b32 67\n.b16 4\n";

Module parsed(const std::string& text) {
  ParseResult result = parse(text, "k.ptx");
  EXPECT_THAT(result.diagnostics, IsEmpty());
  return std::move(result.module);
}

// "line:column < line:column < ..." of each instruction, innermost first.
std::vector<std::string> places(const Module& module) {
  std::vector<std::string> all;
  for (const Instruction& instruction : module.functions.front()->instructions) {
    std::string text;
    for (std::int32_t i = instruction.location; i >= 0; i = module.locations[static_cast<std::size_t>(i)].inlined_at) {
      const SourceLocation& place = module.locations[static_cast<std::size_t>(i)];
      text += (text.empty() ? "" : " < ") + std::to_string(place.line) + ":" + std::to_string(place.column);
    }
    all.push_back(text);
  }
  return all;
}

const auto kFlat = ElementsAre("19:1", "10:2", "3:4", "21:6", "3:9", "12:2", "21:1", "21:1");

TEST(InlinedCalls, AreReadFromDebugInformation) {
  EXPECT_THAT(places(parsed(kCode + kAbbreviations + info(kHead))),
              ElementsAre("19:1", "10:2 < 20:5", "3:4 < 11:7 < 20:5", "21:6", "3:9 < 11:7 < 20:5", "12:2 < 20:5",
                          "21:1", "21:1"));
}

TEST(InlinedCalls, AreNotThereWithoutIt) { EXPECT_THAT(places(parsed(kCode)), kFlat); }

TEST(InlinedCalls, OfDamagedInformationAreLeftOut) {
  for (const std::string head :
       {".b32 0\n.b16 4\n", ".b32 670\n.b16 4\n", ".b32 67\n.b16 9\n", ".b32 3\n.b16 4\n", ".b32 0xffffffff\n.b16 4\n"})
    EXPECT_THAT(places(parsed(kCode + kAbbreviations + info(head))), kFlat) << head;
  // An unknown form; no abbreviations at all.
  EXPECT_THAT(places(parsed(kCode + ".section .debug_abbrev { .b8 1, 17, 1, 3, 99, 0, 0, 0 }\n" + info(kHead))), kFlat);
  EXPECT_THAT(places(parsed(kCode + info(kHead))), kFlat);
}

TEST(InlinedCalls, EndWhereTheirUnitIsCutOff) {
  for (int length = 7; length < 67; ++length) {
    const std::string head = ".b32 " + std::to_string(length) + "\n.b16 4\n";
    (void)parsed(kCode + kAbbreviations + info(head));
  }
}

TEST(InlinedCalls, LeaveAloneWhatTheLocationsSay) {
  std::string code = kCode;
  const std::string plain = ".loc 1 21 1\n";
  code.replace(code.find(plain), plain.size(), ".loc 1 21 1, function_name $s, inlined_at 1 19 1\n");
  EXPECT_THAT(places(parsed(code + kAbbreviations + info(kHead))),
              ElementsAre("19:1", "10:2", "3:4", "21:6", "3:9", "12:2", "21:1 < 19:1", "21:1 < 19:1"));
}

}  // namespace
}  // namespace warpglass::ptx
