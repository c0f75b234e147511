// Copies through tensor maps that cannot be made: each is a fault with its reason, and none reaches the host's memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "sim/tensor_map.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::uint32_t>;

constexpr std::size_t kMapAt = 0, kTensorAt = 256, kWords = 1024;  // bytes, and of the buffer

/// 8 x 4 words, of which a box has 4 x 2. Its address is an offset that the kernel adds the buffer to.
sim::TensorMap small_map() {
  sim::TensorMap map;
  map.type = sim::TensorType::u32;
  map.rank = 2;
  map.dims = {8, 4};
  map.strides = {32};
  map.box = {4, 2};
  map.steps = {1, 1, 1, 1, 1};
  return map;
}

// The map in the buffer gets its address, one lane copies, and the box goes back to byte 1024 of the buffer.
std::string kernel(const std::string& copy) {
  return kernel_around(R"(
    .shared .align 1024 .b8 box[2048];
    .shared .align 8 .b8 bar[8];
    mov.u32 %r1, box;
    mov.u32 %r2, bar;
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra DONE;
    add.s64 %rd1, %buffer, 256;
    tensormap.replace.tile.global_address.global.b1024.b64 [%buffer], %rd1;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
    mov.u32 %r3, 4;
    mov.u32 %r4, 3;
)" + copy + R"(
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
    selp.u32 %r5, 1, 0, %p2;
    ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [box];
    st.global.v4.u32 [%buffer+1024], {%r6, %r7, %r8, %r9};
    ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [box+16];
    st.global.v4.u32 [%buffer+1040], {%r6, %r7, %r8, %r9};
    st.global.u32 [%buffer+1056], %r5;
DONE:)");
}

Words buffer_with(const sim::TensorMap& map) {
  Words words(kWords);
  const sim::TensorMapBytes bytes = packed(map);
  std::memcpy(words.data() + kMapAt, bytes.data(), bytes.size());
  for (std::uint32_t i = 0; i < 32; ++i) words[kTensorAt / 4 + i] = 100 + i;
  return words;
}

std::string said_of(Words words, const std::string& copy) { return run_on(words, kernel(copy)).errors; }

const std::string kLoad =
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%buffer, {%r3, %r4}], "
    "[%r2];";

TEST(TensorCopy, CountsTheWholeBoxAndFillsWhatIsOutside) {
  Words words = buffer_with(small_map());
  EXPECT_EQ(run_on(words, kernel(kLoad)).errors, "");
  const Words box(words.begin() + 256, words.begin() + 265);
  EXPECT_EQ(box, (Words{128, 129, 130, 131, 0, 0, 0, 0, 1}));
}

TEST(TensorCopy, WantsAMap) {
  Words words = buffer_with(small_map());
  for (std::size_t i = 0; i < 32; ++i) words[i] = 0x5a5a5a5a;
  EXPECT_THAT(said_of(words, kLoad), HasSubstr("there is no tensor map"));
  words = buffer_with(sim::TensorMap{});
  EXPECT_THAT(said_of(words, kLoad), HasSubstr("its global_dim 0 was never set"));
  words = buffer_with(small_map());
  EXPECT_THAT(said_of(words, "mov.u64 %buffer, 64; " + kLoad), HasSubstr("none that a kernel can read"));
}

TEST(TensorCopy, WantsTheMapsRankAndKind) {
  const Words words = buffer_with(small_map());
  EXPECT_THAT(said_of(words,
                      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], "
                      "[%buffer, {%r3, %r3, %r4}], [%r2];"),
              HasSubstr("the tensor map has 2 dimensions, the instruction 3"));
  EXPECT_THAT(said_of(words,
                      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], "
                      "[%buffer, {%r3}], [%r2];"),
              HasSubstr("2 coordinates are wanted here, not 1"));
  sim::TensorMap map = small_map();
  map.rank = 3;
  map.dims[2] = map.box[2] = 1;
  EXPECT_THAT(
      said_of(buffer_with(map),
              "mov.b16 %h1, 0; cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
              "[%r1], [%buffer, {%r3, %r3, %r4}], [%r2], {%h1};"),
      HasSubstr("the tensor map is for tiles, the instruction for im2col"));
}

TEST(TensorCopy, WantsItsPlaceInSharedMemory) {
  const Words words = buffer_with(small_map());
  EXPECT_THAT(said_of(words, "add.u32 %r1, %r1, 64; " + kLoad), HasSubstr("multiple of 128 bytes in shared memory"));
  EXPECT_NE(said_of(words, "add.u32 %r1, %r1, 65536; " + kLoad), "");
  sim::TensorMap map = small_map();
  map.box = {256, 256};
  EXPECT_THAT(said_of(buffer_with(map), kLoad), HasSubstr("does not fit the block's"));
}

TEST(TensorCopy, OnlyTouchesWhatIsInTheTensor) {
  // Rows of a tensor far larger than its allocation are there as long as the allocation has them.
  sim::TensorMap map = small_map();
  map.dims[1] = 1 << 20;
  EXPECT_EQ(said_of(buffer_with(map), kLoad), "");
  EXPECT_THAT(said_of(buffer_with(map), "mov.u32 %r4, 100000; " + kLoad), HasSubstr("8 x 1048576 elements of .u32"));
  EXPECT_EQ(said_of(buffer_with(map), "mov.u32 %r4, -100000; " + kLoad), "");
}

TEST(TensorCopy, BeginsWhereAChipTakesIt) {
  const std::string kStore = "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%buffer, {%r3, %r4}], [%r1];";
  const Words words = buffer_with(small_map());
  const std::string kWithinAPiece =
      "coordinate 0 is 1: a copy begins at a multiple of 16 bytes of its row, 4 elements of .u32";
  EXPECT_THAT(said_of(words, "mov.u32 %r3, 1; " + kLoad), HasSubstr(kWithinAPiece));
  EXPECT_THAT(said_of(words, "mov.u32 %r3, 1; " + kStore), HasSubstr(kWithinAPiece));
  EXPECT_THAT(said_of(words, "mov.u32 %r3, 1; cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%buffer, {%r3, %r4}];"),
              HasSubstr(kWithinAPiece));
  EXPECT_EQ(said_of(words, "mov.u32 %r3, -4; " + kLoad), "");
  EXPECT_THAT(said_of(words, "mov.u32 %r3, -4; " + kStore),
              HasSubstr("coordinate 0 is -4: only loads begin below zero"));
}

TEST(TensorCopy, ReducesWhatItsTypeAllows) {
  const std::string kReduce =
      "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%buffer, {%r3, %r4}], [%r1];";
  Words words = buffer_with(small_map());
  EXPECT_EQ(run_on(words, kernel("st.shared.u32 [box], 7; st.shared.u32 [box+4], 8; " + kReduce)).errors, "");
  EXPECT_EQ(words[kTensorAt / 4 + 28], 135u);
  EXPECT_EQ(words[kTensorAt / 4 + 29], 137u);
  sim::TensorMap map = small_map();
  map.type = sim::TensorType::u16;
  EXPECT_THAT(said_of(buffer_with(map), kReduce), HasSubstr("elements of .u16 are not reduced"));
}

TEST(TensorMapReplace, RefusesNumbersThatNoFieldTakes) {
  const Words words = buffer_with(small_map());
  EXPECT_THAT(said_of(words, "tensormap.replace.tile.box_dim.global.b1024.b32 [%buffer], 0, 257;"),
              HasSubstr("257 is no value of box_dim"));
  EXPECT_THAT(said_of(words, "tensormap.replace.tile.global_stride.global.b1024.b64 [%buffer], 4, %rd1;"),
              HasSubstr("the number is from 0 to 3"));
}

TEST(TensorMap, SurvivesItsBytes) {
  sim::TensorMap map = small_map();
  map.is_im2col = true;
  map.rank = 5;
  map.lower = {-3, 2, 1};
  map.upper = {4, -5, 6};
  map.channels = 256;
  map.pixels = 1024;
  map.dims[4] = std::uint64_t{1} << 32;
  map.swizzle = sim::TensorSwizzle::span128_atom64;
  map.fills_nan = true;
  EXPECT_EQ(sim::unpack_tensor_map(packed(map)), map);
}

}  // namespace
}  // namespace warpglass::isa
