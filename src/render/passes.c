// Renders a scene in passes:
//
//   shadows      for every light that casts them
//   mirrored     the reflection in the first reflecting surface: opaque, then transparent objects
//   solid        opaque objects in scene order, then the sky
//   transparent  haze, then transparent objects from front to back and again from back to front
//   labels, frame
#include "render/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <engine/visual.h>

#include "base/need.h"
#include "render/assets.h"
#include "render/deform.h"
#include "render/parts.h"
#include "render/view.h"

#define OPAQUE_ALPHA .995f
#define SETBACK      1e-5f  // share of a depth: more than rounding, less than can be seen
#define RANK_SETBACK 1e-6f  // of the same: most rounding, and less than surfaces are apart
#define TWIN         1e-2f  // share of a size by which geoms in one place differ
#define SKY_SHARE    .7f    // of the far plane: where the sky stands

struct passes {
  drawn_parts part;  // items of all geoms in order, then of sky and haze
  int* first;        // first item of each geom, and the end
  int room;          // capacity in geoms
  int* order;        // transparent geoms, from front to back
  int* scratch;      // for sorting
  render_light light[mjMAXLIGHT];
};

void passes_free(passes* p) {
  if (!p) return;
  free(p->part.item);
  free(p->first);
  free(p->order);
  free(p->scratch);
  free(p);
}

static bool make_room(passes* p, int ngeom) {
  if (p->room > ngeom) return true;
  int room = 2 * ngeom + 64;
  int* grown[3] = {realloc(p->first, (size_t)room * sizeof(int)),
                   realloc(p->order, (size_t)room * sizeof(int)),
                   realloc(p->scratch, (size_t)room * sizeof(int))};
  if (grown[0]) p->first = grown[0];
  if (grown[1]) p->order = grown[1];
  if (grown[2]) p->scratch = grown[2];
  if (!grown[0] || !grown[1] || !grown[2]) return false;
  p->room = room;
  return true;
}

// Rendering of one image.
typedef struct {
  renderer* r;
  const mjrContext* con;
  mjvScene* scn;
  passes* p;
  render_frame frame;
  int ntransparent;
  int mirror;  // reflecting geom; -1: none
  float head[3];
} pass_list;

// ------------------------------------------------------------------------------------ transparency

static bool seen_from_behind(const mjvGeom* g, const float head[3]) {
  float sum = 0;
  for (int k = 0; k < 3; k++) sum += (head[k] - g->pos[k]) * g->mat[3 * k + 2];
  return g->type == mjGEOM_PLANE && sum < 0;
}

static float bounding_radius(const mjvGeom* g) {
  const float* s = g->size;
  if (g->modelrbound > 0) return g->modelrbound;
  switch (g->type) {
    case mjGEOM_SPHERE: return s[0];
    case mjGEOM_CAPSULE: return s[0] + s[2];
    case mjGEOM_CYLINDER: return sqrtf(s[0] * s[0] + s[2] * s[2]);
    case mjGEOM_BOX: return sqrtf(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default: return fmaxf(s[0], fmaxf(s[1], s[2]));
  }
}

static float distance_of(const mjvGeom* g, const float head[3]) {
  float sum = 0;
  for (int k = 0; k < 3; k++) sum += (head[k] - g->pos[k]) * (head[k] - g->pos[k]);
  return g->type == mjGEOM_PLANE ? 1e10f : sqrtf(sum) - bounding_radius(g);
}

// Merge sort, which is stable.
static void sort_by_distance(const mjvGeom* geom, int* order, int* scratch, int n) {
  if (n < 2) return;
  int half = n / 2, i = 0, j = half, k = 0;
  sort_by_distance(geom, order, scratch, half);
  sort_by_distance(geom, order + half, scratch, n - half);
  memcpy(scratch, order, (size_t)n * sizeof *order);
  while (i < half && j < n) {
    bool right = geom[scratch[j]].camdist < geom[scratch[i]].camdist;
    order[k++] = right ? scratch[j++] : scratch[i++];
  }
  while (i < half) order[k++] = scratch[i++];
  while (j < n) order[k++] = scratch[j++];
}

static void find_transparent(pass_list* w) {
  mjvScene* scn = w->scn;
  w->ntransparent = 0;
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* g = scn->geoms + i;
    g->transparent = g->rgba[3] < OPAQUE_ALPHA || seen_from_behind(g, w->head);
    g->camdist = distance_of(g, w->head);
    if (g->transparent) w->p->order[w->ntransparent++] = i;
  }
  sort_by_distance(scn->geoms, w->p->order, w->p->scratch, w->ntransparent);
  if (scn->geomorder) memcpy(scn->geomorder, w->p->order, (size_t)w->ntransparent * sizeof(int));
}

// The first reflecting geom; only one is supported.
static void find_mirror(pass_list* w) {
  w->mirror = -1;
  for (int i = 0; i < w->scn->ngeom; i++) {
    mjvGeom* g = w->scn->geoms + i;
    bool reflects =
        (g->type == mjGEOM_PLANE || g->type == mjGEOM_BOX) && !g->transparent && g->reflectance > 0;
    if (!reflects) continue;
    if (w->mirror < 0) {
      w->mirror = i;
    } else {
      g->reflectance = 0;
    }
  }
}

// ------------------------------------------------------------------------------------------ lights

static void add_light(pass_list* w, const mjvLight* from, const mjvGLCamera* cam) {
  bool shadows = w->scn->flags[mjRND_SHADOW] && w->con->shadowSize > 0;
  render_light* l = w->p->light + w->frame.nlight;
  memset(l, 0, sizeof *l);
  for (int k = 0; k < 3; k++) {
    l->pos[k] = from->pos[k];
    l->dir[k] = from->dir[k];
    l->attenuation[k] = from->attenuation[k];
    l->ambient[k] = from->ambient[k];
    l->diffuse[k] = from->diffuse[k];
    l->specular[k] = from->specular[k];
  }
  l->directional = from->type == mjLIGHT_DIRECTIONAL;
  bool cone = from->type == mjLIGHT_SPOT && from->cutoff < 180;
  l->cos_cutoff = cone ? (float)cos(from->cutoff * mjPI / 180) : -1;
  l->exponent = cone ? from->exponent : 0;
  l->shadow = shadows && from->castshadow && from->type != mjLIGHT_POINT;
  if (l->shadow) view_of_light(l, from, w->con->shadowClip, w->con->shadowScale, cam);
  w->frame.nlight++;
}

static void take_lights(pass_list* w, const mjvGLCamera* cam) {
  w->frame.nlight = 0;
  w->frame.light = w->p->light;
  for (int i = 0; i < w->scn->nlight && i < mjMAXLIGHT; i++) {
    const mjvLight* from = w->scn->lights + i;
    if (from->type == mjLIGHT_IMAGE) continue;
    if (from->type < 0 || from->type > mjLIGHT_IMAGE) {
      mju_error("mjr_render: light %d: Unsupported light type %d", i, from->type);
      continue;
    }
    add_light(w, from, cam);
  }
  for (int k = 0; k < 3; k++) w->frame.ambient[k] = w->frame.nlight ? 0 : .3f;
}

// ------------------------------------------------------------------------------------------- parts

// Where surfaces of two geoms coincide, that of the later one shows, whatever the rounding of a
// back end: each lies a little nearer than those just before it that it overlaps.  What explains is
// nearer than what it explains.
enum { RANKS = 8, BEFORE = 16 };

static bool overlap(const mjvGeom* a, const mjvGeom* b) {
  float distance2 = 0, reach = fmaxf(bounding_radius(a), bounding_radius(b));
  for (int k = 0; k < 3; k++) distance2 += (a->pos[k] - b->pos[k]) * (a->pos[k] - b->pos[k]);
  return distance2 < reach * reach;
}

// The same shape in the same place but for what two ways of computing it leave: rounding is the
// same for both, and what is left decides.
static bool twins(const mjvGeom* a, const mjvGeom* b) {
  float apart = 0, reach = TWIN * bounding_radius(a);
  if (a->type != b->type || a->dataid != b->dataid) return false;
  for (int k = 0; k < 3; k++) {
    if (a->size[k] != b->size[k] || !(fabsf(a->pos[k] - b->pos[k]) <= reach)) return false;
  }
  for (int k = 0; k < 9; k++) apart = fmaxf(apart, fabsf(a->mat[k] - b->mat[k]));
  return apart <= TWIN;
}

static int rank_of(const mjvGeom* geom, int i, const int* rank) {
  const bool decor = geom[i].category == mjCAT_DECOR;
  int above = 0;
  for (int j = i > BEFORE ? i - BEFORE : 0; j < i && geom[i].type != mjGEOM_PLANE; j++) {
    if ((geom[j].category == mjCAT_DECOR) != decor || geom[j].type == mjGEOM_PLANE) continue;
    if (twins(geom + i, geom + j)) return rank[j];
    if (rank[j] >= above && overlap(geom + i, geom + j)) above = rank[j] + 1;
  }
  return above % RANKS;
}

static bool make_parts(pass_list* w) {
  passes* p = w->p;
  part_maker maker = {w->r, w->con, w->scn, &p->part};
  p->part.n = 0;
  for (int i = 0; i < w->scn->ngeom; i++) {
    const mjvGeom* g = w->scn->geoms + i;
    p->first[i] = p->part.n;
    if (!parts_of(&maker, g, i == w->mirror)) return false;
    const bool behind = seen_from_behind(g, w->head), decor = g->category == mjCAT_DECOR;
    p->scratch[i] = rank_of(w->scn->geoms, i, p->scratch);
    for (int k = p->first[i]; k < p->part.n; k++) {
      render_item* it = p->part.item + k;
      it->recede = behind ? SETBACK : -(decor ? SETBACK : 0) - RANK_SETBACK * (float)p->scratch[i];
      if (behind) {
        it->front = it->cull;
        it->rgba[3] *= .3f;
      }
      it->additive = w->scn->flags[mjRND_ADDITIVE];
    }
  }
  p->first[w->scn->ngeom] = p->part.n;
  return true;
}

static void draw_geom(pass_list* w, int pass, int index, int geom) {
  for (int k = w->p->first[geom]; k < w->p->first[geom + 1]; k++) {
    w->r->backend->draw(w->r->device, pass, index, w->p->part.item + k);
  }
}

// ------------------------------------------------------------------------------------------ passes

static bool casts(const mjvGeom* g) {
  return g->type != mjGEOM_LINE && g->type != mjGEOM_LINEBOX && g->category != mjCAT_DECOR;
}

static void draw_shadows(pass_list* w) {
  for (int l = 0; l < w->frame.nlight; l++) {
    for (int i = 0; i < w->scn->ngeom && w->p->light[l].shadow; i++) {
      if (casts(w->scn->geoms + i)) draw_geom(w, RENDER_SHADOW, l, i);
    }
  }
}

// Reflected diffuse colours are weakened; highlights are not.
static void draw_mirrored_geom(pass_list* w, int pass, int geom) {
  float share = w->scn->geoms[w->mirror].reflectance;
  for (int k = w->p->first[geom]; k < w->p->first[geom + 1] && geom != w->mirror; k++) {
    render_item it = w->p->part.item[k];
    for (int c = 0; c < 3; c++) it.rgba[c] *= share;
    w->r->backend->draw(w->r->device, pass, 0, &it);
  }
}

static void draw_transparent(pass_list* w, int pass) {
  bool once = w->scn->flags[mjRND_ADDITIVE];
  int n = w->ntransparent;
  for (int k = 0; k < (once ? n : 2 * n); k++) {
    int geom = w->p->order[k < n ? k : 2 * n - 1 - k];
    if (pass == RENDER_TRANSPARENT) {
      draw_geom(w, pass, 0, geom);
    } else {
      draw_mirrored_geom(w, pass, geom);
    }
  }
}

static void draw_mirrored(pass_list* w) {
  if (w->frame.mirror < 0) return;
  for (int i = 0; i < w->scn->ngeom; i++) {
    if (!w->scn->geoms[i].transparent) draw_mirrored_geom(w, RENDER_MIRRORED, i);
  }
  draw_transparent(w, RENDER_MIRRORED_TRANSPARENT);
}

// A line of a mirror is a side of two cells, whose light adds up there.
static void double_light(render_item* it) {
  for (int c = 0; c < 3; c++) it->rgba[c] *= 2;
  it->specular *= 2;
}

static void draw_solid(pass_list* w) {
  bool lines = w->frame.mirror >= 0 && w->frame.wireframe;
  for (int i = 0; i < w->scn->ngeom; i++) {
    if (w->scn->geoms[i].transparent) continue;
    for (int k = w->p->first[i]; k < w->p->first[i + 1]; k++) {
      render_item it = w->p->part.item[k];
      if (lines && i == w->mirror && k + 1 == w->p->first[i + 1]) double_light(&it);
      w->r->backend->draw(w->r->device, RENDER_SOLID, 0, &it);
    }
  }
}

// ------------------------------------------------------------------------------------ sky and haze

static float sky_distance(const pass_list* w, const mjvGLCamera* cam) {
  return SKY_SHARE * cam->frustum_far / w->frame.light_scale;
}

static bool has_sky(const pass_list* w) {
  return w->scn->flags[mjRND_SKYBOX] && assets_texture(w->con, SKY_MATERIAL) >= 0;
}

static void draw_sky(pass_list* w, float far) {
  if (!has_sky(w)) return;
  render_item it = {.shape = SHAPE_SKY,
                    .rgba = {1, 1, 1, 1},
                    .mapping = RENDER_CUBE,
                    .scale = {1, 1, 1},
                    .backdrop = true,
                    .smooth = true};
  it.texture = assets_texture(w->con, SKY_MATERIAL);
  // in texture space y is up and z points to the viewer
  it.pose[0] = it.pose[9] = far;
  it.pose[6] = -far;
  for (int k = 0; k < 3; k++) it.pose[4 * k + 3] = w->head[k];
  w->r->backend->draw(w->r->device, RENDER_SOLID, 0, &it);
}

// Haze over the first infinite plane, if the viewer is above it.
static void draw_haze(pass_list* w, float far) {
  if (!has_sky(w) || !w->scn->flags[mjRND_HAZE]) return;
  const mjvGeom* g = NULL;
  for (int i = 0; i < w->scn->ngeom && !g; i++) {
    const mjvGeom* here = w->scn->geoms + i;
    if (here->type == mjGEOM_PLANE && here->size[0] <= 0 && here->size[1] <= 0) g = here;
  }
  if (!g || seen_from_behind(g, w->head)) return;
  float height = 0;
  for (int k = 0; k < 3; k++) height += (w->head[k] - g->pos[k]) * g->mat[3 * k + 2];
  render_item it = {
      .shape = SHAPE_HAZE, .smooth = true, .vertex_alpha = 1, .backdrop = true, .deep = true};
  memcpy(it.rgba, w->r->haze, sizeof it.rgba);
  it.rgba[3] = 1;
  for (int i = 0; i < 3; i++) {
    it.pose[4 * i] = g->mat[3 * i] * far;
    it.pose[4 * i + 1] = g->mat[3 * i + 1] * far;
    it.pose[4 * i + 2] = g->mat[3 * i + 2] * height;
    it.pose[4 * i + 3] = w->head[i];
  }
  w->r->backend->draw(w->r->device, RENDER_TRANSPARENT, 0, &it);
}

// ------------------------------------------------------------------------------------ segmentation

static float halton(unsigned index, unsigned base) {
  float sum = 0, share = 1;
  for (unsigned n = index; n > 0; n /= base) {
    share /= (float)base;
    sum += share * (float)(n % base);
  }
  return sum;
}

static void segment_color(const mjvScene* scn, int segid, float rgba[4]) {
  unsigned id = (unsigned)segid + 1;
  static const unsigned base[3] = {2, 3, 5};
  for (int k = 0; k < 3; k++) {
    rgba[k] = scn->flags[mjRND_IDCOLOR] ? (float)(id >> 8 * k & 255) / 255
                                        : .1f + .8f * halton(id + 9, base[k]);
  }
  rgba[3] = 1;
}

static void draw_segments(pass_list* w) {
  for (int i = 0; i < w->scn->ngeom; i++) {
    int segid = w->scn->geoms[i].segid;
    for (int k = w->p->first[i]; k < w->p->first[i + 1] && segid >= 0; k++) {
      render_item it = w->p->part.item[k];
      segment_color(w->scn, segid, it.rgba);
      it.lit = false;
      it.mapping = RENDER_PLAIN;
      w->r->backend->draw(w->r->device, RENDER_SOLID, 0, &it);
    }
  }
}

// -------------------------------------------------------------------------------- labels and frame

static void draw_labels(pass_list* w) {
  static const float white[3] = {1, 1, 1};
  const mjrRect v = w->frame.viewport;
  for (int i = 0; i < w->scn->ngeom; i++) {
    const mjvGeom* g = w->scn->geoms + i;
    double p[4];
    if (!g->label[0]) continue;
    matrix_apply(p, w->frame.projection, g->pos);
    if (!(p[3] > 0 && p[2] >= 0 && p[2] <= p[3])) continue;
    double x = p[0] / p[3], y = p[1] / p[3];
    if (!(x >= v.left && x < v.left + v.width && y >= v.bottom && y < v.bottom + v.height)) {
      continue;
    }
    flat_text(w->r, v, (text_style){mjFONT_SHADOW, white}, g->label, (int)x, (int)y);
  }
}

static void draw_frame(renderer* r, mjrRect v, const mjvScene* scn) {
  const float* c = scn->framergb;
  const float rgba[4] = {c[0], c[1], c[2], 1};
  int width = scn->framewidth;
  const mjrRect strip[4] = {{v.left, v.bottom, width, v.height},
                            {v.left + v.width - width, v.bottom, width, v.height},
                            {v.left, v.bottom, v.width, width},
                            {v.left, v.bottom + v.height - width, v.width, width}};
  for (int i = 0; i < 4 && width > 0; i++) flat_rectangle(r, strip[i], rgba);
}

// ----------------------------------------------------------------------------------------- one eye

// Compute the reflected view, if the viewer is in front of the mirror.
static void place_mirror(pass_list* w) {
  w->frame.mirror = -1;
  if (w->mirror < 0 || !w->scn->flags[mjRND_REFLECTION]) return;
  const mjvGeom* g = w->scn->geoms + w->mirror;
  float normal[3], point[3], height = 0;
  for (int k = 0; k < 3; k++) {
    normal[k] = g->mat[3 * k + 2];
    point[k] = g->pos[k] + (g->type == mjGEOM_BOX ? g->size[2] * normal[k] : 0);
    height += (w->head[k] - point[k]) * normal[k];
  }
  if (height <= 0) return;
  view_mirrored(&w->frame, normal, point);
  int n = 0;  // index of its last item in the solid pass
  for (int i = 0; i <= w->mirror; i++) {
    if (!w->scn->geoms[i].transparent) n += w->p->first[i + 1] - w->p->first[i];
  }
  w->frame.mirror = n - 1;
}

static void draw_eye(pass_list* w, mjrRect viewport, const mjvGLCamera* cam) {
  render_frame* f = &w->frame;
  view_of(f, viewport, cam, w->scn);
  f->flat = w->scn->flags[mjRND_SEGMENT];
  f->wireframe = w->scn->flags[mjRND_WIREFRAME] && !f->flat;
  f->fog = w->scn->flags[mjRND_FOG] && !f->flat;
  f->fog_start = w->con->fogStart;
  f->fog_end = w->con->fogEnd;
  memcpy(f->fog_rgb, w->con->fogRGBA, sizeof f->fog_rgb);
  f->shadow_size = w->con->shadowSize;
  f->slices = w->r->slices;
  f->mirror = -1;
  if (f->flat) {
    f->nlight = 0;
    w->r->backend->begin(w->r->device, f);
    draw_segments(w);
    w->r->backend->end(w->r->device);
    return;
  }
  take_lights(w, cam);
  place_mirror(w);
  float far = sky_distance(w, cam);
  w->r->backend->begin(w->r->device, f);
  draw_shadows(w);
  draw_mirrored(w);
  draw_solid(w);
  draw_sky(w, far);
  draw_haze(w, far);
  draw_transparent(w, RENDER_TRANSPARENT);
  w->r->backend->end(w->r->device);
  draw_labels(w);
}

// Preparation common to both eyes.
static bool prepare(pass_list* w) {
  renderer* r = w->r;
  if (!r->kept) r->kept = calloc(1, sizeof *r->kept);
  w->p = r->kept;
  if (!w->p || !make_room(w->p, w->scn->ngeom)) return false;
  mjtNum head[3];
  mjv_cameraInModel(head, NULL, NULL, w->scn);
  for (int k = 0; k < 3; k++) w->head[k] = (float)head[k];
  deform_update(r, r->deformable, w->scn);
  find_transparent(w);
  find_mirror(w);
  return make_parts(w);
}

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(scn);
  if (rect_empty(viewport)) return;
  r->viewport = viewport = rect_bounded(viewport);
  mjvGLCamera middle = mjv_averageCamera(scn->camera, scn->camera + 1);
  if (!(middle.frustum_near >= 1e-15f)) {
    if (scn->ngeom > 0) mju_error("mjr_render: the near plane of the camera is not positive");
    return;
  }
  pass_list w = {.r = r, .con = con, .scn = scn};
  if (!prepare(&w)) {
    mju_error("mjr_render: no memory for the scene");
    return;
  }
  if (scn->stereo == mjSTEREO_NONE) {
    draw_eye(&w, viewport, &middle);
  } else {  // side by side: quad-buffered stereo is not supported
    mjrRect half = viewport;
    half.width /= 2;
    for (int eye = 0; eye < 2 && half.width > 0; eye++) {
      half.left = viewport.left + eye * half.width;
      draw_eye(&w, half, scn->camera + eye);
    }
  }
  // side by side: the frame is drawn in the last viewport
  draw_frame(r, w.frame.viewport, scn);
}
