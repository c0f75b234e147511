// Where the report goes: terminal, files, the standard output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Lines of source files, each file read once, and of sources that the reports hold themselves.
[[nodiscard]] report::SourceLookup source_lookup(std::span<const report::Report> all = {});

/// \param path  a file, - for the standard output, empty for none
/// \throws UsageError when the file cannot be written; nothing is written yet
void check_output(const std::string& path);

/// \throws UsageError
void write_output(const std::string& path, const std::string& text);

/// \throws UsageError when a file that the report shall go to cannot be written; asked before the program is run
void check_outputs(const RunOptions& options);

/// With a slash at its end; empty where there is none any more.
[[nodiscard]] std::string working_directory();

/// \throws UsageError
void write_files(const std::vector<FormFile>& files, std::span<const report::Report> all,
                 const report::FormOptions& options);

/// The errors that were found, to the terminal: what ended launches is told in any case.
void write_errors(const RunOptions& options, const report::Report& report);

/// To the terminal, unless something else is shown there, and to files. Those of several GPUs stand side by side.
/// \throws UsageError
void write_outputs(const RunOptions& options, std::span<const report::Report> all);

}  // namespace warpglass::tool
