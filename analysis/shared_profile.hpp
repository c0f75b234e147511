// The static shared arrays of a kernel, other layouts of them, and what its instructions and barriers do there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/shared_request.hpp"
#include "base/diagnostic.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

/// A static array of shared memory.
struct SharedArray {
  std::string name;          // as mangled
  std::uint64_t offset = 0;  // in the block's shared memory
  std::uint64_t bytes = 0;
  std::string element = {};                 // "float", as the source declares it; empty: nobody has looked there
  std::vector<std::uint64_t> extents = {};  // likewise, outermost first; their product divides the bytes
  bool filled_by_boxes = false;             // nothing else writes it than copies of boxes of a tensor

  friend bool operator==(const SharedArray&, const SharedArray&) = default;
};

/// Another layout of a static shared array, in which all that the run asked of it takes fewer wavefronts.
struct ProposedLayout {
  std::string array;       // as mangled
  std::string name;        // "tile[32][33]", "tile[r][c ^ (r & 31)]"
  std::uint64_t rows = 0;  // of the array as the distances between lanes show it
  std::uint64_t columns = 0;
  std::uint32_t element_bytes = 0;  // of the narrowest access
  std::uint32_t padding = 0;        // elements behind each row
  std::uint32_t shift = 0;          // of a swizzle, as in SharedLayout
  std::uint32_t mask = 0;
  std::uint32_t unit = 0;
  std::uint32_t map_swizzle = 0;        // bytes; not 0: of a tensor map that fills the array, which is to name it too
  std::uint64_t wavefronts = 0;         // of all accesses, at most
  std::uint64_t wavefronts_least = 0;   // likewise at least, where their places are not all known
  std::uint64_t wavefronts_before = 0;  // as counted

  friend bool operator==(const ProposedLayout&, const ProposedLayout&) = default;
};

/// Lanes at the same distances from each other, wherever the first one is.
struct SharedPattern {
  LaneMask lanes = 0;                   // that take part
  std::vector<std::int64_t> distances;  // one for each of them: from the first, in bytes
  std::vector<std::uint64_t> bases;     // where the first one was, ascending
  std::vector<std::uint64_t> times;     // for each of these

  friend bool operator==(const SharedPattern&, const SharedPattern&) = default;
};

/// What one instruction asked of static shared memory.
struct SharedUse {
  struct Part {
    std::int32_t offset = 0;  // bytes from the instruction's own address
    std::uint32_t bytes = 0;  // of a lane

    friend bool operator==(const Part&, const Part&) = default;
  };
  std::uint32_t pc = 0;
  arch::SharedAccess access = arch::SharedAccess::load;
  std::uint32_t bytes = 0;  // of a lane
  bool one_lane = false;    // the machine combines the lanes' values, and the first lane performs it
  std::uint64_t executions = 0;
  bool scattered = false;     // there were too many patterns: none is kept
  std::vector<Part> machine;  // accesses that the machine makes for it; empty: another instruction does it
  std::vector<SharedPattern> patterns;

  friend bool operator==(const SharedUse&, const SharedUse&) = default;
};

/// What a barrier of the block keeps in order that no other does, as far as the run has shown.
enum class BarrierNeed : std::uint8_t { block, within_warps, none };

/// What an access may depend on that another run may be given otherwise.
enum class Input : std::uint8_t {
  data,       // what memory holds
  arguments,  // of the kernel
  calls,      // of functions, which are not followed
};

/// An access that may need a barrier with another input.
struct InputDoubt {
  SourcePosition where;
  Input by = Input::data;

  friend bool operator==(const InputDoubt&, const InputDoubt&) = default;
};

/// A place in the source with barriers of the block, and how often warps passed them.
struct BarrierProfile {
  SourcePosition where;
  std::uint64_t executions = 0;
  BarrierNeed need = BarrierNeed::block;
  /// `where` is a call of a function, and this the barrier in it; nothing: it stands at `where` itself.
  std::optional<SourcePosition> called = {};
  std::optional<InputDoubt> doubt = {};  // why `need` may be another one with another input

  friend bool operator==(const BarrierProfile&, const BarrierProfile&) = default;
};

}  // namespace warpglass::analysis
