// What the flexes of a model do in the reference: for MODEL.xml a MODEL.txt beside it.
//
//   npm install mujoco-js@0.0.7      (once, in any folder; run from there)
//   node flexes.mjs MODEL.xml...
//
// The state is disturbed as in test/step/test_flex.c.  A line a field of mjData: its name and its
// numbers; then a line a contact.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const load = (await import(pathToFileURL(require.resolve('mujoco-js')))).default;
const mj = await load({ print: () => {}, printErr: () => {} });
const digits = (x) => String(Number(Number(x).toPrecision(11)));

mj.FS.mkdir('/in');
for (const file of process.argv.slice(2)) {
  mj.FS.writeFile('/in/model.xml', fs.readFileSync(file));
  const m = mj.MjModel.loadFromXML('/in/model.xml'), d = new mj.MjData(m);
  const dq = Array.from({ length: m.nv }, (_, i) => 0.02 * Math.sin(1 + 1.7 * i));
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 * Math.cos(0.3 + 1.3 * i);
  const q = mj.DoubleBuffer.FromArray(Array.from(d.qpos));
  mj.mj_integratePos(m, q, dq, 1);
  d.qpos.set(q.GetView());
  mj.mj_forward(m, d);
  const lines = ['flexvert_xpos', 'flexedge_length', 'flexedge_velocity', 'qfrc_spring', 'qfrc_damper', 'efc_diagApprox']
    .map((name) => [name, d[name].length, ...Array.from(d[name], digits)].join(' '));
  for (let i = 0; i < d.ncon; i++) {
    const c = d.contact.get(i);
    lines.push(['contact', 20, ...[c.geom, c.flex, c.elem, c.vert].map((x) => Array.from(x)).flat(),
      ...[c.dist, ...c.pos, ...Array.from(c.frame).slice(0, 3), c.includemargin, c.dim, c.exclude, c.friction[0], c.solimp[0]].map(digits)].join(' '));
  }
  fs.writeFileSync(file.replace(/\.xml$/, '.txt'), lines.join('\n') + '\n');
}
