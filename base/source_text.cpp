#include "base/source_text.hpp"

#include <algorithm>
#include <utility>

namespace warpglass {
namespace {

constexpr std::string_view kName = "\n//source ";
constexpr std::string_view kLine = "\n//| ";

}  // namespace

std::string with_source_text(std::string ptx, const SourceText& source) {
  if (source.name.empty() || source.name.find('\n') != std::string::npos) return ptx;
  ptx.append(kName).append(source.name);
  std::string_view left = source.text;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    ptx.append(kLine).append(left.substr(0, end));
    left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
  }
  return ptx + '\n';
}

std::vector<SourceText> source_texts_in(std::string_view ptx) {
  std::vector<SourceText> found;
  for (std::size_t at = ptx.find(kName); at != std::string_view::npos; at = ptx.find(kName, at)) {
    at += kName.size();
    std::size_t end = std::min(ptx.find('\n', at), ptx.size());
    SourceText source{.name = std::string(ptx.substr(at, end - at)), .text = {}};
    while (ptx.substr(end).starts_with(kLine)) {
      at = end + kLine.size();
      end = std::min(ptx.find('\n', at), ptx.size());
      source.text.append(ptx.substr(at, end - at)) += '\n';
    }
    found.push_back(std::move(source));
    at = end;
  }
  return found;
}

}  // namespace warpglass
