#include "ptx/inlined_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace warpglass::ptx {
namespace {

int bytes_of_data_word(std::string_view word) {
  if (word == "b8") return 1;
  if (word == "b16") return 2;
  if (word == "b32") return 4;
  if (word == "b64") return 8;
  return 0;
}

// DWARF's numbers (DWARF 5, section 7.5); only these are looked at.
enum : std::uint64_t {
  kInlinedSubroutine = 0x1d,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kAbstractOrigin = 0x31,
  kCallColumn = 0x57,
  kCallFile = 0x58,
  kCallLine = 0x59,
};

/// Reads little-endian numbers; past the end it is spent, and gives zeros.
class Bytes {
 public:
  Bytes(const SectionBytes& section, std::size_t at, std::size_t end) : section_(section), at_(at), end_(end) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool spent() const { return at_ >= end_; }

  std::uint64_t fixed(std::size_t size) {
    if (size > end_ - std::min(at_, end_)) {
      at_ = end_;
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{byte(at_ + i)} << (8 * i);
    at_ += size;
    return value;
  }
  std::uint64_t leb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !spent(); shift += 7) {
      const std::uint8_t next = byte(at_++);
      if (shift < 64) value |= std::uint64_t{next & 0x7fu} << shift;
      if ((next & 0x80) == 0) break;
    }
    return value;
  }
  void skip(std::uint64_t size) {
    at_ = size > end_ - std::min(at_, end_) ? end_ : at_ + static_cast<std::size_t>(size);
  }
  void skip_string() {
    const std::size_t zero = section_.bytes.find('\0', at_);
    at_ = zero == std::string::npos || zero >= end_ ? end_ : zero + 1;
  }
  /// What the text names at the next bytes.
  [[nodiscard]] std::string_view name() const {
    const auto found = section_.names_at.find(at_);
    return found == section_.names_at.end() ? std::string_view{} : found->second;
  }

 private:
  [[nodiscard]] std::uint8_t byte(std::size_t at) const { return static_cast<std::uint8_t>(section_.bytes[at]); }

  const SectionBytes& section_;
  std::size_t at_;
  std::size_t end_;
};

struct Attribute {
  std::uint64_t name = 0;
  std::uint64_t form = 0;
};

struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Attribute> attributes;
};

using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

constexpr std::uint64_t kImplicitConst = 0x21;
constexpr std::uint64_t kIndirect = 0x16;

Abbreviations read_abbreviations(const SectionBytes& section, std::size_t offset) {
  Abbreviations all;
  Bytes in(section, offset, section.bytes.size());
  while (!in.spent()) {
    const std::uint64_t code = in.leb128();
    if (code == 0) break;
    Abbreviation one;
    one.tag = in.leb128();
    one.has_children = in.fixed(1) != 0;
    while (!in.spent()) {
      const Attribute attribute{.name = in.leb128(), .form = in.leb128()};
      if (attribute.form == kImplicitConst) (void)in.leb128();
      if (attribute.name == 0 && attribute.form == 0) break;
      one.attributes.push_back(attribute);
    }
    all.emplace(code, std::move(one));
  }
  return all;
}

/// What one attribute says.
struct Value {
  std::uint64_t number = 0;
  std::string_view name;
};

/// \return  nothing: a form that is not known, behind which nothing can be read
std::optional<Value> read_value(Bytes& in, std::uint64_t form, unsigned address_size) {
  const std::string_view name = in.name();
  switch (form) {
    case 0x01: return Value{.number = in.fixed(address_size), .name = name};  // addr
    case 0x0b:                                                                // data1
    case 0x0c:                                                                // flag
    case 0x11:                                                                // ref1
    case 0x25:                                                                // strx1
    case 0x29: return Value{.number = in.fixed(1), .name = {}};               // addrx1
    case 0x05:                                                                // data2
    case 0x12:                                                                // ref2
    case 0x26:                                                                // strx2
    case 0x2a: return Value{.number = in.fixed(2), .name = {}};               // addrx2
    case 0x27:                                                                // strx3
    case 0x2b: return Value{.number = in.fixed(3), .name = {}};               // addrx3
    case 0x06:                                                                // data4
    case 0x0e:                                                                // strp
    case 0x10:                                                                // ref_addr
    case 0x13:                                                                // ref4
    case 0x17:                                                                // sec_offset
    case 0x1f:                                                                // line_strp
    case 0x28:                                                                // strx4
    case 0x2c: return Value{.number = in.fixed(4), .name = name};             // addrx4
    case 0x07:                                                                // data8
    case 0x14:                                                                // ref8
    case 0x20: return Value{.number = in.fixed(8), .name = name};             // ref_sig8
    case 0x1e: in.skip(16); return Value{};                                   // data16
    case 0x08: in.skip_string(); return Value{};                              // string
    case 0x0d:                                                                // sdata
    case 0x0f:                                                                // udata
    case 0x15:                                                                // ref_udata
    case 0x1a:                                                                // strx
    case 0x1b: return Value{.number = in.leb128(), .name = {}};               // addrx
    case 0x03: in.skip(in.fixed(2)); return Value{};                          // block2
    case 0x04: in.skip(in.fixed(4)); return Value{};                          // block4
    case 0x0a: in.skip(in.fixed(1)); return Value{};                          // block1
    case 0x09:                                                                // block
    case 0x18: in.skip(in.leb128()); return Value{};                          // exprloc
    case 0x19:                                                                // flag_present
    case kImplicitConst: return Value{};
    default: return std::nullopt;
  }
}

/// The calls of one unit.
class Unit {
 public:
  Unit(Bytes& in, const Abbreviations& abbreviations, std::size_t begin, unsigned address_size,
       std::vector<InlinedCall>& calls)
      : in_(in), abbreviations_(abbreviations), begin_(begin), address_size_(address_size), calls_(calls) {}

  /// \return  whether it could be read to its end
  bool read() {
    std::vector<std::uint32_t> around;  // of each open entry, the innermost call that it is or lies in
    while (!in_.spent()) {
      const std::uint64_t code = in_.leb128();
      if (code == 0) {
        if (!around.empty()) around.pop_back();
        continue;
      }
      const auto found = abbreviations_.find(code);
      if (found == abbreviations_.end()) return false;
      const std::uint32_t outer = around.empty() ? InlinedCall::kNone : around.back();
      InlinedCall call;
      call.outer = outer;
      for (const Attribute& attribute : found->second.attributes) {
        if (!note(attribute, call)) return false;
      }
      std::uint32_t innermost = outer;
      if (found->second.tag == kInlinedSubroutine && !call.begin.empty() && !call.end.empty()) {
        innermost = static_cast<std::uint32_t>(calls_.size());
        calls_.push_back(call);
      }
      if (found->second.has_children) around.push_back(innermost);
    }
    return true;
  }

 private:
  bool note(const Attribute& attribute, InlinedCall& call) {
    std::uint64_t form = attribute.form;
    if (form == kIndirect) form = in_.leb128();
    const std::optional<Value> value = read_value(in_, form, address_size_);
    if (!value) return false;
    switch (attribute.name) {
      case kLowPc: call.begin = value->name; break;
      case kHighPc: call.end = value->name; break;
      case kAbstractOrigin: call.callee = value->number + begin_; break;
      case kCallFile: call.file = static_cast<std::uint32_t>(value->number); break;
      case kCallLine: call.line = static_cast<std::uint32_t>(value->number); break;
      case kCallColumn: call.column = static_cast<std::uint32_t>(value->number); break;
      default: break;
    }
    return true;
  }

  Bytes& in_;
  const Abbreviations& abbreviations_;
  std::size_t begin_;
  unsigned address_size_;
  std::vector<InlinedCall>& calls_;
};

}  // namespace

SectionBytes read_section_bytes(Cursor& cursor, std::string_view what) {
  SectionBytes section;
  const Position open = cursor.take().position;
  for (int braces = 1; braces != 0;) {
    const Token token = cursor.take();
    if (token.is(TokenKind::end)) cursor.fail(open, fmt::format("section {} is not closed; '}}' is missing", what));
    if (token.is(TokenKind::left_brace)) ++braces;
    if (token.is(TokenKind::right_brace)) --braces;
    if (token.is(TokenKind::identifier) && cursor.accept(TokenKind::colon)) {
      section.labels[token.text] = section.bytes.size();
      continue;
    }
    const int width = token.is(TokenKind::word) ? bytes_of_data_word(token.text) : 0;
    if (width == 0) continue;
    do {
      std::uint64_t bits = 0;
      if (cursor.at(TokenKind::integer)) {
        bits = cursor.take().bits;
      } else if (cursor.at(TokenKind::identifier)) {
        section.names_at[section.bytes.size()] = cursor.take().text;
      }
      for (int i = 0; i < width; ++i) section.bytes += static_cast<char>(bits >> (8 * i) & 0xff);
    } while (cursor.accept(TokenKind::comma));
  }
  return section;
}

std::vector<InlinedCall> inlined_calls(const SectionBytes& info, const SectionBytes& abbreviations) {
  std::vector<InlinedCall> calls;
  for (std::size_t begin = 0; begin < info.bytes.size();) {
    Bytes heading(info, begin, info.bytes.size());
    const std::uint64_t length = heading.fixed(4);
    if (length == 0 || length > info.bytes.size() - heading.at()) break;  // also the escape of 64-bit DWARF
    const std::size_t end = heading.at() + static_cast<std::size_t>(length);
    const std::uint64_t version = heading.fixed(2);
    if (version < 2 || version > 5) break;
    constexpr std::uint64_t kOrdinaryUnit = 1;
    if (version == 5 && heading.fixed(1) != kOrdinaryUnit) break;
    unsigned address_size = version == 5 ? static_cast<unsigned>(heading.fixed(1)) : 0;
    // The text names the section, whose beginning it means, or a label in it.
    const auto label = abbreviations.labels.find(heading.name());
    const std::uint64_t offset = heading.fixed(4) + (label == abbreviations.labels.end() ? 0 : label->second);
    if (version < 5) address_size = static_cast<unsigned>(heading.fixed(1));
    if (address_size == 0 || address_size > 8 || offset > abbreviations.bytes.size()) break;
    const Abbreviations known = read_abbreviations(abbreviations, static_cast<std::size_t>(offset));
    Bytes entries(info, heading.at(), end);
    if (!Unit(entries, known, begin, address_size, calls).read()) break;
    begin = end;
  }
  return calls;
}

}  // namespace warpglass::ptx
