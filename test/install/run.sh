#!/bin/sh
# run.sh BUILD: install BUILD into a prefix of its own and build two programs against it, one by
# find_package, one by pkg-config; both must run.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

cmake --install "$build" --prefix "$prefix/root" >/dev/null

cmake -S "$here/by_cmake" -B "$prefix/by_cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix/root" >/dev/null
cmake --build "$prefix/by_cmake" >/dev/null
"$prefix/by_cmake/outside"

pc=$(dirname "$(find "$prefix/root" -name engine.pc)")
lib=$(dirname "$pc")
# the prefix was chosen at install time, the file carries the configured one
flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$prefix/root" --cflags --libs engine)
c++ -std=c++17 "$here/outside.cc" $flags -Wl,-rpath,"$lib" -o "$prefix/by_pkg_config"
"$prefix/by_pkg_config"
