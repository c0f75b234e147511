// What tests of tensor memory share: kernels that allocate it, have a product computed into it and load what came out.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {

using Words = std::vector<std::uint32_t>;

inline constexpr std::uint32_t kSharedBytes = 16384;
inline constexpr std::string_view kDeclarations =
    ".shared .align 1024 .b8 s[16384];\n.shared .align 8 .b8 bar[8];\n.shared .align 4 .b8 place[4];\n";

/// %r1: the address of `columns` columns of tensor memory for the warp's lanes, %r2: for all.
inline std::string allocated(std::uint32_t columns, bool pair = false) {
  return fmt::format(R"(
  mov.u32 %r3, place;
  setp.lt.u32 %p1, %thread, 32;
  @%p1 tcgen05.alloc.cta_group::{}.sync.aligned.shared::cta.b32 [%r3], {};
  bar.sync 0;
  ld.shared.u32 %r2, [place];
  shr.u32 %r4, %thread, 5;
  shl.b32 %r4, %r4, 21;
  add.u32 %r1, %r2, %r4;
)",
                     pair ? 2 : 1, columns);
}

inline std::string listed(std::uint32_t first, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += fmt::format("{}%r{}", i == 0 ? "" : ", ", first + i);
  return "{" + text + "}";
}

inline How on_b200(std::uint32_t threads, std::uint32_t blocks = 1) {
  return {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .cluster = {blocks, 1, 1}, .sm = 100};
}

/// Of tcgen05.mma.
struct ApartProduct {
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
  bool pair = false;  // of blocks, which have half of the rows and columns each
};

/// How wide an element is without what pads it, in bits.
inline std::uint32_t bits_of(const ApartProduct& product) {
  if (std::string_view(product.kind) != "f8f6f4") return 8 * product.width;
  return product.type == 5 ? 4 : product.type >= 3 ? 6 : 8;
}

/// An element that is a small whole number.
inline std::uint32_t encoded(const ApartProduct& product, int value) {
  const std::string_view kind = product.kind;
  if (kind == "tf32") return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (kind == "i8") return static_cast<std::uint8_t>(value);
  if (kind == "f16" && product.type == 1) return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
  if (kind == "f16") return float_to_half(static_cast<float>(value));
  constexpr int kExponents[] = {4, 5, 0, 2, 3, 2};
  constexpr int kMantissas[] = {3, 2, 0, 3, 2, 1};
  for (std::uint32_t bits = 0; bits < 1u << bits_of(product); ++bits) {
    if (small_float(bits, kExponents[product.type], kMantissas[product.type]) == value) return bits;
  }
  ADD_FAILURE() << value;
  return 0;
}

inline int a_value(std::uint32_t row, std::uint32_t k) { return static_cast<int>((row * 7 + k * 3) % 5) - 2; }
inline int b_value(std::uint32_t column, std::uint32_t k) { return static_cast<int>((column * 5 + k * 11) % 7) - 3; }

/// Lays out a factor as its descriptor says: units of 16 bytes, eight rows of `row_bytes` at a time.
struct FactorLayout {
  std::uint32_t start = 0;  // bytes
  std::uint32_t leading = 0;
  std::uint32_t stride = 0;

  [[nodiscard]] std::uint64_t descriptor(std::uint32_t row_bytes) const {
    const std::uint64_t swizzle = row_bytes == 128 ? 2 : row_bytes == 64 ? 4 : row_bytes == 32 ? 6 : 0;
    return start >> 4 | std::uint64_t{leading >> 4} << 16 | std::uint64_t{stride >> 4} << 32 | std::uint64_t{1} << 46 |
           swizzle << 61;
  }
  /// Where an element lies, along K or across.
  [[nodiscard]] std::uint32_t at(const ApartProduct& product, bool across, std::uint32_t outer, std::uint32_t k) const {
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

/// \param at  of an element that is as wide as product.width says. Those of less than eight bits are packed in the
/// first bytes of their unit.
inline void put(std::vector<std::byte>& bytes, const ApartProduct& product, std::uint32_t at, std::uint32_t bits) {
  if (bits_of(product) >= 8) {
    std::memcpy(bytes.data() + at, &bits, product.width);
    return;
  }
  const std::uint32_t place = at % 16 * bits_of(product);
  for (std::uint32_t bit = 0; bit < bits_of(product); ++bit) {
    std::byte& byte = bytes[at / 16 * 16 + (place + bit) / 8];
    byte |= static_cast<std::byte>((bits >> bit & 1) << (place + bit) % 8);
  }
}

/// Each thread of 128 fills 128 bytes of the block's shared memory, from %rd5 on in the buffer; %r79 is the block.
inline std::string filled() {
  std::string text = R"(
  mov.u32 %r79, %ctaid.x;
  mul.wide.u32 %rd5, %r79, 16384;
  add.u64 %buffer, %buffer, %rd5;
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
  return text;
}

inline std::string product_text(const ApartProduct& product, std::uint64_t a, std::uint64_t b) {
  const std::uint32_t instruction = product.d << 4 | product.type << 7 | product.type << 10 |
                                    std::uint32_t{product.a_across} << 15 | std::uint32_t{product.b_across} << 16 |
                                    product.columns >> 3 << 17 | product.rows >> 4 << 24;
  const std::string_view group = product.pair ? "cta_group::2" : "cta_group::1";
  std::string text = filled() + R"(
  setp.eq.u32 %p3, %thread, 0;
  setp.eq.and.u32 %p7, %r79, 0, %p3;
)";
  if (product.a_in_tensor) {  // a row of 32 bytes for each thread
    text += "mul.wide.u32 %rd6, %thread, 32;\nadd.u64 %rd6, %rd6, %buffer;\n";
    for (int i = 0; i < 8; ++i) text += fmt::format("ld.global.u32 %r{}, [%rd6+{}];\n", 10 + i, 4 * i);
    text += "add.u32 %r8, %r1, 32;\ntcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], " + listed(10, 8) + ";\n";
  }
  text += fmt::format(R"(
  mov.u32 %r8, bar;
  @%p3 mbarrier.init.shared.b64 [%r8], 1;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  {6}
  mov.b64 %rd1, {0};
  mov.b64 %rd2, {1};
  mov.u32 %r9, {2};
  add.u32 %r19, %r2, 32;
  mov.pred %p4, 0;
  mov.pred %p5, 1;
  @%p7 tcgen05.mma.{7}.kind::{3} [%r2], {4}, %rd2, %r9, %p4;
  @%p7 tcgen05.mma.{7}.kind::{3} [%r2], {4}, %rd2, %r9, %p5;
  @%p7 tcgen05.commit.{7}.mbarrier::arrive::one.shared::cluster{8}
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p6, [%r8], 0;
  @!%p6 bra AGAIN;
  tcgen05.fence::after_thread_sync;
  bar.sync 0;
  tcgen05.ld.sync.aligned.32x32b.x32.b32 {5}, [%r1];
  tcgen05.wait::ld.sync.aligned;
  bar.sync 0;
)",
                      a, b, instruction, product.kind, product.a_in_tensor ? "[%r19]" : "%rd1", listed(40, 32),
                      product.pair ? "barrier.cluster.arrive; barrier.cluster.wait; mov.b16 %h1, 3;" : "", group,
                      product.pair ? ".multicast::cluster.b64 [%r8], %h1;" : ".b64 [%r8];");
  for (int i = 0; i < 32; ++i) text += fmt::format("st.global.u32 [%rd5+{}], %r{};\n", 4 * i, 40 + i);
  return text + fmt::format("@%p1 tcgen05.dealloc.{}.sync.aligned.b32 %r2, 64;\n", group);
}

}  // namespace warpglass::isa
