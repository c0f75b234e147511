// Where clang says that launches stand in device code, and what becomes of the source there.
#include "toolkit/refused_source.hpp"

#include <gtest/gtest.h>

#include <string>

#include "toolkit/cuda_tokens.hpp"

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

constexpr std::string_view kBefore = "::warpglass_nested([&] __host__ __device__ { ";

/// The rewritten source without the lines that keep places, blanks between pieces folded to one.
std::string folded(const std::string& source) {
  std::string result;
  std::size_t at = 0;
  while (at < source.size()) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string line = source.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("#line")) continue;
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    if (!result.empty() && !result.ends_with(' ')) result += ' ';
    result += line.substr(first);
  }
  return result;
}

std::string folded(const std::string& source, const std::vector<RefusedPlace>& places) {
  return folded(rewritten(source, places));
}

/// Of the first `text` in a source of one line.
RefusedPlace place_of(const std::string& source, std::string_view text, What what = What::launch) {
  return {.what = what, .file = {}, .line = 1, .column = source.find(text) + 1, .name = std::string(text)};
}

std::string wrapped(std::string_view launch) { return std::string(kBefore) + std::string(launch) + " ; })"; }

TEST(NestedLaunches, WrapWholeExpressions) {
  for (const std::string launch : {
           "k<<<1, 2>>>(a)",
           "ns::k<int, (4 > 2)><<<f(a, b), dim3(1, 2), 0, s>>>(a[i], g(b), {1, 2})",
           "::k<pair<int, float>><<<1, x >> 2>>>()",
           "(which ? a : b)<<<1, 1>>>(\")\", ')', R\"(>>>)\")",
           "table[i + 1]<<<1, 1>>>( /* ) */ p)",
           "this->member.template k<T><<<1, 1>>>(1'000, 1e+5)",
       }) {
    for (const std::string before : {"{ ", "if (a < b) ", "else ", "(void) ", "case 1: ", "x = y; ", "return "}) {
      const std::string source = before + launch + "; }";
      EXPECT_EQ(folded(source, {place_of(source, "<<<")}), before + wrapped(launch) + " ; }") << source;
    }
  }
}

TEST(NestedLaunches, WrapNames) {
  const std::string source = "f = &k; g(ns::k<int>);";
  EXPECT_EQ(folded(source, {place_of(source, "k", What::kernel),
                            {.what = What::kernel, .file = {}, .line = 1, .column = 15, .name = "k"}}),
            "f = ::warpglass_nested([&] __host__ __device__ { return &k ; }) ; "
            "g( ::warpglass_nested([&] __host__ __device__ { return ns::k<int> ; }) );");
}

TEST(NestedLaunches, WrapALaunchThatANameBegins) {
  const std::string source = "k<<<1, 1>>>(p);";
  EXPECT_EQ(folded(source, {place_of(source, "k", What::kernel), place_of(source, "<<<")}),
            wrapped("k<<<1, 1>>>(p)") + " ;");
}

TEST(NestedLaunches, RenameInternalKernels) {
  const std::string source = "static __global__ void k() {}";
  EXPECT_EQ(folded(source, {place_of(source, "__global__", What::internal_kernel)}),
            "static __warpglass_internal_global__ void k() {}");
}

TEST(NestedLaunches, LeaveAloneWhatIsNone) {
  const std::string source = "int x = 1 << 2; // <<<\n";
  EXPECT_EQ(rewritten(source, {place_of(source, "<<<"), place_of(source, "x", What::launch)}), source);
  EXPECT_EQ(rewritten(source, {{.what = What::launch, .file = {}, .line = 9, .column = 1, .name = {}}}), source);
}

TEST(Alignments, GoBeforeWhatTheyStandBehind) {
  const auto moved = [](const std::string& source) {
    return folded(source, {place_of(source, "alignas", What::alignment)});
  };
  EXPECT_EQ(moved("f(); __shared__ alignas(16) float a[4];"), "f(); alignas(16) __shared__ float a[4];");
  EXPECT_EQ(moved("{extern __shared__ alignas(sizeof(T)) char a[];"),
            "{ alignas(sizeof(T)) extern __shared__ char a[];");
  EXPECT_EQ(moved("static const alignas(T) int a = 1;"), "alignas(T) static const int a = 1;");
  const std::string alone = "int alignas(8) a;";
  EXPECT_EQ(rewritten(alone, {place_of(alone, "alignas", What::alignment)}), alone);
}

TEST(Alignments, KeepLinesAndColumns) {
  const std::string source = "a;\n  __shared__ alignas(16) int b;\n";
  EXPECT_EQ(rewritten(source, {{.what = What::alignment, .file = {}, .line = 2, .column = 14, .name = {}}}),
            "a;\n  \n#line 2\n  alignas(16)\n#line 2\n  __shared__ \n#line 2\n             "
            "           \n#line 2\n             \n#line 2\n                         \n#line 2\n"
            "                         int b;\n");
}

TEST(Clusters, AreStatedInTheBody) {
  const auto stated = [](const std::string& source) {
    return folded(source, {place_of(source, "__cluster_dims__", What::cluster)});
  };
  EXPECT_EQ(stated("__global__ void __cluster_dims__(2, 1, N) k(int (*f)(int)) { g(); }"),
            "__global__ void k(int (*f)(int)) { ::__warpglass_cluster_dims<(2 ), (1 ), (N )>(); g(); }");
  EXPECT_EQ(stated("__cluster_dims__((a > b), sizeof(T)) __global__ void k() {}"),
            "__global__ void k() { ::__warpglass_cluster_dims<((a > b) ), (sizeof (T) )>(); }");
  const std::string declared = "__global__ void __cluster_dims__(2) k(); void f() {}";
  EXPECT_EQ(rewritten(declared, {place_of(declared, "__cluster_dims__", What::cluster)}), declared);
}

TEST(Constructed, BecomeStorageAndAReferenceToIt) {
  const auto declared = [](const std::string& source, std::string_view name) {
    return folded(source, {place_of(source, name, What::constructed)});
  };
  const auto storage = [](const std::string& before, const std::string& type, const std::string& name) {
    return "auto& " + name + " = []() __attribute__((device, nodebug, always_inline)) -> auto& {" + before +
           " ::__warpglass_storage<" + type + "> " + name + "; return " + name + ".as(); }()";
  };
  EXPECT_EQ(declared("f(); __shared__ ns::T<a, 2> bar;", "bar"),
            "f(); " + storage(" __shared__", "ns::T<a, 2> ", "bar") + " ;");
  EXPECT_EQ(declared("{ __shared__ alignas(8) T x[2][n];", "x"),
            "{ " + storage("alignas(8) __shared__", "T [2][n]", "x") + " ;");
  EXPECT_EQ(declared("static __shared__ T x, y[2];", "y"),
            storage(" static __shared__", "T ", "x") + "; " + storage(" static __shared__", "T [2]", "y") + " ;");
  const std::string behind = "f();\n#pragma nv_diag_suppress x\n__shared__ T bar;";
  RefusedPlace place = place_of(behind, "bar", What::constructed);
  place.line = 3;
  place.column = 14;
  EXPECT_EQ(folded(behind, {place}), "f(); #pragma nv_diag_suppress x " + storage(" __shared__", "T ", "bar") + " ;");
  for (const std::string other : {"T bar;", "__shared__ T bar = 1;", "__shared__ T* f(int), bar;"})
    EXPECT_EQ(declared(other, "bar"), other);
}

TEST(Brackets, AreJoined) {
  const std::string source = "k << < 1, 2 >> > (x << 1, y < 2);";
  const RefusedPlace close = place_of(source, "> (", What::brackets), open = place_of(source, "< 1,", What::brackets);
  EXPECT_EQ(folded(source, {open, close}), "k <<< 1, 2 >>> (x << 1, y < 2);");
  EXPECT_EQ(folded(source, {place_of(source, "< 2)", What::brackets)}), source);
  EXPECT_TRUE(may_be_rewritten("x.cu:1:6: error: expected expression\n    1 | k << < 1 >> > (x);\n"));
  EXPECT_FALSE(may_be_rewritten("x.cu:1:6: error: expected expression\n    1 | f(1, );\n"));
}

TEST(Assembly, HasItsPercentSignsDoubled) {
  const std::string source = R"(asm("mov.u32 %0, %smid; %1 %%lane %[x]", "%a");)";
  RefusedPlace place = place_of(source, "smid", What::assembly);
  EXPECT_EQ(folded(source, {place}), R"(asm( "mov.u32 %0, %%smid; %1 %%lane %[x]" , "%a");)");
  place.column = 2;
  EXPECT_EQ(folded(source, {place}), source);
}

TEST(Assembly, KeepsNumbersOfOperandsThatAreNotThere) {
  const std::string source = R"(asm("f::%12.b %0, %1, %12; %%12" :: "r"(a), "n"(b));)";
  EXPECT_EQ(folded(source, {place_of(source, "12", What::assembly)}),
            R"(asm( "f::%%12.b %0, %1, %%12; %%12" :: "r"(a), "n"(b));)");
  EXPECT_TRUE(may_be_rewritten("x.h:1:44: error: invalid operand number in inline asm string\n"));
}

TEST(Lenient, TakesTemplateNamesAndOperandsAsNvcc) {
  const std::string call = "x = s.f<3>(1) + T::f<3>(2);";
  RefusedPlace place = place_of(call, "f", What::template_name);
  EXPECT_EQ(folded(call, {place}), "x = s. template f<3>(1) + T::f<3>(2);");
  place.column = call.find('T') + 1;  // clang points at the class
  EXPECT_EQ(folded(call, {place}), "x = s.f<3>(1) + T:: template f<3>(2);");
  place.name = {};  // nor does it always name the member
  EXPECT_EQ(folded(call, {place}), "x = s.f<3>(1) + T:: template f<3>(2);");
  const std::string nested = "A<(1 > 2), int>::B::cast<8>(x.y<3>(1));";
  EXPECT_EQ(folded(nested, {place_of(nested, "A", What::template_name)}), nested);
  place.column = 1;
  EXPECT_EQ(folded(nested, {place}), "A<(1 > 2), int>::B:: template cast<8>(x.y<3>(1));");
  place.column = call.find('f') + 1;
  EXPECT_EQ(folded(call, {place}), "x = s. template f<3>(1) + T::f<3>(2);");
  const std::string assembly = R"(asm volatile("" : "=r"(a) "=r"(b));)";
  EXPECT_EQ(folded(assembly, {place_of(assembly, R"("=r"(b))", What::operand)}),
            R"(asm volatile("" : "=r"(a) , "=r"(b));)");
  const std::string other = R"(f((a) "b");)";
  EXPECT_EQ(folded(other, {place_of(other, "\"b", What::operand)}), other);
}

TEST(Lenient, NamesOperatorsAndTheOwnClass) {
  const std::string called = "a = this->b.operator()<c>(d);";
  RefusedPlace place = place_of(called, "operator", What::template_name);
  place.name = {};
  EXPECT_EQ(folded(called, {place}), "a = this->b. template operator()<c>(d);");
  const std::string constant = "if constexpr (this->a) f(this);";
  EXPECT_EQ(folded(constant, {place_of(constant, "this", What::own_class)}),
            "if constexpr ( ::__warpglass_class<decltype(this)>::type:: a) f(this);");
  place = place_of(constant, "this)", What::own_class);
  EXPECT_EQ(folded(constant, {place}), constant);
  const auto places = refused_places(
      "a.cu:5:3: error: constexpr if condition is not a constant expression\n"
      "a.cu:5:5: note: use of 'this' pointer is only allowed within the evaluation of a call to a 'constexpr' member "
      "function\n");
  const std::vector<RefusedPlace> expected{
      {.what = What::own_class, .file = "a.cu", .line = 5, .column = 5, .name = ""}};
  EXPECT_EQ(places, expected);
}

TEST(Lenient, TakesOffsetsOfMembersForWhatTheyAreAssertedToBe) {
  const std::string assertion = "static_assert(ZERO(a, b), \"c\"); f(ZERO(a, b));";
  RefusedPlace place = place_of(assertion, "ZERO", What::null_member);
  EXPECT_EQ(folded(assertion, {place}), "static_assert( true ? true : ZERO(a, b), \"c\"); f(ZERO(a, b));");
  place = place_of(assertion, "ZERO(a, b));", What::null_member);
  EXPECT_EQ(folded(assertion, {place}), assertion);
  const std::string refusal =
      "a.h:7:15: error: static assertion expression is not an integral constant expression\n"
      "a.h:2:30: note: expanded from macro 'ZERO'\n";
  EXPECT_EQ(refused_places(refusal + "a.h:7:15: note: read of non-const variable 'n'\n").size(), 0u);
  const auto places = refused_places(refusal + "a.h:7:15: note: cannot access field of null pointer\n");
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].what, What::null_member);
  EXPECT_EQ(places[0].line, 7u);
  EXPECT_EQ(places[0].column, 15u);
}

TEST(Lenient, LetsSharedVariablesOfASizeBeNoneOfOthers) {
  const std::string declared = "f(); extern __shared__ int a[2]; extern int b;";
  EXPECT_EQ(folded(declared, {place_of(declared, "__shared__", What::extern_shared)}),
            "f(); __shared__ int a[2]; extern int b;");
  const std::string other = "extern int b; __shared__ int a[2];";
  EXPECT_EQ(folded(other, {place_of(other, "__shared__", What::extern_shared)}), other);
  EXPECT_EQ(refused_places("a.cu:1:8: error: __shared__ variable 'a' cannot be 'extern'\n").size(), 1u);
  EXPECT_EQ(refused_places("a.cu:1:8: error: __shared__ variable 'a' is something else\n").size(), 0u);
}

TEST(Lenient, CompletesNamesOfDependentClasses) {
  const std::string call = "a = b(c) + A::b(2);";
  EXPECT_EQ(folded(call, {place_of(call, "b", What::own_member)}), "a = this-> b(c) + A::b(2);");
  EXPECT_EQ(folded(call, {place_of(call, "A", What::type_name)}), "a = b(c) + typename A::b(2);");
}

TEST(Lenient, TakesSizesInBracesAndLengthsOfFloats) {
  const std::string launch = "f({1}); k<<<{1, n}, {3}>>>({2});";
  EXPECT_EQ(folded(launch, {place_of(launch, "{1, n}", What::brackets), place_of(launch, "{3}", What::brackets)}),
            "f({1}); k<<< ::dim3(1, n) , ::dim3(3) >>>({2});");
  EXPECT_EQ(folded(launch, {place_of(launch, "{1})", What::brackets)}), launch);
  EXPECT_EQ(folded(launch, {place_of(launch, "{2}", What::brackets)}), launch);
  const std::string length = "const int m = 2; const float n = 4; int a[int(n * m)];";
  EXPECT_EQ(folded(length, {place_of(length, "[", What::float_length)}),
            "const int m = 2; constexpr float n = 4; int a[int(n * m)];");
  const std::string output = "asm(\"\" : \"=r\"(a.b[1]) : \"r\"(c));";
  EXPECT_EQ(folded(output, {place_of(output, "a.", What::output)}),
            "asm(\"\" : \"=r\"( const_cast<__typeof_unqual__(a.b[1])&>(a.b[1]) ) : \"r\"(c));");
}

TEST(Lenient, GivesPointersToArraysTheirOwnType) {
  const std::string source = "double (*a)[n] = (double (*)[n])f(p, 1), (*b)[n]; b = a; g(b = a);";
  const std::string edited =
      "double (*a)[n] = (__typeof__(a))( (double (*)[n])f(p, 1) ) , (*b)[n]; b = (__typeof__(b))( a ) ; g(b = a);";
  EXPECT_EQ(
      folded(source, {place_of(source, "a)", What::array_pointer), place_of(source, "a; g", What::array_pointer)}),
      edited);
  const std::string member = "f(a)[n]; b";
  EXPECT_EQ(folded(member, {place_of(member, "a", What::array_pointer)}), member);
  const auto places = refused_places(
      "a.cu:5:3: error: cannot initialize a variable of type 'int (*)[n]' with an rvalue of type 'int (*)[n]'\n"
      "a.cu:6:3: error: cannot initialize a variable of type 'int (*)[2]' with an rvalue of type 'int (*)[3]'\n"
      "a.cu:7:3: error: cannot initialize a variable of type 'int *' with an rvalue of type 'float *'\n"
      "a.cu:8:9: error: incompatible pointer types assigning to 'int (*)[n]' from 'int (*)[n]'\n");
  const std::vector<RefusedPlace> expected{
      {.what = What::array_pointer, .file = "a.cu", .line = 5, .column = 3, .name = ""},
      {.what = What::array_pointer, .file = "a.cu", .line = 8, .column = 9, .name = ""}};
  EXPECT_EQ(places, expected);
}

TEST(Lenient, LetsFunctionsWithoutConstantsBeNone) {
  const std::string source = "constexpr int a; T constexpr f() { if constexpr (b) { C c; } }";
  EXPECT_EQ(folded(source, {place_of(source, "c;", What::not_literal)}),
            "constexpr int a; T f() { if constexpr (b) { C c; } }");
  const std::string other = "constexpr int a; T f() { C c; }";
  EXPECT_EQ(folded(other, {place_of(other, "c;", What::not_literal)}), other);
}

TEST(Lenient, MakesOperatorsOfDirectivesAndDropsThoseOfNoLoop) {
  EXPECT_EQ(rewritten("#define U #pragma unroll 4 // four\n",
                      {{.what = What::brackets, .file = {}, .line = 1, .column = 11, .name = {}, .in_macro = true}}),
            "#define U _Pragma(\"unroll 4\")  // four\n");
  EXPECT_EQ(rewritten("GIVEN(\n #pragma unroll\n x)",
                      {{.what = What::directive, .file = {}, .line = 2, .column = 3, .name = {}}}),
            "GIVEN(\n _Pragma(\"unroll\") \n x)");
  const std::string source = "#pragma unroll 4\n// why\n  if (a) b;\n#pragma omp parallel\n  c;\n";
  EXPECT_EQ(rewritten(source, {{.what = What::unroll, .file = {}, .line = 3, .column = 3, .name = {}}}),
            "  \n" + source.substr(source.find("// why")));
  EXPECT_EQ(rewritten(source, {{.what = What::unroll, .file = {}, .line = 5, .column = 3, .name = {}}}), source);
}

TEST(Lenient, GivesVariablesOfALabelTheirScope) {
  const auto place = [](const std::string& source, std::string_view label) {
    RefusedPlace passed = place_of(source, "v =", What::variable);
    passed.other = {.file = {}, .line = 1, .column = source.find(label) + 1};
    return passed;
  };
  const std::string source = "switch (n) { case A::a: int v = 3; f(v); case 2: s.v = 1; default: break; }";
  const auto settled = with_settled_places({place(source, "default"), place(source, "case 2")},
                                           [](const std::string&) { return std::string(); });
  ASSERT_EQ(settled.size(), 1);
  EXPECT_EQ(folded(source, settled), "switch (n) { case A::a: { int v = 3; f(v); } case 2: s.v = 1; default: break; }");
  const std::string later = "switch (n) { case 1: int v = 3; case 2: v = 1; }";
  EXPECT_EQ(folded(later, {place(later, "case 2")}), later);
}

TEST(Lenient, GivesDeclarationsOfAFunctionOneSpace) {
  const std::string source =
      "#define HD __host__ __device__\nstruct A { HD int* f(); int g(); __device__ int h(); };\n"
      "int* A::f() {}\n__host__ int A::g() {}\nint A::h() {}\n";
  const auto pair = [](std::size_t line, std::size_t column, std::size_t other) {
    return RefusedPlace{.what = What::functions,
                        .file = "x",
                        .line = line,
                        .column = column,
                        .name = {},
                        .in_macro = false,
                        .other = {.file = "x", .line = 2, .column = other}};
  };
  const auto settled = with_settled_places({pair(3, 9, 20), pair(4, 17, 29), pair(5, 8, 49)},
                                           [&](const std::string&) { return source; });
  EXPECT_EQ(folded(source, settled),
            "#define HD __host__ __device__ struct A { HD int* f(); int g(); __device__ int h(); }; "
            "int* __host__ __device__ A::f() {} __host__ int A::g() {} int __device__ A::h() {}");
}

TEST(Lenient, SpacesOfMacrosOfOtherFilesAreAsClangSays) {
  const std::string source = "template <class T> INLINE T f(T);\ntemplate <class T> T f(T x) { return x; }\n";
  const RefusedPlace refused{.what = What::functions,
                             .file = "x",
                             .line = 2,
                             .column = 22,
                             .name = "__host__",
                             .in_macro = false,
                             .other = {.file = "x", .line = 1, .column = 29, .space = "__host__ __device__"}};
  const auto settled = with_settled_places({refused}, [&](const std::string&) { return source; });
  EXPECT_EQ(folded(source, settled),
            "template <class T> INLINE T f(T); template <class T> T __host__ __device__ f(T x) { return x; }");
}

TEST(Lenient, IsFoundInWhatClangSays) {
  const auto places = refused_places(
      "a.cu:5:3: error: missing 'template' keyword prior to dependent template name 'f'\n"
      "a.cu:6:3: error: cannot jump from switch statement to this case label\n"
      "a.cu:4:7: note: jump bypasses variable initialization\n"
      "a.cu:7:1: error: __host__ function 'f' cannot overload __host__ __device__ function 'f'\n"
      "a.h:2:9: note: previous declaration is here\n"
      "a.cu:8:5: error: call to deleted constructor of '__cuda_builtin_blockDim_t'\n"
      "a.cu:8:6: error: call to deleted constructor of 'Own'\n"
      "a.cu:9:5: error: reference to __host__ function '~B' in __host__ __device__ function\n"
      "a.h:3:9: note: '~B' declared here\n"
      "a.cu:9:9: error: reference to __host__ function 'puts' in __host__ __device__ function\n"
      "/usr/include/stdio.h:3:9: note: 'puts' declared here\n");
  const std::vector<RefusedPlace> expected{
      {.what = What::template_name, .file = "a.cu", .line = 5, .column = 3, .name = "f"},
      {.what = What::variable,
       .file = "a.cu",
       .line = 4,
       .column = 7,
       .name = "",
       .in_macro = false,
       .other = {.file = "a.cu", .line = 6, .column = 3}},
      {.what = What::functions,
       .file = "a.cu",
       .line = 7,
       .column = 1,
       .name = "__host__",
       .in_macro = false,
       .other = {.file = "a.h", .line = 2, .column = 9, .space = "__host__ __device__"}},
      {.what = What::builtin, .file = "a.cu", .line = 8, .column = 5, .name = "blockDim"},
      {.what = What::space, .file = "a.h", .line = 3, .column = 9, .name = "__host__ __device__"}};
  EXPECT_EQ(places, expected);
}

TEST(NestedLaunches, StayInTheLineOfAMacro) {
  const std::string source = "#define LAUNCH(k) k<<<1, 1>>>(p)\n";
  RefusedPlace place = place_of(source, "<<<");
  place.in_macro = true;
  EXPECT_EQ(rewritten(source, {place}), "#define LAUNCH(k) " + std::string(kBefore) + "k<<<1, 1>>>(p); })\n");
}

TEST(NestedLaunches, KeepLinesAndColumns) {
  const std::string source = "a;\n  if (b) k<<<1,\n     2>>>(p), c;\n";
  EXPECT_EQ(rewritten(source, {{.what = What::launch, .file = {}, .line = 2, .column = 11, .name = {}}}),
            "a;\n  if (b) "
            "\n#line 2\n         " +
                std::string(kBefore) +
                "\n#line 2\n         k<<<1,\n     2>>>(p)"
                "\n#line 3\n            ; })"
                "\n#line 3\n            , c;\n");
}

TEST(NestedLaunches, AreFoundInWhatClangSays) {
  const auto places = refused_places(
      "a b.cu:5:3: error: reference to __global__ function 'child<int>' in __global__ function\n"
      "a b.cu:3:17: note: 'child<int>' declared here\n"
      "x.h:7:9: error: reference to __host__ function '__cudaPushCallConfiguration' in __device__ function\n"
      "x.h:1:20: note: expanded from macro 'LAUNCH'\n"
      "y.cu:9:1: error: no matching function for call to 'over'\n"
      "y.cu:2:1: note: candidate function not viable: requires 7 arguments, but 8 were provided\n"
      "y.cu:3:1: note: candidate function not viable: call to __global__ function from __device__ function\n"
      "y.cu:10:1: error: no matching function for call to 'other'\n"
      "y.cu:2:1: note: candidate function not viable: requires 7 arguments, but 8 were provided\n"
      "z.cu:4:8: error: weak declaration cannot have internal linkage\n"
      "n.h:12:53: note: expanded from macro '__global__'\n"
      "v.cu:7:20: error: initialization is not supported for __shared__ variables\n"
      "v.cu:8:33: error: invalid % escape in inline assembly string\n"
      "w.cu:6:14: error: an attribute list cannot appear here\n"
      "z.cu:5:8: error: use of undeclared identifier 'x'\n"
      "1 error generated when compiling for sm_90.\n");
  const std::vector<RefusedPlace> expected{
      {.what = What::kernel, .file = "a b.cu", .line = 5, .column = 3, .name = "child"},
      {.what = What::launch, .file = "x.h", .line = 7, .column = 9, .name = ""},
      {.what = What::launch, .file = "x.h", .line = 1, .column = 20, .name = "", .in_macro = true},
      {.what = What::kernel, .file = "y.cu", .line = 9, .column = 1, .name = "over"},
      {.what = What::internal_kernel, .file = "z.cu", .line = 4, .column = 8, .name = ""},
      {.what = What::constructed, .file = "v.cu", .line = 7, .column = 20, .name = ""},
      {.what = What::assembly, .file = "v.cu", .line = 8, .column = 33, .name = ""},
      {.what = What::alignment, .file = "w.cu", .line = 6, .column = 14, .name = ""},
  };
  EXPECT_EQ(places, expected);
}

}  // namespace
}  // namespace warpglass::toolkit
