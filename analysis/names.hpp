// Names and sets in the words of the reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/shared_profile.hpp"
#include "arch/shared_request.hpp"
#include "base/lane_mask.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// A C++ name as it was written; names that are not mangled as they are.
[[nodiscard]] std::string demangled(const std::string& name);

/// The last part of a variable's name: "tile" for a `__shared__` variable of a function.
[[nodiscard]] std::string object_name(const std::string& mangled);

/// "lanes 0..31", "lanes 0..3, 8..11", "lane 7".
[[nodiscard]] std::string lanes_text(LaneMask lanes);

/// As lanes_text(), with a name for lanes that are as far apart as each other, "even lanes", "every 4th lane from lane
/// 1", and cut after a few of very many: "13 lanes, 0, 2..3, 7, 9, ...".
[[nodiscard]] std::string lane_group_text(LaneMask lanes);

/// "0", "0..3", "0..3, 8, 30" for ascending numbers.
[[nodiscard]] std::string ranges_text(const std::vector<std::uint32_t>& numbers);

/// 12,345,678
[[nodiscard]] std::string grouped(std::uint64_t value);

/// Name of the object that holds an address, "tile"; empty when none does.
[[nodiscard]] std::string object_at(const std::vector<sim::NamedObject>& objects, std::uint64_t address);

/// "reads", "writes".
[[nodiscard]] constexpr std::string_view reads_or_writes(bool writes) { return writes ? "writes" : "reads"; }

/// "load", "compare-and-swap".
[[nodiscard]] std::string_view name_of(arch::SharedAccess access);
[[nodiscard]] std::string_view name_of(Input input);
[[nodiscard]] std::optional<Input> input_named(std::string_view name);
/// Nothing where there is no such name.
[[nodiscard]] std::optional<arch::SharedAccess> shared_access_named(std::string_view name);

/// "the default stream", "stream 3", "stream 3 of device 1": of other devices than the first with their number.
[[nodiscard]] std::string stream_name(std::uint64_t stream);

/// "(1,0,0)"
[[nodiscard]] std::string index_text(const Dim3& index);

}  // namespace warpglass::analysis
