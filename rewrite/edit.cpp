#include "rewrite/edit.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace warpglass::rewrite {
namespace {

void put_in_order(std::vector<Edit>& edits) {
  std::ranges::sort(edits);
  const auto twice = std::ranges::unique(edits);
  edits.erase(twice.begin(), twice.end());
}

}  // namespace

std::string edited(std::string_view text, std::vector<Edit> edits) {
  put_in_order(edits);
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    assert(at <= edit.span.begin && edit.span.begin <= edit.span.end && edit.span.end <= text.size());
    result += text.substr(at, edit.span.begin - at);
    result += edit.text;
    at = edit.span.end;
  }
  return result += text.substr(at);
}

std::vector<Edit> watched(std::vector<Edit> edits) {
  for (Edit& edit : edits) edit.text += std::exchange(edit.watched, {});
  return edits;
}

bool overlap(std::vector<Edit> edits) {
  put_in_order(edits);
  return std::ranges::adjacent_find(edits, [](const Edit& a, const Edit& b) {
           return a.span.file == b.span.file && b.span.begin < a.span.end;
         }) != edits.end();
}

}  // namespace warpglass::rewrite
