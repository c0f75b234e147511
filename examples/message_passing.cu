// A message from one block to another: the value, then the flag. Only a fence keeps them in that order.
//
// The sender writes the value and raises the flag; the receiver waits for the flag and reads the value. Without a fence
// on both sides the memory model allows the receiver to see the flag and still the old value; with `__threadfence` on
// both sides it never may. The program runs the fenced version many times and must never see an old value; what it saw
// without fences is said, not judged: a GPU shows it rarely, a checker that explores orders shows it at once.
//
// Both blocks of a pair must be resident at the same time; a pair of 32-thread blocks always is.
// Usage: message_passing [pairs]
#include "check.hpp"

struct Mailbox {
  volatile int value;
  int padding[31];  // the flag in another 128-byte line than the value
  volatile int flag;
  int more_padding[31];
};

template <bool kFenced>
__device__ void pass_message(Mailbox* boxes, int* received) {
  const int pair = blockIdx.x / 2;
  if (threadIdx.x != 0) return;
  if (blockIdx.x % 2 == 0) {
    boxes[pair].value = pair + 1;
    if (kFenced) __threadfence();
    boxes[pair].flag = 1;
  } else {
    while (boxes[pair].flag == 0) {
    }
    if (kFenced) __threadfence();
    received[pair] = boxes[pair].value;
  }
}

__global__ void message_fenced(Mailbox* boxes, int* received) { pass_message<true>(boxes, received); }

__global__ void message_unfenced(Mailbox* boxes, int* received) { pass_message<false>(boxes, received); }

int main(int argc, char** argv) {
  const int pairs = examples::size_argument(argc, argv, 1, "pairs", 64, 1, 256);
  examples::DeviceArray<Mailbox> boxes(pairs);
  examples::DeviceArray<int> received(pairs);
  std::vector<int> want(pairs);
  for (int i = 0; i < pairs; ++i) want[i] = i + 1;
  examples::Verdict verdict("message_passing");

  boxes.fill(0);
  message_fenced<<<2 * pairs, 32>>>(boxes.get(), received.get());
  CHECK_LAUNCH();
  verdict.expect_equal("fenced", received.to_host(), want);

  boxes.fill(0);
  received.fill(0xff);
  message_unfenced<<<2 * pairs, 32>>>(boxes.get(), received.get());
  CHECK_LAUNCH();
  const std::vector<int> got = received.to_host();
  int old = 0;
  for (int i = 0; i < pairs; ++i) old += got[i] != want[i];
  return verdict.finish("without fences " + std::to_string(old) + " messages were old this time");
}
