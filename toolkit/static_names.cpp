#include "toolkit/static_names.hpp"

#include <charconv>
#include <cstddef>
#include <fstream>
#include <iterator>

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kMark = "_ZL";

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

}  // namespace

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

bool name_statics_in(const std::string& ptx_file) {
  std::ifstream in(ptx_file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open()) return false;
  in.close();
  std::ofstream out(ptx_file, std::ios::binary | std::ios::trunc);
  out << with_names_of_statics(text);
  return static_cast<bool>(out.flush());
}

}  // namespace warpglass::toolkit
