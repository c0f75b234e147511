// What the terminal is and can do.
#pragma once

#include <cstddef>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Colours on the standard error stream: as chosen; automatic: on a terminal that has them, unless NO_COLOR is set.
[[nodiscard]] bool wants_colour(ColourChoice choice);

[[nodiscard]] bool error_stream_is_terminal();

/// Columns of the terminal behind the standard error stream; 120 where there is none.
[[nodiscard]] std::size_t terminal_width();

/// A line that is written over by the next, on terminals only.
void show_progress(const std::string& text);
void clear_progress();

}  // namespace warpglass::tool
