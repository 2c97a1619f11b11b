#!/bin/sh
# costliest.sh BUILD [-n COUNT] MODEL.xml...: the functions (ten, or COUNT) in which most
# instructions of a step are, with their share in per cent.
set -eu
here=$(dirname "$0") build=$1
shift
count=10
[ "${1:-}" = -n ] && count=$2 && shift 2
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for model; do
  total=$("$here/count.sh" "$build" "$model" 40 "$out") || continue
  echo "$model: $((total / 40)) instructions a step"
  # a line is:  1,234 ( 5.67%)  file.c:function [library]
  callgrind_annotate --threshold=99 "$out" |
    sed -nE 's/^ *[0-9,]+ \( *([0-9.]+)%\) +[^ ]*:([^ ]+).*/\1 \2/p' | head -n "$count" |
    while read -r share name; do printf '  %5.1f  %s\n' "$share" "$name"; done
done
