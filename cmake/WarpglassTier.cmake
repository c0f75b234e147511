# The second tier (docs/tier.md): WARPGLASS_TIER=ON compiles the files that hold handlers with clang 19, which leaves what it
# had made of them beside the machine code, and builds the module that makes regions of it with LLVM 19.
option(WARPGLASS_TIER_FORCED "Run the interpreter's tests once more with the tier forced, which takes over an hour" OFF)
set(WARPGLASS_TIER_PATH "lib/warpglass" CACHE INTERNAL "the tier's module, relative to the build and install prefix")
if(NOT WARPGLASS_TIER)
  return()
endif()
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  message(FATAL_ERROR "WARPGLASS_TIER is for x86-64")
endif()
if(WARPGLASS_SANITIZE)
  message(FATAL_ERROR "WARPGLASS_TIER and WARPGLASS_SANITIZE: handlers with a sanitizer's checks are not compiled into regions")
endif()
find_program(WARPGLASS_TIER_CLANG clang++-19)
if(NOT WARPGLASS_TIER_CLANG)
  message(FATAL_ERROR "WARPGLASS_TIER needs LLVM 19 and its clang: apt-get install clang-19 llvm-19-dev")
endif()

# warpglass_handlers(<target> <source>...): these files of the target hold handlers. clang compiles them as the target's other
# files are compiled, and keeps their bitcode.
function(warpglass_handlers target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  set(options "$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,EXCLUDE,^(-W|--param)>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/handlers/${name}.o")
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    get_source_file_property(own "${source}" COMPILE_OPTIONS)
    if(NOT own)
      set(own "")
    endif()
    add_custom_command(OUTPUT "${object}"
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} "${WARPGLASS_TIER_CLANG}" ${flags} -std=c++20 -fPIC -fvisibility=hidden
        -fvisibility-inlines-hidden "-D$<JOIN:${definitions},;-D>" "-I$<JOIN:${includes},;-I>" ${options} ${own}
        "-fpass-plugin=$<TARGET_FILE:warpglass_tier_plugin>" -MD -MF "${object}.d" -MT "${object}" -o "${object}" -c "${source}"
      DEPENDS warpglass_tier_plugin "${source}" DEPFILE "${object}.d" COMMAND_EXPAND_LISTS VERBATIM
      COMMENT "Compiling handlers ${name}")
    set_source_files_properties("${source}" PROPERTIES HEADER_FILE_ONLY ON)
    target_sources(${target} PRIVATE "${object}")
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  endforeach()
endfunction()
