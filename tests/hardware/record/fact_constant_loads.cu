// Constant memory: a load of 32 bits by address pattern. The addresses travel in global memory here.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 13;
__constant__ unsigned table[kBytes / 4];

__global__ void one(const fact::Request* request, unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned at = request->offset[lane] / 4;
  if (request->mask >> lane & 1) out[lane] = table[at];
}

}  // namespace

int main() {
  fact::Request* device = nullptr;
  unsigned* out = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&device), sizeof(fact::Request)));
  fact::check(cudaMalloc(reinterpret_cast<void**>(&out), 256));
  const std::vector<unsigned> values(kBytes / 4, 3);
  fact::check(cudaMemcpyToSymbol(table, values.data(), kBytes));
  std::printf(
      "smsp__inst_executed.sum smsp__inst_executed_op_ldc_pred_on_any.sum idc__requests.sum "
      "idc__requests_lookup_hit.sum idc__requests_lookup_miss.sum idc__request_cycles_active.sum "
      "sm__inst_executed_pipe_lsu.sum smsp__inst_executed_op_ldc.sum\n");
  for (const fact::Request& request : fact::requests(4, kBytes, 37)) {
    fact::announce("ld.const.u32", request);
    fact::check(cudaMemcpy(device, &request, sizeof(request), cudaMemcpyHostToDevice));
    one<<<1, fact::kLanes>>>(device, out);
    fact::check(cudaDeviceSynchronize());
  }
  return 0;
}
