// Holds the tree to its own rules: arrows between folders run downward only, and files stay of a size one can read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// What each folder may include, besides itself. docs/design.md draws the same arrows.
const std::map<std::string, std::set<std::string>> kMayKnow = {
    {"base", {}},
    {"arch", {"base"}},
    {"ptx", {"base"}},
    {"sim", {"base"}},
    {"isa", {"base", "ptx", "sim"}},
    {"runtime", {"base", "arch", "ptx", "sim", "isa"}},
    {"analysis", {"base", "arch", "sim"}},
    {"report", {"base", "analysis"}},
    {"toolkit", {"base"}},
    {"session", {"base", "arch", "sim", "runtime", "analysis", "report", "toolkit"}},
    {"cuda", {"base", "arch", "sim", "runtime", "analysis", "report", "toolkit", "session"}},
    {"tools", {"base", "arch", "ptx", "sim", "isa", "runtime", "analysis", "report", "toolkit", "session"}},
};

std::vector<fs::path> sources_of(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPGLASS_SOURCE_DIR) / folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".hpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(House, ArrowsRunDownward) {
  const std::regex include("^\\s*#\\s*include\\s+\"([a-z]+)/.*");
  for (const auto& [folder, may_know] : kMayKnow) {
    const auto files = sources_of(folder);
    EXPECT_FALSE(files.empty()) << folder;
    for (const fs::path& file : files) {
      for (const std::string& line : lines_of(file)) {
        std::smatch match;
        if (!std::regex_match(line, match, include) || !kMayKnow.contains(match[1])) continue;
        EXPECT_TRUE(match[1] == folder || may_know.contains(match[1])) << file << ": " << line;
      }
    }
  }
}

TEST(House, FilesCanBeReadInOneSitting) {
  constexpr std::size_t kLimit = 600;
  for (const auto& [folder, may_know] : kMayKnow) {
    for (const fs::path& file : sources_of(folder))
      EXPECT_LE(lines_of(file).size(), kLimit) << file << " wants splitting along an idea";
  }
}

TEST(House, LibrariesNeitherPrintNorExitNorReadTheEnvironment) {
  const std::regex forbidden(R"(\b(std::cout|std::cerr|std::exit|std::abort|abort\(|getenv\(|printf\(|puts\())");
  for (const auto& [folder, may_know] : kMayKnow) {
    if (folder == "tools" || folder == "cuda" || folder == "toolkit") continue;
    for (const fs::path& file : sources_of(folder)) {
      for (const std::string& line : lines_of(file)) {
        const std::string code = line.substr(0, line.find("//"));
        if (code.find('"') != std::string::npos) continue;
        EXPECT_FALSE(std::regex_search(code, forbidden)) << file << ": " << line;
      }
    }
  }
}

}  // namespace
