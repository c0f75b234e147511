// Expectations that stand in the sources of the kernels. A comment above a declaration with __global__ is about that
// kernel: the one that executed the first line behind it, as long as no other declaration lies between.
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "report/comments.hpp"
#include "report/expectations.hpp"
#include "report/held.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;
using analysis::KernelProfile;

constexpr std::string_view kKernel = "__global__";
constexpr std::uint32_t kLongestDeclaration = 16;  // lines, from its first to the brace

class Source {
 public:
  Source(const std::string& file, const SourceLookup& lookup) : file_(file), lookup_(lookup) {}

  [[nodiscard]] std::optional<std::string> line(std::uint32_t number) const { return lookup_(file_, number); }
  [[nodiscard]] const std::string& file() const { return file_; }

  /// The line that a comment on this one is about; 0: none.
  [[nodiscard]] std::uint32_t line_meant(std::uint32_t number) const {
    std::optional<std::string> text = line(number);
    while (text && is_only_comment(*text)) text = line(++number);
    return text && !trimmed(*text).empty() ? number : 0;
  }

  /// Whether a kernel's declaration begins in this line, up to its brace.
  [[nodiscard]] bool declares_kernel(std::uint32_t first) const {
    for (std::uint32_t number = first; number < first + kLongestDeclaration; ++number) {
      const std::optional<std::string> text = line(number);
      if (!text) return false;
      if (text->find(kKernel) != std::string::npos) return true;
      // Other code ends here: what follows is something else.
      if (text->find_first_of("{};") != std::string::npos) return false;
    }
    return false;
  }

  /// Whether another kernel's declaration stands between the one that begins in `first` and a line of its code.
  [[nodiscard]] bool another_between(std::uint32_t first, std::uint32_t last) const {
    int declarations = 0;
    for (std::uint32_t number = first; number <= last; ++number) {
      const std::optional<std::string> text = line(number);
      if (text && !is_only_comment(*text) && text->find(kKernel) != std::string::npos) ++declarations;
    }
    return declarations > 1;
  }

 private:
  const std::string& file_;
  const SourceLookup& lookup_;
};

std::set<std::string> sources_of(const analysis::RunProfile& run) {
  std::set<std::string> files;
  const auto add = [&](const SourcePosition& where) {
    if (where.line != 0) files.insert(where.file);
  };
  for (const KernelProfile& kernel : run.kernels) {
    for (const analysis::LineProfile& line : kernel.lines) add(line.where);
    for (const analysis::InstructionProfile& one : kernel.instructions) std::ranges::for_each(one.inlined_at, add);
  }
  for (const Finding& finding : run.findings) add(finding.where);
  return files;
}

/// The kernels that execute the first line behind a declaration.
std::set<std::string, std::less<>> kernels_declared(const analysis::RunProfile& run, const Source& source,
                                                    std::uint32_t declaration) {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
  std::set<std::string, std::less<>> names;
  for (const KernelProfile& kernel : run.kernels) {
    for (const analysis::LineProfile& line : kernel.lines) {
      if (line.where.file != source.file() || line.where.line < declaration || line.where.line > first) continue;
      if (line.where.line < first) names.clear();
      first = line.where.line;
      names.insert(kernel.name);
    }
  }
  if (!names.empty() && source.another_between(declaration, first)) names.clear();
  return names;
}

/// Holds the comment of a line to the run.
void judge_comment(Report& report, const Source& source, std::uint32_t number, const Annotation& annotation,
                   std::vector<Finding>& broken) {
  const SourcePosition where{.file = source.file(), .line = number, .column = annotation.column};
  Expectation expectation;
  try {
    std::size_t unused = 0;
    expectation = parse_expectation(annotation.text, unused);
  } catch (const Mistake& mistake) {
    SourcePosition place = where;
    place.column += static_cast<std::uint32_t>(mistake.at);
    broken.push_back(broken_expectation(place, mistake.message));
    return;
  }
  expectation.where = where;
  const std::uint32_t meant = source.line_meant(number);
  About about;
  std::set<std::string, std::less<>> kernels;
  if (meant != 0 && source.declares_kernel(meant)) {
    kernels = kernels_declared(report.run, source, meant);
    about.kernel = [&](std::string_view kernel) { return kernels.contains(kernel); };
  } else {
    about.kernel = [](std::string_view) { return true; };
    about.place = [&](const SourcePosition& place) { return place.line == meant && place.file == source.file(); };
  }
  if (hold(report, expectation, about, broken) != Held::nothing_there) return;
  report.run.remarks.push_back({.severity = Severity::note,
                                .where = where,
                                .message = "no kernel that was counted executed what this expectation is about",
                                .rule = {}});
}

}  // namespace

void judge_comments(Report& report, const SourceLookup& source) {
  if (!source) return;
  std::vector<Finding> broken;
  for (const std::string& file : sources_of(report.run)) {
    const Source text(file, source);
    std::uint32_t number = 1;
    for (std::optional<std::string> line = text.line(number); line; line = text.line(++number)) {
      const std::optional<Annotation> annotation = annotation_in(*line);
      if (annotation && annotation->verb == "expect") judge_comment(report, text, number, *annotation, broken);
    }
  }
  std::vector<Finding>& all = report.run.findings;
  all.insert(all.begin(), std::make_move_iterator(broken.begin()), std::make_move_iterator(broken.end()));
}

}  // namespace warpglass::report
