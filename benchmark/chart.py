# ===- chart.py - The tables in docs/ as pictures ---------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Draws the figures of tables as SVG. A picture depends only on the figures: the same
# table gives the same file. A command that writes a table draws its picture from the
# page, so that the two cannot differ; `sync` is the shared function for this. Pictures
# have their own background, light or dark as set in the reader's system.
#
# ===-----------------------------------------------------------------------=== #

import math
from xml.sax.saxutils import escape

STYLE = """
  .ground { fill: #ffffff } .own { fill: #2a6fc9 } .peer { fill: #b3b1aa }
  .aim, .axis { stroke: #6b6a66; stroke-width: 1 } .grid { stroke: #e4e3df; stroke-width: 1 }
  text { font: 12px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 11px; fill: #59585a }
  .head { font-weight: 600 } .over { paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } .own { fill: #539bf5 } .peer { fill: #6e7681 }
    .aim, .axis { stroke: #9198a1 } .grid { stroke: #2b3138 }
    text { fill: #e6edf3 } .small { fill: #9da7b3 } .over { stroke: #0d1117 }
  }
"""


def tables(text):
    """The tables of a page in Markdown: lists of rows {column title: cell}."""
    found, titles = [], None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            titles = None
        elif titles is None:
            titles = cells
            found.append([])
        elif not set(line) <= set("|-: "):
            found[-1].append(dict(zip(titles, cells)))
    return found


def sync(page, picture, draw, check):
    """Draws the page's text with `draw` and writes the result to the file `picture`, or
    with `check` compares the two. Returns a list of complaints."""
    text = draw(page.read_text())
    if not check:
        picture.write_text(text)
    elif not picture.exists() or picture.read_text() != text:
        return ["%s is not the picture of %s: run this with --plot" % (picture, page)]
    return []


class Canvas:
    """A picture of shapes in pixels, with a title and a legend."""

    def __init__(self, width, title, legend):
        self.width, self.title, self.shapes = width, title, []
        self.text(16, 24, title, "head")
        x = 16
        for style, words in legend:
            if style == "aim":
                self.line(x + 5, 36, x + 5, 48, style)
            else:
                self.rect(x, 37, 10, 10, style)
            self.text(x + 16, 46, words, "small")
            x += 34 + 6 * len(words)

    def text(self, x, y, words, style="", anchor="start"):
        self.shapes.append('<text x="%.1f" y="%.1f" class="%s" text-anchor="%s">%s</text>' % (
            x, y, style, anchor, escape(words)))  # fmt: skip

    def rect(self, x, y, width, height, style):
        self.shapes.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="1.5" class="%s"/>' % (
            x, y, width, height, style))  # fmt: skip

    def line(self, x, y, to_x, to_y, style):
        self.shapes.append('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>' % (
            x, y, to_x, to_y, style))  # fmt: skip

    def svg(self, height):
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">\n'
            "<title>%s</title>\n<style>%s</style>\n"
            '<rect class="ground" width="%d" height="%d" rx="6"/>\n%s\n</svg>\n'
        ) % (
            self.width, height, self.width, height, escape(self.title), STYLE,
            self.width, height, "\n".join(self.shapes),
        )  # fmt: skip


def pairs(title, panels, own="prim", peer="rocPRIM", columns=2, label=62):
    """Panels (title, [(label, own figure, peer's figure)]) with two bars per label.
    Each panel has its own scale; `label` is the width of the labels in pixels."""
    width, row, gap = 400, 30, 42
    canvas = Canvas(columns * width + 16, title, [("own", own), ("peer", peer)])
    top = 76
    for first in range(0, len(panels), columns):
        beside = panels[first : first + columns]
        for column, (name, rows) in enumerate(beside):
            x = 16 + column * width
            # Room for the figures after the bars.
            scale = (width - label - 16 - 76) / max(max(a, b) for _, a, b in rows)
            canvas.text(x, top, name, "head")
            for i, (words, mine, theirs) in enumerate(rows):
                y = top + 12 + i * row
                canvas.text(x, y + 15, words, "small")
                for style, figure, at in (("own", mine, y), ("peer", theirs, y + 12)):
                    canvas.rect(x + label, at, figure * scale, 10, style)
                    shown = "%.0f" % figure if figure >= 1000 else "%g" % figure
                    canvas.text(x + label + figure * scale + 5, at + 9, shown, "small")
        top += max(len(rows) for _, rows in beside) * row + gap
    return canvas.svg(top - gap + 24)


def ranges(title, legend, groups, ticks):
    """Groups (title, aim or None, [(label, style, least, most, words)]) of bars from
    the least to the most figure, each followed by its words. All bars share one
    logarithmic scale with `ticks` (figure, words)."""
    width, label, row = 816, 220, 20
    canvas = Canvas(width, title, legend)
    low, high = (math.log10(ticks[i][0]) for i in (0, -1))
    place = lambda figure: label + (math.log10(figure) - low) / (high - low) * (width - label - 130)
    bottom = 66 + sum(len(rows) * row + 34 for _, _, rows in groups)
    for figure, words in ticks:
        canvas.line(place(figure), 62, place(figure), bottom, "grid")
        canvas.text(place(figure), bottom + 16, words, "small", "middle")
    top = 76
    for name, aim, rows in groups:
        canvas.text(16, top, name, "head")
        if aim:
            canvas.line(place(aim), top - 4, place(aim), top + len(rows) * row + 6, "aim")
        for i, (name, style, least, most, words) in enumerate(rows):
            y = top + 10 + i * row
            canvas.text(16, y + 10, name, "small")
            canvas.rect(place(least), y, max(place(most) - place(least), 3), 12, style)
            canvas.text(place(most) + 8, y + 10, words, "small over")
        top += len(rows) * row + 34
    return canvas.svg(bottom + 28)
