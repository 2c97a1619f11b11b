#!/bin/sh
# clean.sh [SYSTEM...]: does on clean systems, made by debootstrap, what a stranger would do, and prints
# a table.  Systems: bookworm and trixie of Debian, jammy (22.04) and noble (24.04) of Ubuntu; all when
# none is named.  Needs root, Debian or Ubuntu, and half an hour a system on two cores.
#
#   ENGINE_CLEAN=DIR        where bases are kept for the next time (default: /var/tmp/libengine-clean)
#   ENGINE_CLEAN_LOGS=DIR   where logs go (default: the same folder)
#   ENGINE_CLEAN_STEPS=...  what is tried of the list below (default: all)
set -eu
. "$(dirname "$0")/../../sample/prepare.sh"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
keep=${ENGINE_CLEAN:-/var/tmp/libengine-clean}
logs=${ENGINE_CLEAN_LOGS:-$keep}
steps=${ENGINE_CLEAN_STEPS:-sample tests install compile find_package fetch static packages lintian use}

[ "$(id -u)" = 0 ] || { echo "skipped: debootstrap needs root"; exit 77; }
command -v apt-get >/dev/null || { echo "skipped: debootstrap is known here for Debian only"; exit 77; }
prepare_tools debootstrap wget git
mkdir -p "$keep" "$logs"

mirror_of() {
  case $1 in
    bookworm | trixie) echo http://deb.debian.org/debian ;;
    jammy | noble) echo http://archive.ubuntu.com/ubuntu ;;
    *) echo "no system is known here as '$1'; expected bookworm, trixie, jammy or noble" >&2; exit 2 ;;
  esac
}

# The lists of packages that an installed system has: universe included, as in Ubuntu's own images.
sources_of() {
  mirror=$(mirror_of "$1")
  case $1 in
    bookworm | trixie)
      echo "deb $mirror $1 main"
      echo "deb $mirror $1-updates main"
      echo "deb $mirror-security $1-security main"
      ;;
    *)
      echo "deb $mirror $1 main universe"
      echo "deb $mirror $1-updates main universe"
      echo "deb $mirror $1-security main universe"
      ;;
  esac
}

# The keys of the system's archive; Debian has no package of Ubuntu's, Ubuntu itself has.
keyring_of() {
  case $1 in
    bookworm | trixie) echo /usr/share/keyrings/debian-archive-keyring.gpg ;;
    *)
      file=$keep/ubuntu-archive-keyring.gpg
      if [ ! -s "$file" ]; then
        archive=https://archive.ubuntu.com/ubuntu
        name=$(wget -qO- $archive/dists/noble/main/binary-amd64/Packages.gz | gzip -dc |
          sed -n 's|^Filename: \(.*/ubuntu-keyring_.*\)|\1|p' | head -1)
        wget -qO "$keep/keyring.deb" "$archive/$name"
        dpkg-deb --fsys-tarfile "$keep/keyring.deb" |
          tar -xO ./usr/share/keyrings/ubuntu-archive-keyring.gpg >"$file"
      fi
      echo "$file"
      ;;
  esac
}

# A base is made once and kept as an archive.
base_of() {
  [ -s "$keep/$1.tar" ] && return
  say "$1: making the base"
  script=/usr/share/debootstrap/scripts/$1
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/jammy  # one newer than debootstrap
  work=$keep/$1.making
  rm -rf "$work"
  keyring=$(keyring_of "$1")
  quietly debootstrap --variant=minbase --keyring="$keyring" "$1" "$work" \
    "$(mirror_of "$1")" "$script"
  sources_of "$1" >"$work/etc/apt/sources.list"
  tar -C "$work" --one-file-system -cf "$keep/$1.tar.new" .
  mv "$keep/$1.tar.new" "$keep/$1.tar"
  rm -rf "$work"
}

# inside SYSTEM-ROOT COMMAND...: run it there, with the kernel's file systems in a mount space of its own.
inside() {
  room=$1
  shift
  cp /etc/resolv.conf "$room/etc/resolv.conf"
  unshare --mount --propagation private sh -ec '
    room=$1
    shift
    mount -t proc proc "$room/proc"
    mount --rbind /dev "$room/dev"
    exec chroot "$room" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"' sh "$room" "$@"
}

# What this tree holds, as a fresh checkout would.
fill() {
  mkdir -p "$1/libengine"
  git -C "$root" ls-files -z --cached --others --exclude-standard |
    tar -C "$root" --null --ignore-failed-read -T - -cf - | tar -C "$1/libengine" -xf -
}

# try SYSTEM STEP: a row of the results
try() {
  started=$(date +%s)
  case $2 in
    use) room=$keep/$1.fresh ;;  # packages alone, on a system that never saw the tree
    *) room=$keep/$1.room ;;
  esac
  if inside "$room" sh /libengine/test/install/clean_steps.sh "$2" >"$logs/$1.$2.log" 2>&1; then
    outcome=works
  else
    outcome=FAILS
    tail -30 "$logs/$1.$2.log" >&2
  fi
  printf '%s %s %s %s\n' "$1" "$2" $outcome $(($(date +%s) - started)) >>"$keep/results"
  printf '   %-9s %-13s %s after %d s\n' "$1" "$2" $outcome $(($(date +%s) - started))
}

one_system() {
  base_of "$1"
  rm -rf "$keep/$1.room" "$keep/$1.fresh"
  mkdir "$keep/$1.room"
  tar -C "$keep/$1.room" -xf "$keep/$1.tar"
  fill "$keep/$1.room"
  for step in $steps; do
    if [ "$step" = use ]; then
      mkdir "$keep/$1.fresh"
      tar -C "$keep/$1.fresh" -xf "$keep/$1.tar"
      mkdir -p "$keep/$1.fresh/libengine/test" "$keep/$1.fresh/packages"
      cp -r "$here" "$keep/$1.fresh/libengine/test/"
      cp -r "$root/model" "$root/README.md" "$keep/$1.fresh/libengine/"
      cp "$keep/$1.room"/libengine/build/*.deb "$keep/$1.fresh/packages/" || true
    fi
    try "$1" "$step"
  done
  rm -rf "$keep/$1.room" "$keep/$1.fresh"
}

systems=${*:-bookworm trixie jammy noble}
: >"$keep/results"
for system in $systems; do mirror_of "$system" >/dev/null; done
for system in $systems; do one_system "$system"; done

echo
{
  printf '%-13s' step
  for system in $systems; do printf ' %-12s' "$system"; done
  echo
  for step in $steps; do
    printf '%-13s' "$step"
    for system in $systems; do
      printf ' %-12s' "$(awk -v s="$system" -v t="$step" '$1 == s && $2 == t { print $3 " " $4 " s" }' "$keep/results")"
    done
    echo
  done
} | tee "$logs/table"
! grep -q FAILS "$keep/results"
