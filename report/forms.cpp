#include "report/forms.hpp"

#include <algorithm>

namespace warpglass::report {
namespace {

std::string csv_text(const Report& report, const FormOptions& options) {
  switch (options.page) {
    case CsvPage::raw: return to_csv(report, options.text.metrics);
    case CsvPage::source: return to_csv_of_lines(report);
    case CsvPage::ptx: return to_csv_of_instructions(report);
  }
  return {};
}

// clang-format off
constexpr Form kForms[] = {
  {"text", "", "as on the terminal",
   [](const Report& report, const FormOptions& options) { return to_text(report, options.text); }},
  {"json", "write the report as JSON to this file, - for standard output", "everything, for programs (docs/report.schema.json)",
   [](const Report& report, const FormOptions&) { return to_json(report); }},
  {"csv", "write counters in the format of ncu --csv; - for standard output", "counters, as ncu --csv", csv_text, true},
  {"markdown", "write a summary for a pull request to this file", "a summary for a pull request", to_markdown},
  {"sarif", "write findings as SARIF 2.1.0 to this file, for code scanning", "findings, for code scanning", to_sarif},
  {"junit", "write findings as JUnit's XML to this file, a test case per kernel and class of rules", "findings, as test results", to_junit},
  {"html", "write the report as a page for a browser to this file, with the sources, - for standard output", "a page for a browser",
   [](const Report& report, const FormOptions& options) { return to_html(report, options.text.source); }},
  {"trace", "write launches and copies in their order, and blocks on the SMs, to this file, for Perfetto or chrome://tracing", "launches and copies in their order and blocks on SMs, for Perfetto", to_trace},
  {"sanitizer", "", "findings, as compute-sanitizer prints them",
   [](const Report& report, const FormOptions&) { return to_sanitizer_text(report); }},
};
// clang-format on

}  // namespace

std::span<const Form> forms() { return kForms; }

const Form* form_named(std::string_view name) {
  const auto* const found = std::ranges::find(kForms, name, &Form::name);
  return found == std::end(kForms) ? nullptr : found;
}

}  // namespace warpglass::report
