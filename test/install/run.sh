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
"$scratch/by_pkg_config" | tee "$scratch/said"
grep -q "^version $(pkg-config --modversion engine)," "$scratch/said"
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
if find "$root" -name "libmujoco*" | grep -q .; then
  echo "a file named libmujoco is installed by default and would shadow the reference" >&2
  exit 1
fi

# A program that was linked with the reference's library runs on this one when asked to.  The
# reference is played by a library of its name that offers what the program calls, and fails.
mkdir "$scratch/reference"
for name in mj_versionString mj_version mj_loadXML mj_deleteModel mj_makeData mj_deleteData mj_step; do
  echo "void $name(void) { __builtin_trap(); }"
done >"$scratch/reference.c"
cc -w -fno-builtin -shared -fPIC -Wl,-soname,libmujoco.so.3.3.7 "$scratch/reference.c" \
  -o "$scratch/reference/libmujoco.so.3.3.7"
cc "$here/linked.c" -I"$root/include/engine/mujoco3" -I"$root/include" \
  "$scratch/reference/libmujoco.so.3.3.7" -Wl,-rpath,"$scratch/reference" -lm -o "$scratch/linked"
cmake --install "$build" --prefix "$root" --component dropin >/dev/null
LD_LIBRARY_PATH="$lib/engine/mujoco3" "$scratch/linked"
