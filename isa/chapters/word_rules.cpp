#include "isa/chapters/word_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "isa/conversion.hpp"

namespace warpglass::isa {
namespace {

/// An instruction that has one of `words` (and one of `with`) must have none, or one, of `others`. Lists are separated
/// by blanks; a word may be `slot=word` where two slots share it. What a row has no place for, it need not have.
struct WordRule {
  enum class Kind : bool { excludes, needs };
  std::string_view opcodes;
  std::string_view words;
  Kind kind;
  std::string_view others;
  std::string_view with{};
};
constexpr auto kExcludes = WordRule::Kind::excludes;
constexpr auto kNeeds = WordRule::Kind::needs;

#define NOT_GLOBAL "const local param param::entry param::func shared shared::cta shared::cluster"
#define L1_PRIORITIES "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"
#define L2_PRIORITIES "L2::evict_normal L2::evict_first L2::evict_last"
#define OF_64_BITS "b64 u64 s64 f64"
#define PACKED_ADDS "vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4"

// clang-format off
constexpr WordRule kRules[] = {
    // opcodes         words                                         kind       others
    {"ld st",          L1_PRIORITIES " " L2_PRIORITIES " L2::cache_hint L2::64B L2::128B L2::256B",
                                                                     kExcludes, NOT_GLOBAL},
    {"ld st",          "ca cg cs lu cv wb wt",                       kExcludes, L1_PRIORITIES},
    {"ld st",          L2_PRIORITIES,                                kNeeds,    "v8 v4"},
    {"ld st",          L2_PRIORITIES,                                kNeeds,    OF_64_BITS,               "v4"},
    // ptxas 13.0 takes other types, for each of which an H200 loads and stores some of the elements alone.
    {"ld st",          "v8",                                         kNeeds,    "b32 u32 s32 f32"},
    {"ld st",          "v8",                                         kExcludes, NOT_GLOBAL},
    {"ld st",          "v4",                                         kExcludes, NOT_GLOBAL,               OF_64_BITS},
    {"ld st ldu",      "b128",                                       kExcludes, "v2 v4 v8"},
    {"ldu suld sust",  "v4",                                         kExcludes, OF_64_BITS},
    {"ld",             "nc",                                         kNeeds,    "global"},
    {"ld st",          "volatile relaxed acquire release",           kExcludes, "const local param param::entry param::func"},
    {"atom red",       "L2::cache_hint",                             kExcludes, "shared shared::cta shared::cluster cas"},
    {"atom red",       "v8",                                         kExcludes, "f16x2 bf16x2"},
    {"mbarrier",       "relaxed acquire release",                    kNeeds,    "cta cluster"},
    {"mbarrier",       "cta cluster",                                kNeeds,    "relaxed acquire release"},
    {"mbarrier",       "noComplete",                                 kExcludes, "relaxed cluster shared::cluster"},
    {"min max",        "xorsign",                                    kNeeds,    "abs"},
    {"min max",        "abs",                                        kNeeds,    "xorsign"},
    {"set setp",       "lo ls hi hs",                                kExcludes, "stype=s16 stype=s32 stype=s64 type=s16 type=s32 type=s64"},
    {"set setp",       "lt le gt ge lo ls hi hs",                    kExcludes, "stype=b16 stype=b32 stype=b64 type=b16 type=b32 type=b64"},
    {"set setp",       "ftz",                                        kExcludes, "f64 bf16 bf16x2"},
    {"set",            "dtype=f16",                                  kExcludes, "stype=bf16"},
    {"set",            "dtype=bf16x2",                               kExcludes, "stype=f16x2"},
    {"set",            "dtype=f16x2",                                kExcludes, "stype=bf16x2"},
    {PACKED_ADDS,      "sat",                                        kExcludes, "add"},
    {"tex",            "cube acube",                                 kExcludes, "ctype=s32"},
    {"sured",          "u32 s32 u64 s64",                            kExcludes, "and or"},
    {"sured",          "s64",                                        kExcludes, "add"},
    {"sured",          "b32",                                        kExcludes, "add min max",            "b"},
    {"mma",            "ctype=f32",                                  kExcludes, "dtype=f16"},
    {"mma",            "ctype=f16",                                  kExcludes, "dtype=f32",              "m16n8k8 m16n8k16 m16n8k32"},
    {"wmma",           "atype=u8",                                   kExcludes, "btype=s8"},
    {"wmma",           "atype=s8",                                   kExcludes, "btype=u8"},
    {"wmma",           "atype=u4",                                   kExcludes, "btype=s4"},
    {"wmma",           "atype=s4",                                   kExcludes, "btype=u4"},
};
// clang-format on

// clang-format off
constexpr WordTarget kTargets[] = {
    // opcodes         words                                         sm   with
    {"",               "scope=cluster space=shared::cluster",        90},
    {"",               "L2::cache_hint",                             80},
    {"ld st",          L1_PRIORITIES,                                70},
    {"ld",             "L2::64B L2::128B",                           75},
    {"ld",             "L2::256B",                                   80},
    {"ld st",          "v8",                                         100},
    {"ld st",          "v4",                                         100, OF_64_BITS},
    {"min max",        "NaN",                                        80},
    {"min max",        "xorsign",                                    86},
    {"",               "bf16 bf16x2",                                80},
    {"atom red",       "bf16 bf16x2",                                90},
    {"set setp tanh",  "bf16 bf16x2",                                90},
    {"cvt",            "dtype=bf16",                                 90,  "u8 s8 u16 s16 u32 s32 u64 s64 f16 f64 atype=bf16"},
    {"cvt",            "atype=bf16",                                 90,  "u8 s8 u16 s16 u32 s32 u64 s64 f16 f64"},
    {"cvt",            "atype=bf16",                                 90,  "ftz"},
    {"cvt",            "relu tf32",                                  80},
    {"cvt",            "tf32",                                       90,  "rn rz"},
    {"cvt",            "tf32",                                       100, "satfinite",              "rn rz"},
    {"cvt",            "e2m3x2 e3m2x2",                              100},
    {"mma",            "m16n8k16 m16n8k32 m16n8k64 m16n8k128 m16n8k256", 80},
    {"mma",            "m16n8k4 m16n8k8 m16n8k16",                   90,  "dtype=f64"},
    {"mma wmma",       "bits=and",                                   80},
};
// clang-format on

/// Operands that the machine code holds: no register can stand for them.
struct LiteralOperand {
  std::string_view opcode;
  std::string_view word;  // that the instruction has; "" for any
  std::size_t number;
};
constexpr LiteralOperand kLiterals[] = {
    {"lop3", "b32", 4},      {"applypriority", "", 1},           {"discard", "", 1},
    {"cp", "wait_group", 0}, {"fence", "tensormap::generic", 1}, {"pmevent", "", 0},
    {"setmaxnreg", "", 0},
};

// ---- Lists ----

template <class Each>
bool any_of(std::string_view list, Each&& each) {
  while (!list.empty())
    if (each(detail::take_until(list, ' '))) return true;
  return false;
}

bool lists(std::string_view list, std::string_view wanted) {
  return any_of(list, [&](std::string_view one) { return one == wanted; });
}

std::string_view word_of(std::string_view entry) { return entry.substr(entry.find('=') + 1); }

/// The first entry of the list that the instruction has.
std::optional<std::string_view> written(const Spelling& spelling, std::string_view list) {
  std::optional<std::string_view> found;
  any_of(list, [&](std::string_view entry) {
    const std::size_t equals = entry.find('=');
    const bool has = equals != std::string_view::npos
                         ? spelling.word(entry.substr(0, equals)) == entry.substr(equals + 1)
                         : std::any_of(spelling.choices.begin(), spelling.choices.begin() + spelling.choice_count,
                                       [&](const Spelling::Choice& choice) { return choice.word == entry; });
    if (has) found = word_of(entry);
    return has;
  });
  return found;
}

bool has_a_place_for(const Syntax& syntax, std::string_view list) {
  const auto words = syntax.all_words();
  return any_of(list, [&](std::string_view entry) {
    return std::any_of(words.begin(), words.end(), [&](const SyntaxWord& word) { return word.accepts(entry); });
  });
}

std::string listed(std::string_view list) {
  std::string text;
  any_of(list, [&](std::string_view entry) {
    text += fmt::format("{}'.{}'", text.empty() ? "" : ", ", word_of(entry));
    return false;
  });
  return text;
}

// ---- cvt, whose modifiers depend on both types ----

/// What is wrong with the modifiers of a conversion of one number, "" when nothing is.
std::string_view conversion_conflict(const Spelling& spelling) {
  const std::optional<Number> to = number_named(spelling.word("dtype"));
  const std::optional<Number> from = number_named(spelling.word("atype"));
  if (!to || !from || *to > Number::f64 || *from > Number::f64 || *to == Number::tf32) return {};
  const std::string_view rounding = spelling.word("rnd");
  const bool to_integral = rounding.ends_with('i');
  const bool flushes = spelling.has("ftz");
  const bool saturates = spelling.has("sat");
  const bool bf16 = *to == Number::bf16 || *from == Number::bf16;
  const bool single = *to == Number::f32 || *from == Number::f32;
  if (is_integer(*to) && is_integer(*from)) {
    if (!rounding.empty() || flushes) return "integers are converted without rounding";
    const bool wider = bits_of(*to) > bits_of(*from) && is_signed_integer(*to) >= is_signed_integer(*from);
    if (saturates && (wider || *to == *from)) return "'.sat' can not change a value that always fits";
    return {};
  }
  if (flushes && !single) return "'.ftz' is for conversions from or to f32";
  if (saturates && bf16) return "bf16 has no '.sat'";
  if (is_integer(*from)) {
    if (rounding.empty() || to_integral) return "an integer becomes a number by '.rn', '.rz', '.rm' or '.rp'";
    return {};
  }
  if (is_integer(*to)) {
    if (!to_integral) return "a number becomes an integer by '.rni', '.rzi', '.rmi' or '.rpi'";
    return {};
  }
  if (*to == *from)
    return !rounding.empty() && !to_integral ? "a number of the same type is rounded to an integral one only" : "";
  if (to_integral) return "rounding to an integral number keeps the type";
  if (bits_of(*to) < bits_of(*from) && rounding.empty()) return "a narrower type needs '.rn', '.rz', '.rm' or '.rp'";
  if (bits_of(*to) > bits_of(*from) && !rounding.empty() && *from != Number::bf16)
    return "a wider type has no rounding";
  return {};
}

}  // namespace

std::span<const WordTarget> word_targets() { return kTargets; }

std::uint16_t least_target_of(const Spelling& spelling, std::string_view opcode) {
  std::uint16_t least = spelling.def->sm;
  for (const WordTarget& target : kTargets)
    if (target.sm > least && (target.opcodes.empty() || lists(target.opcodes, opcode)) &&
        written(spelling, target.words) && (target.with.empty() || written(spelling, target.with)) &&
        (target.and_with.empty() || written(spelling, target.and_with)))
      least = target.sm;
  return least;
}

std::string conflict_of(const Spelling& spelling, const Syntax& syntax, std::span<const ptx::Operand> operands) {
  const std::string_view opcode = syntax.opcode;
  for (const WordRule& rule : kRules) {
    if (!lists(rule.opcodes, opcode)) continue;
    const auto word = written(spelling, rule.words);
    if (!word || (!rule.with.empty() && !written(spelling, rule.with))) continue;
    const auto other = written(spelling, rule.others);
    if (rule.kind == kExcludes && other) return fmt::format("'.{}' and '.{}' do not go together", *word, *other);
    if (rule.kind == kNeeds && !other && has_a_place_for(syntax, rule.others))
      return fmt::format("'.{}' goes with one of {}", *word, listed(rule.others));
  }
  if (opcode == "cvt" && syntax.operand_count == 2)
    if (const std::string_view conflict = conversion_conflict(spelling); !conflict.empty())
      return std::string(conflict);
  const std::span<const SyntaxOperand> all = syntax.all_operands();
  const bool takes_policy = std::ranges::count(syntax.all_words(), "hint", &SyntaxWord::name) != 0 &&
                            std::ranges::count(all, true, &SyntaxOperand::optional) == 1 && all.back().optional;
  if (takes_policy) {
    const bool policy = operands.size() == syntax.operand_count;
    if (policy != spelling.has("hint"))
      return policy ? "a cache policy goes with '.L2::cache_hint'" : "'.L2::cache_hint' needs a cache policy";
  }
  if (opcode == "mbarrier" && written(spelling, "arrive arrive_drop") && spelling.word("space") == "shared::cluster" &&
      operands[0].kind != ptx::Operand::Kind::sink)
    return "another block's barrier gives no state: write '_' for it";
  for (const LiteralOperand& literal : kLiterals)
    if (literal.opcode == opcode && literal.number < operands.size() &&
        (literal.word.empty() || written(spelling, literal.word)) &&
        operands[literal.number].kind == ptx::Operand::Kind::reg)
      return fmt::format("operand {} is part of the instruction: write a constant", literal.number + 1);
  return {};
}

}  // namespace warpglass::isa
