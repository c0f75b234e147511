// `warpglass advise` from the outside: programs whose best layout is known, what is refused and why, and patches that
// are applied and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const json& array_named(const json& advice, const std::string& name) {
  static const json kNone;
  for (const json& array : advice.at("arrays")) {
    if (array.at("name") == name) return array;
  }
  return kNone;
}

const json* chosen_of(const json& array) {
  for (const json& proposal : array.at("proposals")) {
    if (proposal.at("chosen")) return &proposal;
  }
  return nullptr;
}

/// As known.tsv has them.
struct KnownArray {
  std::string name;
  std::string best;  // "-": none
  std::string wavefronts;
  bool compiled_otherwise = false;  // of a changed layout the compiler makes fewer accesses: more is saved than priced
};

struct Known {
  std::string program;
  std::string arch;
  std::vector<KnownArray> arrays;
};
std::ostream& operator<<(std::ostream& out, const Known& known) { return out << known.program << " " << known.arch; }

/// What was priced without a run is what the runs count, of every layout that ran.
void expect_counted_as_priced(const json& array, const std::string& machine, bool compiled_otherwise) {
  for (const json& proposal : array.at("proposals")) {
    ASSERT_TRUE(proposal.contains("after")) << proposal.dump(1);
    const auto counted = array.at("before").at("wavefronts_shared").get<std::int64_t>() -
                         proposal.at("after").at("wavefronts_shared").get<std::int64_t>();
    const auto priced =
        array.at("priced").at(machine).get<std::int64_t>() - proposal.at("priced").at(machine).get<std::int64_t>();
    if (compiled_otherwise)
      EXPECT_GE(counted, priced) << proposal.at("title");
    else
      EXPECT_EQ(counted, priced) << proposal.at("title");
  }
}

std::vector<Known> known_layouts() {
  std::vector<Known> all;
  std::istringstream lines(contents(kPrograms + "known.tsv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    std::array<std::string, 6> cell;
    for (std::string& one : cell) std::getline(cells, one, '\t');
    if (all.empty() || all.back().program != cell[0] || all.back().arch != cell[1])
      all.push_back({.program = cell[0], .arch = cell[1], .arrays = {}});
    all.back().arrays.push_back(
        {.name = cell[2], .best = cell[3], .wavefronts = cell[4], .compiled_otherwise = cell[5] == "fewer"});
  }
  return all;
}

class KnownLayouts : public Advise, public testing::WithParamInterface<Known> {};

TEST_P(KnownLayouts, AreFoundAndCountAsPriced) {
  const Known& known = GetParam();
  const json found = advice(program(known.program), {"--arch", known.arch});
  ASSERT_EQ(outcome_.exit_code, 0) << outcome_.errors;
  for (const KnownArray& wanted : known.arrays) {
    SCOPED_TRACE(wanted.name);
    const json& array = array_named(found, wanted.name);
    ASSERT_FALSE(array.is_null()) << found.dump(1);
    expect_counted_as_priced(array, found.at("architecture"), wanted.compiled_otherwise);
    const json* const best = chosen_of(array);
    ASSERT_EQ(best != nullptr, wanted.best != "-") << array.dump(1);
    if (best == nullptr) continue;
    EXPECT_EQ(best->at("title"), wanted.best);
    EXPECT_EQ(best->at("verdict"), "proved");
    EXPECT_EQ(best->at("after").at("wavefronts_shared").dump(), wanted.wavefronts);
  }
}

INSTANTIATE_TEST_SUITE_P(, KnownLayouts, testing::ValuesIn(known_layouts()));

TEST(KnownLayoutsOf, AtLeastTwentyKernels) {
  std::size_t arrays = 0;
  for (const Known& known : known_layouts()) arrays += known.arrays.size();
  EXPECT_GE(arrays, 20);
}

TEST_F(Advise, ShowsTheRepairAndItsProof) {
  const Outcome outcome = run({"advise", program("transpose.cu")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("  fix: __shared__ float tile[32][33];\n"
                                        "       proved: 16,896 -> 1,024 wavefronts, occupancy unchanged (100 %), "
                                        "results the same\n"));
  EXPECT_THAT(outcome.output, HasSubstr("tile[32][33] costs less on the other machines too"));
  EXPECT_THAT(outcome.output, HasSubstr("1 shared array with bank conflicts, 1 with a proved repair"));
}

TEST_F(Advise, SaysWhereALayoutCostsMore) {
  const Outcome outcome = run({"advise", program("gather.cu")});
  EXPECT_THAT(outcome.output, HasSubstr("tile[16][24] costs more on sm_30 with 8-byte banks (2,176 -> 3,200)"));
  EXPECT_THAT(outcome.output, HasSubstr("tile[16][24]: line 7, shared store 32: wavefronts 128 -> 256"));
  EXPECT_THAT(run({"advise", program("ldmatrix.cu")}).output,
              HasSubstr("not tile[64][72]: it costs occupancy, 39 % -> 34 % of rows_of_matrices"));
}

TEST_F(Advise, WeighsInstructionsAgainstWavefronts) {
  const json found = advice(kExamples + "layouts.cu", {"--kernel", "gather"});
  const json& proposals = array_named(found, "tile").at("proposals");
  ASSERT_EQ(proposals.size(), 2);
  EXPECT_EQ(proposals[0].at("verdict"), "proved");
  EXPECT_EQ(proposals[1].at("verdict"), "loses");
  EXPECT_THAT(
      proposals[1].at("reason").get<std::string>(),
      HasSubstr("it takes more instructions (29,312 -> 80,512) than its wavefronts are worth (16,896 -> 8,704)"));
}

TEST_F(Advise, PatchesApplyAndLeaveNothingToRepair) {
  for (const char* name : {"transpose.cu", "ldmatrix.cu"}) {
    const std::string path = program(name);
    ASSERT_EQ(shell(kTool + " advise " + name + " --patch fix.patch"), 0);
    EXPECT_EQ(shell("git apply fix.patch"), 0) << contents(folder_ + "fix.patch");
    EXPECT_NE(contents(path), contents(kPrograms + name));
    EXPECT_THAT(advice(path).at("arrays"), IsEmpty());
  }
}

TEST_F(Advise, FindsDeclarationsInWhatNvccAloneTakes) {
  const std::string path = program("aligned.cu");
  const json found = advice(path, {"--apply"});
  ASSERT_EQ(outcome_.exit_code, 0) << outcome_.errors;
  for (const char* name : {"word_before", "word_behind", "cudas_word", "at_name"}) {
    const json* const best = chosen_of(array_named(found, name));
    ASSERT_NE(best, nullptr) << name << found.dump(1);
    EXPECT_EQ(best->at("title"), std::string(name) + "[32][33]");
    EXPECT_EQ(best->at("after").at("wavefronts_shared"), 64);
  }
  EXPECT_EQ(found.at("together").at("verdict"), "proved");
  std::string wanted = contents(kPrograms + "aligned.cu");
  for (std::size_t at = wanted.find("[32][32];"); at != std::string::npos; at = wanted.find("[32][32];", at))
    wanted.replace(at, 9, "[32][33];");
  EXPECT_EQ(contents(path), wanted);
}

TEST_F(Advise, AppliesRepairsOnRequest) {
  const std::string path = program("vectors.cu");
  EXPECT_EQ(run({"advise", path, "--apply"}).exit_code, 0);
  EXPECT_THAT(contents(path), HasSubstr("float4 tile[32][9];"));
}

TEST_F(Advise, ProvesSeveralRepairsTogether) {
  const std::string path = write("two.cu", R"(#include <cstdio>
__global__ void turn(float* out) {
  __shared__ float a[32][32];
  __shared__ double b[16][16];
  a[threadIdx.x][threadIdx.y] = threadIdx.x;
  if (threadIdx.y < 16 && threadIdx.x < 16) b[threadIdx.x][threadIdx.y] = threadIdx.y;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.y][threadIdx.x] + b[threadIdx.y % 16][threadIdx.x % 16];
}
int main() {
  float* out = nullptr;
  cudaMallocManaged(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
}
)");
  const json found = advice(path);
  EXPECT_EQ(found.at("together").at("verdict"), "proved");
  EXPECT_THAT(found.at("patch").get<std::string>(), HasSubstr("+  __shared__ float a[32][33];\n"
                                                              "+  __shared__ double b[16][17];\n"));
}

TEST_F(Advise, SaysWhyALayoutWasRefused) {
  const json found = advice(program("refused.cu"));
  EXPECT_EQ(outcome_.exit_code, 0);
  for (const char* name : {"walked", "handed", "by_macro", "rows"})
    EXPECT_EQ(chosen_of(array_named(found, name)), nullptr) << name;
  const json& walked = array_named(found, "walked").at("proposals");
  ASSERT_EQ(walked.size(), 1);
  EXPECT_EQ(walked[0].at("verdict"), "results-differ");
  EXPECT_EQ(walked[0].at("reason"), "what it copies from the device differs");
  const json& handed = array_named(found, "handed").at("proposals");
  ASSERT_EQ(handed.size(), 1);
  EXPECT_EQ(handed[0].at("verdict"), "not-compiled");
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: a pointer to one of its elements is kept "
                                         "(line 18)"));
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: it is used other than by element (line 30)"));
  EXPECT_THAT(outcome_.output, HasSubstr("its rows cannot be padded: it is declared by a macro"));
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: a macro names an element of it"));
  EXPECT_THAT(outcome_.output, HasSubstr("its rows cannot be padded: its rows are a type of their own"));
  const json& particles = array_named(found, "particles").at("proposals");
  ASSERT_FALSE(particles.empty());
  EXPECT_EQ(particles.back().at("title"), "an array for each member");
  EXPECT_EQ(particles.back().at("verdict"), "proved");
}

// The host asks for them by their mangled names: of kernels that are compiled alone, and of both sides by themselves.
TEST_F(Advise, KeepsTheNamesOfStatics) {
  const std::string path = write("statics.cu", R"(#include <cstdio>
static __device__ int counter;
static __constant__ int given;
namespace { __device__ int hidden; }
static __global__ void turn(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  if (threadIdx.x + threadIdx.y == 0) counter = given;
}
static __global__ void quads(const float* in, float* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
  if (i == 0) hidden = given + 1;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1024 * sizeof(float));
  cudaMalloc(&out, 1024 * sizeof(float));
  cudaMemset(in, 1, 1024 * sizeof(float));
  int value = 7, later = 0;
  cudaMemcpyToSymbol(given, &value, sizeof value);
  turn<<<1, dim3(32, 32)>>>(in, out);
  quads<<<2, 128>>>(in, out);
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  cudaMemcpyFromSymbol(&later, hidden, sizeof later);
  std::printf("%d %d\n", value, later);
  return value == 7 && later == 8 ? 0 : 1;
}
)");
  const json found = advice(path);
  EXPECT_EQ(outcome_.exit_code, 0);
  const json* const tile = chosen_of(array_named(found, "tile"));
  ASSERT_NE(tile, nullptr) << outcome_.output;
  const json& changes = found.at("changes");
  const auto wide = std::ranges::find_if(changes, [](const json& one) { return one.at("rule") == "wide-access"; });
  ASSERT_NE(wide, changes.end()) << outcome_.output;
  EXPECT_EQ(wide->at("proposals").at(0).at("verdict"), "proved") << wide->dump(1);
}

// What is tried after a padding that failed: rows_of_matrices in known.tsv.
TEST_F(Advise, DoesNotTryASwizzleThatSavesNoMoreThanAProvedPadding) {
  const json found = advice(program("transpose.cu"));
  const json& proposals = array_named(found, "tile").at("proposals");
  ASSERT_EQ(proposals.size(), 1);
  EXPECT_EQ(proposals[0].at("verdict"), "proved");
  EXPECT_THAT(outcome_.output, HasSubstr("tile[r][c ^ r] was not tried: it saves no more wavefronts than tile[32][33], "
                                         "and takes instructions besides"));
}

TEST_F(Advise, DoesNotTryALayoutThatTakesInstructionsForLittle) {
  write("few.cu", R"(#include <cuda_runtime.h>
__global__ void few(float* out) {
  __shared__ float s[512];
  for (int i = threadIdx.x; i < 512; i += 32) s[i] = i;
  __syncthreads();
  float sum = s[threadIdx.x * 16];
  for (int i = 0; i < 500; ++i) sum = sum * 2 + s[i * 7 & 511];
  out[threadIdx.x] = sum;
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(float));
  few<<<1, 32>>>(out);
  cudaFree(out);
}
)");
  const json found = advice(folder_ + "few.cu");
  EXPECT_THAT(array_named(found, "s").at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("s[i + (i >> 5)] was not tried: it saves 15 of 532 "));
}

TEST_F(Advise, LeavesNarrowElementsThatAPointerWalks) {
  const json found = advice(program("narrow.cu"));
  EXPECT_THAT(
      array_named(found, "held").at("remarks").dump(),
      HasSubstr("its elements cannot have words of their own: a pointer to one of its elements is kept (line 23)"));
  EXPECT_EQ(chosen_of(array_named(found, "held")), nullptr);
}

// A class is laid out only where all its memory is in shared variables, and nobody counts on how large it is.
TEST_F(Advise, LeavesClassesThatAreMoreThanSharedVariables) {
  const auto text_with = [](const std::string& members, const std::string& more, const std::string& main) {
    return "#include <cstdio>\nstruct Tile {\n  float cells[32][32];\n" + members +
           "};\n"
           "__global__ void turn(float* out, const float* in) {\n"
           "  __shared__ Tile tile;\n"
           "  tile.cells[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\n"
           "  __syncthreads();\n"
           "  out[threadIdx.y * 32 + threadIdx.x] = tile.cells[threadIdx.x][threadIdx.y];\n"
           "}\n" +
           more +
           "int main() {\n"
           "  float *in, *out;\n"
           "  cudaMalloc(&in, 4096), cudaMalloc(&out, 4096), cudaMemset(in, 0, 4096);\n"
           "  turn<<<1, dim3(32, 32)>>>(out, in);\n" +
           main + "  return cudaDeviceSynchronize();\n}\n";
  };
  const auto told = [&](const std::string& text) {
    (void)advice(write("k.cu", text));
    EXPECT_EQ(outcome_.exit_code, 0) << outcome_.errors;
    return outcome_.output;
  };
  EXPECT_THAT(told(text_with("", "", "")), HasSubstr("k.cu:3:9: float tile.cells[32][32]: "));
  EXPECT_THAT(outcome_.output, HasSubstr("  fix: float cells[32][33];\n"));
  EXPECT_THAT(told(text_with("", "", "  static Tile own;\n  (void)own;\n")),
              HasSubstr("its rows cannot be padded: line 15 has one that is not in shared memory"));
  EXPECT_THAT(told(text_with("", "", "  if (sizeof(Tile) != 4096) return 1;\n")),
              HasSubstr("its rows cannot be padded: line 15 asks how large it is"));
  EXPECT_THAT(told(text_with("", "__device__ void fill(Tile* at) { at->cells[0][0] = 1; }\n", "")),
              HasSubstr("its rows cannot be padded: line 11 has a pointer to one"));
  EXPECT_THAT(told(text_with("  int used;\n", "", "")),
              StartsWith("tile: 992 of 1,056 wavefronts are bank conflicts\n"
                         "      = no function declares it as an array of known extents: it is left as it is\n"));
  EXPECT_THAT(told(text_with("  __device__ float* first() { return &cells[0][0]; }\n", "", "")),
              HasSubstr("a pointer to one of its elements is kept"));
  // A kernel of the same class that had no conflicts: with longer rows it has.
  EXPECT_THAT(told(text_with("",
                             "__global__ void diagonal(float* out) {\n"
                             "  __shared__ Tile own;\n"
                             "  const int t = threadIdx.x;\n"
                             "  for (int round = 0; round < 64; ++round)\n"
                             "    for (int i = 0; i < 32; ++i) own.cells[t][(i + 31 * t) % 32] = round;\n"
                             "  __syncthreads();\n"
                             "  out[t] = own.cells[31 - t][t];\n"
                             "}\n",
                             "  diagonal<<<1, 32>>>(out);\n")),
              HasSubstr("none of 5 layouts costs less"));
}

TEST_F(Advise, LeavesAnArrayThatHasNoRoomAndAnIndexWithEffects) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const json found = advice(program("stacks.cu"), {"--kernel", "pushed"});
  const json& pile = array_named(found, "pile");
  EXPECT_THAT(pile.at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("its rows and columns cannot change places: the column of an element is an "
                                         "expression with effects (line 19)"));
}

TEST_F(Advise, SaysTheSameForEveryNumberOfWorkers) {
  const std::string path = program("gather.cu");
  const json one = advice(path, {"-j", "1"});
  EXPECT_EQ(one, advice(path, {"-j", "4"}));
}

constexpr const char* kTurn = R"(#include <cstdio>
#include <ctime>
__global__ void turn(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
)";

// Programs with edits come from the cache as long as everything is as it was, headers included.
TEST_F(Advise, KeepsTheProgramsThatItHasTried) {
  const std::string cache = folder_ + "cache";
  const auto kept = [&] {
    std::size_t programs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache))
      programs += entry.path().lexically_relative(cache).string().find("edited") != std::string::npos &&
                  entry.is_regular_file();
    return programs;
  };
  const std::string source = write("tile.cu",
                                   "#include \"shape.h\"\n"
                                   "__global__ void turn(const float* in, float* out) {\n"
                                   "  __shared__ float tile[kTile][kTile];\n"
                                   "  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];\n"
                                   "  __syncthreads();\n"
                                   "  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
                                   "}\n"
                                   "int main() {\n"
                                   "  float *in, *out;\n"
                                   "  cudaMalloc(&in, 4096), cudaMalloc(&out, 4096), cudaMemset(in, 0, 4096);\n"
                                   "  turn<<<1, dim3(kTile, kTile)>>>(in, out);\n"
                                   "  return cudaDeviceSynchronize();\n"
                                   "}\n");
  const auto wavefronts = [&](int tile) {
    write("shape.h", "constexpr int kTile = " + std::to_string(tile) + ";\n");
    const std::string home = "XDG_CACHE_HOME=" + cache;
    EXPECT_EQ(shell(home + " " + kTool + " advise tile.cu --json a.json > text"), 0);
    const json all = json::parse(contents(folder_ + "a.json"));
    const json& proposal = all.at("arrays").at(0).at("proposals").at(0);
    EXPECT_EQ(proposal.at("verdict"), "proved");
    return proposal.at("after").at("wavefronts_shared").get<int>();
  };
  EXPECT_EQ(wavefronts(32), 64);
  const std::size_t first = kept();
  EXPECT_GT(first, 0u);
  const std::string told = contents(folder_ + "text");
  EXPECT_EQ(wavefronts(32), 64);
  EXPECT_EQ(contents(folder_ + "text"), told);
  EXPECT_EQ(kept(), first);
  EXPECT_EQ(wavefronts(16), 24);
  EXPECT_GT(kept(), first);
}

TEST_F(Advise, LeavesOutOfTheProofWhatVariesByItself) {
  const std::string path = write("varies.cu", std::string(kTurn) + R"(int main() {
  float* out = nullptr;
  cudaMalloc(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  std::printf("%ld.%ld\n", long(now.tv_sec), now.tv_nsec);
}
)");
  const json found = advice(path);
  EXPECT_NE(chosen_of(array_named(found, "tile")), nullptr);
  EXPECT_THAT(outcome_.output, HasSubstr("the output varies from one run of the program to the next: it was not "
                                         "compared"));
}

TEST_F(Advise, ComparesOutputAndEnd) {
  const std::string address = R"(
__global__ void tell(int* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = 1;
  __syncthreads();
  if (tile[threadIdx.x][1] == 5) out[1] = 1;
  out[0] = sizeof(tile);
}
)";
  const std::string begin = "#include <cstdio>\n" + address + R"(int main() {
  int* out = nullptr;
  cudaMallocHost(&out, 8);
  tell<<<1, 32>>>(out);
  cudaDeviceSynchronize();
)";
  const json prints = advice(write("prints.cu", begin + "  std::printf(\"%d\\n\", out[0]);\n}\n"));
  EXPECT_EQ(prints.at("arrays")[0].at("proposals")[0].at("reason"), "it prints something else");
  const json ends = advice(write("ends.cu", begin + "  return out[0] == 4096 ? 7 : 8;\n}\n"));
  EXPECT_EQ(outcome_.exit_code, 7);
  EXPECT_EQ(ends.at("arrays")[0].at("proposals")[0].at("reason"), "it ends with 8, not with 7");
}

TEST_F(Advise, ALayoutThatFailsSpoilsNoOther) {
  const std::string path = write("two.cu", R"(#include <cstdio>
__global__ void turn(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
__global__ void tell(float* out) {
  __shared__ float told[32][32];
  told[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = told[threadIdx.y][threadIdx.x] + sizeof(told);
}
int main() {
  float* out = nullptr;
  cudaMallocHost(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
  tell<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
}
)");
  const json found = advice(path);
  EXPECT_EQ(array_named(found, "tile").at("proposals")[0].at("verdict"), "proved");
  EXPECT_EQ(array_named(found, "told").at("proposals")[0].at("verdict"), "results-differ");
}

TEST_F(Advise, TriesNothingWhereTheProgramMakesMistakes) {
  const std::string path = write("faults.cu", std::string(kTurn) + R"(int main() {
  turn<<<1, dim3(32, 32)>>>(nullptr);
  return cudaDeviceSynchronize() != cudaSuccess;
}
)");
  const json found = advice(path);
  EXPECT_EQ(outcome_.exit_code, 1);
  EXPECT_THAT(found.at("arrays"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("the program makes mistakes: warpglass check names them; nothing was tried"));
}

TEST_F(Advise, RefusesWhatItCannotEdit) {
  EXPECT_THAT(run({"advise"}).errors, HasSubstr("advise needs a program: a .cu file"));
  EXPECT_THAT(run({"advise", "nowhere.cu"}).errors, HasSubstr("nowhere.cu: no such file"));
  const Outcome ptx = run({"advise", kExamples + "scale.ptx"});
  EXPECT_EQ(ptx.exit_code, 2);
  EXPECT_THAT(ptx.errors, HasSubstr("scale.ptx: advise edits and compiles CUDA source: name a .cu file"));
  const Outcome broken = run({"advise", write("broken.cu", "int main() { return x; }\n")});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_THAT(broken.errors, HasSubstr("broken.cu: could not be compiled"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--json", "-", "--patch", "-"}).errors,
              HasSubstr("both want the standard output"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--kernel", "("}).errors, HasSubstr("no regular expression"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--kernel", "nosuch"}).output,
              HasSubstr("note: --kernel nosuch matches none of the kernels that were launched, so that none was looked "
                        "at: transpose("));
}

// The kernels of a layout are compiled alone and run with the host's code of the program as it is, unless there is
// device code of another origin; the source is parsed once for many kernels, unless flags name another one.
TEST_F(Advise, OfAProgramOfTwoSources) {
  const auto kernel = [](const std::string& name, const std::string& element) {
    return "__global__ void " + name + "(" + element + "* out) {\n  __shared__ " + element +
           " t[32][32];\n  for (int r = 0; r < 32; ++r) t[r][threadIdx.x] = r + threadIdx.x;\n  __syncwarp();\n"
           "  for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = t[threadIdx.x][r];\n}\n";
  };
  const std::string path = write("first.cu", "void run_other(int* x);\n" + kernel("turn", "int") +
                                                 kernel("flip", "float") + kernel("skew", "unsigned") + R"(int main() {
  int* out;
  cudaMalloc(&out, 4096);
  run_other(out);
  turn<<<1, 32>>>(out);
  flip<<<1, 32>>>(reinterpret_cast<float*>(out));
  skew<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  cudaDeviceSynchronize();
}
)");
  const std::string other = write("second.cu", R"(__global__ void other(int* x) { *x = 7; }
void run_other(int* x) { other<<<1, 1>>>(x); }
)");
  const json found = advice(path, {"-X", other});
  ASSERT_EQ(found.at("arrays").size(), 3u) << outcome_.errors;
  for (const json& array : found.at("arrays")) {
    const json* chosen = chosen_of(array);
    ASSERT_NE(chosen, nullptr) << array.dump(1);
    EXPECT_EQ(chosen->at("title"), "t[32][33]");
    EXPECT_EQ(chosen->at("verdict"), "proved");
  }
}

}  // namespace
}  // namespace warpglass
