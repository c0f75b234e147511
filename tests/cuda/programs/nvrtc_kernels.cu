// Kernels that are texts, compiled while the program runs and launched by the driver API.
#include <nvrtc.h>

#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "driver_expect.hpp"

#define EXPECT_MADE(call)                                                                    \
  do {                                                                                       \
    const nvrtcResult result = (call);                                                       \
    if (result != NVRTC_SUCCESS) {                                                           \
      ++failures;                                                                            \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, nvrtcGetErrorString(result)); \
    }                                                                                        \
  } while (0)

struct Header {
  const char* name;
  const char* text;
};

class Program {
 public:
  explicit Program(const char* source, std::vector<Header> headers = {}) {
    std::vector<const char*> names, texts;
    for (const Header& header : headers) names.push_back(header.name), texts.push_back(header.text);
    EXPECT_MADE(nvrtcCreateProgram(&program_, source, "texts.cu", static_cast<int>(headers.size()), texts.data(),
                                   names.data()));
  }
  ~Program() { EXPECT_MADE(nvrtcDestroyProgram(&program_)); }

  Program& ask(const char* expression) {
    EXPECT_MADE(nvrtcAddNameExpression(program_, expression));
    return *this;
  }
  Program& compile(std::vector<const char*> options = {}) {
    const nvrtcResult result = nvrtcCompileProgram(program_, static_cast<int>(options.size()), options.data());
    EXPECT(result == NVRTC_SUCCESS);
    std::printf("%s", log().c_str());
    return *this;
  }
  std::string log() const {
    size_t size = 0;
    EXPECT_MADE(nvrtcGetProgramLogSize(program_, &size));
    std::vector<char> text(size);
    EXPECT_MADE(nvrtcGetProgramLog(program_, text.data()));
    return text.data();
  }
  std::string ptx() const {
    size_t size = 0;
    EXPECT_MADE(nvrtcGetPTXSize(program_, &size));
    std::vector<char> text(size);
    EXPECT_MADE(nvrtcGetPTX(program_, text.data()));
    return text.data();
  }
  std::vector<char> cubin() const {
    size_t size = 0;
    EXPECT_MADE(nvrtcGetCUBINSize(program_, &size));
    std::vector<char> bytes(size);
    if (size > 0) EXPECT_MADE(nvrtcGetCUBIN(program_, bytes.data()));
    return bytes;
  }
  std::string lowered(const char* expression) const {
    const char* name = "";
    EXPECT_MADE(nvrtcGetLoweredName(program_, expression, &name));
    return name;
  }

 private:
  nvrtcProgram program_ = nullptr;
};

struct Module {
  explicit Module(const void* image) { EXPECT_DONE(cuModuleLoadData(&module, image)); }
  ~Module() { EXPECT_DONE(cuModuleUnload(module)); }

  template <class... Arguments>
  void launch(const std::string& name, unsigned threads, Arguments... arguments) const {
    CUfunction function = nullptr;
    EXPECT_DONE(cuModuleGetFunction(&function, module, name.c_str()));
    void* values[] = {&arguments..., nullptr};
    EXPECT_DONE(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, values, nullptr));
    EXPECT_DONE(cuCtxSynchronize());
  }
  CUmodule module = nullptr;
};

template <class T>
struct Array {
  explicit Array(std::vector<T> values) : count(values.size()) {
    EXPECT_DONE(cuMemAlloc(&address, count * sizeof(T)));
    EXPECT_DONE(cuMemcpyHtoD(address, values.data(), count * sizeof(T)));
  }
  ~Array() { EXPECT_DONE(cuMemFree(address)); }
  std::vector<T> values() const {
    std::vector<T> got(count);
    EXPECT_DONE(cuMemcpyDtoH(got.data(), address, count * sizeof(T)));
    return got;
  }
  size_t count;
  CUdeviceptr address = 0;
};

void add_vectors() {
  Program program(
      "extern \"C\" __global__ void add(const float* a, const float* b, float* c, size_t n) {\n"
      "  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;\n"
      "  if (i < n) c[i] = a[i] + b[i];\n"
      "}\n");
  program.compile({"-arch=compute_80", "-lineinfo"});
  EXPECT(program.cubin().empty());
  EXPECT(program.ptx().find("\"texts.cu\"") != std::string::npos);
  Array<float> a({1, 2, 3, 4}), b({10, 20, 30, 40}), c({0, 0, 0, 0});
  Module(program.ptx().c_str()).launch("add", 64, a.address, b.address, c.address, size_t{4});
  EXPECT(c.values() == (std::vector<float>{11, 22, 33, 44}));
}

void load_machine_code() {
  Program program("extern \"C\" __global__ void seven(int* a) { a[threadIdx.x] = 7; }");
  program.compile({"--gpu-architecture=sm_80"});
  Array<int> a({0, 0});
  const std::vector<char> image = program.cubin();
  EXPECT(!image.empty());
  if (!image.empty()) Module(image.data()).launch("seven", 2, a.address);
  EXPECT(a.values() == (std::vector<int>{7, 7}));
}

void lower_names() {
  Program program(
      "namespace n {\n"
      "template <class T, int k> struct Scale { T operator()(T a) const { return a * k; } };\n"
      "__device__ int calls; __constant__ float offset[2];\n"
      "template <class T, class F> __global__ void apply(T* a, F f) { a[threadIdx.x] = f(a[threadIdx.x]) + offset[1];\n"
      "  atomicAdd(&calls, 1); }\n"
      "}\n"
      "static __global__ void pick(int* a, int) { *a = 1; }\n"
      "static __global__ void pick(int* a, float) { *a = 2; }\n");
  const char *floats = "n::apply<float, n::Scale<float, 3>>", *doubles = "&n::apply<double, n::Scale<double, 5>>";
  program.ask(floats).ask(doubles).ask("&n::calls").ask("n::offset").ask("(void (*)(int*, float))pick");
  program.compile({"-default-device", "--std=c++14"});
  const std::string ptx = program.ptx();
  EXPECT(ptx.find("warpglass") == std::string::npos);  // nothing of what asked for the names
  const Module module(ptx.c_str());
  CUdeviceptr address = 0;
  size_t bytes = 0;
  const float offsets[] = {0, 100};
  EXPECT_DONE(cuModuleGetGlobal(&address, &bytes, module.module, program.lowered("n::offset").c_str()));
  EXPECT(bytes == 8);
  EXPECT_DONE(cuMemcpyHtoD(address, offsets, sizeof offsets));
  Array<float> f({1, 2});
  Array<double> d({1, 2, 3});
  module.launch(program.lowered(floats), 2, f.address, char{});
  module.launch(program.lowered(doubles), 3, d.address, char{});
  EXPECT(f.values() == (std::vector<float>{103, 106}));
  EXPECT(d.values() == (std::vector<double>{105, 110, 115}));
  int calls = 0;
  EXPECT_DONE(cuModuleGetGlobal(&address, &bytes, module.module, program.lowered("&n::calls").c_str()));
  EXPECT_DONE(cuMemcpyDtoH(&calls, address, sizeof calls));
  EXPECT(calls == 5);
  Array<int> picked({0});
  module.launch(program.lowered("(void (*)(int*, float))pick"), 1, picked.address, 0.0f);
  EXPECT(picked.values() == std::vector<int>{2});
}

// Static variables are the host's to find and to write.
void write_statics() {
  Program program(
      "static __constant__ int factor[2]; static __device__ int total; static __device__ int unused;\n"
      "extern \"C\" __global__ void k(int* a) { a[0] = factor[1] * a[0] + total; }\n");
  program.ask("&total").compile();
  const Module module(program.ptx().c_str());
  CUdeviceptr address = 0;
  const int factors[] = {0, 6}, one = 1;
  EXPECT_DONE(cuModuleGetGlobal(&address, nullptr, module.module, "factor"));
  EXPECT_DONE(cuMemcpyHtoD(address, factors, sizeof factors));
  EXPECT(program.lowered("&total") == "total");
  EXPECT_DONE(cuModuleGetGlobal(&address, nullptr, module.module, "total"));
  EXPECT_DONE(cuMemcpyHtoD(address, &one, sizeof one));
  EXPECT_DONE(cuModuleGetGlobal(&address, nullptr, module.module, "unused"));
  Array<int> a({7});
  module.launch("k", 1, a.address);
  EXPECT(a.values() == std::vector<int>{43});
}

void include_headers() {
  const std::vector<Header> headers = {
      {"sub/outer.h", "#pragma once\n#include \"inner.h\"\n#include <../up.h>\n"},
      {"sub/inner.h", "#define INNER 30\n"},
      {"../up.h", "__device__ int up() { return UP; }\n"},
      {"limits", "namespace std { template <class T> struct numeric_limits; template <> struct numeric_limits<int> {\n"
                 "  static constexpr int own = 500; }; }\n"},
  };
  Program program(
      "#include \"sub/outer.h\"\n#include <sub/outer.h>\n#include <limits>\n"
      "extern \"C\" __global__ void k(int* a) { a[0] = INNER + up() + std::numeric_limits<int>::own + LATER; }\n",
      headers);
  program.compile({"-D", "UP=2", "--define-macro=LATER=1000", "-DLOST=3", "-ULOST"});
  Array<int> a({0});
  Module(program.ptx().c_str()).launch("k", 1, a.address);
  EXPECT(a.values() == std::vector<int>{1532});

  nvrtcProgram wrong = nullptr;
  const char *text = "\n\nint x = ;\n", *name = "a.h";
  EXPECT_MADE(nvrtcCreateProgram(&wrong, "#include \"a.h\"\n", "w.cu", 1, &text, &name));
  EXPECT(nvrtcCompileProgram(wrong, 0, nullptr) == NVRTC_ERROR_COMPILATION);
  char log[2000] = "";
  EXPECT_MADE(nvrtcGetProgramLog(wrong, log));
  EXPECT(std::strncmp(log, "a.h(3): error: ", 15) == 0);
  EXPECT_MADE(nvrtcDestroyProgram(&wrong));
}

// A program sees no header of the host: names of the C and C++ libraries are its own to define.
const char* const kAlone = R"(
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned char uint8_t;
#define NAN __int_as_float(0x7fffffff)
#define INFINITY __int_as_float(0x7f800000)
#define INT_MAX 2147483647
#define FP_NAN 0
namespace std {
template <class T> struct numeric_limits { static constexpr T top = 77; };
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class T> struct is_same<T, T> { static constexpr bool value = true; };
template <class T> struct remove_reference { typedef T type; };
struct nothrow_t {};
template <class T> __device__ void swap(T& a, T& b) { T c = a; a = b; b = c; }
template <class T> __device__ T abs(T a) { return a < 0 ? -a : a; }
}
#if defined(__NVCC__) || !defined(__CUDACC__) || !defined(__CUDACC_RTC__) || __CUDA_ARCH__ != 750
#error not NVRTC
#endif
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <math_constants.h>
struct Sum { int total = 0; __device__ Sum(std::initializer_list<int> all) { for (int one : all) total += one; } };
extern "C" __global__ void alone(double* a, char* text) {
  __shared__ int words[4];
  memset(words, 0, sizeof words);
  memcpy(text, "abc", 4);
  assert(words[3] == 0);
  dim3 d(1, 2, 3);
  float4 v = make_float4(1, 2, 3, 4);
  int* own = new int(5);
  void* more = malloc(8);
  clock_t begin = clock();
  a[0] = sqrt(2.0) + pow(2.0f, 3) + fabsf(-1) + min(3, 4) + max(1u, 2u) + abs(-6) + std::abs(-7) + floor(2.5f);
  a[1] = isnan(NAN) + 2 * isinf(INFINITY) + 4 * signbit(-0.0f) + 8 * (clock() >= begin);
  a[2] = __half2float(__float2half(1.5f)) + __bfloat162float(__float2bfloat16(2.0f)) + v.w + d.z + *own;
  a[3] = Sum{1, 2, 3}.total + std::forward<int>(4) + std::move(d.y) + std::numeric_limits<int>::top;
  a[4] = cooperative_groups::this_thread_block().size() + __popc(0xff) + __shfl_sync(1, 9, 0);
  a[5] = CUDART_INF == INFINITY && std::is_same<int64_t, long long>::value && sizeof(uint8_t) == 1;
  delete own;
  free(more);
  printf("%d %s\n", INT_MAX, "of the device");
}
)";

void stand_alone() {
  for (const char* standard : {"-std=c++11", "-std=c++20"}) {
    Program program(kAlone);
    program.compile({"-arch=compute_75", standard, "-fmad=false"});
    Array<double> a(std::vector<double>(6));
    Array<char> text(std::vector<char>(4));
    Module(program.ptx().c_str()).launch("alone", 1, a.address, text.address);
    EXPECT(a.values() == (std::vector<double>{std::sqrt(2.0) + 8 + 1 + 3 + 2 + 6 + 7 + 2, 15, 1.5 + 2 + 4 + 3 + 5,
                                              6 + 4 + 2 + 77, 1 + 8 + 9, 1}));
    EXPECT(std::strcmp(text.values().data(), "abc") == 0);
  }
}

void options() {
  const char* const source =
      "extern \"C\" __global__ void k(float* a, int n) { a[0] = a[1] / a[2] + sqrtf(a[3]) * a[4]; }\n";
  Program plain(source), quick(source), limited(source);
  EXPECT(plain.compile().ptx().find("div.rn.f32") != std::string::npos);
  EXPECT(plain.ptx().find("fma.rn.f32") != std::string::npos);
  const std::string ptx = quick.compile({"--use_fast_math", "-fmad=false"}).ptx();
  EXPECT(ptx.find("div.approx.ftz.f32") != std::string::npos);
  EXPECT(ptx.find("fma") == std::string::npos);
  EXPECT(Program(source).compile({"-DNDEBUG", "-DT=int", "-DN", "--pre-include", "math_constants.h"}).log().empty());
  limited.compile({"-maxrregcount=24"});
  const Module module(limited.ptx().c_str());
  CUfunction function = nullptr;
  int registers = 0;
  EXPECT_DONE(cuModuleGetFunction(&function, module.module, "k"));
  EXPECT_DONE(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
  EXPECT(registers <= 24);
  EXPECT(limited.ptx().find(".maxnreg 24") != std::string::npos);
}

void compile_in_threads() {
  std::vector<std::string> made(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i, &made] {
      const std::string source = "extern \"C\" __global__ void k" + std::to_string(i) + "(int* a) { *a = N; }\n";
      made[i] = Program(source.c_str()).compile({("-DN=" + std::to_string(i)).c_str(), "--no-cache"}).ptx();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) EXPECT(made[i].find(".visible .entry k" + std::to_string(i) + "(") != std::string::npos);
}

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuDeviceGet(&device, 0));
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&context, device));
  EXPECT_DONE(cuCtxSetCurrent(context));
  add_vectors();
  load_machine_code();
  lower_names();
  write_statics();
  include_headers();
  stand_alone();
  options();
  compile_in_threads();
  EXPECT_DONE(cuDevicePrimaryCtxRelease(device));
  return failures;
}
