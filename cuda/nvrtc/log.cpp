#include "cuda/nvrtc/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace warpglass::nvrtc {
namespace {

// Ours in place of the standard library's (toolkit/include/warpglass/nvrtc/README.md): a header of the program's that
// is missed there is missed where the program includes it.
constexpr std::string_view kStandInFolder = "/warpglass/nvrtc/";

struct Place {
  std::string_view file;
  std::string_view line;
  std::string_view rest;  // behind the place
};

std::size_t digits_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, [](unsigned char c) { return std::isdigit(c) != 0; }) -
                                  text.begin());
}

/// "file:3:5: what" and "file:3: what".
std::optional<Place> place_of(std::string_view line) {
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    const std::size_t digits = digits_of(rest);
    if (digits == 0 || rest.size() == digits || rest[digits] != ':') continue;
    const std::string_view number = rest.substr(0, digits);
    rest.remove_prefix(digits + 1);
    const std::size_t column = digits_of(rest);
    if (column != 0 && rest.substr(column).starts_with(':')) rest.remove_prefix(column + 1);
    if (rest.starts_with(' ')) rest.remove_prefix(1);
    return Place{line.substr(0, colon), number, rest};
  }
  return std::nullopt;
}

/// "'a.h' file not found" -> a.h
std::optional<std::string_view> missing_header(std::string_view what) {
  constexpr std::string_view kBefore = "fatal error: '", kBehind = "' file not found";
  if (!what.starts_with(kBefore) || !what.ends_with(kBehind)) return std::nullopt;
  return what.substr(kBefore.size(), what.size() - kBefore.size() - kBehind.size());
}

/// The source beside a message, without the number of its line.
std::string_view without_margin(std::string_view line) {
  const std::size_t bar = line.find(" | ");
  const std::size_t text = line.find_first_not_of(" 0123456789");
  return bar != std::string_view::npos && text == bar + 1 ? line.substr(bar + 3) : line;
}

bool counts_messages(std::string_view line) {
  return line.find(" generated") != std::string_view::npos && line.ends_with('.') && digits_of(line) != 0;
}

// NVRTC's words.
constexpr auto kNotFound = "{}: catastrophic error: cannot open source file \"{}\"\n";
constexpr auto kNowhere = "{}: catastrophic error: could not open source file \"{}\" (no directories in search list)\n";

class Writer {
 public:
  explicit Writer(bool searches) : searches_(searches) {}

  /// \param next  the line behind it, which shows the source
  void add(std::string_view line, std::string_view next) {
    constexpr std::string_view kIncluded = "In file included from ";
    if (line.starts_with(kIncluded)) {
      includer_ = line.substr(kIncluded.size());
      return;
    }
    if (counts_messages(line)) return;
    const std::optional<Place> place = place_of(line);
    if (!place) {
      text_ += fmt::format("  {}\n", without_margin(line));
      return;
    }
    const auto header = missing_header(place->rest);
    if (header) {
      ++fatal_;
      const bool nowhere = !searches_ && next.find(fmt::format("<{}>", *header)) != std::string_view::npos;
      text_ += nowhere ? fmt::format(kNowhere, shown(*place), *header) : fmt::format(kNotFound, shown(*place), *header);
      return;
    }
    if (place->rest.starts_with("error: ") || place->rest.starts_with("fatal error: ")) ++errors_;
    text_ += fmt::format("{}: {}\n", shown(*place), place->rest);
  }

  std::string take(const std::string& name) {
    if (fatal_ > 0) {
      text_ +=
          fmt::format("\n1 catastrophic error detected in the compilation of \"{}\".\nCompilation terminated.\n", name);
    } else if (errors_ > 0) {
      text_ +=
          fmt::format("\n{} error{} detected in the compilation of \"{}\".\n", errors_, errors_ == 1 ? "" : "s", name);
    }
    return std::move(text_);
  }

 private:
  std::string shown(const Place& place) const {
    if (place.file.find(kStandInFolder) != std::string_view::npos) {
      if (const auto includer = place_of(includer_)) return fmt::format("{}({})", includer->file, includer->line);
    }
    return fmt::format("{}({})", place.file, place.line);
  }

  bool searches_;
  std::string text_;
  std::string_view includer_;  // "file:3:", the last named
  int errors_ = 0;
  int fatal_ = 0;
};

}  // namespace

std::string program_log(std::string_view messages, const std::string& name, bool searches) {
  Writer writer(searches);
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(std::min(end + 1, messages.size()));
    writer.add(line, messages.substr(0, messages.find('\n')));
  }
  return writer.take(name);
}

}  // namespace warpglass::nvrtc
