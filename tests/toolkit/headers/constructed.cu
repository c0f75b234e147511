// nvcc gives shared variables no value, whatever their type's constructor does, and takes special registers in assembly
// with one percent sign; clang refuses both.
// ptx: .shared .align 64 .b8
// ptx: , %smid;
// ptx: , %globaltimer;
// not-ptx: call.uni
struct Counter {
  int value;
  __device__ Counter() : value(7) {}
  __device__ int next() { return ++value; }
};
template <class T, int kMany>
__global__ void k(int* out) {
  __shared__ T one, many[kMany][2];
  __shared__ alignas(64) Counter aligned;
  if (threadIdx.x == 0) one.value = many[1][1].value = aligned.value = 3;
  __syncthreads();
  unsigned int sm;
  unsigned long long time;
  asm volatile("mov.u32 %0, %smid;\n" : "=r"(sm));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  out[threadIdx.x] = one.value + many[1][1].next() + aligned.value + sm + time;
}
template __global__ void k<Counter, 4>(int*);
