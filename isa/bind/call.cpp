// Where control goes: labels, join places, and calls with all that crosses them.
#include <fmt/format.h>

#include <algorithm>

#include "isa/bind/function.hpp"
#include "isa/bind/pseudo_ops.hpp"
#include "isa/block_count.hpp"
#include "isa/provided.hpp"
#include "sim/divergence.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

/// Lanes whose guard is false go around a call.
const sim::Op* skip(sim::Warp& warp, const sim::Op* op) {
  count_block(warp, op);
  const LaneMask calls = exec_lanes(warp, op);
  if (calls == warp.active) return op + 1;
  if (calls == 0) return op + op->imm;
  return sim::diverge(warp, op + op->imm, op + 1, warp.active & ~calls, op + op->imm);
}

std::vector<const ptx::Variable*> pointers(const std::vector<ptx::Variable>& variables) {
  std::vector<const ptx::Variable*> result;
  for (const ptx::Variable& variable : variables) result.push_back(&variable);
  return result;
}

std::vector<const ptx::Variable*> pointers(const ptx::Function& function, const std::vector<std::uint32_t>& indices) {
  std::vector<const ptx::Variable*> result;
  for (const std::uint32_t index : indices) result.push_back(&function.variables[index]);
  return result;
}

// The device runtime's functions are called so since CUDA 12, where programs write cuda.
constexpr std::string_view kSinceCuda12 = "__cudaCDP2";

std::string api_name_of(std::string_view name) {
  if (!name.starts_with(kSinceCuda12)) return std::string(name);
  return fmt::format("cuda{}", name.substr(kSinceCuda12.size()));
}

bool same_layout(const ParamLayout& a, const ParamLayout& b) {
  return a.results == b.results && a.params == b.params && a.bytes == b.bytes;
}

}  // namespace

void FunctionBinder::branch_to(const ptx::Operand& label) {
  if (label.kind != Kind::label || label.index >= function_.labels.size()) {
    error(label.position, "a label of this function is wanted here");
    return;
  }
  const std::uint32_t target = function_.labels[label.index].target;
  if (target >= flow_.block_of.size()) return;
  targets_.push_back(
      {.op = static_cast<std::uint32_t>(ops_.size()), .block = flow_.block_of[target], .what = Target::What::distance});
}

std::uint32_t FunctionBinder::branch_table(const ptx::Operand& name) {
  if (name.kind != Kind::symbol || name.index == 0 || name.index > function_.labelled.size() ||
      function_.labelled[name.index - 1].kind != ptx::LabelledDirective::Kind::branch_targets) {
    error(name.position, "the name of a .branchtargets directive is wanted here");
    return 0;
  }
  const ptx::LabelledDirective& directive = function_.labelled[name.index - 1];
  const std::uint32_t index = list(std::vector<std::uint32_t>(directive.labels.size(), 0));
  if (surveying_) return index;
  for (std::uint32_t i = 0; i < directive.labels.size(); ++i) {
    targets_.push_back({.op = i,
                        .block = flow_.block_of[function_.labels[directive.labels[i]].target],
                        .what = Target::What::list_entry,
                        .list = index});
  }
  return index;
}

void FunctionBinder::join_here() {
  const std::uint32_t join = flow_.blocks[block_].join;
  if (join == kNoBlock) return;
  targets_.push_back({.op = static_cast<std::uint32_t>(ops_.size()), .block = join, .what = Target::What::join});
}

void FunctionBinder::end_block() { op_.site = first_block_ + block_; }

bool FunctionBinder::goes_back(const ptx::Operand& label) const {
  return label.kind == Kind::label && label.index < function_.labels.size() &&
         function_.labels[label.index].target <= instruction_;
}

bool FunctionBinder::any_goes_back(const ptx::Operand& table) const {
  if (table.kind != Kind::symbol || table.index == 0 || table.index > function_.labelled.size()) return false;
  const std::vector<std::uint32_t>& labels = function_.labelled[table.index - 1].labels;
  return std::any_of(labels.begin(), labels.end(),
                     [&](std::uint32_t label) { return function_.labels[label].target <= instruction_; });
}

std::int32_t FunctionBinder::callee(const ptx::Operand& name, CallSite& site, const ptx::Function*& declared) {
  if (name.kind != Kind::symbol) {
    error(name.position, "the name of a function is wanted here");
    return -1;
  }
  const Symbol symbol = resolve(program_.linked, module_, name.name);
  switch (symbol.kind) {
    case Symbol::Kind::function: {
      const auto found = program_.reach.index_of.find(symbol.function.function);
      declared = symbol.function.function;
      if (declared->is_entry) {
        if (program_.linked.function_address_of) site.kernel = program_.linked.function_address_of(declared->name);
        return -1;
      }
      return found != program_.reach.index_of.end() ? static_cast<std::int32_t>(found->second) : -1;
    }
    case Symbol::Kind::provided:
      site.external = name.name;
      declared = declaration_of(module_, name.name);
      program_.calls_runtime = program_.calls_runtime || is_of_runtime(name.name);
      return -1;
    case Symbol::Kind::variable:
    case Symbol::Kind::shared:
      error(name.position, fmt::format("'{}' is a variable, not a function", name.name));
      return -1;
    case Symbol::Kind::unknown: break;
  }
  const bool of_runtime = name.name.starts_with("cuda") || name.name.starts_with(kSinceCuda12);
  error(name.position,
        of_runtime
            ? fmt::format("'{}' is not supported in device code yet", api_name_of(name.name))
            : fmt::format("function '{}' is called but not defined: link the module that defines it", name.name));
  return -1;
}

/// Matches what is given to a call with what the callee declares.
bool FunctionBinder::crossings(const std::vector<const ptx::Variable*>& formals,
                               const std::vector<std::uint32_t>& offsets, const ptx::Operand* given, Crossers what,
                               const ptx::Position& where, std::uint32_t& index) {
  const bool results = what.results;
  const auto actuals = given == nullptr ? std::span<const ptx::Operand>{} : children(*given);
  if (actuals.size() != formals.size()) {
    error(where, fmt::format("the callee {} {} values, the call has {}", results ? "returns" : "takes", formals.size(),
                             actuals.size()));
    return false;
  }
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < formals.size(); ++i) {
    const ptx::Operand& actual = actuals[i];
    std::uint32_t bytes = param_size(*formals[i]);
    std::uint32_t own = 0;
    Crossing how = Crossing::row;
    const bool is_param = actual.kind == Kind::variable && function_.variables[actual.index].space == ptx::Space::param;
    if (is_param) {
      how = Crossing::parameter;
      own = param_offset(actual);
      if (const std::uint32_t row = row_params_[actual.index]; row != kNoRow) {
        how = Crossing::row;
        own = frame_.register_row(row, 0);
        const bool whole = function_.instructions[instruction_].guard < 0;
        use(row, !results ? RegisterUse::Kind::read : whole ? RegisterUse::Kind::write : RegisterUse::Kind::write_some);
      }
      const ptx::Variable& variable = function_.variables[actual.index];
      if (function_.is_entry && is_formal_[actual.index]) {
        error(actual.position, fmt::format("'{}' is a parameter of the kernel: load it and pass a .param variable or a "
                                           "register",
                                           variable.name));
        return false;
      }
      // A kernel's small integers are called with wider ones, of which they take the lower bytes.
      if (what.widened && param_size(variable) > bytes) bytes = param_size(variable);
      if (actual.bits != 0 || (param_size(variable) != bytes && !formals[i]->incomplete)) {
        error(actual.position, fmt::format("'{}' has {} bytes, the callee's '{}' {}", variable.name,
                                           param_size(variable), formals[i]->name, bytes));
        return false;
      }
    } else if (formals[i]->type == ptx::Type::pred || formals[i]->is_array) {
      error(actual.position, fmt::format("a .param variable is wanted for '{}'", formals[i]->name));
      return false;
    } else {
      own = results ? destination_row(actual, formals[i]->type, false) : source_row(actual, formals[i]->type, false);
    }
    const std::uint32_t theirs = offsets[i];
    numbers.insert(numbers.end(),
                   {static_cast<std::uint32_t>(how), results ? theirs : own, results ? own : theirs, bytes});
  }
  index = list(std::move(numbers));
  return true;
}

std::vector<std::uint32_t> FunctionBinder::rows_crossing(const CallSite& site) const {
  std::vector<std::uint32_t> rows;
  const auto add = [&](const std::vector<std::uint32_t>& crossings, std::size_t own) {
    for (std::size_t i = 0; i < crossings.size(); i += kCrossingNumbers) {
      if (Crossing{crossings[i]} != Crossing::row) return false;
      rows.push_back(crossings[i + own]);
    }
    return true;
  };
  const std::vector<std::vector<std::uint32_t>>& lists = program_.program.lists;
  if (!add(lists[site.arguments], 1) || !add(lists[site.results], 2)) rows.clear();
  return rows;
}

CallSite FunctionBinder::call_site() {
  const CallOperands call = call_operands(operands());
  CallSite site;
  if (call.callee == nullptr) {
    error(function_.instructions[instruction_].position, "the function to call is missing");
    return site;
  }
  std::vector<const ptx::Variable*> results;
  std::vector<const ptx::Variable*> params;
  ParamLayout layout;
  if (call.callee->kind == Kind::reg) {
    site.indirect = true;
    const bool named = call.prototype != nullptr && call.prototype->kind == Kind::symbol && call.prototype->index != 0;
    if (!named) {
      error(call.callee->position, "an indirect call names a .callprototype or .calltargets directive last");
      return site;
    }
    const ptx::LabelledDirective& directive = function_.labelled[call.prototype->index - 1];
    std::vector<std::uint32_t> candidates = program_.reach.callable;
    if (directive.kind == ptx::LabelledDirective::Kind::call_targets) {
      candidates.clear();
      for (const std::string_view name : directive.functions) {
        const Symbol symbol = resolve(program_.linked, module_, name);
        const auto found = program_.reach.index_of.find(symbol.function.function);
        if (symbol.kind != Symbol::Kind::function || found == program_.reach.index_of.end()) {
          error(call.prototype->position, fmt::format("call target '{}' is not a function of this program", name));
          return site;
        }
        candidates.push_back(found->second);
      }
      if (candidates.empty()) {
        error(call.prototype->position, "the .calltargets directive names no function");
        return site;
      }
      const ptx::Function& first = *program_.reach.functions[candidates[0]].function;
      results = pointers(first, first.return_params);
      params = pointers(first, first.params);
    } else {
      results = pointers(directive.return_params);
      params = pointers(directive.params);
    }
    layout = param_layout(results, params);
    // Functions of another prototype are no targets: the call faults when it meets one.
    std::vector<std::uint32_t> targets;
    for (const std::uint32_t candidate : candidates) {
      const ptx::Function& function = *program_.reach.functions[candidate].function;
      if (!same_layout(layout, param_layout(function)) || !program_.linked.function_address_of) continue;
      const std::uint64_t address = program_.linked.function_address_of(function.name);
      targets.insert(targets.end(),
                     {static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32), candidate});
    }
    site.targets = list(std::move(targets));
    site.target_row = source_row(*call.callee, ptx::Type::b64, false);
  } else {
    const ptx::Function* declared = nullptr;
    site.function = callee(*call.callee, site, declared);
    if (site.function < 0 && site.external.empty() && site.kernel == 0) return site;
    if (declared == nullptr) {
      error(call.callee->position, fmt::format("'{}' is called but not declared", call.callee->name));
      return site;
    }
    results = pointers(*declared, declared->return_params);
    params = pointers(*declared, declared->params);
    layout = param_layout(results, params);
  }
  const ptx::Position& where = call.callee->position;
  const bool fits =
      crossings(params, layout.params, call.arguments, {.widened = site.kernel != 0}, where, site.arguments) &&
      crossings(results, layout.results, call.results, {.results = true}, where, site.results);
  if (fits) site.has_results = !results.empty();
  if (fits && !surveying_) site.rows = rows_crossing(site);
  for (const ptx::Variable* variable : params) site.argument_bytes.push_back(param_size(*variable));
  for (const ptx::Variable* variable : results) site.result_bytes.push_back(param_size(*variable));
  return site;
}

bool FunctionBinder::skip_unless_guard() {
  if (!facts_.guarded) return false;
  sim::Op around;
  around.run = skip;
  around.guard = op_.guard;
  around.guard_flip = op_.guard_flip;
  around.site = first_block_ + block_;
  targets_.push_back(
      {.op = static_cast<std::uint32_t>(ops_.size()), .block = block_ + 1, .what = Target::What::distance});
  append_pseudo(around);
  op_.guard = sim::kAlwaysRow;
  op_.guard_flip = 0;
  return true;
}

void FunctionBinder::store_results() {
  for (std::size_t i = 0; i < function_.return_params.size(); ++i) {
    const std::uint32_t result = function_.return_params[i];
    if (row_params_[result] != kNoRow) use(row_params_[result], RegisterUse::Kind::read);
    const ptx::Variable& variable = function_.variables[result];
    if (variable.space != ptx::Space::reg) continue;
    sim::Op store;
    store.run = store_param_handler();
    store.a = frame_.register_row(variable.register_index, 0);
    store.imm = static_cast<std::int32_t>(params_.results[i]);
    store.mode = param_size(variable);
    use(variable.register_index, RegisterUse::Kind::read);
    append_pseudo(store);
  }
}

}  // namespace warpglass::isa
