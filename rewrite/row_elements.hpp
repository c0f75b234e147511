// Elements that a kernel finds by row and column in an index, `in[y * w + x]`: how the kernel reads when rows lie
// further apart than they are long. The row's length is then another number in every index, and only there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/kernel_function.hpp"

namespace warpglass::rewrite {

/// How long rows are: a number that all threads have alike.
struct RowLength {
  std::string key;   // the same of the same number: "#2" of a parameter, "1000", "kWidth", "(#2+2)"
  std::string text;  // as the kernel could write it where it begins: "w + 2"
  const Node* expression = nullptr;
};

/// What the rows of a pointer's elements may be, the likeliest first.
[[nodiscard]] std::vector<RowLength> row_lengths(const KernelFunction& kernel, std::size_t pointer);

struct PitchedElements {
  std::vector<Edit> edits{};
  std::set<std::size_t>
      others{};  // pointers, by parameter, that are indexed by the same variables: they have to go along
  std::optional<std::size_t> given{};  // the parameter that is given the pitch: it is nothing but the row's length
  bool takes_pitch = false;            // it has one more parameter, the last, that is given the pitch
  std::int64_t column = 0;             // a number that most indices add to the column
  std::string obstacle{};              // why it cannot be; empty: it can
};

/// \param pointers  parameters whose rows lie further apart
/// \param name      of the pitch, if it is free
/// \param unit      rows begin at multiples of so many elements, a power of two
[[nodiscard]] PitchedElements pitched_elements(const KernelFunction& kernel, const std::set<std::size_t>& pointers,
                                               const RowLength& row, const std::string& name, std::uint32_t unit);

/// Of the length of a row, as `text` has it, rounded up: "1024", "(w + 31) & ~31".
[[nodiscard]] std::string rounded_row(const std::string& text, std::uint32_t unit);

}  // namespace warpglass::rewrite
