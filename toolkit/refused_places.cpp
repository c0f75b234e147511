// What clang's output says of places that it refuses.
#include <algorithm>
#include <array>
#include <utility>

#include "toolkit/refused_source.hpp"

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

struct Refusal {
  std::string_view words;  // of clang's error
  What what;
};

// A launch calls this function of the host, and names a kernel. Of many errors clang says one only.
constexpr std::array kRefusals{
    Refusal{"reference to __host__ function '__cudaPushCallConfiguration' in ", What::launch},
    Refusal{"reference to __global__ function '", What::kernel},
    Refusal{"weak declaration cannot have internal linkage", What::internal_kernel},
    Refusal{"an attribute list cannot appear here", What::alignment},
    Refusal{"initialization is not supported for __shared__ variables", What::constructed},
    Refusal{"invalid % escape in inline assembly string", What::assembly},
    Refusal{"clang knows no __cluster_dims__", What::cluster},  // our own words, of crt/host_defines.h
    Refusal{"expected expression", What::brackets},
};
constexpr std::string_view kError = "error: ";
constexpr std::string_view kNoMatch = "no matching function for call to '";
constexpr std::string_view kCallOfKernel = "call to __global__ function from ";
constexpr std::string_view kNoKernelMatches = "note: candidate function not viable: call to __global__ function from ";
constexpr std::string_view kExpanded = "note: expanded from macro ";

/// "file:line:column: what" taken apart; false where it is nothing of the kind.
bool take_place(std::string_view line, RefusedPlace& place, std::string_view& what) {
  std::size_t numbers[2] = {};
  std::size_t end = line.find(": ");
  if (end == std::string_view::npos) return false;
  what = line.substr(end + 2);
  for (std::size_t& number : numbers) {
    const std::size_t colon = line.rfind(':', end - 1);
    if (colon == std::string_view::npos || colon + 1 == end) return false;
    for (const char digit : line.substr(colon + 1, end - colon - 1)) {
      if (digit < '0' || digit > '9') return false;
      number = number * 10 + static_cast<std::size_t>(digit - '0');
    }
    end = colon;
  }
  place.file = line.substr(0, end);
  place.line = numbers[1];
  place.column = numbers[0];
  return !place.file.empty();
}

/// Of our own error; empty where there are none.
std::string sizes_named(std::string_view error) {
  const std::size_t open = error.rfind(": __cluster_dims__(");
  if (open == std::string_view::npos || !error.ends_with(')')) return {};
  error.remove_prefix(error.find('(', open) + 1);
  error.remove_suffix(1);
  return std::string(error);
}

}  // namespace

bool may_be_rewritten(std::string_view output) {
  const auto says = [&](std::string_view words) { return output.find(words) != std::string_view::npos; };
  if (says(kCallOfKernel)) return true;
  return std::ranges::any_of(kRefusals, [&](const Refusal& refusal) {
    // Anybody may have left out an expression.
    return says(refusal.words) && (refusal.what != What::brackets || says("<< <") || says(">> >"));
  });
}

std::vector<RefusedPlace> refused_places(std::string_view output) {
  std::vector<RefusedPlace> places;
  std::vector<RefusedPlace> unmatched;        // calls, of which notes may tell that they are launches
  std::vector<RefusedPlace>* last = nullptr;  // notes are of the last of these
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    RefusedPlace place;
    std::string_view what;
    if (!take_place(line, place, what)) continue;
    const auto named = [&](std::string_view message) {
      what.remove_prefix(message.size());
      place.what = What::kernel;
      place.name = what.substr(0, what.find_first_of("'<"));
    };
    if (what.starts_with("note: ")) {
      if (what.starts_with(kNoKernelMatches)) {
        places.insert(places.end(), unmatched.begin(), unmatched.end());
        unmatched.clear();
      }
      if (!what.starts_with(kExpanded) || last == nullptr || last->empty()) {
        last = nullptr;
        continue;
      }
      place.what = last->back().what;
      place.name = last->back().name;
      place.in_macro = true;
      last->push_back(std::move(place));
      continue;
    }
    unmatched.clear();
    last = &places;
    if (!what.starts_with(kError)) {
      last = nullptr;
      continue;
    }
    what.remove_prefix(kError.size());
    const auto refusal =
        std::ranges::find_if(kRefusals, [&](const Refusal& one) { return what.starts_with(one.words); });
    if (refusal != kRefusals.end()) {
      place.what = refusal->what;
      if (place.what == What::kernel) named(refusal->words);
      if (place.what == What::cluster) place.name = sizes_named(what);
    } else if (what.starts_with(kNoMatch)) {
      named(kNoMatch);
      last = &unmatched;
    } else {
      last = nullptr;
      continue;
    }
    (last == &unmatched ? unmatched : places).push_back(std::move(place));
    if (places.empty() || places.back().what != What::internal_kernel) continue;
    last = nullptr;  // the macro is ours
  }
  return places;
}

}  // namespace warpglass::toolkit
