// Tiles that are classes: by accessors of a template, within a class template, and one whose rows are handed out.
#include "check.hpp"

template <class T, int R, int C>
struct Tile {
  T data[R][C];
  __device__ T& operator()(int r, int c) { return data[r][c]; }
  __device__ const T& operator()(int r, int c) const { return data[r][c]; }
};

__global__ void by_accessor(float* out, const float* in) {
  __shared__ Tile<float, 32, 32> tile;
  tile(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}

template <class T, int kTile>
class Transposer {
 public:
  struct Storage {
    T turned[kTile][kTile];
  };
  __device__ explicit Transposer(Storage& storage) : storage_(storage) {}
  __device__ void run(T* out, const T* in) {
    storage_.turned[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * kTile + threadIdx.x] = storage_.turned[threadIdx.x][threadIdx.y];
  }

 private:
  Storage& storage_;
};

__global__ void by_class(float* out, const float* in) {
  __shared__ typename Transposer<float, 32>::Storage storage;
  Transposer<float, 32>(storage).run(out, in);
}

struct Rows {
  int cells[32][32];
  __device__ int* operator[](int r) { return cells[r]; }
};

__global__ void by_rows(int* out, const int* in) {
  __shared__ Rows rows;
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

int main() {
  const dim3 block(32, 32);
  OnDevice<float> in(1024), out(1024);
  by_accessor<<<1, block>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  by_class<<<1, block>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  OnDevice<int> numbers(1024), turned(1024);
  by_rows<<<1, block>>>(turned.get(), numbers.get());
  std::printf("%.0f\n", turned.sum());
}
