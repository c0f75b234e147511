// The machines. Two tables: what an SM of a compute capability holds, and which GPUs there are.
#include <algorithm>
#include <array>
#include <optional>

#include "arch/capability_limits.hpp"
#include "arch/device_model.hpp"

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kKiB = 1024;
constexpr double kMiB = 1024 * 1024;

constexpr LimitsSource kSources[] = {
    {'A', "the per-architecture traits of the vendor's C++ core libraries"},
    {'B', "the rules of the vendor's occupancy header"},
    {'C', "facts of CUDA 13's headers"},
    {'D', "the vendor's public occupancy-calculator table"},
    {'E', "the CUDA C Programming Guide, appendix \"Compute Capabilities\", editions up to 4.2"},
    {'F', "the CUDA Programming Guide, section on thread-block clusters"},
    {'S', "a chip's own answers"},
};

struct LimitsRow {
  std::uint32_t major, minor;
  std::uint32_t threads, warps, blocks;   // per SM
  std::uint32_t kiregs_sm, kiregs_block;  // registers / 1024
  std::uint32_t regs_thread, reg_unit;
  std::uint32_t partitions;
  std::uint32_t shared_sm, shared_optin;  // KiB
  std::uint32_t shared_unit, reserved;    // bytes
  std::uint32_t barriers_per_block;       // barriers per SM / blocks per SM
  std::string_view source;                // letters of kSources; where they disagree, who says what
};

// clang-format off
constexpr LimitsRow kLimits[] = {
  // cc      thr   warp blk  regs: SM blk thr unit  part  smem: SM optin unit reserved  bar   source
  { 1, 0,    768,  24,   8,        8,  8, 124, 256,  2,        16,  16,  512,    0,      0, "E" },
  { 1, 1,    768,  24,   8,        8,  8, 124, 256,  2,        16,  16,  512,    0,      0, "E" },
  { 1, 2,   1024,  32,   8,       16, 16, 124, 512,  2,        16,  16,  512,    0,      0, "E" },
  { 1, 3,   1024,  32,   8,       16, 16, 124, 512,  2,        16,  16,  512,    0,      0, "E" },
  { 2, 0,   1536,  48,   8,       32, 32,  63,  64,  2,        48,  48,  128,    0,      0, "D" },
  { 2, 1,   1536,  48,   8,       32, 32,  63,  64,  2,        48,  48,  128,    0,      0, "D" },
  { 3, 0,   2048,  64,  16,       64, 64,  63, 256,  4,        48,  48,  256,    0,      0, "D, B" },
  { 3, 2,   2048,  64,  16,       64, 64, 255, 256,  4,        48,  48,  256,    0,      0, "D; the guide's editions give 32 or 64" },
  { 3, 5,   2048,  64,  16,       64, 64, 255, 256,  4,        48,  48,  256,    0,      0, "D, B" },
  { 3, 7,   2048,  64,  16,      128, 64, 255, 256,  4,       112,  48,  256,    0,      0, "D, B" },
  { 5, 0,   2048,  64,  32,       64, 64, 255, 256,  4,        64,  48,  256,    0,      0, "D, B" },
  { 5, 2,   2048,  64,  32,       64, 64, 255, 256,  4,        96,  48,  256,    0,      0, "D gives 32 a block; the guide 64" },
  { 5, 3,   2048,  64,  32,       64, 32, 255, 256,  4,        64,  48,  256,    0,      0, "D, B" },
  { 6, 0,   2048,  64,  32,       64, 64, 255, 256,  2,        64,  48,  256,    0,      0, "A, B, D" },
  { 6, 1,   2048,  64,  32,       64, 64, 255, 256,  4,        96,  48,  256,    0,      0, "A, B, D" },
  { 6, 2,   2048,  64,  32,       64, 32, 255, 256,  4,        64,  48,  256,    0,      0, "A, B; D gives 64 a block" },
  { 7, 0,   2048,  64,  32,       64, 64, 255, 256,  4,        96,  96,  256,    0,      0, "A, B" },
  { 7, 5,   1024,  32,  16,       64, 64, 255, 256,  4,        64,  64,  256,    0,      0, "A, B" },
  { 8, 0,   2048,  64,  32,       64, 64, 255, 256,  4,       164, 163,  128, 1024,      0, "A, B" },
  { 8, 6,   1536,  48,  16,       64, 64, 255, 256,  4,       100,  99,  128, 1024,      0, "A, B" },
  { 8, 7,   1536,  48,  16,       64, 64, 255, 256,  4,       164, 163,  128, 1024,      0, "A, B" },
  { 8, 8,   1536,  48,  16,       64, 64, 255, 256,  4,       100,  99,  128, 1024,      0, "A, B" },
  { 8, 9,   1536,  48,  24,       64, 64, 255, 256,  4,       100,  99,  128, 1024,      0, "A, B" },
  { 9, 0,   2048,  64,  32,       64, 64, 255, 256,  4,       228, 227,  128, 1024,      2, "A, B, S" },
  {10, 0,   2048,  64,  32,       64, 64, 255, 256,  4,       228, 227,  128, 1024,      2, "A, C" },
  {10, 3,   2048,  64,  32,       64, 64, 255, 256,  4,       228, 227,  128, 1024,      2, "A, C" },
  {11, 0,   1536,  48,  24,       64, 64, 255, 256,  4,       228, 227,  128, 1024,      1, "A, C" },
  {12, 0,   1536,  48,  24,       64, 64, 255, 256,  4,       100,  99,  128, 1024,      1, "A, C" },
  {12, 1,   1536,  48,  24,       64, 64, 255, 256,  4,       100,  99,  128, 1024,      1, "A, C" },
};

struct GpuRow {
  std::string_view name;
  std::string_view generation;
  std::uint32_t major, minor;
  std::uint32_t sms;
  double memory_mib;
  std::uint64_t l2_kib;
  std::uint32_t clock_mhz, memory_mhz, bus_bits;
  bool asked = false;  // the machine itself answered
};

// Sources: the vendor's data sheets and architecture papers (boost clock, memory clock as its runtime reports it, memory
// less what the system takes where the runtime's figure is known), unless the machine itself was asked.
constexpr GpuRow kGpus[] = {
  // name                                   generation    cc      SMs  mem MiB  L2 KiB   MHz   mem  bus
  {"GeForce 8800 GTX",                      "Tesla",      1, 0,    16,     768,      0,  1350,   900,  384},
  {"GeForce 8600 GTS",                      "Tesla",      1, 1,     4,     256,      0,  1450,  1000,  128},
  {"GeForce GT 240",                        "Tesla",      1, 2,    12,     512,      0,  1340,  1700,  128},
  {"GeForce GTX 280",                       "Tesla",      1, 3,    30,    1024,      0,  1296,  1107,  512},
  {"Tesla C1060",                           "Tesla",      1, 3,    30,    4096,      0,  1296,   800,  512},
  {"GeForce GTX 480",                       "Fermi",      2, 0,    15,    1536,    768,  1401,  1848,  384},
  {"Tesla C2050",                           "Fermi",      2, 0,    14,    2688,    768,  1147,  1500,  384},
  {"GeForce GTX 560 Ti",                    "Fermi",      2, 1,     8,    1024,    512,  1645,  2004,  256},
  {"GeForce GTX 680",                       "Kepler",     3, 0,     8,    2048,    512,  1058,  3004,  256},
  {"Tesla K10",                             "Kepler",     3, 0,     8,    4096,    512,   745,  2500,  256},
  {"Jetson TK1",                            "Kepler",     3, 2,     1,    1892,    128,   852,   924,   64},
  {"Tesla K40",                             "Kepler",     3, 5,    15,   11441,   1536,   745,  3004,  384},
  {"GeForce GTX TITAN",                     "Kepler",     3, 5,    14,    6144,   1536,   876,  3004,  384},
  {"Tesla K80",                             "Kepler",     3, 7,    13,   11441,   1536,   824,  2505,  384},
  {"GeForce GTX 750 Ti",                    "Maxwell",    5, 0,     5,    2048,   2048,  1085,  2700,  128},
  {"GeForce GTX 980",                       "Maxwell",    5, 2,    16,    4096,   2048,  1216,  3505,  256},
  {"GeForce GTX TITAN X",                   "Maxwell",    5, 2,    24,   12288,   3072,  1076,  3505,  384},
  {"Jetson TX1",                            "Maxwell",    5, 3,     2,    3983,    256,   998,  1600,   64},
  {"Tesla P100-SXM2-16GB",                  "Pascal",     6, 0,    56,   16281,   4096,  1480,   715, 4096},
  {"NVIDIA GeForce GTX 1080",               "Pascal",     6, 1,    20,    8114,   2048,  1733,  5005,  256},
  {"NVIDIA GeForce GTX 1080 Ti",            "Pascal",     6, 1,    28,   11172,   2816,  1582,  5505,  352},
  {"Tesla P40",                             "Pascal",     6, 1,    30,   22912,   3072,  1531,  3615,  384},
  {"Jetson TX2",                            "Pascal",     6, 2,     2,    7846,    512,  1300,  1866,  128},
  {"Tesla V100-SXM2-16GB",                  "Volta",      7, 0,    80,   16160,   6144,  1530,   877, 4096},
  {"Tesla V100-SXM2-32GB",                  "Volta",      7, 0,    80,   32510,   6144,  1530,   877, 4096},
  {"NVIDIA TITAN V",                        "Volta",      7, 0,    80,   12066,   4608,  1455,   850, 3072},
  {"Tesla T4",                              "Turing",     7, 5,    40,   15102,   4096,  1590,  5001,  256},
  {"NVIDIA GeForce RTX 2080 Ti",            "Turing",     7, 5,    68,   11019,   5632,  1545,  7000,  352},
  {"NVIDIA GeForce GTX 1660 Ti",            "Turing",     7, 5,    24,    5944,   1536,  1770,  6001,  192},
  {"NVIDIA A100-SXM4-40GB",                 "Ampere",     8, 0,   108,   40326,  40960,  1410,  1215, 5120},
  {"NVIDIA A100-SXM4-80GB",                 "Ampere",     8, 0,   108,   81042,  40960,  1410,  1593, 5120},
  {"NVIDIA A30",                            "Ampere",     8, 0,    56,   24062,  24576,  1440,  1215, 3072},
  {"NVIDIA GeForce RTX 3090",               "Ampere",     8, 6,    82,   24254,   6144,  1695,  9751,  384},
  {"NVIDIA GeForce RTX 3060",               "Ampere",     8, 6,    28,   12044,   2304,  1777,  7501,  192},
  {"NVIDIA GeForce RTX 3080",               "Ampere",     8, 6,    68,   10009,   5120,  1710,  9501,  320},
  {"NVIDIA A10",                            "Ampere",     8, 6,    72,   22731,   6144,  1695,  6251,  384},
  {"NVIDIA RTX A6000",                      "Ampere",     8, 6,    84,   48670,   6144,  1800,  8001,  384},
  {"Jetson AGX Orin",                       "Ampere",     8, 7,    16,   62841,   4096,  1300,  3200,  256},
  {"NVIDIA GeForce RTX 4090",               "Ada",        8, 9,   128,   24209,  73728,  2520, 10501,  384},
  {"NVIDIA GeForce RTX 4070",               "Ada",        8, 9,    46,   11994,  36864,  2475, 10501,  192},
  {"NVIDIA L4",                             "Ada",        8, 9,    58,   22565,  49152,  2040,  6251,  192},
  {"NVIDIA L40S",                           "Ada",        8, 9,   142,   45458,  98304,  2520,  9001,  384},
  {"NVIDIA H200",                           "Hopper",     9, 0,   132, 143155.9375, 61440, 1980, 3201, 6016, true},
  {"NVIDIA H100 80GB HBM3",                 "Hopper",     9, 0,   132,   81090,  51200,  1980,  2619, 5120},
  {"NVIDIA H100 PCIe",                      "Hopper",     9, 0,   114,   81090,  51200,  1755,  1593, 5120},
  {"NVIDIA B200",                           "Blackwell", 10, 0,   148,  182642, 129536,  1965,  3996, 7680},
  {"NVIDIA B300 SXM6 AC",                   "Blackwell", 10, 3,   148,  275040, 129536,  2032,  3996, 7680},
  {"NVIDIA Thor",                           "Blackwell", 11, 0,    20,  125772,  32768,  1575,  4266,  256},
  {"NVIDIA GeForce RTX 5090",               "Blackwell", 12, 0,   170,   32109,  98304,  2407, 14001,  512},
  {"NVIDIA GeForce RTX 5070",               "Blackwell", 12, 0,    48,   11852,  49152,  2512, 14001,  192},
  {"NVIDIA RTX PRO 6000 Blackwell",         "Blackwell", 12, 0,   188,   97250, 131072,  2617, 14001,  512},
  {"NVIDIA GB10",                           "Blackwell", 12, 1,    48,  122566,  24576,  2418,  4266,  256},
};
// clang-format on

struct L2Row {
  std::string_view name;
  double bytes;  // a clock
  std::uint32_t clock_mhz;
};

// What the second level gives all SMs together. Papers have bytes a clock of the V100 and A100, but not of which clock.
constexpr L2Row kL2[] = {
    // Reached by loads of all SMs, in cycles of theirs (tests/hardware/h200/facts/memory_levels.tsv).
    {"NVIDIA H200", 5110, 1980},
    // Nsight Compute 2025.3.1 on one: lts__lts2xbar_cycles_active.sum.peak_sustained is 160, of 32 bytes;
    // lts__cycles_elapsed.avg.per_second is 1.685 GHz while that of the SMs is 1.954 GHz.
    {"NVIDIA H100 80GB HBM3", 5120, 1685},
};

std::uint64_t l2_bandwidth_of(std::string_view name) {
  const auto* const row = std::ranges::find(kL2, name, &L2Row::name);
  return row == std::end(kL2) ? 0 : static_cast<std::uint64_t>(row->bytes * row->clock_mhz * 1e6);
}

BankRules bank_rules_of(std::uint32_t major) {
  if (major == 1) return BankRules::tesla;
  if (major == 2) return BankRules::fermi;
  if (major == 3) return BankRules::kepler;
  if (major <= 6) return BankRules::maxwell;
  return BankRules::volta;
}

/// Source: B; Fermi and Kepler split 64 KiB between the first-level cache and shared memory (E).
std::vector<std::uint32_t> carve_outs_of(const LimitsRow& row) {
  std::vector<std::uint32_t> kib;
  if (row.major == 2) kib = {16, 48};
  if (row.major == 3 && row.minor < 7) kib = {16, 32, 48};
  if (row.major == 3 && row.minor == 7) kib = {80, 96, 112};
  if (row.major == 7)
    kib = row.minor == 5 ? std::vector<std::uint32_t>{32, 64} : std::vector<std::uint32_t>{0, 8, 16, 32, 64, 96};
  if (row.major >= 8) {
    for (const std::uint32_t size : {0u, 8u, 16u, 32u, 64u, 100u, 132u, 164u, 196u, 228u}) {
      if (size <= row.shared_sm) kib.push_back(size);
    }
  }
  for (std::uint32_t& size : kib) size *= kKiB;
  return kib;
}

Limits made_of(const LimitsRow& row) {
  const bool tesla = row.major == 1;
  const bool clusters = row.major >= 9;
  const std::uint32_t cc = row.major * 10 + row.minor;
  return {
      .source = std::string(row.source) + (clusters ? ", F" : ""),
      .max_threads_per_sm = row.threads,
      .max_warps_per_sm = row.warps,
      .max_blocks_per_sm = row.blocks,
      .registers_per_sm = row.kiregs_sm * 1024,
      .shared_bytes_per_sm = row.shared_sm * kKiB,
      .barriers_per_sm = row.barriers_per_block * row.blocks,
      .sub_partitions = row.partitions,
      .max_threads_per_block = tesla ? 512u : 1024u,
      .registers_per_block = row.kiregs_block * 1024,
      .max_registers_per_thread = row.regs_thread,
      .shared_bytes_per_block = (tesla ? 16u : 48u) * kKiB,
      .shared_bytes_per_block_optin = row.shared_optin * kKiB,
      .shared_bytes_reserved = row.reserved,
      .max_block = tesla ? Dim3{512, 512, 64} : Dim3{1024, 1024, 64},
      .max_grid = tesla            ? Dim3{65535, 65535, 1}
                  : row.major == 2 ? Dim3{65535, 65535, 65535}
                                   : Dim3{2147483647, 65535, 65535},
      .register_allocation = tesla ? RegisterAllocation::per_block : RegisterAllocation::per_warp,
      .register_unit = row.reg_unit,
      // A block that no other Pascal could hold is refused by cc 6.0 too (B).
      .checked_partitions = cc == 60 ? 4u : 0u,
      .shared_unit = row.shared_unit,
      .shared_carve_outs = carve_outs_of(row),
      .carve_out_by_kernel = row.major >= 7,
      .partitioned_caching = cc == 52 || cc == 53 || cc == 61 || cc == 62,  // B
      .max_cluster_size = clusters ? 8u : 0u,
      .constant_bytes = 64 * kKiB,
  };
}

std::vector<DeviceModel> make_devices() {
  std::vector<DeviceModel> all;
  for (const LimitsRow& row : kLimits) {
    for (const GpuRow& gpu : kGpus) {
      if (gpu.major != row.major || gpu.minor != row.minor) continue;
      all.push_back({
          .name = std::string(gpu.name),
          .source = gpu.asked ? "the machine's own answers" : "the vendor's data sheets and architecture papers",
          .generation = std::string(gpu.generation),
          .capability = {gpu.major, gpu.minor},
          .bank_rules = bank_rules_of(gpu.major),
          .sm_count = gpu.sms,
          .warp_size = 32,
          .memory_bytes = static_cast<std::uint64_t>(gpu.memory_mib * kMiB),
          .l2_bytes = gpu.l2_kib * kKiB,
          .l2_bytes_per_second = l2_bandwidth_of(gpu.name),
          .clock_khz = gpu.clock_mhz * 1000,
          .memory_clock_khz = gpu.memory_mhz * 1000,
          .memory_bus_bits = gpu.bus_bits,
          .limits = made_of(row),
      });
    }
  }
  return all;
}

}  // namespace

std::optional<Limits> limits_of(ComputeCapability capability) {
  if (capability == ComputeCapability{10, 1}) capability = {11, 0};
  constexpr std::uint32_t kComplete = 9;  // generations that get no further machines
  const LimitsRow* found = nullptr;
  for (const LimitsRow& row : kLimits) {
    if (row.major != capability.major) continue;
    if (row.minor == capability.minor || (row.major <= kComplete && row.minor < capability.minor)) found = &row;
  }
  return found != nullptr ? std::optional(made_of(*found)) : std::nullopt;
}

std::span<const LimitsSource> limits_sources() { return kSources; }

std::span<const DeviceModel> devices() {
  static const std::vector<DeviceModel> all = make_devices();
  return all;
}

}  // namespace warpglass::arch
