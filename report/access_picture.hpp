// One warp's access as text: shared memory pass by pass over its banks, global and local memory as lines of sectors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/profile.hpp"
#include "report/chart.hpp"
#include "report/table.hpp"

namespace warpglass::report {

/// Who is served by which bank in which pass.
struct BankPasses {
  std::uint32_t banks = 0;
  std::uint32_t passes = 0;
  std::span<const analysis::ServedLane> served;
};

/// A row a pass and a column a bank, with the lanes that are served; at most 32 rows.
[[nodiscard]] std::string bank_picture(const BankPasses& passes, const PictureOptions& options);

/// A row a line of 128 bytes, its four sectors and their words, with the lanes that ask for them; at most 32 rows.
/// \param example  of global or local memory
[[nodiscard]] std::string sector_picture(const analysis::AccessExample& example, const PictureOptions& options);

/// The place among the machine's words, of 4 bytes, of the first that a lane asks for. Local memory has the words of 32
/// lanes side by side (PTX manual, "Local State Space").
[[nodiscard]] std::uint64_t first_word(const analysis::AccessExample& example, std::uint32_t lane,
                                       std::uint64_t address);

/// "5", "(5,0)", "(5,0,1)": as many indices as the block has extents.
[[nodiscard]] std::string thread_text(const Dim3& thread, const Dim3& block);

/// "0", "0,1", "0..7": different numbers in order.
[[nodiscard]] std::string short_list(const std::vector<std::uint32_t>& numbers);

/// Rows in two halves side by side, so that a warp fits on a page.
[[nodiscard]] std::string lane_table(const std::vector<Column>& columns, const std::vector<std::vector<Cell>>& rows,
                                     const PictureOptions& options);

}  // namespace warpglass::report
