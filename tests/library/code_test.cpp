// PTX and CUDA source, as text and as files, right and wrong.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/library/fixtures.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LibraryCode : public LibraryTest {
 protected:
  void SetUp() override {
    make();
    folder_ = testing::TempDir() + "warpglass_library_" + std::to_string(getpid()) + "/";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    LibraryTest::TearDown();
  }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + name) << text;
    return folder_ + name;
  }

  std::string folder_;
  warpglass_module* module_ = nullptr;
};

const std::string kTwoKernels =
    "template <class T> __global__ void fill(T* values, T value) { values[threadIdx.x] = value; }\n"
    "template __global__ void fill<int>(int*, int);\n"
    "template __global__ void fill<double>(double*, double);\n"
    "__device__ int counter = 7;\n"
    "extern \"C\" __global__ void count(int by) { counter += by * STEP; }\n";

TEST_F(LibraryCode, CudaIsCompiledWithFlags) {
  const char* flags[] = {"-DSTEP=3"};
  ASSERT_EQ(warpglass_load_cuda(device_, kTwoKernels.c_str(), "two.cu", flags, 1, &module_), WARPGLASS_OK) << error();
  EXPECT_EQ(warpglass_kernel_count(module_), 3u);
  EXPECT_EQ(warpglass_kernel_at(module_, 3), nullptr);

  warpglass_kernel* kernel = nullptr;
  ASSERT_EQ(warpglass_find_kernel(module_, "count", &kernel), WARPGLASS_OK) << error();
  EXPECT_STREQ(warpglass_kernel_name(kernel), "count");
  EXPECT_EQ(warpglass_parameter_count(kernel), 1u);
  EXPECT_EQ(warpglass_parameter_bytes(kernel, 0), 4u);
  EXPECT_EQ(warpglass_parameter_bytes(kernel, 1), 0u);
  const int by = 2;
  const void* arguments[] = {&by};
  const warpglass_launch_config shape = config(1, 1);
  ASSERT_EQ(warpglass_launch(kernel, &shape, arguments, 1), WARPGLASS_OK) << error();

  std::uint64_t address = 0, bytes = 0;
  ASSERT_EQ(warpglass_find_variable(module_, "counter", &address, &bytes), WARPGLASS_OK) << error();
  EXPECT_EQ(bytes, 4u);
  int value = 0;
  ASSERT_EQ(warpglass_read(device_, &value, address, 4), WARPGLASS_OK);
  EXPECT_EQ(value, 13);
  EXPECT_EQ(warpglass_find_variable(module_, "count", &address, &bytes), WARPGLASS_NOT_FOUND);

  // Names: mangled, with a star, meant by several.
  EXPECT_EQ(warpglass_find_kernel(module_, "_Z4fillIiEvPT_S0_", &kernel), WARPGLASS_OK) << error();
  EXPECT_EQ(warpglass_find_kernel(module_, "*fill<double>", &kernel), WARPGLASS_OK) << error();
  EXPECT_THAT(warpglass_kernel_name(kernel), HasSubstr("fill<double>(double*, double)"));
  EXPECT_EQ(warpglass_find_kernel(module_, "*fill*", &kernel), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_find_kernel(module_, nullptr, &kernel), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_find_kernel(module_, "flil", &kernel), WARPGLASS_NOT_FOUND);
  EXPECT_EQ(kernel, nullptr);
  EXPECT_THAT(error(), HasSubstr("two.cu: error: 'flil' names no kernel; there are: "));

  // A reset gives variables their values again.
  ASSERT_EQ(warpglass_device_reset(device_), WARPGLASS_OK);
  ASSERT_EQ(warpglass_find_variable(module_, "counter", &address, nullptr), WARPGLASS_OK) << error();
  ASSERT_EQ(warpglass_read(device_, &value, address, 4), WARPGLASS_OK);
  EXPECT_EQ(value, 7);
  warpglass_unload(module_);
}

TEST_F(LibraryCode, WhatTheCompilerSaysHasItsPlace) {
  EXPECT_EQ(warpglass_load_cuda(device_, "__global__ void f() {\n  undeclared = 1;\n}\n", "my kernel.cu", nullptr, 0,
                                &module_),
            WARPGLASS_INVALID_CODE);
  EXPECT_EQ(module_, nullptr);
  EXPECT_THAT(error(), StartsWith("my kernel.cu:2:3: error: use of undeclared identifier 'undeclared'"));
}

TEST_F(LibraryCode, PtxErrorsHaveTheirPlace) {
  EXPECT_EQ(warpglass_load_ptx(device_, ".version 7.0\n.target sm_70\n.visible .entry f( {\n}\n", "f.ptx", &module_),
            WARPGLASS_INVALID_CODE);
  EXPECT_THAT(error(), StartsWith("f.ptx:3:"));
  EXPECT_THAT(error(), HasSubstr(": error: "));
  EXPECT_EQ(warpglass_load_ptx(device_, "hello", "f.ptx", &module_), WARPGLASS_INVALID_CODE);
  EXPECT_EQ(warpglass_load_ptx(device_, nullptr, "f.ptx", &module_), WARPGLASS_INVALID_VALUE);

  // An instruction that there is not is found when the kernel is first launched.
  std::string wrong = kScale;
  wrong.replace(wrong.find("mul.f32"), 7, "mlu.f32");
  warpglass_kernel* kernel = load(wrong);
  EXPECT_EQ(scale(kernel, allocate(4), 1.0f, 1), WARPGLASS_INVALID_CODE);
  EXPECT_THAT(error(), StartsWith("test.ptx:19:3: error: unknown instruction 'mlu.f32'"));
}

TEST_F(LibraryCode, FilesAreKnownByTheirNames) {
  const std::string cu = write("k.cu", "extern \"C\" __global__ void k() {}\n"), ptx = write("k.ptx", kScale);
  warpglass_kernel* kernel = nullptr;
  ASSERT_EQ(warpglass_load_file(device_, cu.c_str(), nullptr, 0, &module_), WARPGLASS_OK) << error();
  EXPECT_EQ(warpglass_find_kernel(module_, "k", &kernel), WARPGLASS_OK) << error();
  ASSERT_EQ(warpglass_load_file(device_, ptx.c_str(), nullptr, 0, &module_), WARPGLASS_OK) << error();
  EXPECT_EQ(warpglass_find_kernel(module_, "scale", &kernel), WARPGLASS_OK) << error();

  EXPECT_EQ(warpglass_load_file(device_, (folder_ + "no.cu").c_str(), nullptr, 0, &module_), WARPGLASS_INVALID_FILE);
  EXPECT_EQ(error(), folder_ + "no.cu: error: cannot be read: No such file or directory");
  EXPECT_EQ(warpglass_load_file(device_, folder_.c_str(), nullptr, 0, &module_), WARPGLASS_INVALID_FILE);
  const std::string other = write("k.txt", "hello\n");
  EXPECT_EQ(warpglass_load_file(device_, other.c_str(), nullptr, 0, &module_), WARPGLASS_INVALID_CODE);
  EXPECT_EQ(error(), other + ": error: neither a fat binary nor PTX text");
}

TEST_F(LibraryCode, TheCompilerIsTheOneThatTheOptionsName) {
  warpglass_device_destroy(device_);
  warpglass_options with = options();
  with.clang = "/bin/false";
  make(with);
  EXPECT_EQ(warpglass_load_cuda(device_, "", "a.cu", nullptr, 0, &module_), WARPGLASS_NOT_FOUND);
  EXPECT_THAT(error(), HasSubstr("/bin/false is not a clang++"));
}

}  // namespace
}  // namespace warpglass::test
