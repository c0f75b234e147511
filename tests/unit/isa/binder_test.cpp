#include "isa/bind/binder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::OpKind;
using testing::ElementsAre;
using testing::HasSubstr;

/// Prices everything at one: counts are what these tests look at.
class UnitCosts final : public sim::CostModel {
 public:
  [[nodiscard]] sim::SharedCost shared(const sim::AccessPattern&) const override { return {}; }
  [[nodiscard]] sim::GlobalCost global(const sim::AccessPattern&) const override { return {}; }
};

// out[thread] = value computed by `body` in %r1; %r0 is the thread's number in the grid.
std::string kernel_of(const std::string& body) {
  return R"(
.visible .entry k(.param .u64 out, .param .u64 in) {
  .reg .pred %p<10>;
  .reg .b32 %r<20>;
  .reg .f32 %f<10>;
  .reg .b64 %rd<10>;
  .reg .b32 %c<4>;
  mov.u32 %c0, %tid.x;
  mov.u32 %c1, %ctaid.x;
  mov.u32 %c2, %ntid.x;
  mad.lo.u32 %r0, %c1, %c2, %c0;
)" + body +
         R"(
  ld.param.u64 %rd9, [out];
  mul.wide.u32 %rd8, %r0, 4;
  add.u64 %rd9, %rd9, %rd8;
  st.global.u32 [%rd9], %r1;
  ret;
}
)";
}

std::vector<std::uint32_t> outputs_of(const std::string& body, std::uint32_t threads = 64, std::uint64_t in = 0) {
  LoadedPtx ptx(kernel_of(body));
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(threads, 0xdeadbeef));
  ptx.run_clean("k", {(threads + 63) / 64, 1, 1}, {std::min(threads, 64u), 1, 1}, {out, in});
  return ptx.download<std::uint32_t>(out, threads);
}

template <class F>
std::vector<std::uint32_t> expected(F&& f, std::uint32_t threads = 64) {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < threads; ++i) values.push_back(static_cast<std::uint32_t>(f(i)));
  return values;
}

TEST(Binder, StraightLine) {
  EXPECT_EQ(outputs_of("add.u32 %r1, %r0, 1000;", 128), expected([](auto i) { return i + 1000; }, 128));
}

TEST(Binder, LiteralsTakeTheirOperandsType) {
  EXPECT_EQ(outputs_of("add.u32 %r1, %r0, -1;"), expected([](auto i) { return i - 1; }));
  EXPECT_EQ(outputs_of("add.f32 %f1, 0f3F800000, 0f40000000; mov.b32 %r1, %f1;"),
            expected([](auto) { return 0x40400000; }));
  EXPECT_EQ(outputs_of("add.f32 %f1, 1.0, 2.0; mov.b32 %r1, %f1;"), expected([](auto) { return 0x40400000; }));
  EXPECT_EQ(outputs_of("mov.u32 %r1, WARP_SZ;"), expected([](auto) { return 32; }));
}

TEST(Binder, ConversionsReadSpecialRegisters) {
  EXPECT_EQ(outputs_of("cvt.u64.u32 %rd1, %tid.x; mov.b64 {%r1, %r2}, %rd1;"), expected([](auto i) { return i; }));
  EXPECT_EQ(outputs_of("cvt.rn.f32.u32 %f1, %ntid.x; mov.b32 %r1, %f1;"), expected([](auto) { return 0x42800000; }));
}

TEST(Binder, ABranchDivergesAndMeetsAgain) {
  EXPECT_EQ(outputs_of(R"(
    setp.lt.u32 %p1, %r0, 10;
    @%p1 bra THEN;
    mov.u32 %r1, 7;
    bra END;
    THEN: mov.u32 %r1, 5;
    END: add.u32 %r1, %r1, 100;)"),
            expected([](auto i) { return i < 10 ? 105 : 107; }));
}

TEST(Binder, LoopsOfDifferentLength) {
  EXPECT_EQ(outputs_of(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    LOOP:
    add.u32 %r1, %r1, %r2;
    add.u32 %r2, %r2, 1;
    setp.le.u32 %p1, %r2, %r0;
    @%p1 bra LOOP;)"),
            expected([](auto i) { return i * (i + 1) / 2; }));
}

TEST(Binder, GuardsAndTheirNegation) {
  EXPECT_EQ(outputs_of(R"(
    setp.lt.u32 %p1, %r0, 10;
    mov.u32 %r1, 0;
    @%p1 add.u32 %r1, %r1, 1;
    @!%p1 add.u32 %r1, %r1, 2;)"),
            expected([](auto i) { return i < 10 ? 1 : 2; }));
}

TEST(Binder, NegatedPredicateOperands) {
  EXPECT_EQ(outputs_of("setp.lt.u32 %p1, %r0, 10; selp.u32 %r1, 1, 2, !%p1;"),
            expected([](auto i) { return i < 10 ? 2 : 1; }));
}

TEST(Binder, RegistersReadBeforeTheyAreWrittenAreZero) {
  LoadedPtx ptx(kernel_of("@%p1 mov.u32 %r5, 3; add.u32 %r1, %r5, %r6; mov.u32 %r6, 77;"));
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(640, 1));
  ptx.run_clean("k", {10, 1, 1}, {64, 1, 1}, {out, 0});
  EXPECT_EQ(ptx.download<std::uint32_t>(out, 640), std::vector<std::uint32_t>(640, 0));
  ASSERT_NE(ptx.bound.program, nullptr);
  // p1, r5 and r6: two rows and, before them, the predicates' cache line.
  EXPECT_EQ(ptx.bound.program->functions[0].zero_bytes, 64u + 2 * 128u);
}

TEST(Binder, EarlyReturn) {
  EXPECT_EQ(outputs_of("setp.gt.u32 %p1, %r0, 20; @%p1 ret; mov.u32 %r1, 1;"),
            expected([](auto i) { return i > 20 ? 0xdeadbeef : 1; }));
}

TEST(Binder, IndexedBranch) {
  EXPECT_EQ(outputs_of(R"(
    and.b32 %r2, %r0, 3;
    T: .branchtargets A, B, C, A;
    brx.idx %r2, T;
    A: mov.u32 %r1, 10; bra E;
    B: mov.u32 %r1, 20; bra E;
    C: mov.u32 %r1, 30;
    E: add.u32 %r1, %r1, 1;)"),
            expected([](auto i) { return i % 4 == 1   ? 21
                                         : i % 4 == 2 ? 31
                                                      : 11; }));
}

TEST(Binder, AnIndexBeyondTheTableIsAFault) {
  LoadedPtx ptx(kernel_of("T: .branchtargets A; brx.idx %r0, T; A: mov.u32 %r1, 1;"));
  const auto result = ptx.run("k", {1, 1, 1}, {32, 1, 1}, {ptx.upload(std::vector<int>(32)), 0});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, sim::FaultKind::invalid_call);
  EXPECT_EQ(result.faults[0].lane, 1);
}

// ---- Memory spaces ----

TEST(Binder, SharedVariablesOfModuleAndFunction) {
  LoadedPtx ptx(R"(
.shared .align 4 .b8 unused[400];
.shared .align 4 .u32 first[3];
.shared .align 16 .b8 second[8];
.extern .shared .align 32 .b8 rest[];
.visible .entry k(.param .u64 out) {
  .shared .align 8 .u64 own;
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, first; st.global.u32 [%rd1], %r1;
  mov.u32 %r1, second; st.global.u32 [%rd1+4], %r1;
  mov.u32 %r1, own; st.global.u32 [%rd1+8], %r1;
  mov.u32 %r1, rest; st.global.u32 [%rd1+12], %r1;
  st.shared.u32 [first+8], 42; ld.shared.u32 %r2, [first+8]; st.global.u32 [%rd1+16], %r2;
  mov.u64 %rd2, second+4; mov.b64 {%r3, %r4}, %rd2; st.global.u32 [%rd1+20], %r3;
  ret;
})");
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(6));
  ptx.run_clean("k", {1, 1, 1}, {1, 1, 1}, {out});
  EXPECT_THAT(ptx.download<std::uint32_t>(out, 6), ElementsAre(0, 16, 24, 32, 42, 20));
  ASSERT_NE(ptx.bound.program, nullptr);
  const sim::Program& program = *ptx.bound.program;
  EXPECT_EQ(program.static_shared_bytes, 32u);
  EXPECT_EQ(program.dynamic_shared_offset, 32u);
  ASSERT_EQ(program.shared_objects.size(), 4u);
  EXPECT_EQ(program.shared_objects[2].name, "own");
  EXPECT_EQ(program.shared_objects[3].name, "rest");
  EXPECT_EQ(program.shared_objects[3].size, 0u);
}

TEST(Binder, GlobalAndConstantVariables) {
  LoadedPtx ptx(
      R"(
.global .align 4 .u32 table[4] = {5, 6, 7, 8};
.const .align 4 .u32 bias = 100;
)" + kernel_of(
          "and.b32 %r2, %r0, 3; mul.wide.u32 %rd1, %r2, 4; mov.u64 %rd2, table; add.u64 %rd2, %rd2, %rd1;"
          "ld.global.u32 %r1, [%rd2]; ld.const.u32 %r3, [bias]; add.u32 %r1, %r1, %r3; ld.global.u32 %r4, [table+4];"
          "add.u32 %r1, %r1, %r4;"));
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(32));
  ptx.run_clean("k", {1, 1, 1}, {32, 1, 1}, {out, 0});
  EXPECT_EQ(ptx.download<std::uint32_t>(out, 32), expected([](auto i) { return 5 + i % 4 + 106; }, 32));
}

TEST(Binder, LocalVariables) {
  EXPECT_EQ(outputs_of(R"(
    .local .align 4 .b8 a[16];
    .local .align 8 .b8 b[16];
    mov.u64 %rd1, b;
    st.local.u32 [%rd1+4], %r0;
    st.local.u32 [a], 1;
    st.local.u32 [b+8], 2;
    ld.local.u32 %r1, [b+4];
    ld.local.u32 %r2, [%rd1+8];
    add.u32 %r1, %r1, %r2;)"),
            expected([](auto i) { return i + 2; }));
}

TEST(Binder, KernelParametersLieAtTheirAlignment) {
  LoadedPtx ptx(".visible .entry k(.param .u8 a, .param .u64 b, .param .align 16 .b8 c[20], .param .u16 d) { ret; }");
  ptx.run_clean("k", {1, 1, 1}, {1, 1, 1});
  EXPECT_THAT(ptx.bound.program->param_offsets, ElementsAre(0, 8, 16, 36));
  EXPECT_THAT(ptx.bound.program->param_sizes, ElementsAre(1, 8, 20, 2));
  EXPECT_EQ(ptx.bound.program->param_bytes, 38u);
}

TEST(Binder, TheAddressOfAKernelParameter) {
  EXPECT_EQ(outputs_of("mov.b64 %rd1, in; cvta.param.u64 %rd1, %rd1; ld.u32 %r1, [%rd1];", 64, 77),
            expected([](auto) { return 77; }));
}

// ---- Calls ----

constexpr std::string_view kSquarePlus = R"(
.func (.param .b32 result) square_plus(.param .b32 x, .param .b64 y) {
  .reg .b32 %r<4>; .reg .b64 %rd<3>;
  ld.param.u32 %r1, [x];
  mul.lo.u32 %r1, %r1, %r1;
  ld.param.u64 %rd1, [y];
  mov.b64 {%r2, %r3}, %rd1;
  add.u32 %r1, %r1, %r2;
  st.param.b32 [result], %r1;
  ret;
}
)";

constexpr std::string_view kCallSquarePlus = R"(
  { .param .b32 a; .param .b64 b; .param .b32 r;
    mul.wide.u32 %rd1, %r0, 1;
    st.param.b32 [a], %r0; st.param.b64 [b], %rd1;
    call.uni (r), square_plus, (a, b);
    ld.param.b32 %r1, [r]; }
)";

std::vector<std::uint32_t> outputs_of_module(const std::string& functions, const std::string& body) {
  LoadedPtx ptx(functions + kernel_of(body));
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(64, 0xdeadbeef));
  ptx.run_clean("k", {1, 1, 1}, {64, 1, 1}, {out, 0});
  return ptx.download<std::uint32_t>(out, 64);
}

TEST(Binder, ACallPassesArgumentsAndReturnsResults) {
  EXPECT_EQ(outputs_of_module(std::string(kSquarePlus), std::string(kCallSquarePlus)),
            expected([](auto i) { return i * i + i; }));
}

TEST(Binder, ACallInDivergentCode) {
  EXPECT_EQ(
      outputs_of_module(std::string(kSquarePlus), "mov.u32 %r1, 3; setp.lt.u32 %p1, %r0, 7; @%p1 bra SKIP;" +
                                                      std::string(kCallSquarePlus) + "SKIP: add.u32 %r1, %r1, 1;"),
      expected([](auto i) { return (i < 7 ? 3 : i * i + i) + 1; }));
}

TEST(Binder, AGuardedCall) {
  EXPECT_EQ(outputs_of_module(
                ".func (.reg .u32 r) twice(.reg .u32 x) { add.u32 r, x, x; ret; }",
                "mov.u32 %r1, 1; setp.lt.u32 %p1, %r0, 7; @!%p1 call (%r1), twice, (%r0); add.u32 %r1, %r1, 1;"),
            expected([](auto i) { return (i < 7 ? 1 : 2 * i) + 1; }));
}

TEST(Binder, Recursion) {
  // Lanes recurse to different depths, and return at different times.
  EXPECT_EQ(outputs_of_module(R"(
.func (.param .b32 result) factorial(.param .b32 n) {
  .local .align 4 .b8 keep[4];
  .reg .b32 %r<9>; .reg .pred %p; .reg .b64 %rd<3>;
  ld.param.b32 %r1, [n];
  setp.gt.u32 %p, %r1, 1;
  @%p bra MORE;
  st.param.b32 [result], 1;
  ret;
MORE:
  mov.u64 %rd1, keep;
  st.local.u32 [%rd1], %r1;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r2;
    call (r), factorial, (a);
    ld.param.b32 %r3, [r]; }
  ld.local.u32 %r1, [keep];
  mul.lo.u32 %r3, %r3, %r1;
  st.param.b32 [result], %r3;
  ret;
})",
                              R"({ .param .b32 a; .param .b32 r; and.b32 %r2, %r0, 7;
    st.param.b32 [a], %r2; call (r), factorial, (a); ld.param.b32 %r1, [r]; })"),
            expected([](auto i) {
              std::uint32_t product = 1;
              for (std::uint32_t k = 2; k <= i % 8; ++k) product *= k;
              return product;
            }));
}

TEST(Binder, EndlessRecursionIsAFault) {
  LoadedPtx ptx(".func f() { call f; ret; }" + kernel_of("call f; mov.u32 %r1, 1;"));
  const auto result = ptx.run("k", {1, 1, 1}, {32, 1, 1}, {ptx.upload(std::vector<int>(32)), 0});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, sim::FaultKind::stack_overflow);
}

TEST(Binder, LanesThatMetInAFunctionReturnToWhereEachCameFrom) {
  EXPECT_EQ(outputs_of_module(R"(
.func (.param .b32 r) together(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  bar.warp.sync 0xffffffff;
  add.u32 %r1, %r1, 1;
  st.param.b32 [r], %r1;
  ret;
})",
                              R"({ .param .b32 a; .param .b32 r; setp.lt.u32 %p1, %r0, 7;
    @%p1 bra FEW;
    st.param.b32 [a], %r0; call (r), together, (a); ld.param.b32 %r1, [r]; add.u32 %r1, %r1, 100;
    bra DONE;
FEW:
    st.param.b32 [a], 50; call (r), together, (a); ld.param.b32 %r1, [r]; add.u32 %r1, %r1, 200;
DONE: })"),
            expected([](auto i) { return i < 7 ? 251 : i + 101; }));
}

TEST(Binder, AParameterOutlivesLoopsAndIsPassedOnAsItIs) {
  // The function begins with a loop, in which registers that live shortly come and go.
  EXPECT_EQ(outputs_of_module(R"(
.func (.param .b64 r) sum(.param .b32 x, .param .b64 y) {
  .reg .b32 %r<3>; .reg .b64 %rd<4>;
  ld.param.b32 %r1, [x]; ld.param.b64 %rd1, [y];
  cvt.u64.u32 %rd2, %r1; add.u64 %rd1, %rd1, %rd2; st.param.b64 [r], %rd1; ret;
}
.func (.param .b64 r) looping(.param .b32 x, .param .b64 y) {
  .reg .b32 %r<6>; .reg .b64 %rd<3>; .reg .pred %p;
AGAIN:
  ld.param.b32 %r1, [x];
  add.u32 %r2, %r2, 1;
  mul.lo.u32 %r3, %r2, 77;
  add.u32 %r4, %r3, 5;
  ld.param.b64 %rd1, [y];
  add.u64 %rd2, %rd1, 9;
  setp.lt.u32 %p, %r2, %r1;
  @%p bra AGAIN;
  call (r), sum, (x, y);
  ret;
})",
                              R"({ .param .b32 a; .param .b64 b; .param .b64 r;
    and.b32 %r2, %r0, 7; st.param.b32 [a], %r2; mul.wide.u32 %rd1, %r0, 10; st.param.b64 [b], %rd1;
    call (r), looping, (a, b); ld.param.b64 %rd2, [r]; cvt.u32.u64 %r1, %rd2; })"),
            expected([](auto i) { return i % 8 + 10 * i; }));
}

constexpr std::string_view kVirtual = R"(
.func (.param .b32 r) plus1(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.u32 %r1, %r1, 1; st.param.b32 [r], %r1; ret; }
.func (.param .b32 r) times3(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; mul.lo.u32 %r1, %r1, 3; st.param.b32 [r], %r1; ret; }
.func other(.param .b64 x) { ret; }
.global .align 8 .u64 table[3] = {plus1, times3, other};
)";

constexpr std::string_view kCallThroughTable = R"(
  rem.u32 %r2, %r0, 2; mul.wide.u32 %rd1, %r2, 8; mov.u64 %rd2, table; add.u64 %rd1, %rd1, %rd2; ld.global.u64 %rd3, [%rd1];
  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r0;
    P: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (r), %rd3, (a), P;
    ld.param.b32 %r1, [r]; }
)";

TEST(Binder, IndirectCallsOfSeveralFunctionsAtOnce) {
  EXPECT_EQ(outputs_of_module(std::string(kVirtual), std::string(kCallThroughTable)),
            expected([](auto i) { return i % 2 == 0 ? i + 1 : i * 3; }));
}

TEST(Binder, AnIndirectCallOfAnotherPrototypeIsAFault) {
  LoadedPtx ptx(std::string(kVirtual) + kernel_of("ld.global.u64 %rd3, [table+16]; { .param .b32 a; .param .b32 r;"
                                                  "P: .callprototype (.param .b32 _) _ (.param .b32 _);"
                                                  "call (r), %rd3, (a), P; ld.param.b32 %r1, [r]; }"));
  const auto result = ptx.run("k", {1, 1, 1}, {32, 1, 1}, {ptx.upload(std::vector<int>(32)), 0});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, sim::FaultKind::invalid_call);
}

TEST(Binder, FunctionsOfOtherModules) {
  LoadedPtx ptx(std::vector<std::string>{".extern .func (.param .b32 r) square_plus(.param .b32 x, .param .b64 y);" +
                                             kernel_of(std::string(kCallSquarePlus)),
                                         ".visible " + std::string(kSquarePlus).substr(1)});
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(32));
  ptx.run_clean("k", {1, 1, 1}, {32, 1, 1}, {out, 0});
  EXPECT_EQ(ptx.download<std::uint32_t>(out, 32), expected([](auto i) { return i * i + i; }, 32));
}

TEST(Binder, ParametersOfCallsStoredInHalvesOrUnderAGuard) {
  // `a` lives in parameter bytes, because it is stored by halves; `b` in a row, of which each lane writes its own
  // place.
  EXPECT_EQ(outputs_of_module(R"(
.func (.param .b32 r) sum(.param .b64 x, .param .b32 y) {
  .reg .b64 %rd<3>; .reg .b32 %r<5>;
  ld.param.b64 %rd1, [x]; mov.b64 {%r1, %r2}, %rd1; ld.param.b32 %r3, [y];
  mad.lo.u32 %r1, %r2, 1000, %r1; mad.lo.u32 %r1, %r3, 100000, %r1; st.param.b32 [r], %r1; ret; })",
                              R"({ .param .b64 a; .param .b32 b; .param .b32 r;
    st.param.b32 [a], %r0; st.param.b32 [a+4], 7; setp.lt.u32 %p1, %r0, 20;
    st.param.b32 [b], 1; @%p1 st.param.b32 [b], 2;
    call (r), sum, (a, b); ld.param.b32 %r1, [r]; })"),
            expected([](auto i) { return i + 7000 + (i < 20 ? 200000 : 100000); }));
}

TEST(Binder, TheAddressOfAFunctionsParameter) {
  EXPECT_EQ(outputs_of_module(R"(
.func (.param .b32 r) second(.param .align 4 .b8 x[8]) {
  .reg .b64 %rd<3>; .reg .b32 %r<3>;
  mov.b64 %rd1, x; ld.local.u32 %r1, [%rd1+4]; st.param.b32 [r], %r1; ret; })",
                              R"({ .param .align 4 .b8 a[8]; .param .b32 r;
    st.param.b32 [a], 1; st.param.b32 [a+4], %r0; call (r), second, (a); ld.param.b32 %r1, [r]; })"),
            expected([](auto i) { return i; }));
}

// ---- Errors ----

std::string errors_of(const std::string& body, const std::string& functions = "") {
  LoadedPtx ptx(functions +
                ".visible .entry k(.param .u64 out) {\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; "
                ".reg .f32 %f<9>;\n" +
                body + "\n}\n");
  const BindResult result = ptx.bind_kernel("k");
  EXPECT_EQ(result.program, nullptr);
  return all_of(result.diagnostics);
}

TEST(BinderErrors, AreAllReportedWithTheirPlaces) {
  EXPECT_THAT(errors_of("frobnicate.u32 %r1;\nadd.u32 %r1, %rd1, 2;\ncall nowhere;\nret;", ".extern .func nowhere;"),
              testing::AllOf(HasSubstr("test.ptx:6:1: error: unknown instruction 'frobnicate.u32'"),
                             HasSubstr("test.ptx:7:14: error: '%rd1' is a .b64 register; a .u32 one is wanted here"),
                             HasSubstr("test.ptx:8:6: error: function 'nowhere' is called but not defined")));
}

TEST(BinderErrors, NameTheUsersLine) {
  EXPECT_THAT(
      errors_of(".file 1 \"app.cu\"\n.loc 1 12 3\nmov.u64 %rd1, nothing;\nret;", ".extern .global .b32 nothing;"),
      HasSubstr("'nothing' is not defined in this module or any it is linked with (from app.cu:12)"));
}

TEST(BinderErrors, OfOperands) {
  EXPECT_THAT(errors_of("add.u32 5, %r1, %r2;"), HasSubstr("error:"));
  EXPECT_THAT(errors_of("add.u32 %r1, %p1, %r2;"), HasSubstr("'%p1' is a predicate; a .u32 register is wanted here"));
  EXPECT_THAT(errors_of("selp.u32 %r1, %r1, %r2, %r3;"),
              HasSubstr("'%r3' is a .b32 register; a predicate is wanted here"));
  EXPECT_THAT(errors_of("add.f32 %f1, %f1, 1;"), HasSubstr("an integer can not be a .f32 operand"));
  EXPECT_THAT(errors_of("add.u32 %r1, -%r1, 1;"), HasSubstr("'add' does not negate its operands"));
  EXPECT_THAT(errors_of("mov.u32 %r1, %tid;"), HasSubstr("'%tid' is a vector; name one element, as in '%tid.x'"));
  EXPECT_THAT(errors_of("ld.global.u32 %r1, [missing];", ".extern .global .b32 missing;"),
              HasSubstr("'missing' is not defined"));
}

TEST(BinderErrors, OfCalls) {
  const std::string f = ".func (.param .b32 r) f(.param .b32 x) { st.param.b32 [r], 1; ret; }\n";
  EXPECT_THAT(errors_of("call f;", f), HasSubstr("the callee takes 1 values, the call has 0"));
  EXPECT_THAT(errors_of("{ .param .b32 a; call f, (a); }", f),
              HasSubstr("the callee returns 1 values, the call has 0"));
  EXPECT_THAT(errors_of("{ .param .b8 a; .param .b32 b; call (b), f, (a); }", f),
              HasSubstr("'a' has 1 bytes, the callee's 'x' 4"));
  // A kernel that is called is launched.
  EXPECT_THAT(errors_of("call k;"), HasSubstr("the callee takes 1 values, the call has 0"));
  EXPECT_THAT(errors_of("call %rd1, (%r1);"), HasSubstr("an indirect call names a .callprototype"));
}

TEST(BinderErrors, TooMuchMemory) {
  EXPECT_THAT(errors_of(".local .b8 big[1000000]; mov.u64 %rd1, big;"), HasSubstr("more than the 512 KiB"));
  EXPECT_THAT(errors_of("mov.u32 %r1, huge; ret;", ".shared .b8 huge[2000000000];\n"), HasSubstr("more than 1 GiB"));
}

TEST(BinderErrors, InstructionsOfLaterMachines) {
  LoadedPtx ptx(".visible .entry k() { .reg .b32 %r<3>; nanosleep.u32 %r1; ret; }");
  const BindResult result = ptx.bind_kernel("k", {.sm = 61});
  EXPECT_THAT(all_of(result.diagnostics), HasSubstr("'nanosleep.u32' needs sm_70 or later"));
}

// ---- What the program says of itself ----

TEST(BinderFacts, AHotLoopHoldsOnlyItsOwnInstructions) {
  LoadedPtx ptx(kernel_of("mov.u32 %r1, 0;\nLOOP: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %r0;\n@%p1 bra LOOP;"));
  const BindResult result = ptx.bind_kernel("k");
  ASSERT_NE(result.program, nullptr);
  const sim::Program& program = *result.program;
  for (std::size_t pc = 0; pc < program.ops.size(); ++pc) {
    if (program.facts[pc].kind != OpKind::branch) continue;
    ASSERT_EQ(program.ops[pc].imm, -2);
    EXPECT_EQ(program.facts[pc - 1].text, "setp.lt.u32 %p1, %r1, %r0;");
    EXPECT_EQ(program.facts[pc - 2].text, "add.u32 %r1, %r1, 1;");
    EXPECT_EQ(program.facts[pc - 3].kind, OpKind::pseudo);  // counts the block in front
    EXPECT_EQ(program.facts[pc + 1].kind, OpKind::pseudo);  // where the lanes meet
    return;
  }
  FAIL() << "no branch";
}

TEST(BinderFacts, RegistersThatNeverLiveTogetherShareRows) {
  // A chain of 100 registers, two of which live at a time.
  std::string chain = ".reg .b32 %t<101>; mov.u32 %t0, %r0;";
  for (int i = 1; i <= 100; ++i) chain += fmt::format("add.u32 %t{}, %t{}, 1;", i, i - 1);
  const std::string body = chain + "mov.u32 %r1, %t100;";
  EXPECT_EQ(outputs_of(body), expected([](auto i) { return i + 100; }));
  LoadedPtx ptx(kernel_of(body));
  EXPECT_LT(ptx.bind_kernel("k").program->functions[0].frame_bytes, 64 + 128 * 12 + 256 * 6);
}

TEST(BinderFacts, ALoopKeepsItsRegistersApart) {
  // %r3 is written in one round and read in the next: nothing behind it in the text may take its row.
  EXPECT_EQ(outputs_of(R"(
    mov.u32 %r1, 0; mov.u32 %r3, 5; mov.u32 %r2, 0;
    LOOP:
    add.u32 %r1, %r1, %r3;
    mov.u32 %r4, 100; add.u32 %r5, %r4, %r4; sub.u32 %r5, %r5, 199;
    add.u32 %r2, %r2, %r5;
    add.u32 %r3, %r2, 5;
    add.u32 %r6, %r2, 1000;
    setp.lt.u32 %p1, %r6, 1004;
    @%p1 bra LOOP;)"),
            expected([](auto) { return 5 + 6 + 7 + 8; }));
}

TEST(BinderFacts, CountsAreThoseOfTheText) {
  LoadedPtx ptx(kernel_of(R"(
    setp.lt.u32 %p1, %r0, 8;
    mov.u32 %r1, 0;
    @%p1 bra THEN;
    add.u32 %r1, %r1, 1;
    @%p1 add.u32 %r1, %r1, 5;
    THEN:
    add.u32 %r1, %r1, 2;
    @!%p1 add.u32 %r1, %r1, 3;
    mov.u32 %r2, 0;
    LOOP:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 10;
    @%p2 bra LOOP;)"));
  UnitCosts costs;
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(64));
  const sim::LaunchResult result = ptx.run("k", {1, 1, 1}, {64, 1, 1}, {out, 0}, &costs);
  ASSERT_TRUE(result.faults.empty());
  ASSERT_NE(ptx.bound.program, nullptr);
  const sim::Program& program = *ptx.bound.program;
  const auto counters_of = [&](std::string_view text) {
    for (std::size_t pc = 0; pc < program.ops.size(); ++pc)
      if (program.facts[pc].text == std::string(text) + ";" && program.facts[pc].kind != OpKind::pseudo)
        return result.counters[pc];
    ADD_FAILURE() << text;
    return sim::OpCounters{};
  };
  const auto branch = counters_of("bra THEN");
  EXPECT_EQ(branch.executions, 2u);
  EXPECT_EQ(branch.threads, 64u);
  EXPECT_EQ(branch.threads_pred_on, 8u);
  EXPECT_EQ(branch.divergent, 1u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 1").executions, 2u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 1").threads, 56u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 5").executions, 2u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 5").threads_pred_on, 0u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 2").executions, 2u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 2").threads, 64u);
  EXPECT_EQ(counters_of("add.u32 %r1, %r1, 3").threads_pred_on, 56u);
  EXPECT_EQ(counters_of("mov.u32 %r2, 0").executions, 2u);
  EXPECT_EQ(counters_of("add.u32 %r2, %r2, 1").executions, 20u);
  EXPECT_EQ(counters_of("bra LOOP").divergent, 0u);
  EXPECT_EQ(counters_of("ret").executions, 2u);
}

TEST(BinderFacts, SourcesFollowTheLineTable) {
  LoadedPtx ptx(R"(
.visible .entry k() {
  .reg .b32 %r<9>;
  .loc 1 10 5
  mov.u32 %r1, 1;
  .loc 1 0 7
  mov.u32 %r2, 1;
  .loc 1 3 9, function_name $L__info_string0, inlined_at 1 20 2
  mov.u32 %r3, 1;
  ret;
}
.file 1 "app.cu"
.section .debug_str
{
$L__info_string0:
.b8 104, 0
}
)");
  const BindResult result = ptx.bind_kernel("k");
  ASSERT_NE(result.program, nullptr) << all_of(result.diagnostics);
  const auto& program = *result.program;
  ASSERT_GE(program.facts.size(), 4u);
  EXPECT_EQ(program.sources[program.facts[0].source].where, (SourcePosition{"app.cu", 10, 5}));
  EXPECT_EQ(program.facts[1].source, program.facts[0].source);
  const sim::Source& inlined = program.sources[program.facts[2].source];
  EXPECT_EQ(inlined.where.line, 3u);
  ASSERT_EQ(inlined.inlined_at.size(), 1u);
  EXPECT_EQ(inlined.inlined_at[0].line, 20u);
  EXPECT_EQ(program.facts[1].ptx, (SourcePosition{"test.ptx", 10, 3}));
}

TEST(BinderFacts, WhatSystemHeadersDoStandsAtTheProgramsLine) {
  LoadedPtx ptx(R"(
.visible .entry k() {
  .reg .b32 %r<9>;
  .loc 1 20 2
  mov.u32 %r1, 1;
  .loc 3 30 4, function_name $n, inlined_at 1 20 2
  mov.u32 %r2, 1;
  .loc 2 5 6, function_name $n, inlined_at 3 30 4
  mov.u32 %r3, 1;
  .loc 2 7 8
  mov.u32 %r4, 1;
  ret;
}
.file 1 "app.cu"
.file 2 "/usr/include/cub/inner.cuh"
.file 3 "own.hpp"
.section .debug_str { $n: .b8 104, 0 }
)");
  const BindResult result = ptx.bind_kernel("k");
  ASSERT_NE(result.program, nullptr) << all_of(result.diagnostics);
  const auto source = [&](std::size_t op) { return result.program->sources[result.program->facts[op].source]; };
  const SourcePosition library{"/usr/include/cub/inner.cuh", 5, 6}, own{"own.hpp", 30, 4}, call{"app.cu", 20, 2};
  EXPECT_EQ(source(1).where, own);
  EXPECT_THAT(source(1).inlined_from, testing::IsEmpty());
  EXPECT_THAT(source(1).inlined_at, ElementsAre(call));
  EXPECT_EQ(source(2).where, own);
  EXPECT_THAT(source(2).inlined_from, ElementsAre(library));
  EXPECT_THAT(source(2).inlined_at, ElementsAre(call));
  // A kernel of a library has no line of the program.
  EXPECT_EQ(source(3).where, (SourcePosition{"/usr/include/cub/inner.cuh", 7, 8}));
}

TEST(BinderFacts, LaunchBounds) {
  LoadedPtx ptx(
      ".visible .entry k() .maxntid 256, 2 .minnctapersm 3 .maxnreg 32 { ret; }\n"
      ".visible .entry r() .reqntid 8, 4, 2 { ret; }");
  const BindResult k = ptx.bind_kernel("k");
  EXPECT_EQ(k.program->max_threads, (Dim3{256, 2, 1}));
  EXPECT_EQ(k.program->min_blocks_per_sm, 3u);
  EXPECT_EQ(k.program->required_threads, (Dim3{0, 0, 0}));
  EXPECT_EQ(ptx.bind_kernel("r").program->required_threads, (Dim3{8, 4, 2}));
}

TEST(BinderFacts, KernelsWhoseBlocksTalk) {
  const auto talks = [](const std::string& instruction) {
    LoadedPtx ptx(".visible .entry k() { .reg .b32 %r<9>; .reg .b64 %rd<9>; " + instruction + " ret; }");
    const BindResult result = ptx.bind_kernel("k");
    EXPECT_NE(result.program, nullptr) << all_of(result.diagnostics);
    return result.program != nullptr && result.program->has_global_atomics;
  };
  EXPECT_TRUE(talks("atom.global.add.u32 %r1, [%rd1], 1;"));
  EXPECT_TRUE(talks("red.add.u32 [%rd1], 1;"));
  EXPECT_FALSE(talks("atom.shared.add.u32 %r1, [%r2], 1;"));
  EXPECT_TRUE(talks("ld.volatile.global.u32 %r1, [%rd1];"));
  EXPECT_TRUE(talks("ld.acquire.gpu.global.u32 %r1, [%rd1];"));
  EXPECT_FALSE(talks("ld.volatile.shared.u32 %r1, [%r2];"));
  EXPECT_FALSE(talks("ld.global.nc.u32 %r1, [%rd1];"));
  EXPECT_TRUE(talks("membar.gl;"));
  EXPECT_FALSE(talks("membar.cta;"));
  EXPECT_TRUE(talks("fence.acq_rel.gpu;"));
  EXPECT_TRUE(talks("nanosleep.u32 100;"));
  EXPECT_TRUE(talks(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], %r2; cp.async.bulk.commit_group;"));
  EXPECT_FALSE(talks("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], %r2; cp.async.bulk.commit_group;"));
}

}  // namespace
}  // namespace warpglass::isa
