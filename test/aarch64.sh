#!/bin/sh
# Build the library and its tests for aarch64 and run them under qemu-user.  Needs Debian (cross
# compilers and the arm64 packages of the libraries); takes a quarter of an hour on two cores.
#
#   test/aarch64.sh [CTEST-OPTION...]
set -eu
. "$(dirname "$0")/../sample/prepare.sh"
triplet=aarch64-linux-gnu

command -v apt-get >/dev/null || { echo "skipped: the cross build is known for Debian only"; exit 77; }
if ! command -v $triplet-g++ >/dev/null || ! command -v qemu-aarch64 >/dev/null ||
  [ ! -e /usr/lib/$triplet/libcmocka.so ] || [ ! -e /usr/lib/$triplet/libccd.so ]; then
  say "installing cross compilers, qemu and arm64 libraries"
  quietly as_root dpkg --add-architecture arm64
  quietly as_root apt-get update
  quietly as_root apt-get install -y --no-install-recommends gcc-$triplet g++-$triplet qemu-user \
    libccd-dev:arm64 libqhull-dev:arm64 libtinyxml2-dev:arm64 liblodepng-dev:arm64 \
    libdeflate-dev:arm64 \
    libcmocka-dev:arm64
fi
prepare_tools cmake ninja pkg-config
say "building into build-aarch64/"
PKG_CONFIG_LIBDIR=/usr/lib/$triplet/pkgconfig:/usr/share/pkgconfig
export PKG_CONFIG_LIBDIR
prepare_build "$root/build-aarch64" -DCMAKE_BUILD_TYPE=Release -DENGINE_LTO=OFF \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_C_COMPILER=$triplet-gcc -DCMAKE_CXX_COMPILER=$triplet-g++ \
  -DCMAKE_FIND_ROOT_PATH=/usr/$triplet -DCMAKE_LIBRARY_ARCHITECTURE=$triplet \
  -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-L;/usr/$triplet" -DENGINE_SAMPLES=OFF
say "testing under qemu"
cd "$root/build-aarch64"
# the loader of the emulated machine looks where Debian puts libraries of that architecture
QEMU_LD_PREFIX=/ ctest --output-on-failure --timeout 3000 -j "$(jobs_here)" -LE "slow|timing" "$@"
