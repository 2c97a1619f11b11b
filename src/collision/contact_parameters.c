#include "collision/contact_parameters.h"

#include <engine/base.h>
#include "collision/filter.h"
#include "kinematics/adhesion.h"
#include "math/vec3.h"

side_parameters side_of_geom(const mjModel* m, int geom) {
  return (side_parameters){.condim = m->geom_condim[geom],
                           .priority = m->geom_priority[geom],
                           .solmix = m->geom_solmix[geom],
                           .margin = m->geom_margin[geom],
                           .gap = m->geom_gap[geom],
                           .adhesion = m->geom_adhesion[geom],
                           .solref = m->geom_solref + mjNREF * geom,
                           .solimp = m->geom_solimp + mjNIMP * geom,
                           .friction = m->geom_friction + 3 * geom};
}

side_parameters side_of_flex(const mjModel* m, int flex) {
  return (side_parameters){.condim = m->flex_condim[flex],
                           .priority = m->flex_priority[flex],
                           .solmix = m->flex_solmix[flex],
                           .margin = m->flex_margin[flex],
                           .gap = m->flex_gap[flex],
                           .solref = m->flex_solref + mjNREF * flex,
                           .solimp = m->flex_solimp + mjNIMP * flex,
                           .friction = m->flex_friction + 3 * flex};
}

// Weight of the first side in the mix.
static mjtNum mixing_weight(mjtNum mix1, mjtNum mix2) {
  if (mix1 >= mjMINVAL && mix2 >= mjMINVAL) return mix1 / (mix1 + mix2);
  if (mix1 < mjMINVAL && mix2 < mjMINVAL) return 0.5;
  return mix1 < mjMINVAL ? 0 : 1;
}

// friction(3) = slide, spin, roll; expanded to two tangential, one torsional, two rolling
// coefficients.
static void expand_friction(mjtNum out[5], const mjtNum a[3], const mjtNum b[3]) {
  static const int from[5] = {0, 0, 1, 2, 2};
  for (int k = 0; k < 5; k++) out[k] = mjMAX(a[from[k]], b[from[k]]);
}

void parameters_of_sides(contact_parameters* p, const mjModel* m, const side_parameters* a,
                         const side_parameters* b) {
  p->margin = mixed_margin(m, a->margin, b->margin);
  p->gap = mixed(m, a->gap, b->gap);
  p->adhesion = mixed_adhesion(a->adhesion, b->adhesion, a->priority, b->priority);
  memset(p->solreffriction, 0, sizeof p->solreffriction);
  if (a->priority != b->priority) {
    const side_parameters* first = a->priority > b->priority ? a : b;
    p->condim = first->condim;
    memcpy(p->solref, first->solref, sizeof p->solref);
    memcpy(p->solimp, first->solimp, sizeof p->solimp);
    expand_friction(p->friction, first->friction, first->friction);
    return;
  }

  mjtNum mix = mixing_weight(a->solmix, b->solmix);
  p->condim = mjMAX(a->condim, b->condim);
  expand_friction(p->friction, a->friction, b->friction);
  // direct stiffness and damping are negative and are not mixed: the stiffer one is used
  int direct = !(a->solref[0] > 0 && b->solref[0] > 0);
  for (int k = 0; k < mjNREF; k++) {
    p->solref[k] =
        direct ? fmin(a->solref[k], b->solref[k]) : mix * a->solref[k] + (1 - mix) * b->solref[k];
  }
  for (int k = 0; k < mjNIMP; k++) p->solimp[k] = mix * a->solimp[k] + (1 - mix) * b->solimp[k];
}

void parameters_of_pair(contact_parameters* p, const mjModel* m, int pair) {
  p->condim = m->pair_dim[pair];
  p->gap = m->pair_gap[pair];
  p->margin = pair_margin(m, pair);
  p->adhesion = m->pair_adhesion[pair];
  memcpy(p->solref, m->pair_solref + mjNREF * pair, sizeof p->solref);
  memcpy(p->solimp, m->pair_solimp + mjNIMP * pair, sizeof p->solimp);
  memcpy(p->friction, m->pair_friction + 5 * pair, sizeof p->friction);
  memcpy(p->solreffriction, m->pair_solreffriction + mjNREF * pair, sizeof p->solreffriction);
}

// Like vec3_normalize, but skips the square root for vectors whose squared length is exactly 1,
// such as normals of axis-aligned planes.
static mjtNum normalize_axis(mjtNum a[3]) { return vec3_dot(a, a) == 1 ? 1 : vec3_normalize(a); }

void contact_frame_complete(mjtNum frame[9]) {
  mjtNum *x = frame, *y = frame + 3, *z = frame + 6;
  normalize_axis(x);
  if (vec3_dot(y, y) < 0.25) {
    int mostly_y = !(x[1] > -0.5 && x[1] < 0.5);
    vec3_set(y, 0, !mostly_y, mostly_y);
  }
  vec3_axpy(y, -vec3_dot(x, y), x);
  if (normalize_axis(y) < mjMINVAL && x[0] != 0) {
    // the hint was parallel to the normal, and the x axis that replaced it is not orthogonal
    vec3_zero(y);
    contact_frame_complete(frame);
    return;
  }
  vec3_cross(z, x, y);
}

void contact_complete(const mjModel* m, mjContact* con, const contact_parameters* p) {
  if (p->condim < 1 || p->condim > 6) {
    mju_error("mj_collision: condim is %d, must be between 1 and 6", p->condim);
  }
  int override = m->opt.enableflags & mjENBL_OVERRIDE;
  memcpy(con->solref, override ? m->opt.o_solref : p->solref, sizeof con->solref);
  memcpy(con->solreffriction, override ? m->opt.o_solref : p->solreffriction,
         sizeof con->solreffriction);
  memcpy(con->solimp, override ? m->opt.o_solimp : p->solimp, sizeof con->solimp);
  const mjtNum* friction = override ? m->opt.o_friction : p->friction;
  for (int k = 0; k < 5; k++) con->friction[k] = mjMAX(mjMINMU, friction[k]);

  con->includemargin = level_has(m, engLEVEL_GAP) ? p->margin : p->margin - p->gap;
  int apart = con->dist >= con->includemargin;
  con->exclude = apart && p->adhesion == 0;
  con->dim =
      apart && p->adhesion != 0 ? 1 : p->condim;  // a contact that only adheres has no friction
  con->efc_address = -1;
  con->mu = 0;
  memset(con->H, 0, sizeof con->H);
  con->geom1 = con->geom2 = -1;
  for (int k = 0; k < 2; k++) con->geom[k] = con->flex[k] = con->elem[k] = con->vert[k] = -1;
  contact_frame_complete(con->frame);
}
