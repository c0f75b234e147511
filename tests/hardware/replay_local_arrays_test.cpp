// Which arrays nvcc's assembler kept in registers: those of whose kernels an H100 executed no local load.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

std::vector<std::string> array_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Of a kernel's local loads, how many are counted.
std::size_t counted_loads(const LoadedPtx& ptx, const std::string& kernel) {
  const BindResult bound = ptx.bind_kernel(kernel, {.lower = true});
  EXPECT_NE(bound.program, nullptr);
  if (bound.program == nullptr) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(bound.program->facts, [](const sim::OpFacts& facts) {
    return facts.kind == sim::OpKind::load && facts.space == sim::Space::local && facts.lowering.instructions() != 0;
  }));
}

TEST(ReplayLocalArraysH100, TheSameStayInRegisters) {
  const std::string folder = WARPGLASS_SOURCE_DIR "/tests/hardware/h200/";
  const std::string text = text_of_file(folder + "ptx/local_arrays.ptx");
  const std::size_t first = text.find(".visible");
  ASSERT_NE(first, std::string::npos);
  const LoadedPtx ptx(text.substr(first));
  std::ifstream file(folder + "nvcc/local_arrays.csv");
  std::vector<std::string> heads;
  int launches = 0;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = array_fields(line);
    const auto place = [&](const std::string& head) {
      return static_cast<std::size_t>(std::ranges::find(heads, head) - heads.begin());
    };
    if (heads.empty()) {
      heads = fields;
      continue;
    }
    const std::string& name = fields[place("Kernel Name")];
    if (name.empty()) continue;  // units
    ++launches;
    const std::string own = name.substr(0, name.find('('));
    const std::string decorated = "_Z" + std::to_string(own.size()) + own;
    const std::size_t at = text.find(".entry " + decorated);
    ASSERT_NE(at, std::string::npos) << name;
    const std::size_t begin = at + std::string(".entry ").size();
    const bool in_registers = fields[place("sm__sass_inst_executed_op_local_ld.sum")] == "0";
    EXPECT_EQ(counted_loads(ptx, text.substr(begin, text.find('(', begin) - begin)) == 0, in_registers) << name;
  }
  EXPECT_EQ(launches, 10);
}

}  // namespace
}  // namespace warpglass::isa
