// Functions on integers beside what they mean, where the bits that they are to leave out are set as well.
// prints: 448 checks, 0 differences
#include "check.h"

constexpr int kRows = 32;
constexpr int kFunctions = 14;

struct Row {
  unsigned a, b, c;
  unsigned got[kFunctions];
};

__global__ void functions(Row* rows) {
  Row& row = rows[threadIdx.x];
  const unsigned a = row.a, b = row.b, c = row.c;
  unsigned* o = row.got;
  o[0] = __byte_perm(a, b, c);
  o[1] = __funnelshift_l(a, b, c);
  o[2] = __funnelshift_r(a, b, c);
  o[3] = __funnelshift_lc(a, b, c & 63);
  o[4] = __funnelshift_rc(a, b, c & 63);
  o[5] = (unsigned)__mul24((int)a, (int)b);
  o[6] = __umul24(a, b);
  o[7] = (unsigned)__mulhi((int)a, (int)b);
  o[8] = __umulhi(a, b);
  o[9] = __sad((int)a, (int)b, c);
  o[10] = (unsigned)__rhadd((int)a, (int)b);
  o[11] = __uhadd(a, b);
  o[12] = (unsigned)__dp2a_hi((int)a, (int)b, (int)c);
  o[13] = __brev(a);
}

unsigned byte_of(unsigned a, unsigned b, unsigned pick) { return (pick < 4 ? a >> 8 * pick : b >> 8 * (pick - 4)) & 255; }

int signed_24(unsigned a) { return (int)(a << 8) >> 8; }

int main() {
  Row* rows;
  cudaMallocManaged(&rows, kRows * sizeof(Row));
  unsigned state = 2463534242u;
  const auto next = [&] { return state ^= state << 13, state ^= state >> 17, state ^= state << 5; };
  for (int i = 0; i < kRows; ++i) rows[i] = {next(), next(), next(), {}};
  functions<<<1, kRows>>>(rows);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < kRows; ++i) {
    const unsigned a = rows[i].a, b = rows[i].b, c = rows[i].c;
    const unsigned* o = rows[i].got;
    unsigned permuted = 0, reversed = 0;
    for (int byte = 0; byte < 4; ++byte) permuted |= byte_of(a, b, c >> 4 * byte & 7) << 8 * byte;
    for (int bit = 0; bit < 32; ++bit) reversed |= (a >> bit & 1) << (31 - bit);
    const unsigned long long both = (unsigned long long)b << 32 | a;
    const auto low = [](unsigned x, int half) { return (long long)(short)(x >> 16 * half); };
    const auto small = [](unsigned x, int byte) { return (long long)(signed char)(x >> 8 * byte); };
    const unsigned most = (c & 63) > 32 ? 32 : c & 63;
    same("byte_perm", o[0], permuted);
    same("funnelshift_l", o[1], (unsigned)(both << (c & 31) >> 32));
    same("funnelshift_r", o[2], (unsigned)(both >> (c & 31)));
    same("funnelshift_lc", o[3], most == 32 ? a : (unsigned)(both << most >> 32));
    same("funnelshift_rc", o[4], (unsigned)(both >> most));
    same("mul24", o[5], (unsigned)signed_24(a) * (unsigned)signed_24(b));
    same("umul24", o[6], (a & 0xffffff) * (b & 0xffffff));
    same("mulhi", o[7], (unsigned)((long long)(int)a * (int)b >> 32));
    same("umulhi", o[8], (unsigned)((unsigned long long)a * b >> 32));
    same("sad", o[9], ((int)a > (int)b ? a - b : b - a) + c);
    same("rhadd", o[10], (unsigned)(((long long)(int)a + (int)b + 1) >> 1));
    same("uhadd", o[11], (unsigned)(((unsigned long long)a + b) >> 1));
    same("dp2a_hi", o[12], (unsigned)((int)c + low(a, 0) * small(b, 2) + low(a, 1) * small(b, 3)));
    same("brev", o[13], reversed);
  }
  return verdict();
}
