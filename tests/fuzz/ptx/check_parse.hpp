// What holds for every parse, whatever the text. The fuzzer and the replay of its corpus both come through here.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::ptx {

/// Parses the text and checks the result: positions and views lie in the text, every index is in range, and a module
/// without errors survives being written and read again.
/// \return what does not hold; empty when all does
[[nodiscard]] std::string check_parse(std::string_view text);

}  // namespace warpglass::ptx
