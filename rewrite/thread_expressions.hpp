// Expressions of a kernel that can be worked out for another thread of the block: what they are made of, and how they
// read with that thread's numbers in the place of its own. Variables that are made of the thread's number are declared
// once more, for the other one.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rewrite/function_variables.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Whether an expression is made of numbers that any thread of the block can work out.
struct Dependence {
  bool on_thread = false;
  std::string obstacle;  // why it cannot be worked out; empty: it can
};

/// \param counters  ids of loops' counters that all threads of the block count alike
[[nodiscard]] Dependence dependence_of(const Node& expression, const FunctionVariables& variables,
                                       const std::set<std::string>& counters);

/// The text of an expression, also of a macro's name that stands for it; nothing where it is not written in one piece.
[[nodiscard]] std::optional<std::string> text_of_expression(const Node& expression, const std::string& text);

/// The macro that is nothing but this number, `#define N 1000`, by its one definition in the text. Nothing: it is
/// written itself, or the macro has more to it.
[[nodiscard]] std::optional<Token> macro_of_number(const Node& literal, const std::string& text);

/// "float", of a type or of its text that begins with `const`.
[[nodiscard]] std::string without_const(std::string type);

/// What a parameter points to, as the source has it: "T", of `const T* in`. Nothing where it is not written so plainly.
[[nodiscard]] std::optional<std::string> pointee_text(const Node& parameter, const std::string& text);

/// The thread that is to do it.
struct OtherThread {
  std::string x;       // in the place of threadIdx.x
  std::string y;       // likewise
  std::string suffix;  // of names that are made for it
};

/// A variable as the other thread has it.
struct OtherVariable {
  std::string declaration;
  bool in_loop = false;  // it has something of a loop that it stands in
};

class OtherExpressions {
 public:
  struct Places {
    std::size_t anchor = 0;                // variables declared from here on are declared once more
    std::optional<std::size_t> loop = {};  // where the outermost loop around it begins
    std::set<std::string> counters = {};   // of the loops around it
  };

  /// \param text   of the kernel's file; outlives this, as `variables` do
  /// \param taken  names that are not free; names that are made are added
  OtherExpressions(const FunctionVariables& variables, const std::string& text, OtherThread thread, Places places,
                   std::set<std::string>& taken)
      : variables_(variables), text_(text), thread_(std::move(thread)), places_(std::move(places)), taken_(taken) {}

  /// What the other thread has in the place of a variable, by the variable's id.
  void give(const std::string& variable, std::string name) {
    names_.insert_or_assign(variable, Name{.name = std::move(name), .in_loop = false});
  }

  /// An expression without obstacle, for the other thread. Nothing where a macro writes what would have to be another.
  [[nodiscard]] std::optional<std::string> of(const Node& expression);

  /// What the expressions so far need, in the order in which it is to be declared.
  [[nodiscard]] const std::vector<OtherVariable>& variables() const { return made_; }

 private:
  /// What stands in an expression's text.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
  };
  [[nodiscard]] bool collect(const Node& node, std::vector<Part>& to, bool& in_loop);
  [[nodiscard]] std::optional<std::string> put_together(const Node& expression, bool& in_loop);
  [[nodiscard]] std::optional<std::string> name_of(const Node& variable, bool& in_loop);
  [[nodiscard]] bool changes_with_thread(const Node& variable) const;

  struct Name {
    std::string name;
    bool in_loop = false;
  };

  const FunctionVariables& variables_;
  const std::string& text_;
  OtherThread thread_;
  Places places_;
  std::set<std::string>& taken_;
  std::map<std::string, Name> names_;  // by the variable's id
  std::vector<OtherVariable> made_;
};

/// A name that is not taken; it is then.
[[nodiscard]] std::string free_name(std::string name, std::set<std::string>& taken);

}  // namespace warpglass::rewrite
