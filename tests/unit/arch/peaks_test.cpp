// Peaks beside the figures of the vendor's data sheets.
#include "arch/peaks.hpp"

#include <gtest/gtest.h>

#include "arch/memory_levels.hpp"

namespace warpglass::arch {
namespace {

struct Sheet {
  const char* gpu;
  double float32, float64;  // operations a second
  double memory;            // bytes a second
};

// Data sheets of the boards; of the GB10 the DGX Spark's.
constexpr Sheet kSheets[] = {
    {"NVIDIA H200", 67e12, 34e12, 4.8e12},
    {"NVIDIA A100-SXM4-80GB", 19.5e12, 9.7e12, 2.039e12},
    {"Tesla V100-SXM2-16GB", 15.7e12, 7.8e12, 0.9e12},
    {"NVIDIA GeForce RTX 4090", 82.6e12, 1.29e12, 1.008e12},
    {"Tesla P100-SXM2-16GB", 10.6e12, 5.3e12, 0.732e12},
    {"Tesla K40", 4.29e12, 1.43e12, 0.288e12},
    {"Tesla C2050", 1.03e12, 0.515e12, 0.144e12},
};

TEST(Peaks, AreThoseOfTheDataSheets) {
  for (const Sheet& sheet : kSheets) {
    const DeviceLookup found = find_device(sheet.gpu);
    ASSERT_NE(found.device, nullptr) << sheet.gpu;
    const Peaks peaks = peaks_of(*found.device);
    const double operations = 2000.0 * found.device->clock_khz;  // a second, of each result a clock
    EXPECT_NEAR(operations * peaks.float32_results / sheet.float32, 1, 0.02) << sheet.gpu;
    EXPECT_NEAR(operations * peaks.float64_results / sheet.float64, 1, 0.02) << sheet.gpu;
    EXPECT_NEAR(theoretical_bandwidth(*found.device) / sheet.memory, 1, 0.02) << sheet.gpu;
  }
  EXPECT_NEAR(theoretical_bandwidth(*find_device("NVIDIA GB10").device) / 273e9, 1, 0.02);
}

TEST(Peaks, OfNarrowIntegersAreThoseOfThePapers) {
  const auto tera = [](const char* gpu, double Peaks::* results) {
    const DeviceModel& device = *find_device(gpu).device;
    return 2000.0 * device.clock_khz * peaks_of(device).*results / 1e12;
  };
  EXPECT_NEAR(tera("NVIDIA A100-SXM4-80GB", &Peaks::matrix_integer4_results), 1248, 5);
  EXPECT_NEAR(tera("NVIDIA A100-SXM4-80GB", &Peaks::matrix_integer1_results), 4992, 20);
  EXPECT_NEAR(tera("NVIDIA GeForce RTX 4090", &Peaks::matrix_integer4_results), 1321, 15);
  EXPECT_EQ(tera("NVIDIA GeForce RTX 4090", &Peaks::matrix_integer1_results), 0);
  EXPECT_EQ(tera("NVIDIA H200", &Peaks::matrix_integer4_results), 0);
}

TEST(Peaks, ThereAreNoneOfWhatAMachineHasNot) {
  EXPECT_EQ(peaks_of(*find_device("GeForce 8800 GTX").device).float64_results, 0);
}

}  // namespace
}  // namespace warpglass::arch
