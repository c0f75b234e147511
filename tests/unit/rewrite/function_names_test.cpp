#include "rewrite/function_names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace warpglass::rewrite {
namespace {

using Names = std::set<std::string>;

TEST(FunctionNames, AreThoseAroundLaunches) {
  EXPECT_EQ(functions_with_launches("void f() { if (x) { k<<<1, 2>>>(p); } }\nvoid g() { f(); }"), Names{"f"});
  EXPECT_EQ(functions_with_launches("struct S { S(int n) : n_(n) {} void run() { k<<<1, 2>>>(); } int n_; };"),
            Names{"run"});
}

/// What a macro is defined as has parentheses, and no semicolon behind them.
TEST(FunctionNames, AreNoMacros) {
  EXPECT_EQ(functions_with_launches("#define CHECK(x) (check((x), __LINE__))\nint main() { k<<<1, 2>>>(); }"),
            Names{"main"});
  EXPECT_EQ(functions_with_launches("#define CHECK(x) \\\n  do { \\\n    if (x) exit(1); \\\n  } while (0)\n"
                                    "static void run(int n) { k<<<1, n>>>(); }"),
            Names{"run"});
  const std::string text = "  #  define ADD(a, b) atomicAdd(a, b)\n__global__ void count(int* p) { ADD(p, 1); }";
  EXPECT_EQ(functions_around(text, {text.rfind("ADD")}), Names{"count"});
}

}  // namespace
}  // namespace warpglass::rewrite
