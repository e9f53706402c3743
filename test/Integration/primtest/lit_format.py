# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lit format of prim's tests: ShTest, with chips as parameters (chips.py)."""

import copy

import lit.Test
import lit.formats

from primtest.chips import chips_of


class TestOfChip(lit.Test.Test):
    """A test whose name is the path of its file, followed by a chip."""

    def getSourcePath(self):
        return self.file_path


class ChipTest(lit.formats.ShTest):
    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        for test in super().getTestsForPath(testSuite, path_in_suite, litConfig, localConfig):
            path = test.getSourcePath()
            with open(path, errors="replace") as file:
                chips = chips_of(file.read())
            if not chips:
                yield test
            for chip in chips:
                config = copy.copy(localConfig)
                config.substitutions = [*localConfig.substitutions, ("%chip", chip)]
                config.available_features = {*localConfig.available_features, chip}
                yield TestOfChip(testSuite, (*path_in_suite, chip), config, file_path=path)
