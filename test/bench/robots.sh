#!/bin/sh
# robots.sh BUILD [SECONDS = 1]: one table of the time of a step, ours and the peer's in turns
# (bench_step), of all models of baseline.txt that are there.  A model is run in a copy of its
# folder, for both to find what it includes.  What the peer cannot load has no time of it.
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "$1" && pwd) seconds=${2:-1}
cd "$here/../.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

row() {
  folder=$(dirname "$1")
  rm -rf "$room/robots"
  mkdir -p "$room/robots"
  cp -r "$folder" "$room/robots/here"
  [ -d "$folder/../common" ] && cp -r "$folder/../common" "$room/robots/common"
  (cd "$room/robots/here" && "$build/test/bench_step" "$seconds" "$(basename "$1")" 2>/dev/null) |
    tail -1 | awk -v name="$(echo "$1" | sed 's,.*models/,,; s,/scene[^/]*$,,; s,^model/,,; s,\.xml$,,')" '
      $2 > 0 {
        printf "| %s | %s | %s | %s | %s | ", name, $2, $3, $4, $5
        if ($8 + 0 > 0) printf "%s | %s |\n", $8, $9
        else printf "– | – |\n"
      }'
}

echo "| scene | dofs | contacts | rows | ours | peer | ratio |"
echo "|---|---|---|---|---|---|---|"
sed -n 's/^[0-9][0-9]* //p' test/bench/baseline.txt | while read -r model; do
  [ -e "$model" ] && row "$model"
done
