# MLIR's Python sources as its own python/CMakeLists.txt declares them, for an
# installation that does not export them: the parts that prim.mlir is made of.
# PRIM_MLIR_PYTHON_SOURCES is the folder with mlir/python.
set(upstream_python ${PRIM_MLIR_PYTHON_SOURCES}/mlir/python/mlir)
set(upstream_cpp ${PRIM_MLIR_PYTHON_SOURCES}/mlir/lib/Bindings/Python)
# For mlir/Bindings/Python; its C headers are the installation's.
include_directories(BEFORE SYSTEM ${PRIM_MLIR_PYTHON_SOURCES}/mlir/include)

declare_mlir_python_sources(MLIRPythonSources)
declare_mlir_python_sources(MLIRPythonSources.Dialects
  ADD_TO_PARENT MLIRPythonSources)
declare_mlir_python_sources(MLIRPythonSources.Core
  ADD_TO_PARENT MLIRPythonSources)
declare_mlir_python_sources(MLIRPythonSources.Core.Python
  ROOT_DIR ${upstream_python}
  ADD_TO_PARENT MLIRPythonSources.Core
  SOURCES
    _mlir_libs/__init__.py
    _mlir_libs/_mlir/py.typed
    ir.py
    passmanager.py
    rewrite.py
    dialects/_ods_common.py
    extras/meta.py
    extras/types.py)

# upstream_dialect(NAME TD_FILE [ENUMS | ENUMS_FILE file] SOURCES...)
function(upstream_dialect name td)
  cmake_parse_arguments(ARG "ENUMS" "ENUMS_FILE" "SOURCES" ${ARGN})
  set(enums)
  if(ARG_ENUMS)
    set(enums GEN_ENUM_BINDINGS)
  elseif(ARG_ENUMS_FILE)
    set(enums GEN_ENUM_BINDINGS_TD_FILE ${ARG_ENUMS_FILE})
  endif()
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES dialects/${name}.py)
  endif()
  declare_mlir_dialect_python_bindings(
    ADD_TO_PARENT MLIRPythonSources.Dialects
    ROOT_DIR ${upstream_python}
    TD_FILE dialects/${td}
    SOURCES ${ARG_SOURCES}
    DIALECT_NAME ${name}
    ${enums})
endfunction()

# The path goes from `upstream_python` to the installation's headers.
find_path(PRIM_MLIR_HEADERS mlir/Dialect/Bufferization/IR/BufferizationEnums.td
  PATHS ${MLIR_INCLUDE_DIRS} NO_DEFAULT_PATH REQUIRED)
mark_as_advanced(PRIM_MLIR_HEADERS)
file(RELATIVE_PATH bufferization_enums ${upstream_python}
  ${PRIM_MLIR_HEADERS}/mlir/Dialect/Bufferization/IR/BufferizationEnums.td)
file(GLOB_RECURSE linalg_sources RELATIVE ${upstream_python}
  ${upstream_python}/dialects/linalg/*.py)

upstream_dialect(affine AffineOps.td ENUMS)
upstream_dialect(amdgpu AMDGPUOps.td ENUMS)
upstream_dialect(arith ArithOps.td ENUMS)
upstream_dialect(bufferization BufferizationOps.td
  ENUMS_FILE ${bufferization_enums})
upstream_dialect(builtin BuiltinOps.td)
upstream_dialect(cf ControlFlowOps.td)
upstream_dialect(complex ComplexOps.td)
upstream_dialect(func FuncOps.td)
upstream_dialect(gpu GPUOps.td ENUMS SOURCES dialects/gpu/__init__.py)
upstream_dialect(index IndexOps.td ENUMS)
upstream_dialect(linalg LinalgOps.td ENUMS SOURCES ${linalg_sources})
upstream_dialect(llvm LLVMOps.td ENUMS)
upstream_dialect(math MathOps.td)
upstream_dialect(memref MemRefOps.td)
upstream_dialect(nvvm NVVMOps.td ENUMS)
upstream_dialect(rocdl ROCDLOps.td)
upstream_dialect(scf SCFOps.td)
upstream_dialect(tensor TensorOps.td)
upstream_dialect(ub UBOps.td)
upstream_dialect(vector VectorOps.td ENUMS_FILE dialects/VectorAttributes.td)

declare_mlir_python_extension(MLIRPythonExtension.MLIRPythonSupport
  _PRIVATE_SUPPORT_LIB
  MODULE_NAME MLIRPythonSupport
  ADD_TO_PARENT MLIRPythonSources.Core
  ROOT_DIR ${upstream_cpp}
  SOURCES
    Globals.cpp
    IRAttributes.cpp
    IRCore.cpp
    IRTypes.cpp)
declare_mlir_python_extension(MLIRPythonExtension.Core
  MODULE_NAME _mlir
  ADD_TO_PARENT MLIRPythonSources.Core
  ROOT_DIR ${upstream_cpp}
  SOURCES
    MainModule.cpp
    IRAffine.cpp
    IRInterfaces.cpp
    Pass.cpp
    Rewrite.cpp
  PRIVATE_LINK_LIBS LLVMSupport
  EMBED_CAPI_LINK_LIBS
    MLIRCAPIDebug
    MLIRCAPIFunc
    MLIRCAPIIR
    MLIRCAPIInterfaces)

# upstream_dialect_extension(DIALECT NAME CAPI-LIBRARIES...): the attributes and
# types of a dialect.
function(upstream_dialect_extension dialect name)
  declare_mlir_python_extension(MLIRPythonExtension.Dialects.${name}.Nanobind
    MODULE_NAME _mlirDialects${name}
    ADD_TO_PARENT MLIRPythonSources.Dialects.${dialect}
    ROOT_DIR ${upstream_cpp}
    SOURCES Dialect${name}.cpp
    PRIVATE_LINK_LIBS LLVMSupport
    EMBED_CAPI_LINK_LIBS MLIRCAPIIR ${ARGN})
endfunction()
upstream_dialect_extension(amdgpu AMDGPU MLIRCAPIAMDGPU)
upstream_dialect_extension(gpu GPU MLIRCAPIGPU)
upstream_dialect_extension(linalg Linalg MLIRCAPILinalg)
upstream_dialect_extension(llvm LLVM MLIRCAPILLVM MLIRCAPITarget)
