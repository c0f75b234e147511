// The PTX manual's syntax, spelling by spelling (manual.txt), given to the binder: what the manual has is bound, and
// what we leave out is named with its reason, never an unknown instruction. The same for what public programs consist
// of (opcodes.tsv).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "isa/bind/binder.hpp"
#include "isa/provided.hpp"
#include "tests/ptx/manual.hpp"

namespace warpglass::test {
namespace {

std::vector<std::string> texts_of(const std::vector<ManualSpelling>& spellings) {
  std::vector<std::string> texts;
  for (const ManualSpelling& one : spellings) texts.push_back(one.text);
  return texts;
}

TEST(Manual, EverySpellingIsBound) {
  const std::vector<std::string> all = texts_of(manual().implemented);
  ASSERT_GT(all.size(), 8000u);
  const std::vector<std::string> said = said_of(all);
  int refused = 0;
  std::string report;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!said[i].empty() && ++refused <= 400) report += fmt::format("  {}: {}\n", all[i], said[i]);
  EXPECT_EQ(refused, 0) << refused << " of " << all.size() << " spellings are refused:\n" << report;
}

TEST(Manual, WhatIsLeftOutIsNamed) {
  const std::vector<std::string> all = texts_of(manual().absent);
  const std::vector<std::string> said = said_of(all);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_NE(said[i].find("not implemented"), std::string::npos) << all[i] << ": " << said[i];
}

TEST(Manual, WhatDoesNotGoTogetherIsRefused) {
  const std::vector<std::string> all = texts_of(manual().refused);
  ASSERT_GT(all.size(), 100u);
  const std::vector<std::string> said = said_of(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_NE(said[i], "") << all[i];
    EXPECT_EQ(said[i].find("not implemented"), std::string::npos) << all[i] << ": " << said[i];
  }
}

// ---- Public programs ----

struct Opcode {
  std::string words;
  int programs = 0;
};

std::vector<Opcode> opcodes() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/ptx/opcodes.tsv");
  std::vector<Opcode> found;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t tab = line.find('\t');
    found.push_back({line.substr(0, tab), std::stoi(line.substr(tab + 1))});
  }
  return found;
}

/// The opcode and its words in an order of their own: compilers and the manual write some in different places.
std::vector<std::string> in_order(const std::string& spelling) {
  std::istringstream text(spelling);
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word, '.');) words.push_back(word);
  std::sort(words.begin() + 1, words.end());
  return words;
}

/// What a call names: a function that the program has, under any name, or one that the CUDA runtime gives it.
bool of_the_runtime(std::string_view function) {
  return isa::is_provided(function) || function.starts_with("cuda") || function.starts_with("__");
}

std::string call_text(std::string_view function) {
  if (function == "<indirect>") return "call l1, prototype";
  if (function == "vprintf") return "call (word), vprintf, (long, address)";
  if (function == "__assertfail") return "call __assertfail, (long, long, word, long, address)";
  if (function == "malloc") return "call (address), malloc, (long)";
  if (function == "free") return "call free, (address)";
  if (function == "cudaGraphSetConditional") return "call cudaGraphSetConditional, (long, word)";
  return "call devfun";
}

TEST(PublicPrograms, AreMadeOfWhatIsBound) {
  std::map<std::vector<std::string>, std::string> operands;  // by the words as written, and by those in order
  for (const ManualSpelling& one : manual().implemented) {
    operands.emplace(in_order(one.words), one.text.substr(one.words.size()));
    operands.emplace(std::vector{one.words}, one.text.substr(one.words.size()));
  }
  const std::vector<Opcode> all = opcodes();
  ASSERT_EQ(all.size(), 706u);
  std::vector<std::string> texts;
  for (const Opcode& opcode : all) {
    constexpr std::string_view kCall = "call ";
    if (opcode.words.starts_with(kCall)) {
      const std::string function = opcode.words.substr(kCall.size());
      EXPECT_TRUE(isa::is_provided(function) || !of_the_runtime(function)) << function;
      if (function.starts_with("__cudaCDP2")) continue;  // by programs/nested_semantics.cu
      texts.push_back(call_text(function));
      continue;
    }
    auto known = operands.find({opcode.words});
    if (known == operands.end()) known = operands.find(in_order(opcode.words));
    if (known == operands.end())
      ADD_FAILURE() << opcode.words << " is not in manual.txt";
    else
      texts.push_back(opcode.words + known->second);
  }
  const std::vector<std::string> said = said_of(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(said[i], "") << texts[i];
}

}  // namespace
}  // namespace warpglass::test
