// ptx: wmma.load.a.sync.aligned.row.m16n16k16.f16
// ptx: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
// ptx: wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32
// ptx: wmma.store.d.sync.aligned.row.m16n16k16.f32
// not-ptx: __local_depot
#include <mma.h>
#include <crt/mma.h>
using namespace nvcuda;
__global__ void k(const half* a, const half* b, float* c, const float* t) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2;
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> ta;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> tb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> tc;
  wmma::fill_fragment(tc, 0.0f);
  wmma::load_matrix_sync(ta, t, 8);
  wmma::load_matrix_sync(tb, t, 8);
  wmma::mma_sync(tc, ta, tb, tc);
  wmma::store_matrix_sync(c + 256, tc, 16, wmma::mem_row_major);
}
