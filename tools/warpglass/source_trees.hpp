// Clang's syntax trees of the user's source, each made once.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class SourceTrees {
 public:
  /// \param cache  folder of what is compiled beforehand
  SourceTrees(const RunOptions& options, const std::string& cache);

  /// Has clang write those that are not there yet. A declaration whose name has one of these filters in it is in the
  /// trees of that filter. One tree has all that the source itself declares; what is defined elsewhere clang is asked
  /// for by name, side by side.
  /// \throws UsageError when the source cannot be compiled
  void prepare(const std::set<std::string>& filters);

  /// Of declarations whose name has the filter in it; there may be others among them.
  /// \throws UsageError
  [[nodiscard]] const std::vector<rewrite::Node>& of(const std::string& filter);

  /// Of the class of this name, with its namespaces: the source's own definition, and others only where that has none.
  /// \throws UsageError
  [[nodiscard]] const std::vector<rewrite::Node>& of_class(const std::string& name);

  /// The definition of a structure by the name, without namespaces, that it has itself or that a typedef gives it;
  /// nullptr: there is none, or more than one.
  /// \throws UsageError
  [[nodiscard]] const rewrite::Node* structure(const std::string& name);

  /// One of all that the source itself declares, without what its includes do; empty where there is none.
  [[nodiscard]] const std::vector<rewrite::Node>& of_the_source();

 private:
  /// Whether the source itself defines what is called so; its trees are known then.
  bool is_of_the_source(const std::string& filter);

  /// nullptr: there are none yet
  [[nodiscard]] const std::vector<rewrite::Node>* known(const std::string& filter) const;

  CompileJob job_;
  std::optional<std::vector<rewrite::Node>> source_;  // of all that the source declares; empty: none was made
  std::map<std::string, std::vector<rewrite::Node>> of_source_;  // by filter
  std::map<std::string, std::vector<rewrite::Node>> trees_;      // by filter, of whatever clang has read
  std::map<std::string, std::vector<rewrite::Node>> classes_;    // by name, likewise
};

}  // namespace warpglass::tool
