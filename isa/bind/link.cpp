#include "isa/bind/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "isa/instruction.hpp"
#include "isa/provided.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

constexpr std::uint64_t kMaxSharedBytes = std::uint64_t{1} << 30;  // far beyond any machine; offsets stay 32-bit
constexpr std::uint32_t kDynamicAlignment = 16;

std::string_view without_alias(const ptx::Module& module, std::string_view name) {
  for (const ptx::Alias& alias : module.aliases) {
    if (alias.name == name) return alias.function;
  }
  return name;
}

/// The definition of an `.extern` shared variable, or the variable itself when no module has one.
const ptx::Variable* definition_of(const LinkedModules& linked, const ptx::Variable& variable) {
  if (variable.linkage != ptx::Linkage::external && variable.linkage != ptx::Linkage::weak &&
      variable.linkage != ptx::Linkage::common)
    return &variable;
  for (const ptx::Module* other : linked.modules) {
    const ptx::Variable* found = other->find_variable(variable.name);
    if (found != nullptr && found->space == ptx::Space::shared && found->linkage != ptx::Linkage::external &&
        found->linkage != ptx::Linkage::internal)
      return found;
  }
  return &variable;
}

class Walk {
 public:
  Walk(const LinkedModules& linked, Reach& reach) : linked_(linked), reach_(reach) {}

  void run(FunctionRef kernel) {
    add_function(kernel);
    for (std::size_t i = 0; i < reach_.functions.size(); ++i) {
      visit(reach_.functions[i]);
      if (i + 1 == reach_.functions.size() && calls_indirectly_) visit_elsewhere();
    }
  }

  [[nodiscard]] const std::set<const ptx::Variable*>& shared() const { return shared_; }

 private:
  void add_function(FunctionRef ref) {
    if (!reach_.index_of.emplace(ref.function, static_cast<std::uint32_t>(reach_.functions.size())).second) return;
    reach_.functions.push_back(ref);
  }

  void take_address(const FunctionRef& ref) {
    if (ref.function->is_entry) return;
    add_function(ref);
    const std::uint32_t index = reach_.index_of.at(ref.function);
    if (std::find(reach_.callable.begin(), reach_.callable.end(), index) == reach_.callable.end())
      reach_.callable.push_back(index);
  }

  void visit_name(const ptx::Module& module, std::string_view name, bool called) {
    const Symbol symbol = resolve(linked_, module, name);
    if (symbol.kind == Symbol::Kind::shared) shared_.insert(symbol.variable);
    if (symbol.kind != Symbol::Kind::function) return;
    if (called) {
      if (!symbol.function.function->is_entry) add_function(symbol.function);
    } else {
      take_address(symbol.function);
    }
  }

  void visit_operand(const FunctionRef& ref, const ptx::Operand& operand, bool called) {
    if (operand.kind == Kind::symbol && operand.index == 0) visit_name(*ref.module, operand.name, called);
    if (operand.kind == Kind::variable && ref.function->variables[operand.index].space == ptx::Space::shared)
      shared_.insert(&ref.function->variables[operand.index]);
    for (const ptx::Operand& child : ref.function->children_of(operand)) visit_operand(ref, child, false);
  }

  void visit(FunctionRef ref) {
    for (const ptx::Instruction& instruction : ref.function->instructions) {
      const auto words = ref.function->words_of(instruction);
      const auto operands = ref.function->operands_of(instruction);
      const bool is_call = !words.empty() && does_of(words[0]) == sim::Does::calls;
      const ptx::Operand* callee = is_call ? call_operands(operands).callee : nullptr;
      if (callee != nullptr && callee->kind == Kind::reg) calls_indirectly_ = true;
      for (const ptx::Operand& operand : operands) visit_operand(ref, operand, &operand == callee);
    }
    for (const ptx::LabelledDirective& directive : ref.function->labelled) {
      for (const std::string_view name : directive.functions) visit_name(*ref.module, name, false);
    }
  }

  /// Where the addresses of functions may come from that nothing reached so far takes: tables of function pointers
  /// (virtual functions) lie in variables, and another kernel may have stored one.
  void visit_elsewhere() {
    if (elsewhere_visited_) return;
    elsewhere_visited_ = true;
    for (const ptx::Module* module : linked_.modules) {
      for (const ptx::Variable& variable : module->variables) {
        for (const ptx::Initializer& element : variable.initializer)
          if (!element.symbol.empty()) take_address(*module, element.symbol);
      }
      for (const auto& function : module->functions) visit_addresses(*module, *function);
    }
  }

  void visit_addresses(const ptx::Module& module, const ptx::Function& function) {
    for (const ptx::Instruction& instruction : function.instructions) {
      const auto words = function.words_of(instruction);
      if (!words.empty() && does_of(words[0]) == sim::Does::calls) continue;
      for (const ptx::Operand& operand : function.operands_of(instruction))
        if (operand.kind == Kind::symbol && operand.index == 0) take_address(module, operand.name);
    }
  }

  void take_address(const ptx::Module& module, std::string_view name) {
    const Symbol symbol = resolve(linked_, module, name);
    if (symbol.kind == Symbol::Kind::function) take_address(symbol.function);
  }

  const LinkedModules& linked_;
  Reach& reach_;
  std::set<const ptx::Variable*> shared_;
  bool calls_indirectly_ = false;
  bool elsewhere_visited_ = false;
};

/// Places variables one after another.
class SharedPlacer {
 public:
  explicit SharedPlacer(SharedLayout& layout) : layout_(layout) {}

  void place(const ptx::Variable& variable) {
    if (is_dynamic(variable)) {
      dynamic_.push_back(&variable);
      return;
    }
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
    end_ = (end_ + alignment - 1) / alignment * alignment;
    layout_.offsets.emplace(&variable, static_cast<std::uint32_t>(std::min(end_, kMaxSharedBytes)));
    add(variable, end_, variable.size_in_bytes());
    end_ = std::min(end_ + variable.size_in_bytes(), kMaxSharedBytes + 1);
  }

  [[nodiscard]] bool finish(const ptx::Module& module) {
    std::uint64_t alignment = kDynamicAlignment;
    for (const ptx::Variable* variable : dynamic_) alignment = std::max<std::uint64_t>(alignment, variable->alignment);
    bool rounded = false;
    for (const ptx::Variable& variable : module.variables) {
      if (variable.space != ptx::Space::shared || !is_dynamic(variable)) continue;
      alignment = std::max<std::uint64_t>(alignment, variable.alignment);
      rounded = !module.is_for_debuggers();
    }
    const std::uint64_t begin = (end_ + alignment - 1) / alignment * alignment;
    if (begin > kMaxSharedBytes) return false;
    layout_.static_bytes = static_cast<std::uint32_t>(rounded ? begin : end_);
    layout_.dynamic_offset = static_cast<std::uint32_t>(begin);
    for (const ptx::Variable* variable : dynamic_) {
      layout_.offsets.emplace(variable, layout_.dynamic_offset);
      add(*variable, begin, 0);
    }
    return true;
  }

 private:
  static bool is_dynamic(const ptx::Variable& variable) { return variable.incomplete || variable.elements == 0; }

  void add(const ptx::Variable& variable, std::uint64_t offset, std::uint64_t size) {
    layout_.numbers.emplace(&variable, static_cast<std::uint32_t>(layout_.objects.size()));
    layout_.objects.push_back({std::string(variable.name), offset, size});
  }

  SharedLayout& layout_;
  std::vector<const ptx::Variable*> dynamic_;
  std::uint64_t end_ = 0;
};

}  // namespace

const ptx::Function* declaration_of(const ptx::Module& module, std::string_view name) {
  return module.find_function(without_alias(module, name));
}

Symbol resolve(const LinkedModules& linked, const ptx::Module& module, std::string_view name) {
  if (const ptx::Variable* variable = module.find_variable(name); variable != nullptr) {
    if (variable->space == ptx::Space::shared)
      return {.kind = Symbol::Kind::shared, .variable = definition_of(linked, *variable)};
    const std::uint64_t address = linked.address_of ? linked.address_of(module, name) : 0;
    return {.kind = address == 0 ? Symbol::Kind::unknown : Symbol::Kind::variable,
            .address = address,
            .variable = variable};
  }
  const std::string_view target = without_alias(module, name);
  FunctionRef ref{.module = &module, .function = module.find_function(target)};
  if (ref.function == nullptr || !ref.function->has_body) {
    ref.module = nullptr;
    ref.function = linked.function_of ? linked.function_of(module, target, ref.module) : nullptr;
  }
  if (ref.function != nullptr && ref.function->has_body && ref.module != nullptr)
    return {.kind = Symbol::Kind::function, .function = ref};
  if (is_provided(target)) return {.kind = Symbol::Kind::provided};
  return {};
}

CallOperands call_operands(std::span<const ptx::Operand> operands) {
  CallOperands call;
  std::size_t i = 0;
  if (i < operands.size() && operands[i].kind == Kind::list) call.results = &operands[i++];
  if (i < operands.size()) call.callee = &operands[i++];
  if (i < operands.size() && operands[i].kind == Kind::list) call.arguments = &operands[i++];
  if (i < operands.size()) call.prototype = &operands[i];
  return call;
}

Reach reach_from(const LinkedModules& linked, FunctionRef kernel, Diagnostics& diagnostics) {
  Reach reach;
  Walk walk(linked, reach);
  walk.run(kernel);

  // As the assembler places them: first what functions declare and use, in the order in which these are declared, then
  // what stands outside of functions, then what functions declare and do not use.
  SharedPlacer placer(reach.shared);
  std::set<const ptx::Function*> reached;
  for (const FunctionRef& ref : reach.functions) reached.insert(ref.function);
  const auto place_own = [&](bool used) {
    for (const ptx::Module* module : linked.modules) {
      for (const auto& function : module->functions) {
        if (!reached.contains(function.get())) continue;
        for (const ptx::Variable& variable : function->variables)
          if (variable.space == ptx::Space::shared && walk.shared().contains(&variable) == used) placer.place(variable);
      }
    }
  };
  place_own(true);
  for (const ptx::Module* module : linked.modules) {
    for (const ptx::Variable& variable : module->variables)
      if (walk.shared().contains(&variable)) placer.place(variable);
  }
  place_own(false);
  if (!placer.finish(*kernel.module)) {
    diagnostics.push_back(
        {.where = {kernel.module->file_name, kernel.function->position.line, kernel.function->position.column},
         .message = fmt::format("the shared variables of kernel '{}' add up to more than 1 GiB", kernel.function->name),
         .rule = {}});
  }
  return reach;
}

}  // namespace warpglass::isa
