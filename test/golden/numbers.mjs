// Numbers of the reference for models of test/golden/compile: each NAME.xml gets a NAME.txt beside it.
//
//   npm install mujoco-js@0.0.7      (once, in any folder; run from there)
//   node numbers.mjs MODEL.xml...
//
// A line a field: its name, how many numbers, the numbers.  Fields of zeros are left out, and so are
// options and visual settings that are those of a model that says nothing, but in empty.txt.
// Where parts/NAME_by_hand.xml exists it is asked instead of NAME.xml: the same model written
// without the elements that this build of the reference cannot read.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const load = (await import(pathToFileURL(require.resolve('mujoco-js')))).default;
const mj = await load({ print: () => {}, printErr: () => {} });

function mount(folder, at) {
  mj.FS.mkdir(at);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const from = path.join(folder, entry.name), to = at + '/' + entry.name;
    if (entry.isDirectory()) mount(from, to);
    else mj.FS.writeFile(to, fs.readFileSync(from));
  }
}

// What depends on the layout of memory, or on the version.
const left_out = new Set(['buffer', 'nbuffer', 'signature']);

const digits = (v) => String(Number(Number(v).toPrecision(11)));
const is_number = (v) => typeof v === 'number' || typeof v === 'bigint' || typeof v === 'boolean';

// All numbers below an object: [name, [number, ...]].
function fields(object, prefix, depth) {
  const found = [];
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) {
    if (name === 'constructor' || left_out.has(name)) continue;
    let value;
    try { value = object[name]; } catch { continue; }
    if (is_number(value)) found.push([prefix + name, [value]]);
    else if (ArrayBuffer.isView(value)) found.push([prefix + name, Array.from(value)]);
    else if (Array.isArray(value) && value.every(is_number)) found.push([prefix + name, value]);
    else if (value && typeof value === 'object' && depth) {
      found.push(...fields(value, prefix + name + '.', depth - 1));
    }
  }
  return found;
}

function settings(model) {
  return [...fields(model.opt, 'opt.', 0), ...fields(model.vis, 'vis.', 1)].map(line);
}

function line([name, values]) {
  return [name, values.length, ...values.map(digits)].join(' ');
}

function numbers(model, usual) {
  const lines = fields(model, '', 0).filter(([, v]) => v.some((x) => Number(x) !== 0)).map(line);
  lines.push(line(['stat', fields(model.stat, '', 0).flatMap(([, v]) => v)]));
  return [...lines, ...settings(model).filter((x) => !usual.has(x))].join('\n') + '\n';
}

mj.FS.writeFile('/empty.xml', '<mujoco/>');
const usual = new Set(settings(mj.MjModel.loadFromXML('/empty.xml')));
const folders = new Map();
for (const file of process.argv.slice(2)) {
  const folder = path.dirname(path.resolve(file)), name = path.basename(file, '.xml');
  if (!folders.has(folder)) mount(folder, '/' + folders.size) || folders.set(folder, '/' + folders.size);
  const by_hand = `parts/${name}_by_hand.xml`;
  const asked = fs.existsSync(path.join(folder, by_hand)) ? by_hand : name + '.xml';
  try {
    const model = mj.MjModel.loadFromXML(`${folders.get(folder)}/${asked}`);
    fs.writeFileSync(path.join(folder, name + '.txt'), numbers(model, name === 'empty' ? new Set() : usual));
    model.delete();
  } catch (e) {
    console.error(`${asked}: the reference refuses it (${e.message ?? e})`);
    process.exitCode = 1;
  }
}
