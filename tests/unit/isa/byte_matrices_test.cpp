// ldmatrix and stmatrix of 8-bit elements: which element each lane's bytes are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa::byte_matrices_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr How kOnRtx50{.sm = 120};

/// 512 bytes of the buffer go to shared memory; lane l's row is 16 l, in an order of its own; four words of each lane
/// come back behind them.
std::string loading(std::string_view load) {
  return kernel_around(fmt::format(R"(
  .shared .align 16 .b8 s[512];
  ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%here];
  mov.u32 %r1, s;
  xor.b32 %r2, %thread, 5;
  mad.lo.u32 %r3, %r2, 16, %r1;
  st.shared.v4.u32 [%r3], {{%r10, %r11, %r12, %r13}};
  bar.sync 0;
  mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0; mov.u32 %r23, 0;
  {}, [%r3];
  st.global.v4.u32 [%here+512], {{%r20, %r21, %r22, %r23}};
)",
                                   load));
}

Bytes loaded(const Bytes& rows, std::string_view load) {
  Bytes buffer(1024);
  std::ranges::copy(rows, buffer.begin());
  EXPECT_EQ(run_on(buffer, loading(load), kOnRtx50).errors, "");
  return {buffer.begin() + 512, buffer.end()};
}

/// Rows of 16 elements, packed in the first bytes of each.
Bytes packed(const Bytes& elements, unsigned bits) {
  Bytes rows(512);
  for (unsigned i = 0; i < 512; ++i) {
    for (unsigned bit = 0; bit < bits; ++bit) {
      const unsigned at = i % 16 * bits + bit;
      rows[i / 16 * 16 + at / 8] |= static_cast<std::uint8_t>((elements[i] >> bit & 1) << at % 8);
    }
  }
  for (unsigned i = 0; i < 512; ++i) {  // padding is nobody's
    if (i % 16 >= 2 * bits) rows[i] = 0xee;
  }
  return rows;
}

Bytes numbered(unsigned bits) {
  Bytes elements(512);
  for (unsigned i = 0; i < 512; ++i)
    elements[i] = static_cast<std::uint8_t>((i * 37 + i / 16 * 11) & ((1u << bits) - 1));
  return elements;
}

TEST(ByteMatrices, PackedElementsGetABytesEach) {
  for (const unsigned bits : {4u, 6u}) {
    const Bytes elements = numbered(bits);
    const std::string_view from = bits == 4 ? "b4x16_p64" : "b6x16_p32";
    const Bytes got =
        loaded(packed(elements, bits),
               fmt::format("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.{} {{%r20, %r21, %r22, %r23}}", from));
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 16; ++i)
        ASSERT_EQ(got[lane * 16 + i], elements[(i / 4 * 8 + lane / 4) * 16 + lane % 4 * 4 + i % 4])
            << bits << " bits, lane " << lane << ", byte " << i;
    }
  }
}

TEST(ByteMatrices, TransposedOnesHaveFourRowsInARegister) {
  for (const unsigned bits : {8u, 6u, 4u}) {
    const Bytes elements = numbered(bits);
    const std::string_view type = bits == 8 ? "b8" : bits == 6 ? "b8x16.b6x16_p32" : "b8x16.b4x16_p64";
    const Bytes got =
        loaded(bits == 8 ? elements : packed(elements, bits),
               fmt::format("ldmatrix.sync.aligned.m16n16.x2.trans.shared.{} {{%r20, %r21, %r22, %r23}}", type));
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 16; ++i) {
        const unsigned row = i / 8 * 16 + lane % 4 * 4 + i % 4;
        const unsigned column = i / 4 % 2 * 8 + lane / 4;
        ASSERT_EQ(got[lane * 16 + i], elements[row * 16 + column]) << bits << " bits, lane " << lane << ", byte " << i;
      }
    }
  }
}

TEST(ByteMatrices, OneTransposedMatrixTakesSixteenLanes) {
  const Bytes elements = numbered(8);
  const Bytes got = loaded(elements, "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r20, %r21}");
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 16; ++i)
      ASSERT_EQ(got[lane * 16 + i], i < 8 ? elements[(lane % 4 * 4 + i % 4) * 16 + i / 4 * 8 + lane / 4] : 0);
  }
}

TEST(ByteMatrices, AreStoredTransposed) {
  Bytes buffer(1024);
  std::ranges::copy(numbered(8), buffer.begin());
  const Bytes elements = numbered(8);
  EXPECT_EQ(run_on(buffer, kernel_around(R"(
  .shared .align 16 .b8 s[512];
  ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%here];
  mov.u32 %r1, s;
  mad.lo.u32 %r3, %thread, 16, %r1;
  stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 [%r3], {%r10, %r11, %r12, %r13};
  bar.sync 0;
  ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r3];
  st.global.v4.u32 [%here+512], {%r20, %r21, %r22, %r23};
)"),
                   kOnRtx50)
                .errors,
            "");
  // Byte e of a lane's word k is element (lane / 4 + e / 2 * 8, lane % 4 * 2 + e % 2) of a matrix of 16 x 8.
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned row = i / 4 * 8 + lane % 4 * 2 + i % 2;  // in memory
      const unsigned column = lane / 4 + i / 2 % 2 * 8;
      ASSERT_EQ(buffer[512 + row * 16 + column], elements[lane * 16 + i]) << "lane " << lane << ", byte " << i;
    }
  }
}

}  // namespace
}  // namespace warpglass::isa::byte_matrices_test
