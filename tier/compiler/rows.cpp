#include "tier/compiler/rows.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

constexpr std::uint64_t kFlagsBegin = 4;  // isa/bind/frame.hpp: what lies here is a flag, or never written
constexpr std::uint64_t kFlagsEnd = kRowLine;

struct Access {
  Instruction* instruction;
  unsigned operand;
  std::uint64_t begin;
  std::uint64_t end;
  bool writes;
};

struct Variable {
  RowPiece piece;
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
    find_pieces();
    const WantedRows wanted = find_wanted();
    std::map<const BasicBlock*, BitVector> written;  // by blocks at whose ends nothing else is written
    for (const WriteBack& write : request_.writes) {
      if (write.loop_ends != sim::Op::kNone) written[write.place->getParent()] = only_read(write.next, write.loop_ends);
    }
    std::map<const BasicBlock*, BitVector> filled;
    for (const Fill& asked : request_.fills)
      filled[asked.place->getParent()] =
          asked.called == sim::Op::kNone ? BitVector(count(), true) : variables_in(wanted.named_by(asked.called));
    const std::map<const BasicBlock*, BitVector> changed = changes(written, filled);
    for (const WriteBack& write : request_.writes) {
      const BasicBlock* const block = write.place->getParent();
      BitVector rows = changed.at(block);
      if (const auto loop = written.find(block); loop != written.end()) {
        rows = loop->second;
        BitVector before(count());
        for (const BasicBlock* const from : predecessors(block)) before |= changed.at(from);
        rows &= before;
      }
      rows &= variables_in(wanted.at(write.next));
      if (write.which == Which::named) rows &= variables_in(wanted.named_by(write.next));
      if (write.which == Which::others) rows.reset(variables_in(wanted.named_by(write.next)));
      write_back(*write.place, rows);
    }
    for (const Fill& asked : request_.fills) {
      BitVector rows = filled.at(asked.place->getParent());
      rows &= variables_in(wanted.at(asked.next));
      fill(*asked.place, rows);
    }
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
      if (variables_.empty() || access.begin >= variables_.back().piece.end)
        variables_.push_back({.piece = {.begin = access.begin, .end = access.end}});
      variables_.back().piece.end = std::max(variables_.back().piece.end, access.end);
      variables_.back().written |= access.writes;
    }
  }

  /// Each access touches whole pieces: vectors write a longer variable one by one.
  void find_pieces() {
    std::set<std::uint64_t> edges;
    for (const Access& access : accesses_) {
      edges.insert(access.begin);
      edges.insert(access.end);
    }
    for (const Variable& variable : variables_) {
      first_piece_.push_back(pieces_.size());
      for (auto edge = edges.find(variable.piece.begin); *edge != variable.piece.end;) {
        const std::uint64_t begin = *edge;
        pieces_.push_back({.begin = begin, .end = *++edge});
      }
    }
    first_piece_.push_back(pieces_.size());
  }

  [[nodiscard]] WantedRows find_wanted() const {
    std::map<const Instruction*, std::vector<RowTouch>> touches;
    for (const Access& access : accesses_) {
      const std::size_t number = variable_at(access.begin);
      for (std::size_t i = first_piece_[number]; i < first_piece_[number + 1]; ++i) {
        if (access.begin <= pieces_[i].begin && pieces_[i].end <= access.end)
          touches[access.instruction].push_back({.piece = static_cast<unsigned>(i), .writes = access.writes});
      }
    }
    return WantedRows(request_.program, request_.code, pieces_, touches);
  }

  /// Those of which any piece is among these.
  [[nodiscard]] BitVector variables_in(const BitVector& pieces) const {
    BitVector variables(count());
    for (const unsigned piece : pieces.set_bits())
      variables.set(static_cast<unsigned>(variable_at(pieces_[piece].begin)));
    return variables;
  }

  std::size_t variable_at(std::uint64_t offset) const {
    const auto next =
        std::upper_bound(variables_.begin(), variables_.end(), offset,
                         [](std::uint64_t at, const Variable& variable) { return at < variable.piece.begin; });
    return static_cast<std::size_t>(std::prev(next) - variables_.begin());
  }

  [[nodiscard]] bool is_constant(const Variable& variable) const {
    return !variable.written && tier::is_constant(request_.constants, variable.piece.begin, variable.piece.end);
  }

  void make_home(Variable& variable) {
    LLVMContext& context = request_.body.getContext();
    Type* const byte = Type::getInt8Ty(context);
    const std::uint64_t bytes = variable.piece.end - variable.piece.begin;
    if (is_constant(variable)) {
      const auto* const data = reinterpret_cast<const char*>(request_.constants.data()) + variable.piece.begin;
      auto* const value = ConstantDataArray::getRaw(StringRef(data, bytes), bytes, byte);
      auto* const constant = new GlobalVariable(*request_.body.getParent(), value->getType(), true,
                                                GlobalValue::PrivateLinkage, value, "constant");
      constant->setAlignment(Align(kRowLine));
      variable.home = constant;
      return;
    }
    IRBuilder<> builder(&*request_.body.getEntryBlock().getFirstInsertionPt());
    auto* const home =
        builder.CreateAlloca(ArrayType::get(byte, bytes), nullptr, "row" + std::to_string(variable.piece.begin));
    home->setAlignment(Align(kRowLine));
    variable.home = home;
  }

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(variables_.size()); }

  /// Variables that none of the ops `first` to `last` writes.
  [[nodiscard]] BitVector only_read(std::uint32_t first, std::uint32_t last) const {
    std::set<const BasicBlock*> blocks;
    const auto& inlined = request_.code.inlined;
    for (auto op = inlined.lower_bound(first); op != inlined.end() && op->first <= last; ++op)
      blocks.insert(op->second.begin(), op->second.end());
    BitVector rows(count(), true);
    for (const Access& access : accesses_) {
      if (access.writes && blocks.contains(access.instruction->getParent()))
        rows.reset(static_cast<unsigned>(variable_at(access.begin)));
    }
    return rows;
  }

  /// By block: variables that may differ from the frame at its end.
  /// \param written  those that are written back there, wherever somebody wants them
  /// \param filled   those that are filled there, as far as somebody wants them
  [[nodiscard]] std::map<const BasicBlock*, BitVector> changes(
      const std::map<const BasicBlock*, BitVector>& written,
      const std::map<const BasicBlock*, BitVector>& filled) const {
    std::map<const BasicBlock*, BitVector> own;
    std::map<const BasicBlock*, BitVector> all;
    for (BasicBlock& block : request_.body) {
      own[&block] = BitVector(count());
      all[&block] = BitVector(count());
    }
    for (const Access& access : accesses_)
      if (access.writes) own[access.instruction->getParent()].set(static_cast<unsigned>(variable_at(access.begin)));
    // Blocks before those that they lead to: what changes is known after as many rounds as loops are nested.
    ReversePostOrderTraversal<Function*> order(&request_.body);
    for (bool again = true; again;) {
      again = false;
      for (const BasicBlock* const block : order) {
        BitVector now = own[block];
        for (const BasicBlock* const before : predecessors(block)) now |= all[before];
        if (const auto fresh = filled.find(block); fresh != filled.end()) now.reset(fresh->second);
        if (const auto back = written.find(block); back != written.end()) now.reset(back->second);
        BitVector& known = all[block];
        if (now == known) continue;
        known = std::move(now);
        again = true;
      }
    }
    return all;
  }

  Value* in_frame(IRBuilder<>& builder, const Variable& variable) const {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), request_.frame, variable.piece.begin);
  }

  static Align frame_alignment(const Variable& variable) {
    return commonAlignment(Align(kRowLine), variable.piece.begin);
  }

  void write_back(Instruction& place, const BitVector& changed) const {
    IRBuilder<> builder(&place);
    for (const unsigned i : changed.set_bits()) {
      const Variable& variable = variables_[i];
      builder.CreateMemCpy(in_frame(builder, variable), frame_alignment(variable), variable.home, Align(kRowLine),
                           variable.piece.end - variable.piece.begin);
    }
  }

  void fill(Instruction& place, const BitVector& wanted) const {
    IRBuilder<> builder(&place);
    for (const unsigned i : wanted.set_bits()) {
      const Variable& variable = variables_[i];
      if (isa<GlobalVariable>(variable.home)) continue;
      builder.CreateMemCpy(variable.home, Align(kRowLine), in_frame(builder, variable), frame_alignment(variable),
                           variable.piece.end - variable.piece.begin);
    }
  }

  void redirect(const Access& access) const {
    const Variable& variable = variables_[variable_at(access.begin)];
    IRBuilder<> builder(access.instruction);
    access.instruction->setOperand(
        access.operand,
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable.home, access.begin - variable.piece.begin));
  }

  const RowsRequest& request_;
  const DataLayout& layout_;
  std::vector<Access> accesses_;
  std::vector<Variable> variables_;       // in the frame's order
  std::vector<RowPiece> pieces_;          // the variables', each touched as a whole
  std::vector<std::size_t> first_piece_;  // by variable, and one behind the last
};

}  // namespace

bool is_constant(std::span<const std::byte> constants, std::uint64_t begin, std::uint64_t end) {
  return end <= constants.size() && (end <= kFlagsBegin || begin >= kFlagsEnd);
}

void make_variables(const RowsRequest& request) { Rows(request).make(); }

}  // namespace warpglass::tier
