#!/usr/bin/env python3
"""Write layout.inc, the expected layout of every public struct and the value of every enumerator.

  make_layout.py FOLDER > layout.inc

FOLDER holds the API as data: structs.json, enums.json, extras.json.  Offsets and sizes are computed
here from the types by the rules of the x86-64 ABI, not by a compiler from our headers.
"""
import json, os, re, sys

folder = sys.argv[1]
load = lambda name: json.load(open(os.path.join(folder, name)))
structs, enums, extras = load('structs.json'), load('enums.json'), load('extras.json')

SCALARS = {'int': 4, 'unsigned int': 4, 'float': 4, 'double': 8, 'mjtNum': 8, 'char': 1,
           'unsigned char': 1, 'mjtByte': 1, 'mjtSize': 8, 'size_t': 8, 'uint64_t': 8,
           'uintptr_t': 8, 'int32_t': 4, 'uint8_t': 1}
by_tag = {s['tag']: name for name, s in structs.items()}
for name, fields in extras['opaque_or_callback_structs'].items():
    rows = []
    for text in fields:
        pointer = re.match(r'(.*\(\*)(\w+)(\)\(.*)$', text)
        if pointer:
            rows.append({'name': pointer[2], 'type': pointer[1] + pointer[3]})
            continue
        base, field, dim = re.match(r'(.*?)(\w+)((?:\[\w+\])*)$', text).groups()
        if base.strip().endswith('struct mjpResourceProvider*'):
            base = 'const mjpResourceProvider*'
        rows.append({'name': field, 'type': base.strip() + dim})
    structs[name] = {'tag': 'struct %s_' % name, 'fields': rows}

# parts of mjuiItem that the data only names: size and alignment
UI_PARTS = {'struct mjuiItemSingle_': (8, 4), 'struct mjuiItemMulti_': (4 + 35 * 40, 4),
            'struct mjuiItemSlider_': (24, 8), 'struct mjuiItemEdit_': (8 + 7 * 16, 8)}

def round_up(n, align):
    return (n + align - 1) // align * align

def size_align(field):
    """size and alignment of a field"""
    if 'fields' in field:
        union = 'Union' in field.get('anonymous', '')
        size, align, _ = lay_out(field['fields'], union)
        return size, align
    kind = field['type'].strip()
    array = re.match(r'(.*?)\s*((?:\[\d+\])+)$', kind)
    if array and '(*' not in kind:
        size, align = size_align({'type': array[1]})
        for n in re.findall(r'\d+', array[2]):
            size *= int(n)
        return size, align
    if kind.endswith('*') or '(*' in kind or kind.startswith('mjf'):
        return 8, 8
    kind = kind.removeprefix('const ').removeprefix('volatile ')
    if kind in UI_PARTS:
        return UI_PARTS[kind]
    if kind in SCALARS:
        return SCALARS[kind], SCALARS[kind]
    if kind in enums:
        return 4, 4
    name = by_tag.get(kind, kind)
    if name in structs:
        size, align, _ = lay_out(structs[name]['fields'], False)
        return size, align
    sys.exit('unknown type %r' % field['type'])

def lay_out(fields, union):
    """size, alignment and (path, type, offset, size) of every named field"""
    at = size = 0
    largest = 1
    rows = []
    for f in fields:
        n, align = size_align(f)
        at = 0 if union else round_up(at, align)
        if f.get('name'):
            rows.append((f['name'], f['type'] if 'fields' not in f else None, at, n))
        if 'fields' in f:
            prefix = f['name'] + '.' if f.get('name') else ''
            inner = lay_out(f['fields'], 'Union' in f.get('anonymous', ''))[2]
            rows += [(prefix + path, kind, at + off, m) for path, kind, off, m in inner]
        at += n
        size = max(size, at)
        largest = max(largest, align)
    return round_up(size, largest), largest, rows

print('// Written by make_layout.py; do not edit.')
for name, s in structs.items():
    size, _, rows = lay_out(s['fields'], False)
    print('STRUCT(%s, %d)' % (name, size))
    for path, kind, offset, n in rows:
        if kind is None:
            print('GROUP(%s, %s, %d, %d)' % (name, path, offset, n))
        else:
            print('FIELD(%s, %s, %d, %d, %s)' % (name, path, offset, n, kind))
for name, values in enums.items():
    for enumerator, value in values.items():
        print('ENUMERATOR(%s, %d)' % (enumerator, value))
