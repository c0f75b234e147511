// Stands where clang expects the vendor's container tool: packs the PTX images of one compilation into a fat binary.
// clang names each architecture twice, as assembled code and as PTX; the assembled file is PTX too here (see ptxas.cpp)
// and is the one that carries the register limit, so it is the one kept.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/fat_binary.hpp"

namespace {

int fail(std::string_view message) {
  fmt::print(stderr, "fatbinary (warpglass): error: {}\n", message);
  return 2;
}

// `profile=sm_90,file=X.o` (up to clang 20) or `kind=elf,sm=90,file=X.o`.
struct Image {
  int architecture = 0;
  bool assembled = false;
  std::string file;
};

Image parse_image(std::string_view text) {
  Image image;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
    if (key == "file") image.file = value;
    if (key == "kind") image.assembled = value == "elf";
    if (key == "profile") image.assembled = value.starts_with("sm_");
    if (key == "profile" || key == "sm") {
      if (const std::size_t underscore = value.find('_'); underscore != std::string_view::npos)
        value.remove_prefix(underscore + 1);
      std::from_chars(value.data(), value.data() + value.size(), image.architecture);
    }
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return image;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  std::string output;
  std::map<int, Image> images;  // by architecture
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--version" || argument == "-V") {
      fmt::print("fatbinary: packs PTX for Warpglass\nCuda compilation tools, release 12.5, V12.5.0\n");
      return 0;
    }
    if (argument.starts_with("--create=")) output = argument.substr(9);
    if (argument == "--create" || argument == "-create") {
      if (++i == arguments.size()) return fail("--create needs a file name");
      output = arguments[i];
    }
    std::string_view description;
    if (argument.starts_with("--image=") || argument.starts_with("--image3="))
      description = argument.substr(argument.find('=') + 1);
    if (argument == "--image" || argument == "--image3") {
      if (++i == arguments.size()) return fail("--image needs a description");
      description = arguments[i];
    }
    if (description.empty()) continue;
    Image image = parse_image(description);
    if (image.file.empty()) return fail(fmt::format("an image without a file: {}", description));
    if (Image& kept = images[image.architecture]; kept.file.empty() || image.assembled) kept = std::move(image);
  }
  if (output.empty()) return fail("no output file: --create FILE");

  std::vector<warpglass::toolkit::PtxImage> contents;
  for (const auto& [architecture, image] : images) {
    std::ifstream file(image.file, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) return fail(fmt::format("cannot read {}", image.file));
    contents.push_back({.text = std::move(text).str(), .architecture = architecture});
    if (!warpglass::toolkit::is_ptx(contents.back().text)) {
      return fail(fmt::format("{} is not PTX: machine code cannot run here", image.file));
    }
  }
  std::ofstream result(output, std::ios::binary);
  result << warpglass::toolkit::fat_binary(contents);
  result.flush();
  if (!result) return fail(fmt::format("cannot write {}", output));
  return 0;
}
