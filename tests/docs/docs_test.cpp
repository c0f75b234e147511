// Runs every command that README.md and the pages under docs/ show and compares what it prints with what they say it
// prints. With WARPGLASS_UPDATE_GOLDEN set the pages are rewritten instead: read the difference before committing it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/docs/console.hpp"
#include "toolkit/process.hpp"

namespace warpglass::docs {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = WARPGLASS_SOURCE_DIR;

std::vector<std::string> pages() {
  std::vector<std::string> all = {"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(fs::relative(entry.path(), kSource).string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Printed {
  int exit_code = 0;
  std::vector<std::string> lines;
};

class Page : public testing::TestWithParam<std::string> {
 protected:
  /// Commands find the examples by the names that the pages give them, and leave files in a folder of their own.
  void SetUp() override {
    std::string name = testing::TempDir() + "warpglass-docs-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory_symlink(kSource / "examples", folder_ / "examples");
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] Printed run(const std::string& command) const {
    const std::string script = fmt::format(
        "cd '{1}' && unset LANG LC_CTYPE NO_COLOR COLUMNS && LC_ALL=C.UTF-8 PATH='{0}/bin':\"$PATH\" "
        "PKG_CONFIG_PATH='{0}/" WARPGLASS_LIBDIR "/pkgconfig' LD_LIBRARY_PATH='{0}/" WARPGLASS_LIBDIR
        "' && export LC_ALL PATH PKG_CONFIG_PATH LD_LIBRARY_PATH && exec 2>&1 </dev/null\n{2}\n",
        WARPGLASS_BINARY_DIR, folder_.string(), command);
    const auto result = toolkit::run_process({"/bin/sh", "-c", script}, toolkit::ProcessOutput::capture);
    Printed printed{result.exit_code, lines_of(result.output)};
    // The linker warns of a sanitizer's library.
    std::erase_if(printed.lines, [](const std::string& line) { return line.starts_with("/usr/bin/ld: "); });
    return printed;
  }

  fs::path folder_;
};

TEST_P(Page, ShowsWhatTheToolPrints) {
  const std::string page = contents(kSource / GetParam());
  ASSERT_FALSE(page.empty());
  std::vector<std::vector<std::string>> outputs;
  const bool updating = std::getenv("WARPGLASS_UPDATE_GOLDEN") != nullptr;
  for (const Command& command : commands_of(page)) {
    const Printed printed = run(command.line);
    const std::string place = fmt::format("{}:{}: $ {}", GetParam(), command.number, command.line);
    bool fails = false;
    for (const std::string& line : printed.lines) fails |= line.find("error: ") != std::string::npos;
    // A program may end well though a finding about it is an error.
    EXPECT_TRUE(printed.exit_code == 0 || fails) << place << "\nended with exit code " << printed.exit_code;
    if (!updating && !matches(command.output, printed.lines)) {
      std::string text;
      for (const std::string& line : printed.lines) text += line + '\n';
      ADD_FAILURE() << place << "\nprints something else:\n" << text;
    }
    outputs.push_back(printed.lines);
  }
  if (updating && !outputs.empty())
    std::ofstream(kSource / GetParam(), std::ios::binary) << with_outputs(page, outputs);
}

INSTANTIATE_TEST_SUITE_P(Docs, Page, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

/// docs/man/warpglass.1 is what `warpglass completion man` prints.
TEST(Manual, IsCurrent) {
  const auto printed = toolkit::run_process({WARPGLASS_BINARY_DIR "/bin/warpglass", "completion", "man"},
                                            toolkit::ProcessOutput::capture);
  ASSERT_EQ(printed.exit_code, 0);
  const fs::path page = kSource / "docs/man/warpglass.1";
  if (std::getenv("WARPGLASS_UPDATE_GOLDEN") != nullptr) std::ofstream(page, std::ios::binary) << printed.output;
  EXPECT_EQ(contents(page), printed.output) << "write it anew with WARPGLASS_UPDATE_GOLDEN=1";
}

constexpr std::string_view kPage =
    "text\n```console\n$ warpglass a\nx\n$ b\n...\nz\n```\n```\n$ warpglass no\n```\n```console\n$ ls\nq\n```\n";

TEST(Console, OnlyBlocksOfTheToolAreRun) {
  const auto commands = commands_of(kPage);
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].line, "warpglass a");
  EXPECT_EQ(commands[0].output, std::vector<std::string>{"x"});
  EXPECT_EQ(commands[0].number, 3u);
  EXPECT_EQ(commands[1].line, "b");
  EXPECT_EQ(commands[1].output, (std::vector<std::string>{"...", "z"}));
}

TEST(Console, OutputsCanBeReplaced) {
  EXPECT_EQ(with_outputs(kPage, {{"x"}, {"other"}}), kPage);
  EXPECT_NE(with_outputs(kPage, {{"1", "2"}, {}}).find("$ warpglass a\n1\n2\n$ b\n...\n"), std::string::npos);
}

TEST(Console, DotsStandForAnyLines) {
  EXPECT_TRUE(matches({"a", "...", "d"}, {"a", "b", "c", "d"}));
  EXPECT_TRUE(matches({"a", "..."}, {"a"}));
  EXPECT_TRUE(matches({"...", "d"}, {"c", "d"}));
  EXPECT_FALSE(matches({"a", "...", "d"}, {"a", "b"}));
  EXPECT_FALSE(matches({"a"}, {"a", "b"}));
  EXPECT_FALSE(matches({"a", "b"}, {"a"}));
}

}  // namespace
}  // namespace warpglass::docs
