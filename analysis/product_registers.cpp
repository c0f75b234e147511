// Which ways warps take is heard by basic blocks; what is done on the way is read off the program. So nothing is told
// that no warp has executed, and an access costs nothing.
//
// PTX has as many registers as it likes, and compilers copy sums from one to the next around each product, which the
// assembler undoes. A copy is therefore no access: its register is in the state of the one that it copies. A constant
// is one that nobody has used yet: compilers put them where they are needed, behind a fence that stood before them in
// the source. What has a guard is left out but for waits and fences: it is not known whether it is executed.
#include "analysis/product_registers.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::OperandFact;
using sim::OpFacts;
using sim::ProductOrder;

constexpr std::uint8_t kSums = 0;    // positions of a product's operands
constexpr std::uint8_t kFactor = 1;  // A, in several registers, or its descriptor

struct RegisterStep {
  enum class Kind : std::uint8_t { order, product, access, copy };
  Kind kind = Kind::access;
  ProductOrder order = ProductOrder::none;
  std::uint32_t pc = 0;
  std::uint32_t left_out = 0;          // wait: groups
  std::vector<std::uint32_t> sums;     // product; here and below numbers of Plan::registers
  std::vector<std::uint32_t> factor;   // product
  std::vector<std::uint32_t> read;     // access; copy: none of a constant
  std::vector<std::uint32_t> written;  // access, copy
};

using Name = std::pair<std::uint32_t, sim::RegisterId>;  // and the function

bool is_product(const OpFacts& facts) { return facts.effects.does == sim::Does::multiplies_shared; }

bool is_register(const OperandFact& operand) { return operand.kind == OperandFact::Kind::reg; }

/// From a register, or of a constant.
bool is_copy(std::span<const OperandFact> operands, const OpFacts& facts) {
  return facts.effects.algebra == sim::Algebra::copy && operands.size() == 2 && is_register(operands[0]) &&
         operands[0].written && (is_register(operands[1]) || operands[1].kind == OperandFact::Kind::literal);
}

/// Registers of a product that the product itself uses, without those that hold addresses and descriptors.
bool is_part(const OperandFact& operand, std::size_t in_factor) {
  return is_register(operand) && (operand.position == kSums || (operand.position == kFactor && in_factor > 1));
}

std::size_t registers_of_factor(std::span<const OperandFact> operands) {
  return static_cast<std::size_t>(
      std::ranges::count_if(operands, [](const OperandFact& operand) { return operand.position == kFactor; }));
}

/// Registers of products, and those that their values are copied from and to.
std::set<Name> registers_of_products(const sim::Program& program) {
  std::set<Name> names;
  std::vector<std::pair<Name, Name>> copies;
  for (const OpFacts& facts : program.facts) {
    const auto operands = sim::operands_of(facts, program.operands);
    if (is_product(facts)) {
      const std::size_t in_factor = registers_of_factor(operands);
      for (const OperandFact& operand : operands)
        if (is_part(operand, in_factor)) names.emplace(facts.function, operand.reg);
    } else if (is_copy(operands, facts) && is_register(operands[1])) {
      copies.push_back({{facts.function, operands[0].reg}, {facts.function, operands[1].reg}});
    }
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [to, from] : copies) {
      if (names.contains(to) == names.contains(from)) continue;
      names.insert({to, from});
      grows = true;
    }
  }
  return names;
}

}  // namespace

struct ProductRegisterDetector::Plan {
  std::uint32_t registers = 0;
  std::vector<std::vector<RegisterStep>> blocks;  // by Program::blocks

  explicit Plan(const sim::Program& program) : blocks(program.blocks.size()) {
    std::map<Name, std::uint32_t> numbers;
    for (const Name& name : registers_of_products(program)) numbers.emplace(name, registers++);
    for (std::size_t b = 0; b < program.blocks.size(); ++b) {
      const sim::BasicBlock& block = program.blocks[b];
      for (std::uint32_t pc = block.first_op; pc < block.first_op + block.op_count; ++pc) {
        if (std::optional<RegisterStep> step = step_of(program, pc, numbers)) blocks[b].push_back(std::move(*step));
      }
    }
  }

 private:
  static std::optional<RegisterStep> step_of(const sim::Program& program, std::uint32_t pc,
                                             const std::map<Name, std::uint32_t>& numbers) {
    const OpFacts& facts = program.facts[pc];
    if (facts.kind == sim::OpKind::pseudo) return std::nullopt;
    const auto operands = sim::operands_of(facts, program.operands);
    RegisterStep step;
    step.pc = pc;
    if (facts.effects.products != ProductOrder::none) {
      step.kind = RegisterStep::Kind::order;
      step.order = facts.effects.products;
      if (!operands.empty()) step.left_out = static_cast<std::uint32_t>(operands[0].bits);
      return step;
    }
    if (facts.guarded) return std::nullopt;
    const std::size_t in_factor = registers_of_factor(operands);
    for (const OperandFact& operand : operands) {
      const auto number = is_register(operand) ? numbers.find({facts.function, operand.reg}) : numbers.end();
      if (number == numbers.end()) continue;
      if (is_product(facts)) {
        if (is_part(operand, in_factor))
          (operand.position == kSums ? step.sums : step.factor).push_back(number->second);
      } else {
        (operand.written ? step.written : step.read).push_back(number->second);
      }
    }
    if (is_product(facts)) {
      step.kind = RegisterStep::Kind::product;
    } else if (step.read.empty() && step.written.empty()) {
      return std::nullopt;
    } else if (is_copy(operands, facts)) {
      step.kind = RegisterStep::Kind::copy;
    }
    return step;
  }
};

namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// What is known of a register of a warp.
struct Register {
  // The last product that uses it, since which no other instruction has written it.
  bool is_sum = false;
  bool in_factor = false;
  std::uint32_t product = 0;  // pc
  std::uint32_t sums = 0;     // that it has in each lane, which is its shape
  std::uint64_t group = 0;    // counted by commits
  std::uint64_t fences_before = 0;
  // The last other instruction that has used it.
  std::uint32_t user = 0;              // pc
  std::uint64_t used_behind = kNever;  // so many fences; kNever: none has
  bool was_written = false;
};

class Warp {
 public:
  explicit Warp(std::uint32_t registers) : registers_(registers) {}

  /// \param note  called with the pc, what is wrong there, the other pc, and how many newer groups there are
  template <class Note>
  void pass(const std::vector<RegisterStep>& steps, const Note& note) {
    for (const RegisterStep& step : steps) {
      switch (step.kind) {
        case RegisterStep::Kind::order: put_in_order(step); break;
        case RegisterStep::Kind::product: multiply(step, note); break;
        case RegisterStep::Kind::access: access(step, note); break;
        case RegisterStep::Kind::copy: copy(step); break;
      }
    }
  }

 private:
  [[nodiscard]] bool is_under_way(const Register& reg) const {
    return (reg.is_sum || reg.in_factor) && reg.group >= done_;
  }
  [[nodiscard]] std::uint32_t newer_groups(const Register& reg) const {
    return reg.group < committed_ ? static_cast<std::uint32_t>(committed_ - reg.group - 1)
                                  : MisusedRegisters::kNotCommitted;
  }

  void put_in_order(const RegisterStep& step) {
    switch (step.order) {
      case ProductOrder::fence: ++fences_; break;
      case ProductOrder::commit: ++committed_; break;
      case ProductOrder::wait:
        if (committed_ > step.left_out) done_ = std::max(done_, committed_ - step.left_out);
        break;
      case ProductOrder::none: break;
    }
  }

  template <class Note>
  void access(const RegisterStep& step, const Note& note) {
    const auto early = [&](const std::vector<std::uint32_t>& all, bool sums) {
      return std::ranges::find_if(all, [&](std::uint32_t one) {
        return is_under_way(registers_[one]) && (sums ? registers_[one].is_sum : registers_[one].in_factor);
      });
    };
    const auto tell = [&](const std::vector<std::uint32_t>& all, bool sums, RegisterMisuse how) {
      const auto found = early(all, sums);
      if (found != all.end()) note(step.pc, how, registers_[*found].product, newer_groups(registers_[*found]));
    };
    tell(step.read, true, RegisterMisuse::read_early);
    tell(step.written, true, RegisterMisuse::written_early);
    tell(step.written, false, RegisterMisuse::factor_changed);
    for (const std::uint32_t one : step.read) use(registers_[one], step.pc, false);
    for (const std::uint32_t one : step.written) {
      registers_[one] = {};
      use(registers_[one], step.pc, true);
    }
  }

  void use(Register& reg, std::uint32_t pc, bool writes) const {
    reg.was_written = writes || (reg.was_written && reg.used_behind == fences_);
    reg.user = pc;
    reg.used_behind = fences_;
  }

  void copy(const RegisterStep& step) {
    if (step.written.empty()) return;
    registers_[step.written.front()] = step.read.empty() ? Register{} : registers_[step.read.front()];
  }

  template <class Note>
  void multiply(const RegisterStep& step, const Note& note) {
    const auto count = static_cast<std::uint32_t>(step.sums.size());
    if (fences_ == 0) note(step.pc, RegisterMisuse::no_fence_at_all, step.pc, 0);
    const Register* unfenced = nullptr;
    const Register* other_shape = nullptr;
    const Register* read_early = nullptr;
    const Register* changed = nullptr;
    for (const std::uint32_t one : step.sums) {
      const Register& reg = registers_[one];
      if (reg.in_factor && is_under_way(reg)) changed = &reg;
      if (reg.used_behind == fences_) unfenced = &reg;
      if (reg.is_sum && reg.sums != count && reg.fences_before == fences_) other_shape = &reg;
    }
    for (const std::uint32_t one : step.factor) {
      const Register& reg = registers_[one];
      if (reg.is_sum && is_under_way(reg)) read_early = &reg;
      if (reg.used_behind == fences_ && reg.was_written) unfenced = &reg;
    }
    if (read_early != nullptr)
      note(step.pc, RegisterMisuse::read_early, read_early->product, newer_groups(*read_early));
    if (changed != nullptr) note(step.pc, RegisterMisuse::factor_changed, changed->product, newer_groups(*changed));
    if (unfenced != nullptr && fences_ != 0) note(step.pc, RegisterMisuse::no_fence, unfenced->user, 0);
    if (other_shape != nullptr) note(step.pc, RegisterMisuse::no_fence_shape, other_shape->product, 0);
    Register now;
    now.product = step.pc;
    now.sums = count;
    now.group = committed_;
    now.fences_before = fences_;
    for (const std::uint32_t one : step.factor) (registers_[one] = now).in_factor = true;
    for (const std::uint32_t one : step.sums) (registers_[one] = now).is_sum = true;
  }

  std::vector<Register> registers_;
  std::uint64_t fences_ = 0;
  std::uint64_t committed_ = 0;  // groups
  std::uint64_t done_ = 0;       // groups, the oldest
};

class RegistersShard final : public sim::Shard {
 public:
  explicit RegistersShard(std::shared_ptr<const ProductRegisterDetector::Plan> plan) : plan_(std::move(plan)) {}

  void on_flow(const sim::FlowEvent& event) override {
    if (plan_ == nullptr) return;
    if (event.what == sim::Flow::block_end) warps_.erase(event.at.block);
    if (event.what != sim::Flow::passed) return;
    const std::vector<RegisterStep>& steps = plan_->blocks[event.passed];
    if (steps.empty()) return;
    std::map<std::uint32_t, Warp>& of_block = warps_[event.at.block];
    Warp& warp = of_block.try_emplace(event.at.warp, plan_->registers).first->second;
    warp.pass(steps, [&](std::uint32_t pc, RegisterMisuse how, std::uint32_t other, std::uint32_t newer_groups) {
      add(misuses, {pc, how},
          {.count = 1,
           .other = other,
           .newer_groups = newer_groups,
           .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                      .warp = static_cast<std::uint8_t>(event.at.warp),
                      .lane = static_cast<std::uint8_t>(first_lane(event.at.lanes))}});
    });
  }

  RegisterMisuses misuses;

 private:
  std::shared_ptr<const ProductRegisterDetector::Plan> plan_;               // nullptr: the program has no such products
  std::unordered_map<std::uint64_t, std::map<std::uint32_t, Warp>> warps_;  // by block
};

}  // namespace

void add(RegisterMisuses& all, const RegisterMisuses::key_type& place, const MisusedRegisters& misuse) {
  const auto [known, fresh] = all.try_emplace(place, misuse);
  if (fresh) return;
  const std::uint64_t count = known->second.count + misuse.count;
  const auto order = [](const MisusedRegisters& of) { return std::tuple(of.thread.block, of.thread.warp); };
  if (order(misuse) < order(known->second)) known->second = misuse;
  known->second.count = count;
}

void ProductRegisterDetector::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  misuses_.clear();
  plan_ = launch.program->multiplies_beside ? std::make_shared<const Plan>(*launch.program) : nullptr;
}

std::unique_ptr<sim::Shard> ProductRegisterDetector::make_shard(std::size_t) {
  return std::make_unique<RegistersShard>(plan_);
}

void ProductRegisterDetector::merge(sim::Shard& shard) {
  for (const auto& [place, misuse] : static_cast<RegistersShard&>(shard).misuses) {
    MisusedRegisters complete = misuse;
    complete.grid = launch_->grid;
    complete.threads = launch_->block;
    add(misuses_, place, complete);
  }
}

}  // namespace warpglass::analysis
