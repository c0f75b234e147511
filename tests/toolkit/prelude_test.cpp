// What is compiled beforehand makes no difference but in time.
#include "toolkit/prelude.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/toolkit/own_toolchain.hpp"
#include "toolkit/compile_cache.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/read_files.hpp"

namespace warpglass::toolkit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PreludeTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / "prelude-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    const auto found = own_toolchain(folder_ + "/cache");
    ASSERT_TRUE(found);
    toolchain_ = *found;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
  }

  [[nodiscard]] CompileRequest request(const std::vector<std::string>& flags) const {
    CompileRequest request;
    request.sources = {folder_ + "/k.cu"};
    request.output = folder_ + "/k.ptx";
    request.to = CompileTo::ptx;
    request.extra_flags = flags;
    return request;
  }

  /// \return  what the compiler says, and the PTX
  [[nodiscard]] std::string compiled(const std::vector<std::string>& flags = {}) const {
    const CompileResult result = compile(toolchain_, request(flags));
    return result.output + (result.exit_code == 0 ? read_file(folder_ + "/k.ptx") : "");
  }

  [[nodiscard]] bool is_taken(const std::vector<std::string>& flags = {}) const {
    return Prelude(toolchain_, compile_command(toolchain_, request(flags)), Prelude::Make::never).is_there();
  }

  [[nodiscard]] std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    if (!fs::exists(folder_ + "/cache/preludes")) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ + "/cache/preludes")) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
  }

  std::string folder_;
  Toolchain toolchain_;
};

TEST_F(PreludeTest, IsMadeTheSecondTimeAndChangesNothing) {
  write("k.cu",
        "#include <cuda_fp16.h>\n#include <vector>\n"
        "__global__ void k(float* x, __half* h) { int unused; x[threadIdx.x] = sinf(*x) + __half2float(*h); }\n");
  const std::string first = compiled({"-Wall"});
  EXPECT_THAT(first, testing::AllOf(HasSubstr("warning: unused variable 'unused'"), HasSubstr(".entry")));
  EXPECT_FALSE(is_taken({"-Wall"}));
  EXPECT_EQ(compiled({"-Wall"}), first);
  EXPECT_TRUE(is_taken({"-Wall"}));
  EXPECT_EQ(compiled({"-Wall"}), first);
  EXPECT_EQ(kept().size(), 1u) << "the host's side is not compiled";
  EXPECT_FALSE(is_taken({"-Wall", "-DN=2"}));

  write("k.cu", "__global__ void k(float* x) { *x = missing; }\n");
  EXPECT_THAT(compiled({"-Wall"}), HasSubstr("k.cu:1:36: error: use of undeclared identifier 'missing'"));
  EXPECT_TRUE(is_taken({"-Wall"})) << "the source was at fault";

  // Damaged, it is told by nobody and made anew.
  write("k.cu", "__global__ void k(float* x) { *x = 1; }\n");
  for (const fs::path& file : kept()) fs::resize_file(file, 1000);
  EXPECT_THAT(compiled({"-Wall"}), HasSubstr(".entry _Z1kPf"));
  EXPECT_FALSE(is_taken({"-Wall"}));
  EXPECT_THAT(compiled({"-Wall"}), HasSubstr(".entry _Z1kPf"));
  EXPECT_TRUE(is_taken({"-Wall"}));
}

// stdlib.h is one of the headers that clang reads before any source.
TEST_F(PreludeTest, IsThatOfTheHeadersAsTheyAre) {
  const std::vector<std::string> flags{"-I", folder_ + "/more"};
  write("more/unrelated.h", "");
  write("k.cu", "#ifndef MARK\n#define MARK 0\n#endif\n__global__ void k(int* x) { *x = 1000 + MARK; }\n");
  for (int run = 0; run < 2; ++run) EXPECT_THAT(compiled(flags), HasSubstr("1000;"));
  EXPECT_TRUE(is_taken(flags));
  for (const std::string mark : {"1", "2"}) {
    write("more/stdlib.h", "#include_next <stdlib.h>\n#define MARK " + mark + "\n");
    EXPECT_FALSE(is_taken(flags));
    for (int run = 0; run < 2; ++run) EXPECT_THAT(compiled(flags), HasSubstr("100" + mark + ";"));
    EXPECT_TRUE(is_taken(flags));
  }
}

TEST_F(PreludeTest, IsTakenByEveryStandard) {
  write("k.cu",
        "#include <algorithm>\n#include <vector>\n__global__ void k(int* x) { *x = max(*x, 2); }\n"
        "inline void host(std::vector<int>& v) { std::sort(v.begin(), v.end()); }\n");
  for (const std::string standard : {"-std=c++14", "-std=c++17", "-std=c++20", "-std=c++23"}) {
    for (int run = 0; run < 3; ++run) EXPECT_THAT(compiled({standard}), HasSubstr(".entry _Z1kPi")) << standard;
    EXPECT_TRUE(is_taken({standard})) << standard;
  }
}

// The compiler takes no precompiled header here.
TEST_F(PreludeTest, ThatIsAtFaultAgainAndAgainIsMadeNoMore) {
  write("clang", "#!/bin/sh\ncase \" $* \" in\n*' -emit-ast '*) echo made >> " + folder_ +
                     "/calls ;;\n*' -include-pch '*) exit 1 ;;\nesac\nexec " + toolchain_.clang + " \"$@\"\n");
  fs::permissions(folder_ + "/clang", fs::perms::owner_all);
  toolchain_.clang = folder_ + "/clang";
  write("k.cu", "__global__ void k(float* x) { *x = 1; }\n");
  for (int run = 0; run < 5; ++run) EXPECT_THAT(compiled(), HasSubstr(".entry _Z1kPf"));
  EXPECT_EQ(read_file(folder_ + "/calls"), "made\nmade\n");
  EXPECT_THAT(kept(), testing::IsEmpty());
}

// clang knows no launches in device code.
TEST_F(PreludeTest, ServesSourcesThatAreRewritten) {
  write("k.cu", "__global__ void leaf(int* x) { *x = 1; }\n__global__ void k(int* x) { leaf<<<1, 1>>>(x); }\n");
  const std::string first = compiled({"-fgpu-rdc"});
  EXPECT_THAT(first, HasSubstr(".entry _Z1kPi"));
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(compiled({"-fgpu-rdc"}), first);
    EXPECT_TRUE(is_taken({"-fgpu-rdc"}));
  }
}

TEST_F(PreludeTest, ServesSyntaxTrees) {
  write("k.cu", "__global__ void turn(float* x) { x[threadIdx.x] = sinf(*x); }\n");
  CompileRequest tree = request({});
  tree.to = CompileTo::syntax_tree;
  tree.of_name = "turn";
  const auto written = [&] { return compile(toolchain_, tree).output; };
  const std::string first = written();
  EXPECT_THAT(first, HasSubstr("\"name\": \"turn\""));
  EXPECT_THAT(written(), HasSubstr("\"name\": \"turn\""));
  EXPECT_TRUE(Prelude(toolchain_, compile_command(toolchain_, tree), Prelude::Make::never).is_there());
  EXPECT_EQ(std::ranges::count(written(), '{'), std::ranges::count(first, '{'));
}

TEST_F(PreludeTest, IsTakenWhereAnOverlayHidesNothingOfIt) {
  write("k.cu", "__global__ void k(int* x) { *x = 1; }\n");
  write("edited.cu", "#ifndef MARK\n#define MARK 0\n#endif\n__global__ void k(int* x) { *x = 2000 + MARK; }\n");
  write("stdlib.h", read_file("/usr/include/stdlib.h") + "\n#undef MARK\n#define MARK 7\n");
  const auto overlay = [&](const std::string& hidden, const std::string& shown) {
    write("overlay", "{'version': 0, 'roots': [{'name': '" + hidden + "', 'type': 'file', 'external-contents': '" +
                         folder_ + "/" + shown + "'}, {'name': '" + folder_ +
                         "/k.cu', 'type': 'file', 'external-contents': '" + folder_ + "/edited.cu'}]}\n");
    return std::vector<std::string>{"-ivfsoverlay", folder_ + "/overlay"};
  };
  for (int run = 0; run < 2; ++run) EXPECT_THAT(compiled(), HasSubstr(".entry _Z1kPi"));
  EXPECT_TRUE(is_taken());
  const std::vector<std::string> own = overlay(folder_ + "/other.h", "edited.cu");
  EXPECT_TRUE(is_taken(own));
  EXPECT_THAT(compiled(own), HasSubstr("2000;"));
  const std::vector<std::string> of_the_system = overlay("/usr/include/stdlib.h", "stdlib.h");
  EXPECT_FALSE(is_taken(of_the_system));
  EXPECT_THAT(compiled(of_the_system), HasSubstr("2007;"));
}

// By what is kept of programs, with a prelude and without.
TEST_F(PreludeTest, HeadersThatOneSideAloneReadsAreNoticed) {
  write("k.cu",
        "#ifdef __CUDA_ARCH__\n#include \"device.h\"\n#else\n#include \"host.h\"\n#endif\n"
        "__global__ void k(int* x) {\n#ifdef __CUDA_ARCH__\n  *x = number;\n#endif\n}\nint main() {}\n");
  CompileRequest program = request({});
  program.to = CompileTo::executable;
  program.output = folder_ + "/k";
  const auto is_compiled = [&] {
    const CachedCompilation made = compile(toolchain_, program, FileCache(toolchain_.cache_folder));
    EXPECT_EQ(made.result.exit_code, 0) << made.result.output;
    return !made.from_cache;
  };
  for (const std::string number : {"1", "2"}) {
    for (const std::string side : {"host", "device"}) {
      write("host.h", "");
      write("device.h", "");
      write(side + ".h", "// " + number + "\n");
      std::ofstream(folder_ + "/device.h", std::ios::app) << "constexpr int number = 1;\n";
      EXPECT_TRUE(is_compiled()) << side;
      EXPECT_FALSE(is_compiled()) << side;
    }
  }
}

TEST_F(PreludeTest, IsInNoRuleForMake) {
  write("own/h.h", "");
  write("k.cu", "#include \"own/h.h\"\n#include <cuda_fp16.h>\n__global__ void k(float* x) { *x = 1; }\n");
  for (const std::vector<std::string>& how : {std::vector<std::string>{"-MD"}, {"-MMD"}, {"-MD", "-MP"}}) {
    std::vector<std::string> flags{"-MF", folder_ + "/k.d"};
    flags.insert(flags.end(), how.begin(), how.end());
    static_cast<void>(compiled(flags));
    const std::string rule = read_file(folder_ + "/k.d");
    static_cast<void>(compiled(flags));
    EXPECT_TRUE(is_taken(flags));
    const std::string with = read_file(folder_ + "/k.d");
    const std::vector<std::string> files = files_of_rule(with);
    EXPECT_THAT(files, testing::UnorderedElementsAreArray(files_of_rule(rule))) << how.back();
    EXPECT_EQ(files.front(), folder_ + "/k.cu");
    // Rules of headers' own (-MP).
    EXPECT_EQ(std::ranges::count(with, ':'), std::ranges::count(rule, ':')) << how.back();
  }
  const std::vector<std::string> unnamed{"-MD"};
  for (int run = 0; run < 3; ++run) static_cast<void>(compiled(unnamed));
  EXPECT_FALSE(is_taken(unnamed)) << "clang names the file";
}

// By __has_include, in what is read before the source: here by a stdlib.h, as libstdc++ does for what may be installed.
TEST_F(PreludeTest, RulesForMakeNameWhatWasOnlyAskedFor) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  for (const std::string folder : {"more", "system"}) {
    write(folder + "/asked/for.h", "");
    write(folder + "/of_device.h", "");
    write(folder + "/stdlib.h",
          "#include_next <stdlib.h>\n#if __has_include(<asked/for.h>)\n#endif\n"
          "#ifdef __CUDA_ARCH__\n#if __has_include(<of_device.h>)\n#endif\n#endif\n");
  }
  write("k.cu", "#include <cuda_fp16.h>\n__global__ void k(float* x) { *x = 1; }\nint main() {}\n");
  struct Way {
    CompileTo to;
    std::vector<std::string> flags;
    bool is_named;
  };
  for (const Way& way :
       {Way{CompileTo::executable, {"-MD", "-I", folder_ + "/more"}, true},
        Way{CompileTo::ptx, {"-MD", "-MP", "-Imore"}, true}, Way{CompileTo::executable, {"-MMD", "-Imore"}, true},
        Way{CompileTo::ptx, {"-MMD", "-isystem", "system"}, false}}) {
    const std::string name = way.flags.front() + " " + way.flags.back();
    toolchain_.cache_folder = folder_ + "/cache/of" + way.flags.front();  // -M... is in no key
    CompileRequest with_rules = request(way.flags);
    with_rules.to = way.to;
    std::vector<std::string> files{"k.d"};
    with_rules.extra_flags.insert(with_rules.extra_flags.end(), {"-MF", "k.d"});
    if (way.to == CompileTo::executable) {
      files.emplace_back("device.d");
      with_rules.extra_flags.insert(with_rules.extra_flags.end(),
                                    {"-Xarch_device", std::string(kDeviceRule) + "device.d"});
    }
    std::vector<std::string> rules;
    for (int run = 0; run < 2; ++run) {
      EXPECT_EQ(compile(toolchain_, with_rules).exit_code, 0) << name;
      for (const std::string& file : files) rules.push_back(read_file(file));
    }
    EXPECT_TRUE(Prelude(toolchain_, compile_command(toolchain_, with_rules), Prelude::Make::never).is_there()) << name;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string &plain = rules[i], &with = rules[i + files.size()];
      EXPECT_THAT(files_of_rule(with), testing::UnorderedElementsAreArray(files_of_rule(plain))) << name << files[i];
      if (way.flags.front() == "-MD") {
        EXPECT_EQ(files_of_rule(with), files_of_rule(plain)) << name << files[i] << ": in another order";
      }
      EXPECT_EQ(std::ranges::count(with, ':'), std::ranges::count(plain, ':')) << name << files[i];
      const bool is_device = files[i] == "device.d" || way.to == CompileTo::ptx;
      EXPECT_EQ(plain.find("asked/for.h") != std::string::npos, way.is_named) << name << files[i];
      EXPECT_EQ(plain.find("of_device.h") != std::string::npos, way.is_named && is_device) << name << files[i];
    }
  }
  fs::current_path(before);
}

TEST_F(PreludeTest, IsNotForWhatIsNoCompilationOfCudaSources) {
  write("k.cu", "__global__ void k() {}\n");
  const auto has_one = [&](const std::vector<std::string>& words) {
    std::vector<std::string> line{toolchain_.clang};
    line.insert(line.end(), words.begin(), words.end());
    for (int run = 0; run < 2; ++run) static_cast<void>(Prelude(toolchain_, line));
    return Prelude(toolchain_, line).is_there();
  };
  std::vector<std::string> flags = cuda_flags(toolchain_, "sm_90");
  flags.emplace_back("k.cu");
  EXPECT_TRUE(has_one(flags));
  flags.emplace_back("l.cu");
  EXPECT_TRUE(has_one(flags));
  for (const std::vector<std::string>& others : {std::vector<std::string>{"-MD", "-MF", "k.d"},
                                                 {"-E"},
                                                 {"-M"},
                                                 {"-emit-llvm"},
                                                 {"-emit-ast"},
                                                 {"-save-temps"},
                                                 {"l.cpp"},
                                                 {"@more"}}) {
    std::vector<std::string> with = flags;
    with.insert(with.end(), others.begin(), others.end());
    EXPECT_FALSE(has_one(with)) << others.front();
  }
  EXPECT_FALSE(has_one({"-c", "host.cpp"}));
}

}  // namespace
}  // namespace warpglass::toolkit
