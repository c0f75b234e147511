// What a line of a file that the user writes is about: `[kernel=GLOB] [file=GLOB] [line=N[-M]]`, in the files of
// suppressions and of expectations. In a glob * stands for any characters and ? for one. `kernel` is compared with the
// name, with and without its parameters, `file` with the path and with every end of it behind a slash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpglass::report {

/// What is wrong in a text, at a byte of it from 0.
struct Mistake {
  std::size_t at = 0;
  std::string message;
};

struct Scope {
  std::string kernel = "*";
  std::string file = "*";
  std::uint32_t first_line = 0;  // 0: all lines
  std::uint32_t last_line = 0;
};

[[nodiscard]] bool matches_glob(std::string_view glob, std::string_view text);
[[nodiscard]] bool names_kernel(const Scope& scope, std::string_view kernel);
[[nodiscard]] bool names_place(const Scope& scope, const SourcePosition& place);

struct Word {
  std::size_t at = 0;  // byte of the line, from 0
  std::string text;    // without quotes
};

/// Words between blanks up to a comment, which begins with #; a quoted part may hold blanks. \throws Mistake
[[nodiscard]] std::vector<Word> words_of(std::string_view line);

/// Whether the word is kernel=, file= or line=.
[[nodiscard]] bool is_of_scope(const Word& word);

/// Every word has to be of the scope. \throws Mistake
[[nodiscard]] Scope scope_of(std::span<const Word> words);

/// \throws Mistake where there is no such rule, with the nearest ones; * is all of them
void check_rule(std::string_view rule, std::size_t at);

/// Calls `read(line, number)` for each line and makes an error of what it throws.
/// \param file  what the text is called where it is wrong
void for_each_line(std::string_view text, const std::string& file, Diagnostics& problems,
                   const std::function<void(std::string_view line, std::uint32_t number)>& read);

}  // namespace warpglass::report
