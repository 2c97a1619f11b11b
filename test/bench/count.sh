#!/bin/sh
# count.sh BUILD MODEL.xml STEPS [OUTPUT]: instructions of so many steps of a model, counted by
# callgrind; what it says of functions goes to OUTPUT.
set -eu
build=$1 model=$2 steps=$3 out=${4:-/dev/null}
LD_LIBRARY_PATH=$build valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$out" \
  "$build/test/bench_count" "$model" "$steps" 2>&1 |
  awk '/Collected/ {n = $NF} /==/ {next} {print > "/dev/stderr"} END {if (!(n > 0)) exit 1; print n}'
