// The body of a function: instructions, labels, declarations and nested braces.
#pragma once

#include <string_view>

#include "ptx/context.hpp"
#include "ptx/declaration.hpp"
#include "ptx/operands.hpp"
#include "ptx/scope.hpp"

namespace warpglass::ptx {

class BodyReader {
 public:
  BodyReader(Context& context, Function& function, Scope& scope)
      : context_(context),
        cursor_(context.cursor),
        function_(function),
        scope_(scope),
        declarations_(context),
        operands_(context, function, scope) {}

  /// From behind the `{` to behind its `}`. The scope of the parameters is that of the body.
  void read(Position open);

 private:
  void close_scopes();
  [[nodiscard]] bool at_function() const;
  void report_cut_off();
  void read_statement();
  void read_guarded_instruction();
  void read_instruction(const Token& opcode, std::int32_t guard, bool guard_negated);
  void read_labelled(const Token& name);
  void read_directive();
  void read_registers();
  void read_variables(Linkage linkage);
  void read_labelled_directive(const Token& name);
  void read_branch_targets(const Token& name);
  void read_call_targets(const Token& name);
  void read_call_prototype(const Token& name);

  Context& context_;
  Cursor& cursor_;
  Function& function_;
  Scope& scope_;
  DeclarationReader declarations_;
  OperandReader operands_;
  std::int32_t location_ = -1;
  bool is_cut_off_ = false;    // another function begins before the '}'
  std::size_t outermost_ = 0;  // how many scopes are open where only the function's own braces are
};

/// "visible" and the like; internal for other words.
[[nodiscard]] Linkage linkage_named(std::string_view word);

}  // namespace warpglass::ptx
