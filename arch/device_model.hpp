// What one GPU is, in numbers and rules: a record per machine. Everything that depends on the machine reads it here,
// so that a new GPU is one row in devices.cpp and nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"

namespace warpglass::arch {

/// Which rule tells how many passes a shared-memory access takes.
enum class BankRules : std::uint8_t {
  tesla,    // cc 1.x: 16 banks of 4 bytes, a request per half-warp
  fermi,    // cc 2.x: 32 banks of 4 bytes, wide accesses by half- and quarter-warps
  kepler,   // cc 3.x: 32 banks of 8 bytes, a 4-byte and an 8-byte mode
  maxwell,  // cc 5.x and 6.x: 32 banks of 4 bytes
  volta,    // cc 7.x and later: 32 banks of 4 bytes, wide accesses as recorded on H200 (shared_wavefronts.hpp)
};

/// A machine's shared memory in the mode that it is in.
struct SharedMemory {
  BankRules rules = BankRules::volta;
  std::uint32_t bank_bytes = 4;  // BankRules::kepler: 4 or 8 (cudaDeviceSetSharedMemConfig); others: 4

  [[nodiscard]] constexpr std::uint32_t banks() const { return rules == BankRules::tesla ? 16 : 32; }

  /// What a request costs may depend on its addresses through their distances and the first one modulo this.
  [[nodiscard]] constexpr std::uint32_t period() const { return rules == BankRules::kepler ? 256 : 4; }
  friend constexpr bool operator==(const SharedMemory&, const SharedMemory&) = default;
};

struct ComputeCapability {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;

  [[nodiscard]] constexpr std::uint32_t sm() const { return major * 10 + minor; }  // 90 for 9.0
  friend constexpr auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// To whom an SM gives registers.
enum class RegisterAllocation : std::uint8_t {
  per_block,  // cc 1.x
  per_warp,
};

/// What an SM and a block can hold; the same for all GPUs of a compute capability. Sizes in bytes unless named
/// otherwise.
struct Limits {
  std::string source{};  // letters of limits_sources(), with notes: "A, B"
  // Per SM.
  std::uint32_t max_threads_per_sm = 0;
  std::uint32_t max_warps_per_sm = 0;
  std::uint32_t max_blocks_per_sm = 0;
  std::uint32_t registers_per_sm = 0;  // 32-bit
  std::uint32_t shared_bytes_per_sm = 0;
  std::uint32_t barriers_per_sm = 0;  // named barriers (bar.sync ids) that all blocks share; 0: never the limit
  std::uint32_t sub_partitions = 0;   // schedulers; the unit in which warps get their registers
  // Per block and thread.
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t registers_per_block = 0;
  std::uint32_t max_registers_per_thread = 0;
  std::uint32_t shared_bytes_per_block = 0;        // without opting in
  std::uint32_t shared_bytes_per_block_optin = 0;  // what a kernel can opt in to (static and dynamic together)
  std::uint32_t shared_bytes_reserved = 0;         // taken by the system from each block, beyond what it asks for
  Dim3 max_block{0, 0, 0};
  Dim3 max_grid{0, 0, 0};
  // Units of allocation.
  RegisterAllocation register_allocation = RegisterAllocation::per_warp;
  std::uint32_t register_unit = 0;  // registers
  /// Sub-partitions that the check of one block's registers assumes where these are more than there are.
  std::uint32_t checked_partitions = 0;
  std::uint32_t shared_unit = 0;
  /// Sizes that an SM's shared memory can be set to, ascending; empty where it is fixed.
  std::vector<std::uint32_t> shared_carve_outs{};
  /// True: kernels prefer a size in percent, and a block that needs more gets the next one (cc 7.0 on). False: the
  /// cache configuration chooses, and a block that needs more gets the largest.
  bool carve_out_by_kernel = false;
  bool partitioned_caching = false;    // PartitionedCaching has an effect
  std::uint32_t max_cluster_size = 0;  // blocks, on every GPU of the capability; 0: there are no clusters
  std::uint32_t constant_bytes = 64 * 1024;
};

struct DeviceModel {
  std::string name;        // as the vendor's runtime reports it
  std::string source{};    // of its own numbers; `limits` has another
  std::string generation;  // "Hopper"
  ComputeCapability capability;
  BankRules bank_rules = BankRules::volta;
  std::uint32_t sm_count = 0;
  std::uint32_t warp_size = 32;
  std::uint64_t memory_bytes = 0;  // as an ordinary program sees it
  std::uint64_t l2_bytes = 0;
  std::uint64_t l2_bytes_per_second = 0;  // that it gives all SMs together; 0: not on record
  std::uint32_t clock_khz = 0;            // SM clock at most
  std::uint32_t memory_clock_khz = 0;
  std::uint32_t memory_bus_bits = 0;
  Limits limits;

  /// True where a chip of this compute capability was asked: an H200 (tests/hardware/h200).
  [[nodiscard]] bool is_recorded() const { return capability == ComputeCapability{9, 0}; }
  /// True where that chip's memory rules are taken to hold: from Volta on the guides describe one shared memory and one
  /// way to coalesce. Those of older generations are as the guides describe them.
  [[nodiscard]] bool has_recorded_rules() const { return bank_rules == BankRules::volta; }

  /// Whether cudaDeviceSetSharedMemConfig chooses the width of the banks.
  [[nodiscard]] bool has_bank_modes() const { return bank_rules == BankRules::kepler; }

  /// \param bank_bytes  8 is 4 where there is no choice
  [[nodiscard]] SharedMemory shared_memory(std::uint32_t bank_bytes = 4) const {
    return {.rules = bank_rules, .bank_bytes = has_bank_modes() ? bank_bytes : 4};
  }
  [[nodiscard]] std::string sm_name() const;  // "sm_90"
};

/// Every GPU there is a record of, by compute capability. The first of each capability stands for `sm_NN`.
[[nodiscard]] std::span<const DeviceModel> devices();

/// Where the limits come from.
struct LimitsSource {
  char letter;
  std::string_view text;
};
[[nodiscard]] std::span<const LimitsSource> limits_sources();

/// The GPU without an `--arch`: the one whose recordings the rules come from (H200).
[[nodiscard]] const DeviceModel& default_device();

struct DeviceLookup {
  const DeviceModel* device = nullptr;
  std::string error;  // when there is none: one line that names what would be understood
};

/// \param name  `sm_90`, `sm_90a`, `compute_90`, `cc9.0`, `9.0`, a generation (`hopper`) or a GPU (`H200`, `rtx 4090`),
///              in any case. An `a` or `f` behind the number is left out: it selects instructions, not rules.
[[nodiscard]] DeviceLookup find_device(std::string_view name);

}  // namespace warpglass::arch
