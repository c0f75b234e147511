// warpglass-nvcc itself, as a Makefile uses it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/toolkit/nvcc_fixture.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStub =
    "-cudart none -Xlinker " WARPGLASS_STUB_FOLDER "/libcudart.so -Xlinker -rpath," WARPGLASS_STUB_FOLDER;

TEST_F(Nvcc, BuildsAProgramOfSeveralFiles) {
  write("part.cu", "#include \"part.h\"\n__device__ float twice(float x) { return 2 * x; }\nvoid part() { }\n");
  write("part.h", "__device__ float twice(float x);\nvoid part();\n");
  write("main.cu",
        "#include \"part.h\"\n__global__ void k(float* x) { *x = twice(*x); }\nint main() { part(); k<<<1, "
        "32>>>(nullptr); return 0; }\n");
  ASSERT_EQ(nvcc("-dc -arch=sm_60 part.cu").exit_code, 0);
  ASSERT_EQ(nvcc("-rdc=true -c main.cu -o main.o").exit_code, 0);
  const ProcessResult linked = nvcc(std::string(kStub) + " part.o main.o -lm -o app");
  ASSERT_EQ(linked.exit_code, 0) << linked.output;
  const ProcessResult run = run_process({folder_ / "app"}, ProcessOutput::capture);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.output, HasSubstr("launch _Z1kPf grid 1,1,1 block 32,1,1"));
}

TEST_F(Nvcc, TheHostsCompilerAnswersOnStandardOutput) {
  const ProcessResult asked =
      run_process({"/bin/sh", "-c", WARPGLASS_BINARY_DIR "/bin/warpglass-nvcc .c -Xcompiler --version 2> /dev/null"},
                  ProcessOutput::capture);
  EXPECT_EQ(asked.exit_code, 0);
  EXPECT_THAT(asked.output, HasSubstr("clang version"));
}

TEST_F(Nvcc, ProgramsMayHaveACudaHeaderOfTheirOwn) {
  fs::create_directories(folder_ / "own");
  write("own/cuda.h", "#define OWN 1\n#include <cuda_runtime.h>\n");
  write("main.cu",
        "#include <cuda_fp16.h>\n#include \"cuda.h\"\n__global__ void k(half* p) { *p = hsin(*p); }\nint own = OWN;\n");
  write("other.cu", "#include <cuda.h>\nint version = CUDA_VERSION;\n");
  // Each flags' second source finds read beforehand what comes before its first line.
  for (int i = 0; i < 3; ++i) {
    const ProcessResult own = nvcc("-Iown -c main.cu -DROUND=" + std::to_string(i));
    EXPECT_EQ(own.exit_code, 0) << own.output;
    const ProcessResult other = nvcc("-c other.cu -DROUND=" + std::to_string(i));
    EXPECT_EQ(other.exit_code, 0) << other.output;
  }
}

TEST_F(Nvcc, MakefilesAskWhatToCompileFor) {
  const ProcessResult asked =
      run_process({WARPGLASS_BINARY_DIR "/lib/warpglass/cuda/bin/__nvcc_device_query"}, ProcessOutput::capture);
  EXPECT_EQ(asked.exit_code, 0);
  EXPECT_EQ(asked.output, "90\n");
}

TEST_F(Nvcc, ProgramsMayCountOnWhatItsHeadersInclude) {
  write("main.cu",
        "int main() { return time(nullptr) == 0 || clock() == -1 || strlen(\"\") != 0 || (float)rand() / RAND_MAX > 2; "
        "}\n");
  const ProcessResult compiled = nvcc("-c main.cu");
  EXPECT_EQ(compiled.exit_code, 0);
  EXPECT_EQ(compiled.output, "");
  // Of C, by the host's compiler.
  write("driver.c", "#include <cuda.h>\nint main(void) { return rand() > RAND_MAX; }\n");
  write("runtime.c", "#include <cuda_runtime_api.h>\nint main(void) { return INT_MAX < 0; }\n");
  for (const char* const source : {"driver.c", "runtime.c"}) {
    const ProcessResult of_c = nvcc(std::string("-c ") + source);
    EXPECT_EQ(of_c.exit_code, 0) << of_c.output;
  }
}

TEST_F(Nvcc, HeadersStandMacrosThatNvidiasDo) {
  write("main.cu",
        "#define min(a, b) ((a) < (b) ? (a) : (b))\n#define max(a, b) ((a) > (b) ? (a) : (b))\n"
        "#define count 4\n#include <curand.h>\n#undef count\n#include <curand_kernel.h>\n"
        "#define V 10\n#include <cooperative_groups/reduce.h>\n"
        "#define M 16\n#define N 16\n#define K 16\n#define lane (threadIdx.x % 32)\n"
        "#include <cuda_fp16.h>\n#include <mma.h>\n"
        "__global__ void k(int* a, float* b) { a[0] = min(a[1], a[2]); b[0] = max(b[1], b[2]); }\n"
        "int main() { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, M, N, K, float>* f = nullptr; return f != "
        "nullptr; }\n");
  const ProcessResult compiled = nvcc("-arch=sm_90 -c main.cu");
  EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
}

// Programs that compile while they run copy these folders of CUDA 13.
// clang's headers have a template of an N, and programs are given their sizes like that.
TEST_F(Nvcc, ProgramsMayBeGivenNumbersOfShortNames) {
  write("sizes.cu",
        "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n#include <cstdio>\n"
        "static_assert(A + B + C + D + K + M + N + S + X + Y + Z == 11 && N == 1, \"\");\n"
        "__global__ void k(int* p) { *p = N; }\n");
  const ProcessResult built = nvcc("-c -DA=1 -DB=1 -DC=1 -DD=1 -DK=1 -DM=1 -DN=1 -DS=1 -DX=1 -DY=1 -DZ=1 sizes.cu");
  EXPECT_EQ(built.exit_code, 0) << built.output;
}

TEST_F(Nvcc, HasTheFoldersOfCccl) {
  const fs::path include = WARPGLASS_BINARY_DIR "/lib/warpglass/cuda/include";
  for (const char* const folder : {"nv", "cuda"}) fs::copy(include / "cccl" / folder, folder_ / folder);
  write("app.cu",
        "#include <nv/target>\n#include <cuda/ptx>\n"
        "int main() { NV_IF_TARGET(NV_IS_HOST, (return 0;), (return 1;)) }\n");
  for (const std::string& flag : {"-I" + (include / "cccl").string(), std::string("-I.")}) {
    const ProcessResult compiled = nvcc(flag + " -arch=sm_90 -c app.cu");
    EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
  }
}

TEST_F(Nvcc, ItsOwnHeadersAndLibrariesComeBeforeAnotherToolkits) {
  fs::create_directories(folder_ / "cuda/include");
  fs::create_directories(folder_ / "cuda/lib64");
  for (const char* const header : {"cuda_runtime_api.h", "cuda.h", "cuda_fp16.h"})
    write(std::string("cuda/include/") + header, "#error another toolkit's\n");
  // Names what libraries' of CUDA 13 do.
  write("cuda/include/cutensor.h",
        "#define FROM_THE_TOOLKIT 1\n#include <library_types.h>\n"
        "void set(cudaEmulationStrategy_t, cudaEmulationSpecialValuesSupport, cudaEmulationMantissaControl);\n");
  for (const char* const library : {"libcudart.so", "libcuda.so"})
    write(std::string("cuda/lib64/") + library, "another toolkit's");
  write("app.cu",
        "#include <cuda.h>\n#include <cuda_fp16.h>\n#include <cutensor.h>\n"
        "int main() { return cuInit(0) + FROM_THE_TOOLKIT - 1; }\n");
  for (const char* const named : {"-Icuda/include", "-isystem cuda/include"}) {
    const ProcessResult built = nvcc(std::string(named) + " -Lcuda/lib64 app.cu -lcudart -lcuda -o app");
    EXPECT_EQ(built.exit_code, 0) << built.output;
  }
}

TEST_F(Nvcc, WritesPtxWithWhatTheFlagsSay) {
  write("k.cu", "__global__ void k(float* x) { *x = sinf(*x) / x[1]; }\n");
  ASSERT_EQ(nvcc("-ptx k.cu -arch=compute_75 -use_fast_math").exit_code, 0);
  EXPECT_THAT(read("k.ptx"), HasSubstr(".target sm_75"));
  EXPECT_THAT(read("k.ptx"), HasSubstr("sin.approx.ftz.f32"));
  ASSERT_EQ(nvcc("-fatbin k.cu -o k.fatbin").exit_code, 0);
  EXPECT_THAT(read("k.fatbin"), HasSubstr(".visible .entry _Z1kPf"));
}

// The names and the kinds that nvcc 13 gives them; in namespaces it gives names of its own.
TEST_F(Nvcc, KeepsStaticVariablesOfPtxByNvccsNames) {
  write("s.cu",
        "static __constant__ int table[2];\nstatic __device__ float scale = 2;\nstatic __constant__ int unread;\n"
        "namespace n { static __device__ int inner; __device__ int open; }\n"
        "extern \"C\" { static __constant__ int ours; }\n"
        "template <typename T> static __global__ void k(T* x) { *x = table[1] * scale + n::inner + n::open + ours; }\n"
        "template __global__ void k<float>(float*);\n");
  const std::string ptx = nvcc("-ptx -arch=sm_90 s.cu -o -").output;
  for (const char* const line :
       {"\n.const .align 4 .b8 table[8];", "\n.global .align 4 .f32 scale = 0f40000000;",
        "\n.const .align 4 .u32 unread;", ".global .align 4 .u32 _ZN1nL5innerE;", ".global .align 4 .u32 _ZN1n4openE;",
        "\n.const .align 4 .u32 ours;", ".entry _Z1kIfEvPT_("})
    EXPECT_THAT(ptx, HasSubstr(line));
  EXPECT_THAT(ptx, HasSubstr("ld.const.u32"));
  EXPECT_FALSE(exists("-"));
  ASSERT_EQ(nvcc("-ptx -rdc=true -arch=sm_90 s.cu").exit_code, 0);
  EXPECT_THAT(read("s.ptx"), HasSubstr("\n.const .align 4 .b8 table[8];"));
}

// As with nvcc, what a tool reads from a pipe is the PTX and nothing else.
TEST_F(Nvcc, WritesPtxToStandardOutput) {
  write("k.cu", "static __device__ int unused() { return 1; }\n__global__ void k() {}\n");
  const ProcessResult piped = nvcc("-Xcompiler -Wall -ptx k.cu -o - 2>/dev/null");
  EXPECT_EQ(piped.exit_code, 0);
  EXPECT_THAT(piped.output, HasSubstr(".visible .entry _Z1kv"));
  EXPECT_EQ(nvcc("-ptx k.cu -o - >/dev/null").output, "");
}

TEST_F(Nvcc, CompilesKernelsThatWouldLaunchGraphs) {
  write("g.cu",
        "__global__ void k(cudaGraphExec_t g, cudaError_t* e) {\n"
        "  *e = cudaGraphLaunch(g == nullptr ? cudaGetCurrentGraphExec() : g, cudaStreamGraphTailLaunch);\n}\n"
        "int main() { return 0; }\n");
  const ProcessResult compiled = nvcc("-arch=sm_90 -rdc=true g.cu -o g");
  EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
}

// nvcc 13 compiles the same instructions, except that it does not know machines before sm_75.
TEST_F(Nvcc, FastMathApproximatesPowersTangentsAndHyperbolicTangents) {
  const auto instructions = [&](const std::string& expression, const std::string& flags) {
    write("f.cu", "__global__ void k(float* x) { *x = " + expression + "; }\n");
    EXPECT_EQ(nvcc("-ptx f.cu " + flags).exit_code, 0) << expression;
    return read("f.ptx");
  };
  const std::string fast = "-arch=sm_90 -use_fast_math";
  for (const char* power : {"powf(x[0], x[1])", "pow(x[0], x[1])", "powf(x[0], 2.5f)"}) {
    const std::string ptx = instructions(power, fast);
    EXPECT_THAT(ptx, AllOf(HasSubstr("lg2.approx.ftz.f32"), HasSubstr("ex2.approx.ftz.f32"))) << power;
    EXPECT_THAT(ptx, Not(HasSubstr("__nv_powf"))) << power;
    EXPECT_THAT(instructions(power, "-arch=sm_90"), HasSubstr("__nv_powf")) << power;
  }
  const std::string tangent = instructions("tanf(x[0])", fast);
  EXPECT_THAT(tangent, AllOf(HasSubstr("sin.approx.ftz.f32"), HasSubstr("cos.approx.ftz.f32"),
                             HasSubstr("div.approx.ftz.f32"), Not(HasSubstr("__nv_tanf"))));
  EXPECT_THAT(instructions("tanhf(x[0])", fast), HasSubstr("tanh.approx.f32"));
  EXPECT_THAT(instructions("__tanhf(x[0])", "-arch=sm_90"), HasSubstr("tanh.approx.f32"));
  EXPECT_THAT(instructions("tanhf(x[0])", "-arch=sm_70 -use_fast_math"),
              AllOf(HasSubstr("__nv_tanhf"), Not(HasSubstr("tanh.approx"))));
}

TEST_F(Nvcc, RegisterLimitIsInTheObject) {
  write("k.cu", "__global__ void k(float* x) { *x = 1; }\n");
  ASSERT_EQ(nvcc("-c k.cu -maxrregcount=24").exit_code, 0);
  EXPECT_THAT(read("k.o"), HasSubstr(".maxnreg 24"));
}

TEST_F(Nvcc, HostOptionsReachTheHostOnly) {
  write("k.cu",
        "__global__ void k() {}\n#ifndef __CUDA_ARCH__\n#ifndef __SSE4_2__\n#error host option lost\n#endif\n#endif\n");
  const ProcessResult result = nvcc("-c k.cu -Xcompiler -msse4.2,-Wall,-fno-strict-aliasing --compiler-options=-fPIC");
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

// Of the host's compiler there may be an older one, and strict.
TEST_F(Nvcc, HeadersAreReadByHostsOfOldStandards) {
  write("a.cpp", "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\nint main() { return 0; }\n");
  for (const char* const standard : {"11", "14", "17"}) {
    const ProcessResult result = run_process(
        {"/bin/sh", "-c",
         "g++ -fsyntax-only -pedantic-errors -std=c++" + std::string(standard) +
             " -I" WARPGLASS_BINARY_DIR "/lib/warpglass/cuda/include '" + (folder_ / "a.cpp").string() + "'"},
        ProcessOutput::capture);
    EXPECT_EQ(result.exit_code, 0) << result.output;
  }
}

// CMake reads off the linker's line where libraries lie, of a compiler that calls nvcc.
TEST_F(Nvcc, ShowsTheLinkersLineToWhoAsksTheHostsCompiler) {
  write("a.cpp", "int main() { return 0; }\n");
  ASSERT_EQ(nvcc("-c a.cpp").exit_code, 0);
  EXPECT_THAT(nvcc(std::string(kStub) + " -Xcompiler -v a.o -o a").output, HasSubstr("-dynamic-linker"));
}

TEST_F(Nvcc, CompilesCppNamedSourcesAsCuda) {
  write("k.cpp", "__global__ void k() {}\n");
  EXPECT_EQ(nvcc("-x cu -c k.cpp").exit_code, 0);
  EXPECT_EQ(nvcc("-c k.cpp").exit_code, 2);
}

TEST_F(Nvcc, MakesDependencies) {
  write("k.cu", "#include \"k.h\"\n__global__ void k() {}\n");
  write("k.h", "");
  EXPECT_THAT(nvcc("-MM k.cu").output, HasSubstr("k.o: k.cu k.h"));
  ASSERT_EQ(nvcc("-c k.cu -MMD -MF k.d").exit_code, 0);
  EXPECT_THAT(read("k.d"), HasSubstr("k.h"));
}

TEST_F(Nvcc, APerThreadDefaultStreamReachesLaunchesAndCalls) {
  write("k.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaStreamSynchronize(0); }\n");
  ASSERT_EQ(nvcc("-c k.cu --default-stream per-thread").exit_code, 0);
  const std::string symbols = run_process({"/usr/bin/nm", "-u", folder_ / "k.o"}, ProcessOutput::capture).output;
  EXPECT_THAT(symbols, HasSubstr("cudaLaunchKernel_ptsz"));
  EXPECT_THAT(symbols, HasSubstr("cudaStreamSynchronize_ptsz"));
  EXPECT_EQ(nvcc("-c k.cu -DCUDA_API_PER_THREAD_DEFAULT_STREAM").exit_code, 0);
}

TEST_F(Nvcc, ErrorsAreClangsAndTheExitCodeTwo) {
  write("k.cu", "__global__ void k(int* x) {\n  *x = undeclared;\n}\n");
  const ProcessResult result = nvcc("-c k.cu");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output, HasSubstr("k.cu:2:8: error: use of undeclared identifier 'undeclared'"));
  EXPECT_FALSE(exists("k.o"));
}

TEST_F(Nvcc, SaysWhatToDoAboutWhatIsNotThere) {
  write("k.cu", "#include <cudnn.h>\n");
  EXPECT_THAT(nvcc("-c k.cu").output, HasSubstr("note: cuDNN is not part of Warpglass"));
  write("b.cu", "#include <cublas_v2.h>\nint main() { return cublasDestroy(nullptr) == 0; }\n");
  EXPECT_THAT(nvcc("b.cu -o b").output, HasSubstr("note: cuBLAS is a library of its own: link it by -lcublas"));
  write("f.cu", "#include <nvJitLink.h>\n");
  EXPECT_THAT(nvcc("-c f.cu").output, HasSubstr("note: nvJitLink is not part of Warpglass"));
  write("c.cu", "__global__ void __cluster_dims__(2) k();\n__global__ void k() {}\n");
  EXPECT_THAT(
      nvcc("-c -arch=sm_90 c.cu").output,
      HasSubstr("c.cu:1:17: error: clang knows no __cluster_dims__ but where a kernel is defined: write it there"));
  write("r.cu", "__global__ void __maxnreg__(32) k() {}\nint main() { k<<<2, 32>>>(); }\n");
  EXPECT_THAT(nvcc("-c r.cu").output, HasSubstr("warning: __maxnreg__ has no effect"));
}

TEST_F(Nvcc, PutsClusterDimensionsIntoThePtx) {
  write("c.cu",
        "template <int N> __global__ void __cluster_dims__(N, (1 > 2 ? 1 : 2)) __launch_bounds__(64) k() {\n"
        "}\n"
        "template __global__ void k<4>();\n");
  const std::string ptx = nvcc("-ptx -arch=sm_90 c.cu -o -").output;
  EXPECT_THAT(ptx, HasSubstr(".pragma \"warpglass.reqnctapercluster 4 2 1\";"));
  EXPECT_THAT(ptx, HasSubstr(".maxntid 64"));
  EXPECT_THAT(nvcc("-c -arch=sm_75 c.cu").output, HasSubstr("__cluster_dims__ needs sm_90 or later"));
  EXPECT_EQ(nvcc("-MM c.cu").output, "c.o: c.cu\n");
  EXPECT_EQ(nvcc("-E c.cu").exit_code, 0);
}

TEST_F(Nvcc, PutsClusterDimensionsOfMacrosIntoThePtx) {
  write("sizes.h", "#define CLUSTER __cluster_dims__(2, 1, 1)\n#define WIDE(n) __cluster_dims__(n, 1, 1)\n");
  write("m.cu",
        "#include \"sizes.h\"\n#define FOUR WIDE(4)\n#define KERNEL __global__ __cluster_dims__(3) "
        "__launch_bounds__(64)\n"
        "#define WHOLE(name, n) \\\n  __global__ void __cluster_dims__(n) name() { \\\n  }\n"
        "__global__ void CLUSTER a() {}\n__global__ void CLUSTER b() {}\n__global__ void FOUR c() {}\n"
        "template <int N> __global__ void WIDE(N) d() {}\ntemplate __global__ void d<5>();\n"
        "KERNEL void e() {}\nWHOLE(f, 6)\nWHOLE(g, 7)\n__global__ void h() {}\n");
  const std::string ptx = nvcc("-ptx -arch=sm_90 m.cu -o -").output;
  std::string sizes;  // of kernels in their order
  const std::regex pattern(R"(\.entry _Z\d(\w)|reqnctapercluster (\d \d \d))");
  for (std::sregex_iterator found(ptx.begin(), ptx.end(), pattern), end; found != end; ++found)
    sizes += (*found)[1].matched ? " " + (*found)[1].str() : ":" + (*found)[2].str();
  EXPECT_EQ(sizes, " a:2 1 1 b:2 1 1 c:4 1 1 d:5 1 1 e:3 1 1 f:6 1 1 g:7 1 1 h");
  EXPECT_THAT(ptx, HasSubstr(".maxntid 64"));

  write("no.cu", "#define ONE __cluster_dims__(2)\n#define K(name) __global__ void ONE name() {}\nK(a)\nvoid b() {}\n");
  EXPECT_THAT(nvcc("-c -arch=sm_90 no.cu").output,
              HasSubstr("no.cu:3:1: error: clang knows no __cluster_dims__ but where a kernel is defined"));
}

// In a function for host and device that no kernel calls, the call is the host's.
TEST_F(Nvcc, SaysWhatIsToBeDoneWhereDeviceCodeCannotWait) {
  write("w.cu",
        "__host__ __device__ inline void both() { cudaDeviceSynchronize(); }\n__global__ void k() {\n"
        "  cudaDeviceSynchronize();\n}\nvoid f() { both(); }\n");
  const ProcessResult refused = nvcc("-c -arch=sm_90 w.cu");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, AllOf(HasSubstr("w.cu:3:3: error: "), HasSubstr("compile with -arch=sm_80"),
                                    HasSubstr("1 error generated")));
  const ProcessResult compiled = nvcc("-c -arch=sm_80 w.cu");
  EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
}

TEST_F(Nvcc, WritesIntoTheFolderThatIsNamedAndTakesAnySuffix) {
  fs::create_directory(folder_ / "made");
  write("k.cu", "__global__ void k() {}\n");
  write("k.inl", "__global__ void other() {}\n");
  ASSERT_EQ(nvcc("-odir made -c k.cu").exit_code, 0);
  EXPECT_TRUE(exists("made/k.o"));
  ASSERT_EQ(nvcc("--output-directory=made -ptx k.cu").exit_code, 0);
  EXPECT_TRUE(exists("made/k.ptx"));
  ASSERT_EQ(nvcc("-x cu -ptx k.inl -o other.ptx").exit_code, 0);
  EXPECT_THAT(read("other.ptx"), HasSubstr(".entry _Z5otherv"));
}

TEST_F(Nvcc, RunsWhatItHasMadeOrIsGiven) {
  write("main.cu",
        "#include <cstdio>\nint main(int n, char** words) { std::printf(\"%s %d\", words[n - 1], n); return 3; }\n");
  const std::string runs = "--run -run-args one,two ";
  const ProcessResult made = nvcc(runs + kStub + " main.cu -o app");
  EXPECT_EQ(made.exit_code, 3);
  EXPECT_EQ(made.output, "two 3");
  EXPECT_EQ(nvcc("--run app").output, "./app 1");
  EXPECT_EQ(nvcc("--run '\"" + (folder_ / "app").string() + "\"'").exit_code, 3);
  EXPECT_FALSE(exists("a.out"));
}

TEST_F(Nvcc, BadUseIsOneLine) {
  EXPECT_EQ(nvcc("-frobnicate").output,
            "warpglass-nvcc: error: unknown option '-frobnicate'; --help lists the options, -Xcompiler hands one to "
            "the host's compiler\n");
  EXPECT_EQ(nvcc("-o app").exit_code, 2);
}

TEST_F(Nvcc, ListsArchitecturesAndChecksAndRemovesAndJoins) {
  EXPECT_THAT(nvcc("--list-gpu-arch").output, HasSubstr("compute_80\ncompute_86\n"));
  EXPECT_THAT(nvcc("-code-ls").output, HasSubstr("sm_80\nsm_86\n"));
  EXPECT_THAT(nvcc("-code-ls -arch-ls").output, HasSubstr("arch=compute_90,code=sm_90\n"));
  write("k.cu", "__global__ void k() {}\n");
  write("h.cu", "int main() { return 3; }\n");
  EXPECT_EQ(nvcc("-fdevice-syntax-only k.cu").exit_code, 0);
  EXPECT_FALSE(exists("k.o"));
  ASSERT_EQ(nvcc("-c k.cu").exit_code + nvcc("-c h.cu").exit_code, 0);
  ASSERT_EQ(nvcc("-r k.o h.o -o both.o").exit_code, 0);
  ASSERT_EQ(nvcc(std::string(kStub) + " both.o -o app").exit_code, 0);
  EXPECT_EQ(run_process({folder_ / "app"}, ProcessOutput::capture).exit_code, 3);
  EXPECT_EQ(nvcc("-c k.cu --clean-targets").exit_code, 0);
  EXPECT_FALSE(exists("k.o"));
  EXPECT_TRUE(exists("h.o"));
  ASSERT_EQ(nvcc("-MM -c k.cu -o k.d").exit_code, 0);
  EXPECT_EQ(read("k.d"), "k.o: k.cu\n");
}

TEST_F(Nvcc, SaysWhatItIs) {
  const ProcessResult version = nvcc("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, testing::ContainsRegex("release 12\\.[0-9], V12\\.[0-9]"));
  EXPECT_THAT(nvcc("--help").output, HasSubstr("--gpu-architecture"));
  EXPECT_EQ(nvcc("--print-cuda-home").output, WARPGLASS_BINARY_DIR "/lib/warpglass/cuda\n");
}

// The host's linker finds nothing in an object that has device code alone: of an archive nvcc's device linker takes it.
TEST_F(Nvcc, TakesDeviceCodeOutOfStaticLibraries) {
  write("dev.cu", "__device__ int twice(int x) { return 2 * x; }\n__constant__ int table[2] = {3, 4};\n");
  write("other.cu", "__device__ int unused(int x) { return x; }\nint on_the_host() { return 1; }\n");
  write("k.cu",
        "extern __device__ int twice(int);\nextern __constant__ int table[2];\n"
        "__global__ void k(int* p) { *p = twice(*p) + table[*p & 1]; }\nint main() { k<<<1, 1>>>(nullptr); }\n");
  ASSERT_EQ(nvcc("-dc dev.cu -o dev.o").exit_code, 0);
  ASSERT_EQ(nvcc("-dc other.cu -o other.o").exit_code, 0);
  ASSERT_EQ(nvcc("-dc k.cu -o k.o").exit_code, 0);
  ASSERT_EQ(nvcc("-lib dev.o other.o -o libdev.a").exit_code, 0);
  const auto modules_in = [&](const std::string& file) {
    const ProcessResult names = nvcc("--version > /dev/null; nm " + file + " | grep -c __cuda_fatbin_wrapper");
    return names.output;
  };
  EXPECT_EQ(nvcc("k.o libdev.a -o by_path").output, "");
  EXPECT_EQ(modules_in("by_path"), "2\n");
  EXPECT_EQ(nvcc("k.o -L. -ldev -o by_name").output, "");
  EXPECT_EQ(modules_in("by_name"), "2\n");
  EXPECT_EQ(nvcc("-dlink k.o libdev.a -o link.o").output, "");
  EXPECT_EQ(modules_in("link.o"), "1\n");
  EXPECT_EQ(nvcc("k.o link.o libdev.a -o linked").output, "");
  EXPECT_EQ(modules_in("linked"), "2\n");
  EXPECT_EQ(nvcc("-dlink k.o -o nothing.o").output, "");
  EXPECT_EQ(modules_in("nothing.o"), "0\n");
}

TEST_F(Nvcc, SaysWhatKernelsTakeAsPtxasDoes) {
  write("k.cu",
        "__constant__ float table[10];\n"
        "__global__ void k(float* x, int n) {\n"
        "  __shared__ float tile[256];\n"
        "  tile[threadIdx.x] = x[threadIdx.x] * table[n];\n"
        "  __syncthreads();\n"
        "  x[n] = tile[255 - threadIdx.x];\n"
        "}\n");
  setenv("WARPGLASS_PTXAS", "none", 1);
  const std::string usage =
      "ptxas info    : 0 bytes gmem, 40 bytes cmem\\[3\\]\n"
      "ptxas info    : Compiling entry function '_Z1kPfi' for 'sm_80'\n"
      "ptxas info    : Function properties for _Z1kPfi\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used [0-9]+ registers, used 1 barriers, 1024 bytes smem, 364 bytes cmem\\[0\\]\n";
  for (const char* const line :
       {"-Xptxas -v,-dlcm=ca -c k.cu", "--ptxas-options=-v -c k.cu", "-res-usage -c k.cu", "-res-usage -cubin k.cu"}) {
    const ProcessResult result = nvcc(std::string("-arch=sm_80 ") + line);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, HasSubstr("no ptxas on this machine: Warpglass estimates registers"));
    EXPECT_THAT(result.output, testing::ContainsRegex(usage));
  }
  unsetenv("WARPGLASS_PTXAS");
  EXPECT_EQ(nvcc("-arch=sm_80 -c k.cu").output, "");
  ASSERT_EQ(nvcc("-Xptxas --maxrregcount=20 -c k.cu").exit_code, 0);
  EXPECT_THAT(read("k.o"), HasSubstr(".maxnreg 20"));
}

TEST_F(Nvcc, KeepsThePtxAndTellsTheTimes) {
  write("k.cu", "__global__ void k() {}\n");
  fs::create_directory(folder_ / "kept");
  ASSERT_EQ(nvcc("-c k.cu --keep --keep-dir kept -time times.csv -MD -MF k.d").exit_code, 0);
  EXPECT_THAT(read("kept/k.ptx"), HasSubstr(".visible .entry _Z1kv"));
  EXPECT_THAT(read("k.d"), testing::StartsWith("k.o:"));
  const std::string head =
      "source file name , phase name , phase input files , phase output file , arch , tool , metric , unit\n";
  EXPECT_THAT(read("times.csv"), testing::StartsWith(head + "k.cu , "));
  ASSERT_EQ(nvcc("-c k.cu -time times.csv").exit_code, 0);
  const std::string both = read("times.csv");
  EXPECT_EQ(both.rfind(head), 0u);
  EXPECT_EQ(std::count(both.begin(), both.end(), '\n'), 5);
  EXPECT_NE(nvcc("-c k.cu -time nowhere/times.csv").exit_code, 0);
}

TEST_F(Nvcc, DryRunPrintsAndDoesNothing) {
  write("k.cu", "__global__ void k() {}\n");
  const ProcessResult result = nvcc("--dryrun k.cu -o app");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("#$ "));
  EXPECT_FALSE(exists("app"));
}

// gcc's OpenMP beside clang's would tell every thread that it is the first.
TEST_F(Nvcc, LinksOneOpenMp) {
  write("clang",
        "#!/bin/sh\ncase \"$1\" in\n--version) echo clang version 19.1.7;;\n"
        "-print-file-name=*) cat where;;\n*) echo linked \"$@\";;\nesac\n");
  fs::permissions(folder_ / "clang", fs::perms::owner_all);
  write("a.o", "");
  setenv("WARPGLASS_CLANG", (folder_ / "clang").c_str(), 1);
  write("where", "/a/folder/libomp.so\n");
  const auto openmp = [&](const std::string& flags) {
    const std::string line = nvcc(flags + " a.o -o app").output;
    return std::string(line.find("-fopenmp") != std::string::npos ? "clang's" : "") +
           (line.find("-lgomp") != std::string::npos ? "gcc's" : "") + (line.starts_with("linked") ? "" : line);
  };
  EXPECT_EQ(openmp("-Xcompiler -fopenmp -lgomp"), "clang's");
  EXPECT_EQ(openmp("-lgomp"), "clang's");
  write("where", "libomp.so\n");
  EXPECT_EQ(openmp("-lgomp"), "gcc's");
  EXPECT_EQ(openmp(""), "");
  unsetenv("WARPGLASS_CLANG");
}

TEST_F(Nvcc, TakesFlagsFromTheEnvironment) {
  write("k.cu", "#ifndef EXTRA\n#error no flag\n#endif\n__global__ void k() {}\n");
  setenv("NVCC_APPEND_FLAGS", "-DEXTRA=1", 1);
  EXPECT_EQ(nvcc("-c k.cu").exit_code, 0);
  unsetenv("NVCC_APPEND_FLAGS");
}

// What a tool that only knows clang does: no flag of ours but the CUDA path.
TEST_F(Nvcc, PlainClangNeedsTheCudaPathOnly) {
  write("k.cu", "__global__ void k(float* x) { *x = sqrtf(*x) + min(3, 4); }\nint main() { k<<<1, 1>>>(nullptr); }\n");
  const ProcessResult result =
      run_process({"/bin/sh", "-c",
                   "cd '" + folder_.string() +
                       "' && clang++-19 --cuda-path=" WARPGLASS_BINARY_DIR
                       "/lib/warpglass/cuda --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -Werror -c k.cu"},
                  ProcessOutput::capture);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(read("k.o"), HasSubstr("sqrt.rn.f32"));
}

}  // namespace
}  // namespace warpglass::toolkit
