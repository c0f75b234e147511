// What the library inside a program tells the tool of where its time has gone: a file beside the report.
#pragma once

#include <string>
#include <string_view>

#include "base/timings.hpp"

namespace warpglass::session {

/// Of a session whose report is in `report`.
[[nodiscard]] std::string timings_file(const std::string& report);

[[nodiscard]] std::string to_json(const Timings& timings);

/// False when the text is none of to_json(); nothing is added then.
[[nodiscard]] bool add_from_json(std::string_view text, Timings& to);

}  // namespace warpglass::session
