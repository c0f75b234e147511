// What the terminal is and can do.
#pragma once

#include <cstddef>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Where something is shown: a program's report on the error stream, a command's answer on the output.
enum class Stream : std::uint8_t { output, error };

/// Colours: as chosen; automatic: on a terminal that has them, unless NO_COLOR is set.
[[nodiscard]] bool wants_colour(ColourChoice choice, Stream stream = Stream::error);

/// Whether the locale's characters are UTF-8.
[[nodiscard]] bool has_unicode();

[[nodiscard]] bool error_stream_is_terminal();

/// Columns of the terminal, or as COLUMNS has it; 120 where there is neither.
[[nodiscard]] std::size_t terminal_width(Stream stream = Stream::error);

/// Columns that tables may take: the same, and 0 for as many as they need where there is neither.
[[nodiscard]] std::size_t table_width(Stream stream = Stream::error);

/// A line that is written over by the next, on terminals only.
void show_progress(const std::string& text);
void clear_progress();

}  // namespace warpglass::tool
