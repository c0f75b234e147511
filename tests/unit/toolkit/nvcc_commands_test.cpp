#include "toolkit/nvcc_commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolkit/process.hpp"

namespace warpglass::toolkit {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Toolchain kNvccToolchain{.clang = "/usr/bin/clang++-19", .clang_version = 19, .cuda_path = "/opt/wg/cuda"};

std::vector<std::vector<std::string>> plan(const std::string& line, std::string* error = nullptr) {
  Diagnostics diagnostics;
  const NvccOptions options = parse_nvcc_options(split_words(line), diagnostics);
  auto commands = nvcc_commands(options, kNvccToolchain, "/tmp/folder", diagnostics);
  if (error != nullptr) *error = diagnostics.empty() ? "" : diagnostics.front().message;
  if (error == nullptr && !diagnostics.empty()) ADD_FAILURE() << diagnostics.front().message;
  return commands;
}

// How often `words` stands in `command`, one behind the other.
bool has_sequence(const std::vector<std::string>& command, const std::vector<std::string>& words) {
  return std::search(command.begin(), command.end(), words.begin(), words.end()) != command.end();
}

TEST(NvccCommands, AProgramIsCompiledAndThenLinked) {
  const auto commands = plan("-O3 -o app main.cu util.cpp x.o -lm");
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_TRUE(has_sequence(commands[0], {"-c", "-x", "cuda", "main.cu", "-o", "/tmp/folder/main-0.o"}))
      << shell_line(commands[0]);
  EXPECT_THAT(commands[0], Contains("--cuda-path=/opt/wg/cuda"));
  EXPECT_TRUE(has_sequence(commands[1], {"-c", "-x", "c++", "util.cpp"}));
  EXPECT_TRUE(has_sequence(commands[1], {"-isystem", "/opt/wg/cuda/include"}));
  EXPECT_THAT(commands[1], Not(Contains(HasSubstr("--cuda"))));
  EXPECT_TRUE(has_sequence(commands[2], {"-Wl,--start-group", "/tmp/folder/main-0.o", "/tmp/folder/util-1.o", "x.o",
                                         "-lm", "-Wl,--end-group", "-o", "app"}))
      << shell_line(commands[2]);
  // Our libraries come before those of folders that the program names, and behind all that asks for them.
  EXPECT_TRUE(has_sequence(plan("-o app x.o -L/usr/local/cuda/lib64").back(),
                           {"-L/opt/wg/cuda/lib64", "-L/usr/local/cuda/lib64", "-Wl,--start-group"}));
  EXPECT_TRUE(has_sequence(commands[2], {"-o", "app", "-lcudart"}));
  EXPECT_THAT(commands[2], Not(Contains(HasSubstr("--cuda"))));
  EXPECT_TRUE(has_sequence(plan("-Xlinker=y.a -o app x.o").back(),
                           {"-Wl,--start-group", "x.o", "-Xlinker", "y.a", "-Wl,--end-group"}));
}

TEST(NvccCommands, TheHostsCompilerIsAskedWhoItIs) {
  EXPECT_THAT(plan(".c -Xcompiler --version"), ElementsAre(ElementsAre("/usr/bin/clang++-19", "--version")));
  EXPECT_THAT(plan("x.cu -Xcompiler -Wall,-dumpversion"),
              ElementsAre(ElementsAre("/usr/bin/clang++-19", "-dumpversion")));
}

TEST(NvccCommands, IntegersOfTheHostWrapUnlessASanitizerTellsOfIt) {
  EXPECT_TRUE(has_sequence(plan("-c main.cu").front(), {"-Xarch_host", "-fwrapv"}));
  EXPECT_THAT(plan("-c -Xcompiler -fsanitize=undefined main.cu").front(), Not(Contains("-fwrapv")));
}

TEST(NvccCommands, AProgramIsStartedOnceItIsLinkedOrAsItIs) {
  EXPECT_THAT(plan("-run a.o -run-args 1,2").back(), ElementsAre("./a.out", "1", "2"));
  const auto made = plan("--run dir/app.exe");
  ASSERT_EQ(made.size(), 1u);
  EXPECT_THAT(made[0], ElementsAre("dir/app.exe"));
}

TEST(NvccCommands, CMakeFindsTheLinkLineByTheTextOfLibraries) {
  const std::string link = shell_line(plan("-o app x.o").back());
  bool found = false;
  for (const std::string& line : nvcc_variables(kNvccToolchain, "/usr/bin")) {
    constexpr std::string_view kName = "LIBRARIES=";
    if (line.starts_with(kName)) found = link.find(line.substr(kName.size())) != std::string::npos;
  }
  EXPECT_TRUE(found) << link;
}

TEST(NvccCommands, CodeGenerationOptionsOfTheHostStayOnTheHost) {
  const auto commands = plan("-c a.cu -Xcompiler -march=native,-fopenmp,-Wall");
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_TRUE(has_sequence(commands[0], {"-Xarch_host", "-march=native", "-Xarch_host", "-fopenmp", "-Wall"}))
      << shell_line(commands[0]);
  EXPECT_TRUE(has_sequence(commands[0], {"-o", "a.o"}));
}

TEST(NvccCommands, OneObjectPerSource) {
  const auto commands = plan("-dc dir/a.cu b.cu");
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_TRUE(has_sequence(commands[0], {"dir/a.cu", "-o", "a.o"}));
  EXPECT_TRUE(has_sequence(commands[1], {"b.cu", "-o", "b.o"}));
}

TEST(NvccCommands, LanguageOfTheInputs) {
  EXPECT_TRUE(has_sequence(plan("-c -x cu main.cpp")[0], {"-x", "cuda", "main.cpp"}));
  EXPECT_TRUE(has_sequence(plan("-c main.c")[0], {"-x", "c", "main.c"}));
  EXPECT_THAT(plan("-std=c++17 -c main.c")[0], Not(Contains("-std=c++17")));
}

TEST(NvccCommands, PtxFatBinariesDependenciesLibraries) {
  EXPECT_TRUE(has_sequence(plan("-cuda k.cu")[0], {"--cuda-host-only", "-E", "-D__WARPGLASS_PREPROCESSES__", "-x",
                                                   "cuda", "k.cu", "-o", "k.cu.cpp.ii"}));
  const auto ptx = plan("-ptx k.cu");
  EXPECT_TRUE(has_sequence(ptx[0], {"--cuda-device-only", "-S", "-fkeep-persistent-storage-variables", "-x", "cuda",
                                    "k.cu", "-o", "k.ptx"}));
  EXPECT_THAT(ptx[1], ElementsAre("/opt/wg/cuda/bin/ptxas", "--names-of-statics", "k.ptx", "-o", "k.ptx"));
  const auto printed = plan("-ptx k.cu -o -");
  EXPECT_TRUE(has_sequence(printed[0], {"k.cu", "-o", "/tmp/folder/k.ptx"}));
  EXPECT_THAT(printed[1], ElementsAre("/opt/wg/cuda/bin/ptxas", "--names-of-statics", "/tmp/folder/k.ptx", "-o", "-"));
  const auto fat = plan("-fatbin k.cu -arch=sm_80");
  ASSERT_EQ(fat.size(), 3u);
  EXPECT_THAT(fat.back(), Contains("--image=profile=compute_80,file=/tmp/folder/k.ptx"));
  EXPECT_TRUE(has_sequence(fat.back(), {"--create", "k.fatbin"}));
  EXPECT_TRUE(has_sequence(plan("-cubin k.cu").back(), {"--create", "k.cubin"}));
  EXPECT_TRUE(has_sequence(plan("-cubin k.cu -o other").back(), {"--create", "other"}));
  EXPECT_TRUE(has_sequence(plan("-M k.cu")[0], {"-M", "-D__WARPGLASS_PREPROCESSES__", "--cuda-host-only"}));
  const auto library = plan("-lib a.cu b.o -o libx.a");
  EXPECT_TRUE(has_sequence(library[1], {"rcs", "libx.a", "/tmp/folder/a-0.o", "b.o"}));
  EXPECT_TRUE(has_sequence(plan("-dlink a.o -o link.o")[0], {"-o", "link.o"}));
}

TEST(NvccCommands, RegisterLimitGoesToTheAssembler) {
  EXPECT_TRUE(has_sequence(plan("-c a.cu -maxrregcount=24")[0], {"-Xcuda-ptxas", "--maxrregcount=24"}));
}

TEST(NvccCommands, InputsMustFit) {
  std::string error;
  plan("-o app", &error);
  EXPECT_THAT(error, HasSubstr("no input files"));
  plan("-c a.cu b.cu -o one.o", &error);
  EXPECT_THAT(error, HasSubstr("names one file for 2 inputs"));
  plan("-c a.o", &error);
  EXPECT_THAT(error, HasSubstr("not a source file"));
  plan("-ptx a.cpp", &error);
  EXPECT_THAT(error, HasSubstr("no device code"));
}

}  // namespace
}  // namespace warpglass::toolkit
