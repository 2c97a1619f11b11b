#!/bin/sh
# Is the binary interface what programs of the last release were linked with?  Compares by libabigail the
# interface that the headers declare with the one kept in test/api/abi/.  What breaks programs needs another
# major version, and SONAME; what is added (functions, members at the end of structs that programs get from
# the library) does not.
#
#   abi.sh LIBRARY            compares, and looks whether the library exports what the headers declare
#   abi.sh --release LIBRARY  keeps the interface of this tree: when a release is made
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
kept=$here/abi/libengine.abi.xz
release=
if [ "$1" = --release ]; then
  release=yes
  shift
fi
library=$1
for tool in abidw abidiff xz python3; do
  command -v $tool >/dev/null || { echo "skipped: no $tool (Debian: abigail-tools xz-utils python3)"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$here/stub.py" "${CC:-cc}" "$root/include" >"$work/stub.c"
${CC:-cc} -w -g -shared -fPIC -I"$root/include" "$work/stub.c" -o "$work/stub.so"
symbols() { nm -D --defined-only "$1" | awk '$3 !~ /^_Z/ { print $3 }' | sort; }
symbols "$work/stub.so" >"$work/declared"
symbols "$library" >"$work/exported"
diff "$work/declared" "$work/exported" || {
  echo "< is declared but not in the library, > in the library but in no header" >&2
  exit 1
}

abidw --headers-dir "$root/include" --drop-private-types --no-corpus-path --no-comp-dir-path \
  --no-show-locs "$work/stub.so" >"$work/now.abi"
if [ "$release" ]; then
  xz -9e <"$work/now.abi" >"$kept"
  echo "kept: $kept"
  exit
fi
xz -dc "$kept" >"$work/then.abi"
outcome=0
abidiff --no-added-syms --suppressions "$here/abi/additions.supp" "$work/then.abi" "$work/now.abi" || outcome=$?
if [ $outcome = 0 ]; then
  echo "programs linked with the last release run with this library: $(wc -l <"$work/declared") symbols"
elif ! grep -qE '^## [0-9]' "$root/doc/changelog.md"; then
  echo "no version was released yet: nobody is linked with the interface that is kept"
else
  echo "the interface changed: undo it, raise the major version, or, when that is done, keep it by" \
    "$0 --release" >&2
  exit 1
fi
