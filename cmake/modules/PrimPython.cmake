# Whether MLIR's Python bindings can be built: finds their sources, Python and
# nanobind.

set(PRIM_PYTHON_BINDINGS AUTO CACHE STRING
    "MLIR's Python bindings: ON, OFF, or AUTO where their sources are there")
set_property(CACHE PRIM_PYTHON_BINDINGS PROPERTY STRINGS AUTO ON OFF)
set(PRIM_MLIR_PYTHON_SOURCE_DIR "" CACHE PATH
    "MLIR's sources of this very version, for mlir/python and \
mlir/lib/Bindings/Python; not needed where the MLIR installation exports them")
set(PRIM_PYTHON_INSTALL_DIR python_packages CACHE STRING
    "Where the bindings are installed, below the prefix: a folder for sys.path")
set(PRIM_PYTHON_VENV ${PRIM_BINARY_DIR}/venv CACHE PATH
    "Python virtual environment with the packages that scripts/setup pins")

# Sets `reason` to why the bindings cannot be built, or to nothing, and
# PRIM_MLIR_PYTHON_SOURCES to the folder with mlir/python (empty if the
# installation exports what is in it). Finds Python.
macro(prim_find_python_bindings reason)
  set(${reason} "")
  set(PRIM_MLIR_PYTHON_SOURCES "")
  # The environment's interpreter is the one that the bindings are for.
  if(NOT Python3_EXECUTABLE AND EXISTS ${PRIM_PYTHON_VENV}/bin/python)
    set(Python3_EXECUTABLE ${PRIM_PYTHON_VENV}/bin/python)
  endif()
  if(Python3_EXECUTABLE AND NOT Python_EXECUTABLE)
    set(Python_EXECUTABLE ${Python3_EXECUTABLE})
  endif()
  # A wheel is built in a folder of its own, from what the checkout's build has.
  set(_fetched ${PRIM_BINARY_DIR}/mlir-python)
  if(NOT EXISTS ${_fetched} AND PRIM_STANDALONE_BUILD)
    set(_fetched ${PRIM_SOURCE_DIR}/build/mlir-python)
  endif()
  # Otherwise the first build after scripts/fetch-bindings would not notice.
  foreach(_file stamp unavailable)
    if(EXISTS ${_fetched}/${_file})
      set_property(DIRECTORY ${PRIM_SOURCE_DIR} APPEND PROPERTY
        CMAKE_CONFIGURE_DEPENDS ${_fetched}/${_file})
    endif()
  endforeach()

  if(PRIM_PYTHON_BINDINGS STREQUAL "OFF")
    set(${reason} "PRIM_PYTHON_BINDINGS is OFF")
  elseif(NOT EXISTS ${MLIR_CMAKE_DIR}/AddMLIRPython.cmake)
    set(${reason} "this MLIR installation has no AddMLIRPython.cmake")
  elseif(PRIM_MLIR_PYTHON_SOURCE_DIR)
    # Either LLVM's tree or its folder mlir.
    get_filename_component(_parent ${PRIM_MLIR_PYTHON_SOURCE_DIR} DIRECTORY)
    get_filename_component(_name ${PRIM_MLIR_PYTHON_SOURCE_DIR} NAME)
    if(EXISTS ${PRIM_MLIR_PYTHON_SOURCE_DIR}/mlir/python/CMakeLists.txt)
      set(PRIM_MLIR_PYTHON_SOURCES ${PRIM_MLIR_PYTHON_SOURCE_DIR})
    elseif(_name STREQUAL "mlir" AND
           EXISTS ${PRIM_MLIR_PYTHON_SOURCE_DIR}/python/CMakeLists.txt)
      set(PRIM_MLIR_PYTHON_SOURCES ${_parent})
    else()
      set(${reason}
          "PRIM_MLIR_PYTHON_SOURCE_DIR (${PRIM_MLIR_PYTHON_SOURCE_DIR}) has no mlir/python")
    endif()
  elseif(TARGET MLIRPythonSources.Core)
    message(STATUS "Sources of MLIR's Python bindings: the installation's")
  elseif(EXISTS ${_fetched}/stamp)
    set(PRIM_MLIR_PYTHON_SOURCES ${_fetched}/source)
  elseif(EXISTS ${_fetched}/unavailable)
    file(STRINGS ${_fetched}/unavailable ${reason} LIMIT_COUNT 1)
  else()
    set(${reason} "their sources are not here; scripts/fetch-bindings gets them, \
or PRIM_MLIR_PYTHON_SOURCE_DIR names them")
  endif()

  if(NOT ${reason})
    find_package(Python3 3.10 QUIET COMPONENTS Interpreter Development.Module)
    if(NOT Python3_FOUND)
      set(${reason} "there is no Python of 3.10 or newer with its headers")
    else()
      execute_process(
        COMMAND ${Python3_EXECUTABLE} -c
          "import nanobind; print(nanobind.__version__, end='')"
        RESULT_VARIABLE _status OUTPUT_VARIABLE _nanobind ERROR_QUIET)
      if(NOT _status EQUAL 0)
        set(${reason} "${Python3_EXECUTABLE} has no package nanobind")
      elseif(_nanobind VERSION_LESS 2.9 OR _nanobind VERSION_GREATER_EQUAL 3)
        set(${reason} "nanobind must be 2.9 or a newer 2.x, found ${_nanobind}")
      endif()
    endif()
  endif()
endmacro()
