#include <utility>

#include "ptx/module.hpp"
#include "ptx/module_reader.hpp"

namespace warpglass::ptx {

ParseResult parse(std::string text, std::string file_name) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  ParseResult result;
  Module& module = result.module;
  module.file_name = std::move(file_name);
  module.text = std::make_shared<const std::string>(std::move(text));
  if (module.text->size() > UINT32_MAX / 4) {  // so that no index or column overflows
    Diagnostic too_large;
    too_large.where.file = module.file_name;
    too_large.message = "a PTX module of 1 GiB or more is too large";
    result.diagnostics.push_back(std::move(too_large));
    return result;
  }
  Context context(module, *module.text);
  try {
    ModuleReader(context).read();
  } catch (const TooManyErrors&) {
  } catch (const StatementAbandoned&) {
  }
  result.diagnostics = context.cursor.diagnostics();
  return result;
}

}  // namespace warpglass::ptx
