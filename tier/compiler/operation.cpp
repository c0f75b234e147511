#include "tier/compiler/operation.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "tier/compiler/rows.hpp"

namespace warpglass::tier {

using namespace llvm;

namespace {

/// What only keeps a value's origin from the compiler: assembly of no instructions, without effects.
bool hides_origin(const CallInst& call) {
  const auto* const assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly != nullptr && assembly->getAsmString().empty() && !assembly->hasSideEffects() &&
         call.doesNotAccessMemory();
}

constexpr std::uint64_t kOpBytes = sizeof(sim::Op);
constexpr int kMostInlined = 8;  // functions, into one op's
constexpr unsigned kSmall = 80;  // instructions of one that a handler uses

/// `pointer` is `base` and so many bytes.
std::optional<std::uint64_t> distance(const Value* pointer, const Value* base, const DataLayout& layout) {
  APInt offset(64, 0);
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != base) return std::nullopt;
  return offset.getZExtValue();
}

Type* type_of(FieldType type, LLVMContext& context) {
  switch (type) {
    case FieldType::pointer: return PointerType::get(context, 0);
    case FieldType::word: return Type::getInt32Ty(context);
    case FieldType::flag: return Type::getInt8Ty(context);
  }
  return nullptr;
}

/// Each way to a return gets a return of its own, so that it is known what it returns.
void split_returns(Function& function) {
  for (bool again = true; again;) {
    again = false;
    for (BasicBlock& block : function) {
      auto* const ret = dyn_cast<ReturnInst>(block.getTerminator());
      if (ret == nullptr) continue;
      if (auto* const phi = dyn_cast<PHINode>(ret->getReturnValue());
          phi != nullptr && phi->getParent() == &block && &*block.getFirstNonPHIIt() == ret) {
        SmallVector<BasicBlock*, 8> from(predecessors(&block));
        for (BasicBlock* before : from) {
          if (!is_contained(predecessors(&block), before)) continue;  // two edges
          auto* const own = BasicBlock::Create(function.getContext(), "", &function);
          ReturnInst::Create(function.getContext(), phi->getIncomingValueForBlock(before), own);
          before->getTerminator()->replaceSuccessorWith(&block, own);
        }
        DeleteDeadBlock(&block);
        again = true;
        break;
      }
      if (auto* const choice = dyn_cast<SelectInst>(ret->getReturnValue());
          choice != nullptr && choice->getParent() == &block) {
        auto* const yes = BasicBlock::Create(function.getContext(), "", &function);
        auto* const no = BasicBlock::Create(function.getContext(), "", &function);
        ReturnInst::Create(function.getContext(), choice->getTrueValue(), yes);
        ReturnInst::Create(function.getContext(), choice->getFalseValue(), no);
        BranchInst::Create(yes, no, choice->getCondition(), block.getTerminator()->getIterator());
        ret->eraseFromParent();
        again = true;
        break;
      }
    }
  }
  for (BasicBlock& block : make_early_inc_range(function)) MergeBlockIntoPredecessor(&block);
}

class Operation {
 public:
  Operation(const OperationRequest& request, std::uint32_t pc, Mask mask)
      : request_(request), layout_(request.module.getDataLayout()), pc_(pc), mask_(mask) {}

  Function* make() {
    Function* const handler = request_.imports.function_at(request_.program.ops[pc_].run);
    if (handler == nullptr) return nullptr;
    begin(*handler);
    if (complete() && leave_out_the_rest()) return function_;
    function_->eraseFromParent();
    return nullptr;
  }

 private:
  void begin(Function& handler) {
    LLVMContext& context = request_.module.getContext();
    std::vector<Type*> types = {PointerType::get(context, 0)};
    for (const WarpField& field : kHeldFields) types.push_back(type_of(field.type, context));
    function_ = Function::Create(FunctionType::get(PointerType::get(context, 0), types, false),
                                 GlobalValue::InternalLinkage, "op" + std::to_string(pc_), request_.module);
    request_.target.prepare(*function_);
    if (request_.program.counts) held(kCounts)->addAttr(Attribute::NonNull);
    IRBuilder<> builder(BasicBlock::Create(context, "", function_));
    builder.CreateRet(builder.CreateCall(&handler, {warp(), request_.table.at(pc_)}));
  }

  [[nodiscard]] Value* warp() const { return function_->getArg(0); }
  [[nodiscard]] Argument* held(std::size_t field) const { return function_->getArg(static_cast<unsigned>(field) + 1); }

  /// Inlines the handler, the one that it calls when that is the op's own (Op::body), and small functions that they
  /// use.
  bool complete() {
    for (int calls = 0; calls < kMostInlined; ++calls) {
      CallInst* next = nullptr;
      for (Instruction& instruction : instructions(*function_)) {
        auto* const call = dyn_cast<CallInst>(&instruction);
        if (call == nullptr || call->isInlineAsm()) continue;
        if (Function* const body = inlinable(*call)) {
          call->setCalledFunction(body);
          next = call;
          break;
        }
      }
      if (next == nullptr) break;
      InlineFunctionInfo info;
      if (!InlineFunction(*next, info).isSuccess()) return false;
      hold_fields();
      request_.target.look(*function_);
      take_constants();
    }
    do {
      hold_fields();
      request_.target.fold(*function_);
    } while (take_constants() || (mask_ == Mask::usual && has_usual_way(request_.program.ops[pc_]) && take_moves()));
    split_returns(*function_);
    return true;
  }

  Function* inlinable(CallInst& call) {
    auto* const callee = call.getCalledOperand();
    if (auto* const direct = dyn_cast<Function>(callee)) return direct->isDeclaration() ? nullptr : direct;
    const std::uint32_t number = request_.imports.number_of(callee);
    if (number == 0) return nullptr;
    const RequestOp& op = request_.program.ops[pc_];
    const bool is_body = op.has_own_body && number == op.body;
    if (!is_body && may_call(call)) return nullptr;
    Function* const function = request_.imports.function_at(number);
    if (function == nullptr || function->getFunctionType() != call.getFunctionType() ||
        function->getCallingConv() != call.getCallingConv())
      return nullptr;
    return is_body || function->getInstructionCount() <= kSmall ? function : nullptr;
  }

  /// Takes what the region knows of the warp in place of reading it.
  void hold_fields() {
    for (Instruction& instruction : make_early_inc_range(instructions(*function_))) {
      auto* const load = dyn_cast<LoadInst>(&instruction);
      if (load == nullptr) continue;
      const auto offset = distance(load->getPointerOperand(), warp(), layout_);
      if (!offset) continue;
      for (std::size_t i = 0; i < kHeldFields.size(); ++i) {
        if (*offset != kHeldFields[i].offset || load->getType() != held(i)->getType()) continue;
        load->replaceAllUsesWith(known(i));
        load->eraseFromParent();
        break;
      }
    }
  }

  /// Rows that nothing writes are constants, first of all the guard of ops that have none.
  bool take_constants() {
    const std::vector<std::byte>& bytes = request_.program.constants[request_.program.ops[pc_].function];
    bool any = false;
    for (Instruction& instruction : make_early_inc_range(instructions(*function_))) {
      auto* const load = dyn_cast<LoadInst>(&instruction);
      if (load == nullptr || !load->isSimple()) continue;
      const auto offset = distance(load->getPointerOperand(), held(kRows), layout_);
      const std::uint64_t size = layout_.getTypeStoreSize(load->getType());
      if (!offset || !is_constant(bytes, *offset, *offset + size)) continue;
      auto* const data =
          ConstantDataArray::getRaw(StringRef(reinterpret_cast<const char*>(bytes.data()) + *offset, size), size,
                                    Type::getInt8Ty(request_.module.getContext()));
      Constant* const value = ConstantFoldLoadFromConst(data, load->getType(), APInt(64, 0), layout_);
      if (value == nullptr) continue;
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
      any = true;
    }
    return any;
  }

  Value* known(std::size_t field) const {
    Type* const type = held(field)->getType();
    if (field == kActive && mask_ != Mask::partial) return ConstantInt::getAllOnesValue(type);
    if (field == kObserves) return ConstantInt::get(type, request_.program.counts ? 1 : 0);
    if (field == kCounts && !request_.program.counts) return Constant::getNullValue(type);
    return held(field);
  }

  /// What the shape of an access says of how its data moves is taken to be as expected, once it has been looked at;
  /// where it is not, the op begins anew, as a call of its handler.
  bool take_moves() {
    if (std::exchange(has_taken_moves_, true)) return false;
    const Moves& moves = request_.program.ops[pc_].moves;
    std::map<Value*, std::vector<std::pair<LoadInst*, std::uint8_t>>> by_shape;
    for (Instruction& instruction : instructions(*function_)) {
      auto* const load = dyn_cast<LoadInst>(&instruction);
      if (load == nullptr || !load->getType()->isIntegerTy(8)) continue;
      APInt offset(64, 0);
      Value* const shape = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
      const std::uint64_t at = offset.getZExtValue() - kMovesOffset;
      if (at < moves.size() && is_shape(shape)) by_shape[shape].emplace_back(load, moves[at]);
    }
    bool any = false;
    for (auto& [shape, loads] : by_shape) any |= expect(loads);
    return any;
  }

  /// Whether a pointer is what lies first in one of the warp's access sites: AccessSite::current.
  bool is_shape(const Value* pointer) const {
    const auto* const load = dyn_cast<LoadInst>(pointer);
    return load != nullptr && load->getType()->isPointerTy() &&
           distance(load->getPointerOperand(), held(kSites), layout_).has_value();
  }

  /// The first of the loads, which nothing has been done before, looks at what all of them read.
  bool expect(std::vector<std::pair<LoadInst*, std::uint8_t>>& loads) {
    const DominatorTree dominators(*function_);
    LoadInst* first = loads.front().first;
    for (const auto& [load, value] : loads)
      if (dominators.dominates(load, first)) first = load;
    if (!nothing_done_before(*first)) return false;
    for (const auto& [load, value] : loads)
      if (load != first && !dominators.dominates(first, load)) return false;
    IRBuilder<> builder(first);
    Value* as_expected = builder.getTrue();
    std::set<std::uint64_t> looked_at;
    for (const auto& [load, value] : loads) {
      APInt offset(64, 0);
      Value* const shape = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
      if (!looked_at.insert(offset.getZExtValue()).second) continue;
      Value* const place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shape, offset.getZExtValue());
      auto* const found = builder.CreateLoad(builder.getInt8Ty(), place);
      found->copyMetadata(*load, {LLVMContext::MD_tbaa});
      as_expected = builder.CreateAnd(as_expected, builder.CreateICmpEQ(found, builder.getInt8(value)));
    }
    BasicBlock* const before = first->getParent();
    BasicBlock* const usual = before->splitBasicBlock(first->getIterator());
    before->getTerminator()->eraseFromParent();
    BranchInst::Create(usual, anew(), as_expected, before);
    for (const auto& [load, value] : loads) {
      load->replaceAllUsesWith(ConstantInt::get(load->getType(), value));
      load->eraseFromParent();
    }
    return true;
  }

  static bool nothing_done_before(const Instruction& place) {
    for (const Instruction& instruction : *place.getParent()) {
      if (&instruction == &place) break;
      if (instruction.mayWriteToMemory() || is_opaque(instruction)) return false;
    }
    std::set<const BasicBlock*> seen;
    std::vector<const BasicBlock*> open(pred_begin(place.getParent()), pred_end(place.getParent()));
    while (!open.empty()) {
      const BasicBlock* const block = open.back();
      open.pop_back();
      if (!seen.insert(block).second) continue;
      if (does_something(*block)) return false;
      open.insert(open.end(), pred_begin(block), pred_end(block));
    }
    return true;
  }

  /// A block that calls the op's handler.
  BasicBlock* anew() {
    IRBuilder<> builder(BasicBlock::Create(function_->getContext(), "anew", function_));
    auto* const type = FunctionType::get(function_->getReturnType(), {warp()->getType(), warp()->getType()}, false);
    builder.CreateRet(builder.CreateCall(type, handler_of(request_, pc_), {warp(), request_.table.at(pc_)}));
    return builder.GetInsertBlock();
  }

  /// Where the code does what is not understood it begins anew, as a call of the handler: as long as nothing has been
  /// done yet. What is done in one way and not understood behind it belongs to the rest as well. False when nothing is
  /// left.
  bool leave_out_the_rest() {
    std::set<const BasicBlock*> rest;
    const auto note = [&](const Instruction& instruction) { rest.insert(instruction.getParent()); };
    for (const Instruction& instruction : instructions(*function_)) {
      const auto* const call = dyn_cast<CallInst>(&instruction);
      if (isa<InvokeInst, LandingPadInst, ResumeInst, CallBrInst, IndirectBrInst>(instruction) ||
          (call != nullptr && !may_call(*call)))
        note(instruction);
    }
    note_strange_uses(held(kRows), note, [&](const Use& use, std::uint64_t) { return may_use_row(use); });
    note_strange_uses(warp(), note, [&](const Use& use, std::uint64_t offset) { return may_use_warp(use, offset); });
    for (const BasicBlock& block : *function_) {
      const CallInst* const call = hands_on(block);
      if (call != nullptr && nothing_done_before(*call)) rest.insert(&block);
    }
    if (rest.empty()) return true;
    std::vector<const BasicBlock*> open(rest.begin(), rest.end());
    while (!open.empty()) {  // all blocks before, which must not have done anything
      const BasicBlock* const block = open.back();
      open.pop_back();
      for (const BasicBlock* const before : predecessors(block)) {
        if (rest.contains(before) || !is_before_.insert(before).second) continue;
        if (does_something(*before)) {
          rest.insert(before);
          is_before_.clear();
          open.assign(rest.begin(), rest.end());
          break;
        }
        open.push_back(before);
      }
    }
    if (rest.contains(&function_->getEntryBlock())) return false;
    begin_anew(rest);
    return true;
  }

  /// The call of what does the rest and is no handler: the region would end there, but goes on behind a handler.
  const CallInst* hands_on(const BasicBlock& block) const {
    const auto* const ret = dyn_cast<ReturnInst>(block.getTerminator());
    const auto* const call = ret != nullptr ? dyn_cast<CallInst>(ret->getReturnValue()) : nullptr;
    if (call == nullptr || !is_opaque(*call)) return nullptr;
    const bool is_of_op = call->arg_size() == 2 && call->getArgOperand(0) == warp() &&
                          request_.table.pc_of(call->getArgOperand(1), layout_) != sim::Op::kNone;
    return is_of_op ? nullptr : call;
  }

  void begin_anew(const std::set<const BasicBlock*>& rest) {
    BasicBlock* const call = anew();
    for (BasicBlock& block : *function_) {
      if (rest.contains(&block) || &block == call) continue;
      Instruction* const end = block.getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        BasicBlock* const next = end->getSuccessor(i);
        if (!rest.contains(next)) continue;
        next->removePredecessor(&block);
        end->setSuccessor(i, call);
      }
    }
    removeUnreachableBlocks(*function_);
  }

  static bool does_something(const BasicBlock& block) {
    return std::any_of(block.begin(), block.end(), [](const Instruction& instruction) {
      return instruction.mayWriteToMemory() || is_opaque(instruction);
    });
  }

  static bool may_call(const CallInst& call) {
    if (call.isInlineAsm()) return hides_origin(call);
    if (const auto* const intrinsic = dyn_cast<IntrinsicInst>(&call)) {
      const Intrinsic::ID id = intrinsic->getIntrinsicID();
      return id != Intrinsic::x86_sse_ldmxcsr && id != Intrinsic::x86_sse_stmxcsr;
    }
    const Instruction* const next = call.getNextNonDebugInstruction();
    if (isa<UnreachableInst>(next)) return true;
    const auto* const ret = dyn_cast<ReturnInst>(next);
    return ret != nullptr && ret->getReturnValue() == &call && call.hasOneUse();
  }

  /// Follows a pointer to all that is done with it.
  template <class Note, class May>
  void note_strange_uses(const Value* base, Note note, May may) const {
    std::vector<std::pair<const Value*, std::uint64_t>> open = {{base, 0}};
    while (!open.empty()) {
      const auto [pointer, offset] = open.back();
      open.pop_back();
      for (const Use& use : pointer->uses()) {
        const auto* const user = cast<Instruction>(use.getUser());
        const auto* const gep = dyn_cast<GetElementPtrInst>(user);
        APInt step(64, 0);
        if (gep != nullptr && gep->accumulateConstantOffset(layout_, step)) {
          open.emplace_back(gep, offset + step.getZExtValue());
        } else if (gep != nullptr || !may(use, offset)) {
          note(*user);
        }
      }
    }
  }

  static bool may_use_row(const Use& use) {
    const User* const user = use.getUser();
    if (const auto* const load = dyn_cast<LoadInst>(user)) return load->isSimple();
    if (const auto* const store = dyn_cast<StoreInst>(user)) return store->isSimple() && use.getOperandNo() == 1;
    const auto* const transfer = dyn_cast<MemTransferInst>(user);
    return transfer != nullptr && isa<ConstantInt>(transfer->getLength()) && !transfer->isVolatile();
  }

  [[nodiscard]] bool may_use_warp(const Use& use, std::uint64_t offset) const {
    const User* const user = use.getUser();
    if (const auto* const load = dyn_cast<LoadInst>(user)) {
      const std::uint64_t end = offset + layout_.getTypeStoreSize(load->getType());
      const auto reads = [&](std::uint64_t begin, std::uint64_t size) { return offset < begin + size && begin < end; };
      const auto held_size = [](FieldType type) -> std::uint64_t {
        return type == FieldType::pointer ? 8 : type == FieldType::word ? 4 : 1;
      };
      return load->isSimple() && !reads(kFrameOffset, 8) &&
             std::none_of(kHeldFields.begin(), kHeldFields.end(),
                          [&](const WarpField& field) { return reads(field.offset, held_size(field.type)); });
    }
    if (const auto* const store = dyn_cast<StoreInst>(user))
      return store->isSimple() && use.getOperandNo() == 1 && offset == kCreditOffset &&
             store->getValueOperand()->getType()->isIntegerTy(32);
    const auto* const call = dyn_cast<CallInst>(user);
    return call != nullptr && offset == 0 && is_opaque(*call);
  }

  const OperationRequest& request_;
  const DataLayout& layout_;
  std::uint32_t pc_;
  Mask mask_;
  Function* function_ = nullptr;
  bool has_taken_moves_ = false;
  std::set<const BasicBlock*> is_before_;
};

}  // namespace

bool is_opaque(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && !isa<IntrinsicInst>(call) && !hides_origin(*call);
}

OpTable::OpTable(Module& module, Imports& imports, const Request& request) : count_(request.ops.size()) {
  LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  auto* const words_type = ArrayType::get(Type::getInt32Ty(context), RequestOp::kWords);
  auto* const op_type = StructType::get(context, {pointer, pointer, words_type});
  std::vector<Constant*> ops;
  for (std::uint32_t pc = 0; pc < request.ops.size(); ++pc) {
    const RequestOp& op = request.ops[pc];
    Constant* const run = op.run != 0 ? imports.symbol(op.run) : imports.outside(CellKind::run, pc);
    Constant* const body = !op.has_own_body ? run
                           : op.body != 0   ? imports.symbol(op.body)
                                            : imports.outside(CellKind::body, pc);
    ops.push_back(ConstantStruct::get(op_type, {run, body, ConstantDataArray::get(context, ArrayRef(op.words))}));
  }
  auto* const type = ArrayType::get(op_type, ops.size());
  table_ = new GlobalVariable(module, type, true, GlobalValue::InternalLinkage, ConstantArray::get(type, ops), "ops");
  table_->setAlignment(Align(alignof(sim::Op)));
}

Constant* OpTable::at(std::uint32_t pc) const {
  LLVMContext& context = table_->getContext();
  return ConstantExpr::getGetElementPtr(Type::getInt8Ty(context), table_,
                                        ConstantInt::get(Type::getInt64Ty(context), pc * kOpBytes));
}

std::uint32_t OpTable::pc_of(const Value* pointer, const DataLayout& layout) const {
  if (!pointer->getType()->isPointerTy()) return sim::Op::kNone;
  const auto offset = distance(pointer, table_, layout);
  if (!offset || *offset % kOpBytes != 0 || *offset / kOpBytes >= count_) return sim::Op::kNone;
  return static_cast<std::uint32_t>(*offset / kOpBytes);
}

void OpTable::place(Imports& imports) {
  table_->replaceAllUsesWith(imports.outside(CellKind::ops, 0, table_->getValueType()));
  table_->eraseFromParent();
  table_ = nullptr;
}

Constant* handler_of(const OperationRequest& request, std::uint32_t pc) {
  const std::uint32_t number = request.program.ops[pc].run;
  return number != 0 ? request.imports.symbol(number) : request.imports.outside(CellKind::run, pc);
}

Function* make_operation(const OperationRequest& request, std::uint32_t pc, Mask mask) {
  return Operation(request, pc, mask).make();
}

}  // namespace warpglass::tier
