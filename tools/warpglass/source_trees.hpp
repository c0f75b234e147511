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
#include "tools/warpglass/temporary_folder.hpp"

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

  /// Likewise of structures, with all their members: what was parsed beforehand leaves out those that nobody names.
  /// \throws UsageError
  [[nodiscard]] const std::vector<rewrite::Node>& of_structure(const std::string& filter);

 private:
  [[nodiscard]] std::map<std::string, std::vector<rewrite::Node>>::const_iterator known_for(
      const std::string& filter) const;

  /// Has the source parsed where that is worth it.
  void parse_for(std::size_t filters);

  CompileJob job_;
  std::optional<TemporaryFolder> folder_;  // of the parsed source
  std::map<std::string, std::vector<rewrite::Node>> trees_;
  std::string source_;                                            // the file itself
  std::map<std::string, std::vector<rewrite::Node>> structures_;  // by filter
};

}  // namespace warpglass::tool
