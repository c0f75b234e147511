// Programs whose source says more than one run of it shows: a layout that this run would prove may be wrong with another
// argument. What is laid out computes the same with one, and what is left has its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ArraySources : public Advise {
 protected:
  /// Asks for advice, applies it, and compares what the program prints with an argument before and after.
  void read(const std::string& name) {
    const std::string path = program(name);
    const std::string before = run({"run", path, "--quiet", "--", "1"}).output;
    advice_ = advice(path, {"--apply"});
    EXPECT_FALSE(before.empty());
    EXPECT_FALSE(patch().empty());
    EXPECT_EQ(run({"run", path, "--quiet", "--", "1"}).output, before) << patch();
  }

  [[nodiscard]] std::string patch() const { return advice_.at("patch"); }

  json advice_;
};

TEST_F(ArraySources, ClassesAreWhatTheirDeclarationsSay) {
  read("own_names.cu");
  EXPECT_THAT(patch(), HasSubstr("+  device_vector<float> drops_vz(n);"));
  EXPECT_THAT(patch(), HasSubstr("+  fall<<<n / 128, 128>>>(drops_z.get(), drops_vz.get(), 0.5f);"));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_z")));
  EXPECT_THAT(outcome_.output, HasSubstr("line 80 makes it of what is not seen to be a vector of a known size"));
}

TEST_F(ArraySources, ReturnedVectorsAreCopiedWhereNothingIsDoneFirst) {
  read("returned.cu");
  EXPECT_THAT(patch(), HasSubstr("+  std::printf(\"%g\\n\", sum_of(drops_host, 2));"));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_host")));
  EXPECT_THAT(patch(), Not(HasSubstr("leaves_host")));
  for (const char* line : {"line 77", "line 83"})
    EXPECT_THAT(outcome_.output, HasSubstr(std::string(line) + " does other things in the statement that copies it"));
}

TEST_F(ArraySources, NumbersThatMayChangeAreNotWrittenAgain) {
  read("sizes_that_change.cu");
  EXPECT_THAT(patch(), HasSubstr("+  cudaMalloc(&ashes_z, count * sizeof(float));"));
  for (const char* name : {"drops_z", "grains_z", "leaves_z", "flakes_z", "stones_z"})
    EXPECT_THAT(patch(), Not(HasSubstr(name)));
  for (const char* line : {"line 84", "line 102", "line 117", "line 130", "line 158"})
    EXPECT_THAT(outcome_.output, HasSubstr(std::string(line) + " allocates bytes that are not seen to be a number of structures that stays"));
}

TEST_F(ArraySources, NamesMeanTheSameWhereTheyAreWritten) {
  read("shadows.cu");
  EXPECT_THAT(patch(), Not(HasSubstr("drops_z")));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_z")));
  EXPECT_THAT(patch(), Not(HasSubstr("in_pitch")));
  for (const char* why : {"i is another variable in line 16", "n is another variable in line 46",
                          "h is another variable in line 60"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

}  // namespace
}  // namespace warpglass
