// Classes that own an array of the device: which of their functions say where it lies, how many elements it has, and
// copy it. Of the user's classes it is read from their definitions; of Thrust's vectors it is known.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// A function of the class that copies between its array and what it is given.
struct OwnerCopy {
  bool to_host = false;
  std::size_t host = 0;                 // of its parameters: the host's side
  std::string host_pointer{};           // from that to a pointer: ".data()"
  std::optional<std::size_t> number{};  // of its parameters: how many elements; nothing: all
  std::string head{};                   // of the statement, ahead of cudaMemcpy: "CHECK("
  std::string tail{};                   // behind the number of bytes: ", cudaMemcpyHostToDevice));"
  bool returns = false;                 // the host's side is a vector that it returns
};

struct MemoryOwner {
  bool is_of_thrust = false;
  std::string before{};              // what makes a pointer of the variable's name, ahead of it
  std::string behind{};              // and behind it: ".get()"
  std::set<std::string> pointers{};  // functions that say where the array lies, conversions among them
  std::set<std::string> sizes{};     // that say how many elements it has
  std::size_t number = 0;            // of the constructor's parameters: how many elements
  std::map<std::string, OwnerCopy> copies{};
  std::optional<OwnerCopy> from_vector{};  // a constructor that is given a vector of the host, and copies it
  std::set<std::string> fills{};           // functions that set all bytes
};

/// By the class's name as class_named_by() gives it; nullptr: it is not known to own an array.
using OwnerLookup = std::function<const MemoryOwner*(const std::string& name)>;

/// \param trees  of the class; those of its functions that the program calls are read
/// \param name   of the class, without namespaces
[[nodiscard]] std::optional<MemoryOwner> memory_owner(const std::vector<Node>& trees, const std::string& name,
                                                      const FileText& text);

/// The class that is Thrust's vector of the device, and what is known of it.
inline constexpr const char* kThrustVector = "thrust::device_vector";
[[nodiscard]] MemoryOwner thrust_vector();

/// The class of a variable or of an expression, with its namespaces and without arguments: "gpu::Buffer", whatever the
/// source calls it there. Empty: it is none that has such a name, as one within a template.
[[nodiscard]] std::string class_named_by(const Node& node);

/// The first argument that it is made a class with, as the source has it where it does: "float". Empty: there is none.
[[nodiscard]] std::string element_named_by(const Node& node);

/// "float" of `gpu::Buffer<float>`; empty: it has no arguments.
[[nodiscard]] std::string argument_of(const std::string& type);

}  // namespace warpglass::rewrite
