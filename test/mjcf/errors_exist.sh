#!/bin/sh
# Every message of the error index is one the library prints.
cd "$(dirname "$0")/../.." || exit 1
failed=0
lines=$(mktemp)
# strings of C that go on in the next line are joined
find src -name '*.[ch]' -exec cat {} + | tr '\n' '\r' | sed 's/"\r *"//g' | tr '\r' '\n' >"$lines"
sed -n 's/^| `\([^`]*\)` |.*/\1/p' doc/errors.md >"$lines.index"
while read -r message; do
  grep -qF "$message" "$lines" || { echo "no message holds: $message"; failed=1; }
done <"$lines.index"
count=$(wc -l <"$lines.index")
rm "$lines" "$lines.index"
echo "$count messages"
[ "$count" -gt 15 ] && exit $failed
