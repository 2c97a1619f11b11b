#!/bin/sh
# The recipes of doc/extending.md, carried out: NAME.patch is what a recipe says to write, NAME.c uses
# it.  All patches are applied to a copy of the tree, which is built once; then every program is built
# against that library and must say "right".
#
#   run.sh [FOLDER]    FOLDER: for the copy and its build; a temporary one when none is named
#   run.sh --fit       only whether the patches fit the tree, all of them, one after the other
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
fit=
[ "${1:-}" != --fit ] || { fit=1; shift; }
command -v patch >/dev/null || { echo "skipped: there is no program patch"; exit 77; }
folder=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$folder"' EXIT
copy=$folder/tree
rm -rf "$copy"
mkdir -p "$copy"
tar -C "$root" -cf - CMakeLists.txt CMakePresets.json LICENSE README.md doc include src | tar -C "$copy" -xf -

for patch in "$here"/*.patch; do
  patch -d "$copy" -p1 -s <"$patch" || { echo "$(basename "$patch") does not fit the tree any more"; exit 1; }
done
[ -z "$fit" ] || exit 0

launcher=
! command -v ccache >/dev/null || launcher="-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache"
cmake -S "$copy" -B "$folder/build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENGINE_CHECK=full \
  -DENGINE_TESTS=OFF -DENGINE_SAMPLES=OFF -DENGINE_TOOL=OFF -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF \
  $launcher >"$folder/configure.log"
cmake --build "$folder/build" -j "$(nproc)" >"$folder/build.log" 2>&1 ||
  { grep -E 'error|FAILED' "$folder/build.log"; exit 1; }

status=0
for program in "$here"/*.c; do
  name=$(basename "$program" .c)
  shared=
  [ "$name" != plugin ] || shared="-fPIC -shared"
  if [ -n "$shared" ]; then
    cc -std=c11 -Wall -Wextra -D_GNU_SOURCE -fPIC -shared -DPLUGIN -I"$copy/include" "$program" \
      -o "$folder/libspring.so"
  fi
  cc -std=c11 -Wall -Wextra -D_GNU_SOURCE -I"$copy/include" "$program" -L"$folder/build" -lengine \
    -Wl,-rpath,"$folder/build" -lm -o "$folder/$name"
  answer=$("$folder/$name" "$folder/libspring.so" 2>&1) || true
  echo "$name: $answer"
  [ "$answer" = right ] || status=1
done
exit $status
