#include "ptx/module_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ptx/body.hpp"

namespace warpglass::ptx {

std::vector<std::string_view> read_strings(Cursor& cursor) {
  std::vector<std::string_view> texts;
  do {
    texts.push_back(cursor.expect(TokenKind::string, "in quotes").text);
  } while (cursor.accept(TokenKind::comma));
  return texts;
}

Linkage linkage_named(std::string_view word) {
  if (word == "visible") return Linkage::visible;
  if (word == "extern") return Linkage::external;
  if (word == "weak") return Linkage::weak;
  if (word == "common") return Linkage::common;
  return Linkage::internal;
}

void ModuleReader::read() {
  check_heading();
  while (!cursor_.at(TokenKind::end)) {
    cursor_.begin_statement();
    try {
      read_statement();
    } catch (const StatementAbandoned&) {
      cursor_.skip_module_statement();
    }
  }
  if (module_.version_major != 0 && !has_target_) {
    cursor_.report({1, 1}, "the module has no .target directive; write .target sm_NN behind .version");
  }
  context_.debug.name_inlined_functions();
  context_.debug.place_inlined_code();
  check_names();
  index_by_name();
}

/// Text that does not begin like PTX is some other file; one error says so instead of many.
void ModuleReader::check_heading() {
  if (cursor_.at(TokenKind::end)) {
    cursor_.report(cursor_.peek().position, "the text is empty; a PTX module begins with .version");
  } else if (!cursor_.at_word("version")) {
    std::string message = "this is not PTX; a module begins with .version";
    if (!cursor_.at(TokenKind::invalid)) message += fmt::format(", found {}", describe(cursor_.peek()));
    cursor_.report(cursor_.peek().position, message);
    if (cursor_.peek().kind != TokenKind::word) {
      while (!cursor_.at(TokenKind::end)) cursor_.advance();
    }
  }
}

void ModuleReader::read_statement() {
  const Token word = cursor_.peek();
  if (word.is(TokenKind::semicolon)) return cursor_.advance();
  if (cursor_.accept(TokenKind::at)) {  // `@@DWARF ...` of PTX 1
    if (!cursor_.at(TokenKind::at)) cursor_.fail(word.position, "instructions stand inside a function");
    return cursor_.skip_line();
  }
  if (!word.is(TokenKind::word)) cursor_.fail_expected("a directive such as .entry, .func or .global");
  Linkage linkage = linkage_named(word.text);
  if (linkage != Linkage::internal) {
    cursor_.advance();
    if (!cursor_.at(TokenKind::word)) cursor_.fail_expected(".entry, .func or a state space such as .global");
  }
  const std::string_view what = cursor_.peek().text;
  if (what == "entry" || what == "func") return read_function(linkage);
  if (space_named(what) != Space::none) return read_variables(linkage);
  if (linkage != Linkage::internal) cursor_.fail_expected(".entry, .func or a state space such as .global");
  cursor_.advance();
  if (what == "version") return read_version();
  if (what == "target") return read_target();
  if (what == "address_size") return read_address_size();
  if (what == "file") return context_.debug.read_file(cursor_);
  if (what == "section") return context_.debug.read_section(cursor_);
  if (what == "loc") return (void)context_.debug.read_location(cursor_);
  if (what == "alias") return read_alias();
  if (what == "pragma") {
    const auto texts = read_strings(cursor_);
    module_.pragmas.insert(module_.pragmas.end(), texts.begin(), texts.end());
    return cursor_.expect_semicolon(".pragma");
  }
  cursor_.fail(word.position, fmt::format("unknown directive '.{}'", what));
}

/// `.version 8.5`: to the lexer a decimal number, whose digits count as written.
void ModuleReader::read_version() {
  const Token number = cursor_.peek();
  const std::size_t dot = number.text.find('.');
  const std::string_view major = number.text.substr(0, dot);
  const std::string_view minor = dot == std::string_view::npos ? std::string_view{} : number.text.substr(dot + 1);
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto value = [](std::string_view digits) {
    unsigned v = 0;
    for (const char c : digits) v = v * 10 + static_cast<unsigned>(c - '0');
    return static_cast<std::uint16_t>(v);
  };
  if (!number.is(TokenKind::floating) || !is_number(major) || !is_number(minor)) {
    cursor_.fail_expected("a version such as 8.5");
  }
  cursor_.advance();
  module_.version_major = value(major);
  module_.version_minor = value(minor);
}

void ModuleReader::read_target() {
  do {
    const Token name = cursor_.expect(TokenKind::identifier, "such as sm_90");
    const std::size_t digits = name.text.starts_with("sm_") ? 3 : name.text.starts_with("compute_") ? 8 : 0;
    if (digits == 0) {
      module_.target_options.push_back(name.text);
      continue;
    }
    std::uint32_t sm = 0;
    for (std::size_t i = digits; i < name.text.size() && name.text[i] >= '0' && name.text[i] <= '9' && sm < 1000; ++i) {
      sm = sm * 10 + static_cast<std::uint32_t>(name.text[i] - '0');
    }
    if (sm == 0)
      cursor_.fail(name.position, fmt::format("target '{}' has no number; write for example sm_90", name.text));
    module_.target = name.text;
    module_.target_sm = sm;
    has_target_ = true;
  } while (cursor_.accept(TokenKind::comma));
}

void ModuleReader::read_address_size() {
  const Token size = cursor_.expect(TokenKind::integer, "32 or 64");
  if (size.bits != 32 && size.bits != 64) {
    cursor_.report(size.position, fmt::format("the address size is 32 or 64, not {}", size.text));
    return;
  }
  module_.address_size = static_cast<std::uint32_t>(size.bits);
}

void ModuleReader::read_alias() {
  const Token name = cursor_.expect(TokenKind::identifier, "of the alias");
  (void)cursor_.expect(TokenKind::comma, "behind the alias");
  const Token function = cursor_.expect(TokenKind::identifier, "of the function that it stands for");
  module_.aliases.push_back({.name = name.text, .function = function.text, .position = name.position});
  for (const Token& used : {name, function}) {
    const NameId id = context_.names.intern(used.text);
    if (context_.names.find(id) == nullptr) context_.unknown_names.push_back({id, used.position});
  }
  cursor_.expect_semicolon(".alias");
}

void ModuleReader::read_variables(Linkage linkage) {
  const Token space = cursor_.peek();
  if (space.text == "reg" || space.text == "param") {
    cursor_.fail(space.position, fmt::format(".{} variables are declared inside a function", space.text));
  }
  const Variable modifiers = declarations_.read_modifiers(linkage);
  do {
    declare_variable(declarations_.read_declarator(modifiers));
  } while (cursor_.accept(TokenKind::comma));
  cursor_.expect_semicolon({space.text.data() - 1, space.text.size() + 1});
}

void ModuleReader::declare_variable(Variable variable) {
  const auto index = static_cast<std::uint32_t>(module_.variables.size());
  const NameId id = context_.names.intern(variable.name);
  const Binding* present = context_.names.declare(id, Meaning::module_variable, index);
  if (present == nullptr) {
    module_.variables.push_back(std::move(variable));
    return;
  }
  if (present->meaning == Meaning::module_variable) {
    Variable& first = module_.variables[present->index];
    if (variable.linkage == Linkage::external) return;
    if (first.linkage == Linkage::external || first.linkage == Linkage::weak || first.linkage == Linkage::common) {
      first = std::move(variable);
      return;
    }
    cursor_.report(variable.position,
                   fmt::format("'{}' is already declared, on line {}", variable.name, first.position.line));
    return;
  }
  cursor_.report(variable.position, fmt::format("'{}' is already declared as a function, on line {}", variable.name,
                                                module_.functions[present->index]->position.line));
}

void ModuleReader::check_names() {
  for (const UnknownName& unknown : context_.unknown_names) {
    if (context_.names.find(unknown.name) != nullptr) continue;
    cursor_.report(unknown.position, fmt::format("'{}' is not declared as a label, variable or function",
                                                 context_.names.text(unknown.name)));
  }
}

void ModuleReader::index_by_name() {
  const auto sort = [](std::vector<std::uint32_t>& order, std::size_t size, auto name_of_element) {
    order.resize(size);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return name_of_element(a) < name_of_element(b); });
  };
  sort(module_.variables_by_name, module_.variables.size(), [&](std::uint32_t i) { return module_.variables[i].name; });
  sort(module_.functions_by_name, module_.functions.size(),
       [&](std::uint32_t i) { return module_.functions[i]->name; });
}

}  // namespace warpglass::ptx
