#!/usr/bin/env python3
"""All messages of the library, from its sources, as a page in Markdown.

  messages.py SRC

A message is text that stands among the arguments of a call that reports it (CALLS), or in a table of texts."""
import re
import sys
from pathlib import Path

CALLS = """report_error report_warning report_whole report_shortcut build_error build_warning build_error_in spec_error
spec_note_warning refuse refuse_in_world mesh_refuse fail set_error note_error mju_error mju_warning mj_warning
raise_error arena_failed cannot""".split()
GROUPS = [
    ("Reading MJCF and URDF", "mjcf", "An error of the file: `mj_loadXML` and `mj_parseXML` give it with file, line, column and element."),
    ("Compiling", "compile", "What is written is right, and cannot be a model; with the element."),
    ("Meshes, textures, height fields", "asset", "Of files of assets; with the file, or the name of the mesh."),
    ("Editing", "spec", "Of calls that edit a specification: `mjs_getError` gives it, or the call returns it."),
    ("Simulation", "model dynamics constraint collision step kinematics math sense cluster ik", "Warnings of a "
     "simulation, and contracts of the API that were broken (with the function's name in front)."),
    ("Everything else", "base plugin visual render ui", "Files, memory, threads, plugins, pictures."),
]
# messages that several files share
DEFINED = re.compile(r'^#define ([A-Z_]+) ("(?:[^"\\\\]|\\\\.)*")$', re.M)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
# strings and characters, so that what looks like a comment in them is none
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)+\'|//[^\n]*|/\*.*?\*/', re.S)


def arguments(text, at):
    """The text between the parenthesis at `at` and the one that closes it."""
    depth, i = 0, at
    while i < len(text):
        c = text[i]
        if c == '"':
            i = STRING.match(text, i).end()
            continue
        if c == "'":
            i += 4 if text[i + 1] == "\\" else 3
            continue
        depth += (c == "(") - (c == ")")
        i += 1
        if depth == 0:
            break
    return text[at:i]


def plain(text):
    """A text of C as it is read; what is filled in is an ellipsis."""
    text = text.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
    text = re.sub(r"%%", "\0", text)
    text = re.sub(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j)?[a-zA-Z]", "…", text)
    return text.replace("\0", "%").strip()


def says_something(text):
    return len(re.findall(r"[A-Za-z]{2,}", text)) > 2 and text[0] != ","


def messages(source, shared):
    text = TOKEN.sub(lambda t: t.group(0) if t.group(0)[0] in "\"'" else "", source)
    text = re.sub(r"\b[A-Z_]+\b", lambda name: shared.get(name.group(0), name.group(0)), text)
    found = []
    for call in re.finditer(r"\b(?:" + "|".join(CALLS) + r")\(", text):
        inside = arguments(text, call.end() - 1)
        for run in re.finditer(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*', inside):
            whole = plain("".join(STRING.findall(run.group(0))))
            if says_something(whole):
                found.append(whole)
    return found


def main(src):
    print("# All messages\n\nFrom the sources; `…` stands for what is filled in. What to do about the usual ones stands "
          "in the [error index](errors.md).")
    total = 0
    shared = dict(found for file in src.rglob("*.h") for found in DEFINED.findall(file.read_text()))
    for title, rooms, about in GROUPS:
        found = set()
        for room in rooms.split():
            for file in sorted((src / room).rglob("*.c")):
                found.update(messages(file.read_text(), shared))
        print(f"\n## {title}\n\n{about}\n")
        for message in sorted(found, key=lambda m: re.sub(r"[^a-z]", "", m.lower())):
            print("- " + re.sub(r"([<>&*_\[\]|`])", r"\\\1", message))
        total += len(found)
    print(f"{total} messages", file=sys.stderr)
    return total < 400


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
