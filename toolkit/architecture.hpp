// Which machine the device code is compiled for. Programs ask for any chip from sm_10 to the newest; clang writes PTX
// for sm_50 to sm_90a, and PTX runs on whatever machine is modelled, so a request is answered by the nearest one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warpglass::toolkit {

/// What is compiled for when nothing is asked for.
inline constexpr std::string_view kDefaultArchitecture = "sm_90";

/// The architecture clang is given for `asked`: "sm_75", "compute_75", "75" and lists such as "compute_60,sm_60"
/// (the newest counts); "native", "all" and "all-major" mean the default. Older than sm_52 becomes sm_52, newer than
/// sm_90a becomes sm_90, a number in between that clang does not know the next lower one it does.
/// Empty when `asked` names no architecture.
[[nodiscard]] std::optional<std::string> clang_architecture(std::string_view asked);

/// The numbers of all that clang_architecture() gives, oldest first.
[[nodiscard]] std::span<const int> clang_architecture_numbers();

/// 75 for "sm_75", 90 for "sm_90a".
[[nodiscard]] int architecture_number(std::string_view clang_architecture);

}  // namespace warpglass::toolkit
