// Declarations of variables, registers and parameters:
// `.space .attribute(..) .align N .vW .type name[N][M] = initialiser, ...;`
#pragma once

#include <string_view>
#include <vector>

#include "ptx/context.hpp"

namespace warpglass::ptx {

/// `.global`, `.shared`, ...: the state space that a word names, or none. `.tex` counts as global.
[[nodiscard]] Space space_named(std::string_view word);

/// One name of a `.reg` declaration: `%r`, or `%r<100>` with its count.
struct RegisterDeclarator {
  Token name;
  bool is_range = false;
  std::uint64_t count = 0;
};

class DeclarationReader {
 public:
  explicit DeclarationReader(Context& context) : context_(context), cursor_(context.cursor) {}

  /// What stands before the names, from the word of the state space on.
  [[nodiscard]] Variable read_modifiers(Linkage linkage);

  /// One name with its array dimensions and initialiser, of the kind that the modifiers say.
  [[nodiscard]] Variable read_declarator(const Variable& modifiers);
  [[nodiscard]] RegisterDeclarator read_register_declarator();

  /// `(.param .b32 a, .param .align 8 .b8 b[16])`, or nothing. A name may be `_`.
  [[nodiscard]] std::vector<Variable> read_parameters();

 private:
  void read_modifier(Variable& variable);
  void read_attribute(Variable& variable);
  [[nodiscard]] std::uint32_t read_alignment();
  [[nodiscard]] std::vector<std::uint64_t> read_dimensions(Variable& variable);

  Context& context_;
  Cursor& cursor_;
};

}  // namespace warpglass::ptx
