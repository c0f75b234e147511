#include "tools/warpglass/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace warpglass::tool {
namespace {

bool progress_is_shown = false;

/// Empty where it is not set.
std::string_view value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::string_view() : value;
}

int descriptor(Stream stream) { return stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

bool error_stream_is_terminal() { return isatty(STDERR_FILENO) != 0; }

bool has_unicode() {
  // The first that is set counts (POSIX, Environment Variables, 8.2).
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = value_of(variable);
    if (locale.empty()) continue;
    for (const std::string_view name : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (locale.find(name) != std::string_view::npos) return true;
    }
    return false;
  }
  return false;
}

bool wants_colour(ColourChoice choice, Stream stream) {
  switch (choice) {
    case ColourChoice::always: return true;
    case ColourChoice::never: return false;
    case ColourChoice::automatic: break;
  }
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(descriptor(stream)) != 0 && !dumb && value_of("NO_COLOR").empty();
}

std::size_t table_width(Stream stream) {
  constexpr std::size_t kLeast = 60, kMost = 200;
  std::size_t columns = 0;
  if (const std::string_view text = value_of("COLUMNS"); !text.empty()) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (problem != std::errc() || end != text.data() + text.size()) columns = 0;
  }
  winsize size{};
  if (columns == 0 && ioctl(descriptor(stream), TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns == 0 ? 0 : std::clamp(columns, kLeast, kMost);
}

std::size_t terminal_width(Stream stream) {
  constexpr std::size_t kWithout = 120;
  const std::size_t columns = table_width(stream);
  return columns == 0 ? kWithout : columns;
}

void show_progress(const std::string& text) {
  if (!error_stream_is_terminal()) return;
  fmt::print(stderr, "\r\033[Kwarpglass: {}", text);
  std::fflush(stderr);
  progress_is_shown = true;
}

void clear_progress() {
  if (!progress_is_shown) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  progress_is_shown = false;
}

}  // namespace warpglass::tool
