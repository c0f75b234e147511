// What an access pattern costs the memory system of the machine whose rules apply. The engine asks once per distinct
// pattern of an instruction (the shape memo) and from then on only counts how often the pattern came.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/cache_operator.hpp"
#include "base/image_request.hpp"
#include "base/lane_mask.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

/// The class of instruction whose lanes access memory together.
enum class AccessKind : std::uint8_t {
  load,
  store,
  atomic_add,    // atom/red with native shared-memory support for the type: add, min, max, and, or, xor, inc, dec
  atomic_count,  // shared addition of 1 without a result: lanes of one word are counted together
  atomic_exchange,
  atomic_cas,
  atomic_loop,  // no native instruction: the machine runs a compare-and-swap loop
  matrix_load,
  matrix_store,  // 8x8 matrices by rows of 16 bytes; lanes 8k..8k+7 hold the rows of matrix k
  async_copy,    // cp.async: the side that writes shared memory
};

/// One warp instruction's addresses.
struct AccessPattern {
  AccessKind kind = AccessKind::load;
  Space space = Space::shared;
  std::uint32_t bytes = 4;     // per lane, all vector elements together; 16 per row for matrices
  std::uint32_t matrices = 0;  // matrix_load/matrix_store: 1, 2 or 4
  CacheOperator cache = CacheOperator::none;
  LaneMask lanes = 0;                       // that take part
  std::array<std::uint64_t, 32> address{};  // of lanes that take part: shared and local: byte offset in the block's
                                            // shared or the thread's local memory
};

/// Accesses that are priced together: of one instruction and to one memory.
struct PatternBatch {
  static constexpr std::size_t kMost = 32;

  std::size_t count = 0;     // at most kMost; what others hold is of no account
  std::uint64_t within = 0;  // all places lie below that
  AccessPattern common;      // but for lanes and addresses
  std::array<LaneMask, kMost> lanes{};
  std::array<std::uint64_t, kMost> origin{};  // what places are counted from: multiples of 128; in shared memory 0
  /// Of the lanes, in bytes, where addresses are multiples of AccessPattern::bytes. Lanes that do not take part have
  /// the place of one that does.
  std::array<std::array<std::uint32_t, 32>, kMost> place{};

  /// One of them by itself.
  [[nodiscard]] AccessPattern at(std::size_t i) const;
};

/// A number of each access of a batch; of those that are not there they are of no account.
using BatchColumn = std::array<std::uint32_t, PatternBatch::kMost>;

/// Passes that accesses to shared memory take, none of which is a loop: SharedCost, where what is profiled is the same.
struct BatchPasses {
  BatchColumn wavefronts;
  BatchColumn ideal;
};

/// What accesses to other memory ask for: GlobalCost.
struct BatchSectors {
  BatchColumn sectors;
  BatchColumn ideal;
  BatchColumn lines;
  BatchColumn turns;
};

/// Loads of a loop, and their passes.
struct LoopLoads {
  std::uint16_t requests = 0;
  std::uint16_t wavefronts = 0;
  std::uint16_t ideal = 0;
  std::uint16_t profiled = 0;
  std::uint16_t profiled_ideal = 0;
};

/// Passes a shared-memory access takes.
struct SharedCost {
  std::uint16_t wavefronts = 0;
  std::uint16_t ideal = 0;     // what the same lanes and width would take without bank conflicts
  std::uint16_t profiled = 0;  // as Nsight Compute works them out from the addresses
  std::uint16_t profiled_ideal = 0;
  /// An atomic that the machine executes as a loop: how often it goes round, each time with an atomic. 0: no loop.
  std::uint16_t rounds = 0;
  LoopLoads loads{};  // part of the passes above

  SharedCost& operator+=(const SharedCost& other);
};

/// 32-byte sectors a global or local access asks for. Of a load of constant memory: the different words, which are
/// served one after another (`sectors`), 1 (`ideal`).
struct GlobalCost {
  std::uint16_t sectors = 0;
  std::uint16_t ideal = 0;  // least for the bytes asked for
  std::uint16_t lines = 0;  // 128-byte lines (tags)
  std::uint16_t turns = 0;  // sectors, each as often as lanes take turns at it: atomics; else as `sectors`
};

/// One cp.async, with both its sides.
struct CopyPattern {
  std::uint32_t bytes = 16;              // per lane
  bool past_first_level = false;         // .cg
  LaneMask lanes = 0;                    // that write shared memory
  LaneMask reads = 0;                    // those of them that read global memory
  std::array<std::uint64_t, 32> to{};    // offsets in shared memory
  std::array<std::uint64_t, 32> from{};  // global addresses of lanes that read
};

struct CopyCost {
  SharedCost shared;
  GlobalCost global;
};

class CostModel {
 public:
  /// \param shared_period  what shared() answers may depend on the addresses only through the distances between lanes
  /// and
  ///                       the first address modulo this: a power of two, 4 to kMaxSharedPeriod
  explicit CostModel(std::uint32_t shared_period = 4) : shared_period_(shared_period) {}
  virtual ~CostModel() = default;
  [[nodiscard]] std::uint32_t shared_period() const { return shared_period_; }
  [[nodiscard]] virtual SharedCost shared(const AccessPattern& pattern) const = 0;
  /// Global, local and constant memory. `pattern.address` are true addresses; the answer may depend on them only
  /// through `address mod 128` of the first lane that takes part and the distances between lanes.
  [[nodiscard]] virtual GlobalCost global(const AccessPattern& pattern) const = 0;
  /// The same of each of a batch. Nothing: each is to be asked for by itself.
  [[nodiscard]] virtual std::optional<BatchPasses> shared_each(const PatternBatch&) const { return std::nullopt; }
  [[nodiscard]] virtual std::optional<BatchSectors> global_each(const PatternBatch&) const { return std::nullopt; }
  /// The answer may depend on the addresses of each side only through `address mod 128` of one lane and the distances
  /// between lanes.
  [[nodiscard]] virtual CopyCost copy(const CopyPattern&) const { return {}; }
  [[nodiscard]] virtual ImageSectors image(const ImageRequest&) const { return {}; }

 private:
  std::uint32_t shared_period_;
};

inline constexpr std::uint32_t kMaxSharedPeriod = 256;

}  // namespace warpglass::sim
