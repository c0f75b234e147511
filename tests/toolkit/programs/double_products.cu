// D = A B + C of doubles by the tensor units, for every pair of layouts, compared with the host.
// prints: 256 checks, 0 differences
#include <mma.h>

#include <type_traits>

#include "check.h"

using namespace nvcuda;

template <class LayoutA, class LayoutB>
__global__ void multiply(const double* a, const double* b, const double* c, double* d) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, LayoutB> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
  wmma::load_matrix_sync(fa, a, std::is_same_v<LayoutA, wmma::row_major> ? 4 : 8);
  wmma::load_matrix_sync(fb, b, std::is_same_v<LayoutB, wmma::row_major> ? 8 : 4);
  wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2;
  wmma::store_matrix_sync(d, fc, 8, wmma::mem_col_major);
}

struct Matrices {
  double a[8 * 4], b[4 * 8], c[8 * 8], d[8 * 8];
};

template <class LayoutA, class LayoutB>
bool check(const char* name, Matrices& m) {
  multiply<LayoutA, LayoutB><<<1, 32>>>(m.a, m.b, m.c, m.d);
  if (cudaDeviceSynchronize() != cudaSuccess) return false;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      double sum = m.c[row * 8 + column];
      for (int k = 0; k < 4; ++k) {
        const double a = std::is_same_v<LayoutA, wmma::row_major> ? m.a[row * 4 + k] : m.a[k * 8 + row];
        const double b = std::is_same_v<LayoutB, wmma::row_major> ? m.b[k * 8 + column] : m.b[column * 4 + k];
        sum += a * b;
      }
      same(name, m.d[column * 8 + row], 2 * sum);
    }
  }
  return true;
}

int main() {
  Matrices* m = nullptr;
  if (cudaMallocManaged(&m, sizeof *m) != cudaSuccess) return 1;
  for (int i = 0; i < 32; ++i) {
    m->a[i] = i - 7.5;
    m->b[i] = 1.0 / 1024 * (i * i % 37);
  }
  for (int i = 0; i < 64; ++i) m->c[i] = i % 9 - 4;
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  if (!check<Row, Row>("rows, rows", *m) || !check<Row, Column>("rows, columns", *m) ||
      !check<Column, Row>("columns, rows", *m) || !check<Column, Column>("columns, columns", *m))
    return 1;
  return verdict();
}
