#include "tests/unit/isa/costs_of.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/issue_costs.hpp"
#include "arch/instruction_costs.hpp"

namespace warpglass::isa {
namespace {

/// "float32", "compare x2 + logic": the classes of an instruction.
std::string classes(std::string_view text) {
  std::string result;
  for (const ClassCount& part : costs_of(text)) {
    if (part.count == 0) continue;
    result += fmt::format("{}{}", result.empty() ? "" : " + ", arch::name_of(part.which));
    if (part.count != 1) result += fmt::format(" x{}", part.count);
  }
  return result;
}

struct CostCase {
  const char* text;
  const char* classes;
};

TEST(Costs, FollowFromTheRow) {
  for (const CostCase& c : std::initializer_list<CostCase>{
           {"add.f32 %f1, %f2, %f3", "float32"},
           {"fma.rn.f64 %fd1, %fd2, %fd3, %fd4", "float64"},
           {"fma.rn.f16x2 %r1, %r2, %r3, %r4", "float16"},
           {"mul.bf16x2 %r1, %r2, %r3", "bfloat16"},
           {"add.s32 %r1, %r2, %r3", "integer_add"},
           {"add.s64 %rd1, %rd2, %rd3", "integer_add x2"},
           {"mad.lo.s32 %r1, %r2, %r3, %r4", "integer_multiply"},
           {"mul.wide.s32 %rd1, %r2, 4", "integer_multiply_wide"},
           {"mul.wide.u16 %r1, %rs2, %rs3", "integer_multiply"},
           {"mul.hi.u32 %r1, %r2, %r3", "integer_multiply_wide"},
           {"div.s32 %r1, %r2, %r3", "divide_integer"},
           {"rem.u64 %rd1, %rd2, %rd3", "divide_integer_64"},
           {"div.rn.f32 %f1, %f2, %f3", "divide_float32"},
           {"div.full.f32 %f1, %f2, %f3", "divide_float32_full"},
           {"rcp.approx.ftz.f32 %f1, %f2", "special"},
           {"sqrt.rn.f32 %f1, %f2", "square_root_float32"},
           {"ex2.approx.f32 %f1, %f2", "special"},
           {"setp.lt.and.f32 %p1, %f1, %f2, %p2", "compare"},
           {"setp.lt.f64 %p1, %fd1, %fd2", "float64"},
           {"set.lt.u32.f32 %r1, %f1, %f2", "compare + compare"},
           {"selp.b64 %rd1, %rd2, %rd3, %p1", "compare x2"},
           {"max.f64 %fd1, %fd2, %fd3", "float64"},
           {"shl.b32 %r1, %r2, 4", "shift"},
           {"xor.b64 %rd1, %rd2, %rd3", "logic x2"},
           {"lop3.b32 %r1, %r2, %r3, %r4, 150", "logic"},
           {"bfe.u32 %r1, %r2, 8, 8", "bit_field"},
           {"bfe.u32 %r1, %r2, %r3, %r4", "shift + logic x3"},
           {"clz.b32 %r1, %r2", "leading_zeros + integer_add"},
           {"sin.approx.f32 %f1, %f2", "special + float32"},
           {"popc.b64 %r1, %rd1", "population_count x2"},
           {"shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1", "shuffle"},
           {"vote.sync.ballot.b32 %r1, %p1, -1", "vote"},
           {"cvt.f64.f32 %fd1, %f1", "convert_64"},
           {"cvt.rn.f32.f64 %f1, %fd1", "convert_64"},
           {"cvt.rn.f32.s32 %f1, %r1", "convert_from_integer"},
           {"cvt.rn.f32.u8 %f1, %rs1", "convert"},
           {"cvt.rzi.s32.f32 %r1, %f1", "convert"},
           {"cvt.s32.s16 %r1, %rs1", "convert_narrow"},
           {"cvt.u16.u32 %rs1, %r1", ""},
           {"cvt.s64.s32 %rd1, %r1", "shift"},
           {"cvt.u64.u32 %rd1, %r1", ""},
           {"cvt.rn.f16.f32 %rs1, %f1", "convert_half"},
           {"cvt.rn.bf16x2.f32 %r1, %f1, %f2", "convert_half"},
           {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f1}", "tensor"},
           {"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r1}, {%r1}, {%r2}, {%r1}", "tensor x0.5"},
           {"mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r1}, {%r1}, {%r2}, {%r1}", "tensor x0.5"},
           {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f1}", "tensor x2"},
           {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1}, {%r1}, {%r2}, {%r1}", "tensor"},
           {"ld.shared.f32 %f1, [%r1]", "memory"},
           {"ld.param.u64 %rd1, [p]", ""},
           {"atom.global.add.u64 %rd1, [%rd2], 1", "memory"},
           {"tex.2d.v4.f32.s32 {%f1}, [%rd1, {%r1, %r2}]", "texture"},
           {"bar.sync 0", "barrier"},
           {"mbarrier.arrive.shared.b64 %rd1, [%r1]", "barrier_object"},
           {"fence.acq_rel.cta", "fence_block"},
           {"membar.gl", "fence_device"},
           {"fence.sc.sys", "fence_system"},
           {"fence.mbarrier_init.release.cluster", ""},
           {"movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2", "matrix_move"},
           {"wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%r1, %r2, %r3, %r4}", "memory"},
           {"@%p1 bra $L1", "control"},
           {"call.uni (retval0), __nv_sinf, ( param0 )", "float32 x9 + logic x13 + special + control x3"},
           {"call.uni (retval0), __nv_expf, (param0)", "float32 x6 + logic + special x2"},
           {"call.uni (retval0), mine, (param0)", "control"},
           {"mov.u32 %r1, %r2", ""},
           {"neg.f32 %f1, %f2", ""},
           {"vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4", "video"},
           {"what.is.this %r1", ""},
       })
    EXPECT_EQ(classes(c.text), c.classes) << c.text;
}

TEST(Costs, AddUp) {
  constexpr arch::ComputeCapability kHopper{9, 0};
  EXPECT_EQ(analysis::cost_of(costs_of("add.s64 %rd1, %rd2, %rd3"), kHopper).issue_cycles, 4);
  EXPECT_EQ(analysis::cost_of(costs_of("mov.u32 %r1, %r2"), kHopper).issue_cycles, 0);
  const arch::InstructionCost divide = analysis::cost_of(costs_of("div.s32 %r1, %r2, %r3"), kHopper);
  EXPECT_EQ(divide.pipe, arch::Pipe::xu);
  EXPECT_EQ(divide.latency, 130u);
  EXPECT_EQ(divide.source, arch::CostSource::measured);
  // A machine without shuffles.
  EXPECT_FALSE(analysis::cost_of(costs_of("shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1"), {2, 0}).known());
}

}  // namespace
}  // namespace warpglass::isa
