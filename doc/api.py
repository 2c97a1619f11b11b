#!/usr/bin/env python3
"""Writes the reference of the API in Markdown, from the headers alone: api.py INCLUDE_DIRECTORY."""
import re
import sys
from pathlib import Path

HEADERS = "base math model kinematics dynamics collision constraint step plugin spec mjcf visual ui".split()


def blocks(text):
    """A header as (contract, declaration) pairs and headings, in order."""
    comment, declaration = [], []
    for line in text.splitlines():
        heading = re.match(r"// -+ ?([^-].*?) ?-*$", line)
        if heading:
            yield heading.group(1), None
            comment = []
        elif declaration or line.startswith("MJAPI"):
            declaration.append(line)
            if line.rstrip().split("//")[0].rstrip().endswith(";"):
                yield comment, declaration
                declaration = []
        elif line.startswith("//"):
            comment.append(line[2:].strip())
        else:
            comment = []  # a contract stands right above what it is for


def flush(lines):
    if lines:
        print("\n```c\n" + "\n".join(lines) + "\n```")
    lines.clear()


def page(header):
    text = header.read_text()
    intro = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        intro.append(line[2:].strip())
    print(f"\n## {header.stem}\n\n`#include <engine/{header.name}>`\n")
    print("\n".join(intro))
    together = []  # declarations that share a contract
    for comment, declaration in blocks(text):
        if declaration is None or (comment and together):
            flush(together)
        if declaration is None:
            print(f"\n### {comment}")
            continue
        if comment:
            print("\n" + "\n".join(comment))
            comment.clear()
        together += [line.replace("MJAPI ", "", 1) for line in declaration]
    flush(together)


print("# The API\n\nWhat functions have in common stands above the first of them.")
for name in HEADERS:
    page(Path(sys.argv[1]) / "engine" / f"{name}.h")
