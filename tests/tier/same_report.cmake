# cmake -DWARPGLASS=<tool> -DSOURCE=<x.cu> -DFOLDER=<folder> [-DFLAG=<of run>] -P same_report.cmake
# Runs a program by the interpreter and forced through the second tier, and fails unless both print the same, end alike
# and count the same. On one worker: how far others come when a block faults is up to the host.
get_filename_component(name "${SOURCE}" NAME)
foreach(when off always)
  set(report "${FOLDER}/${name}${FLAG}.${when}.csv")
  execute_process(COMMAND "${WARPGLASS}" run --quiet --jobs 1 --tier ${when} ${FLAG} --all-metrics --csv "${report}" "${SOURCE}"
                  OUTPUT_VARIABLE output_${when} ERROR_VARIABLE errors_${when} RESULT_VARIABLE result_${when})
  if(NOT EXISTS "${report}")
    message(FATAL_ERROR "${SOURCE} --tier ${when}: no report\n${errors_${when}}")
  endif()
  file(READ "${report}" counters_${when})
  string(REGEX REPLACE "\n(\"[0-9]+\",)\"[0-9]+\"," "\n\\1" counters_${when} "${counters_${when}}")  # the process's number
endforeach()
foreach(what output errors result counters)
  if(NOT "${${what}_off}" STREQUAL "${${what}_always}")
    message(FATAL_ERROR "${SOURCE}: ${what} differ\n--tier off\n${${what}_off}\n--tier always\n${${what}_always}")
  endif()
endforeach()
