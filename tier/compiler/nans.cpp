#include "tier/compiler/nans.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"
#include "tier/compiler/operation.hpp"

namespace warpglass::tier {

using namespace llvm;

namespace {

constexpr std::uint64_t kClassesOfNan = 0x81;  // quiet and signalling, as vfpclass numbers them

bool is_fpclass(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  return id == Intrinsic::x86_avx512_fpclass_ps_128 || id == Intrinsic::x86_avx512_fpclass_ps_256 ||
         id == Intrinsic::x86_avx512_fpclass_ps_512;
}

std::uint64_t classes_of(const IntrinsicInst& call) { return cast<ConstantInt>(call.getArgOperand(1))->getZExtValue(); }

/// Whether a condition asks, lane by lane, if `value` is a NaN (`predicate` uno) or a number (ord).
bool asks(const Value* condition, const Value* value, CmpInst::Predicate predicate) {
  if (const auto* const compare = dyn_cast<FCmpInst>(condition)) {
    const Value* const beside = compare->getOperand(1);
    return compare->getPredicate() == predicate && compare->getOperand(0) == value &&
           (beside == value || match(beside, PatternMatch::m_AnyZeroFP()));
  }
  const auto* const call = dyn_cast<IntrinsicInst>(condition);
  return predicate == CmpInst::FCMP_UNO && call != nullptr && is_fpclass(*call) && classes_of(*call) == kClassesOfNan &&
         call->getArgOperand(0) == value;
}

bool is_one_nan(const Value* value) {
  const auto* const put_in = dyn_cast<Constant>(value);
  if (put_in == nullptr) return false;
  const Constant* const lane = put_in->getType()->isVectorTy() ? put_in->getSplatValue() : put_in;
  if (const auto* const bits = dyn_cast_or_null<ConstantInt>(lane))
    return APFloat(APFloat::IEEEsingle(), bits->getValue()).isNaN();
  const auto* const number = dyn_cast_or_null<ConstantFP>(lane);
  return number != nullptr && number->isNaN();
}

/// The number that a value is, or whose bits it is.
const Value* number_of(const Value* value) {
  const auto* const cast = dyn_cast<BitCastInst>(value);
  return cast != nullptr && value->getType()->isIntOrIntVectorTy() ? cast->getOperand(0) : value;
}

/// Where an instruction puts one NaN in place of all: what it was before. Else nullptr. LLVM makes it a choice of bits
/// where these are stored.
Value* before_nan(const Value& value) {
  const auto* const choice = dyn_cast<SelectInst>(&value);
  if (choice == nullptr) return nullptr;
  const Type* const lane = choice->getType()->getScalarType();
  if (!lane->isFloatTy() && !lane->isIntegerTy(32)) return nullptr;
  Value* const yes = choice->getOperand(1);
  Value* const no = choice->getOperand(2);
  if (is_one_nan(yes) && asks(choice->getCondition(), number_of(no), CmpInst::FCMP_UNO)) return no;
  if (is_one_nan(no) && asks(choice->getCondition(), number_of(yes), CmpInst::FCMP_ORD)) return yes;
  return nullptr;
}

/// Whether what an instruction computes is a NaN wherever an operand is, or where it would be with any other NaN.
bool computes(const Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  if (code == Instruction::FAdd || code == Instruction::FSub || code == Instruction::FMul || code == Instruction::FDiv)
    return true;
  const auto* const call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::sqrt);
}

/// Whether nothing changes but the NaNs in between if `use` gets another NaN wherever it gets one.
class Indifference {
 public:
  bool of(const Use& use) {
    const auto* const user = cast<Instruction>(use.getUser());
    if (isa<FCmpInst>(user)) return true;
    if (before_nan(*user) == use.get()) return true;
    if (const auto* const call = dyn_cast<IntrinsicInst>(user); call != nullptr && is_fpclass(*call)) {
      const std::uint64_t classes = classes_of(*call) & kClassesOfNan;
      return classes == 0 || classes == kClassesOfNan;
    }
    const auto* const choice = dyn_cast<SelectInst>(user);
    const bool passes_on =
        isa<PHINode, BitCastInst>(user) || (choice != nullptr && choice->getCondition() != use.get());
    return (passes_on || computes(*user)) && of_all(*user);
  }

 private:
  bool of_all(const Instruction& instruction) {
    if (!assumed_.insert(&instruction).second) return true;  // as long as nobody says otherwise
    return std::all_of(instruction.use_begin(), instruction.use_end(), [this](const Use& use) { return of(use); });
  }

  std::set<const Instruction*> assumed_;
};

/// Whether control leaves by way of a block, for good or for a call.
bool leaves(const BasicBlock& block) {
  return isa<ReturnInst>(block.getTerminator()) ||
         std::any_of(block.begin(), block.end(), [](const Instruction& instruction) { return is_opaque(instruction); });
}

/// Uses of a value, by way of casts too.
void collect_uses(Instruction& value, std::vector<Use*>& uses) {
  for (Use& use : value.uses()) {
    auto* const cast = dyn_cast<BitCastInst>(use.getUser());
    if (cast != nullptr)
      collect_uses(*cast, uses);
    else
      uses.push_back(&use);
  }
}

/// Puts the NaN in where control leaves, if it is wanted nowhere else.
void sink(SelectInst& choice) {
  std::vector<Use*> uses;
  collect_uses(choice, uses);
  for (const Use* const use : uses) {
    const auto* const user = cast<Instruction>(use->getUser());
    if (isa<PHINode>(user) || user->getParent() == choice.getParent() || !leaves(*user->getParent())) return;
  }
  std::map<BasicBlock*, Value*> in;
  for (Use* const use : uses) {
    auto* const user = cast<Instruction>(use->getUser());
    IRBuilder<> builder(&*user->getParent()->getFirstInsertionPt());
    Value*& there = in[user->getParent()];
    if (there == nullptr) {
      auto* const asked = cast<Instruction>(choice.getCondition())->clone();
      builder.Insert(asked);
      there = builder.CreateSelect(asked, choice.getTrueValue(), choice.getFalseValue());
    }
    builder.SetInsertPoint(user);
    use->set(builder.CreateBitCast(there, use->get()->getType()));
  }
}

}  // namespace

void put_nans_in_late(Function& body) {
  std::vector<SelectInst*> choices;
  SmallVector<WeakTrackingVH, 64> maybe_dead;
  for (Instruction& instruction : instructions(body)) {
    if (before_nan(instruction) == nullptr) continue;
    choices.push_back(cast<SelectInst>(&instruction));
    maybe_dead.emplace_back(&instruction);
  }
  for (SelectInst* const choice : choices)
    choice->replaceUsesWithIf(before_nan(*choice), [](const Use& use) { return Indifference().of(use); });
  for (SelectInst* const choice : choices) {
    sink(*choice);
    for (User* const user : choice->users())
      if (isa<BitCastInst>(user)) maybe_dead.emplace_back(user);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(maybe_dead);
}

}  // namespace warpglass::tier
