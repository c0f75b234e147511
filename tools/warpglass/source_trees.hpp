// Clang's syntax trees of the user's source, each made once.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class SourceTrees {
 public:
  explicit SourceTrees(const RunOptions& options);

  /// Has clang write those that are not there yet, side by side. A declaration whose name has one of these filters in
  /// it is in the trees of that filter.
  /// \throws UsageError when the source cannot be compiled
  void prepare(const std::set<std::string>& filters);

  /// Of declarations whose name has the filter in it; there may be others among them.
  /// \throws UsageError
  [[nodiscard]] const std::vector<rewrite::Node>& of(const std::string& filter);

 private:
  [[nodiscard]] std::map<std::string, std::vector<rewrite::Node>>::const_iterator known_for(
      const std::string& filter) const;

  CompileJob job_;
  std::map<std::string, std::vector<rewrite::Node>> trees_;
};

}  // namespace warpglass::tool
