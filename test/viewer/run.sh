#!/bin/sh
# run.sh VIEWER FOLDER soft|gl WINDOW: the viewer driven by tour.script on a display without a screen;
# its pictures land in FOLDER.  Then the sample WINDOW shows a model for a second.  77: there is no
# such display here.
set -eu
viewer=$1 folder=$2 window=$4
export ENGINE_RENDER=$3
here=$(cd "$(dirname "$0")" && pwd)
command -v Xvfb >/dev/null || { echo "skipped: there is no Xvfb (Debian: xvfb)"; exit 77; }

rm -rf "$folder"
mkdir -p "$folder"
cp "$here"/*.xml "$here"/*.script "$folder"
cd "$folder"
Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3>display 2>xvfb.log &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -s display ] && break
  sleep 0.5
done
[ -s display ] || { echo "skipped: Xvfb does not start:"; cat xvfb.log; exit 77; }
DISPLAY=:$(cat display)
export DISPLAY

# a machine without OpenGL has no window to drive
[ "$3" = soft ] && software=1 || software=0
echo "expect software = $software" >backend.script
"$viewer" --script backend.script 2>first.log || {
  if grep -q "^no window" first.log; then echo "skipped: $(cat first.log)"; exit 77; fi
  cat first.log
  exit 1
}
# the film is animated PNG on every machine
PATH=/nowhere "$viewer" --size 960x600 --script tour.script
# the picture gets worse when frames take too long, and better when they do not
"$viewer" --size 640x400 --script quality.script

# what it wrote is there, and is read by others than who wrote it
for name in start loaded perturb insets plots broken small; do
  [ "$(wc -c <$name.png)" -gt 10000 ] || { echo "$name.png is no picture of a window"; exit 1; }
done
[ -s model-1.xml ] && [ -s model-1.mjb ] && [ -s model-1.run ]
head -1 model-1.csv | grep -q '^time,qpos\[7\]$' || { echo "no table in model-1.csv"; exit 1; }
[ "$(wc -l <model-1.csv)" -gt 5 ]
"$window" good.xml 1
