// The output is a list of pieces: a warning or an error with the includes ahead of it and with the notes and the quoted
// source behind it. A line that counts them ends a compilation.
#include "toolkit/told_once.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <vector>

#include "base/counted.hpp"

namespace warpglass::toolkit {
namespace {

enum class Kind : unsigned char { other, warning, error };

std::string without_colours(std::string_view line) {
  static const std::regex colours("\x1b\\[[0-9;]*[mK]");
  return std::regex_replace(std::string(line), colours, "");
}

/// What a line begins.
std::optional<Kind> begins(const std::string& line) {
  static const std::regex place(R"(^.*:\d+:\d+: (warning|error|fatal error|remark): .*)");
  static const std::regex no_place(R"(^(?:[\w+.-]+: )?(warning|error|fatal error|remark): .*)");
  std::smatch match;
  if (!std::regex_match(line, match, place) && !std::regex_match(line, match, no_place)) return std::nullopt;
  return match[1] == "warning" ? Kind::warning : match[1] == "remark" ? Kind::other : Kind::error;
}

/// "1 warning and 2 errors generated when compiling for sm_90."
struct Count {
  unsigned long warnings = 0;
  unsigned long errors = 0;
  std::string rest;  // " generated when compiling for sm_90."

  [[nodiscard]] std::string text() const {
    if (warnings == 0 && errors == 0) return "";
    if (errors == 0) return counted(warnings, "warning") + rest;
    return (warnings == 0 ? "" : counted(warnings, "warning") + " and ") + counted(errors, "error") + rest;
  }
};

std::optional<Count> count_in(const std::string& line) {
  static const std::regex form(R"(^(?:(\d+) warnings?)?(?: and )?(?:(\d+) errors?)?( generated\b.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) return std::nullopt;
  const auto number = [&](std::size_t group) { return match[group].matched ? std::stoul(match[group]) : 0; };
  return Count{.warnings = number(1), .errors = number(2), .rest = match[3]};
}

class Output {
 public:
  std::string read(std::string_view output) {
    while (!output.empty()) {
      const std::size_t end = output.find('\n');
      const std::string_view line = output.substr(0, end == std::string_view::npos ? end : end + 1);
      output.remove_prefix(line.size());
      read_line(line);
    }
    piece_ += ahead_;
    end_piece();
    return std::move(told_);
  }

 private:
  void read_line(std::string_view line) {
    std::string plain = without_colours(line);
    while (plain.ends_with('\n') || plain.ends_with('\r')) plain.pop_back();
    if (plain.starts_with("In file included from ") ||
        (!ahead_.empty() && plain.starts_with("                 from "))) {
      ahead_ += line;
      return;
    }
    if (auto count = count_in(plain)) {
      end_piece();
      end_compilation(*count);
      return;
    }
    if (const auto kind = begins(plain)) {
      end_piece();
      kind_ = *kind;
    }
    piece_ += ahead_;
    piece_ += line;
    ahead_.clear();
  }

  void end_piece() {
    if (piece_.empty()) return;
    if (earlier_.contains(piece_)) {
      ++(kind_ == Kind::error ? repeated_.errors : repeated_.warnings);
    } else {
      told_ += piece_;
      if (kind_ != Kind::other) of_this_.push_back(piece_);
    }
    piece_.clear();
    kind_ = Kind::other;
  }

  void end_compilation(Count& count) {
    count.warnings -= std::min(count.warnings, repeated_.warnings);
    count.errors -= std::min(count.errors, repeated_.errors);
    if (const std::string text = count.text(); !text.empty()) told_ += text + '\n';
    repeated_ = {};
    earlier_.insert(of_this_.begin(), of_this_.end());
    of_this_.clear();
  }

  std::string told_;
  std::string ahead_;  // lines that say where a file was included
  std::string piece_;
  Kind kind_ = Kind::other;
  Count repeated_;
  std::vector<std::string> of_this_;
  std::set<std::string> earlier_;
};

}  // namespace

std::string told_once(std::string_view output) {
  if (output.find(" generated") == std::string_view::npos) return std::string(output);
  return Output().read(output);
}

}  // namespace warpglass::toolkit
