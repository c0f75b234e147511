#include "ptx/debug_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "ptx/inlined_code.hpp"

namespace warpglass::ptx {
namespace {

std::uint32_t read_number(Cursor& cursor, std::string_view what) {
  const Token number = cursor.expect(TokenKind::integer, what);
  if (number.bits > UINT32_MAX) cursor.fail(number.position, fmt::format("the number {} is too large", what));
  return static_cast<std::uint32_t>(number.bits);
}

/// C's escapes, as far as assemblers write them: \\ \" \n \t and three octal digits.
std::string unescaped(std::string_view text) {
  std::string result;
  const auto octal = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
    } else if (octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      result += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      ++i;
      result += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    }
  }
  return result;
}

std::uint64_t place_of(std::uint32_t file, std::uint32_t line, std::uint32_t column) {
  return (std::uint64_t{file} * 0x9e3779b97f4a7c15u) ^ (std::uint64_t{line} << 24) ^ column;
}

}  // namespace

std::size_t DebugInfo::LocationHash::operator()(const SourceLocation& l) const {
  const auto inlined = static_cast<std::uint32_t>(l.inlined_at);
  return static_cast<std::size_t>((place_of(l.file, l.line, l.column) + inlined) * 0x9e3779b97f4a7c15u >> 8);
}

bool DebugInfo::LocationEqual::operator()(const SourceLocation& a, const SourceLocation& b) const {
  return a.file == b.file && a.line == b.line && a.column == b.column && a.inlined_at == b.inlined_at &&
         a.inlined_function == b.inlined_function;
}

std::int32_t DebugInfo::index_of(const SourceLocation& location) {
  const auto [entry, is_new] = locations_.try_emplace(location, static_cast<std::int32_t>(module_.locations.size()));
  if (is_new) module_.locations.push_back(location);
  newest_[place_of(location.file, location.line, location.column)] = entry->second;
  return entry->second;
}

void DebugInfo::read_file(Cursor& cursor) {
  SourceFile file;
  file.number = read_number(cursor, "for the number of the file");
  file.name = unescaped(cursor.expect(TokenKind::string, "with the name of the file").text);
  if (cursor.accept(TokenKind::comma)) {  // time stamp and size
    (void)cursor.expect(TokenKind::integer, "for the time of the file");
    (void)cursor.expect(TokenKind::comma, "and the size of the file");
    (void)cursor.expect(TokenKind::integer, "for the size of the file");
  }
  module_.files.push_back(std::move(file));
}

std::int32_t DebugInfo::read_location(Cursor& cursor) {
  SourceLocation location;
  location.file = read_number(cursor, "for the file of .loc");
  location.line = read_number(cursor, "for the line of .loc");
  location.column = read_number(cursor, "for the column of .loc");
  while (cursor.accept(TokenKind::comma)) {
    const Token attribute = cursor.expect(TokenKind::identifier, "such as function_name or inlined_at");
    if (attribute.text == "function_name") {
      location.inlined_function = read_inlined_function(cursor);
    } else if (attribute.text == "inlined_at") {
      location.inlined_at = read_call_site(cursor);
    } else {
      cursor.fail(attribute.position, fmt::format("expected function_name or inlined_at, found '{}'", attribute.text));
    }
  }
  return index_of(location);
}

std::int32_t DebugInfo::read_inlined_function(Cursor& cursor) {
  Label label;
  label.first = cursor.expect(TokenKind::identifier, "in .debug_str, where the function's name is").text;
  if (cursor.accept(TokenKind::plus)) {
    label.second = cursor.expect(TokenKind::integer, "for the offset behind the name").bits;
  }
  const auto [entry, is_new] =
      inlined_functions_.try_emplace(label, static_cast<std::int32_t>(inlined_functions_.size()));
  return entry->second;
}

std::int32_t DebugInfo::read_call_site(Cursor& cursor) {
  SourceLocation site;
  site.file = read_number(cursor, "for the file of inlined_at");
  site.line = read_number(cursor, "for the line of inlined_at");
  site.column = read_number(cursor, "for the column of inlined_at");
  // The place was told by a .loc before this one, perhaps itself inlined somewhere; that one is meant.
  if (const auto known = newest_.find(place_of(site.file, site.line, site.column)); known != newest_.end()) {
    const SourceLocation& found = module_.locations[static_cast<std::size_t>(known->second)];
    if (found.file == site.file && found.line == site.line && found.column == site.column) return known->second;
  }
  return index_of(site);
}

void DebugInfo::read_section(Cursor& cursor) {
  const Token name = cursor.take();
  if (!name.is(TokenKind::word) && !name.is(TokenKind::identifier) && !name.is(TokenKind::string)) {
    cursor.fail(name.position, fmt::format("expected the name of a section, found {}", describe(name)));
  }
  if (!cursor.at(TokenKind::left_brace)) cursor.fail_expected("'{' of the section");
  std::string_view bare = name.text;
  if (bare.starts_with('.')) bare.remove_prefix(1);
  if (bare == "debug_str") {
    strings_ = read_section_bytes(cursor, "debug_str");
  } else if (bare == "debug_info") {
    info_ = read_section_bytes(cursor, "debug_info");
  } else if (bare == "debug_abbrev") {
    abbreviations_ = read_section_bytes(cursor, "debug_abbrev");
  } else {
    cursor.skip_block(fmt::format("section {}", describe(name)));
  }
}

void DebugInfo::name_inlined_functions() {
  module_.inlined_functions.resize(inlined_functions_.size());
  // Every name stands in the section once; without a bound, many offsets into one long name would make quadratic text.
  std::size_t budget = strings_.bytes.size();
  for (const auto& [label, index] : inlined_functions_) {
    const auto found = strings_.labels.find(label.first);
    if (found == strings_.labels.end() || label.second > strings_.bytes.size()) continue;
    const std::size_t start = found->second + static_cast<std::size_t>(label.second);
    if (start >= strings_.bytes.size()) continue;
    const std::size_t end = strings_.bytes.find('\0', start);
    if (end == std::string::npos || end - start > budget) continue;
    budget -= end - start;
    module_.inlined_functions[static_cast<std::size_t>(index)] = strings_.bytes.substr(start, end - start);
  }
}

void DebugInfo::place_inlined_code() {
  // nvcc has said it with the locations.
  const bool known = std::ranges::any_of(module_.locations, [](const SourceLocation& l) { return l.inlined_at >= 0; });
  if (known || info_.bytes.empty()) return;
  const std::vector<InlinedCall> calls = inlined_calls(info_, abbreviations_);
  if (calls.empty()) return;
  const std::vector<SourceLocation> written = module_.locations;
  std::vector<std::int32_t> site_of(calls.size(), -1);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const InlinedCall& call = calls[i];
    site_of[i] = index_of({.file = call.file,
                           .line = call.line,
                           .column = call.column,
                           .inlined_at = call.outer == InlinedCall::kNone ? -1 : site_of[call.outer]});
  }
  for (const std::unique_ptr<Function>& function : module_.functions) {
    const std::vector<std::uint32_t> callers = calls_of_code(*function, calls, written);
    for (std::size_t i = 0; i < callers.size(); ++i) {
      Instruction& instruction = function->instructions[i];
      if (callers[i] == InlinedCall::kNone || instruction.location < 0) continue;
      SourceLocation location = written[static_cast<std::size_t>(instruction.location)];
      location.inlined_at = site_of[callers[i]];
      instruction.location = index_of(location);
    }
  }
}

}  // namespace warpglass::ptx
