// The text of a source that is in no file, kept in comments at the end of the PTX that was made of it: so that a report
// shows its lines whichever process loads the PTX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

struct SourceText {
  std::string name;  // as .file has it
  std::string text;

  friend bool operator==(const SourceText&, const SourceText&) = default;
};

/// The PTX with the text behind it.
[[nodiscard]] std::string with_source_text(std::string ptx, const SourceText& source);

/// Those that a PTX has; what stands there otherwise is none.
[[nodiscard]] std::vector<SourceText> source_texts_in(std::string_view ptx);

}  // namespace warpglass
