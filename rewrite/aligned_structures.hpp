// Structures that are declared to be aligned to 8 or 16 bytes, so that a thread can load or store several of their
// members at once: from clang's syntax tree. Where the size is a multiple of that, and no other word says how the
// members lie, the declaration alone changes, and every byte of an array of them stays where it is.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct AlignedStructure {
  SourcePosition where;         // of its name, where it is defined
  std::string name;             // "Particle"
  std::uint64_t bytes = 0;      // its size; 0: the source does not show it
  std::uint32_t alignment = 0;  // that the edits give it
  std::vector<Edit> edits;
  std::string obstacle;  // why it is not edited; empty: it is

  friend bool operator==(const AlignedStructure&, const AlignedStructure&) = default;
};

/// Names of the structures that the pointers and references of a kernel's expressions lead to, of each kernel whose
/// mangled name is given: "Particle", "physics::Particle". Each is a filter for the trees that define it.
[[nodiscard]] std::set<std::string> structures_of(const std::vector<Node>& trees, const std::string& mangled_kernel);

/// Every structure of this name that the trees define. Those with an obstacle too.
/// \param begins_at  bytes: arrays of such are known to begin at multiples of so many, and of no more
[[nodiscard]] std::vector<AlignedStructure> aligned_structures(const std::vector<Node>& trees, const std::string& name,
                                                               std::uint32_t begins_at = 16);

}  // namespace warpglass::rewrite
