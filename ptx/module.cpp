#include "ptx/module.hpp"

#include <algorithm>

#include "base/round_up.hpp"

namespace warpglass::ptx {
namespace {

/// The element of that name through the index sorted by name, or through all when the index was not built.
template <class Elements, class NameOf>
std::int64_t find_by_name(const Elements& elements, const std::vector<std::uint32_t>& by_name, std::string_view name,
                          NameOf name_of_element) {
  if (by_name.size() != elements.size()) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (name_of_element(elements[i]) == name) return static_cast<std::int64_t>(i);
    }
    return -1;
  }
  const auto at = std::lower_bound(by_name.begin(), by_name.end(), name, [&](std::uint32_t i, std::string_view wanted) {
    return name_of_element(elements[i]) < wanted;
  });
  return at != by_name.end() && name_of_element(elements[*at]) == name ? std::int64_t{*at} : -1;
}

}  // namespace

bool Module::is_for_debuggers() const { return std::ranges::find(target_options, "debug") != target_options.end(); }

std::uint64_t Module::constant_bytes() const {
  std::uint64_t end = 0;
  for (const Variable& variable : variables) {
    if (variable.space != Space::constant || !variable.is_defined()) continue;
    end = round_up(end, variable.alignment) + variable.size_in_bytes();
  }
  return end;
}

const Function* Module::find_function(std::string_view name) const {
  const auto index = find_by_name(functions, functions_by_name, name, [](const auto& f) { return f->name; });
  return index < 0 ? nullptr : functions[static_cast<std::size_t>(index)].get();
}

const Variable* Module::find_variable(std::string_view name) const {
  const auto index = find_by_name(variables, variables_by_name, name, [](const Variable& v) { return v.name; });
  return index < 0 ? nullptr : &variables[static_cast<std::size_t>(index)];
}

std::string_view Module::file_name_of(std::uint32_t number) const {
  for (const SourceFile& file : files) {
    if (file.number == number) return file.name;
  }
  return {};
}

std::string text_of(const Module& module, const Function& function, const Instruction& instruction) {
  if (instruction.word_count == 0 || module.text == nullptr) return {};
  std::string line;
  const char* at = function.words_of(instruction).front().data();
  const char* end = module.text->data() + module.text->size();
  bool blank = false;
  while (at != end && *at != ';') {
    if (at[0] == '/' && at[1] == '/') {
      while (at != end && *at != '\n') ++at;
    } else if (at[0] == '/' && at[1] == '*') {
      for (at += 2; at != end && !(at[0] == '*' && at[1] == '/');) ++at;
      if (at != end) at += 2;
      blank = true;
    } else if (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
      blank = true;
      ++at;
    } else {
      if (blank) line += ' ';
      blank = false;
      line += *at++;
    }
  }
  return line + ';';
}

}  // namespace warpglass::ptx
