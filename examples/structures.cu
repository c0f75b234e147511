// An array of structures, whose members a thread takes one by one or several at once.
//
// Lanes that are the size of a structure apart ask for many sectors in each of as many requests as they take members. A
// structure of 16 bytes whose declaration says `alignas(16)` is one access: a quarter of the requests, and each sector
// once. No byte of the array moves. A structure of 12 bytes cannot be aligned to more without growing.
//
// What to see: `warpglass advise structures.cu` aligns `Particle` and `Cell`, and gives each member of `Point` an array of
// its own. Taking the block's points through shared memory word by word is tried as well, and gains less.
// Usage: structures [n]
#include "check.hpp"

constexpr int kBlock = 128;

struct Particle {
  float x, y, z, mass;
};

struct Cell {
  int first;
  int count;
};

struct Point {
  float x, y, z;
};

__global__ void push(const Particle* in, Particle* out, float step, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  Particle p = in[i];
  p.x += step * p.mass;
  p.y -= step;
  out[i] = p;
}

__global__ void ends(const Cell* cells, int* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = cells[i].first + cells[i].count;
}

__global__ void add_up(const Point* points, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = points[i].x + points[i].y + points[i].z;
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1024, 1, 1 << 20);
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<Particle> particles(n);
  std::vector<Cell> cells(n);
  std::vector<Point> points(n);
  std::vector<float> pushed(n), sums(n);
  std::vector<int> behind(n);
  for (int i = 0; i < n; ++i) {
    particles[i] = {1.0f * i, 2, 3, 4};
    cells[i] = {3 * i, i % 5};
    points[i] = {1.0f * i, 2, 3};
    pushed[i] = 1.0f * i + 2;
    behind[i] = 3 * i + i % 5;
    sums[i] = 1.0f * i + 5;
  }
  examples::Verdict verdict("structures");

  const examples::DeviceArray<Particle> in(particles);
  const examples::DeviceArray<Particle> out(n);
  push<<<blocks, kBlock>>>(in.get(), out.get(), 0.5f, n);
  CHECK_LAUNCH();
  std::vector<float> got(n);
  const std::vector<Particle> moved = out.to_host();
  for (int i = 0; i < n; ++i) got[i] = moved[i].x;
  verdict.expect_equal("pushed", got, pushed);

  const examples::DeviceArray<Cell> all(cells);
  const examples::DeviceArray<int> end(n);
  ends<<<blocks, kBlock>>>(all.get(), end.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("ends", end.to_host(), behind);

  const examples::DeviceArray<Point> where(points);
  const examples::DeviceArray<float> sum(n);
  add_up<<<blocks, kBlock>>>(where.get(), sum.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("sums", sum.to_host(), sums);
  return verdict.finish();
}
