// Asking NVIDIA's assembler, where there is one; a stand-in speaks for it elsewhere.
#include "toolkit/ptxas.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warpglass::toolkit {
namespace {

constexpr const char* kLog = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 4096 bytes smem
ptxas info    : Function properties for helper
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function '_Z6secondPf' for 'sm_90'
ptxas info    : Function properties for _Z6secondPf
    416 bytes stack frame, 308 bytes spill stores, 412 bytes spill loads
ptxas info    : Used 255 registers
)";

TEST(Ptxas, KernelsOfItsLog) {
  const AssembledKernels expected = {
      {"_Z6secondPf", {.registers = 255, .stack_bytes = 416, .spill_store_bytes = 308, .spill_load_bytes = 412}},
      {"first", {.registers = 24}}};
  EXPECT_EQ(kernels_of_log(kLog), expected);
  EXPECT_TRUE(kernels_of_log("ptxas fatal   : Unresolved extern function 'f'\n").empty());
}

class FoundPtxas : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "warpglass_ptxas_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_ + "/bin");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// A program that says what an assembler would, and fails without --compile-only when `open`.
  std::string stand_in(bool open) const {
    const std::string path = folder_ + "/bin/ptxas";
    std::ofstream(path) << "#!/bin/sh\n"
                        << (open ? "case \"$*\" in *--compile-only*) ;; *) exit 255 ;; esac\n" : "")
                        << "case \"$*\" in *--gpu-name=sm_90*) ;; *) exit 255 ;; esac\n"
                        << "cat <<'END'\n"
                        << kLog << "END\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  std::string folder_;
};

TEST_F(FoundPtxas, IsTheEnvironmentsBeforeThePaths) {
  const std::string path = stand_in(false);
  EXPECT_EQ(find_ptxas({.ptxas = {}, .cuda_path = folder_, .search_path = {}}), path);
  EXPECT_EQ(find_ptxas({.ptxas = path, .cuda_path = {}, .search_path = {}}), path);
  EXPECT_EQ(find_ptxas({.ptxas = "none", .cuda_path = folder_, .search_path = {}}), std::nullopt);
  EXPECT_EQ(find_ptxas({.ptxas = folder_ + "/ptxas", .cuda_path = folder_, .search_path = {}}), std::nullopt);
}

TEST_F(FoundPtxas, IsAsked) {
  EXPECT_EQ(assembled_kernels(stand_in(false), ".version 8.0", 90).at("first").registers, 24u);
  EXPECT_EQ(assembled_kernels(stand_in(true), ".version 8.0", 90).at("first").registers, 24u)
      << "with functions left open";
  EXPECT_TRUE(assembled_kernels(stand_in(false), ".version 8.0", 30).empty()) << "a machine that it does not know";
  EXPECT_TRUE(assembled_kernels(folder_ + "/nothing", ".version 8.0", 90).empty());
}

}  // namespace
}  // namespace warpglass::toolkit
