#!/bin/sh
# The rooms of src/ in order: a file may include only from its own room and those above it.
set -eu
cd "$(dirname "$0")/.."
rooms="base math model kinematics ik dynamics collision constraint step cluster plugin spec asset compile mjcf visual sense render ui"
status=0
allowed=
for room in $rooms; do
  allowed="$allowed $room"
  [ -d "src/$room" ] || continue
  pattern=$(echo $allowed | tr ' ' '|')
  if grep -rnE '^#include "' "src/$room" | grep -vE "#include \"($pattern)/"; then
    echo "^ room $room may include only from:$allowed"
    status=1
  fi
done
# The tool stands beside the rooms, on the public API alone.
if grep -nE '^#include "' src/tool/* | grep -vE '#include "(tool/|sample/show.h)'; then
  echo "^ the tool includes <engine/...>, its own files and sample/show.h"
  status=1
fi
# The public headers stand on their own.
if grep -nE '^#include "' include/engine/*.h include/mujoco/*.h; then
  echo "^ public headers include only <engine/...> and the standard library"
  status=1
fi
# The system and the compiler are named in base/platform/ alone (and by two commands of the tool, a
# program of its own); registers in the headers of lanes.
system='^#include <(pthread|sched|semaphore|dlfcn|dirent|unistd|fcntl|windows|sys/)|__builtin_|__attribute__|__atomic_|_Thread_local'
if grep -rnE "$system" src | grep -vE '^src/(base/platform|plugin/first_party)/|^src/tool/(view|sheet).c|^src/math/(float_)?lanes.h|^src/math/pair.h'; then
  echo "^ only base/platform/ names the system or the compiler"
  status=1
fi
# Folders are the rooms, the tool and how all is packaged, and nothing else.
for folder in src/*/; do
  case " $rooms tool package " in
    *" $(basename "$folder") "*) ;;
    *) echo "$folder is no room"; status=1 ;;
  esac
done
[ $status = 0 ] && echo "layers: every include keeps the order of the rooms"
exit $status
