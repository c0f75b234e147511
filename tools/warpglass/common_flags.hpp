// Flags that several commands take, in the same words.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "report/forms.hpp"

namespace warpglass::tool {

/// --arch, several GPUs. \param examples  that its help names: "sm_90, ampere"
/// \param more  what the help adds at its end
CLI::Option* add_devices_flag(CLI::App& command, std::vector<std::string>& archs, const std::string& examples,
                              const std::string& more = "");

/// --json FILE
void add_json_flag(CLI::App& command, std::string& file);

/// --expect FILE
void add_expect_flag(CLI::App& command, std::vector<std::string>& files);

/// --explain LINE, for parse_line
void add_explain_flag(CLI::App& command, std::string& line);

/// --page PAGE, for parse_page
CLI::Option* add_page_flag(CLI::App& command, std::string& page);

/// "raw", "source", "ptx". \throws UsageError
[[nodiscard]] report::CsvPage parse_page(const std::string& text);

/// --kernel REGEX. \throws UsageError where it is none
void check_kernel_expression(const std::string& text);

/// A flag's number is no less than 0 or 1.
[[nodiscard]] CLI::Validator at_least(int lowest);

/// --no-cache
void add_no_cache_flag(CLI::App& command, bool& no_cache);

/// --top N
void add_top_flag(CLI::App& command, std::size_t& top);

/// --colour WHEN, for parse_colour
void add_colour_flag(CLI::App& command, std::string& when);

}  // namespace warpglass::tool
