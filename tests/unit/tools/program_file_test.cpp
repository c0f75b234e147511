#include "tools/warpglass/program_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

class ProgramFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& contents) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << contents;
    return path;
  }

  static std::string refusal(const std::string& path) {
    try {
      (void)classify(path);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  // Tests run at the same time.
  std::string folder_ =
      testing::TempDir() + "wg_program_file_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(ProgramFile, Kinds) {
  EXPECT_EQ(classify(file("a.cu", "int main() {}")), ProgramKind::cuda_source);
  EXPECT_EQ(classify(file("a.ptx", ".version 8.0")), ProgramKind::ptx);
  EXPECT_EQ(classify("/proc/self/exe"), ProgramKind::executable);
}

TEST_F(ProgramFile, RefusalsSayWhatToDo) {
  EXPECT_THAT(refusal(folder_ + "/none"), testing::HasSubstr("no such file"));
  EXPECT_THAT(refusal(folder_), testing::HasSubstr("is a directory"));
  EXPECT_THAT(refusal(folder_ + "/"), testing::HasSubstr("is a directory"));
  EXPECT_THAT(refusal("/dev/null"), testing::HasSubstr("no ordinary file"));
  EXPECT_THAT(refusal(file("s.sh", "#!/bin/sh\n./app\n")), testing::HasSubstr("is a script"));
  EXPECT_THAT(refusal(file("empty", "")), testing::HasSubstr("is empty"));
  EXPECT_THAT(refusal(file("note.txt", "text")), testing::HasSubstr("neither a program"));
  EXPECT_THAT(refusal(file("a.cpp", "int main() {}")), testing::HasSubstr("warpglass-nvcc"));
  EXPECT_THAT(refusal(file("x.cu/y", "")), testing::HasSubstr("no such file"));
}

TEST_F(ProgramFile, ScriptsAreRunByTheirInterpreters) {
  const auto expect_started = [](const std::string& named, const std::string& program,
                                 const std::vector<std::string>& arguments) {
    const Started started = started_for(named);
    EXPECT_THAT(started.program, testing::EndsWith(program)) << named;
    EXPECT_EQ(started.arguments, arguments) << named;
  };
  const std::string plain = file("plain", "#!/usr/bin/python3\n"), with_flag = file("flag", "#! /usr/bin/python3 -u\n");
  const std::string by_env = file("env", "#!/usr/bin/env cat\n"), split = file("split", "#!/usr/bin/env -S cat -u\n");
  expect_started(plain, "/usr/bin/python3", {plain});
  expect_started(with_flag, "/usr/bin/python3", {"-u", with_flag});
  expect_started(by_env, "/cat", {by_env});
  expect_started(split, "/cat", {"-u", split});
  const std::string shell = file("s", "#!/bin/sh\n"), bash = file("b", "#!/usr/bin/env bash\n");
  const std::string nobody = file("n", "#!/usr/bin/env no-such-interpreter\n");
  for (const std::string& as_it_is : {shell, bash, nobody, file("a.cu", ""), file("app", "\177ELF")})
    expect_started(as_it_is, as_it_is, {});
  expect_started("cat", "/cat", {});
  expect_started("no-such-program", "no-such-program", {});
  expect_started("./cat", "./cat", {});
}

}  // namespace
}  // namespace warpglass::tool
