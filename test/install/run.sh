#!/bin/sh
# run.sh BUILD: install BUILD into a prefix, move the prefix, and build programs against it: by
# find_package, by pkg-config, with the headers of existing programs; all must run.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/moved"  # what is installed knows no place
root=$scratch/moved

cmake -S "$here/by_cmake" -B "$scratch/by_cmake" -G Ninja -DCMAKE_PREFIX_PATH="$root" >/dev/null
cmake --build "$scratch/by_cmake" >/dev/null
"$scratch/by_cmake/outside"
"$scratch/by_cmake/existing"

pc=$(dirname "$(find "$root" -name engine.pc)")
lib=$(dirname "$pc")
export PKG_CONFIG_PATH="$pc"
cc "$here/outside.c" $(pkg-config --cflags --libs engine) -Wl,-rpath,"$lib" \
  -o "$scratch/by_pkg_config"
"$scratch/by_pkg_config"
c++ -std=c++17 "$here/outside.cc" $(pkg-config --cflags --libs engine-mujoco3) -Wl,-rpath,"$lib" \
  -o "$scratch/headers"
"$scratch/headers"
cc "$here/existing.c" $(pkg-config --cflags --libs engine-mujoco3) -Wl,-rpath,"$lib" \
  -o "$scratch/existing"
"$scratch/existing"
c++ -std=c++17 "$here/existing.cc" $(pkg-config --cflags --libs engine-mujoco3) -Wl,-rpath,"$lib" \
  -o "$scratch/existing_cc"
"$scratch/existing_cc"

# headers named as the reference's are not where every compiler looks
if [ -e "$root/include/mujoco" ]; then
  echo "include/mujoco is installed and would shadow the headers of the reference" >&2
  exit 1
fi
