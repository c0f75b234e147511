// check_json SCHEMA FILE...: tells what in the files is not as the schema says, members that it does not name too.
#include <cstdio>
#include <exception>
#include <fstream>

#include "tests/schema/json_schema.hpp"

namespace {

nlohmann::json read(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return nlohmann::json::parse(file);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) return 2;
    const warpglass::JsonSchema schema(read(argv[1]));
    bool wrong = false;
    for (int i = 2; i < argc; ++i) {
      for (const std::string& problem : schema.problems(read(argv[i]))) {
        fmt::print("{}: {}\n", argv[i], problem);
        wrong = true;
      }
    }
    return wrong ? 1 : 0;
  } catch (const std::exception& error) {
    fmt::print("check_json: {}\n", error.what());
    return 2;
  }
}
