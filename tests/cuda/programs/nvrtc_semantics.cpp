// What NVRTC's calls answer, and of its logs what does not depend on who compiles. Prints a line for each.
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#define CALL(expression) std::printf("%-70s %s\n", #expression, nvrtcGetErrorString(expression))

const char* const kKernel = "extern \"C\" __global__ void k(float* a) { a[threadIdx.x] = sinf(1.0f); }\n";

std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);
  std::string log(size, '?');
  nvrtcGetProgramLog(program, &log[0]);
  log.resize(size - 1);
  return log;
}

struct Compiled {
  nvrtcProgram program = nullptr;
  nvrtcResult result = NVRTC_SUCCESS;
  ~Compiled() { nvrtcDestroyProgram(&program); }
};

void compile(Compiled& made, const char* source, std::vector<const char*> options, const char* name = "t.cu",
             std::vector<const char*> expressions = {}) {
  nvrtcCreateProgram(&made.program, source, name, 0, nullptr, nullptr);
  for (const char* expression : expressions) nvrtcAddNameExpression(made.program, expression);
  made.result = nvrtcCompileProgram(made.program, static_cast<int>(options.size()), options.data());
}

void option(std::initializer_list<const char*> words) {
  Compiled made;
  compile(made, kKernel, words);
  const std::string log = log_of(made.program);
  size_t ptx = 0, cubin = 7;
  nvrtcGetPTXSize(made.program, &ptx);
  nvrtcGetCUBINSize(made.program, &cubin);
  std::string all;
  for (const char* word : words) all += std::string(word) + ' ';
  std::printf("%-40s %s, PTX %s, CUBIN %s: %s\n", all.c_str(), nvrtcGetErrorString(made.result), ptx > 1 ? "yes" : "no",
              cubin > 0 ? "yes" : "no", log.substr(0, log.find('\n')).c_str());
}

// Up to the words, and how the log ends.
void mistake(const char* source, const char* name, std::initializer_list<const char*> options = {"-w"}) {
  Compiled made;
  compile(made, source, options, name);
  const std::string log = log_of(made.program);
  const size_t error = log.find(": error: "), end = log.rfind('\n', log.size() - 2);
  const std::string first = log.substr(0, error == std::string::npos ? log.find('\n') : error);
  std::printf("%s: %s ... %s\n", nvrtcGetErrorString(made.result), first.c_str(), log.substr(end + 1).c_str());
}

void lowered(std::initializer_list<const char*> expressions) {
  Compiled made;
  compile(made,
          "template <class T, int N> __global__ void f(T* a) { *a = N; }\n"
          "namespace A { __device__ int v; __constant__ float c[3]; struct S {}; template <class T> struct B {};\n"
          "__global__ void g(S) {} template <class T> __global__ void h(B<T>, const T&) {} }\n"
          "__global__ void o(int) {} __global__ void o(float) {} extern \"C\" __global__ void plain() {}\n",
          {"-w"}, "t.cu", expressions);
  std::printf("%s\n", nvrtcGetErrorString(made.result));
  for (const char* expression : expressions) {
    const char* name = nullptr;
    const nvrtcResult result = nvrtcGetLoweredName(made.program, expression, &name);
    std::printf("%s: %s %s\n", expression, nvrtcGetErrorString(result), name != nullptr ? name : "none");
  }
}

void defined(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    Compiled made;
    compile(made, ("#ifndef " + std::string(name) + "\n#error\n#endif\n").c_str(), {});
    std::printf("%s: %s\n", name, made.result == NVRTC_SUCCESS ? "defined" : "not defined");
  }
}

void compiles(const char* source) {
  Compiled made;
  compile(made, source, {"-w"});
  std::printf("%s: %s", nvrtcGetErrorString(made.result), source);
}

int answer(void* payload, void*) { return *static_cast<int*>(payload); }

int main() {
  nvrtcProgram program = nullptr;
  size_t size = 7;
  const char* name = nullptr;
  int major = 0, minor = 0;
  CALL(nvrtcVersion(nullptr, &minor));
  CALL(nvrtcVersion(&major, &minor));
  std::printf("%d.%d\n", major, minor);
  CALL(nvrtcGetNumSupportedArchs(nullptr));
  CALL(nvrtcGetSupportedArchs(nullptr));
  CALL(nvrtcCreateProgram(nullptr, kKernel, nullptr, 0, nullptr, nullptr));
  CALL(nvrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr));
  CALL(nvrtcCreateProgram(&program, kKernel, nullptr, 1, nullptr, nullptr));
  CALL(nvrtcCreateProgram(&program, kKernel, nullptr, 0, nullptr, nullptr));
  CALL(nvrtcGetPTXSize(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetCUBINSize(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetLTOIRSize(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetOptiXIRSize(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetProgramLogSize(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetPTXSize(program, nullptr));
  CALL(nvrtcGetPTX(program, nullptr));
  CALL(nvrtcGetPTX(nullptr, nullptr));
  CALL(nvrtcGetLoweredName(program, "k", &name));
  CALL(nvrtcGetPCHCreateStatus(program));
  CALL(nvrtcGetPCHHeapSizeRequired(program, &size));
  std::printf("%zu\n", size);
  CALL(nvrtcGetPCHHeapSize(&size));
  std::printf("%zu\n", size);
  CALL(nvrtcSetPCHHeapSize(1 << 20));
  CALL(nvrtcGetPCHHeapSize(&size));
  std::printf("%zu\n", size);
  CALL(nvrtcAddNameExpression(program, nullptr));
  CALL(nvrtcAddNameExpression(program, "k"));
  CALL(nvrtcCompileProgram(nullptr, 0, nullptr));
  CALL(nvrtcCompileProgram(program, 0, nullptr));
  CALL(nvrtcAddNameExpression(program, "k"));
  CALL(nvrtcGetLoweredName(program, "k", &name));
  std::printf("%s\n", name);
  CALL(nvrtcGetLoweredName(program, "never", &name));
  CALL(nvrtcDestroyProgram(&program));
  std::printf("%s\n", program == nullptr ? "none" : "one");
  CALL(nvrtcDestroyProgram(&program));
  CALL(nvrtcDestroyProgram(nullptr));
  for (int result = -1; result < 19; ++result)
    std::printf("%s\n", nvrtcGetErrorString(static_cast<nvrtcResult>(result)));

  for (int answered : {0, 1}) {
    nvrtcCreateProgram(&program, kKernel, nullptr, 0, nullptr, nullptr);
    CALL(nvrtcSetFlowCallback(program, answer, &answered));
    CALL(nvrtcCompileProgram(program, 0, nullptr));
    nvrtcDestroyProgram(&program);
  }

  option({"-arch=compute_80"});
  option({"--gpu-architecture", "sm_80"});
  option({"-arch=80"});
  option({"-arch=fast"});
  option({"-arch=compute_83"});
  option({"-arch=sm_95"});
  option({"--bogus"});
  option({"--bogus=3", "-foo"});
  option({"-g"});
  option({"-O3"});
  option({"foo"});
  option({""});
  option({"  -w "});
  option({"-ewp"});
  option({"-ewp", "-rdc=true"});
  option({"--std=c++20"});
  option({"--std=c++99"});
  option({"-std=gnu++17"});
  option({"-maxrregcount=abc"});
  option({"--maxrregcount", "32"});
  option({"-ftz=maybe"});
  option({"-fmad"});
  option({"--prec-div", "false"});
  option({"--use_fast_math=true"});
  option({"-use_fast_math"});
  option({"-D", "A=1", "-DB", "--define-macro=C=2", "-UA", "-U", "B", "-I/a", "-I", "/b", "--include-path=/c"});
  option({"-G", "-lineinfo", "-rdc=true", "-default-device", "-restrict", "-dopt=on", "--device-int128"});
  option({"--diag-suppress=177", "-diag-error", "20012", "-err-no", "--split-compile=0", "--no-cache", "--minimal"});
  option({"-Xptxas", "-v", "--ptxas-options=-O3", "--Ofast-compile=max", "--version-ident=true"});
  option({"--builtin-move-forward=false", "--builtin-initializer-list=true", "--frandom-seed=1"});

  mistake("#include \"no.h\"\n", "t.cu");
  mistake("\n#include <sub/no.hpp>\n", nullptr);
  mistake("\n\n#include <limits>\n", nullptr);
  mistake("#include <stdio.h>\n", "");
  mistake("__global__ void f() { int x = y; }\n\n__global__ void g() { z(); }\n", "sub/a.cu");
  mistake("\n__global__ void f() { one two; }\n", nullptr);
  mistake("#include <no.h>\n", "t.cu", {"-I/a"});
  mistake("#line 40 \"other.h\"\n__global__ void f() { int x = y; }\n", nullptr);
  mistake("__global__ void f(int* a) { *a = std::move(1); }\n", "m.cu", {"--builtin-move-forward=false"});
  mistake("int v; int f() { return v; } __global__ void k(int* a) { *a = f(); } //", "d.cu", {"-default-device"});

  // Nothing of a host, or of another compiler: by these libcu++ knows NVRTC.
  defined({"__CUDACC_RTC__", "__CUDACC__", "__LP64__", "NULL", "__CUDA_ARCH_LIST__", "__clang__", "__llvm__",
           "__GNUC__", "__GNUG__", "_GNU_SOURCE", "__linux__", "linux", "__unix__", "unix", "__x86_64__", "__amd64__",
           "_MSC_VER", "__NVCC__"});
  // The body of a template is read where something calls it.
  compiles("template <class T> __device__ int f(T) { return std::nothing<T>::value; }\n");
  compiles("template <class T> struct S { __device__ int f() { return nothing(3); } }; __device__ S<int> s;\n");
  compiles("template <class T> __device__ int f(T) { return std::nothing<T>::value; } __global__ void k() { f(3); }\n");

  // What clang refuses.
  compiles(
      "template <class T> __global__ void k(T* p) { extern __shared__ T a[2]; a[0] = *p; *p = a[0]; } template "
      "__global__ void k(int*);\n");

  lowered({"f<int, 3>", "&f<float, 1>", "&A::v", "A::c", "A::g", "&A::h<A::S>", "A::h<int>", " & plain",
           "(void (*)(float))o", "f<int, 1 + 2>", "&A::c"});
  lowered({"A::v"});
  lowered({"missing<int>", "plain"});
}
