#include "cuda/nvrtc/name_expressions.hpp"

#include <fmt/format.h>

#include <string_view>

namespace warpglass::nvrtc {
namespace {

std::string constant_for(std::size_t expression) { return fmt::format("__warpglass_lowered_{}", expression); }

/// The same by a name of the host's.
std::string value_of(std::size_t expression) { return fmt::format("__warpglass_expression_{}", expression); }

/// Takes the line of a variable out. \return  its initialiser; empty when there is no such line
std::string take_line(std::string& ptx, const std::string& variable) {
  const std::string assigned = variable + " = ";
  const std::size_t at = ptx.find(assigned);
  if (at == std::string::npos) return "";
  const std::size_t first = at + assigned.size(), begin = ptx.rfind('\n', at) + 1;
  const std::string initialiser = ptx.substr(first, ptx.find(';', first) - first);
  const std::size_t end = ptx.find('\n', at);
  ptx.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  return initialiser;
}

/// What a constant's initialiser names: a kernel as it is, a variable by its generic address. Empty for anything else.
std::string_view named_by(std::string_view initialiser) {
  constexpr std::string_view kGeneric = "generic(";
  if (initialiser.starts_with(kGeneric) && initialiser.ends_with(')'))
    initialiser = initialiser.substr(kGeneric.size(), initialiser.size() - kGeneric.size() - 1);
  const bool is_name = initialiser.find_first_of("()+- ") == std::string_view::npos && initialiser != "0";
  return is_name ? initialiser : std::string_view();
}

}  // namespace

std::string source_of(const std::vector<std::string>& expressions) {
  std::string source;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    // In two steps: where a variable of the device is initialised, an overloaded kernel cannot be chosen by a cast.
    source += fmt::format(
        "\n#line {} \"name_expressions\"\nstatic constexpr auto {} = ({});\n"
        "extern \"C\" __device__ const auto {} = {};\n",
        i + 1, value_of(i), expressions[i], constant_for(i), value_of(i));
  }
  return source;
}

std::map<std::string, std::string> take_lowered_names(const std::vector<std::string>& expressions, std::string& ptx) {
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    take_line(ptx, value_of(i));
    if (const std::string name(named_by(take_line(ptx, constant_for(i)))); !name.empty()) names[expressions[i]] = name;
  }
  return names;
}

}  // namespace warpglass::nvrtc
