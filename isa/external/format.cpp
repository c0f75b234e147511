#include "isa/external/format.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace warpglass::isa {
namespace {

constexpr int kMaxField = 4096;
constexpr std::size_t kMaxString = 65536;

enum class Size : std::uint8_t { plain, narrower, narrowest, wide };

struct FormatConversion {
  std::string flags;
  int width = -1;      // -1: not given
  int precision = -1;  // -1: not given
  Size size = Size::plain;
  char type = 0;
};

/// The arguments in order: each at its natural alignment, as the C calling conventions promote them.
class Arguments {
 public:
  explicit Arguments(const FormatMemory& memory) : memory_(memory) {}

  std::uint64_t next(std::uint32_t bytes) {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const std::uint64_t value = memory_.argument(offset_, bytes);
    offset_ += bytes;
    return value;
  }

 private:
  const FormatMemory& memory_;
  std::uint64_t offset_ = 0;
};

class Formatter {
 public:
  Formatter(std::string_view format, const FormatMemory& memory) : rest_(format), memory_(memory), arguments_(memory) {}

  Formatted run() {
    while (!rest_.empty()) {
      const std::size_t plain = std::min(rest_.find('%'), rest_.size());
      result_.text += rest_.substr(0, plain);
      rest_.remove_prefix(plain);
      if (!rest_.empty()) convert();
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char c) {
    if (peek() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  int field() {
    if (take('*')) {
      ++result_.arguments;
      return std::clamp(static_cast<int>(static_cast<std::uint32_t>(arguments_.next(4))), -kMaxField, kMaxField);
    }
    int value = 0;
    bool any = false;
    while (peek() >= '0' && peek() <= '9') {
      value = std::min(value * 10 + (peek() - '0'), kMaxField);
      rest_.remove_prefix(1);
      any = true;
    }
    return any ? value : -1;
  }

  void convert() {
    const std::string_view begin = rest_;
    rest_.remove_prefix(1);
    FormatConversion c;
    while (peek() != '\0' && std::string_view("#0+- ").find(peek()) != std::string_view::npos) {
      c.flags += peek();
      rest_.remove_prefix(1);
    }
    const bool star = peek() == '*';
    c.width = field();
    if (star && c.width < 0) {
      c.flags += '-';
      c.width = -c.width;
    }
    if (take('.')) c.precision = peek() == '*' ? std::max(field(), -1) : std::max(field(), 0);
    if (take('h')) {
      c.size = take('h') ? Size::narrowest : Size::narrower;
    } else if (take('l')) {
      take('l');
      c.size = Size::wide;
    } else if (take('j') || take('z') || take('t')) {
      c.size = Size::wide;
    }
    c.type = peek();
    if (c.type != '\0') rest_.remove_prefix(1);
    if (!write(c)) result_.text += begin.substr(0, begin.size() - rest_.size());
  }

  /// False when it is no conversion.
  bool write(const FormatConversion& c) {
    switch (c.type) {
      case '%': result_.text += '%'; return true;
      case 'd':
      case 'i': print(c, "ll", narrow_signed(c)); return true;
      case 'o':
      case 'u':
      case 'x':
      case 'X': print(c, "ll", narrow_unsigned(c)); return true;
      case 'c': print(c, "", static_cast<int>(take_argument(4) & 0xff)); return true;
      case 'p': print(c, "", reinterpret_cast<void*>(static_cast<std::uintptr_t>(take_argument(8)))); return true;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': print(c, "", std::bit_cast<double>(take_argument(8))); return true;
      case 's': write_string(c); return true;
      default: return false;
    }
  }

  std::uint64_t take_argument(std::uint32_t bytes) {
    ++result_.arguments;
    return arguments_.next(bytes);
  }

  std::uint64_t take_integer(const FormatConversion& c) { return take_argument(c.size == Size::wide ? 8 : 4); }

  long long narrow_signed(const FormatConversion& c) {
    const std::uint64_t bits = take_integer(c);
    switch (c.size) {
      case Size::wide: return static_cast<long long>(bits);
      case Size::narrower: return static_cast<std::int16_t>(bits);
      case Size::narrowest: return static_cast<std::int8_t>(bits);
      case Size::plain: break;
    }
    return static_cast<std::int32_t>(bits);
  }

  unsigned long long narrow_unsigned(const FormatConversion& c) {
    const std::uint64_t bits = take_integer(c);
    switch (c.size) {
      case Size::wide: return bits;
      case Size::narrower: return static_cast<std::uint16_t>(bits);
      case Size::narrowest: return static_cast<std::uint8_t>(bits);
      case Size::plain: break;
    }
    return static_cast<std::uint32_t>(bits);
  }

  void write_string(const FormatConversion& c) {
    const std::uint64_t address = take_argument(8);
    const std::size_t limit = c.precision >= 0 ? static_cast<std::size_t>(c.precision) : kMaxString;
    const std::string text = address == 0 ? "(null)" : memory_.string(address, limit);
    const std::size_t width = c.width > 0 ? static_cast<std::size_t>(c.width) : 0;
    const std::string padding(width > text.size() ? width - text.size() : 0, ' ');
    const bool left = c.flags.find('-') != std::string::npos;
    result_.text += left ? text + padding : padding + text;
  }

  template <class T>
  void print(const FormatConversion& c, const char* size, T value) {
    std::string format = "%" + c.flags;
    if (c.width >= 0) format += std::to_string(c.width);
    if (c.precision >= 0) format += "." + std::to_string(c.precision);
    format += size;
    format += c.type;
    char buffer[128];
    // The format is made of checked parts only.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), value);
    if (length < 0) return;
    if (static_cast<std::size_t>(length) < sizeof buffer) {
      result_.text.append(buffer, static_cast<std::size_t>(length));
      return;
    }
    std::string large(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(large.data(), large.size(), format.c_str(), value);
#pragma GCC diagnostic pop
    large.pop_back();
    result_.text += large;
  }

  std::string_view rest_;
  const FormatMemory& memory_;
  Arguments arguments_;
  Formatted result_;
};

}  // namespace

Formatted format_device(std::string_view format, const FormatMemory& memory) { return Formatter(format, memory).run(); }

}  // namespace warpglass::isa
