// `warpglass advise`, run as a user runs it on a copy of a program.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {

inline const std::string kPrograms = WARPGLASS_SOURCE_DIR "/tests/tool/advise/";

/// Of the arrays of an advice; null: it has none of that name.
inline const nlohmann::json& array_named(const nlohmann::json& advice, const std::string& name) {
  static const nlohmann::json kNone;
  for (const nlohmann::json& array : advice.at("arrays")) {
    if (array.at("name") == name) return array;
  }
  return kNone;
}

/// The proposal that was taken; nullptr: none.
inline const nlohmann::json* chosen_of(const nlohmann::json& array) {
  for (const nlohmann::json& proposal : array.at("proposals")) {
    if (proposal.at("chosen")) return &proposal;
  }
  return nullptr;
}

class Advise : public ToolTest {
 protected:
  /// A copy, so that patches can be applied to it.
  std::string program(const std::string& name) const {
    for (const std::string& file : {name, std::string("check.hpp")})
      std::filesystem::copy_file(kPrograms + file, folder_ + file, std::filesystem::copy_options::overwrite_existing);
    return folder_ + name;
  }

  /// The tool's words behind the program's path.
  [[nodiscard]] nlohmann::json advice(const std::string& path, std::vector<std::string> words = {}) {
    words.insert(words.begin(), {"advise", path, "--json", folder_ + "a.json"});
    outcome_ = run(words);
    return nlohmann::json::parse(contents(folder_ + "a.json"), nullptr, false);
  }

  /// Of a plain run, as JSON.
  [[nodiscard]] std::string findings(const std::string& path) const {
    (void)run({"run", path, "--quiet", "--json", folder_ + "r.json"});
    return nlohmann::json::parse(contents(folder_ + "r.json"), nullptr, false).at("findings").dump();
  }

  /// In the folder of the copies.
  int shell(const std::string& command) const {
    return toolkit::run_process({"/bin/sh", "-c", "cd '" + folder_ + "' && " + command},
                                toolkit::ProcessOutput::capture)
        .exit_code;
  }

  Outcome outcome_;
};

}  // namespace warpglass
