#include "report/forms.hpp"

#include <fmt/format.h>

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

/// A form of several reports, of one.
template <std::string (*together)(std::span<const Report>, const FormOptions&)>
std::string of_one(const Report& report, const FormOptions& options) {
  return together({&report, 1}, options);
}

// clang-format off
constexpr Form kForms[] = {
  {"text", "", "as on the terminal",
   [](const Report& report, const FormOptions& options) { return to_text(report, options.text); }, false,
   [](std::span<const Report> all, const FormOptions& options) { return to_text(all, options.text); }},
  {"json", "write the report as JSON to this file, - for standard output", "everything, for programs (docs/report.schema.json)",
   [](const Report& report, const FormOptions&) { return to_json(report); }, false,
   [](std::span<const Report> all, const FormOptions&) { return to_json(all); }},
  {"csv", "write counters in the format of ncu --csv; - for standard output", "counters, as ncu --csv", csv_text, true,
   [](std::span<const Report> all, const FormOptions& options) { return to_csv(all, options.text.metrics); }},
  {"markdown", "write a summary for a pull request to this file", "a summary for a pull request", to_markdown, false, to_markdown},
  {"sarif", "write findings as SARIF 2.1.0 to this file, for code scanning", "findings, for code scanning", of_one<to_sarif>, false, to_sarif},
  {"junit", "write findings as JUnit's XML to this file, a test case per kernel and class of rules", "findings, as test results", of_one<to_junit>, false, to_junit},
  {"html", "write the report as a page for a browser to this file, with the sources, - for standard output", "a page for a browser",
   [](const Report& report, const FormOptions& options) { return to_html(report, options.text.source); }, false,
   [](std::span<const Report> all, const FormOptions& options) { return to_html(all, options.text.source); }},
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

std::string text_in(const Form& form, std::span<const Report> all, const FormOptions& options) {
  return all.size() == 1 ? form.text(all.front(), options) : form.together(all, options);
}

std::string obstacle_to_several(const Form& form, CsvPage page) {
  if (form.together == nullptr) return fmt::format("--{} is of one GPU, and here are several", form.name);
  if (form.counters && page != CsvPage::raw)
    return "--page source and ptx are of one GPU, and here are several; --page raw holds them";
  return "";
}

}  // namespace warpglass::report
