// Which rows of the frame somebody still reads before writing them, op by op, for a lane that goes on there. A row that
// nobody wants need not be written back where control leaves a body. Inlined ops are known by their code; of others the
// fields say which rows they read, or all are wanted.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "llvm/ADT/BitVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"

#include "tier/request.hpp"

namespace warpglass::tier {

/// Bytes [begin, end) of the frame.
struct RowPiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// What an instruction does with one.
struct RowTouch {
  unsigned piece = 0;  // by number
  bool writes = false;
};

/// Where a body's ops are.
struct BodyCode {
  std::map<const llvm::BasicBlock*, std::uint32_t> begins;                // where an op begins: its pc
  std::map<const llvm::BasicBlock*, std::uint32_t> calls;                 // where a handler is called for an op
  std::map<std::uint32_t, std::vector<const llvm::BasicBlock*>> inlined;  // by pc
  std::map<const llvm::Instruction*, std::uint32_t> returns;  // the op returned; kNone where it is not known
  std::set<const llvm::BasicBlock*> callers;                  // inlined code that calls something else
};

class WantedRows {
 public:
  /// \param program  and `pieces` outlive it
  /// \param touches  in the order in which the instruction reads and writes: reads first
  WantedRows(const Request& program, const BodyCode& code, const std::vector<RowPiece>& pieces,
             const std::map<const llvm::Instruction*, std::vector<RowTouch>>& touches);

  /// By number of the piece, when the op begins; all where the op is not known.
  [[nodiscard]] const llvm::BitVector& at(std::uint32_t pc) const;
  /// What a call of the op's handler may read or write. \pre RequestOp::names_rows
  [[nodiscard]] llvm::BitVector named_by(std::uint32_t pc) const;

 private:
  friend class WantedSearch;
  const Request& program_;
  const std::vector<RowPiece>& pieces_;
  llvm::BitVector all_;
  std::map<std::uint32_t, llvm::BitVector> at_;
};

}  // namespace warpglass::tier
