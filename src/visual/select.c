// Picking: the object at a point of the window.
#include <stdbool.h>

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/math.h>
#include <engine/visual.h>

#include "kinematics/flex.h"
#include "kinematics/flex_cell.h"
#include "math/vec3.h"
#include "visual/draw.h"
#include "base/need.h"

typedef struct {
  mjtNum from[3], along[3];
} view_ray;

// The nearest hit of a ray among objects of one kind; dist is negative when there is none.
typedef struct {
  mjtNum dist, point[3];
  int id, body;
} picked;

// The ray from the camera through (relx, rely) of a window.
static view_ray ray_through(const mjvScene* scn, mjtNum aspect, mjtNum relx, mjtNum rely) {
  mjvGLCamera cam = mjv_averageCamera(scn->camera, scn->camera + 1);
  view_ray ray;
  mjtNum forward[3], up[3], left[3], height = cam.frustum_top - cam.frustum_bottom;
  mjv_cameraInModel(ray.from, forward, up, scn);
  vec3_cross(left, up, forward);
  mjtNum above = cam.frustum_bottom + rely * height;
  mjtNum aside = -(cam.frustum_center + (2 * relx - 1) * .5 * aspect * height);
  if (cam.orthographic) {
    vec3_copy(ray.along, forward);
    vec3_axpy(ray.from, above, up);
    vec3_axpy(ray.from, aside, left);
  } else {
    vec3_scale(ray.along, forward, cam.frustum_near);
    vec3_axpy(ray.along, above, up);
    vec3_axpy(ray.along, aside, left);
    vec3_normalize(ray.along);
  }
  return ray;
}

static picked pick_geom(const mjModel* m, const mjData* d, const mjvOption* opt,
                        const view_ray* ray) {
  picked p = {.id = -1, .body = -1};
  p.dist = mj_ray(m, d, ray->from, ray->along, opt->geomgroup, opt->flags[mjVIS_STATIC], -1, &p.id);
  if (p.id < 0) return p;
  p.body = m->geom_bodyid[p.id];
  vec3_copy(p.point, ray->from);
  vec3_axpy(p.point, p.dist, ray->along);
  return p;
}

// Replace the vertex of an interpolated flex by the nearest control node.
static void take_node(const mjModel* m, const mjData* d, int flex, int vertex, picked* p) {
  flex_grid g = flex_grid_of(m, flex);
  int place[3];
  for (int k = 0; k < 3; k++) {
    mjtNum along = m->flex_vert0[3 * vertex + k] * (g.node[k] - 1);
    place[k] = (int)mju_clip(ceil(along - 0.5), 0, g.node[k] - 1);
  }
  int node = m->flex_nodeadr[flex] + (place[0] * g.node[1] + place[1]) * g.node[2] + place[2];
  p->body = m->flex_nodebodyid[node];
  vec3_copy(p->point, d->xpos + 3 * p->body);
  if (m->flex_centered[flex]) return;
  mjtNum offset[3];
  mat3_mul_vec(offset, d->xmat + 9 * p->body, m->flex_node + 3 * node);
  vec3_add(p->point, p->point, offset);
}

static picked pick_flex(const mjModel* m, const mjData* d, const mjvOption* opt,
                        const view_ray* ray) {
  picked p = {.dist = -1, .id = -1, .body = -1};
  int vertex = -1;
  if (!draw_flexes_wanted(opt)) return p;
  for (int i = 0; i < m->nflex; i++) {
    int nearest;
    mjtNum dist = mju_rayFlex(m, d, opt->flex_layer, opt->flags[mjVIS_FLEXVERT],
                              opt->flags[mjVIS_FLEXEDGE], opt->flags[mjVIS_FLEXFACE],
                              opt->flags[mjVIS_FLEXSKIN], i, ray->from, ray->along, &nearest);
    if (dist < 0 || nearest < 0 || (p.id >= 0 && dist >= p.dist)) continue;
    p.dist = dist;
    p.id = i;
    vertex = m->flex_vertadr[i] + nearest;
  }
  if (p.id < 0) return p;
  if (m->flex_interp[p.id] && m->flex_nodenum[p.id] >= 8) {
    take_node(m, d, p.id, vertex, &p);
  } else {
    p.body = m->flex_vertbodyid[vertex];
    vec3_copy(p.point, d->flexvert_xpos + 3 * vertex);
  }
  return p;
}

// The bone with the largest weight for a vertex of a skin.
static int heaviest_bone(const mjModel* m, int skin, int vertex) {
  int best = m->skin_boneadr[skin];
  float heaviest = -1;
  for (int i = 0; i < m->skin_bonenum[skin]; i++) {
    int bone = m->skin_boneadr[skin] + i, first = m->skin_bonevertadr[bone];
    for (int k = first; k < first + m->skin_bonevertnum[bone]; k++) {
      if (m->skin_bonevertid[k] == vertex && m->skin_bonevertweight[k] > heaviest) {
        heaviest = m->skin_bonevertweight[k];
        best = bone;
      }
    }
  }
  return best;
}

static picked pick_skin(const mjModel* m, const mjvOption* opt, const mjvScene* scn,
                        const view_ray* ray) {
  picked p = {.dist = -1, .id = -1, .body = -1};
  int vertex = -1;
  if (!opt->flags[mjVIS_SKIN] || scn->nskin != m->nskin) return p;
  for (int i = 0; i < m->nskin; i++) {
    int nearest;
    mjtNum dist =
        mju_raySkin(m->skin_facenum[i], m->skin_vertnum[i], m->skin_face + 3 * m->skin_faceadr[i],
                    scn->skinvert + 3 * m->skin_vertadr[i], ray->from, ray->along, &nearest);
    if (dist < 0 || nearest < 0 || (p.id >= 0 && dist >= p.dist)) continue;
    p.dist = dist;
    p.id = i;
    vertex = nearest;
  }
  if (p.id < 0) return p;
  p.body = m->skin_bonebodyid[heaviest_bone(m, p.id, vertex)];
  mju_f2n(p.point, scn->skinvert + 3 * (m->skin_vertadr[p.id] + vertex), 3);
  return p;
}

int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
               mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3], int geomid[1],
               int flexid[1], int skinid[1]) {
  NEED_OR(-1, m, d, vopt, scn);
  int* ids[3] = {geomid, flexid, skinid};
  for (int i = 0; i < 3; i++) {
    if (ids[i]) *ids[i] = -1;
  }
  if (scn->camera[0].frustum_near < mjMINVAL || scn->camera[1].frustum_near < mjMINVAL) {
    mju_error("mjv_select: frustum_near too small, the camera of the scene was never set");
    return -1;
  }
  view_ray ray = ray_through(scn, aspectratio, relx, rely);
  picked kind[3] = {
      pick_geom(m, d, vopt, &ray),
      pick_flex(m, d, vopt, &ray),
      pick_skin(m, vopt, scn, &ray),
  };
  int best = -1;
  for (int i = 0; i < 3; i++) {
    if (kind[i].id >= 0 && (best < 0 || kind[i].dist < kind[best].dist)) best = i;
  }
  if (best < 0) return -1;
  if (ids[best]) *ids[best] = kind[best].id;
  if (selpnt) vec3_copy(selpnt, kind[best].point);
  return kind[best].body;
}
