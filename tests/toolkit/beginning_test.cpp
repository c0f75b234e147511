// What a source begins with is read once for many compilations of it, and makes no difference but in time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/toolkit/own_toolchain.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/prelude.hpp"
#include "toolkit/read_files.hpp"

namespace warpglass::toolkit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class BeginningTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / "beginning-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    const auto found = own_toolchain(folder_ + "/cache");
    ASSERT_TRUE(found);
    toolchain_ = *found;
    // Calls of clang are written down.
    write("bin/clang", "#!/bin/sh\necho \" $* \" >> " + folder_ + "/bin/calls\nexec " + toolchain_.clang + " \"$@\"\n");
    fs::permissions(folder_ + "/bin/clang", fs::perms::owner_all);
    toolchain_.clang = folder_ + "/bin/clang";
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
  }

  [[nodiscard]] CompileRequest request(CompileTo to, const std::vector<std::string>& flags = {}) const {
    CompileRequest request;
    request.sources = {folder_ + "/k.cu"};
    request.output = to == CompileTo::syntax_tree ? "" : folder_ + "/k.ptx";
    request.to = to;
    request.extra_flags = flags;
    request.for_many = true;
    return request;
  }

  /// \return  what the compiler says, and the PTX
  [[nodiscard]] std::string compiled(const std::vector<std::string>& flags = {}, bool for_many = true) const {
    CompileRequest asked = request(CompileTo::ptx, flags);
    asked.for_many = for_many;
    const CompileResult result = compile(toolchain_, asked);
    std::string all = result.output + (result.exit_code == 0 ? read_file(asked.output) : "");
    // What nobody reads of CUDA's own headers may be left out.
    constexpr std::string_view kUnused = ".const .align 4 .u32 warpSize = 32;\n";
    if (const std::size_t at = all.find(kUnused); at != std::string::npos) all.erase(at, kUnused.size());
    return all;
  }

  /// Calls of clang since the last time it was asked: that read beforehand, that take what was read, others.
  [[nodiscard]] std::string calls() const {
    int reading = 0;
    int taking = 0;
    int others = 0;
    std::ifstream file(folder_ + "/bin/calls");
    for (std::string line; std::getline(file, line);) {
      const auto has = [&](const char* word) { return line.find(word) != std::string::npos; };
      ++(has(" -emit-ast ") ? reading : has(" -preamble-bytes=") ? taking : others);
    }
    fs::remove(folder_ + "/bin/calls");
    return std::to_string(reading) + ' ' + std::to_string(taking) + ' ' + std::to_string(others);
  }

  /// Flags by which clang reads another file in the place of one.
  [[nodiscard]] std::vector<std::string> overlay(const std::string& hidden, const std::string& shown) const {
    write("bin/overlay", R"({"version": 0, "use-external-names": false, "roots": [{"name": ")" + folder_ + "/" +
                             hidden + R"(", "type": "file", "external-contents": ")" + folder_ + "/" + shown + "\"}]}");
    return {"-ivfsoverlay", folder_ + "/bin/overlay"};
  }

  std::string folder_;
  Toolchain toolchain_;
};

// h.h has no guard: what it defines would be there twice.
TEST_F(BeginningTest, IsReadOnceAndChangesNothing) {
  write("h.h",
        "#include <vector>\nstruct Pair { int a, b; };\ninline __device__ int twice(int x) { return 2 * x; }\n"
        "__device__ int of_header;\n");
  write("k.cu", "// a kernel\n#define N 3\n#include \"h.h\"\n\n__global__ void k(int* x) { *x = twice(500 + N); }\n");
  const std::string plain = compiled({}, false);
  EXPECT_THAT(plain, testing::AllOf(HasSubstr("1006;"), HasSubstr(".global .align 4 .u32 of_header")));
  static_cast<void>(calls());
  EXPECT_EQ(compiled(), plain);
  EXPECT_EQ(calls(), "2 1 0");
  EXPECT_EQ(compiled(), plain);
  EXPECT_EQ(calls(), "0 1 0");

  write("edited.cu",
        "// a kernel\n#define N 3\n#include \"h.h\"\n\n__global__ void k(int* x) { *x = twice(600 + N); }\n");
  EXPECT_THAT(compiled(overlay("k.cu", "edited.cu")), HasSubstr("1206;"));
  EXPECT_EQ(calls(), "0 1 0");
  write("edited.cu", "#define N 4\n#include \"h.h\"\n__global__ void k(int* x) { *x = twice(600 + N); }\n");
  EXPECT_THAT(compiled(overlay("k.cu", "edited.cu")), HasSubstr("1208;"));
  static_cast<void>(calls());

  write("edited.cu", "__global__ void k(int* x) {\n  *x = missing; }\n");
  EXPECT_THAT(compiled(overlay("k.cu", "edited.cu")), HasSubstr("k.cu:2:8: error: use of undeclared identifier"));
}

TEST_F(BeginningTest, IsThatOfTheHeadersAsTheyAre) {
  write("later/h.h", "#define MARK 1\n");
  write("k.cu", "#include \"h.h\"\n__global__ void k(int* x) { *x = 1000 + MARK; }\n");
  const std::vector<std::string> flags{"-I", folder_ + "/later"};
  EXPECT_THAT(compiled(flags), HasSubstr("1001;"));
  write("later/h.h", "#define MARK 2\n");
  EXPECT_THAT(compiled(flags), HasSubstr("1002;"));
  write("h.h", "#define MARK 3\n");
  EXPECT_THAT(compiled(flags), HasSubstr("1003;")) << "another header comes before it";
  write("other.h", "#define MARK 4\n");
  std::vector<std::string> with = flags;
  for (const std::string& word : overlay("h.h", "other.h")) with.push_back(word);
  EXPECT_THAT(compiled(with), HasSubstr("1004;"));
  static_cast<void>(calls());
  std::vector<std::string> included = flags;
  included.insert(included.end(), {"-include", folder_ + "/other.h"});
  write("h.h", "#ifndef MARK\n#define MARK 5\n#endif\n");
  EXPECT_THAT(compiled(included), HasSubstr("1004;"));
  EXPECT_THAT(calls(), HasSubstr(" 0 1")) << "what comes before the source is the user's";
}

// A launch that clang takes only in a rewritten copy of the source.
TEST_F(BeginningTest, IsGivenUpWhereItDoesNotServe) {
  write("k.cu",
        "#include <cstdio>\n__global__ void inner(int* x) { *x = 7; }\n"
        "__global__ void outer(int* x) { inner<<<1, 1>>>(x); }\n");
  for (int run = 0; run < 3; ++run) {
    static_cast<void>(calls());
    EXPECT_THAT(compiled(), HasSubstr(".entry _Z5outerPi"));
  }
  EXPECT_THAT(calls(), testing::StartsWith("0 0 "));
}

TEST_F(BeginningTest, LeavesATreeOfTheSourceAlone) {
  write("h.h", "#include <vector>\ninline __device__ int of_header(int x) { return x; }\n");
  write("k.cu", "#include \"h.h\"\nstruct Own { int a; };\n__global__ void k(int* x) { *x = of_header(*x); }\n");
  const CompileResult tree = compile(toolchain_, request(CompileTo::syntax_tree));
  EXPECT_EQ(tree.exit_code, 0);
  EXPECT_THAT(tree.output, HasSubstr("\"name\": \"Own\""));
  EXPECT_THAT(tree.output, HasSubstr("\"mangledName\": \"_Z1kPi\""));
  EXPECT_THAT(tree.output, Not(HasSubstr("\"mangledName\": \"_Z9of_headeri\",\n  \"type\"")));
  EXPECT_LT(tree.output.size(), 100000u) << "without what <vector> declares";

  write("k.cu", "__global__ void k(int* x) { *x = 1; }\n");
  const CompileResult bare = compile(toolchain_, request(CompileTo::syntax_tree));
  EXPECT_EQ(bare.exit_code, 0) << "it includes nothing";
  EXPECT_THAT(bare.output, HasSubstr("\"mangledName\": \"_Z1kPi\""));

  write("k.cu", "struct Own { int a; };\n#include \"h.h\"\n__global__ void k(int* x) { *x = 1; }\n");
  EXPECT_EQ(compile(toolchain_, request(CompileTo::syntax_tree)).exit_code, 2) << "what it includes comes late";
}

TEST_F(BeginningTest, ServesTheHostsSideByItself) {
  write("h.h", "#include <cstdio>\n");
  write("k.cu", "#include \"h.h\"\n__global__ void k(int* x) { *x = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n");
  const CompileResult host = compile(toolchain_, request(CompileTo::host_side));
  EXPECT_EQ(host.exit_code, 0) << host.output;
  EXPECT_THAT(read_file(folder_ + "/k.ptx"),
              testing::AllOf(HasSubstr("__cudaRegisterFunction"), Not(HasSubstr(".entry"))));
}

}  // namespace
}  // namespace warpglass::toolkit
