#include "tier/module/operation.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

constexpr std::uint64_t kOpBytes = sizeof(sim::Op);

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

/// LLVM folds 0 * infinity to +NaN where the machine makes -NaN, and may exchange the sources of a sum, whose NaN is the
/// first one's; f32 and halves are safe, since each of their results has its NaN put in.
bool computes_with_doubles(const Instruction& instruction) {
  const auto wide = [](const Type* type) { return type->getScalarType()->isDoubleTy(); };
  const bool any = wide(instruction.getType()) ||
                   std::any_of(instruction.op_begin(), instruction.op_end(),
                               [&](const Use& source) { return wide(source->getType()); });
  if (!any) return false;
  if (isa<BinaryOperator, FPTruncInst, FPExtInst>(instruction)) return true;
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && !isa<MemIntrinsic>(call);
}

class Operation {
 public:
  Operation(const OperationRequest& request, std::uint32_t pc, Mask mask)
      : request_(request), layout_(request.module.getDataLayout()), pc_(pc), mask_(mask) {}

  Function* make() {
    const sim::Op& op = request_.program.ops[pc_];
    Function* const handler = request_.imports.function_at(reinterpret_cast<std::uintptr_t>(op.run));
    if (handler == nullptr) return nullptr;
    begin(*handler);
    if (!complete() || !is_understood()) {
      function_->eraseFromParent();
      return nullptr;
    }
    return function_;
  }

 private:
  void begin(Function& handler) {
    LLVMContext& context = request_.module.getContext();
    std::vector<Type*> types = {PointerType::get(context, 0)};
    for (const WarpField& field : kHeldFields) types.push_back(type_of(field.type, context));
    function_ = Function::Create(FunctionType::get(PointerType::get(context, 0), types, false),
                                 GlobalValue::InternalLinkage, "op" + std::to_string(pc_), request_.module);
    request_.target.prepare(*function_);
    IRBuilder<> builder(BasicBlock::Create(context, "", function_));
    builder.CreateRet(builder.CreateCall(&handler, {warp(), request_.table.at(pc_)}));
  }

  [[nodiscard]] Value* warp() const { return function_->getArg(0); }
  [[nodiscard]] Argument* held(std::size_t field) const { return function_->getArg(static_cast<unsigned>(field) + 1); }

  /// Inlines the handler, and the one that it calls when that one is the op's own (Op::body).
  bool complete() {
    for (int depth = 0; depth < 3; ++depth) {
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
      if (next != nullptr) {
        InlineFunctionInfo info;
        if (!InlineFunction(*next, info).isSuccess()) return false;
      }
      request_.target.fold(*function_);
      hold_fields();
      request_.target.fold(*function_);
      if (next == nullptr) break;
    }
    split_returns(*function_);
    return true;
  }

  Function* inlinable(CallInst& call) {
    auto* const callee = call.getCalledOperand();
    if (auto* const direct = dyn_cast<Function>(callee)) return direct->isDeclaration() ? nullptr : direct;
    const sim::Op& op = request_.program.ops[pc_];
    if (op.body == op.run || op.body == nullptr) return nullptr;
    auto* const address = dyn_cast<ConstantExpr>(callee);
    if (address == nullptr || address->getOpcode() != Instruction::IntToPtr) return nullptr;
    const auto* const number = dyn_cast<ConstantInt>(address->getOperand(0));
    const auto body = reinterpret_cast<std::uintptr_t>(op.body);
    return number != nullptr && number->getZExtValue() == body ? request_.imports.function_at(body) : nullptr;
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

  Value* known(std::size_t field) const {
    Type* const type = held(field)->getType();
    if (field == kActive && mask_ == Mask::full) return ConstantInt::getAllOnesValue(type);
    if (field == kObserves) return ConstantInt::get(type, request_.counts ? 1 : 0);
    if (field == kCounts && !request_.counts) return Constant::getNullValue(type);
    return held(field);
  }

  [[nodiscard]] bool is_understood() const {
    for (const Instruction& instruction : instructions(*function_)) {
      if (isa<InvokeInst, LandingPadInst, ResumeInst, CallBrInst, IndirectBrInst>(instruction)) return false;
      if (computes_with_doubles(instruction)) return false;
      if (const auto* const call = dyn_cast<CallInst>(&instruction); call != nullptr && !may_call(*call)) return false;
    }
    if (!all_uses_known(held(kRows), [&](const Use& use, std::uint64_t offset) { return may_use_row(use, offset); }))
      return false;
    return all_uses_known(warp(), [&](const Use& use, std::uint64_t offset) { return may_use_warp(use, offset); });
  }


  static bool may_call(const CallInst& call) {
    if (call.isInlineAsm()) return false;
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
  template <class May>
  bool all_uses_known(const Value* base, May may) const {
    std::vector<std::pair<const Value*, std::uint64_t>> open = {{base, 0}};
    while (!open.empty()) {
      const auto [pointer, offset] = open.back();
      open.pop_back();
      for (const Use& use : pointer->uses()) {
        if (const auto* const gep = dyn_cast<GetElementPtrInst>(use.getUser())) {
          APInt step(64, 0);
          if (!gep->accumulateConstantOffset(layout_, step)) return false;
          open.emplace_back(gep, offset + step.getZExtValue());
        } else if (!may(use, offset)) {
          return false;
        }
      }
    }
    return true;
  }

  static bool may_use_row(const Use& use, std::uint64_t /*offset*/) {
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
};

}  // namespace

bool is_opaque(const Instruction& instruction) {
  return isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction);
}

OpTable::OpTable(Module& module, const sim::Program& program) : count_(program.ops.size()) {
  LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  constexpr std::size_t kWords = (kOpBytes - 2 * sizeof(sim::Handler)) / sizeof(std::uint32_t);
  auto* const words_type = ArrayType::get(Type::getInt32Ty(context), kWords);
  auto* const op_type = StructType::get(context, {pointer, pointer, words_type});
  std::vector<Constant*> ops;
  for (const sim::Op& op : program.ops) {
    std::array<std::uint32_t, kWords> words{};
    std::memcpy(words.data(), reinterpret_cast<const std::byte*>(&op) + 2 * sizeof(sim::Handler), sizeof words);
    ops.push_back(ConstantStruct::get(
        op_type, {constant_pointer(context, reinterpret_cast<const void*>(op.run)),
                  constant_pointer(context, reinterpret_cast<const void*>(op.body)),
                  ConstantDataArray::get(context, ArrayRef(words))}));
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

void OpTable::place(const sim::Op* ops) {
  table_->replaceAllUsesWith(constant_pointer(table_->getContext(), ops));
  table_->eraseFromParent();
  table_ = nullptr;
}

Function* make_operation(const OperationRequest& request, std::uint32_t pc, Mask mask) {
  return Operation(request, pc, mask).make();
}

}  // namespace warpglass::tier
