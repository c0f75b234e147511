#include "tier/compiler/bodies.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "tier/compiler/memories.hpp"
#include "tier/compiler/rows.hpp"

namespace warpglass::tier {

using namespace llvm;

namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
constexpr std::uint64_t kPcOffset = offsetof(sim::Op, pc);
#pragma GCC diagnostic pop

class Body {
 public:
  Body(const OperationRequest& request, const Plan& plan, Mask mask, Function* general)
      : general_(general),
        request_(request),
        context_(request.module.getContext()),
        layout_(request.module.getDataLayout()),
        plan_(plan),
        mask_(mask),
        pointer_(PointerType::get(context_, 0)),
        handler_type_(FunctionType::get(pointer_, {pointer_, pointer_}, false)) {}

  Function* make(BodyCounts& counts) {
    body_ = Function::Create(handler_type_, GlobalValue::InternalLinkage, "", request_.module);
    request_.target.prepare(*body_);
    // No row's variable is left in the end that would have LLVM align the stack, and what is spilled would lie across
    // the host's lines.
    body_->addFnAttr(Attribute::getWithStackAlignment(context_, Align(kRowLine)));
    take_fields();
    for (const std::uint32_t pc : plan_.ops) {
      at_[pc] = BasicBlock::Create(context_, "op" + std::to_string(pc), body_);
      code_.begins[at_[pc]] = pc;
    }
    for (const std::uint32_t pc : plan_.ops) {
      if (Function* const operation = make_operation(request_, pc, mask_)) {
        put_in(*operation, pc);
        operation->eraseFromParent();
        ++counts.inlined;
      } else {
        BranchInst::Create(call_of(pc, handler_of(request_, pc), CallingConv::C, at_[pc], Likely::yes), at_[pc]);
        ++counts.called;
      }
    }
    enter();
    for (const auto& [head, last] : loops_left()) write_before_loop(head, last);
    tell_memories_apart(*body_, held_[kSites], held_[kShared]);
    make_variables({.body = *body_,
                    .rows = rows_,
                    .frame = held_[kRows],
                    .fills = fills_,
                    .writes = writes_,
                    .constants = request_.program.constants[plan_.function],
                    .program = request_.program,
                    .code = code_});
    rows_->replaceAllUsesWith(PoisonValue::get(pointer_));
    rows_->eraseFromParent();
    return body_;
  }

 private:
  [[nodiscard]] Value* warp() const { return body_->getArg(0); }

  Value* load(IRBuilder<>& builder, const WarpField& field) const {
    Type* const type = field.type == FieldType::pointer ? static_cast<Type*>(pointer_)
                       : field.type == FieldType::word  ? Type::getInt32Ty(context_)
                                                        : Type::getInt8Ty(context_);
    Value* const place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), warp(), field.offset);
    return builder.CreateLoad(type, place, field.name);
  }

  void take_fields() {
    IRBuilder<> builder(BasicBlock::Create(context_, "enter", body_));
    for (std::size_t i = 0; i < kHeldFields.size(); ++i) held_[i] = load(builder, kHeldFields[i]);
    auto* const counts = cast<LoadInst>(held_[kCounts]);
    if (request_.program.counts) counts->setMetadata(LLVMContext::MD_nonnull, MDNode::get(context_, {}));
    rows_ = cast<Instruction>(load(builder, kHeldFields[kRows]));
  }

  /// From the engine to the op that it has come to.
  void enter() {
    BasicBlock& first = body_->getEntryBlock();
    auto* const nowhere = BasicBlock::Create(context_, "nowhere", body_);
    new UnreachableInst(context_, nowhere);
    IRBuilder<> builder(&first);
    Value* const pc = builder.CreateLoad(
        builder.getInt32Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), body_->getArg(1), kPcOffset));
    auto* const by_pc = builder.CreateSwitch(pc, nowhere, static_cast<unsigned>(plan_.entries.size()));
    std::set<std::uint32_t> entries(plan_.entries.begin(), plan_.entries.end());
    if (mask_ == Mask::full) {  // behind what another body leaves to this one
      for (const std::uint32_t op : plan_.ops) {
        if (!has_usual_way(request_.program.ops[op])) continue;
        for (const std::uint32_t next : request_.program.ops[op].successors)
          if (at_.contains(next)) entries.insert(next);
      }
    }
    for (const std::uint32_t entry : entries) by_pc->addCase(builder.getInt32(entry), filled_before(entry));
  }

  /// A block that fills the rows and goes on with the op.
  BasicBlock* filled_before(std::uint32_t pc) {
    BasicBlock*& block = filled_[pc];
    if (block != nullptr) return block;
    block = BasicBlock::Create(context_, "fill" + std::to_string(pc), body_);
    fills_.push_back({.place = BranchInst::Create(at_.at(pc), block), .next = pc});
    return block;
  }

  enum class Likely : bool { no, yes };

  /// A block that calls `handler` for the op as the engine would and goes on behind it, if the same lanes go there.
  /// \param from    where it is come from
  /// \param likely  no: the op is inlined, and calls where it has no short way; what it costs to keep rows in memory
  ///                for that is best paid there
  BasicBlock* call_of(std::uint32_t pc, Value* handler, CallingConv::ID convention, BasicBlock* from, Likely likely) {
    PHINode*& which = called_[{pc, convention}];
    if (which == nullptr) {
      auto* const block = BasicBlock::Create(context_, "call" + std::to_string(pc), body_);
      IRBuilder<> builder(block);
      code_.calls[block] = pc;
      which = builder.CreatePHI(pointer_, 2);
      auto* const call = builder.CreateCall(handler_type_, which, {warp(), request_.table.at(pc)});
      call->setCallingConv(convention);
      if (likely == Likely::no) call->addFnAttr(Attribute::Cold);
      const bool keeps = keeps_rows(pc, likely);
      writes_.push_back({.place = call, .next = pc, .which = keeps ? Which::named : Which::all});
      Value* const lanes = load(builder, kHeldFields[kActive]);
      Value* const before = mask_ != Mask::partial ? ConstantInt::getAllOnesValue(lanes->getType()) : held_[kActive];
      Value* const same = builder.CreateICmpEQ(lanes, before);
      auto* const leave = BasicBlock::Create(context_, "leave" + std::to_string(pc), body_);
      auto* const ret = ReturnInst::Create(context_, call, leave);
      if (keeps) writes_.push_back({.place = ret, .next = pc, .which = Which::others});
      for (const std::uint32_t next : request_.program.ops[pc].successors) {
        if (!at_.contains(next)) continue;
        auto* const other = BasicBlock::Create(context_, "", body_);
        Value* const there = builder.CreateICmpEQ(call, request_.table.at(next));
        BasicBlock* const goes_on = keeps                      ? filled_behind(pc, next)
                                    : goes_on_here(pc, likely) ? filled_before(next)
                                                               : by_general(next);
        builder.CreateCondBr(builder.CreateAnd(there, same), goes_on, other);
        builder.SetInsertPoint(other);
      }
      builder.CreateBr(leave);
    }
    which->addIncoming(handler, from);
    return which->getParent();
  }

  /// Whether the body goes on behind a call of the op's handler: what it makes of accesses that move otherwise is left
  /// to the general one.
  [[nodiscard]] bool goes_on_here(std::uint32_t pc, Likely likely) const {
    return mask_ != Mask::usual || likely == Likely::yes || !has_usual_way(request_.program.ops[pc]);
  }

  /// Whether rows that the op does not name stay in the body's variables while its handler is called. That costs
  /// something on the ways that do not call, so it is left to ops that are mostly called.
  [[nodiscard]] bool keeps_rows(std::uint32_t pc, Likely likely) const {
    const RequestOp& op = request_.program.ops[pc];
    if (!op.calls_out || !at_.contains(pc) || !op.names_rows || op.ends || op.successors.empty()) return false;
    // The short way of an access is for all lanes, and for shapes that come again.
    return likely == Likely::yes || mask_ == Mask::partial || !has_usual_way(op);
  }

  /// A block that fills the rows that the op's handler may have written and goes on with the next op.
  BasicBlock* filled_behind(std::uint32_t pc, std::uint32_t next) {
    auto* const block = BasicBlock::Create(context_, "behind" + std::to_string(pc), body_);
    fills_.push_back({.place = BranchInst::Create(at_.at(next), block), .next = next, .called = pc});
    return block;
  }

  /// A block that has the general body go on with the op. Nothing comes back from there: what lies behind in this body
  /// knows all that lies before, as one way.
  BasicBlock* by_general(std::uint32_t pc) {
    auto* const block = BasicBlock::Create(context_, "general" + std::to_string(pc), body_);
    IRBuilder<> builder(block);
    auto* const call = builder.CreateCall(general_, {warp(), request_.table.at(pc)});
    call->setTailCallKind(CallInst::TCK_Tail);
    builder.CreateRet(call);
    return block;
  }

  /// Loops out of which control goes to the engine on the way, by the op that they begin with: their last.
  std::map<std::uint32_t, std::uint32_t> loops_left() const {
    std::map<std::uint32_t, std::uint32_t> loops;
    for (std::uint32_t pc = 0; pc < request_.program.ops.size(); ++pc) {
      for (const std::uint32_t head : request_.program.ops[pc].successors) {
        if (head > pc || !at_.contains(head)) continue;
        std::uint32_t& last = loops[head];
        last = std::max(last, pc);
      }
    }
    std::erase_if(loops, [this](const auto& loop) {
      for (std::uint32_t pc = loop.first; pc <= loop.second; ++pc)
        if (!at_.contains(pc)) return false;
      return true;
    });
    return loops;
  }

  /// Who comes to such a loop from before it writes back what the loop only reads: not in every round.
  void write_before_loop(std::uint32_t head, std::uint32_t last) {
    auto* const before = BasicBlock::Create(context_, "before" + std::to_string(head), body_);
    for (const auto& [pc, blocks] : code_.inlined) {
      if (pc >= head) continue;
      for (const BasicBlock* const block : blocks)
        const_cast<BasicBlock*>(block)->getTerminator()->replaceSuccessorWith(at_[head], before);
    }
    writes_.push_back({.place = BranchInst::Create(at_[head], before), .next = head, .loop_ends = last});
    code_.begins[before] = head;
  }

  /// Copies the op's code to where the op begins; what it returns becomes a way to another op or out.
  void put_in(Function& operation, std::uint32_t pc) {
    ValueToValueMapTy map;
    map[operation.getArg(0)] = warp();
    for (std::size_t i = 0; i < kHeldFields.size(); ++i)
      map[operation.getArg(static_cast<unsigned>(i) + 1)] = i == kRows ? rows_ : held_[i];
    SmallVector<BasicBlock*, 16> copies;
    for (BasicBlock& block : operation) {
      auto* const copy = CloneBasicBlock(&block, map, "", body_);
      map[&block] = copy;
      copies.push_back(copy);
    }
    remapInstructionsInBlocks(copies, map);
    BranchInst::Create(copies.front(), at_[pc]);
    code_.inlined[pc].assign(copies.begin(), copies.end());
    code_.inlined[pc].push_back(at_[pc]);
    for (BasicBlock* const block : copies) {
      if (auto* const ret = dyn_cast<ReturnInst>(block->getTerminator())) redirect(*ret, pc);
      for (Instruction& instruction : *block) {
        if (!is_opaque(instruction)) continue;
        code_.callers.insert(block);
        const bool stops = isa<UnreachableInst>(block->getTerminator());
        writes_.push_back({.place = &instruction, .next = stops ? pc : sim::Op::kNone});
      }
    }
  }

  void redirect(ReturnInst& ret, std::uint32_t own) {
    Value* const value = ret.getReturnValue();
    BasicBlock* const block = ret.getParent();
    if (auto* const call = dyn_cast<CallInst>(value); call != nullptr && is_opaque(*call)) {
      const std::uint32_t pc = op_called_for(*call);
      if (pc == sim::Op::kNone) {
        code_.returns[&ret] = pc;
        return;
      }
      Value* const handler = call->getCalledOperand();
      const CallingConv::ID convention = call->getCallingConv();
      ret.eraseFromParent();
      call->eraseFromParent();
      // What another op calls may be this one, which is part of the body; its own code calls it where it knows no
      // better.
      const bool is_next = pc != own && handler == handler_of(request_, pc) && at_.contains(pc);
      const Likely likely = pc == own ? Likely::no : Likely::yes;
      BranchInst::Create(is_next ? at_[pc] : call_of(pc, handler, convention, block, likely), block);
      return;
    }
    const std::uint32_t pc = request_.table.pc_of(value, layout_);
    if (pc != sim::Op::kNone && at_.contains(pc)) {
      ret.eraseFromParent();
      BranchInst::Create(at_[pc], block);
      return;
    }
    code_.returns[&ret] = pc;
    writes_.push_back({.place = &ret, .next = pc});
  }

  /// Of a call as the engine makes it; kNone of any other.
  std::uint32_t op_called_for(const CallInst& call) const {
    if (call.getFunctionType() != handler_type_ || call.getArgOperand(0) != warp()) return sim::Op::kNone;
    return request_.table.pc_of(call.getArgOperand(1), layout_);
  }

  Function* general_;
  const OperationRequest& request_;
  LLVMContext& context_;
  const DataLayout& layout_;
  const Plan& plan_;
  Mask mask_;
  PointerType* pointer_;
  FunctionType* handler_type_;
  Function* body_ = nullptr;
  std::array<Value*, kHeldFields.size()> held_{};
  Instruction* rows_ = nullptr;
  std::map<std::uint32_t, BasicBlock*> at_;                               // where the op begins
  std::map<std::pair<std::uint32_t, CallingConv::ID>, PHINode*> called_;  // what is called for an op
  std::map<std::uint32_t, BasicBlock*> filled_;                           // filled_before
  std::vector<Fill> fills_;
  std::vector<WriteBack> writes_;
  BodyCode code_;
};

/// Between a branch's target and the branch back to it.
std::set<std::uint32_t> ops_in_loops(const Request& program) {
  std::set<std::uint32_t> ops;
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    for (const std::uint32_t head : program.ops[pc].successors)
      for (std::uint32_t op = head; op <= pc; ++op) ops.insert(op);
  }
  return ops;
}

}  // namespace

Function* make_body(const OperationRequest& request, const Plan& plan, Mask mask, BodyCounts& counts,
                    Function* general) {
  return Body(request, plan, mask, general).make(counts);
}

Function* make_entrance(const OperationRequest& request, const Plan& plan, Function& full, Function& partial,
                        const char* name) {
  LLVMContext& context = request.module.getContext();
  Function* const entrance =
      Function::Create(full.getFunctionType(), GlobalValue::ExternalLinkage, name, request.module);
  request.target.prepare(*entrance);
  IRBuilder<> builder(BasicBlock::Create(context, "", entrance));
  const auto load_word = [&](unsigned argument, std::uint64_t offset) {
    return builder.CreateLoad(builder.getInt32Ty(), builder.CreateConstInBoundsGEP1_64(
                                                        builder.getInt8Ty(), entrance->getArg(argument), offset));
  };
  const auto go_to = [&](Value* code) {
    auto* const call = builder.CreateCall(full.getFunctionType(), code, {entrance->getArg(0), entrance->getArg(1)});
    call->setTailCallKind(CallInst::TCK_Tail);
    builder.CreateRet(call);
  };
  auto* const all = BasicBlock::Create(context, "", entrance);
  auto* const some = BasicBlock::Create(context, "", entrance);
  auto* const in_loop = BasicBlock::Create(context, "", entrance);
  builder.CreateCondBr(builder.CreateICmpEQ(load_word(0, kHeldFields[kActive].offset), builder.getInt32(~0u)), all,
                       some);
  builder.SetInsertPoint(all);
  go_to(&full);
  builder.SetInsertPoint(some);
  auto* const by_pc = builder.CreateSwitch(load_word(1, kPcOffset), in_loop);
  const std::set<std::uint32_t> in_loops = ops_in_loops(request.program);
  for (const std::uint32_t pc : plan.entries) {
    if (in_loops.contains(pc)) continue;
    auto* const once = BasicBlock::Create(context, "", entrance);
    by_pc->addCase(builder.getInt32(pc), once);
    builder.SetInsertPoint(once);
    go_to(handler_of(request, pc));
    builder.SetInsertPoint(some);
  }
  builder.SetInsertPoint(in_loop);
  go_to(&partial);
  return entrance;
}

}  // namespace warpglass::tier
