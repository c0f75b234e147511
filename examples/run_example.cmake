# cmake -DWARPGLASS=<tool> -DSOURCE=<x.cu> -DREPORT=<x.json> -DCHECK_JSON=<program> -DSCHEMA=<schema> -P run_example.cmake
# Runs one example by the tool and fails unless it printed its PASS line and ended with 0, and its report is as the
# published schema says.
execute_process(COMMAND "${WARPGLASS}" run --quiet --json "${REPORT}" "${SOURCE}"
                OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
message("${output}${errors}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: exit code ${result}")
endif()
if(NOT output MATCHES "(^|\n)PASS ")
  message(FATAL_ERROR "${SOURCE}: no PASS line")
endif()
execute_process(COMMAND "${CHECK_JSON}" "${SCHEMA}" "${REPORT}" OUTPUT_VARIABLE problems RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: its report is not as ${SCHEMA} says:\n${problems}")
endif()
