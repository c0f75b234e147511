#include "arch/shared_wavefronts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arch/pass_groups.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

struct Instruction {
  SharedAccess access;
  std::uint32_t bytes;
  std::uint32_t matrices = 0;
};

const std::map<std::string, Instruction> kInstructions = {
    {"ld.u8", {SharedAccess::load, 1}},
    {"ld.u16", {SharedAccess::load, 2}},
    {"ld.u32", {SharedAccess::load, 4}},
    {"ld.v2.u32", {SharedAccess::load, 8}},
    {"ld.v4.u32", {SharedAccess::load, 16}},
    {"st.u8", {SharedAccess::store, 1}},
    {"st.u16", {SharedAccess::store, 2}},
    {"st.u32", {SharedAccess::store, 4}},
    {"st.v2.u32", {SharedAccess::store, 8}},
    {"st.v4.u32", {SharedAccess::store, 16}},
    {"atom.add.u32", {SharedAccess::atomic, 4}},
    {"atom.exch.b32", {SharedAccess::atomic, 4}},
    {"red.add.u32", {SharedAccess::atomic, 4}},
    {"atom.cas.b32", {SharedAccess::compare_and_swap, 4}},
    {"ldmatrix.x1", {SharedAccess::matrix, 16, 1}},
    {"ldmatrix.x2", {SharedAccess::matrix, 16, 2}},
    {"ldmatrix.x4", {SharedAccess::matrix, 16, 4}},
    {"ldmatrix.x4.trans", {SharedAccess::matrix, 16, 4}},
    {"stmatrix.x4", {SharedAccess::matrix, 16, 4}},
    {"atom.shared.min.u32", {SharedAccess::atomic, 4}},
    {"atom.shared.max.s32", {SharedAccess::atomic, 4}},
    {"atom.shared.and.b32", {SharedAccess::atomic, 4}},
    {"atom.shared.or.b32", {SharedAccess::atomic, 4}},
    {"atom.shared.xor.b32", {SharedAccess::atomic, 4}},
    {"atom.shared.inc.u32", {SharedAccess::atomic, 4}},
    {"atom.shared.dec.u32", {SharedAccess::atomic, 4}},
    {"red.shared.inc.u32", {SharedAccess::atomic, 4}},
    {"red.shared.or.b32", {SharedAccess::atomic, 4}},
    {"atom.shared.exch.b64", {SharedAccess::atomic, 8}},
    {"atom.shared.cas.b64", {SharedAccess::compare_and_swap, 8}},
    {"atom.shared.add.u64", {SharedAccess::atomic_loop, 8}},
    {"cp.async.ca.shared.global, 4, shared addresses", {SharedAccess::async_copy, 4}},
    {"cp.async.ca.shared.global, 8, shared addresses", {SharedAccess::async_copy, 8}},
    {"cp.async.ca.shared.global, 16, shared addresses", {SharedAccess::async_copy, 16}},
};

Wavefronts wavefronts_of(const std::string& name, LaneMask lanes, const Addresses& address) {
  const Instruction& instruction = kInstructions.at(name);
  return shared_wavefronts(SharedMemory{}, {.access = instruction.access,
                                            .bytes = instruction.bytes,
                                            .matrices = instruction.matrices,
                                            .lanes = lanes,
                                            .address = address});
}

TEST(SharedWavefronts, EqualsWhatTheH200Counted) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/shared_wavefronts.tsv");
  ASSERT_TRUE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string instruction;
    LaneMask lanes = 0;
    std::uint32_t wavefronts = 0;
    Addresses address{};
    fields >> instruction >> std::hex >> lanes >> std::dec >> wavefronts;
    for (std::uint64_t& lane : address) fields >> lane;
    ASSERT_TRUE(fields) << line;
    const Wavefronts ours = wavefronts_of(instruction, lanes, address);
    EXPECT_EQ(ours.taken, wavefronts) << line;
    EXPECT_LE(ours.ideal, ours.taken) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 1240);
}

/// Rows of a recording of single instructions, by column name.
std::vector<std::map<std::string, std::string>> recorded_wavefronts(const std::string& name) {
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

TEST(SharedWavefronts, AtomicsAndCopiesEqualWhatTheH200Counted) {
  int rows = 0;
  for (const char* name : {"shared_atomics.tsv", "async_copies.tsv"}) {
    for (auto& row : recorded_wavefronts(name)) {
      if (!kInstructions.contains(row["instruction"])) continue;
      const LaneMask lanes = static_cast<LaneMask>(std::stoul(row["mask"], nullptr, 16));
      Addresses address{};
      std::istringstream fields(row["addresses"]);
      for (std::uint64_t& lane : address) fields >> lane;
      const Wavefronts ours = wavefronts_of(row["instruction"], lanes, address);
      EXPECT_EQ(std::to_string(ours.taken), row["memory_l1_wavefronts_shared"])
          << row["instruction"] << ' ' << row["mask"] << ' ' << row["addresses"];
      EXPECT_EQ(std::to_string(ours.ideal), row["memory_l1_wavefronts_shared_ideal"])
          << row["instruction"] << ' ' << row["mask"] << ' ' << row["addresses"];
      ++rows;
    }
  }
  EXPECT_EQ(rows, 15 * 32);
}

// Loops that the machine goes through for want of an instruction: how often, and what loads and atomics take.
TEST(SharedWavefronts, LoopsEqualWhatTheH200Counted) {
  const std::map<std::string, std::uint32_t> widths{
      {"red.shared.add.f32, 1", 4},          {"atom.shared.add.f32, 1", 4},
      {"red.shared.add.f32, 0", 4},          {"red.shared.add.noftz.f16x2, 1", 4},
      {"atom.shared.add.noftz.f16x2, 1", 4}, {"red.shared.add.noftz.bf16x2, 1", 4},
      {"red.shared.add.f64, 1", 8},          {"atom.shared.add.f64, 1", 8},
      {"red.shared.add.u64, 1", 8}};
  int rows = 0;
  for (auto& row : recorded_wavefronts("shared_float_atomics.tsv")) {
    const auto width = widths.find(row["instruction"]);
    if (width == widths.end()) continue;
    Addresses address{};
    std::istringstream fields(row["addresses"]);
    for (std::uint64_t& lane : address) fields >> lane;
    const LoopWavefronts loop =
        loop_wavefronts(SharedMemory{}, {.access = SharedAccess::atomic_loop,
                                         .bytes = width->second,
                                         .lanes = static_cast<LaneMask>(std::stoul(row["mask"], nullptr, 16)),
                                         .address = address});
    const std::string text = row["instruction"] + ' ' + row["mask"] + ' ' + row["addresses"];
    EXPECT_EQ(std::to_string(loop.rounds), row["sm__sass_inst_executed_op_shared_atom.sum"]) << text;
    EXPECT_EQ(std::to_string(loop.rounds), row["sm__sass_inst_executed_op_shared_ld.sum"]) << text;
    EXPECT_EQ(std::to_string(loop.loads.profiled), row["sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"])
        << text;
    EXPECT_EQ(std::to_string(loop.loads.taken), row["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"]) << text;
    EXPECT_EQ(std::to_string(loop.all.profiled), row["memory_l1_wavefronts_shared"]) << text;
    EXPECT_EQ(std::to_string(loop.all.profiled_ideal), row["memory_l1_wavefronts_shared_ideal"]) << text;
    ++rows;
  }
  EXPECT_EQ(rows, 289);
}

// As h200/counted_ptx has them: 2 passes of a swap for each lane at a word, and one load.
TEST(SharedWavefronts, LoopsOfHalvesLoadTheirWordsOnce) {
  const auto loop_of = [](LaneMask lanes, std::uint64_t apart, SharedAccess access) {
    Addresses address{};
    for (std::size_t lane = 0; lane < address.size(); ++lane) address[lane] = lane * apart;
    return loop_wavefronts(SharedMemory{}, {.access = access, .bytes = 2, .lanes = lanes, .address = address});
  };
  const LoopWavefronts one_word = loop_of(0xffff, 0, SharedAccess::atomic_loop);
  EXPECT_EQ(one_word.rounds, 16u);
  EXPECT_EQ(one_word.requests, 1u);
  EXPECT_EQ(one_word.loads.taken, 1u);
  EXPECT_EQ(one_word.all.profiled, 1u + 272u);
  EXPECT_EQ(one_word.all.profiled_ideal, 1u + 32u);
  const LoopWavefronts two_a_word = loop_of(kFullMask, 2, SharedAccess::atomic_loop);
  EXPECT_EQ(two_a_word.rounds, 2u);
  EXPECT_EQ(two_a_word.all.profiled, 1u + 6u);
  const LoopWavefronts compared = loop_of(kFullMask, 0, SharedAccess::compare_and_swap);
  EXPECT_EQ(compared.rounds, 1u);
  EXPECT_EQ(compared.all.profiled, 1u + 64u);
}

/// The rule as the recordings state it, with nothing clever.
std::uint32_t passes_by_definition(const Addresses& address, LaneMask lanes, unsigned shift) {
  std::map<std::uint64_t, std::set<std::uint64_t>> banks;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t unit = address[static_cast<std::size_t>(lane)] >> shift;
    banks[unit % (128u >> shift)].insert(unit);
  });
  std::size_t most = 0;
  for (const auto& [bank, units] : banks) most = std::max(most, units.size());
  return static_cast<std::uint32_t>(most);
}

TEST(SharedWavefronts, ClosedFormsEqualCounting) {
  std::mt19937 random(7);
  const auto pick = [&](std::uint32_t bound) { return random() % bound; };
  for (int round = 0; round < 20000; ++round) {
    const unsigned shift = 2 + pick(3);
    const LaneMask lanes = pick(3) == 0 ? static_cast<LaneMask>(random()) : kFullMask;
    const std::int64_t stride = static_cast<std::int64_t>(pick(140)) - 70;
    const std::uint64_t base = 16384 + pick(512);
    const unsigned form = pick(5);
    const std::uint32_t among = 1 + pick(200);
    Addresses address{};
    for (int lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t unit = base;
      switch (form) {
        case 0: unit += static_cast<std::uint64_t>(stride * lane); break;
        case 1: unit += pick(among); break;
        case 2: unit += static_cast<std::uint64_t>(lane ^ 5) * 33; break;
        case 3: unit += static_cast<std::uint64_t>(stride * (lane / 4)); break;
        default: unit += pick(among) * 32; break;
      }
      address[static_cast<std::size_t>(lane)] = unit << shift;
    }
    ASSERT_EQ(passes(address, lanes, shift), passes_by_definition(address, lanes, shift))
        << "round " << round << " form " << form << " stride " << stride << " shift " << shift;
  }
}

TEST(SharedWavefronts, StrideTable) {
  const std::map<int, std::uint32_t> degree = {{1, 1},   {2, 2},   {3, 1},  {4, 4},   {8, 8},
                                               {16, 16}, {32, 32}, {33, 1}, {-32, 32}};
  for (const auto& [stride, expected] : degree) {
    Addresses address{};
    for (int lane = 0; lane < kWarpSize; ++lane)
      address[static_cast<std::size_t>(lane)] = static_cast<std::uint64_t>(65536 + stride * lane * 4);
    const Wavefronts cost = wavefronts_of("ld.u32", kFullMask, address);
    EXPECT_EQ(cost.taken, expected) << stride;
    EXPECT_EQ(cost.ideal, 1u);
  }
}

TEST(SharedWavefronts, Ideals) {
  Addresses apart{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) apart[lane] = 16 * lane;
  const auto ideal = [&](const char* instruction, LaneMask lanes, const Addresses& address) {
    return wavefronts_of(instruction, lanes, address).ideal;
  };
  EXPECT_EQ(ideal("ld.v4.u32", kFullMask, apart), 4u);
  EXPECT_EQ(ideal("ld.v4.u32", 0x000000ff, apart), 1u);
  EXPECT_EQ(ideal("ld.v4.u32", 0x0000ff00 | 0xff, apart), 2u);
  EXPECT_EQ(ideal("ld.v2.u32", kFullMask, apart), 2u);
  EXPECT_EQ(ideal("st.v4.u32", kFullMask, Addresses{}), 4u);
  EXPECT_EQ(ideal("ld.v2.u32", 0x55555555, apart), 1u);       // both halves, but 128 bytes in all
  EXPECT_EQ(ideal("ld.v4.u32", kFullMask, Addresses{}), 2u);  // one address: the quarters merge
  EXPECT_EQ(ideal("ld.v2.u32", kFullMask, Addresses{}), 1u);
  EXPECT_EQ(ideal("atom.cas.b32", kFullMask, apart), 2u);
  EXPECT_EQ(ideal("ldmatrix.x4", kFullMask, apart), 4u);
  for (const char* instruction : {"ld.u32", "ld.v4.u32", "st.v2.u32", "atom.add.u32", "atom.cas.b32", "ldmatrix.x2"}) {
    const Wavefronts none = wavefronts_of(instruction, 0, apart);
    EXPECT_EQ(none.taken, 0u) << instruction;
    EXPECT_EQ(none.ideal, 0u) << instruction;
  }
}

}  // namespace
}  // namespace warpglass::arch
