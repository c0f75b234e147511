# Builds a copy of `source` in `folder` with make and `nvcc`, and runs it.
file(REMOVE_RECURSE "${folder}")
file(COPY "${source}/" DESTINATION "${folder}")
execute_process(COMMAND make "NVCC=${nvcc}" run WORKING_DIRECTORY "${folder}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "make failed: ${status}")
endif()
