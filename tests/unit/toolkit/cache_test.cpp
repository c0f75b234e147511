// What is kept between runs, and when a program is compiled again. A stand-in for the compiler counts its calls.
#include "base/file_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "toolkit/compile_cache.hpp"
#include "toolkit/ptxas.hpp"

namespace warpglass::toolkit {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "warpglass_cache_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text, bool runs = false) const {
    std::string path = folder_ + "/" + name;
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
    if (runs) fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(folder_ + "/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ + "/cache")) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
  }

  std::string folder_;
};

TEST_F(CacheTest, FindsWhatWasKept) {
  const FileCache cache(folder_ + "/cache");
  EXPECT_EQ(cache.find("kind", "key"), std::nullopt);
  cache.keep("kind", "key", std::string("one\0two\n", 8));
  EXPECT_EQ(cache.find("kind", "key"), std::string("one\0two\n", 8));
  EXPECT_EQ(cache.find("kind", "another"), std::nullopt);
  EXPECT_EQ(cache.find("another", "key"), std::nullopt);
  cache.keep("kind", "key", "");
  EXPECT_EQ(cache.find("kind", "key"), "");
  FileCache("").keep("kind", "key", "nowhere");
  EXPECT_EQ(FileCache("").find("kind", "key"), std::nullopt);
}

TEST_F(CacheTest, TakesNothingThatIsDamaged) {
  const FileCache cache(folder_ + "/cache");
  cache.keep("kind", "key", "contents that matter");
  const fs::path file = entries().at(0);
  for (const auto& damage : std::vector<std::function<void()>>{
           [&] { fs::resize_file(file, fs::file_size(file) - 1); }, [&] { fs::resize_file(file, 5); },
           [&] { std::fstream(file, std::ios::in | std::ios::out | std::ios::ate).seekp(-2, std::ios::end) << 'X'; },
           [&] { std::ofstream(file, std::ios::app) << "more"; }}) {
    cache.keep("kind", "key", "contents that matter");
    ASSERT_TRUE(cache.find("kind", "key"));
    damage();
    EXPECT_EQ(cache.find("kind", "key"), std::nullopt);
  }
}

TEST_F(CacheTest, LetsGoOfWhatWasNotUsedForLongest) {
  const FileCache cache(folder_ + "/cache", 10000);
  const std::string contents(1000, 'c');
  for (int i = 0; i < 30; ++i) {
    cache.keep("kind", std::to_string(i), contents);
    EXPECT_TRUE(cache.find("kind", "0")) << i;  // in use all the time
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::uintmax_t bytes = 0;
  for (const fs::path& file : entries()) bytes += fs::file_size(file);
  EXPECT_LE(bytes, 10000u);
  EXPECT_TRUE(cache.find("kind", "29"));
  EXPECT_FALSE(cache.find("kind", "5"));
  cache.keep("kind", "large", std::string(5000, 'c'));
  EXPECT_FALSE(cache.find("kind", "large"));
}

TEST_F(CacheTest, ManyReadAndWriteAtOnce) {
  const FileCache cache(folder_ + "/cache");
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 4; ++worker) {
    threads.emplace_back([&cache, worker] {
      for (int i = 0; i < 200; ++i) {
        cache.keep("kind", "key", std::string(2000, static_cast<char>('a' + worker)));
        const auto found = cache.find("kind", "key");
        ASSERT_TRUE(found);
        ASSERT_EQ(*found, std::string(2000, found->front()));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(CacheTest, AnAssemblerIsAskedOnceForAText) {
  const std::string ptxas = write("ptxas",
                                  "#!/bin/sh\necho called >> " + folder_ +
                                      "/calls\necho \"info : Compiling entry function 'k' for 'sm_90'\"\n"
                                      "echo 'info : Used 17 registers'\n",
                                  true);
  for (int run = 0; run < 2; ++run) {
    const auto ask = kernel_assembler(ptxas, 90, folder_ + "/cache");
    EXPECT_EQ(ask("text").at("k").registers, 17u);
  }
  EXPECT_EQ(read("calls"), "called\n");
  EXPECT_EQ(kernel_assembler(ptxas, 80, folder_ + "/cache")("text").at("k").registers, 17u);
  EXPECT_EQ(kernel_assembler(ptxas, 90, folder_ + "/cache")("another").at("k").registers, 17u);
  EXPECT_EQ(kernel_assembler(ptxas, 90)("text").at("k").registers, 17u);
  EXPECT_EQ(read("calls"), "called\ncalled\ncalled\ncalled\n");
}

/// Compiles by a script: the program, which the host's side makes, says what was in the files. A header of the system's
/// is named by way of another folder, as those of its C++ library are, and folders appear beside the source's from one
/// compilation to the next.
class CompileCache : public CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    source_ = write("app/app.cu", "source 1\n");
    write("app/host.h", "host 1\n");
    write("app/device.h", "device 1\n");
    fs::create_directories(folder_ + "/more");
    for (const char* name : {"ptxas", "fatbinary", "host-link"}) write("cuda/bin/" + std::string(name), "");
    toolchain_ = {.clang = write("clang++", R"(#!/bin/sh
folder=$(dirname "$0")
for argument in "$@"; do
  case "$previous $argument" in
    "-o "*) output=$argument ;;
    "-MF "*) files=$argument ;;
    "-Xarch_device -Wp,-dependency-file,"*) device=${argument##*,} ;;
  esac
  [ "$argument" = -MP ] && phony=$folder/app/host.h:
  [ "$argument" = --cuda-host-only ] && device=
  [ "$argument" = --cuda-device-only ] && only_device=1
  previous=$argument
done
[ -n "$device" ] && echo "app.o: $folder/app/app.cu $folder/app/device.h" > "$device"
echo compiled >> "$folder/calls"
grep -q error "$folder/app/app.cu" && { echo "app.cu:1:1: error: of the source"; exit 1; }
[ -n "$only_device" ] && { echo ".version 7.0" > "$output"; exit 0; }
echo "app.cu:1:1: warning: of the source"
[ -n "$files" ] && printf 'app.o: %s \\\n  %s %s\n' "$folder/app/app.cu" "$folder/app/host.h" "/usr/lib/../include/stdlib.h" > "$files"
[ -n "$files$phony" ] && echo "$phony" >> "$files"
cat "$folder/app/app.cu" "$folder/app/host.h" "$folder/app/device.h" > "$output"
)",
                                 true),
                  .clang_version = 19,
                  .cuda_path = folder_ + "/cuda"};
  }

  /// Whether the compiler ran. What it makes, and says, is as if it always did.
  bool compiles(std::vector<std::string> flags = {}) {
    const std::string before = read("calls");
    const std::string output = "out" + std::to_string(++runs_) + "/program";
    fs::create_directories(folder_ + "/out" + std::to_string(runs_));
    CompileRequest request;
    request.sources = {source_};
    request.output = folder_ + "/" + output;
    request.extra_flags = std::move(flags);
    const CachedCompilation made = compile(toolchain_, request, FileCache(folder_ + "/cache"));
    EXPECT_EQ(made.result.exit_code, 0) << made.result.output;
    EXPECT_EQ(made.result.output, "app.cu:1:1: warning: of the source\n");
    EXPECT_EQ(read(output), read("app/app.cu") + read("app/host.h") + read("app/device.h"));
    const bool ran = read("calls") != before;
    EXPECT_EQ(made.from_cache, !ran);
    return ran;
  }

  std::string source_;
  Toolchain toolchain_;
  int runs_ = 0;
};

TEST_F(CompileCache, IsUsedWhileNothingChanges) {
  EXPECT_TRUE(compiles());
  EXPECT_FALSE(compiles());
  EXPECT_FALSE(compiles());
  EXPECT_TRUE(access((folder_ + "/out3/program").c_str(), X_OK) == 0);
}

TEST_F(CompileCache, EveryFileThatWasReadCounts) {
  EXPECT_TRUE(compiles());
  for (const char* file : {"app/app.cu", "app/host.h", "app/device.h"}) {
    write(file, std::string(file) + " 2\n");
    EXPECT_TRUE(compiles()) << file;
    EXPECT_FALSE(compiles()) << file;
  }
  fs::last_write_time(source_, fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_FALSE(compiles()) << "written again, with the same text";
}

TEST_F(CompileCache, SoDoHeadersThatAppear) {
  EXPECT_TRUE(compiles({"-I", folder_ + "/more"}));
  write("more/report.json", "{}");
  write("more/program", "", true);
  EXPECT_FALSE(compiles({"-I", folder_ + "/more"}));
  write("more/host.h", "host of another\n");
  EXPECT_TRUE(compiles({"-I", folder_ + "/more"}));
}

TEST_F(CompileCache, SoDoHeadersThatAppearInAFolderOfTheSameName) {
  write("more/app/report.json", "{}");
  EXPECT_TRUE(compiles({"-I", folder_ + "/more"}));
  write("more/app/report.txt", "");
  EXPECT_FALSE(compiles({"-I", folder_ + "/more"}));
  write("more/app/host.h", "of another <app/host.h>\n");
  EXPECT_TRUE(compiles({"-I", folder_ + "/more"}));
  EXPECT_FALSE(compiles({"-I", folder_ + "/more"}));
}

TEST_F(CompileCache, SoDoFlagsAndTheCompiler) {
  EXPECT_TRUE(compiles());
  EXPECT_TRUE(compiles({"-DN=2"}));
  EXPECT_FALSE(compiles({"-DN=2"}));
  EXPECT_FALSE(compiles());
  std::ofstream(folder_ + "/clang++", std::ios::app) << "# a newer one\n";
  EXPECT_TRUE(compiles());
}

// Each architecture may read files of its own.
TEST_F(CompileCache, WhatIsForSeveralArchitecturesIsCompiledEachTime) {
  for (int run = 0; run < 2; ++run) {
    EXPECT_TRUE(compiles({"--offload-arch=sm_80"}));
    EXPECT_TRUE(compiles({"--cuda-gpu-arch=sm_80"}));
  }
}

TEST_F(CompileCache, WhatSaysTheTimeIsCompiledEachTime) {
  write("app/host.h", "const char* when = __TIME__;\n");
  EXPECT_TRUE(compiles());
  EXPECT_TRUE(compiles());
}

TEST_F(CompileCache, WhatReadsOtherFilesIsCompiledEachTime) {
  for (const char* flag : {"-lm", "other.o", "@flags", "-fprofile-use=x", "-Wl,-rpath,/x"}) {
    CompileRequest request;
    request.sources = {source_};
    request.extra_flags = {flag};
    EXPECT_FALSE(may_be_kept(request)) << flag;
  }
  CompileRequest request;
  request.sources = {source_};
  request.extra_flags = {"-DN=64", "-I", "folder", "-std=c++17", "-Xarch_host", "-fno-optimize-sibling-calls", "-O1"};
  EXPECT_TRUE(may_be_kept(request));
}

// As warpglass-nvcc compiles.
TEST_F(CompileCache, ObjectFilesAreKeptWithTheirRules) {
  const auto object = [&](const std::string& output, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{toolchain_.clang, "-O2",   "-c", "-x",
                                     "cuda",           source_, "-o", folder_ + "/" + output};
    command.insert(command.end(), more.begin(), more.end());
    const CachedCompilation made = run_clang(toolchain_, command, FileCache(folder_ + "/cache"));
    EXPECT_EQ(made.result.exit_code, 0) << made.result.output;
    EXPECT_EQ(made.result.output, "app.cu:1:1: warning: of the source\n");
    EXPECT_EQ(read(output), read("app/app.cu") + read("app/host.h") + read("app/device.h"));
    return made.from_cache;
  };
  EXPECT_FALSE(object("one.o"));
  EXPECT_TRUE(object("one.o"));
  EXPECT_TRUE(object("another.o")) << "the name is not in it";
  EXPECT_FALSE(object("another.o", {"-fgpu-rdc"}));
  EXPECT_FALSE(object("one.o", {"-fgpu-rdc"})) << "names of variables are made of it";
  EXPECT_FALSE(fs::exists(folder_ + "/one.o.host.d") || fs::exists(folder_ + "/one.o.device.d"));

  const std::vector<std::string> rule{"-MD", "-MP", "-MT", "one.o", "-MF", folder_ + "/one.d"};
  EXPECT_FALSE(object("one.o", rule));
  const std::string written = read("one.d");
  EXPECT_NE(written, "");
  fs::remove(folder_ + "/one.d");
  EXPECT_TRUE(object("one.o", rule));
  EXPECT_EQ(read("one.d"), written);
  EXPECT_FALSE(object("another.o", rule)) << "a rule may name it";
  write("app/device.h", "device 2\n");
  EXPECT_FALSE(object("one.o"));

  for (const std::vector<std::string>& others : {std::vector<std::string>{"-MMD", "-MF", folder_ + "/one.d"},
                                                 {"-MD"},
                                                 {"-save-temps"},
                                                 {folder_ + "/more.cu"}}) {
    for (int run = 0; run < 2; ++run) EXPECT_FALSE(object("other.o", others)) << others.front();
  }
}

TEST_F(CompileCache, WhatGoesToNoFileIsNotKept) {
  const auto object = [&](const std::string& output) {
    return run_clang(toolchain_, {toolchain_.clang, "-c", source_, "-o", output}, FileCache(folder_ + "/cache"));
  };
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(object("/dev/null").result.exit_code, 0);
    EXPECT_FALSE(fs::exists("/dev/null.host.d") || fs::exists("/dev/null.device.d"));
  }
  EXPECT_FALSE(object(folder_ + "/one.o").from_cache);
  EXPECT_EQ(read("one.o"), read("app/app.cu") + read("app/host.h") + read("app/device.h"));
}

// -Xarch_host stands before what warpglass-nvcc hands to the host's compilation.
TEST_F(CompileCache, WhatMakesOtherFilesOrIsForThisMachineIsCompiledEachTime) {
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"-Xarch_host", "-fprofile-use=a.profdata"},
                                                {"-Xarch_host", "-ftest-coverage"},
                                                {"--coverage"},
                                                {"-gsplit-dwarf"},
                                                {"-Xarch_host", "-fstack-usage"},
                                                {"-Wp,-MD,one.d"},
                                                {"-Xarch_host", "-march=native"},
                                                {"-mtune=native"},
                                                {"-Xclang", "-load", "-Xclang", "plugin.so"}}) {
    std::vector<std::string> command{toolchain_.clang, "-c"};
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {source_, "-o", folder_ + "/one.o"});
    for (int run = 0; run < 2; ++run)
      EXPECT_FALSE(run_clang(toolchain_, command, FileCache(folder_ + "/cache")).from_cache) << flags.back();
    CompileRequest request;
    request.sources = {source_};
    request.extra_flags = flags;
    EXPECT_FALSE(may_be_kept(request)) << flags.back();
  }
}

TEST_F(CompileCache, ErrorsAreNotKept) {
  write("app/app.cu", "error\n");
  for (int run = 1; run <= 2; ++run) {
    const std::string before = read("calls");
    CompileRequest request;
    request.sources = {source_};
    request.output = folder_ + "/program";
    const CachedCompilation made = compile(toolchain_, request, FileCache(folder_ + "/cache"));
    EXPECT_EQ(made.result.exit_code, 2);
    EXPECT_EQ(made.result.output, "app.cu:1:1: error: of the source\n");
    EXPECT_NE(read("calls"), before);
  }
}

}  // namespace
}  // namespace warpglass::toolkit
