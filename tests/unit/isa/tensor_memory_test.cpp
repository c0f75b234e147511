// Tensor memory: where registers lie in it, products of all types and layouts beside plain sums, by one block or a
// pair, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "tests/unit/isa/tensor_kernel.hpp"

namespace warpglass::isa {
namespace {

using ::testing::HasSubstr;

struct Fragment {
  const char* shape;
  std::uint32_t registers;  // of .x1
  std::uint32_t bits;       // of a row of .x1
  /// Bits from the first row's first one on, in a row as wide as `row` bits (CuTe: Copy_Traits of SM100_TMEM_LOAD).
  std::function<std::uint32_t(std::uint32_t lane, std::uint32_t number, std::uint32_t row)> at;
};

const Fragment kFragments[] = {
    {"32x32b", 1, 32, [](auto t, auto v, auto row) { return t * row + 32 * v; }},
    {"16x64b", 1, 64, [](auto t, auto v, auto row) { return t % 2 * 8 * row + t / 2 % 2 * 32 + t / 4 * row + 64 * v; }},
    {"16x128b", 2, 128,
     [](auto t, auto v, auto row) { return t % 4 * 32 + t / 4 * row + v % 2 * 8 * row + v / 2 * 128; }},
    {"16x256b", 4, 256,
     [](auto t, auto v, auto row) {
       return t % 4 * 64 + t / 4 * row + v % 2 * 32 + v / 2 % 2 * 8 * row + v / 4 * 256;
     }},
};

TEST(TensorMemory, RegistersLieWhereTheirShapeSays) {
  for (const Fragment& fragment : kFragments) {
    for (const std::uint32_t times : {1u, 2u}) {
      const std::uint32_t count = fragment.registers * times;
      const std::uint32_t columns = fragment.bits * times / 32;
      std::string body = allocated(32);
      for (std::uint32_t i = 0; i < count; ++i)
        body += fmt::format("mul.lo.u32 %r{0}, %thread, 100;\nadd.u32 %r{0}, %r{0}, {1};\n", 10 + i, i + 1);
      body += fmt::format("tcgen05.st.sync.aligned.{}.x{}.b32 [%r1], {};\ntcgen05.wait::st.sync.aligned;\n",
                          fragment.shape, times, listed(10, count));
      body += fmt::format("tcgen05.ld.sync.aligned.{}.x{}.b32 {}, [%r1];\n", fragment.shape, times, listed(30, count));
      for (std::uint32_t i = 0; i < count; ++i)
        body += fmt::format("setp.ne.u32 %p2, %r{}, %r{};\n@%p2 trap;\n", 10 + i, 30 + i);
      body += fmt::format("tcgen05.ld.sync.aligned.32x32b.x16.b32 {}, [%r1];\n", listed(30, 16));
      body += "mul.lo.u32 %r5, %thread, 64;\ncvt.u64.u32 %rd1, %r5;\nadd.u64 %rd1, %rd1, %buffer;\n";
      for (std::uint32_t i = 0; i < 16; ++i) body += fmt::format("st.global.u32 [%rd1+{}], %r{};\n", 4 * i, 30 + i);
      Words cells(64 * 16);
      const Outcome outcome = run_on(cells, kernel_around(body, kDeclarations), on_b200(64));
      ASSERT_EQ(outcome.errors, "") << fragment.shape;
      Words wanted(cells.size());
      for (std::uint32_t thread = 0; thread < 64; ++thread) {
        for (std::uint32_t v = 0; v < count; ++v) {
          const std::uint32_t bit = fragment.at(thread % 32, v, 32 * columns);
          wanted[(thread / 32 * 32 + bit / (32 * columns)) * 16 + bit % (32 * columns) / 32] = thread * 100 + v + 1;
        }
      }
      EXPECT_EQ(cells, wanted) << fragment.shape << " x" << times;
    }
  }
}

TEST(TensorMemory, HalvesArePackedFromPairsOfColumns) {
  Words cells(32 * 4);
  const Outcome outcome = run_on(cells,
                                 kernel_around(allocated(32) + R"(
  mov.u32 %r10, 0x00020001;
  mov.u32 %r11, 0x00040003;
  tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%r1], {%r10, %r11};
  tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r12, %r13, %r14, %r15}, [%r1];
  tcgen05.ld.sync.aligned.32x32b.x1.pack::16b.b32 {%r16}, [%r1];
  setp.ne.u32 %p2, %r16, %r10;
  @%p2 trap;
  st.global.v4.u32 [%here], {%r12, %r13, %r14, %r15};
)",
                                               kDeclarations),
                                 on_b200(32));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(Words(cells.begin(), cells.begin() + 4), (Words{1, 2, 3, 4}));
}

TEST(TensorMemory, HalvesOfAWarpMayLieApart) {
  Words cells(32);
  const Outcome outcome = run_on(cells,
                                 kernel_around(allocated(32) + R"(
  tcgen05.st.sync.aligned.16x32bx2.x1.b32 [%r1], 8, {%thread};
  tcgen05.ld.sync.aligned.32x32b.x16.b32 )" + listed(30, 16) +
                                                   R"(, [%r1];
  add.u32 %r5, %r30, %r38;
  mul.wide.u32 %rd1, %thread, 4;
  add.u64 %rd1, %rd1, %buffer;
  st.global.u32 [%rd1], %r5;
)",
                                               kDeclarations),
                                 on_b200(32));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t row = 0; row < 16; ++row) EXPECT_EQ(cells[row], row + (row + 16));
}

// ---- Products ----

class TensorProduct : public ::testing::TestWithParam<ApartProduct> {};

TEST_P(TensorProduct, IsThePlainSum) {
  const ApartProduct& product = GetParam();
  const std::uint32_t blocks = product.pair ? 2 : 1;
  const std::uint32_t depth = 32 / product.width;
  const std::uint32_t rows = product.rows / blocks;  // of a block
  const std::uint32_t columns = product.columns / blocks;
  const auto factor = [&](std::uint32_t start, bool across) {
    if (across) return FactorLayout{.start = start, .leading = 128, .stride = depth / 8 * 128};
    const std::uint32_t steps = product.row_bytes == 16 ? 2 : 1;
    return FactorLayout{.start = start, .leading = 8 * product.row_bytes, .stride = steps * 8 * product.row_bytes};
  };
  const FactorLayout a = factor(0, product.a_across);
  const FactorLayout b = factor(product.a_in_tensor ? 8192 : kSharedBytes - 32 * 128, product.b_across);
  std::vector<std::byte> bytes(blocks * kSharedBytes);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const std::uint32_t base = block * kSharedBytes;
    for (std::uint32_t k = 0; k < depth; ++k) {
      for (std::uint32_t row = 0; row < rows; ++row)
        put(bytes, product,
            base + (product.a_in_tensor ? row * 32 + k * product.width : a.at(product, product.a_across, row, k)),
            encoded(product, a_value(block * rows + row, k)));
      for (std::uint32_t column = 0; column < columns; ++column)
        put(bytes, product, base + b.at(product, product.b_across, column, k),
            encoded(product, b_value(block * columns + column, k)));
    }
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const Outcome outcome =
      run_on(words,
             kernel_around(allocated(64, product.pair) +
                               product_text(product, a.descriptor(product.row_bytes), b.descriptor(product.row_bytes)),
                           kDeclarations),
             on_b200(128, blocks));
  ASSERT_EQ(outcome.errors, "");
  const bool folded = product.pair && rows == 64;
  for (std::uint32_t row = 0; row < product.rows; ++row) {
    for (std::uint32_t column = 0; column < product.columns; ++column) {
      int sum = 0;
      for (std::uint32_t k = 0; k < depth; ++k) sum += 2 * a_value(row, k) * b_value(column, k);
      const std::uint32_t own = row % rows;
      std::uint32_t lane = rows == 64 ? own % 16 + own / 16 * 32 : own;
      std::uint32_t at = column;
      if (folded) {  // columns of the second half are in the lanes above
        lane = own + column / columns * 64;
        at = column % columns;
      }
      const std::uint32_t bits = words[row / rows * kSharedBytes / 4 + lane * 32 + at];
      const double got = product.d == 2   ? static_cast<std::int32_t>(bits)
                         : product.d == 1 ? std::bit_cast<float>(bits)
                                          : half_to_float(static_cast<std::uint16_t>(bits));
      ASSERT_EQ(got, sum) << "row " << row << ", column " << column;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, TensorProduct,
    ::testing::Values(
        ApartProduct{.name = "f16", .kind = "f16", .type = 0, .d = 1, .width = 2},
        ApartProduct{.name = "f16_to_f16", .kind = "f16", .type = 0, .d = 0, .width = 2},
        ApartProduct{.name = "bf16", .kind = "f16", .type = 1, .d = 1, .width = 2},
        ApartProduct{.name = "tf32", .kind = "tf32", .type = 2, .d = 1, .width = 4},
        ApartProduct{.name = "e4m3", .kind = "f8f6f4", .type = 0, .d = 1, .width = 1},
        ApartProduct{.name = "e5m2", .kind = "f8f6f4", .type = 1, .d = 1, .width = 1},
        ApartProduct{.name = "s8", .kind = "i8", .type = 1, .d = 2, .width = 1},
        ApartProduct{.name = "rows_64", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64},
        ApartProduct{.name = "swizzle_32", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64, .row_bytes = 32},
        ApartProduct{.name = "swizzle_64", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64, .row_bytes = 64},
        ApartProduct{.name = "swizzle_128", .kind = "i8", .type = 1, .d = 2, .width = 1, .rows = 64, .row_bytes = 128},
        ApartProduct{.name = "a_across", .kind = "f16", .type = 0, .d = 1, .width = 2, .a_across = true},
        ApartProduct{.name = "b_across", .kind = "f16", .type = 0, .d = 1, .width = 2, .b_across = true},
        ApartProduct{
            .name = "bytes_across", .kind = "i8", .type = 1, .d = 2, .width = 1, .a_across = true, .b_across = true},
        ApartProduct{
            .name = "words_across", .kind = "tf32", .type = 2, .d = 1, .width = 4, .a_across = true, .b_across = true},
        ApartProduct{.name = "a_in_tensor", .kind = "f16", .type = 0, .d = 1, .width = 2, .a_in_tensor = true},
        ApartProduct{
            .name = "a_in_tensor_of_bytes", .kind = "f8f6f4", .type = 0, .d = 1, .width = 1, .a_in_tensor = true},
        ApartProduct{.name = "e2m3", .kind = "f8f6f4", .type = 3, .d = 1, .width = 1},
        ApartProduct{.name = "e3m2", .kind = "f8f6f4", .type = 4, .d = 1, .width = 1},
        ApartProduct{.name = "e2m1", .kind = "f8f6f4", .type = 5, .d = 1, .width = 1},
        ApartProduct{.name = "pair", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 256, .pair = true},
        ApartProduct{
            .name = "pair_of_64_rows", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 128, .pair = true},
        ApartProduct{.name = "pair_of_bytes",
                     .kind = "i8",
                     .type = 1,
                     .d = 2,
                     .width = 1,
                     .rows = 256,
                     .row_bytes = 32,
                     .pair = true}),
    [](const auto& one) { return std::string(one.param.name); });

// ---- What is refused ----

std::string tensor_errors_of(const std::string& body, std::uint32_t sm = 100) {
  Words words(1024);
  How how = on_b200(128);
  how.sm = sm;
  return run_on(words, kernel_around(allocated(32) + body, kDeclarations), how).errors;
}

TEST(TensorMemory, IsThereFromSm100On) {
  EXPECT_THAT(tensor_errors_of("", 90), HasSubstr("needs sm_100 or later"));
  EXPECT_THAT(tensor_errors_of("", 120), HasSubstr("is of sm_100 to sm_110, but the program is bound for sm_120"));
  EXPECT_EQ(tensor_errors_of(""), "");
}

TEST(TensorMemory, IsReachedByQuarters) {
  // Of a pair's second block programs name lanes 128 and up.
  EXPECT_EQ(tensor_errors_of("add.u32 %r1, %r1, 0x800000;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r1];"), "");
  EXPECT_THAT(tensor_errors_of("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r2];"),
              HasSubstr("of tensor memory, and address 0x0 names lane 0"));
}

TEST(TensorMemory, IsAllocatedFirst) {
  EXPECT_THAT(tensor_errors_of("tcgen05.ld.sync.aligned.32x32b.x64.b32 " + listed(10, 64) + ", [%r1];"),
              HasSubstr("columns 0 to 63 of tensor memory are not all allocated"));
  EXPECT_THAT(tensor_errors_of("@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 48;"),
              HasSubstr("48 columns of tensor memory: a power of two from 32 to 512 is wanted"));
  EXPECT_THAT(tensor_errors_of("@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 512;"),
              HasSubstr("512 columns of tensor memory are not free side by side"));
  EXPECT_THAT(tensor_errors_of("@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;"),
              HasSubstr("no allocation of 64 columns of tensor memory begins at 0x0"));
}

TEST(TensorMemory, ProductsAreOfWhatTheirDescriptorsSay) {
  const auto with = [](std::uint32_t instruction) {
    return tensor_errors_of(fmt::format(
        "mov.u32 %r20, s;\nmov.u32 %r9, {};\nmov.b64 %rd1, 0;\nmov.pred %p4, 0;\nsetp.eq.u32 %p3, %thread, 0;\n"
        "@%p3 tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd1, %rd1, %r9, %p4;",
        instruction));
  };
  EXPECT_EQ(with(1u << 4 | 4u << 17 | 8u << 24), "");
  EXPECT_THAT(with(1u << 4 | 2u << 7 | 4u << 17 | 8u << 24),
              HasSubstr("names types that this kind of product does not have"));
  EXPECT_THAT(with(2u << 4 | 4u << 17 | 8u << 24), HasSubstr("names a type of D"));
  EXPECT_THAT(with(1u << 4 | 4u << 17 | 6u << 24), HasSubstr("has 96 rows and 32 columns"));
  EXPECT_THAT(with(1u << 2 | 1u << 4 | 4u << 17 | 8u << 24), HasSubstr("is of a sparse A"));
  EXPECT_THAT(with(1u << 4 | 8u << 17 | 8u << 24), HasSubstr("columns 0 to 63 of tensor memory are not all allocated"));
}

}  // namespace
}  // namespace warpglass::isa
