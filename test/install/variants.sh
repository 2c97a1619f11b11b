#!/bin/sh
# variants.sh: builds the library in the ways that test/install/run.sh does not see, installs each
# and runs a program with it: static; as a part of another project; with libpng in place of lodepng
# and without libccd; by the recipes of Conan and vcpkg.  Prints a table.  Takes minutes: by hand, before a release.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quick="-G Ninja -DCMAKE_BUILD_TYPE=Release -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF -DENGINE_TESTS=OFF
  -DENGINE_SAMPLES=OFF"
status=0

# try NAME COMMAND...: run it quietly; a row of the table says how it ended.
try() {
  name=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    printf '%-42s works\n' "$name"
  else
    printf '%-42s FAILS\n' "$name"
    cat "$scratch/log"
    status=1
  fi
}

# uses FOLDER: a program finds the library there, and the tool, wherever it is, loads the plugins.
uses() {
  cmake -S "$here/by_cmake" -B "$1-user" -G Ninja -DCMAKE_PREFIX_PATH="$1" &&
    cmake --build "$1-user" && "$1-user/outside" && "$1-user/existing" &&
    "$(find "$1" -name engine -type f -perm -u+x)" check "$tree/model/sdf_rings.xml"
}

# variant NAME OPTION...: build and install a variant, then a program by find_package and one by
# pkg-config.
variant() {
  as=$1
  shift
  cmake -S "$tree" -B "$scratch/$as" $quick "$@" &&
    cmake --build "$scratch/$as" &&
    cmake --install "$scratch/$as" --prefix "$scratch/$as-root" && uses "$scratch/$as-root" &&
    lib=$(dirname "$(dirname "$(find "$scratch/$as-root" -name engine.pc)")") &&
    c++ -std=c++17 "$here/outside.cc" \
      $(PKG_CONFIG_PATH="$lib/pkgconfig" pkg-config --cflags --libs engine-mujoco3) -Wl,-rpath,"$lib" \
      -o "$scratch/$as-pc" && "$scratch/$as-pc"
}

part_of_another() {
  cmake -S "$here/by_fetch" -B "$scratch/fetch" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DENGINE_SOURCE="$tree" -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF &&
    cmake --build "$scratch/fetch" && "$scratch/fetch/outside"
}

conan_recipe() {
  python3 "$here/recipe_conan.py" "$tree/src/package/conan/conanfile.py" "$scratch/conan" shared=False tool=True &&
    uses "$scratch/conan/package"
}

vcpkg_port() {
  cmake -DPORT="$tree/src/package/vcpkg/libengine" -DINTO="$scratch/vcpkg" -DLINKAGE=dynamic \
    "-DFEATURES=ccd;tools" -P "$here/recipe_vcpkg.cmake" && uses "$scratch/vcpkg/packages"
}

try "a static library" variant static -DBUILD_SHARED_LIBS=OFF
# without optimisation, so that the linker misses what only a branch never taken calls
try "libpng, no libccd, Debug" variant bare -DENGINE_PNG=libpng -DENGINE_CCD=OFF -DCMAKE_BUILD_TYPE=Debug
try "FetchContent" part_of_another
try "the recipe of Conan, static" conan_recipe
try "the port of vcpkg, shared" vcpkg_port
exit $status
