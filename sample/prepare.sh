# Sourced by sample/run.sh, test/run.sh and .ci/run: installs what is missing and builds.
#
#   prepare_tools NAME...       make sure that the tools and libraries are there
#   prepare_library             the same for all that the library is made of
#   prepare_build DIR OPTION... configure and build into DIR
#
# Says what it does in a line each, on a terminal with a changing one for the step at work; the rest
# goes to a log that is shown when a step fails.

root=$(cd "$(dirname "$0")/.." && pwd)
log=${TMPDIR:-/tmp}/libengine-$$.log
trap 'rm -f "$log"' EXIT

say() { printf '== %s\n' "$*"; }

# Show the last line of the log in place, cut to the width of the terminal, until the script ends.
show_log() {
  width=$(stty size 2>/dev/null </dev/tty | cut -d' ' -f2)
  [ "${width:-0}" -gt 20 ] || width=80
  while kill -0 $$ 2>/dev/null; do
    printf '\r\033[K   %.*s' $((width - 4)) "$(tail -n 1 "$log" 2>/dev/null | tr -d '\r')"
    sleep 0.3
  done
}

# Run a step quietly: on a terminal one changing line says what it does; when it fails, all it said.
quietly() {
  : >"$log"
  watcher=
  if [ -t 1 ]; then show_log & watcher=$!; fi
  outcome=0
  "$@" >"$log" 2>&1 || outcome=$?
  if [ "$watcher" ]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    printf '\r\033[K'
  fi
  [ $outcome = 0 ] && return
  cat "$log" >&2
  echo "failed: $*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
    echo "this needs root: $*" >&2
    return 1
  fi
}

has_header() { echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1; }
has_library() { command -v pkg-config >/dev/null && pkg-config --exists "$1"; }

# Is the thing that a package brings already there?
have() {
  case $1 in
    compiler) command -v cc >/dev/null && command -v c++ >/dev/null ;;
    lodepng) has_header lodepng.h ;;
    egl) ldconfig -p 2>/dev/null | grep -q "libEGL.so.1" ;;
    assimp) has_header assimp/cimport.h ;;
    ccd | qhull_r | tinyxml2 | libdeflate | cmocka | glfw3) has_library "$1" ;;
    libjpeg | libpng) has_library "$1" ;;
    cffi) for python in python3 /usr/bin/python3; do
        $python -c "import cffi, numpy" 2>/dev/null && return
      done
      return 1 ;;
    mpi) command -v mpicc >/dev/null && command -v mpirun >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# The package that brings thing $2, in the words of package manager $1.
package() {
  case $1:$2 in
    apt-get:compiler) echo gcc g++ libc6-dev ;;
    apt-get:ninja | dnf:ninja) echo ninja-build ;;
    apt-get:ccd) echo libccd-dev ;;
    apt-get:qhull_r) echo libqhull-dev ;;
    apt-get:tinyxml2) echo libtinyxml2-dev ;;
    apt-get:lodepng) echo liblodepng-dev ;;
    apt-get:libdeflate) echo libdeflate-dev ;;
    apt-get:libpng) echo libpng-dev ;;
    dnf:libpng) echo libpng-devel ;;
    apt-get:cmocka) echo libcmocka-dev ;;
    apt-get:libjpeg) echo libjpeg-dev ;;
    dnf:libjpeg) echo libjpeg-turbo-devel ;;
    pacman:libjpeg) echo libjpeg-turbo ;;
    brew:libjpeg) echo jpeg-turbo ;;
    apt-get:assimp) echo libassimp-dev ;;
    dnf:assimp) echo assimp-devel ;;
    apt-get:xz) echo xz-utils ;;
    apt-get:scan-build) echo clang-tools ;;
    dnf:scan-build) echo clang-analyzer ;;
    apt-get:gcov | dnf:gcov | pacman:gcov) echo gcc ;;
    apt-get:abidiff) echo abigail-tools ;;
    dnf:abidiff | pacman:abidiff) echo libabigail ;;
    apt-get:cffi | dnf:cffi) echo python3 python3-cffi python3-numpy ;;
    pacman:cffi) echo python python-cffi python-numpy ;;
    brew:cffi) echo cffi numpy ;;
    apt-get:mpi) echo libopenmpi-dev openmpi-bin ;;
    dnf:mpi) echo openmpi-devel ;;
    pacman:mpi) echo openmpi ;;
    brew:mpi) echo open-mpi ;;
    apt-get:xmllint) echo libxml2-utils ;;
    dnf:xmllint | pacman:xmllint | brew:xmllint) echo libxml2 ;;
    apt-get:egl) echo libegl1 libgl1-mesa-dri ;;
    dnf:egl) echo mesa-libEGL mesa-dri-drivers ;;
    pacman:egl) echo mesa ;;
    apt-get:glfw3) echo libglfw3-dev ;;
    apt-get:Xvfb) echo xvfb libgl1 libgl1-mesa-dri ;;
    dnf:compiler) echo gcc gcc-c++ ;;
    dnf:ccd) echo libccd-devel ;;
    dnf:qhull_r) echo qhull-devel ;;
    dnf:tinyxml2) echo tinyxml2-devel ;;
    dnf:lodepng) echo lodepng-devel ;;
    dnf:libdeflate) echo libdeflate-devel ;;
    dnf:cmocka) echo libcmocka-devel ;;
    dnf:glfw3) echo glfw-devel ;;
    dnf:Xvfb) echo xorg-x11-server-Xvfb mesa-dri-drivers ;;
    pacman:glfw3 | brew:glfw3) echo glfw ;;
    pacman:Xvfb) echo xorg-server-xvfb mesa ;;
    dnf:pkg-config) echo pkgconf-pkg-config ;;
    dnf:clang-format) echo clang-tools-extra ;;
    pacman:compiler) echo gcc ;;
    pacman:pkg-config) echo pkgconf ;;
    pacman:clang-format) echo clang ;;
    pacman:ccd | brew:ccd) echo libccd ;;
    pacman:qhull_r | brew:qhull_r) echo qhull ;;
    brew:compiler) ;;
    *) echo "$2" ;;
  esac
}

package_manager() {
  for name in apt-get dnf pacman brew; do
    if command -v "$name" >/dev/null; then echo $name; return; fi
  done
}

prepare_tools() {
  missing=
  for thing in "$@"; do have "$thing" || missing="$missing $thing"; done
  [ -n "$missing" ] || return 0
  manager=$(package_manager)
  packages=
  for thing in $missing; do packages="$packages $(package "$manager" "$thing")"; done
  say "installing:$missing"
  case $manager in
    apt-get)
      quietly as_root apt-get update
      quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends $packages
      ;;
    dnf) quietly as_root dnf install -y $packages ;;
    pacman) quietly as_root pacman -S --needed --noconfirm $packages ;;
    brew) quietly brew install $packages ;;
    *) echo "no package manager known here; install by hand:$missing" >&2; exit 1 ;;
  esac
  for thing in $missing; do
    have "$thing" || { echo "still missing after the install: $thing" >&2; exit 1; }
  done
}

# Is thing $1 there, or in the lists of the package manager?
offered() {
  have "$1" && return
  case $(package_manager) in
    apt-get)
      if [ -z "${refreshed:-}" ]; then (quietly as_root apt-get update) || true; refreshed=yes; fi
      apt-cache show $(package apt-get "$1") >/dev/null 2>&1
      ;;
    dnf) dnf -q info $(package dnf "$1") >/dev/null 2>&1 ;;
    pacman) pacman -Si $(package pacman "$1") >/dev/null 2>&1 ;;
    brew) brew info $(package brew "$1") >/dev/null 2>&1 ;;
  esac
}

# What the library is made of.  Where a system has no lodepng, libpng serves; libdeflate is for speed.
prepare_library() {
  if ! have lodepng && have libpng; then png=libpng; elif offered lodepng; then png=lodepng; else png=libpng; fi
  if offered libdeflate; then deflate=libdeflate; else
    deflate=
    say "without libdeflate: textures take longer to load"
  fi
  prepare_tools compiler cmake ninja pkg-config ccd qhull_r tinyxml2 $png $deflate
}

jobs_here() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

prepare_build() {
  directory=$1
  shift
  quietly cmake -S "$root" -B "$directory" -G Ninja "$@"
  quietly cmake --build "$directory" -j "$(jobs_here)"
}
