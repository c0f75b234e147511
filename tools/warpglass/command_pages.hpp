// Pages that follow from the command line's own definition, so that they cannot say something else: the manual page
// and the completions of shells.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace warpglass::tool {

/// warpglass(1), as troff's man macros.
[[nodiscard]] std::string manual_page(const CLI::App& app);

/// What bash sources to complete commands, flags and files.
[[nodiscard]] std::string bash_completion(const CLI::App& app);

/// The same for zsh's completion system: the file _warpglass.
[[nodiscard]] std::string zsh_completion(const CLI::App& app);

}  // namespace warpglass::tool
