// Comments in a source that speak to us: `// warpglass: VERB text`. What verbs there are, and what their text is, the
// files know that ask: suppressions.hpp (`allow`) and expectations.hpp (`expect`).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpglass::report {

struct Annotation {
  std::string_view verb;     // "allow"
  std::string_view text;     // what stands behind it, without blanks at its ends; empty: nothing
  std::uint32_t column = 0;  // of the text in the line, from 1; where nothing stands there, of the line's end
};

/// \return nothing where the line has no such comment
[[nodiscard]] std::optional<Annotation> annotation_in(std::string_view source_line);

/// Whether the line is a comment and nothing else: what such a comment says is about the line below.
[[nodiscard]] bool is_only_comment(std::string_view source_line);

/// Without blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace warpglass::report
