// Files that the user writes, a line for each thing that is said: every mistake in them is told, with its place.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

/// \return its text; what is wrong with it is added to the problems
[[nodiscard]] std::string read_user_file(const std::string& name, Diagnostics& problems);

/// All that the files say. \throws InputError
template <class Row>
[[nodiscard]] std::vector<Row> read_user_files(const std::vector<std::string>& names,
                                               std::vector<Row> (*parse)(std::string_view text, const std::string& file,
                                                                         Diagnostics& problems)) {
  std::vector<Row> all;
  Diagnostics problems;
  for (const std::string& name : names) {
    std::vector<Row> found = parse(read_user_file(name, problems), name, problems);
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  if (!problems.empty()) throw InputError(std::move(problems));
  return all;
}

}  // namespace warpglass::tool
