// What an instruction does beside the numbers it computes: with memory, with other threads, with the flow of control.
// Its row in the instruction table states it once; everything that counts, watches or translates instructions asks here
// and never for an opcode's name.
#pragma once

#include <cstdint>

#include "base/instruction_class.hpp"
#include "base/number_type.hpp"
#include "sim/fault.hpp"

namespace warpglass::sim {

/// A row of the instruction table states one of these.
enum class Does : std::uint8_t {
  unstated,  // refused when the table is compiled

  // Registers to registers.
  computes,           // each lane from its own
  exchanges,          // from those of other lanes: shuffles, matches, the lanes that are there
  agrees,             // from those of other lanes, and all get the same: votes, warp reductions
  multiplies,         // a product of matrices whose elements all lanes hold together
  multiplies_shared,  // the same of four warps and of factors in shared memory; not waited for
  multiplies_apart,  // one thread has factors in shared or tensor memory multiplied, into tensor memory; not waited for
  copies_apart,      // from shared to tensor memory; not waited for
  moves_tensor,      // between registers and tensor memory

  // Memory.
  loads,
  stores,
  updates,         // an atomic with its old value
  reduces,         // an atomic without
  loads_matrix,    // lanes hold the elements together
  stores_matrix,   // likewise
  copies,          // from memory to memory, not waited for
  sends,           // stores or reduces in another block's memory and tells a barrier object there
  fetches,         // texture units, at coordinates
  fetches_texels,  // by number, or one component of four: the machine counts it as loads
  loads_surface,   // surfaces
  stores_surface,
  reduces_surface,
  hints,  // fetches ahead, gives lines up: no value changes

  // Other threads.
  synchronises,      // waits for, or tells, other lanes of the block or cluster
  fences,            // orders memory
  signals,           // a barrier object in shared memory (mbarrier)
  awaits_copies,     // groups of copies, or of products, that are not waited for
  depends_on_grids,  // waits for the launch before, lets the next begin
  pauses,            // lets time pass, so that memory may have changed

  // Control.
  branches,           // to one label
  branches_by_index,  // to one of several
  calls,
  returns,
  exits,
  traps,

  marks,        // for tools, or the machine's bookkeeping of registers
  takes_stack,  // moves the end of the thread's local memory
};

/// PTX ISA, Memory Consistency Model: the order that an access or a fence has with others of its thread.
enum class Order : std::uint8_t {
  weak,
  relaxed,
  acquire,
  release,
  acquire_release,
  sequentially_consistent,
  volatile_access,  // as relaxed with the scope of the system
  mmio,
};

[[nodiscard]] constexpr bool acquires(Order order) {
  return order == Order::acquire || order == Order::acquire_release || order == Order::sequentially_consistent;
}
[[nodiscard]] constexpr bool releases(Order order) {
  return order == Order::release || order == Order::acquire_release || order == Order::sequentially_consistent;
}

/// The threads that notice an order or a fence; `unsaid` with weak accesses.
enum class Scope : std::uint8_t { unsaid, cta, cluster, gpu, sys };

/// What a fence is between.
enum class Fence : std::uint8_t {
  none,
  generic,      // accesses by addresses
  proxy,        // those and accesses to the same memory by aliases or tensor maps
  async_proxy,  // those and bulk copies
};

/// What an instruction does for registers of products that are not waited for (PTX ISA, wgmma).
enum class ProductOrder : std::uint8_t {
  none,
  fence,   // products behind it may use registers that were used before it
  commit,  // products so far are one group
  wait,    // registers of older groups may be used again; the operand says how many groups are left out
};

/// What is done with a word of memory in one step.
enum class AtomicOperation : std::uint8_t {
  none,
  add,
  minimum,
  maximum,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  increment,
  decrement,
  exchange,
  compare_and_swap,
};

/// How the first result follows from the sources, for those who follow numbers through registers. Sources are numbered
/// behind the result: `sum` is source 1 plus source 2.
enum class Algebra : std::uint8_t {
  other,
  copy,
  convert,  // to another type
  sum,
  difference,
  product,      // the low half, or all of it (`Effects::wide`)
  product_sum,  // and source 3 added
  product24,    // the same of factors cut to 24 bits
  product_sum24,
  quotient,  // or what is left of it
  shift_left,
  shift_right,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  complement,
  choice,  // of sources 1 and 2
  extremum,
  negative,
  magnitude,  // its sign that of another source, or none
  root,       // or a reciprocal
  comparison,
};

/// A set of state spaces. A generic address may reach shared, local and global memory.
class Spaces {
 public:
  constexpr Spaces() = default;
  constexpr Spaces(Space space)  // NOLINT(google-explicit-constructor): a space is a set of one
      : bits_(space == Space::generic ? bit(Space::global) | bit(Space::shared) | bit(Space::local) : bit(space)) {}

  [[nodiscard]] constexpr bool has(Space space) const { return (bits_ & Spaces(space).bits_) != 0; }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  friend constexpr Spaces operator|(Spaces a, Spaces b) {
    a.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
    return a;
  }
  friend constexpr bool operator==(Spaces, Spaces) = default;

 private:
  static constexpr std::uint8_t bit(Space space) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(space));
  }
  std::uint8_t bits_ = 0;
};

/// Memory that a block's threads share.
inline constexpr Spaces kSharedByThreads = Spaces(Space::shared) | Spaces(Space::global);

struct Effects {
  Does does = Does::computes;
  Algebra algebra = Algebra::other;
  bool wide = false;     // the result has twice the bits of `type`
  bool modular = false;  // `algebra` holds modulo two to the power of the type's bits: nothing saturates or carries
  NumberType type{};     // of the sources, or of an element of memory; `none` where the row leaves it open
  NumberType from{};     // conversions: of the source, `type` that of the result
  std::uint8_t elements = 1;  // of a vector access
  Spaces reads{};
  Spaces writes{};
  Spaces made_generic{};  // of what memory an address is made a generic one
  Order order = Order::weak;
  Scope scope = Scope::unsaid;
  AtomicOperation atomic = AtomicOperation::none;
  Fence fence = Fence::none;
  ProductOrder products = ProductOrder::none;
  bool read_only = false;      // no store is taken to change what it loads (`.nc`)
  bool aligned = false;        // all threads of the warp execute it together (bar, .aligned)
  bool same_address = false;   // all lanes have one address (ldu)
  bool calls_routine = false;  // the assembler's, for rare sources

  [[nodiscard]] constexpr bool orders() const { return order != Order::weak; }
  [[nodiscard]] constexpr bool acquires() const { return sim::acquires(order); }
  [[nodiscard]] constexpr bool releases() const { return sim::releases(order); }
  [[nodiscard]] constexpr bool is_atomic() const { return does == Does::updates || does == Does::reduces; }
};

/// Whether textures or surfaces are looked into.
[[nodiscard]] constexpr bool touches_image(Does does) {
  return does == Does::fetches || does == Does::fetches_texels || does == Does::loads_surface ||
         does == Does::stores_surface || does == Does::reduces_surface;
}

/// Whether the instruction may end its basic block.
[[nodiscard]] constexpr bool leads_elsewhere(Does does) {
  return does == Does::branches || does == Does::branches_by_index || does == Does::calls || does == Does::returns ||
         does == Does::exits;
}

/// Whether the instruction has to be executed though nobody reads its results.
[[nodiscard]] bool is_lasting(const Effects& effects);

/// Whether what a lane gets depends on which others execute the instruction with it, and on what these hold.
[[nodiscard]] constexpr bool crosses_lanes(const Effects& effects) {
  return effects.does == Does::exchanges || effects.does == Does::agrees;
}

/// Whether lanes that execute it together with the same sources may get different results.
[[nodiscard]] bool differs_by_lane(const Effects& effects);

/// Whether all that the instruction does with memory, it does at addresses among its operands.
[[nodiscard]] bool keeps_to_addresses(const Effects& effects);

/// Memories that may hold something else once it has been executed, by its own doing or by that of threads it has
/// waited for.
[[nodiscard]] Spaces may_change(const Effects& effects);

}  // namespace warpglass::sim
