// What costs and is not repaired by a proof: the likely cause, and what to look at.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/advice.hpp"
#include "report/report.hpp"

namespace warpglass::tool {

/// Where one wide access could stand for several neighbouring ones, by what the run did.
struct WidePlace {
  const analysis::KernelProfile* kernel = nullptr;
  std::vector<SourcePosition> where;  // of each of them
  std::uint64_t apart = 0;            // bytes between neighbouring lanes
  bool stores = false;
  /// What the addresses show of where the elements that lanes take begin: at multiples of so many bytes, 16 at most.
  std::uint32_t begins_at = 16;
};
[[nodiscard]] std::vector<WidePlace> wide_places(const report::Report& report);

/// What became of wide accesses in the source: why they were not tried; empty: they were.
struct WideKey {
  std::string line;  // "/home/me/x.cu:7"
  bool stores = false;

  friend auto operator<=>(const WideKey&, const WideKey&) = default;
};
using WideRemarks = std::map<WideKey, std::string>;

/// Loads and stores of global memory whose neighbouring lanes are further apart than any structure is large.
struct ColumnPlace {
  const analysis::KernelProfile* kernel = nullptr;
  const analysis::Finding* finding = nullptr;
  bool stores = false;
};
[[nodiscard]] std::vector<ColumnPlace> column_places(const report::Report& report);

/// Loads and stores of global memory whose lanes take a part each of something of the same size, in blocks of one
/// dimension: that may be a structure, and one that no single access could take.
struct StructurePlace {
  const analysis::KernelProfile* kernel = nullptr;
  const analysis::Finding* finding = nullptr;
  std::uint64_t bytes = 0;   // from lane to lane, a multiple of four
  std::uint32_t widest = 0;  // bytes that a lane takes at once of such, at any place of the kernel
  bool stores = false;
};
[[nodiscard]] std::vector<StructurePlace> structure_places(const report::Report& report);

/// Loads and stores of global memory that an array in another place, with rows further apart, or of members alone would
/// make fewer sectors of.
struct LayoutPlace {
  enum class Cause : std::uint8_t {
    start,    // neighbouring lanes take neighbouring elements, always as far behind a sector's beginning
    rows,     // likewise, but how far differs from warp to warp
    members,  // lanes take a part each of something of the same size
  };
  const analysis::KernelProfile* kernel = nullptr;
  SourcePosition where;
  Cause cause = Cause::start;
  std::uint64_t sectors = 0;
  std::uint64_t excess = 0;  // of them, that neighbouring elements from a sector's beginning on would not take
  std::uint64_t apart = 0;   // bytes from lane to lane
  bool stores = false;
};
[[nodiscard]] std::vector<LayoutPlace> layout_places(const report::Report& report);

/// By place, why the array was not laid out otherwise; empty: that was tried.
/// Lanes that are as far apart as members of a structure, which it is none of.
inline constexpr const char* kNoStructures = "its elements are no structures";
using LayoutRemarks = std::map<std::string, std::string>;

/// By place ("/home/me/x.cu:7:14"), why its access was not tried through shared memory; empty: it was.
using StagingRemarks = std::map<std::string, std::string>;

/// In place of why: another change that is tried is told with all that it mends, and there is no more to say.
inline constexpr const char* kToldAbove = "told above";

/// Likewise, why a load was not tried by the read-only path.
using ReadOnlyRemarks = std::map<std::string, std::string>;

/// An atomic whose lanes wait for each other, because several have one address.
struct AtomicPlace {
  const analysis::KernelProfile* kernel = nullptr;
  const analysis::InstructionProfile* instruction = nullptr;
  std::uint64_t turns = 0;
  bool has_one_address = false;  // in each of its warps
};
[[nodiscard]] std::vector<AtomicPlace> atomic_places(const report::Report& report);

/// By place, why the lanes of its atomic were not combined; empty: that was tried.
using AtomicRemarks = std::map<std::string, std::string>;

/// Of global memory, by the distances between lanes; of shared memory that no array of known extents holds; and what
/// the findings of other costs say themselves: conversions, divergence, constant and local memory, occupancy.
[[nodiscard]] std::vector<report::Hint> hints_of(const report::Report& report, const WideRemarks& wide,
                                                 const StagingRemarks& staging, const ReadOnlyRemarks& read_only,
                                                 const LayoutRemarks& layouts);

/// Of atomics that many lanes make at one address.
[[nodiscard]] std::vector<report::Hint> atomic_hints(const report::Report& report, const AtomicRemarks& remarks);

/// Whether a warp takes neighbouring elements in each row of its block, and the rows lie apart.
[[nodiscard]] bool splits_rows(const analysis::AccessExample& example, const Dim3& block);

}  // namespace warpglass::tool
