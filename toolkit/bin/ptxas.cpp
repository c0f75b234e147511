// Stands where clang expects the vendor's assembler. There is no machine code to make: the PTX itself is what runs, so
// it is handed on, with a register limit written into it when one was asked for. warpglass-nvcc asks for names, too,
// and for what the kernels take, which `warpglass occupancy` knows.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/fat_binary.hpp"
#include "toolkit/process.hpp"
#include "toolkit/ptxas.hpp"
#include "toolkit/static_names.hpp"
#include "toolkit/temporary_folder.hpp"
#include "toolkit/toolchain.hpp"

namespace {

int fail(std::string_view message) {
  fmt::print(stderr, "ptxas (warpglass): error: {}\n", message);
  return 2;
}

// The options of the vendor's assembler whose value is the next argument, when it is not joined by '='.
bool takes_value(std::string_view option) {
  for (std::string_view name : {"--gpu-name", "-arch", "--output-file", "-o", "--maxrregcount", "-maxrregcount",
                                "--opt-level", "--def-load-cache", "-dlcm", "--def-store-cache", "-dscm", "--entry",
                                "-e", "--machine", "-m", "--input-as-string", "-ias", "--options-file", "-optf"}) {
    if (option == name) return true;
  }
  return false;
}

/// What it says of kernels is told, and no more: the PTX is right or wrong without it.
void show_usage(const std::string& ptx, std::string architecture) {
  namespace fs = std::filesystem;
  using namespace warpglass::toolkit;
  if (architecture.ends_with('a')) architecture.pop_back();
  const fs::path own = running_executable();
  const fs::path warpglass = own.parent_path() / "../../../../bin/warpglass";
  std::error_code ignored;
  if (!fs::exists(warpglass, ignored)) {
    fmt::print(stderr, "ptxas info    : {} is not there, so nothing is known of registers\n",
               warpglass.lexically_normal().string());
    return;
  }
  // This file may lie in the search path, and is not to ask itself.
  const auto assembler = find_ptxas(ptxas_query_of_environment());
  const bool is_own = assembler && fs::equivalent(*assembler, own, ignored);
  const std::string asked = assembler && !is_own ? *assembler : "none";
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/module.ptx";
  std::ofstream(file) << ptx;
  const ProcessResult said =
      run_process({"/usr/bin/env", "WARPGLASS_PTXAS=" + asked, warpglass.lexically_normal().string(), "occupancy",
                   "--resource-usage", "--arch", architecture, file},
                  ProcessOutput::capture);
  fmt::print(stderr, "{}", said.output);
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  std::string input, output = "elf.o";
  int register_limit = 0;
  bool name_statics = false;
  bool shows_usage = false;
  std::string architecture = "sm_90";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view name = arguments[i], value;
    if (name == "--version" || name == "-V") {
      fmt::print(
          "ptxas: hands PTX on to Warpglass, assembles nothing\nCuda compilation tools, release 12.5, V12.5.0\n");
      return 0;
    }
    if (!name.starts_with('-')) {
      if (!input.empty()) return fail(fmt::format("more than one input file: {} and {}", input, name));
      input = name;
      continue;
    }
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    } else if (takes_value(name)) {
      if (++i == arguments.size()) return fail(fmt::format("{} needs a value", name));
      value = arguments[i];
    }
    if (name == "--names-of-statics") name_statics = true;
    if (name == "--resource-usage") shows_usage = true;
    if (name == "--gpu-name" || name == "-arch") architecture = value;
    if (name == "--output-file" || name == "-o") output = value;
    if (name == "--maxrregcount" || name == "-maxrregcount") {
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), register_limit);
      if (parsed.ec != std::errc{} || register_limit < 1)
        return fail(fmt::format("{} is no register count: '{}'", name, value));
    }
  }
  if (input.empty()) return fail("no input file");

  std::ifstream file(input, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return fail(fmt::format("cannot read {}", input));
  std::string ptx = warpglass::toolkit::without_debug_target(std::move(text).str());
  if (!warpglass::toolkit::is_ptx(ptx))
    return fail(fmt::format("{} is not PTX: it does not begin with .version", input));
  if (register_limit > 0) ptx = warpglass::toolkit::with_register_limit(ptx, register_limit);
  if (name_statics) ptx = warpglass::toolkit::as_if_alone(ptx);
  if (shows_usage) show_usage(ptx, architecture);

  if (output == "-") {
    fmt::print("{}", ptx);
    return std::fflush(stdout) == 0 ? 0 : fail("cannot write standard output");
  }
  std::ofstream result(output, std::ios::binary);
  result << ptx;
  result.flush();
  if (!result) return fail(fmt::format("cannot write {}", output));
  return 0;
}
