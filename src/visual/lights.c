// Lights of a scene.
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/visual.h>

#include "base/need.h"
#include "visual/single.h"

// The headlight, which is at the camera.
static void make_headlight(const mjModel* m, mjvScene* scn) {
  mjtNum pos[3], forward[3];
  if (scn->camera[0].frustum_near < mjMINVAL || scn->camera[1].frustum_near < mjMINVAL) {
    mju_error("mjv_makeLights: frustum_near too small, the camera of the scene was never set");
    return;
  }
  mjv_cameraInModel(pos, forward, NULL, scn);
  mjvLight* light = scn->lights + scn->nlight++;
  memset(light, 0, sizeof *light);
  light->id = -1;
  light->headlight = 1;
  light->type = mjLIGHT_DIRECTIONAL;
  light->texid = -1;
  light->bulbradius = .02f;
  light->range = 10;
  to_single(light->pos, pos, 3);
  to_single(light->dir, forward, 3);
  memcpy(light->ambient, m->vis.headlight.ambient, sizeof light->ambient);
  memcpy(light->diffuse, m->vis.headlight.diffuse, sizeof light->diffuse);
  memcpy(light->specular, m->vis.headlight.specular, sizeof light->specular);
}

static void make_light(const mjModel* m, const mjData* d, mjvLight* light, int i) {
  memset(light, 0, sizeof *light);
  light->id = i;
  light->type = m->light_type[i];
  light->texid = m->light_texid[i];
  light->castshadow = m->light_castshadow[i];
  light->bulbradius = m->light_bulbradius[i];
  light->intensity = m->light_intensity[i];
  light->range = m->light_range[i];
  if (light->type == mjLIGHT_SPOT) {
    memcpy(light->attenuation, m->light_attenuation + 3 * i, sizeof light->attenuation);
    light->exponent = m->light_exponent[i];
    light->cutoff = m->light_cutoff[i];
  }
  memcpy(light->ambient, m->light_ambient + 3 * i, sizeof light->ambient);
  memcpy(light->diffuse, m->light_diffuse + 3 * i, sizeof light->diffuse);
  memcpy(light->specular, m->light_specular + 3 * i, sizeof light->specular);
  to_single(light->pos, d->light_xpos + 3 * i, 3);
  to_single(light->dir, d->light_xdir + 3 * i, 3);
}

void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) {
  NEED(m, d, scn);
  scn->nlight = 0;
  if (m->vis.headlight.active) make_headlight(m, scn);
  for (int i = 0; i < m->nlight && scn->nlight < mjMAXLIGHT; i++) {
    if (m->light_active[i]) make_light(m, d, scn->lights + scn->nlight++, i);
  }
}
