#!/bin/sh
# Is every source file laid out as clang-format says?  "format.sh fix" lays them out.
set -eu
cd "$(dirname "$0")/.."
files=$(find src include test sample -name '*.c' -o -name '*.cc' -o -name '*.h' | sort)
if [ "${1:-}" = fix ]; then
  clang-format -i $files
  exit
fi
if grep -rnE '^(<<<<<<< |>>>>>>> )' include src test sample doc README.md .ci; then
  echo "format: marks of a merge were left"
  exit 1
fi
if grep -rnE '(^|[^_a-z])skip\(\);' test --include='*.c' --include='*.h' | grep -v '^test/skip.h:'; then
  echo "format: a test that is skipped says why (test/skip.h)"
  exit 1
fi
clang-format --dry-run -Werror $files && echo "format: $(echo "$files" | wc -l) files as clang-format lays them out"
