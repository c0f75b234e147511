// A program is compiled source by source and linked afterwards, so that CUDA's options never reach the linker (clang
// would then ask for its own device linker) and the linker's never reach the device compiler.
#include "toolkit/nvcc_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "toolkit/compiler.hpp"
#include "toolkit/read_files.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using Command = std::vector<std::string>;

enum class Source : unsigned char { cuda, cxx, c, none };

// Only for the linker, whatever -x says of sources.
// With -x a source may have any name.
Source source_kind(const std::string& path, const std::string& language) {
  if (is_for_linker(path)) return Source::none;
  const std::string extension = fs::path(path).extension().string();
  if (language == "cu" || (language.empty() && extension == ".cu")) return Source::cuda;
  if (language == "c" || (language.empty() && extension == ".c")) return Source::c;
  const bool is_cxx =
      extension == ".cc" || extension == ".cpp" || extension == ".cxx" || extension == ".C" || extension == ".c++";
  return is_cxx || !language.empty() ? Source::cxx : Source::none;
}

void append(Command& to, const std::vector<std::string>& more) { to.insert(to.end(), more.begin(), more.end()); }

// What is neither compiled nor linked.
bool is_program(const std::string& path) { return !is_for_linker(path) && source_kind(path, "") == Source::none; }

// nvcc hands the program's name to a shell, and Meson puts quotes around it.
std::string unquoted(const std::string& text) {
  const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Makefiles name the folders of the toolkit that they were written for. Where it is installed, its headers are looked
// for behind ours: those of cuBLAS and others are still found, those that we have are not mixed with it.
bool is_other_toolkit(const std::string& headers, const Toolchain& toolchain) {
  std::error_code ignored;
  return fs::exists(fs::path(headers) / "cuda_runtime_api.h", ignored) &&
         !fs::equivalent(headers, fs::path(toolchain.cuda_path) / "include", ignored);
}

std::vector<std::string> with_own_headers_first(const std::vector<std::string>& words, const Toolchain& toolchain) {
  std::vector<std::string> ordered = words;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    std::string& word = ordered[i];
    if (word.starts_with("-I") && is_other_toolkit(word.substr(2), toolchain)) {
      word = "-idirafter" + word.substr(2);
    } else if (word == "-isystem" && i + 1 < ordered.size() && is_other_toolkit(ordered[i + 1], toolchain)) {
      word = "-idirafter";
    }
  }
  return ordered;
}

// In a CUDA compilation an option about code generation must be kept from the device's half: the device knows no
// -march=native, and optimises in its own way.
bool concerns_host_only(const std::string& word) {
  return word.starts_with("-f") || word.starts_with("-m") || word.starts_with("-O") || word.starts_with("-p");
}

bool is_question(const std::string& word) {
  return word == "--version" || word == "--help" || word.starts_with("-dump") || word.starts_with("-print-") ||
         word.starts_with("--print-");
}

class Planner {
 public:
  Planner(const NvccOptions& options, const Toolchain& toolchain, const std::string& folder, Diagnostics& diagnostics)
      : options_(options), toolchain_(toolchain), folder_(folder), diagnostics_(diagnostics) {}

  std::vector<Command> plan() {
    if (std::none_of(options_.items.begin(), options_.items.end(), [](const NvccItem& item) { return item.is_file; })) {
      refuse("no input files");
      return {};
    }
    if (asks_host_compiler(options_)) {
      Command& command = commands_.emplace_back(Command{toolchain_.clang});
      std::ranges::copy_if(options_.host, std::back_inserter(command), is_question);
      return std::move(commands_);
    }
    const bool per_thread = std::find(options_.device.begin(), options_.device.end(),
                                      "-fgpu-default-stream=per-thread") != options_.device.end();
    if (per_thread && toolchain_.clang_version < 19) {
      refuse(fmt::format("--default-stream per-thread needs clang 19 or newer; this is {}", toolchain_.clang_version));
      return {};
    }
    switch (options_.phase) {
      case NvccPhase::link: plan_link(program_name()); break;
      case NvccPhase::run: plan_run(); break;
      case NvccPhase::library: plan_library(); break;
      case NvccPhase::device_link: plan_device_link(); break;
      case NvccPhase::compile: plan_each({"-c"}, ".o"); break;
      case NvccPhase::ptx: plan_each({}, ".ptx"); break;
      case NvccPhase::fat_binary: plan_fat_binaries(".fatbin"); break;
      case NvccPhase::cubin: plan_fat_binaries(".cubin"); break;
      case NvccPhase::preprocess: plan_each({"--cuda-host-only", "-E", "-D__WARPGLASS_PREPROCESSES__"}, ""); break;
      case NvccPhase::host_source:
        plan_each({"--cuda-host-only", "-E", "-D__WARPGLASS_PREPROCESSES__"}, ".cu.cpp.ii");
        break;
      case NvccPhase::dependencies: plan_each({"--cuda-host-only"}, ""); break;
      case NvccPhase::check: plan_each({"--cuda-device-only", "-fsyntax-only"}, ""); break;
    }
    return std::move(commands_);
  }

 private:
  void refuse(std::string message) {
    Diagnostic& said = diagnostics_.emplace_back();
    said.message = std::move(message);
  }

  // Everything but the mode (-c, -S, ...), the input and the output.
  Command compiler(Source kind) const {
    Command command{toolchain_.clang};
    if (kind == Source::cuda) {
      append(command, cuda_flags(toolchain_, options_.architecture));
      append(command, overflow_flags(options_.host));
      append(command, {options_.host_optimisation, "-Xarch_device", "-O3"});
      append(command, device_flags(options_, toolchain_));
      if (options_.register_limit > 0)
        append(command, {"-Xcuda-ptxas", fmt::format("--maxrregcount={}", options_.register_limit)});
      if (options_.shows_usage) append(command, {"-Xcuda-ptxas", "--resource-usage"});
    } else {
      append(command, {"-isystem", toolchain_.cuda_path + "/include", options_.host_optimisation, "-Qunused-arguments",
                       "-Wno-unknown-warning-option"});
    }
    for (const std::string& word : with_own_headers_first(options_.common, toolchain_)) {
      // nvcc keeps a C++ standard from C files.
      if (kind != Source::c || word.find("++") == std::string::npos || !word.starts_with("-std="))
        command.push_back(word);
    }
    for (const std::string& word : options_.host) {
      if (kind == Source::cuda && concerns_host_only(word)) command.emplace_back("-Xarch_host");
      command.push_back(word);
    }
    return command;
  }

  void add_input(Command& command, Source kind, const std::string& path) const {
    if (kind == Source::cuda) append(command, {"-x", "cuda"});
    if (kind == Source::c) append(command, {"-x", "c"});
    if (kind == Source::cxx) append(command, {"-x", "c++"});
    command.push_back(path);
  }

  void compile(const NvccItem& item, const std::vector<std::string>& mode, const std::string& output) {
    const Source kind = source_kind(item.text, options_.language);
    Command command = compiler(kind);
    append(command, mode);
    add_input(command, kind, item.text);
    if (!output.empty()) append(command, {"-o", output});
    commands_.push_back(std::move(command));
    const bool makes_ptx = std::ranges::find(mode, "--cuda-device-only") != mode.end();
    if (options_.keeps && kind == Source::cuda && !makes_ptx) keep_ptx(item);
  }

  // What make wants to know it is told by the command before.
  void keep_ptx(const NvccItem& item) {
    const std::string name = fs::path(item.text).stem().string() + ".ptx";
    const std::size_t first = commands_.size();
    compile_to_ptx(item, options_.kept_folder.empty() ? name : (fs::path(options_.kept_folder) / name).string());
    for (std::size_t i = first; i < commands_.size(); ++i) {
      Command& command = commands_[i];
      for (const std::string_view word : {"-MF", "-MT"}) {
        for (auto at = std::ranges::find(command, word); at != command.end(); at = std::ranges::find(command, word))
          command.erase(at, at + 2);
      }
      std::erase_if(command, [](const std::string& word) { return word == "-MD" || word == "-MMD" || word == "-MP"; });
    }
  }

  // One output per source; `extension` empty means standard output unless -o names a file.
  void plan_each(const std::vector<std::string>& mode, const std::string& extension) {
    std::vector<const NvccItem*> sources;
    for (const NvccItem& item : options_.items) {
      if (!item.is_file) continue;
      const Source kind = source_kind(item.text, options_.language);
      if (kind == Source::none) {
        refuse(fmt::format("{}: not a source file", item.text));
      } else if (options_.phase == NvccPhase::ptx && kind != Source::cuda) {
        refuse(fmt::format("{}: no device code in a file that is not .cu", item.text));
      } else {
        sources.push_back(&item);
      }
    }
    if (sources.size() > 1 && !options_.output.empty()) {
      refuse(fmt::format("-o {} names one file for {} inputs", options_.output, sources.size()));
      return;
    }
    for (const NvccItem* item : sources) {
      std::string output = options_.output;
      if (output.empty() && !extension.empty()) output = beside(fs::path(item->text).stem().string() + extension);
      if (options_.phase == NvccPhase::ptx) {
        compile_to_ptx(*item, output);
      } else {
        compile(*item, mode, output);
      }
    }
  }

  // A file that -o does not name, in the folder that -odir names.
  [[nodiscard]] std::string beside(const std::string& file) const {
    return options_.output_folder.empty() ? file : (fs::path(options_.output_folder) / file).string();
  }

  std::string temporary_ptx(const NvccItem& item) const {
    return fmt::format("{}/{}.ptx", folder_, fs::path(item.text).stem().string());
  }

  // For a host that loads it by itself. What clang makes is written where it is to be, for rules of make name that
  // file.
  void compile_to_ptx(const NvccItem& item, const std::string& output) {
    const std::string clangs = output == "-" ? temporary_ptx(item) : output;
    Command mode{"--cuda-device-only", "-S"};
    append(mode, kept_variables_flags(toolchain_));
    compile(item, mode, clangs);
    Command names{toolchain_.cuda_path + "/bin/ptxas", "--names-of-statics", clangs, "-o", output};
    const bool assembles = options_.phase == NvccPhase::fat_binary || options_.phase == NvccPhase::cubin;
    if (options_.shows_usage && assembles)
      append(names, {"--resource-usage", "--gpu-name", clang_architecture(options_.architecture)});
    commands_.push_back(std::move(names));
  }

  // Compiles the sources to temporary objects; returns what the linker is given in their place, order kept.
  std::vector<std::string> objects() {
    std::vector<std::string> arguments;
    for (const NvccItem& item : options_.items) {
      if (!item.is_file || source_kind(item.text, options_.language) == Source::none) {
        arguments.push_back(item.text);
        continue;
      }
      const std::string object =
          fmt::format("{}/{}-{}.o", folder_, fs::path(item.text).stem().string(), arguments.size());
      compile(item, {"-c"}, object);
      arguments.push_back(object);
    }
    return arguments;
  }

  [[nodiscard]] std::string program_name() const { return options_.output.empty() ? beside("a.out") : options_.output; }

  void plan_run() {
    const std::string given = options_.items.size() == 1 ? unquoted(options_.items.front().text) : "";
    const bool is_made = !given.empty() && is_program(given);
    const std::string program = is_made ? given : program_name();
    if (!is_made) plan_link(program);
    Command command{program.find('/') == std::string::npos ? "./" + program : program};
    append(command, options_.run);
    commands_.push_back(std::move(command));
  }

  void plan_link(const std::string& program) {
    const std::vector<std::string> inputs = objects();
    Command command{toolchain_.cuda_path + "/bin/host-link"};
    // Before the folders that the program names: one may be a toolkit's, with libraries of the same names.
    if (options_.with_runtime) command.push_back("-L" + library_folder(toolchain_));
    append(command, options_.link);
    // As with nvcc, the order of archives does not matter.
    command.emplace_back("-Wl,--start-group");
    append(command, inputs);
    append(command, options_.linker);
    append(command, {"-Wl,--end-group", "-o", program});
    if (options_.with_runtime) command.emplace_back("-lcudart");
    commands_.push_back(std::move(command));
  }

  void plan_library() {
    const std::vector<std::string> inputs = objects();
    Command command{"/usr/bin/ar", "rcs", options_.output.empty() ? beside("a.a") : options_.output};
    append(command, inputs);
    commands_.push_back(std::move(command));
  }

  void plan_device_link() {
    Command command{toolchain_.cuda_path + "/bin/host-link", "--device-link"};
    for (const NvccItem& item : options_.items) command.push_back(item.text);
    append(command, options_.linker);
    append(command, {"-o", options_.output.empty() ? beside("a_dlink.o") : options_.output});
    commands_.push_back(std::move(command));
  }

  void plan_fat_binaries(std::string_view extension) {
    for (const NvccItem& item : options_.items) {
      if (!item.is_file) continue;
      if (source_kind(item.text, options_.language) != Source::cuda) {
        refuse(fmt::format("{}: no device code in a file that is not .cu", item.text));
        continue;
      }
      const std::string stem = fs::path(item.text).stem().string();
      const std::string ptx = temporary_ptx(item);
      compile_to_ptx(item, ptx);
      commands_.push_back({toolchain_.cuda_path + "/bin/fatbinary", "--create",
                           options_.output.empty() ? beside(fmt::format("{}{}", stem, extension)) : options_.output,
                           fmt::format("--image=profile=compute_{},file={}",
                                       clang_architecture(options_.architecture).substr(3), ptx)});
    }
  }

  const NvccOptions& options_;
  const Toolchain& toolchain_;
  const std::string& folder_;
  Diagnostics& diagnostics_;
  std::vector<Command> commands_;
};

}  // namespace

bool asks_host_compiler(const NvccOptions& options) { return std::ranges::any_of(options.host, is_question); }

std::vector<std::string> device_flags(const NvccOptions& options, const Toolchain& toolchain) {
  std::vector<std::string> flags = options.device;
  // Before version 18 this one flag had another name.
  if (toolchain.clang_version < 18)
    std::ranges::replace(flags, std::string("-fgpu-approx-transcendentals"),
                         std::string("-fcuda-approx-transcendentals"));
  return flags;
}

std::vector<std::string> made_files(const std::vector<std::vector<std::string>>& commands,
                                    const std::string& temporary_folder) {
  std::vector<std::string> files;
  for (const Command& command : commands) {
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
      const bool names = command[i] == "-o" || command[i] == "rcs" || command[i] == "--create";
      if (names && !command[i + 1].starts_with(temporary_folder + "/")) files.push_back(command[i + 1]);
    }
  }
  return files;
}

std::vector<std::string> nvcc_variables(const Toolchain& toolchain, const std::string& search_path) {
  return {"TOP=" + toolchain.cuda_path, "NVVMIR_LIBRARY_DIR=" + toolchain.cuda_path + "/nvvm/libdevice",
          "PATH=" + search_path, fmt::format("INCLUDES=\"-I{}/include\"", toolchain.cuda_path),
          "LIBRARIES=-L" + library_folder(toolchain)};
}

std::vector<std::vector<std::string>> nvcc_commands(const NvccOptions& options, const Toolchain& toolchain,
                                                    const std::string& temporary_folder, Diagnostics& diagnostics) {
  return Planner(options, toolchain, temporary_folder, diagnostics).plan();
}

}  // namespace warpglass::toolkit
