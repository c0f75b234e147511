// Names, what follows them and the words of refusals are those of NVRTC 13.0, asked one by one; what an option does is
// left to the reader of nvcc's options (toolkit/nvcc_options.hpp) wherever nvcc has it too.
#include "cuda/nvrtc/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "toolkit/architecture.hpp"

namespace warpglass::nvrtc {
namespace {

enum class Takes : unsigned char {
  nothing,
  truth,   // true or false
  number,  // an integer
  text,    // anything, behind '=' or as the next word
  joined,  // also right behind the short name
};

using Value = std::string_view;
// Returns what is wrong with the value, or nothing.
using Apply = std::string (*)(Options&, Value);

struct Row {
  std::string_view name;
  std::string_view brief;  // may be empty
  Takes takes;
  Apply apply;               // without one nvcc's option of that name is meant
  std::string_view meaning;  // for the documentation
};

std::string apply_nothing(Options&, Value) { return {}; }

// Programs have macros of names like N, which clang's headers and ours use; those have been read when these come.
std::string apply_definition(Options& options, Value value) {
  const std::size_t equals = value.find('=');
  const Value replacement = equals == Value::npos ? "1" : value.substr(equals + 1);
  options.preamble += fmt::format("#define {} {}\n", value.substr(0, equals), replacement);
  return {};
}

std::string apply_architecture(Options& options, Value value) {
  const bool has_form = value.starts_with("compute_") || value.starts_with("sm_");
  if (!has_form || !toolkit::known_architecture(value)) return "invalid value for --gpu-architecture (-arch)";
  options.architecture = value;
  return {};
}

std::string apply_standard(Options& options, Value value) {
  constexpr std::array<std::string_view, 5> kKnown{"c++03", "c++11", "c++14", "c++17", "c++20"};
  if (std::ranges::find(kKnown, value) == kKnown.end()) return "invalid value for --std(-std)";
  options.as_nvcc.push_back(fmt::format("--std={}", value));
  return {};
}

std::string apply_relocatable(Options& options, Value value) {
  options.relocatable = value != "false";
  if (!options.relocatable) return {};
  options.as_nvcc.emplace_back("--relocatable-device-code=true");
  return {};
}

constexpr std::string_view kOnlyPtx = "is not there: what is made here, and what runs, is PTX; leave the option out";

constexpr auto kRows = std::to_array<Row>({
    {"--gpu-architecture", "-arch", Takes::text, apply_architecture, "brought to sm_52 ... sm_90a, what clang writes PTX for; without it compute_75, until CUDA 12 compute_52"},
    {"--device-c", "-dc", Takes::nothing, apply_relocatable, "as -rdc=true"},
    {"--device-w", "-dw", Takes::nothing, apply_nothing, "as -rdc=false"},
    {"--relocatable-device-code", "-rdc", Takes::truth, apply_relocatable, "keep device functions that only other modules call"},
    {"--extensible-whole-program", "-ewp", Takes::nothing, [](Options& o, Value) { o.whole_program = true; return std::string(); }, "no effect: modules are linked when they are loaded"},
    {"--device-debug", "-G", Takes::nothing, [](Options& o, Value) { o.flags.emplace_back("-D__CUDACC_DEBUG__=1"); return std::string(); }, "defines __CUDACC_DEBUG__; code stays optimised"},
    {"--generate-line-info", "-lineinfo", Takes::nothing, nullptr, "always on"},
    {"--dopt", "-dopt", Takes::text, apply_nothing, "always on"},
    {"--Ofast-compile", "-Ofc", Takes::text, apply_nothing, "no effect"},
    {"--ptxas-options", "-Xptxas", Takes::text, apply_nothing, "no effect"},
    {"--maxrregcount", "-maxrregcount", Takes::number, nullptr, "written into the PTX as .maxnreg"},
    {"--ftz", "-ftz", Takes::truth, nullptr, "flush denormals"},
    {"--prec-sqrt", "-prec-sqrt", Takes::truth, nullptr, "=false: quicker float square root"},
    {"--prec-div", "-prec-div", Takes::truth, nullptr, "=false: quicker float division"},
    {"--fmad", "-fmad", Takes::truth, nullptr, "=false: no fused multiply-add"},
    {"--use_fast_math", "-use_fast_math", Takes::nothing, nullptr, "approximate float functions, division and roots; denormals flushed"},
    {"--extra-device-vectorization", "-extra-device-vectorization", Takes::nothing, apply_nothing, "no effect"},
    {"--modify-stack-limit", "-modify-stack-limit", Takes::truth, apply_nothing, "no effect"},
    {"--dlink-time-opt", "-dlto", Takes::nothing, [](Options&, Value) { return fmt::format("--dlink-time-opt (-dlto): LTO IR {}", kOnlyPtx); }, "refused: there is no LTO IR"},
    {"--gen-opt-lto", "-gen-opt-lto", Takes::nothing, apply_nothing, "no effect"},
    {"--optix-ir", "-optix-ir", Takes::nothing, [](Options&, Value) { return fmt::format("--optix-ir (-optix-ir): OptiX IR {}", kOnlyPtx); }, "refused: there is no OptiX IR"},
    {"--jump-table-density", "-jtd", Takes::number, apply_nothing, "no effect"},
    {"--device-stack-protector", "-device-stack-protector", Takes::truth, apply_nothing, "no effect"},
    {"--no-cache", "-no-cache", Takes::nothing, [](Options& o, Value) { o.cache = false; return std::string(); }, "compile, whatever has been compiled before"},
    {"--frandom-seed", "-frandom-seed", Takes::text, apply_nothing, "no effect"},
    {"--define-macro", "-D", Takes::joined, apply_definition, "define a macro"},
    {"--undefine-macro", "-U", Takes::joined, [](Options& o, Value v) { o.preamble += fmt::format("#undef {}\n", v); return std::string(); }, "undefine a macro"},
    {"--include-path", "-I", Takes::joined, [](Options& o, Value v) { o.folders.emplace_back(v); return std::string(); }, "look for headers there, after clang's and ours"},
    {"--pre-include", "-include", Takes::text, [](Options& o, Value v) { o.preamble += fmt::format("#include \"{}\"\n", v); return std::string(); }, "include this first"},
    {"--no-source-include", "-no-source-include", Takes::nothing, [](Options& o, Value) { o.source_folder = false; return std::string(); }, "look for no headers in the source's folder, the process's own where the program's name has none"},
    {"--std", "-std", Takes::text, apply_standard, "c++03, c++11, c++14, c++17 (the default), c++20"},
    {"--builtin-move-forward", "-builtin-move-forward", Takes::truth, [](Options& o, Value v) { o.builtin_move = v == "true"; return std::string(); }, "=false: no std::move and std::forward"},
    {"--builtin-initializer-list", "-builtin-initializer-list", Takes::truth, [](Options& o, Value v) { o.builtin_initializer_list = v == "true"; return std::string(); }, "=false: no std::initializer_list"},
    {"--pch", "-pch", Takes::nothing, apply_nothing, "no effect: no header is precompiled"},
    {"--create-pch", "-create-pch", Takes::text, apply_nothing, "no effect"},
    {"--use-pch", "-use-pch", Takes::text, apply_nothing, "no effect"},
    {"--pch-dir", "-pch-dir", Takes::text, apply_nothing, "no effect"},
    {"--pch-verbose", "-pch-verbose", Takes::truth, apply_nothing, "no effect"},
    {"--pch-messages", "-pch-messages", Takes::truth, apply_nothing, "no effect"},
    {"--instantiate-templates-in-pch", "-instantiate-templates-in-pch", Takes::truth, apply_nothing, "no effect"},
    {"--disable-warnings", "-w", Takes::nothing, nullptr, "no warnings"},
    {"--Wreorder", "-Wreorder", Takes::nothing, nullptr, "warn about members initialised out of order"},
    {"--restrict", "-restrict", Takes::nothing, nullptr, "no effect"},
    {"--device-as-default-execution-space", "-default-device", Takes::nothing, [](Options& o, Value) { o.device_by_default = true; return std::string(); }, "functions and variables without a keyword are the device's"},
    {"--device-int128", "-device-int128", Takes::nothing, apply_nothing, "always on"},
    {"--device-float128", "-device-float128", Takes::nothing, [](Options&, Value) { return std::string("option --device-float128 is not supported: clang has no such numbers for GPUs"); }, "refused: clang has no such numbers for GPUs"},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", Takes::nothing, apply_nothing, "no effect: PTX is made all the same"},
    {"--optimization-info", "-opt-info", Takes::text, apply_nothing, "no effect"},
    {"--display-error-number", "-err-no", Takes::nothing, apply_nothing, "no effect: clang's messages have no numbers"},
    {"--no-display-error-number", "-no-err-no", Takes::nothing, apply_nothing, "no effect"},
    {"--diag-error", "-diag-error", Takes::text, apply_nothing, "no effect"},
    {"--diag-suppress", "-diag-suppress", Takes::text, apply_nothing, "no effect"},
    {"--diag-warn", "-diag-warn", Takes::text, apply_nothing, "no effect"},
    {"--brief-diagnostics", "-brief-diag", Takes::truth, apply_nothing, "no effect"},
    {"--time", "-time", Takes::text, apply_nothing, "no effect: no file is written"},
    {"--fdevice-time-trace", "-fdevice-time-trace", Takes::text, apply_nothing, "no effect: no file is written"},
    {"--split-compile", "-split-compile", Takes::text, apply_nothing, "no effect"},
    {"--minimal", "-minimal", Takes::nothing, apply_nothing, "no effect"},
    {"--version-ident", "-version-ident", Takes::truth, apply_nothing, "no effect"},
});

Value trimmed(Value text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == Value::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string both_names(const Row& row) { return fmt::format("{} ({})", row.name, row.brief); }

struct Match {
  const Row* row = nullptr;
  std::optional<Value> value;
};

Match find_option(Value word) {
  const std::size_t equals = word.find('=');
  const Value name = word.substr(0, equals);
  for (const Row& row : kRows) {
    if (name != row.name && name != row.brief) continue;
    return {&row, equals == Value::npos ? std::nullopt : std::optional(word.substr(equals + 1))};
  }
  for (const Row& row : kRows) {
    if (row.takes == Takes::joined && word.starts_with(row.brief)) return {&row, word.substr(row.brief.size())};
  }
  return {};
}

bool is_integer(Value text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// What is wrong with a value, or that there is none; empty when it will do.
std::string problem_with(const Row& row, std::optional<Value> value) {
  switch (row.takes) {
    case Takes::nothing: return value ? both_names(row) + " does not accept any argument" : "";
    case Takes::truth: return value == "true" || value == "false" ? "" : both_names(row) + " expects true or false";
    case Takes::number: return value && is_integer(*value) ? "" : both_names(row) + " expects an integer value";
    case Takes::text:
    case Takes::joined: return value ? "" : both_names(row) + " expects a value";
  }
  return "";
}

std::string apply(const Row& row, std::optional<Value> value, Options& options) {
  if (std::string problem = problem_with(row, value); !problem.empty()) return problem;
  if (row.apply != nullptr) return row.apply(options, value.value_or(""));
  options.as_nvcc.push_back(value ? fmt::format("{}={}", row.name, *value) : std::string(row.name));
  return {};
}

}  // namespace

Options parse_options(std::span<const char* const> words, std::string& problem) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Value word = trimmed(words[i]);
    auto [row, value] = find_option(word);
    if (row == nullptr) {
      problem = fmt::format("unrecognized option {} found", word);
      return options;
    }
    if (row->takes != Takes::nothing && !value && i + 1 < words.size()) value = trimmed(words[++i]);
    problem = apply(*row, value, options);
    if (!problem.empty()) return options;
  }
  if (options.whole_program && options.relocatable)
    problem = "--extensible-whole-program (-ewp) is not compatible with --relocatable-device-code=true (-rdc=true)";
  return options;
}

std::vector<std::string> option_lines() {
  std::vector<std::string> lines;
  lines.reserve(kRows.size());
  for (const Row& row : kRows) lines.push_back(fmt::format("| `{}`, `{}` | {} |", row.name, row.brief, row.meaning));
  return lines;
}

}  // namespace warpglass::nvrtc
