// Drawing a model into a scene.  Each draw_* file adds the geoms of one kind of object; shared
// functions are in draw.c. The complete list, in scene order, is in add_geoms.c.
#pragma once

#include <stdbool.h>
#include <string.h>

#include <engine/visual.h>

// What to draw, and the destination.
typedef struct {
  const mjModel* m;
  const mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int catmask;  // selected categories, bits of mjtCatBit
  mjvScene* scn;
} drawing;

// The object that a drawn geom represents.
typedef struct {
  int category, objtype, objid;
} drawn_object;

// The next geom of the scene, with default size, pose and colour and type NONE; NULL, and scene
// status 1, when the scene is full.  It becomes part of the scene with draw_end.
mjvGeom* draw_begin(const drawing* w, drawn_object object);
static inline void draw_end(const drawing* w) { w->scn->ngeom++; }

// Arguments of mjv_initGeom, and of mjv_connector.
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

// Draws such a shape as the next geom.
mjvGeom* draw_shape(const drawing* w, drawn_object object, drawn_shape shape);
mjvGeom* draw_connector(const drawing* w, drawn_object object, drawn_connector c);

// Three cylinders along the axes of a frame.  False when the scene is full.
bool draw_frame(const drawing* w, int objid, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum length, mjtNum width);

// Set the type and pose of a geom to those of a triangle.
void draw_as_triangle(mjvGeom* geom, const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3]);

// Set colour and gloss from a material (-1: none) and the element's own colour, which takes
// precedence if it is not the default; translucent if the options say so.
void draw_material(const drawing* w, mjvGeom* geom, int matid, const float rgba[4]);

// For a site of mesh type, set the mesh of the drawn geom.
void draw_site_mesh(const drawing* w, mjvGeom* drawn, int site);

// Set the colour of an island (-1: no island), without material.
void draw_island_color(const drawing* w, mjvGeom* geom, int island);

// Set the colour of the island that contains the body's tree, darker while the tree sleeps; static
// bodies keep theirs.
void draw_tree_color(const drawing* w, mjvGeom* geom, int body);

// Highlight a selected object.
void draw_glow(const drawing* w, mjvGeom* geom, bool selected);

// If this kind of label is enabled: set it to the object's name, or its type and id.
void draw_name(const drawing* w, mjvGeom* geom, int label, int objtype, int id);

// Print to the label of a geom, truncated to fit.  The second is for numbers: it uses a decimal
// point in any locale.
void draw_label(mjvGeom* geom, const char* format, ...) mjPRINTFLIKE(2, 3);
void draw_number_label(mjvGeom* geom, const char* format, ...) mjPRINTFLIKE(2, 3);

// STATIC for bodies that can never move, else DYNAMIC.
int draw_category(const mjModel* m, int body);

static inline bool draw_has_category(const drawing* w, int category) {
  return (category & w->catmask) != 0;
}

// Whether an element's group is visible; groups out of range are clipped.
static inline bool draw_group(const mjtByte shown[mjNGROUP], int group) {
  return shown[group < 0 ? 0 : group >= mjNGROUP ? mjNGROUP - 1 : group];
}

static inline bool draw_flag(const drawing* w, int flag) { return w->opt->flags[flag]; }

// Whether any part of flexes is visible.
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

// The first n components of r = (1 - weight) a + weight b.
static inline void draw_mix(float* r, const float* a, const float* b, mjtNum weight, int n) {
  for (int k = 0; k < n; k++) r[k] = (float)((1 - weight) * a[k] + weight * b[k]);
}

// Impedance of the active limit of a joint (mjOBJ_JOINT) or tendon (mjOBJ_TENDON); 0 if no limit is
// active.
mjtNum draw_limit_impedance(const mjData* d, int objtype, int id);

// Draw the straight parts of a tendon as capsules with the appearance of the given geom; the first
// has its label. Inside wrapping geoms the width is halved.
void draw_tendon_path(const drawing* w, const mjvGeom* look, int tendon, mjtNum width);

// Extents of a camera's view at the near plane, measured from the axis.
typedef struct {
  mjtNum left, right, bottom, top;
} view_extents;

// From the intrinsics of a model camera, which must have a sensor size.
view_extents camera_intrinsic_extents(const mjModel* m, int cam, mjtNum znear);

// --- kinds of objects, in scene order

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
