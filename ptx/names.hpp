// What every name of a module stands for, scope by scope. A name is looked up once, by hash; behind it hangs the stack
// of its meanings, innermost on top. Closing a scope costs nothing: a meaning whose scope is closed is dropped when it
// is next met. `.reg .b32 %r<1000000000>;` is one entry, a range; its registers come to be when they are used.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpglass::ptx {

using NameId = std::uint32_t;

enum class Meaning : std::uint8_t { reg, variable, label, labelled_directive, module_variable, function };

/// What a name stands for in some scope; index is into the vector that the meaning tells.
struct Binding {
  Meaning meaning = Meaning::reg;
  std::uint32_t index = 0;
  std::uint32_t scope = 0;  // serial number
  std::uint32_t depth = 0;
  std::int32_t outer = -1;  // next one on the name's stack
};

/// `.reg .type prefix<count>;`
struct RegisterRange {
  Type type = Type::none;
  std::uint8_t vector_width = 1;
  std::uint64_t count = 0;
  std::uint32_t scope = 0;
  std::uint32_t depth = 0;
  std::int32_t outer = -1;
};

class Names {
 public:
  Names();

  [[nodiscard]] NameId intern(std::string_view name);
  [[nodiscard]] std::string_view text(NameId name) const { return names_[name].text; }

  void open_scope();
  void close_scope();
  [[nodiscard]] std::uint32_t scope() const { return open_scopes_.back(); }
  /// Some range was declared deeper than a function's body, so that it may hide a register that has its name already.
  [[nodiscard]] bool has_inner_ranges() const { return has_inner_ranges_; }
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(open_scopes_.size()) - 1; }

  /// Innermost meaning, or null. The pointer lives until the next declaration.
  [[nodiscard]] const Binding* find(NameId name);
  /// Null, or the meaning that the name already has in the present scope; then nothing is declared.
  const Binding* declare(NameId name, Meaning meaning, std::uint32_t index);

  // The same for module scope, from inside a function's header.
  [[nodiscard]] const Binding* find_in_module(NameId name);
  void declare_in_module(NameId name, Meaning meaning, std::uint32_t index);

  /// False when the present scope already has a range of this prefix.
  bool declare_range(NameId prefix, Type type, std::uint8_t vector_width, std::uint64_t count);
  /// The range that a register of this name belongs to, when no meaning of the name lies deeper.
  [[nodiscard]] const RegisterRange* find_range(NameId name);
  /// A range of the name's prefix exists, but its number is not below the count: for error messages.
  [[nodiscard]] const RegisterRange* find_exceeded_range(NameId name, std::string_view& prefix);
  /// Gives a register of a range, used for the first time, its index.
  void declare_in(const RegisterRange& range, NameId name, std::uint32_t register_index);

 private:
  struct Entry {
    std::string_view text;
    std::uint64_t hash = 0;
    std::int32_t top = -1;        // into bindings_
    std::int32_t range_top = -1;  // into ranges_, of the ranges with this prefix
  };

  [[nodiscard]] std::optional<NameId> lookup(std::string_view name) const;
  [[nodiscard]] std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  [[nodiscard]] const RegisterRange* live_range(NameId prefix);
  void grow();

  std::vector<Entry> names_;
  std::vector<std::uint32_t> slots_;  // open addressing: name + 1, or 0
  std::vector<Binding> bindings_;
  std::vector<RegisterRange> ranges_;
  std::vector<bool> is_open_;               // by scope serial
  std::vector<std::uint32_t> open_scopes_;  // serials, outermost first
  bool has_inner_ranges_ = false;
  bool has_numbered_prefixes_ = false;  // some prefix ends with a digit, as in r1<10>
};

}  // namespace warpglass::ptx
