// A kernel of the user's source with all that its launches count on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/function_variables.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct KernelFunction {
  std::string name;
  const Node* function = nullptr;
  const Node* body = nullptr;
  std::string file{};
  std::string text{};  // of the file
  std::vector<const Node*> parameters{};
  FunctionVariables variables;
  std::string obstacle{};  // why neither what it is given nor what it does with that can be changed; empty: it can

  /// The number of the parameter that an expression is the name of.
  [[nodiscard]] std::optional<std::size_t> parameter_of(const Node& expression) const;
};

/// By name; nullptr: there is none.
using KernelLookup = std::function<const KernelFunction*(const std::string& name)>;

/// \param trees  outlive the answer
[[nodiscard]] std::optional<KernelFunction> kernel_function(const std::vector<Node>& trees, const std::string& name,
                                                            const FileText& text);

/// Where it takes an element of a pointer that is a parameter.
struct ParameterElement {
  std::size_t parameter = 0;
  const Node* subscript = nullptr;
  std::size_t line = 0;
  std::size_t first_column = 0;
  std::size_t last_column = 0;
  bool is_only_stored = false;  // by `=`
};
[[nodiscard]] std::vector<ParameterElement> parameter_elements(const KernelFunction& kernel);

/// "f.u", of `f.u[i]` at a place, where f is a parameter; empty: there is none such.
[[nodiscard]] std::string member_indexed_at(const KernelFunction& kernel, std::size_t line, std::size_t column);

}  // namespace warpglass::rewrite
