// What clang's output says of places that it refuses.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "toolkit/refused_source.hpp"

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

struct Refusal {
  std::string_view words;  // of clang's error
  What what;
};

constexpr std::string_view kUnresolved = "reference to overloaded function could not be resolved";
constexpr std::string_view kNotCalled = "reference to non-static member function must be called";

// A launch calls this function of the host, and names a kernel. Of many errors clang says one only.
constexpr std::array kRefusals{
    Refusal{"reference to __host__ function '__cudaPushCallConfiguration' in ", What::launch},
    Refusal{"reference to __global__ function '", What::kernel},
    Refusal{"weak declaration cannot have internal linkage", What::internal_kernel},
    Refusal{"an attribute list cannot appear here", What::alignment},
    Refusal{"'alignas' attribute cannot be applied to types", What::alignment},  // before the name of a type
    Refusal{"initialization is not supported for __shared__ variables", What::constructed},
    Refusal{"invalid % escape in inline assembly string", What::assembly},
    Refusal{"invalid operand number in inline asm string", What::assembly},  // of a template, never made
    Refusal{"clang knows no __cluster_dims__", What::cluster},               // our own words, of crt/host_defines.h
    Refusal{"expected expression", What::brackets},
    Refusal{"expected member name or ';' after declaration specifiers", What::brackets},
    Refusal{"missing 'template' keyword prior to dependent template name '", What::template_name},
    Refusal{"use 'template' keyword to treat '", What::template_name},
    Refusal{kUnresolved, What::template_name},
    Refusal{kNotCalled, What::template_name},
    Refusal{"expected ')'", What::operand},
    Refusal{"embedding a #pragma directive within macro arguments is not supported", What::directive},
    Refusal{"expected a for, while, or do-while loop to follow '#pragma ", What::unroll},
    Refusal{"incompatible directives '#pragma unroll", What::unroll},
    Refusal{"duplicate directives '#pragma unroll", What::unroll},
    Refusal{"expected statement", What::unroll},
    Refusal{"expected unqualified-id", What::unroll},
    Refusal{"invalid value '-", What::unroll},
    Refusal{"cannot jump from switch statement to this case label", What::variable},
    Refusal{"out-of-line definition of '", What::functions},
    Refusal{"no function template matches function template specialization '", What::functions},
    Refusal{"explicit instantiation of '", What::functions},
    Refusal{"call to deleted constructor of '", What::builtin},
    Refusal{"a type specifier is required for all declarations", What::untyped},
    Refusal{"C++ requires a type specifier for all declarations", What::untyped},
    Refusal{"arithmetic on a pointer to void", What::pointer},
    Refusal{"variable-sized object may not be initialized", What::length},
    Refusal{"cannot initialize a variable of type '", What::array_pointer},
    Refusal{"incompatible pointer types assigning to '", What::array_pointer},
    Refusal{"cannot use variable-length arrays in __", What::float_length},
    Refusal{"invalid lvalue in asm output", What::output},
    Refusal{"explicit qualification required to use member '", What::own_member},
    Refusal{"missing 'typename' prior to dependent type name '", What::type_name},
    Refusal{"variable of non-literal type '", What::not_literal},
    Refusal{"__shared__ variable '", What::extern_shared},
    Refusal{"static assertion expression is not an integral constant expression", What::null_member},
};
/// What clang says of the other place.
constexpr std::array kOtherPlaces{
    Refusal{"note: jump bypasses variable initialization", What::variable},
    Refusal{"note: member declaration nearly matches", What::functions},
    Refusal{"note: member declaration does not match", What::functions},
    Refusal{"note: candidate template ignored: target attributes do not match", What::functions},
    Refusal{"note: previous declaration is here", What::functions},
    Refusal{"note: cannot access field of null pointer", What::null_member},
};
constexpr std::string_view kCannotOverload = "' cannot overload ";
constexpr std::string_view kHostFunction = "reference to __host__ function '";
constexpr std::string_view kOfBothSpaces = "' in __host__ __device__ function";
constexpr std::string_view kDeclaredHere = "' declared here";
constexpr std::string_view kBuiltin = "__cuda_builtin_";
constexpr std::string_view kPointerToArray = "(*)[";
constexpr std::string_view kError = "error: ";
constexpr std::string_view kNoMatch = "no matching function for call to '";
constexpr std::string_view kCallOfKernel = "call to __global__ function from ";
constexpr std::string_view kNoKernelMatches = "note: candidate function not viable: call to __global__ function from ";
constexpr std::string_view kThis =
    "note: use of 'this' pointer is only allowed within the evaluation of a call to a 'constexpr' ";
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

/// threadIdx of "... '__cuda_builtin_threadIdx_t'".
std::string builtin_named(std::string_view error) {
  const std::size_t begin = error.find(kBuiltin);
  const std::size_t end = error.rfind("_t'");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return std::string(error.substr(begin + kBuiltin.size(), end - begin - kBuiltin.size()));
}

/// Whether two types are named that are pointers to arrays, in the same words.
bool names_array_pointer_twice(std::string_view error) {
  const auto quoted = [](std::string_view text) { return text.substr(text.find('\'') + 1); };
  const std::string_view first = quoted(error);
  const std::string_view type = first.substr(0, first.find('\''));
  const std::size_t behind = error.rfind(" '");
  if (behind == std::string_view::npos || type.find(kPointerToArray) == std::string_view::npos) return false;
  const std::string_view second = error.substr(behind + 2);
  return second.substr(0, second.find('\'')) == type;
}

/// "__host__ function 'f'..." begins with the function's space, also where a macro of another file says it.
std::string space_said(std::string_view words) { return std::string(words.substr(0, words.find(" function '"))); }

/// A place of which a note says the other one: the pair, or nothing where the note is of something else.
std::optional<RefusedPlace> paired(const std::optional<RefusedPlace>& pending, const RefusedPlace& noted,
                                   std::string_view note) {
  if (!pending) return std::nullopt;
  RefusedPlace pair = *pending;
  if (pair.what == What::space) {
    // It is declared anew; what comes with the system stays what it is.
    if (note.find(kDeclaredHere) == std::string_view::npos || noted.file.starts_with("/usr/")) return std::nullopt;
    pair.file = noted.file;
    pair.line = noted.line;
    pair.column = noted.column;
    return pair;
  }
  const bool is_other = std::ranges::any_of(
      kOtherPlaces, [&](const Refusal& other) { return other.what == pair.what && note.starts_with(other.words); });
  if (!is_other) return std::nullopt;
  RefusedPlace other = noted;
  // The variable is what is rewritten, not the label.
  if (pair.what == What::variable) {
    if (pair.file != other.file) return std::nullopt;
    std::swap(pair, other);
  }
  pair.what = pending->what;
  pair.other = {.file = other.file, .line = other.line, .column = other.column, .space = std::move(pair.other.space)};
  return pair;
}

}  // namespace

bool may_be_rewritten(std::string_view output) {
  const auto says = [&](std::string_view words) { return output.find(words) != std::string_view::npos; };
  if (says(kCallOfKernel) || says(kThis) || says(kCannotOverload) || (says(kHostFunction) && says(kOfBothSpaces)))
    return true;
  return std::ranges::any_of(kRefusals, [&](const Refusal& refusal) {
    if (!says(refusal.words)) return false;
    // Anybody may have left out an expression.
    if (refusal.what == What::brackets)
      return says("<< <") || says(">> >") || says("#pragma") || says("<<<") || says(">>>");
    if (refusal.what == What::array_pointer) return says(kPointerToArray);
    return refusal.what != What::builtin || says(kBuiltin);
  });
}

std::vector<RefusedPlace> refused_places(std::string_view output) {
  std::vector<RefusedPlace> places;
  std::vector<RefusedPlace> unmatched;        // calls, of which notes may tell that they are launches
  std::vector<RefusedPlace>* last = nullptr;  // notes are of the last of these
  std::optional<RefusedPlace> pending;        // a note tells the other place
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    RefusedPlace place;
    std::string_view what;
    if (!take_place(line, place, what)) continue;
    const auto named = [&](std::string_view message, What kind = What::kernel) {
      what.remove_prefix(message.size());
      place.what = kind;
      place.name = what.substr(0, what.find_first_of("'<"));
    };
    if (what.starts_with("note: ")) {
      if (const auto with_other = paired(pending, place, what)) {
        places.push_back(*with_other);
        continue;
      }
      if (what.starts_with(kThis)) {
        place.what = What::own_class;
        places.push_back(std::move(place));
        continue;
      }
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
    pending.reset();
    last = &places;
    if (!what.starts_with(kError)) {
      last = nullptr;
      continue;
    }
    what.remove_prefix(kError.size());
    const bool is_of_both = what.starts_with(kHostFunction) && what.find(kOfBothSpaces) != std::string_view::npos;
    if (is_of_both || what.find(kCannotOverload) != std::string_view::npos) {
      place.what = is_of_both ? What::space : What::functions;
      if (is_of_both) {
        place.name = "__host__ __device__";
      } else {
        place.name = space_said(what);
        place.other.space = space_said(what.substr(what.find(kCannotOverload) + kCannotOverload.size()));
      }
      pending = place;
      last = nullptr;
      continue;
    }
    const auto refusal =
        std::ranges::find_if(kRefusals, [&](const Refusal& one) { return what.starts_with(one.words); });
    if (refusal != kRefusals.end()) {
      place.what = refusal->what;
      if (place.what == What::kernel) named(refusal->words);
      if (place.what == What::cluster) place.name = sizes_named(what);
      if (place.what == What::template_name && refusal->words != kUnresolved && refusal->words != kNotCalled)
        named(refusal->words, What::template_name);
      if (place.what == What::builtin) {
        place.name = builtin_named(what);
        if (place.name.empty()) continue;
      }
      if (place.what == What::extern_shared && !what.ends_with("cannot be 'extern'")) continue;
      if (place.what == What::array_pointer && !names_array_pointer_twice(what)) continue;
      if (place.what == What::variable || place.what == What::functions || place.what == What::null_member) {
        pending = place;
        last = nullptr;
        continue;
      }
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
