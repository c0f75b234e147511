// By what a finding is known in another run, though lines above it were added or removed meanwhile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace warpglass::report {

/// The file as others know it: relative to the directory it lies in, if it does.
[[nodiscard]] std::string_view relative_file(std::string_view file, std::string_view directory);

/// For each finding a number in hexadecimal and its place among equals, "9f86d081884c7d65:1". It is made of the rule,
/// the file, the kernel, and the text of the source lines that the finding is about, without blanks at their ends;
/// where the source is not there, of the PTX instruction in its place.
/// \param findings  all of a report, those that are suppressed too, so that to suppress one changes no other's
[[nodiscard]] std::vector<std::string> fingerprints(const std::vector<const analysis::Finding*>& findings,
                                                    std::string_view directory, const SourceLookup& source);

}  // namespace warpglass::report
