#include "toolkit/nested_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "toolkit/cuda_tokens.hpp"
#include "toolkit/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

// clang's words (SemaCUDA): a launch calls this function of the host, and names a kernel. Of many it says one only.
constexpr std::string_view kRefusedLaunch = "error: reference to __host__ function '__cudaPushCallConfiguration' in ";
constexpr std::string_view kRefusedKernel = "error: reference to __global__ function '";
constexpr std::string_view kNoMatch = "error: no matching function for call to '";
constexpr std::string_view kNoKernelMatches = "note: candidate function not viable: call to __global__ function from ";
constexpr std::string_view kRefusedWeak = "error: weak declaration cannot have internal linkage";
constexpr std::string_view kExpanded = "note: expanded from macro ";

constexpr int kMostRounds = 8;  // rewritten templates are instantiated, in which there may be further launches

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// "file:line:column: what" taken apart; false where it is nothing of the kind.
bool take_place(std::string_view line, RefusedPlace& place, std::string_view& what) {
  std::size_t numbers[2] = {};
  std::size_t end = line.find(": ");
  if (end == std::string_view::npos) return false;
  what = line.substr(end + 2);
  for (std::size_t& number : numbers) {
    const std::size_t colon = line.rfind(':', end - 1);
    if (colon == std::string_view::npos || colon + 1 == end) return false;
    for (const char digit : line.substr(colon + 1, end - colon - 1)) {
      if (digit < '0' || digit > '9') return false;
      number = number * 10 + static_cast<std::size_t>(digit - '0');
    }
    end = colon;
  }
  place.file = line.substr(0, end);
  place.line = numbers[1];
  place.column = numbers[0];
  return !place.file.empty();
}

std::size_t offset_of(const std::string& source, const RefusedPlace& place) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line; ++line) {
    begin = source.find('\n', begin);
    if (begin == std::string::npos) return begin;
    ++begin;
  }
  return begin + place.column - 1;
}

/// Something to be put around a piece of the source, or in its place.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view before;
  std::string_view after;
  std::string_view instead;  // of the piece; empty: it stays
  bool in_macro = false;
};

constexpr std::string_view kBefore = "::warpglass_nested([&] __host__ __device__ { ";
constexpr std::string_view kBeforeName = "::warpglass_nested([&] __host__ __device__ { return ";
constexpr std::string_view kAfter = "; })";
constexpr std::string_view kGlobal = "__global__";
constexpr std::string_view kInternalGlobal = "__warpglass_internal_global__";

std::optional<Edit> launch_at(const std::vector<CudaToken>& tokens, std::size_t at) {
  if (at == 0 || !tokens[at].is("<<<")) return std::nullopt;
  const std::size_t first = beginning(tokens, at - 1);
  std::size_t close = at + 1;
  for (int brackets = 0; close < tokens.size() && (brackets != 0 || !tokens[close].is(">>>")); ++close) {
    if (tokens[close].is("(") || tokens[close].is("[") || tokens[close].is("{")) ++brackets;
    if (tokens[close].is(")") || tokens[close].is("]") || tokens[close].is("}")) --brackets;
  }
  if (first == kNoToken || close + 1 >= tokens.size() || !tokens[close + 1].is("(")) return std::nullopt;
  const std::size_t last = closing(tokens, close + 1);
  if (last == kNoToken) return std::nullopt;
  return Edit{.begin = tokens[first].offset,
              .end = tokens[last].end(),
              .before = kBefore,
              .after = kAfter,
              .instead = {},
              .in_macro = false};
}

std::optional<Edit> name_at(const std::vector<CudaToken>& tokens, std::size_t at, std::string_view name) {
  std::size_t last = at;
  while (!tokens[last].is(name) && last + 2 < tokens.size() && tokens[last + 1].is("::")) last += 2;
  if (!tokens[last].is(name)) return std::nullopt;
  std::size_t first = beginning(tokens, last);
  if (first == kNoToken) return std::nullopt;
  if (first > 0 && tokens[first - 1].is("&")) --first;
  if (last + 1 < tokens.size() && tokens[last + 1].is("<")) {
    if (const std::size_t close = closing(tokens, last + 1); close != kNoToken) last = close;
  }
  if (last + 1 < tokens.size() && tokens[last + 1].is("<<<")) return launch_at(tokens, last + 1);
  return Edit{.begin = tokens[first].offset,
              .end = tokens[last].end(),
              .before = kBeforeName,
              .after = kAfter,
              .instead = {},
              .in_macro = false};
}

/// __global__ of the declaration there.
std::optional<Edit> keyword_before(const std::vector<CudaToken>& tokens, std::size_t at) {
  for (std::size_t i = at + 1; i-- > 0 && !tokens[i].is(";") && !tokens[i].is("}");) {
    if (!tokens[i].is(kGlobal)) continue;
    return Edit{.begin = tokens[i].offset,
                .end = tokens[i].end(),
                .before = {},
                .after = {},
                .instead = kInternalGlobal,
                .in_macro = false};
  }
  return std::nullopt;
}

std::optional<Edit> edit_of(const std::string& source, const std::vector<CudaToken>& tokens,
                            const RefusedPlace& place) {
  const std::size_t at = token_at(tokens, offset_of(source, place));
  if (at == kNoToken) return std::nullopt;
  std::optional<Edit> edit = place.what == What::launch   ? launch_at(tokens, at)
                             : place.what == What::kernel ? name_at(tokens, at, place.name)
                                                          : keyword_before(tokens, at);
  if (edit) edit->in_macro = place.in_macro;
  return edit;
}

/// Writes pieces of a source and what is put between them, such that each keeps its line and column.
class Writer {
 public:
  explicit Writer(const std::string& source) : source_(source) {}

  void copy_up_to(std::size_t end) {
    text_.append(source_, at_, end - at_);
    at_ = end;
  }
  void skip_to(std::size_t end) { at_ = end; }
  /// \param in_line  as it is: in a macro's definition there can be no further lines
  void insert(std::string_view text, bool in_line) {
    if (text.empty()) return;
    if (in_line) {
      text_ += text;
      return;
    }
    begin_line_here();
    text_ += text;
    begin_line_here();
  }

  [[nodiscard]] std::string take() {
    copy_up_to(source_.size());
    return std::move(text_);
  }

 private:
  void begin_line_here() {
    const std::size_t line_end = at_ == 0 ? std::string::npos : source_.rfind('\n', at_ - 1);
    const std::size_t line_begin = line_end == std::string::npos ? 0 : line_end + 1;
    const auto line = 1 + std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n');
    text_ += fmt::format("\n#line {}\n{}", line, std::string(at_ - line_begin, ' '));
  }

  const std::string& source_;
  std::string text_;
  std::size_t at_ = 0;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// Files that clang reads in others' places.
class Overlay {
 public:
  [[nodiscard]] bool works() const { return !folder_.path().empty(); }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return (fs::path(folder_.path()) / name).string();
  }

  /// False when there is nothing new among the places.
  bool add(const std::vector<RefusedPlace>& places) {
    bool changed = false;
    for (const RefusedPlace& place : places) {
      std::error_code ignored;
      RefusedPlace absolute = place;
      absolute.file = fs::absolute(place.file, ignored).lexically_normal().string();
      changed |= places_.insert(std::move(absolute)).second;
    }
    return changed;
  }

  /// \return  the overlay's own file
  std::string write() {
    std::map<std::string, std::vector<RefusedPlace>> by_file;
    for (const RefusedPlace& place : places_) by_file[place.file].push_back(place);
    std::string roots;
    int number = 0;
    for (const auto& [file, places] : by_file) {
      const fs::path copy =
          fs::path(folder_.path()) / fmt::format("{}{}", number++, fs::path(file).extension().string());
      std::ofstream(copy, std::ios::binary) << with_nested_launches(contents(file), places);
      roots += fmt::format("{}{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}",
                           roots.empty() ? "" : ",\n", quoted(file), quoted(copy.string()));
    }
    const std::string path = path_of("overlay.yaml");
    std::ofstream(path) << "{\"version\": 0, \"use-external-names\": false, \"roots\": [\n" << roots << "\n]}\n";
    return path;
  }

 private:
  TemporaryFolder folder_;
  std::set<RefusedPlace> places_;
};

bool refuses_nested(std::string_view output) {
  return output.find("'__cudaPushCallConfiguration' in ") != std::string_view::npos ||
         output.find("call to __global__ function from ") != std::string_view::npos ||
         output.find("reference to __global__ function '") != std::string_view::npos ||
         output.find("weak declaration cannot have internal linkage") != std::string_view::npos;
}

}  // namespace

std::vector<RefusedPlace> refused_places(std::string_view output) {
  std::vector<RefusedPlace> places;
  std::vector<RefusedPlace> unmatched;        // calls, of which notes may tell that they are launches
  std::vector<RefusedPlace>* last = nullptr;  // notes are of the last of these
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    RefusedPlace place;
    std::string_view what;
    if (!take_place(line, place, what)) continue;
    const auto named = [&](std::string_view message) {
      what.remove_prefix(message.size());
      place.what = What::kernel;
      place.name = what.substr(0, what.find_first_of("'<"));
    };
    if (what.starts_with("note: ")) {
      if (what.starts_with(kNoKernelMatches)) {
        places.insert(places.end(), unmatched.begin(), unmatched.end());
        unmatched.clear();
      }
      if (!what.starts_with(kExpanded) || last == nullptr || last->empty()) {
        last = nullptr;
        continue;
      }
      place.what = last->back().what;
      place.name = last->back().name;
      place.in_macro = true;
      last->push_back(std::move(place));
      continue;
    }
    unmatched.clear();
    last = &places;
    if (what.starts_with(kRefusedLaunch)) {
      place.what = What::launch;
    } else if (what.starts_with(kRefusedKernel)) {
      named(kRefusedKernel);
    } else if (what.starts_with(kNoMatch)) {
      named(kNoMatch);
      last = &unmatched;
    } else if (what.starts_with(kRefusedWeak)) {
      place.what = What::internal_kernel;
    } else {
      last = nullptr;
      continue;
    }
    (last == &unmatched ? unmatched : places).push_back(std::move(place));
    if (places.empty() || places.back().what != What::internal_kernel) continue;
    last = nullptr;  // the macro is ours
  }
  return places;
}

std::string with_nested_launches(const std::string& source, const std::vector<RefusedPlace>& places) {
  const std::vector<CudaToken> tokens = cuda_tokens(source);
  std::vector<Edit> edits;
  for (const RefusedPlace& place : places) {
    if (const auto edit = edit_of(source, tokens, place)) edits.push_back(*edit);
  }
  // Outer ones first, each once: an argument of a launch may name a kernel.
  std::ranges::sort(edits,
                    [](const Edit& a, const Edit& b) { return std::pair(a.begin, b.end) < std::pair(b.begin, a.end); });
  edits.erase(
      std::ranges::unique(edits, [](const Edit& a, const Edit& b) { return a.begin == b.begin && a.end == b.end; })
          .begin(),
      edits.end());
  Writer writer(source);
  std::vector<const Edit*> open;
  const auto close_up_to = [&](std::size_t offset) {
    while (!open.empty() && open.back()->end <= offset) {
      writer.copy_up_to(open.back()->end);
      writer.insert(open.back()->after, open.back()->in_macro);
      open.pop_back();
    }
  };
  for (const Edit& edit : edits) {
    close_up_to(edit.begin);
    writer.copy_up_to(edit.begin);
    writer.insert(edit.before, edit.in_macro);
    if (!edit.instead.empty()) {
      writer.insert(edit.instead, edit.in_macro);
      writer.skip_to(edit.end);
      writer.insert(" ", edit.in_macro);
    } else {
      open.push_back(&edit);
    }
  }
  close_up_to(source.size());
  return writer.take();
}

ProcessResult run_clang(const Toolchain& toolchain, const std::vector<std::string>& command) {
  ProcessResult result = run_process(command, ProcessOutput::capture);
  Overlay overlay;
  for (int round = 0; round < kMostRounds && overlay.works(); ++round) {
    if (result.exit_code == 0 || !refuses_nested(result.output)) return result;
    std::vector<std::string> rewritten = command;
    const auto add = [&](std::vector<std::string> words) {
      rewritten.insert(rewritten.end(), words.begin(), words.end());
    };
    add({"-include", toolchain.cuda_path + "/include/warpglass/nested_launches.h"});
    if (round != 0) add({"-ivfsoverlay", overlay.write()});
    std::vector<std::string> finding = round == 0 ? command : rewritten;
    // Not -fsyntax-only: some launches are refused once it is known that code is made of what they are in.
    const std::string unwanted = overlay.path_of("unwanted");
    for (const std::string_view word : {"-D__WARPGLASS_FINDS_LAUNCHES__", "-ferror-limit=0", "-w",
                                        "-fno-color-diagnostics", "-fno-caret-diagnostics", "-o"})
      finding.emplace_back(word);
    finding.push_back(unwanted);
    if (!overlay.add(refused_places(run_process(finding, ProcessOutput::capture).output))) return result;
    if (round == 0) add({"-ivfsoverlay", ""});
    rewritten.back() = overlay.write();
    result = run_process(rewritten, ProcessOutput::capture);
  }
  return result;
}

}  // namespace warpglass::toolkit
