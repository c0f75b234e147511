// What changed between two reports, as text, JSON and Markdown.
#pragma once

#include <string>
#include <vector>

#include "report/diff.hpp"
#include "report/fail_on.hpp"

namespace warpglass::report {

struct DiffOptions {
  TextOptions text{};
  std::string before{};  // what the files are called
  std::string after{};
};

[[nodiscard]] std::string to_text(const Difference& difference, const Report& before, const Report& after,
                                  const DiffOptions& options);
[[nodiscard]] std::string to_json(const Difference& difference, const Report& before, const Report& after,
                                  const std::vector<Broken>& broken, const DiffOptions& options);
[[nodiscard]] std::string to_markdown(const Difference& difference, const Report& before, const Report& after,
                                      const std::vector<Broken>& broken, const DiffOptions& options);

}  // namespace warpglass::report
