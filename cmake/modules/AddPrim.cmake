# Wrappers over AddMLIR.cmake, so that every library of the project is declared
# in one way.

option(PRIM_PRECOMPILE_HEADERS "Precompile the upstream headers" ON)

# The library whose precompiled headers all others use. Its one source exists so
# that there is something to compile.
function(add_prim_precompiled_headers)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/PrimUpstreamHeaders.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "// Only here to be compiled.\n")
  add_library(PrimUpstreamHeaders OBJECT ${source})
  # The flags that add_mlir_library gives its targets; they must agree.
  llvm_update_compile_flags(PrimUpstreamHeaders)
  # ccache compares contents, not times.
  target_compile_options(PrimUpstreamHeaders PRIVATE
    "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(PrimUpstreamHeaders PRIVATE
    ${PRIM_SOURCE_DIR}/cmake/modules/UpstreamHeaders.h)
endfunction()

function(prim_use_precompiled_headers name)
  if(TARGET PrimUpstreamHeaders)
    target_precompile_headers(${name} REUSE_FROM PrimUpstreamHeaders)
  endif()
endfunction()

# A library with MLIR code. Arguments as add_mlir_library.
function(add_prim_library name)
  add_mlir_library(${name} PARTIAL_SOURCES_INTENDED EXCLUDE_FROM_LIBMLIR ${ARGN})
  prim_use_precompiled_headers(${name})
endfunction()

# An executable over MLIR libraries: sources, LINK_LIBS (ours), MLIR_LIBS
# (upstream components, replaced by the shared libMLIR where that is linked).
function(add_prim_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_tool(${name} PARTIAL_SOURCES_INTENDED ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  prim_use_precompiled_headers(${name})
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
