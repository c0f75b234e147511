// What a bound program says of itself, and what the binder says of one that it does not bind.
#include "isa/bind/binder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/isa/kernel_of.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using sim::OpKind;
using testing::ElementsAre;
using testing::HasSubstr;

/// Prices everything at one: counts are what these tests look at.
class UnitCosts final : public sim::CostModel {
 public:
  [[nodiscard]] sim::SharedCost shared(const sim::AccessPattern&) const override { return {}; }
  [[nodiscard]] sim::GlobalCost global(const sim::AccessPattern&) const override { return {}; }
};

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

TEST(BinderErrors, SelectorsOfSparseMetadata) {
  const auto errors_with = [](const std::string& shape, const std::string& fragments, int selector) {
    return errors_of(fmt::format("mma.sp.sync.aligned.{} {}, %r3, {};", shape, fragments, selector));
  };
  const std::string two = "m16n8k16.row.col.f16.f16.f16.f16";
  const std::string fragments = "{%r1, %r2}, {%r1, %r2}, {%r1, %r2}, {%r1, %r2}";
  EXPECT_THAT(errors_with(two, fragments, 4), HasSubstr("the selector of this shape is 0 to 3"));
  const std::string fours = "{%r1, %r2, %r3, %r4}, {%r1, %r2, %r3, %r4}, {%r1, %r2, %r3, %r4}, {%r1, %r2, %r3, %r4}";
  EXPECT_THAT(errors_with("m16n8k64.row.col.s32.s8.s8.s32", fours, 1),
              HasSubstr("all lanes hold metadata of this shape: its selector is 0"));
}

TEST(BinderErrors, WordsOfLaterMachines) {
  // What is taken, the target that it needs beyond its row's, and one before.
  struct Case {
    const char* line;
    std::uint32_t sm;
    std::uint32_t before;
  };
  static constexpr Case kCases[] = {
      {"ld.global.v8.b32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd1];", 100, 90},
      {"st.global.v4.f64 [%rd1], {%d0, %d1, %d2, %d3};", 100, 90},
      {"ld.relaxed.cluster.global.b32 %r1, [%rd1];", 90, 89},
      {"ld.global.L2::256B.b32 %r1, [%rd1];", 80, 75},
      {"ld.global.L1::evict_last.b32 %r1, [%rd1];", 70, 61},
      {"atom.global.add.noftz.bf16 %h1, [%rd1], %h2;", 90, 89},
      {"min.NaN.f32 %f1, %f2, %f3;", 80, 75},
      {"min.xorsign.abs.f32 %f1, %f2, %f3;", 86, 80},
      {"cvt.rn.bf16.s64 %h1, %rd1;", 90, 89},
      {"cvt.f32.bf16 %f1, %h1;", 80, 75},
      {"cvt.rn.relu.f16.f32 %h1, %f1;", 80, 75},
      {"cvt.rn.satfinite.f16.f32 %h1, %f1;", 75, 72},
      {"cvt.rna.satfinite.tf32.f32 %r1, %f1;", 80, 75},
      {"cvt.rn.satfinite.tf32.f32 %r1, %f1;", 100, 90},
      {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};", 80, 75},
      {"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%d0, %d1, %d2, %d3}, {%d0, %d1}, {%d2}, {%d0, %d1, %d2, "
       "%d3};",
       90, 89},
  };
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.line);
    const auto errors_for = [&](std::uint32_t sm) {
      return all_of(LoadedPtx(fmt::format(".visible .entry k() {{ .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>; "
                                          ".reg .f32 %f<4>; .reg .f64 %d<4>; {} ret; }}",
                                          one.line))
                        .bind_kernel("k", {.sm = sm})
                        .diagnostics);
    };
    EXPECT_EQ(errors_for(one.sm), "");
    EXPECT_THAT(errors_for(one.before), HasSubstr(fmt::format("needs sm_{} or later", one.sm)));
  }
}

TEST(BinderErrors, FragmentsOfOtherSizes) {
  // All of f16's factors have eight registers, where some repeat others.
  EXPECT_THAT(errors_of("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r1, %r2, %r3, %r4}, [%rd1];"),
              HasSubstr("this fragment has 8 registers, not 4"));
  EXPECT_THAT(errors_of("wmma.load.a.sync.aligned.row.m16n16k16.shared.u8 {%r1, %r2, %r3, %r4}, [%rd1];"),
              HasSubstr("this fragment has 2 registers, not 4"));
  const std::string fours = "{%r1, %r2, %r3, %r4}";
  EXPECT_THAT(errors_of("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 " + fours + ", " + fours + ", " + fours +
                        ", " + fours + ";"),
              HasSubstr("this fragment has 8 registers, not 4"));
  EXPECT_THAT(errors_of(".reg .b16 %h<3>; cvt.rn.bf16.f32 %r1, %f1;"),
              HasSubstr("this conversion has a register of 16 bits here"));
  EXPECT_THAT(errors_of("cvt.rna.tf32.f32 %r1, %rd1;"), HasSubstr("this conversion has a register of 32 bits here"));
  EXPECT_THAT(errors_of(".reg .b16 %h<3>; cvt.f32.bf16 %f1, %r1;"),
              HasSubstr("this conversion has a register of 16 bits here"));
}

TEST(BinderErrors, InstructionsOfLaterMachines) {
  LoadedPtx ptx(".visible .entry k() { .reg .b32 %r<3>; nanosleep.u32 %r1; ret; }");
  const BindResult result = ptx.bind_kernel("k", {.sm = 61});
  EXPECT_THAT(all_of(result.diagnostics), HasSubstr("'nanosleep.u32' needs sm_70 or later"));
  const auto bound_for = [](std::uint32_t sm) {
    return all_of(LoadedPtx(".visible .entry k() { wgmma.wait_group.sync.aligned 0; ret; }")
                      .bind_kernel("k", {.sm = sm})
                      .diagnostics);
  };
  EXPECT_EQ(bound_for(90), "");
  EXPECT_THAT(bound_for(100),
              HasSubstr("'wgmma.wait_group.sync.aligned' is of sm_90 alone, but the program is bound for sm_100"));
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
