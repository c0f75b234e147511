#include "toolkit/static_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <map>
#include <optional>

#include "base/read_file.hpp"
#include "toolkit/ptxas.hpp"

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kMark = "_ZL";
// How names in std and __gnu_cxx begin.
constexpr std::array<std::string_view, 4> kLibrary{"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx"};

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// \param name  begins with the mark
std::string unmarked(std::string_view name) {
  const std::string_view encoded = name.substr(kMark.size());
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(encoded.data(), encoded.data() + encoded.size(), length);
  const std::string_view rest(end, static_cast<std::size_t>(encoded.data() + encoded.size() - end));
  if (error != std::errc{} || length == 0 || rest.size() < length) return std::string(name);
  return rest.size() == length ? std::string(rest) : "_Z" + std::string(encoded);
}

/// The name at a place of a text, which may be none.
std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_of_name(text[end])) ++end;
  return text.substr(at, end - at);
}

bool is_of_the_library(std::string_view name) {
  return std::ranges::any_of(kLibrary, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

/// What a line such as ".weak .global .align 4 .u32 _ZNSt6digitsE = 24;" names; empty for others. Without our pass
/// (plugin/) it is of constant memory.
std::string_view library_constant(std::string_view line) {
  if (!line.starts_with(".weak .global ") && !line.starts_with(".weak .const ")) return {};
  const std::size_t at = line.find(" _Z");
  const std::string_view name = at == std::string_view::npos ? std::string_view{} : name_at(line, at + 1);
  return is_of_the_library(name) ? name : std::string_view{};
}

std::map<std::string_view, int> library_names_in(std::string_view text) {
  std::map<std::string_view, int> times;
  for (std::size_t at = text.find("_Z"); at != std::string_view::npos; at = text.find("_Z", at)) {
    const std::string_view name = name_at(text, at);
    if ((at == 0 || !is_of_name(text[at - 1])) && is_of_the_library(name)) ++times[name];
    at += name.size();
  }
  return times;
}

}  // namespace

std::string without_unread_library_constants(std::string_view ptx) {
  const std::map<std::string_view, int> times = library_names_in(ptx);
  std::string text;
  while (!ptx.empty()) {
    const std::size_t end = std::min(ptx.find('\n'), ptx.size() - 1) + 1;
    const std::string_view line = ptx.substr(0, end);
    const std::string_view name = library_constant(line);
    if (name.empty() || times.at(name) > 1) text.append(line);
    ptx.remove_prefix(end);
  }
  return text;
}

std::string with_names_of_statics(std::string_view ptx) {
  std::string text;
  while (true) {
    const std::size_t at = ptx.find(kMark);
    if (at == std::string_view::npos) return text.append(ptx);
    std::size_t end = at;
    while (end < ptx.size() && is_of_name(ptx[end])) ++end;
    const bool begins = at == 0 || !is_of_name(ptx[at - 1]);
    const std::string_view name = ptx.substr(at, end - at);
    text.append(ptx.substr(0, at)).append(begins ? unmarked(name) : std::string(name));
    ptx.remove_prefix(end);
  }
}

std::string as_if_alone(std::string_view ptx) { return with_names_of_statics(without_unread_library_constants(ptx)); }

bool name_statics_in(const std::string& ptx_file, bool has_host) {
  const std::optional<std::string> text = contents_of(ptx_file);
  if (!text) return false;
  std::ofstream out(ptx_file, std::ios::binary | std::ios::trunc);
  out << without_debug_target((has_host ? without_unread_library_constants : as_if_alone)(*text));
  return static_cast<bool>(out.flush());
}

}  // namespace warpglass::toolkit
