# RUN: %python %s %prim_src
"""Checks that every page is in docs/README.md or in a README.md to which it links, that
every link of a page goes to an existing file and heading, and that every picture is
shown."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1]).resolve()
docs = source / "docs"
pages = [*docs.rglob("*.md"), source / "README.md", source / "CONTRIBUTING.md", *source.glob("runtime/**/*.md")]
problems = []


def anchors(path):
    """The ids that GitHub gives to the headings of a page."""
    found, fenced = [], False
    for line in path.read_text().splitlines():
        fenced ^= line.startswith("```")
        heading = re.match(r"#+ (.*)", line)
        if heading and not fenced:
            words = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
            again = sum(re.fullmatch(re.escape(words) + r"(-\d+)?", other) is not None for other in found)
            found.append(f"{words}-{again}" if again else words)
    return found


def links(path):
    fenced = False
    for line in path.read_text().splitlines():
        fenced ^= line.startswith("```")
        if not fenced:
            yield from re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line))


def target(page, link):
    """The target of a page's link: a path, and an anchor or nothing."""
    name, _, anchor = link.partition("#")
    return (page.parent / name).resolve() if name else page, anchor


linked = {target(docs / "README.md", link)[0] for link in links(docs / "README.md")}
for index in [path for path in linked if path.name == "README.md"]:
    linked |= {target(index, link)[0] for link in links(index)}
for page in pages:
    if docs in page.parents and page.name != "README.md" and page not in linked:
        problems.append(f"docs/README.md has no link to {page.relative_to(source)}")
    for link in links(page):
        if re.match(r"https?:", link):
            continue
        path, anchor = target(page, link)
        if not path.exists():
            problems.append(f"{page.relative_to(source)}: there is no {link}")
        elif anchor and anchor not in anchors(path):
            problems.append(f"{page.relative_to(source)}: {link}: no such heading")

for picture in docs.rglob("*.svg"):
    if not any(target(page, link)[0] == picture for page in pages for link in links(page)):
        problems.append(f"no page shows {picture.relative_to(source)}")

assert len(pages) > 15 and len(linked) > 15, (pages, linked)
sys.exit("\n".join(problems) or 0)
