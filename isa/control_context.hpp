// What control instructions ask of the binder beyond BindContext: block counters, labels behind them, calls resolved.
// The context that a control row's binding gets is always one of these.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"

namespace warpglass::isa {

/// How a value crosses a call: one entry of four numbers in a list of Program::lists.
enum class Crossing : std::uint32_t {
  parameter,  // from, to: byte offsets in two functions' parameter bytes
  row,        // one side is a register or constant row of the caller: `from` of an argument, `to` of a result
};
inline constexpr std::size_t kCrossingNumbers = 4;  // kind, from, to, bytes

/// A call, its operands resolved.
struct CallSite {
  std::int32_t function = -1;  // callee in Program::functions; -1: external or indirect
  std::string_view external;   // name of a function of ours
  std::uint64_t kernel = 0;    // address of the kernel that is called, which launches it; 0: none is
  bool indirect = false;
  std::uint32_t target_row = 0;  // indirect: row of function addresses
  std::uint32_t targets = 0;     // indirect: list of (address low, address high, function)
  std::uint32_t arguments = 0;   // list of crossings
  std::uint32_t results = 0;     // list of crossings
  bool has_results = false;
  std::vector<std::uint32_t> rows;            // of arguments and results, if none crosses otherwise
  std::vector<std::uint32_t> argument_bytes;  // of each formal parameter
  std::vector<std::uint32_t> result_bytes;
};

class ControlContext : public BindContext {
 public:
  /// True when handlers should count (BindOptions::observe).
  [[nodiscard]] virtual bool observed() const = 0;
  /// Gives the op the counter of its basic block: it ends the block.
  virtual void end_block() = 0;
  /// True when the label stands at or before this instruction: every loop has such a branch.
  [[nodiscard]] virtual bool goes_back(const ptx::Operand& label) const = 0;
  /// The same for any label of a .branchtargets directive.
  [[nodiscard]] virtual bool any_goes_back(const ptx::Operand& table) const = 0;
  /// Takes the instruction's operands apart; records errors.
  virtual CallSite call_site() = 0;
  /// With a guard: appends an op that ends the block, counting it, and leads the lanes whose guard is false around
  /// what follows to the next block. The ops that follow run unguarded. Returns whether there is a guard.
  virtual bool skip_unless_guard() = 0;
  /// What the op does depends on the order of blocks (printing, allocating): the launch must keep to one.
  virtual void order_blocks() = 0;
  /// The op launches kernels, or copies in a stream of the device.
  virtual void launch_from_device() = 0;
  /// The op launches graphs.
  virtual void launch_graphs() = 0;
  /// The op asks the runtime for launches from device code, for anything but graphs.
  virtual void ask_runtime() = 0;
  /// The op takes pieces of the thread's local memory by itself (alloca): it needs some beyond the variables.
  virtual void use_stack() = 0;
  /// Appends the ops that bring `.reg` results of the function to its parameter bytes, before it returns.
  virtual void store_results() = 0;
};

}  // namespace warpglass::isa
