#include "tests/docs/console.hpp"

#include <algorithm>

namespace warpglass::docs {
namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kOpening = "```console";
constexpr std::string_view kPrompt = "$ ";
constexpr std::string_view kAnything = "...";

/// What is run: the tool, and compilers of programs that use the library.
bool begins_well(const std::string& line) {
  return line.starts_with("$ warpglass ") || line.starts_with("$ cc ") || line.starts_with("$ c++ ");
}

/// Calls `on_command(line number, text)` and `on_output(text)` within blocks that are run, `on_other(text)` elsewhere.
template <class OnCommand, class OnOutput, class OnOther>
void read(const std::vector<std::string>& lines, OnCommand&& on_command, OnOutput&& on_output, OnOther&& on_other) {
  bool inside = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (!inside) {
      on_other(line);
      inside = line == kOpening && i + 1 < lines.size() && begins_well(lines[i + 1]);
    } else if (line.starts_with(kFence)) {
      inside = false;
      on_other(line);
    } else if (line.starts_with(kPrompt)) {
      on_command(i + 1, line);
    } else {
      on_output(line);
    }
  }
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<Command> commands_of(std::string_view page) {
  std::vector<Command> commands;
  read(
      lines_of(page),
      [&](std::size_t number, const std::string& line) {
        commands.push_back({.line = line.substr(kPrompt.size()), .output = {}, .number = number});
      },
      [&](const std::string& line) { commands.back().output.push_back(line); }, [](const std::string&) {});
  return commands;
}

std::string with_outputs(std::string_view page, const std::vector<std::vector<std::string>>& outputs) {
  const std::vector<Command> commands = commands_of(page);
  const auto keeps = [](const Command& command) {
    return std::find(command.output.begin(), command.output.end(), kAnything) != command.output.end();
  };
  std::string result;
  std::size_t next = 0;
  read(
      lines_of(page),
      [&](std::size_t, const std::string& line) {
        result += line + '\n';
        for (const std::string& printed : keeps(commands[next]) ? commands[next].output : outputs[next])
          result += printed + '\n';
        ++next;
      },
      [](const std::string&) {}, [&](const std::string& line) { result += line + '\n'; });
  return result;
}

bool matches(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  // Greedy: what follows `...` is looked for from where the last line was found.
  std::size_t at = 0;
  bool skipping = false;
  for (const std::string& line : shown) {
    if (line == kAnything) {
      skipping = true;
      continue;
    }
    while (skipping && at < printed.size() && printed[at] != line) ++at;
    if (at == printed.size() || printed[at] != line) return false;
    ++at;
    skipping = false;
  }
  return skipping || at == printed.size();
}

}  // namespace warpglass::docs
