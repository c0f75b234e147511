// What kernels and variables are called in PTX. The compiler is asked: behind the source stands for each expression a
// constant of the device that is initialised by it, and the PTX says what with. The lines go again.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpglass::nvrtc {

/// Source to be put behind a program's.
[[nodiscard]] std::string source_of(const std::vector<std::string>& expressions);

/// Takes that out of what has been made of it. \return  the name for each expression that has one
[[nodiscard]] std::map<std::string, std::string> take_lowered_names(const std::vector<std::string>& expressions,
                                                                    std::string& ptx);

}  // namespace warpglass::nvrtc
