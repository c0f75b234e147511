// The chapters of the instruction table: each file of this folder offers its rows, table.cpp puts them together. A new
// chapter is a declaration and a line of the list, both here.
#pragma once

#include <span>

namespace warpglass::isa {

struct InstructionDef;

using ChapterRows = std::span<const InstructionDef> (*)();

std::span<const InstructionDef> integer_rows();
std::span<const InstructionDef> divide_rows();
std::span<const InstructionDef> bits_rows();
std::span<const InstructionDef> extended_rows();
std::span<const InstructionDef> logic_rows();
std::span<const InstructionDef> compare_rows();
std::span<const InstructionDef> set_rows();
std::span<const InstructionDef> float_rows();
std::span<const InstructionDef> approximate_rows();
std::span<const InstructionDef> half_rows();
std::span<const InstructionDef> packed_float_rows();
std::span<const InstructionDef> move_rows();
std::span<const InstructionDef> address_rows();
std::span<const InstructionDef> convert_rows();
std::span<const InstructionDef> video_rows();
std::span<const InstructionDef> control_rows();
std::span<const InstructionDef> special_register_rows();
std::span<const InstructionDef> memory_rows();
std::span<const InstructionDef> memory_hint_rows();
std::span<const InstructionDef> atomics_rows();
std::span<const InstructionDef> fences_rows();
std::span<const InstructionDef> barriers_rows();
std::span<const InstructionDef> shuffle_rows();
std::span<const InstructionDef> vote_rows();
std::span<const InstructionDef> match_rows();
std::span<const InstructionDef> matrix_rows();
std::span<const InstructionDef> mma_rows();
std::span<const InstructionDef> mma_kind_rows();
std::span<const InstructionDef> sparse_mma_rows();
std::span<const InstructionDef> mma_m8n8k4_rows();
std::span<const InstructionDef> wmma_rows();
std::span<const InstructionDef> warp_group_rows();
std::span<const InstructionDef> launch_control_rows();
std::span<const InstructionDef> tensor_memory_rows();
std::span<const InstructionDef> tensor_memory_product_rows();
std::span<const InstructionDef> async_copy_rows();
std::span<const InstructionDef> mbarrier_rows();
std::span<const InstructionDef> bulk_copy_rows();
std::span<const InstructionDef> tensor_copy_rows();
std::span<const InstructionDef> tensor_map_rows();
std::span<const InstructionDef> texture_rows();
std::span<const InstructionDef> surface_rows();
std::span<const InstructionDef> signal_rows();
std::span<const InstructionDef> stack_rows();

/// All chapters; rows of one opcode are tried in this order.
// clang-format off
inline constexpr ChapterRows kChapters[] = {
    integer_rows,
    divide_rows,
    bits_rows,
    extended_rows,
    logic_rows,
    compare_rows,
    set_rows,
    float_rows,
    approximate_rows,
    half_rows,
    packed_float_rows,
    move_rows,
    address_rows,
    convert_rows,
    video_rows,
    control_rows,
    special_register_rows,
    memory_rows,
    memory_hint_rows,
    fences_rows,
    barriers_rows,
    shuffle_rows,
    vote_rows,
    match_rows,
    atomics_rows,
    matrix_rows,
    mma_rows,
    mma_kind_rows,
    sparse_mma_rows,
    mma_m8n8k4_rows,
    wmma_rows,
    warp_group_rows,
    launch_control_rows,
    tensor_memory_rows,
    tensor_memory_product_rows,
    async_copy_rows,
    mbarrier_rows,
    bulk_copy_rows,
    tensor_copy_rows,
    tensor_map_rows,
    texture_rows,
    surface_rows,
    signal_rows,
    stack_rows,
};
// clang-format on

}  // namespace warpglass::isa
