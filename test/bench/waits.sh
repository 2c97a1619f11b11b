#!/bin/sh
# waits.sh BUILD MODEL.xml [STEPS]: loads of a step that wait for stores of a moment ago, which counts
# of instructions do not show: how often a step, and where.  Sites that loading the model visits as
# often are among them.  Takes a minute; needs valgrind.
set -eu
build=$(cd "$1" && pwd) model=$2 steps=${3:-100}
steps=$((steps + 20)) # bench_count makes 20 before it counts
libraries=$build
[ -d "$build/glibc-hwcaps/x86-64-v3" ] && libraries=$build/glibc-hwcaps/x86-64-v3
library=$(readlink -f "$libraries/libengine.so")
export LD_LIBRARY_PATH="$libraries"

trace=$(mktemp) place=$(mktemp)
trap 'rm -f "$trace" "$place"' EXIT
valgrind --tool=lackey --trace-mem=yes --log-fd=9 "$build/test/bench_count" "$model" $((steps - 20)) where \
  9>&1 >"$place" | "$build/test/bench_waits" $((steps * 9 / 10)) | sort -k5 >"$trace"
offset=$(nm -D "$library" | sed -n 's/^\([0-9a-f]*\) T mj_step\(@.*\)\{0,1\}$/0x\1/p')
start=$(($(cat "$place") - offset))

# The function of an address, in the columns of the others.
where() {
  name=$(addr2line -f -e "$library" "$(printf '0x%x' $(($1 - start)))" | sed -n '1{s/\..*//;p;q;}')
  case $name in '' | '?'*) echo elsewhere ;; *) echo "$name" ;; esac
}

echo "a step  load  store  apart  from, to"
while read -r count load store apart to from; do
  to=$(where "0x$to") from=$(where "0x$from")
  [ "$to" = elsewhere ] && continue
  printf '%6d  %4d  %5d  %5d  %s, %s\n' $((count / steps)) "$load" "$store" "$apart" "$from" "$to"
done <"$trace"
