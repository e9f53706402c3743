"""Writes a gpu.module of kernels that are large enough to be compiled separately.

usage: split-kernels.py KERNEL...

Each KERNEL is NAME=SYMBOL,...: a kernel that adds to the i32 of each symbol: `own`, an
internal variable of the device; `seen`, an external one; `table`, a constant; `call`, a
function of the module that is not inlined; `missing`, an undefined symbol.
"""

import sys

OPERATIONS = 150

print("gpu.module @kernels [#rocdl.target<chip = \"gfx942\">] {")
print("  llvm.mlir.global internal @own(1 : i32) {addr_space = 1 : i32} : i32")
print("  llvm.mlir.global external @seen(2 : i32) {addr_space = 1 : i32} : i32")
print("  llvm.mlir.global internal constant @table(3 : i32) {addr_space = 4 : i32} : i32")
print("""  llvm.func internal @call(%x: i32) -> i32 attributes {no_inline} {
    %y = llvm.mul %x, %x : i32
    llvm.return %y : i32
  }
  llvm.func @missing(i32) -> i32""")
for kernel in sys.argv[1:]:
    name, _, symbols = kernel.partition("=")
    print(f"  llvm.func @{name}(%p: !llvm.ptr<1>, %x: i32) attributes "
          "{gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>, rocdl.kernel} {")
    value = "%x"
    for i in range(OPERATIONS):
        kind = ("mul", "xor")[i % 2]
        print(f"    %v{i} = llvm.{kind} {value}, {value if kind == 'mul' else '%x'} : i32")
        value = f"%v{i}"
    for number, symbol in enumerate(filter(None, symbols.split(","))):
        if symbol in ("call", "missing"):
            print(f"    %s{number} = llvm.call @{symbol}({value}) : (i32) -> i32")
        else:
            space = 4 if symbol == "table" else 1
            print(f"    %a{number} = llvm.mlir.addressof @{symbol} : !llvm.ptr<{space}>")
            print(f"    %s{number} = llvm.load volatile %a{number} : !llvm.ptr<{space}> -> i32")
        print(f"    %t{number} = llvm.add {value}, %s{number} : i32")
        value = f"%t{number}"
    print(f"    llvm.store {value}, %p : i32, !llvm.ptr<1>\n    llvm.return\n  }}")
print("}")
