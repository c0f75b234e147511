// How the source reads when an access is staged: the tile's declaration, the thread's own share, a barrier, and the
// other one's share.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/syntax_tree.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {

/// An access that can be staged.
struct Staging {
  const Node* access = nullptr;  // the element
  bool stores = false;
  StatementPath path;          // to it
  const Node* last = nullptr;  // of the statements of path.body, the one that has the kernel's store
  std::string element;         // type
  std::uint32_t columns = 0;   // of the block
  std::uint32_t rows = 0;
  std::uint32_t pitch = 0;  // of the tile
};

/// The words of a kernel that could be names, those of its parameters too: new names are others.
[[nodiscard]] std::set<std::string> names_in(const Node& body, const std::string& text);

/// Under which the other thread comes to the end of a path; empty: it always does. Nothing where a macro writes a part.
[[nodiscard]] std::optional<std::string> condition_of(const StatementPath& path, OtherExpressions& other);

/// Of each early return on a path, a condition around what follows, as far as the statement at its end; they are closed
/// behind it by closing_braces(). False where a macro writes a part.
[[nodiscard]] bool returns_as_conditions(const StatementPath& path, const std::string& text, const std::string& file,
                                         std::vector<Edit>& to);
[[nodiscard]] std::vector<std::string> closing_braces(const StatementPath& path);

class StagingEdits {
 public:
  /// \param body  of the kernel; outlives this, as the others do
  StagingEdits(const Node& body, const FunctionVariables& variables, const std::string& text);

  /// \return empty where a macro writes a part of it, or where there is no place for it
  [[nodiscard]] std::vector<Edit> of(const Staging& staging);

 private:
  /// What the other thread is to do.
  struct OtherShare {
    std::vector<std::string> ahead;         // of the loops
    std::vector<std::string> declarations;  // where it is done
    std::string statement;
  };
  [[nodiscard]] std::optional<OtherShare> other_share(const Staging& staging);
  [[nodiscard]] std::vector<Edit> of_store(const Staging& staging, const OtherShare& share) const;
  [[nodiscard]] std::vector<Edit> of_load(const Staging& staging, const OtherShare& share) const;
  [[nodiscard]] bool add_braces(const Staging& staging, const std::string& inner, std::vector<Edit>& to) const;
  [[nodiscard]] Edit declaration(const Staging& staging) const;

  const Node& body_;
  const FunctionVariables& variables_;
  const std::string& text_;
  std::string file_;
  std::set<std::string> taken_;
  std::string tile_;
};

}  // namespace warpglass::rewrite
