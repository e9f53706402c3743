# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the tests' kernels with another LLVM too, and compares the results of both.

Each command (a golden file, a suite, the examples) runs twice on the emulator: with the
code of prim's LLVM, and with that of the LLVM inside the wheel `triton`. A replacement
for prim-codegen requests optimised LLVM IR from the real one, compiles it to an object
with the other LLVM, and links that. If the other LLVM fails, prim's code is used, and
the reason is counted. prim's code is also used if prim-check finds overwritten
condition codes (llvm#215745, which the other LLVM has on gfx9 and prim avoids). Both
runs compare their results with the same expected ones; a line that only one of them
prints is a difference. An error that both LLVMs have is not found.

scripts/second-opinion starts this. PRIM_SECOND_OPINION in the environment makes it the
server that contains the other LLVM (`serve`) or the replacement (`answer`)."""

import argparse
import collections
import json
import os
import pathlib
import re
import signal
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "scripts"))

import codegen_standin

# ---------------------------------------------------------------------------
# The other LLVM, in a server: loading it takes seconds
# ---------------------------------------------------------------------------


def send(stream, head, data):
    message = codegen_standin.join(head, data)
    stream.sendall(struct.pack("<Q", len(message)) + message)


def receive(stream):
    def exactly(count):
        data = bytearray()
        while len(data) < count:
            part = stream.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError("the other LLVM's process ended")
            data += part
        return bytes(data)

    (length,) = struct.unpack("<Q", exactly(8))
    return codegen_standin.split(exactly(length))


# Features that the other LLVM enables on a chip by default and LLVM 22 does not:
# register halves as operands, which the emulator would not decode.
# By the beginning of the chip's name.
LEFT_OUT = {"gfx12": ["-real-true16"]}


def compile_other(llvm, head, text):
    """Compiles the object in this process. Raises RuntimeError, or ends the process."""
    left_out = [word for of, words in LEFT_OUT.items() if head["chip"].startswith(of) for word in words]
    features = [word for word in head["features"].split(",") if word] + left_out
    # The features that a function specifies override these, so they are added there.
    own = '"target-features"="[^"]*'
    text = re.sub(own, lambda found: ",".join([found[0], *left_out]), text.decode())
    code = llvm.translate_to_asm(
        text, head["triple"], head["chip"], ",".join(features),
        [],  # flags
        False,  # enable_fp_fusion
        True,  # is_object
        False,  # canonicalize_gep
    )  # fmt: skip
    return code if isinstance(code, bytes) else code.encode("latin-1")


def serve(path):
    from triton._C.libtriton import llvm

    llvm.init_targets()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            head, text = receive(self.request)
            with tempfile.TemporaryFile() as words, tempfile.TemporaryFile() as made:
                # LLVM ends the process for some inputs; its last output is the reason.
                child = os.fork()
                if child == 0:
                    os.dup2(words.fileno(), 2)
                    try:
                        made.write(compile_other(llvm, head, text))
                        made.flush()
                        os._exit(0)
                    except BaseException as error:
                        os.write(2, str(error).encode())
                        os._exit(1)
                _, status = os.waitpid(child, 0)
                words.seek(0)
                made.seek(0)
                said = words.read().decode(errors="replace")
                if status == 0:
                    send(self.request, {"ok": True, "said": said}, made.read())
                    return
                code = os.waitstatus_to_exitcode(status)
                if code < 0:
                    said = "%s\n%s" % (said, signal.Signals(-code).name)
                send(self.request, {"ok": False, "said": said}, b"")

    class Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
        max_children = os.cpu_count() or 1

    with Server(path, Handler) as server:
        print("ready", flush=True)
        server.serve_forever()


# ---------------------------------------------------------------------------
# The stand-in
# ---------------------------------------------------------------------------


def link(data):
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, "kernels.o"), pathlib.Path(folder, "code")
        source.write_bytes(data)
        done = subprocess.run(
            ["ld.lld-22", "-shared", "--no-undefined", "-o", str(code), str(source)],
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError("linking failed: " + done.stderr)
        return code.read_bytes()


def reason_of(said):
    """One line, without the parts that differ from input to input."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    line = next((line for line in lines if re.search("error|ERROR|Assertion|SIG", line)), None)
    line = line or (lines[0] if lines else "no reason is given")
    return re.sub(r"0x[0-9a-f]+|\d{3,}", "N", line)[:200]


def instructions(code):
    """The contents of the section .text of a code object."""
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count, names = struct.unpack_from("<HHH", code, 0x3A)
    # name, type, flags, address, offset, size of each section
    sections = [struct.unpack_from("<IIQQQQ", code, table + size * i) for i in range(count)]
    for name, _, _, _, offset, length in sections:
        if code.startswith(b".text\0", sections[names][4] + name):
            return code[offset : offset + length]
    raise RuntimeError("the code object has no .text")


def reports(code):
    """The number of prim-check's reports for each rule."""
    with tempfile.NamedTemporaryFile(suffix=".hsaco") as file:
        file.write(code)
        file.flush()
        check = pathlib.Path(os.environ["PRIM_REAL_CODEGEN"]).with_name("prim-check")
        done = subprocess.run([check, file.name], capture_output=True, text=True)
    found = re.findall(r"^\S+: .*?\[([a-z-]+)\]", done.stdout + done.stderr, re.M)
    return dict(collections.Counter(found))


def other_code(head, text):
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(os.environ["PRIM_OTHER_LLVM"])
        send(stream, {key: head[key] for key in ("triple", "chip", "features")}, text)
        answer, data = receive(stream)
    if not answer["ok"]:
        raise RuntimeError(reason_of(answer["said"]))
    return link(data)


def answer():
    request = sys.stdin.buffer.read()
    head, _ = codegen_standin.split(request)
    own = codegen_standin.ask(request)
    if own is None:
        sys.exit(1)
    own_head, own_code = codegen_standin.split(own)
    if head["kind"] != codegen_standin.OBJECT or not own_code:
        sys.stdout.buffer.write(own)
        return
    record = {"chip": head["chip"], "reason": "", "kernels": []}
    try:
        ir = codegen_standin.ask(request, kind=codegen_standin.IR)
        if ir is None:
            raise RuntimeError("prim has code and no LLVM IR")
        _, text = codegen_standin.split(ir)
        names = re.findall(rb"^define [^@\n]*amdgpu_kernel [^@\n]*@([\w.$\"-]+)", text, re.M)
        record["kernels"] = sorted(name.decode() for name in names)
        code = other_code(head, text)
        record["reports"] = reports(code)
        if "condition-codes" in record["reports"]:
            raise RuntimeError("the code has overwritten condition codes (llvm#215745)")
        record["same"] = instructions(code) == instructions(own_code)
        own = codegen_standin.join(own_head, code)
    except (OSError, EOFError, RuntimeError) as error:
        record["reason"] = str(error)
    with open(os.environ["PRIM_OTHER_RECORDS"], "a") as records:
        records.write(json.dumps(record) + "\n")
    sys.stdout.buffer.write(own)


# ---------------------------------------------------------------------------
# Running both
# ---------------------------------------------------------------------------


def commands(chip, bin, python, emulator, folder):
    """Name and command of everything that is compared, with the tools in `bin`."""
    tests = root / "test/Integration"
    listed = subprocess.run([bin / "prim-compile", "--list-targets"], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    targets = [name if features == "-" else "%s-wave%s" % (name, wave)
               for name, _, wave, features in rows if name == chip]  # fmt: skip
    if not targets:
        sys.exit("unknown chip %s" % chip)
    for target in targets:
        for level in ("warp", "block", "block-fold", "block-sort", "thread"):
            yield "golden %s %s" % (target, level), [
                python, tests / "Inputs/golden.py", "--library", emulator, "--target", target,
                "--level", level, "--prim-compile", bin / "prim-compile"]  # fmt: skip
        yield "litmus %s" % target, [
            python, tests / "Litmus/Inputs/litmus.py", "--library", emulator, "--target", target,
            "--prim-compile", bin / "prim-compile"]  # fmt: skip
    for suite in sorted((tests / "Device/Inputs").glob("suite_*.py")):
        if not re.search(r"(wrong|sizes|limits|bounds|features)\.py$", suite.name):
            yield "suite %s %s" % (chip, suite.stem[6:]), [
                python, suite, "--prim-run=%s" % (bin / "prim-run"), "--chip=" + chip]  # fmt: skip
    yield "examples %s" % chip, [
        python, root / "test/Examples/examples.py", bin / "prim-run", root / "examples", chip, folder]  # fmt: skip


def run_one(command, records, isolate):
    """The lines that a command prints, without those specific to one run, and its
    records. Code is generated in another process if `isolate` is program."""
    environment = {
        **os.environ, "PRIM_ISOLATE": isolate, "PRIM_CACHE": "0", "PRIM_CHECK": "",
        "PRIM_OTHER_RECORDS": str(records), "PYTHONPATH": str(root / "test/Integration"),
    }  # fmt: skip
    records.unlink(missing_ok=True)
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment, cwd=root)
    # The frequency of each allowed outcome depends on the instruction schedule.
    lines = [re.sub(r"( forbidden of \d+ outcomes), .*", r"\1", line)
             for line in (done.stdout + done.stderr).splitlines()]  # fmt: skip
    lines.append("exit status %d" % done.returncode)
    found = [json.loads(line) for line in records.read_text().splitlines()] if records.exists() else []
    return lines, found


class Totals:
    """The totals of all commands. `numbers` counts kernels (compared, identical among
    those, left out) and lines that differ."""

    def __init__(self):
        self.commands, self.numbers = 0, collections.Counter()
        self.reasons, self.checks = collections.Counter(), collections.Counter()

    def add(self, name, expected, got, records):
        lost = [line for line in expected if line not in got]
        more = [line for line in got if line not in expected]
        here = collections.Counter(differences=max(len(lost), len(more)))
        for record in records:
            kernels = len(record["kernels"])
            self.checks.update(record.get("reports", {}))
            if record["reason"]:
                here["left"] += kernels
                self.reasons[record["reason"]] += kernels
                continue
            here["compared"] += kernels
            here["same"] += kernels * record["same"]
        self.commands += 1
        self.numbers += here
        print("%s: %s" % (name, self.describe(here)), flush=True)
        for mark, lines in (("-", lost), ("+", more)):
            for line in lines[:5]:
                print("  %s %s" % (mark, line[:300]))

    @staticmethod
    def describe(numbers):
        return "%d kernels compared (%d with the same code), %d left out, %d lines differ" % (
            numbers["compared"], numbers["same"], numbers["left"], numbers["differences"])  # fmt: skip

    def print(self):
        print("\n%d commands: %s" % (self.commands, self.describe(self.numbers)))
        for reason, count in self.reasons.most_common():
            print("left out %d: %s" % (count, reason))
        print("reports of prim-check on the other LLVM's code: %s" % (
            ", ".join("%s %d" % pair for pair in sorted(self.checks.items())) or "none"))  # fmt: skip

    def good(self):
        return self.numbers["differences"] == 0 and self.numbers["compared"] > 0


def compare(args, server):
    work = args.work / "-".join(args.chips)
    work.mkdir(parents=True, exist_ok=True)
    own = args.tools
    other = codegen_standin.make_tools(
        work / "other", args.tools, root / "scripts/second_opinion.py",
        {"PRIM_OTHER_LLVM": server, "PRIM_SECOND_OPINION": "answer"})  # fmt: skip
    emulator = args.tools.parent / "lib/libprim_emulator.so"
    os.environ["PRIM_EMULATOR_LIBRARY"] = str(emulator)
    totals = Totals()
    try:
        for chip in args.chips:
            mine = commands(chip, own, sys.executable, emulator, work / "in")
            theirs = commands(chip, other, sys.executable, emulator, work / "in")
            for (name, command), (_, second) in zip(mine, theirs):
                if not re.search(args.only, name):
                    continue
                expected, _ = run_one(command, work / "records.json", "none")
                got, records = run_one(second, work / "records.json", "program")
                # Each output contains the path of its own tools.
                totals.add(name, [line.replace(str(own), "") for line in expected],
                           [line.replace(str(other), "") for line in got], records)  # fmt: skip
    finally:
        # Also reports the results so far if this is interrupted.
        totals.print()
    return totals.good()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chips", nargs="+", metavar="CHIP")
    parser.add_argument("--other", required=True, type=pathlib.Path, help="the Python that has triton")
    parser.add_argument("--tools", required=True, type=pathlib.Path, help="where prim-run is")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="a folder for files")
    parser.add_argument("--only", default="", help="names of commands match this expression, such as 'golden|suite .* scan'")
    args = parser.parse_args()
    # The server ends with this process, even if it is interrupted.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/llvm"
        server = subprocess.Popen(
            [args.other, __file__, path], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PRIM_SECOND_OPINION": "serve"},
        )  # fmt: skip
        try:
            if server.stdout.readline() != "ready\n":
                sys.exit("the other LLVM cannot be loaded")
            good = compare(args, path)
        finally:
            server.terminate()
            server.wait()
    sys.exit(not good)


if __name__ == "__main__":
    role = os.environ.get("PRIM_SECOND_OPINION")
    if role == "answer":
        answer()
    elif role == "serve":
        serve(sys.argv[1])
    else:
        main()
