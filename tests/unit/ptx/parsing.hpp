// Short ways to parse a piece of PTX in a test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpglass::ptx {

/// `.version` and `.target` before the text, on its first line.
[[nodiscard]] std::string with_heading(std::string_view text);

/// The module of a text without its heading; the test fails when there are errors.
[[nodiscard]] Module module_of(std::string_view text);

/// The module of a kernel `k` with this body.
[[nodiscard]] Module module_of_body(std::string_view body);

/// "line:column: message" of each error of a text without its heading.
[[nodiscard]] std::vector<std::string> errors_of(std::string_view text);

/// The function's tree in one line per instruction, with kinds spelled out: "add.s32 reg(%r1) integer(-5)".
[[nodiscard]] std::vector<std::string> outline(const Function& function);

[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace warpglass::ptx
