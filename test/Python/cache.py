# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Compiled programs on disk, shared by several processes."""

import json
import os
import pathlib
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

# The work of a process: programs by name, each compared with numpy. Prints the result
# of prim.cache_info().
WORK = """
import json, sys
import numpy as np
import prim

x = np.arange(-500, 2500, dtype="int32") * 7919 % 1009
f = x.astype("float64")
programs = {
    "scan": (lambda: prim.scan(x, dtype="int32"), lambda: np.cumsum(x, dtype="int32")),
    "max": (lambda: prim.scan(x, "max"), lambda: np.maximum.accumulate(x)),
    "sum": (lambda: prim.reduce(f), lambda: f.sum()),
    "own": (
        lambda: prim.reduce(x, prologue=lambda v: v * 3 + 1, dtype="int64"),
        lambda: (x.astype("int64") * 3 + 1).sum(),
    ),
}
for name in sys.argv[1:]:
    run, expected = programs[name]
    np.testing.assert_array_equal(run(), expected(), name)
print(json.dumps(prim.cache_info()))
"""
ALL = ["scan", "max", "sum", "own"]


class Cache(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.base = pathlib.Path(temporary.name)
        self.folder = self.base / "cache"
        self.environment = dict(os.environ)
        self.environment.pop("PRIM_CACHE", None)
        self.environment["PRIM_CACHE_DIR"] = str(self.folder)

    def start(self, *names, work=WORK, **environment):
        return subprocess.Popen(
            [sys.executable, "-c", work, *names],
            env={**self.environment, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process):
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 0, errors)
        self.errors = errors
        return json.loads(output.splitlines()[-1])

    def run_work(self, *names, **options):
        return self.finish(self.start(*names, **options))

    def entries(self):
        return sorted(self.folder.glob("*"))

    def test_another_process_loads(self):
        info = self.run_work(*ALL)
        self.assertEqual((info["compiled"], info["loaded"]), (4, 0))
        self.assertEqual(info["folder"], str(self.folder))
        self.assertIsNone(info["problem"])
        info = self.run_work(*ALL)
        self.assertEqual((info["compiled"], info["loaded"]), (0, 4))
        self.assertEqual(info["disk"]["hits"], 4)
        self.assertEqual(info["disk"]["rejected"], 0)
        self.assertEqual(len(self.entries()), 4)
        info = self.run_work(*ALL, PRIM_CACHE="0")
        self.assertEqual((info["compiled"], info["folder"]), (4, None))
        self.assertEqual(info["disk"], {})

    def test_the_users_folder(self):
        del self.environment["PRIM_CACHE_DIR"]
        home = self.base / "home"
        self.environment.pop("XDG_CACHE_HOME", None)
        info = self.run_work("scan", HOME=str(home))
        self.assertEqual(info["folder"], str(home / ".cache" / "prim"))
        made = home / ".cache" / "prim"
        self.assertEqual(len(list(made.iterdir())), 1)
        self.assertEqual(stat.S_IMODE(made.stat().st_mode), 0o700)
        info = self.run_work("scan", XDG_CACHE_HOME=str(self.base))
        self.assertEqual(info["folder"], str(self.base / "prim"))

    def test_writers_that_are_killed(self):
        """Processes compile the same and other programs, and most are killed at any
        point. The remaining entries are intact."""
        rng = random.Random(1)
        for turn in range(6):
            processes = [
                self.start(*rng.sample(ALL, len(ALL))) for _ in range(3)
            ]
            time.sleep(0.3 + 0.15 * turn)
            for process in processes[1:]:
                process.send_signal(signal.SIGKILL)
                process.communicate()
            self.finish(processes[0])
            if turn % 2:
                # Some of it is compiled again.
                rng.choice(self.entries()).unlink()
        self.run_work(*ALL)
        info = self.run_work(*ALL)
        self.assertEqual((info["compiled"], info["loaded"]), (0, 4))
        self.assertEqual(info["disk"]["rejected"], 0)

    def test_damaged_entries(self):
        """A byte of each entry is changed; results are still correct."""
        self.run_work(*ALL)
        rng = random.Random(2)
        for entry in self.entries():
            data = bytearray(entry.read_bytes())
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            entry.write_bytes(data)
        info = self.run_work(*ALL)
        self.assertEqual((info["compiled"], info["loaded"]), (4, 0))
        self.assertEqual(info["disk"]["rejected"], 4)
        self.assertEqual(self.run_work(*ALL)["loaded"], 4)

    def test_another_build(self):
        """A build with another build id, of libprim or of a library that compiles for
        it, uses no entry of this build."""
        from prim import _library

        _library.library()
        maps = pathlib.Path("/proc/self/maps").read_text().split()
        used = {name for name in maps if "/libMLIR.so" in name or "/libLLVM" in name}
        real = pathlib.Path(_library.path()).resolve()

        def other_build(file, path):
            data = bytearray(file.read_bytes())
            note = data.find(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")
            self.assertGreater(note, 0, f"{file} has no build id of 20 bytes")
            data[note + 16] ^= 1
            path.write_bytes(data)

        def loaded(**environment):
            info = self.run_work("scan", **environment)
            self.assertEqual(info["loaded"] + info["compiled"], 1)
            return info["loaded"]

        self.assertEqual(loaded(), 0)
        self.assertEqual(loaded(), 1)
        copy = self.base / "lib"
        copy.mkdir()
        # The libraries beside it, which it finds by its own path.
        for file in real.parent.glob("libprim*.so*"):
            (copy / file.name).symlink_to(file)
        (copy / real.name).unlink()
        moved = copy / real.name
        shutil.copy(real, moved)
        # Its prim-codegen is elsewhere.
        self.assertEqual(loaded(PRIM_LIBRARY=str(moved)), 0)
        self.assertEqual(loaded(PRIM_LIBRARY=str(moved)), 1)
        other_build(real, moved)
        self.assertEqual(loaded(PRIM_LIBRARY=str(moved)), 0)
        self.assertEqual(loaded(PRIM_LIBRARY=str(moved)), 1)

        for number, file in enumerate(map(pathlib.Path, sorted(used))):
            with self.subTest(library=file.name):
                folder = self.base / str(number)
                folder.mkdir()
                other_build(file, folder / file.name)
                self.assertEqual(loaded(LD_LIBRARY_PATH=str(folder)), 0)
                self.assertEqual(loaded(LD_LIBRARY_PATH=str(folder)), 1)
                shutil.rmtree(folder)
        self.assertEqual(loaded(), 1)

    def test_bound(self):
        sizes = []
        for name in ALL:
            self.run_work(name)
            sizes.append(sum(entry.stat().st_size for entry in self.entries()))
        bound = sizes[-1] - 1
        shutil.rmtree(self.folder)
        for name in ALL:
            self.run_work(name, PRIM_CACHE_BYTES=str(bound))
        kept = self.entries()
        self.assertEqual(len(kept), 3)
        self.assertLessEqual(sum(entry.stat().st_size for entry in kept), bound)
        # The least recently used one was evicted.
        self.assertEqual(self.run_work(*ALL[1:])["loaded"], 3)

    def test_what_is_wrong_is_a_warning(self):
        self.folder.mkdir(mode=0o777)
        self.folder.chmod(0o777)
        info = self.run_work(*ALL)
        self.assertEqual(info["compiled"], 4)
        self.assertIn("chmod go-w", info["problem"])
        # Once for all of them.
        self.assertEqual(self.errors.count("other users can write to it"), 1)
        self.assertEqual(self.entries(), [])
        info = self.run_work("scan", PRIM_CACHE="never")
        self.assertIn("PRIM_CACHE is 'never'", info["problem"])
        self.assertIsNone(info["folder"])

    def test_set_cache(self):
        work = """
import json, os, sys
import numpy as np
import prim

def compiled():
    prim.clear_cache()
    before, stages = prim.cache_info(), []
    with prim.progress(lambda event: stages.append(event.stage)):
        prim.scan(np.arange(3), "max")
    after = prim.cache_info()
    new = after["compiled"] - before["compiled"]
    assert stages[2] == ("compiled" if new else "loaded"), stages
    return [new, after["folder"]]

seen = [compiled(), compiled()]
prim.set_cache(None)
seen.append(compiled())
prim.set_cache(sys.argv[1])
seen += [compiled(), compiled()]
prim.clear_cache(disk=True)
seen.append(compiled())
prim.set_cache("default")
seen.append(compiled())
print(json.dumps(seen))
"""
        other = str(self.base / "other")
        folder = str(self.folder)
        self.assertEqual(
            self.run_work(other, work=work),
            [
                [1, folder],
                [0, folder],
                [1, None],
                [1, other],
                [0, other],
                [1, other],
                [0, folder],
            ],
        )

    def test_set_cache_to_no_path(self):
        work = """
import json, os, pathlib, sys
import prim

before = prim.cache_info()["folder"]
for folder, error, text in (
    ("", ValueError, "folder is empty; pass a path"),
    (b"", ValueError, "folder is empty"),
    ("a\\0b", ValueError, "a path has no NUL"),
    (3, TypeError, "folder is a int; it can be a path"),
):
    try:
        prim.set_cache(folder)
        raise AssertionError(f"{folder!r} is taken")
    except error as found:
        assert text in str(found), found
    assert prim.cache_info()["folder"] == before
os.chdir(sys.argv[1])
seen = []
for folder in (pathlib.Path("default"), b"default", "./default", "default", None):
    prim.set_cache(folder)
    seen.append(prim.cache_info()["folder"])
print(json.dumps(seen))
"""
        named = str(self.base.resolve() / "default")
        seen = self.run_work(str(self.base.resolve()), work=work)
        self.assertEqual(seen, [named] * 3 + [str(self.folder), None])


if __name__ == "__main__":
    unittest.main()
