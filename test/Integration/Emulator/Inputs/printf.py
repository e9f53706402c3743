# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""printf.py CLANG EMULATOR DEVICE-LIBS SOURCE PREFIX CHIP: compiles the kernel of
printf.c as HIP, with the function of AMD's library that reserves room for output, and
runs it with three threads."""

import pathlib
import struct
import subprocess
import sys

from primtest.driver import Device

THREADS = 3


def compile_kernel(clang, libraries, source, chip, code):
    command = [clang, "-x", "hip", "--offload-device-only", "--no-gpu-bundle-output"]
    command += ["-nogpuinc", "-nogpulib", f"--offload-arch={chip}", "-O2", "-w"]
    command += ["-mprintf-kind=buffered", "-mcode-object-version=5"]
    for name in ("opencl", "oclc_abi_version_500"):
        command += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{libraries}/{name}.bc"]
    subprocess.run([*command, source, "-o", code], check=True)


def main():
    clang, emulator, libraries, source, prefix, chip = sys.argv[1:]
    code = f"{prefix}.{chip}.hsaco"
    compile_kernel(clang, libraries, source, chip, code)
    device = Device(emulator)
    assert device.library.primEmulatorSetChip(chip.encode()) == 0
    module = device.load(pathlib.Path(code).read_bytes())
    out = device.copy_in(bytes(4 * THREADS))
    device.launch(module, "print", 1, (THREADS, 1, 1), [out])
    print(list(struct.unpack(f"{THREADS}i", device.copy_out(out, 4 * THREADS))))


main()
