#!/usr/bin/env python3
"""Writes what the module `engine` knows of the API, from the headers alone: declarations for cffi and
the table of arrays (include/engine/fields.h).

  make_api.py COMPILER INCLUDE OUT      writes _declared.py and _table.py there
"""
import os
import re
import subprocess
import sys

import cffi

TABLES = """
#include <engine/engine.h>
#include <engine/fields.h>
#define X(type, name, rows, columns) ENTRY_OF MODEL type | name | rows | columns
MJMODEL_POINTERS MJMODEL_POINTERS_MORE
#undef X
#define X(type, name, rows, columns) ENTRY_OF DATA type | name | rows | columns
MJDATA_POINTERS MJDATA_POINTERS_MORE MJDATA_ARENA_POINTERS
"""


def preprocess(compiler, include, text, *options):
    return subprocess.run([compiler, "-E", f"-I{include}", *options, "-x", "c", "-"], input=text,
                          text=True, check=True, capture_output=True).stdout


def without_attributes(text):
    """Without __attribute__((...)), whose brackets may be nested."""
    while (at := text.find("__attribute__")) >= 0:
        end, depth = text.index("(", at), 0
        for end in range(end, len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if not depth:
                break
        text = text[:at] + text[end + 1:]
    return text


def declarations(compiler, include):
    """The text of our own headers, as cffi reads it."""
    own, kept = False, []
    for line in preprocess(compiler, include, "#include <engine/engine.h>\n").splitlines():
        if marker := re.match(r'# \d+ "(.*?)"', line):
            own = os.path.realpath(marker.group(1)).startswith(os.path.realpath(include) + os.sep)
        elif own and line.strip() and not line.startswith("#"):
            kept.append(line)
    text = without_attributes("\n".join(kept))
    return re.sub(r"\brestrict\b|\b__restrict\b", "", text)


def constants(compiler, include):
    """Macros that are numbers."""
    found = {}
    for line in preprocess(compiler, include, "#include <engine/engine.h>\n", "-dM").splitlines():
        macro = re.match(r"#define ((?:mj|eng)\w+) (.+)", line)
        if not macro:
            continue
        try:
            found[macro.group(1)] = int(macro.group(2), 0)
        except ValueError:
            try:
                found[macro.group(1)] = float(macro.group(2))
            except ValueError:
                pass
    return found


def tables(compiler, include):
    """{"MODEL": {name: (type, rows, columns)}, "DATA": ...}; sizes are expressions of m and d."""
    rows = {"MODEL": {}, "DATA": {}}
    text = preprocess(compiler, include, TABLES, "-P")
    for entry in re.sub(r"\s+", " ", text).split("ENTRY_OF ")[1:]:
        owner, rest = entry.split(" ", 1)
        ctype, name, count, columns = (part.strip() for part in rest.split("|"))
        size = lambda text: re.sub(r"\b(m|d)->", r"\1.", text)
        # rows of arrays are sizes of the model, except where they say whose
        rows[owner][name] = (ctype, re.sub(r"(?<![\w.])(n\w+)", r"m.\1", size(count)), size(columns))
    return rows


def main(compiler, include, out):
    ffi = cffi.FFI()
    ffi.cdef(declarations(compiler, include))
    ffi.set_source("_declared", None)
    os.makedirs(out, exist_ok=True)
    ffi.emit_python_code(os.path.join(out, "_declared.py"))
    rows = tables(compiler, include)
    with open(os.path.join(out, "_table.py"), "w") as file:
        file.write('"""Made by make_api.py from include/engine/fields.h: type and shape of every array."""\n')
        file.write("from ._access import lib\n\n")
        for owner in rows:
            file.write(f"{owner} = {{\n")
            for name, (ctype, count, columns) in rows[owner].items():
                columns = re.sub(r"\b(mj\w+)", r"lib.\1", columns)
                shape = f"{count}," if columns == "1" else f"{count}, {columns}"
                file.write(f"    {name!r}: ({ctype!r}, lambda m, d: ({shape})),\n")
            file.write("}\n")
        file.write("CONSTANTS = {\n")
        file.writelines(f"    {name!r}: {value!r},\n"
                        for name, value in sorted(constants(compiler, include).items()))
        file.write("}\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
