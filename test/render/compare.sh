#!/bin/sh
# compare.sh BUILD: pictures of both back ends beside those of the reference, where ../shared has them.
# Exits with 77 where that, a compiler, EGL, zlib or Python with numpy and Pillow is not there.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=$root/../shared
build=$1
skip() { echo "skipped: $1"; exit 77; }
[ -d "$shared/render/ref" ] || skip "no reference pictures"
python=
for name in python3 /usr/bin/python3; do
  $name -c 'import numpy, PIL' 2>/dev/null && { python=$name; break; }
done
[ -n "$python" ] || skip "no Python with numpy and Pillow"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O1 -I"$root/include" "$shared/render/snap.c" -o "$work/snap" -L"$build" -lengine -lz -lm -ldl \
  -Wl,-rpath,"$build" 2>"$work/log" || skip "snap.c does not build: $(head -1 "$work/log")"
mkdir "$work/models"
ln -s "$shared/conformance/models/mujoco" "$work/models/ref"
ln -s "$root/model" "$work/models/lib"
ln -s "$shared/render/ref/models" "$work/models/own"

# Here rounding decides in the reference which of two coplanar faces shows.
known='primitives_below'
status=0
draw() {  # back end, pictures
  ENGINE_RENDER=$1 "$work/snap" "$shared/render/ref/shots.txt" "$work/$1" "$work/models" \
    "states=$shared/render/ref" $2 >"$work/log" 2>&1 || skip "$(tail -1 "$work/log")"
  "$python" "$shared/render/compare.py" "$shared/render/ref" "$work/$1" $3 >"$work/result" || true
  echo "$1: $(tail -1 "$work/result")"
  if grep -- '<--' "$work/result" | grep -vE "^($known) "; then status=1; fi
  if grep missing "$work/result"; then status=1; fi
}
draw soft "" ""
draw gl only=primitives_seg "--only primitives_seg"
exit $status
