# warpglass_library(<folder> SOURCES ... [LINKS ...] [PUBLIC_LINKS ...])
#
# One folder is one static library. LINKS is the whole list of what the folder may know; an include of anything
# else is a broken arrow, and tests/house_test holds the tree to it.
# warpglass_test(<name> SOURCES ... [LINKS ...]) adds a GoogleTest program whose cases CTest sees one by one.

function(warpglass_library folder)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS;PUBLIC_LINKS" ${ARGN})
  add_library(warpglass_${folder} STATIC ${arg_SOURCES})
  add_library(warpglass::${folder} ALIAS warpglass_${folder})
  target_link_libraries(warpglass_${folder} PUBLIC warpglass_flags ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS})
  set_target_properties(warpglass_${folder} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

function(warpglass_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE warpglass_flags ${arg_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE WARPGLASS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" WARPGLASS_BINARY_DIR="${CMAKE_BINARY_DIR}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  # A toolkit on the machine makes no difference to what is tested, unless a test asks for it.
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120 PROPERTIES ENVIRONMENT WARPGLASS_PTXAS=none)
endfunction()

# warpglass_vector_code(<folder>): the folder's vector files are compiled for a baseline of 128-bit vectors, AVX2 and
# AVX-512 on x86, for NEON on Arm, and choose at run time. What lies between would cost compilation and gain little;
# newer Highways know more sets by name. The x86 baseline is SSE4.2, which every x86-64 processor since 2010 has: older
# Highways know no vectors below it.
function(warpglass_vector_code folder)
  set(left_out "HWY_SSSE3|HWY_AVX3_DL|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128")
  if(hwy_VERSION VERSION_GREATER_EQUAL 1.1)
    string(APPEND left_out "|HWY_SSE2|HWY_AVX3_ZEN4|HWY_AVX3_SPR")
  endif()
  # Sanitized code compiles slowly, and takes the same ways with every width of vectors. Reading too far shows soonest
  # with the widest.
  if(WARPGLASS_SANITIZE MATCHES "thread")
    string(APPEND left_out "|HWY_AVX2|HWY_AVX3")
  elseif(WARPGLASS_SANITIZE)
    string(APPEND left_out "|HWY_AVX2")
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(warpglass_${folder} PRIVATE -msse4.2 -maes -mpclmul)
  endif()
  target_link_libraries(warpglass_${folder} PRIVATE PkgConfig::hwy)
  target_compile_definitions(warpglass_${folder} PRIVATE "HWY_DISABLED_TARGETS=(${left_out})")
endfunction()
