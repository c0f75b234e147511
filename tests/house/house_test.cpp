// Holds the tree to its own rules: arrows between rooms run downward only, files of a room form no circles, switches
// over enumerations are complete, and files stay of a size one can read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

// What each room (a folder, or a folder within one) may include besides itself. docs/design.md draws the same arrows.
const std::map<std::string, std::set<std::string>> kMayKnow = {
    {"base", {}},
    {"arch", {"base"}},
    {"ptx", {"base"}},
    {"sim", {"base"}},
    {"isa", {"base", "ptx", "sim"}},
    {"isa/chapters", {"base", "ptx", "sim", "isa"}},
    {"isa/external", {"base", "ptx", "sim", "isa"}},
    {"isa/lowering", {"base", "ptx", "sim", "isa"}},
    {"isa/bind", {"base", "ptx", "sim", "isa", "isa/lowering"}},
    {"tier", {"base", "sim"}},
    {"tier/plugin", {"tier"}},
    {"tier/compiler", {"base", "sim", "tier"}},
    {"runtime", {"base", "arch", "ptx", "sim", "isa", "isa/bind"}},
    {"analysis", {"base", "arch", "sim"}},
    {"report", {"base", "analysis"}},
    {"toolkit", {"base"}},
    {"toolkit/bin", {"toolkit"}},
    {"rewrite", {"base"}},
    {"session", {"base", "arch", "sim", "tier", "runtime", "analysis", "report", "toolkit"}},
    {"library", {"base", "arch", "sim", "runtime", "analysis", "report", "toolkit", "session"}},
    {"cuda", {"base", "arch", "sim", "runtime", "analysis", "report", "toolkit", "session"}},
    {"cuda/fatbin", {"toolkit"}},
    {"cuda/nvrtc", {"base", "toolkit"}},
    {"cuda/random", {"base"}},
    {"cuda/driver", {"arch", "base", "cuda", "runtime", "sim"}},
    {"tools/instructions", {"base", "ptx", "isa"}},
    {"tools/nvcc", {"base", "toolkit"}},
    {"tools/warpglass",
     {"base", "arch", "ptx", "sim", "isa", "isa/bind", "runtime", "analysis", "report", "toolkit", "rewrite", "session",
      "tier"}},
};

// Single arrows beyond that: the file, and what it includes. One that is no longer drawn has to go from here.
const std::set<std::pair<std::string, std::string>> kSingleArrows = {
    {"isa/table", "isa/chapters/absent"},
    {"isa/table", "isa/chapters/chapters"},  // the one list of chapters
    {"isa/table", "isa/chapters/word_rules"},
    {"isa/chapters/costs", "isa/external/library_costs"},
    {"tools/instructions/main", "isa/chapters/absent"},
    {"tools/instructions/main", "isa/chapters/word_rules"},
    {"isa/calls", "isa/bind/pseudo_ops"},
    {"isa/calls", "isa/external/external"},
    {"cuda/call_place", "cuda/driver/entries"},  // what calls and errors of the driver API are called in findings
    {"cuda/host_checks", "cuda/driver/errors"},
    {"cuda/random/curand", "cuda/loaded_runtime"},  // a library beside the runtime
};

// Files that include each other, directly or by way of others of their room. A circle that is no more has to go from
// here.
const std::set<std::set<std::string>> kCircles = {};

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

/// "isa/bind/link" of .../isa/bind/link.cpp: a header and the file with its functions are one.
std::string name_of(const fs::path& file) {
  return fs::relative(file, WARPGLASS_SOURCE_DIR).replace_extension().generic_string();
}

/// The innermost room of kMayKnow that a name lies in, or nothing.
std::string room_of(const std::string& name) {
  for (std::size_t end = name.rfind('/'); end != std::string::npos && end > 0; end = name.rfind('/', end - 1)) {
    if (kMayKnow.contains(name.substr(0, end))) return name.substr(0, end);
  }
  return "";
}

/// All files of all rooms, each once.
std::vector<fs::path> all_sources() {
  std::vector<fs::path> files;
  for (const std::string top : {"base", "arch", "ptx", "sim", "isa", "tier", "runtime", "analysis", "report", "toolkit",
                                "rewrite", "session", "library", "cuda", "tools"}) {
    for (const fs::path& file : sources_of(top)) {
      if (!room_of(name_of(file)).empty()) files.push_back(file);
    }
  }
  return files;
}

struct Include {
  std::string from;
  std::string to;
  std::string where;  // for messages
};

std::vector<Include> all_includes() {
  const std::regex include("^\\s*#\\s*include\\s+\"([^\"]+)\\.hpp\".*");
  std::vector<Include> all;
  for (const fs::path& file : all_sources()) {
    for (const std::string& line : lines_of(file)) {
      std::smatch match;
      if (std::regex_match(line, match, include) && !room_of(match[1]).empty())
        all.push_back({name_of(file), match[1], file.string() + ": " + line});
    }
  }
  return all;
}

TEST(House, ArrowsRunDownward) {
  std::set<std::pair<std::string, std::string>> unused = kSingleArrows;
  std::set<std::string> seen;
  for (const auto& [from, to, where] : all_includes()) {
    const std::string room = room_of(from);
    seen.insert(room);
    const bool allowed = room == room_of(to) || kMayKnow.at(room).contains(room_of(to));
    if (allowed) continue;
    EXPECT_TRUE(kSingleArrows.contains({from, to})) << where;
    unused.erase({from, to});
  }
  for (const auto& [from, to] : unused)
    ADD_FAILURE() << from << " no longer includes " << to << ": take it off the list";
  for (const auto& [room, may_know] : kMayKnow) EXPECT_TRUE(room == "base" || seen.contains(room)) << room;
}

/// Which files can be reached from each one without leaving its room.
std::map<std::string, std::set<std::string>> reached_within_rooms() {
  std::map<std::string, std::set<std::string>> next;
  for (const auto& [from, to, where] : all_includes()) {
    if (from != to && room_of(from) == room_of(to)) next[from].insert(to);
  }
  std::map<std::string, std::set<std::string>> reached;
  for (const auto& [start, first] : next) {
    std::vector<std::string> open(first.begin(), first.end());
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      if (!reached[start].insert(name).second) continue;
      if (const auto more = next.find(name); more != next.end())
        open.insert(open.end(), more->second.begin(), more->second.end());
    }
  }
  return reached;
}

TEST(House, FilesOfARoomFormNoCircles) {
  auto reached = reached_within_rooms();
  std::set<std::set<std::string>> circles;
  for (const auto& [name, others] : reached) {
    if (!others.contains(name)) continue;
    std::set<std::string> circle;
    for (const std::string& other : others) {
      if (reached[other].contains(name)) circle.insert(other);
    }
    circles.insert(circle);
  }
  const auto text = [](const std::set<std::string>& circle) {
    std::string all;
    for (const std::string& name : circle) all += ' ' + name;
    return all;
  };
  for (const auto& circle : circles) EXPECT_TRUE(kCircles.contains(circle)) << "include each other:" << text(circle);
  for (const auto& circle : kCircles)
    EXPECT_TRUE(circles.contains(circle)) << "no longer a circle, take it off the list:" << text(circle);
}

/// A switch over an enumeration names every enumerator, so that the compiler names the switches that a new one
/// concerns. The label before `default:` tells what is switched over: numbers, characters and constants (kName) may
/// have one, and so may the API's own enumerations, in whose place programs can pass any number.
int default_labels_over_enumerations(const std::vector<std::string>& lines) {
  const std::regex label(R"(^( *)case ('(?:[^'\\]|\\.)+'|(?:[^:]|::)+):( .*)?$)");
  const std::regex number("^(-?[0-9'].*|sizeof.*|([A-Za-z]+::)*k[A-Z].*|cuda[A-Z].*|CU(DA)?_.*)");
  std::map<std::size_t, std::string> last;  // label by indentation
  int count = 0;
  for (const std::string& line : lines) {
    std::smatch match;
    const std::size_t indentation = line.find_first_not_of(' ');
    if (indentation == std::string::npos) continue;
    if (line.compare(indentation, 8, "switch (") == 0) last.erase(last.upper_bound(indentation), last.end());
    if (std::regex_match(line, match, label)) last[indentation] = match[2];
    if (line.compare(indentation, 8, "default:") == 0 && last.contains(indentation) &&
        !std::regex_match(last[indentation], number))
      ++count;
  }
  return count;
}

TEST(House, SwitchesOverEnumerationsHaveNoDefault) {
  for (const fs::path& file : all_sources()) EXPECT_EQ(default_labels_over_enumerations(lines_of(file)), 0) << file;
}

TEST(House, FilesCanBeReadInOneSitting) {
  constexpr std::size_t kLimit = 600;
  for (const fs::path& file : all_sources())
    EXPECT_LE(lines_of(file).size(), kLimit) << file << " wants splitting along an idea";
}

TEST(House, LibrariesNeitherPrintNorExitNorReadTheEnvironment) {
  const std::regex forbidden(R"(\b(std::cout|std::cerr|std::exit|std::abort|abort\(|getenv\(|printf\(|puts\())");
  for (const fs::path& file : all_sources()) {
    const std::string name = name_of(file);
    if (name.starts_with("tools/") || name.starts_with("cuda/") || name.starts_with("toolkit/")) continue;
    for (const std::string& line : lines_of(file)) {
      const std::string code = line.substr(0, line.find("//"));
      if (code.find('"') != std::string::npos) continue;
      EXPECT_FALSE(std::regex_search(code, forbidden)) << file << ": " << line;
    }
  }
}

}  // namespace
