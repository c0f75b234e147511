// What the library exports: what its header declares, under one version, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "toolkit/process.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;

std::string printed(const std::vector<std::string>& command) {
  return toolkit::run_process(command, toolkit::ProcessOutput::capture).output;
}

std::set<std::string> declared() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/library/include/warpglass/warpglass.h");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::regex declaration(R"(\nWARPGLASS_API [^;(]*?(\w+)\()");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), declaration); match != std::sregex_iterator();
       ++match)
    names.insert((*match)[1].str());
  return names;
}

TEST(LibraryExports, AreWhatTheHeaderDeclares) {
  std::istringstream lines(
      printed({"/usr/bin/nm", "-D", "--defined-only", "--with-symbol-versions", WARPGLASS_LIBRARY}));
  std::set<std::string> exported;
  for (std::string address, kind, name; lines >> address >> kind >> name;) {
    if (kind == "A") continue;
    const std::size_t at = name.find('@');
    EXPECT_EQ(name.substr(at), "@@WARPGLASS_0.1") << name;
    exported.insert(name.substr(0, at));
  }
  EXPECT_GT(exported.size(), 35u);
  EXPECT_EQ(exported, declared());
}

TEST(LibraryExports, HaveANumberOfTheirOwn) {
  EXPECT_THAT(printed({"/usr/bin/objdump", "-p", WARPGLASS_LIBRARY}), HasSubstr("libwarpglass.so.0\n"));
}

}  // namespace
}  // namespace warpglass::test
