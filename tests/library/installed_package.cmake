# cmake -Dbuild=<build tree> -Dexample=<project> -Dfolder=<to work in> -Dgenerator=<...> -Dpkg_config=<program> -P ...
# Installs what is built to a prefix of its own, builds the example against it by find_package() and by pkg-config, moves
# the prefix away and runs it there: nothing of the package may know where it was made.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}\nexit code ${result}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${folder}")
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${folder}/first")
file(RENAME "${folder}/first" "${folder}/prefix")
set(prefix "${folder}/prefix")

run("${CMAKE_COMMAND}" -S "${example}" -B "${folder}/project" -G "${generator}" "-DCMAKE_PREFIX_PATH=${prefix}"
    "-DCMAKE_C_FLAGS=-std=c99 -Wall -Wextra -Wpedantic -Werror" "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
run("${CMAKE_COMMAND}" --build "${folder}/project")
run("${CMAKE_CTEST_COMMAND}" --test-dir "${folder}/project" --output-on-failure)
if(NOT output MATCHES "100% tests passed[^\n]* out of 2")  # ctest 4 names no failures where there are none
  message(FATAL_ERROR "not both tests have run:\n${output}")
endif()

file(GLOB_RECURSE pc "${prefix}/*/warpglass.pc")
get_filename_component(pc_folder "${pc}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} "${pc_folder}")
run("${pkg_config}" --modversion warpglass)
run("${pkg_config}" --cflags --libs warpglass)
separate_arguments(flags UNIX_COMMAND "${output}")
get_filename_component(library_folder "${pc_folder}" DIRECTORY)
run(cc "${example}/scale.c" ${flags} "-Wl,-rpath,${library_folder}" -o "${folder}/scale")
run("${folder}/scale")
if(NOT output MATCHES "0 1 6 ... 3066\n256 sectors\nscale.cu:3:")
  message(FATAL_ERROR "scale printed something else:\n${output}")
endif()

# The names that tinygrad looks for.
foreach(name libgpuocelot.so libwarpglass.so.0)
  if(NOT EXISTS "${prefix}/lib/warpglass/gpuocelot/${name}")
    message(FATAL_ERROR "lib/warpglass/gpuocelot/${name} leads nowhere")
  endif()
endforeach()
file(REMOVE_RECURSE "${folder}")
