// Damaged programs: lines of real kernels dropped, doubled, swapped, their words and operands exchanged with others'.
// Whatever comes of it must be bound or refused, and what is bound must run to an end or a fault. Rounds are the same
// every time; a failing one is named by its number.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

#include "isa/bind/binder.hpp"
#include "ptx/module.hpp"
#include "sim/launch.hpp"

namespace warpglass::isa {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Pieces that an instruction's text falls into: names, numbers and single characters.
std::vector<std::string> tokens_of(const std::string& line) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i + 1;
    const auto is_word = [](char c) {
      return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_' || c == '%' || c == '$';
    };
    if (is_word(line[i]))
      while (end < line.size() && is_word(line[end])) ++end;
    tokens.push_back(line.substr(i, end - i));
    i = end;
  }
  return tokens;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> lines, unsigned seed) : lines_(std::move(lines)), random_(seed) {}

  std::string mutated() {
    std::vector<std::string> lines = lines_;
    for (std::size_t changes = 1 + pick(4); changes > 0; --changes) change(lines);
    return joined(lines);
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  static bool is_instruction(const std::string& line) {
    return line.find(';') != std::string::npos && line.find('.') != std::string::npos &&
           line.find(".reg") == std::string::npos && line.find(".loc") == std::string::npos;
  }

  std::size_t some_instruction(const std::vector<std::string>& lines) {
    for (int tries = 0; tries < 50; ++tries) {
      const std::size_t i = pick(lines.size());
      if (is_instruction(lines[i])) return i;
    }
    return pick(lines.size());
  }

  void change(std::vector<std::string>& lines) {
    const std::size_t i = some_instruction(lines);
    const std::size_t j = some_instruction(lines);
    switch (pick(6)) {
      case 0: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i)); break;
      case 1: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), lines[j]); break;
      case 2: std::swap(lines[i], lines[j]); break;
      case 3:
      case 4: exchange_token(lines[i], lines[j]); break;
      case 5: change_number(lines[i]); break;
    }
  }

  void exchange_token(std::string& line, const std::string& other) {
    std::vector<std::string> mine = tokens_of(line);
    const std::vector<std::string> theirs = tokens_of(other);
    if (mine.empty() || theirs.empty()) return;
    mine[pick(mine.size())] = theirs[pick(theirs.size())];
    line.clear();
    for (const std::string& token : mine) line += token;
  }

  void change_number(std::string& line) {
    static const char* const kNumbers[] = {"0",
                                           "1",
                                           "-1",
                                           "32",
                                           "4096",
                                           "2147483647",
                                           "-2147483648",
                                           "4294967296",
                                           "9223372036854775807",
                                           "0f7FC00000",
                                           "0dFFF0000000000000"};
    std::vector<std::string> tokens = tokens_of(line);
    for (std::string& token : tokens) {
      if (std::isdigit(static_cast<unsigned char>(token[0])) != 0 && pick(2) == 0)
        token = kNumbers[pick(std::size(kNumbers))];
    }
    line.clear();
    for (const std::string& token : tokens) line += token;
  }

  std::vector<std::string> lines_;
  std::mt19937 random_;
};

struct Tally {
  int parsed = 0;
  int bound = 0;
  int faulted = 0;
};

constexpr std::size_t kDataBytes = 1 << 18;

/// What a program leaves behind in its data, and the fault that it ended with.
struct MutantOutcome {
  std::vector<std::byte> data;
  std::string fault;

  friend bool operator==(const MutantOutcome&, const MutantOutcome&) = default;
};

MutantOutcome outcome_of(const sim::Program& program, sim::Memory& memory, std::uint64_t data) {
  std::byte* bytes = sim::Memory::host(data);
  for (std::size_t i = 0; i < kDataBytes; ++i) bytes[i] = std::byte(i * 7 % 251 % 16);
  sim::LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.grid = {2, 1, 1};
  request.block = {48, 1, 1};
  request.loop_limit = 20000;
  request.call_depth_limit = 16;
  request.params.resize(program.param_bytes);
  for (std::size_t at = 0; at + 8 <= request.params.size(); at += 8) std::memcpy(request.params.data() + at, &data, 8);
  const sim::LaunchResult result = sim::launch(request);
  MutantOutcome outcome{.data = {bytes, bytes + kDataBytes}, .fault = {}};
  if (!result.faults.empty()) outcome.fault = result.faults[0].message;
  return outcome;
}

void bind_and_run(const std::string& text, sim::Memory& memory, std::uint64_t data, Tally& tally) {
  const ptx::ParseResult parsed = ptx::parse(text, "mutated.ptx");
  if (has_errors(parsed.diagnostics)) return;
  ++tally.parsed;
  LinkedModules linked;
  linked.modules = {&parsed.module};
  linked.address_of = [&](const ptx::Module&, std::string_view) { return data; };
  linked.function_of = [](const ptx::Module& module, std::string_view name, const ptx::Module*& owner) {
    owner = &module;
    const ptx::Function* function = module.find_function(name);
    return function != nullptr && function->has_body ? function : nullptr;
  };
  linked.function_address_of = [](std::string_view name) { return 0x1000 + std::uint64_t{name.size()}; };
  for (const auto& function : parsed.module.functions) {
    if (!function->is_entry || !function->has_body) continue;
    const BindResult shared = bind(linked, parsed.module, *function, {});
    ASSERT_EQ(shared.program == nullptr, has_errors(shared.diagnostics)) << text;
    if (shared.program == nullptr) continue;
    ++tally.bound;
    if (shared.program->static_shared_bytes > 65536 || shared.program->param_bytes > 4096) continue;
    // Registers that share rows must not be told from registers that have their own.
    const BindResult apart = bind(linked, parsed.module, *function, {.share_rows = false});
    const MutantOutcome outcome = outcome_of(*shared.program, memory, data);
    ASSERT_TRUE(outcome == outcome_of(*apart.program, memory, data)) << function->name << outcome.fault << "\n" << text;
    tally.faulted += outcome.fault.empty() ? 0 : 1;
  }
}

class Mutations : public testing::TestWithParam<const char*> {};

TEST_P(Mutations, AreBoundOrRefusedAndRunToAnEnd) {
  std::ifstream file(std::string(WARPGLASS_SOURCE_DIR "/tests/unit/ptx/data/") + GetParam());
  ASSERT_TRUE(file) << GetParam();
  std::stringstream text;
  text << file.rdbuf();
  sim::Memory memory(std::uint64_t{1} << 24);
  const std::uint64_t data = memory.allocate(kDataBytes, sim::AllocationKind::device, "data");
  Tally tally;
  for (unsigned round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    bind_and_run(Mutator(lines_of(text.str()), round).mutated(), memory, data, tally);
    if (HasFatalFailure()) return;
  }
  // The mutations must not all fail early.
  EXPECT_GT(tally.parsed, 30);
  EXPECT_GT(tally.bound, 30);
  RecordProperty("parsed", tally.parsed);
  RecordProperty("bound", tally.bound);
  RecordProperty("faulted", tally.faulted);
}

INSTANTIATE_TEST_SUITE_P(Of, Mutations, testing::Values("kernels.nvcc.ptx", "kernels.clang.ptx"), [](const auto& file) {
  std::string name = file.param;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace warpglass::isa
