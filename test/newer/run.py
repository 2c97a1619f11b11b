#!/usr/bin/env python3
"""Play the yardstick models of what is newer than 3.3.7 and compare with the reference's numbers.

  run.py --newer FOLDER --probe PROGRAM [--level 3014] [--floor N] [-v] [PREFIX ...]

FOLDER has models/, ref/ and dump.mjs, which plays a model with its controls and scripts; mujoco.js
beside this file makes it play them on the library.  Tolerances are those of the yardsticks: relative
1e-9 in steps 0 and 1, 1e-6 up to step 10, 1e-3 later; what the solver leaves (qacc, efc_force) at
its tolerance in the model.  Prints a line a model; fails when fewer than the floor are equal.
"""
import argparse, os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

here = os.path.dirname(os.path.abspath(__file__))
# numbers of enumerators that the reference moved when it added others before them: ours to theirs
RENUMBERED = {'DYNTYPES': '{"5":7,"6":5,"7":6}', 'GAINTYPES': '{"3":6,"4":3,"5":4,"6":5}', 'BIASTYPES': '{"3":5,"4":3,"5":4}', 'EQTYPES': '{"5":7,"6":5,"7":6}'}


# what the reference refuses and we do not, on purpose: it cannot have ki and slewmax together; the
# old spelling of projection
ACCEPTED = {'pid_err_ki_slew.xml', 'camera_err_orthographic.xml'}


# what the reference's rounding decides: its own answers move as far when each coordinate of the
# first state moves by a unit of the last place (doc/accuracy.md); told, and not counted as equal
ROUNDED = {'flex_quadratic.xml': r'qfrc_passive$', 'multiccd_cylcyl.xml': r'^step20\.',
           'cg_certificate.xml': r'^step[12]000\.'}
SOLVED = ('qacc', 'efc_force')


def tolerance(step):
    return 1e-9 if step <= 1 else 1e-6 if step <= 10 else 1e-3


def solver_tolerance(path):
    text = re.sub(r'<!--.*?-->', '', open(path).read(), flags=re.S)
    said = re.search(r'<option[^>]*\stolerance="([^"]*)"', text)
    return float(said[1]) if said else 1e-8


def read(text):
    rows = {}
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith('#'): continue
        if words[0] in ('error', 'warning', 'crash'):
            rows[words[0]] = line
            continue
        try: rows[words[0]] = [float(x) for x in words[2:]]
        except ValueError: rows[words[0]] = line
    return rows


# what is beyond the first nisland is not said
UNDEFINED = re.compile(r'(^|\.)(tree_island|map_itree2tree)$')


def undefined(name, reference):
    # islands of a step without any: the reference shows what was in its memory
    return UNDEFINED.search(name) and reference.get(name.split('.')[0] + '.nisland') == [0]


def differences(ours, reference, solved):
    found = []
    for name, b in reference.items():
        if name in ('error', 'warning', 'crash') or undefined(name, reference): continue
        a = ours.get(name)
        if a is None:
            found.append((name, 'missing'))
        elif isinstance(b, str) or isinstance(a, str):
            if a != b: found.append((name, 'differs'))
        elif len(a) != len(b):
            found.append((name, 'size %d/%d' % (len(a), len(b))))
        else:
            m = re.match(r'step(\d+)', name)
            step = int(m[1]) if m else 0
            scale = max([abs(y) for y in b if y == y and abs(y) < 1e300] + [1e-3])
            e = max([0 if x == y or (x != x and y != y) else abs(x - y) / scale for x, y in zip(a, b)] or [0])
            most = max(tolerance(step), solved if name.split('.')[-1] in SOLVED else 0)
            if not e <= most: found.append((name, '%.0e' % e))
    return found


BATCH = 16  # models that one process plays


def run_dump(names, args):
    env = dict(os.environ, PROBE=args.probe, NEWER=args.newer, MUJOCO=here, LEVEL=str(args.level), **RENUMBERED)
    files = [os.path.join(args.newer, 'models', name) for name in names]
    command = ['node', os.path.join(args.newer, 'dump.mjs'), '--print'] + files
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120 * len(names))


def play_all(names, args):
    """What each of some models comes to; those that a broken process left out are played again alone."""
    played = {}
    try:
        p = run_dump(names, args)
        if not p.returncode:
            parts = re.split(r'^# (\S+\.xml) .*$', p.stdout, flags=re.M)
            played = dict(zip(parts[1::2], parts[2::2]))
    except subprocess.TimeoutExpired:
        pass
    return {name: judge(name, played.get(name), args) for name in names}


def judge(name, text, args):
    if text is None:
        try:
            p = run_dump([name], args)
        except subprocess.TimeoutExpired:
            return 'timeout'
        if p.returncode: return 'crash: ' + p.stderr.strip()[-200:].replace('\n', ' ')
        text = p.stdout
    ours = read(text)
    reference = read(open(os.path.join(args.newer, 'ref', name[:-4] + '.txt')).read())
    if name in ACCEPTED and 'error' not in ours: return 'equal (accepted on purpose)'
    if 'error' in reference:
        return 'equal (refused)' if 'error' in ours else 'accepted, reference refuses'
    if 'error' in ours: return 'refused: ' + ours['error'][6:]
    if 'crash' in ours: return ours['crash'][:150]
    d = differences(ours, reference, solver_tolerance(os.path.join(args.newer, 'models', name)))
    if d and name in ROUNDED and all(re.search(ROUNDED[name], field) for field, _ in d):
        return 'rounding: ' + ', '.join('%s %s' % x for x in d[:5])
    return 'equal' if not d else 'differs: ' + ', '.join('%s %s' % x for x in (d if args.verbose > 1 else d[:5]))


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--newer', required=True)
    p.add_argument('--probe', required=True)
    p.add_argument('--level', type=int, default=3014)
    p.add_argument('--floor', type=int, default=0)
    p.add_argument('-v', dest='verbose', action='count', default=0)
    p.add_argument('prefix', nargs='*')
    args = p.parse_args()
    args.newer, args.probe = os.path.realpath(args.newer), os.path.abspath(args.probe)
    names = [f for f in sorted(os.listdir(os.path.join(args.newer, 'models')))
             if f.endswith('.xml') and f[0] != '_' and (not args.prefix or any(f.startswith(x) for x in args.prefix))]
    batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
    with ThreadPoolExecutor(2) as pool:
        results = {name: r for part in pool.map(lambda b: play_all(b, args), batches) for name, r in part.items()}
    equal = sum(r.startswith('equal') for r in results.values())
    for name, r in results.items(): print('%-34s %s' % (name, r if args.verbose or args.prefix else r[:160]))
    rounded = sum(r.startswith('rounding') for r in results.values())
    print('newer: %d of %d models equal at level %d, %d but for what the reference\'s rounding decides'
          % (equal, len(names), args.level, rounded))
    return equal < args.floor


sys.exit(main())
