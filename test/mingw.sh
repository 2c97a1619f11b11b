#!/bin/sh
# Build the library, its plugins and the tool for Windows with mingw-w64.  Needs Debian: cross compilers, and
# the sources of qhull, tinyxml2 and lodepng, which Debian does not package for Windows, from its archive.
# What the build lacks is said in doc/getting_started.md.
#
#   test/mingw.sh
set -eu
. "$(dirname "$0")/../sample/prepare.sh"
root=$(cd "$(dirname "$0")/.." && pwd)
triplet=x86_64-w64-mingw32
work=$root/build-mingw
made=$work/made

command -v apt-get >/dev/null || { echo "skipped: the cross build is known for Debian only"; exit 77; }
if ! command -v $triplet-g++-posix >/dev/null || ! command -v dpkg-source >/dev/null; then
  say "installing cross compilers"
  quietly as_root apt-get update
  quietly as_root apt-get install -y --no-install-recommends g++-mingw-w64-x86-64-posix dpkg-dev
fi
prepare_tools cmake ninja

mkdir -p "$work/lists/partial" "$made/include" "$made/lib"
cat >"$work/windows.cmake" <<END
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER $triplet-gcc-posix)
set(CMAKE_CXX_COMPILER $triplet-g++-posix)
set(CMAKE_RC_COMPILER $triplet-windres)
set(CMAKE_FIND_ROOT_PATH $made /usr/$triplet)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
END
windows="-G Ninja -DCMAKE_TOOLCHAIN_FILE=$work/windows.cmake -DCMAKE_BUILD_TYPE=Release"

# The source of Debian's package $1, in $work/$1.
source_of() {
  [ -d "$work/$1" ] && return
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  echo "deb-src http://deb.debian.org/debian $codename main" >"$work/list"
  archive="-o Dir::Etc::sourcelist=$work/list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$work/lists
    -o APT::Sandbox::User=root"
  [ -e "$work/refreshed" ] || quietly apt-get $archive update
  touch "$work/refreshed"
  (cd "$work" && quietly apt-get $archive source --download-only "$1")
  quietly dpkg-source --no-check -x "$work/$1"_*.dsc "$work/$1"
}
for package in qhull tinyxml2 lodepng; do source_of $package; done

say "building qhull, tinyxml2 and lodepng"
if [ ! -e "$made/lib/libqhullstatic_r.a" ]; then
  quietly cmake -S "$work/qhull" -B "$work/qhull/build-w" $windows -DBUILD_SHARED_LIBS=OFF
  quietly cmake --build "$work/qhull/build-w" --target qhullstatic_r
  cp "$work/qhull/build-w/libqhullstatic_r.a" "$made/lib/"
  cp -r "$work/qhull/src/libqhull_r" "$made/include/"
fi
quietly $triplet-g++-posix -O2 -c "$work/tinyxml2/tinyxml2.cpp" -o "$work/tinyxml2.o"
quietly $triplet-g++-posix -O2 -c "$work/lodepng/lodepng.cpp" -o "$work/lodepng.o"
quietly $triplet-ar rcs "$made/lib/libtinyxml2.a" "$work/tinyxml2.o"
quietly $triplet-ar rcs "$made/lib/liblodepng.a" "$work/lodepng.o"
cp "$work/tinyxml2/tinyxml2.h" "$work/lodepng/lodepng.h" "$made/include/"

say "building into build-mingw/engine/"
# pkg-config would name the libraries of this system
quietly cmake -S "$root" -B "$work/engine" $windows -DENGINE_LTO=OFF -DENGINE_TESTS=OFF \
  -DENGINE_SAMPLES=OFF -DENGINE_CCD=OFF -DENGINE_JPEG=OFF -DENGINE_DEFLATE=OFF \
  -DPKG_CONFIG_EXECUTABLE=/bin/false \
  -Dqhull_r_FILE="$made/lib/libqhullstatic_r.a" ${ENGINE_MINGW_OPTIONS:-}
quietly cmake --build "$work/engine" -j "$(jobs_here)"
ls -l "$work"/engine/*.dll "$work"/engine/*.exe
if command -v wine >/dev/null; then
  (cd "$work/engine" && WINEPATH="/usr/lib/gcc/$triplet/12-posix;/usr/$triplet/lib" wine ./engine.exe --version)
fi
