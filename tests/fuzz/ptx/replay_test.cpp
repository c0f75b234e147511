// What the fuzzer found worth keeping, again, and some thousand mutations of it, the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "check_parse.hpp"

namespace warpglass::ptx {
namespace {

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/tests/fuzz/ptx/corpus", "/tests/unit/ptx/data", "/tests/unit/ptx/errors"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(WARPGLASS_SOURCE_DIR) + folder)) {
      if (entry.path().extension() != ".cu") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

TEST(Replay, OfTheCorpusHolds) {
  const auto texts = corpus();
  ASSERT_GT(texts.size(), 10u);
  for (const std::string& text : texts) EXPECT_EQ(check_parse(text), "") << text;
}

/// One of the small damages that text suffers: a byte changed, a piece removed, doubled, moved in from elsewhere.
void damage(std::string& text, const std::vector<std::string>& texts, std::mt19937& random) {
  static constexpr std::string_view kBytes = "{}[]();,.:%$_@!|+-*/<>\"\\ \n0x9fdUrL\xff";
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random()) % n; };
  const std::size_t at = below(text.size());
  switch (below(6)) {
    case 0:
      if (!text.empty()) text[at] = kBytes[below(kBytes.size())];
      break;
    case 1: text.insert(at, 1, kBytes[below(kBytes.size())]); break;
    case 2: text.erase(at, below(40)); break;
    case 3: text.insert(below(text.size()), text.substr(at, below(200))); break;
    case 4: {
      const std::string& other = texts[below(texts.size())];
      text.insert(at, other.substr(below(other.size()), below(300)));
      break;
    }
    default: text.resize(at);
  }
}

TEST(Replay, OfMutationsHolds) {
  const auto texts = corpus();
  std::mt19937 random(20240229);
  for (int i = 0; i < 20000; ++i) {
    std::string text = texts[random() % texts.size()];
    for (auto damages = 1 + random() % 4; damages > 0; --damages) damage(text, texts, random);
    ASSERT_EQ(check_parse(text), "") << "mutation " << i << "\n" << text;
  }
}

TEST(Replay, OfHostileSizesEndsSoon) {
  const auto repeated = [](std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  const std::string heading = ".version 8.0\n.target sm_90\n";
  const std::string kernel = heading + ".entry k() { .reg .b32 r; ";
  for (const std::string& text :
       {repeated("{", 200000), repeated("/*", 200000), heading + repeated(".", 200000),
        heading + ".entry " + repeated("a", 2000000), kernel + repeated("{ L: bra L; }", 50000) + "}",
        kernel + repeated("bra L; ", 100000) + "}", kernel + repeated("{", 250) + repeated("bra L; ", 100000),
        kernel + ".reg .b32 a1<9>; mov.b32 r, a" + repeated("1", 1000000) + "; }",
        kernel + "mov.b32 r, " + repeated("(", 200000), kernel + "mov.b32 r, " + repeated("1+", 200000) + "1; }",
        kernel + repeated("r.x", 200000), heading + ".global .b8 a" + repeated("[1]", 200000) + ";",
        heading + ".global .b8 a[] = " + repeated("{", 200000), heading + repeated(".entry k() ;", 50000),
        kernel + ".reg .b32 %q<18446744073709551615>; mov.b32 %q18446744073709551614, %q1000000000000000000; }"}) {
    EXPECT_EQ(check_parse(text), "");
  }
}

}  // namespace
}  // namespace warpglass::ptx
