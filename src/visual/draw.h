// Drawing a model into a scene.  Every draw_* file adds the geoms of one kind of thing; what they
// share is in draw.c.  The list of all, in the order of the scene, is in add_geoms.c.
#pragma once

#include <stdbool.h>
#include <string.h>

#include <engine/visual.h>

// What is drawn, and where to.
typedef struct {
  const mjModel* m;
  const mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int catmask;  // categories wanted, bits of mjtCatBit
  mjvScene* scn;
} drawing;

// What a drawn thing stands for.
typedef struct {
  int category, objtype, objid;
} drawn_object;

// The next geom of the scene, of default size, pose and colour, and of type NONE; NULL, and the
// scene's status 1, when there is no room.  It counts once draw_end is called.
mjvGeom* draw_begin(const drawing* w, drawn_object object);
static inline void draw_end(const drawing* w) { w->scn->ngeom++; }

// A shape as mjv_initGeom takes it, and one between two points as mjv_connector does.
typedef struct {
  int type;
  const mjtNum *size, *pos, *mat;
  const float* rgba;
} drawn_shape;
typedef struct {
  int type;
  mjtNum width;
  const mjtNum *from, *to;
  const float* rgba;
} drawn_connector;

// They as the next geom.
mjvGeom* draw_shape(const drawing* w, drawn_object object, drawn_shape shape);
mjvGeom* draw_connector(const drawing* w, drawn_object object, drawn_connector c);

// Three cylinders along the axes of a frame.  False when there is no more room.
bool draw_frame(const drawing* w, int objid, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum length, mjtNum width);

// Give a geom the type and pose of a triangle.
void draw_as_triangle(mjvGeom* geom, const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3]);

// Colour and gloss from a material (-1: none) and the element's own colour, which wins when it is
// not the default; translucent when that is asked for.
void draw_material(const drawing* w, mjvGeom* geom, int matid, const float rgba[4]);

// Give what is drawn of a site its mesh, where it is of that type.
void draw_site_mesh(const drawing* w, mjvGeom* drawn, int site);

// Colour of the island of a dof (-1: of none), without a material.
void draw_island_color(const drawing* w, mjvGeom* geom, int island);

// The colour of the island that the tree of a body is in, darker while it sleeps; of static bodies
// nothing changes.
void draw_tree_color(const drawing* w, mjvGeom* geom, int body);

// Add the glow of what is selected.
void draw_glow(const drawing* w, mjvGeom* geom, bool selected);

// If these labels are wanted: the name of an object, or its type and id.
void draw_name(const drawing* w, mjvGeom* geom, int label, int objtype, int id);

// Print into the label of a geom, cut to its room.  The second is for numbers without names: they
// have a decimal point in any locale.
void draw_label(mjvGeom* geom, const char* format, ...) mjPRINTFLIKE(2, 3);
void draw_number_label(mjvGeom* geom, const char* format, ...) mjPRINTFLIKE(2, 3);

// STATIC for bodies that can never move, else DYNAMIC.
int draw_category(const mjModel* m, int body);

static inline bool draw_has_category(const drawing* w, int category) {
  return (category & w->catmask) != 0;
}

// Is the group of an element shown?  Groups outside the range count as the nearest.
static inline bool draw_group(const mjtByte shown[mjNGROUP], int group) {
  return shown[group < 0 ? 0 : group >= mjNGROUP ? mjNGROUP - 1 : group];
}

static inline bool draw_flag(const drawing* w, int flag) { return w->opt->flags[flag]; }

// Any part of flexes.
static inline bool draw_flexes_wanted(const mjvOption* opt) {
  return opt->flags[mjVIS_FLEXVERT] || opt->flags[mjVIS_FLEXEDGE] || opt->flags[mjVIS_FLEXFACE] ||
         opt->flags[mjVIS_FLEXSKIN];
}

static inline bool draw_is_selected(const drawing* w, int body) {
  return w->pert->select > 0 && w->pert->select == body;
}

static inline void draw_set_color(mjvGeom* geom, const float rgba[4]) {
  memcpy(geom->rgba, rgba, 4 * sizeof(float));
}

// The n first components of r = (1 - weight) a + weight b.
static inline void draw_mix(float* r, const float* a, const float* b, mjtNum weight, int n) {
  for (int k = 0; k < n; k++) r[k] = (float)((1 - weight) * a[k] + weight * b[k]);
}

// Impedance of the limit of a joint (mjOBJ_JOINT) or tendon (mjOBJ_TENDON) that is active now, else
// 0.
mjtNum draw_limit_impedance(const mjData* d, int objtype, int id);

// A path of capsules: the straight parts of a tendon, all with the looks of the given geom, the
// first with its label.  Halved within wrapping objects.
void draw_tendon_path(const drawing* w, const mjvGeom* look, int tendon, mjtNum width);

// Half extents of the view of a camera at the near plane, each from the axis outwards.
typedef struct {
  mjtNum left, right, bottom, top;
} view_extents;

// From the intrinsics of a camera of the model, which must have a sensor size.
view_extents camera_intrinsic_extents(const mjModel* m, int cam, mjtNum znear);

// --- the kinds, in the order of the scene

void draw_flexes(const drawing* w);
void draw_skins(const drawing* w);
void draw_geoms(const drawing* w);
void draw_sites(const drawing* w);
void draw_tendons(const drawing* w);
void draw_slider_cranks(const drawing* w);
void draw_geom_frames(const drawing* w);
void draw_site_frames(const drawing* w);
void draw_body_trees(const drawing* w);
void draw_flex_trees(const drawing* w);
void draw_mesh_trees(const drawing* w);
void draw_octrees(const drawing* w);
void draw_tactile_sensors(const drawing* w);
void draw_inertias(const drawing* w);
void draw_perturbation(const drawing* w);
void draw_body_frames(const drawing* w);
void draw_selected_point(const drawing* w);
void draw_body_labels(const drawing* w);
void draw_joints(const drawing* w);
void draw_actuators(const drawing* w);
void draw_island_labels(const drawing* w);
void draw_cameras(const drawing* w);
void draw_lights(const drawing* w);
void draw_centers_of_mass(const drawing* w);
void draw_connections(const drawing* w);
void draw_sensor_rays(const drawing* w);
void draw_forces(const drawing* w);
void draw_equalities(const drawing* w);
void draw_contacts(const drawing* w);
