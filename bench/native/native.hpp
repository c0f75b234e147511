// The benchmark kernels' algorithms as plain loops on the host: what an emulated kernel's time is set against.
//
// Compiled with -O3 -march=native and run by one thread. Each does the same arithmetic in the same order on the same
// layout as the kernel of its name in bench/kernels/, so that the results are equal bit for bit.
#pragma once

#include <cstdint>

namespace warpglass::bench {

/// c = a * b for n x n floats, row by row; 16x16 tiles, walked and summed as the kernel's blocks do.
/// \pre n is a multiple of 16
void matmul_tiled(const float* a, const float* b, float* c, int n);

/// The same product in the best order for a cache and vector registers (i, k, j), no tiles.
void matmul_rows(const float* a, const float* b, float* c, int n);

/// out[x][y] = in[y][x] for n x n floats, without tiles.
void transpose(const float* in, float* out, int n);

/// Iterations until |z| > 2, at most `limit`, for size x size points from (-2, -1.5), `step` apart.
void mandelbrot(std::int32_t* out, int size, float step, int limit);

/// sums[k] = in[256 k] + ... + in[256 k + 255], as a tree of halving distances in a buffer of 256.
/// \pre count is a multiple of 256
void reduce_blocks(const std::uint32_t* in, std::uint32_t* sums, int count);

}  // namespace warpglass::bench
