// A recording of single instructions (tests/hardware/isa), read and made into kernels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::test {

inline constexpr int kTuples = 1280;
inline constexpr int kThreadsPerBlock = 128;

struct RecordedInstruction {
  std::string text;                                 // "add.s32 d, a, b"
  std::vector<std::string> destinations;            // their types
  std::vector<std::string> sources;                 // their types
  std::vector<std::uint64_t> values;                // of the sources, words() per tuple
  std::vector<std::vector<std::uint64_t>> results;  // of each destination, one per tuple

  /// Whether the instruction is a lane's own: it may be executed under any guard.
  [[nodiscard]] bool lanewise() const;
  /// 64-bit words of source values that a thread has.
  [[nodiscard]] std::size_t words() const { return sources.size() < 4 ? 4 : sources.size(); }
};

/// Names of the chapters in tests/hardware/isa.
[[nodiscard]] std::vector<std::string> recorded_chapters();

/// All lines of tests/hardware/isa/<chapter>.tsv, with the results from <chapter>.zst.
[[nodiscard]] std::vector<RecordedInstruction> read_recording(std::string_view chapter);

/// The cases of tests/ptx/<name>.cases, in the form that the file describes.
[[nodiscard]] std::vector<RecordedInstruction> read_cases(std::string_view name);

/// splitmix64 of a counter.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t number);

/// Metadata of a sparse matrix, made of a counter's random bits: `pairs` of units, or `ones`, the two halves of one
/// number.
[[nodiscard]] std::uint32_t random_metadata(std::string_view kind, std::uint64_t number);

/// Contents of a file that zstd has packed. Throws std::runtime_error.
[[nodiscard]] std::string unpacked(const std::string& path);

/// Source value `operand` (of `operands`) of a tuple, as tests/hardware/record/isa_values.py makes it.
[[nodiscard]] std::uint64_t source_value(std::string_view type, int tuple, int operand, int operands);

/// A kernel `name`(in, out): thread t executes the instruction on the 64-bit words in[words() * t ..] and writes
/// out[destinations * t ..]. tests/hardware/record/isa.py says what names an instruction's text may use.
/// \param guarded  only threads of `is_active` execute it; the others write what its destinations held, all ones
[[nodiscard]] std::string kernel_for(const RecordedInstruction& instruction, std::string_view name, bool guarded);

/// Whether the guard of a guarded kernel holds in a thread: a different irregular mask in every warp.
[[nodiscard]] constexpr bool is_active(std::uint32_t thread) { return ((thread * 0x9e3779b1u) >> 16 & 3) == 0; }

/// Bytes of a value of a recorded type, and of the register it is in; 0 for pred.
[[nodiscard]] int bytes_of(std::string_view type);
[[nodiscard]] int register_bytes_of(std::string_view type);

}  // namespace warpglass::test
