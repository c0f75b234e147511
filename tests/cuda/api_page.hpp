// Pages of the documentation that say which calls of an API are there.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpglass::cuda::test {

/// The part of the API that a call belongs to, by its name: cuMemAlloc and cudaMalloc, "memory".
[[nodiscard]] std::string part_of(const std::string& name);

/// Calls as the page names them, by their parts.
using CallsByPart = std::map<std::string, std::vector<std::string>>;

/// Expects `begin` and both tables to be the contents of a file of docs/; writes it where WARPGLASS_UPDATE_GOLDEN is
/// set.
void expect_page(const std::string& file, const std::string& begin, const CallsByPart& there,
                 const CallsByPart& absent);

}  // namespace warpglass::cuda::test
