// What a warp instruction costs the engine, by class and by the pattern of its lanes' addresses: nanoseconds with all
// lanes of a warp, half of them and one, executed and with analysis. Each row is a loop of four copies of its text in a
// kernel of 8 blocks of 256 threads; what the loop costs without the instruction (its `around` alone) is taken off.
// Times are of the processor, the fastest of several launches, on one worker.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "analysis/cost_model.hpp"
#include "bench/copies.hpp"
#include "runtime/device.hpp"

namespace warpglass::bench {
namespace {

// Registers: %t, %lane, %i (the index that a pattern makes), %x %y %z (32 bits), %f*, %c* and %d* (floats), %h
// (halves), %m* (what matrices are made of), %w (64 bits), %p; %at is the address of element %i in shared memory, %ga
// in global memory, %la in local memory.
struct Row {
  std::string_view group;
  std::string_view what;
  std::string_view around;  // executed with the instruction and without
  std::string_view text;
};

constexpr std::string_view kRandom =  // 4096 words of 16 KiB
    "mad.lo.u32 %seed, %seed, 1664525, 1013904223; shr.u32 %i, %seed, 20; shl.b32 %x, %i, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %i, 4; add.u64 %ga, %w, %data;";
constexpr std::string_view kMoving =  // each lane's word is beside that of the lane before
    "add.u32 %i, %i, 1; and.b32 %i, %i, 2047; add.u32 %x, %i, %t; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data; add.u64 %gd, %ga, %w;";
constexpr std::string_view kBytes =  // %ga a byte's, %gb 16 bits', %gc a place 48 bytes after that of the lane before
    "add.u32 %i, %i, 1; and.b32 %i, %i, 2047; add.u32 %x, %i, %t; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data; "
    "mul.wide.u32 %w, %x, 2; add.u64 %gb, %w, %data; mul.wide.u32 %w, %x, 48; add.u64 %gc, %w, %data;";
constexpr std::string_view kStride =  // 33 words from lane to lane
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; mad.lo.u32 %x, %lane, 33, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
constexpr std::string_view kRowsOf16 =  // of a tile, 512 words apart
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 4; shl.b32 %x, %x, 9; and.b32 %y, %lane, 15; add.u32 "
    "%x, %x, %y; add.u32 %x, %x, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, "
    "%data;";
constexpr std::string_view kWordOfRow =  // the same word for 16 lanes, 512 words apart
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 4; shl.b32 %x, %x, 9; add.u32 %x, %x, %i; shl.b32 %x, "
    "%x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
constexpr std::string_view kRowsOf8 =
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 3; shl.b32 %x, %x, 9; and.b32 %y, %lane, 7; add.u32 "
    "%x, %x, %y; add.u32 %x, %x, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, "
    "%data;";
constexpr std::string_view kConflict =  // 32 words from lane to lane
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; mad.lo.u32 %x, %lane, 32, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s;";
constexpr std::string_view kTurning =  // one of 16 strides after another
    "add.u32 %i, %i, 1; and.b32 %y, %i, 15; add.u32 %y, %y, 1; mul.lo.u32 %x, %lane, %y; shl.b32 %x, %x, 2; add.u32 "
    "%at, "
    "%x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
constexpr std::string_view kManyTurning =  // one of 100 strides after another
    "add.u32 %i, %i, 1; rem.u32 %y, %i, 100; add.u32 %y, %y, 1; mul.lo.u32 %x, %lane, %y; shl.b32 %x, %x, 2; add.u32 "
    "%at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
constexpr std::string_view kOneWord = "mov.u32 %at, %s; mov.u64 %ga, %data;";
constexpr std::string_view kLocal =  // one element of 64 for all lanes, each time another
    "add.u32 %i, %i, 1; and.b32 %x, %i, 63; shl.b32 %x, %x, 2; cvt.u64.u32 %w, %x; add.u64 %la, %w, %l;";
constexpr std::string_view kLocalRandom =
    "mad.lo.u32 %seed, %seed, 1664525, 1013904223; shr.u32 %i, %seed, 26; shl.b32 %x, %i, 2; cvt.u64.u32 %w, %x; "
    "add.u64 "
    "%la, %w, %l;";

// clang-format off
constexpr Row kRows[] = {
    {"arithmetic", "add.u32", "", "add.u32 %x, %x, %y;"},
    {"arithmetic", "mad.lo.u32", "", "mad.lo.u32 %x, %x, %y, %z;"},
    {"arithmetic", "fma.rn.f32", "", "fma.rn.f32 %f1, %f1, %f2, %f3;"},
    {"arithmetic", "fma.rn.f64", "", "fma.rn.f64 %d1, %d1, %d2, %d3;"},
    {"arithmetic", "fma.rn.f16x2", "", "fma.rn.f16x2 %h1, %h1, %h2, %h3;"},
    {"arithmetic", "mul.bf16x2", "", "mul.bf16x2 %h1, %h1, %h2;"},
    {"arithmetic", "fma.rn.bf16x2", "", "fma.rn.bf16x2 %h1, %h1, %h2, %h3;"},
    {"arithmetic", "setp, selp", "", "setp.lt.u32 %q, %x, %y; selp.u32 %x, %y, %z, %q;"},
    {"arithmetic", "cvt.rn.f32.u32", "", "cvt.rn.f32.u32 %f1, %x;"},
    {"arithmetic", "mul.hi.u32", "", "mul.hi.u32 %x, %x, %y;"},
    {"arithmetic", "cvt.rzi.ftz.s32.f32", "", "cvt.rzi.ftz.s32.f32 %x, %f2;"},
    {"arithmetic", "cvt.rmi.ftz.f32.f32", "", "cvt.rmi.ftz.f32.f32 %f1, %f2;"},
    {"arithmetic", "cvt.rna.tf32.f32", "", "cvt.rna.tf32.f32 %h1, %f2;"},
    {"arithmetic", "cvt.rn.f16x2.f32", "", "cvt.rn.f16x2.f32 %h1, %f2, %f3;"},
    {"arithmetic", "cvt.sat.f32.f32", "", "cvt.sat.f32.f32 %f1, %f2;"},
    {"arithmetic", "cvt.sat.ftz.f32.f32", "", "cvt.sat.ftz.f32.f32 %f1, %f2;"},
    {"arithmetic", "cvt.sat.u8.s32", "", "cvt.sat.u8.s32 %x, %y;"},
    {"arithmetic", "cvt.rn.ftz.f32.f64", "", "cvt.rn.ftz.f32.f64 %f1, %d2;"},
    {"arithmetic", "cvt.rzi.u32.f64", "", "cvt.rzi.u32.f64 %x, %d1;"},
    {"arithmetic", "set.gt.f16x2.f16x2", "", "set.gt.f16x2.f16x2 %h1, %h2, %h3;"},
    {"arithmetic", "setp.gt.f16x2", "", "setp.gt.f16x2 %p|%q, %h2, %h3;"},
    {"arithmetic", "min.f16x2", "", "min.f16x2 %h1, %h2, %h3;"},
    {"arithmetic", "cvt.rn.relu.f16x2.f32", "", "cvt.rn.relu.f16x2.f32 %h1, %f1, %f2;"},
    {"arithmetic", "cvt.rn.satfinite.e4m3x2.f32", "", "cvt.rn.satfinite.e4m3x2.f32 %h4, %f1, %f2;"},
    {"arithmetic", "cvt.rn.satfinite.e5m2x2.f16x2", "", "cvt.rn.satfinite.e5m2x2.f16x2 %h4, %h1;"},
    {"arithmetic", "cvt.rn.f16x2.e4m3x2", "", "cvt.rn.f16x2.e4m3x2 %h1, %h4;"},
    {"arithmetic", "cvt.rzi.f16.f16", "", "cvt.rzi.f16.f16 %h5, %h4;"},
    {"arithmetic", "cvt.rn.bf16.s32", "", "cvt.rn.bf16.s32 %h5, %x;"},
    {"arithmetic", "cvt.rz.f16.f64", "", "cvt.rz.f16.f64 %h5, %d1;"},
    {"arithmetic", "cvt.sat.u8.s64", "", "cvt.sat.u8.s64 %x, %w;"},
    {"arithmetic", "cvt.rni.sat.s16.f64", "", "cvt.rni.sat.s16.f64 %h5, %d1;"},
    {"arithmetic", "cvt.rn.sat.f32.s32", "", "cvt.rn.sat.f32.s32 %f1, %x;"},
    {"arithmetic", "cvt.rn.f16.s64", "", "cvt.rn.f16.s64 %h5, %w;"},
    {"arithmetic", "cvt.rzi.s64.f16", "", "cvt.rzi.s64.f16 %w, %h5;"},
    {"arithmetic", "cvt.sat.f16.f16", "", "cvt.sat.f16.f16 %h5, %h4;"},
    {"bits", "popc.b32", "", "popc.b32 %x, %y;"},
    {"bits", "clz.b32", "", "clz.b32 %x, %y;"},
    {"bits", "brev.b32", "", "brev.b32 %x, %y;"},
    {"bits", "prmt.b32", "", "prmt.b32 %x, %x, %y, 0x3210;"},
    {"bits", "bfind.u32", "", "bfind.u32 %x, %y;"},
    {"bits", "bfe.u32", "", "bfe.u32 %x, %y, 3, 7;"},
    {"bits", "shf.l.wrap.b32", "", "shf.l.wrap.b32 %x, %y, %z, 5;"},
    {"bits", "dp4a.u32.u32", "", "dp4a.u32.u32 %x, %y, %z, %x;"},
    {"bits", "fns.b32", "", "fns.b32 %x, %y, 3, 2;"},
    {"bits", "vabsdiff4.u32.u32.u32", "", "vabsdiff4.u32.u32.u32 %x, %y, %z, %x;"},
    {"bits", "vadd2.s32.s32.s32.sat", "", "vadd2.s32.s32.s32.sat %x, %y, %z, %x;"},
    {"special", "div.rn.f32", "", "div.rn.f32 %f1, %f2, %f3;"},
    {"special", "sqrt.rn.f32", "", "sqrt.rn.f32 %f1, %f2;"},
    {"special", "div.u32", "", "div.u32 %x, %y, %z;"},
    {"special", "rem.s32", "", "rem.s32 %x, %y, %z;"},
    {"special", "div.u64", "cvt.u64.u32 %ga, %z;", "div.u64 %w, %data, %ga;"},
    {"special", "rem.s64", "cvt.s64.s32 %ga, %z;", "rem.s64 %w, %data, %ga;"},
    {"special", "ex2.approx.f32", "", "ex2.approx.f32 %f1, %f2;"},
    {"special", "ex2.approx.ftz.f32", "", "ex2.approx.ftz.f32 %f1, %f2;"},
    {"special", "lg2.approx.f32", "", "lg2.approx.f32 %f1, %f2;"},
    {"special", "rcp.approx.ftz.f32", "", "rcp.approx.ftz.f32 %f1, %f2;"},
    {"special", "rsqrt.approx.f32", "", "rsqrt.approx.f32 %f1, %f2;"},
    {"special", "sqrt.approx.f32", "", "sqrt.approx.f32 %f1, %f2;"},
    {"special", "div.approx.f32", "", "div.approx.f32 %f1, %f2, %f3;"},
    {"special", "sin.approx.f32", "", "sin.approx.f32 %f1, %f2;"},
    {"special", "cos.approx.f32", "", "cos.approx.f32 %f1, %f2;"},
    {"special", "tanh.approx.f32", "", "tanh.approx.f32 %f1, %f2;"},
    {"special", "tanh.approx.f16x2", "", "tanh.approx.f16x2 %h1, %h2;"},
    {"special", "__nv_expf", "", "{ .param .b32 a; .param .b32 r; st.param.f32 [a], %f2; call.uni (r), __nv_expf, (a); ld.param.f32 %f1, [r]; }"},
    {"special", "__nv_sinf", "", "{ .param .b32 a; .param .b32 r; st.param.f32 [a], %f2; call.uni (r), __nv_sinf, (a); ld.param.f32 %f1, [r]; }"},
    {"special", "__nv_cosf", "", "{ .param .b32 a; .param .b32 r; st.param.f32 [a], %f2; call.uni (r), __nv_cosf, (a); ld.param.f32 %f1, [r]; }"},
    {"lanes", "shfl.sync.bfly", "", "shfl.sync.bfly.b32 %x, %y, 1, 31, %mask;"},
    {"lanes", "vote.sync.ballot", "", "vote.sync.ballot.b32 %x, %q, %mask;"},
    {"lanes", "match.any.sync, each its own", "", "match.any.sync.b32 %z, %y, %mask;"},
    {"lanes", "match.any.sync, 8 groups", "and.b32 %z, %lane, 7;", "match.any.sync.b32 %x, %z, %mask;"},
    {"lanes", "match.any.sync, all one", "", "match.any.sync.b32 %x, %mask, %mask;"},
    {"lanes", "bar.warp.sync", "", "bar.warp.sync %mask;"},
    {"control", "call of a function", "", "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %x; call.uni (r), callee, (a); ld.param.b32 %x, [r]; }"},
    {"control", "predicated add", "", "@%q add.u32 %x, %x, %y;"},
    {"shared load", "moving", kMoving, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "rows of 16", kRowsOf16, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "one word of each row of 16", kWordOfRow, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "stride 33", kStride, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "16 strides in turn", kTurning, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "100 strides in turn", kManyTurning, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "random", kRandom, "ld.shared.u32 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared load", "random bytes", kRandom, "ld.shared.u8 %y, [%at]; xor.b32 %z, %z, %y;"},
    {"shared store", "moving", kMoving, "st.shared.u32 [%at], %t;"},
    {"shared store", "32-way conflict", kConflict, "st.shared.u32 [%at], %t;"},
    {"shared store", "random", kRandom, "st.shared.u32 [%at], %t;"},
    {"shared atomic", "add, moving", kMoving, "atom.shared.add.u32 %y, [%at], 1; xor.b32 %z, %z, %y;"},
    {"shared atomic", "add, one word", kOneWord, "atom.shared.add.u32 %y, [%at], 1; xor.b32 %z, %z, %y;"},
    {"shared atomic", "add, random", kRandom, "atom.shared.add.u32 %y, [%at], 1; xor.b32 %z, %z, %y;"},
    {"shared atomic", "add f32, random", kRandom, "atom.shared.add.f32 %f1, [%at], %f2; add.f32 %f3, %f3, %f1;"},
    {"shared atomic", "add f32 by compare-and-swap", kRandom,
     "{ .reg .pred %again; .reg .b32 %old, %sum, %found; .reg .f32 %f6; ld.shared.b32 %found, [%at]; AGAIN: mov.b32 %old, %found; mov.b32 %f6, %old; "
     "add.f32 %f6, %f6, %f2; mov.b32 %sum, %f6; atom.shared.cas.b32 %found, [%at], %old, %sum; setp.ne.b32 %again, %found, %old; @%again bra AGAIN; }"},
    {"global load", "moving", kMoving, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "rows of 16", kRowsOf16, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "rows of 8", kRowsOf8, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "stride 33", kStride, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "16 strides in turn", kTurning, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "100 strides in turn", kManyTurning, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "random", kRandom, "ld.global.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "random, generic", kRandom, "ld.u32 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "vector of 4, moving", "add.u32 %i, %i, 1; and.b32 %i, %i, 255; add.u32 %x, %i, %t; mul.wide.u32 %w, %x, 16; add.u64 %ga, %w, %data;",
     "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%ga]; add.f32 %f5, %f5, %f1; add.f32 %f5, %f5, %f2; add.f32 %f5, %f5, %f3; add.f32 %f5, %f5, %f4;"},
    {"global load", "bytes, moving", kMoving, "ld.global.u8 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "neighbouring bytes", kBytes, "ld.global.u8 %y, [%ga]; xor.b32 %z, %z, %y;"},
    {"global load", "neighbouring 16 bits", kBytes, "ld.global.s16 %h4, [%gb]; xor.b16 %h5, %h5, %h4;"},
    {"global load", "vector of 4, one for all", "mov.u64 %ga, %data;",
     "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%ga]; add.f32 %f5, %f5, %f1; add.f32 %f5, %f5, %f2; add.f32 %f5, %f5, %f3; add.f32 %f5, %f5, %f4;"},
    {"global load", "pair of f64, one for all", "mov.u64 %ga, %data;", "ld.global.v2.f64 {%d1, %d2}, [%ga]; add.f64 %d3, %d3, %d1; add.f64 %d3, %d3, %d2;"},
    {"global load", "pair of f64, apart", kBytes, "ld.global.v2.f64 {%d1, %d2}, [%gc]; add.f64 %d3, %d3, %d1; add.f64 %d3, %d3, %d2;"},
    {"global load", "vector of 4 bytes, moving", kMoving, "ld.global.v4.u8 {%s0, %s1, %s2, %s3}, [%ga];"},
    {"global store", "vector of 4 bytes, moving", kMoving, "st.global.v4.u8 [%ga], {%s0, %s1, %s2, %s3};"},
    {"global load", "vector of 2 of 16 bits, moving", kMoving, "ld.global.v2.u16 {%s0, %s1}, [%ga];"},
    {"global store", "vector of 2 of 16 bits, moving", kMoving, "st.global.v2.u16 [%ga], {%s0, %s1};"},
    {"global load", "vector of 4 of 16 bits, moving", kMoving, "ld.global.v4.u16 {%s0, %s1, %s2, %s3}, [%gd];"},
    {"global load", "vector of 2, moving", kMoving, "ld.global.v2.f32 {%c0, %c1}, [%gd];"},
    {"global store", "vector of 2, moving", kMoving, "st.global.v2.f32 [%gd], {%c0, %c1};"},
    {"global store", "neighbouring bytes", kBytes, "st.global.u8 [%ga], %t;"},
    {"global store", "vector of 4, apart", kBytes, "st.global.v4.u32 [%gc], {%t, %x, %y, %z};"},
    {"shared load", "vector of 4, apart", "mul.lo.u32 %at, %lane, 48; add.u32 %at, %at, %s;",
     "ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%at]; add.f32 %f5, %f5, %f1; add.f32 %f5, %f5, %f2; add.f32 %f5, %f5, %f3; add.f32 %f5, %f5, %f4;"},
    {"global store", "moving", kMoving, "st.global.u32 [%ga], %t;"},
    {"global store", "rows of 16", kRowsOf16, "st.global.u32 [%ga], %t;"},
    {"global store", "random", kRandom, "st.global.u32 [%ga], %t;"},
    {"global reduction", "add, moving", kMoving, "red.global.add.u32 [%ga], 1;"},
    {"global reduction", "add, one word", kOneWord, "red.global.add.u32 [%ga], 1;"},
    {"global reduction", "add, random", kRandom, "red.global.add.u32 [%ga], 1;"},
    {"global reduction", "add f32, random", kRandom, "red.global.add.f32 [%ga], 0f3f800000;"},
    {"global reduction", "add f16x2, moving", kMoving, "red.global.add.noftz.f16x2 [%ga], %h1;"},
    {"global reduction", "add f16x2, one word", kOneWord, "red.global.add.noftz.f16x2 [%ga], %h1;"},
    {"global reduction", "add, vector of 4 f32, apart", kBytes, "red.global.add.v4.f32 [%gc], {%f1, %f2, %f3, %f4};"},
    {"global reduction", "add, vector of 4 f16x2, apart", kBytes, "red.global.add.noftz.v4.f16x2 [%gc], {%h1, %h2, %h3, %h1};"},
    {"global reduction", "max, vector of 4 bf16x2, apart", kBytes, "red.global.max.noftz.v4.bf16x2 [%gc], {%h1, %h2, %h3, %h1};"},
    {"local load", "one index, moving", kLocal, "ld.local.u32 %y, [%la]; xor.b32 %z, %z, %y;"},
    {"local load", "random", kLocalRandom, "ld.local.u32 %y, [%la]; xor.b32 %z, %z, %y;"},
    {"local store", "one index, moving", kLocal, "st.local.u32 [%la], %t;"},
    {"local store", "random", kLocalRandom, "st.local.u32 [%la], %t;"},
    {"barrier", "bar.sync", "", "bar.sync 0;"},
    {"matrix", "mma.m16n8k16 f32.f16", "", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%c0, %c1, %c2, %c3};"},
    {"matrix", "mma.m16n8k16 f16.f16", "", "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%m4, %m5}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%m4, %m5};"},
    {"matrix", "mma.m16n8k16 f32.bf16", "", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%c0, %c1, %c2, %c3};"},
    {"matrix", "mma.m16n8k8 f32.tf32", "", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%c0, %c1, %c2, %c3};"},
    {"matrix", "mma.m16n8k32 f32.e4m3", "", "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%c0, %c1, %c2, %c3};"},
    {"matrix", "mma.m16n8k32 s8", "", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%m4, %m5, %m6, %m7}, {%m0, %m1, %m2, %m3}, {%m0, %m1}, {%m4, %m5, %m6, %m7};"},
    {"matrix", "mma.m8n8k4 f64", "", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1, %d3}, {%d2}, {%d2}, {%d1, %d3};"},
    {"matrix", "mma.sp.m16n8k32 f32.f16", "", "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1, %m2, %m3}, {%c0, %c1, %c2, %c3}, %metadata, 0;"},
    {"matrix", "mma.sp.m16n8k64 f32.e4m3", "", "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 {%c0, %c1, %c2, %c3}, {%m0, %m1, %m2, %m3}, {%m0, %m1, %m2, %m3}, {%c0, %c1, %c2, %c3}, %metadata, 0;"},
    {"matrix", "mma.sp.m16n8k128 s4", "", "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32 {%m4, %m5, %m6, %m7}, {%m0, %m1, %m2, %m3}, {%m0, %m1, %m2, %m3}, {%m4, %m5, %m6, %m7}, %metadata, 0;"},
    {"matrix", "mma.m8n8k4 f16.f16", "", "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%m4, %m5, %m6, %m7}, {%m0, %m1}, {%m2, %m3}, {%m4, %m5, %m6, %m7};"},
    {"matrix", "mma.m8n8k4 f32.f16", "", "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}, {%m0, %m1}, {%m2, %m3}, {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7};"},
    {"matrix", "mma.m8n8k128 b1", "", "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%m4, %m5}, {%m0}, {%m1}, {%m4, %m5};"},
    {"matrix", "wmma.load.a f16, global", "", "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%m0, %m1, %m2, %m3, %m4, %m5, %m6, %m7}, [%data], %stride;"},
    {"matrix", "wmma.load.a f16, shared", "", "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%m0, %m1, %m2, %m3, %m4, %m5, %m6, %m7}, [%s], %stride;"},
    {"matrix", "wmma.load.a s8, shared", "", "wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%m0, %m1}, [%s], %stride;"},
    {"matrix", "wmma.load.c f32, shared", "", "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}, [%s], %stride;"},
    {"matrix", "wmma.store.d f32, shared", "", "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%s], {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}, %stride;"},
    {"matrix", "wgmma.m64n64k16 f32.f16", "", "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {SUMS32}, %factor, %factor, 1, 1, 1, 0, 0;"},
    {"matrix", "wgmma.m64n64k16 f32.f16, a in registers", "", "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {SUMS32}, {%m0, %m1, %m2, %m3}, %factor, 1, 1, 1, 0;"},
    {"matrix", "wgmma.m64n256k16 f32.bf16", "", "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {SUMS128}, %factor, %factor, 1, 1, 1, 0, 1;"},
    {"matrix", "wgmma.m64n128k16 f16.f16", "", "wgmma.mma_async.sync.aligned.m64n128k16.f16.f16.f16 {SUMS32}, %factor, %factor, 1, 1, 1, 0, 0;"},
    {"matrix", "wgmma.m64n64k32 f32.e4m3", "", "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 {SUMS32}, %factor, %factor, 1, 1, 1;"},
    {"matrix", "wgmma.m64n64k32 s8", "", "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8 {SUMS32}, %factor, %factor, 1;"},
    {"matrix", "ldmatrix.x4", "", "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%m0, %m1, %m2, %m3}, [%rows];"},
};
// clang-format on

constexpr int kCopies = 4;
constexpr int kRounds = 250;
constexpr std::uint32_t kBlocks = 8;
constexpr std::uint32_t kThreads = 256;
constexpr std::array<int, 3> kLanes = {32, 16, 1};

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "warpglass-bench-instructions: " << why << '\n';
  std::exit(2);
}

/// The text of a row, with the registers of a warp group's sums where it says SUMS and how many.
std::string instruction_text(const Row& row) {
  constexpr std::string_view kSums = "SUMS";
  std::string text(row.text);
  const std::size_t at = text.find(kSums);
  if (at == std::string::npos) return text;
  const std::size_t end = text.find('}', at);
  std::string registers;
  for (int i = 0; i < std::stoi(text.substr(at + kSums.size())); ++i)
    registers += fmt::format("{}%sum{}", i == 0 ? "" : ", ", i);
  return text.replace(at, end - at, registers);
}

/// \param with  false: only what is around the instruction
std::string kernel_text(const Row& row, int lanes, bool with) {
  const bool whole = row.group == "barrier" || row.group == "matrix";
  const std::string text = instruction_text(row);
  std::string body;
  for (int copy = 0; copy < kCopies; ++copy) {
    body += row.around;
    body += '\n';
    if (with) body += text;
    body += '\n';
  }
  return fmt::format(R"(.version 8.5
.target sm_90a
.address_size 64
.extern .func (.param .b32 r) __nv_expf(.param .b32 a);
.extern .func (.param .b32 r) __nv_sinf(.param .b32 a);
.extern .func (.param .b32 r) __nv_cosf(.param .b32 a);
.func (.param .b32 r) callee(.param .b32 a) .noinline
{{
  .reg .u32 %x;
  ld.param.u32 %x, [a];
  add.u32 %x, %x, 1;
  st.param.b32 [r], %x;
  ret;
}}
.visible .entry kernel(.param .u64 buffer)
{{
  .reg .pred %p, %q;
  .reg .u32 %t, %lane, %i, %x, %y, %z, %at, %s, %seed, %n, %mask;
  .reg .b32 %h1, %h2, %h3;
  .reg .b32 %m0, %m1, %m2, %m3, %m4, %m5, %m6, %m7;
  .reg .f32 %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7;
  .reg .u32 %stride, %rows, %metadata;
  {sums}
  .reg .u64 %factor;
  .reg .f32 %f1, %f2, %f3, %f4, %f5;
  .reg .f64 %d1, %d2, %d3;
  .reg .b16 %h4, %h5, %s0, %s1, %s2, %s3;
  .reg .u64 %w, %ga, %gb, %gc, %gd, %la, %data, %l;

  .shared .align 16 .b8 words[16384];
  .local .align 16 .b8 own[256];
  ld.param.u64 %data, [buffer];
  cvta.to.global.u64 %data, %data;
  mov.u32 %t, %tid.x;
  mov.u32 %lane, %laneid;
  mov.u32 %s, words;
  mov.u64 %l, own;
  mov.u32 %mask, {mask};
  mov.u32 %i, 0;
  mov.u32 %x, %t;
  add.u32 %y, %t, 12345;
  add.u32 %z, %t, 3;
  mul.lo.u32 %seed, %t, 747796405;
  shr.u32 %at, %seed, 15;
  xor.b32 %seed, %seed, %at;
  mul.lo.u32 %seed, %seed, 2221713035;
  shr.u32 %at, %seed, 13;
  xor.b32 %seed, %seed, %at;
  mov.u32 %at, %s;
  cvt.rn.f32.u32 %f1, %y;
  mov.f32 %f2, 0f3f400000;
  mov.f32 %f3, 0f3e800000;
  mov.f32 %f5, 0f00000000;
  mov.f64 %d1, 0d3ff0000000000000;
  mov.f64 %d2, 0d3fe0000000000000;
  mov.f64 %d3, 0d3fd0000000000000;
  mov.b32 %h1, 0x3c003c00;
  mov.b32 %h2, 0x38003800;
  mov.b32 %h3, 0x34003400;
  mad.lo.u32 %m0, %t, 257, 0x12345678;
  and.b32 %m0, %m0, 0x8f8f8f8f;
  or.b32 %m0, %m0, 0x30303030;
  mad.lo.u32 %m1, %t, 771, 0x12345678;
  and.b32 %m1, %m1, 0x8f8f8f8f;
  or.b32 %m1, %m1, 0x30303030;
  mad.lo.u32 %m2, %t, 5, 0x12345678;
  and.b32 %m2, %m2, 0x8f8f8f8f;
  or.b32 %m2, %m2, 0x30303030;
  mad.lo.u32 %m3, %t, 3, 0x12345678;
  and.b32 %m3, %m3, 0x8f8f8f8f;
  or.b32 %m3, %m3, 0x30303030;
  mov.b32 %m4, 0;
  mov.b32 %m5, 0;
  mov.b32 %m6, 0;
  mov.b32 %m7, 0;
  mov.f32 %c0, 0f00000000;
  mov.f32 %c1, 0f00000000;
  mov.f32 %c2, 0f00000000;
  mov.f32 %c3, 0f00000000;
  mov.f32 %c4, 0f00000000;
  mov.f32 %c5, 0f00000000;
  mov.f32 %c6, 0f00000000;
  mov.f32 %c7, 0f00000000;
  mov.u32 %stride, 32;
  mov.u32 %metadata, 0xeeeeeeee;
  mad.lo.u32 %rows, %lane, 80, %s;
  shr.u32 %x, %s, 4;
  cvt.u64.u32 %factor, %x;
  or.b64 %factor, %factor, 0x1000080000;
  mov.u32 %x, %t;
  setp.lt.u32 %q, %lane, 20;
  mov.u32 %n, {rounds};
  setp.ge.u32 %p, %lane, {lanes};
  @%p bra DONE;
LOOP:
{body}
  sub.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra LOOP;
DONE:
  add.u32 %z, %z, %x;
  add.u32 %z, %z, %y;
  add.f32 %f5, %f5, %f1;
  add.f32 %f5, %f5, %f3;
  st.global.u32 [%data], %z;
  st.global.f32 [%data+4], %f5;
  st.global.f64 [%data+8], %d1;
  add.f32 %c0, %c0, %c1;
  add.f32 %c0, %c0, %c2;
  add.f32 %c0, %c0, %c3;
  add.u32 %m0, %m0, %m4;
  add.u32 %m0, %m0, %m5;
  st.global.b32 [%data+16], %h1;
  st.global.f32 [%data+20], %c0;
  st.global.b32 [%data+24], %m0;
  ret;
}}
)",
                     fmt::arg("sums", row.text.find("SUMS") == std::string_view::npos ? "" : ".reg .b32 %sum<128>;"),
                     fmt::arg("mask", whole || lanes == 32 ? 0xffffffffu : (1u << lanes) - 1),
                     fmt::arg("rounds", kRounds), fmt::arg("lanes", whole ? 32 : lanes), fmt::arg("body", body));
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// One kernel on a device of its own, so that nothing of another row is left behind.
class Loop {
 public:
  explicit Loop(std::string text)
      : text_(std::move(text)), costs_(analysis::make_cost_model(arch::default_device())), device_(make_device()) {
    const auto id = device_->modules().add({std::as_bytes(std::span(text_))}, "row.ptx");
    if (device_->modules().find_kernel(id, "kernel", kernel_) != runtime::Status::ok) give_up("no kernel:\n" + text_);
    if (device_->allocate(1 << 20, sim::AllocationKind::device, "words", buffer_) != runtime::Status::ok)
      give_up("not enough memory");
  }

  /// Seconds of the fastest of so many launches.
  double fastest(bool analyse, int launches) {
    device_->launches().costs = analyse ? costs_.get() : nullptr;
    device_->launches().workers = 1;
    double best = 1e9;
    for (int i = 0; i < launches; ++i) {
      std::array<const void*, 1> arguments = {&buffer_};
      const double before = processor_seconds();
      if (device_->launch(*kernel_, {.grid = {kBlocks, 1, 1}, .block = {kThreads, 1, 1}}, arguments.data()) !=
              runtime::Status::ok ||
          device_->sticky() != runtime::Status::ok)
        give_up("did not run:\n" + text_);
      best = std::min(best, processor_seconds() - before);
    }
    return best;
  }

 private:
  static std::unique_ptr<runtime::Device> make_device() {
    return std::make_unique<runtime::Device>(arch::default_device(),
                                             runtime::DeviceOptions{.memory_bytes = std::uint64_t{1} << 28,
                                                                    .complain =
                                                                        [](const Diagnostics& diagnostics) {
                                                                          for (const Diagnostic& d : diagnostics)
                                                                            std::cerr << to_string(d) << '\n';
                                                                        },
                                                                    .launches = {}});
  }

  std::string text_;
  std::unique_ptr<sim::CostModel> costs_;
  std::unique_ptr<runtime::Device> device_;
  runtime::Kernel* kernel_ = nullptr;
  std::uint64_t buffer_ = 0;
};

/// \param only  rows whose group or name has it; empty: all
int run(std::string_view only, int launches) {
  constexpr double kWarpInstructions = double{kCopies} * kRounds * kBlocks * kThreads / 32;
  fmt::print("| class | what | 32 lanes | 16 | 1 | with analysis, 32 | 16 | 1 |\n");
  fmt::print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const Row& row : kRows) {
    if (!only.empty() && fmt::format("{}, {}", row.group, row.what).find(only) == std::string::npos) continue;
    fmt::print("| {} | {} |", row.group, row.what);
    std::string with_analysis;
    for (const int lanes : kLanes) {
      Loop with(kernel_text(row, lanes, true));
      Loop without(kernel_text(row, lanes, false));
      for (const bool analyse : {false, true}) {
        // They take turns, so that a busy moment of the machine meets both.
        double full = 1e9;
        double empty = 1e9;
        for (int i = 0; i < launches; ++i) {
          full = std::min(full, with.fastest(analyse, 2));
          empty = std::min(empty, without.fastest(analyse, 2));
        }
        const std::string cell = fmt::format(" {:.1f} |", (full - empty) / kWarpInstructions * 1e9);
        if (analyse) {
          with_analysis += cell;
        } else {
          fmt::print("{}", cell);
        }
      }
    }
    fmt::print("{}\n", with_analysis);
    std::cout.flush();
  }
  return 0;
}

/// Seconds from a kernel's text to the end of a launch in which every thread leaves at once.
double first_launch(const Row& row, bool analyse) {
  const std::string text = kernel_text(row, 0, true);
  const double before = processor_seconds();
  Loop(text).fastest(analyse, 1);
  return processor_seconds() - before;
}

/// Parsing and binding: a kernel of all rows, several times over, against one of none.
int translate(int launches) {
  std::string all;
  for (const Row& row : kRows) all += fmt::format("{}\n{}\n", row.around, row.text);
  std::string text;
  while (std::ranges::count(text, ';') < 5'000) text += all;
  const Row none{};
  const Row many{.group = {}, .what = {}, .around = {}, .text = text};
  const auto instructions = double(kCopies) * double(std::ranges::count(text, ';'));
  fmt::print("| microseconds per PTX instruction, of {:.0f} | to execute | with analysis |\n", instructions);
  fmt::print("| --- | ---: | ---: |\n| parsing and binding |");
  for (const bool analyse : {false, true}) {
    double full = 1e9;
    double empty = 1e9;
    for (int i = 0; i < launches; ++i) {
      full = std::min(full, first_launch(many, analyse));
      empty = std::min(empty, first_launch(none, analyse));
    }
    fmt::print(" {:.2f} |", (full - empty) / instructions * 1e6);
  }
  fmt::print("\n");
  return 0;
}

}  // namespace
}  // namespace warpglass::bench

int main(int argc, char** argv) {
  if (argc > 3 || (argc > 1 && std::string_view(argv[1]) == "--help")) {
    std::cout << "usage: warpglass-bench-instructions [translation | copies | PART OF A ROW'S NAME] [LAUNCHES]\n";
    return argc > 3 ? 2 : 0;
  }
  const int launches = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  if (argc > 1 && std::string_view(argv[1]) == "translation") return warpglass::bench::translate(launches);
  if (argc > 1 && std::string_view(argv[1]) == "copies") return warpglass::bench::copies(launches);
  return warpglass::bench::run(argc > 1 ? argv[1] : "", launches);
}
