// The PTX of bench/kernels/, compiled in, so that a benchmark needs no file beside it.
#pragma once

#include <string_view>

namespace warpglass::bench {

[[nodiscard]] std::string_view batched_mma_ptx();
[[nodiscard]] std::string_view hash_table_ptx();
[[nodiscard]] std::string_view histogram_ptx();
[[nodiscard]] std::string_view mandelbrot_ptx();
[[nodiscard]] std::string_view matmul_ptx();
[[nodiscard]] std::string_view nbody_ptx();
[[nodiscard]] std::string_view radix_sort_ptx();
[[nodiscard]] std::string_view reduction_ptx();
[[nodiscard]] std::string_view rows_ptx();
[[nodiscard]] std::string_view saxpy_ptx();
[[nodiscard]] std::string_view spmv_ptx();
[[nodiscard]] std::string_view stencil_ptx();
[[nodiscard]] std::string_view transpose_ptx();

}  // namespace warpglass::bench
