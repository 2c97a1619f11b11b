#!/bin/sh
# Score build/ against the reference dumps and programs in ../shared; fails below the floors.
set -eu
cd "$(dirname "$0")/../.."
shared=../shared/conformance
cc -O1 $shared/probe.c -Iinclude -Lbuild -lengine -Wl,-rpath,"$PWD/build" -lm -o build/probe
python3 $shared/conform.py --probe build/probe --excused test/conformance/excused.txt >build/conform.txt || true
tail -6 build/conform.txt
python3 $shared/programs/check.py \
  --cc "gcc -std=c11 -O1 -Iinclude -Lbuild -lengine -Wl,-rpath,$PWD/build -lm" >build/programs.txt || true
tail -30 build/programs.txt
