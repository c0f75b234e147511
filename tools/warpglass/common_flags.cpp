#include "tools/warpglass/common_flags.hpp"

#include <fmt/format.h>

namespace warpglass::tool {

void add_devices_flag(CLI::App& command, std::vector<std::string>& archs, const std::string& examples,
                      const std::string& more) {
  command
      .add_option(
          "--arch", archs,
          fmt::format("GPUs: {}, \"RTX 4090\", a file that describes one (.json), several with commas, or all{}",
                      examples, more))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(archs.front())
      ->type_name("GPU");
}

void add_json_flag(CLI::App& command, std::string& file) {
  command.add_option("--json", file, "write everything as JSON to this file, - for standard output")->type_name("FILE");
}

void add_colour_flag(CLI::App& command, std::string& when) {
  command.add_option("--color,--colour", when, "auto, always or never")->capture_default_str()->type_name("WHEN");
}

}  // namespace warpglass::tool
