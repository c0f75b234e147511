# cmake -DWARPGLASS=<tool> -DSOURCE=<x.cu> -P run_example.cmake
# Runs one example by the tool and fails unless it printed its PASS line and ended with 0.
execute_process(COMMAND "${WARPGLASS}" run --quiet "${SOURCE}"
                OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
message("${output}${errors}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: exit code ${result}")
endif()
if(NOT output MATCHES "(^|\n)PASS ")
  message(FATAL_ERROR "${SOURCE}: no PASS line")
endif()
