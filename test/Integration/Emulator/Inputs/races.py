# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""races.py CLANG EMULATOR SOURCE PREFIX CHIP...: compiles the kernels of races.c for
each chip and runs them under several schedules. A good_* kernel must end and return the
values below. A bad_* kernel must be reported as a race by some schedule and never end
in another error."""

import ctypes
import pathlib
import re
import struct
import subprocess
import sys

from primtest.driver import Device

GROUP = 256
SEEDS = (0, 1, 2, 3, 7, -1)
EXPECTED = {
    "good_sum": lambda i: sum(range(i % 8, GROUP, 8)),
    "good_product": lambda i: 2.0**8,
    "good_poll": lambda i: 1,
    "good_message": lambda i: i % 32,
    "good_poll_per_lane": lambda i: GROUP - i,
    "good_rounds": lambda i: GROUP - 1 - i + 2,
}


def run(device, module, name):
    """The values that the kernel writes, or the error's text."""
    out = device.copy_in(bytes(8 * GROUP))
    try:
        device.launch(module, name, 1, (GROUP, 1, 1), [out, ctypes.c_int(1)])
        return struct.unpack(f"{GROUP}d", device.copy_out(out, 8 * GROUP))
    except RuntimeError as error:
        device.library.hipDeviceReset()
        return str(error)


def check(name, results):
    """The error in the results of all schedules, or None."""
    if name.startswith("bad_"):
        other = [r for r in results if isinstance(r, str) and "LDS race" not in r]
        races = [r for r in results if isinstance(r, str)]
        return other[0] if other else None if races else "no schedule reports a race"
    want = tuple(float(EXPECTED[name](i)) for i in range(GROUP))
    for seed, result in zip(SEEDS, results):
        if result != want:
            return f"schedule {seed}: {result if isinstance(result, str) else 'wrong values'}"
    return None


def main():
    clang, emulator, source, prefix, *chips = sys.argv[1:]
    names = re.findall(r"^KERNEL\((\w+)\)", pathlib.Path(source).read_text(), re.M)
    assert set(EXPECTED) == {n for n in names if n.startswith("good_")}, names
    failed = 0
    device = Device(emulator)
    for chip in chips:
        code = f"{prefix}.{chip}.hsaco"
        subprocess.run(
            [clang, "--target=amdgcn-amd-amdhsa", f"-mcpu={chip}", "-O3", "-nogpulib"]
            + ["-ffreestanding", "-w", source, "-o", code],
            check=True,
        )
        assert device.library.primEmulatorSetChip(chip.encode()) == 0
        image = pathlib.Path(code).read_bytes()
        for name in names:
            results = []
            for seed in SEEDS:
                device.library.primEmulatorSetSeed(ctypes.c_int64(seed))
                # A reset after a fault also removes the module.
                module = device.load(image)
                results.append(run(device, module, name))
                if not isinstance(results[-1], str):
                    device.unload(module)
            device.library.hipDeviceReset()
            problem = check(name, results)
            failed += problem is not None
            if problem:
                print(f"FAIL {chip} {name}: {problem}")
    print(f"{len(names)} kernels on {len(chips)} chips, {failed} failed")
    return int(failed > 0 or not names)


if __name__ == "__main__":
    sys.exit(main())
