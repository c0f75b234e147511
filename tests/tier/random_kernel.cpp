#include "tests/tier/random_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "isa/bind/binder.hpp"
#include "isa/instruction.hpp"
#include "isa/table.hpp"
#include "ptx/module.hpp"

namespace warpglass::test {
namespace {

using isa::SyntaxOperand;
using isa::SyntaxWord;

constexpr int kSpellings = 6;  // tried of each row
constexpr int kRegisters = 6;  // of each kind
constexpr int kDeepest = 3;    // ways within ways

std::size_t below(std::mt19937& random, std::size_t bound) { return random() % bound; }

// ---- Registers ----

constexpr std::string_view kRegisterLines = R"(
  .reg .b16 %h<6>; .reg .b32 %r<6>; .reg .b64 %l<6>; .reg .pred %p<6>;
  .reg .b32 %count<4>; .reg .pred %again<4>; .reg .b64 %own, %tile, %generic, %at; .reg .b32 %lane, %w;
)";

char kind_of(ptx::Type type) {
  if (type == ptx::Type::pred) return 'p';
  switch (ptx::size_of(type)) {
    case 1:
    case 2: return 'h';
    case 4: return 'r';
    case 8: return 'l';
    default: return 0;
  }
}

// ---- Lines ----

std::vector<std::string> words_in(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

ptx::Type type_of(const SyntaxOperand& operand, const std::map<std::string, std::string, std::less<>>& slots) {
  const auto slot = [&](std::string_view name) {
    const auto found = slots.find(name);
    return found == slots.end() ? ptx::Type::none : isa::type_named(found->second);
  };
  if (operand.type == "pred") return ptx::Type::pred;
  if (operand.type == "wide") return ptx::size_of(slot("type")) == 2 ? ptx::Type::b32 : ptx::Type::b64;
  if (const ptx::Type named = isa::type_named(operand.type); named != ptx::Type::none) return named;
  return slot(operand.type.empty() ? "type" : operand.type);
}

bool has_address(sim::Does does) {
  return does == sim::Does::loads || does == sim::Does::stores || does == sim::Does::updates ||
         does == sim::Does::reduces;
}

/// The register with the address of a thread's own bytes in a space; none of those where it has none.
std::string_view base_in(std::string_view space, std::mt19937& random) {
  if (space == "global") return "%own";
  if (space.starts_with("shared") && space != "shared::cluster") return "%tile";
  if (!space.empty()) return {};
  return below(random, 2) == 0 ? "%own" : "%generic";
}

std::optional<Template> spelling_of(const isa::InstructionDef& def, const isa::Syntax& syntax, std::mt19937& random) {
  std::map<std::string, std::string, std::less<>> slots;
  std::string line(syntax.opcode);
  for (const SyntaxWord& word : syntax.all_words()) {
    if (word.optional && below(random, 3) != 0) continue;
    std::string chosen(word.name);
    if (!word.choices.empty()) {
      const std::vector<std::string> choices = words_in(word.choices);
      chosen = choices[below(random, choices.size())];
      slots[std::string(word.name)] = chosen;
    } else {
      slots["type"] = isa::type_named(word.name) != ptx::Type::none ? chosen : slots["type"];
    }
    line += '.' + chosen;
  }
  const char* separator = " ";
  std::string base;
  for (const SyntaxOperand& operand : syntax.all_operands()) {
    if (operand.shape == SyntaxOperand::Shape::address) {
      base = base_in(slots["space"], random);
      // A tensor map is longer than what a thread has.
      if (base.empty() || !has_address(def.effects.does) || syntax.opcode == "tensormap") return std::nullopt;
      line += fmt::format("{}[%at+{}]", separator, 16 * below(random, 4));
      separator = ", ";
      continue;
    }
    const char kind = kind_of(type_of(operand, slots));
    if (kind == 0) return std::nullopt;
    if (operand.shape == SyntaxOperand::Shape::pair) {
      line += fmt::format("{}@{}", separator, kind);
      if (!operand.second_optional || below(random, 2) == 0) line += "|@p";
    } else if (operand.shape == SyntaxOperand::Shape::plain) {
      if (operand.optional && below(random, 2) == 0) break;
      line += fmt::format("{}@{}", separator, kind);
    } else {
      return std::nullopt;
    }
    separator = ", ";
  }
  const bool looks_around = def.effects.does == sim::Does::exchanges || def.effects.does == sim::Does::agrees;
  // All lanes are members: the last operand says which.
  if (looks_around && line.ends_with("@r") && syntax.opcode != "movmatrix") line.replace(line.size() - 2, 2, "-1");
  return Template{.text = line + ";", .needs_all_lanes = looks_around, .base = base};
}

/// Makes %at an address in a thread's own 128 bytes behind `base`: at least 80 of them are left.
std::string address_in(std::string_view base, std::mt19937& random) {
  if (below(random, 2) == 0) return fmt::format("mov.b64 %at, {}; ", base);
  return fmt::format("and.b32 %w, %r{}, 48; cvt.u64.u32 %at, %w; add.u64 %at, %at, {}; ", below(random, kRegisters),
                     base);
}

std::string filled(const Template& line, std::mt19937& random, std::string_view guard = "") {
  std::string text = line.base.empty() ? "" : address_in(line.base, random);
  text += guard;
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    if (line.text[i] != '@') {
      text += line.text[i];
      continue;
    }
    text += fmt::format("%{}{}", line.text[++i], below(random, kRegisters));
  }
  return text;
}

bool is_accepted(const std::string& line) {
  const std::string text =
      fmt::format(".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k() {{\n{}\n{}\nret;\n}}\n",
                  kRegisterLines, line);
  const ptx::ParseResult parsed = ptx::parse(text, "line.ptx");
  if (!parsed.diagnostics.empty()) return false;
  isa::LinkedModules linked;
  linked.modules.push_back(&parsed.module);
  linked.address_of = [](const ptx::Module&, std::string_view) { return std::uint64_t{0}; };
  linked.function_of = [](const ptx::Module&, std::string_view, const ptx::Module*&) -> const ptx::Function* {
    return nullptr;
  };
  linked.function_address_of = [](std::string_view) { return std::uint64_t{0}; };
  const isa::BindResult bound = isa::bind(linked, parsed.module, *parsed.module.find_function("k"), {});
  return bound.diagnostics.empty() && bound.program != nullptr;
}

// ---- Statements ----

class Writer {
 public:
  Writer(const std::vector<Template>& templates, std::mt19937& random) : templates_(templates), random_(random) {}

  std::string statement(int depth) {
    switch (below(random_, depth < kDeepest ? 12 : 9)) {
      case 6: return guarded();
      case 7: return access("shared", "%tile");
      case 8: return access("global", "%own");
      case 9:
      case 10: return choice(depth + 1);
      case 11: return loop(depth + 1);
      default: break;
    }
    if (depth == 0 && below(random_, 12) == 0) return "bar.sync 0;";
    return instruction(depth);
  }

 private:
  std::string number() { return std::to_string(below(random_, kRegisters)); }

  std::string instruction(int depth, std::string_view guard = "") {
    for (;;) {
      const Template& line = templates_[below(random_, templates_.size())];
      if (!line.needs_all_lanes || depth == 0) return filled(line, random_, guard);
    }
  }

  std::string guarded() {
    return instruction(kDeepest, fmt::format("@{}%p{} ", below(random_, 2) == 0 ? "" : "!", number()));
  }

  /// Of the thread's own 128 bytes behind `base`, somewhere in them.
  std::string access(std::string_view space, std::string_view base) {
    static constexpr std::array kWidths{std::pair{"u8", 'h'},  std::pair{"s8", 'r'},    std::pair{"b16", 'h'},
                                        std::pair{"b32", 'r'}, std::pair{"b64", 'l'},   std::pair{"v2.b32", 'r'},
                                        std::pair{"f32", 'r'}, std::pair{"v4.b32", 'r'}};
    const auto [width, kind] = kWidths[below(random_, kWidths.size())];
    const bool stores = below(random_, 2) == 0;
    std::string value = fmt::format("%{}{}", kind, number());
    if (width[0] == 'v') {  // registers of a load must differ
      value = "{";
      const int lanes = width[1] - '0';
      for (int i = 0; i < lanes; ++i) value += fmt::format("{}%r{}", i == 0 ? "" : ", ", i);
      value += '}';
    }
    const std::string address = address_in(base, random_);
    return stores ? fmt::format("{}st.{}.{} [%at+{}], {};", address, space, width, 16 * below(random_, 4), value)
                  : fmt::format("{}ld.{}.{} {}, [%at+{}];", address, space, width, value, 16 * below(random_, 4));
  }

  std::string some(int depth) {
    std::string text;
    for (std::size_t i = 1 + below(random_, 4); i > 0; --i) text += "  " + statement(depth) + "\n";
    return text;
  }

  std::string choice(int depth) {
    const int label = labels_++;
    if (below(random_, 2) == 0) return fmt::format("@%p{} bra L{};\n{}L{}:", number(), label, some(depth), label);
    return fmt::format("@!%p{} bra L{};\n{}bra M{};\nL{}:\n{}M{}:", number(), label, some(depth), label, label,
                       some(depth), label);
  }

  /// As many rounds as a register says, which differs from lane to lane, or always three.
  std::string loop(int depth) {
    const int label = labels_++;
    const std::string rounds = below(random_, 2) == 0 ? "mov.b32 %count{0}, 3;" : "and.b32 %count{0}, %r{1}, 3;";
    return fmt::format(fmt::runtime(rounds), depth, number()) +
           fmt::format(
               "\nL{0}:\n{1}add.s32 %count{2}, %count{2}, -1;\nsetp.gt.s32 %again{2}, %count{2}, 0;\n"
               "@%again{2} bra L{0};",
               label, some(depth), depth);
  }

  const std::vector<Template>& templates_;
  std::mt19937& random_;
  int labels_ = 0;
};

}  // namespace

std::vector<Template> templates(std::mt19937& random) {
  std::vector<Template> all;
  const isa::InstructionTable table;
  for (const isa::InstructionDef* const def : table.rows()) {
    const sim::Does does = def->effects.does;
    if (does != sim::Does::computes && does != sim::Does::exchanges && does != sim::Does::agrees && !has_address(does))
      continue;
    for (int i = 0; i < kSpellings; ++i) {
      const std::optional<Template> line = spelling_of(*def, table.syntax_of(*def), random);
      if (line && is_accepted(filled(*line, random))) all.push_back(*line);
    }
  }
  return all;
}

bool has_one_answer(const Template& line) {
  const std::string_view text = line.text;
  const std::string_view opcode = text.substr(0, text.find_first_of(". "));
  // Of what they answer the manual says nothing, or an address or state of the machine's own goes in. Of a guarded
  // testp or set ptxas 13.0 executes a part always, and the video instructions it makes of others, as it pleases.
  static constexpr std::array<std::string_view, 14> kOpen{"activemask", "addc",      "createpolicy", "cvta", "elect",
                                                          "getctarank", "isspacep",  "madc",         "mapa", "mbarrier",
                                                          "set",        "stacksave", "subc",         "testp"};
  if (std::ranges::count(kOpen, opcode) != 0 || (opcode[0] == 'v' && opcode != "vote")) return false;
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has(".cc.") || (opcode == "setp" && has("|")) || has("rsqrt.approx.f64") || has("cache_hint")) return false;
  // What ptxas takes for other targets alone: of PTX 1.x, or of sm_100.
  if (opcode == "vote" || opcode == "shfl") return has(".sync");
  if (opcode == "cvt")
    return !has("e2m3") && !has("e3m2") && !(has("tf32") && has("satfinite")) && !has(".bf16.f32 @r");
  static constexpr std::array<std::string_view, 9> kSayHow{"cos", "div",   "ex2", "lg2", "mad",
                                                           "rcp", "rsqrt", "sin", "sqrt"};
  const bool says_how = has(".approx") || has(".full") || has(".rn") || has(".rz") || has(".rm") || has(".rp");
  return says_how || std::ranges::count(kSayHow, opcode) == 0 || !(has(".f32") || has(".f64"));
}

Statements random_statements(const std::vector<Template>& templates, std::size_t count, std::mt19937& random) {
  Writer writer(templates, random);
  Statements statements;
  for (std::size_t i = 0; i < count; ++i) statements.push_back(writer.statement(0));
  return statements;
}

std::string kernel_of(const Statements& statements) {
  std::string text = ".visible .entry k(.param .u64 array) {\n";
  text += kRegisterLines;
  text += R"(  .shared .align 16 .b8 tile[16384];
  ld.param.u64 %own, [array];
  mov.u32 %w, %ctaid.x; mov.u32 %count0, %ntid.x; mov.u32 %lane, %tid.x; mad.lo.u32 %w, %w, %count0, %lane;
  mul.wide.u32 %at, %w, 192; add.u64 %own, %own, %at;
  mul.wide.u32 %at, %lane, 144; mov.u64 %tile, tile; add.u64 %tile, %tile, %at; cvta.shared.u64 %generic, %tile;
)";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  ld.global.b32 %r{0}, [%own+{1}]; ld.global.b64 %l{0}, [%own+{2}]; ld.global.b16 %h{0}, [%own+{3}];\n"
        "  and.b32 %w, %r{0}, 1; setp.ne.u32 %p{0}, %w, 0;\n",
        i, 4 * i, 24 + 8 * i, 72 + 2 * i);
  for (int i = 0; i < 8; ++i) text += fmt::format("  st.shared.v4.b32 [%tile+{}], {{%r0, %r1, %r2, %r3}};\n", 16 * i);
  for (const std::string& statement : statements) text += statement + "\n";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  st.global.b32 [%own+{1}], %r{0}; st.global.b64 [%own+{2}], %l{0}; st.global.b16 [%own+{3}], %h{0};\n"
        "  selp.b32 %w, 1, 0, %p{0}; st.global.b32 [%own+{4}], %w;\n",
        i, 4 * i, 24 + 8 * i, 72 + 2 * i, 96 + 4 * i);
  return text + "  ret;\n}\n";
}

std::uint32_t random_word(std::size_t i, std::uint32_t seed) {
  static constexpr std::array<std::uint32_t, 16> kCorners{
      0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
      0x7f800001, 0x00000001, 0x007fffff, 0x7f7fffff, 0xffffffff, 0x7e007c00, 0x00010001, 0x7ff00000};
  std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u ^ seed * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 31) * 0x94d049bb133111ebu;
  x ^= x >> 29;
  return (x & 7) == 0 ? kCorners[x >> 8 & 15] : static_cast<std::uint32_t>(x >> 16);
}

}  // namespace warpglass::test
