// How far our approximations are from an H200's, as a table of docs/fidelity.md.
//
//   accuracy                            prints the table
//   accuracy --check docs/fidelity.md   exit code 1 when the page's table is another, or a bound is not kept
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"
#include "tests/ptx/approximation.hpp"
#include "tests/ptx/replayer.hpp"
#include "tests/ptx/true_value.hpp"

namespace warpglass::test {
namespace {

constexpr std::string_view kBegin = "<!-- approximations: begin -->\n";
constexpr std::string_view kEnd = "<!-- approximations: end -->\n";

/// How far results are from recorded ones, and how far both are from the true values: the largest share of the manual's
/// bound.
struct Difference {
  double largest = 0;
  double sum = 0;
  int values = 0;
  int equal = 0;
  double our_error = 0;
  double chip_error = 0;

  void add(std::string_view type, std::uint64_t want, std::uint64_t got) {
    ++values;
    if (want == got) {
      ++equal;
      return;
    }
    const double ulps = ulps_between(type, want, got);
    largest = std::max(largest, ulps);
    sum += ulps;
  }
  void add_errors(std::string_view text, std::string_view type, double a, double b, std::uint64_t want,
                  std::uint64_t got) {
    const std::optional<double> value = true_value(text, type, a, b);
    if (!value) return;
    const double bound = bound_at(text, type, a, *value);
    our_error = std::max(our_error, std::fabs(number(type, got) - *value) / bound);
    chip_error = std::max(chip_error, std::fabs(number(type, want) - *value) / bound);
  }
};

Difference difference_of(const RecordedInstruction& one, const std::vector<std::uint64_t>& answers) {
  std::string_view type = one.destinations[0];
  const bool pair = type.ends_with("x2");
  if (pair) type.remove_suffix(2);
  Difference difference;
  for (std::size_t i = 0; i < one.results[0].size(); ++i) {
    const std::uint64_t* sources = one.values.data() + one.words() * i;
    for (const int shift : {0, 16}) {
      if (shift != 0 && !pair) break;
      const auto part = [&](std::uint64_t bits) { return pair ? bits >> shift & 0xffff : bits; };
      const std::uint64_t want = part(one.results[0][i]);
      const std::uint64_t got = part(answers[i]);
      difference.add(type, want, got);
      const double b = one.sources.size() > 1 ? number(type, part(sources[1])) : 0;
      difference.add_errors(one.text, type, number(type, part(sources[0])), b, want, got);
    }
  }
  return difference;
}

/// The bound that the instruction's row of the table gives.
std::string bound_of(const RecordedInstruction& one) {
  const ptx::ParseResult parsed = ptx::parse(std::string(isa::kHeader) + kernel_for(one, "k", false), "k.ptx");
  const ptx::Function& function = *parsed.module.functions[0];
  for (const ptx::Instruction& instruction : function.instructions) {
    isa::Spelling spelling;
    std::string why;
    const isa::InstructionDef* row =
        isa::match(function.words_of(instruction), function.operands_of(instruction), spelling, why);
    if (row != nullptr && row->accuracy.find('^') + row->accuracy.find("ulp") != 2 * std::string_view::npos)
      return std::string(row->accuracy);
  }
  return "";
}

struct Table {
  std::string text;
  bool within_bounds = true;
};

Table table() {
  Table made;
  std::string& text = made.text;
  text =
      "| instruction | the manual's bound | largest difference in ulp | mean | equal bits | H200's error | error here "
      "|\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const std::string& chapter : recorded_chapters()) {
    if (chapter == "nans") continue;  // which are no further from the true value than others
    std::vector<RecordedInstruction> recording = read_recording(chapter);
    std::erase_if(recording, [](const RecordedInstruction& one) {
      return one.text.find(".approx") == std::string::npos && one.text.find(".full") == std::string::npos;
    });
    Replayer replayer(recording, false, kRecorded);
    for (std::size_t i = 0; i < recording.size(); ++i) {
      const Difference difference = difference_of(recording[i], replayer.answers(i));
      const std::string& all = recording[i].text;
      text += fmt::format("| `{}`{} | {} | {:.0f} | {:.3f} | {} of {} | {:.2f} | {:.2f} |\n",
                          all.substr(0, all.find(' ')), chapter == "edges" ? " at the edge of the normal numbers" : "",
                          bound_of(recording[i]), difference.largest, difference.sum / difference.values,
                          difference.equal, difference.values, difference.chip_error, difference.our_error);
      // The chip goes to the bound's last digit and, where that is a rounded power of two, a little beyond.
      made.within_bounds = made.within_bounds && difference.our_error <= std::max(1.0, difference.chip_error);
    }
  }
  return made;
}

int check(const char* path, const std::string& wanted) {
  std::ifstream file(path);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  if (begin != std::string::npos && end != std::string::npos &&
      page.substr(begin + kBegin.size(), end - begin - kBegin.size()) == wanted)
    return 0;
  fmt::print(stderr,
             "{}: error: the table of approximations is not what the recordings say; put the output of "
             "'accuracy' between its markers\n",
             path);
  return 1;
}

}  // namespace
}  // namespace warpglass::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const warpglass::test::Table table = warpglass::test::table();
  if (!table.within_bounds)
    fmt::print(stderr, "error: some results are farther from the true value than the manual allows\n");
  if (argc == 3 && std::string_view(argv[1]) == "--check") {
    const int changed = warpglass::test::check(argv[2], table.text);
    return table.within_bounds ? changed : 1;
  }
  fmt::print("{}", table.text);
  return table.within_bounds ? 0 : 1;
}
