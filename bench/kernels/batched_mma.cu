// Products of 32 x 32 halves, summed in float: a warp for each, block 128, grid count/4. A and C by rows, B by columns.
extern "C" __global__ void batched_mma(const unsigned* a, const unsigned* b, float2* c, int count) {
  constexpr int kSize = 32;
  constexpr int kPairs = kSize / 2;  // of halves, in a row of A or a column of B
  const int product = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (product >= count) return;
  const int group = threadIdx.x % 32 / 4;
  const int within = threadIdx.x % 4;
  a += product * kSize * kPairs;
  b += product * kSize * kPairs;
  c += product * kSize * kPairs;
  for (int m = 0; m < kSize; m += 16) {
    for (int n = 0; n < kSize; n += 8) {
      float sums[4] = {};
      for (int k = 0; k < kPairs; k += 8) {
        const unsigned* const rows = a + (m + group) * kPairs + k + within;
        const unsigned* const column = b + (n + group) * kPairs + k + within;
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, "
            "%2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(rows[0]), "r"(rows[8 * kPairs]), "r"(rows[4]), "r"(rows[8 * kPairs + 4]), "r"(column[0]),
              "r"(column[4]));
      }
      c[(m + group) * kPairs + n / 2 + within] = make_float2(sums[0], sums[1]);
      c[(m + group + 8) * kPairs + n / 2 + within] = make_float2(sums[2], sums[3]);
    }
  }
}
