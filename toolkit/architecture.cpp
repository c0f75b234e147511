#include "toolkit/architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace warpglass::toolkit {
namespace {

// sm_50 is left out: sm_52 is the oldest nvcc 12 defaults to. clang 16 to 20 accept those to 90 with CUDA 12.5.
constexpr std::array kKnown{52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121};
constexpr int kClangsNewest = 90;
// All that nvcc has ever taken.
constexpr std::array kEver{10, 11, 12, 13, 20, 21, 30, 32, 35, 37,  50,  52,  53,  60,  61, 62,
                           70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};

struct Asked {
  int number = 0;
  std::string suffix{};  // "a" of sm_90a: with instructions of that one chip; "f": of its family
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
  if (error != std::errc{} || (asked.number < kEver.back() && !std::ranges::binary_search(kEver, asked.number)))
    return std::nullopt;
  const std::string_view suffix(end, static_cast<std::size_t>(word.data() + word.size() - end));
  if (!suffix.empty() && suffix != "a" && suffix != "f") return std::nullopt;
  asked.suffix = suffix;
  return asked;
}

/// Of a program's architectures.
bool comes_first(int one, int other) {
  const bool own = one <= kClangsNewest;
  if (own != (other <= kClangsNewest)) return own;
  return one > other;
}

}  // namespace

std::optional<std::string> known_architecture(std::string_view asked) {
  if (asked == "native" || asked == "all" || asked == "all-major") return std::string(kDefaultArchitecture);
  std::optional<Asked> newest;
  while (true) {
    const std::size_t comma = asked.find(',');
    const auto one = parse_one(asked.substr(0, comma));
    if (!one) return std::nullopt;
    if (!newest || comes_first(one->number, newest->number)) newest = one;
    if (comma == std::string_view::npos) break;
    asked.remove_prefix(comma + 1);
  }
  const auto above = std::upper_bound(kKnown.begin(), kKnown.end(), newest->number);
  const int number = above == kKnown.begin() ? kKnown.front() : *(above - 1);
  const bool keeps = newest->number == number && number >= kClangsNewest;
  return fmt::format("sm_{}{}", number, keeps ? newest->suffix : "");
}

bool is_preferred(std::string_view one, std::string_view other) {
  return comes_first(architecture_number(one), architecture_number(other));
}

std::string architecture_for_machine(std::string_view known_architecture) {
  const bool more = architecture_number(known_architecture) > kClangsNewest && std::isdigit(known_architecture.back());
  return std::string(known_architecture) + (more ? "a" : "");
}

std::span<const int> known_architecture_numbers() { return kKnown; }

int architecture_number(std::string_view known_architecture) {
  int number = 0;
  if (known_architecture.starts_with("sm_")) known_architecture.remove_prefix(3);
  std::from_chars(known_architecture.data(), known_architecture.data() + known_architecture.size(), number);
  return number;
}

std::string clang_architecture(std::string_view known_architecture) {
  if (architecture_number(known_architecture) <= kClangsNewest) return std::string(known_architecture);
  return fmt::format("sm_{}", kClangsNewest);
}

std::vector<std::string> architecture_flags(std::string_view known_architecture) {
  const int number = architecture_number(known_architecture);
  if (number <= kClangsNewest) return {};
  std::vector<std::string> flags{"-Wno-builtin-macro-redefined", "-D__WARPGLASS_NEWER_MACHINE__"};
  const auto on_device = [&](std::string flag) {
    flags.emplace_back("-Xarch_device");
    flags.push_back(std::move(flag));
  };
  on_device("-U__CUDA_ARCH__");
  on_device(fmt::format("-D__CUDA_ARCH__={}0", number));
  const char suffix = known_architecture.back();
  if (suffix == 'a') {
    on_device(fmt::format("-D__CUDA_ARCH_FEAT_SM{}_ALL", number));
    on_device(fmt::format("-D__CUDA_ARCH_SPECIFIC__={}0", number));
  }
  if (suffix == 'a' || suffix == 'f') on_device(fmt::format("-D__CUDA_ARCH_FAMILY_SPECIFIC__={}0", number));
  return flags;
}

}  // namespace warpglass::toolkit
