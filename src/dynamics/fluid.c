#include "dynamics/fluid.h"

#include <engine/kinematics.h>
#include <engine/model.h>

#include "dynamics/wrench.h"
#include "kinematics/jacobian.h"
#include "model/sleep.h"

int uses_ellipsoids(const mjModel* m, int body) {
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  for (int g = first; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] > 0) return 1;
  }
  return 0;
}

void inertia_box(const mjModel* m, mjtNum box[3], int body) {
  const mjtNum* I = m->body_inertia + 3 * body;
  mjtNum mass = m->body_mass[body];
  for (int k = 0; k < 3; k++) {
    mjtNum square = I[(k + 1) % 3] + I[(k + 2) % 3] - I[k];
    box[k] = sqrt(fmax(mjMINVAL, square) / mass * 6);
  }
}

void velocity_in_medium(const mjModel* m, const mjData* d, int objtype, int id, mjtNum vel[6]) {
  const mjtNum* axes = (objtype == mjOBJ_BODY ? d->ximat : d->geom_xmat) + 9 * id;
  mjtNum wind[3];
  mj_objectVelocity(m, d, objtype, id, vel, 1);
  mat3_tmul_vec(wind, axes, m->opt.wind);
  vec3_sub(vel + 3, vel + 3, wind);
}

static inline mjtNum pow4(mjtNum x) { return x * x * x * x; }

void fluid_box_wrench(const mjModel* m, const mjData* d, int body, mjtNum wrench[6]) {
  mjtNum box[3], vel[6];
  mjtNum density = m->opt.density, viscosity = m->opt.viscosity;
  inertia_box(m, box, body);
  velocity_in_medium(m, d, mjOBJ_BODY, body, vel);
  memset(wrench, 0, 6 * sizeof(mjtNum));
  if (viscosity > 0) {
    mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
    vec3_scale(wrench, vel, -mjPI * diameter * diameter * diameter * viscosity);
    vec3_scale(wrench + 3, vel + 3, -3 * mjPI * diameter * viscosity);
  }
  if (density > 0) {
    for (int k = 0; k < 3; k++) {
      mjtNum b1 = box[(k + 1) % 3], b2 = box[(k + 2) % 3];
      wrench[k] -= density * box[k] * (pow4(b1) + pow4(b2)) * fabs(vel[k]) * vel[k] / 64;
      wrench[3 + k] -= 0.5 * density * b1 * b2 * fabs(vel[3 + k]) * vel[3 + k];
    }
  }
}

// Semi-axes of the ellipsoid equivalent to a geom.
static void semi_axes(const mjModel* m, int geom, mjtNum s[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: vec3_set(s, size[0], size[0], size[0]); break;
    case mjGEOM_CAPSULE: vec3_set(s, size[0], size[0], size[1] + size[0]); break;
    case mjGEOM_CYLINDER: vec3_set(s, size[0], size[0], size[1]); break;
    default: vec3_copy(s, size);
  }
}

fluid_ellipsoid ellipsoid_of_geom(const mjModel* m, int geom) {
  const mjtNum* coef = m->geom_fluid + mjNFLUID * geom;
  fluid_ellipsoid e = {
      .density = m->opt.density,
      .viscosity = m->opt.viscosity,
      .blunt_drag = coef[1],
      .slender_drag = coef[2],
      .angular_drag = coef[3],
      .kutta_lift = coef[4],
      .magnus_lift = coef[5],
  };
  vec3_scale(e.added_mass, coef + 6, e.density);
  vec3_scale(e.added_inertia, coef + 9, e.density);
  semi_axes(m, geom, e.size);
  const mjtNum* s = e.size;
  mjtNum upper = fmax(s[0], s[1]), lower = fmin(s[0], s[1]);
  mjtNum largest = fmax(upper, s[2]), middle = fmax(lower, fmin(upper, s[2]));
  e.volume = 4.0 / 3 * mjPI * s[0] * s[1] * s[2];
  e.mean_diameter = 2.0 / 3 * (s[0] + s[1] + s[2]);
  e.max_area = mjPI * largest * middle;
  mjtNum max_moment = 8.0 / 15 * mjPI * middle * pow4(largest);
  for (int k = 0; k < 3; k++) {
    mjtNum moment = 8.0 / 15 * mjPI * s[k] * pow4(fmax(s[(k + 1) % 3], s[(k + 2) % 3]));
    e.drag_moment[k] = e.angular_drag * moment + e.slender_drag * (max_moment - moment);
  }
  return e;
}

// Added-mass forces of the ellipsoid, without those proportional to acceleration.
static void add_added_mass(const fluid_ellipsoid* e, const mjtNum vel[6], mjtNum wrench[6]) {
  mjtNum p[3], l[3], f[3];
  for (int k = 0; k < 3; k++) {
    p[k] = e->added_mass[k] * vel[3 + k];
    l[k] = e->added_inertia[k] * vel[k];
  }
  vec3_cross(f, p, vel);
  vec3_add(wrench + 3, wrench + 3, f);
  vec3_cross(f, p, vel + 3);
  vec3_add(wrench, wrench, f);
  vec3_cross(f, l, vel);
  vec3_add(wrench, wrench, f);
}

// Lift by rotation (Magnus) and by asymmetric flow (Kutta), viscous and quadratic drag.
static void add_lift_and_drag(const fluid_ellipsoid* e, const mjtNum vel[6], mjtNum wrench[6]) {
  const mjtNum *spin = vel, *v = vel + 3, *s = e->size;
  mjtNum f[3], speed = vec3_norm(v);

  vec3_cross(f, spin, v);
  vec3_axpy(wrench + 3, e->magnus_lift * e->density * e->volume, f);

  // surface normal where the flow meets the ellipsoid, and the projected area
  mjtNum a[3], normal[3], num = 0, den = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum side = s[(k + 1) % 3] * s[(k + 2) % 3];
    a[k] = side * side;
    normal[k] = a[k] * v[k];
    num += a[k] * v[k] * v[k];
    den += a[k] * a[k] * v[k] * v[k];
  }
  mjtNum area = mjPI * sqrt(den / fmax(mjMINVAL, num));
  mjtNum cosine = num / fmax(mjMINVAL, speed * den);
  mjtNum circulation[3];
  vec3_cross(circulation, normal, v);
  vec3_scale(circulation, circulation, e->kutta_lift * e->density * cosine * area);
  vec3_cross(f, circulation, v);
  vec3_add(wrench + 3, wrench + 3, f);

  mjtNum D = e->mean_diameter;
  mjtNum drag =
      e->viscosity * 3 * mjPI * D +
      e->density * speed * (e->blunt_drag * area + e->slender_drag * (e->max_area - area));
  vec3_axpy(wrench + 3, -drag, v);

  mjtNum moment[3];
  for (int k = 0; k < 3; k++) moment[k] = spin[k] * e->drag_moment[k];
  mjtNum spin_drag = e->viscosity * mjPI * D * D * D + e->density * vec3_norm(moment);
  vec3_axpy(wrench, -spin_drag, spin);
}

void fluid_ellipsoid_wrench(const mjModel* m, const mjData* d, int geom, mjtNum wrench[6]) {
  fluid_ellipsoid e = ellipsoid_of_geom(m, geom);
  mjtNum vel[6];
  velocity_in_medium(m, d, mjOBJ_GEOM, geom, vel);
  memset(wrench, 0, 6 * sizeof(mjtNum));
  add_added_mass(&e, vel, wrench);
  add_lift_and_drag(&e, vel, wrench);
  for (int k = 0; k < 6; k++) wrench[k] *= m->geom_fluid[mjNFLUID * geom];
}

// total += a wrench given in local axes at a point of the body.
static void add_local_wrench(const mjModel* m, const mjData* d, mjtNum total[6],
                             const mjtNum local[6], const mjtNum xmat[9], body_point at) {
  mjtNum force[3], torque[3], wrench[6];
  mat3_mul_vec(torque, xmat, local);
  mat3_mul_vec(force, xmat, local + 3);
  wrench_at(m, d, wrench, force, torque, at);
  add6(total, wrench);
}

static void body_wrench(const mjModel* m, const mjData* d, int body, mjtNum total[6]) {
  mjtNum local[6];
  if (!uses_ellipsoids(m, body)) {
    fluid_box_wrench(m, d, body, local);
    add_local_wrench(m, d, total, local, d->ximat + 9 * body,
                     (body_point){body, d->xipos + 3 * body});
    return;
  }
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  for (int g = first; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] == 0) continue;
    fluid_ellipsoid_wrench(m, d, g, local);
    add_local_wrench(m, d, total, local, d->geom_xmat + 9 * g,
                     (body_point){body, d->geom_xpos + 3 * g});
  }
}

void add_fluid_forces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  mj_markStack(d);
  mjtNum* wrench = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  FOR_AWAKE(w, m, d) {
    memset(wrench + 6 * w.at.body, 0, sizeof(mjtNum) * 6 * (w.at.bodyend - w.at.body));
    for (int b = w.at.body; b < w.at.bodyend; b++) {
      if (m->body_mass[b] >= mjMINVAL && m->body_weldid[b]) body_wrench(m, d, b, wrench + 6 * b);
    }
  }
  project_wrenches(m, d, wrench, qfrc);
  mj_freeStack(d);
}
