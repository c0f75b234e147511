#include "tools/warpglass/form_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

void FormFlags::add_to(CLI::App& command, bool counts) {
  for (const report::Form& form : report::forms()) {
    if (!form.help.empty() && (counts || !form.counters)) files_.push_back({.form = &form, .path = {}});
  }
  // Now none of them moves any more.
  for (FormFile& file : files_)
    command.add_option(fmt::format("--{}", file.form->name), file.path, std::string(file.form->help))
        ->type_name("FILE");
}

std::vector<FormFile> FormFlags::files() const {
  std::vector<FormFile> asked;
  const FormFile* on_output = nullptr;
  for (const FormFile& file : files_) {
    if (file.path.empty()) continue;
    if (file.path == "-" && on_output != nullptr) {
      throw UsageError(fmt::format("--{} - and --{} - both want the standard output; name a file for one of them",
                                   on_output->form->name, file.form->name));
    }
    if (file.path == "-") on_output = &file;
    asked.push_back(file);
  }
  return asked;
}

}  // namespace warpglass::tool
