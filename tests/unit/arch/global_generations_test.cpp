// Global, local and constant memory: the CUDA C Programming Guide's examples for the machines before Maxwell
// (editions 4.2 and 7.5), and what an H200 counted for local and constant memory.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "arch/global_sectors.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

Addresses strided(std::uint64_t base, std::uint64_t step) {
  Addresses address{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) address[lane] = base + step * lane;
  return address;
}

Sectors load(const ComputeCapability& capability, std::uint32_t bytes, const Addresses& address,
             CacheOperator cache = CacheOperator::none, LaneMask lanes = kFullMask) {
  return global_sectors(capability, {.cache = cache, .bytes = bytes, .lanes = lanes, .address = address});
}

std::string text(const Sectors& s) {
  std::ostringstream out;
  out << s.sectors << " sectors, ideal " << s.ideal << ", " << s.lines << " lines";
  return out.str();
}

// Figure "Examples of Global Memory Accesses by a Warp, 4-Byte Word per Thread": aligned and sequential, aligned and
// not sequential, misaligned and sequential.
TEST(GlobalGenerations, TheGuidesFigure) {
  const Addresses aligned = strided(128, 4);
  Addresses swapped = aligned;
  std::swap(swapped[3], swapped[4]);
  const Addresses misaligned = strided(132, 4);

  EXPECT_EQ(text(load({1, 0}, 4, aligned)), "4 sectors, ideal 4, 2 lines");       // 1 x 64 B at 128, 1 x 64 B at 192
  EXPECT_EQ(text(load({1, 1}, 4, swapped)), "18 sectors, ideal 4, 17 lines");     // 16 x 32 B, 1 x 64 B
  EXPECT_EQ(text(load({1, 0}, 4, misaligned)), "32 sectors, ideal 4, 32 lines");  // 32 x 32 B
  EXPECT_EQ(text(load({1, 2}, 4, aligned)), "4 sectors, ideal 4, 2 lines");       // 2 x 64 B
  EXPECT_EQ(text(load({1, 3}, 4, swapped)), "4 sectors, ideal 4, 2 lines");
  EXPECT_EQ(text(load({1, 3}, 4, misaligned)), "7 sectors, ideal 4, 3 lines");  // 128 B, 64 B, 32 B
  EXPECT_EQ(text(load({2, 0}, 4, aligned)), "4 sectors, ideal 4, 1 lines");     // 1 x 128 B
  EXPECT_EQ(text(load({2, 0}, 4, misaligned)), "8 sectors, ideal 4, 2 lines");  // 2 x 128 B
  EXPECT_EQ(text(load({2, 1}, 4, misaligned, CacheOperator::global)), "5 sectors, ideal 4, 2 lines");  // 5 x 32 B
  EXPECT_EQ(text(load({3, 5}, 4, misaligned)), "5 sectors, ideal 4, 2 lines");  // second level only
  EXPECT_EQ(text(load({3, 5}, 4, misaligned, CacheOperator::all)), "8 sectors, ideal 4, 2 lines");
  EXPECT_EQ(text(load({3, 0}, 4, misaligned, CacheOperator::all)), "5 sectors, ideal 4, 2 lines");
  EXPECT_EQ(text(load({5, 2}, 4, misaligned)), "5 sectors, ideal 4, 2 lines");
  EXPECT_EQ(text(load({9, 0}, 4, misaligned)), "5 sectors, ideal 4, 2 lines");
}

TEST(GlobalGenerations, WidthsOfTheFirstMachines) {
  // cc 1.0 and 1.1 coalesce words of 4, 8 and 16 bytes.
  EXPECT_EQ(text(load({1, 1}, 8, strided(256, 8))), "8 sectors, ideal 8, 2 lines");  // a 128-byte segment a half-warp
  EXPECT_EQ(text(load({1, 1}, 16, strided(256, 16))), "16 sectors, ideal 16, 4 lines");  // two of them
  EXPECT_EQ(text(load({1, 1}, 16, strided(128, 16))), "16 sectors, ideal 16, 4 lines");
  EXPECT_EQ(text(load({1, 1}, 16, strided(64, 16))), "32 sectors, ideal 16, 32 lines");
  EXPECT_EQ(text(load({1, 1}, 1, strided(256, 1))), "32 sectors, ideal 2, 32 lines");
  EXPECT_EQ(text(load({1, 1}, 2, strided(256, 2))), "32 sectors, ideal 2, 32 lines");
  // cc 1.2 and 1.3 take segments of 32 bytes for bytes and of 64 for 2-byte words.
  EXPECT_EQ(text(load({1, 3}, 1, strided(256, 1))), "2 sectors, ideal 2, 2 lines");
  EXPECT_EQ(text(load({1, 3}, 2, strided(256, 2))), "2 sectors, ideal 2, 2 lines");
  EXPECT_EQ(text(load({1, 3}, 2, strided(256, 4))), "4 sectors, ideal 2, 2 lines");
  EXPECT_EQ(text(load({1, 3}, 8, strided(256, 8))), "8 sectors, ideal 8, 2 lines");
  EXPECT_EQ(text(load({1, 3}, 4, strided(256, 128))), "32 sectors, ideal 4, 32 lines");
  // Lanes that take no part do not hinder.
  EXPECT_EQ(text(load({1, 0}, 4, strided(128, 4), CacheOperator::none, 0x0000fff7)), "2 sectors, ideal 2, 1 lines");
  EXPECT_EQ(text(load({1, 0}, 4, strided(128, 4), CacheOperator::none, 0x00020000)), "2 sectors, ideal 1, 1 lines");
}

TEST(GlobalGenerations, WideWordsAreRequestsOfHalvesAndQuarters) {
  EXPECT_EQ(text(load({2, 0}, 8, strided(256, 8))), "8 sectors, ideal 8, 2 lines");
  EXPECT_EQ(text(load({2, 0}, 16, strided(256, 16))), "16 sectors, ideal 16, 4 lines");
  // One word for all: once for each request.
  EXPECT_EQ(text(load({2, 0}, 8, strided(256, 0))), "8 sectors, ideal 8, 2 lines");
  EXPECT_EQ(text(load({2, 0}, 16, strided(256, 0), CacheOperator::global)), "4 sectors, ideal 4, 4 lines");
  EXPECT_EQ(text(load({5, 0}, 16, strided(256, 0))), "1 sectors, ideal 1, 1 lines");
}

TEST(GlobalGenerations, ScatteredLoadsCostAWholeLineOnFermi) {
  const Addresses scattered = strided(4096, 4096);
  EXPECT_EQ(load({2, 0}, 4, scattered).sectors, 128u);
  EXPECT_EQ(load({2, 0}, 4, scattered, CacheOperator::global).sectors, 32u);
  EXPECT_EQ(load({2, 0}, 4, scattered, CacheOperator::uncached).sectors, 32u);
  EXPECT_EQ(load({2, 0}, 4, scattered, CacheOperator::streaming).sectors, 128u);
  EXPECT_EQ(load({3, 5}, 4, scattered, CacheOperator::non_coherent).sectors, 32u);
  const GlobalRequest store{.access = GlobalAccess::store, .lanes = kFullMask, .address = scattered};
  EXPECT_EQ(global_sectors({2, 0}, store).sectors, 32u);
}

TEST(GlobalGenerations, WhoUsesTheFirstLevel) {
  const auto uses = [](std::uint32_t major, std::uint32_t minor, CacheOperator cache) {
    return uses_first_level({major, minor}, cache);
  };
  using enum CacheOperator;
  EXPECT_FALSE(uses(1, 3, none));
  EXPECT_TRUE(uses(2, 0, none));
  EXPECT_FALSE(uses(2, 0, global));
  EXPECT_FALSE(uses(3, 0, all));
  EXPECT_FALSE(uses(3, 5, none));
  EXPECT_TRUE(uses(3, 5, all));
  EXPECT_TRUE(uses(3, 5, non_coherent));
  EXPECT_FALSE(uses(3, 0, non_coherent));
  EXPECT_FALSE(uses(5, 0, all));
  EXPECT_TRUE(uses(5, 0, non_coherent));
  EXPECT_FALSE(uses(5, 2, none));
  EXPECT_TRUE(uses(5, 2, all));
  EXPECT_TRUE(uses(6, 0, none));
  EXPECT_FALSE(uses(6, 1, none));
  EXPECT_TRUE(uses(7, 0, none));
  EXPECT_FALSE(uses(9, 0, uncached));
}

TEST(GlobalGenerations, WhereTheReadOnlyPathDiffers) {
  std::string differs;
  for (const std::uint32_t sm : {13u, 20u, 21u, 30u, 32u, 35u, 37u, 50u, 52u, 53u, 60u, 61u, 62u, 70u, 75u, 80u, 90u})
    differs += read_only_path_differs({sm / 10, sm % 10}) ? std::to_string(sm) + " " : "";
  EXPECT_EQ(differs, "35 37 50 52 53 61 62 ");
}

TEST(GlobalGenerations, LocalMemoryBeforeMaxwell) {
  const auto local = [](std::uint32_t major, std::uint32_t minor, std::uint32_t bytes, const Addresses& address) {
    return text(local_sectors({major, minor}, {.bytes = bytes, .lanes = kFullMask, .address = address}));
  };
  const Addresses same = strided(8, 0);
  EXPECT_EQ(local(1, 0, 4, same), "4 sectors, ideal 4, 2 lines");
  EXPECT_EQ(local(2, 0, 4, same), "4 sectors, ideal 4, 1 lines");
  EXPECT_EQ(local(3, 0, 4, same), "4 sectors, ideal 4, 1 lines");
  EXPECT_EQ(local(3, 5, 8, same), "8 sectors, ideal 8, 2 lines");
  EXPECT_EQ(local(2, 0, 4, strided(0, 4)), "128 sectors, ideal 4, 32 lines");  // an index of each lane's own
  EXPECT_EQ(local(7, 0, 4, strided(0, 4)), "32 sectors, ideal 4, 32 lines");
}

TEST(GlobalGenerations, NoLanesCostNothing) {
  const Addresses address = strided(0, 4);
  for (const ComputeCapability& capability : {ComputeCapability{1, 0}, {1, 3}, {2, 0}, {3, 5}, {5, 0}, {9, 0}}) {
    const GlobalRequest none{.address = address};
    EXPECT_EQ(text(global_sectors(capability, none)), "0 sectors, ideal 0, 0 lines");
    EXPECT_EQ(text(local_sectors(capability, none)), "0 sectors, ideal 0, 0 lines");
    EXPECT_EQ(constant_words(capability, none), 0u);
  }
}

/// Rows of a recording of single instructions, by column name.
std::vector<std::map<std::string, std::string>> recorded(const std::string& name) {
  std::ifstream file(std::string(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/") + name);
  EXPECT_TRUE(file) << name;
  std::vector<std::string> header;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    if (header.empty()) {
      header = row;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < header.size(); ++i) rows.back()[header[i]] = row.at(i);
  }
  return rows;
}

Addresses addresses_of(const std::string& text_) {
  Addresses address{};
  std::istringstream fields(text_);
  for (std::uint64_t& lane : address) fields >> lane;
  return address;
}

TEST(GlobalGenerations, LocalSectorsEqualWhatTheH200Counted) {
  const std::map<std::string, std::uint32_t> widths = {{"st.local.u8, ld.local.u8", 1},
                                                       {"st.local.u16, ld.local.u16", 2},
                                                       {"st.local.u32, ld.local.u32", 4},
                                                       {"st.local.u64, ld.local.u64", 8},
                                                       {"st.local.v4.u32, ld.local.v4.u32", 16}};
  int rows = 0;
  for (auto& row : recorded("local_accesses.tsv")) {
    const Addresses address = addresses_of(row["addresses"]);
    const Sectors ours = local_sectors({9, 0}, {.bytes = widths.at(row["instruction"]),
                                                .lanes = static_cast<LaneMask>(std::stoul(row["mask"], nullptr, 16)),
                                                .address = address});
    EXPECT_EQ(std::to_string(ours.sectors), row["sm__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_ld.sum"])
        << row["instruction"] << ' ' << row["mask"] << ' ' << row["addresses"];
    ++rows;
  }
  EXPECT_EQ(rows, 5 * 32);
}

TEST(GlobalGenerations, ConstantWordsEqualWhatTheH200Asked) {
  // The kernel around each load asks for some constants of its own, as often in every row whose load is executed.
  int rows = 0;
  int others = -1;
  for (auto& row : recorded("constant_loads.tsv")) {
    if (row["mask"] == "00000000") continue;
    const Addresses address = addresses_of(row["addresses"]);
    const std::uint32_t words = constant_words(
        {9, 0}, {.bytes = 4, .lanes = static_cast<LaneMask>(std::stoul(row["mask"], nullptr, 16)), .address = address});
    const int rest = std::stoi(row["idc__requests.sum"]) - static_cast<int>(words);
    if (others < 0) others = rest;
    EXPECT_EQ(rest, others) << row["mask"] << ' ' << row["addresses"];
    ++rows;
  }
  EXPECT_EQ(rows, 31);
  EXPECT_EQ(constant_words({1, 0}, {.lanes = kFullMask, .address = strided(0, 0)}), 2u);  // a request a half-warp
  EXPECT_EQ(constant_words({2, 0}, {.lanes = kFullMask, .address = strided(0, 0)}), 1u);
}

}  // namespace
}  // namespace warpglass::arch
