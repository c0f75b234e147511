// The rows of a recording under tests/hardware/.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warpglass {

/// Fields of each row, with that of the columns' names where there is one; lines that begin with # are left out.
inline std::vector<std::vector<std::string>> recorded_rows(const std::string& name,
                                                           const std::string& folder = "h200/facts") {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/" + folder + "/" + name);
  EXPECT_TRUE(file) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
  }
  return rows;
}

}  // namespace warpglass
