# Compiler settings shared by every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

# The build tree mirrors the install tree, so that tools find the toolkit the same way in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(WARPGLASS_CUDA_PATH "lib/warpglass/cuda" CACHE INTERNAL "our CUDA path, relative to the build and install prefix")

set(WARPGLASS_DOCS_URL "file://${CMAKE_INSTALL_FULL_DOCDIR}/" CACHE STRING
    "Where the pages of docs/ are found, with a slash at the end: SARIF logs link to the page of each rule")

option(WARPGLASS_WERROR "Treat warnings as errors" ON)
option(WARPGLASS_BENCH "Build the benchmarks" ON)
option(WARPGLASS_TOGETHER "Compile files of one folder a few at a time: quicker from nothing, slower after a change" ON)
option(WARPGLASS_FUZZ "Build the libFuzzer targets (clang only)" OFF)
set(WARPGLASS_SANITIZE "" CACHE STRING "Sanitizers for every target: address,undefined or thread")
set(WARPGLASS_VECTORS "all" CACHE STRING
    "Instruction sets of vector code: all; native, the widest that this machine has and no other; baseline, the narrowest")
set_property(CACHE WARPGLASS_VECTORS PROPERTY STRINGS all native baseline)

# Flags of the widest instruction set that both this machine and Highway's AVX2 and AVX-512 code know.
set(WARPGLASS_NATIVE_FLAGS "")
if(WARPGLASS_VECTORS STREQUAL "native" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE native_macros)
  foreach(set "-mavx -mavx2 -mbmi -mbmi2 -mf16c -mfma" "-mavx512f -mavx512cd -mavx512vl -mavx512dq -mavx512bw")
    separate_arguments(flags NATIVE_COMMAND "${set}")
    foreach(flag ${flags})
      string(REGEX REPLACE "^-m" "__" macro "${flag}__")
      string(TOUPPER "${macro}" macro)
      if(NOT native_macros MATCHES "#define ${macro} ")
        set(flags "")
        break()
      endif()
    endforeach()
    if(NOT flags)
      break()
    endif()
    list(APPEND WARPGLASS_NATIVE_FLAGS ${flags})
  endforeach()
endif()

# Most of what a small file costs is reading the same few headers. A compiler cache is better off without: it knows a file
# by what the preprocessor makes of it. So is the clang preset, which holds every file to including what it uses.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

add_library(warpglass_flags INTERFACE)
target_compile_options(warpglass_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(warpglass_flags INTERFACE -Wno-restrict)  # wrong for "literal" + std::string (GCC bug 105651)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12 sorts with a function that it calls deprecated itself.
  target_compile_options(warpglass_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND WARPGLASS_TOGETHER)
  # Otherwise a tenth of what g++ does is looking for memory that it can take again. The largest files take 1.2 GB in place of 1.0.
  target_compile_options(warpglass_flags INTERFACE --param=ggc-min-heapsize=524288)
endif()
if(WARPGLASS_WERROR)
  target_compile_options(warpglass_flags INTERFACE -Werror)
endif()
if(WARPGLASS_SANITIZE)
  target_compile_options(warpglass_flags INTERFACE -fsanitize=${WARPGLASS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(warpglass_flags INTERFACE -fsanitize=${WARPGLASS_SANITIZE})
  if(WARPGLASS_SANITIZE MATCHES "undefined")
    # Programs may hand the runtime any number in place of an enumerator: a switch tells which, and refuses the others.
    target_compile_options(warpglass_flags INTERFACE -fno-sanitize=enum)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # Tests call what they find by name, as programs in C do, through types of their own.
      target_compile_options(warpglass_flags INTERFACE -fno-sanitize=function)
    endif()
  endif()
  # Programs that load our runtime library are not built with a sanitizer, whose own library has to be there first.
  string(REGEX MATCH "thread|address" sanitizer "${WARPGLASS_SANITIZE}")
  string(SUBSTRING "${sanitizer}" 0 1 sanitizer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(sanitizer_library libclang_rt.${sanitizer}san-${CMAKE_SYSTEM_PROCESSOR}.so)
  else()
    set(sanitizer_library lib${sanitizer}san.so)
  endif()
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" "-print-file-name=${sanitizer_library}"
                  OUTPUT_VARIABLE WARPGLASS_SANITIZER_LIBRARY OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT WARPGLASS_FUZZ)
    # One for the program and its libraries, as with g++.
    get_filename_component(sanitizer_folder "${WARPGLASS_SANITIZER_LIBRARY}" DIRECTORY)
    target_link_options(warpglass_flags INTERFACE -shared-libsan "-Wl,-rpath,${sanitizer_folder}")
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With sanitizers g++ 12 warns of members of the library's std::regex (GCC bug 105562).
    target_compile_options(warpglass_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND WARPGLASS_SANITIZE MATCHES "undefined")
    # With them g++ does not take a function's address for a constant that is no null pointer (GCC bug 71962), and the
    # checks of the instruction table at compile time fail.
    target_compile_options(warpglass_flags INTERFACE -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute)
  endif()
endif()

# For tests, tools and benchmarks, which may know everything.
add_library(warpglass_whole_tree INTERFACE)
target_link_libraries(warpglass_whole_tree INTERFACE warpglass_flags)
target_include_directories(warpglass_whole_tree INTERFACE "${CMAKE_SOURCE_DIR}")

if(WARPGLASS_FUZZ)
  # Everything is instrumented, so that libFuzzer sees which code an input reaches.
  target_compile_options(warpglass_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(warpglass_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
