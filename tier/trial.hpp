// Whether a program's compiled code is faster than the interpreter: blocks are executed by both in turn until that is
// known. What they compute and count is the same, so only the time depends on it. Blocks that take long are not
// compared, since there are few of them: they execute compiled code.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace warpglass::tier {

class Trial {
 public:
  /// In nanoseconds.
  struct Clocks {
    std::int64_t (*time)();            // that passes
    std::int64_t (*processor_time)();  // of the calling thread
  };

  Trial();
  explicit Trial(const Clocks& clocks) : clocks_(clocks) {}

  /// How the caller's next block is executed; the one before, if there was one, is over by then. Of each thread.
  /// \param launch  the number of the launch that the block belongs to, another one for each
  [[nodiscard]] bool is_compiled_next(std::uint64_t launch);

  /// The same for a block of the calling thread which has been executed by the interpreter for so long, in nanoseconds.
  [[nodiscard]] bool goes_on_compiled(std::int64_t taken);

  /// Begins anew: other code was compiled.
  void restart();

 private:
  enum class Verdict : std::uint8_t { unknown, compiled, interpreted };
  /// Blocks that a thread has executed in one way, one after another.
  struct Taken {
    std::int64_t nanoseconds = 0;  // of processor time
    std::int64_t blocks = 0;
  };
  class Side {
   public:
    void add(Taken turn);
    [[nodiscard]] bool knows_enough() const;
    /// Nanoseconds of a block.
    [[nodiscard]] double of_a_block() const;

   private:
    std::vector<Taken> turns_;
    Taken all_;
  };

  void add(bool compiled, Taken turn);

  Clocks clocks_;
  std::atomic<Verdict> verdict_{Verdict::unknown};
  std::mutex mutex_;  // of both sides
  Side interpreted_;
  Side compiled_;
  std::atomic<std::int64_t> long_blocks_{0};  // that have changed to compiled code
};

}  // namespace warpglass::tier
