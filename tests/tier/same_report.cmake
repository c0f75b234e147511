# cmake -DWARPGLASS=<tool> -DSOURCE=<x.cu> -DFOLDER=<folder> -P same_report.cmake
# Runs a program by the interpreter and forced through the second tier, and fails unless both print the same, end alike
# and count the same.
get_filename_component(name "${SOURCE}" NAME)
foreach(when off always)
  set(report "${FOLDER}/${name}.${when}.csv")
  execute_process(COMMAND "${WARPGLASS}" run --quiet --tier ${when} --all-metrics --csv "${report}" "${SOURCE}"
                  OUTPUT_VARIABLE output_${when} ERROR_VARIABLE errors_${when} RESULT_VARIABLE result_${when})
  if(NOT EXISTS "${report}")
    message(FATAL_ERROR "${SOURCE} --tier ${when}: no report\n${errors_${when}}")
  endif()
  file(READ "${report}" counters_${when})
endforeach()
foreach(what output errors result counters)
  # What depends on the host's clock or the process is in no table of counters.
  if(NOT "${${what}_off}" STREQUAL "${${what}_always}")
    message(FATAL_ERROR "${SOURCE}: ${what} differ\n--tier off\n${${what}_off}\n--tier always\n${${what}_always}")
  endif()
endforeach()
