// Stands in for the reference's WASM module: what dump.mjs asks of it is answered by probe.c, which is
// linked with the library, over two pipes.  PROBE names the program, LEVEL the level to set by a call.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn, execFileSync } from 'node:child_process';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'probe-'));
let to, from, child, rest = '';

function start() {
  const [a, b] = [path.join(folder, 'to'), path.join(folder, 'from')];
  if (!fs.existsSync(a)) execFileSync('mkfifo', [a, b]);
  child = spawn('sh', ['-c', `exec "${process.env.PROBE}" <to >from`], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  child.unref();
  to = fs.openSync(a, 'w');
  from = fs.openSync(b, 'r');
  rest = '';
}

function ask(line) {
  fs.writeSync(to, line + '\n');
  const buffer = Buffer.alloc(1 << 16);
  while (!rest.includes('\n')) {
    const n = fs.readSync(from, buffer);
    if (!n) throw new Error('the probe ended at: ' + line);
    rest += buffer.toString('utf8', 0, n);
  }
  const end = rest.indexOf('\n'), answer = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return answer;
}
function numbers(answer) {
  if (answer.startsWith('error')) throw new Error(answer.slice(6));
  if (answer.startsWith('text')) return answer.slice(5);
  return answer.split(' ').slice(2).map((x) => x === 'nan' || x === '-nan' ? NaN : x === 'inf' ? Infinity : x === '-inf' ? -Infinity : Number(x));
}
const call = (name, ...args) => numbers(ask(`call ${name} ${args.flat(3).map(Number).join(' ')}`));

// Numbering of the reference after 3.3.7, where this library keeps that of 3.3.7: see the fields.
const swap = (table) => (x) => table[x] ?? x;
const renumbered = {
  actuator_dyntype: swap(JSON.parse(process.env.DYNTYPES ?? '{}')),
  actuator_gaintype: swap(JSON.parse(process.env.GAINTYPES ?? '{}')),
  actuator_biastype: swap(JSON.parse(process.env.BIASTYPES ?? '{}')),
  eq_type: swap(JSON.parse(process.env.EQTYPES ?? '{}')),
};
// Bits of mjtState: history was put at 4, here it is at 13.
const HISTORY = 1 << 4, OURS = 1 << 13;
// Models without histories do not know the bit.
const state = (sig) => (sig & 15) | (sig >> 1 & 0x1ff0) | (sig & HISTORY && fieldOf('m', 'nhistory') ? OURS : 0);
// Numbers of a state in the reference's order: history after activations.
function reorder(d, sig, values, back) {
  const size = (bit) => call('mj_stateSize', sig & bit ? state(bit) : 0)[0];
  const head = [0, 1, 2, 3].reduce((n, i) => n + size(1 << i), 0), h = size(HISTORY);
  const n = values.length;
  return back ? [...values.slice(0, head), ...values.slice(head + h), ...values.slice(head, head + h)]
    : [...values.slice(0, head), ...values.slice(n - h), ...values.slice(head, n - h)];
}

// Flags: multiccd is to be disabled instead of enabled, and sleep has its bit.
const flags = {
  enableflags: (e) => (e & 15) | (e & 32 ? 16 : 0) | (e & 64 ? 32 : 0),
  disableflags: (x) => x | (fieldOf('o', 'enableflags')[0] & 16 ? 0 : 1 << 19),
};

class Buffer64 {
  constructor(n) { this.values = new Float64Array(n); }
  static FromArray(a) { const b = new Buffer64(a.length); b.values.set(a); return b; }
  GetView() { return this.values; }
}
const fill = (buffer, values) => buffer.GetView().set(values);
const list = (a) => Array.from(a?.GetView ? a.GetView() : a);

const SCALARS = /^(n[a-zA-Z_]*|time|ncon|nefc|narena|flg_.*)$/;
const fieldOf = (owner, name) => {
  const answer = ask(`get ${owner} ${name}`);
  if (answer.startsWith('error')) return undefined;
  let a = numbers(answer);
  if (renumbered[name]) a = a.map(renumbered[name]);
  return SCALARS.test(name) ? a[0] : a;
};

class MjModel {
  static from_xml_path(file) {
    const real = path.join(process.env.NEWER, 'models', path.basename(file));
    const answer = ask(`load ${process.env.LEVEL ?? 0} ${real}`);
    if (answer.startsWith('error')) throw new Error(answer.slice(6));
    if (answer.startsWith('text')) print(answer.slice(5));
    const opt = new Proxy({}, { get: (_, name) => { const a = fieldOf('o', name); return flags[name]?.(a[0]) ?? (a.length === 1 ? a[0] : a); } });
    return new Proxy({}, { get: (_, name) => name === 'delete' ? () => {} : name === 'opt' ? opt : fieldOf('m', name) });
  }
}

class MjData {
  constructor() {
    const id = numbers(ask('data'))[0], kept = {}, given = {};
    this.id = id;
    this.flush = () => {
      for (const name in kept) {
        if (kept[name].some((x, i) => !Object.is(x, given[name][i]))) ask(`set d${id} ${name} ${Array.from(kept[name]).map((x) => Object.is(x, -0) ? '-0' : x).join(' ')}`);
        delete kept[name];
      }
    };
    this.read = (name) => {
      if (kept[name]) return kept[name];
      const a = fieldOf('d' + id, name);
      if (a === undefined || a.length === undefined) return a;
      given[name] = Float64Array.from(a);
      return kept[name] = Float64Array.from(a);
    };
    this.contact = { get: (i) => {
      const c = numbers(ask(`get d${id} contact`)).slice(13 * i, 13 * i + 13);
      return { dist: c[0], pos: c.slice(1, 4), frame: c.slice(4, 7), includemargin: c[7], dim: c[8], geom1: c[9], geom2: c[10], exclude: c[11], efc_address: c[12] };
    } };
    return new Proxy(this, { get: (t, name) => name === 'delete' ? () => {} : name in t ? t[name] : this.read(name),
      set: (t, name, value) => (ask(`set d${id} ${name} ${Number(value)}`), true) });
  }
}

let print = () => {};
const plain = (name) => (m, d, ...args) => { d.flush(); const r = call(name, d.id, ...args.map((a) => a?.GetView || Array.isArray(a) ? list(a) : a)); return r.length === 1 ? r[0] : r; };
const into = (name, at) => (m, d, ...args) => { d.flush(); const buffer = args.splice(at, 1)[0]; fill(buffer, call(name, d.id, ...args)); };
const one = (r) => typeof r === 'string' ? r : r[0];

const module = {
  FS: { mkdir() {}, writeFile() {} }, MjModel, MjData, DoubleBuffer: Buffer64, IntBuffer: Buffer64,
  mj_versionString: () => 'this library',
  mj_contactForce: into('mj_contactForce', 1),
  mj_id2name: (m, type, id) => call('mj_id2name', type, id),
  mj_actuatorInputName: (m, id, k) => call('mj_actuatorInputName', id, k) || null,
  mj_maxContact: (m, a, b, margin) => one(call('mj_maxContact', a, b, margin)),
  mj_insideSite: (m, d, site, p) => { d.flush(); return one(call('mj_insideSite', d.id, site, p)); },
  mju_round: (x) => one(call('eng_round', x)),
  mj_stateSize: (m, sig) => call('mj_stateSize', state(sig))[0],
  mj_getState: (m, d, b, sig) => { d.flush(); fill(b, reorder(d, sig, call('mj_getState', d.id, state(sig)), false)); },
  mj_setState: (m, d, v, sig) => { d.flush(); call('mj_setState', d.id, state(sig), reorder(d, sig, list(v), true)); },
  mj_copyState: (m, a, b, sig) => { a.flush(); b.flush(); call('mj_copyState', a.id, b.id, state(sig)); },
  mj_extractState: (m, v, from_, b, sig) => fill(b, reorder(null, sig, call('mj_extractState', state(from_), state(sig), reorder(null, from_, list(v), true)), false)),
  mj_fullM: (m, d, b) => { d.flush(); fill(b, call('mj_fullM', d.id)); },
  mju_sym2dense: (b, mat, n, rownnz, rowadr, colind) => fill(b, call('mju_sym2dense', n, mat.length, list(mat), list(rownnz), list(rowadr), list(colind))),
  mj_ray: (m, d, pnt, vec, group, flg, exclude, id, normal) => { const r = call('mj_ray', d.id, pnt, vec, group, flg ? 1 : 0, exclude); if (normal) fill(normal, r.slice(2)); return r[0]; },
  mj_multiRay: (m, d, pnt, vec, group, flg, exclude, id, dist, normal, n, cutoff) => {
    const r = call('mj_multiRay', d.id, n, cutoff, exclude, flg ? 1 : 0, pnt, group, vec);
    fill(dist, r.slice(0, n)); fill(id, r.slice(n, 2 * n)); fill(normal, r.slice(2 * n));
  },
};
for (const name of ['mj_forward', 'mj_step', 'mj_inverse', 'mj_resetData', 'mj_resetDataKeyframe', 'mj_resetCtrl', 'mj_setKeyframe', 'mj_fwdKinematics']) module[name] = plain(name);
module.mj_initCtrlHistory = (m, d, id, times, values) => { d.flush(); call('mj_initCtrlHistory', d.id, id, times ? 1 : 0, times ?? [], values); };
module.mj_initSensorHistory = (m, d, id, times, values, phase) => { d.flush(); call('mj_initSensorHistory', d.id, id, phase, times ? 1 : 0, times ?? [], values); };

export default async (options) => { print = options.print ?? print; start(); return module; };
process.on('exit', () => { child.kill(); fs.rmSync(folder, { recursive: true }); });
