// Text within Markdown.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::report {

/// As code; empty where there is no text. \param in_table  where a bar would end the cell
[[nodiscard]] std::string code_span(std::string_view text, bool in_table);

/// So that no character of it is markup.
[[nodiscard]] std::string escaped_markdown(std::string_view text);

}  // namespace warpglass::report
