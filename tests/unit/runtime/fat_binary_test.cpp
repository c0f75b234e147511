#include "runtime/fat_binary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace warpglass::runtime {
namespace {

using ::testing::HasSubstr;
using Kind = FatBinaryImage::Kind;
using Compression = FatBinaryImage::Compression;

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::vector<std::byte> recorded(const std::string& name) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/unit/runtime/images/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return bytes_of(std::string(std::istreambuf_iterator<char>(file), {}));
}

// A fat binary built field by field, as an independent statement of the layout.
class FatBinaryWriter {
 public:
  FatBinaryWriter& add(std::uint16_t kind, std::uint32_t sm, std::string payload, std::uint64_t flags = 0x11,
                       std::uint32_t compressed = 0, std::uint64_t uncompressed = 0, std::uint32_t header = 64) {
    payload.resize((payload.size() + 7) / 8 * 8);
    put<std::uint16_t>(kind);
    put<std::uint16_t>(0x101);
    put<std::uint32_t>(header);
    put<std::uint64_t>(payload.size());
    put<std::uint32_t>(compressed);
    put<std::uint32_t>(64);
    put<std::uint32_t>(0);
    put<std::uint32_t>(sm);
    put<std::uint64_t>(0);
    put<std::uint64_t>(flags);
    put<std::uint64_t>(0);
    put<std::uint64_t>(uncompressed);
    body_.append(header - 64, '\0');
    body_ += payload;
    return *this;
  }

  [[nodiscard]] std::vector<std::byte> bytes() const {
    FatBinaryWriter head;
    head.put<std::uint32_t>(0xba55ed50);
    head.put<std::uint16_t>(1);
    head.put<std::uint16_t>(16);
    head.put<std::uint64_t>(body_.size());
    return bytes_of(head.body_ + body_);
  }

 private:
  template <class T>
  void put(T value) {
    body_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string body_;
};

const std::string kPtx = ".version 7.0\n.target sm_70\n.address_size 64\n" + std::string(500, '\n');

TEST(FatBinary, FindsPlainPtx) {
  const auto bytes = FatBinaryWriter().add(1, 70, kPtx).bytes();
  const PtxText text = extract_ptx(bytes, "app", 90);
  EXPECT_EQ(text.failure, PtxFailure::none);
  EXPECT_EQ(text.text, kPtx);
  EXPECT_EQ(text.sm, 70u);
}

TEST(FatBinary, UnpacksLz4) {
  std::string packed(LZ4_compressBound(int(kPtx.size())), '\0');
  const int size = LZ4_compress_default(kPtx.data(), packed.data(), int(kPtx.size()), int(packed.size()));
  packed.resize(size);
  const auto bytes = FatBinaryWriter().add(1, 70, packed, 0x2011, size, kPtx.size(), 80).bytes();
  EXPECT_EQ(extract_ptx(bytes, "app", 90).text, kPtx);
}

TEST(FatBinary, UnpacksZstd) {
  std::string packed(ZSTD_compressBound(kPtx.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), kPtx.data(), kPtx.size(), 1));
  const auto bytes =
      FatBinaryWriter().add(1, 70, packed, 0x8011, std::uint32_t(packed.size()), kPtx.size(), 112).bytes();
  EXPECT_EQ(extract_ptx(bytes, "app", 90).text, kPtx);
}

TEST(FatBinary, PrefersTheHighestArchitectureTheDeviceRuns) {
  const auto bytes = FatBinaryWriter().add(1, 60, "// 60").add(1, 90, "// 90").add(1, 80, "// 80").bytes();
  EXPECT_EQ(extract_ptx(bytes, "app", 89).text, "// 80");
  EXPECT_EQ(extract_ptx(bytes, "app", 90).text, "// 90");
  EXPECT_EQ(extract_ptx(bytes, "app", 120).text, "// 90");
}

// nvcc -arch=sm_100a of CUDA 13 writes both.
TEST(FatBinary, PrefersWhatIsForTheDeviceAlone) {
  const auto ptx = [](const std::string& target) { return ".version 9.0\n.target " + target + "\n.address_size 64\n"; };
  const auto bytes = FatBinaryWriter().add(1, 100, ptx("sm_100")).add(1, 100, ptx("sm_100a")).bytes();
  EXPECT_EQ(extract_ptx(bytes, "app", 100).text, ptx("sm_100a"));
  EXPECT_EQ(extract_ptx(bytes, "app", 120).text, ptx("sm_100"));
}

TEST(FatBinary, SaysWhenAllPtxIsForNewerDevices) {
  const auto bytes = FatBinaryWriter().add(1, 100, "// 100").add(2, 90, "code").bytes();
  const PtxText text = extract_ptx(bytes, "app", 90);
  EXPECT_EQ(text.failure, PtxFailure::sm_too_high);
  ASSERT_EQ(text.diagnostics.size(), 1u);
  EXPECT_THAT(to_string(text.diagnostics[0]), HasSubstr("app: error: the program holds PTX for compute_100 only"));
}

TEST(FatBinary, SaysHowToGetPtxWhenThereIsOnlyMachineCode) {
  const PtxText text = extract_ptx(recorded("machine_code.fatbin"), "app", 90);
  EXPECT_EQ(text.failure, PtxFailure::no_ptx);
  ASSERT_EQ(text.diagnostics.size(), 1u);
  EXPECT_THAT(text.diagnostics[0].message, HasSubstr("only machine code for sm_75"));
  EXPECT_THAT(text.diagnostics[0].message, HasSubstr("-gencode arch=compute_90,code=compute_90"));
}

TEST(FatBinary, ReadsWhatNvccWrites) {
  const auto plain = extract_ptx(recorded("plain.fatbin"), "plain", 90);
  EXPECT_THAT(plain.text, HasSubstr(".visible .entry _Z5scalePfif("));
  EXPECT_EQ(plain.text.back(), '\n');
  const auto three = recorded("three.fatbin");
  EXPECT_EQ(extract_ptx(three, "three", 90).sm, 90u);
  EXPECT_EQ(extract_ptx(three, "three", 80).sm, 75u);
  for (const char* name : {"lz4.fatbin", "zstd.fatbin"}) {
    const PtxText text = extract_ptx(recorded(name), name, 75);
    EXPECT_EQ(text.failure, PtxFailure::none) << name;
    // The plain image starts with empty lines that the packed ones lack.
    EXPECT_THAT(plain.text, HasSubstr(text.text)) << name;
    EXPECT_GT(text.text.size(), 500u) << name;
  }
}

TEST(FatBinary, ListsItsImages) {
  const auto lz4 = recorded("lz4.fatbin");
  const FatBinaryContents contents = read_fat_binary(lz4, "lz4");
  ASSERT_EQ(contents.images.size(), 1u);
  EXPECT_EQ(contents.images[0].kind, Kind::ptx);
  EXPECT_EQ(contents.images[0].compression, Compression::lz4);
  EXPECT_EQ(contents.images[0].sm, 75u);
}

TEST(FatBinary, TakesBarePtxText) {
  for (const std::string text : {".version 7.0", "// comment\n.version 7.0", "\n\t/* c */ .version 7.0"}) {
    EXPECT_EQ(extract_ptx(bytes_of(text + std::string(1, '\0')), "k.ptx", 90).text, text);
  }
}

TEST(FatBinary, RefusesOtherFiles) {
  EXPECT_EQ(extract_ptx(bytes_of("hello"), "app", 90).failure, PtxFailure::malformed);
  EXPECT_EQ(extract_ptx({}, "app", 90).failure, PtxFailure::malformed);
  EXPECT_EQ(extract_ptx(bytes_of("\x7f"
                                 "ELF......"),
                        "app", 90)
                .failure,
            PtxFailure::no_ptx);
}

// Every prefix and every flipped byte of a good image ends in an answer, never outside the bytes (run under the
// address sanitizer, each input in an allocation of its own size).
TEST(FatBinary, SurvivesDamage) {
  for (const char* name : {"lz4.fatbin", "zstd.fatbin", "three.fatbin"}) {
    const auto good = recorded(name);
    for (std::size_t size = 0; size < good.size(); ++size) {
      const std::vector<std::byte> cut(good.begin(), good.begin() + std::ptrdiff_t(size));
      EXPECT_NE(extract_ptx(cut, name, 90).failure, PtxFailure::none) << name << " cut to " << size;
    }
    for (std::size_t at = 0; at < 120; ++at) {
      for (const int bit : {0, 3, 7}) {
        auto flipped = good;
        flipped[at] ^= std::byte(1 << bit);
        const PtxText text = extract_ptx(flipped, name, 90);
        EXPECT_EQ(text.failure == PtxFailure::none, text.diagnostics.empty());
      }
    }
  }
}

TEST(FatBinary, RefusesTextThatClaimsToBeHuge) {
  const auto bytes = FatBinaryWriter().add(1, 70, "xxxxxxxx", 0x8011, 8, std::uint64_t{1} << 62).bytes();
  EXPECT_EQ(extract_ptx(bytes, "app", 90).failure, PtxFailure::malformed);
}

TEST(FatBinaryWrapper, PointsToOneImage) {
  const auto image = recorded("plain.fatbin");
  const FatBinaryWrapper wrapper{.image = image.data()};
  const auto images = images_of(&wrapper);
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0].data(), image.data());
  EXPECT_EQ(images[0].size(), image.size());
}

TEST(FatBinaryWrapper, OfALinkedProgramPointsToItsUnits) {
  const auto one = recorded("plain.fatbin"), two = recorded("lz4.fatbin"), linked = recorded("machine_code.fatbin");
  const void* units[] = {one.data(), two.data(), nullptr};
  const FatBinaryWrapper wrapper{.version = 2, .image = linked.data(), .units = units};
  const auto images = images_of(&wrapper);
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[0].data(), one.data());
  EXPECT_EQ(images[1].size(), two.size());
}

TEST(FatBinaryWrapper, MayHoldBareText) {
  const FatBinaryWrapper wrapper{.image = ".version 7.0\n"};
  ASSERT_EQ(images_of(&wrapper).size(), 1u);
  EXPECT_EQ(images_of(&wrapper)[0].size(), 13u);
  const std::uint64_t other = 0;
  EXPECT_TRUE(images_of(&other).empty());
}

}  // namespace
}  // namespace warpglass::runtime
