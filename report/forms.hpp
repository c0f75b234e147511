// The forms that a report is written in, a row each. Whoever offers forms to a user (flags, --format) asks here, so
// that one more form is one more row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace warpglass::report {

/// What a row of the CSV form is about: a launch, a source line, a PTX instruction.
enum class CsvPage : std::uint8_t { raw, source, ptx };

struct FormOptions {
  /// What is shown where the form is for people. Every form names files relative to `text.directory` and looks source
  /// lines up in `text.source`.
  TextOptions text{};
  CsvPage page = CsvPage::raw;
  /// Address of the folder of the documentation, with a slash at its end; empty: rules have no link.
  std::string docs{};
};

struct Form {
  std::string_view name;  // of --format, and of the flag with which `run` and `check` write it to a file: "sarif"
  std::string_view help;  // of that flag; empty: there is none
  std::string_view what;  // it is, in a few words
  std::string (*text)(const Report& report, const FormOptions& options) = nullptr;
  bool counters = false;  // it is about counters alone, which a check has none of
  /// Of runs on several GPUs; nullptr: it is of one.
  std::string (*together)(std::span<const Report> all, const FormOptions& options) = nullptr;
};

/// One report, or those of several GPUs where the form can hold them.
[[nodiscard]] std::string text_in(const Form& form, std::span<const Report> all, const FormOptions& options);

/// Why the form cannot hold several GPUs, one line; empty when it can.
[[nodiscard]] std::string obstacle_to_several(const Form& form, CsvPage page);

[[nodiscard]] std::span<const Form> forms();

/// \return nullptr where there is no form of this name
[[nodiscard]] const Form* form_named(std::string_view name);

/// A log of the Static Analysis Results Interchange Format, version 2.1.0; a run for each report.
[[nodiscard]] std::string to_sarif(std::span<const Report> all, const FormOptions& options);

/// JUnit's XML: a suite for each kernel, on each GPU its own, in it a test case for each class of rules that was looked
/// for.
[[nodiscard]] std::string to_junit(std::span<const Report> all, const FormOptions& options);

/// Markdown as GitHub and GitLab show it: what was found and what each kernel did, for a pull request.
[[nodiscard]] std::string to_markdown(const Report& report, const FormOptions& options);
[[nodiscard]] std::string to_markdown(std::span<const Report> all, const FormOptions& options);

/// Trace events as Chrome and Perfetto show them: launches and copies in their order, by stream. No time is modelled: a
/// millisecond of the axis is a launch or a copy.
[[nodiscard]] std::string to_trace(const Report& report, const FormOptions& options);

}  // namespace warpglass::report
