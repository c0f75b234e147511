// What a function of the host does with an array of the device (device_arrays.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/memory_classes.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// How much memory is meant.
struct ArrayNumber {
  const Node* expression = nullptr;
  std::string text{};        // where there is none: "rain.size()"
  bool of_elements = false;  // and not of bytes
};

/// A call of CUDA's runtime that the function makes with the array, or one of a function that makes it: of the class
/// that owns the array, or of Thrust.
struct ArrayCall {
  std::string function;           // "cudaMemcpy"
  const Node* call = nullptr;     // its arguments are behind the first of its parts
  const Node* pointer = nullptr;  // the array's name in it
  Span span;
  Span statement;              // that it stands in, with its semicolon; empty: it is not seen
  std::string indent;          // the blanks ahead of that
  bool is_statement = false;   // the statement is the call, and one of a list
  const Node* list = nullptr;  // that
  SourcePosition where;
  std::size_t line = 0;
  ArrayNumber number{};           // that it allocates, fills or copies
  const Node* on_host = nullptr;  // of a copy: the other side
  std::string host_pointer{};     // behind that: ".data()"
  std::string host_vector{};      // of one that returns the other side: what that vector is called then
  // Where it is none of the runtime's, the statement that copies in its place: what stands ahead of the call and behind
  // the number of bytes.
  std::string head{};
  std::string tail{};

  [[nodiscard]] bool is_runtimes() const { return tail.empty(); }
  [[nodiscard]] const Node& argument(std::size_t place) const { return inner_of(*call).at(place + 1); }
};

/// That a launch hands it to a kernel.
struct ArrayArgument {
  std::string kernel;
  std::size_t number = 0;        // of the kernel's parameters, from 0
  const Node* launch = nullptr;  // its arguments are behind the first two of its parts
  const Node* argument = nullptr;
  std::size_t line = 0;

  [[nodiscard]] const Node* given(std::size_t parameter) const {
    const Node& parts = inner_of(*launch);
    return parameter + 2 < parts.size() ? &parts.at(parameter + 2) : nullptr;
  }
};

/// An element of managed memory, `points[i].x`, that the host takes.
struct HostElement {
  const Node* pointer = nullptr;    // the array's name in it
  const Node* subscript = nullptr;  // nullptr: it is no `[]`
  const Node* member = nullptr;     // of it, if it is one that is taken
  std::size_t line = 0;
};

/// An object that names the array, and that kernels are given: `View in{pointer, w, h, w}`.
struct ArrayView {
  std::string type;                 // its class (class_named_by())
  std::vector<const Node*> made{};  // what it is made with
  bool is_list = false;             // of its members, and not of its constructor's parameters
  std::size_t pointer = 0;          // which of them is the array's
  std::vector<ArrayArgument> arguments{};
  std::string obstacle{};  // why it may be known elsewhere; empty: it is only handed to kernels
  std::size_t line = 0;
};

/// A statement by which one pointer is given what another leads to, `src = in;`, `std::swap(src, dst);`, or one array's
/// elements become those of another, by a copy within the device.
struct ArrayLink {
  std::string other;            // id of the other pointer
  ArrayCall call{};             // the statement; `pointer` is the name of this one in it
  const Node* there = nullptr;  // the name of the other

  [[nodiscard]] bool is_copy() const { return !call.function.empty(); }
};

struct DeviceArray {
  std::string id{};                     // of the pointer, in its function
  std::string name;                     // of the pointer: "p", "f.p"
  std::string element;                  // the type that it points to
  std::string element_type{};           // likewise, aliases resolved where a pointer leads to it
  bool is_member = false;               // the pointer is a member of a structure
  bool is_field = false;                // it is one of the class whose functions launch
  const Node* declaration = nullptr;    // of the pointer, or of the structure
  const Node* declared_in = nullptr;    // the list of statements
  std::optional<MemoryOwner> owner;     // of an array that an object of a class owns
  std::vector<ArrayCall> own_fills;     // by a function of that
  std::vector<const Node*> sizes;       // its name where it is asked how many elements there are
  std::optional<ArrayCall> allocation;  // nothing: it leads to what others have allocated (links)
  bool is_several = false;              // its pointers are those of an array: `p[2]`, all of which lie alike
  std::vector<ArrayCall> further;       // allocations of the others
  std::vector<ArrayLink> links;
  std::vector<ArrayCall> resets;  // it is given nullptr
  bool is_managed = false;        // the host may take its elements, too
  std::vector<HostElement> on_host;
  std::vector<ArrayCall> to_device;
  std::vector<ArrayCall> to_host;
  std::vector<ArrayCall> fills;
  std::vector<ArrayCall> frees;
  bool is_one_value = false;  // each element is made a copy of the same
  std::vector<ArrayArgument> arguments;
  std::vector<ArrayView> views;
  std::string obstacle;  // why it cannot begin elsewhere in what is allocated; empty: it can
  std::string in_order;  // why its elements have to follow each other as they do, beyond that; empty: they need not

  /// The first reason is kept.
  void refuse(std::string why) {
    if (obstacle.empty()) obstacle = std::move(why);
  }
  void keep_order(std::string why) {
    if (in_order.empty()) in_order = std::move(why);
  }

  [[nodiscard]] std::vector<const ArrayCall*> allocations() const {
    std::vector<const ArrayCall*> all;
    if (allocation) all.push_back(&*allocation);
    for (const ArrayCall& one : further) all.push_back(&one);
    return all;
  }

  /// A pointer to the array that is called so.
  [[nodiscard]] std::string pointer(const std::string& called) const {
    return owner ? owner->before + called + owner->behind : called;
  }
};

/// Private members of a class that keep what a constructor gives them.
struct KeptMembers {
  std::set<std::string> names;
  std::map<std::string, std::string> of_parameters;  // the member's name, by the id of the parameter that it is given
};

/// A function that launches kernels, or a class that does in some of its functions.
struct HostFunction {
  const Node* function = nullptr;
  std::string file;
  std::string text;
  FunctionVariables variables;
  std::vector<DeviceArray> arrays;
  std::optional<KeptMembers> kept{};  // of a class; nothing: it is a function
  std::string not_whole{};            // of a function: why its class is not read as a whole; empty: it has none

  /// nullptr: there is none of this id
  [[nodiscard]] const DeviceArray* array_of(const std::string& id) const {
    const auto found = std::ranges::find(arrays, id, &DeviceArray::id);
    return found == arrays.end() ? nullptr : &*found;
  }
  /// The array that a launch hands to a kernel; nullptr: it is none of them.
  [[nodiscard]] const DeviceArray* array_given(const Node& argument) const {
    const auto found = std::ranges::find_if(arrays, [&](const DeviceArray& array) {
      return std::ranges::find(array.arguments, &argument, &ArrayArgument::argument) != array.arguments.end();
    });
    return found == arrays.end() ? nullptr : &*found;
  }
};

}  // namespace warpglass::rewrite
