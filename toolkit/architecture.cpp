#include "toolkit/architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace warpglass::toolkit {
namespace {

// What clang 16 to 20 accept with CUDA 12.5, oldest first. sm_50 is left out: sm_52 is the oldest nvcc 12 defaults to.
constexpr std::array kKnown{52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

struct Asked {
  int number = 0;
  bool specific = false;  // the "a" of sm_90a: instructions of that one chip
};

std::optional<Asked> parse_one(std::string_view word) {
  for (std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (word.starts_with(prefix)) {
      word.remove_prefix(prefix.size());
      break;
    }
  }
  Asked asked;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), asked.number);
  if (error != std::errc{} || asked.number < 10) return std::nullopt;
  const std::string_view suffix(end, static_cast<std::size_t>(word.data() + word.size() - end));
  if (!suffix.empty() && suffix != "a" && suffix != "f") return std::nullopt;
  asked.specific = suffix == "a";
  return asked;
}

}  // namespace

std::optional<std::string> clang_architecture(std::string_view asked) {
  if (asked == "native" || asked == "all" || asked == "all-major") return std::string(kDefaultArchitecture);
  std::optional<Asked> newest;
  while (true) {
    const std::size_t comma = asked.find(',');
    const auto one = parse_one(asked.substr(0, comma));
    if (!one) return std::nullopt;
    if (!newest || one->number > newest->number) newest = one;
    if (comma == std::string_view::npos) break;
    asked.remove_prefix(comma + 1);
  }
  const auto above = std::upper_bound(kKnown.begin(), kKnown.end(), newest->number);
  const int number = above == kKnown.begin() ? kKnown.front() : *(above - 1);
  const bool specific = newest->specific && newest->number == 90;
  return fmt::format("sm_{}{}", number, specific ? "a" : "");
}

std::span<const int> clang_architecture_numbers() { return kKnown; }

int architecture_number(std::string_view clang_architecture) {
  int number = 0;
  if (clang_architecture.starts_with("sm_")) clang_architecture.remove_prefix(3);
  std::from_chars(clang_architecture.data(), clang_architecture.data() + clang_architecture.size(), number);
  return number;
}

}  // namespace warpglass::toolkit
