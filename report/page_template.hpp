// The page that `page/` builds, as the file page/built/page.html that is compiled in.
#pragma once

#include <string_view>

namespace warpglass::report {

[[nodiscard]] std::string_view page_template();

}  // namespace warpglass::report
