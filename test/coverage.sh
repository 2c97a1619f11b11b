#!/bin/sh
# How many lines of src/ the tests run, room by room, counted by gcov.  Fails when the whole is below the
# floor, or a room below its own: code without a test is code that nobody knows to work.
#
#   test/coverage.sh [CTEST-OPTION...]
#
# Builds into build-coverage/.  Files that no test runs are listed with their lines.
set -eu
. "$(dirname "$0")/../sample/prepare.sh"
floor=95       # per cent of all lines (96.7 when this was set)
room_floor=90  # of the lines of every room (the least had 92.4)

prepare_library
prepare_tools cmocka gcov
say "building into build-coverage/"
build=$root/build-coverage
# -O1: lines stay apart, and the tests end within minutes
prepare_build "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="--coverage -O1 -g" \
  -DCMAKE_CXX_FLAGS="--coverage -O1 -g" -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF -DENGINE_TESTS=ON
find "$build" -name '*.gcda' -delete
say "testing"
# what gcov adds to the library is no name of the API
(cd "$build" && ctest --output-on-failure -j "$(jobs_here)" -LE "slow|timing" -E "^api/abi$" "$@") || failed=yes

say "counting"
counted=$(mktemp)
find "$build/CMakeFiles" "$build/src" -name '*.gcno' 2>/dev/null | while read -r notes; do
  gcov -n -o "$(dirname "$notes")" "$notes" 2>/dev/null
done | awk -v src="$root/src/" '
  /^File / {
    file = substr($0, 7, length($0) - 7)
    sub("^[.][.]/src/", src, file)  # a cache of compilers made it relative to the build
    ours = index(file, src) == 1 && file ~ /\.(c|cc)$/
    if (ours) file = substr(file, length(src) + 1)
  }
  /^No executable lines/ { ours = 0 }
  /^Lines executed:/ && ours {
    split(substr($0, 16), part, "% of ")
    ran = int(part[1] * part[2] / 100 + .5)
    if (!(file in lines) || ran > best[file]) best[file] = ran
    lines[file] = part[2]
    ours = 0
  }
  END { for (file in lines) print file, best[file], lines[file] }' | sort >"$counted"

awk -v floor=$floor -v room_floor=$room_floor '
  {
    room = $1
    sub(/\/.*/, "", room)
    ran[room] += $2
    of[room] += $3
    all += $2
    whole += $3
    if (!$2) never[++n] = $1 " (" $3 " lines)"
  }
  END {
    printf "%-12s %8s %8s\n", "room", "lines", "tested"
    for (room in of) {
      share = 100 * ran[room] / of[room]
      low = share < room_floor
      bad += low
      printf "%-12s %8d %7.1f %%%s\n", room, of[room], share, low ? "  below " room_floor : "" | "sort"
    }
    close("sort")
    if (!whole) { print "nothing was counted"; exit 1 }
    printf "%-12s %8d %7.1f %%, floor %d\n", "all", whole, 100 * all / whole, floor
    for (i = 1; i <= n; i++) print "no test runs " never[i]
    exit bad || 100 * all / whole < floor
  }' "$counted" || failed=yes
rm -f "$counted"
[ -z "${failed:-}" ]
