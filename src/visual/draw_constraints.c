// Equality constraints and contacts.
#include <stdio.h>

#include <engine/constraint.h>
#include <engine/model.h>

#include "constraint/kinds/kind.h"
#include "kinematics/anchor.h"
#include "math/vec3.h"
#include "visual/draw.h"

void draw_equalities(const drawing* w) {
  const mjModel* m = w->m;
  mjtNum size[3] = {m->stat.meansize * m->vis.scale.constraint};
  if (!draw_flag(w, mjVIS_CONSTRAINT)) return;
  for (int i = 0; i < m->neq; i++) {
    if (!w->d->eq_active[i]) continue;
    if (!kind_of_equality(m, i)->equality->joins_points) continue;
    for (int side = 0; side < 2; side++) {
      anchor a = equality_anchor(m, w->d, i, side);
      drawn_object object = {mjCAT_DECOR, mjOBJ_EQUALITY, i};
      mjvGeom* geom =
          draw_shape(w, object,
                     (drawn_shape){mjGEOM_SPHERE, size, a.point, a.frame,
                                   side ? m->vis.rgba.constraint : m->vis.rgba.connect});
      if (!geom) return;
      draw_name(w, geom, mjLABEL_CONSTRAINT, mjOBJ_EQUALITY, i);
      draw_end(w);
    }
  }
}

// ---- contacts

// Text for one side of a contact: name or id of its geom, or of its flex with the element or
// vertex.
static void side_name(const mjModel* m, const mjContact* con, int side, char text[100]) {
  bool is_geom = con->geom[side] >= 0;
  int id = is_geom ? con->geom[side] : con->flex[side];
  const char* name = mj_id2name(m, is_geom ? mjOBJ_GEOM : mjOBJ_FLEX, id);
  char number[20];
  snprintf(number, sizeof number, "%c%d", is_geom ? 'g' : 'f', id);
  if (!name) name = number;
  if (is_geom) {
    snprintf(text, 100, "%s", name);
  } else if (con->vert[side] >= 0) {
    snprintf(text, 100, "%s.v%d", name, con->vert[side]);
  } else {
    snprintf(text, 100, "%s.e%d", name, con->elem[side]);
  }
}

// A frame whose z axis is the contact normal, which is the x axis of a contact frame.
static void frame_along_z(mjtNum mat[9], const mjtNum frame[9]) {
  for (int row = 0; row < 3; row++) {
    for (int col = 0; col < 3; col++) mat[3 * row + col] = frame[3 * ((col + 1) % 3) + row];
  }
}

static void frame_along_x(mjtNum mat[9], const mjtNum frame[9]) {
  for (int row = 0; row < 3; row++) {
    for (int col = 0; col < 3; col++) mat[3 * row + col] = frame[3 * col + row];
  }
}

static bool draw_contact_point(const drawing* w, int id) {
  const mjModel* m = w->m;
  const mjContact* con = w->d->contact + id;
  bool exerts = con->efc_address >= 0;
  mjtNum radius = m->stat.meansize * m->vis.scale.contactwidth;
  mjtNum half = fmax(m->stat.meansize * m->vis.scale.contactheight, -con->dist / 2);
  mjtNum size[3] = {radius, half}, mat[9];
  frame_along_z(mat, con->frame);
  drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, id};
  mjvGeom* geom =
      draw_shape(w, object,
                 (drawn_shape){mjGEOM_CYLINDER, size, con->pos, mat,
                               exerts ? m->vis.rgba.contactpoint : m->vis.rgba.contactgap});
  if (!geom) return false;
  if (draw_flag(w, mjVIS_ISLAND) && exerts) {
    draw_island_color(w, geom, w->d->nisland ? w->d->efc_island[con->efc_address] : -1);
  }
  if (w->opt->label == mjLABEL_CONTACTPOINT) {
    char name[2][100];
    for (int side = 0; side < 2; side++) side_name(m, con, side, name[side]);
    draw_label(geom, "%s | %s", name[0], name[1]);
  }
  draw_end(w);
  return true;
}

// Index of a body; flexes are numbered after all bodies.
static int side_body(const mjModel* m, const mjContact* con, int side) {
  return con->geom[side] >= 0 ? m->geom_bodyid[con->geom[side]] : m->nbody + con->flex[side];
}

static bool draw_contact_force(const drawing* w, int id) {
  const mjModel* m = w->m;
  const mjContact* con = w->d->contact + id;
  mjtNum force[6];
  mj_contactForce(m, w->d, id, force);
  for (int k = con->dim; k < 3; k++) force[k] = 0;
  mjtNum norm = vec3_norm(force);
  if (norm < mjMINVAL) return true;

  bool split = draw_flag(w, mjVIS_CONTACTSPLIT) && con->dim > 1;
  int body1 = side_body(m, con, 0), body2 = side_body(m, con, 1);
  mjtNum scale = m->vis.map.force / m->stat.meanmass * (body1 > body2 ? -1 : 1);
  int type = body1 > 0 && body2 > 0 && !split ? mjGEOM_ARROW2 : mjGEOM_ARROW;
  for (int part = 0; part < (split ? 2 : 1); part++) {
    mjtNum to[3] = {0};
    for (int k = 0; k < 3; k++) {
      bool drawn = !split || (part == 0) == (k == 0);
      if (drawn) vec3_axpy(to, scale * force[k], con->frame + 3 * k);
    }
    vec3_add(to, to, con->pos);
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, id};
    mjvGeom* geom = draw_connector(
        w, object,
        (drawn_connector){type, m->stat.meansize * m->vis.scale.forcewidth, con->pos, to,
                          part ? m->vis.rgba.contactfriction : m->vis.rgba.contactforce});
    if (!geom) return false;
    if (part == 0 && w->opt->label == mjLABEL_CONTACTFORCE) draw_number_label(geom, "%-.3g", norm);
    draw_end(w);
  }
  return true;
}

static bool draw_contact(const drawing* w, int id) {
  const mjModel* m = w->m;
  const mjContact* con = w->d->contact + id;
  if (draw_flag(w, mjVIS_CONTACTPOINT) && !draw_contact_point(w, id)) return false;
  if (w->opt->frame == mjFRAME_CONTACT) {
    mjtNum mat[9], unit = m->stat.meansize / 2;
    frame_along_x(mat, con->frame);
    if (!draw_frame(w, id, con->pos, mat, unit * m->vis.scale.framelength,
                    unit * m->vis.scale.framewidth)) {
      return false;
    }
  }
  if (con->efc_address < 0 || !draw_flag(w, mjVIS_CONTACTFORCE)) return true;
  return draw_contact_force(w, id);
}

void draw_contacts(const drawing* w) {
  if (!draw_flag(w, mjVIS_CONTACTPOINT) && !draw_flag(w, mjVIS_CONTACTFORCE) &&
      w->opt->frame != mjFRAME_CONTACT) {
    return;
  }
  for (int i = 0; i < w->d->ncon; i++) {
    if (!draw_contact(w, i)) return;
  }
}
