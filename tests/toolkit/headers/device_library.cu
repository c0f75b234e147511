// What device code may call of the C library, and what it becomes.
// ptx: .extern .func (.param .b32 func_retval0) vprintf
// ptx: __assertfail
// ptx: call.uni (retval0), malloc
// ptx: free
#include <cassert>
#include <cstdio>
#include <cstring>
struct Node {
  int value;
  Node* next;
};
__global__ void k(int* out, int n) {
  assert(n > 0);
  printf("thread %d of %d: %f\n", threadIdx.x, n, 1.5);
  Node* node = new Node{n, nullptr};
  out[0] = node->value;
  delete node;
  int* more = (int*)malloc(4 * n);
  memset(more, 0, 4 * n);
  out[1] = more[n - 1];
  free(more);
}
