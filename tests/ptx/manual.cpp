#include "tests/ptx/manual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::test {
namespace {

/// Every way of choosing one of the words in each pair of braces.
void expand(const std::string& text, std::vector<std::string>& found) {
  const std::size_t close = text.find('}');
  if (close == std::string::npos) {
    found.push_back(text);
    return;
  }
  const std::size_t open = text.rfind('{', close);
  std::size_t from = open + 1;
  for (std::size_t at = from; at <= close; ++at) {
    if (text[at] != ',' && at != close) continue;
    expand(text.substr(0, open) + text.substr(from, at - from) + text.substr(close + 1), found);
    from = at + 1;
  }
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// The letter of the kernel's registers that hold a type: h 16 bits, r 32, l 64, q 128; 0 for other words.
char letter_of(std::string_view word) {
  if (word == "f16" || word == "bf16" || word == "b8" || word == "u8" || word == "s8") return 'h';
  if (word == "f16x2" || word == "bf16x2" || word == "u16x2" || word == "s16x2") return 'r';
  if (word == "f32x2") return 'l';
  if (word.size() < 3 || std::string_view("busf").find(word[0]) == std::string_view::npos) return 0;
  const std::string_view bits = word.substr(1);
  if (bits == "16") return 'h';
  if (bits == "32") return 'r';
  if (bits == "64") return 'l';
  return bits == "128" ? 'q' : char{0};
}

/// Puts registers in the place of manual.txt's operand names.
class Operands {
 public:
  explicit Operands(std::string_view words) : words_(split(words, '.')) {
    for (const std::string& word : words_)
      if (const char letter = letter_of(word); letter != 0) letters_.push_back(letter);
  }

  [[nodiscard]] std::string text(std::string_view operands) {
    std::string out;
    for (std::size_t i = 0; i < operands.size();) {
      if (std::isalnum(static_cast<unsigned char>(operands[i])) == 0) {
        out += operands[i++];
        continue;
      }
      std::string name;
      while (i < operands.size() && (std::isalnum(static_cast<unsigned char>(operands[i])) != 0)) name += operands[i++];
      out += operand(name);
    }
    return out;
  }

 private:
  [[nodiscard]] bool has(std::string_view wanted) const {
    for (const std::string& word : words_)
      if (word == wanted) return true;
    return false;
  }
  std::string next(char letter) { return letter + std::to_string(++count_); }
  std::string vector(char letter, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "{" : ", ") + next(letter);
    return text + "}";
  }
  [[nodiscard]] std::string place() const {
    if (has("param")) return words_.front() == "ld" ? "kp" : "out";
    if (has("const")) return "cvar";
    if (has("local")) return "lvar";
    return has("shared") || has("shared::cta") || has("shared::cluster") ? "svar" : "l1";
  }
  std::string operand(const std::string& name) {
    const char last = letters_.empty() ? 'r' : letters_.back();
    if (name == "T") return next(last);
    if (name == "D") return next(letters_.size() > 1 ? letters_[letters_.size() - 2] : last);
    if (name == "P") return place();
    if (name == "V")
      return has("v8") ? vector(last, 8) : has("v4") ? vector(last, 4) : has("v2") ? vector(last, 2) : next(last);
    if (name == "Q") return has("cas") ? next(last) + ", " + next(last) : next(last);
    if (name.size() == 2 && (name[0] == 'F' || name[0] == 'G'))
      return vector(name[0] == 'F' ? 'r' : 'l', name[1] - '0');
    return name;
  }

  std::vector<std::string> words_;
  std::vector<char> letters_;
  int count_ = 0;
};

constexpr std::string_view kBefore = R"(.version 9.0
.target sm_100a
.address_size 64
.global .align 16 .b8 var[64];
.const .align 16 .b8 cvar[64];
.shared .align 16 .b8 svar[1024];
.func devfun() { ret; }
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
.visible .entry k(.param .align 16 .b8 kp[64]) {
.local .align 16 .b8 lvar[64];
.param .align 16 .b8 out[64]; .param .b32 word; .param .b64 long, address;
.reg .b8 c<9>; .reg .b16 h<40>; .reg .b32 r<60>; .reg .b64 l<60>; .reg .b128 q<9>; .reg .pred p<9>;
)";
constexpr std::string_view kAfter = "table: .branchtargets here;\nprototype: .callprototype _ ();\nhere: ret;\n}\n";

}  // namespace

Manual manual() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/ptx/manual.txt");
  Manual found;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    auto& list = line.starts_with("absent: ")    ? found.absent
                 : line.starts_with("refused: ") ? found.refused
                                                 : found.implemented;
    if (const std::size_t tag = line.find(": "); tag < line.find(' ')) line.erase(0, tag + 2);
    const std::size_t blank = line.find(' ');
    const std::string words = line.substr(0, blank);
    std::vector<std::string> spellings;
    expand(words, spellings);
    for (const std::string& spelling : spellings) {
      std::string text = spelling;
      if (blank != std::string::npos) text += " " + Operands(spelling).text(line.substr(blank + 1));
      list.push_back({spelling, text});
    }
  }
  return found;
}

std::vector<std::string> said_of(const std::vector<std::string>& instructions) {
  std::string text(kBefore);
  const auto first = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const std::string& one : instructions) text += one + ";\n";
  text += kAfter;
  const ptx::ParseResult parsed = ptx::parse(text, "manual.ptx");
  std::vector<std::string> said(instructions.size());
  const auto note_in = [&](std::vector<std::string>& list, const Diagnostics& diagnostics) {
    for (const Diagnostic& one : diagnostics) {
      const std::size_t at = one.where.line - first;
      if (at < list.size() && list[at].empty())
        list[at] = one.message;
      else if (at >= list.size())
        ADD_FAILURE() << to_string(one);
    }
  };
  note_in(said, parsed.diagnostics);
  isa::LinkedModules linked;
  linked.modules = {&parsed.module};
  linked.address_of = [](const ptx::Module&, std::string_view) { return std::uint64_t{1} << 32; };
  linked.function_of = [&](const ptx::Module&, std::string_view name,
                           const ptx::Module*& owner) -> const ptx::Function* {
    owner = &parsed.module;
    return parsed.module.find_function(name);
  };
  linked.function_address_of = [](std::string_view) { return std::uint64_t{1} << 33; };
  // Of any of these machines: none has all.
  const auto bound_for = [&](std::uint32_t sm) {
    std::vector<std::string> refused(instructions.size());
    isa::BindOptions options;
    options.sm = sm;
    note_in(refused, isa::bind(linked, parsed.module, *parsed.module.find_function("k"), options).diagnostics);
    return refused;
  };
  const std::vector<std::string> of_b200 = bound_for(100);
  std::vector<bool> bound(said.size());
  for (const std::uint32_t sm : {90u, 100u, 120u}) {
    const std::vector<std::string> own = bound_for(sm);
    for (std::size_t i = 0; i < said.size(); ++i) bound[i] = bound[i] || own[i].empty();
  }
  for (std::size_t i = 0; i < said.size(); ++i)
    if (said[i].empty() && !bound[i]) said[i] = of_b200[i];
  return said;
}

}  // namespace warpglass::test
