#!/bin/sh
# Build the library and its tests for aarch64, make its packages (.deb, .tar.gz) and run a program out of
# them, then the tests, all under qemu-user.  Needs Debian (cross compilers and the arm64 packages of the
# libraries); takes a quarter of an hour on two cores.
#
#   test/aarch64.sh [CTEST-OPTION...]
#   ENGINE_AARCH64=packages test/aarch64.sh     the packages alone
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
tests=ON
[ "${ENGINE_AARCH64:-}" = packages ] && tests=OFF
prepare_build "$root/build-aarch64" -DCMAKE_BUILD_TYPE=Release -DENGINE_LTO=OFF -DENGINE_TESTS=$tests \
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib/$triplet \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_C_COMPILER=$triplet-gcc -DCMAKE_CXX_COMPILER=$triplet-g++ \
  -DCMAKE_FIND_ROOT_PATH=/usr/$triplet -DCMAKE_LIBRARY_ARCHITECTURE=$triplet \
  -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-L;/" -DENGINE_SAMPLES=OFF \
  ${ENGINE_AARCH64_OPTIONS:-}

say "packages of arm64"
cd "$root/build-aarch64"
rm -rf ./*.deb ./*.tar.gz unpacked
quietly cpack -G DEB
quietly cpack -G TGZ
# the tool and the library come out of the packages, and what they need has the packages of that architecture
mkdir unpacked
for package in *.deb; do
  case $package in
    *-doc_*) [ "$(dpkg-deb -f "$package" Architecture)" = all ] ;;
    *) [ "$(dpkg-deb -f "$package" Architecture)" = arm64 ] ;;
  esac || { echo "$package is not of arm64" >&2; exit 1; }
  dpkg-deb -x "$package" unpacked
done
dpkg-deb -f libengine0_*.deb Depends | grep -q "libtinyxml2" || { echo "the library names nothing it needs" >&2; exit 1; }
qemu-aarch64 -L / unpacked/usr/bin/engine --version
qemu-aarch64 -L / unpacked/usr/bin/engine check unpacked/usr/share/engine/model/humanoid.xml
[ -s unpacked/usr/share/man/man1/engine.1.gz ] || { echo "the manual page is missing" >&2; exit 1; }
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning ./*.deb || exit 1
fi
ls -l ./*.deb ./*.tar.gz
[ $tests = ON ] || exit 0

say "testing under qemu"
cd "$root/build-aarch64"
# the loader of the emulated machine looks where Debian puts libraries of that architecture
QEMU_LD_PREFIX=/ ctest --output-on-failure --timeout 3000 -j "$(jobs_here)" -LE "slow|timing" "$@"
