#!/bin/sh
# Install what is missing, build, and run all tests.  Safe to run again; exits non-zero on failure.
#
#   test/run.sh [CTEST-OPTION...]     e.g. test/run.sh -R math
set -eu
. "$(dirname "$0")/../sample/prepare.sh"

prepare_library
prepare_tools cmocka
# what shows pictures in a window is tested where it can be had
(prepare_tools glfw3 Xvfb) || say "without the viewer"
say "building into build/"
prepare_build "$root/build" -DCMAKE_BUILD_TYPE=Release -DENGINE_TESTS=ON
say "testing"
cd "$root/build"
outcome=0
ctest --no-tests=error --output-on-failure -j "$(jobs_here)" "$@" || outcome=$?
# why tests were skipped, which ctest keeps to itself
awk '/^[0-9]+\/[0-9]+ Testing: / { name = $3 }
     /^(\[.*\] )?skipped: / { sub(/.*skipped: /, ""); why[name] = $0 }
     END { for (name in why) print name ": skipped, " why[name] }' Testing/Temporary/LastTest.log | sort
exit $outcome
