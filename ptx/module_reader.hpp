// The statements of module scope: version and target, variables, functions and their headers.
#pragma once

#include <memory>

#include "ptx/context.hpp"
#include "ptx/declaration.hpp"
#include "ptx/scope.hpp"

namespace warpglass::ptx {

class ModuleReader {
 public:
  explicit ModuleReader(Context& context)
      : context_(context), cursor_(context.cursor), module_(context.module), declarations_(context) {}

  /// The whole text. What it stumbles over it reports and leaves out.
  void read();

 private:
  void read_statement();
  void read_version();
  void read_target();
  void read_address_size();
  void read_alias();
  void read_variables(Linkage linkage);
  void declare_variable(Variable variable);

  void read_function(Linkage linkage);
  void read_function_header(Function& function, Scope& scope);
  void read_function_directives(Function& function);
  void read_function_directive(Function& function);
  [[nodiscard]] std::vector<std::uint32_t> declare_parameters(Scope& scope);
  /// The function's place in the module: its own, or that of its declaration, which it replaces. Null when it has
  /// none; then the function stays where it is.
  Function* place_function(std::unique_ptr<Function>& function);

  void check_names();
  void check_heading();
  void index_by_name();

  Context& context_;
  Cursor& cursor_;
  Module& module_;
  DeclarationReader declarations_;
  bool has_target_ = false;
};

}  // namespace warpglass::ptx
