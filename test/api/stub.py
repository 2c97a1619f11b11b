#!/usr/bin/env python3
"""stub.py COMPILER INCLUDE: C source of a library with the interface that the headers declare, and nothing
in its functions.  It has the symbols and, compiled with -g, the types of the real one, in a second."""
import re
import subprocess
import sys
from pathlib import Path

compiler, include = sys.argv[1], Path(sys.argv[2])
# fields.h are macros; spec_cpp.h is C++ about the same functions
headers = sorted(p.name for p in include.glob("engine/*.h") if p.stem not in ("fields", "spec_cpp"))
source = "".join(f"#include <engine/{name}>\n" for name in headers)
text = subprocess.run([compiler, "-E", "-P", f"-I{include}", "-x", "c", "-"], input=source, text=True,
                      check=True, capture_output=True).stdout
print(source)
for declared in re.findall(r'__attribute__\(\(visibility\("default"\)\)\)\s*([^;]*);', text):
    declared = re.sub(r"__attribute__\s*\(\(format\(.*?\)\)\)", "", declared)
    if declared.startswith("extern"):
        print(re.sub(r"^extern\s+", "", declared) + ";")
    else:
        print(declared + "{ __builtin_trap(); }")
