// What the user should know of a run, and where in device code and in the host's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

/// A place in the host's code: a call that had not returned.
struct HostFrame {
  std::string module;        // path of the executable or library
  std::uint64_t offset = 0;  // of the call in it, as its symbols count
  std::string function;      // once it was looked up; empty: not known
  SourcePosition where;      // likewise; line 0: not known
  bool inlined = false;      // into the function of the frame that follows

  friend bool operator==(const HostFrame&, const HostFrame&) = default;
};

/// Who called whom, the innermost first.
using HostTrace = std::vector<HostFrame>;

/// Where the host did something that a finding is about.
struct HostPlace {
  std::string what;  // "cudaMalloc #3 was made", "it was freed by cudaFree"
  HostTrace trace;

  friend bool operator==(const HostPlace&, const HostPlace&) = default;
};

/// The access to memory that a finding is about.
struct FoundAccess {
  std::string space;  // "global", "shared" ...; empty: the finding is about no access
  bool write = false;
  std::uint32_t bytes = 0;  // of a lane; 0: not said
  std::uint64_t address = 0;

  friend bool operator==(const FoundAccess&, const FoundAccess&) = default;
};

/// Another place that a finding is about: the other side of a race.
struct RelatedPlace {
  SourcePosition where;
  std::uint32_t pc = 0;
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  FoundAccess access;
  std::string message;  // "thread (0,0,0) writes it"

  friend bool operator==(const RelatedPlace&, const RelatedPlace&) = default;
};

/// What the user should know, and where. What the host is at fault for names no kernel, block or instruction, except
/// the kernel of a launch that was refused.
struct Finding {
  std::string rule;  // "bank-conflict"
  Severity severity = Severity::warning;
  SourcePosition where;                      // source line, or the PTX where there is no line table
  std::vector<SourcePosition> inlined_from;  // as InstructionProfile has them
  std::vector<SourcePosition> inlined_at;
  SourcePosition ptx;
  std::string instruction;   // in PTX
  std::uint32_t pc = 0;      // of the instruction
  std::string kernel;        // demangled
  std::uint64_t launch = 0;  // of the first occurrence
  Dim3 block{0, 0, 0};       // of the first or costliest occurrence
  Dim3 thread{0, 0, 0};      // faults
  std::uint32_t warp = 0;    // within the block
  LaneMask lanes = 0;
  std::string message;  // what is wrong, with its size: "shared load: 32-way bank conflict, ..."
  std::string detail;   // what the lanes do: "lanes 0..31 read 32 different words of bank 0 of tile"
  std::vector<std::string> notes;
  FoundAccess access;
  std::vector<RelatedPlace> related;
  std::uint64_t count = 0;    // how often it happened, of the host's calls from one place; 0: not counted
  std::uint64_t seed = 0;     // of the order under which it was found first; 0: the engine's own
  std::string suppressed_by;  // of a suppressed one: "check.supp:3", or the place of a comment and its reason
  std::uint64_t excess = 0;   // wavefronts or sectors above the ideal: what a remedy could save
  std::uint64_t total = 0;    // wavefronts or sectors at this place
  // Of the host's calls:
  std::string call;               // "cudaFree"; empty: it is the kernel that is at fault
  HostTrace trace;                // where it was made
  std::vector<HostPlace> places;  // what else has to do with it, and where that was done
  std::uint64_t bytes = 0;        // of memory, all together
  std::uint64_t object = 0;       // sim::Allocation::serial of the memory that it is about; 0: none. Not in reports
};

}  // namespace warpglass::analysis
