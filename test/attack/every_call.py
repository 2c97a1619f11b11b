#!/usr/bin/env python3
"""every_call.py LIBRARY OBJECTS: no call of the API that can take memory is left out of attack_calls.

A function that the library exports either stands in a row of test/attack/calls_*.h, or its object
file refers to no allocator, neither itself nor through others: that follows from the symbols of the
object files, where the address of a function counts as a call of it.  What errors and warnings do
is not followed: they end the call.
"""
import pathlib
import re
import subprocess
import sys

ALLOCATORS = {
    'malloc', 'calloc', 'realloc', 'aligned_alloc', 'posix_memalign', 'strdup', 'mmap', 'fopen',
    'dlopen', 'opendir', 'pthread_create', 'fork', 'qsort', '_Znwm', '_Znam', 'getline', 'popen'}
# objects of the messages, and calls whose whole meaning is one
MESSAGES = {'error.c.o', 'log.c.o'}
BELONGS = {'mju_error', 'mju_warning', 'mju_error_i', 'mju_error_s', 'mju_warning_i',
           'mju_warning_s', 'mju_writeLog'}


def symbols(*args):
    out = subprocess.run(['nm', *args], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in out.splitlines()]


def main():
    library, folder = sys.argv[1:]
    objects = list(pathlib.Path(folder).rglob('*.o'))
    if not objects:
        sys.exit(f'{folder}: there are no objects')
    home, wants = {}, {o: set() for o in objects}
    for row in symbols('-A', *map(str, objects)):
        o = pathlib.Path(row[0].partition(':')[0])
        if row[-2] in ('U', 'w'):
            wants[o].add(row[-1])
        elif row[-2] in 'TDBRVW':
            home[row[-1]] = o
    takes = {o for o in objects if wants[o] & ALLOCATORS and o.name not in MESSAGES}
    grown = True
    while grown:
        more = {o for o in objects if o not in takes and o.name not in MESSAGES and
                any(home.get(w) in takes for w in wants[o])}
        takes |= more
        grown = bool(more)
    here = pathlib.Path(__file__).parent
    text = ''.join(p.read_text() for p in here.glob('calls*.h'))
    called = set(re.findall(r'\b((?:mj[a-z]*|eng)_\w+)\b', text))
    exported = [r[-1].split('@')[0] for r in symbols('-D', '--defined-only', library) if r[1] == 'T']
    asked = [n for n in exported if home.get(n) in takes and n not in BELONGS]
    left = [n for n in asked if n not in called]
    print(f'{len(exported)} calls: {len(exported) - len(asked)} can take no memory, '
          f'{len(asked) - len(left)} are tried without, {len(left)} are left out')
    if left:
        sys.exit('not in test/attack/calls_*.h: ' + ' '.join(left))


main()
