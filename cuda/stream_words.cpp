#include "cuda/stream_words.hpp"

#include <algorithm>
#include <type_traits>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/word_wait.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

constexpr std::size_t kMostOperations = 256;

unsigned comparison_of(unsigned flags) { return flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH}; }

bool are_sound_words(const CUstreamBatchMemOpParams& one) {
  switch (one.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    case CU_STREAM_MEM_OP_WAIT_VALUE_64: return comparison_of(one.waitValue.flags) <= CU_STREAM_WAIT_VALUE_NOR;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER: return true;
  }
  return false;
}

// A word of device memory; nullptr when there is none at the address.
template <class Word>
Word* word_at(Process& process, std::uint64_t address) {
  const bool there =
      address % sizeof(Word) == 0 && runtime::is_device_range(process.device().memory(), address, sizeof(Word));
  return there ? reinterpret_cast<Word*>(address) : nullptr;
}

template <class Word>
cudaError_t write_word(cudaStream_t stream, std::uint64_t address, Word value) {
  const auto write = [stream, address, value] {
    return operate([&](Process& process) {
      if (const Status status = enter(process, stream); status != Status::ok) return status;
      Word* const word = word_at<Word>(process, address);
      if (word == nullptr) return Status::invalid_value;
      __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
      process.device().memory().tell({.what = sim::MemoryAction::write, .address = address, .bytes = sizeof value});
      return Status::ok;
    });
  };
  const auto deferred = defer(stream, [&](Process& process, Later& later) {
    if (word_at<Word>(process, address) == nullptr) return cudaErrorInvalidValue;
    later = {.name = "a write of a value", .perform = write};
    return cudaSuccess;
  });
  return deferred ? *deferred : write();
}

Status note_waited(Process& process, cudaStream_t stream) {
  std::uint64_t id = 0;
  const Status status = process.find_stream(stream, id);
  if (status == Status::ok) tell_of_word(process.device(), id);
  return status;
}

template <class Word>
bool holds(Word now, Word value, unsigned comparison) {
  switch (comparison) {
    case CU_STREAM_WAIT_VALUE_GEQ: return static_cast<std::make_signed_t<Word>>(now - value) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ: return now == value;
    case CU_STREAM_WAIT_VALUE_AND: return (now & value) != 0;
    default: return ~(now | value) != 0;
  }
}

// The stream goes on once the word has its value; who writes it may come later.
template <class Word>
cudaError_t wait_for_word(cudaStream_t stream, std::uint64_t address, Word value, unsigned flags) {
  const unsigned comparison = comparison_of(flags);
  return operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    const Word* const word = word_at<Word>(process, address);
    if (word == nullptr) return cudaErrorInvalidValue;
    Pending& pending = process.pending();
    const bool at_once = Task::current() == nullptr && !pending.is_ahead_of(id);
    if (at_once && holds(__atomic_load_n(word, __ATOMIC_SEQ_CST), value, comparison))
      return error_of(note_waited(process, stream));
    const auto wait = [stream, word, value, comparison] {
      while (!holds(__atomic_load_n(word, __ATOMIC_SEQ_CST), value, comparison)) {
        const sim::Turn turn = Task::current()->give_way({.moved = false, .for_good = true});
        if (turn == sim::Turn::go_on) continue;
        if (turn == sim::Turn::give_up)
          Process::get().session().note("cuStreamWaitValue waits for a value that nobody writes any more");
        return cudaErrorLaunchTimeout;
      }
      return operate([&](Process& later) { return note_waited(later, stream); });
    };
    if (Task::current() != nullptr) return wait();
    if (!at_once) {
      pending.add(stream, id, "a wait for a value", wait);
      return cudaSuccess;
    }
    return pending.launch(stream, id, "a wait for a value", wait);
  });
}

cudaError_t do_word(cudaStream_t stream, const CUstreamBatchMemOpParams& one) {
  switch (one.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      return wait_for_word<cuuint32_t>(stream, one.waitValue.address, one.waitValue.value, one.waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      return wait_for_word<cuuint64_t>(stream, one.waitValue.address, one.waitValue.value64, one.waitValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      return write_word<cuuint32_t>(stream, one.writeValue.address, one.writeValue.value);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      return write_word<cuuint64_t>(stream, one.writeValue.address, one.writeValue.value64);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER: return cudaSuccess;  // what is written is seen at once
  }
  return cudaErrorInvalidValue;
}

}  // namespace

bool are_sound(const WordsParameters& words) {
  return words.operations.size() <= kMostOperations && std::ranges::all_of(words.operations, are_sound_words);
}

WordsWork work_of(const WordsParameters& words) {
  return {.operations = {words.operations.begin(), words.operations.end()}, .context = words.context};
}

cudaError_t do_words(cudaStream_t stream, const WordsParameters& words) {
  if (!are_sound(words)) return cudaErrorInvalidValue;
  const auto captured = capture(stream, [&](Process&, Work& work) {
    work = work_of(words);
    return Status::ok;
  });
  if (captured) return *captured;
  for (const CUstreamBatchMemOpParams& one : words.operations)
    if (const cudaError_t error = do_word(stream, one); error != cudaSuccess) return error;
  return cudaSuccess;
}

cudaError_t perform(const WordsWork& work, cudaStream_t stream) {
  return do_words(stream, {.operations = work.operations, .context = work.context});
}

bool may_become(const WordsWork& ours, const WordsWork& theirs) {
  return ours.context == theirs.context &&
         std::ranges::equal(ours.operations, theirs.operations, {}, &CUstreamBatchMemOpParams::operation,
                            &CUstreamBatchMemOpParams::operation);
}

}  // namespace warpglass::cuda
