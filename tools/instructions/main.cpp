// Prints docs/instructions.md from the instruction table.
//
//   warpglass-instructions > docs/instructions.md
//   warpglass-instructions --check docs/instructions.md      exit code 1 when the page is not the table's
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/read_file.hpp"
#include "isa/chapters/absent.hpp"
#include "isa/chapters/word_rules.hpp"
#include "isa/instruction.hpp"

namespace warpglass {
namespace {

constexpr std::string_view kIntroduction = R"(# Instructions

Every instruction of the PTX manual up to ISA 9.0, by the manual's chapters: what is implemented, and at the end what is
not. This page is printed from the instruction table by `warpglass-instructions`; a test compares them. A word in braces
may be left out; a name that the second column explains stands for one of its words. *since* is the version of the PTX
ISA, *from* the first target.

*exact*: every bit is the chip's. Where a bound stands instead, it is the manual's, and [fidelity.md](fidelity.md) says
how far results were from those of an H200. Recordings lie in `tests/hardware/isa/`. *as documented*: NVIDIA's manuals
were followed, and no chip was asked yet.
)";

/// "Integer Arithmetic Instructions" of "Integer Arithmetic Instructions: add".
std::string section_of(std::string_view chapter) { return std::string(chapter.substr(0, chapter.find(':'))); }

/// Text in a table's cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

/// Ways to spell a row's words.
std::size_t spellings_of(const isa::InstructionDef& row) {
  std::size_t count = 1;
  for (const isa::SyntaxWord& word : isa::syntax_of(row).all_words()) {
    std::size_t choices = 1;
    if (!word.choices.empty())
      choices = 1 + static_cast<std::size_t>(std::count(word.choices.begin(), word.choices.end(), ' '));
    count *= choices + (word.optional ? 1 : 0);
  }
  return count;
}

std::string targets_of(const isa::InstructionDef& row) {
  if (row.sm <= 10) return "all";
  if (row.last_sm == 0) return fmt::format("sm_{}", row.sm);
  return row.last_sm == row.sm ? fmt::format("sm_{} alone", row.sm)
                               : fmt::format("sm_{} to sm_{}", row.sm, row.last_sm);
}

std::string words_of(const isa::InstructionDef& row) {
  std::string text;
  for (const isa::SyntaxWord& word : isa::syntax_of(row).all_words()) {
    if (word.choices.empty()) continue;
    text += fmt::format("{}`{}`: {}", text.empty() ? "" : "; ", word.name, word.choices);
  }
  return text;
}

std::string page() {
  std::vector<std::string> sections;
  std::map<std::string, std::vector<const isa::InstructionDef*>> rows;
  std::size_t spellings = 0;
  for (const isa::InstructionDef* row : isa::instruction_table()) {
    const std::string section = section_of(row->chapter);
    if (rows[section].empty()) sections.push_back(section);
    rows[section].push_back(row);
    spellings += spellings_of(*row);
  }
  std::sort(sections.begin(), sections.end());
  std::string text(kIntroduction);
  text += fmt::format("\n{} rows, {} ways to spell their words; {} instructions are left out.\n",
                      isa::instruction_table().size(), spellings, isa::absent_instructions().size());
  for (const std::string& section : sections) {
    text += fmt::format("\n## {}\n\n| instruction | words | since | from | result |\n| --- | --- | --- | --- | --- |\n",
                        section);
    for (const isa::InstructionDef* row : rows[section])
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", cell(row->syntax), cell(words_of(*row)), row->since,
                          targets_of(*row), cell(row->accuracy));
  }
  text +=
      "\n## Words of later targets\n\nWhere a word, or words together, came later than others of their row, this is "
      "the "
      "first target that has them.\n\n| instructions | words | together with | from |\n| --- | --- | --- | --- |\n";
  for (const isa::WordTarget& one : isa::word_targets())
    text += fmt::format("| {} | {} | {}{}{} | sm_{} |\n", one.opcodes.empty() ? "all" : one.opcodes, one.words,
                        one.with, one.and_with.empty() ? "" : ", ", one.and_with, one.sm);
  text +=
      "\n## Not implemented\n\nThe binder names these when a program uses them, and nothing runs.\n\n"
      "| instruction | since | from | why |\n| --- | --- | --- | --- |\n";
  for (const isa::AbsentInstruction& one : isa::absent_instructions())
    text += fmt::format("| `{}` | {} | {} | {} |\n", one.words, one.since, one.target, one.why);
  return text;
}

int check(const char* path, const std::string& wanted) {
  if (contents_of(path) == wanted) return 0;
  fmt::print(stderr,
             "{}: error: the page is not what the instruction table says; make it anew with "
             "'warpglass-instructions > docs/instructions.md'\n",
             path);
  return 1;
}

}  // namespace
}  // namespace warpglass

int main(int argc, char** argv) {
  const std::string text = warpglass::page();
  if (argc == 3 && std::string_view(argv[1]) == "--check") return warpglass::check(argv[2], text);
  if (argc != 1) {
    fmt::print(stderr, "usage: warpglass-instructions [--check FILE]\n");
    return 2;
  }
  fmt::print("{}", text);
  return 0;
}
