#include "tier/compiler/rows.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

constexpr std::uint64_t kLine = 64;       // rows are aligned to it
constexpr std::uint64_t kFlagsBegin = 4;  // isa/bind/frame.hpp: what lies here is a flag, or never written
constexpr std::uint64_t kFlagsEnd = kLine;

struct Access {
  Instruction* instruction;
  unsigned operand;
  std::uint64_t begin;
  std::uint64_t end;
  bool writes;
};

struct Variable {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool written = false;
  Value* home = nullptr;
};

class Rows {
 public:
  explicit Rows(const RowsRequest& request) : request_(request), layout_(request.body.getParent()->getDataLayout()) {}

  void make() {
    find_accesses();
    find_variables();
    for (Variable& variable : variables_) make_home(variable);
    const std::map<const BasicBlock*, BitVector> changed = changes();
    for (Instruction* const place : request_.writes) write_back(*place, changed.at(place->getParent()));
    for (Instruction* const place : request_.fills) fill(*place);
    for (const Access& access : accesses_) redirect(access);
  }

 private:
  void find_accesses() {
    std::vector<std::pair<Value*, std::uint64_t>> open = {{request_.rows, 0}};
    while (!open.empty()) {
      const auto [pointer, offset] = open.back();
      open.pop_back();
      for (Use& use : pointer->uses()) {
        auto* const user = cast<Instruction>(use.getUser());
        if (auto* const gep = dyn_cast<GetElementPtrInst>(user)) {
          APInt step(64, 0);
          gep->accumulateConstantOffset(layout_, step);
          open.emplace_back(gep, offset + step.getZExtValue());
          continue;
        }
        std::uint64_t bytes = 0;
        bool writes = false;
        if (auto* const load = dyn_cast<LoadInst>(user)) {
          bytes = layout_.getTypeStoreSize(load->getType());
        } else if (auto* const store = dyn_cast<StoreInst>(user)) {
          bytes = layout_.getTypeStoreSize(store->getValueOperand()->getType());
          writes = true;
        } else {
          auto* const transfer = cast<MemTransferInst>(user);
          bytes = cast<ConstantInt>(transfer->getLength())->getZExtValue();
          writes = use.getOperandNo() == 0;
        }
        accesses_.push_back({user, use.getOperandNo(), offset, offset + bytes, writes});
      }
    }
  }

  /// What overlaps is one variable.
  void find_variables() {
    std::vector<Access> sorted = accesses_;
    std::sort(sorted.begin(), sorted.end(), [](const Access& x, const Access& y) { return x.begin < y.begin; });
    for (const Access& access : sorted) {
      if (variables_.empty() || access.begin >= variables_.back().end)
        variables_.push_back({.begin = access.begin, .end = access.end});
      variables_.back().end = std::max(variables_.back().end, access.end);
      variables_.back().written |= access.writes;
    }
  }

  std::size_t variable_at(std::uint64_t offset) const {
    const auto next = std::upper_bound(variables_.begin(), variables_.end(), offset,
                                       [](std::uint64_t at, const Variable& variable) { return at < variable.begin; });
    return static_cast<std::size_t>(std::prev(next) - variables_.begin());
  }

  [[nodiscard]] bool is_constant(const Variable& variable) const {
    return !variable.written && tier::is_constant(request_.constants, variable.begin, variable.end);
  }

  void make_home(Variable& variable) {
    LLVMContext& context = request_.body.getContext();
    Type* const byte = Type::getInt8Ty(context);
    const std::uint64_t bytes = variable.end - variable.begin;
    if (is_constant(variable)) {
      const auto* const data = reinterpret_cast<const char*>(request_.constants.data()) + variable.begin;
      auto* const value = ConstantDataArray::getRaw(StringRef(data, bytes), bytes, byte);
      auto* const constant = new GlobalVariable(*request_.body.getParent(), value->getType(), true,
                                                GlobalValue::PrivateLinkage, value, "constant");
      constant->setAlignment(Align(kLine));
      variable.home = constant;
      return;
    }
    IRBuilder<> builder(&*request_.body.getEntryBlock().getFirstInsertionPt());
    auto* const home =
        builder.CreateAlloca(ArrayType::get(byte, bytes), nullptr, "row" + std::to_string(variable.begin));
    home->setAlignment(Align(kLine));
    variable.home = home;
  }

  /// By block: variables that may differ from the frame at its end.
  [[nodiscard]] std::map<const BasicBlock*, BitVector> changes() const {
    const auto count = static_cast<unsigned>(variables_.size());
    std::map<const BasicBlock*, BitVector> own;
    std::map<const BasicBlock*, BitVector> all;
    std::map<const BasicBlock*, bool> fresh;
    for (BasicBlock& block : request_.body) {
      own[&block] = BitVector(count);
      all[&block] = BitVector(count);
    }
    for (const Access& access : accesses_)
      if (access.writes) own[access.instruction->getParent()].set(static_cast<unsigned>(variable_at(access.begin)));
    for (Instruction* const place : request_.fills) fresh[place->getParent()] = true;
    for (bool again = true; again;) {
      again = false;
      for (BasicBlock& block : request_.body) {
        if (fresh.contains(&block)) continue;
        BitVector now = own[&block];
        for (const BasicBlock* const before : predecessors(&block)) now |= all[before];
        if (now == all[&block]) continue;
        all[&block] = now;
        again = true;
      }
    }
    return all;
  }

  Value* in_frame(IRBuilder<>& builder, const Variable& variable) const {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), request_.frame, variable.begin);
  }

  static Align frame_alignment(const Variable& variable) { return commonAlignment(Align(kLine), variable.begin); }

  void write_back(Instruction& place, const BitVector& changed) const {
    IRBuilder<> builder(&place);
    for (const unsigned i : changed.set_bits()) {
      const Variable& variable = variables_[i];
      builder.CreateMemCpy(in_frame(builder, variable), frame_alignment(variable), variable.home, Align(kLine),
                           variable.end - variable.begin);
    }
  }

  void fill(Instruction& place) const {
    IRBuilder<> builder(&place);
    for (const Variable& variable : variables_) {
      if (isa<GlobalVariable>(variable.home)) continue;
      builder.CreateMemCpy(variable.home, Align(kLine), in_frame(builder, variable), frame_alignment(variable),
                           variable.end - variable.begin);
    }
  }

  void redirect(const Access& access) const {
    const Variable& variable = variables_[variable_at(access.begin)];
    IRBuilder<> builder(access.instruction);
    access.instruction->setOperand(
        access.operand,
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable.home, access.begin - variable.begin));
  }

  const RowsRequest& request_;
  const DataLayout& layout_;
  std::vector<Access> accesses_;
  std::vector<Variable> variables_;  // in the frame's order
};

}  // namespace

bool is_constant(std::span<const std::byte> constants, std::uint64_t begin, std::uint64_t end) {
  return end <= constants.size() && (end <= kFlagsBegin || begin >= kFlagsEnd);
}

void make_variables(const RowsRequest& request) { Rows(request).make(); }

}  // namespace warpglass::tier
