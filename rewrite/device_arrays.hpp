// Arrays in the device's memory that a function of the host allocates by a pointer of its own, and all that it does
// with them: from clang's syntax tree. Where every use is seen and is one of those that an array with another layout
// has as well, the layout can be another one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// A call of CUDA's runtime that the function makes with the array.
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

  [[nodiscard]] const Node& argument(std::size_t number) const { return inner_of(*call).at(number + 1); }
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

struct DeviceArray {
  std::string name;                   // of the pointer
  std::string element;                // the type that it points to
  const Node* declaration = nullptr;  // of the pointer
  const Node* declared_in = nullptr;  // the list of statements
  std::optional<ArrayCall> allocation;
  bool is_managed = false;  // the host may take its elements, too
  std::vector<HostElement> on_host;
  std::vector<ArrayCall> to_device;
  std::vector<ArrayCall> to_host;
  std::vector<ArrayCall> fills;
  std::vector<ArrayCall> frees;
  std::vector<ArrayArgument> arguments;
  std::string obstacle;  // why it cannot begin elsewhere in what is allocated; empty: it can
  std::string in_order;  // why its elements have to follow each other as they do, beyond that; empty: they need not
};

/// A function that launches kernels.
struct HostFunction {
  const Node* function = nullptr;
  std::string file;
  std::string text;
  FunctionVariables variables;
  std::vector<DeviceArray> arrays;
};

/// The name of the function that a call, or a launch, calls; empty: a pointer tells which.
[[nodiscard]] std::string called_by(const Node& call);

/// All launches of a kernel in a function, by its name.
[[nodiscard]] std::vector<const Node*> launches_of(const HostFunction& host, const std::string& kernel);

/// \param trees  of functions that launch; outlive the answer. Templates are left out.
[[nodiscard]] std::vector<HostFunction> host_functions(const std::vector<Node>& trees, const FileText& text);

/// How often a text has a word, without comments and what is quoted.
[[nodiscard]] std::size_t uses_of_word(std::string_view text, std::string_view word);

}  // namespace warpglass::rewrite
