// `warpglass check` from the outside, and what its report says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {

class Check : public ToolTest {
 protected:
  [[nodiscard]] nlohmann::json report() const { return nlohmann::json::parse(contents(folder_ + "r.json")); }

  Outcome check(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--json", folder_ + "r.json"});
    return run(words);
  }
};

}  // namespace warpglass
