// tcgen05.cp: which unit of shared memory each lane and column of tensor memory gets, and what is unpacked on the way.
// And products with scales of blocks, which such copies bring.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/unit/isa/tensor_kernel.hpp"

namespace warpglass::isa::tensor_copies {
namespace {

/// One thread has `work` done, and all wait until its barrier says that it is.
std::string done_by_one(std::string_view work, bool pair = false) {
  return fmt::format(R"(
  mov.u32 %r8, bar;
  setp.eq.u32 %p3, %thread, 0;
  setp.eq.and.u32 %p7, %r79, 0, %p3;
  @%p3 mbarrier.init.shared.b64 [%r8], 1;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  {0}
  {1}
  @%p7 tcgen05.commit.{2};
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p6, [%r8], 0;
  @!%p6 bra AGAIN;
  tcgen05.fence::after_thread_sync;
)",
                     pair ? "barrier.cluster.arrive; barrier.cluster.wait; mov.b16 %h1, 3;" : "", work,
                     pair ? "cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r8], %h1"
                          : "cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r8]");
}

/// Eight columns of each thread's lane go to its 128 bytes.
std::string brought_back() {
  std::string text = "tcgen05.ld.sync.aligned.32x32b.x8.b32 " + listed(40, 8) + ", [%r1];\nbar.sync 0;\n";
  for (int i = 0; i < 8; ++i) text += fmt::format("st.global.u32 [%rd5+{}], %r{};\n", 4 * i, 40 + i);
  return text;
}

struct Copy {
  const char* name;
  const char* shape;
  std::uint32_t columns;                  // of tensor memory
  std::array<std::uint32_t, 4> quarters;  // which 32 rows each 32 lanes get
  unsigned bits = 8;                      // of an element; less are unpacked
  bool pair = false;
};

class TensorMemoryCopy : public ::testing::TestWithParam<Copy> {};

// Without a swizzle: units of a row are 2048 bytes from each other, eight rows 128.
TEST_P(TensorMemoryCopy, BringsEachLaneItsRow) {
  const Copy& copy = GetParam();
  const std::uint32_t blocks = copy.pair ? 2 : 1;
  std::vector<std::uint8_t> bytes(blocks * kSharedBytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256 * 3);
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const std::uint64_t descriptor = FactorLayout{.start = 1024, .leading = 2048, .stride = 128}.descriptor(16);
  const std::string work = fmt::format("mov.b64 %rd1, {};\n@%p7 tcgen05.cp.cta_group::{}.{} [%r2], %rd1;\n", descriptor,
                                       copy.pair ? 2 : 1, copy.shape);
  const Outcome outcome = run_on(
      words,
      kernel_around(allocated(32, copy.pair) + filled() + done_by_one(work, copy.pair) + brought_back(), kDeclarations),
      on_b200(128, blocks));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t block = 0; block < blocks; ++block) {
    for (std::uint32_t lane = 0; lane < 128; ++lane) {
      const std::uint32_t row = copy.quarters[lane / 32] * 32 + lane % 32;
      for (std::uint32_t column = 0; column < copy.columns; ++column) {
        std::uint32_t expected = 0;
        for (std::uint32_t i = 0; i < 4; ++i) {
          const std::uint32_t at = column % 4 * 4 + i;  // element of its unit
          const std::uint8_t* const unit =
              bytes.data() + block * kSharedBytes + 1024 + column / 4 * 2048 + row / 8 * 128 + row % 8 * 16;
          std::uint32_t value = 0;
          for (unsigned bit = 0; bit < copy.bits; ++bit)
            value |= (unit[(at * copy.bits + bit) / 8] >> (at * copy.bits + bit) % 8 & 1u) << bit;
          expected |= value << 8 * i;
        }
        ASSERT_EQ(words[(block * kSharedBytes + lane * 128) / 4 + column], expected)
            << "block " << block << ", lane " << lane << ", column " << column;
      }
    }
  }
}

constexpr std::array<std::uint32_t, 4> kOwn = {0, 1, 2, 3};
INSTANTIATE_TEST_SUITE_P(
    Shapes, TensorMemoryCopy,
    ::testing::Values(Copy{"rows_128_of_8", "128x256b", 8, kOwn}, Copy{"rows_128_of_4", "128x128b", 4, kOwn},
                      Copy{"rows_64_by_02_13", "64x128b.warpx2::02_13", 4, {0, 1, 0, 1}},
                      Copy{"rows_64_by_01_23", "64x128b.warpx2::01_23", 4, {0, 0, 1, 1}},
                      Copy{"rows_32", "32x128b.warpx4", 4, {0, 0, 0, 0}},
                      Copy{"elements_of_4_bits", "128x256b.b8x16.b4x16_p64", 8, kOwn, 4},
                      Copy{"elements_of_6_bits", "32x128b.warpx4.b8x16.b6x16_p32", 4, {0, 0, 0, 0}, 6},
                      Copy{"pair", "128x128b", 4, kOwn, 8, true}),
    [](const auto& one) { return std::string(one.param.name); });

// ---- Scales of blocks ----

struct Scaled {
  const char* name;
  const char* kind;
  std::uint32_t parts;      // of K that have scales
  bool by_powers = true;    // UE8M0; else UE4M3
  std::uint32_t first = 0;  // byte of a column of scales
};

class ScaledTensorProduct : public ::testing::TestWithParam<Scaled> {};

int a_code(std::uint32_t row, std::uint32_t k) { return static_cast<int>((row * 7 + k * 3) % 16); }
int b_code(std::uint32_t column, std::uint32_t k) { return static_cast<int>((column * 5 + k * 11) % 16); }
std::uint32_t scale_byte(const Scaled& one, std::uint32_t outer, std::uint32_t part) {
  return one.by_powers ? 126 + (outer + part) % 3 : 0x30 + (outer * 3 + part) % 24;
}
double scale_value(const Scaled& one, std::uint32_t byte) {
  return one.by_powers ? std::ldexp(1.0, static_cast<int>(byte) - 127) : e4m3_value(byte);
}

// 128 x 32 of K = 64 elements of 4 bits: a row of 32 bytes is two units. The scales of 32 rows are 32 units of 16
// bytes, of which each column of tensor memory gets four bytes: they are copied to all lanes.
TEST_P(ScaledTensorProduct, IsThePlainSum) {
  const Scaled& one = GetParam();
  constexpr std::uint32_t kStartB = 4096, kScalesA = 8192, kScalesB = kScalesA + 512;
  std::vector<std::uint8_t> bytes(kSharedBytes);
  const FactorLayout a{.start = 0, .leading = 128, .stride = 256};
  const FactorLayout b{.start = kStartB, .leading = 128, .stride = 256};
  const auto put_code = [&](const FactorLayout& factor, std::uint32_t outer, std::uint32_t k, int code) {
    const std::uint32_t at =
        factor.start + outer / 8 * factor.stride + outer % 8 * 16 + k / 32 * factor.leading + k % 32 / 2;
    bytes[at] |= static_cast<std::uint8_t>(code << k % 2 * 4);
  };
  for (std::uint32_t k = 0; k < 64; ++k) {
    for (std::uint32_t row = 0; row < 128; ++row) put_code(a, row, k, a_code(row, k));
    for (std::uint32_t column = 0; column < 32; ++column) put_code(b, column, k, b_code(column, k));
  }
  for (std::uint32_t part = 0; part < one.parts; ++part) {
    for (std::uint32_t row = 0; row < 128; ++row)
      bytes[kScalesA + row % 32 * 16 + row / 32 * 4 + one.first + part] =
          static_cast<std::uint8_t>(scale_byte(one, row, part));
    for (std::uint32_t column = 0; column < 32; ++column)
      bytes[kScalesB + column * 16 + one.first + part] = static_cast<std::uint8_t>(scale_byte(one, column + 1, part));
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const std::uint32_t instruction = one.first << 4 | 1u << 7 | 1u << 10 | 32u >> 3 << 17 |
                                    std::uint32_t{one.by_powers} << 23 | 1u << 27 | one.first << 29;
  const std::string work = fmt::format(
      R"(
  mov.b64 %rd1, {};
  mov.b64 %rd2, {};
  mov.b64 %rd3, {};
  mov.b64 %rd4, {};
  mov.u32 %r9, {};
  add.u32 %r20, %r2, 40;
  add.u32 %r21, %r2, 44;
  mov.pred %p4, 0;
  mov.pred %p5, 1;
  @%p7 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r20], %rd3;
  @%p7 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r21], %rd4;
  @%p7 tcgen05.mma.cta_group::1.kind::{} [%r2], %rd1, %rd2, %r9, [%r20], [%r21], %p4;
  @%p7 tcgen05.mma.cta_group::1.kind::{} [%r2], %rd1, %rd2, %r9, [%r20], [%r21], %p5;
)",
      a.descriptor(16), b.descriptor(16), FactorLayout{.start = kScalesA, .leading = 16, .stride = 128}.descriptor(16),
      FactorLayout{.start = kScalesB, .leading = 16, .stride = 128}.descriptor(16), instruction, one.kind, one.kind);
  std::string back = "tcgen05.ld.sync.aligned.32x32b.x32.b32 " + listed(40, 32) + ", [%r1];\nbar.sync 0;\n";
  for (int i = 0; i < 32; ++i) back += fmt::format("st.global.u32 [%rd5+{}], %r{};\n", 4 * i, 40 + i);
  const Outcome outcome =
      run_on(words, kernel_around(allocated(64) + filled() + done_by_one(work) + back, kDeclarations), on_b200(128));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t row = 0; row < 128; ++row) {
    for (std::uint32_t column = 0; column < 32; ++column) {
      double sum = 0;
      for (std::uint32_t k = 0; k < 64; ++k) {
        const std::uint32_t part = k * one.parts / 64;
        sum += 2 * small_float(static_cast<std::uint32_t>(a_code(row, k)), 2, 1) *
               small_float(static_cast<std::uint32_t>(b_code(column, k)), 2, 1) *
               scale_value(one, scale_byte(one, row, part)) * scale_value(one, scale_byte(one, column + 1, part));
      }
      ASSERT_EQ(std::bit_cast<float>(words[row * 32 + column]), sum) << "row " << row << ", column " << column;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ScaledTensorProduct,
                         ::testing::Values(Scaled{"mxf4", "mxf4.block_scale", 2, true, 2},
                                           Scaled{"mxf4_by_name", "mxf4.block_scale.scale_vec::2X", 2},
                                           Scaled{"nvf4_by_32", "mxf4nvf4.block_scale.block32", 2},
                                           Scaled{"nvf4_by_16", "mxf4nvf4.block_scale.scale_vec::4X", 4},
                                           Scaled{"nvf4", "mxf4nvf4.block_scale.block16", 4, false}),
                         [](const auto& one) { return std::string(one.param.name); });

// Scales of each row 2^(row % 3), of each column 2^(column % 2), in the second byte of four and five columns of tensor
// memory. One warp stores them.
TEST(ScaledTensorProductOfBytes, IsThePlainSum) {
  const ApartProduct product{.name = "mxf8", .kind = "mxf8f6f4.block_scale", .type = 0, .d = 1, .width = 1};
  const FactorLayout a{.start = 0, .leading = 128, .stride = 256};
  const FactorLayout b{.start = kSharedBytes - 32 * 128, .leading = 128, .stride = 256};
  std::vector<std::byte> bytes(kSharedBytes);
  for (std::uint32_t k = 0; k < 32; ++k) {
    for (std::uint32_t row = 0; row < 128; ++row)
      put(bytes, product, a.at(product, false, row, k), encoded(product, a_value(row, k)));
    for (std::uint32_t column = 0; column < 32; ++column)
      put(bytes, product, b.at(product, false, column, k), encoded(product, b_value(column, k)));
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  std::string scales = "add.u32 %r20, %r2, 40;\nadd.u32 %r21, %r2, 44;\n";
  for (std::uint32_t part = 0; part < 4; ++part)
    scales += fmt::format(
        "add.u32 %r{0}, %thread, {1};\nrem.u32 %r{0}, %r{0}, 3;\nadd.u32 %r{0}, %r{0}, 127;\n"
        "shl.b32 %r{0}, %r{0}, 8;\n",
        22 + part, 32 * part);
  scales +=
      "rem.u32 %r26, %thread, 2;\nadd.u32 %r26, %r26, 127;\nshl.b32 %r26, %r26, 8;\n"
      "@%p1 tcgen05.st.sync.aligned.32x32b.x4.b32 [%r20], {%r22, %r23, %r24, %r25};\n"
      "@%p1 tcgen05.st.sync.aligned.32x32b.x1.b32 [%r21], {%r26};\n";
  std::string text = product_text(product, a.descriptor(16), b.descriptor(16));
  const std::string plain = ", %r9, %p";
  for (std::size_t at = 0; (at = text.find(plain, at)) != std::string::npos; at += plain.size())
    text.replace(at, plain.size(), ", %r9, [%r20], [%r21], %p");
  // Another descriptor: the second byte of scales, which are powers of two, and the rows in units of 128.
  const auto instruction = fmt::format("mov.u32 %r9, {};", 1u << 4 | 4u << 17 | 8u << 24);
  ASSERT_NE(text.find(instruction), std::string::npos);
  text.replace(text.find(instruction), instruction.size(),
               fmt::format("mov.u32 %r9, {};", 1u << 4 | 4u << 17 | 1u << 23 | 1u << 27 | 1u << 29));
  const Outcome outcome = run_on(words, kernel_around(allocated(64) + scales + text, kDeclarations), on_b200(128));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t row = 0; row < 128; ++row) {
    for (std::uint32_t column = 0; column < 32; ++column) {
      int sum = 0;
      for (std::uint32_t k = 0; k < 32; ++k) sum += 2 * a_value(row, k) * b_value(column, k);
      ASSERT_EQ(std::bit_cast<float>(words[row * 32 + column]), std::ldexp(sum, static_cast<int>(row % 3 + column % 2)))
          << "row " << row << ", column " << column;
    }
  }
}

}  // namespace
}  // namespace warpglass::isa::tensor_copies
