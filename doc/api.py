#!/usr/bin/env python3
"""The reference of the API, in Markdown, from the headers alone.

  api.py INCLUDE            writes it
  api.py --check INCLUDE    names functions, fields, types and macros without a word said about them

A contract stands above a declaration and holds for all up to the next empty line, or behind it."""
import re
import sys
from pathlib import Path

GROUPS = [
    ("Files, errors, memory, threads", "base base_types scalar version"),
    ("Models and data", "model model_types model_enums data_types extension extension_types plugin plugin_types"),
    ("Reading and writing", "mjcf"),
    ("Building models", "spec spec_types parts spawn"),
    ("Mathematics", "math"),
    ("Positions", "kinematics ik sense"),
    ("Dynamics", "dynamics step derivative cluster"),
    ("Collision and constraints", "collision constraint hard"),
    ("Scenes, pictures, panels", "visual visual_types render render_types film ui ui_types"),
]
# spec_cpp.h is C++ about the same functions; fields.h are macros; engine.h includes the others
WITHOUT = {"spec_cpp", "fields", "engine"}


class Item:
    """A declaration with what is said of it; a struct has fields."""

    def __init__(self, kind, name, code, about):
        self.kind, self.name, self.code, self.about, self.fields = kind, name, code, about, []


def split_comment(line):
    code, _, comment = line.partition("//")
    return code.rstrip(), comment.strip()


def heading_of(line):
    found = re.match(r"\s*// -+ ?([^-].*?) ?-*$", line)
    return found and found.group(1)


def read_struct(lines, i, item, ends):
    """Fields up to the end of the struct or enum; returns the line behind it."""
    about, depth, shared = "", [], ""
    while i < len(lines):
        code, comment = split_comment(lines[i])
        bare = code.strip()
        i += 1
        if re.match(ends, bare):
            return i
        if not bare:
            if heading_of(lines[i - 1]):
                shared = about = ""
            elif comment:
                if item.fields and item.fields[-1][3] and lines[i - 1].startswith(" " * 8):
                    item.fields[-1][2] += " " + comment  # goes on with what stood behind a field
                    continue
                shared = (shared + " " + comment) if about == "open" else comment
                about = "open"
            else:
                shared = about = ""
            continue
        about = ""
        if re.match(r"(struct|union)\b.*\{$", bare):
            depth.append(shared)
            shared = ""
            continue
        inner = re.match(r"\} (\w+)(\[.*\])?;", bare)
        if inner:
            item.fields.append([inner.group(1), bare, comment or depth.pop() or "the members above", False])
            continue
        if bare.startswith("#"):
            continue
        if "(*" in bare:
            name = re.search(r"\(\*\s*(\w+)", bare).group(1)
            while not bare.endswith(";"):
                more, said = split_comment(lines[i])
                bare, comment, i = bare + " " + more.strip(), comment or said, i + 1
        else:
            while not bare.endswith((";", ",")) and item.kind == "struct":
                more, said = split_comment(lines[i])
                bare, comment, i = bare + " " + more.strip(), comment or said, i + 1
            name = re.sub(r"\[.*?\]|=.*", "", bare.rstrip(";,")).replace("*", " ").split(",")[0].split()[-1]
        item.fields.append([name, bare, comment or shared, bool(comment)])
    return i


def read(header):
    """Items and headings of a header, in order."""
    # ends of structs that only programs for newer headers see
    lines = [re.sub(r"ENGINE_CONSTANT\((\w+)\)", r"\1", line)
             for line in header.read_text().splitlines() if not line.startswith("  ENGINE_NEWER_")]
    about, fresh, i, out = "", True, 0, []
    while i < len(lines):
        line = lines[i]
        title = heading_of(line)
        code, comment = split_comment(line)
        if title:
            out.append(Item("heading", title, "", ""))
            about, fresh = "", True
            i += 1
        elif not line.strip():
            about, fresh, i = "", True, i + 1
        elif line.startswith("//"):
            about, fresh, i = (comment if fresh else about + " " + comment), False, i + 1
        elif line.startswith("MJAPI"):
            while not split_comment(lines[i])[0].rstrip().endswith(";"):
                i += 1
                more, said = split_comment(lines[i])
                code, comment = code + " " + more.strip(), comment or said
            i += 1
            name = re.search(r"(\w+)\)?\s*(\(|;|\[)", code.replace("(*", " ")).group(1)
            kind = "function" if "(" in code else "variable"
            out.append(Item(kind, name, re.sub(r"^MJAPI ", "", code), comment or about))
            fresh = True
        elif re.match(r"typedef (struct|enum|union) \w*\s*\{", line) or re.match(r"(struct|enum) \w+ \{", line):
            kind = "enum" if "enum" in line.split("{")[0] else "struct"
            item = Item(kind, "", "", about)
            if "}" in code:
                i += 1
                item.name = code.rstrip(";").split()[-1]
            else:
                i = read_struct(lines, i + 1, item, r"\}.*;" if kind == "enum" else r"\} mj\w+;|\} eng\w+;|\};")
                item.name = lines[i - 1].strip("} ;") or code.split()[1]
            out.append(item)
            fresh = True
        elif line.startswith("typedef"):
            while not code.endswith(";"):
                i += 1
                more, said = split_comment(lines[i])
                code, comment = code + " " + more.strip(), comment or said
            i += 1
            names = re.findall(r"\(\*\s*(\w+)|(\w+)\s*(?:\[.*\])?;", code)
            out.append(Item("type", names[0][0] or names[0][1], code, comment or about))
            fresh = True
        else:
            fresh, i = True, i + 1
    return out


def anchor(name):
    return f'<a id="{name}"></a>'


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def print_item(item, last_about):
    if item.kind == "heading":
        print(f"\n### {item.name}")
        return
    if item.about and item.about != last_about:
        print(f"\n{cell(item.about)}")
    if item.kind in ("struct", "enum"):
        print(f"\n#### {anchor(item.name)}`{item.name}`\n")
        named = {"enum": "value", "struct": "member"}[item.kind]
        print(f"| {named} | meaning |\n|---|---|")
        for name, code, about, _ in item.fields:
            print(f"| `{code.rstrip(';,')}` | {cell(about)} |")
        return
    print(f"\n{''.join(map(anchor, [item.name] + item.fields))}\n```c\n{item.code}\n```")


def together(items):
    """Declarations that share what is said of them, as one with the names of the others for fields."""
    out = []
    for item in items:
        last = out[-1] if out else None
        if last and item.kind == last.kind and item.kind in ("function", "variable") and item.about == last.about:
            last.code += "\n" + item.code
            last.fields.append(item.name)
        else:
            out.append(item)
    return out


def page(include):
    print("# The API\n\nWhat is said above several declarations holds for all of them.")
    for title, names in GROUPS:
        print(f"\n# {title}")
        for name in names.split():
            header = include / "engine" / f"{name}.h"
            intro = []
            for line in header.read_text().splitlines():
                if not line.startswith("//"):
                    break
                intro.append(line[2:].strip())
            print(f"\n## {name}\n\n`#include <engine/{header.name}>`\n\n" + cell("\n".join(intro)))
            last = ""
            for item in together(read(header)):
                print_item(item, last)
                last = item.about


def check(include):
    known = {n for _, names in GROUPS for n in names.split()} | WITHOUT
    missing = [f"{h.name}: in no group" for h in (include / "engine").glob("*.h") if h.stem not in known]
    counts = {}
    for _, names in GROUPS:
        for name in names.split():
            for item in read(include / "engine" / f"{name}.h"):
                if item.kind == "heading":
                    continue
                counts[item.kind] = counts.get(item.kind, 0) + 1
                if not item.about:
                    missing.append(f"{name}.h: {item.kind} {item.name}")
                part = {"struct": "field", "enum": "value"}.get(item.kind)
                for field, _, about, _ in item.fields:
                    counts[part] = counts.get(part, 0) + 1
                    # what stands above a struct may speak of its members by their names
                    if not about and not re.search(rf"\b{field}\b", item.about):
                        missing.append(f"{name}.h: {item.name}.{field}")
    print("\n".join(missing))
    print(", ".join(f"{n} {kind}s" for kind, n in sorted(counts.items())) + f": {len(missing)} without a word")
    least = {"function": 450, "field": 1000, "struct": 60, "enum": 50, "value": 550}
    return bool(missing) or any(counts.get(kind, 0) < n for kind, n in least.items())


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(check(Path(sys.argv[2])))
    page(Path(sys.argv[1]))
