// Arrays whose rows get the same pitch. One leads to others: kernels index several by the same variable, each of these
// has launches that hand it to more kernels, and a pointer may be given the place of another. All of them get the
// pitch, or none does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/array_uses.hpp"
#include "rewrite/kernel_function.hpp"
#include "rewrite/row_elements.hpp"

namespace warpglass::rewrite {

struct RowGroup {
  std::vector<const DeviceArray*> arrays{};
  std::map<std::string, std::set<std::size_t>> pointers{};  // of kernels, by name
  std::string key{};                                        // the row's length, as the host has it
  std::string text{};                                       // likewise, written
  std::string pitch{};                                      // the name of what it becomes
  std::string type{};                                       // of that; empty: by the row's length
  std::uint32_t unit = 1;                                   // elements that rows begin at multiples of
  std::string obstacle{};                                   // why there is none; empty: there is one
};

/// \param row  of the kernel that takes the array in the first of its arguments
/// \param all  also arrays that are indexed alike where they need not go along
[[nodiscard]] RowGroup row_group(const HostFunction& host, const KernelLookup& kernels, const DeviceArray& first,
                                 const RowLength& row, bool all);

/// The row's length as a kernel has it, where a launch gives it what the group has; nothing: it has none such.
[[nodiscard]] std::optional<RowLength> row_in(const HostFunction& host, const KernelFunction& kernel,
                                              const RowGroup& group, const ArrayArgument& argument);

/// Why an array's rows cannot lie further apart, as far as the host's side shows it; empty: they can.
[[nodiscard]] std::string obstacle_to_rows(const DeviceArray& array);

/// Adds an array; `unit` grows with it. \return  why it cannot be
[[nodiscard]] std::string add_to(RowGroup& group, const DeviceArray& array);

/// Whether a row's length is a number in the source, and a multiple of a line.
[[nodiscard]] bool is_whole_row(const std::string& key, const DeviceArray& array);

/// What kernels call the pitch: a class may have it as a member.
[[nodiscard]] std::string pitch_in_kernels(const RowGroup& group);

/// A name for the pitch that the function has no other use for.
[[nodiscard]] std::string free_pitch(const HostFunction& host, const DeviceArray& first);

}  // namespace warpglass::rewrite
