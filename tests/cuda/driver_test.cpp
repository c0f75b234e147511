// The driver API: whole programs, what libcuda.so.1 exports, and that cuda.h says what NVIDIA's says.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cuda/api_page.hpp"
#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DriverPrograms : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
  std::string built(const std::string& name) { return program({name + ".cu"}, GetParam()); }
};

TEST_P(DriverPrograms, LoadAndLinkCode) {
  const std::string path = built("driver_modules");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("warpglass: module loaded from memory:5:3: error: "));
}

TEST(FatbinProgram, LoadsWhatItHasMade) {
  const std::string path = program({"fatbin.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, FindStaticVariablesOfFiles) {
  const std::string path = built("driver_static_names");
  if (path.empty()) return;
  for (const char* const kind : {"ptx", "fatbin", "cubin"}) {
    // That of nvcc holds machine code.
    if (GetParam() == Compiler::nvcc && kind == std::string_view("cubin")) continue;
    const std::string file = device_file("static_names_kernel.cu", kind, GetParam());
    const Outcome outcome = run(path + ' ' + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.errors, IsEmpty());
  }
}

TEST_P(DriverPrograms, LinkTheLibraryOfTheDevicesRuntime) {
  const std::string path = built("driver_device_library");
  if (path.empty()) return;
  const Outcome outcome = run(path + " " WARPGLASS_CUDA_FOLDER "/lib64/libcudadevrt.a");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, ShareTheDeviceWithTheRuntime) {
  const std::string path = built("driver_interop");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, HaveContextsOnSeveralDevices) {
  const std::string path = built("driver_devices");
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"WARPGLASS_DEVICES", "2"}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, BindTextureAndSurfaceReferences) {
  const std::string path = built("driver_texture_references");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, HaveADefaultStreamForEachThread) {
  const std::string path = built("driver_own_streams");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, FindCallsByNameInTheRuntime) {
  const std::string path = built("driver_entry_points");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, WaitForWordsOfMemory) {
  const std::string path = built("driver_streams");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
  const Outcome forever = run(path + " for nobody");
  EXPECT_EQ(forever.exit_code, 0) << forever.output;
  EXPECT_THAT(forever.errors, HasSubstr("cuStreamWaitValue waits for a value that nobody writes any more"));
}

TEST_P(DriverPrograms, LaunchGraphs) {
  const std::string path = built("driver_graphs");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, CopyBoxesOfTensors) {
  const std::string path = built("driver_tensor_copies");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, EncodeTensorMaps) {
  const std::string path = built("driver_tensor_maps");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, MapVirtualMemory) {
  const std::string path = built("driver_virtual_memory");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("error: read of 4 bytes"));
}

// What they print on an H200 is recorded beside them.
void expect_recorded_answers(const std::string& name, const std::string& path) {
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0);
  std::istringstream expected(file_of(name + ".expected")), got(outcome.output);
  if (expected.str().empty()) GTEST_SKIP() << name << " is not recorded yet";
  std::string expected_line, got_line;
  for (int line = 1; std::getline(expected, expected_line); ++line) {
    got_line.clear();
    std::getline(got, got_line);
    EXPECT_EQ(got_line, expected_line) << "line " << line;
  }
  EXPECT_FALSE(std::getline(got, got_line)) << got_line;
}

TEST_P(DriverPrograms, AnswerAsAnH200Does) { expect_recorded_answers("driver_semantics", built("driver_semantics")); }
TEST_P(DriverPrograms, AnswerOfTheRuntimesFirstCallsAsAnH200Does) {
  expect_recorded_answers("driver_start", built("driver_start"));
}
TEST_P(DriverPrograms, RefuseDuringACaptureWhatAnH200Does) {
  expect_recorded_answers("driver_capture_rules", built("driver_capture_rules"));
}
TEST_P(DriverPrograms, AnswerAboutMemoryAsAnH200Does) {
  expect_recorded_answers("driver_memory", built("driver_memory"));
}

INSTANTIATE_TEST_SUITE_P(BuiltBy, DriverPrograms, ::testing::Values(Compiler::ours, Compiler::nvcc),
                         [](const auto& test) { return test.param == Compiler::ours ? "Us" : "Nvcc"; });

// Findings name the calls and errors as the driver API does, and the place of the call.
TEST(DriverMistakes, AreFound) {
  const std::string path = program({"driver_mistakes.cu"});
  if (path.empty()) return;
  const std::string output = run(WARPGLASS_BINARY_DIR "/bin/warpglass check " + path).errors;
  EXPECT_THAT(output, HasSubstr("error: cuMemFree: cuMemAlloc #1 was freed before  [double-free]"));
  EXPECT_THAT(output, HasSubstr("cuMemAlloc #1 (64 bytes) was made at"));
  EXPECT_THAT(output, HasSubstr("CUDA_ERROR_INVALID_HANDLE: invalid resource handle"));
  EXPECT_THAT(output, HasSubstr("warning: cuMemcpyHtoD: the destination has 64 of the 128 bytes that it needs"));
  EXPECT_THAT(output, HasSubstr("note: memory of cuMemAlloc is never freed  [leak]"));
}

struct Call {
  std::string name, symbol, per_thread;
  int version = 0;
  bool absent = false;
};

std::vector<Call> calls() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/cuda/driver/calls.def");
  const std::regex pattern(R"(^(CALL|ABSENT)(?:_PER_THREAD)?\((\w+), (\d+), (\w+)(?:, (\w+))?\)$)");
  std::vector<Call> found;
  std::smatch match;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, match, pattern))
      found.push_back({.name = match[2],
                       .symbol = match[4],
                       .per_thread = match[5],
                       .version = std::stoi(match[3]),
                       .absent = match[1] == "ABSENT"});
  return found;
}

TEST(DriverLibrary, ExportsTheListedCallsAndNothingElse) {
  if (*WARPGLASS_SANITIZER_LIBRARY != '\0') GTEST_SKIP() << "a sanitizer has the linker export names of its own";
  std::istringstream lines(run("nm -D --defined-only " WARPGLASS_CUDA_FOLDER "/lib64/libcuda.so.1").output);
  std::set<std::string> exported, listed;
  for (std::string address, kind, name; lines >> address >> kind >> name;) exported.insert(name);
  for (const Call& call : calls()) {
    listed.insert(call.symbol);
    if (!call.per_thread.empty()) listed.insert(call.per_thread);
  }
  EXPECT_EQ(exported, listed);
  EXPECT_EQ(listed.size(), 637u);  // as CUDA 13.0's
}

TEST(DriverLibrary, FindsEachCallByNameAndVersion) {
  void* library = dlopen(WARPGLASS_CUDA_FOLDER "/lib64/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto* find = reinterpret_cast<int (*)(const char*, void**, int, unsigned long long, int*)>(
      dlsym(library, "cuGetProcAddress_v2"));
  ASSERT_NE(find, nullptr);
  for (const Call& call : calls()) {
    void *by_name = nullptr, *by_symbol = nullptr;
    int status = 9;
    EXPECT_EQ(find(call.name.c_str(), &by_name, call.version, 0, &status), 0) << call.name;
    EXPECT_EQ(status, 0) << call.name;
    EXPECT_NE(by_name, nullptr) << call.name;
    if (call.name == call.symbol) continue;
    EXPECT_EQ(find(call.symbol.c_str(), &by_symbol, call.version, 0, &status), 0) << call.symbol;
    EXPECT_EQ(by_symbol, by_name) << call.symbol;
  }
}

// A program of CUDA 12 has one device as well: what libcuda.so.1 leads to is in the library that the program has.
TEST(DriverLibrary, SharesTheDeviceWithOlderRuntimes) {
  const std::string folder = scratch_folder(), libraries = WARPGLASS_CUDA_FOLDER "/lib64";
  for (const std::string number : {"12", "11.0"}) {
    const Outcome built =
        run("unset LD_PRELOAD; " WARPGLASS_BINARY_DIR "/bin/warpglass-nvcc -std=c++17 -w -c " WARPGLASS_SOURCE_DIR
            "/tests/cuda/programs/driver_interop.cu -o " +
            folder + "/p.o && c++ " + folder + "/p.o " + libraries + "/libcudart.so." + number + " " + libraries +
            "/libcuda.so.1 -pthread -Wl,-rpath-link," + libraries + " -o " + folder + "/p");
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    const Outcome outcome = run(folder + "/p");
    EXPECT_EQ(outcome.exit_code, 0) << number << '\n' << outcome.output;
  }
}

// docs/driver_api.md is made of the list of calls.
TEST(DriverLibrary, IsDescribedByThePage) {
  CallsByPart there, absent;
  std::size_t count = 0;
  for (const Call& call : calls()) {
    const std::string text = call.name == call.symbol ? call.name : call.name + " (" + call.symbol + ")";
    (call.absent ? absent : there)[part_of(call.name)].push_back(text);
    if (!call.absent) ++count;
  }
  const std::string begin =
      "# The driver API\n\n"
      "Programs that call `cuInit` and its like run as others do: `warpglass run ./program`, or by themselves with "
      "the\n"
      "folder of our `libcuda.so.1` in `LD_LIBRARY_PATH`. `warpglass-nvcc app.cu -lcuda` links one; `#include "
      "<cuda.h>` finds our\n"
      "header. The device, its memory, streams, events and graphs are the same as the runtime API's.\n\n"
      "What is absent is exported all the same: it answers `CUDA_ERROR_NOT_SUPPORTED` and says so once. Behind a name "
      "is\n"
      "the symbol that is meant where it is another one. A test prints this page from `cuda/driver/calls.def`.\n\n";
  expect_page(
      "driver_api.md",
      begin + std::to_string(count) + " of " + std::to_string(calls().size()) + " calls of CUDA 13.0 are there.\n",
      there, absent);
}

// cudaTypedefs.h is made of the list of calls and of our declarations.
TEST(DriverHeader, NamesTheTypesOfTheCalls) {
  std::map<std::string, std::string> declared;  // with what they take
  for (const auto& entry : std::filesystem::directory_iterator(WARPGLASS_SOURCE_DIR "/toolkit/include/warpglass")) {
    if (!entry.path().filename().string().starts_with("driver_")) continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::regex pattern(R"(CUresult\s+CUDAAPI\s+(cu\w+)(\([^;]*\));)");
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
      declared[(*match)[1]] = std::regex_replace((*match)[2].str(), std::regex("\\s+"), " ");
  }
  std::string header =
      "/* Types of pointers to the driver's calls, for what cuGetProcAddress and cudaGetDriverEntryPoint find: with "
      "the "
      "version of\n * CUDA that gave a call its form, and without one for the newest. A test prints this file from the "
      "list of calls. */\n/* clang-format off */\n"
      "#ifndef CUDATYPEDEFS_H\n#define CUDATYPEDEFS_H\n\n#include <cuda.h>\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  std::map<std::string, int> newest;
  for (const Call& call : calls()) {
    for (const auto& [symbol, ending] :
         {std::pair(call.symbol, std::string()),
          {call.per_thread, std::string(call.per_thread.ends_with("ptds") ? "_ptds" : "_ptsz")}}) {
      // The call for a thread's own default stream takes what the other does.
      const auto found = declared.find(call.symbol);
      if (found == declared.end() || symbol.empty()) continue;
      const int version = ending.empty() ? call.version : std::max(call.version, 7000);  // of which these are
      header += "typedef CUresult(CUDAAPI* PFN_" + call.name + "_v" + std::to_string(version) + ending + ")" +
                found->second + ";\n";
      if (ending.empty()) newest[call.name] = std::max(newest[call.name], call.version);
    }
  }
  header += '\n';
  for (const auto& [name, version] : newest)
    header += "typedef PFN_" + name + "_v" + std::to_string(version) + " PFN_" + name + ";\n";
  header += "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  const std::string path = WARPGLASS_SOURCE_DIR "/toolkit/include/cudaTypedefs.h";
  if (std::getenv("WARPGLASS_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << header;
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), header) << "renew it with WARPGLASS_UPDATE_GOLDEN=1";
}

TEST(DriverHeader, SaysWhatNvidiasSays) {
  const std::string source = WARPGLASS_SOURCE_DIR "/tests/cuda/programs/driver_abi.cpp";
  const std::string expected = file_of("driver_abi.expected");
  const std::string folder = scratch_folder();
  const auto answer = [&](const std::string& headers) {
    const Outcome outcome =
        run("unset LD_PRELOAD; c++ -w -I" + headers + " " + source + " -o " + folder + "/abi && " + folder + "/abi");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return outcome.output;
  };
  EXPECT_EQ(answer(WARPGLASS_CUDA_FOLDER "/include"), expected);
  if (std::string(WARPGLASS_NVIDIA_HEADERS).empty()) return;
  EXPECT_EQ(answer(WARPGLASS_NVIDIA_HEADERS), expected);
}

// C, both streams, both standards of C++.
TEST(DriverHeader, IsReadByEveryCompiler) {
  const std::string folder = scratch_folder();
  const std::string text =
      "printf '#include <cuda.h>\\n#include <cudaProfiler.h>\\n#include <cudaTypedefs.h>\\nint main(void) { return "
      "(int)cuInit(0); }\\n' > ";
  for (const std::string command :
       {"cc -std=c99 -x c", "cc -std=c11 -x c -DCUDA_API_PER_THREAD_DEFAULT_STREAM", "c++ -std=c++11 -x c++",
        "c++ -std=c++20 -x c++ -DCUDA_API_PER_THREAD_DEFAULT_STREAM"}) {
    const Outcome outcome =
        run("unset LD_PRELOAD; " + text + folder + "/t; " + command +
            " -Wall -Wextra -Werror -fsyntax-only -I" WARPGLASS_CUDA_FOLDER "/include " + folder + "/t");
    EXPECT_EQ(outcome.exit_code, 0) << command << '\n' << outcome.errors;
  }
}

}  // namespace
}  // namespace warpglass::cuda::test
