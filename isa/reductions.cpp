// Addresses are followed through the registers, without regard to the order of instructions: for each register the set
// of all that any of its writers may have put into it. Sums keep what either side is made of; products and scaled
// indices are numbers, since no object's address is multiplied. What comes out of memory with 64 bits may be an address
// that nobody knows until it is used as an index is: multiplied or shifted.
#include "isa/reductions.hpp"

#include <algorithm>
#include <utility>

#include "isa/effects.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {
namespace {

using sim::Algebra;
using sim::AtomicOperation;
using sim::Does;
using sim::Effects;
using sim::Space;
using Kind = ptx::Operand::Kind;

constexpr int kMaxReductionSweeps = 100;
constexpr std::uint64_t kAddressBytes = 8;

/// What a value may be made of.
struct Value {
  sim::Origins origins;    // sorted
  bool elsewhere = false;  // of shared, local or parameter memory
  bool unknown = false;

  /// \returns whether that was news
  bool add(const Value& other) {
    bool news = (other.elsewhere && !elsewhere) || (other.unknown && !unknown);
    elsewhere |= other.elsewhere;
    unknown |= other.unknown;
    for (const sim::Origin& origin : other.origins) {
      const auto at = std::lower_bound(origins.begin(), origins.end(), origin);
      if (at != origins.end() && *at == origin) continue;
      origins.insert(at, origin);
      news = true;
    }
    return news;
  }
};

const Value kUnknown{.origins = {}, .elsewhere = false, .unknown = true};

class ReductionSearch {
 public:
  explicit ReductionSearch(const ReductionInput& input)
      : input_(input),
        function_(input.function),
        uses_(input.uses, input.function.instructions.size()),
        values_(input.function.registers.size()) {}

  std::optional<sim::Reductions> run() {
    const auto count = static_cast<std::uint32_t>(function_.instructions.size());
    if (!std::all_of(input_.effects.begin(), input_.effects.end(), [](const Effects& effects) {
          return effects.is_atomic() || (!talks_to_blocks(effects) && sim::keeps_to_addresses(effects));
        }))
      return std::nullopt;
    bool changed = true;
    for (int sweep = 0; changed; ++sweep) {
      if (sweep == kMaxReductionSweeps) return std::nullopt;
      changed = false;
      for (std::uint32_t i = 0; i < count; ++i) changed |= follow(i);
    }
    sim::Reductions found;
    const std::vector<bool> read = find_read();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!note_accesses(i, read[i], found)) return std::nullopt;
    }
    return found;
  }

 private:
  /// Of an atomic in global memory: whether it may be done later, given that nobody wants the old value.
  static bool can_wait(const Effects& effects) {
    // A reduction that releases says that others look for it; one of the system's scope, that the host does.
    if (effects.order != sim::Order::relaxed || effects.scope == sim::Scope::sys) return false;
    switch (effects.atomic) {
      case AtomicOperation::add:
      case AtomicOperation::minimum:
      case AtomicOperation::maximum:
      case AtomicOperation::bitwise_and:
      case AtomicOperation::bitwise_or:
      case AtomicOperation::bitwise_xor:
      case AtomicOperation::increment:
      case AtomicOperation::decrement:
      case AtomicOperation::exchange: return effects.type.bytes() <= sizeof(std::uint64_t);
      case AtomicOperation::none:
      case AtomicOperation::compare_and_swap: break;
    }
    return false;
  }

  /// By instruction: whether one that stays reads what it writes.
  [[nodiscard]] std::vector<bool> find_read() const {
    std::vector<bool> lasting;
    for (const Effects& effects : input_.effects) lasting.push_back(sim::is_lasting(effects));
    std::size_t registers = values_.size();
    for (const RegisterUse& use : input_.uses) registers = std::max<std::size_t>(registers, use.index + 1);
    const Wanted wanted = find_wanted(input_.flow, input_.uses, registers, lasting);
    std::vector<bool> read(input_.effects.size());
    for (std::size_t i = 0; i < input_.uses.size(); ++i) {
      const RegisterUse& use = input_.uses[i];
      if (use.kind != RegisterUse::Kind::read && wanted.writes[i]) read[use.instruction] = true;
    }
    return read;
  }

  [[nodiscard]] std::size_t bytes_of(std::uint32_t reg) const {
    return static_cast<std::size_t>(ptx::size_of(function_.registers[reg].type));
  }

  /// Of an operand that is no address in brackets.
  [[nodiscard]] Value value_of(const ptx::Operand& operand) const {
    switch (operand.kind) {
      case Kind::reg: return operand.index < values_.size() ? values_[operand.index] : kUnknown;
      case Kind::symbol: {
        const auto named = input_.named(operand.name);
        if (!named) return kUnknown;
        if (!named->global) return {.origins = {}, .elsewhere = true, .unknown = false};
        return {.origins = {{.kind = sim::Origin::Kind::variable, .value = named->address}},
                .elsewhere = false,
                .unknown = false};
      }
      case Kind::variable: return {.origins = {}, .elsewhere = true, .unknown = false};
      case Kind::special:
      case Kind::integer:
      case Kind::f32_bits:
      case Kind::f64_bits:
      case Kind::sink: return {};
      case Kind::vector: {
        // Halves of an address are not followed.
        Value all;
        for (const ptx::Operand& child : function_.children_of(operand)) {
          const bool whole = child.kind != Kind::reg || bytes_of(child.index) >= kAddressBytes;
          all.add(whole ? value_of(child) : kUnknown);
        }
        return all;
      }
      case Kind::label:
      case Kind::address:
      case Kind::pair:
      case Kind::list: break;
    }
    return kUnknown;
  }

  /// Of an address in brackets.
  [[nodiscard]] Value place_of(const ptx::Operand& address) const {
    const auto parts = function_.children_of(address);
    return parts.empty() || parts[0].kind == Kind::integer ? kUnknown : value_of(parts[0]);
  }

  /// Of parameters that are loaded: each place at which eight bytes may be an address.
  [[nodiscard]] Value loaded_parameter(const Effects& effects, const ptx::Operand& address) const {
    const auto parts = function_.children_of(address);
    if (parts.empty() || parts[0].kind != Kind::variable) return kUnknown;
    const auto& params = function_.params;
    const auto param = std::find(params.begin(), params.end(), parts[0].index);
    if (param == params.end()) return kUnknown;
    const std::uint64_t begin =
        input_.param_offsets[static_cast<std::size_t>(param - params.begin())] + parts[0].bits + address.bits;
    Value value;
    for (std::uint64_t i = 0; i < std::uint64_t{effects.elements} * effects.type.bytes(); i += kAddressBytes)
      value.add({.origins = {{.kind = sim::Origin::Kind::parameter, .value = begin + i}},
                 .elsewhere = false,
                 .unknown = false});
    return value;
  }

  /// Of what is shifted or multiplied: no object's address, unless halves are put together that way.
  static Value scaled(bool by_halves) { return by_halves ? kUnknown : Value{}; }

  /// What an instruction computes, its result at least as long as an address.
  [[nodiscard]] Value computed(const Effects& effects, std::span<const ptx::Operand> operands) const {
    const auto all_sources = [&] {
      Value all;
      for (const ptx::Operand& source : operands.subspan(1)) all.add(value_of(source));
      return all;
    };
    const auto is_large = [](const ptx::Operand& operand) {
      return operand.kind == Kind::integer && operand.bits >> 32 != 0 && operand.bits >> 32 != 0xffffffffu;
    };
    switch (effects.algebra) {
      case Algebra::copy: return all_sources();
      case Algebra::convert: return effects.from.is_integer() && effects.from.bits == 64 ? all_sources() : Value{};
      case Algebra::sum:
      case Algebra::difference:
      case Algebra::bitwise_and:
      case Algebra::bitwise_or:
      case Algebra::bitwise_xor:
      case Algebra::complement:
      case Algebra::choice:
      case Algebra::extremum:
      case Algebra::negative:
      case Algebra::magnitude: return effects.type.is_floating() ? Value{} : all_sources();
      case Algebra::product:
      case Algebra::product24: return scaled(std::any_of(operands.begin(), operands.end(), is_large));
      case Algebra::product_sum:
      case Algebra::product_sum24: {
        Value sum = scaled(std::any_of(operands.begin(), operands.end(), is_large));
        if (operands.size() > 3 && !effects.type.is_floating()) sum.add(value_of(operands[3]));
        return sum;
      }
      case Algebra::shift_left:
        return scaled(operands.size() < 3 || operands[2].kind != Kind::integer || operands[2].bits >= 32);
      case Algebra::quotient:
      case Algebra::shift_right:
      case Algebra::root:
      case Algebra::comparison: return {};
      case Algebra::other: break;
    }
    // A field of bits and the like: of a number a number.
    const Value all = all_sources();
    return all.origins.empty() && !all.elsewhere && !all.unknown ? Value{} : kUnknown;
  }

  /// Brings what an instruction reads to what it writes. \returns whether that was news
  bool follow(std::uint32_t i) {
    const ptx::Instruction& instruction = function_.instructions[i];
    const Effects& effects = input_.effects[i];
    const auto operands = function_.operands_of(instruction);
    if (operands.empty()) return false;
    const auto holds_address = [&](const RegisterUse& use) {
      return use.kind != RegisterUse::Kind::read && use.index < values_.size() && bytes_of(use.index) >= kAddressBytes;
    };
    const auto all = uses_.of(i);
    if (std::none_of(all.begin(), all.end(), holds_address)) return false;
    Value value = kUnknown;
    if (effects.does == Does::loads) {
      const ptx::Operand* const address = address_of(function_, instruction);
      const bool of_parameters = effects.reads == sim::Spaces(Space::param);
      if (of_parameters && address != nullptr) value = loaded_parameter(effects, *address);
    } else if (effects.does == Does::computes) {
      value = computed(effects, operands);
    }
    bool news = false;
    for (const RegisterUse& use : all) {
      if (holds_address(use)) news |= values_[use.index].add(value);
    }
    return news;
  }

  /// False where it cannot be said what an address in global memory is made of, and where an atomic there has to be
  /// done at once.
  /// \param read  whether anybody wants what the instruction writes to registers
  bool note_accesses(std::uint32_t i, bool read, sim::Reductions& found) const {
    const Effects& effects = input_.effects[i];
    if (effects.does == Does::hints || effects.does == Does::computes) return true;
    if (!effects.reads.has(Space::global) && !effects.writes.has(Space::global)) return true;
    bool any = false;
    for (const ptx::Operand& operand : function_.operands_of(function_.instructions[i])) {
      if (operand.kind != Kind::address) continue;
      any = true;
      // The map of a tensor, beside its coordinates, says nothing of where that lies.
      if (operand.child_count > 1) return false;
      const Value place = place_of(operand);
      if (place.unknown) return false;
      if (place.origins.empty()) {
        if (!place.elsewhere) return false;
        continue;
      }
      if (effects.is_atomic() && (read || !can_wait(effects))) return false;
      auto& places = effects.is_atomic() ? found.reduced : found.accessed;
      if (std::find(places.begin(), places.end(), place.origins) == places.end()) places.push_back(place.origins);
    }
    return any;
  }

  const ReductionInput& input_;
  const ptx::Function& function_;
  UseIndex uses_;
  std::vector<Value> values_;  // by register
};

}  // namespace

bool talks_to_blocks(const Effects& effects) {
  // Copies that reduce lose what others do at the same time, and sums depend on who was first.
  const bool reduces = effects.is_atomic() || effects.atomic != sim::AtomicOperation::none;
  if (reduces) return effects.writes.has(Space::global);
  if (effects.does == Does::loads) return effects.orders() && effects.reads.has(Space::global);
  if (effects.does == Does::fences) return effects.scope == sim::Scope::gpu || effects.scope == sim::Scope::sys;
  return effects.does == Does::pauses;
}

std::optional<sim::Reductions> find_reductions(const ReductionInput& input) { return ReductionSearch(input).run(); }

}  // namespace warpglass::isa
