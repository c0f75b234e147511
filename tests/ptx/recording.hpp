// A recording of single arithmetic instructions (tests/hardware/h200/arithmetic), read and made into kernels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::test {

inline constexpr int kTuples = 512;

struct RecordedInstruction {
  std::string text;                    // "add.s32 d, a, b"
  std::vector<std::string> types;      // of d, then of the sources
  std::vector<std::uint64_t> sources;  // four per tuple
  std::vector<std::uint64_t> results;  // one per tuple
};

/// The cases of tests/ptx/<name>.cases, in the form that the file describes.
[[nodiscard]] std::vector<RecordedInstruction> read_cases(std::string_view name);

/// All lines of tests/hardware/h200/arithmetic/<chapter>.tsv.
[[nodiscard]] std::vector<RecordedInstruction> read_recording(std::string_view chapter);

/// Source value number `operand` of a tuple, as tests/hardware/record/arithmetic.py makes it.
[[nodiscard]] std::uint64_t source_value(std::string_view type, int tuple, int operand);

/// A kernel `name`(in, out): thread t executes the instruction on the four 64-bit words in[4 t ..] and writes out[t].
/// \param guarded  only threads of `is_active` execute it; the others write what d held before, all ones
[[nodiscard]] std::string kernel_for(const RecordedInstruction& instruction, std::string_view name, bool guarded);

/// Whether the guard of a guarded kernel holds in a thread: a different irregular mask in every warp.
[[nodiscard]] constexpr bool is_active(std::uint32_t thread) { return ((thread * 0x9e3779b1u) >> 16 & 3) == 0; }

/// Bytes of a value of a recorded type, and of the register it is in; 0 for pred.
[[nodiscard]] int bytes_of(std::string_view type);
[[nodiscard]] int register_bytes_of(std::string_view type);

}  // namespace warpglass::test
