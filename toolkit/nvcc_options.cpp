#include "toolkit/nvcc_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

#include "toolkit/compiler.hpp"

namespace warpglass::toolkit {
namespace {

using Value = std::string_view;

enum class Shape : unsigned char {
  flag,     // nothing follows
  value,    // `-x cu`, `-x=cu`
  joined,   // also `-Ifolder`, for the single letters
  boolean,  // `-rdc=true`, `-rdc true`; a bare one means true
};

// Returns what is wrong with the value, or nothing.
using Apply = std::string (*)(NvccOptions&, Value);

struct Row {
  std::string_view name;   // `--name`; empty when nvcc has only the short one
  std::string_view brief;  // `-name`; nvcc takes both with one dash or two
  Shape shape;
  Apply apply;
  std::string_view meaning;
};

void add(std::vector<std::string>& list, std::initializer_list<std::string_view> words) {
  list.insert(list.end(), words.begin(), words.end());
}

std::vector<std::string> joined(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

bool is_true(Value value) { return value.empty() || value == "true" || value == "on" || value == "1"; }

// `-rdc true` has its value in a word of its own, `-rdc x.cu` has none.
bool is_truth_value(Value value) { return value == "true" || value == "false"; }

// Splits -Xcompiler's value at commas and blanks, except within quotes and behind backslashes.
std::vector<std::string> split_list(Value text) {
  std::string spaced;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      spaced += text[++i];
      continue;
    }
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    spaced += c == ',' && quote == 0 ? ' ' : c;
  }
  return split_words(spaced);
}

// -Xcompiler reaches the host's compiler and, where it says so, the linker.
std::string apply_host_options(NvccOptions& options, Value value) {
  // `-Wl,-rpath,x` is one word although it holds commas.
  if (value.starts_with("-Wl,") || value.starts_with("-Wa,")) {
    options.link.emplace_back(value);
    return {};
  }
  for (std::string& word : split_list(value)) {
    if (word == "-m64") continue;  // always so, and clang takes it for neither half alone
    if (word.starts_with("-Wl,")) {
      options.link.push_back(std::move(word));
      continue;
    }
    const bool links_too = word == "-fopenmp" || word == "-pthread" || word.starts_with("-fsanitize") ||
                           word == "-static" || word == "-rdynamic" || word == "-pg" || word.starts_with("-flto") ||
                           word == "-no-pie" || word == "-pie" || word == "-v";
    if (links_too) options.link.push_back(word);
    options.host.push_back(std::move(word));
  }
  return {};
}

std::string apply_architecture(NvccOptions& options, Value value) {
  const auto architecture = known_architecture(value);
  if (!architecture) return fmt::format("'{}' is no GPU architecture; write it as sm_90", value);
  options.architecture = *architecture;
  return {};
}

// `arch=compute_80,code=[sm_80,compute_80]`; of several, one is compiled.
std::string apply_gencode(NvccOptions& options, Value value) {
  if (!value.starts_with("arch=")) return fmt::format("'{}' does not begin with arch=", value);
  const Value arch = value.substr(5, value.find(',') == Value::npos ? Value::npos : value.find(',') - 5);
  const auto architecture = known_architecture(arch);
  if (!architecture) return fmt::format("'{}' is no GPU architecture; write it as compute_90", arch);
  static constexpr std::string_view kMark = "-gencode";
  const bool first = std::find(options.ignored.begin(), options.ignored.end(), kMark) == options.ignored.end();
  if (first || is_preferred(*architecture, options.architecture)) options.architecture = *architecture;
  options.ignored.emplace_back(kMark);
  return {};
}

std::string apply_fast_math(NvccOptions& options, Value value) {
  if (!is_true(value)) return {};
  // Not -ffast-math: that lets the compiler re-associate sums, which nvcc does not.
  add(options.device,
      {"-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero", "-mllvm", "-nvptx-prec-divf32=0"});
  return {};
}

template <NvccPhase phase>
std::string set_phase(NvccOptions& options, Value) {
  // `-M -c` asks for the rule alone.
  if (phase != NvccPhase::compile || options.phase != NvccPhase::dependencies) options.phase = phase;
  return {};
}

std::string apply_threads(NvccOptions& options, Value value) {
  if (value.empty() || value.find_first_not_of("0123456789") != Value::npos)
    return fmt::format("'{}' is no number of threads", value);
  options.ignored.emplace_back("-t");
  return {};
}

std::string refuse_intermediate_code(NvccOptions&, Value) {
  return "NVVM's intermediate code is not made here; -ptx writes PTX";
}

std::string refuse_tools_patch(NvccOptions&, Value) { return "patches for the vendor's tools are not made here"; }

std::string link_relocatably(NvccOptions& options, Value) {
  add(options.link, {"-r"});
  options.with_runtime = false;  // the linker takes no shared library for it
  return {};
}

std::string apply_nothing(NvccOptions&, Value) { return {}; }

std::string apply_register_limit(NvccOptions& options, Value value) {
  const auto parsed = std::from_chars(value.data(), value.data() + value.size(), options.register_limit);
  const bool is_count =
      parsed.ec == std::errc{} && parsed.ptr == value.data() + value.size() && options.register_limit >= 0;
  return is_count ? std::string() : fmt::format("'{}' is no register count", value);
}

std::string apply_assembler_options(NvccOptions& options, Value value) {
  for (const std::string& word : split_list(value)) {
    if (word == "-v" || word == "--verbose") options.shows_usage = true;
    const std::size_t equals = word.find('=');
    if (word.substr(0, equals).ends_with("-maxrregcount") && equals != std::string::npos) {
      if (std::string problem = apply_register_limit(options, Value(word).substr(equals + 1)); !problem.empty())
        return problem;
    }
  }
  return {};
}

std::string keep_files(NvccOptions& options, Value) {
  options.keeps = true;
  return {};
}

// nvcc's own word for code that other files may call; our headers see to it that such code is kept (device_end.h).
std::string apply_relocatable(NvccOptions& options, Value value) {
  if (is_true(value)) add(options.device, {"-D__CUDACC_RDC__=1"});
  return {};
}

std::string apply_relocatable_flag(NvccOptions& options, Value) { return apply_relocatable(options, {}); }

std::string compile_relocatable(NvccOptions& options, Value) {
  options.phase = NvccPhase::compile;
  return apply_relocatable(options, {});
}

constexpr auto kOptions = std::to_array<Row>({
    // What to make.
    {"--compile", "-c", Shape::flag, set_phase<NvccPhase::compile>, "object files"},
    {"--device-c", "-dc", Shape::flag, compile_relocatable, "object files; device code is linked when the program starts"},
    {"--device-w", "-dw", Shape::flag, set_phase<NvccPhase::compile>, "the same"},
    {"--device-link", "-dlink", Shape::flag, set_phase<NvccPhase::device_link>, "an object file that holds nothing"},
    {"--link", "-link", Shape::flag, set_phase<NvccPhase::link>, "a program (the default)"},
    {"--lib", "-lib", Shape::flag, set_phase<NvccPhase::library>, "a static library"},
    {"--ptx", "-ptx", Shape::flag, set_phase<NvccPhase::ptx>, "device code as PTX"},
    {"--optix-ir", "-optix-ir", Shape::flag, refuse_intermediate_code, "refused: PTX is all that is made"},
    {"--ltoir", "-ltoir", Shape::flag, refuse_intermediate_code, "refused: PTX is all that is made"},
    {"--compile-as-tools-patch", "-astoolspatch", Shape::flag, refuse_tools_patch, "refused"},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", Shape::flag, set_phase<NvccPhase::check>, "nothing: device code is looked at alone"},
    {"--clean-targets", "-clean", Shape::flag, [](NvccOptions& o, Value) { o.removes = true; return std::string(); }, "nothing: removes what would be made"},
    {"--relocatable-link", "-r", Shape::flag, link_relocatably, "one object file of several"},
    {"--list-gpu-arch", "-arch-ls", Shape::flag, [](NvccOptions& o, Value) { o.lists_arch = true; return std::string(); }, "list the values of -arch"},
    {"--list-gpu-code", "-code-ls", Shape::flag, [](NvccOptions& o, Value) { o.lists_code = true; return std::string(); }, "list the values of -code"},
    {"--fatbin", "-fatbin", Shape::flag, set_phase<NvccPhase::fat_binary>, "a fat binary with PTX"},
    {"--cubin", "-cubin", Shape::flag, set_phase<NvccPhase::cubin>, "the same as FILE.cubin: there is PTX in it and no machine code, and what loads it does not mind"},
    {"--cuda", "-cuda", Shape::flag, set_phase<NvccPhase::host_source>, "the preprocessed host side as a file, which only clang compiles"},
    {"--preprocess", "-E", Shape::flag, set_phase<NvccPhase::preprocess>, "the preprocessed host side"},
    {"--run", "-run", Shape::flag, set_phase<NvccPhase::run>, "a program, started at once; one that is given is started as it is"},
    {"--run-args", "-run-args", Shape::value, [](NvccOptions& o, Value v) { o.run = joined(std::move(o.run), split_list(v)); return std::string(); }, "arguments of the program that -run starts"},
    {"--output-file", "-o", Shape::joined, [](NvccOptions& o, Value v) { o.output = v; return std::string(); }, "the file to write"},
    {"--output-directory", "-odir", Shape::value, [](NvccOptions& o, Value v) { o.output_folder = v; return std::string(); }, "the folder of files that -o does not name"},
    {"--shared", "-shared", Shape::flag, [](NvccOptions& o, Value) { add(o.link, {"-shared"}); return std::string(); }, "a shared library"},
    {"--x", "-x", Shape::value, [](NvccOptions& o, Value v) -> std::string {
       if (v != "cu" && v != "c" && v != "c++") return fmt::format("'{}' is no language; use cu, c or c++", v);
       o.language = v;
       return {};
     }, "the language of the input files: cu, c, c++"},

    // Preprocessor and language.
    {"--include-path", "-I", Shape::joined, [](NvccOptions& o, Value v) { o.common.push_back(fmt::format("-I{}", v)); return std::string(); }, "look for headers there"},
    {"--system-include", "-isystem", Shape::value, [](NvccOptions& o, Value v) { add(o.common, {"-isystem", v}); return std::string(); }, "the same, without warnings"},
    {"--pre-include", "-include", Shape::value, [](NvccOptions& o, Value v) { add(o.common, {"-include", v}); return std::string(); }, "include this first"},
    {"--define-macro", "-D", Shape::joined, [](NvccOptions& o, Value v) {
       o.common.push_back(fmt::format("-D{}", v));
       if (asks_for_own_streams(v)) o.device = joined(std::move(o.device), own_stream_flags());
       return std::string();
     }, "define a macro"},
    {"--undefine-macro", "-U", Shape::joined, [](NvccOptions& o, Value v) { o.common.push_back(fmt::format("-U{}", v)); return std::string(); }, "undefine a macro"},
    {"--no-exceptions", "-noeh", Shape::flag, [](NvccOptions& o, Value) { o.host.emplace_back("-fno-exceptions"); return std::string(); }, "no exceptions in host code"},
    {"--ftemplate-depth", "-ftemplate-depth", Shape::value, [](NvccOptions& o, Value v) { o.common.push_back(fmt::format("-ftemplate-depth={}", v)); return std::string(); }, "how deep templates may nest"},
    {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", Shape::value, [](NvccOptions& o, Value v) { o.common.push_back(fmt::format("-ftemplate-backtrace-limit={}", v)); return std::string(); }, "how many notes an error within templates has"},
    {"--std", "-std", Shape::value, [](NvccOptions& o, Value v) { o.common.push_back(fmt::format("-std={}", v)); return std::string(); }, "the C++ standard"},
    {"--generate-dependencies", "-M", Shape::flag, [](NvccOptions& o, Value) { o.phase = NvccPhase::dependencies; add(o.common, {"-M", "-D__WARPGLASS_PREPROCESSES__"}); return std::string(); }, "a make rule of the headers"},
    {"--generate-nonsystem-dependencies", "-MM", Shape::flag, [](NvccOptions& o, Value) { o.phase = NvccPhase::dependencies; add(o.common, {"-MM", "-D__WARPGLASS_PREPROCESSES__"}); return std::string(); }, "the same without system headers"},
    {"--generate-dependencies-with-compile", "-MD", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-MD"}); return std::string(); }, "a make rule beside the object file"},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-MMD"}); return std::string(); }, "the same without system headers"},
    {"--dependency-output", "-MF", Shape::value, [](NvccOptions& o, Value v) { add(o.common, {"-MF", v}); return std::string(); }, "the file for the make rule"},
    {"--dependency-target-name", "-MT", Shape::value, [](NvccOptions& o, Value v) { add(o.common, {"-MT", v}); return std::string(); }, "the target of the make rule"},
    {"--generate-dependency-targets", "-MP", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-MP"}); return std::string(); }, "an empty rule for every header"},

    // Which machine, how compiled.
    {"--gpu-architecture", "-arch", Shape::value, apply_architecture, "the GPU to compile for, brought to sm_52 ... sm_90a"},
    {"--generate-code", "-gencode", Shape::value, apply_gencode, "the same; of several, the newest"},
    {"--gpu-code", "-code", Shape::value, apply_nothing, "no effect: -arch decides"},
    {"--optimize", "-O", Shape::joined, [](NvccOptions& o, Value v) { o.host_optimisation = fmt::format("-O{}", v); return std::string(); }, "optimisation of host code; device code is always -O3"},
    {"--debug", "-g", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-g"}); return std::string(); }, "debug information for host code"},
    {"--device-debug", "-G", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-g"}); return std::string(); }, "as -g; device code stays optimised"},
    {"--generate-line-info", "-lineinfo", Shape::flag, apply_nothing, "always on"},
    {"--profile", "-pg", Shape::flag, [](NvccOptions& o, Value) { add(o.host, {"-pg"}); add(o.link, {"-pg"}); return std::string(); }, "gprof's calls in host code"},
    {"--use_fast_math", "-use_fast_math", Shape::boolean, apply_fast_math, "approximate float functions, division and roots; denormals flushed"},
    {"--ftz", "-ftz", Shape::boolean, [](NvccOptions& o, Value v) { if (is_true(v)) add(o.device, {"-fgpu-flush-denormals-to-zero"}); return std::string(); }, "flush denormals"},
    {"--prec-div", "-prec-div", Shape::boolean, [](NvccOptions& o, Value v) { if (!is_true(v)) add(o.device, {"-mllvm", "-nvptx-prec-divf32=1"}); return std::string(); }, "=false: quicker float division"},
    {"--prec-sqrt", "-prec-sqrt", Shape::boolean, [](NvccOptions& o, Value v) { if (!is_true(v)) add(o.device, {"-D__CUDA_PREC_SQRT=0"}); return std::string(); }, "=false: quicker float square root"},
    {"--fmad", "-fmad", Shape::boolean, [](NvccOptions& o, Value v) { o.device.emplace_back(is_true(v) ? "-ffp-contract=fast" : "-ffp-contract=off"); return std::string(); }, "=false: no fused multiply-add"},
    {"--maxrregcount", "-maxrregcount", Shape::value, apply_register_limit, "registers a thread may have, written into the PTX as .maxnreg"},
    {"--default-stream", "-default-stream", Shape::value, [](NvccOptions& o, Value v) -> std::string {
       if (v == "per-thread") {
         o.device = joined(std::move(o.device), own_stream_flags());
         add(o.common, {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"});
       } else if (v != "legacy" && v != "null") {
         return fmt::format("'{}' is no default stream; use legacy, null or per-thread", v);
       }
       return {};
     }, "legacy, null or per-thread"},

    // Other tools' options.
    {"--compiler-options", "-Xcompiler", Shape::value, apply_host_options, "for the host's compiler"},
    {"--linker-options", "-Xlinker", Shape::value, [](NvccOptions& o, Value v) { for (const auto& word : split_list(v)) add(o.linker, {"-Xlinker", word}); return std::string(); }, "for the linker"},
    {"--archive-options", "-Xarchive", Shape::value, apply_nothing, "no effect"},
    {"--ptxas-options", "-Xptxas", Shape::value, apply_assembler_options, "-v: as --resource-usage; -maxrregcount; the others have no effect"},
    {"--nvlink-options", "-Xnvlink", Shape::value, apply_nothing, "no effect"},
    {"--fatbin-options", "-Xfatbin", Shape::value, apply_nothing, "no effect"},
    {"", "-Xcudafe", Shape::value, apply_nothing, "no effect"},
    {"", "-Xcicc", Shape::value, apply_nothing, "no effect"},
    {"--library-path", "-L", Shape::joined, [](NvccOptions& o, Value v) { o.link.push_back(fmt::format("-L{}", v)); return std::string(); }, "look for libraries there"},
    {"--library", "-l", Shape::joined, [](NvccOptions& o, Value v) {
       // Our runtime is linked anyway, and the driver's entry points are in it too.
       if (v != "cudart" && v != "cudart_static" && v != "cudadevrt") o.items.push_back({fmt::format("-l{}", v), false});
       return std::string();
     }, "link a library"},
    {"--cudart", "-cudart", Shape::value, [](NvccOptions& o, Value v) { o.with_runtime = v != "none"; return std::string(); }, "none: do not link the runtime"},

    // Diagnostics and the driver itself.
    {"--disable-warnings", "-w", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-w"}); return std::string(); }, "no warnings"},
    {"--Werror", "-Werror", Shape::value, [](NvccOptions& o, Value v) { if (v.find("all-warnings") != Value::npos) add(o.common, {"-Werror"}); return std::string(); }, "all-warnings: warnings are errors"},
    {"--dryrun", "-dryrun", Shape::flag, [](NvccOptions& o, Value) { o.dry_run = true; return std::string(); }, "print the commands, run none"},
    {"--verbose", "-v", Shape::flag, [](NvccOptions& o, Value) { o.verbose = true; return std::string(); }, "print the commands"},
    {"--version", "-V", Shape::flag, [](NvccOptions& o, Value) { o.show_version = true; return std::string(); }, "what this is"},
    {"--print-cuda-home", "", Shape::flag, [](NvccOptions& o, Value) { o.show_cuda_home = true; return std::string(); }, "the folder to name where a project asks for CUDA_HOME or CUDA_PATH; not of nvcc's"},
    {"--help", "-h", Shape::flag, [](NvccOptions& o, Value) { o.show_help = true; return std::string(); }, "this text"},
    {"--save-temps", "-save-temps", Shape::flag, keep_files, "as --keep"},
    {"--keep", "-keep", Shape::flag, keep_files, "keep each source's PTX; there are no other files between"},
    {"--keep-dir", "-keep-dir", Shape::value, [](NvccOptions& o, Value v) { o.kept_folder = v; return std::string(); }, "the folder for what --keep keeps"},
    {"--resource-usage", "-res-usage", Shape::flag, [](NvccOptions& o, Value) { o.shows_usage = true; return std::string(); }, "what each kernel takes, as ptxas -v says it: its own numbers where there is a ptxas, else estimates"},
    {"--time", "-time", Shape::value, [](NvccOptions& o, Value v) { o.times = v; return std::string(); }, "add what each command took to this table, - for standard output"},

    // Accepted, without meaning here.
    {"--relocatable-device-code", "-rdc", Shape::boolean, apply_relocatable, "keep device code that only other files call; it is always linked at start"},
    {"--compiler-bindir", "-ccbin", Shape::value, apply_nothing, "no effect: clang compiles the host side too"},
    {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", Shape::flag, apply_nothing, "always on"},
    {"--expt-extended-lambda", "-expt-extended-lambda", Shape::flag, apply_nothing, "always on"},
    {"--extended-lambda", "-extended-lambda", Shape::flag, apply_nothing, "always on"},
    {"--extra-device-vectorization", "-extra-device-vectorization", Shape::flag, apply_nothing, "no effect"},
    {"--restrict", "-restrict", Shape::flag, apply_nothing, "no effect"},
    {"--source-in-ptx", "-src-in-ptx", Shape::flag, apply_nothing, "no effect"},
    {"--threads", "-t", Shape::joined, apply_threads, "no effect"},
    {"--split-compile", "-split-compile", Shape::value, apply_nothing, "no effect"},
    {"", "-m64", Shape::flag, apply_nothing, "always so"},
    {"--machine",
     "-m",
     Shape::value,
     [](NvccOptions&, Value v) { return v == "64" ? std::string() : fmt::format("only 64-bit programs, not {}", v); },
     "64"},
    {"--relocatable-ptx", "-reloc-ptx", Shape::flag, apply_nothing, "no effect: PTX of every object is in the program"},
    {"--host-linker-script", "-hls", Shape::value, apply_nothing, "no effect"},
    {"--augment-host-linker-script", "-aug-hls", Shape::flag, apply_nothing, "no effect"},
    {"--use-local-env", "-use-local-env", Shape::flag, apply_nothing, "no effect: of Windows"},
    {"--force-cl-env-setup", "-force-cl-env-setup", Shape::flag, apply_nothing, "no effect: of Windows"},
    {"--input-drive-prefix", "-idp", Shape::value, apply_nothing, "no effect: of Windows"},
    {"--dependency-drive-prefix", "-ddp", Shape::value, apply_nothing, "no effect: of Windows"},
    {"--drive-prefix", "-dp", Shape::value, apply_nothing, "no effect: of Windows"},
    {"--no-align-double", "", Shape::flag, apply_nothing, "no effect: of 32-bit programs"},
    {"--qpp-config", "-qpp-config", Shape::value, apply_nothing, "no effect: of QNX"},
    {"--no-device-link", "-nodlink", Shape::flag, apply_nothing, "no effect: device code is linked when the program starts"},
    {"--dlink-time-opt", "-dlto", Shape::flag, apply_nothing, "no effect"},
    {"--link-time-opt", "-lto", Shape::flag, apply_nothing, "no effect"},
    {"--gen-opt-lto", "-gen-opt-lto", Shape::flag, apply_nothing, "no effect"},
    {"--dopt", "-dopt", Shape::value, apply_nothing, "no effect: device code is always optimised"},
    {"--Ofast-compile", "-Ofc", Shape::value, apply_nothing, "no effect"},
    {"--optimization-info", "-opt-info", Shape::value, apply_nothing, "no effect"},
    {"--entries", "-e", Shape::value, apply_nothing, "no effect: all kernels are compiled"},
    {"--keep-device-functions", "-keep-device-functions", Shape::flag, apply_nothing, "no effect"},
    {"--extensible-whole-program", "-ewp", Shape::flag, apply_relocatable_flag, "the same as -rdc=true"},
    {"--device-stack-protector", "-device-stack-protector", Shape::boolean, apply_nothing, "no effect"},
    {"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility", Shape::boolean, apply_nothing, "no effect"},
    {"--static-global-template-stub", "-static-global-template-stub", Shape::boolean, apply_nothing, "no effect"},
    {"--jump-table-density", "-jtd", Shape::value, apply_nothing, "no effect"},
    {"--split-compile-extended", "-split-compile-extended", Shape::value, apply_nothing, "no effect"},
    {"--fdevice-time-trace", "-fdevice-time-trace", Shape::value, apply_nothing, "no effect"},
    {"--sanitize", "-sanitize", Shape::value, apply_nothing, "no effect: warpglass check looks at every program"},
    {"--no-host-device-initializer-list", "-nohdinitlist", Shape::flag, apply_nothing, "no effect"},
    {"--no-host-device-move-forward", "-nohdmoveforward", Shape::flag, apply_nothing, "no effect"},
    {"--archiver-binary", "-arbin", Shape::value, apply_nothing, "no effect"},
    {"--cudadevrt", "-cudadevrt", Shape::value, apply_nothing, "no effect"},
    {"--libdevice-directory", "-ldir", Shape::value, apply_nothing, "no effect"},
    {"--target-directory", "-target-dir", Shape::value, apply_nothing, "no effect"},
    {"--dont-use-profile", "-noprof", Shape::flag, apply_nothing, "no effect"},
    {"--objdir-as-tempdir", "-objtemp", Shape::flag, apply_nothing, "no effect"},
    {"--jobserver", "-jobserver", Shape::flag, apply_nothing, "no effect"},
    {"--frandom-seed", "-frandom-seed", Shape::value, apply_nothing, "no effect"},
    {"--brief-diagnostics", "-brief-diag", Shape::boolean, apply_nothing, "no effect"},
    {"--compress-mode", "-compress-mode", Shape::value, apply_nothing, "no effect"},
    {"--no-compress", "-no-compress", Shape::flag, apply_nothing, "no effect"},
    {"--display-error-number", "-err-no", Shape::flag, apply_nothing, "no effect"},
    {"--no-display-error-number", "-no-err-no", Shape::flag, apply_nothing, "no effect"},
    {"--diag-suppress", "-diag-suppress", Shape::value, apply_nothing, "no effect"},
    {"--diag-error", "-diag-error", Shape::value, apply_nothing, "no effect"},
    {"--diag-warn", "-diag-warn", Shape::value, apply_nothing, "no effect"},
    {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", Shape::flag, apply_nothing, "no effect"},
    {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-Wno-deprecated-declarations"}); return std::string(); }, "no warning about deprecated calls"},
    {"--Wreorder", "-Wreorder", Shape::flag, [](NvccOptions& o, Value) { add(o.common, {"-Wreorder"}); return std::string(); }, "warn about members initialised out of order"},
    {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", Shape::flag, apply_nothing, "no effect"},
    {"--Wdefault-stream-launch", "-Wdefault-stream-launch", Shape::flag, apply_nothing, "no effect"},
    {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", Shape::flag, apply_nothing, "no effect"},
    {"--allow-unsupported-compiler", "-allow-unsupported-compiler", Shape::flag, apply_nothing, "no effect"},
    {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", Shape::flag, apply_nothing, "options not listed here go to the host's compiler"},
    {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", Shape::flag, apply_nothing, "options not listed here go to the linker"},
    {"--forward-unknown-opts", "-forward-unknown-opts", Shape::flag, apply_nothing, "both"},
    {"--options-file", "-optf", Shape::value, apply_nothing, "read options from a file"},
});

struct Match {
  const Row* row = nullptr;
  std::optional<std::string_view> value;  // the part behind '=' or joined to the letter
};

bool same_name(std::string_view argument, std::string_view name) {
  if (name.empty()) return false;
  if (argument == name) return true;
  // nvcc takes `-use_fast_math` for `--use_fast_math` and `--Xptxas` for `-Xptxas`.
  const auto bare = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of('-'), text.size()));
  };
  return bare(argument).size() > 1 && bare(argument) == bare(name);
}

Match find_option(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  const std::string_view name = argument.substr(0, equals);
  for (const Row& row : kOptions) {
    if (!same_name(name, row.name) && !same_name(name, row.brief)) continue;
    if (equals == std::string_view::npos) return {&row, std::nullopt};
    if (row.shape != Shape::flag) return {&row, argument.substr(equals + 1)};
  }
  for (const Row& row : kOptions) {
    if (row.shape == Shape::joined && argument.size() > 2 && argument.starts_with(row.brief))
      return {&row, argument.substr(2)};
  }
  return {};
}

void report_option(Diagnostics& diagnostics, std::string message) {
  Diagnostic& said = diagnostics.emplace_back();
  said.message = std::move(message);
}

bool contains(std::span<const std::string> arguments, std::string_view name) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& word) { return same_name(word, name); });
}

}  // namespace

NvccOptions parse_nvcc_options(std::span<const std::string> arguments, Diagnostics& diagnostics) {
  NvccOptions options;
  const bool forward_to_both = contains(arguments, "--forward-unknown-opts");
  const bool forward_to_compiler = forward_to_both || contains(arguments, "--forward-unknown-to-host-compiler");
  const bool forward_to_linker = forward_to_both || contains(arguments, "--forward-unknown-to-host-linker");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with('-') || argument == "-") {
      options.items.push_back({argument, true});
      continue;
    }
    const auto [row, joined] = find_option(argument);
    if (row == nullptr) {
      if (forward_to_compiler) options.host.push_back(argument);
      if (forward_to_linker) options.link.push_back(argument);
      if (!forward_to_compiler && !forward_to_linker) {
        report_option(
            diagnostics,
            fmt::format("unknown option '{}'; --help lists the options, -Xcompiler hands one to the host's compiler",
                        argument));
      }
      continue;
    }
    std::string_view value = joined.value_or("");
    if ((row->shape == Shape::value || row->shape == Shape::joined) && !joined) {
      if (i + 1 == arguments.size()) {
        report_option(diagnostics, fmt::format("{} needs a value", argument));
        continue;
      }
      value = arguments[++i];
    }
    if (row->shape == Shape::boolean && !joined && i + 1 < arguments.size() && is_truth_value(arguments[i + 1]))
      value = arguments[++i];
    if (row->apply == &apply_nothing) options.ignored.push_back(argument);
    if (std::string problem = row->apply(options, value); !problem.empty())
      report_option(diagnostics, fmt::format("{}: {}", argument, problem));
  }
  return options;
}

std::vector<std::string> expand_option_files(std::span<const std::string> arguments, Diagnostics& diagnostics) {
  std::vector<std::string> expanded;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool names_file = same_name(arguments[i], "--options-file") || same_name(arguments[i], "-optf");
    if (!names_file || i + 1 == arguments.size()) {
      expanded.push_back(arguments[i]);
      continue;
    }
    std::ifstream file(arguments[++i]);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) report_option(diagnostics, fmt::format("{}: cannot read this file of options", arguments[i]));
    for (std::string& word : split_words(text.str())) expanded.push_back(std::move(word));
  }
  return expanded;
}

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word = word.value_or("") + line[++i];
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        *word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      if (!word) word.emplace();
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (word) words.push_back(std::move(*word));
      word.reset();
    } else {
      word = word.value_or("") + c;
    }
  }
  if (word) words.push_back(std::move(*word));
  return words;
}

std::string listed_architectures(const NvccOptions& options) {
  std::string text;
  for (const int number : known_architecture_numbers()) {
    if (options.lists_arch && options.lists_code) {
      text += fmt::format("arch=compute_{0},code=sm_{0}\n", number);
    } else {
      text += fmt::format("{}_{}\n", options.lists_arch ? "compute" : "sm", number);
    }
  }
  return text;
}

std::string nvcc_options_help() {
  std::string text;
  for (const Row& row : kOptions) {
    std::string names = fmt::format("{}, {}", row.brief, row.name);
    if (row.name.empty() || row.brief.empty()) names = row.name.empty() ? row.brief : row.name;
    text += fmt::format("  {:<58}  {}\n", names, row.meaning);
  }
  return text;
}

}  // namespace warpglass::toolkit
