// The caches against what an H200 counted (tests/hardware/h200/facts/caches.tsv): each recorded launch's accesses,
// played to the simulator in the order in which warps that take turns would make them.
#include "analysis/cache_simulator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "arch/caches.hpp"
#include "tests/hardware/recorded_rows.hpp"
#include "tests/unit/analysis/cache_machine.hpp"

namespace warpglass::analysis {
namespace {

/// A launch as the recording names it: what it does, the KiB it touches, and its shape.
struct Recorded {
  std::string does;
  std::uint64_t kib = 0;
  std::uint32_t blocks = 0, threads = 0, rounds = 0;
  int carve_out = 0;
  std::map<std::string, double> counters;
};

std::vector<Recorded> recorded() {
  const auto rows = recorded_rows("caches.tsv");
  const std::vector<std::string>& header = rows.at(0);
  std::vector<Recorded> all;
  for (const std::vector<std::string>& row : std::span(rows).subspan(1)) {
    Recorded one{.does = row.at(0), .kib = std::stoull(row.at(1)), .counters = {}};
    std::istringstream(row.back()) >> one.blocks >> one.threads >> one.rounds >> one.carve_out;
    for (std::size_t i = 2; i + 1 < header.size(); ++i) one.counters[header[i]] = std::stod(row.at(i));
    all.push_back(std::move(one));
  }
  return all;
}

/// One warp's access to a line in a round of a recorded launch.
void play(CacheMachine& machine, const Recorded& r, std::uint32_t sm, std::uint64_t line, std::uint32_t round) {
  constexpr LaneMask kOneSector = 0x000000ff;
  if (r.does == "load" || r.does == "load_random") return machine.load(line);
  if (r.does == "load_nc") return machine.load(line, sm, CacheOperator::non_coherent);
  if (r.does == "load_cg") return machine.load(line, sm, CacheOperator::global);
  if (r.does == "load_volatile") return machine.load(line, sm, CacheOperator::uncached);
  if (r.does == "load_one_sector") return machine.access(sim::AccessKind::load, sm, line, 4, 4, kOneSector);
  if (r.does == "load_two_sectors") return machine.access(sim::AccessKind::load, sm, line, 64, 4, 0x3);
  if (r.does == "store") return machine.store(line, sm);
  if (r.does == "store_bytes") return machine.access(sim::AccessKind::store, sm, line, 32, 1, 0xf);
  const bool store = (r.does == "store_load" && round == 0) || (r.does == "load_store_load" && round == 1) ||
                     (r.does == "load_store" && round != 0);
  if (store) return machine.store(line, sm);
  if (r.does == "load_red_load" && round == 1) return machine.access(sim::AccessKind::atomic_add, sm, line, 4, 4);
  machine.load(line, sm);
}

CacheTotals play(const Recorded& r) {
  CacheMachine machine;
  machine.start(r.blocks, r.threads, r.carve_out);
  const std::uint64_t warps = std::uint64_t{r.blocks} * r.threads / 32;
  const std::uint64_t lines = r.kib * 8 / warps;
  for (std::uint32_t round = 0; round < r.rounds; ++round) {
    for (std::uint64_t i = 0; i < lines; ++i) {
      std::uint64_t line = i;
      if (r.does == "load_random")
        line = (static_cast<std::uint32_t>(i) * 2654435761u + round * 40503u) % static_cast<std::uint32_t>(lines);
      for (std::uint64_t warp = 0; warp < warps; ++warp)
        play(machine, r, static_cast<std::uint32_t>(warp * 32 / r.threads), (1 << 20) + (warp * lines + line) * 128,
             round);
    }
  }
  return machine.totals();
}

// The chip loses its lines over a band of sizes around a level's capacity (the first level from 0.95 to 1.3 times of
// it), ours within an eighth of it, so that launches which just fill a level are left out. Device memory is compared
// with room for what the profiler itself reads, and its writes only where the launch stores: else they are what was
// there before.
TEST(CacheSimulator, CountsWhatAnH200Counted) {
  constexpr std::uint64_t kMiB = 1024;  // in KiB
  int rows = 0;
  for (const Recorded& r : recorded()) {
    if (r.kib * r.rounds > 150 * kMiB) continue;  // adds only time
    const std::uint64_t l1_kib =
        256 - static_cast<std::uint64_t>(r.counters.at("launch__shared_mem_config_size")) / 1024;
    const bool l1_is_full = 8 * r.kib / r.blocks >= 7 * l1_kib && 10 * r.kib / r.blocks <= 15 * l1_kib;
    const bool partition_is_full = r.blocks == 1 && r.kib > 28 * kMiB && r.kib < 36 * kMiB;
    if (partition_is_full) continue;
    const CacheTotals ours = play(r);
    const auto compare = [&](const char* counter, std::uint64_t value, double share) {
      const double theirs = r.counters.at(counter);
      EXPECT_LE(std::abs(static_cast<double>(value) - theirs), 1500 + share * static_cast<double>(ours.l1_sectors))
          << r.does << ' ' << r.kib << " KiB, " << r.blocks << " x " << r.threads << ": " << counter << ' ' << theirs
          << ", ours " << value;
    };
    if (!l1_is_full) {
      compare("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", ours.global_load_hits, 0.02);
      compare("l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", ours.global_store_hits, 0.02);
      compare("l1tex__m_xbar2l1tex_read_sectors.sum", ours.l1_fetched, 0.02);
      compare("lts__t_sectors_srcunit_tex.sum", ours.l2_sectors, 0.02);
      compare("lts__t_sectors_srcunit_tex_lookup_hit.sum", ours.l2_hits, 0.1);
      compare("lts__t_sectors_srcunit_tex_lookup_miss.sum", ours.l2_misses, 0.1);
    }
    compare("dram__sectors_read.sum", ours.dram_reads, 0.11);
    if (r.does.find("store") != std::string::npos)
      compare("dram__sectors_write.sum", ours.dram_writes, r.does == "store_bytes" ? 0.18 : 0.05);
    ++rows;
  }
  EXPECT_EQ(rows, 83);
}

TEST(CacheSimulator, StoresLeaveWhatTheyWriteAndAtomicsTakeItAway) {
  CacheMachine machine;
  machine.start(1, 32);
  machine.store(4096);
  machine.load(4096);
  EXPECT_EQ(machine.totals().global_load_hits, 4u);
  EXPECT_EQ(machine.totals().dram_reads, 0u);
  EXPECT_EQ(machine.totals().dram_writes, 0u);  // they wait in the second level
  machine.access(sim::AccessKind::atomic_add, 0, 4096, 4, 4);
  machine.load(4096);
  EXPECT_EQ(machine.totals().global_load_hits, 4u);
  machine.load(4096);
  EXPECT_EQ(machine.totals().global_load_hits, 8u);
  // A byte of a sector that nobody has waits for the others. Who reads it gets them from device memory, 64 bytes at
  // once.
  machine.access(sim::AccessKind::store, 0, 8192, 1, 1, 0x1);
  EXPECT_EQ(machine.totals().dram_reads, 0u);
  const std::uint64_t hits = machine.totals().global_load_hits;
  machine.access(sim::AccessKind::load, 0, 8192, 1, 1, 0x1);
  EXPECT_EQ(machine.totals().global_load_hits, hits);
  EXPECT_EQ(machine.totals().dram_reads, 2u);
  // Bytes that come one after another and are complete in the end are never read.
  for (std::uint64_t byte = 0; byte < 32; ++byte) machine.access(sim::AccessKind::store, 0, 16384 + byte, 1, 1, 0x1);
  machine.load(16384 - 96);
  EXPECT_EQ(machine.totals().dram_reads, 2u + 4u);
}

TEST(CacheSimulator, AStoreToALineThatIsThereHitsWhicheverSectors) {
  CacheMachine machine;
  machine.start(1, 128);
  // A warp's bytes are a sector; four warps fill a line: h200/caches/stride.csv, read_chars.
  for (std::uint64_t warp = 0; warp < 4; ++warp) machine.access(sim::AccessKind::store, 0, 4096 + 32 * warp, 1, 1);
  EXPECT_EQ(machine.totals().global_store_hits, 3u);
  EXPECT_EQ(machine.totals().l2_sectors, 4u);
}

TEST(CacheSimulator, LanesOfAnAtomicTakeTurnsInTheSecondLevel) {
  CacheMachine machine;
  machine.start(1, 32);
  machine.access(sim::AccessKind::atomic_add, 0, 4096, 0, 4);
  EXPECT_EQ(machine.totals().l2_sectors, 32u);
  EXPECT_EQ(machine.totals().l2_misses, 1u);
  EXPECT_EQ(machine.totals().l2_hits, 31u);
}

TEST(CacheSimulator, EverySmHasAFirstLevelAndLaunchesBeginCold) {
  CacheMachine machine;
  machine.start(2, 32);
  machine.load(4096, 0);
  machine.load(4096, 1);
  EXPECT_EQ(machine.totals().global_load_hits, 0u);
  EXPECT_EQ(machine.totals().dram_reads, 4u);
  machine.load(4096, 1);
  EXPECT_EQ(machine.totals().global_load_hits, 4u);
  machine.start(2, 32);
  EXPECT_EQ(machine.totals(), CacheTotals{});
  machine.load(4096, 1);
  EXPECT_EQ(machine.totals().global_load_hits, 0u);
  EXPECT_EQ(machine.totals().dram_reads, 4u);
}

TEST(CacheSimulator, LocalMemoryIsEachThreadsOwn) {
  CacheMachine machine;
  machine.program().functions[0].local_bytes = 64;
  machine.start(2, 32);
  const auto touch = [&](sim::AccessKind kind, std::uint32_t sm, std::uint64_t offset) {
    machine.access(kind, sm, offset, 0, 4, kFullMask, CacheOperator::none, sim::Space::local);
  };
  touch(sim::AccessKind::store, 0, 8);
  touch(sim::AccessKind::load, 0, 8);
  EXPECT_EQ(machine.totals().l1_sectors, 8u);  // the lanes' words lie side by side
  EXPECT_EQ(machine.totals().l1_hits, 4u);
  EXPECT_EQ(machine.totals().global_load_hits, 0u);
  touch(sim::AccessKind::load, 1, 8);
  touch(sim::AccessKind::load, 0, 12);
  EXPECT_EQ(machine.totals().l1_hits, 4u);
}

/// \param answer_each  before the next one is made
CacheTotals play_crowded(bool answer_each, int workers) {
  CacheMachine machine;
  machine.program().functions[0].local_bytes = 64;
  machine.start(8, 256, -1, workers);
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    tell(machine.simulator(), crowded(random, static_cast<std::uint32_t>(random() % 8)));
    if (answer_each) (void)machine.totals();
  }
  return machine.totals();
}

// Requests wait for others to the same sets, and on threads of their own.
TEST(CacheSimulator, AnswersAsIfAtOnce) {
  const CacheTotals at_once = play_crowded(true, 1);
  EXPECT_GT(at_once.dram_writes, 1000u);
  EXPECT_GT(at_once.l2_hits, 1000u);
  EXPECT_EQ(play_crowded(false, 1), at_once);
  EXPECT_EQ(play_crowded(false, 2), at_once);
  EXPECT_EQ(play_crowded(false, 8), at_once);
}

/// Warps one behind the other, each of which makes some accesses to arrays that meet in a few sets, some of them the
/// last of a level.
CacheTotals play_neighbours(bool answer_each, int workers) {
  constexpr std::uint64_t kSets = 15360;  // of a partition of the second level
  struct Stream {
    sim::AccessKind kind;
    std::uint64_t begin;
    std::uint32_t bytes;
  };
  CacheMachine machine;
  machine.start(8, 256, -1, workers);
  std::mt19937 random(2);
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int i = 0; i < 2'000; ++i) {
    const std::uint32_t sm = below(8);
    const std::uint32_t bytes = 4u << below(3);
    std::vector<Stream> streams;
    for (std::uint32_t left = 1 + below(7); left != 0; --left) {
      const std::uint64_t line = kSets * (1 + below(40)) - 40 + below(64);
      streams.push_back({.kind = below(3) == 0 ? sim::AccessKind::store : sim::AccessKind::load,
                         .begin = (1 << 20) + 128 * line + (below(8) == 0 ? 32 : 0),
                         .bytes = below(8) == 0 ? 4 : bytes});
    }
    const std::uint32_t warps = 1 + below(20);
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      for (const Stream& stream : streams) {
        machine.access(stream.kind, sm, stream.begin + warp * 32 * stream.bytes, stream.bytes, stream.bytes);
        if (answer_each) (void)machine.totals();
      }
    }
  }
  return machine.totals();
}

// What goes on behind an access of the warp before is answered with that.
TEST(CacheSimulator, AnswersNeighboursAsIfAtOnce) {
  const CacheTotals at_once = play_neighbours(true, 1);
  EXPECT_GT(at_once.dram_writes, 1000u);
  EXPECT_GT(at_once.l2_hits, 1000u);
  EXPECT_EQ(play_neighbours(false, 1), at_once);
  EXPECT_EQ(play_neighbours(false, 2), at_once);
  EXPECT_EQ(play_neighbours(false, 8), at_once);
}

// Each lane's words lie in lines of their own: a warp comes to more of them than most accesses do.
TEST(CacheSimulator, FollowsAnAccessToManyLines) {
  CacheMachine machine;
  machine.program().functions[0].local_bytes = 1024;
  machine.start(1, 32);
  machine.access(sim::AccessKind::store, 0, 0, 16, 16, kFullMask, CacheOperator::none, sim::Space::local);
  EXPECT_EQ(machine.totals().l1_sectors, 128u);
  EXPECT_EQ(machine.totals().l1_hits, 0u);
  machine.access(sim::AccessKind::store, 0, 0, 16, 16, kFullMask, CacheOperator::none, sim::Space::local);
  EXPECT_EQ(machine.totals().l1_sectors, 256u);
  EXPECT_EQ(machine.totals().l1_hits, 128u);
}

TEST(CacheRules, SizesOfTheFirstLevel) {
  const auto kib = [](const char* name, std::uint64_t carve_out_kib) {
    return arch::cache_rules(*arch::find_device(name).device, carve_out_kib * 1024).l1_bytes / 1024;
  };
  EXPECT_EQ(kib("sm_13", 16), 0u);
  EXPECT_EQ(kib("sm_20", 48), 16u);
  EXPECT_EQ(kib("sm_35", 16), 48u);
  EXPECT_EQ(kib("sm_37", 112), 16u);
  EXPECT_EQ(kib("sm_52", 96), 24u);
  EXPECT_EQ(kib("sm_61", 96), 48u);
  EXPECT_EQ(kib("sm_70", 96), 32u);
  EXPECT_EQ(kib("sm_75", 64), 32u);
  EXPECT_EQ(kib("sm_80", 164), 28u);
  EXPECT_EQ(kib("sm_86", 100), 28u);
  EXPECT_EQ(kib("sm_90", 228), 28u);
  for (const arch::DeviceModel& device : arch::devices()) {
    const arch::CacheRules rules = arch::cache_rules(device, 0);
    EXPECT_EQ(rules.l1_bytes == 0, device.capability.major == 1) << device.name;
    EXPECT_EQ(rules.l2_bytes, device.l2_bytes);
  }
}

}  // namespace
}  // namespace warpglass::analysis
