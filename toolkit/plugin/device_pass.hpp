// What clang is taught of CUDA by passes of ours over device code: the first one, and the last but those that write
// PTX. Some take annotations that our headers have written for them (crt/host_defines.h).
#pragma once

#include <cstdint>

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"

namespace warpglass::plugin {

/// Bytes that are moved at once at most.
inline constexpr std::uint64_t kVector = 16;
/// Bytes from which on NVIDIA's compiler (nvcc 13.0) fills or copies in a loop.
inline constexpr std::uint64_t kLoopBytes = 128;

/// Instructions, by LLVM's measure, that a loop over an array may become. Of loops that copy an array element by
/// element (9 instructions) nvcc 13.0 unrolls 300 rounds and not 400, of rounds of 16 instructions 128 and not 200, of
/// two loops of 16 and 32 rounds the inner one.
inline constexpr std::uint64_t kUnrolledInstructions = 2700;

/// Whether a constant of the module, as an annotation has it, is this text.
[[nodiscard]] bool is_text(const llvm::Value& value, llvm::StringRef text);

/// Parameters that are __grid_constant__, which clang has since version 20: says of them what LLVM's assembly writer
/// looks for. Without it a kernel whose parameter has its address taken begins by copying it to local memory, and the
/// address is that of the copy.
void take_grid_constants(llvm::Module& module);

/// Constants that are not __constant__, such as `__device__ const int table[4]`, lie in global memory, where nvcc has
/// them. clang has them in constant memory.
void place_constants(llvm::Module& module);

/// Those of them that nothing reads after all optimisation, which nvcc does not have either. What keeps a program's
/// static variables (kept_variables_flags() of toolkit/compiler.hpp) would keep these.
void drop_unread_constants(llvm::Module& module);

/// What keeps a program's static variables keeps shared ones too, which only kernels name: one that is only written
/// goes with its stores, as nvcc has it.
void release_shared_variables(llvm::Module& module);

/// What is accessed by a cast of a variable's address is aligned as the type that it is accessed by, as nvcc has it.
void align_accesses(llvm::Module& module);

/// Arrays and structures of a function are aligned as nvcc has them. One that begins with constants is stored element
/// by element, and stays in local memory where its index is not known, as nvcc has it. clang copies it from global
/// memory, and reads it there where it can.
void store_initial_values(llvm::Module& module);

/// Functions that are templates or inline belong to the module alone, so that one which is called once is inlined.
void keep_inline_functions_to_the_module(llvm::Module& module);

/// Vectors, and structures that are aligned to 8 bytes or more, are loaded and stored whole, as nvcc does,
/// also where only some of their members are used or changed. LLVM would take their members one by one.
void copy_whole_vectors(llvm::Module& module);

/// Of vectors of which one element alone is taken, that is loaded, as nvcc does.
void load_single_elements(llvm::Module& module);

/// Fragments that lie in a shared array are loaded and stored by the instructions of shared memory, as nvcc does.
void name_spaces_of_fragments(llvm::Module& module);

/// Structures that are copied, and arrays that are filled, piece by piece, each as wide as the type's
/// alignment, as nvcc does. LLVM would move them byte by byte from 128 bytes on.
void move_aggregates(llvm::Module& module);

/// Sixteen bytes that are loaded or stored at once, as LLVM puts neighbours together, but do not lie at a multiple of
/// sixteen are taken one by one. LLVM 19 writes one instruction for them all the same, which faults.
void split_unaligned_bytes(llvm::Module& module);

/// A bool in memory is true where its byte is not 0, and as a number that byte, as nvcc has it; clang takes the byte's
/// lowest bit.
void take_any_byte_for_true(llvm::Module& module);

/// Whether a loop goes through an array of the function as often as is known, and is unrolled by NVIDIA's compiler
/// (nvcc 13.0). Loops within it have been asked before.
[[nodiscard]] bool wants_unrolled(llvm::Loop& loop, const llvm::TargetTransformInfo& target,
                                  llvm::AssumptionCache& assumptions, llvm::ScalarEvolution& evolution);

}  // namespace warpglass::plugin
