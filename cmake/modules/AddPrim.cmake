# Wrappers over AddMLIR.cmake, so that every library of the project is declared
# in one way.

# A library with MLIR code. Arguments as add_mlir_library.
function(add_prim_library name)
  add_mlir_library(${name} PARTIAL_SOURCES_INTENDED EXCLUDE_FROM_LIBMLIR ${ARGN})
endfunction()

# An executable over MLIR libraries: sources, LINK_LIBS (ours), MLIR_LIBS
# (upstream components, replaced by the shared libMLIR where that is linked).
function(add_prim_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_tool(${name} PARTIAL_SOURCES_INTENDED ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
endfunction()

# A GoogleTest executable under build/unittests, registered with ctest: sources
# and LINK_LIBS.
function(add_prim_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PRIM_BINARY_DIR}/unittests)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
