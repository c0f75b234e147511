// Binding one function: walks its blocks, lets each instruction's row bind it, and puts in what the text leaves
// unsaid: joins, block ends, computed operands.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "isa/address_reuse.hpp"
#include "isa/bind/frame.hpp"
#include "isa/bind/program.hpp"
#include "isa/control_context.hpp"
#include "isa/control_flow.hpp"
#include "isa/liveness.hpp"
#include "isa/lowering/lowering.hpp"
#include "sim/reductions.hpp"

namespace warpglass::isa {

/// Of a `.param` variable that does not live in a row.
inline constexpr std::uint32_t kNoRow = 0xffffffffu;

class FunctionBinder final : public ControlContext {
 public:
  FunctionBinder(ProgramBinding& program, FunctionRef ref, std::uint32_t index);

  /// Binds everything for the first time: reports errors, finds constants and liveness. Leaves the program as it is.
  void survey();
  /// After a survey without errors of all functions: appends ops, facts and lists to the program.
  void emit();
  /// Of a kernel that was emitted; nullptr where its blocks do not reach each other, or not by reductions only.
  [[nodiscard]] std::shared_ptr<const sim::Reductions> reductions() const { return reductions_; }

  // BindContext
  [[nodiscard]] const Spelling& spelling() const override { return *spelling_; }
  [[nodiscard]] std::span<const ptx::Operand> operands() const override;
  [[nodiscard]] std::span<const ptx::Operand> children(const ptx::Operand& operand) const override;
  [[nodiscard]] const ptx::Function& function() const override { return function_; }
  [[nodiscard]] bool in_kernel() const override { return function_.is_entry; }
  [[nodiscard]] std::uint32_t sm() const override { return program_.options.sm; }
  [[nodiscard]] sim::Op& op() override { return op_; }
  [[nodiscard]] sim::OpFacts& facts() override { return facts_; }
  std::uint32_t source_row(const ptx::Operand& operand, ptx::Type type, bool any_size) override;
  std::uint32_t destination_row(const ptx::Operand& operand, ptx::Type type, bool any_size) override;
  [[nodiscard]] std::uint8_t register_bytes(const ptx::Operand& operand, ptx::Type fallback) const override;
  std::uint32_t constant_row(std::uint64_t bits, std::uint8_t bytes) override { return frame_.constant(bits, bytes); }
  std::uint32_t scratch_row(std::uint8_t bytes) override { return frame_.scratch(bytes); }
  Address address(const ptx::Operand& operand) override;
  std::uint32_t list(std::vector<std::uint32_t> rows) override;
  void new_site() override;
  std::uint64_t literal(const ptx::Operand& operand) override;
  void branch_to(const ptx::Operand& label) override;
  std::uint32_t branch_table(const ptx::Operand& name) override;
  void join_here() override;
  std::uint32_t param_offset(const ptx::Operand& variable) override;
  void next_op() override;
  void error(const ptx::Position& where, std::string message) override;

  // ControlContext
  [[nodiscard]] bool observed() const override { return program_.options.observe; }
  void end_block() override;
  [[nodiscard]] bool goes_back(const ptx::Operand& label) const override;
  [[nodiscard]] bool any_goes_back(const ptx::Operand& table) const override;
  CallSite call_site() override;
  bool skip_unless_guard() override;
  void order_blocks() override { program_.ordered = true; }
  void launch_from_device() override { program_.program.launches = true; }
  void launch_graphs() override { program_.program.launches_graphs = true; }
  void ask_runtime() override { program_.program.asks_runtime = true; }
  void use_stack() override { program_.program.has_stack = true; }
  void store_results() override;

 private:
  // Layout, before anything is bound (variables.cpp).
  void place_variables();
  void find_row_params();
  std::uint32_t take_local(std::uint64_t bytes, std::uint64_t alignment, const ptx::Position& where);

  // The walk (function.cpp).
  void bind_blocks();
  void begin_block(std::uint32_t block);
  void bind_instruction(std::uint32_t index);
  void bind_by_roles(const ptx::Instruction& instruction);
  void bind_implied_return();
  void begin_op(std::uint32_t index);
  void append_op();
  void note_addresses();
  void append_pseudo(const sim::Op& op);
  void append_entry_ops();
  void resolve_targets();

  // What is known of the instructions for those who count and watch (facts.cpp).
  void find_effects();
  void find_block_reductions();
  void note_facts(const ptx::Instruction& instruction);
  void note_operands(const ptx::Instruction& instruction);
  void note_blocks();

  // What the assembler would make of it (lowering.cpp).
  [[nodiscard]] LoweringInput lowering_input() const;
  /// The definition of a shared variable that an operand names; nullptr where it names none.
  [[nodiscard]] const ptx::Variable* shared_variable(const ptx::Operand& name) const;
  void watch_arithmetic();
  void lower_function();
  void keep_until_moved(const RegisterUse& use, Liveness& liveness) const;
  /// Where an instruction is executed instead of where the text has it; nullptr where it stays, and in the survey.
  [[nodiscard]] const Move* move_of(std::uint32_t instruction) const {
    return surveying_ || moves_.empty() ? nullptr : moves_[instruction];
  }
  void apply_lowering();

  // Parameters of calls that live in rows (param_rows.cpp).
  [[nodiscard]] const ptx::Operand* row_param_of(const ptx::Instruction& instruction) const;
  void bind_row_param(const ptx::Instruction& instruction, const ptx::Operand& variable);
  [[nodiscard]] std::vector<sim::FormalRow> formal_rows(std::span<const std::uint32_t> formals) const;

  // Operands (operands.cpp).
  std::uint32_t register_source(const ptx::Operand& operand, ptx::Type type, bool any_size);
  std::uint32_t literal_source(const ptx::Operand& operand, ptx::Type type);
  std::uint32_t symbol_source(const ptx::Operand& operand, ptx::Type type);
  std::uint32_t variable_source(const ptx::Operand& operand, ptx::Type type);
  std::uint32_t special_source(const ptx::Operand& operand, ptx::Type type);
  bool check_register(const ptx::Operand& operand, ptx::Type type, bool any_size);
  void use(std::uint32_t register_index, RegisterUse::Kind kind);
  std::uint32_t address_row(sim::Handler handler, std::uint64_t offset, std::uint8_t bytes);
  std::uint32_t local_copy_of(std::uint32_t variable);

  // Calls (call.cpp).
  struct Crossers {
    bool results = false;  // not arguments
    bool widened = false;  // what is given may have more bytes
  };
  /// CallSite::rows
  [[nodiscard]] std::vector<std::uint32_t> rows_crossing(const CallSite& site) const;
  bool crossings(const std::vector<const ptx::Variable*>& formals, const std::vector<std::uint32_t>& offsets,
                 const ptx::Operand* list, Crossers what, const ptx::Position& where, std::uint32_t& index);
  std::int32_t callee(const ptx::Operand& name, CallSite& site, const ptx::Function*& declared);

  struct Target {
    std::uint32_t op;  // local index, or the list's entry
    std::uint32_t block;
    enum class What : std::uint8_t { distance, join, list_entry } what;
    std::uint32_t list = 0;
  };

  ProgramBinding& program_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  std::uint32_t index_;
  ControlFlow flow_;
  FrameLayout frame_;
  ParamLayout params_;
  std::vector<std::uint32_t> variable_offsets_;  // by variable: in parameter bytes, local or shared memory
  std::uint32_t param_bytes_ = 0;
  std::uint32_t local_bytes_ = 0;
  std::vector<bool> is_formal_;                             // by variable: a parameter or result of the function itself
  std::map<std::uint32_t, std::uint32_t> params_in_local_;  // parameters whose address is taken: offset of the copy
  std::vector<std::uint32_t> row_params_;                   // by variable: its number among the registers, or kNoRow
  std::vector<RegisterShape> shapes_;                       // registers, then parameters in rows
  std::uint32_t pressure_ = 0;
  std::vector<std::vector<std::uint32_t>> wanted_;  // Liveness::wanted
  std::vector<sim::Effects> effects_;               // by instruction
  std::vector<sim::Varies> varies_;                 // likewise
  LoweredFunction lowered_;                         // empty: as written
  std::vector<const Move*> moves_;                  // by instruction: where it is executed instead; empty: none is
  std::shared_ptr<const sim::Reductions> reductions_;

  bool surveying_ = true;
  std::vector<RegisterUse> uses_;
  std::vector<sim::Op> ops_;
  std::vector<sim::OpFacts> op_facts_;
  std::vector<std::uint32_t> block_ops_;  // by block: op that jumps to it lead to
  std::vector<Target> targets_;
  std::uint32_t first_pc_ = 0;
  std::uint32_t first_block_ = 0;  // in Program::blocks

  // The instruction being bound.
  std::uint32_t block_ = 0;
  std::uint32_t instruction_ = 0;
  AddressReuse addresses_;
  std::vector<std::uint32_t> written_;     // registers that it writes
  std::uint32_t source_ = sim::Op::kNone;  // place of the last line that was known
  const Spelling* spelling_ = nullptr;
  sim::Op op_;
  sim::OpFacts facts_;
};

}  // namespace warpglass::isa
