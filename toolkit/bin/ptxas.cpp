// Stands where clang expects the vendor's assembler. There is no machine code to make: the PTX itself is what runs, so
// it is handed on, with a register limit written into it when one was asked for. warpglass-nvcc asks for names, too.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/fat_binary.hpp"
#include "toolkit/static_names.hpp"

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

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  std::string input, output = "elf.o";
  int register_limit = 0;
  bool name_statics = false;
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
  std::string ptx = std::move(text).str();
  if (!warpglass::toolkit::is_ptx(ptx))
    return fail(fmt::format("{} is not PTX: it does not begin with .version", input));
  if (register_limit > 0) ptx = warpglass::toolkit::with_register_limit(ptx, register_limit);
  if (name_statics) ptx = warpglass::toolkit::as_if_alone(ptx);

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
