# Fails if an expression in test/topics.yaml matches no test, or if a program in it does
# not exist.
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import select_tests

tests, programs = select_tests.lit_tests(), select_tests.unit_tests()
ops = select_tests.cell_ops()
wrong = 0
for word, topic in select_tests.topics().items():
    for expression in topic.get("tests", []):
        if not any(re.search(expression, test) for test in tests):
            wrong += 1
            print("topic %s: no test has '%s'" % (word, expression))
    for expression in topic.get("cells", []):
        if not any(re.search(expression, op) for op in ops):
            wrong += 1
            print("topic %s: no op has '%s'" % (word, expression))
    for program in topic.get("programs", []):
        if program not in programs:
            wrong += 1
            print("topic %s: there is no program %s" % (word, program))
    if set(topic) - {"tests", "programs", "cells"}:
        wrong += 1
        print("topic %s: unknown fields" % word)
sys.exit(wrong)
