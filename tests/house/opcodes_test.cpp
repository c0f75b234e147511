// An instruction is known to its row alone: nothing outside isa/chapters names an opcode, so that no two lists of them
// have to agree. What a program asks of an instruction, it asks the row's effects (sim/effects.hpp).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "isa/instruction.hpp"

namespace {

namespace fs = std::filesystem;

// Words that are spelled as some opcode is and mean something else where they stand.
const std::map<std::string, std::set<std::string>> kOtherMeanings = {
    {"isa/comparison.cpp", {"and", "or", "xor"}},                              // of a comparison's `.boolop`
    {"isa/words.cpp", {"add", "and", "max", "min", "or", "xor"}},              // operations of atomics
    {"isa/external/library_costs.cpp", {"cos", "sin", "tanh"}},                // functions of the maths library
    {"arch/instruction_costs.cpp", {"barrier", "fma", "mma", "tex", "vote"}},  // classes, pipes, and words about them
    {"sim/fault.cpp", {"trap"}},                                               // a kind of fault
    {"analysis/accesses.cpp", {"barrier"}},                                    // a kind of instruction, said to people
    {"analysis/missing_instructions.cpp", {"cp", "ldmatrix", "stmatrix"}},     // likewise
    {"analysis/races.cpp", {"cp", "mbarrier", "tcgen05", "wgmma"}},            // waits that a race lacks, likewise
    {"analysis/register_misuse.cpp", {"wgmma"}},                               // likewise
    {"report/rules.cpp", {"trap"}},                                            // the rule of that fault
};

std::set<std::string> opcodes() {
  std::set<std::string> names;
  for (const warpglass::isa::InstructionDef* def : warpglass::isa::instruction_table())
    names.emplace(warpglass::isa::syntax_of(*def).opcode);
  return names;
}

TEST(Opcodes, AreNamedInTheirChaptersAlone) {
  const std::set<std::string> known = opcodes();
  ASSERT_GT(known.size(), 100u);
  const std::regex literal(R"re("([a-z][a-z0-9_]*)(\.[^"]*)?")re");
  std::map<std::string, std::set<std::string>> unused = kOtherMeanings;
  std::size_t read = 0;
  for (const char* folder :
       {"base", "arch", "sim", "isa", "runtime", "analysis", "report", "session", "cuda", "toolkit", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPGLASS_SOURCE_DIR) / folder)) {
      const std::string file = fs::relative(entry.path(), WARPGLASS_SOURCE_DIR).string();
      const std::string extension = entry.path().extension();
      if ((extension != ".cpp" && extension != ".hpp") || file.starts_with("isa/chapters/")) continue;
      ++read;
      std::ifstream in(entry.path());
      int number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find("#include") != std::string::npos) continue;
        line = line.substr(0, line.find("//"));
        for (std::sregex_iterator found(line.begin(), line.end(), literal), end; found != end; ++found) {
          const std::string word = (*found)[1];
          if (!known.contains(word)) continue;
          unused[file].erase(word);
          const auto allowed = kOtherMeanings.find(file);
          EXPECT_TRUE(allowed != kOtherMeanings.end() && allowed->second.contains(word))
              << file << ':' << number << " names the opcode '" << word
              << "': state what is asked of it in its row (isa/chapters) and ask there";
        }
      }
    }
  }
  EXPECT_GT(read, 200u);
  for (const auto& [file, words] : unused)
    for (const std::string& word : words) ADD_FAILURE() << file << " no longer says '" << word << "': strike it here";
}

}  // namespace
