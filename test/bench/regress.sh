#!/bin/sh
# regress.sh BUILD [write]: has a scene become slower?  Counts the instructions of a step of every
# model of baseline.txt (callgrind; noise does not decide) and names those that rose by more than
# 3 %; "write" counts all models that are there and writes the file anew.  BUILD is of the kind that
# is made fastest, -DCMAKE_BUILD_TYPE=Release -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF.  Counts depend on
# the compiler: the file says which one it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "$1" && pwd) mode=${2:-check}
base=$here/baseline.txt steps=40 allowed=3
cd "$here/../.."
robots=../shared/robots/models
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[^=]*=//p' "$build/CMakeCache.txt")
compiler="$(basename "$compiler") $("$compiler" -dumpfullversion)"

# Of a folder of robots the scenes, if it has any; no right hands beside the left ones.
models() {
  ls model/*.xml
  [ -d $robots ] || return 0
  find $robots -name '*.xml' | sort | while read -r model; do
    folder=$(dirname "$model")
    case $model in
      */common/* | *keyframes* | *_right.xml | *_mjx.xml) continue ;;
      */scene*) ;;
      *) ls "$folder"/scene*.xml >/dev/null 2>&1 && continue ;;
    esac
    echo "$model"
  done
}

if [ "$mode" = write ]; then
  new=$(mktemp)
  echo "# instructions a step, $compiler" >"$new"
  for model in $(models); do
    count=$("$here/count.sh" "$build" "$model" $steps 2>/dev/null) || continue
    echo "$((count / steps)) $model" | tee -a "$new"
  done
  mv "$new" "$base"
  chmod 644 "$base"
  exit
fi

grep -q "$compiler\$" "$base" || echo "note: $(head -1 "$base"), here $compiler"
slower=0 n=0
while read -r before model; do
  { [ "$before" = "#" ] || [ ! -e "$model" ]; } && continue
  if ! count=$("$here/count.sh" "$build" "$model" $steps 2>/dev/null); then
    echo "$model: does not run"
    slower=1
    continue
  fi
  now=$((count / steps)) n=$((n + 1))
  if [ $((now * 100)) -gt $((before * (100 + allowed))) ]; then
    echo "$model: $before -> $now instructions a step"
    slower=1
  elif [ $((now * (100 + allowed))) -lt $((before * 100)) ]; then
    echo "$model: $before -> $now, less"
  fi
done <"$base"
echo "$n models counted"
exit $slower
