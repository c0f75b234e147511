// The commands and outputs that a page of Markdown shows: fenced blocks marked `console` whose first line begins with
// `$ warpglass `, or `$ cc ` or `$ c++ `.
//
//     ```console
//     $ warpglass devices H200
//     NVIDIA H200 ...
//     ```
//
// A line that begins with `$ ` is a command for the shell, the lines up to the next one are what it prints on both
// streams. A line `...` stands for any number of lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::docs {

struct Command {
  std::string line;                 // without `$ `
  std::vector<std::string> output;  // as shown
  std::size_t number = 0;           // line of the page, from 1
};

/// Every command of a page, in order.
[[nodiscard]] std::vector<Command> commands_of(std::string_view page);

/// The page with other outputs, one for each of its commands; blocks that use `...` keep theirs.
[[nodiscard]] std::string with_outputs(std::string_view page, const std::vector<std::vector<std::string>>& outputs);

/// Whether `printed` is what `shown` says.
[[nodiscard]] bool matches(const std::vector<std::string>& shown, const std::vector<std::string>& printed);

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

}  // namespace warpglass::docs
