#!/bin/sh
# log.sh BUILD: the events of ../shared/render/ui_snap.c do to a panel what the reference logged, line
# by line.  77: that program, or the EGL it asks for, is not there.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=$root/../shared/render
[ -f "$shared/ui_snap.c" ] || { echo "skipped: no ../shared/render/ui_snap.c"; exit 77; }
echo '#include <zlib.h>' | cc -E -x c - >/dev/null 2>&1 ||
  { echo "skipped: the program writes pictures with zlib, which is not there"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cc -w -O1 -I"$root/include" "$shared/ui_snap.c" -o "$work/ui_snap" -L"$build" \
  -Wl,-rpath,"$build" -lengine -lz -lm -ldl
cd "$work"
status=0
ENGINE_RENDER=soft ./ui_snap pictures >log 2>errors || status=$?
if [ $status = 1 ] && [ ! -s log ]; then
  echo "skipped: $(head -1 errors)"
  exit 77
fi
diff log "$shared/ref/ui/log.txt"
[ -s pictures/ui_theme0.png ]
echo "$(wc -l <log) lines of the log are equal"
