#include "isa/words.hpp"

#include <utility>

namespace warpglass::isa {

sim::Space space_of(std::string_view word) {
  const std::string_view space = word.substr(0, word.find(':'));
  if (space == "global") return sim::Space::global;
  if (space == "shared") return sim::Space::shared;
  if (space == "local") return sim::Space::local;
  if (space == "const") return sim::Space::constant;
  if (space == "param") return sim::Space::param;
  return sim::Space::generic;
}

std::uint8_t vector_width(const Spelling& spelling) {
  const std::string_view word = spelling.word("vec");
  return word.empty() ? std::uint8_t{1} : static_cast<std::uint8_t>(word[1] - '0');
}

sim::AtomicOperation atomic_operation(std::string_view word) {
  using enum sim::AtomicOperation;
  constexpr std::pair<std::string_view, sim::AtomicOperation> kWords[] = {
      {"add", add},         {"min", minimum},   {"max", maximum},   {"and", bitwise_and}, {"or", bitwise_or},
      {"xor", bitwise_xor}, {"inc", increment}, {"dec", decrement}, {"exch", exchange},   {"cas", compare_and_swap}};
  for (const auto& [name, operation] : kWords) {
    if (name == word) return operation;
  }
  return none;
}

}  // namespace warpglass::isa
