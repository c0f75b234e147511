// Holds one expectation to a run.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "report/expectation.hpp"
#include "report/report.hpp"

namespace warpglass::report {

/// What an expectation is about.
struct About {
  std::function<bool(std::string_view kernel)> kernel;
  std::function<bool(const SourcePosition& place)> place{};  // empty: all of the kernel
};

enum class Held : std::uint8_t {
  judged,
  not_looked_for,  // this kind of run does not look for it, or counts nothing
  nothing_there,   // no kernel that was counted is meant, or none executed the place
};

/// \param broken  gets a finding for each way in which it does not hold
Held hold(const Report& report, const Expectation& expectation, const About& about,
          std::vector<analysis::Finding>& broken);

/// The error that an expectation does not hold, or is none.
[[nodiscard]] analysis::Finding broken_expectation(const SourcePosition& where, std::string message);

}  // namespace warpglass::report
