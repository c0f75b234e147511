// Which machine the device code is compiled for. Programs ask for any chip from sm_10 to the newest; clang writes PTX
// for sm_50 to sm_90a, and PTX runs on whatever machine is modelled. Sources for newer ones are compiled as for sm_90,
// and see the macros of the machine that they are for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::toolkit {

/// What is compiled for when nothing is asked for.
inline constexpr std::string_view kDefaultArchitecture = "sm_90";

/// The architecture that is compiled for when `asked` is: "sm_75", "compute_75", "75" and lists such as
/// "compute_60,sm_60"; "native", "all" and "all-major" mean the default. Older than sm_52 becomes sm_52, sm_88 becomes
/// sm_87, a later one than the newest the newest; the "a" and "f" of those from sm_90 on stay. Empty when `asked` names
/// no architecture, or one that nvcc has never had.
[[nodiscard]] std::optional<std::string> known_architecture(std::string_view asked);

/// Whether of two known ones the first is compiled, where a program is for both: the newer, but none beyond the default
/// before one that is not.
[[nodiscard]] bool is_preferred(std::string_view one, std::string_view other);

/// Of a source that is compiled for one machine and run on it: with what that machine alone has, where clang does not
/// know it.
[[nodiscard]] std::string architecture_for_machine(std::string_view known_architecture);

/// The numbers of all that known_architecture() gives, oldest first.
[[nodiscard]] std::span<const int> known_architecture_numbers();

/// 75 for "sm_75", 90 for "sm_90a".
[[nodiscard]] int architecture_number(std::string_view known_architecture);

/// What clang is given for one.
[[nodiscard]] std::string clang_architecture(std::string_view known_architecture);

/// Flags that give the device code of a machine which clang does not know its macros (CUDA Programming Guide,
/// Feature-Specific Targets), and both sides a CUDA that knows it, 12.9. Of one that clang knows: none.
[[nodiscard]] std::vector<std::string> architecture_flags(std::string_view known_architecture);

}  // namespace warpglass::toolkit
