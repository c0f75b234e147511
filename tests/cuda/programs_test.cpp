// Whole programs: what they print and how they end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Of a line of the recorded answers, how many blocks malloc gave; nothing of others.
std::optional<std::pair<std::uint64_t, std::uint64_t>> blocks_given(const std::string& line) {
  std::uint64_t size = 0, blocks = 0;
  std::istringstream in(line);
  std::string word, colon;
  if (!(in >> word >> size >> colon >> blocks) || word != "size" || colon != ":") return std::nullopt;
  return std::pair(size, blocks);
}

// The API's answers and the largest blocks are an H200's. It keeps books that take room from the blocks: as many fit
// here, and of those of a kilobyte and more at most two and a half times as many.
TEST(DeviceHeap, EndsWhereThatOfAnH200Does) {
  const std::string path = program({"device_heap.cu"});
  if (path.empty()) return;
  std::istringstream got(run(path).output), recorded(file_of("../../hardware/h200/facts/device_heap.txt"));
  int blocks = 0;
  for (std::string line, mine; std::getline(recorded, line);) {
    if (line.starts_with('#')) continue;
    ASSERT_TRUE(std::getline(got, mine)) << line;
    const auto theirs = blocks_given(line), ours = blocks_given(mine);
    if (theirs && ours) {
      EXPECT_EQ(ours->first, theirs->first);
      EXPECT_GE(ours->second, theirs->second) << line;
      if (theirs->first >= 1000) {
        EXPECT_LE(ours->second, theirs->second * 5 / 2) << line;
      }
      ++blocks;
    } else if (!line.starts_with("of 64 MiB") && !line.starts_with("of 100 MiB") && !line.starts_with("again")) {
      EXPECT_EQ(mine, line);
    }
  }
  EXPECT_EQ(blocks, 17);
}

TEST(Limits, AreRoundedAndRefusedAsOnAnH200) {
  const std::string path = program({"limits.cu"});
  if (path.empty()) return;
  std::istringstream got(run(path).output), recorded(file_of("../../hardware/h200/facts/limits.txt"));
  int lines = 0;
  for (std::string line, mine; std::getline(recorded, line);) {
    if (line.starts_with('#')) continue;
    ASSERT_TRUE(std::getline(got, mine)) << line;
    EXPECT_EQ(mine, line);
    ++lines;
  }
  EXPECT_EQ(lines, 54);
}

// A copy of 64 MiB from pageable memory waits there for room to put its source aside; here there is always room.
TEST(StreamRules, WhatReturnsWhileAKernelWaitsIsWhatDoesOnAnH200) {
  const std::string path = program({"stream_rules.cu"});
  if (path.empty()) return;
  std::istringstream got(run(path).output), recorded(file_of("stream_rules.expected"));
  int lines = 0;
  for (std::string line, mine; std::getline(recorded, line); ++lines) {
    ASSERT_TRUE(std::getline(got, mine)) << line;
    if (!line.starts_with("memcpyAsync pageable to device 67108864")) {
      EXPECT_EQ(mine, line);
    }
  }
  EXPECT_EQ(lines, 42);
}

// Of lanes that store to one address the same one's value stays as there.
TEST(SameAddress, KeepsTheValueOfTheLaneThatAnH200Keeps) {
  const std::string path = program({"same_address.cu"});
  if (path.empty()) return;
  std::istringstream got(run(path).output), recorded(file_of("../../hardware/h200/facts/same_address.txt"));
  int lines = 0;
  for (std::string line, mine; std::getline(recorded, line); ++lines) {
    ASSERT_TRUE(std::getline(got, mine)) << line;
    EXPECT_EQ(mine, line);
  }
  EXPECT_EQ(lines, 1026);
}

class Programs : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }

  // Builds, runs without arguments, and expects no complaint.
  void expect_good(const std::vector<std::string>& sources) {
    const std::string path = program(sources, GetParam());
    if (path.empty()) return;
    const Outcome outcome = run(path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.errors, IsEmpty());
  }
};

// Runs a program that prints what the API answers, and compares line by line.
void expect_answers(const std::string& name, const std::string& answers, Compiler compiler) {
  ASSERT_THAT(answers, Not(IsEmpty())) << name;
  const std::string path = program({name + ".cu"}, compiler);
  if (path.empty()) return;
  const Outcome outcome = run(path);
  std::istringstream expected(answers), got(outcome.output);
  std::string expected_line, got_line;
  for (int line = 1; std::getline(expected, expected_line); ++line) {
    got_line.clear();
    std::getline(got, got_line);
    EXPECT_EQ(got_line, expected_line) << "line " << line;
  }
  EXPECT_FALSE(std::getline(got, got_line)) << got_line;
}

// With what it printed on an H200.
void expect_recorded_answers(const std::string& name, Compiler compiler) {
  expect_answers(name, file_of(name + ".expected"), compiler);
}

// Lines that begin with "near" hold numbers behind a colon, which functions approximate; floats to 1e-5, doubles to
// 1e-12.
void expect_near(const std::string& got, const std::string& expected) {
  const auto colon = expected.find(": ");
  ASSERT_NE(colon, std::string::npos);
  ASSERT_EQ(got.substr(0, colon), expected.substr(0, colon));
  const double tolerance = expected.find("_double") != std::string::npos ? 1e-12 : 1e-5;
  std::istringstream here(got.substr(colon + 1)), there(expected.substr(colon + 1));
  for (double mine = 0, theirs = 0; there >> theirs;) {
    ASSERT_TRUE(here >> mine) << got;
    EXPECT_NEAR(mine, theirs, tolerance * (1 + std::abs(theirs))) << got;
  }
}

void expect_numbers(const std::string& text, const std::string& recorded, int count) {
  std::istringstream expected(file_of(recorded)), got(text);
  int lines = 0;
  for (std::string line, mine; std::getline(expected, line); ++lines) {
    std::getline(got, mine);
    if (line.starts_with("near")) {
      expect_near(mine, line);
    } else {
      EXPECT_EQ(mine, line);
    }
  }
  EXPECT_EQ(lines, count);
}

TEST_P(Programs, DrawTheSameRandomNumbers) {
  const std::string path = program({"random_numbers.cu"}, GetParam());
  if (!path.empty()) expect_numbers(run(path).output, "random_numbers.expected", 287);
}

TEST(RandomGenerators, RefuseHandlesOfNothing) {
  const std::string path = program({"random_generators_handles.cu"});
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(run(path).exit_code, 0);
}

TEST(RandomGenerators, FillArraysWithTheSameNumbers) {
  const std::string path = program({"random_generators.cu"});
  if (path.empty()) return;
  for (const std::string where : {"", " host"})
    expect_numbers(run(path + where).output, "random_generators.expected", 400);
  expect_numbers(run(path).output, "random_generators_h200.expected", 400);
}

TEST(RandomGenerators, MakeTheSamePointsOfSobolSequences) {
  const std::string path = program({"random_generators_quasi.cu"});
  if (path.empty()) return;
  for (const std::string where : {"", " host"})
    expect_numbers(run(path + where).output, "random_generators_quasi.expected", 222);
}

TEST(RandomGenerators, TwistTheSameNumbers) {
  if (*WARPGLASS_SANITIZER_LIBRARY != '\0') GTEST_SKIP() << "minutes of one generator's arithmetic";
  const std::string path = program({"random_generators_twister.cu"});
  // Once: its generators go to all of their parts nine times.
  if (!path.empty()) expect_numbers(run(path).output, "random_generators_twister.expected", 184);
}

TEST(RandomGenerators, FillArraysWithTheNumbersOfMtgp32) {
  const std::string path = program({"random_generators_mtgp32.cu"});
  if (path.empty()) return;
  expect_numbers(run(path).output, "random_generators_mtgp32.expected", 112);
  expect_numbers(run(path + " host").output, "random_generators_mtgp32_host.expected", 148);
}

TEST_P(Programs, DrawTheSameNumbersOfMtgp32) {
  const std::string path = program({"random_mtgp32.cu"}, GetParam());
  if (!path.empty()) expect_numbers(run(path).output, "random_mtgp32.expected", 93);
}

TEST_P(Programs, DrawTheSamePoissonNumbers) {
  const std::string path = program({"random_generators_poisson.cu"}, GetParam());
  if (!path.empty()) expect_numbers(run(path).output, "random_generators_poisson.expected", 224);
}

TEST(RandomGenerators, SayWhatIsNotThere) {
  const std::string path = program({"random_generators_missing.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(outcome.errors,
            "warpglass: libcurand: scrambled direction vectors and scramble constants are not there: how they are made "
            "is not public\n"
            "warpglass: libcurand: only the generators XORWOW, MRG32k3a, Philox4_32_10, MT19937, MTGP32, Sobol32 and "
            "Sobol64 (not scrambled) are there\n"
            "warpglass: libcurand: curandGeneratePoisson() is not there for Sobol' generators; curand_poisson() in a "
            "kernel is\n");
}

TEST_P(Programs, AnswerAsAnH200Does) { expect_recorded_answers("api_semantics", GetParam()); }
TEST_P(Programs, AnswerAboutManagedRangesAsAnH200Does) { expect_recorded_answers("managed_ranges", GetParam()); }
TEST_P(Programs, CallInstructionsByLibcuxxsNames) { expect_good({"ptx_wrappers.cu"}); }
TEST_P(Programs, AnswerAboutClustersAsAnH200Does) { expect_recorded_answers("cluster_semantics", GetParam()); }
TEST_P(Programs, LaunchTheClustersThatKernelsState) { expect_recorded_answers("cluster_dims", GetParam()); }
TEST_P(Programs, AnswerAboutArraysAsAnH200Does) { expect_recorded_answers("array_semantics", GetParam()); }
TEST_P(Programs, AnswerToLaunchesFromDeviceCodeAsAnH200Does) {
  expect_recorded_answers("nested_semantics", GetParam());
}
// nvcc's build of it has NVIDIA's own header beside our runtime.
TEST_P(Programs, AskTheOccupancyCalculator) { expect_good({"occupancy_header.cu"}); }

TEST_P(Programs, LaunchFromDeviceCode) { expect_good({"nested.cu"}); }

TEST_P(Programs, LaunchGraphsFromDeviceCodeAsAnH200Does) { expect_recorded_answers("device_graphs", GetParam()); }
TEST_P(Programs, LaunchGraphsFromDeviceCode) { expect_good({"device_graph_uses.cu"}); }

TEST_P(Programs, AnswerHowMuchConstantMemoryKernelsTakeAsAnH100Does) {
  expect_recorded_answers("constant_sizes", GetParam());
}
TEST_P(Programs, AnswerAboutMemoryOfGraphsAsAnH200Does) { expect_recorded_answers("graph_memory", GetParam()); }
TEST_P(Programs, AnswerHowMuchOfAPoolIsTakenAsAnH200Does) { expect_recorded_answers("pool_sizes", GetParam()); }
TEST_P(Programs, AnswerAboutGraphsAsAnH200Does) { expect_recorded_answers("graph_rules", GetParam()); }

TEST_P(Programs, AnswerAboutConditionsAsAnH200Does) { expect_recorded_answers("graph_conditions", GetParam()); }

TEST_P(Programs, FaultAsAnH200Does) {
  const std::string path = program({"faults.cu"}, GetParam());
  if (path.empty()) return;
  std::istringstream expected(file_of("faults.expected"));
  for (std::string line; std::getline(expected, line);)
    EXPECT_THAT(run(path + ' ' + line.substr(0, line.find(' '))).output, EndsWith(line + '\n'));
}

TEST_P(Programs, ShareMemoryWithTheDevice) { expect_good({"managed.cu"}); }
TEST_P(Programs, WaitAtBarriersByTheirPrimitives) { expect_good({"barrier_primitives.cu"}); }
TEST_P(Programs, CopyStructuresAndFillArrays) { expect_good({"aggregates.cu"}); }
TEST_P(Programs, KeepWhatAKernelLeavesInStaticVariables) { expect_good({"statics.cu"}); }
TEST_P(Programs, WaitForTheHost) {
  expect_good({"waits_for_host.cu"});
  const std::string path = program({"waits_for_host.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome forever = run(path + " with each other");
  EXPECT_EQ(forever.exit_code, 0) << forever.output;
  EXPECT_THAT(forever.errors, HasSubstr("the loop never ends"));
}
TEST_P(Programs, HaveADefaultStreamForEachThread) { expect_good({"own_streams.cu"}); }

TEST_P(Programs, WaitForOtherStreams) {
  expect_good({"streams_wait.cu"});
  const std::string path = program({"streams_wait.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome forever = run(path + " in a circle");
  EXPECT_EQ(forever.exit_code, 0) << forever.output;
  EXPECT_THAT(forever.errors, HasSubstr("the loop never ends"));
  EXPECT_THAT(forever.errors, HasSubstr("  set(int volatile*, int) waits in stream 1\n"));
  EXPECT_THAT(forever.errors,
              HasSubstr("  wait_for(int const volatile*, int, int*) in stream 2 stands still as well\n"));
}
TEST_P(Programs, FetchFromTextures) { expect_good({"textures.cu"}); }
TEST_P(Programs, AreJoinedFromSeveralUnits) { expect_good({"unit_main.cu", "unit_other.cu", "unit_functions.cu"}); }
TEST_P(Programs, CallFromManyThreads) { expect_good({"threads.cu"}); }

TEST_P(Programs, LoadCodeAtRunTime) {
  const std::string path = program({"library.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("library loaded from memory: error: neither a fat binary nor PTX text"));
  EXPECT_THAT(outcome.errors, HasSubstr("library loaded from memory:3:11: error: expected"));
}

TEST_P(Programs, AllocateFromPools) { expect_good({"pools.cu"}); }
TEST_P(Programs, FindSeveralDevices) {
  const std::string path = program({"devices.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"WARPGLASS_DEVICES", "3"}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("out-of-bounds"));  // the one fault that it makes
}

TEST_P(Programs, LaunchGraphsFromDeviceCodeOfSeveralDevices) {
  const std::string path = program({"device_graph_devices.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"WARPGLASS_DEVICES", "2"}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_P(Programs, ReachMemoryOfPeers) {
  const std::string path = program({"peers.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"WARPGLASS_DEVICES", "3"}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("error: read of another device's memory: 4 bytes at 0x"));
  EXPECT_THAT(outcome.errors, HasSubstr(", which device 0 has  [out-of-bounds]"));
  EXPECT_THAT(outcome.errors,
              HasSubstr("the kernel runs on device 1, which has no access to it: "
                        "cudaDeviceEnablePeerAccess(0, 0), called while device 1 is current, gives it"));
}

TEST(Devices, AreNamedInTheEnvironment) {
  const std::string path = program({"devices.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"WARPGLASS_DEVICES", "9"}});
  EXPECT_THAT(outcome.errors,
              HasSubstr("warpglass: error: WARPGLASS_DEVICES: a process has 1 to 8 devices, not 9; going "
                        "on with one device\n"));
}

TEST_P(Programs, LaunchGraphs) { expect_good({"graphs.cu"}); }
TEST_P(Programs, KeepAttributesOfStreams) { expect_good({"stream_attributes.cu"}); }

TEST_P(Programs, PrintInOrder) {
  const std::string path = program({"order.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, file_of("order.expected"));
}

TEST_P(Programs, AreToldOnceWhatIsNotSupported) {
  const std::string path = program({"unsupported.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(
      outcome.errors,
      "warpglass: cudaIpcGetEventHandle is not supported yet\nwarpglass: cudaIpcGetMemHandle is not supported yet\n");
}

TEST_P(Programs, PrintGraphs) {
  const std::string path = program({"graph_print.cu"}, GetParam());
  if (path.empty()) return;
  const std::string dot = scratch_folder() + "/graph.dot";
  const Outcome outcome = run(path + ' ' + dot);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(run("cat " + dot).output, file_of("graph_print.expected"));
}

TEST_P(Programs, TakeSinesOfNarrowNumbers) {
  const std::string path = program({"half_angles.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, "different: 0 halves, 0 bfloat16\n");
}

INSTANTIATE_TEST_SUITE_P(BuiltBy, Programs, ::testing::Values(Compiler::ours, Compiler::nvcc),
                         [](const auto& test) { return test.param == Compiler::ours ? "Us" : "Nvcc"; });

// What is wrong with memory of graphs is told, and nothing else.
TEST(MemoryOfGraphs, IsChecked) {
  const std::string path = program({"graph_mistakes.cu"});
  if (path.empty()) return;
  const auto checked = [&](const std::string& mistake) {
    const Outcome outcome = run(WARPGLASS_BINARY_DIR "/bin/warpglass check " + path + ' ' + mistake);
    return outcome.output + outcome.errors;
  };
  EXPECT_THAT(checked(""), HasSubstr("9 launches of 1 kernel, no findings"));
  EXPECT_THAT(checked("leak"), HasSubstr("note: memory of cudaGraphLaunch is never freed  [leak]"));
  EXPECT_THAT(checked("relaunch"),
              HasSubstr("warning: cudaGraphLaunch: memory that an earlier launch of this graph has allocated is not "
                        "freed yet  [api-error]"));
  EXPECT_THAT(checked("twice"), HasSubstr("error: cudaFree: cudaMallocAsync #4 was freed before  [double-free]"));
  EXPECT_THAT(checked("late"), HasSubstr("cudaMallocAsync #4 (128 bytes)  [use-after-free]"));
  EXPECT_THAT(checked("early"), HasSubstr("error: write of 4 bytes"));
}

TEST(Faults, AreToldWithPlaceAndThread) {
  const std::string path = program({"faults.cu"});
  if (path.empty()) return;
  const std::string errors = run(path + " null").errors;
  EXPECT_THAT(errors, HasSubstr("faults.cu:9:51: "));
  EXPECT_THAT(errors, HasSubstr("error: write of 4 bytes at 0x0  [out-of-bounds]"));
  EXPECT_THAT(errors, HasSubstr("kernel write_to(int*), block (0,0,0), thread (0,0,0)"));
}

TEST(Faults, HangingKernelsAreStopped) {
  const std::string path = program({"faults.cu"});
  if (path.empty()) return;
  const std::string folder = scratch_folder();
  EXPECT_EQ(run("printf '{\"loop_limit\": 100000}' > " + folder + "/s.json; WARPGLASS_SESSION=" + folder + "/s.json " +
                path + " loop")
                .output,
            "loop 702 702\n");
  const Outcome deadlock = run(path + " deadlock");
  EXPECT_THAT(deadlock.output, ::testing::StartsWith("deadlock 7"));
  EXPECT_THAT(deadlock.errors, HasSubstr("error: "));
}

// An H200 answers 700, 716 and, for a wild handle, 700.
TEST(Faults, OfSurfacesAndTexturesAreNamed) {
  const std::string path = program({"textures.cu"});
  if (path.empty()) return;
  const Outcome outside = run(path + " outside");
  EXPECT_EQ(outside.output, "700\n");
  EXPECT_THAT(outside.errors,
              HasSubstr("surface store of 4 bytes at (x = 32 bytes, y = 1, z = 0), outside a surface of "
                        "8 x 4 x 1 texels of 4 bytes  [out-of-bounds]"));
  const Outcome misaligned = run(path + " misaligned");
  EXPECT_EQ(misaligned.output, "716\n");
  EXPECT_THAT(misaligned.errors,
              HasSubstr("surface store of 4 bytes at x = 2 bytes, which is no multiple of its width"));
  EXPECT_THAT(run(path + " freed").errors, HasSubstr("the array of this object was freed"));
  const Outcome handle = run(path + " handle");
  EXPECT_EQ(handle.output, "700\n");
  EXPECT_THAT(handle.errors, HasSubstr("no texture object has the handle 0x3039"));
}

// nvcc 13 knows no references.
TEST(TextureReferences, AnswerWhatObjectsDo) {
  const std::string path = program({"texture_references.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
  const Outcome checked = run(WARPGLASS_BINARY_DIR "/bin/warpglass run --quiet " + path);
  EXPECT_EQ(checked.exit_code, 0) << checked.output << checked.errors;
}

TEST(TextureReferences, ThatAreMisusedAreNamed) {
  const std::string path = program({"texture_references.cu"});
  if (path.empty()) return;
  const Outcome unbound = run(path + " unbound");
  EXPECT_EQ(unbound.output, "cudaErrorIllegalAddress\n");
  EXPECT_THAT(unbound.errors, HasSubstr("nothing is bound to the texture reference 'line': bind it before the launch"));
  EXPECT_THAT(run(path + " unbound_surface").errors,
              HasSubstr("nothing is bound to the surface reference 'canvas': bind it before the launch"));
  EXPECT_THAT(run(path + " freed").errors, HasSubstr("the array of this object was freed"));
  EXPECT_THAT(run(path + " mismatch").errors,
              HasSubstr("the texture reference 'line' is declared with texels of 1 x 32 bits of float, and bound to "
                        "texels of 4 x 8 bits of integers"));
}

TEST(Images, WithoutPtxAreToldWhatToDo) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string path = scratch_folder() + "/machine_code";
  const std::string nvcc = WARPGLASS_NVCC_PATH;
  ASSERT_EQ(run("unset LD_PRELOAD; " + nvcc +
                " --cudart=shared -gencode arch=compute_90,code=sm_90 -w " WARPGLASS_SOURCE_DIR
                "/tests/cuda/programs/faults.cu -o " +
                path)
                .exit_code,
            0);
  const Outcome outcome = run(path + " none");
  EXPECT_THAT(outcome.errors, HasSubstr("the program holds no PTX, only machine code for sm_90; rebuild"));
  EXPECT_EQ(outcome.output, "none 0 209\n");
}

}  // namespace
}  // namespace warpglass::cuda::test
