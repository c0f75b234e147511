#include "report/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "report/held.hpp"
#include "report/rules.hpp"

namespace warpglass::report {
namespace {

void put_first(Report& report, std::vector<analysis::Finding> broken) {
  std::vector<analysis::Finding>& all = report.run.findings;
  std::erase_if(all, [&](const analysis::Finding& old) {
    return old.rule == kExpectation && std::ranges::find(broken, old.where, &analysis::Finding::where) != broken.end();
  });
  all.insert(all.begin(), std::make_move_iterator(broken.begin()), std::make_move_iterator(broken.end()));
}

}  // namespace

std::vector<FileExpectation> parse_expectations(std::string_view text, const std::string& file, Diagnostics& problems) {
  std::vector<FileExpectation> all;
  for_each_line(text, file, problems, [&](std::string_view line, std::uint32_t number) {
    const std::vector<Word> words = words_of(line);
    if (words.empty()) return;
    FileExpectation expectation;
    std::size_t end = 0;
    static_cast<Expectation&>(expectation) = parse_expectation(line, end);
    const auto rest = std::ranges::find_if(words, [&](const Word& word) { return word.at >= end; });
    expectation.scope = scope_of(std::span(rest, words.end()));
    const bool of_line = expectation.scope.first_line != 0 || expectation.scope.file != "*";
    const std::vector<std::string> of_kernels = kernel_counters();
    if (!of_line && expectation.rule.empty() &&
        std::ranges::find(of_kernels, expectation.counter) == of_kernels.end()) {
      throw Mistake{words.front().at, fmt::format("only lines have the counter {}: say which, with file= and line=",
                                                  expectation.counter)};
    }
    expectation.where = {.file = file, .line = number, .column = static_cast<std::uint32_t>(words.front().at) + 1};
    all.push_back(std::move(expectation));
  });
  return all;
}

bool judge(Report& report, const std::vector<FileExpectation>& expectations) {
  std::vector<analysis::Finding> broken;
  for (const FileExpectation& expectation : expectations) {
    const Scope& scope = expectation.scope;
    About about{.kernel = [&](std::string_view kernel) { return names_kernel(scope, kernel); }};
    if (scope.first_line != 0 || scope.file != "*")
      about.place = [&](const SourcePosition& place) { return names_place(scope, place); };
    switch (hold(report, expectation, about, broken)) {
      case Held::judged: break;
      case Held::not_looked_for:
        report.run.remarks.push_back(
            {.severity = Severity::note,
             .where = expectation.where,
             .message = expectation.rule.empty()
                            ? "nothing was counted, so that this expectation was held to nothing"
                            : fmt::format("this run did not look for {}, so that this expectation was held to nothing",
                                          expectation.rule),
             .rule = {}});
        break;
      case Held::nothing_there:
        // A kernel that was renamed would otherwise pass from then on.
        broken.push_back(broken_expectation(
            expectation.where, fmt::format("expected {}; but no kernel that was counted is meant: correct kernel=, "
                                           "file= or line=, or remove the expectation",
                                           expectation.text)));
        break;
    }
  }
  const bool all_hold = broken.empty();
  put_first(report, std::move(broken));
  return all_hold;
}

bool has_broken_expectations(const Report& report) {
  return std::ranges::find(report.run.findings, kExpectation, &analysis::Finding::rule) != report.run.findings.end();
}

}  // namespace warpglass::report
