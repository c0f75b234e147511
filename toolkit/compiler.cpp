#include "toolkit/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "toolkit/architecture.hpp"
#include "toolkit/clang_run.hpp"
#include "toolkit/prelude.hpp"
#include "toolkit/process.hpp"
#include "toolkit/static_names.hpp"

namespace warpglass::toolkit {
namespace {

constexpr int kFailed = 2;

struct Hint {
  std::string_view text;  // what the compiler or linker wrote
  std::string_view remedy;
};

constexpr std::string_view kOwnTexture =
    "CUDA's texture and surface references have that name: compile with -DWARPGLASS_NO_TEXTURE_REFERENCES where the "
    "program has its own";
constexpr std::string_view kLinkTheDriver = "the driver API is a library of its own: link it by -lcuda";

constexpr std::array kHints{
    Hint{"'omp.h' file not found", "OpenMP for clang is in a package of its own: apt-get install libomp-19-dev"},
    Hint{"cannot find -lomp", "OpenMP for clang is in a package of its own: apt-get install libomp-19-dev"},
    Hint{"'thrust/", "Thrust is in a package of its own: apt-get install libthrust-dev libcub-dev"},
    Hint{"'cub/", "CUB is in a package of its own: apt-get install libcub-dev"},
    Hint{"'cuda/", "libcu++ is in a package of its own: apt-get install libcu++-dev"},
    Hint{"'cublasXt.h' file not found", "cuBLASXt is not part of Warpglass: cublas_v2.h and cublasLt.h are"},
    Hint{"'cublas", "cuBLAS is there with cublas_v2.h, cublas.h and cublasLt.h, and no other header of its"},
    Hint{"identifier 'cusparse",
         "cuSPARSE has vectors and matrices by descriptors, incomplete factors, systems of three diagonals "
         "and sums; docs/sparse.md says what else"},
    Hint{"'cusolver", "cuSOLVER is there with cusolverDn.h, and no other header of its"},
    Hint{"'cufftw", "cuFFT is there with cufft.h and cufftXt.h; the calls of cufftw.h are FFTW's own, on the host"},
    Hint{"'cudnn", "cuDNN is not part of Warpglass: kernels run, the vendor's closed libraries do not"},
    Hint{"'nccl.h' file not found", "NCCL is not part of Warpglass"},
    Hint{"'nvml.h' file not found", "NVML is not part of Warpglass: it asks about a card, and there is none"},
    Hint{"'nvPTXCompiler.h' file not found", "NVIDIA's PTX compiler is not part of Warpglass: PTX is what runs"},
    Hint{"'nvJitLink.h' file not found", "nvJitLink is not part of Warpglass: cuLinkAddData links PTX"},
    Hint{"'cupti", "CUPTI is not part of Warpglass: warpglass run counts what it would"},
    Hint{"_gl_interop.h' file not found", "graphics is not part of Warpglass: there is no OpenGL to share memory with"},
    Hint{"'cutlass/", "CUTLASS is a repository of its own: name its folder include by -I"},
    Hint{"'cute/", "CUTLASS is a repository of its own: name its folder include by -I"},
    Hint{"'helper_", "this header is of NVIDIA's cuda-samples: name their folder Common by -I"},
    Hint{"'mpi.h' file not found",
         "MPI is in a package of its own: apt-get install libopenmpi-dev, and the program takes "
         "-I and -l of mpicc --showme"},
    Hint{"undefined reference to `curand", "cuRAND is a library of its own: link it by -lcurand"},
    Hint{"undefined reference to `cusparse", "cuSPARSE is a library of its own: link it by -lcusparse"},
    Hint{"undefined reference to `cufft", "cuFFT is a library of its own: link it by -lcufft"},
    Hint{"undefined reference to `cusolver", "cuSOLVER is a library of its own: link it by -lcusolver"},
    Hint{"undefined reference to `cublasLt", "cuBLASLt is a library of its own: link it by -lcublasLt"},
    Hint{"undefined reference to `cublas", "cuBLAS is a library of its own: link it by -lcublas"},
    Hint{"undefined reference to `nvrtc", "NVRTC is a library of its own: link it by -lnvrtc"},
    Hint{"undefined reference to `nvFatbin", "nvFatbin is a library of its own: link it by -lnvfatbin"},
    Hint{"undefined reference to `cuInit'", kLinkTheDriver},
    Hint{"undefined reference to `cuCtx", kLinkTheDriver},
    Hint{"undefined reference to `cuDevice", kLinkTheDriver},
    Hint{"undefined reference to `cuMem", kLinkTheDriver},
    Hint{"undefined reference to `cuModule", kLinkTheDriver},
    Hint{"undefined reference to `cuLaunch", kLinkTheDriver},
    Hint{"redefinition of 'texture'", kOwnTexture},
    Hint{"redefinition of 'surface'", kOwnTexture},
    Hint{"reference to 'texture' is ambiguous", kOwnTexture},
    Hint{"reference to 'surface' is ambiguous", kOwnTexture},
    Hint{"error: unknown argument: '-",
         "-X hands flags to clang, which has other ones than nvcc: device lambdas and relaxed constexpr need none; "
         "a program that warpglass-nvcc has built with nvcc's own runs by warpglass run ./app"},
    Hint{"cannot find -lcudart", "our CUDA runtime library is not where it should be: rebuild or reinstall warpglass"},
};

// The newest CUDA each clang knows by name: it decides how launches are compiled, and the newest PTX to write.
std::string sdk_version(int clang_version) {
  if (clang_version <= 16) return "11.8";
  if (clang_version == 17) return "12.1";
  if (clang_version == 18) return "12.3";
  return "12.5";
}

bool is_cuda_source(const std::string& path) { return std::filesystem::path(path).extension() == ".cu"; }

void extend(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// CUDA Programming Guide, "Default Stream".
constexpr std::string_view kOwnStreamMacro = "CUDA_API_PER_THREAD_DEFAULT_STREAM";

CompileResult refuse(std::string message) {
  CompileResult result{.exit_code = kFailed, .output = {}, .diagnostics = {}};
  Diagnostic& said = result.diagnostics.emplace_back();
  said.message = std::move(message);
  return result;
}

/// What has clang write constants that nothing names, `__constant__ constexpr` ones among them whose elements it would
/// read from a copy. Our pass has them read themselves, and drops those that nvcc does not have.
std::vector<std::string> keep_constants_flags() { return {"-Xarch_device", "-fkeep-static-consts"}; }

/// A tree of all that a source includes would be of a hundred megabytes.
CompileResult tree_of_source(const Toolchain& toolchain, const CompileRequest& request) {
  const Prelude prelude(toolchain, compile_command(toolchain, request), Prelude::Make::with_beginning);
  if (!prelude.has_includes()) return refuse("what the source begins with cannot be read beforehand");
  ProcessResult run = run_process(prelude.command(), ProcessOutput::capture);
  return {.exit_code = run.exit_code == 0 ? 0 : kFailed, .output = std::move(run.output), .diagnostics = {}};
}

}  // namespace

std::vector<std::string> cuda_flags(const Toolchain& toolchain, const std::string& architecture) {
  // Without -nocudalib clang would link nvvm/libdevice/libdevice.10.bc, whose format changes with clang's version; what
  // it would bring is in our headers. -nocudalib makes clang forget the toolkit's version, hence -target-sdk-version.
  std::vector<std::string> flags{
      "--cuda-path=" + toolchain.cuda_path, "-iquote", toolchain.cuda_path + "/include/warpglass/first",
      "--cuda-gpu-arch=" + clang_architecture(architecture),
      fmt::format("-D__CUDA_ARCH_LIST__={}0", architecture_number(architecture)), "-nocudalib", "-Xclang",
      "-target-sdk-version=" + sdk_version(toolchain.clang_version),
      // Programs hand on a value that only one lane has set, and take the shuffle's: no license to drop the rest.
      "-Xclang", "-no-enable-noundef-analysis", "-gline-tables-only",
      // Without it device code has lines alone, and nothing of what was inlined where. It is as optimised with it.
      "--cuda-noopt-device-debug", "-Wno-unknown-cuda-version", "-Wno-register", "-Wno-c++11-narrowing",
      "-Wno-unknown-warning-option",
      "-Wno-missing-template-arg-list-after-template-kw",  // Debian's CUB
      "-Wno-increment-bool", "-Wno-vla-cxx-extension", "-Wno-reserved-user-defined-literal",
      "-Wno-implicit-const-int-float-conversion",  // (float)rand() / RAND_MAX
      "-Wno-invalid-constexpr",  // of functions whose values clang never knows, such as 1 / ::log(10.f)
      "-fgnu-keywords",          // bool++, "%"PRIu64 and typeof under any standard
      "-Qunused-arguments"};
  extend(flags, architecture_flags(architecture));
  // LLVM makes tables of addresses into tables of distances where these are known to be short, and then cannot write
  // them as PTX.
  extend(flags, {"-Xarch_device", "-mcmodel=large"});
  if (!toolchain.device_pass.empty()) {
    extend(flags, {"-Xarch_device", "-fpass-plugin=" + toolchain.device_pass});
    extend(flags, keep_constants_flags());
  }
  return flags;
}

std::vector<std::string> overflow_flags(std::span<const std::string> asked) {
  const auto sanitizes = [](const std::string& flag) {
    const auto has = [&](std::string_view text) { return flag.find(text) != std::string::npos; };
    return has("-fsanitize=") && (has("undefined") || has("integer"));
  };
  if (std::ranges::any_of(asked, sanitizes)) return {};
  return {"-Xarch_host", "-fwrapv"};
}

std::vector<std::string> kept_variables_flags(const Toolchain& toolchain) {
  if (toolchain.clang_version < 17) return {};
  return {"-fkeep-persistent-storage-variables"};
}

std::vector<std::string> index_check_flags() {
  // clang's driver takes no sanitizer for GPUs, its compiler does. The flag is for both sides; the host's has nobody to
  // tell.
  return {"-Xclang",  "-fsanitize=array-bounds",           "-Xclang", "-fsanitize-recover=array-bounds",
          "-include", "warpglass/unchecked_host_indices.h"};
}

std::vector<std::string> own_stream_flags() { return {"-Xclang", "-fgpu-default-stream=per-thread"}; }

bool asks_for_own_streams(std::string_view definition) {
  return definition.substr(0, definition.find('=')) == kOwnStreamMacro;
}

std::string library_folder(const Toolchain& toolchain) { return toolchain.cuda_path + "/lib64"; }

std::vector<std::string> link_flags(const Toolchain& toolchain) {
  const std::string folder = library_folder(toolchain);
  std::vector<std::string> flags{"-L" + folder, "-lcudart", "-Wl,-rpath," + folder};
  // A source that is run as it is has nobody to name libraries for it: those of ours that it calls.
  extend(flags, {"-Wl,--push-state,--as-needed"});
  for (const char* const library :
       {"cuda", "curand", "cublas", "cublasLt", "cufft", "cusolver", "cusparse", "nvrtc", "nvfatbin"}) {
    std::error_code ignored;
    if (std::filesystem::exists(fmt::format("{}/lib{}.so", folder, library), ignored))
      flags.push_back(fmt::format("-l{}", library));
  }
  flags.emplace_back("-Wl,--pop-state");
  return flags;
}

std::vector<std::string> compile_command(const Toolchain& toolchain, const CompileRequest& request) {
  std::vector<std::string> command{toolchain.clang};
  if (std::any_of(request.sources.begin(), request.sources.end(), is_cuda_source)) {
    extend(command,
           cuda_flags(toolchain, known_architecture(request.architecture).value_or(std::string(kDefaultArchitecture))));
    extend(command, overflow_flags(request.extra_flags));
  } else {
    extend(command, {"-isystem", toolchain.cuda_path + "/include"});
  }
  command.push_back(request.optimisation);
  const bool is_device_code = request.to == CompileTo::ptx || request.to == CompileTo::syntax_tree;
  if (request.to == CompileTo::ptx) command.emplace_back("-S");
  if (is_device_code) {
    command.emplace_back("--cuda-device-only");
    extend(command, kept_variables_flags(toolchain));
  }
  // Without a binary it would not tell the runtime of its kernels.
  if (request.to == CompileTo::host_side)
    extend(command, {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", "/dev/null"});
  for (const std::string& flag : request.extra_flags) {
    const bool asked = flag == "--default-stream=per-thread";
    if (asked) extend(command, {fmt::format("-D{}=1", kOwnStreamMacro)});
    if (!asked) command.push_back(flag);
    // clang's launches are to be in the stream that the headers' calls are in.
    if (asked || (flag.starts_with("-D") && asks_for_own_streams(std::string_view(flag).substr(2))))
      extend(command, own_stream_flags());
  }
  extend(command, request.sources);
  if (request.to == CompileTo::syntax_tree) {
    // Warnings have been told; here they would stand in the tree.
    extend(command, {"-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"});
    if (!request.of_name.empty()) extend(command, {"-Xclang", "-ast-dump-filter=" + request.of_name});
    return command;
  }
  extend(command, {"-o", request.output});
  if (request.to == CompileTo::executable || request.to == CompileTo::host_side) extend(command, link_flags(toolchain));
  return command;
}

CompileResult compile(const Toolchain& toolchain, const CompileRequest& request) {
  if (request.sources.empty()) return refuse("no source file to compile");
  const bool writes = request.to != CompileTo::syntax_tree;
  if (writes && request.output.empty()) return refuse("no output file named");
  if (!known_architecture(request.architecture)) {
    return refuse(fmt::format("'{}' is no GPU architecture; write it as sm_90", request.architecture));
  }
  for (const std::string& source : request.sources) {
    std::error_code ignored;
    if (!std::filesystem::exists(source, ignored)) return refuse(fmt::format("{}: no such file", source));
  }
  const bool one = request.to != CompileTo::executable;
  if (one && (request.sources.size() != 1 || !is_cuda_source(request.sources.front()))) {
    return refuse("PTX, or a syntax tree, is made from exactly one .cu file");
  }
  if (request.to == CompileTo::syntax_tree && request.of_name.empty()) return tree_of_source(toolchain, request);
  RewrittenFiles rewritten;
  ProcessResult run = run_clang(toolchain, compile_command(toolchain, request), &rewritten, request.for_many);
  CompileResult result{.exit_code = run.exit_code == 0 ? 0 : kFailed,
                       .output = std::move(run.output),
                       .diagnostics = {},
                       .rewritten = std::move(rewritten)};
  if (result.exit_code != 0) result.diagnostics = hints_for(result.output);
  if (result.exit_code == 0 && request.to == CompileTo::ptx && !name_statics_in(request.output, request.has_host))
    return refuse(fmt::format("{}: cannot be read and written", request.output));
  return result;
}

Diagnostics hints_for(std::string_view compiler_output) {
  Diagnostics hints;
  std::string_view last;
  for (const Hint& hint : kHints) {
    if (hint.remedy == last || compiler_output.find(hint.text) == std::string_view::npos) continue;
    last = hint.remedy;
    Diagnostic& said = hints.emplace_back();
    said.severity = Severity::note;
    said.message = std::string(hint.remedy);
  }
  return hints;
}

}  // namespace warpglass::toolkit
