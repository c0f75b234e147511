// Random instructions: all rows of the table that compute from registers to registers, load, store or update memory,
// with words and operands as the rows have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::test {

/// Registers that lines may use.
inline constexpr std::string_view kRegisterLines = R"(
  .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %l<8>; .reg .pred %p<8>;
  .reg .b32 %count<4>; .reg .pred %again<4>; .reg .b64 %own, %tile, %generic, %warp, %at; .reg .b32 %lane, %w, %of_two, %of_four;
  .reg .b32 %fr<32>; .reg .b64 %fl<20>;
)";
inline constexpr int kRegisters = 8;  // of each kind: the largest fragment of a matrix has them all

inline std::size_t below(std::mt19937& random, std::size_t bound) { return random() % bound; }

/// A line whose operands are not chosen yet: `@` and a kind of register stands for each, `#`, a kind and a number for
/// so many of them in braces.
struct Template {
  std::string text;
  bool needs_all_lanes = false;  // looks at other lanes' registers
  std::string base{};            // register with the address of the thread's own bytes, for %at
  bool multiplies = false;       // a product of matrices: of its fragments the first is the result
  bool apart = false;            // these have registers of their own, which none else has
};

/// Some of each row's spellings, as far as the binder takes them for target `sm`.
[[nodiscard]] std::vector<Template> templates(std::mt19937& random, int tries = 6, std::uint32_t sm = 90);

/// Whether a chip has one answer to it: the manual leaves nothing open, no address or state of the machine's own goes
/// in, and ptxas translates it as it reads.
[[nodiscard]] bool has_one_answer(const Template& line);

/// The line with operands.
[[nodiscard]] std::string filled(const Template& line, std::mt19937& random, std::string_view guard = "");

/// Makes %at an address in a thread's own 128 bytes behind `base`: at least 80 of them are left. In those of a warp
/// it is one for all lanes.
[[nodiscard]] std::string address_in(std::string_view base, std::mt19937& random);

/// So many different registers: those of a load have to be.
[[nodiscard]] std::vector<std::string> different_registers(char kind, std::size_t count, std::mt19937& random);
/// "{%r1, %r2}"
[[nodiscard]] std::string vector_of(const std::vector<std::string>& registers);

/// How many mistakes the parser and the binder find in a line, for target `sm`.
[[nodiscard]] std::size_t mistakes_in(const std::string& line, std::uint32_t sm = 90);

}  // namespace warpglass::test
