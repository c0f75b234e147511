// Which small local arrays are counted as registers: what ptxas 13.0.88 says of the stack for sm_90.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

struct Array {
  int elements = 4;
  int bytes = 4;   // of an element
  int loads = 1;   // by an index that is not known
  int stores = 0;  // likewise
  bool in_loop = false;
  bool same_index = false;  // in each round
  bool taken = false;       // its address becomes a generic one, which something reads
  bool converted = false;   // its address is made from a generic one
};

std::string text_of(const Array& array) {
  const std::string type = array.bytes == 8 ? "u64" : array.bytes == 4 ? "u32" : "u16";
  const std::string value = array.bytes == 8 ? "%rd9" : array.bytes == 4 ? "%r9" : "%h9";
  std::string text = fmt::format(
      ".visible .entry k(.param .u64 p, .param .u32 i) {{ .local .align 8 .b8 d[{}]; .reg .b64 %rd<10>; .reg .b32 "
      "%r<10>; .reg .b16 %h<10>; .reg .pred %q; ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [i]; mov.u64 %rd2, d;\n",
      array.elements * array.bytes);
  for (int i = 0; i < array.elements; ++i)
    text += fmt::format("ld.global.{0} {1}, [%rd1+{2}]; st.local.{0} [%rd2+{3}], {1};\n", type, value, 8 * i,
                        i * array.bytes);
  if (array.converted) text += "cvta.local.u64 %rd5, %rd2; cvta.to.local.u64 %rd2, %rd5;\n";
  const std::string place = fmt::format("mad.wide.u32 %rd3, %r1, {}, %rd2;\n", array.bytes);
  if (array.same_index) text += place;
  text += "L:\n";
  if (!array.same_index) text += place;
  for (int i = 0; i < array.loads; ++i)
    text += fmt::format("ld.local.{0} {1}, [%rd3]; st.global.{0} [%rd1+{2}], {1};\n", type, value, 1024 + 8 * i);
  for (int i = 0; i < array.stores; ++i) text += fmt::format("st.local.{} [%rd3], {};\n", type, value);
  if (array.in_loop) text += "add.u32 %r1, %r1, 3; setp.lt.u32 %q, %r1, 100; @%q bra L;\n";
  if (array.taken) text += "cvta.local.u64 %rd4, %rd2; ld.u32 %r2, [%rd4]; st.global.u32 [%rd1], %r2;\n";
  return text + "ret; }";
}

/// Whether its accesses are counted as registers: all of them, or none.
bool in_registers(const Array& array) {
  const LoadedPtx ptx(text_of(array));
  const BindResult bound = ptx.bind_kernel("k", {.lower = true});
  EXPECT_NE(bound.program, nullptr);
  int kept = 0;
  int all = 0;
  for (const sim::OpFacts& facts : bound.program->facts) {
    if (!sim::is_memory_access(facts.kind) || facts.space != sim::Space::local) continue;
    ++all;
    if (facts.lowering.how == sim::Lowered::in_registers) ++kept;
  }
  EXPECT_EQ(all, array.elements + array.loads + array.stores);
  EXPECT_TRUE(kept == 0 || kept == all);
  return kept != 0;
}

TEST(LocalArrays, InLoopsFewElements) {
  EXPECT_TRUE(in_registers({.elements = 6, .in_loop = true}));
  EXPECT_TRUE(in_registers({.elements = 6, .bytes = 2, .in_loop = true}));
  EXPECT_TRUE(in_registers({.elements = 8, .loads = 2, .in_loop = true}));
  EXPECT_FALSE(in_registers({.elements = 8, .loads = 3, .in_loop = true}));
  EXPECT_FALSE(in_registers({.elements = 17, .in_loop = true}));
  EXPECT_TRUE(in_registers({.elements = 6, .stores = 1, .in_loop = true}));
  EXPECT_FALSE(in_registers({.elements = 8, .stores = 1, .in_loop = true}));
  EXPECT_FALSE(in_registers({.elements = 8, .bytes = 2, .stores = 1, .in_loop = true}));
  EXPECT_TRUE(in_registers({.elements = 32, .loads = 3, .in_loop = true, .same_index = true}));
}

TEST(LocalArrays, ElsewhereManyForFewAccesses) {
  EXPECT_TRUE(in_registers({.elements = 64, .loads = 8}));
  EXPECT_TRUE(in_registers({.elements = 12, .loads = 16}));
  EXPECT_FALSE(in_registers({.elements = 20, .loads = 12}));
  EXPECT_FALSE(in_registers({.elements = 14, .loads = 16}));
}

TEST(LocalArrays, OfWordsAndHalvesAlone) {
  EXPECT_FALSE(in_registers({.elements = 2, .bytes = 8}));
  EXPECT_FALSE(in_registers({.elements = 4, .taken = true}));
  EXPECT_FALSE(in_registers({.elements = 4, .converted = true}));
}

}  // namespace
}  // namespace warpglass::isa
