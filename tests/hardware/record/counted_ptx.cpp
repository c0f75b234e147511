// Writes kernels of one access each, for counted_ptx.py to record what a profiler counts:
//   counted_ptx > kernels.ptx
//
// Every way to load, store or update memory that the table has, but for scopes, orders and hints of caches, by one warp
// with addresses and guards at random; atomics twice, where what they update begins as zero.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/tier/random_line.hpp"

namespace {

using namespace warpglass::test;

constexpr int kRounds = 60;  // of lines that are looked through for ways that are new

std::vector<std::string> words_of(const Template& line) {
  std::istringstream words(line.text.substr(0, line.text.find(' ')));
  std::vector<std::string> all;
  for (std::string word; std::getline(words, word, '.');) all.push_back(word);
  return all;
}

/// Bytes of an element that a word names; 0 where it names none.
std::size_t bytes_named(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, std::size_t>, 19> kTypes{{{"b8", 1},
                                                                                    {"u8", 1},
                                                                                    {"s8", 1},
                                                                                    {"b16", 2},
                                                                                    {"u16", 2},
                                                                                    {"s16", 2},
                                                                                    {"f16", 2},
                                                                                    {"bf16", 2},
                                                                                    {"b32", 4},
                                                                                    {"u32", 4},
                                                                                    {"s32", 4},
                                                                                    {"f32", 4},
                                                                                    {"f16x2", 4},
                                                                                    {"bf16x2", 4},
                                                                                    {"b64", 8},
                                                                                    {"u64", 8},
                                                                                    {"s64", 8},
                                                                                    {"f64", 8},
                                                                                    {"b128", 16}}};
  for (const auto& [name, bytes] : kTypes)
    if (name == word) return bytes;
  return 0;
}

bool is_atomic(const std::vector<std::string>& words) { return words[0] == "atom" || words[0] == "red"; }

/// How far apart lanes may lie at least; 0 where all have one address.
std::size_t bytes_of(const std::vector<std::string>& words) {
  if (words[0] == "wmma") return 0;
  if (words[0] == "ldmatrix" || words[0] == "stmatrix") return 16;
  std::size_t bytes = 0;
  std::size_t count = 1;
  for (const std::string& word : words) {
    if (const std::size_t named = bytes_named(word); named != 0) bytes = named;
    if (word.size() == 2 && word[0] == 'v') count = static_cast<std::size_t>(word[1] - '0');
  }
  return bytes * count;
}

/// The same for lines that the machine counts alike.
std::string way_of(const Template& line) {
  static const std::set<std::string, std::less<>> kNoMatter{
      "relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu", "sys", "weak", "sync", "aligned", "noftz"};
  const std::vector<std::string> words = words_of(line);
  std::string way;
  for (const std::string& word : words) {
    if (kNoMatter.contains(word) || word.starts_with("L1::") || word.starts_with("L2::")) continue;
    const bool plain = words[0] == "ld" || words[0] == "st" || words[0] == "ldu";
    way += (plain && bytes_named(word) != 0 ? std::to_string(bytes_named(word))
            : word == "shared::cta"         ? std::string("shared")
                                            : word) +
           '.';
  }
  return way + (line.text.find(", 32;") != std::string::npos ? "pitch" : "") + line.base;
}

/// Loads and stores, and behind them atomics.
std::pair<std::vector<Template>, std::vector<Template>> ways(std::mt19937& random) {
  std::pair<std::vector<Template>, std::vector<Template>> all;
  std::set<std::string> seen;
  for (int round = 0; round < kRounds; ++round) {
    for (const Template& line : templates(random)) {
      const std::vector<std::string> words = words_of(line);
      if (line.base.empty() || words[0] == "mbarrier" || line.text.find("cache_hint") != std::string::npos ||
          !seen.insert(way_of(line)).second)
        continue;
      (is_atomic(words) ? all.second : all.first).push_back(line);
    }
  }
  return all;
}

/// Makes %at the address of each lane.
std::string addresses(const Template& line, std::mt19937& random) {
  const std::size_t bytes = bytes_of(words_of(line));
  if (bytes == 0) return fmt::format("mov.b64 %at, {};", line.base);
  static constexpr std::array kApart{0, 1, 1, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 32, 33, 64, 96};
  static constexpr std::array kWithin{15, 31, 63, 1023, 1023, 1023, 1023};
  const int apart = kApart[below(random, kApart.size())];
  const std::size_t first = below(random, 32);
  const std::string number =
      apart == 0 ? fmt::format("mov.b32 %w, {};", first) : fmt::format("mad.lo.u32 %w, %lane, {}, {};", apart, first);
  return fmt::format("{} and.b32 %w, %w, {}; mul.wide.u32 %at, %w, {}; add.u64 %at, %at, {};", number,
                     kWithin[below(random, kWithin.size())], bytes, line.base);
}

std::string kernel_of(std::size_t number, const Template& line, std::mt19937& random) {
  std::string text = fmt::format(".visible .entry k{}(.param .u64 array) {{\n", number);
  text += kRegisterLines;
  text += R"(  .reg .b64 %out; .shared .align 128 .b8 tile[32768];
  ld.param.u64 %own, [array]; mov.u32 %lane, %tid.x; mov.u64 %tile, tile; cvta.shared.u64 %generic, %tile; mov.u64 %warp, %tile;
)";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  mad.lo.u32 %r{0}, %lane, {1}, {0}; mul.wide.u32 %l{0}, %r{0}, {1}; cvt.u16.u32 %h{0}, %r{0};"
        " and.b32 %w, %lane, {2}; setp.ne.u32 %p{0}, %w, 0;\n",
        i, 3 + 2 * i, i < 5 ? 1 << i : 3 * i);
  if (is_atomic(words_of(line)))
    text += R"(  mov.b32 %w, 0; mov.b32 %of_four, 0;
Z:
  mad.lo.u32 %of_two, %lane, 16, %w; cvt.u64.u32 %at, %of_two; add.u64 %at, %at, %tile;
  st.shared.v4.b32 [%at], {%of_four, %of_four, %of_four, %of_four};
  add.u32 %w, %w, 512; setp.lt.u32 %again0, %w, 32768; @%again0 bra Z;
  bar.sync 0;
)";
  const bool guarded = !line.needs_all_lanes && below(random, 4) == 0;
  const std::string guard =
      guarded ? fmt::format("@{}%p{} ", below(random, 2) == 0 ? "" : "!", below(random, kRegisters)) : "";
  Template access = line;
  access.base.clear();  // %at is made here
  text += fmt::format("  {}\n  {}\n", addresses(line, random), filled(access, random, guard));
  text += "  ld.param.u64 %at, [array]; mul.wide.u32 %out, %lane, 8; add.u64 %out, %out, %at;\n";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  st.global.b32 [%out+{1}], %r{0}; st.global.b64 [%out+{2}], %l{0}; st.global.b16 [%out+{3}], %h{0};\n", i,
        1048576 + 768 * i, 1048832 + 768 * i, 1049088 + 768 * i);
  return text + "  ret;\n}\n";
}

}  // namespace

int main() {
  std::mt19937 random(5);
  const auto [accesses, atomics] = ways(random);
  std::size_t number = 0;
  for (const Template& line : accesses) std::printf("%s", kernel_of(number++, line, random).c_str());
  for (int round = 0; round < 2; ++round)
    for (const Template& line : atomics) std::printf("%s", kernel_of(number++, line, random).c_str());
  return 0;
}
