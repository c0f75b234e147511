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

}  // namespace

bool error_stream_is_terminal() { return isatty(STDERR_FILENO) != 0; }

bool wants_colour(ColourChoice choice) {
  switch (choice) {
    case ColourChoice::always: return true;
    case ColourChoice::never: return false;
    case ColourChoice::automatic: break;
  }
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return error_stream_is_terminal() && !dumb && !is_set("NO_COLOR");
}

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 120;
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
