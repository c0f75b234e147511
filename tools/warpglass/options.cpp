#include "tools/warpglass/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

Dim3 parse_extent(const std::string& text, const std::string& option) {
  std::array<std::uint32_t, 3> values{1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [next, problem] = std::from_chars(at, end, values[i]);
    if (problem != std::errc() || values[i] == 0) break;
    at = next;
    if (at == end) return {values[0], values[1], values[2]};
    if (*at != 'x' && *at != ',') break;
    ++at;
  }
  throw UsageError(fmt::format("{} takes up to three numbers from 1, such as 16x8; '{}' is not that", option, text));
}

ColourChoice parse_colour(const std::string& text) {
  if (text == "auto") return ColourChoice::automatic;
  if (text == "always") return ColourChoice::always;
  if (text == "never") return ColourChoice::never;
  throw UsageError(fmt::format("--color takes auto, always or never; '{}' is none of them", text));
}

bool takes_output(const std::vector<FormFile>& files) {
  return std::ranges::find(files, "-", &FormFile::path) != files.end();
}

SeedRange parse_seeds(const std::string& text, const std::string& option) {
  const auto number = [](std::string_view part, std::uint64_t& value) {
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), value);
    return problem == std::errc() && end == part.data() + part.size();
  };
  const std::string_view all = text;
  const std::size_t dots = all.find("..");
  SeedRange range;
  if (dots == std::string_view::npos) {
    if (number(all, range.last) && range.last-- != 0) return range;
  } else if (number(all.substr(0, dots), range.first) && number(all.substr(dots + 2), range.last) &&
             range.first <= range.last) {
    return range;
  }
  throw UsageError(
      fmt::format("{} takes a number of orders from 1, such as 8, or seeds from..to, such as 8..15; '{}' is neither",
                  option, text));
}

std::uint32_t parse_bytes(const std::string& text, const std::string& option) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const bool kib = unit == "K" || unit == "k" || unit == "KiB";
  if (problem == std::errc() && (unit.empty() || unit == "B" || kib) && value <= (std::uint64_t{1} << (kib ? 20 : 30)))
    return static_cast<std::uint32_t>(kib ? value * 1024 : value);
  throw UsageError(fmt::format("{} takes bytes, such as 4096 or 48K; '{}' is not that", option, text));
}

}  // namespace warpglass::tool
