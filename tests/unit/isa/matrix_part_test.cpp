// Where factors of a warp group's product end: what spares a look at each of their units must not let one through that
// lies outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/matrix_descriptor.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

MatrixDescriptor descriptor(std::uint64_t swizzle, std::uint64_t start, std::uint64_t leading, std::uint64_t stride,
                            std::uint64_t base) {
  return MatrixDescriptor(start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | base << 49 | swizzle << 62);
}

TEST(MatrixPart, NoUnitBeginsBehindTheLast) {
  for (const std::uint64_t swizzle : {0, 1, 2, 3})
    for (const bool across : {false, true})
      for (const std::uint32_t first : {0u, 16u, 48u})
        for (const std::uint32_t count : {8u, 16u, 64u, 256u})
          for (const std::uint32_t units : {2u, 4u})
            for (const std::uint64_t start : {0, 16, 112, 1024 + 48})
              for (const std::uint64_t leading : {0, 16, 128, 4096})
                for (const std::uint64_t stride : {0, 256, 1024, 8192})
                  for (const std::uint64_t base : {0, 1, 7}) {
                    const MatrixPart part{.matrix = descriptor(swizzle, start, leading, stride, base),
                                          .across = across,
                                          .first = first,
                                          .count = count,
                                          .units = units};
                    std::uint64_t last = 0;
                    for_each_unit(part, [&](std::uint32_t address) { last = std::max(last, std::uint64_t{address}); });
                    ASSERT_LE(last, part.last()) << "swizzle " << swizzle << " across " << across << " first " << first
                                                 << " count " << count << " units " << units << " start " << start
                                                 << " leading " << leading << " stride " << stride << " base " << base;
                    ASSERT_LE(part.last(), last + 9 * 128) << "or it spares nothing";
                  }
}

/// A product of 64 x 8, A of 2048 bytes from `a` on and B of 256 from `b` on, in 4096 bytes of shared memory.
std::string errors_of_product(std::uint32_t a, std::uint32_t b) {
  std::vector<std::uint32_t> values(4 * 128);
  const std::string body = fmt::format(R"(
    .shared .align 1024 .b8 s[4096];
    mov.u32 %r1, s;
    add.u32 %r2, %r1, {};
    shr.u32 %r2, %r2, 4;
    cvt.u64.u32 %rd2, %r2;
    or.b64 %rd2, %rd2, 0x1000080000;
    add.u32 %r3, %r1, {};
    shr.u32 %r3, %r3, 4;
    cvt.u64.u32 %rd3, %r3;
    or.b64 %rd3, %rd3, 0x1000080000;
    setp.eq.u32 %p1, %r1, %r1;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%f0, %f1, %f2, %f3}}, %rd2, %rd3, %p1, 1, 1, 0, 0;)",
                                       a, b);
  return run_on(values, kernel_around(body), {.block = {128, 1, 1}}).errors;
}

TEST(MatrixPart, FactorsLieInSharedMemory) {
  EXPECT_EQ(errors_of_product(0, 2048), "");
  EXPECT_EQ(errors_of_product(2048, 3840), "");  // both to the last byte
  EXPECT_NE(errors_of_product(2064, 0).find("the descriptor of A names bytes up to 4112 of shared memory"),
            std::string::npos);
  EXPECT_NE(errors_of_product(0, 3856).find("the descriptor of B names bytes up to 4112 of shared memory"),
            std::string::npos);
}

}  // namespace
}  // namespace warpglass::isa
