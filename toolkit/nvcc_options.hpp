// nvcc's command line, read. The options are one table: name, short name, whether a value follows, what it means.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "toolkit/architecture.hpp"

namespace warpglass::toolkit {

/// What nvcc is asked to make.
enum class NvccPhase : unsigned char {
  link,          // a program, or with -shared a library
  run,           // -run: a program, started at once; one that is given is started as it is
  compile,       // object files: -c and -dc
  ptx,           // -ptx
  fat_binary,    // -fatbin
  cubin,         // -cubin: the same under another name
  preprocess,    // -E
  host_source,   // -cuda: the same as a file
  dependencies,  // -M, -MM
  device_link,   // -dlink: an object file that holds nothing, for device code is linked when the program starts
  library,       // -lib
  check,         // -fdevice-syntax-only
};

/// An input file, or an option whose place among the inputs matters to the linker.
struct NvccItem {
  std::string text;
  bool is_file = false;
};

struct NvccOptions {
  NvccPhase phase = NvccPhase::link;
  std::vector<NvccItem> items;
  std::string output;
  std::string output_folder;                       // -odir: of the files that -o does not name
  std::string architecture{kDefaultArchitecture};  // one that clang knows
  std::string language;                            // -x: "cu", "c", "c++" or empty
  std::string host_optimisation = "-O2";
  std::vector<std::string> common;   // for every compilation: -I, -D, -std, -W, -g, -MD
  std::vector<std::string> device;   // for CUDA compilations only
  std::vector<std::string> host;     // for the host's side of every compilation, from -Xcompiler
  std::vector<std::string> run;      // the program's arguments, from -run-args
  std::vector<std::string> link;     // -shared, -Wl,...
  std::vector<std::string> linker;   // what -Xlinker says, behind the files: it may name archives
  std::vector<std::string> ignored;  // accepted without effect here
  int register_limit = 0;            // -maxrregcount; 0 when not given
  bool with_runtime = true;          // false with -cudart none
  bool shows_usage = false;          // -Xptxas -v, --resource-usage
  bool keeps = false;                // --keep: each source's PTX
  std::string kept_folder;           // --keep-dir
  std::string times;                 // -time: the table that rows are added to
  bool dry_run = false;
  bool removes = false;     // --clean-targets: what would be made
  bool lists_arch = false;  // --list-gpu-arch
  bool lists_code = false;  // --list-gpu-code
  bool verbose = false;
  bool show_version = false;
  bool show_cuda_home = false;
  bool show_help = false;
};

/// Reads the arguments after the program's name. `@file` and `-optf file` are not read here: see expand_option_files().
/// An error in `diagnostics` for an option that nvcc does not have, or that asks for what is not made here.
[[nodiscard]] NvccOptions parse_nvcc_options(std::span<const std::string> arguments, Diagnostics& diagnostics);

/// `-optf FILE` and `--options-file FILE` replaced by the words in FILE.
[[nodiscard]] std::vector<std::string> expand_option_files(std::span<const std::string> arguments,
                                                           Diagnostics& diagnostics);

/// Words of a line, quotes and backslashes as a shell has them.
[[nodiscard]] std::vector<std::string> split_words(std::string_view line);

/// What --list-gpu-arch and --list-gpu-code print.
[[nodiscard]] std::string listed_architectures(const NvccOptions& options);

/// Every option with what becomes of it, for `warpglass-nvcc --help`.
[[nodiscard]] std::string nvcc_options_help();

}  // namespace warpglass::toolkit
