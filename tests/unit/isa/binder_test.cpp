#include "isa/bind/binder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/isa/kernel_of.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::OpKind;
using testing::ElementsAre;
using testing::HasSubstr;

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
  EXPECT_THAT(ptx.download<std::uint32_t>(out, 6), ElementsAre(8, 32, 0, 64, 42, 36));
  ASSERT_NE(ptx.bound.program, nullptr);
  const sim::Program& program = *ptx.bound.program;
  EXPECT_EQ(program.static_shared_bytes, 64u);
  EXPECT_EQ(program.dynamic_shared_offset, 64u);
  ASSERT_EQ(program.shared_objects.size(), 4u);
  EXPECT_EQ(program.shared_objects[0].name, "own");
  EXPECT_EQ(program.shared_objects[3].name, "rest");
  EXPECT_EQ(program.shared_objects[3].size, 0u);
}

// The sizes that ptxas 13.0.88 states for these modules.
// What ptxas 13.0 gives such kernels (-v): functions' own variables first, in the order in which the functions are
// declared, those of modules behind them, and last what a function declares and does not use.
TEST(Binder, PlacesSharedVariablesAsTheAssembler) {
  const std::string kFunctions = R"(
.shared .align 8 .b8 outside[8];
.visible .func g(.param .u64 p);
.visible .func h(.param .u64 p);
.visible .entry k(.param .u64 p) {
  .shared .align 16 .b8 own[16];
  .shared .align 32 .b8 unused[32];
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  st.shared.u32 [own], 1;
  st.shared.u32 [outside], 1;
  { .param .b64 q; st.param.b64 [q], %rd1; call h, (q); }
  { .param .b64 q; st.param.b64 [q], %rd1; call g, (q); }
  ret;
}
.visible .func h(.param .u64 p) {
  .shared .align 256 .b8 of_h[256];
  st.shared.u32 [of_h], 1;
  ret;
}
.visible .func g(.param .u64 p) {
  .shared .align 64 .b8 of_g[64];
  st.shared.u32 [of_g], 1;
  ret;
})";
  LoadedPtx ptx(kFunctions);
  const BindResult bound = ptx.bind_kernel("k");
  ASSERT_NE(bound.program, nullptr);
  std::vector<std::string> names;
  for (const auto& object : bound.program->shared_objects) names.push_back(object.name);
  EXPECT_THAT(names, ElementsAre("of_g", "of_h", "own", "outside", "unused"));
  EXPECT_EQ(bound.program->static_shared_bytes, 576u);
}

TEST(Binder, StaticSharedMemoryEndsWhereArraysOfDynamicSizeBegin) {
  const auto static_bytes = [](std::string_view options, std::string_view array, std::string_view variable) {
    const std::string text = fmt::format(
        ".version 8.0\n.target sm_90{}\n.address_size 64\n{}\n.visible .entry k() {{\n"
        "{}\n.reg .b32 %r<2>;\nmov.u32 %r1, own; ret; }}",
        options, array, variable);
    const ptx::ParseResult parsed = ptx::parse(text, "test.ptx");
    LinkedModules linked;
    linked.modules.push_back(&parsed.module);
    const BindResult bound = bind(linked, parsed.module, *parsed.module.find_function("k"), {});
    EXPECT_EQ(all_of(parsed.diagnostics) + all_of(bound.diagnostics), "");
    return bound.program == nullptr ? 0 : bound.program->static_shared_bytes;
  };
  constexpr std::string_view kFloats = ".extern .shared .align 4 .b8 rest[];";
  constexpr std::string_view kLines = ".extern .shared .align 64 .b8 rest[];";
  constexpr std::string_view kOne = ".shared .align 4 .b8 own[4];";
  constexpr std::string_view kFive = ".shared .align 4 .b8 own[20];";
  EXPECT_EQ(static_bytes("", "", kOne), 4u);
  EXPECT_EQ(static_bytes("", kFloats, kOne), 16u);
  EXPECT_EQ(static_bytes("", kFloats, kFive), 32u);
  EXPECT_EQ(static_bytes("", kLines, kOne), 64u);
  EXPECT_EQ(static_bytes(", debug", kFloats, kFive), 20u);
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

}  // namespace
}  // namespace warpglass::isa
