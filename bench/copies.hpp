// What copies and memsets cost beside the host's own.
#pragma once

namespace warpglass::bench {

/// Prints a table. \param rounds  of which the fastest counts. \returns the program's exit status
int copies(int rounds);

}  // namespace warpglass::bench
