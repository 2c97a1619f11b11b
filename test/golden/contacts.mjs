// Contacts of the reference: for MODEL.xml a MODEL.txt beside it.
//
//   npm install mujoco-js@0.0.7      (once, in any folder; run from there)
//   node contacts.mjs MODEL.xml...
//
// A line a contact, in the state to which test/collision/test_golden.c disturbs the model and with
// the numbers that it compares.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const load = (await import(pathToFileURL(require.resolve('mujoco-js')))).default;
const mj = await load({ print: () => {}, printErr: () => {} });

const digits = (x) => String(Number(Number(x).toPrecision(11)));

function contacts(m) {
  const d = new mj.MjData(m);
  const dq = Array.from({ length: m.nv }, (_, i) => 0.02 * Math.sin(1 + 1.7 * i));
  const q = mj.DoubleBuffer.FromArray(Array.from(d.qpos));
  mj.mj_integratePos(m, q, dq, 1);
  d.qpos.set(q.GetView());
  mj.mj_forward(m, d);
  return Array.from({ length: d.ncon }, (_, i) => {
    const c = d.contact.get(i), frame = Array.from(c.frame).slice(0, 6);
    return [...c.geom, c.dim, c.dist, ...c.pos, ...frame, ...c.friction, ...c.solref, ...c.solimp, c.includemargin];
  });
}

for (const file of process.argv.slice(2)) {
  mj.FS.writeFile('/model.xml', fs.readFileSync(file));
  const lines = contacts(mj.MjModel.loadFromXML('/model.xml')).map((c) => c.map(digits).join(' '));
  fs.writeFileSync(file.replace(/\.xml$/, '.txt'), lines.map((line) => line + '\n').join(''));
}
