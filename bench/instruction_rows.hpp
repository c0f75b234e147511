// The instructions that instructions.cpp times, and the patterns of their lanes' addresses.
#pragma once

#include <string_view>

namespace warpglass::bench {

/// Registers of its text: %t, %lane, %i (the index that a pattern makes), %x %y %z (32 bits), %f*, %c* and %d*
/// (floats), %h (halves), %m* (what matrices are made of), %w (64 bits), %p; %at is the address of element %i in shared
/// memory, %ga in global memory, %la in local memory.
struct Row {
  std::string_view group;
  std::string_view what;
  std::string_view around;  // executed with the instruction and without
  std::string_view text;
};

inline constexpr std::string_view kRandom =  // 4096 words of 16 KiB
    "mad.lo.u32 %seed, %seed, 1664525, 1013904223; shr.u32 %i, %seed, 20; shl.b32 %x, %i, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %i, 4; add.u64 %ga, %w, %data;";
inline constexpr std::string_view kMoving =  // each lane's word is beside that of the lane before
    "add.u32 %i, %i, 1; and.b32 %i, %i, 2047; add.u32 %x, %i, %t; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data; add.u64 %gd, %ga, %w;";
// %ga a byte's, %gb 16 bits', %gc a place 48 bytes after that of the lane before
inline constexpr std::string_view kBytes =
    "add.u32 %i, %i, 1; and.b32 %i, %i, 2047; add.u32 %x, %i, %t; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data; "
    "mul.wide.u32 %w, %x, 2; add.u64 %gb, %w, %data; mul.wide.u32 %w, %x, 48; add.u64 %gc, %w, %data;";
inline constexpr std::string_view kStride =  // 33 words from lane to lane
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; mad.lo.u32 %x, %lane, 33, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; "
    "mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
inline constexpr std::string_view kRowsOf16 =  // of a tile, 512 words apart
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 4; shl.b32 %x, %x, 9; and.b32 %y, %lane, 15; add.u32 "
    "%x, %x, %y; add.u32 %x, %x, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, "
    "%data;";
inline constexpr std::string_view kWordOfRow =  // the same word for 16 lanes, 512 words apart
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 4; shl.b32 %x, %x, 9; add.u32 %x, %x, %i; shl.b32 %x, "
    "%x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
inline constexpr std::string_view kRowsOf8 =
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; shr.u32 %x, %lane, 3; shl.b32 %x, %x, 9; and.b32 %y, %lane, 7; add.u32 "
    "%x, %x, %y; add.u32 %x, %x, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, "
    "%data;";
inline constexpr std::string_view kConflict =  // 32 words from lane to lane
    "add.u32 %i, %i, 1; and.b32 %i, %i, 255; mad.lo.u32 %x, %lane, 32, %i; shl.b32 %x, %x, 2; add.u32 %at, %x, %s;";
inline constexpr std::string_view kTurning =  // one of 16 strides after another
    "add.u32 %i, %i, 1; and.b32 %y, %i, 15; add.u32 %y, %y, 1; mul.lo.u32 %x, %lane, %y; shl.b32 %x, %x, 2; add.u32 "
    "%at, "
    "%x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
inline constexpr std::string_view kManyTurning =  // one of 100 strides after another
    "add.u32 %i, %i, 1; rem.u32 %y, %i, 100; add.u32 %y, %y, 1; mul.lo.u32 %x, %lane, %y; shl.b32 %x, %x, 2; add.u32 "
    "%at, %x, %s; mul.wide.u32 %w, %x, 1; add.u64 %ga, %w, %data;";
inline constexpr std::string_view kOneWord = "mov.u32 %at, %s; mov.u64 %ga, %data;";
inline constexpr std::string_view kLocal =  // one element of 64 for all lanes, each time another
    "add.u32 %i, %i, 1; and.b32 %x, %i, 63; shl.b32 %x, %x, 2; cvt.u64.u32 %w, %x; add.u64 %la, %w, %l;";
inline constexpr std::string_view kLocalRandom =
    "mad.lo.u32 %seed, %seed, 1664525, 1013904223; shr.u32 %i, %seed, 26; shl.b32 %x, %i, 2; cvt.u64.u32 %w, %x; "
    "add.u64 "
    "%la, %w, %l;";

// clang-format off
inline constexpr Row kRows[] = {
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

}  // namespace warpglass::bench
