// What the assembler makes of PTX, rule by rule. Every expectation here is a row of tests/hardware/h200/facts/
// assembler.tsv or was read off the machine code that nvcc 13.0.88 makes of the same text for sm_90.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/lowered_bodies.hpp"
#include "tests/unit/isa/lowered_text.hpp"

namespace warpglass::isa {
namespace {

TEST(MergedLoads, FillAlignedWindows) {
  const std::map<std::vector<int>, List> expected{
      {{0, 4}, {"ld 8", "ld merged"}},
      {{4, 0}, {"ld 8", "ld merged"}},
      {{4, 8}, {"ld 4", "ld 4"}},
      {{0, 8}, {"ld 4", "ld 4"}},
      {{0, 12}, {"ld 4", "ld 4"}},
      {{0, 4, 8}, {"ld 16", "ld merged", "ld merged"}},
      {{0, 4, 12}, {"ld 16", "ld merged", "ld merged"}},
      {{4, 8, 12, 16}, {"ld 16", "ld merged", "ld merged", "ld 4"}},
      {{8, 12, 16, 20}, {"ld 8", "ld merged", "ld 8", "ld merged"}},
      {{12, 16, 20, 24}, {"ld 4", "ld 16", "ld merged", "ld merged"}},
      {{4, 8, 16, 20}, {"ld 4", "ld 4", "ld 8", "ld merged"}},
  };
  for (const auto& [offsets, as] : expected) EXPECT_EQ(lowered(base(16) + loads(offsets)), as) << offsets.front();
}

TEST(MergedLoads, NeedAProvablyAlignedBase) {
  EXPECT_EQ(lowered(base(8) + loads({0, 4, 8, 12})), (List{"ld 8", "ld merged", "ld 8", "ld merged"}));
  EXPECT_EQ(lowered(base(12) + loads({0, 4})), (List{"ld 4", "ld 4"}));
  const auto from = [](const std::string& arithmetic) {
    return lowered(arithmetic + "cvt.u64.u32 %rd1, %r9;\nmov.u64 %rd2, s;\nadd.s64 %rd1, %rd2, %rd1;\n" +
                   loads({0, 4}))[0];
  };
  EXPECT_EQ(from("shl.b32 %r9, %thread, 4;"), "ld 8");
  EXPECT_EQ(from("and.b32 %r9, %thread, -16;"), "ld 8");
  EXPECT_EQ(from("mad.lo.u32 %r9, %thread, 32, 16;"), "ld 8");
  EXPECT_EQ(from("shl.b32 %r9, %thread, 4; xor.b32 %r9, %r9, 48;"), "ld 8");
  EXPECT_EQ(from("shl.b32 %r9, %thread, 4; shl.b32 %r8, %thread, 5; selp.u32 %r9, %r9, %r8, %p0;"), "ld 8");
  EXPECT_EQ(from("mul.lo.u32 %r9, %thread, %thread;"), "ld 4");
  EXPECT_EQ(from("or.b32 %r9, %thread, 15; add.u32 %r9, %r9, 1;"), "ld 4");
  EXPECT_EQ(from("shl.b32 %r9, %thread, 4; shl.b32 %r8, %thread, 5; sub.u32 %r9, %r9, %r8;"), "ld 4");
  EXPECT_EQ(from("shl.b32 %r9, %thread, 4; shl.b32 %r8, %thread, 5; min.u32 %r9, %r9, %r8;"), "ld 4");
}

TEST(MergedLoads, FollowPointersThatALoopMovesOn) {
  const auto stepping = [](int step) {
    return lowered(base(16) + "L: " + loads({0, 4}) + "add.s64 %rd1, %rd1, " + std::to_string(step) +
                   ";\nsetp.lt.u64 %p1, %rd1, %buffer;\n@%p1 bra L;\n");
  };
  EXPECT_EQ(stepping(16), (List{"ld 8", "ld merged"}));
  EXPECT_EQ(stepping(4), (List{"ld 4", "ld 4"}));
}

TEST(MergedLoads, FollowSumsOf32Bits) {
  const auto second_word = [](const std::string& first, const std::string& second) {
    return lowered("shl.b32 %r9, %thread, 1;\nadd.u32 %r8, %r9, 1;\nmov.u64 %rd2, s;\nmov.u32 %r7, s;\n" + first +
                   second + "add.u32 %r0, %r0, %r1;\nst.global.u32 [%here], %r0;");
  };
  EXPECT_EQ(second_word("shl.b32 %r9, %r9, 2;\nadd.u32 %r9, %r9, %r7;\nld.shared.u32 %r0, [%r9];\n",
                        "shl.b32 %r8, %r8, 2;\nadd.u32 %r8, %r8, %r7;\nld.shared.u32 %r1, [%r8];\n"),
            (List{"ld 4", "ld 4"}));  // several values a register: not followed across them
  EXPECT_EQ(second_word("shl.b32 %r10, %r9, 2;\nadd.u32 %r11, %r10, %r7;\nld.shared.u32 %r0, [%r11];\n",
                        "shl.b32 %r12, %r8, 2;\nadd.u32 %r13, %r12, %r7;\nld.shared.u32 %r1, [%r13];\n"),
            (List{"ld 8", "ld merged"}));
  EXPECT_EQ(second_word("mul.wide.u32 %rd1, %r9, 4;\nadd.s64 %rd4, %rd1, %rd2;\nld.shared.u32 %r0, [%rd4];\n",
                        "mul.wide.u32 %rd3, %r8, 4;\nadd.s64 %rd5, %rd3, %rd2;\nld.shared.u32 %r1, [%rd5];\n"),
            (List{"ld 4", "ld 4"}));
}

TEST(MergedLoads, NeedTheirOwnAddressAligned) {
  // The sum is the same, 16 times the thread, but the one is made by an addition that hides it.
  EXPECT_EQ(lowered(base(16) + loads({0, 4}) +
                    "mad.lo.s32 %r8, %thread, 3, %thread;\nshl.b32 %r9, %r8, 2;\ncvt.u64.u32 %rd4, %r9;\n"
                    "add.s64 %rd5, %rd4, %rd2;\nst.shared.u32 [%rd5], %thread;\nst.shared.u32 [%rd5+4], %thread;"),
            (List{"ld 8", "ld merged", "st 4", "st 4"}));
}

// Masked loads of compilers: the registers hold what is taken instead, and the load has a guard.
TEST(GuardedLoads, OfVectorsAreOneAccess) {
  const std::string masked =
      "ld.param.u64 %rd9, [buffer_param];\nsetp.lt.u32 %p1, %thread, 17;\nmov.b32 %r0, 0;\nmov.b32 %r1, 0;\n"
      "mov.b32 %r2, 0;\nmov.b32 %r3, 0;\n@%p1 ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd9];\n";
  EXPECT_EQ(lowered(masked + "add.s32 %r0, %r0, %r1;\nadd.s32 %r0, %r0, %r2;\nadd.s32 %r0, %r0, %r3;\n"
                             "st.shared.u32 [s], %r0;",
                    sim::Space::global),
            (List{"ld 16"}));
  EXPECT_EQ(lowered(masked + "st.shared.u32 [s], %r1;", sim::Space::global), (List{"ld 4"}));  // one element is read
}

// At the end of a kernel, what only its guarded last store needs is loaded by the lanes that store.
TEST(Tails, LoadForTheLanesThatStore) {
  const auto guarded = [](const std::string& body) {
    const LoadedPtx loaded(kernel_around(body, kArrays));
    const BindResult bound = loaded.bind_kernel("k", {.lower = true});
    EXPECT_EQ(all_of(bound.diagnostics), "");
    List all;
    for (const sim::OpFacts& facts : bound.program->facts) {
      if (facts.kind == sim::OpKind::load && facts.space == sim::Space::shared)
        all.push_back(facts.guarded ? "guarded" : "all lanes");
    }
    return all;
  };
  const std::string load = "mov.u32 %r7, s;\nbar.sync 0;\nld.shared.b32 %r0, [%r7];\n";
  const std::string guard = "and.b32 %r2, %thread, 28;\nsetp.eq.b32 %p1, %r2, 0;\n";
  EXPECT_EQ(guarded(load + guard + "@%p1 st.global.b32 [%here], %r0;"), List{"guarded"});
  EXPECT_EQ(guarded(load + guard + "cvt.s64.s32 %rd5, %r0;\n@%p1 st.global.b64 [%here], %rd5;"), List{"all lanes"});
  EXPECT_EQ(guarded("mov.u32 %r7, s;\nbar.sync 0;\nld.shared.u32 %rd5, [%r7];\n" + guard +
                    "@%p1 st.global.b64 [%here], %rd5;"),
            List{"all lanes"});
  EXPECT_EQ(guarded("mov.u32 %r7, s;\nbar.sync 0;\nld.shared.b64 %rd5, [%r7];\n" + guard +
                    "@%p1 st.global.b64 [%here], %rd5;"),
            List{"guarded"});
  EXPECT_EQ(guarded(load + guard + "st.global.b32 [%here], %r0;"), List{"all lanes"});  // by all
  EXPECT_EQ(guarded(load + guard + "@%p1 st.global.b32 [%here], %r0;\nst.global.b32 [%here+4], 1;"),
            List{"all lanes"});  // not last
  EXPECT_EQ(guarded(load + guard + "and.b32 %r3, %r0, 15;\n@%p1 st.global.b32 [%here], %r3;"), List{"guarded"});
  EXPECT_EQ(guarded(load + guard + "add.s32 %r3, %r0, %thread;\n@%p1 st.global.b32 [%here], %r3;"), List{"all lanes"});
  EXPECT_EQ(guarded(load + "mov.pred %p1, 1;\n@%p1 st.global.b32 [%here], %r0;"), List{"all lanes"});
  EXPECT_EQ(guarded(load + guard + "add.s32 %r3, %r0, %r0;\n@%p1 st.global.b32 [%here], %r3;"), List{"all lanes"});
  EXPECT_EQ(guarded(load + guard + "bar.sync 0;\n@%p1 st.global.b32 [%here], %r0;"), List{"all lanes"});
  EXPECT_EQ(guarded(load + "setp.eq.b32 %p1, %r0, 0;\n@%p1 st.global.b32 [%here], %r0;"), List{"all lanes"});
}

/// What a warp leaves in `values`, of which lane k has four from 4 * k on.
std::vector<std::uint32_t> left_in(const std::vector<std::uint32_t>& values, const std::string& body) {
  LoadedPtx loaded(kernel_around(body, kArrays));
  const std::uint64_t address = loaded.upload(values);
  sim::LaunchRequest request;
  const BindResult bound = loaded.bind_kernel("k", {.lower = true});
  EXPECT_NE(bound.program, nullptr) << all_of(bound.diagnostics);
  if (bound.program == nullptr) return values;
  request.program = bound.program.get();
  request.memory = &loaded.memory;
  request.textures = &loaded.textures;
  request.grid = {1, 1, 1};
  request.block = {32, 1, 1};
  request.params.resize(bound.program->param_bytes);
  std::memcpy(request.params.data(), &address, sizeof address);
  EXPECT_TRUE(sim::launch(request).faults.empty());
  return loaded.download<std::uint32_t>(address, values.size());
}

TEST(Tails, ChangeNoResult) {
  const std::string body =
      "mov.u32 %r7, s;\nshl.b32 %r1, %thread, 2;\nadd.u32 %r7, %r7, %r1;\nmul.lo.u32 %r3, %thread, 5;\n"
      "st.shared.u32 [%r7], %r3;\nbar.sync 0;\nld.shared.b32 %r0, [%r7];\nmov.u32 %r8, 1;\nmov.u32 %r9, 2;\n"
      "add.u32 %r10, %r8, %r9;\nand.b32 %r2, %thread, 28;\nsetp.eq.b32 %p1, %r2, 8;\n"
      "@%p1 st.global.b32 [%here], %r0;";
  const auto values = left_in(std::vector<std::uint32_t>(32 * 4, 7), body);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[4 * lane], (lane & 28) == 8 ? 5 * lane : 7) << lane;
}

// A load that waits for the predicate of a selection takes along what copies or extends what it has loaded.
TEST(Selections, ChangeNoResult) {
  std::vector<std::uint32_t> before(32 * 4);
  for (std::uint32_t i = 0; i < before.size(); ++i) before[i] = 2 * i + 3;
  const std::string guard = "and.b32 %r4, %thread, 28;\nsetp.eq.b32 %p1, %r4, 8;\n";
  for (const std::string& of_two :
       {"ld.global.b32 %r0, [%here];\nld.global.b32 %r1, [%here+8];\n" + guard + "selp.b32 %r5, %r0, %r1, %p1;\n",
        "ld.global.b32 %r0, [%here];\nld.global.b32 %r1, [%here+8];\nmov.b32 %r2, %r0;\nmov.b32 %r3, %r1;\n" + guard +
            "selp.b32 %r5, %r2, %r3, %p1;\n",
        "ld.global.u16 %r0, [%here];\nld.global.u16 %r1, [%here+8];\ncvt.u32.u16 %r2, %r0;\ncvt.u32.u16 %r3, %r1;\n" +
            guard + "selp.b32 %r5, %r2, %r3, %p1;\n"}) {
    const auto after = left_in(before, of_two + "st.global.b32 [%here+12], %r5;");
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(after[4 * lane + 3], before[4 * lane + ((lane & 28) == 8 ? 0 : 2)]) << of_two << lane;
  }
}

TEST(UnusedLoads, OfWordsOf64BitsAreTheHalvesThatNobodyReads) {
  EXPECT_EQ(lowered("setp.lt.u32 %p1, %thread, 17;\nmov.b64 %rd5, 0;\n@%p1 ld.global.b64 %rd5, [%here];\n"
                    "cvt.u32.u64 %r0, %rd5;\nst.shared.u32 [s], %r0;",
                    sim::Space::global),
            (List{"ld 4"}));
  EXPECT_EQ(lowered("ld.global.v2.b64 {%rd5, %rd6}, [%here];\ncvt.u32.u64 %r0, %rd5;\ncvt.u32.u64 %r1, %rd6;\n"
                    "st.shared.u32 [s], %r0;\nst.shared.u32 [s+64], %r1;",
                    sim::Space::global),
            (List{"ld 16"}));
  EXPECT_EQ(lowered("ld.global.b64 %rd5, [%here];\ncvt.u32.u64 %r0, %rd5;\nst.shared.u64 [s], %rd5;\n"
                    "st.shared.u32 [s+64], %r0;",
                    sim::Space::global),
            (List{"ld 8"}));
  EXPECT_EQ(lowered("ld.global.b64 %rd5, [%here];\nadd.s64 %rd6, %rd5, %rd1;\ncvt.u32.u64 %r0, %rd6;\n"
                    "st.shared.u32 [s], %r0;",
                    sim::Space::global),
            (List{"ld 4"}));
}

TEST(UnusedLoads, AreThoseThatAreReadOnlyBefore) {
  const std::string before = "mov.u32 %r1, 7;\nst.shared.u32 [s], %r1;\nsetp.lt.u32 %p1, %thread, 17;\n";
  const std::string load = "@%p1 ld.global.v2.b32 {%r0, %r1}, [%here];\n";
  EXPECT_EQ(lowered("mov.u32 %r0, 0;\n" + before + load + "st.shared.u32 [s+64], %r0;", sim::Space::global),
            (List{"ld 4"}));
  EXPECT_EQ(
      lowered("mov.u32 %r0, 0;\nL:\n" + before + load + "st.shared.u32 [s+64], %r0;\n@%p1 bra L;", sim::Space::global),
      (List{"ld 4"}));
  EXPECT_EQ(lowered("mov.u32 %r0, 0;\nmov.u32 %r1, 7;\nsetp.lt.u32 %p1, %thread, 17;\nL:\n"
                    "st.shared.u32 [s], %r1;\n" +
                        load + "st.shared.u32 [s+64], %r0;\n@%p1 bra L;",
                    sim::Space::global),
            (List{"ld 8"}));
}

TEST(MatrixLoads, OfFragmentsThatLieAlikeAreMadeOnce) {
  const auto second = [](const std::string& a, const std::string& b, sim::Space space = sim::Space::generic) {
    const std::string load = "wmma.load.";
    return lowered("mov.u32 %r41, 32;\n" + load + a + " {%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7}, [%buffer], %r41;\n" + load +
                       b +
                       " {%r10,%r11,%r12,%r13,%r14,%r15,%r16,%r17}, [%buffer], %r41;\nadd.s32 %r0, %r0, %r10;\n"
                       "st.global.u32 [%here], %r0;",
                   space)
        .at(1);
  };
  const std::string tail = ".m16n16k16.f16";
  EXPECT_EQ(second("a.sync.aligned.row" + tail, "b.sync.aligned.col" + tail), "wmma redundant");
  EXPECT_EQ(second("b.sync.aligned.row" + tail, "a.sync.aligned.col" + tail), "wmma redundant");
  EXPECT_NE(second("a.sync.aligned.row" + tail, "b.sync.aligned.row" + tail), "wmma redundant");
  EXPECT_NE(second("a.sync.aligned.row" + tail, "a.sync.aligned.col" + tail), "wmma redundant");
  const std::string shared = ".m16n16k16.shared.f16";
  EXPECT_NE(second("a.sync.aligned.row" + shared, "b.sync.aligned.col" + shared, sim::Space::shared), "wmma redundant");
}

TEST(MatrixLoads, OfOnePlaceAreMadeOnce) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r";
  const std::string use = "add.s32 %r0, %r0, %r1;\nst.global.u32 [%here], %r0;";
  const std::string place = "mov.u32 %r7, s;\n";
  EXPECT_EQ(lowered(place + load + "0}, [%r7];\n" + load + "1}, [%r7];\n" + use),
            (List{"ldmatrix 16", "ldmatrix redundant"}));
  EXPECT_EQ(lowered(place + load + "0}, [%r7];\n" + load + "1}, [%r7+16];\n" + use),
            (List{"ldmatrix 16", "ldmatrix 16"}));
  EXPECT_EQ(lowered(place + load + "0}, [%r7];\nst.shared.u32 [s+64], %thread;\n" + load + "1}, [%r7];\n" + use),
            (List{"ldmatrix 16", "st 4", "ldmatrix 16"}));
  EXPECT_EQ(lowered(place + load + "0}, [%r7];\n"), List{"ldmatrix unused"});
}

// What a product of matrices is made of is read, and so is what its accumulator begins with.
TEST(Fragments, AreReadByWhatMultipliesAndStoresThem) {
  const List all = lowered(
      "ld.global.u32 %r0, [%here];\nld.global.u32 %r1, [%buffer+64];\nld.global.u32 %r2, [%buffer+128];\n"
      "ld.global.u32 %r3, [%buffer+256];\n"
      "wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%buffer], {%r0, %r1, %r2, %r3};",
      sim::Space::global);
  EXPECT_EQ(all.size(), 5u);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) EXPECT_EQ(all[i], "ld 4");
}

// The assembler leaves out the half of a product that nobody reads, and its loads: recorded in h200/random2.
TEST(Products, OfWhichSomeElementsAreReadAreSaid) {
  const auto reads_parts = [](const std::string& product, const std::string& use) {
    const LoadedPtx loaded(kernel_around(product + use, kArrays));
    const BindResult bound = loaded.bind_kernel("k", {.lower = true});
    EXPECT_EQ(all_of(bound.diagnostics), "");
    return bound.program != nullptr && bound.program->reads_parts_of_products;
  };
  const std::string f = "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}";
  const std::string r = "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}";
  const std::string fragments =
      "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 " + f + ", " + r + ", " + r + ", " + f + ";\n";
  const std::string one = "st.global.f32 [%here], %f1;";
  EXPECT_TRUE(reads_parts(fragments, one));
  EXPECT_FALSE(reads_parts(fragments, "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%buffer], " + f + ", 16;"));
  const std::string single =
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, "
      "{%f0, %f1, %f2, %f3};\n";
  EXPECT_FALSE(reads_parts(single, one));
}

TEST(ShortVectors, AreOneAccess) {
  EXPECT_EQ(lowered(base(16) + "ld.shared.v4.u8 {%r0, %r1, %r2, %r3}, [%rd1];\nst.global.u32 [%here], %r0;\n"
                               "st.global.u32 [%here], %r1;"),
            (List{"ld 4"}));
}

TEST(MergedLoads, AreSplitByWhatMayChangeSharedMemory) {
  const auto between = [](const std::string& what) {
    return lowered(base(16) + "ld.shared.u32 %r0, [%rd1];\n" + what +
                   "\nld.shared.u32 %r1, [%rd1+4];\nadd.u32 %r0, %r0, %r1;\nst.global.u32 [%here], %r0;");
  };
  for (const char* splits : {"st.shared.u32 [%rd2+64], %thread;", "bar.sync 0;", "bar.warp.sync -1;", "membar.cta;",
                             "fence.acq_rel.gpu;", "st.u32 [%here], %thread;", "nanosleep.u32 10;"}) {
    const List all = between(splits);
    EXPECT_EQ(all.front(), "ld 4") << splits;
    EXPECT_EQ(all.back(), "ld 4") << splits;
  }
  for (const char* does_not :
       {"st.global.u32 [%here+8], %r0;", "red.global.add.u32 [%here+8], 3;", "activemask.b32 %r5;",
        "shfl.sync.bfly.b32 %r5, %thread, 1, 31, -1;", "ld.volatile.shared.u32 %r5, [%rd1+64];"})
    EXPECT_EQ(between(does_not).front(), "ld 8") << does_not;
}

TEST(MergedLoads, KeepToTheirWidth) {
  const auto pair = [](const std::string& first, const std::string& second) {
    return lowered(base(16) + "ld." + first + ";\nld." + second +
                   ";\nst.global.u64 [%here], %rd5;\nst.global.u64 [%here+8], %rd6;\n"
                   "st.global.u32 [%here], %r0;\nst.global.u32 [%here], %r1;");
  };
  EXPECT_EQ(pair("shared.u64 %rd5, [%rd1]", "shared.u64 %rd6, [%rd1+8]"), (List{"ld 16", "ld merged"}));
  EXPECT_EQ(pair("shared.u64 %rd5, [%rd1]", "shared.u32 %r0, [%rd1+8]"), (List{"ld 8", "ld 4"}));
  EXPECT_EQ(pair("shared.u16 %r0, [%rd1]", "shared.u16 %r1, [%rd1+2]"), (List{"ld 2", "ld 2"}));
  EXPECT_EQ(pair("volatile.shared.u32 %r0, [%rd1]", "volatile.shared.u32 %r1, [%rd1+4]"), (List{"ld 4", "ld 4"}));
}

TEST(MergedLoads, ReachAcrossBranches) {
  EXPECT_EQ(
      lowered(base(16) + "ld.shared.u32 %r0, [%rd1];\nsetp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\n"
                         "ld.shared.u32 %r1, [%rd1+4];\nst.global.u32 [%here+4], %r1;\nX: st.global.u32 [%here], %r0;"),
      (List{"ld 8", "ld merged"}));
  EXPECT_EQ(lowered(base(16) + "ld.shared.u32 %r0, [%rd1];\nsetp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\n"
                               "ld.shared.u32 %r1, [%rd1+4];\nst.global.u32 [%here+4], %r1;\n"
                               "X: ld.shared.u32 %r2, [%rd1+4];\nadd.u32 %r0, %r0, %r2;\nst.global.u32 [%here], %r0;"),
            (List{"ld 8", "ld merged", "ld merged"}));
  // Neither of two ways is passed by all.
  EXPECT_EQ(
      lowered(base(16) +
              "setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\nld.shared.u32 %r0, [%rd1];\nst.global.u32 [%here], %r0;\n"
              "bra Y;\nX: ld.shared.u32 %r1, [%rd1+4];\nst.global.u32 [%here], %r1;\nY: exit;"),
      (List{"ld 4", "ld 4"}));
}

TEST(MergedLoads, AreOneOnBothWaysOfAShortBranch) {
  const auto both = [](const std::string& behind) {
    return lowered(base(16) +
                   "setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\nld.shared.u32 %r0, [%rd1];\nadd.u32 %r5, %r0, 1;\n"
                   "bra Y;\nX: ld.shared.u32 %r1, [%rd1];\nadd.u32 %r5, %r1, 2;\nY: st.global.u32 [%here], %r5;\n" +
                   behind);
  };
  EXPECT_EQ(both(""), (List{"ld 4", "ld redundant"}));
  // Lanes that come by the other way may hold an older value.
  EXPECT_EQ(both("st.global.u32 [%here+4], %r0;\nst.global.u32 [%here+8], %r1;"), (List{"ld 4", "ld 4"}));
}

TEST(MergedLoads, ReachAcrossLoopsOnlyWhereNothingChangesThatMemory) {
  const auto around_loop = [](const std::string& before) {
    return lowered(base(16) + before +
                   "ld.shared.u32 %r0, [%rd1];\nmov.b32 %r5, %thread;\nL: add.u32 %r5, %r5, 7;\n"
                   "setp.lt.u32 %p1, %r5, 99;\n@%p1 bra L;\nld.shared.u32 %r1, [%rd1+4];\nadd.u32 %r0, %r0, %r1;\n"
                   "st.global.u32 [%here], %r0;\nst.global.u32 [%here+4], %r5;")
        .back();
  };
  EXPECT_EQ(around_loop(""), "ld merged");
  EXPECT_EQ(around_loop("bar.sync 0;\n"), "ld 4");
  EXPECT_EQ(around_loop("st.shared.u32 [%rd1+64], %thread;\n"), "ld 4");
}

TEST(MergedLoads, InGlobalMemoryNeedAnAccessThatProvesTheAlignment) {
  const std::string two =
      "ld.global.u32 %r0, [%here];\nld.global.u32 %r1, [%here+4];\nadd.u32 %r0, %r0, %r1;\n"
      "st.shared.u32 [t], %r0;";
  EXPECT_EQ(lowered(two, sim::Space::global), (List{"ld 4", "ld 4"}));
  EXPECT_EQ(lowered(two + "st.global.u64 [%here+32], %here;", sim::Space::global), (List{"ld 8", "ld merged", "st 8"}));
}

TEST(RedundantLoads, AreNotExecuted) {
  const auto twice = [](const std::string& between) {
    return lowered(base(4) + "ld.shared.u32 %r0, [%rd1];\n" + between +
                   "\nld.shared.u32 %r1, [%rd1];\nadd.u32 %r0, %r0, %r1;\nst.global.u32 [%here], %r0;");
  };
  EXPECT_EQ(twice(""), (List{"ld 4", "ld redundant"}));
  EXPECT_EQ(twice("bar.warp.sync -1;"), (List{"ld 4", "ld 4"}));
  EXPECT_EQ(twice("st.shared.u32 [%rd1+8], %thread;"), (List{"ld 4", "st 4", "ld 4"}));
}

TEST(RedundantLoads, TakeWhatWasStored) {
  const auto after = [](const std::string& between) {
    return lowered(base(4) + "st.shared.u32 [%rd1], %thread;\n" + between +
                   "\nld.shared.u32 %r1, [%rd1];\nst.global.u32 [%here], %r1;");
  };
  EXPECT_EQ(after(""), (List{"st 4", "ld redundant"}));
  EXPECT_EQ(after("bar.sync 0;"), (List{"st 4", "ld 4"}));
  EXPECT_EQ(after("st.shared.u32 [%rd1+64], %thread;"), (List{"st 4", "st 4", "ld 4"}));
}

TEST(RedundantLoads, OfGlobalMemoryAreToldApartByPolicy) {
  const auto both = [](const std::string& first, const std::string& between, const std::string& second) {
    return lowered("ld.global" + first + ".u32 %r0, [%here];\n" + between + "\nld.global" + second +
                       ".u32 %r1, [%here];\nadd.u32 %r0, %r0, %r1;\nst.shared.u32 [t], %r0;",
                   sim::Space::global)
        .back();
  };
  EXPECT_EQ(both("", "", ""), "ld redundant");
  EXPECT_EQ(both(".nc", "", ""), "ld 4");
  EXPECT_EQ(both("", "bar.sync 0;", ""), "ld 4");
  EXPECT_EQ(both(".nc", "bar.sync 0;", ".nc"), "ld redundant");
  EXPECT_EQ(both("", "st.shared.u32 [t+4], %r0;", ""), "ld redundant");
}

TEST(UnusedLoads, AreDropped) {
  EXPECT_EQ(lowered(base(4) + "ld.shared.u32 %r0, [%rd1];"), (List{"ld unused"}));
  EXPECT_EQ(lowered(base(4) + "ld.shared.u32 %r0, [%rd1];\nadd.u32 %r1, %r0, 1;"), (List{"ld unused"}));
  EXPECT_EQ(lowered(base(4) + "ld.volatile.shared.u32 %r0, [%rd1];"), (List{"ld 4"}));
}

TEST(UnusedLoads, OfVectorsAreTheElementsThatNobodyReads) {
  const auto used = [](const std::string& which) {
    std::string text = base(16) + "ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%rd1];\n";
    for (const char c : which) text += std::string("st.global.u32 [%here], %r") + c + ";\n";
    return lowered(text)[0];
  };
  EXPECT_EQ(used("0"), "ld 4");
  EXPECT_EQ(used("01"), "ld 8");
  EXPECT_EQ(used("02"), "ld 4+4");
  EXPECT_EQ(used("013"), "ld 16");
}

TEST(MergedStores, FillWindowsWhole) {
  const std::map<std::vector<int>, List> expected{
      {{0, 4}, {"st 8", "st merged"}},
      {{4, 0}, {"st 8", "st merged"}},
      {{4, 8}, {"st 4", "st 4"}},
      {{0, 4, 8}, {"st 8", "st merged", "st 4"}},
      {{12, 0, 8, 4}, {"st 16", "st merged", "st merged", "st merged"}},
      {{0, 4, 8, 12, 16, 20}, {"st 16", "st merged", "st merged", "st merged", "st 8", "st merged"}},
      {{0, 64, 4}, {"st 4", "st 4", "st 4"}},
      {{0, 0}, {"st overwritten", "st 4"}},
      {{0, 64, 0}, {"st 4", "st 4", "st 4"}},
  };
  for (const auto& [offsets, as] : expected) EXPECT_EQ(lowered(base(16) + stores(offsets)), as) << offsets.back();
}

TEST(MergedStores, OfTwoBytesButNotOfOne) {
  EXPECT_EQ(lowered(base(16) + "st.shared.u16 [%rd1], %h1;\nst.shared.u16 [%rd1+2], %h2;"),
            (List{"st 4", "st merged"}));
  EXPECT_EQ(lowered(base(16) + "st.shared.u8 [%rd1], %r1;\nst.shared.u8 [%rd1+1], %r2;"), (List{"st 1", "st 1"}));
}

TEST(MergedStores, AreSplitByALoadOfThatMemory) {
  EXPECT_EQ(lowered(base(16) + "st.shared.u32 [%rd1], %thread;\nld.shared.u32 %r1, [%rd1+64];\n"
                               "st.shared.u32 [%rd1+4], %thread;\nst.global.u32 [%here], %r1;"),
            (List{"st 4", "ld 4", "st 4"}));
  EXPECT_EQ(lowered(base(16) + "st.shared.u32 [%rd1], %thread;\nst.global.u32 [%here], %r1;\n"
                               "st.shared.u32 [%rd1+4], %thread;"),
            (List{"st 8", "st merged"}));
}

TEST(Atomics, WithoutAResultAreReductions) {
  const auto global = [](const std::string& text) { return lowered(text, sim::Space::global)[0]; };
  EXPECT_EQ(global("atom.global.add.u32 %r1, [%here], 1;"), "atom reduction");
  EXPECT_EQ(global("atom.global.exch.b32 %r1, [%here], 1;"), "atom 4");
  EXPECT_EQ(global("atom.global.add.u32 %r1, [%here], 1; st.global.u32 [%here+4], %r1;"), "atom 4");
}

TEST(Atomics, OfSharedMemoryThatAdd1AreCounted) {
  EXPECT_EQ(lowered(base(4) + "atom.shared.add.u32 %r1, [%rd1], 1;"), (List{"atom counted"}));
  EXPECT_EQ(lowered(base(4) + "mov.b32 %r2, 1; red.shared.add.u32 [%rd1], %r2;"), (List{"red counted"}));
  EXPECT_EQ(lowered(base(4) + "red.shared.inc.u32 [%rd1], -1;"), (List{"red counted"}));
  EXPECT_EQ(lowered(base(4) + "red.shared.add.u32 [%rd1], 2;"), (List{"red 4"}));
  EXPECT_EQ(lowered(base(4) + "red.shared.add.s32 [%rd1], 1;"), (List{"red 4"}));
}

TEST(Atomics, OfOneAddressAreCombined) {
  const auto global = [](const std::string& text) { return lowered(text, sim::Space::global)[0]; };
  EXPECT_EQ(global("red.global.add.u32 [%buffer], %thread;"), "red 4 combined");
  EXPECT_EQ(global("red.global.max.s32 [%buffer], %thread;"), "red 4 combined");
  EXPECT_EQ(global("red.global.add.u64 [%buffer], 5;"), "red 8 combined");
  EXPECT_EQ(global("red.global.add.u64 [%buffer], %here;"), "red 8");
  EXPECT_EQ(global("red.global.add.f32 [%buffer], %f1;"), "red 4");
  EXPECT_EQ(global("red.global.inc.u32 [%buffer], %thread;"), "red 4");
  EXPECT_EQ(global("red.global.add.u32 [%here], %thread;"), "red 4");
  EXPECT_EQ(global("mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd1, %r1, 4; add.s64 %rd1, %rd1, %buffer;"
                   "red.global.add.u32 [%rd1], %thread;"),
            "red 4 combined");
  EXPECT_EQ(global("atom.global.max.u32 %r1, [%buffer], %thread; st.global.u32 [%here], %r1;"), "atom 4");
}

TEST(Atomics, AreNotCombinedWhereAnAddressDependsOnTheWayOfALane) {
  const std::string loop =
      "mov.u64 %rd1, %buffer;\nL: red.global.add.u32 [%rd1], %r1;\nadd.s64 %rd1, %rd1, 4;\nadd.u32 %r1, %r1, 1;\n"
      "setp.lt.u32 %p1, %r1, 64;\n@%p1 bra L;\n";
  EXPECT_EQ(lowered("mov.b32 %r1, 0;\n" + loop, sim::Space::global)[0], "red 4 combined");
  EXPECT_EQ(lowered("mov.b32 %r1, %thread;\n" + loop, sim::Space::global)[0], "red 4");
}

TEST(Branches, AroundFewInstructionsBecomePredicates) {
  const auto branch = [](int instructions) {
    std::string body = "setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\n";
    for (int i = 0; i < instructions; ++i) body += "xor.b32 %r1, %r1, %thread;\n";
    const LoadedPtx loaded(kernel_around(body + "X: st.global.u32 [%here], %r1;"));
    const BindResult bound = loaded.bind_kernel("k", {.lower = true});
    for (const sim::OpFacts& facts : bound.program->facts) {
      if (facts.kind == sim::OpKind::branch) return facts.lowering.how == sim::Lowered::predicated;
    }
    return false;
  };
  EXPECT_TRUE(branch(1));
  EXPECT_TRUE(branch(8));
  EXPECT_FALSE(branch(9));
}

}  // namespace
}  // namespace warpglass::isa
