#!/bin/sh
# Score build/ against the reference dumps and programs in ../shared; fails below the floors, which
# rise with the work: a change may not lose what was right.
set -eu
cd "$(dirname "$0")/../.."
shared=../shared/conformance
floor_models=99.9    # per cent of fields
floor_programs=99.7  # per cent of lines
floor_newer=153      # models of what is newer than 3.3.7

cc -O1 $shared/probe.c -Iinclude -Lbuild -lengine -Wl,-rpath,"$PWD/build" -lm -o build/probe
python3 $shared/conform.py --probe build/probe --excused test/conformance/excused.txt \
  >build/conform.txt || true
tail -5 build/conform.txt
python3 $shared/programs/check.py \
  --cc "cc -std=c11 -O1 -Iinclude -Lbuild -lengine -Wl,-rpath,$PWD/build -lm" \
  >build/programs.txt 2>&1 || true
grep -E "^[a-z_]+ +[0-9.]+ %|^programs" build/programs.txt | cut -c1-60

above() { awk -v value="$1" -v floor="$2" 'BEGIN { exit !(value + 0 >= floor + 0) }'; }
models=$(sed -n 's/^conformance: \([0-9.]*\)%.*/\1/p' build/conform.txt)
programs=$(sed -n 's/^programs: .*(\([0-9.]*\) %)/\1/p' build/programs.txt)
above "$models" $floor_models || { echo "conformance fell below $floor_models %"; exit 1; }
above "$programs" $floor_programs || { echo "programs fell below $floor_programs %"; exit 1; }

# what is newer than 3.3.7 is played by node, as the reference's numbers were
newer=../shared/newer
if [ -d "$newer" ] && command -v node >/dev/null; then
  cc -O1 test/newer/probe.c -Iinclude -Lbuild -lengine -Wl,-rpath,"$PWD/build" -lm \
    -o build/probe-newer
  python3 test/newer/run.py --newer $newer --probe build/probe-newer --floor $floor_newer \
    >build/newer.txt || { tail -1 build/newer.txt; echo "newer fell below $floor_newer"; exit 1; }
  tail -1 build/newer.txt
else
  echo "newer: skipped, there is no node or no $newer"
fi
