# warpglass_library(<folder> [VECTORS] [COLD | WARM] MAY_KNOW <folder>... [THROUGH <folder>...] SOURCES ... [APART ...] [LINKS ...]
#                   [PUBLIC_LINKS ...])
#
# One folder is one static library. MAY_KNOW is the whole list of what it may include: its files are compiled with an
# include root that shows these folders and no others. THROUGH are those that it sees as well because headers of the
# former include them; that it includes none itself is for tests/house to see. VECTORS: see warpglass_vector_code.
# COLD: what runs a few times a program is not worth the optimizer's time. WARM: nor is the rest with the checks of the address
# and undefined-behaviour sanitizers, which it takes the most time to optimise; but for vector files, whose operations would be calls.
# APART: see warpglass_together.
# warpglass_test(<name> [THREADS] SOURCES ... [APART ...] [HOT ...] [LINKS ...]) adds a GoogleTest program whose cases CTest sees one by one.
# Their label is the folder under tests/ (unit, tool, cuda ...), with -threads behind it where several threads run. The targets
# tests_<folder> and tests_threads build what has such a label.

function(warpglass_library folder)
  cmake_parse_arguments(arg "VECTORS;COLD;WARM" "" "MAY_KNOW;THROUGH;SOURCES;APART;LINKS;PUBLIC_LINKS" ${ARGN})
  add_library(warpglass_${folder} STATIC ${arg_SOURCES})
  add_library(warpglass::${folder} ALIAS warpglass_${folder})
  target_link_libraries(warpglass_${folder} PUBLIC warpglass_flags ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS})
  set_target_properties(warpglass_${folder} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(IS_DIRECTORY "${CMAKE_SOURCE_DIR}/${folder}")
    list(APPEND arg_MAY_KNOW ${folder})
  endif()
  warpglass_include_root(warpglass_${folder} ${arg_MAY_KNOW} ${arg_THROUGH})
  if(arg_WARM AND WARPGLASS_SANITIZE MATCHES "address" AND NOT WARPGLASS_FUZZ)
    set(arg_COLD ON)
  endif()
  set(cold "")
  if(arg_COLD)
    set(cold COLD)
    warpglass_cold_code(warpglass_${folder})
  endif()
  warpglass_together(warpglass_${folder} APART ${arg_APART})
  if(arg_VECTORS)
    warpglass_vector_code(warpglass_${folder} ${cold})
  elseif(arg_COLD)
    warpglass_precompiled(warpglass_${folder} warpglass_cold_headers FLAGS ${WARPGLASS_COLD_FLAGS})
  else()
    warpglass_precompiled(warpglass_${folder} warpglass_headers)
  endif()
endfunction()

# warpglass_together(<target> [APART <file>...]): its files are compiled sixteen at a time, which costs half of what they cost one by
# one where headers are most of it. Files that are APART use names of their own that another file uses as well.
function(warpglass_together target)
  cmake_parse_arguments(arg "" "" "APART" ${ARGN})
  if(WARPGLASS_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    # g++ does not know that the anonymous namespace of an included file is no other's.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# warpglass_include_root(<target> <folder>...): links to the folders, in one that the target's files are compiled with.
function(warpglass_include_root target)
  set(root "${CMAKE_BINARY_DIR}/include/${target}")
  file(GLOB shown RELATIVE "${root}" "${root}/*")
  list(REMOVE_ITEM shown ${ARGN})
  foreach(folder ${shown})
    file(REMOVE "${root}/${folder}")
  endforeach()
  file(MAKE_DIRECTORY "${root}")
  foreach(folder ${ARGN})
    file(CREATE_LINK "${CMAKE_SOURCE_DIR}/${folder}" "${root}/${folder}" SYMBOLIC)
  endforeach()
  target_include_directories(${target} PRIVATE "${root}")
endfunction()

# warpglass_embed(<target> <file> HEADER <header> FUNCTION <name>): compiles the file's bytes into the target. The header
# declares the function, which returns them as a std::string_view.
function(warpglass_embed target file)
  cmake_parse_arguments(arg "" "HEADER;FUNCTION" "" ${ARGN})
  get_filename_component(name "${file}" NAME)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/embed.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${file}" "-DOUTPUT=${output}" "-DHEADER=${arg_HEADER}"
            "-DFUNCTION=${arg_FUNCTION}" -P "${script}"
    DEPENDS "${file}" "${script}" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  set_source_files_properties("${output}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Headers are precompiled with the same level: newer compilers take no others. RelWithDebInfo is the sanitizers'. What tests do
# themselves takes less time than optimising it, but for a few that compute (HOT).
set(WARPGLASS_COLD_FLAGS $<$<CONFIG:Release>:-O1> $<$<CONFIG:RelWithDebInfo>:-O0>)
set(WARPGLASS_TEST_FLAGS $<$<CONFIG:Release,RelWithDebInfo>:-O0>)
function(warpglass_cold_code target)
  target_compile_options(${target} PRIVATE ${WARPGLASS_COLD_FLAGS})
endfunction()

# warpglass_precompiled(<target> <owner> [FLAGS ...] [LINKS ...] [HEADERS ...])
#
# Lets the target's files begin with the headers that most files include, compiled once by <owner>: targets that share
# an owner have the same FLAGS. Files name what they use all the same, and the clang preset builds them without.
function(warpglass_precompiled target owner)
  cmake_parse_arguments(arg "" "" "FLAGS;LINKS;HEADERS" ${ARGN})
  if(NOT TARGET ${owner})
    set(empty "${CMAKE_BINARY_DIR}/${owner}.cpp")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "")
    add_library(${owner} OBJECT "${empty}")
    target_link_libraries(${owner} PRIVATE warpglass_flags fmt::fmt ${arg_LINKS})
    target_compile_options(${owner} PRIVATE ${arg_FLAGS})
    foreach(property POSITION_INDEPENDENT_CODE CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN)
      get_target_property(value ${target} ${property})
      if(NOT value MATCHES "NOTFOUND")
        set_target_properties(${owner} PROPERTIES ${property} ${value})
      endif()
    endforeach()
    target_precompile_headers(${owner} PRIVATE
      <algorithm> <array> <bit> <cmath> <cstdint> <cstdio> <cstring> <functional> <limits> <map> <memory> <optional> <set>
      <span> <string> <string_view> <utility> <vector> <fmt/format.h> ${arg_HEADERS})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  target_link_libraries(${target} PRIVATE fmt::fmt)  # whose definitions the headers were compiled with
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # g++ forgets that precompiled code is the library's, and doubts it wherever it is inlined.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict
      -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# The target's vector files (those that include hwy/foreach_target.h) are compiled for the instruction sets that
# WARPGLASS_VECTORS names. `all` is a baseline of 128-bit vectors, AVX2 and AVX-512 on x86, NEON on Arm, chosen at run
# time: what lies between would cost compilation and gain little; newer Highways know more sets by name. The x86 baseline
# is SSE4.2, which every x86-64 processor since 2010 has: older Highways know no vectors below it. Results are bit-exact:
# the compiler may not fuse a multiplication with an addition of its own accord, nor assume that conversions and square
# roots report through errno or traps.
function(warpglass_vector_code target)
  cmake_parse_arguments(arg "COLD" "" "" ${ARGN})
  set(left_out "HWY_SSSE3|HWY_AVX3_DL|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128")
  if(hwy_VERSION VERSION_GREATER_EQUAL 1.1)
    string(APPEND left_out "|HWY_SSE2|HWY_AVX3_ZEN4|HWY_AVX3_SPR")
  endif()
  if(WARPGLASS_VECTORS STREQUAL "baseline")
    string(APPEND left_out "|HWY_AVX2|HWY_AVX3")
  endif()
  set(flags -ffp-contract=off -fno-math-errno -fno-trapping-math)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND flags -msse4.2 -maes -mpclmul)
  endif()
  target_compile_options(${target} PRIVATE ${flags})
  target_link_libraries(${target} PRIVATE PkgConfig::hwy)
  target_compile_definitions(${target} PRIVATE "HWY_DISABLED_TARGETS=(${left_out})")

  set(vector_flags ${WARPGLASS_NATIVE_FLAGS})
  if(arg_COLD)
    list(APPEND vector_flags -O1)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    file(STRINGS "${source}" vector_file REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(vector_file)
      # Of the sets below what a file may use anyway Highway compiles none.
      set_source_files_properties("${source}" PROPERTIES
        COMPILE_OPTIONS "${vector_flags}" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  if(arg_COLD)
    warpglass_precompiled(${target} warpglass_cold_vector_headers FLAGS ${flags} ${WARPGLASS_COLD_FLAGS})
  else()
    warpglass_precompiled(${target} warpglass_vector_headers FLAGS ${flags})
  endif()
endfunction()

# A toolkit on the machine makes no difference to what is tested, unless a test asks for it; nor does what the user has compiled
# before.
set(WARPGLASS_TEST_CACHE "${CMAKE_BINARY_DIR}/tests/cache")
set(WARPGLASS_TEST_ENVIRONMENT WARPGLASS_PTXAS=none "XDG_CACHE_HOME=${WARPGLASS_TEST_CACHE}")

function(warpglass_test name)
  cmake_parse_arguments(arg "THREADS" "" "SOURCES;APART;HOT;LINKS" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE warpglass_whole_tree ${arg_LINKS} warpglass::tier GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE WARPGLASS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" WARPGLASS_BINARY_DIR="${CMAKE_BINARY_DIR}")
  # Off: an executable's flags are then those of the library that owns the headers.
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE ${WARPGLASS_TEST_FLAGS})
  set_source_files_properties(${arg_HOT} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  warpglass_together(${name} APART ${arg_APART})
  warpglass_precompiled(${name} warpglass_test_headers FLAGS ${WARPGLASS_TEST_FLAGS} LINKS GTest::gtest GTest::gmock HEADERS <gtest/gtest.h> <gmock/gmock.h>)
  file(RELATIVE_PATH label "${CMAKE_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX REPLACE "/.*" "" groups "${label}")
  set(label "${groups}")
  if(arg_THREADS)
    string(APPEND label "-threads")
    list(APPEND groups threads)
  endif()
  foreach(group ${groups})
    if(NOT TARGET tests_${group})
      add_custom_target(tests_${group})
    endif()
    add_dependencies(tests_${group} ${name})
  endforeach()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
    PROPERTIES ENVIRONMENT WARPGLASS_PTXAS=none LABELS "${label}" ENVIRONMENT_MODIFICATION "XDG_CACHE_HOME=set:${WARPGLASS_TEST_CACHE}")
endfunction()
