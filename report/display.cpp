#include "report/display.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.hpp"

namespace warpglass::report {
namespace {

constexpr std::size_t kTab = 4;

struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0xfffd;  // what stands for a byte that is no UTF-8
  bool valid = false;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {.bytes = 1, .code = lead, .valid = true};
  const std::size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length == 0 || lead >= 0xf5 || at + length > text.size()) return {};
  std::uint32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(at + i) & 0x3fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
  return {.bytes = length, .code = code, .valid = true};
}

struct Range {
  std::uint32_t first, last;
};

// Unicode: combining marks and joiners; East Asian wide and fullwidth, emoji.
constexpr Range kNone[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
                           {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064},
                           {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}};
constexpr Range kWide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0x33ff}, {0x3400, 0x4dbf},
                           {0x4e00, 0x9fff},   {0xa000, 0xa4cf},  {0xac00, 0xd7a3}, {0xf900, 0xfaff},
                           {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
                           {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

template <std::size_t n>
bool is_in(const Range (&ranges)[n], std::uint32_t code) {
  for (const Range& range : ranges) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

std::size_t width_of(std::uint32_t code) { return is_in(kNone, code) ? 0 : is_in(kWide, code) ? 2 : 1; }

/// Calls `visit(character, bytes as text, columns so far)` for every character.
template <class Visit>
void for_each_character(std::string_view text, Visit&& visit) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const std::size_t width = c.code == '\t' ? kTab - columns % kTab : width_of(c.code);
    visit(c, text.substr(at, c.bytes), at, columns, width);
    columns += width;
    at += c.bytes;
  }
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t total = 0;
  for_each_character(
      text, [&](const Character&, std::string_view, std::size_t, std::size_t, std::size_t width) { total += width; });
  return total;
}

std::string displayable(std::string_view text) {
  std::string result;
  for_each_character(text,
                     [&](const Character& c, std::string_view bytes, std::size_t, std::size_t, std::size_t width) {
                       if (c.code == '\t') {
                         result.append(width, ' ');
                       } else if (!c.valid || is_control(c.code)) {
                         result += '?';
                       } else {
                         result += bytes;
                       }
                     });
  return result;
}

std::size_t columns_before(std::string_view line, std::uint32_t column) {
  std::size_t result = 0;
  for_each_character(line,
                     [&](const Character&, std::string_view, std::size_t at, std::size_t columns, std::size_t width) {
                       if (at + 1 < column) result = columns + width;
                     });
  return result;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t room = width > 3 ? width - 3 : 0;
  std::string result;
  for_each_character(
      text, [&](const Character&, std::string_view bytes, std::size_t, std::size_t columns, std::size_t taken) {
        if (columns + taken <= room) result += bytes;
      });
  return result + std::string("...").substr(0, width);
}

std::string without_columns(std::string_view text, std::size_t columns) {
  std::string result;
  for_each_character(text,
                     [&](const Character&, std::string_view bytes, std::size_t, std::size_t before, std::size_t width) {
                       if (before >= columns) {
                         result += bytes;
                       } else if (before + width > columns) {
                         result.append(before + width - columns, ' ');
                       }
                     });
  return result;
}

std::size_t scroll_to(std::string& text, std::size_t caret, std::size_t room) {
  if (display_width(text) <= room) return caret;
  // What is left out in front: the indentation, and more where the caret would lie in the last third.
  std::size_t left_out = std::min(text.find_first_not_of(' '), text.size());
  left_out = left_out > 2 && caret >= left_out ? left_out - 2 : 0;
  std::string front;
  if (caret - left_out > room - room / 3) {
    left_out = caret - room / 2 + 3;
    front = "...";
  }
  text = front + shortened(without_columns(text, left_out), room - front.size());
  return caret - left_out + front.size();
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    std::string& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.emplace_back(word);
    } else {
      line.append(line.empty() ? "" : " ").append(word);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string without_trailing_blanks(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string painted(std::string_view text, Colour colour, bool on) {
  if (!on || text.empty()) return std::string(text);
  const auto code = [&] {
    switch (colour) {
      case Colour::plain: return "0";
      case Colour::bold: return "1";
      case Colour::red: return "1;31";
      case Colour::yellow: return "1;33";
      case Colour::green: return "1;32";
      case Colour::cyan: return "1;36";
      case Colour::faint: return "2";
    }
    return "0";
  };
  return fmt::format("\033[{}m{}\033[0m", code(), text);
}

std::string grouped(double value) {
  if (value >= 0 && value < 1.8e19 && value == std::floor(value)) return grouped(static_cast<std::uint64_t>(value));
  return fmt::format("{:.2f}", value);
}

std::string plural(std::uint64_t count, std::string_view word) { return counted(grouped(count), word); }

}  // namespace warpglass::report
