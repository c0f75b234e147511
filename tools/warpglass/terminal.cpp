#include "tools/warpglass/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace warpglass::tool {
namespace {

bool progress_is_shown = false;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

int descriptor(Stream stream) { return stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

bool error_stream_is_terminal() { return isatty(STDERR_FILENO) != 0; }

bool has_unicode() {
  // The first that is set counts (POSIX, Environment Variables, 8.2).
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    const std::string_view locale = std::getenv(variable);
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
  return isatty(descriptor(stream)) != 0 && !dumb && !is_set("NO_COLOR");
}

std::size_t terminal_width(Stream stream) {
  winsize size{};
  if (ioctl(descriptor(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 120;
  return std::clamp<std::size_t>(size.ws_col, 60, 200);
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
