#include "isa/bind/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "isa/bind/arithmetic_watch.hpp"
#include "isa/bind/pseudo_ops.hpp"
#include "isa/block_count.hpp"
#include "isa/reductions.hpp"
#include "sim/call.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::OpKind;

bool ends_block(OpKind kind) {
  return kind == OpKind::branch || kind == OpKind::call || kind == OpKind::ret || kind == OpKind::exit;
}

const Op* implied_return(sim::Warp& warp, const Op* op) {
  count_block(warp, op);
  return sim::return_lanes(warp, op, warp.active, op);
}

}  // namespace

FunctionBinder::FunctionBinder(ProgramBinding& program, FunctionRef ref, std::uint32_t index)
    : program_(program),
      module_(*ref.module),
      function_(*ref.function),
      index_(index),
      flow_(analyse_control_flow(function_, module_.is_for_debuggers())),
      frame_({}),
      params_(param_layout(function_)) {
  place_variables();
  for (const ptx::Register& r : function_.registers)
    shapes_.push_back({.bytes = element_bytes(r.type), .width = std::max<std::uint8_t>(r.vector_width, 1)});
  find_row_params();
  frame_ = FrameLayout(shapes_);
}

void FunctionBinder::survey() {
  surveying_ = true;
  bind_blocks();
  std::vector<std::uint32_t> weights(shapes_.size(), 0);  // predicates and parameters take no registers of the machine
  for (std::size_t i = 0; i < function_.registers.size(); ++i)
    weights[i] = (shapes_[i].bytes + 3u) / 4 * shapes_[i].width;
  Liveness liveness = analyse_liveness(flow_, uses_, weights);
  if (has_errors(program_.diagnostics)) return;  // nothing is emitted
  find_effects();
  if (program_.options.lower) lower_function();
  for (const RegisterUse& use : uses_) {
    if (!moves_.empty() && moves_[use.instruction] != nullptr) keep_until_moved(use, liveness);
  }
  if (!program_.options.share_rows) liveness.live_at_entry.assign(shapes_.size(), true);
  pressure_ = liveness.pressure;
  wanted_ = std::move(liveness.wanted);
  frame_.place_registers(liveness);
}

/// What an instruction that is executed elsewhere reads has to last until there, what it writes from there on.
void FunctionBinder::keep_until_moved(const RegisterUse& use, Liveness& liveness) const {
  const std::uint32_t before = moves_[use.instruction]->before;
  liveness.ranges[use.index].include(before);
  const bool comes_later = before > use.instruction;
  if ((use.kind == RegisterUse::Kind::read) != comes_later || liveness.wanted.empty()) return;
  const std::uint32_t from = flow_.block_of[comes_later ? use.instruction : before];
  const std::uint32_t to = flow_.block_of[comes_later ? before : use.instruction];
  for (std::uint32_t b = from + 1; b <= to; ++b) {
    std::vector<std::uint32_t>& wanted = liveness.wanted[b];
    const auto at = std::ranges::lower_bound(wanted, use.index);
    if (at == wanted.end() || *at != use.index) wanted.insert(at, use.index);
  }
}

void FunctionBinder::emit() {
  surveying_ = false;
  if (function_.is_entry && std::ranges::any_of(effects_, talks_to_blocks)) find_block_reductions();
  sim::Program& program = program_.program;
  first_pc_ = static_cast<std::uint32_t>(program.ops.size());
  first_block_ = static_cast<std::uint32_t>(program.blocks.size());
  bind_blocks();
  resolve_targets();
  note_blocks();

  sim::Function& bound = program.functions[index_];
  bound.name = function_.name;
  bound.first_op = first_pc_;
  bound.op_count = static_cast<std::uint32_t>(ops_.size());
  bound.local_bytes = (local_bytes_ + 15) / 16 * 16;
  bound.param_bytes = param_bytes_;
  bound.return_bytes = params_.result_bytes;
  bound.argument_rows = formal_rows(function_.params);
  bound.result_rows = formal_rows(function_.return_params);
  for (std::size_t i = 0; i < function_.variables.size(); ++i) {
    const ptx::Variable& variable = function_.variables[i];
    if (variable.space == ptx::Space::local)
      bound.local_objects.push_back({std::string(variable.name), variable_offsets_[i], variable.size_in_bytes()});
  }
  frame_.fill(bound);
  program.registers_per_thread = std::max(program.registers_per_thread, pressure_);
  program.ops.insert(program.ops.end(), ops_.begin(), ops_.end());
  std::move(op_facts_.begin(), op_facts_.end(), std::back_inserter(program.facts));
}

void FunctionBinder::bind_blocks() {
  uses_.clear();
  ops_.clear();
  op_facts_.clear();
  targets_.clear();
  block_ops_.assign(flow_.blocks.size(), 0);
  addresses_.forget_companies();
  source_ = Op::kNone;
  block_ = instruction_ = 0;
  append_entry_ops();
  auto next = lowered_.moves.begin();
  for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
    begin_block(b);
    const FlowBlock& block = flow_.blocks[b];
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      // In the survey everything stands where the text has it.
      if (!surveying_) {
        for (; next != lowered_.moves.end() && next->before == i; ++next) bind_instruction(next->instruction);
      }
      if (move_of(i) == nullptr) bind_instruction(i);
    }
    if (block.begin == block.end) {
      instruction_ = block.begin;
      bind_implied_return();
    }
  }
  if (surveying_) return;
  for (AccessCompany& company : addresses_.companies()) {
    Op& first = ops_[company.ops.front()];
    for (std::uint32_t& op : company.ops) op += first_pc_;
    first.e = static_cast<std::uint32_t>(company.ops.size());
    first.extra = list(std::move(company.ops));
  }
}

/// What stands between a block and the one before it in the text. Jumps lead to the join op, or to the first
/// instruction; what counts the block before is passed only by those who come from there.
void FunctionBinder::begin_block(std::uint32_t b) {
  const bool counts_previous = observed() && b > 0 && flow_.blocks[b - 1].ends == BlockEnd::falls;
  const bool joins = flow_.blocks[b].is_join;
  if (counts_previous) {
    Op end;
    end.run = joins ? end_block_at_join_handler() : end_block_handler();
    end.site = first_block_ + b - 1;
    append_pseudo(end);
  }
  block_ = b;
  addresses_.clear();
  block_ops_[b] = static_cast<std::uint32_t>(ops_.size());
  if (joins) {
    Op join;
    join.run = join_handler();
    append_pseudo(join);
  }
}

void FunctionBinder::append_pseudo(const Op& op) {
  ops_.push_back(op);
  Op& added = ops_.back();
  added.body = added.run;
  added.pc = first_pc_ + static_cast<std::uint32_t>(ops_.size() - 1);
  sim::OpFacts facts;
  facts.kind = OpKind::pseudo;
  facts.block = facts.issue_block = first_block_ + block_;
  facts.function = index_;
  facts.source = source_;
  if (!surveying_ && instruction_ < function_.instructions.size()) {
    const ptx::Position& position = function_.instructions[instruction_].position;
    facts.ptx = {module_.file_name, position.line, position.column};
  }
  op_facts_.push_back(std::move(facts));
}

void FunctionBinder::begin_op(std::uint32_t index) {
  const ptx::Instruction& instruction = function_.instructions[index];
  op_ = Op{};
  facts_ = sim::OpFacts{};
  facts_.block = facts_.issue_block = first_block_ + block_;
  facts_.function = index_;
  facts_.source = source_;
  const Move* const move = move_of(index);
  const std::int32_t by = move != nullptr ? move->guard : instruction.guard;
  facts_.guarded = by >= 0;
  if (by >= 0) {
    const auto guard = static_cast<std::uint32_t>(by);
    op_.guard = frame_.register_row(guard, 0);
    op_.guard_flip = (move != nullptr ? move->guard_negated : instruction.guard_negated) ? kFullMask : 0;
    facts_.guard = sim::RegisterId{guard};
    use(guard, RegisterUse::Kind::read);
  }
  if (surveying_) return;  // the rest is for reports
  facts_.ptx = {module_.file_name, instruction.position.line, instruction.position.column};
  facts_.text = ptx::text_of(module_, function_, instruction);
  facts_.spelling = fmt::format("{}", fmt::join(spelling_->words, "."));
  note_facts(instruction);
}

/// After an instruction's last op, before it is appended: what becomes of the addresses known so far.
void FunctionBinder::note_addresses() {
  const bool accesses = facts_.kind == OpKind::load || facts_.kind == OpKind::store;
  // What computes never lets another split or warp run before it is done.
  if (!accesses && facts_.effects.does != sim::Does::computes) addresses_.clear();
  addresses_.see(op_, facts_, static_cast<std::uint32_t>(ops_.size()));
  // Behind an access that orders memory others may run under a seed.
  if (facts_.effects.orders()) addresses_.clear();
  for (const std::uint32_t index : written_) {
    const RegisterShape& shape = shapes_[index];
    addresses_.forget(frame_.register_row(index, 0),
                      shape.width * sim::row_bytes(std::max<std::uint32_t>(shape.bytes, 1)));
  }
}

void FunctionBinder::append_op() {
  apply_lowering();
  if (op_.body == nullptr) op_.body = op_.run;
  // Handlers that only look at their guard are counted around; those that end a block count themselves.
  if (observed() && facts_.guarded && facts_.kind != OpKind::pseudo && !ends_block(facts_.kind))
    op_.run = count_guard_handler();
  op_.pc = first_pc_ + static_cast<std::uint32_t>(ops_.size());
  ops_.push_back(op_);
  op_facts_.push_back(facts_);
}

void FunctionBinder::next_op() {
  append_op();
  Op next;
  next.guard = op_.guard;
  next.guard_flip = op_.guard_flip;
  op_ = next;
  facts_.kind = OpKind::pseudo;
  facts_.access_bytes = 0;
}

void FunctionBinder::bind_instruction(std::uint32_t index) {
  const ptx::Instruction& instruction = function_.instructions[index];
  instruction_ = index;
  const std::uint32_t source = program_.sources.index_of(module_, instruction.location);
  if (source != Op::kNone) source_ = source;
  std::string why;
  spelling_ = program_.spellings.find(function_, instruction, why);
  if (spelling_ == nullptr) {
    error(instruction.position, std::move(why));
    return;
  }
  const InstructionDef& def = *spelling_->def;
  if (spelling_->least_target > program_.options.sm) {
    error(instruction.position,
          fmt::format("'{}' needs sm_{} or later, but the program is bound for sm_{}", fmt::join(spelling_->words, "."),
                      spelling_->least_target, program_.options.sm));
    return;
  }
  if (def.last_sm != 0 && program_.options.sm > def.last_sm) {
    const std::string of = def.last_sm == def.sm ? "alone" : fmt::format("to sm_{}", def.last_sm);
    error(instruction.position, fmt::format("'{}' is of sm_{} {}, but the program is bound for sm_{}",
                                            fmt::join(spelling_->words, "."), def.sm, of, program_.options.sm));
    return;
  }
  begin_op(index);
  written_.clear();
  const std::size_t errors = program_.diagnostics.size();
  if (const ptx::Operand* param = row_param_of(instruction); param != nullptr) {
    bind_row_param(instruction, *param);
  } else if (def.bind != nullptr) {
    def.bind(*this);
  } else {
    bind_by_roles(instruction);
    op_.run = def.select(*spelling_);
    if (!surveying_ && program_.options.watch_arithmetic) watch_arithmetic();
  }
  if (op_.run == nullptr) {
    if (program_.diagnostics.size() == errors)
      error(instruction.position, fmt::format("'{}' is not supported", fmt::join(spelling_->words, ".")));
    return;
  }
  if (!surveying_) note_addresses();
  append_op();
}

void FunctionBinder::watch_arithmetic() {
  sim::Program& program = program_.program;
  const sim::Handler watch = arithmetic_watch(facts_, operands_of(facts_, program.operands));
  if (watch == nullptr || op_.run == nullptr) return;
  program.watched.resize(first_pc_ + ops_.size() + 1);
  program.watched.back() = std::exchange(op_.run, watch);
}

/// Rows of plain operands in the order of the syntax line: destinations to d and e, sources to a, b, c and e.
void FunctionBinder::bind_by_roles(const ptx::Instruction& instruction) {
  const auto given = function_.operands_of(instruction);
  const auto shown = syntax_of(*spelling_->def).all_operands();
  std::uint32_t* const destinations[] = {&op_.d, &op_.e};
  std::uint32_t* const sources[] = {&op_.a, &op_.b, &op_.c, &op_.e};
  std::size_t destination = 0;
  std::size_t source = 0;
  const auto put_destination = [&](std::uint32_t row) {
    if (destination < std::size(destinations)) *destinations[destination++] = row;
  };
  // Sources first: a destination may be the same register.
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (shown[i].destination) continue;
    const std::uint32_t row = source_row(given[i], operand_type(*spelling_, shown[i]), false);
    if (source < std::size(sources)) *sources[source++] = row;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!shown[i].destination) continue;
    const ptx::Type type = operand_type(*spelling_, shown[i]);
    if (given[i].kind == ptx::Operand::Kind::pair) {
      for (const ptx::Operand& child : children(given[i])) put_destination(destination_row(child, type, false));
    } else {
      put_destination(destination_row(given[i], type, false));
    }
  }
}

/// The end of the text returns.
void FunctionBinder::bind_implied_return() {
  store_results();
  Op ret;
  ret.run = implied_return;
  ret.site = first_block_ + block_;
  append_pseudo(ret);
}

void FunctionBinder::append_entry_ops() {
  for (std::size_t i = 0; i < function_.params.size(); ++i) {
    const ptx::Variable& variable = function_.variables[function_.params[i]];
    if (variable.space == ptx::Space::reg) {
      Op load;
      load.run = load_param_handler();
      load.d = frame_.register_row(variable.register_index, 0);
      load.imm = static_cast<std::int32_t>(params_.params[i]);
      load.mode = param_size(variable);
      use(variable.register_index, RegisterUse::Kind::write);
      append_pseudo(load);
    } else if (const auto copied = params_in_local_.find(function_.params[i]); copied != params_in_local_.end()) {
      Op copy;
      copy.run = copy_param_to_local_handler();
      copy.d = copied->second;
      copy.imm = static_cast<std::int32_t>(params_.params[i]);
      copy.mode = param_size(variable);
      append_pseudo(copy);
    }
  }
}

void FunctionBinder::resolve_targets() {
  for (const Target& target : targets_) {
    const std::uint32_t to = block_ops_[target.block];
    switch (target.what) {
      case Target::What::distance:
        ops_[target.op].imm = static_cast<std::int32_t>(to) - static_cast<std::int32_t>(target.op);
        break;
      case Target::What::join: ops_[target.op].extra = first_pc_ + to; break;
      case Target::What::list_entry: program_.program.lists[target.list][target.op] = first_pc_ + to; break;
    }
  }
}

std::span<const ptx::Operand> FunctionBinder::operands() const {
  return function_.operands_of(function_.instructions[instruction_]);
}

std::span<const ptx::Operand> FunctionBinder::children(const ptx::Operand& operand) const {
  return function_.children_of(operand);
}

void FunctionBinder::error(const ptx::Position& where, std::string message) {
  if (!surveying_) return;  // said the first time
  if (source_ != Op::kNone) {
    const SourcePosition& user = program_.program.sources[source_].where;
    message += fmt::format(" (from {}:{})", user.file, user.line);
    // An unrolled loop has the same line many times: it is said once.
    const auto says_so = [&](const Diagnostic& said) { return said.message == message; };
    if (std::ranges::any_of(program_.diagnostics, says_so)) return;
  }
  program_.diagnostics.push_back({.severity = Severity::error,
                                  .where = {module_.file_name, where.line, where.column},
                                  .message = std::move(message),
                                  .rule = {}});
}

}  // namespace warpglass::isa
