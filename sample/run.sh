#!/bin/sh
# Install what is missing, build, simulate the humanoid and show what it did: a plot, and pictures of
# its fall.  Safe to run again.
#
#   sample/run.sh [MODEL.xml [SECONDS]]
set -eu
. "$(dirname "$0")/prepare.sh"

model=${1:-$root/model/humanoid.xml}
prepare_library
say "building into build/"
prepare_build "$root/build" -DCMAKE_BUILD_TYPE=Release -DENGINE_TESTS=OFF
say "simulating $(basename "$model")"
"$root/build/sample/simulate" "$model" "${2:-10}" "$root/build/simulation.svg"
say "drawing it"
"$root/build/engine" render "$model" "$root/build/sequence.png" --until 1.2 --frames 5 \
  --size 256x256 --azimuth 120 --elevation -20 --distance 3.6
echo "pictures: $root/build/sequence.png"
