// One op as a function of the warp: its handler, inlined into a function of its own with the op's fields as constants,
// as long as what comes out is understood. What is not is left alone, and the region calls the handler as the engine
// does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

#include "tier/compiler/handlers.hpp"
#include "tier/compiler/optimise.hpp"
#include "tier/compiler/warp_fields.hpp"

namespace warpglass::tier {

/// The lanes that a body is made for: all; all, and accesses that move as RequestOp::moves says; any.
enum class Mask : std::uint8_t { full, usual, partial };

/// Whether a body of Mask::usual has a short way through the op that others have not.
[[nodiscard]] inline bool has_usual_way(const RequestOp& op) { return op.moves != Moves{}; }

/// The program's ops in a region's module: a constant whose address is that of the copy which is executed.
class OpTable {
 public:
  OpTable(llvm::Module& module, Imports& imports, const Request& request);

  [[nodiscard]] llvm::Constant* at(std::uint32_t pc) const;
  /// The op that a pointer is known to lead to; kNone where it is not known.
  [[nodiscard]] std::uint32_t pc_of(const llvm::Value* pointer, const llvm::DataLayout& layout) const;
  /// From now on the ops are where they are executed.
  void place(Imports& imports);

 private:
  llvm::GlobalVariable* table_ = nullptr;
  std::size_t count_ = 0;
};

struct OperationRequest {
  llvm::Module& module;
  const Request& program;
  const OpTable& table;
  Imports& imports;
  const Target& target;
};

/// (warp, kHeldFields...) -> next op. All it does is
///   to read and write rows at constant offsets,
///   to read the warp and to write its credit, to read and write any other memory,
///   to return an op, or what a call answers that is the last thing it does; or to make a call that does not return.
/// Of Mask::usual, an access which does not move as usual is a call of the handler, the last thing it does.
/// nullptr when the handler does anything else, was not kept, or computes with doubles.
[[nodiscard]] llvm::Function* make_operation(const OperationRequest& request, std::uint32_t pc, Mask mask);

/// Op::run of an op.
[[nodiscard]] llvm::Constant* handler_of(const OperationRequest& request, std::uint32_t pc);

/// A call of something that is not part of the region: neither an intrinsic nor assembly that only hides where a value
/// comes from (isa/half-inl.hpp).
[[nodiscard]] bool is_opaque(const llvm::Instruction& instruction);

}  // namespace warpglass::tier
