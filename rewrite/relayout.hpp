// Arrays of the device that lie otherwise in memory: where they begin, how far their rows are apart, or in an array for
// each member of their structures. As edits of the function that allocates and copies them, and of the kernels that
// take them.
//
// What the edited program holds is compared with what the program as it is does, so it is told where the bytes are: by
// calls that are put into the program that is tried, and into no patch (Edit::watched).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/device_arrays.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/kernel_function.hpp"

namespace warpglass::rewrite {

struct Relayout {
  std::vector<std::string> arrays{};  // names of their pointers
  std::set<std::string> kernels{};    // that take them
  SourcePosition where{};             // the first one's allocation
  std::vector<Edit> edits{};
  std::string row{};        // pitches: the length of a row as the host has it
  std::uint32_t unit = 0;   // likewise: elements that rows begin at multiples of
  std::int64_t column = 0;  // likewise: what most indices add to their column
  std::string obstacle{};   // why there is none; empty: there is one
};

/// An array that begins so many elements later in what is allocated.
[[nodiscard]] Relayout with_lead(const HostFunction& host, const DeviceArray& array, std::uint32_t elements);

/// Rows that begin at multiples of 128 bytes, of the array and of those that kernels index alike.
/// \param lead  the arrays begin so many elements later, besides; 0: they do not
[[nodiscard]] Relayout with_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                                  std::uint32_t lead);

/// Likewise of arrays that kernels know by views: what changes is the way from row to row that these are made with.
/// \param record  the definition of the view's class
[[nodiscard]] Relayout with_view_pitch(const HostFunction& host, const DeviceArray& array, const KernelLookup& kernels,
                                       const Node& record);

/// An array for each member of its structures.
/// \param record  the definition of the structure
[[nodiscard]] Relayout with_member_arrays(const HostFunction& host, const DeviceArray& array,
                                          const KernelLookup& kernels, const Node& record);

/// What edits of the host's function and of the kernels would change besides: names that mean others where they are
/// written. Empty: nothing.
[[nodiscard]] std::string obstacle_of_scopes(const HostFunction& host, const KernelLookup& kernels,
                                             const Relayout& layout);

/// Bytes of a line of the caches.
inline constexpr std::uint32_t kLineBytes = 128;

}  // namespace warpglass::rewrite
