// Whole modules: data/ holds what compilers made of kernels.cu and hand-written PTX of rarer shapes. Each is read,
// written from its tree and read again, which must not change the tree. errors/ holds broken modules, each with the
// errors expected of it in lines `//! line:column: message` at its top.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "parsing.hpp"
#include "print_module.hpp"

namespace warpglass::ptx {
namespace {

std::vector<std::string> files_of(const char* folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPGLASS_SOURCE_DIR "/tests/unit/ptx/" + std::string(folder))) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of_file(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
}

class Data : public testing::TestWithParam<std::string> {};

TEST_P(Data, SurvivesBeingWrittenAndReadAgain) {
  const ParseResult first = parse(read_file(GetParam()), GetParam());
  for (const Diagnostic& diagnostic : first.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  const std::string text = print(first.module);
  const ParseResult second = parse(text, "written");
  for (const Diagnostic& diagnostic : second.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  EXPECT_EQ(print(second.module), text);
}

TEST_P(Data, KnowsTheTextOfEveryInstruction) {
  const std::string text = read_file(GetParam());
  const Module module = parse(text, GetParam()).module;
  std::vector<std::string> lines{""};
  for (std::istringstream stream(text); std::getline(stream, lines.emplace_back());) {
  }
  std::size_t count = 0;
  for (const auto& function : module.functions) {
    for (const Instruction& instruction : function->instructions) {
      ++count;
      const std::string_view opcode = function->words_of(instruction).front();
      EXPECT_THAT(text_of(module, *function, instruction), testing::StartsWith(std::string(opcode)));
      const std::string& line = lines.at(instruction.position.line);
      EXPECT_EQ(line.substr(instruction.position.column - 1, opcode.size()), opcode);
    }
  }
  EXPECT_GT(count, 10u);
}

INSTANTIATE_TEST_SUITE_P(Files, Data, testing::ValuesIn(files_of("data")), name_of_file);

class Broken : public testing::TestWithParam<std::string> {};

TEST_P(Broken, GivesTheseErrors) {
  const std::string text = read_file(GetParam());
  std::vector<std::string> expected;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line) && line.starts_with("//! ");) expected.push_back(line.substr(4));
  std::vector<std::string> errors;
  for (const Diagnostic& d : parse(text, "broken").diagnostics) {
    errors.push_back(fmt::format("{}:{}: {}", d.where.line, d.where.column, d.message));
  }
  EXPECT_EQ(errors, expected);
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(files_of("errors")), name_of_file);

}  // namespace
}  // namespace warpglass::ptx
