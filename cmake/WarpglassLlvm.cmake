# What is written against LLVM 19: the second tier (docs/tier.md), and the pass by which clang 19 compiles device code as nvcc
# does (docs/building.md). Without both nothing is known of LLVM.
option(WARPGLASS_TIER "Build the second tier; needs clang-19 and llvm-19-dev" OFF)
option(WARPGLASS_DEVICE_PASS "Build the pass for device code; needs llvm-19-dev; the second tier's builds always have it" OFF)
if(NOT WARPGLASS_TIER AND NOT WARPGLASS_DEVICE_PASS)
  return()
endif()
if(WARPGLASS_DEVICE_PASS AND WARPGLASS_SANITIZE)
  message(FATAL_ERROR "WARPGLASS_DEVICE_PASS and WARPGLASS_SANITIZE: clang does not load a pass with a sanitizer's checks")
endif()
find_package(LLVM 19.1 CONFIG)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "WARPGLASS_TIER and WARPGLASS_DEVICE_PASS need LLVM 19: apt-get install clang-19 llvm-19-dev")
endif()

# warpglass_llvm_code(<target>): the target's files are written against LLVM.
function(warpglass_llvm_code target)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(${target} PRIVATE ${definitions} $<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
