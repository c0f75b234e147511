// Copies through tensor maps that cannot be made: each is a fault with its reason, and none reaches the host's memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "sim/tensor_map.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa::tensor_copy_test {
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

// The map in the buffer gets its address, and one lane goes on.
constexpr std::string_view kBegun = R"(
    .shared .align 1024 .b8 box[2048];
    .shared .align 8 .b8 bar[8];
    mov.u32 %r1, box;
    mov.u32 %r2, bar;
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra DONE;
    add.s64 %rd1, %buffer, 256;
    tensormap.replace.tile.global_address.global.b1024.b64 [%buffer], %rd1;
    mbarrier.init.shared.b64 [bar], 1;
)";

// It copies, and the box goes back to byte 1024 of the buffer.
std::string kernel(const std::string& copy) {
  return kernel_around(std::string(kBegun) + R"(
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

// Two rows of 128 elements of 4 or 6 bits; a barrier is told of their bytes without what pads them in shared memory.
TEST(TensorCopy, PadsShortElementsInSharedMemory) {
  const auto expect_padded = [](sim::TensorType type, std::uint32_t bits) {
    constexpr std::uint32_t kElements = 128, kRows = 2, kOut = 2048;
    const std::uint32_t row_bytes = kElements * bits / 8;
    const bool is_padded = type != sim::TensorType::u4;
    sim::TensorMap map;
    map.type = type;
    map.rank = 2;
    map.dims = {kElements, 4};
    map.strides = {row_bytes};
    map.box = {kElements, kRows};
    map.steps = {1, 1, 1, 1, 1};
    Words words = buffer_with(map);
    std::vector<std::uint8_t> tensor(4 * row_bytes);
    for (std::size_t i = 0; i < tensor.size(); ++i) tensor[i] = static_cast<std::uint8_t>(i * 5 + i / 64);
    std::memcpy(words.data() + kTensorAt / 4, tensor.data(), tensor.size());
    const std::string text = kernel_around(R"(
    .shared .align 1024 .b8 box[2048];
    .shared .align 8 .b8 bar[8];
    mov.u32 %r1, box;
    mov.u32 %r2, bar;
    add.s64 %rd1, %buffer, 256;
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra OTHERS;
    tensormap.replace.tile.global_address.global.b1024.b64 [%buffer], %rd1;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], )" +
                                           std::to_string(kRows * row_bytes) +
                                           R"(;
    mov.u32 %r3, 0;
    mov.u32 %r4, 1;
)" + kLoad + R"(
AGAIN:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra AGAIN;
OTHERS:
    bar.sync 0;
    mad.lo.u32 %r5, %thread, 16, %r1;
    ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [%r5];
    st.global.v4.u32 [%here+2048], {%r6, %r7, %r8, %r9};
)");
    ASSERT_EQ(run_on(words, text).errors, "");
    std::vector<std::uint8_t> expected(kRows * (is_padded ? kElements : row_bytes));
    for (std::size_t i = 0; i < kRows * row_bytes; ++i) {
      const std::size_t unit = 2 * bits;  // bytes of sixteen elements
      expected[is_padded ? i / unit * 16 + i % unit : i] = tensor[row_bytes + i];
    }
    EXPECT_EQ(std::memcmp(words.data() + kOut / 4, expected.data(), expected.size()), 0) << bits << " bits";
  };
  expect_padded(sim::TensorType::u4, 4);
  expect_padded(sim::TensorType::u4_padded, 4);
  expect_padded(sim::TensorType::u6_padded, 6);
}

// Rows 2, 0, -1 (which is outside) and 3 of an 8 x 4 tensor, four words of each.
TEST(TensorCopy, GathersAndScattersRowsWhereverTheyLie) {
  sim::TensorMap map = small_map();
  map.box = {4, 1};
  const auto run = [&](std::string_view copy, How how = {.sm = 100}) {
    Words words = buffer_with(map);
    const std::string text = kernel_around(std::string(kBegun) + R"(
    mov.u32 %r3, 4; mov.u32 %r4, 2; mov.u32 %r5, 0; mov.u32 %r6, -1; mov.u32 %r7, 3;
)" + std::string(copy) +
                                           R"(
DONE:)");
    const std::string errors = run_on(words, text, how).errors;
    return std::pair{errors, words};
  };
  const std::string_view gather = R"(
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;
    cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%r1], [%buffer, {%r3, %r4, %r5, %r6, %r7}], [%r2];
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 trap;
    ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [box];     st.global.v4.u32 [%buffer+1024], {%r10, %r11, %r12, %r13};
    ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [box+16];  st.global.v4.u32 [%buffer+1040], {%r10, %r11, %r12, %r13};
    ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [box+32];  st.global.v4.u32 [%buffer+1056], {%r10, %r11, %r12, %r13};
    ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [box+48];  st.global.v4.u32 [%buffer+1072], {%r10, %r11, %r12, %r13};
)";
  const auto [errors, words] = run(gather);
  EXPECT_EQ(errors, "");
  EXPECT_EQ(Words(words.begin() + 256, words.begin() + 272),
            (Words{120, 121, 122, 123, 104, 105, 106, 107, 0, 0, 0, 0, 128, 129, 130, 131}));
  const std::string_view scatter = R"(
    mov.u32 %r6, 7;
    st.shared.v4.u32 [box], {1, 2, 3, 4};
    st.shared.v4.u32 [box+16], {5, 6, 7, 8};
    st.shared.v4.u32 [box+32], {9, 9, 9, 9};
    st.shared.v4.u32 [box+48], {10, 11, 12, 13};
    cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%buffer, {%r3, %r4, %r5, %r6, %r7}], [%r1];
)";
  const auto [more, scattered] = run(scatter);
  EXPECT_EQ(more, "");
  Words expected(32);
  for (std::uint32_t i = 0; i < 32; ++i) expected[i] = 100 + i;
  for (std::uint32_t i = 0; i < 4; ++i) {
    expected[2 * 8 + 4 + i] = 1 + i;
    expected[4 + i] = 5 + i;
    expected[3 * 8 + 4 + i] = 10 + i;
  }
  EXPECT_EQ(Words(scattered.begin() + 64, scattered.begin() + 96), expected);
  map.box = {4, 2};
  EXPECT_THAT(run(gather).first, HasSubstr("the tensor map's box has 2 rows: one is wanted"));
  EXPECT_THAT(run(gather, {.sm = 90}).first, HasSubstr("needs sm_100 or later"));
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
}  // namespace warpglass::isa::tensor_copy_test
