// Parameters of calls that live in rows. Compilers pass every argument through a `.param` variable: st.param, call,
// ld.param. A variable that is only ever stored, passed and loaded as a whole is nothing but a register, so it becomes
// one: the stores and loads move rows, and calls take their arguments from rows. Likewise a function's own parameters
// and results: calls copy rows of one activation to rows of another. To the function a parameter is a register that it
// reads and never writes, so that it is live at entry, and a result is read by `ret`.
#include <algorithm>

#include "isa/bind/function.hpp"
#include "isa/rows.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Does;
using sim::Op;
using sim::Warp;

template <std::size_t kBytes>
const Op* move_row(Warp& warp, const Op* op) {
  copy_row<kBytes>(warp.rows + op->d, warp.rows + op->a, exec_lanes(warp, op));
  return op + 1;
}

Does what_it_does(const ptx::Function& function, const ptx::Instruction& instruction) {
  const auto words = function.words_of(instruction);
  return words.empty() ? Does::unstated : isa::does_of(words[0]);
}

/// Whether `ld.param.type d, [v]` or `st.param.type [v], a` moves all of a variable of `bytes` in a register as wide.
bool moves_whole(const ptx::Function& function, const ptx::Instruction& instruction, std::uint32_t bytes) {
  const auto words = function.words_of(instruction);
  const auto operands = function.operands_of(instruction);
  if (operands.size() != 2 || words.size() != 3) return false;  // opcode, space, type: no vectors, no hints
  const bool store = what_it_does(function, instruction) == Does::stores;
  const ptx::Operand& place = operands[store ? 0 : 1];
  const ptx::Operand& value = operands[store ? 1 : 0];
  if (place.bits != 0 || function.children_of(place)[0].bits != 0) return false;
  if (static_cast<std::uint32_t>(ptx::size_of(type_named(words[2]))) != bytes) return false;
  if (value.kind == Kind::reg) {
    const ptx::Register& r = function.registers[value.index];
    return value.component == ptx::Operand::Component::none && r.vector_width <= 1 && r.type != ptx::Type::pred &&
           static_cast<std::uint32_t>(ptx::size_of(r.type)) == bytes;
  }
  return store && (value.kind == Kind::integer || value.kind == Kind::f32_bits || value.kind == Kind::f64_bits);
}

}  // namespace

/// The variable of an ld.param or st.param, nullptr for other instructions and addresses in registers.
const ptx::Operand* FunctionBinder::row_param_of(const ptx::Instruction& instruction) const {
  const auto words = function_.words_of(instruction);
  const Does does = what_it_does(function_, instruction);
  if (words.size() < 2 || (does != Does::loads && does != Does::stores) || !words[1].starts_with("param"))
    return nullptr;
  const auto operands = function_.operands_of(instruction);
  if (operands.size() < 2) return nullptr;
  const ptx::Operand& place = operands[does == Does::stores ? 0 : 1];
  if (place.kind != Kind::address || place.child_count == 0) return nullptr;
  const ptx::Operand& base = function_.children_of(place)[0];
  return base.kind == Kind::variable && row_params_[base.index] != kNoRow ? &base : nullptr;
}

void FunctionBinder::find_row_params() {
  // Everything that might be one is one, until a use says otherwise.
  constexpr std::uint32_t kMaybe = 0;
  row_params_.assign(function_.variables.size(), kNoRow);
  for (std::size_t i = 0; i < function_.variables.size(); ++i) {
    const ptx::Variable& variable = function_.variables[i];
    const std::uint64_t bytes = variable.size_in_bytes();
    const bool of_kernel = function_.is_entry && is_formal_[i];
    if (variable.space == ptx::Space::param && !of_kernel && !variable.is_array && variable.vector_width <= 1 &&
        (bytes == 4 || bytes == 8))
      row_params_[i] = kMaybe;
  }
  for (const ptx::Instruction& instruction : function_.instructions) {
    const auto operands = function_.operands_of(instruction);
    if (what_it_does(function_, instruction) == Does::calls) continue;  // checks what it is given
    const ptx::Operand* param = row_param_of(instruction);
    const bool whole =
        param != nullptr && moves_whole(function_, instruction, param_size(function_.variables[param->index]));
    if (whole) continue;
    const auto refuse = [&](const auto& self, const ptx::Operand& operand) -> void {
      if (operand.kind == Kind::variable) row_params_[operand.index] = kNoRow;
      for (const ptx::Operand& child : function_.children_of(operand)) self(self, child);
    };
    for (const ptx::Operand& operand : operands) refuse(refuse, operand);
  }
  for (std::size_t i = 0; i < function_.variables.size(); ++i) {
    if (row_params_[i] == kNoRow) continue;
    row_params_[i] = static_cast<std::uint32_t>(shapes_.size());
    shapes_.push_back({.bytes = static_cast<std::uint8_t>(function_.variables[i].size_in_bytes()), .width = 1});
  }
}

void FunctionBinder::bind_row_param(const ptx::Instruction& instruction, const ptx::Operand& variable) {
  const std::uint32_t number = row_params_[variable.index];
  const std::uint32_t row = frame_.register_row(number, 0);
  const std::uint8_t bytes = shapes_[number].bytes;
  const auto given = function_.operands_of(instruction);
  const ptx::Type type = type_named(function_.words_of(instruction)[2]);
  const bool store = what_it_does(function_, instruction) == Does::stores;
  if (store) {
    op_.a = source_row(given[1], type, true);
    op_.d = row;
    use(number, instruction.guard < 0 ? RegisterUse::Kind::write : RegisterUse::Kind::write_some);
  } else {
    use(number, RegisterUse::Kind::read);
    op_.a = row;
    op_.d = destination_row(given[0], type, true);
  }
  facts_.kind = store ? sim::OpKind::store : sim::OpKind::load;
  facts_.space = sim::Space::param;
  facts_.access_bytes = bytes;
  op_.run = bytes == 4 ? move_row<4> : move_row<8>;
}

std::vector<sim::FormalRow> FunctionBinder::formal_rows(std::span<const std::uint32_t> formals) const {
  std::vector<sim::FormalRow> rows;
  for (const std::uint32_t variable : formals) {
    const std::uint32_t number = row_params_[variable];
    rows.push_back(number == kNoRow ? sim::FormalRow{}
                                    : sim::FormalRow{frame_.register_row(number, 0), shapes_[number].bytes});
  }
  return rows;
}

}  // namespace warpglass::isa
