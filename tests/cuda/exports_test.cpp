// What the libraries export: every name a program of its generation may ask for, and nothing else.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/cuda/api_page.hpp"
#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

std::string library(const std::string& number) { return WARPGLASS_CUDA_FOLDER "/lib64/libcudart.so." + number; }

// Names with their versions, "cudaMalloc@@libcudart.so.13".
std::set<std::string> exports_of(const std::string& number) {
  std::istringstream lines(run("nm -D --defined-only --with-symbol-versions " + library(number)).output);
  std::set<std::string> names;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") names.insert(name);
  return names;
}

TEST(Exports, HoldAllNamesOfTheirGeneration) {
  const std::set<std::string> exported = exports_of("13");
  std::ifstream names(WARPGLASS_SOURCE_DIR "/tests/cuda/cudart_13_names.txt");
  int count = 0;
  for (std::string name; std::getline(names, name); ++count)
    EXPECT_TRUE(exported.contains(name + "@@libcudart.so.13")) << name;
  EXPECT_EQ(count, 422);
}

// docs/runtime_api.md is made of the names that CUDA 13 exports and of the list of what is absent.
TEST(Exports, AreDescribedByThePage) {
  std::set<std::string> unsupported;
  std::ifstream list(WARPGLASS_SOURCE_DIR "/cuda/unsupported.def");
  const std::regex entry(R"(UNSUPPORTED\((\w+)\))");
  for (std::string line; std::getline(list, line);) {
    std::smatch match;
    if (std::regex_match(line, match, entry)) unsupported.insert(match[1]);
  }
  CallsByPart there, absent;
  std::size_t count = 0, all = 0;
  std::ifstream names(WARPGLASS_SOURCE_DIR "/tests/cuda/cudart_13_names.txt");
  for (std::string name; std::getline(names, name);) {
    // The compiler's own, and calls for a thread's own default stream, which are there where the others are.
    if (name.starts_with("__") || name.ends_with("_ptsz") || name.ends_with("_ptds")) continue;
    const bool is_absent = unsupported.contains(name);
    (is_absent ? absent : there)[part_of(name)].push_back(name);
    ++all;
    if (!is_absent) ++count;
  }
  const std::string begin =
      "# The runtime API\n\n"
      "Calls that `libcudart.so.13` exports. Programs of CUDA 11 and 12 find libraries of their own, with the calls "
      "and the\n"
      "structures that were changed or dropped since (`libcudart.so.12`, `libcudart.so.11.0`), texture references and\n"
      "`cudaConfigureCall` among them. Kernels call the device runtime ([dynamic "
      "parallelism](dynamic_parallelism.md)).\n\n"
      "What is absent is exported all the same: it answers `cudaErrorNotSupported` and says so once. A test prints "
      "this page\n"
      "from `cuda/unsupported.def`; the driver's calls are on [a page of their own](driver_api.md).\n\n";
  expect_page("runtime_api.md",
              begin + std::to_string(count) + " of " + std::to_string(all) + " calls of CUDA 13.0 are there.\n", there,
              absent);
}

TEST(Exports, AreNothingElse) {
  for (const std::string number : {"13", "12", "11.0"}) {
    const std::string version = "@@libcudart.so." + number;
    const std::set<std::string> exported = exports_of(number);
    EXPECT_GT(exported.size(), 420u);
    EXPECT_TRUE(exported.contains("__cudaWarpglassDriver@@WARPGLASS_1"));  // for libcuda.so.1
    for (const std::string& name : exported) {
      if (name.starts_with("__cudaWarpglassDriver")) continue;
      EXPECT_TRUE(name.starts_with("cuda") || name.starts_with("__cuda")) << name;
      EXPECT_TRUE(name.ends_with(version)) << name;
    }
  }
}

TEST(Exports, OlderGenerationsHaveTheirOwnNames) {
  for (const std::string number : {"12", "11.0"}) {
    const std::set<std::string> exported = exports_of(number);
    for (const std::string name : {"cudaGetDeviceProperties_v2", "cudaMemPrefetchAsync_v2", "cudaThreadSynchronize"})
      EXPECT_TRUE(exported.contains(name + "@@libcudart.so." + number)) << name;
  }
}

TEST(Generations, TellTheirVersions) {
  for (const auto& [number, version] : {std::pair{"13", 13000}, {"12", 12090}, {"11.0", 11080}}) {
    void* handle = dlopen(library(number).c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    auto* get = reinterpret_cast<int (*)(int*)>(dlsym(handle, "cudaRuntimeGetVersion"));
    ASSERT_NE(get, nullptr);
    int answer = 0;
    EXPECT_EQ(get(&answer), 0);
    EXPECT_EQ(answer, version);
  }
}

// The layouts of the older device properties, by the offsets of a few members.
TEST(Generations, FillTheirOwnDeviceProperties) {
  void* handle = dlopen(library("12").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  const auto filled = [&](const char* name) {
    std::vector<unsigned char> bytes(2048, 0xcd);
    auto* get = reinterpret_cast<int (*)(void*, int)>(dlsym(handle, name));
    EXPECT_EQ(get(bytes.data(), 0), 0);
    return bytes;
  };
  const auto int_at = [](const std::vector<unsigned char>& bytes, std::size_t offset) {
    int value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  };
  const auto properties = filled("cudaGetDeviceProperties_v2");
  EXPECT_STREQ(reinterpret_cast<const char*>(properties.data()), "NVIDIA H200");
  EXPECT_EQ(int_at(properties, 308), 32);   // warpSize
  EXPECT_EQ(int_at(properties, 360), 9);    // major
  EXPECT_EQ(int_at(properties, 388), 132);  // multiProcessorCount
  EXPECT_EQ(properties[1032], 0xcd);
  const auto older = filled("cudaGetDeviceProperties");
  EXPECT_EQ(int_at(older, 388), 132);
  EXPECT_EQ(older[728], 0xcd);
}

// Programs of nvcc before 9.2 launch in three steps. Errors by their numbers: there is no header of CUDA here.
class OldLaunches : public ::testing::Test {
 protected:
  struct Extent {
    unsigned x = 1, y = 1, z = 1;
  };
  enum Error { kSuccess = 0, kInvalidValue = 1, kMissingConfiguration = 52, kInvalidResourceHandle = 400 };

  void SetUp() override {
    handle_ = dlopen(library("12").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle_, nullptr) << dlerror();
    configure_ = call<decltype(configure_)>("cudaConfigureCall");
    set_up_ = call<decltype(set_up_)>("cudaSetupArgument");
    launch_ = call<decltype(launch_)>("cudaLaunch");
  }

  template <class Function>
  [[nodiscard]] Function call(const char* name) {
    return reinterpret_cast<Function>(dlsym(handle_, name));
  }

  void* handle_ = nullptr;
  int (*configure_)(Extent, Extent, std::size_t, void*) = nullptr;
  int (*set_up_)(const void*, std::size_t, std::size_t) = nullptr;
  int (*launch_)(const void*) = nullptr;
};

TEST_F(OldLaunches, OfOneDeviceStandForThoseOfSeveral) {
  struct Launch {
    void* function;
    Extent grid, block;
    void** arguments;
    std::size_t shared_bytes;
    void* stream;
  };
  const char* const text =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry put(.param .u64 out) {\n"
      "  .reg .b64 %rd<2>; .reg .b32 %r<4>;\n"
      "  ld.param.u64 %rd1, [out]; mov.u32 %r1, %ntid.x; st.global.u32 [%rd1], %r1; ret; }\n";
  void *loaded = nullptr, *kernel = nullptr, *out = nullptr;
  auto* load =
      call<int (*)(void**, const void*, void*, void*, unsigned, void*, void*, unsigned)>("cudaLibraryLoadData");
  auto* launch = call<int (*)(Launch*, unsigned, unsigned)>("cudaLaunchCooperativeKernelMultiDevice");
  ASSERT_EQ(load(&loaded, text, nullptr, nullptr, 0, nullptr, nullptr, 0), kSuccess);
  ASSERT_EQ(call<int (*)(void**, void*, const char*)>("cudaLibraryGetKernel")(&kernel, loaded, "put"), kSuccess);
  ASSERT_EQ(call<int (*)(void**, std::size_t)>("cudaMalloc")(&out, 4), kSuccess);
  void* arguments[] = {&out};
  Launch one{kernel, {}, {5}, arguments, 0, nullptr};
  EXPECT_EQ(launch(&one, 2, 0), kInvalidValue);
  EXPECT_EQ(launch(nullptr, 1, 0), kInvalidValue);
  EXPECT_EQ(launch(&one, 1, 4), kInvalidValue);
  EXPECT_EQ(launch(&one, 1, 0), kSuccess);
  int got = 0;
  EXPECT_EQ(call<int (*)(void*, const void*, std::size_t, int)>("cudaMemcpy")(&got, out, sizeof got, 2), kSuccess);
  EXPECT_EQ(got, 5);
  double value = 1.5;
  EXPECT_EQ(call<int (*)(double*)>("cudaSetDoubleForDevice")(&value), kSuccess);
  EXPECT_EQ(call<int (*)(double*)>("cudaSetDoubleForHost")(&value), kSuccess);
  EXPECT_EQ(value, 1.5);
}

TEST_F(OldLaunches, NeedAConfigurationEach) {
  const int value = 1;
  EXPECT_EQ(set_up_(&value, sizeof value, 0), kMissingConfiguration);
  EXPECT_EQ(launch_(&value), kMissingConfiguration);
  EXPECT_EQ(configure_({}, {}, 0, nullptr), kSuccess);
  EXPECT_EQ(set_up_(&value, sizeof value, 4094), kInvalidValue);
  EXPECT_EQ(set_up_(nullptr, sizeof value, 0), kInvalidValue);
  EXPECT_EQ(launch_(&value), kInvalidResourceHandle);
  EXPECT_EQ(launch_(&value), kMissingConfiguration);
}

TEST_F(OldLaunches, TakeArgumentsByTheirOffsets) {
  const char* const text =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry put(.param .u64 out, .param .u32 value) {\n"
      "  .reg .b64 %rd<2>; .reg .b32 %r<4>;\n"
      "  ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [value];\n"
      "  mov.u32 %r2, %ntid.x; add.u32 %r1, %r1, %r2;\n"
      "  st.global.u32 [%rd1], %r1; ret; }\n";
  void *loaded = nullptr, *kernel = nullptr, *out = nullptr;
  auto* load =
      call<int (*)(void**, const void*, void*, void*, unsigned, void*, void*, unsigned)>("cudaLibraryLoadData");
  ASSERT_EQ(load(&loaded, text, nullptr, nullptr, 0, nullptr, nullptr, 0), kSuccess);
  ASSERT_EQ(call<int (*)(void**, void*, const char*)>("cudaLibraryGetKernel")(&kernel, loaded, "put"), kSuccess);
  ASSERT_EQ(call<int (*)(void**, std::size_t)>("cudaMalloc")(&out, 4), kSuccess);
  const int value = 40;
  EXPECT_EQ(configure_({}, {2}, 0, nullptr), kSuccess);
  EXPECT_EQ(configure_({}, {3}, 0, nullptr), kSuccess);  // within the other's arguments
  EXPECT_EQ(set_up_(&value, sizeof value, 8), kSuccess);
  EXPECT_EQ(set_up_(&out, sizeof out, 0), kSuccess);
  EXPECT_EQ(launch_(kernel), kSuccess);
  int got = 0;
  auto* copy = call<int (*)(void*, const void*, std::size_t, int)>("cudaMemcpy");
  EXPECT_EQ(copy(&got, out, sizeof got, 2), kSuccess);
  EXPECT_EQ(got, 43);
  EXPECT_EQ(set_up_(&out, sizeof out, 0), kSuccess);
  EXPECT_EQ(launch_(kernel), kSuccess);  // an argument left out is zero
  EXPECT_EQ(copy(&got, out, sizeof got, 2), kSuccess);
  EXPECT_EQ(got, 2);
}

}  // namespace
}  // namespace warpglass::cuda::test
