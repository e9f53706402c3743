# Wrappers over AddMLIR.cmake, so that every library of the project is declared
# in one way.

option(PRIM_PRECOMPILE_HEADERS "Precompile the upstream headers" ON)

# LLVM allocates so much that the allocator decides a sixth of a tool's time.
find_library(PRIM_JEMALLOC NAMES libjemalloc_pic.a
  DOC "jemalloc, linked into the tools; they use the C library's allocator without it")
mark_as_advanced(PRIM_JEMALLOC)

# The libraries whose precompiled headers all others use: upstream's, and over them the
# dialect's. Their one source exists so that there is something to compile.
function(add_prim_precompiled_headers)
  _add_prim_headers(PrimUpstreamHeaders ${PRIM_SOURCE_DIR}/cmake/modules/UpstreamHeaders.h)
  _add_prim_headers(PrimDialectHeaders ${PRIM_SOURCE_DIR}/cmake/modules/DialectHeaders.h)
  add_dependencies(PrimDialectHeaders PrimIRIncGen)
  # One is precompiled over the other, which CMake has no words for.
  set(upstream ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/PrimUpstreamHeaders.dir/cmake_pch.hxx.pch)
  target_compile_options(PrimDialectHeaders PRIVATE
    "SHELL:-Xclang -include-pch -Xclang ${upstream}")
  set_property(SOURCE
    ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/PrimDialectHeaders.dir/cmake_pch.hxx.cxx
    PROPERTY OBJECT_DEPENDS ${upstream})
endfunction()

function(_add_prim_headers name header)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "// Only here to be compiled.\n")
  add_library(${name} OBJECT ${source})
  # The flags that add_mlir_library gives its targets; they must agree.
  llvm_update_compile_flags(${name})
  # ccache compares contents, not times.
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${name} PRIVATE ${header})
endfunction()

# Uses those that the folder's libraries use: PRIM_PRECOMPILED, or else upstream's.
function(prim_use_precompiled_headers name)
  if(NOT PRIM_PRECOMPILED)
    set(PRIM_PRECOMPILED PrimUpstreamHeaders)
  endif()
  if(TARGET ${PRIM_PRECOMPILED})
    target_precompile_headers(${name} REUSE_FROM ${PRIM_PRECOMPILED})
  endif()
endfunction()

# Installs a target and exports it with the CMake package. EXPORT: the set it is
# in, Prim unless it says otherwise. COMPONENT: what is needed to run programs
# (runtime) or to build others over prim (development). As an external project of
# LLVM's, targets are installed as LLVM's are.
function(prim_install name)
  cmake_parse_arguments(ARG "" "COMPONENT;EXPORT" "" ${ARGN})
  if(NOT PRIM_STANDALONE_BUILD)
    return()
  endif()
  if(NOT ARG_EXPORT)
    set(ARG_EXPORT Prim)
  endif()
  install(TARGETS ${name} EXPORT ${ARG_EXPORT}Targets
    LIBRARY DESTINATION lib${LLVM_LIBDIR_SUFFIX} COMPONENT ${ARG_COMPONENT}
    ARCHIVE DESTINATION lib${LLVM_LIBDIR_SUFFIX} COMPONENT ${ARG_COMPONENT}
    RUNTIME DESTINATION bin COMPONENT ${ARG_COMPONENT})
endfunction()

# The headers of prim as users of the target find them.
function(prim_export_headers name)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PRIM_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PRIM_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
endfunction()

# A shared object that shows what a version script lists. LLVM and MLIR keep
# addresses of what is in it, so it is never unloaded.
function(prim_hide_symbols name script)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${script})
  target_link_options(${name} PRIVATE
    -Wl,--version-script=${script} -Wl,-z,nodelete)
endfunction()

# A library with MLIR code. Arguments as add_mlir_library, and NO_INSTALL for one
# that is of use in this build alone.
function(add_prim_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "" ${ARGN})
  set(disable_install)
  if(PRIM_STANDALONE_BUILD OR ARG_NO_INSTALL)
    set(disable_install DISABLE_INSTALL)
  endif()
  add_mlir_library(${name} PARTIAL_SOURCES_INTENDED EXCLUDE_FROM_LIBMLIR
    ${disable_install} ${ARG_UNPARSED_ARGUMENTS})
  prim_use_precompiled_headers(${name})
  prim_export_headers(${name})
  if(NOT ARG_NO_INSTALL)
    prim_install(${name} COMPONENT development)
  endif()
endfunction()

# An executable over MLIR libraries: sources, LINK_LIBS (ours), MLIR_LIBS
# (upstream components, replaced by the shared libMLIR where that is linked),
# COMPONENT as in prim_install; none: it is of use in this build alone.
function(add_prim_tool name)
  cmake_parse_arguments(ARG "" "COMPONENT" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  if(PRIM_STANDALONE_BUILD)
    add_llvm_executable(${name} PARTIAL_SOURCES_INTENDED ${ARG_UNPARSED_ARGUMENTS})
  else()
    add_mlir_tool(${name} PARTIAL_SOURCES_INTENDED ${ARG_UNPARSED_ARGUMENTS})
  endif()
  if(ARG_COMPONENT)
    prim_install(${name} COMPONENT ${ARG_COMPONENT})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  # Sanitizers have an allocator of their own.
  if(PRIM_JEMALLOC AND NOT LLVM_USE_SANITIZER)
    target_link_libraries(${name} PRIVATE ${PRIM_JEMALLOC})
  endif()
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
