#!/usr/bin/env python3
"""Every name that versions after 3.3.7 added, through the include path for newer programs.

  names.py --api newer.json --include INCLUDE [--cc COMPILER] [--floor N]

A program that uses them all is compiled once in C and once in C++; each name stands on a line of its
own and is offered, refused with words that say what to write instead, or neither.  Fails when a name
that is refused has no words, when fewer than the floor are offered, or when the languages disagree.
"""
import argparse, json, os, re, subprocess, sys, tempfile

STRUCTS = {'MjData': 'mjData', 'MjModel': 'mjModel', 'MjsSite': 'mjsSite'}
def uses(api):
    """Lines of a program, by name."""
    found = {}
    for name in api['functions']['added']: found[name] = '(void)&%s' % name
    for name, change in api['functions']['changed'].items():
        if name in api['functions']['changed_beyond_const_and_bool']: found[name] = '(void)&%s' % name
    for values in list(api['enums']['added'].values()) + [e['added'] for e in api['enums']['changed'].values()]:
        for name in values: found[name] = '(void)%s' % name
    for name, fields in api['structs']['added'].items(): found[name] = '{ %s* p = 0; (void)p; }' % name
    structs = {s: [f[0] for f in d['added']] for s, d in api['structs']['changed'].items()}
    for version in api['dts'].values():
        for s, fields in version['fields_added'].items(): structs[STRUCTS[s]] = structs.get(STRUCTS[s], []) + fields
        for name in version['functions_added']: found[name] = '(void)&%s' % name
        for enum in version['enums'].values():
            for name in enum: found[name] = '(void)%s' % name
    for s, fields in structs.items():
        for f in fields: found[s + '.' + f] = '{ %s* p = 0; (void)sizeof(p->%s); }' % (s, f)
    for s in ('mjsJoint', 'mjsTendon'): structs[s] += ['stiffness', 'damping']
    for name in api['macros']['added']: found[name] = '(void)%s' % name
    return found


def compile_all(found, compiler, include, language):
    names = sorted(found)
    with tempfile.NamedTemporaryFile('w', suffix='.' + language, delete=False) as f:
        f.write('#include <mujoco/mujoco.h>\nvoid use(void);\nvoid use(void) {\n')
        for name in names: f.write(found[name] + ';\n')
        f.write('}\n')
    p = subprocess.run(compiler + ['-fsyntax-only', '-fmax-errors=0', '-I' + include + '/engine/newer', '-I' + include, f.name], capture_output=True, text=True)
    said = {}
    for line in p.stderr.splitlines():
        m = re.match(re.escape(f.name) + r':(\d+):\d+: error: (.*)', line)
        if m: said.setdefault(names[int(m[1]) - 4], m[2])
    state = {}
    for name in names:
        text = said.get(name)
        state[name] = 'offered' if text is None else 'refused' if re.search(r'is unavailable: .', text) else 'neither: ' + text
    return state


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--api', required=True)
    p.add_argument('--include', required=True)
    p.add_argument('--cc', default='cc')
    p.add_argument('--cxx', default='c++')
    p.add_argument('--floor', type=int, default=0)
    p.add_argument('-v', action='store_true')
    args = p.parse_args()
    if not os.path.exists(args.api):
        print('skipped: there is no ' + args.api)
        return 77
    found = uses(json.load(open(args.api)))
    c = compile_all(found, [args.cc, '-std=c11'], args.include, 'c')
    cxx = compile_all(found, [args.cxx, '-std=c++17'], args.include, 'cc')
    bad = [n for n in found if c[n].split(':')[0] != cxx[n].split(':')[0]]
    for n in bad: print('%s: in C %s, in C++ %s' % (n, c[n], cxx[n]))
    missing = [n for n in found if c[n].startswith('neither')]
    for n in missing: print('%s: %s' % (n, c[n]))
    count = {s: [n for n in found if c[n].startswith(s)] for s in ('offered', 'refused', 'neither')}
    if args.v:
        for s in ('refused', 'neither'): print(s + ':', ' '.join(sorted(count[s])))
    print('names: %d offered, %d refused with a message, %d not there' % tuple(len(count[s]) for s in count))
    return bool(bad or missing or len(count['offered']) < args.floor)


sys.exit(main())
