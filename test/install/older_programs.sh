#!/bin/sh
# Programs written for version 2.2.2 of the API, the samples of Debian's libmujoco-samples that draw
# nothing: they compile with another include path and library alone, and run.
# older_programs.sh BUILD [SOURCES]; exits with 77 where the sources are not installed.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
sources=${2:-/usr/share/doc/libmujoco-samples/examples}
if [ ! -f "$sources/testspeed.cc" ]; then
  echo "skipped: no programs in $sources (package libmujoco-samples)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in compile derivative testspeed testxml; do
  ${CXX:-c++} -std=c++17 -O1 -I"$root/include/engine/older" -I"$root/include" \
    "$sources/$program.cc" -L"$build" -lengine -Wl,-rpath,"$build" -pthread -o "$work/$program"
done

cp -r "$root"/model/* "$work"
cd "$work"
./testspeed humanoid.xml 200 2 | grep "Total steps per second"
# how far, as powers of ten, derivatives of forward and inverse dynamics are from each other
./derivative humanoid.xml | sed -n '/accuracy/,$p'
for model in *.xml; do
  # a primitive fitted to a mesh is saved as the primitive, without the mesh
  if [ "$model" = mesh_showcase.xml ]; then same="Field name     : geom_dataid"; else same="Max difference : 0$"; fi
  ./testxml "$model" | grep -q "$same" || { echo "$model: differs when saved and loaded"; exit 1; }
done
./compile humanoid.xml humanoid.mjb
./compile humanoid.mjb humanoid.txt
[ -s humanoid.txt ]
