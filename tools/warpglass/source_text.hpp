// The user's files as they are and as edits would have them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "report/report.hpp"
#include "rewrite/edit.hpp"

namespace warpglass::tool {

/// Whether it is a file of the program, not of a library that the program includes: beside it, or below the working
/// directory.
[[nodiscard]] bool is_users(const std::string& file, const std::string& program);

/// The program's file and the user's own that it includes, directly or not: those that `#include "..."` names beside
/// the file that includes them or beside the program. Of conditions nothing is known.
[[nodiscard]] std::vector<std::string> included_files(const std::string& program);

/// "/home/me/x.cu:3:5", whatever folder the compiler was called in.
[[nodiscard]] std::string key_of(SourcePosition where);

/// Likewise of the line: "/home/me/x.cu:3".
[[nodiscard]] std::string line_key(SourcePosition where);

/// What a patch calls a file: relative to the working directory, where it is applied.
[[nodiscard]] std::string patch_name(const std::string& file);

/// By file, the text with the edits made.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> edited_files(const std::vector<rewrite::Edit>& edits);

/// Edits as a patch.
[[nodiscard]] std::string patch_of(const std::vector<rewrite::Edit>& edits);

/// Gives places of the edited source the lines that they have in the user's. What edits put in is where they put it.
void renumber(report::Report& report, const std::vector<rewrite::Edit>& edits);

/// The lines that edits change, as they read then, without the blanks ahead that neighbours have in common.
[[nodiscard]] std::vector<std::string> changed_lines(const std::vector<rewrite::Edit>& edits);

}  // namespace warpglass::tool
