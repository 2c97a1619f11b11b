#!/bin/sh
# Install what is missing, build, simulate the humanoid and show what it did.  Safe to run again.
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
