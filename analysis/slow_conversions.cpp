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
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "analysis/issue_costs.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// Of what the busiest pipe of the kernel does, below which a conversion that can not be avoided by a letter is not
/// worth a word.
constexpr double kCyclesWorthSaying = 0.1;

using sim::Algebra;
using sim::OperandFact;

bool is_double(const NumberType& type) { return type.is_float_of(64); }

bool is_double_constant(const OperandFact& operand) {
  return operand.kind == OperandFact::Kind::literal && is_double(operand.type);
}

bool converts(const sim::OpFacts& facts) { return facts.effects.algebra == Algebra::convert; }
bool converts_to_double(const sim::OpFacts& facts) { return converts(facts) && is_double(facts.effects.type); }
bool compares_doubles(const sim::OpFacts& facts) {
  return facts.effects.algebra == Algebra::comparison && is_double(facts.effects.type);
}

/// Computes a double from doubles and constants.
bool joins_doubles(const sim::OpFacts& facts) {
  const Algebra algebra = facts.effects.algebra;
  return is_double(facts.effects.type) && algebra != Algebra::other && algebra != Algebra::convert &&
         algebra != Algebra::comparison;
}

/// "0.1" for 0d3FB999999999999A; empty for what is no number.
std::string written(std::uint64_t bits) {
  std::string text = fmt::format("{}", std::bit_cast<double>(bits));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text.find('n') == std::string::npos ? text : std::string{};
}

/// The instructions of one function, by register.
class Function {
 public:
  Function(const KernelRecord& kernel, std::uint32_t index) : kernel_(kernel) {
    for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
      if (kernel.facts[pc].function != index || kernel.facts[pc].kind == sim::OpKind::pseudo) continue;
      if (pcs.empty()) entries = kernel.counters[pc].executions;
      for (const OperandFact& operand : operands(pc)) {
        if (operand.kind != OperandFact::Kind::reg) continue;
        mentions[operand.reg].push_back(pc);
        if (operand.written) definitions[operand.reg].push_back(pc);
      }
      pcs.push_back(pc);
    }
  }

  [[nodiscard]] const sim::OpFacts& facts(std::uint32_t pc) const { return kernel_.facts[pc]; }
  [[nodiscard]] std::span<const OperandFact> operands(std::uint32_t pc) const {
    return sim::operands_of(kernel_.facts[pc], kernel_.operands);
  }

  std::vector<std::uint32_t> pcs;
  std::map<sim::RegisterId, std::vector<std::uint32_t>> mentions;
  std::map<sim::RegisterId, std::vector<std::uint32_t>> definitions;
  std::uint64_t entries = 0;  // executions of the first instruction

 private:
  const KernelRecord& kernel_;
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
      const sim::OpFacts& facts = function.facts(pc);
      if (!converts_to_double(facts) && !joins_doubles(facts) && !compares_doubles(facts)) continue;
      std::optional<std::size_t> first;
      for (const OperandFact& operand : function.operands(pc)) {
        if (operand.kind != OperandFact::Kind::reg || !is_double(operand.type)) continue;
        const std::size_t id = id_of(operand.reg);
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
  std::size_t id_of(sim::RegisterId name) {
    const auto [entry, is_new] = ids_.try_emplace(name, parent_.size());
    if (is_new) parent_.push_back(parent_.size());
    return entry->second;
  }
  [[nodiscard]] std::size_t root(std::size_t id) const {
    while (parent_[id] != id) id = parent_[id];
    return id;
  }

  void look_at(sim::RegisterId name, std::size_t id) {
    Web& web = webs_[root(id)];
    const auto definitions = function_.definitions.find(name);
    // A second definition: from round to round of a loop, or one of two ways; neither is hidden.
    if (definitions == function_.definitions.end() || definitions->second.size() != 1) web.kept = true;
    for (const std::uint32_t pc : function_.mentions.at(name)) {
      const sim::OpFacts& facts = function_.facts(pc);
      const NumberType& from = facts.effects.from;
      web.pcs.insert(pc);
      if (converts_to_double(facts) && from.is_float_of(32)) {
        web.from_float = true;
      } else if (converts_to_double(facts) && from.is_integer() && from.bits == 32) {
        web.from_integer = true;
      } else if (converts(facts) && is_double(from) && !is_double(facts.effects.type)) {
        web.ends = true;
        web.to_float |= facts.effects.type.is_float_of(32);
      } else if (joins_doubles(facts) || compares_doubles(facts)) {
        web.ends |= compares_doubles(facts);
        for (const OperandFact& operand : function_.operands(pc)) {
          if (!is_double_constant(operand)) continue;
          if (!web.at || pc < *web.at) web.at = pc;
        }
      } else {
        web.kept = true;
      }
    }
  }

  const Function& function_;
  std::map<sim::RegisterId, std::size_t> ids_;
  std::vector<std::size_t> parent_;
  std::map<std::size_t, Web> webs_;
};

/// The same instruction of floats.
Costs as_float(Costs costs) {
  using enum InstructionClass;
  for (ClassCount& part : costs) {
    if (part.which == float64) part.which = float32;
    if (part.which == divide_float64) part.which = divide_float32;
    if (part.which == square_root_float64) part.which = square_root_float32;
  }
  return costs;
}

/// "cvt.f64.f32, mul.f64, cvt.rn.f32.f64": each once, in order.
std::string spellings(const KernelRecord& kernel, const std::set<std::uint32_t>& pcs) {
  std::vector<std::string> seen;
  for (const std::uint32_t pc : pcs) {
    std::string spelling(kernel.facts[pc].spelling);
    if (std::find(seen.begin(), seen.end(), spelling) == seen.end()) seen.push_back(std::move(spelling));
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
    for (const OperandFact& operand : function.operands(pc)) {
      std::string text = is_double_constant(operand) ? written(operand.bits) : "";
      if (!text.empty() && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(std::move(text));
    }
  }
  return found;
}

std::string cycles_text(double cycles) { return grouped(static_cast<std::uint64_t>(std::llround(cycles))); }

/// "1 warp instruction keeps", "96 warp instructions keep"
std::string instructions_that_keep(std::uint64_t count) {
  return counted(grouped(count), "warp instruction") + (count == 1 ? " keeps" : " keep");
}

std::string counted_cycles(double cycles) { return counted(fmt::format("{}", cycles), "cycle"); }

std::string rate_text(const arch::DeviceModel& device) {
  const arch::InstructionCost of_double = arch::instruction_cost(device.capability, InstructionClass::float64);
  const arch::InstructionCost of_float = arch::instruction_cost(device.capability, InstructionClass::float32);
  const arch::InstructionCost conversion = arch::instruction_cost(device.capability, InstructionClass::convert_64);
  return fmt::format("{}: {} a warp for an addition of doubles, {} for a conversion, {} for an addition of floats",
                     device.sm_name(), counted_cycles(of_double.issue_cycles), conversion.issue_cycles,
                     of_float.issue_cycles);
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
      const sim::OpFacts& facts = kernel.facts[pc];
      const bool converts_float =
          converts(facts) && (facts.effects.type.is_float_of(32) || facts.effects.from.is_float_of(32));
      if (converts_float) continue;
      // Of an integer, the conversion to a float remains.
      const Costs costs = converts(facts)
                              ? Costs{{facts.effects.from.is_integer() ? InstructionClass::convert_from_integer
                                                                       : InstructionClass::convert}}
                              : as_float(facts.costs);
      sum.cycles_as_float += cost_of(costs, device.capability).issue_cycles * executions;
    }
  }
  for (auto& [place, sum] : places) {
    const std::vector<std::string> constants = constants_of(function, sum.pcs);
    Finding finding = finding_at(kernel, sum.at);
    finding.rule = "slow-conversion";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format(
        "double arithmetic in float code: {} {} {} busy for {}, "
        "as float for {}",
        instructions_that_keep(sum.executions), sum.executions == 1 ? "its" : "their",
        noun_behind(grouped(sum.executions), "pipe"), counted(cycles_text(sum.cycles), "cycle"),
        cycles_text(sum.cycles_as_float));
    finding.detail = fmt::format("{} a double: {}", constants.empty() ? "the constant is" : constants.front() + " is",
                                 spellings(kernel, sum.pcs));
    finding.notes.push_back(rate_text(device));
    if (!constants.empty()) finding.notes.push_back(fmt::format("write {}f", fmt::join(constants, "f, ")));
    finding.excess = static_cast<std::uint64_t>(std::max(0.0, sum.cycles - sum.cycles_as_float));
    finding.total = static_cast<std::uint64_t>(sum.cycles);
    findings.push_back(std::move(finding));
  }
}

bool is_arithmetic(Algebra algebra) {
  switch (algebra) {
    case Algebra::sum:
    case Algebra::difference:
    case Algebra::product:
    case Algebra::product_sum:
    case Algebra::shift_left:
    case Algebra::shift_right:
    case Algebra::bitwise_or:
    case Algebra::bitwise_xor:
    case Algebra::complement:
    case Algebra::extremum:
    case Algebra::negative: return true;
    case Algebra::other:
    case Algebra::copy:
    case Algebra::convert:
    case Algebra::product24:
    case Algebra::product_sum24:
    case Algebra::quotient:
    case Algebra::bitwise_and:
    case Algebra::choice:
    case Algebra::magnitude:
    case Algebra::root:
    case Algebra::comparison: break;
  }
  return false;
}

/// Made by arithmetic in this function: not loaded, not passed in, not converted already.
bool is_computed(const Function& function, const OperandFact& operand) {
  if (operand.kind != OperandFact::Kind::reg) return false;
  const auto definitions = function.definitions.find(operand.reg);
  if (definitions == function.definitions.end()) return false;
  return std::any_of(definitions->second.begin(), definitions->second.end(),
                     [&](std::uint32_t pc) { return is_arithmetic(function.facts(pc).effects.algebra); });
}

enum class Conversion : std::uint8_t { none, narrow, integer_and_float };

/// What a conversion within a loop is of, when the source could do without it.
Conversion avoidable(const Function& function, std::uint32_t pc) {
  const sim::OpFacts& facts = function.facts(pc);
  const auto operands = function.operands(pc);
  if (!converts(facts) || operands.size() < 2 || !is_computed(function, operands[1])) return Conversion::none;
  const NumberType& to = facts.effects.type;
  const NumberType& from = facts.effects.from;
  if (to.is_integer() && from.is_integer() && from.bits <= 16 && to.bits != from.bits) return Conversion::narrow;
  const auto is_word = [](const NumberType& type) { return type.is_integer() && type.bits == 32; };
  const bool both_ways = (is_word(to) && from.is_float_of(32)) || (to.is_float_of(32) && is_word(from));
  return both_ways ? Conversion::integer_and_float : Conversion::none;
}

void add_loop_findings(const KernelRecord& kernel, const arch::DeviceModel& device, const Function& function,
                       std::vector<Finding>& findings) {
  std::map<std::pair<Conversion, std::uint64_t>, Sum> places;
  for (const std::uint32_t pc : function.pcs) {
    const std::uint64_t executions = kernel.counters[pc].executions;
    const Conversion which = avoidable(function, pc);
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
    if (sum.executions <= function.entries || sum.cycles == 0 || sum.cycles < kCyclesWorthSaying * busiest) continue;
    const bool narrow = key.first == Conversion::narrow;
    const arch::InstructionCost& once = kernel.costs[sum.at];
    const arch::InstructionCost plain = arch::instruction_cost(device.capability, InstructionClass::integer_add);
    if (!narrow && once.issue_cycles <= plain.issue_cycles) continue;  // as quick as what would replace it
    Finding finding = finding_at(kernel, sum.at);
    finding.rule = "slow-conversion";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("{} in a loop: {} the {} pipe busy for {}",
                                  narrow ? "narrow integers widened" : "integers and floats converted",
                                  instructions_that_keep(sum.executions), arch::name_of(once.pipe),
                                  counted(cycles_text(sum.cycles), "cycle"));
    finding.detail = spellings(kernel, sum.pcs);
    finding.notes.push_back(fmt::format("{}: {} a warp", device.sm_name(), counted_cycles(once.issue_cycles)));
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
  const bool has_doubles = arch::instruction_cost(device.capability, InstructionClass::float64).known();
  const auto functions = std::max<std::size_t>(1, kernel.functions.size());
  for (std::uint32_t index = 0; index < functions; ++index) {
    const bool any = std::any_of(kernel.facts.begin(), kernel.facts.end(),
                                 [&](const sim::OpFacts& facts) { return facts.function == index && converts(facts); });
    if (!any) continue;
    const Function function(kernel, index);
    if (has_doubles) add_double_findings(kernel, device, function, findings);
    add_loop_findings(kernel, device, function, findings);
  }
  return findings;
}

}  // namespace warpglass::analysis
