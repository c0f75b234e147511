// Barriers that order nothing with what a run was given, and might with another input: of the accesses on either side
// that no other barrier parts, one is executed, or lies, where data or arguments say; or data or arguments lead past
// the other barrier. What it might touch then is taken to be anything in the arrays that it has touched; of what was
// not executed at all, anything.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "analysis/input_dependence.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/profile.hpp"
#include "base/dominators.hpp"

namespace warpglass::analysis {

/// An access on one side of a barrier, and what it depends on.
struct BarrierDoubt {
  std::uint32_t pc = 0;
  Input by = Input::data;

  friend bool operator==(const BarrierDoubt&, const BarrierDoubt&) = default;
};

class BarrierDoubts {
 public:
  /// \param kernel  whose `barrier_needs` have been looked for
  explicit BarrierDoubts(const KernelRecord& kernel);

  /// \param barriers  pcs of those that are to go
  /// \param gone      these, and others that are gone already
  /// \param absent    those of them that are not of the warp now
  [[nodiscard]] std::optional<BarrierDoubt> about(std::span<const std::uint32_t> barriers,
                                                  const std::set<std::uint32_t>& gone,
                                                  const std::set<std::uint32_t>& absent) const;

 private:
  /// What two accesses have to do with each other.
  struct Side {
    std::uint64_t arrays = 0;  // bits
    bool writes = false;
    sim::AtomicOperation reduces = sim::AtomicOperation::none;
    std::optional<Input> by{};  // what it depends on

    friend auto operator<=>(const Side&, const Side&) = default;
  };
  using Sides = std::map<Side, std::uint32_t>;  // with the first pc that is so

  [[nodiscard]] std::optional<Side> side_of(std::uint32_t pc, const OpDependence& depends) const;
  /// Instructions that the user wrote as one access, as those of a loop that was unrolled: what one of them has not
  /// done with this input it would do as the others have.
  using Place = std::tuple<bool, std::uint32_t, sim::Does>;
  [[nodiscard]] Place place_of(std::uint32_t pc) const;
  struct Reached {
    Sides sides;
    std::set<std::uint32_t> barriers;  // that end it, or order the threads of a warp on the way
  };
  [[nodiscard]] Reached reached(std::uint32_t barrier, const std::set<std::uint32_t>& gone,
                                const std::set<std::uint32_t>& absent, bool backwards) const;
  /// Whether an input may lead past one of some barriers that does not lead past this one.
  [[nodiscard]] std::optional<Input> leads_past(const std::set<std::uint32_t>& some, std::uint32_t barrier) const;

  const KernelRecord& kernel_;
  const InputDependence depends_;
  std::map<ArrayName, std::uint64_t> bits_;  // the last one is shared by all that have none of their own
  std::uint64_t shared_ = 0;                 // all bits of shared arrays
  std::uint64_t global_ = 0;
  std::map<Place, std::uint64_t> touched_;  // bits of arrays
  std::set<Place> settled_;                 // some of whose addresses do not depend on arguments
  std::set<Place> whole_;                   // executed by all threads of some block
  std::vector<std::optional<Side>> sides_;  // by pc
  Graph successors_;
  Graph predecessors_;
};

}  // namespace warpglass::analysis
