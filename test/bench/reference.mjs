// How long the reference, in its WebAssembly build, takes for mj_collision of models that
// bench_collision left in a folder.
//
//   npm install mujoco-js@0.0.7      (once, in any folder; run from there)
//   node reference.mjs PAIRS MODEL.xml...
//
// The least of many turns, in nanoseconds for each of the PAIRS pairs of a model.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const load = (await import(pathToFileURL(require.resolve('mujoco-js')))).default;
const mj = await load({ print: () => {}, printErr: () => {} });

const WARM = 60, TURNS = 30, CALLS = 5;  // calls until the code is compiled, then those that count

function collisions(m, d, n) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < n; i++) mj.mj_collision(m, d);
  return Number(process.hrtime.bigint() - start) / n;
}

const pairs = Number(process.argv[2]);
for (const file of process.argv.slice(3)) {
  mj.FS.writeFile('/model.xml', fs.readFileSync(file));
  const m = mj.MjModel.loadFromXML('/model.xml'), d = new mj.MjData(m);
  mj.mj_kinematics(m, d);
  mj.mj_comPos(m, d);
  collisions(m, d, WARM);
  const least = Math.min(...Array.from({ length: TURNS }, () => collisions(m, d, CALLS)));
  console.log(`${path.basename(file, '.xml').padEnd(40)} ${(least / pairs).toFixed(1).padStart(10)}`);
  d.delete();
  m.delete();
}
