// From operands to rows: registers have theirs, constants get one each, and what is only known while running (the
// address of a local variable, a negated predicate) is computed by an op put in front.
#include <fmt/format.h>

#include <bit>
#include <limits>

#include "isa/bind/function.hpp"
#include "isa/bind/pseudo_ops.hpp"
#include "isa/special_registers.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using ptx::Type;
using Component = ptx::Operand::Component;

bool is_integer(Type type) { return type >= Type::u8 && type <= Type::s64; }

std::uint32_t component_number(Component component) {
  switch (component) {
    case Component::none:
    case Component::x: return 0;
    case Component::y: return 1;
    case Component::z: return 2;
    case Component::w: return 3;
    case Component::b0:
    case Component::b1:
    case Component::b2:
    case Component::b3:
    case Component::h0:
    case Component::h1:
    case Component::selector: break;  // bytes and half words of video instructions select within the register
  }
  return 0;
}

bool selects_within(Component component) {
  switch (component) {
    case Component::none:
    case Component::x:
    case Component::y:
    case Component::z:
    case Component::w: return false;
    case Component::b0:
    case Component::b1:
    case Component::b2:
    case Component::b3:
    case Component::h0:
    case Component::h1:
    case Component::selector: return true;
  }
  return false;
}

std::string_view described(Kind kind) {
  switch (kind) {
    case Kind::reg: return "a register";
    case Kind::special: return "a special register";
    case Kind::integer: return "an integer";
    case Kind::f32_bits:
    case Kind::f64_bits: return "a floating-point number";
    case Kind::variable: return "a variable";
    case Kind::symbol: return "a name";
    case Kind::label: return "a label";
    case Kind::address: return "an address";
    case Kind::vector: return "a vector";
    case Kind::pair: return "a pair";
    case Kind::list: return "a list";
    case Kind::sink: return "'_'";
  }
  return "an operand";
}

}  // namespace

void FunctionBinder::use(std::uint32_t register_index, RegisterUse::Kind kind) {
  if (surveying_) uses_.push_back({.instruction = instruction_, .index = register_index, .kind = kind});
  if (kind != RegisterUse::Kind::read) written_.push_back(register_index);
}

bool FunctionBinder::check_register(const ptx::Operand& operand, Type type, bool any_size) {
  const ptx::Register& r = function_.registers[operand.index];
  const bool wants_predicate = type == Type::pred;
  if ((r.type == Type::pred) != wants_predicate && type != Type::none) {
    error(operand.position,
          wants_predicate
              ? fmt::format("'{}' is a .{} register; a predicate is wanted here", r.name, ptx::name_of(r.type))
              : fmt::format("'{}' is a predicate; a .{} register is wanted here", r.name, ptx::name_of(type)));
    return false;
  }
  if (operand.component == Component::none && r.vector_width > 1) {
    error(operand.position,
          fmt::format("'{}' is a vector of {}; name one element, as in '{}.x'", r.name, r.vector_width, r.name));
    return false;
  }
  if (!selects_within(operand.component) && component_number(operand.component) >= r.vector_width) {
    error(operand.position, fmt::format("'{}' has no such element", r.name));
    return false;
  }
  if (any_size || type == Type::none || wants_predicate || selects_within(operand.component)) return true;
  const bool differs = ptx::size_of(r.type) != ptx::size_of(type) || (is_floating(r.type) && is_integer(type)) ||
                       (is_integer(r.type) && is_floating(type));
  if (differs) {
    error(operand.position, fmt::format("'{}' is a .{} register; a .{} one is wanted here", r.name,
                                        ptx::name_of(r.type), ptx::name_of(type)));
  }
  return !differs;
}

std::uint32_t FunctionBinder::source_row(const ptx::Operand& operand, Type type, bool any_size) {
  switch (operand.kind) {
    case Kind::reg: return register_source(operand, type, any_size);
    case Kind::integer:
    case Kind::f32_bits:
    case Kind::f64_bits: return literal_source(operand, type);
    case Kind::symbol: return symbol_source(operand, type);
    case Kind::variable: return variable_source(operand, type);
    case Kind::special: return special_source(operand, type);
    case Kind::label:
    case Kind::address:
    case Kind::vector:
    case Kind::pair:
    case Kind::list:
    case Kind::sink: break;
  }
  error(operand.position,
        fmt::format("a .{} value is wanted here, not {}",
                    type == Type::none ? std::string_view("b32") : ptx::name_of(type), described(operand.kind)));
  return 0;
}

std::uint32_t FunctionBinder::register_source(const ptx::Operand& operand, Type type, bool any_size) {
  if (!check_register(operand, type, any_size)) return 0;
  use(operand.index, RegisterUse::Kind::read);
  const std::uint32_t row = frame_.register_row(operand.index, component_number(operand.component));
  if (!operand.negated) return row;
  if (type != Type::pred) {
    // Video instructions negate on their own (PTX ISA, vmad).
    if (!spelling_->words[0].starts_with('v'))
      error(operand.position, fmt::format("'{}' does not negate its operands", spelling_->words[0]));
    return row;
  }
  sim::Op negation;
  negation.run = not_handler();
  negation.a = row;
  negation.d = frame_.scratch(0);
  append_pseudo(negation);
  return negation.d;
}

std::uint32_t FunctionBinder::literal_source(const ptx::Operand& operand, Type type) {
  const std::uint8_t bytes = element_bytes(type);
  const bool floating = operand.kind != Kind::integer;
  std::uint64_t bits = operand.bits;
  if (type == Type::f32) {
    if (operand.kind == Kind::f64_bits)
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
    if (floating) return frame_.constant(bits, 4);
  } else if (type == Type::f64) {
    if (operand.kind == Kind::f32_bits)
      bits = std::bit_cast<std::uint64_t>(
          static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))));
    if (floating) return frame_.constant(bits, 8);
  } else if (type == Type::pred) {
    if (!floating) return frame_.constant((bits != 0) != operand.negated ? 1 : 0, 0);
  } else if (type == Type::none) {
    return frame_.constant(bits, operand.kind == Kind::f64_bits ? 8 : 4);
  } else if (!floating || (!is_integer(type) && bytes == (operand.kind == Kind::f32_bits ? 4 : 8))) {
    // Bits of the register's size may be written as a float of that size.
    return frame_.constant(bits, bytes);
  }
  error(operand.position, fmt::format("{} can not be a .{} operand{}", described(operand.kind), ptx::name_of(type),
                                      is_floating(type) ? "; write it as 0f.. or with a decimal point" : ""));
  return 0;
}

std::uint32_t FunctionBinder::symbol_source(const ptx::Operand& operand, Type type) {
  const std::uint8_t bytes = element_bytes(type);
  if (operand.name == "WARP_SZ") return frame_.constant(32, bytes);
  const Symbol symbol = resolve(program_.linked, module_, operand.name);
  if (bytes != 4 && bytes != 8) {
    error(operand.position,
          fmt::format("the address of '{}' does not fit a .{} operand", operand.name, ptx::name_of(type)));
    return 0;
  }
  switch (symbol.kind) {
    case Symbol::Kind::variable: return frame_.constant(symbol.address + operand.bits, bytes);
    case Symbol::Kind::shared: {
      const auto found = program_.reach.shared.offsets.find(symbol.variable);
      const std::uint64_t offset = found == program_.reach.shared.offsets.end() ? 0 : found->second;
      return frame_.constant(offset + operand.bits, bytes);
    }
    case Symbol::Kind::function:
      if (program_.linked.function_address_of)
        return frame_.constant(program_.linked.function_address_of(symbol.function.function->name), bytes);
      break;
    case Symbol::Kind::provided:
      error(operand.position,
            fmt::format("the address of '{}' can not be taken: the engine provides it for direct calls", operand.name));
      return 0;
    case Symbol::Kind::unknown: break;
  }
  error(operand.position, fmt::format("'{}' is not defined in this module or any it is linked with", operand.name));
  return 0;
}

std::uint32_t FunctionBinder::variable_source(const ptx::Operand& operand, Type type) {
  const std::uint8_t bytes = element_bytes(type);
  const ptx::Variable& variable = function_.variables[operand.index];
  if (bytes != 4 && bytes != 8) {
    error(operand.position,
          fmt::format("the address of '{}' does not fit a .{} operand", variable.name, ptx::name_of(type)));
    return 0;
  }
  std::uint64_t offset = variable_offsets_[operand.index] + operand.bits;
  switch (variable.space) {
    case ptx::Space::shared: return frame_.constant(offset, bytes);
    case ptx::Space::local:
      // A kernel's frame is the first: its local variables begin at 0.
      if (function_.is_entry) return frame_.constant(offset, bytes);
      return address_row(local_address_handler(bytes), offset, bytes);
    case ptx::Space::param:
      if (function_.is_entry && is_formal_[operand.index])
        return address_row(param_address_handler(bytes), offset, bytes);
      if (!is_formal_[operand.index]) {
        error(operand.position,
              fmt::format("the address of '{}' can not be taken: it only carries values to and from calls",
                          variable.name));
        return 0;
      }
      offset = local_copy_of(operand.index) + operand.bits;
      return address_row(local_address_handler(bytes), offset, bytes);
    case ptx::Space::none:
    case ptx::Space::reg:
    case ptx::Space::constant:
    case ptx::Space::global: break;
  }
  error(operand.position, fmt::format("'{}' has no address", variable.name));
  return 0;
}

std::uint32_t FunctionBinder::special_source(const ptx::Operand& operand, Type type) {
  sim::Op read;
  const std::uint8_t bytes = element_bytes(type);
  read.d = frame_.scratch(bytes);
  if (!read_special_register(operand.name, bytes, read)) {
    error(operand.position, fmt::format("'{}' can not be read as .{}", operand.name, ptx::name_of(type)));
    return 0;
  }
  append_pseudo(read);
  return read.d;
}

std::uint32_t FunctionBinder::address_row(sim::Handler handler, std::uint64_t offset, std::uint8_t bytes) {
  sim::Op compute;
  compute.run = handler;
  compute.imm = static_cast<std::int32_t>(offset);
  compute.d = frame_.scratch(bytes);
  append_pseudo(compute);
  return compute.d;
}

std::uint32_t FunctionBinder::destination_row(const ptx::Operand& operand, Type type, bool any_size) {
  if (operand.kind == Kind::sink) return frame_.scratch(type == Type::none ? std::uint8_t{8} : element_bytes(type));
  if (operand.kind != Kind::reg) {
    error(operand.position, fmt::format("{} can not be written; a register is wanted here", described(operand.kind)));
    return 0;
  }
  if (!check_register(operand, type, any_size)) return 0;
  const bool whole = operand.component == Component::none && function_.instructions[instruction_].guard < 0;
  use(operand.index, whole ? RegisterUse::Kind::write : RegisterUse::Kind::write_some);
  return frame_.register_row(operand.index, component_number(operand.component));
}

std::uint8_t FunctionBinder::register_bytes(const ptx::Operand& operand, Type fallback) const {
  return element_bytes(operand.kind == Kind::reg ? function_.registers[operand.index].type : fallback);
}

Address FunctionBinder::address(const ptx::Operand& operand) {
  const bool bracketed = operand.kind == Kind::address && operand.child_count != 0;
  const ptx::Operand& base = bracketed ? function_.children_of(operand)[0] : operand;
  const std::uint64_t added = bracketed ? operand.bits : 0;
  Address result;
  // Whatever is known now becomes part of the constant; only registers keep an offset.
  switch (base.kind) {
    case Kind::reg: {
      const std::uint8_t bytes = register_bytes(base, Type::none);
      if (bytes != 4 && bytes != 8) {
        error(base.position, fmt::format("'{}' can not hold an address: a 32- or 64-bit register is wanted here",
                                         function_.registers[base.index].name));
        return result;
      }
      const auto offset = static_cast<std::int64_t>(added);
      if (offset < std::numeric_limits<std::int32_t>::min() || offset > std::numeric_limits<std::int32_t>::max()) {
        error(operand.position, fmt::format("the offset {} does not fit 32 bits", offset));
        return result;
      }
      result.row = source_row(base, bytes == 4 ? Type::b32 : Type::b64, false);
      result.bytes = bytes;
      result.offset = static_cast<std::int32_t>(offset);
      return result;
    }
    case Kind::integer: result.row = frame_.constant(base.bits + added, 8); return result;
    case Kind::symbol: {
      ptx::Operand moved = base;
      moved.bits += added;
      result.row = symbol_source(moved, Type::b64);
      const Symbol symbol = resolve(program_.linked, module_, base.name);
      if (symbol.kind == Symbol::Kind::shared) result.space = sim::Space::shared;
      if (symbol.kind == Symbol::Kind::variable)
        result.space = symbol.variable->space == ptx::Space::constant ? sim::Space::constant : sim::Space::global;
      return result;
    }
    case Kind::variable: {
      const ptx::Variable& variable = function_.variables[base.index];
      ptx::Operand moved = base;
      moved.bits += added;
      if (variable.space == ptx::Space::param) {
        result.space = sim::Space::param;
        result.is_param_variable = true;
        result.is_kernel_param = function_.is_entry && is_formal_[base.index];
        result.param_offset = variable_offsets_[base.index] + static_cast<std::uint32_t>(moved.bits);
        return result;
      }
      result.row = variable_source(moved, Type::b64);
      result.space = variable.space == ptx::Space::shared ? sim::Space::shared : sim::Space::local;
      return result;
    }
    case Kind::special:
    case Kind::f32_bits:
    case Kind::f64_bits:
    case Kind::label:
    case Kind::address:
    case Kind::vector:
    case Kind::pair:
    case Kind::list:
    case Kind::sink: break;
  }
  error(base.position, fmt::format("{} is no address", described(base.kind)));
  return result;
}

std::uint32_t FunctionBinder::list(std::vector<std::uint32_t> rows) {
  if (surveying_) return 0;
  program_.program.lists.push_back(std::move(rows));
  return static_cast<std::uint32_t>(program_.program.lists.size() - 1);
}

void FunctionBinder::new_site() {
  if (!surveying_) op_.site = program_.program.site_count++;
}

std::uint64_t FunctionBinder::literal(const ptx::Operand& operand) {
  if (operand.kind == Kind::symbol && operand.name == "WARP_SZ") return 32;
  if (operand.kind != Kind::integer)
    error(operand.position, fmt::format("an integer constant is wanted here, not {}", described(operand.kind)));
  return operand.bits;
}

std::uint32_t FunctionBinder::param_offset(const ptx::Operand& variable) {
  if (variable.kind == Kind::variable && function_.variables[variable.index].space == ptx::Space::param)
    return variable_offsets_[variable.index] + static_cast<std::uint32_t>(variable.bits);
  error(variable.position, "a .param variable is wanted here");
  return 0;
}

}  // namespace warpglass::isa
