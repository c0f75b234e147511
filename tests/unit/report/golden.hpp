// Comparison with files under tests/golden. With WARPGLASS_UPDATE_GOLDEN set the files are written instead.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "report/report.hpp"
#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::report {

inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(WARPGLASS_SOURCE_DIR "/tests/golden/") + name;
  if (std::getenv("WARPGLASS_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing; tests/golden/README.md says how to write it";
  const std::string expected(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(text, expected) << "differs from " << path;
}

/// The transpose of tests/unit/analysis, launched twice, and a kernel that faulted.
inline Report sample_report() {
  analysis::sample::Sample transpose = analysis::sample::transpose();
  analysis::Collector collector(arch::default_device());
  collector.add(analysis::sample::launch_of(transpose, 0));
  collector.add(analysis::sample::launch_of(transpose, 1));

  analysis::sample::Sample wrong;
  wrong.program.name = "_Z3sumPKfPf";
  wrong.program.functions.resize(1);
  wrong.program.registers_per_thread = 16;
  wrong.program.static_shared_bytes = 1024;
  wrong.program.shared_objects = {{.name = "_ZZ3sumPKfPfE1s", .offset = 0, .size = 1024}};
  analysis::sample::add(wrong.program, wrong.result,
                        {.line = 12, .column = 13, .text = "ld.shared.f32 %f1, [%r2+-4]", .executions = 1});
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lanes = 1;
  fault.space = sim::Space::shared;
  fault.address = 0xfffffffc;
  fault.bytes = 4;
  fault.block = {0, 0, 0};
  fault.thread = {0, 0, 0};
  fault.message = "shared load of 4 bytes 4 bytes before the block's shared memory";
  wrong.result.faults.push_back(fault);
  analysis::LaunchInput launch = analysis::sample::launch_of(wrong, 2);
  launch.grid = {64, 1, 1};
  launch.block = {256, 1, 1};
  collector.add(launch);
  collector.add_notice("cudaGraphLaunch is not supported yet; what it would have done is missing here");

  return {.tool_version = "1.2.3",
          .device = "NVIDIA H200",
          .architecture = "sm_90",
          .program = "transpose.cu",
          .command = "transpose.cu --size 512",
          .host = "host",
          .process = 4711,
          .interrupted = false,
          .run = collector.profile()};
}

}  // namespace warpglass::report
