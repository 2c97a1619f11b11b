// Adds everything of a model that can be drawn, in the order of the scene.
#include "visual/draw.h"
#include "base/need.h"

typedef void draw_kind(const drawing* w);

static draw_kind* const model_kinds[] = {
    draw_flexes, draw_skins, draw_geoms, draw_sites, draw_tendons, draw_slider_cranks,
};

static draw_kind* const decorations[] = {
    draw_geom_frames,  draw_site_frames,     draw_body_trees,      draw_flex_trees,
    draw_mesh_trees,   draw_octrees,         draw_tactile_sensors, draw_inertias,
    draw_perturbation, draw_body_frames,     draw_selected_point,  draw_body_labels,
    draw_joints,       draw_actuators,       draw_island_labels,   draw_cameras,
    draw_lights,       draw_centers_of_mass, draw_connections,     draw_sensor_rays,
    draw_forces,       draw_equalities,      draw_contacts,
};

#define LENGTH(list) (sizeof(list) / sizeof *(list))

void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                  int catmask, mjvScene* scn) {
  NEED(m, d, opt, scn);
  mjvPerturb nothing;
  mjv_defaultPerturb(&nothing);
  if (!opt->flags[mjVIS_STATIC]) catmask &= ~mjCAT_STATIC;
  drawing w = {m, d, opt, pert ? pert : &nothing, catmask, scn};
  for (size_t i = 0; i < LENGTH(model_kinds); i++) model_kinds[i](&w);
  if (!draw_has_category(&w, mjCAT_DECOR)) return;
  for (size_t i = 0; i < LENGTH(decorations); i++) decorations[i](&w);
}
