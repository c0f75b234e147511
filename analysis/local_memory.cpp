// Local memory: arrays of a thread that have to be there, since which element is meant is known only when the code
// runs, and values that the vendor's assembler has no registers for.
//
// The PTX shows the former: its variables in `.local` memory, and whether an address in them is a constant. What is at
// constant places there is left alone: a struct that was handed to printf costs what the call costs. The latter only
// the assembler knows, and where nobody has asked it nothing is said.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

using sim::Algebra;
using sim::OperandFact;

/// Part of the kernel's sectors of global and local memory from which on it is worth a word.
constexpr double kLocalWorthSaying = 0.01;
constexpr std::size_t kLinesNamed = 4;

/// Registers that hold the address of a local variable plus a constant. Of a register that is written in several places
/// that is not said: a pointer that a loop moves on is one.
class ConstantPlaces {
 public:
  explicit ConstantPlaces(const KernelRecord& kernel) : kernel_(kernel) {
    for (const sim::OpFacts& facts : kernel.facts) {
      for (const OperandFact& operand : operands_of(facts, kernel.operands)) {
        if (operand.written && operand.kind == OperandFact::Kind::reg) ++writers_[{facts.function, operand.reg}];
      }
    }
    for (bool more = true; more;) {
      more = false;
      for (const sim::OpFacts& facts : kernel.facts) more = follow(facts) || more;
    }
  }

  /// Whether the address of a memory instruction is such a place.
  [[nodiscard]] bool is_at_one(const sim::OpFacts& facts) const {
    bool any = false;
    for (const OperandFact& operand : operands_of(facts, kernel_.operands)) {
      if (!operand.addresses) continue;
      if (!is_one(facts, operand)) return false;
      any = true;
    }
    return any;
  }

 private:
  using Register = std::pair<std::uint32_t, sim::RegisterId>;  // of a function

  [[nodiscard]] bool is_one(const sim::OpFacts& facts, const OperandFact& operand) const {
    if (operand.kind == OperandFact::Kind::local_object) return true;
    return operand.kind == OperandFact::Kind::reg && known_.contains({facts.function, operand.reg});
  }

  bool follow(const sim::OpFacts& facts) {
    if (facts.effects.does != sim::Does::computes) return false;
    const OperandFact* written = nullptr;
    std::size_t places = 0;
    bool constant = true;
    for (const OperandFact& operand : operands_of(facts, kernel_.operands)) {
      if (operand.written) {
        written = &operand;
      } else if (is_one(facts, operand)) {
        ++places;
      } else {
        constant = constant && operand.kind == OperandFact::Kind::literal;
      }
    }
    const Algebra algebra = facts.effects.algebra;
    const bool keeps = algebra == Algebra::copy || algebra == Algebra::convert || algebra == Algebra::sum ||
                       algebra == Algebra::bitwise_or;
    if (written == nullptr || written->kind != OperandFact::Kind::reg || places != 1 || !constant || !keeps)
      return false;
    const Register place{facts.function, written->reg};
    return writers_.at(place) == 1 && known_.emplace(place, true).second;
  }

  const KernelRecord& kernel_;
  std::map<Register, std::uint32_t> writers_;
  std::map<Register, bool> known_;
};

/// What one line asks of local memory.
struct LocalLine {
  std::uint32_t pc = 0;  // of its first access
  std::string_view verb;
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
};

/// What an instruction asked of local memory; one without sectors where it asked for none.
LocalLine asked_of_local(const KernelRecord& kernel, std::uint32_t pc) {
  LocalLine asked{.pc = pc, .verb = {}};
  for (const auto& [access, counts] : counts_by_class(kernel.facts[pc], kernel.counters[pc])) {
    if (access != AccessClass::local_load && access != AccessClass::local_store) continue;
    asked.verb = access == AccessClass::local_load ? "load" : "store";
    asked.requests += counts.requests;
    asked.sectors += counts.sectors;
  }
  return asked;
}

void add(std::vector<LocalLine>& lines, const KernelRecord& kernel, const LocalLine& asked) {
  const auto same = std::ranges::find_if(lines, [&](const LocalLine& line) {
    const SourcePosition& known = position_of(kernel, line.pc);
    const SourcePosition& where = position_of(kernel, asked.pc);
    return line.verb == asked.verb && known.line == where.line && known.file == where.file;
  });
  if (same == lines.end()) {
    lines.push_back(asked);
    return;
  }
  same->requests += asked.requests;
  same->sectors += asked.sectors;
}

/// The costliest pattern of an instruction, in words.
std::string detail_of(const sim::OpCounters& counters) {
  if (counters.patterns.empty()) return "";
  const sim::PatternCount& worst = counters.patterns.front();
  if (worst.pattern.space != sim::Space::local || worst.global.sectors <= worst.global.ideal) return "";
  return fmt::format("{} {} different elements: {} of 32 bytes instead of {}", lanes_text(worst.pattern.lanes),
                     verb_of(worst.pattern.kind), counted(worst.global.sectors, "sector"), worst.global.ideal);
}

std::vector<Finding> indexed_arrays(const KernelRecord& kernel) {
  // Where the thread has no stack, the assembler has found registers for it all.
  if (kernel.assembled && kernel.assembled->stack_bytes == 0) return {};
  std::uint64_t sectors = 0;
  std::uint64_t local = 0;
  std::uint64_t requests = 0;
  std::vector<LocalLine> lines;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    sectors += kernel.counters[pc].sectors;
    const LocalLine asked = asked_of_local(kernel, pc);
    if (asked.sectors == 0) continue;
    local += asked.sectors;
    requests += asked.requests;
    add(lines, kernel, asked);
  }
  if (local == 0 || static_cast<double>(local) < kLocalWorthSaying * static_cast<double>(sectors)) return {};
  const ConstantPlaces places(kernel);
  const auto is_indexed = [&](std::uint32_t pc) { return !places.is_at_one(kernel.facts[pc]); };
  bool indexed = false;
  for (std::uint32_t pc = 0; pc < kernel.counters.size() && !indexed; ++pc)
    indexed = asked_of_local(kernel, pc).sectors != 0 && is_indexed(pc);
  if (!indexed) return {};

  std::ranges::stable_sort(lines, std::ranges::greater{}, &LocalLine::sectors);
  Finding finding = finding_at(kernel, lines.front().pc);
  finding.rule = "local-spill";
  finding.severity = Severity::warning;
  finding.launch = kernel.first_launch;
  finding.message = fmt::format("an array that is indexed at run time lies in local memory: {} in {}",
                                counted(grouped(local), "sector"), counted(grouped(requests), "request"));
  finding.detail = detail_of(kernel.counters[lines.front().pc]);
  for (std::size_t i = 0; i < lines.size() && i < kLinesNamed; ++i) {
    finding.notes.push_back(fmt::format("line {}: local {}, {} in {}", position_of(kernel, lines[i].pc).line,
                                        lines[i].verb, counted(grouped(lines[i].sectors), "sector"),
                                        counted(grouped(lines[i].requests), "request")));
  }
  if (lines.size() > kLinesNamed) finding.notes.push_back(fmt::format("and at {} more", lines.size() - kLinesNamed));
  finding.notes.push_back(fmt::format("{:.0f} % of the kernel's {} of global and local memory",
                                      100 * static_cast<double>(local) / static_cast<double>(sectors),
                                      counted(grouped(sectors), "sector")));
  finding.notes.emplace_back(
      "registers have no index: unroll the loops over the array (#pragma unroll), so that every index is a constant, "
      "or "
      "give each thread a column of shared memory");
  if (!kernel.assembled)
    finding.notes.emplace_back("the assembler may still find registers for a small array; it was not asked");
  finding.excess = finding.total = local;
  return {std::move(finding)};
}

std::vector<Finding> spills(const KernelRecord& kernel) {
  if (!kernel.assembled) return {};
  const AssembledKernel& assembled = *kernel.assembled;
  if (assembled.spill_store_bytes + assembled.spill_load_bytes == 0) return {};
  Finding finding = finding_at(kernel, first_place(kernel));
  finding.rule = "local-spill";
  finding.severity = Severity::warning;
  finding.launch = kernel.first_launch;
  finding.message =
      fmt::format("registers are spilled: the code stores {} a thread to local memory and loads {}",
                  counted(grouped(assembled.spill_store_bytes), "byte"), grouped(assembled.spill_load_bytes));
  finding.notes.push_back(fmt::format("ptxas gives a thread {} and {} of stack",
                                      counted(assembled.registers, "register"),
                                      counted(grouped(assembled.stack_bytes), "byte")));
  finding.notes.emplace_back(
      "each instruction is counted once: where it stands, and how often it is executed, the assembler does not say, "
      "and "
      "the sectors of this report are without it");
  finding.notes.emplace_back(
      "keep fewer values at once: unroll less, split the kernel; or allow more registers, by __launch_bounds__ with "
      "fewer "
      "threads or blocks, or a larger -maxrregcount");
  return {std::move(finding)};
}

std::vector<Finding> find_local_memory(const KernelRecord& kernel, const arch::DeviceModel&) {
  std::vector<Finding> findings = indexed_arrays(kernel);
  for (Finding& finding : spills(kernel)) findings.push_back(std::move(finding));
  return findings;
}

constexpr std::string_view kLocalRules[] = {"local-spill"};

}  // namespace

Analyser local_memory_analyser() {
  return {.name = "local",
          .page = "teaching/global_memory.md",
          .rules = kLocalRules,
          .start = start_finding<find_local_memory>};
}

}  // namespace warpglass::analysis
