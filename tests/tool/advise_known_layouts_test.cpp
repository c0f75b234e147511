// Programs whose best layout is known, in `warpglass advise`.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;

/// As known.tsv has them.
struct KnownArray {
  std::string name;
  std::string best;  // "-": none
  std::string wavefronts;
  bool compiled_otherwise = false;  // of a changed layout the compiler makes fewer accesses: more is saved than priced
};

struct Known {
  std::string program;
  std::string arch;
  std::vector<KnownArray> arrays;
};
std::ostream& operator<<(std::ostream& out, const Known& known) { return out << known.program << " " << known.arch; }

/// What was priced without a run is what the runs count, of every layout that ran.
void expect_counted_as_priced(const json& array, const std::string& machine, bool compiled_otherwise) {
  for (const json& proposal : array.at("proposals")) {
    ASSERT_TRUE(proposal.contains("after")) << proposal.dump(1);
    const auto counted = array.at("before").at("wavefronts_shared").get<std::int64_t>() -
                         proposal.at("after").at("wavefronts_shared").get<std::int64_t>();
    const auto priced =
        array.at("priced").at(machine).get<std::int64_t>() - proposal.at("priced").at(machine).get<std::int64_t>();
    if (compiled_otherwise)
      EXPECT_GE(counted, priced) << proposal.at("title");
    else
      EXPECT_EQ(counted, priced) << proposal.at("title");
  }
}

std::vector<Known> known_layouts() {
  std::vector<Known> all;
  std::istringstream lines(contents(kPrograms + "known.tsv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    std::array<std::string, 6> cell;
    for (std::string& one : cell) std::getline(cells, one, '\t');
    if (all.empty() || all.back().program != cell[0] || all.back().arch != cell[1])
      all.push_back({.program = cell[0], .arch = cell[1], .arrays = {}});
    all.back().arrays.push_back(
        {.name = cell[2], .best = cell[3], .wavefronts = cell[4], .compiled_otherwise = cell[5] == "fewer"});
  }
  return all;
}

class KnownLayouts : public Advise, public testing::WithParamInterface<Known> {};

TEST_P(KnownLayouts, AreFoundAndCountAsPriced) {
  const Known& known = GetParam();
  const json found = advice(program(known.program), {"--arch", known.arch});
  ASSERT_EQ(outcome_.exit_code, 0) << outcome_.errors;
  for (const KnownArray& wanted : known.arrays) {
    SCOPED_TRACE(wanted.name);
    const json& array = array_named(found, wanted.name);
    ASSERT_FALSE(array.is_null()) << found.dump(1);
    expect_counted_as_priced(array, found.at("architecture"), wanted.compiled_otherwise);
    const json* const best = chosen_of(array);
    ASSERT_EQ(best != nullptr, wanted.best != "-") << array.dump(1);
    if (best == nullptr) continue;
    EXPECT_EQ(best->at("title"), wanted.best);
    EXPECT_EQ(best->at("verdict"), "proved");
    EXPECT_EQ(best->at("after").at("wavefronts_shared").dump(), wanted.wavefronts);
  }
}

INSTANTIATE_TEST_SUITE_P(, KnownLayouts, testing::ValuesIn(known_layouts()));

TEST(KnownLayoutsOf, AtLeastTwentyKernels) {
  std::size_t arrays = 0;
  for (const Known& known : known_layouts()) arrays += known.arrays.size();
  EXPECT_GE(arrays, 20);
}

}  // namespace
}  // namespace warpglass
