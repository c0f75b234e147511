// Tensor memory: where registers lie in it, products of all types and layouts beside plain sums, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::uint32_t>;

constexpr std::string_view kDeclarations =
    ".shared .align 1024 .b8 s[16384];\n.shared .align 8 .b8 bar[8];\n.shared .align 4 .b8 place[4];\n";

/// %r1: the address of `columns` columns of tensor memory for the warp's lanes, %r2: for all.
std::string allocated(std::uint32_t columns) {
  return fmt::format(R"(
  mov.u32 %r3, place;
  setp.lt.u32 %p1, %thread, 32;
  @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], {};
  bar.sync 0;
  ld.shared.u32 %r2, [place];
  shr.u32 %r4, %thread, 5;
  shl.b32 %r4, %r4, 21;
  add.u32 %r1, %r2, %r4;
)",
                     columns);
}

std::string registers(std::uint32_t first, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += fmt::format("{}%r{}", i == 0 ? "" : ", ", first + i);
  return "{" + text + "}";
}

How on_b200(std::uint32_t threads, std::uint32_t blocks = 1) {
  return {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .cluster = {blocks, 1, 1}, .sm = 100};
}

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
                          fragment.shape, times, registers(10, count));
      body +=
          fmt::format("tcgen05.ld.sync.aligned.{}.x{}.b32 {}, [%r1];\n", fragment.shape, times, registers(30, count));
      for (std::uint32_t i = 0; i < count; ++i)
        body += fmt::format("setp.ne.u32 %p2, %r{}, %r{};\n@%p2 trap;\n", 10 + i, 30 + i);
      body += fmt::format("tcgen05.ld.sync.aligned.32x32b.x16.b32 {}, [%r1];\n", registers(30, 16));
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
  tcgen05.ld.sync.aligned.32x32b.x16.b32 )" + registers(30, 16) +
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

struct Product {
  const char* name;
  const char* kind;
  std::uint32_t type;   // of both factors, in the descriptor
  std::uint32_t d;      // likewise
  std::uint32_t width;  // bytes that an element takes
  std::uint32_t rows = 128;
  std::uint32_t columns = 32;
  std::uint32_t row_bytes = 16;  // of the swizzle
  bool a_across = false;
  bool b_across = false;
  bool a_in_tensor = false;
};

/// An element that is a small whole number.
std::uint32_t encoded(const Product& product, int value) {
  const std::string kind = product.kind;
  if (kind == "tf32") return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (kind == "i8") return static_cast<std::uint8_t>(value);
  if (kind == "f16" && product.type == 1) return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
  if (kind == "f16") return float_to_half(static_cast<float>(value));
  const int exponent = product.type == 0 ? 4 : 5;
  const int mantissa = product.type == 0 ? 3 : 2;
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    if (small_float(bits, exponent, mantissa) == value && (value != 0 || bits == 0)) return bits;
  }
  ADD_FAILURE() << value;
  return 0;
}

int a_value(std::uint32_t row, std::uint32_t k) { return static_cast<int>((row * 7 + k * 3) % 5) - 2; }
int b_value(std::uint32_t column, std::uint32_t k) { return static_cast<int>((column * 5 + k * 11) % 7) - 3; }

/// Lays out a factor as its descriptor says: units of 16 bytes, eight rows of `row_bytes` at a time.
struct Factor {
  std::uint32_t start = 0;  // bytes
  std::uint32_t leading = 0;
  std::uint32_t stride = 0;

  [[nodiscard]] std::uint64_t descriptor(std::uint32_t row_bytes) const {
    const std::uint64_t swizzle = row_bytes == 128 ? 2 : row_bytes == 64 ? 4 : row_bytes == 32 ? 6 : 0;
    return start >> 4 | std::uint64_t{leading >> 4} << 16 | std::uint64_t{stride >> 4} << 32 | std::uint64_t{1} << 46 |
           swizzle << 61;
  }
  /// Where an element lies, along K or across.
  [[nodiscard]] std::uint32_t at(const Product& product, bool across, std::uint32_t outer, std::uint32_t k) const {
    std::uint32_t address = 0;
    if (across) {  // no swizzle: eight of K side by side, 16 bytes each
      const std::uint32_t in_unit = 16 / product.width;
      return start + outer / in_unit * stride + k / 8 * leading + k % 8 * 16 + outer % in_unit * product.width;
    }
    const std::uint32_t byte = k * product.width;
    address = start + outer / 8 * stride + outer % 8 * product.row_bytes + byte % product.row_bytes +
              byte / product.row_bytes * leading;
    return address ^ ((address >> 7 & (product.row_bytes / 16 - 1)) << 4);
  }
};

void put(std::vector<std::byte>& bytes, const Product& product, std::uint32_t at, std::uint32_t bits) {
  std::memcpy(bytes.data() + at, &bits, product.width);
}

std::string product_text(const Product& product, std::uint64_t a, std::uint64_t b) {
  const std::uint32_t instruction = product.d << 4 | product.type << 7 | product.type << 10 |
                                    std::uint32_t{product.a_across} << 15 | std::uint32_t{product.b_across} << 16 |
                                    product.columns >> 3 << 17 | product.rows >> 4 << 24;
  std::string text = R"(
  mul.wide.u32 %rd5, %thread, 128;
  add.u64 %rd5, %rd5, %buffer;
  mul.lo.u32 %r6, %thread, 128;
  mov.u32 %r7, s;
  add.u32 %r6, %r6, %r7;
)";
  for (int i = 0; i < 8; ++i)
    text += fmt::format(
        "ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%rd5+{0}];\nst.shared.v4.u32 [%r6+{0}], {{%r10, %r11, %r12, "
        "%r13}};\n",
        16 * i);
  if (product.a_in_tensor) {  // a row of 32 bytes for each thread
    text += "mul.wide.u32 %rd6, %thread, 32;\nadd.u64 %rd6, %rd6, %buffer;\n";
    for (int i = 0; i < 8; ++i) text += fmt::format("ld.global.u32 %r{}, [%rd6+{}];\n", 10 + i, 4 * i);
    text += "add.u32 %r8, %r1, 32;\ntcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], " + registers(10, 8) + ";\n";
  }
  text += fmt::format(R"(
  mov.u32 %r8, bar;
  setp.eq.u32 %p3, %thread, 0;
  @%p3 mbarrier.init.shared.b64 [%r8], 1;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  mov.b64 %rd1, {0};
  mov.b64 %rd2, {1};
  mov.u32 %r9, {2};
  add.u32 %r19, %r2, 32;
  mov.pred %p4, 0;
  mov.pred %p5, 1;
  @%p3 tcgen05.mma.cta_group::1.kind::{3} [%r2], {4}, %rd2, %r9, %p4;
  @%p3 tcgen05.mma.cta_group::1.kind::{3} [%r2], {4}, %rd2, %r9, %p5;
  @%p3 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r8];
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p6, [%r8], 0;
  @!%p6 bra AGAIN;
  tcgen05.fence::after_thread_sync;
  bar.sync 0;
  tcgen05.ld.sync.aligned.32x32b.x32.b32 {5}, [%r1];
  tcgen05.wait::ld.sync.aligned;
  bar.sync 0;
)",
                      a, b, instruction, product.kind, product.a_in_tensor ? "[%r19]" : "%rd1", registers(40, 32));
  for (int i = 0; i < 32; ++i) text += fmt::format("st.global.u32 [%rd5+{}], %r{};\n", 4 * i, 40 + i);
  return text + "@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;\n";
}

class TensorProduct : public ::testing::TestWithParam<Product> {};

TEST_P(TensorProduct, IsThePlainSum) {
  const Product& product = GetParam();
  const std::uint32_t depth = 32 / product.width;
  const auto factor = [&](std::uint32_t start, std::uint32_t outer, bool across) {
    if (across) return Factor{.start = start, .leading = 128, .stride = depth / 8 * 128};
    const std::uint32_t steps = product.row_bytes == 16 ? 2 : 1;
    static_cast<void>(outer);
    return Factor{.start = start, .leading = 8 * product.row_bytes, .stride = steps * 8 * product.row_bytes};
  };
  const Factor a = factor(0, product.rows, product.a_across);
  const Factor b = factor(product.a_in_tensor ? 8192 : 16384 - 32 * 128, product.columns, product.b_across);
  std::vector<std::byte> bytes(16384);
  for (std::uint32_t k = 0; k < depth; ++k) {
    for (std::uint32_t row = 0; row < product.rows; ++row)
      put(bytes, product, product.a_in_tensor ? row * 32 + k * product.width : a.at(product, product.a_across, row, k),
          encoded(product, a_value(row, k)));
    for (std::uint32_t column = 0; column < product.columns; ++column)
      put(bytes, product, b.at(product, product.b_across, column, k), encoded(product, b_value(column, k)));
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const Outcome outcome = run_on(words,
                                 kernel_around(allocated(64) + product_text(product, a.descriptor(product.row_bytes),
                                                                            b.descriptor(product.row_bytes)),
                                               kDeclarations),
                                 on_b200(128));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t row = 0; row < product.rows; ++row) {
    const std::uint32_t lane = product.rows == 64 ? row % 16 + row / 16 * 32 : row;
    for (std::uint32_t column = 0; column < product.columns; ++column) {
      int sum = 0;
      for (std::uint32_t k = 0; k < depth; ++k) sum += 2 * a_value(row, k) * b_value(column, k);
      const std::uint32_t bits = words[lane * 32 + column];
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
        Product{.name = "f16", .kind = "f16", .type = 0, .d = 1, .width = 2},
        Product{.name = "f16_to_f16", .kind = "f16", .type = 0, .d = 0, .width = 2},
        Product{.name = "bf16", .kind = "f16", .type = 1, .d = 1, .width = 2},
        Product{.name = "tf32", .kind = "tf32", .type = 2, .d = 1, .width = 4},
        Product{.name = "e4m3", .kind = "f8f6f4", .type = 0, .d = 1, .width = 1},
        Product{.name = "e5m2", .kind = "f8f6f4", .type = 1, .d = 1, .width = 1},
        Product{.name = "s8", .kind = "i8", .type = 1, .d = 2, .width = 1},
        Product{.name = "rows_64", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64},
        Product{.name = "swizzle_32", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64, .row_bytes = 32},
        Product{.name = "swizzle_64", .kind = "f16", .type = 0, .d = 1, .width = 2, .rows = 64, .row_bytes = 64},
        Product{.name = "swizzle_128", .kind = "i8", .type = 1, .d = 2, .width = 1, .rows = 64, .row_bytes = 128},
        Product{.name = "a_across", .kind = "f16", .type = 0, .d = 1, .width = 2, .a_across = true},
        Product{.name = "b_across", .kind = "f16", .type = 0, .d = 1, .width = 2, .b_across = true},
        Product{
            .name = "bytes_across", .kind = "i8", .type = 1, .d = 2, .width = 1, .a_across = true, .b_across = true},
        Product{
            .name = "words_across", .kind = "tf32", .type = 2, .d = 1, .width = 4, .a_across = true, .b_across = true},
        Product{.name = "a_in_tensor", .kind = "f16", .type = 0, .d = 1, .width = 2, .a_in_tensor = true},
        Product{.name = "a_in_tensor_of_bytes", .kind = "f8f6f4", .type = 0, .d = 1, .width = 1, .a_in_tensor = true}),
    [](const auto& one) { return std::string(one.param.name); });

// Scales: of each row 2^(row % 3), of each column 2^(column % 2), in the second byte of four and five columns of tensor
// memory. One warp stores them.
TEST(TensorMemory, ProductsMayHaveScales) {
  const Product product{.name = "mxf8", .kind = "mxf8f6f4.block_scale", .type = 0, .d = 1, .width = 1};
  const Factor a{.start = 0, .leading = 128, .stride = 256};
  const Factor b{.start = 16384 - 32 * 128, .leading = 128, .stride = 256};
  std::vector<std::byte> bytes(16384);
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

// ---- What is refused ----

std::string tensor_errors_of(const std::string& body, std::uint32_t sm = 100) {
  Words words(1024);
  How how = on_b200(128);
  how.sm = sm;
  return run_on(words, kernel_around(allocated(32) + body, kDeclarations), how).errors;
}

TEST(TensorMemory, IsThereFromSm100On) {
  EXPECT_THAT(tensor_errors_of("", 90), HasSubstr("needs sm_100 or later"));
  EXPECT_EQ(tensor_errors_of(""), "");
}

TEST(TensorMemory, IsReachedByQuarters) {
  EXPECT_THAT(tensor_errors_of("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r2];"),
              HasSubstr("of tensor memory, and address 0x0 names lane 0"));
}

TEST(TensorMemory, IsAllocatedFirst) {
  EXPECT_THAT(tensor_errors_of("tcgen05.ld.sync.aligned.32x32b.x64.b32 " + registers(10, 64) + ", [%r1];"),
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
