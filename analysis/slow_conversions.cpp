// Conversions that the source does not show, as findings.
//
// C++ computes in double what has a double constant in it, and in int what is a char or a short. A float that is
// multiplied by 0.1 is converted to double, multiplied in the pipe of doubles, and converted back. What happens to it
// in between is a web: registers of doubles joined by the instructions that compute one from another. A web is hidden
// when it is made of floats or integers and constants alone and ends as a float, an integer or a comparison. One that
// is loaded, stored, passed on, taken apart or kept from one round of a loop to the next is meant to be double.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "analysis/instruction_class.hpp"
#include "analysis/issue_costs.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// Of what the busiest pipe of the kernel does, below which a conversion that can not be avoided by a letter is not
/// worth a word.
constexpr double kWorthSaying = 0.1;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_register(std::string_view operand) { return operand.starts_with('%'); }
bool is_double_constant(std::string_view operand) { return operand.starts_with("0d") || operand.starts_with("0D"); }

/// Computes a double from doubles and constants.
bool joins_doubles(const InstructionText& text) {
  return text.has("f64") && is_one_of(text.words[0], {"add", "sub", "mul", "fma", "mad", "div", "min", "max", "neg",
                                                      "abs", "sqrt", "rcp", "rsqrt", "selp", "mov", "copysign"});
}

/// "f64", "f32" of cvt.rn.f64.f32.
std::pair<std::string_view, std::string_view> conversion_of(const InstructionText& text) {
  if (text.words[0] != "cvt" || text.words.size() < 3) return {};
  return {text.words[text.words.size() - 2], text.words.back()};
}

/// "0.1" for 0d3FB999999999999A; empty for what is no number.
std::string written(std::string_view constant) {
  std::uint64_t bits = 0;
  const char* const end = constant.data() + constant.size();
  if (std::from_chars(constant.data() + 2, end, bits, 16).ptr != end) return {};
  std::string text = fmt::format("{}", std::bit_cast<double>(bits));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text.find('n') == std::string::npos ? text : std::string{};
}

/// The instructions of one function, by register.
class Function {
 public:
  Function(const KernelRecord& kernel, std::uint32_t index) {
    for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
      if (kernel.facts[pc].function != index || kernel.facts[pc].kind == sim::OpKind::pseudo) continue;
      InstructionText text = split(kernel.facts[pc].text);
      if (text.words.empty()) continue;
      if (pcs.empty()) entries = kernel.counters[pc].executions;
      for (const std::string_view operand : text.operands) {
        for (const std::string_view name : registers_of(operand)) mentions[name].push_back(pc);
      }
      if (writes(text)) {
        for (const std::string_view name : registers_of(text.operands[0])) definitions[name].push_back(pc);
      }
      pcs.push_back(pc);
      texts.emplace(pc, std::move(text));
    }
  }

  std::vector<std::uint32_t> pcs;
  std::map<std::uint32_t, InstructionText> texts;
  std::map<std::string_view, std::vector<std::uint32_t>> mentions;
  std::map<std::string_view, std::vector<std::uint32_t>> definitions;
  std::uint64_t entries = 0;  // executions of the first instruction

 private:
  static bool writes(const InstructionText& text) {
    return !text.operands.empty() && text.operands[0].front() != '[' &&
           !is_one_of(text.words[0], {"st", "red", "bra", "bar", "barrier", "ret", "exit", "membar", "fence"});
  }
};

/// Registers of doubles that are computed from each other.
struct Web {
  std::set<std::uint32_t> pcs;
  std::optional<std::uint32_t> at;  // the first instruction with a constant
  bool from_float = false;
  bool from_integer = false;
  bool to_float = false;
  bool ends = false;
  bool kept = false;  // meant to be double

  [[nodiscard]] bool is_hidden() const { return !kept && ends && at && (from_float || (from_integer && to_float)); }
};

class Webs {
 public:
  explicit Webs(const Function& function) : function_(function) {
    for (const std::uint32_t pc : function.pcs) {
      const InstructionText& text = function.texts.at(pc);
      const bool made = conversion_of(text).first == "f64";
      if (!made && !joins_doubles(text) && !compares(text)) continue;
      std::optional<std::size_t> first;
      for (const std::string_view operand : text.operands) {
        if (!is_double(operand, text, made)) continue;
        const std::size_t id = id_of(operand);
        if (first) parent_[root(id)] = root(*first);
        first = id;
      }
    }
    for (const auto& [name, id] : ids_) look_at(name, id);
  }

  [[nodiscard]] std::vector<Web> hidden() const {
    std::vector<Web> found;
    for (const auto& [id, web] : webs_) {
      if (web.is_hidden()) found.push_back(web);
    }
    std::sort(found.begin(), found.end(), [](const Web& a, const Web& b) { return *a.at < *b.at; });
    return found;
  }

 private:
  static bool compares(const InstructionText& text) { return text.words[0] == "setp" && text.has("f64"); }

  /// Of a conversion the result, of a selection not the predicate, of a comparison not the result.
  static bool is_double(std::string_view operand, const InstructionText& text, bool made) {
    if (!is_register(operand)) return false;
    const bool first = operand.data() == text.operands[0].data();
    const bool last = operand.data() == text.operands.back().data();
    if (made) return first;
    if (text.words[0] == "setp") return !first && !operand.starts_with("%p");
    return text.words[0] != "selp" || !last;
  }

  std::size_t id_of(std::string_view name) {
    const auto [entry, is_new] = ids_.try_emplace(name, parent_.size());
    if (is_new) parent_.push_back(parent_.size());
    return entry->second;
  }
  [[nodiscard]] std::size_t root(std::size_t id) const {
    while (parent_[id] != id) id = parent_[id];
    return id;
  }

  void look_at(std::string_view name, std::size_t id) {
    Web& web = webs_[root(id)];
    const auto definitions = function_.definitions.find(name);
    // A second definition: from round to round of a loop, or one of two ways; neither is hidden.
    if (definitions == function_.definitions.end() || definitions->second.size() != 1) web.kept = true;
    for (const std::uint32_t pc : function_.mentions.at(name)) {
      const InstructionText& text = function_.texts.at(pc);
      const auto [to, from] = conversion_of(text);
      web.pcs.insert(pc);
      if (to == "f64" && from == "f32") {
        web.from_float = true;
      } else if (to == "f64" && from.size() == 3 && from.ends_with("32")) {
        web.from_integer = true;
      } else if (from == "f64" && to != "f64") {
        web.ends = true;
        web.to_float |= to == "f32";
      } else if (joins_doubles(text) || compares(text)) {
        web.ends |= compares(text);
        for (const std::string_view operand : text.operands) {
          if (!is_double_constant(operand)) continue;
          if (!web.at || pc < *web.at) web.at = pc;
        }
      } else {
        web.kept = true;
      }
    }
  }

  const Function& function_;
  std::map<std::string_view, std::size_t> ids_;
  std::vector<std::size_t> parent_;
  std::map<std::size_t, Web> webs_;
};

/// The same instruction of floats.
InstructionText as_float(InstructionText text) {
  std::replace(text.words.begin(), text.words.end(), std::string_view("f64"), std::string_view("f32"));
  return text;
}

/// "cvt.f64.f32, mul.f64, cvt.rn.f32.f64": each once, in order.
std::string spellings(const KernelRecord& kernel, const std::set<std::uint32_t>& pcs) {
  std::vector<std::string> seen;
  for (const std::uint32_t pc : pcs) {
    std::string text;
    for (const std::string_view word : split(kernel.facts[pc].text).words)
      text += fmt::format("{}{}", text.empty() ? "" : ".", word);
    if (std::find(seen.begin(), seen.end(), text) == seen.end()) seen.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(seen, ", "));
}

/// What several places of one line and one call come to.
struct Sum {
  std::set<std::uint32_t> pcs;
  std::uint32_t at = 0;
  std::uint64_t executions = 0;
  double cycles = 0;
  double cycles_as_float = 0;
};

/// Instructions of one source line are one finding; without a line table each is its own.
std::uint64_t place_of(const KernelRecord& kernel, std::uint32_t pc) {
  const std::uint32_t source = kernel.facts[pc].source;
  return source < kernel.sources.size() ? source : (std::uint64_t{1} << 32) + pc;
}

/// As a reader would write them, each once, in the order of the instructions.
std::vector<std::string> constants_of(const Function& function, const std::set<std::uint32_t>& pcs) {
  std::vector<std::string> found;
  for (const std::uint32_t pc : pcs) {
    for (const std::string_view operand : function.texts.at(pc).operands) {
      std::string text = is_double_constant(operand) ? written(operand) : "";
      if (!text.empty() && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(std::move(text));
    }
  }
  return found;
}

std::string cycles_text(double cycles) { return grouped(static_cast<std::uint64_t>(std::llround(cycles))); }

std::string rate_text(const arch::DeviceModel& device) {
  const arch::InstructionCost of_double = arch::instruction_cost(device.capability, arch::InstructionClass::float64);
  const arch::InstructionCost of_float = arch::instruction_cost(device.capability, arch::InstructionClass::float32);
  const arch::InstructionCost conversion =
      arch::instruction_cost(device.capability, arch::InstructionClass::convert_64);
  return fmt::format(
      "{}: {} cycles a warp for an addition of doubles, {} for a conversion, {} for an addition of floats",
      device.sm_name(), of_double.issue_cycles, conversion.issue_cycles, of_float.issue_cycles);
}

void add_double_findings(const KernelRecord& kernel, const arch::DeviceModel& device, const Function& function,
                         std::vector<Finding>& findings) {
  std::map<std::uint64_t, Sum> places;
  for (const Web& web : Webs(function).hidden()) {
    if (kernel.counters[*web.at].executions == 0) continue;
    Sum& sum = places[place_of(kernel, *web.at)];
    if (sum.pcs.empty()) sum.at = *web.at;
    for (const std::uint32_t pc : web.pcs) {
      if (!sum.pcs.insert(pc).second) continue;
      const double executions = static_cast<double>(kernel.counters[pc].executions);
      sum.executions += kernel.counters[pc].executions;
      sum.cycles += kernel.costs[pc].issue_cycles * executions;
      const InstructionText& text = function.texts.at(pc);
      const bool converts_float = text.words[0] == "cvt" && text.has("f32");
      if (!converts_float) sum.cycles_as_float += cost_of(as_float(text), device.capability).issue_cycles * executions;
    }
  }
  for (auto& [place, sum] : places) {
    const std::vector<std::string> constants = constants_of(function, sum.pcs);
    Finding finding = finding_at(kernel, sum.at);
    finding.rule = "slow-conversion";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format(
        "double arithmetic in float code: {} warp instructions keep their pipes busy for {} cycles, "
        "as float for {}",
        grouped(sum.executions), cycles_text(sum.cycles), cycles_text(sum.cycles_as_float));
    finding.detail = fmt::format("{} a double: {}", constants.empty() ? "the constant is" : constants.front() + " is",
                                 spellings(kernel, sum.pcs));
    finding.notes.push_back(rate_text(device));
    if (!constants.empty()) finding.notes.push_back(fmt::format("write {}f", fmt::join(constants, "f, ")));
    finding.excess = static_cast<std::uint64_t>(std::max(0.0, sum.cycles - sum.cycles_as_float));
    finding.total = static_cast<std::uint64_t>(sum.cycles);
    findings.push_back(std::move(finding));
  }
}

/// Made by arithmetic in this function: not loaded, not passed in, not converted already.
bool is_computed(const Function& function, std::string_view name) {
  const auto definitions = function.definitions.find(name);
  if (definitions == function.definitions.end()) return false;
  return std::any_of(definitions->second.begin(), definitions->second.end(), [&](std::uint32_t pc) {
    return is_one_of(function.texts.at(pc).words[0],
                     {"add", "sub", "mul", "mad", "fma", "shl", "shr", "xor", "or", "neg", "min", "max", "not"});
  });
}

enum class Conversion : std::uint8_t { none, narrow, integer_and_float };

/// What a conversion within a loop is of, when the source could do without it.
Conversion avoidable(const Function& function, const InstructionText& text) {
  const auto [to, from] = conversion_of(text);
  if (to.empty() || text.operands.size() < 2 || !is_computed(function, text.operands[1])) return Conversion::none;
  const auto is_integer = [](std::string_view type) { return type.front() == 's' || type.front() == 'u'; };
  const auto bits = [](std::string_view type) { return type.substr(1); };
  if (is_integer(to) && is_integer(from) && (bits(from) == "8" || bits(from) == "16") && bits(to) != bits(from))
    return Conversion::narrow;
  const bool both_ways =
      (is_integer(to) && bits(to) == "32" && from == "f32") || (to == "f32" && is_integer(from) && bits(from) == "32");
  return both_ways ? Conversion::integer_and_float : Conversion::none;
}

void add_loop_findings(const KernelRecord& kernel, const arch::DeviceModel& device, const Function& function,
                       std::vector<Finding>& findings) {
  std::map<std::pair<Conversion, std::uint64_t>, Sum> places;
  for (const std::uint32_t pc : function.pcs) {
    const std::uint64_t executions = kernel.counters[pc].executions;
    const Conversion which = avoidable(function, function.texts.at(pc));
    if (which == Conversion::none) continue;
    Sum& sum = places[{which, place_of(kernel, pc)}];
    if (sum.pcs.empty()) sum.at = pc;
    sum.pcs.insert(pc);
    sum.executions += executions;
    sum.cycles += kernel.costs[pc].issue_cycles * static_cast<double>(executions);
  }
  if (places.empty()) return;
  const std::vector<PipeUse> pipes = pipe_uses(kernel);
  const double busiest = pipes.empty() ? 0 : pipes.front().cycles;
  for (const auto& [key, sum] : places) {
    // A loop may have been unrolled: what counts is how often the place is met.
    if (sum.executions <= function.entries || sum.cycles == 0 || sum.cycles < kWorthSaying * busiest) continue;
    const bool narrow = key.first == Conversion::narrow;
    const arch::InstructionCost& once = kernel.costs[sum.at];
    const arch::InstructionCost plain = arch::instruction_cost(device.capability, arch::InstructionClass::integer_add);
    if (!narrow && once.issue_cycles <= plain.issue_cycles) continue;  // as quick as what would replace it
    Finding finding = finding_at(kernel, sum.at);
    finding.rule = "slow-conversion";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("{} in a loop: {} warp instructions keep the {} pipe busy for {} cycles",
                                  narrow ? "narrow integers widened" : "integers and floats converted",
                                  grouped(sum.executions), arch::name_of(once.pipe), cycles_text(sum.cycles));
    finding.detail = spellings(kernel, sum.pcs);
    finding.notes.push_back(fmt::format("{}: {} cycles a warp", device.sm_name(), once.issue_cycles));
    finding.notes.push_back(
        narrow ? "char and short are computed as int and cut after every operation: declare the variable int"
               : "keep a variable of the other type beside it, and count or add in both");
    finding.excess = static_cast<std::uint64_t>(sum.cycles);
    finding.total = finding.excess;
    findings.push_back(std::move(finding));
  }
}

}  // namespace

std::vector<Finding> find_slow_conversions(const KernelRecord& kernel, const arch::DeviceModel& device) {
  std::vector<Finding> findings;
  const bool has_doubles = arch::instruction_cost(device.capability, arch::InstructionClass::float64).known();
  const auto functions = std::max<std::size_t>(1, kernel.functions.size());
  for (std::uint32_t index = 0; index < functions; ++index) {
    const bool converts = std::any_of(kernel.facts.begin(), kernel.facts.end(), [&](const sim::OpFacts& facts) {
      return facts.function == index && facts.text.find("cvt.") != std::string::npos;
    });
    if (!converts) continue;
    const Function function(kernel, index);
    if (has_doubles) add_double_findings(kernel, device, function, findings);
    add_loop_findings(kernel, device, function, findings);
  }
  return findings;
}

}  // namespace warpglass::analysis
