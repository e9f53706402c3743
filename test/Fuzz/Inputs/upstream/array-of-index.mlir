// signature: mlir::detail::Parser::parseDenseArrayAttr
// reason: the parser asks for the width of a type that has none
// command: prim-opt
func.func @f() attributes {a = array<index: 1>} {
  return
}
