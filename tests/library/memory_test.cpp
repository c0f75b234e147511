// Memory of the device: every range is checked.
#include <gmock/gmock.h>

#include "tests/library/fixtures.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;

class LibraryMemory : public LibraryTest {};

TEST_F(LibraryMemory, IsWrittenCopiedFilledAndRead) {
  make();
  const std::uint64_t a = allocate(16), b = allocate(16);
  EXPECT_EQ(a % 256, 0u);
  const std::uint32_t values[] = {1, 2, 3, 4};
  std::uint32_t back[4] = {};
  ASSERT_EQ(warpglass_write(device_, a, values, 16), WARPGLASS_OK);
  ASSERT_EQ(warpglass_fill(device_, b, 0x11, 16), WARPGLASS_OK);
  ASSERT_EQ(warpglass_copy(device_, b + 4, a, 8), WARPGLASS_OK);
  ASSERT_EQ(warpglass_read(device_, back, b, 16), WARPGLASS_OK);
  EXPECT_THAT(back, testing::ElementsAre(0x11111111u, 1u, 2u, 0x11111111u));
  EXPECT_EQ(warpglass_free(device_, a), WARPGLASS_OK);
  EXPECT_EQ(warpglass_free(device_, 0), WARPGLASS_OK);
}

TEST_F(LibraryMemory, RangesOutsideAreToldByHowMuch) {
  make();
  const std::uint64_t a = allocate(16);
  std::uint32_t host[8] = {};
  EXPECT_EQ(warpglass_write(device_, a + 4, host, 16), WARPGLASS_INVALID_VALUE);
  EXPECT_THAT(error(), HasSubstr("the destination has 12 of the 16 bytes that it needs"));
  EXPECT_EQ(warpglass_read(device_, host, a, 17), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_fill(device_, a, 0, 17), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_fill(device_, a, 256, 1), WARPGLASS_INVALID_VALUE);
  EXPECT_THAT(error(), HasSubstr("0 to 255, not with 256"));
  EXPECT_EQ(warpglass_write(device_, a, nullptr, 4), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_free(device_, a + 4), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_free(device_, a), WARPGLASS_OK);
  EXPECT_EQ(warpglass_free(device_, a), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_write(device_, a, host, 4), WARPGLASS_INVALID_VALUE);
}

TEST_F(LibraryMemory, IsAsMuchAsTheOptionsSay) {
  warpglass_options with = options();
  with.memory_bytes = 1 << 20;
  make(with);
  std::uint64_t address = 1;
  EXPECT_EQ(warpglass_allocate(device_, (1 << 20) + 1, nullptr, &address), WARPGLASS_OUT_OF_MEMORY);
  EXPECT_EQ(address, 0u);
  EXPECT_THAT(error(), HasSubstr("0 of 1048576 are taken"));
  EXPECT_EQ(warpglass_allocate(device_, 1 << 20, nullptr, &address), WARPGLASS_OK);
}

TEST_F(LibraryMemory, OfTheHostIsUsedWhereItLies) {
  make();
  warpglass_kernel* kernel = load(kScale);
  std::vector<float> host(100, 3.0f);
  const auto address = reinterpret_cast<std::uintptr_t>(host.data());
  ASSERT_EQ(warpglass_register_host(device_, host.data(), 400, "host"), WARPGLASS_OK);
  EXPECT_EQ(warpglass_register_host(device_, host.data() + 1, 4, "host"), WARPGLASS_INVALID_VALUE);
  ASSERT_EQ(scale(kernel, address, 2.0f, 100), WARPGLASS_OK) << error();
  EXPECT_EQ(host[99], 6.0f);
  EXPECT_EQ(warpglass_unregister_host(device_, host.data()), WARPGLASS_OK);
  EXPECT_EQ(warpglass_unregister_host(device_, host.data()), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(scale(kernel, address, 2.0f, 100), WARPGLASS_FAULT);
}

}  // namespace
}  // namespace warpglass::test
