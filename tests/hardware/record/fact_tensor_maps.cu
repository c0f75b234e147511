// tensormap.replace and tensormap.cp_fenceproxy, which are several accesses on the machine: every field in shared and in
// global memory, its value in a register or a literal, by one lane, by all at one map, and by lanes with a map each.
// Addresses are those of the lanes' maps, of 128 bytes each, from aligned bases; the copy goes from the first lane's map
// in shared memory to the same place in global memory.
#include "fact.hpp"

namespace {

constexpr unsigned kMapBytes = 128;
constexpr unsigned kBytes = kMapBytes * fact::kLanes;

// `value` as the instruction writes it, and the types of field and place.
#define INSTRUCTION(name, field, space, place, constraint, type, value)                                           \
  struct name {                                                                                                   \
    static constexpr const char* kText = "tensormap.replace.tile." field space ".b1024." type " [map], " value;   \
    static __device__ void apply(unsigned shared, char* global, unsigned on, unsigned word, unsigned long long wide) { \
      asm volatile("{ .reg .pred p; .reg .b32 word; .reg .b64 wide; setp.ne.u32 p, %0, 0; mov.b32 word, %2; mov.b64 wide, %3; " \
                   "@p tensormap.replace.tile." field space ".b1024." type " [%1], " value "; }" ::"r"(on),        \
                   constraint(place), "r"(word), "l"(wide)                                                         \
                   : "memory");                                                                                   \
    }                                                                                                             \
  }
#define REPLACE(name, field, type, value)                                                        \
  INSTRUCTION(name##Shared, field, ".shared::cta", shared, "r", type, value);                    \
  INSTRUCTION(name##Global, field, ".global", global, "l", type, value)

REPLACE(GlobalAddress, "global_address", "b64", "wide");
REPLACE(Rank, "rank", "b32", "word");
REPLACE(RankLiteral, "rank", "b32", "2");
REPLACE(BoxDim0, "box_dim", "b32", "0, word");
REPLACE(BoxDim1, "box_dim", "b32", "1, word");
REPLACE(BoxDim2, "box_dim", "b32", "2, word");
REPLACE(BoxDim3, "box_dim", "b32", "3, word");
REPLACE(BoxDim4, "box_dim", "b32", "4, word");
REPLACE(BoxDimLiteral, "box_dim", "b32", "1, 64");
REPLACE(GlobalDim0, "global_dim", "b32", "0, word");
REPLACE(GlobalDim1, "global_dim", "b32", "1, word");
REPLACE(GlobalDim2, "global_dim", "b32", "2, word");
REPLACE(GlobalDim3, "global_dim", "b32", "3, word");
REPLACE(GlobalDim4, "global_dim", "b32", "4, word");
REPLACE(GlobalStride0, "global_stride", "b64", "0, wide");
REPLACE(GlobalStride1, "global_stride", "b64", "1, wide");
REPLACE(GlobalStride2, "global_stride", "b64", "2, wide");
REPLACE(GlobalStride3, "global_stride", "b64", "3, wide");
REPLACE(ElementStride0, "element_stride", "b32", "0, word");
REPLACE(ElementStride1, "element_stride", "b32", "1, word");
REPLACE(ElementStride2, "element_stride", "b32", "2, word");
REPLACE(ElementStride3, "element_stride", "b32", "3, word");
REPLACE(ElementStride4, "element_stride", "b32", "4, word");
REPLACE(ElementType, "elemtype", "b32", "6");
REPLACE(InterleaveLayout, "interleave_layout", "b32", "0");
REPLACE(SwizzleMode, "swizzle_mode", "b32", "3");
REPLACE(FillMode, "fill_mode", "b32", "1");

// Several fields one after another, as a kernel that goes from one problem to the next sets them.
#define FIELD(field, space, type, value) \
  "@p tensormap.replace.tile." field space ".b1024." type " [%1], " value "; "
#define DIMS(space)                                                                                                  \
  FIELD("global_dim", space, "b32", "0, word") FIELD("global_dim", space, "b32", "1, word")                          \
  FIELD("global_dim", space, "b32", "2, word") FIELD("global_dim", space, "b32", "3, word")                          \
  FIELD("global_dim", space, "b32", "4, word")
#define STRIDES(space)                                                                                               \
  FIELD("global_stride", space, "b64", "0, wide") FIELD("global_stride", space, "b64", "1, wide")                    \
  FIELD("global_stride", space, "b64", "2, wide") FIELD("global_stride", space, "b64", "3, wide")
#define ADDRESS(space) FIELD("global_address", space, "b64", "wide")
#define ONE_WORD(space)                                                                                              \
  FIELD("rank", space, "b32", "word") FIELD("elemtype", space, "b32", "6") FIELD("swizzle_mode", space, "b32", "3")  \
  FIELD("fill_mode", space, "b32", "1")
#define BOX(space)                                                                                                   \
  FIELD("box_dim", space, "b32", "0, word") FIELD("box_dim", space, "b32", "1, word")                                \
  FIELD("box_dim", space, "b32", "2, word") FIELD("element_stride", space, "b32", "0, word")                         \
  FIELD("element_stride", space, "b32", "1, word")
#define STORE_BETWEEN(space)                                                                                         \
  FIELD("rank", space, "b32", "word") "@p st" space ".b32 [%1+64], word; " FIELD("elemtype", space, "b32", "6")
#define BARRIER_BETWEEN(space)                                                                                       \
  FIELD("rank", space, "b32", "word") "bar.warp.sync -1; " FIELD("elemtype", space, "b32", "6")

#define SEQUENCE_IN(name, text, fields, space, place, constraint)                                                    \
  struct name {                                                                                                      \
    static constexpr const char* kText = text space;                                                                 \
    static __device__ void apply(unsigned shared, char* global, unsigned on, unsigned word, unsigned long long wide) { \
      asm volatile("{ .reg .pred p; .reg .b32 word; .reg .b64 wide; setp.ne.u32 p, %0, 0; mov.b32 word, %2; mov.b64 wide, %3; " \
                   fields(space) "}" ::"r"(on),                                                                      \
                   constraint(place), "r"(word), "l"(wide)                                                           \
                   : "memory");                                                                                      \
    }                                                                                                                \
  }
#define SEQUENCE(name, text, fields)                                            \
  SEQUENCE_IN(name##Shared, text, fields, ".shared::cta", shared, "r");         \
  SEQUENCE_IN(name##Global, text, fields, ".global", global, "l")

SEQUENCE(Dims, "global_dim 0 to 4, ", DIMS);
SEQUENCE(Strides, "global_stride 0 to 3, ", STRIDES);
#define PROBLEM(space) ADDRESS(space) DIMS(space) STRIDES(space)
SEQUENCE(Problem, "global_address, global_dim 0 to 4, global_stride 0 to 3, ", PROBLEM);
SEQUENCE(OneWord, "rank, elemtype, swizzle_mode, fill_mode, ", ONE_WORD);
SEQUENCE(Box, "box_dim 0 to 2, element_stride 0 to 1, ", BOX);
SEQUENCE(StoreBetween, "rank, a store of another word, elemtype, ", STORE_BETWEEN);
SEQUENCE(BarrierBetween, "rank, bar.warp.sync, elemtype, ", BARRIER_BETWEEN);

// The warp copies together: no predicate.
#define COPY(name, scope)                                                                                          \
  struct name {                                                                                                    \
    static constexpr const char* kText =                                                                           \
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release." scope ".sync.aligned [map], [map], 128"; \
    static __device__ void apply(unsigned shared, char* global, unsigned, unsigned, unsigned long long) {           \
      asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release." scope                   \
                   ".sync.aligned [%0], [%1], 128;" ::"l"(global),                                                  \
                   "r"(shared)                                                                                     \
                   : "memory");                                                                                    \
    }                                                                                                              \
  }
COPY(CopyCta, "cta");
COPY(CopyCluster, "cluster");
COPY(CopyGpu, "gpu");
COPY(CopySys, "sys");

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, char* global, unsigned word, unsigned long long wide) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(s));
  Op::apply(shared + request.offset[lane], global + request.offset[lane], request.mask >> lane & 1, word, wide);
}

template <typename Op>
void launch(char* global, unsigned mask, unsigned stride) {
  fact::Request request{mask, {}};
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) request.offset[lane] = lane * stride;
  fact::announce(Op::kText, request);
  one<Op><<<1, fact::kLanes, kBytes>>>(request, global, 3, reinterpret_cast<unsigned long long>(global));
  fact::check(cudaGetLastError());
  fact::check(cudaDeviceSynchronize());
}

template <typename... Ops>
void launch_all(char* global) {
  const auto each = [&]<typename Op>(Op) {
    launch<Op>(global, 1, 0);
    launch<Op>(global, 0xffffffffu, 0);
    launch<Op>(global, 0xffffffffu, kMapBytes);
    launch<Op>(global, 0x000000f1u, kMapBytes);
    launch<Op>(global, 0, 0);
  };
  (each(Ops{}), ...);
}

}  // namespace

#define BOTH(name) name##Shared, name##Global

int main() {
  char* global;
  fact::check(cudaMalloc(&global, kBytes));
  fact::check(cudaMemset(global, 0, kBytes));
  std::printf(
      "sm__sass_inst_executed_op_shared_ld.sum sm__sass_inst_executed_op_shared_st.sum sm__sass_inst_executed_op_shared_atom.sum "
      "sm__sass_inst_executed_op_global_ld.sum sm__sass_inst_executed_op_global_st.sum sm__sass_inst_executed_op_global_atom.sum "
      "sm__sass_inst_executed_op_global_red.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum "
      "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum "
      "memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum "
      "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum memory_l1_tag_requests_global memory_l2_theoretical_sectors_global "
      "memory_l2_theoretical_sectors_global_ideal inst_executed smsp__inst_executed_op_shared_ld.sum smsp__inst_executed_op_global_ld.sum\n");
  launch_all<BOTH(GlobalAddress), BOTH(Rank), BOTH(RankLiteral), BOTH(BoxDim0), BOTH(BoxDim1), BOTH(BoxDim2),
             BOTH(BoxDim3), BOTH(BoxDim4), BOTH(BoxDimLiteral), BOTH(GlobalDim0), BOTH(GlobalDim1), BOTH(GlobalDim2),
             BOTH(GlobalDim3), BOTH(GlobalDim4), BOTH(GlobalStride0), BOTH(GlobalStride1), BOTH(GlobalStride2),
             BOTH(GlobalStride3), BOTH(ElementStride0), BOTH(ElementStride1), BOTH(ElementStride2),
             BOTH(ElementStride3), BOTH(ElementStride4), BOTH(ElementType), BOTH(InterleaveLayout), BOTH(SwizzleMode),
             BOTH(FillMode)>(global);
  launch_all<BOTH(Dims), BOTH(Strides), BOTH(Problem), BOTH(OneWord), BOTH(Box), BOTH(StoreBetween),
             BOTH(BarrierBetween)>(global);
  for (const unsigned stride : {0u, kMapBytes}) {
    launch<CopyCta>(global, 0xffffffffu, stride);
    launch<CopyCluster>(global, 0xffffffffu, stride);
    launch<CopyGpu>(global, 0xffffffffu, stride);
    launch<CopySys>(global, 0xffffffffu, stride);
  }
}
