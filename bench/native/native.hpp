// The benchmark programs' algorithms as plain loops on the host: what an emulated kernel's time is set against.
//
// Compiled with -O3 -march=native and run by one thread. Each does the kernel's arithmetic on the same layout in the
// form that is natural on a host; where the order is the same too, results are equal bit for bit.
#pragma once

#include <cstdint>

namespace warpglass::bench {

/// c = a * b for n x n floats, row by row; 16x16 tiles, walked and summed as the kernel's blocks do.
/// \pre n is a multiple of 16
void matmul_tiled(const float* a, const float* b, float* c, int n);

/// out[x][y] = in[y][x] for n x n floats, without tiles.
void transpose(const float* in, float* out, int n);

/// The same in tiles of 32 x 32.
/// \pre n is a multiple of 32
void transpose_tiled(const float* in, float* out, int n);

/// Iterations until |z| > 2, at most `limit`, for size x size points from (-2, -1.5), `step` apart.
void mandelbrot(std::int32_t* out, int size, float step, int limit);

/// sums[k] = in[256 k] + ... + in[256 k + 255], as a tree of halving distances in a buffer of 256.
/// \pre count is a multiple of 256
void reduce_blocks(const std::uint32_t* in, std::uint32_t* sums, int count);

/// The same, one word after the other.
void sum_blocks(const std::uint32_t* in, std::uint32_t* sums, int count);

/// How often each byte occurs in `count` words.
void histogram(const std::uint32_t* words, std::uint32_t* bins, int count);

/// out = a x + y.
void saxpy(const float* x, const float* y, float* out, float a, int count);

/// Accelerations (x, y, z, 0) of bodies (x, y, z, mass) that attract each other.
void nbody(const float* bodies, float* accelerations, int count);

/// One step of the stencil of seven points on what lies within n x n x n floats.
void stencil(const float* in, float* out, int n, float centre, float side);

/// `keys` in order, by eight bits at a time. \param scratch  as long as `out`
void radix_sort(const std::uint32_t* keys, std::uint32_t* out, std::uint32_t* scratch, int count);

/// y = A x with A's rows one behind the other.
void spmv(const std::int32_t* starts, const std::int32_t* columns, const float* values, const float* x, float* y,
          int rows);

/// Puts all keys into a table of open addressing, which is empty (~0), and looks for others there. \pre slots is a
/// power of two
void hash_table(const std::uint32_t* keys, const std::uint32_t* wanted, std::uint32_t* table, std::uint32_t* values,
                std::uint32_t* found, int count, std::uint32_t slots);

/// `count` products of 32 x 32 halves, summed in float; a and c by rows, b by columns.
void batched_products(const std::uint16_t* a, const std::uint16_t* b, float* c, int count);

/// Of each row of 1024 floats.
void softmax(const float* in, float* out, int rows);
void layer_norm(const float* in, const float* gain, const float* bias, float* out, int rows);

}  // namespace warpglass::bench
