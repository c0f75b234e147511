#include "tools/warpglass/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

std::string file_of(ValueType type, const std::vector<std::uint64_t>& shape, std::size_t bytes) {
  return npy_header(type, shape) + std::string(bytes, '\1');
}

TEST(Npy, WhatIsWrittenReadsBack) {
  for (const ValueType type :
       {ValueType::i8, ValueType::u8, ValueType::i16, ValueType::u16, ValueType::i32, ValueType::u32, ValueType::i64,
        ValueType::u64, ValueType::f16, ValueType::f32, ValueType::f64}) {
    const std::string file = file_of(type, {3, 4}, 12 * size_of(type));
    EXPECT_EQ((file.size() - 12 * size_of(type)) % 64, 0u);
    const NpyArray array = parse_npy(file, "x.npy");
    EXPECT_EQ(array.type, type);
    EXPECT_EQ(array.shape, (std::vector<std::uint64_t>{3, 4}));
    EXPECT_EQ(array.contents.size(), 12 * size_of(type));
  }
  EXPECT_NE(npy_header(ValueType::f32, {5}).find("'shape': (5,)"), std::string::npos);
}

TEST(Npy, ReadsOtherVersionsAndSpellings) {
  const std::string header = "{'shape':(2,),'descr':'<f4','fortran_order':False}\n";
  std::string file("\x93NUMPY\x02\x00", 8);
  file += static_cast<char>(header.size());
  file += std::string(3, '\0');
  file += header + std::string(8, '\0');
  EXPECT_EQ(parse_npy(file, "x").shape, (std::vector<std::uint64_t>{2}));
}

TEST(Npy, RefusesWhatItCanNotTake) {
  const auto refused = [](const std::string& file) {
    try {
      (void)parse_npy(file, "x.npy");
      return false;
    } catch (const UsageError& error) {
      return std::string(error.what()).starts_with("x.npy: ");
    }
  };
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused("text"));
  EXPECT_TRUE(refused(file_of(ValueType::f32, {4}, 15)));
  const std::string whole = file_of(ValueType::f32, {4}, 16);
  for (std::size_t length = 0; length < whole.size(); ++length) EXPECT_TRUE(refused(whole.substr(0, length))) << length;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = whole;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  EXPECT_TRUE(refused(with("<f4", ">f4")));
  EXPECT_TRUE(refused(with("<f4", "<c8")));
  EXPECT_TRUE(refused(with("False", "True ")));
  EXPECT_TRUE(refused(with("(4,)", "[4,]")));
  EXPECT_TRUE(refused(with("'shape'", "'sahpe'")));
}

}  // namespace
}  // namespace warpglass::tool
