# A source file with a hash of files, run by the build as
#   cmake -DOUTPUT=FILE.cpp -DFUNCTION=NAME -DFILES=A,B... -P HashFiles.cmake
# FUNCTION, in namespace mlir::prim, returns the hash as digits. The file is written
# only if the hash is another one: what includes nothing else is not compiled again.
cmake_minimum_required(VERSION 3.22)
string(REPLACE "," ";" FILES "${FILES}")
set(hashes)
foreach(file ${FILES})
  file(SHA256 "${file}" hash)
  string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
"namespace mlir::prim {
const char *@FUNCTION@();
} // namespace mlir::prim
const char *mlir::prim::@FUNCTION@() {
  return \"@hash@\";
}
")
