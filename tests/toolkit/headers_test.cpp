// Every file of tests/toolkit/headers is compiled with our headers and says in its opening comment what must come out:
//
//   // arch: sm_52              compile for this one instead of sm_90
//   // flags: -D...             more flags
//   // ptx: TEXT                the PTX holds this text, runs of blanks counting as one
//   // not-ptx: TEXT            and not this
//   // count: N TEXT            and this N times in the first kernel
//   // host-symbol: NAME        the host object refers to this symbol
//   // prints: LINE             linked with the stand-in runtime, the program prints these lines
//
// Always: no warnings; every call leads to something the virtual GPU answers; every line named in the PTX is the
// file's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/toolkit/own_toolchain.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/nvcc_options.hpp"
#include "toolkit/process.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

const fs::path kFolder = fs::path(WARPGLASS_SOURCE_DIR) / "tests/toolkit/headers";

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::string single_blanks(const std::string& text) { return std::regex_replace(text, std::regex("[ \t\r\n]+"), " "); }

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

struct Expectations {
  std::string architecture = "sm_90";
  std::vector<std::string> flags, ptx, not_ptx, host_symbols, prints;
  std::vector<std::pair<std::size_t, std::string>> counts;
};

Expectations expectations_of(const fs::path& path) {
  Expectations expected;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    static const std::regex kDirective("// (arch|flags|ptx|not-ptx|count|host-symbol|prints): (.*)");
    std::smatch match;
    if (!std::regex_match(line, match, kDirective)) continue;
    const std::string key = match[1], value = match[2];
    if (key == "arch") expected.architecture = value;
    if (key == "flags") expected.flags = split_words(value);
    if (key == "ptx") expected.ptx.push_back(value);
    if (key == "not-ptx") expected.not_ptx.push_back(value);
    if (key == "host-symbol") expected.host_symbols.push_back(value);
    if (key == "prints") expected.prints.push_back(value);
    if (key == "count") expected.counts.emplace_back(std::stoul(value), value.substr(value.find(' ') + 1));
  }
  return expected;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "headers-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Toolchain toolchain() { return own_toolchain().value_or(Toolchain{}); }

void expect_answerable_calls(const std::string& ptx) {
  static const std::regex kExternal(R"(\.extern \.func\s*(?:\([^)]*\))?\s*([A-Za-z_$][\w$]*))");
  static const std::set<std::string> kLibrary{"vprintf", "malloc", "free", "__assertfail", "cudaGraphSetConditional"};
  for (std::sregex_iterator it(ptx.begin(), ptx.end(), kExternal), end; it != end; ++it) {
    const std::string name = (*it)[1];
    EXPECT_TRUE(name.starts_with("__nv_") || kLibrary.contains(name)) << name << " is nothing the virtual GPU answers";
  }
}

void expect_lines_of(const std::string& ptx, const fs::path& source) {
  static const std::regex kFile(R"(\.file\s+\d+\s+"([^"]*)\")");
  for (std::sregex_iterator it(ptx.begin(), ptx.end(), kFile), end; it != end; ++it) {
    EXPECT_EQ(fs::path((*it)[1].str()).filename(), source.filename()) << "a line outside the user's file";
  }
}

class Headers : public testing::TestWithParam<std::string> {};

TEST_P(Headers, Compile) {
  const fs::path source = kFolder / (GetParam() + ".cu");
  const Expectations expected = expectations_of(source);
  const TemporaryFolder folder;
  CompileRequest request{.sources = {source.string()},
                         .output = folder.path() / "out.ptx",
                         .to = CompileTo::ptx,
                         .architecture = expected.architecture,
                         .optimisation = "-O3",
                         .extra_flags = {"-Wall", "-Wextra", "-Werror"}};
  request.extra_flags.insert(request.extra_flags.end(), expected.flags.begin(), expected.flags.end());
  const CompileResult compiled = compile(toolchain(), request);
  ASSERT_EQ(compiled.exit_code, 0) << compiled.output;
  EXPECT_EQ(compiled.output, "");

  const std::string ptx = read(request.output), flat = single_blanks(ptx);
  expect_answerable_calls(ptx);
  expect_lines_of(ptx, source);
  for (const std::string& text : expected.ptx) EXPECT_NE(flat.find(text), std::string::npos) << text << "\n" << ptx;
  for (const std::string& text : expected.not_ptx) EXPECT_EQ(flat.find(text), std::string::npos) << text << "\n" << ptx;
  const std::string first_kernel = ptx.substr(0, ptx.find("-- End function"));
  for (const auto& [count, text] : expected.counts)
    EXPECT_EQ(count_of(first_kernel, text), count) << text << "\n" << first_kernel;

  // The host's side, without a warning either.
  request.output = folder.path() / "out.o";
  request.to = CompileTo::executable;
  request.extra_flags.insert(request.extra_flags.end(), {"-Wno-unused-command-line-argument", "-c"});
  const CompileResult object = compile(toolchain(), request);
  ASSERT_EQ(object.exit_code, 0) << object.output;
  if (!expected.host_symbols.empty()) {
    const std::string symbols = run_process({"/usr/bin/nm", "-u", request.output}, ProcessOutput::capture).output;
    for (const std::string& name : expected.host_symbols) EXPECT_THAT(symbols, testing::HasSubstr("U " + name + "\n"));
  }
  if (expected.prints.empty()) return;

  const std::string program = folder.path() / "program";
  const ProcessResult linked =
      run_process({toolchain().clang, request.output, "-o", program, "-L" WARPGLASS_STUB_FOLDER, "-lcudart",
                   "-Wl,-rpath," WARPGLASS_STUB_FOLDER},
                  ProcessOutput::capture);
  ASSERT_EQ(linked.exit_code, 0) << linked.output;
  std::string lines;
  for (const std::string& line : expected.prints) lines += line + "\n";
  const ProcessResult run = run_process({program}, ProcessOutput::capture);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, lines);
}

std::vector<std::string> names() {
  std::set<std::string> sorted;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".cu") sorted.insert(entry.path().stem());
  }
  return {sorted.begin(), sorted.end()};
}

INSTANTIATE_TEST_SUITE_P(All, Headers, testing::ValuesIn(names()), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace warpglass::toolkit
