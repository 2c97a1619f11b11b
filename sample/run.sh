#!/bin/sh
# Install what is missing, build, simulate the humanoid and show what it did: a plot, and pictures of
# its first two seconds.  Safe to run again.
#
#   sample/run.sh [MODEL.xml [SECONDS]]
set -eu
. "$(dirname "$0")/prepare.sh"

model=${1:-$root/model/humanoid.xml}
prepare_tools compiler cmake ninja pkg-config ccd qhull_r tinyxml2 lodepng
say "building into build/"
prepare_build "$root/build" -DCMAKE_BUILD_TYPE=Release -DENGINE_TESTS=OFF
say "simulating $(basename "$model")"
"$root/build/sample/simulate" "$model" "${2:-10}" "$root/build/simulation.svg"
say "drawing it"
"$root/build/sample/picture" "$model" "$root/build/sequence.png" until=2 frames=6 size=320x320
echo "pictures: $root/build/sequence.png"
