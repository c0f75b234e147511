// Where the host's calls stand in the user's source: the program's library reports addresses, of which the line tables
// tell files and lines.
#pragma once

#include "report/report.hpp"

namespace warpglass::tool {

/// Fills in functions and lines, leaves out what is not the user's own code (headers of CUDA, the compiler's stubs of
/// kernels, what comes before main), and makes one finding of those that turn out to be of one place. The program's
/// files have to be there yet.
void look_up_host_places(report::Report& report);

}  // namespace warpglass::tool
