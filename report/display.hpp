// Text as a terminal shows it: columns that characters take, tabs, control characters, colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/names.hpp"

namespace warpglass::report {

inline constexpr std::size_t kIndent = 2;  // of what stands below a heading
inline constexpr std::size_t kGutter = 5;  // columns of a line number beside source

/// Columns that UTF-8 text takes: wide characters two, combining ones none, bytes that are no UTF-8 one each.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text fit for one line of a terminal: tabs as spaces up to the next multiple of 4, control characters and bytes
/// that are no UTF-8 as '?'.
[[nodiscard]] std::string displayable(std::string_view text);

/// Columns before byte `column` (from 1) of a line, once it is displayable.
[[nodiscard]] std::size_t columns_before(std::string_view line, std::uint32_t column);

/// Cut to at most `width` columns, with "..." where something was left out.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

/// What is left without the first `columns` columns; a wide character that is cut leaves a blank.
[[nodiscard]] std::string without_columns(std::string_view text, std::size_t columns);

/// Cuts a line that is wider than `room` so that the column of a caret below it stays in sight.
/// \return  the caret's new column
std::size_t scroll_to(std::string& text, std::size_t caret, std::size_t room);

/// The text in lines of at most `width` columns, parted at blanks; a longer word stays whole. At least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

[[nodiscard]] std::string without_trailing_blanks(std::string text);

enum class Colour : std::uint8_t { plain, bold, red, yellow, green, cyan, faint };

/// The text in a colour, or as it is when colours are off.
[[nodiscard]] std::string painted(std::string_view text, Colour colour, bool on);

using analysis::grouped;

/// A metric's value: whole numbers grouped, others with two digits.
[[nodiscard]] std::string grouped(double value);

/// "1 warp", "1,024 warps"
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view word);

}  // namespace warpglass::report
