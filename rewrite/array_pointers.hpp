// The pointers of a function that may lead to arrays of the device: variables of its own, members of its structures,
// objects that own an array, and pointers that are given the place of another.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/array_uses.hpp"
#include "rewrite/memory_classes.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Members of a class that nobody else sees.
[[nodiscard]] std::vector<const Node*> private_fields(const Node& record);

class ArrayPointers {
 public:
  /// Adds an array to the function for each of its pointers. What is done with them is not read yet.
  ArrayPointers(HostFunction& function, const OwnerLookup& owners);

  /// What a name in a path stands for.
  struct Named {
    std::size_t array = 0;  // of the function
    std::size_t depth = 0;  // in the path: of its name, `p`, `f.p` or `p[i]`
    bool is_whole = false;  // it is the name of several pointers together
  };
  /// \param path  to a name of a variable
  [[nodiscard]] std::optional<Named> named_at(const Path& path) const;

  /// The array that an expression is the name of.
  [[nodiscard]] std::optional<std::size_t> array_named(const Node& expression) const;

  /// That a variable is the pointer of.
  [[nodiscard]] std::optional<std::size_t> array_of_variable(const Node& variable) const;

  /// A pointer of the class whose functions are read, that a path ends at.
  struct Field {
    std::size_t array = 0;
    bool is_own = true;  // of the object itself, and not of another one
    std::size_t depth = 0;
    bool is_whole = false;
  };
  [[nodiscard]] std::optional<Field> field_at(const Path& path) const;

  /// Arrays of the members of a structure that a path ends at, where it does not name one of them alone.
  [[nodiscard]] const std::set<std::size_t>* structure_at(const Path& path) const;

 private:
  /// Of what a path ends at.
  [[nodiscard]] Named in_path(std::size_t array, const Path& path) const;
  void find(const Node& node, Path& path);
  void add_fields();
  void add_pointer(const Node& variable, const Path& path);
  void add_owner(const Node& variable, const Path& path);
  void add_structure(const Node& variable, const Path& path);
  void add_member(const Node& member);
  std::size_t add(DeviceArray array, std::string id);

  HostFunction& in_;
  const OwnerLookup& owners_;
  std::set<std::string> launched_;            // variables that kernels are given something of, by their ids
  std::map<std::string, std::size_t> known_;  // arrays by their pointers' ids
  struct Structure {
    const Node* variable = nullptr;
    const Node* list = nullptr;
    std::set<std::size_t> arrays;
  };
  std::map<std::string, Structure> structures_;  // by their variables' ids
};

}  // namespace warpglass::rewrite
