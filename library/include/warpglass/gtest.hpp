// GoogleTest for kernels: what a launch may and may not do, as assertions and as matchers. Link GTest::gmock and
// warpglass::warpglass.
//
//     const warpglass::Launch launch = kernel.launch(...);
//     EXPECT_NO_BANK_CONFLICTS(launch);
//     EXPECT_COUNTER(launch, "memory_l1_wavefronts_shared", testing::Le(16384));
//     EXPECT_THAT(launch, testing::Not(warpglass::HasFinding("uncoalesced")));
//
// Each takes a warpglass::Launch or a warpglass::Report. What nobody looked for was not found: where the device did not
// count, or had no checker for it at work, an assertion fails and says which option is missing. A launch that has
// faulted fails all of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "warpglass/warpglass.hpp"

namespace warpglass {

inline void PrintTo(const Report& report, std::ostream* out) {
  *out << "a report of " << report.launch_count() << " launches";
}
inline void PrintTo(const Launch& launch, std::ostream* out) {
  *out << (launch.status() == WARPGLASS_OK ? "a launch" : "a launch that did not end well");
}

namespace gtest_detail {

inline const Report& report_of(const Report& report) { return report; }
inline const Report& report_of(const Launch& launch) { return launch.report(); }
inline bool ended_well(const Report&, testing::MatchResultListener*) { return true; }
inline bool ended_well(const Launch& launch, testing::MatchResultListener* said) {
  if (launch.status() == WARPGLASS_OK) return true;
  *said << "the kernel did not run to its end: " << launch.error();
  return false;
}

/// Whether somebody looked.
inline bool looked_for(const Report& report, const std::string& analyser, testing::MatchResultListener* said) {
  if (report.looked_for(analyser)) return true;
  *said << "nobody looked for it: ";
  if (analyser == "banks" || analyser == "coalescing") {
    *said << "make the device with the mode WARPGLASS_COUNT";
  } else {
    *said << "make the device with options.analysers = \"" << analyser << "\"";
  }
  return false;
}

/// Whether there are none of these rules; tells those that there are.
inline bool has_none(const Report& report, const std::vector<std::string>& rules, testing::MatchResultListener* said) {
  int found = 0;
  for (const warpglass_finding& finding : report.findings()) {
    bool meant = rules.empty() && finding.severity != WARPGLASS_NOTE;
    for (const std::string& rule : rules) meant |= rule == finding.rule;
    if (!meant) continue;
    ++found;
    *said << "\n  " << finding.text;
    if (*finding.detail != '\0') *said << "\n    | " << finding.detail;
    if (*finding.kernel != '\0') *said << "\n    = in kernel " << finding.kernel;
  }
  return found == 0;
}

}  // namespace gtest_detail

MATCHER(HasNoBankConflicts, negation ? "has bank conflicts" : "has no bank conflicts") {
  const Report& report = gtest_detail::report_of(arg);
  return gtest_detail::ended_well(arg, result_listener) && gtest_detail::looked_for(report, "banks", result_listener) &&
         gtest_detail::has_none(report, {"bank-conflict"}, result_listener);
}

MATCHER(IsCoalesced, negation ? "has uncoalesced accesses" : "has no uncoalesced access") {
  const Report& report = gtest_detail::report_of(arg);
  return gtest_detail::ended_well(arg, result_listener) &&
         gtest_detail::looked_for(report, "coalescing", result_listener) &&
         gtest_detail::has_none(report, {"uncoalesced"}, result_listener);
}

MATCHER(HasNoRaces, negation ? "has races" : "has no races") {
  const Report& report = gtest_detail::report_of(arg);
  return gtest_detail::ended_well(arg, result_listener) && gtest_detail::looked_for(report, "races", result_listener) &&
         gtest_detail::has_none(report, {"shared-race", "global-race", "scope-race", "missing-fence", "stream-race"},
                                result_listener);
}

/// Nothing at all, of whatever was looked for. Notes do not count.
MATCHER(HasNoFindings, negation ? "has findings" : "has no findings") {
  return gtest_detail::ended_well(arg, result_listener) &&
         gtest_detail::has_none(gtest_detail::report_of(arg), {}, result_listener);
}

MATCHER_P(HasFinding, rule, std::string(negation ? "has no finding of " : "has a finding of ") + rule) {
  *result_listener << "found are:";
  testing::StringMatchResultListener found;
  if (!gtest_detail::has_none(gtest_detail::report_of(arg), {rule}, &found)) {
    *result_listener << found.str();
    return true;
  }
  if (gtest_detail::has_none(gtest_detail::report_of(arg), {}, result_listener)) *result_listener << " none";
  return false;
}

/// A counter's value, of all kernels of the report together.
template <class Matcher>
class HasCounterMatcher {
 public:
  using is_gtest_matcher = void;
  HasCounterMatcher(std::string counter, Matcher matcher)
      : counter_(std::move(counter)), matcher_(testing::SafeMatcherCast<double>(matcher)) {}

  template <class Launched>
  bool MatchAndExplain(const Launched& launched, testing::MatchResultListener* said) const {
    if (!gtest_detail::ended_well(launched, said)) return false;
    try {
      const double value = gtest_detail::report_of(launched).counter(counter_);
      *said << "whose " << counter_ << " is " << testing::PrintToString(value);
      return matcher_.Matches(value);
    } catch (const Error& error) {
      *said << error.what();
      return false;
    }
  }
  void DescribeTo(std::ostream* out) const { describe(out, "has a "); }
  void DescribeNegationTo(std::ostream* out) const { describe(out, "has no "); }

 private:
  void describe(std::ostream* out, const char* has) const {
    *out << has << counter_ << " that ";
    matcher_.DescribeTo(out);
  }

  std::string counter_;
  testing::Matcher<double> matcher_;
};

/// \param counter  under Nsight Compute's name
template <class Matcher>
HasCounterMatcher<Matcher> HasCounter(std::string counter, Matcher matcher) {
  return {std::move(counter), std::move(matcher)};
}

}  // namespace warpglass

#define EXPECT_NO_BANK_CONFLICTS(launch) EXPECT_THAT(launch, ::warpglass::HasNoBankConflicts())
#define ASSERT_NO_BANK_CONFLICTS(launch) ASSERT_THAT(launch, ::warpglass::HasNoBankConflicts())
#define EXPECT_COALESCED(launch) EXPECT_THAT(launch, ::warpglass::IsCoalesced())
#define ASSERT_COALESCED(launch) ASSERT_THAT(launch, ::warpglass::IsCoalesced())
#define EXPECT_NO_RACES(launch) EXPECT_THAT(launch, ::warpglass::HasNoRaces())
#define ASSERT_NO_RACES(launch) ASSERT_THAT(launch, ::warpglass::HasNoRaces())
#define EXPECT_NO_FINDINGS(launch) EXPECT_THAT(launch, ::warpglass::HasNoFindings())
#define ASSERT_NO_FINDINGS(launch) ASSERT_THAT(launch, ::warpglass::HasNoFindings())
#define EXPECT_COUNTER(launch, counter, matcher) EXPECT_THAT(launch, ::warpglass::HasCounter(counter, matcher))
#define ASSERT_COUNTER(launch, counter, matcher) ASSERT_THAT(launch, ::warpglass::HasCounter(counter, matcher))
