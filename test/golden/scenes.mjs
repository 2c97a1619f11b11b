// What the reference draws of a model: for MODEL.xml a MODEL.txt beside it.
//
//   npm install mujoco-js@0.0.7      (once, in any folder; run from there)
//   node scenes.mjs MODEL.xml...
//
// A line a scene: its name; how many geoms; sums over them of type, objtype, objid, dataid, matid,
// texcoord and category, each weighted with the place of the geom; likewise of size, pos, mat, rgba,
// gloss; and of the characters of labels.  Then cameras, lights, skins and flexes in the same way.
// test/visual/test_golden.c makes the same scenes in the same order.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const load = (await import(pathToFileURL(require.resolve('mujoco-js')))).default;
const mj = await load({ print: () => {}, printErr: () => {} });

const weight = (i) => 1 + (7 * i) % 13;
const sum = (rows) => rows.flat().reduce((s, x, i) => s + weight(i) * Number(x), 0);
const rows = (n, row) => Array.from({ length: n }, (_, i) => row(i));
const first = (array, n) => Array.from(array).slice(0, n);
const letters = (label) => {
  const codes = typeof label === 'string' ? Array.from(label, (c) => c.charCodeAt(0)) : Array.from(label);
  const end = codes.indexOf(0);
  return end < 0 ? codes : codes.slice(0, end);
};
const digits = (x) => String(Number(x.toPrecision(8)));

function state(m, d) {
  const sine = (i) => 0.1 * Math.sin(1 + 1.7 * i);
  d.qvel.set(rows(m.nv, (i) => sine(i + 3)));
  d.ctrl.set(rows(m.nu, (i) => 8 * sine(i)));
  d.act.set(rows(m.na, (i) => 0.6));
  for (let i = 0; i < m.njnt; i++) {
    if (m.jnt_type[i] >= 2) d.qpos[m.jnt_qposadr[i]] += 0.3 + sine(i);
  }
  for (let i = 1; i < m.nbody; i++) d.xfrc_applied[6 * i + 2] = i;
  mj.mj_forward(m, d);
}

function describe(name, s, m) {
  const g = rows(s.ngeom, (i) => s.geoms.get(i)), c = rows(2, (i) => s.camera.get(i));
  const l = rows(s.nlight, (i) => s.lights.get(i));
  const sums = [
    g.map((x) => [x.type, x.objtype, x.objid, x.dataid, x.matid, x.texcoord, x.category]),
    g.map((x) => first(x.size, 3)),
    g.map((x) => first(x.pos, 3)),
    g.map((x) => first(x.mat, 9)),
    g.map((x) => first(x.rgba, 4)),
    g.map((x) => [x.emission, x.specular, x.shininess, x.reflectance, x.modelrbound]),
    g.map((x) => letters(x.label)),
    c.map((x) => [...first(x.pos, 3), ...first(x.forward, 3), ...first(x.up, 3), x.frustum_center,
      x.frustum_width, x.frustum_bottom, x.frustum_top, x.frustum_near, x.frustum_far, x.orthographic]),
    l.map((x) => [x.id, x.type, ...first(x.pos, 3), ...first(x.dir, 3), ...first(x.diffuse, 3),
      ...first(x.attenuation, 3), x.cutoff, x.exponent]),
    [first(s.skinvert, 3 * m.nskinvert), first(s.skinnormal, 3 * m.nskinvert)],
    rows(s.nflex, (i) => [
      s.flexfaceused[i],
      ...Array.from(s.flexface).slice(9 * s.flexfaceadr[i], 9 * (s.flexfaceadr[i] + s.flexfaceused[i])),
      ...Array.from(s.flexnormal).slice(9 * s.flexfaceadr[i], 9 * (s.flexfaceadr[i] + s.flexfaceused[i])),
    ]),
  ];
  return [name, s.ngeom, ...sums.map(sum).map(digits)].join(' ');
}

function* scenes(m, d, s) {
  const camera = new mj.MjvCamera(), pert = new mj.MjvPerturb();
  let option;
  const begin = () => { option = new mj.MjvOption(); mj.mjv_defaultOption(option); };
  const made = (name) => {
    mj.mjv_updateScene(m, d, option, pert, camera, 7, s);
    return describe(name, s, m);
  };
  mj.mjv_defaultPerturb(pert);
  mj.mjv_defaultFreeCamera(m, camera);
  mj.mjv_updateCamera(m, d, camera, s);
  begin(); yield made('default');
  for (let f = 0; f < 31; f++) {
    begin(); option.flags[f] = option.flags[f] ? 0 : 1;
    yield made('flag' + f);
  }
  begin(); option.flags[10] = option.flags[11] = 1; yield made('scaled');
  for (let g = 0; g < 4; g++) {
    begin(); option.geomgroup.fill(0); option.geomgroup[g] = 1; option.sitegroup.fill(0);
    yield made('group' + g);
  }
  for (let f = 1; f < 8; f++) {
    begin(); option.frame = f; option.flags[3] = option.flags[6] = 1;
    yield made('frame' + f);
  }
  pert.select = 2; pert.active = 1; pert.active2 = 2; pert.localpos[0] = 0.05; pert.refselpos[1] = 0.3;
  pert.refquat[0] = 0.8; pert.refquat[2] = 0.6;
  for (let l = 1; l < 17; l++) {
    begin(); option.label = l;
    for (let f = 0; f < 31; f++) option.flags[f] = f === 10 || f === 28 || f === 29 ? 0 : 1;
    yield made('label' + l);
  }
  for (let b = 0; b < 3; b++) {
    begin(); option.bvh_depth = b; option.flags[28] = option.flags[29] = 1;
    yield made('tree' + b);
  }
  for (let c = 0; c < m.ncam; c++) {
    begin(); camera.type = 2; camera.fixedcamid = c;
    yield made('camera' + c);
  }
  camera.type = 1; camera.trackbodyid = 1; camera.azimuth = 33;
  begin(); yield made('tracking');
}

mj.FS.mkdir('/in');
for (const file of process.argv.slice(2)) {
  mj.FS.writeFile('/in/model.xml', fs.readFileSync(file));
  const m = mj.MjModel.loadFromXML('/in/model.xml'), d = new mj.MjData(m), s = new mj.MjvScene(m, 3000);
  state(m, d);
  fs.writeFileSync(file.replace(/\.xml$/, '.txt'), [...scenes(m, d, s)].join('\n') + '\n');
}
