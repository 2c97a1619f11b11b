// Converts geoms to items: shapes, poses, colours and textures.
#include "render/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <engine/visual.h>

#include "render/assets.h"

#define BEYOND 100.f  // times as far as the far plane nothing is seen of an arrow but its shaft

// Begin an item with the attributes of its geom: unit pose, no texture.
static render_item* next(const part_maker* w, const mjvGeom* g, int shape) {
  drawn_parts* l = w->list;
  if (l->n == l->room) {
    int room = l->room ? 2 * l->room : 256;
    render_item* more = realloc(l->item, (size_t)room * sizeof *more);
    if (!more) return NULL;
    l->item = more;
    l->room = room;
  }
  render_item* it = l->item + l->n++;
  memset(it, 0, sizeof *it);
  it->shape = shape;
  memcpy(it->rgba, g->rgba, sizeof it->rgba);
  it->emission = g->emission;
  it->specular = g->specular;
  it->shininess = g->shininess;
  it->cull = w->scn->flags[mjRND_CULL_FACE];
  it->lit = it->smooth = true;
  return it;
}

// Scale a shape, translate it along the geom's z axis, and apply the geom's pose.
static void place_item(render_item* it, const mjvGeom* g, const float scale[3], float z) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      it->pose[4 * i + j] = g->mat[3 * i + j] * scale[j];
      it->normal[3 * i + j] = scale[j] != 0 ? g->mat[3 * i + j] / scale[j] : 0;
    }
    it->pose[4 * i + 3] = g->pos[i] + g->mat[3 * i + 2] * z;
  }
}

static bool add_shape(const part_maker* w, const mjvGeom* g, int shape, const float scale[3],
                      float z) {
  render_item* it = next(w, g, shape);
  if (it) place_item(it, g, scale, z);
  return it != NULL;
}

// Apply the texture of a geom's material.  Coordinates are relative to the geom's size or, with
// texuniform, in metres; scaled shapes have local coordinates from -1 to 1, others in metres.
static void texture(const part_maker* w, const mjvGeom* g, render_item* it, bool scaled) {
  int id = assets_texture(w->con, g->matid);
  if (id < 0) return;
  bool flat = w->con->textureType[id] == mjTEXTURE_2D;
  bool uniform = w->con->mat_texuniform[g->matid];
  it->texture = id;
  it->mapping = flat ? g->texcoord ? RENDER_EXPLICIT : RENDER_LOCAL : RENDER_CUBE;
  for (int k = 0; k < 3; k++) {
    float size = g->size[k], repeat = k < 2 ? w->con->mat_texrepeat[2 * g->matid + k] : 0;
    float unit = scaled ? uniform ? size : 1 : uniform || size <= 0 ? 1 : 1 / size;
    it->scale[k] = flat ? (k == 1 ? -.5f : .5f) * repeat * unit : unit;
  }
}

// A built-in shape as part of a closed body.
static bool solid(const part_maker* w, const mjvGeom* g, int shape, const float scale[3], float z) {
  if (!add_shape(w, g, shape, scale, z)) return false;
  render_item* it = w->list->item + w->list->n - 1;
  it->closed = true;
  it->coarser = shape < SHAPE_NROUND ? SHAPE_NROUND : 0;
  return true;
}

static bool simple(const part_maker* w, const mjvGeom* g, int shape) {
  return solid(w, g, shape, g->size, 0);
}

static bool capsule(const part_maker* w, const mjvGeom* g) {
  float radius = .5f * (g->size[0] + g->size[1]), half = g->size[2];
  float cap[3] = {radius, radius, radius};
  return simple(w, g, SHAPE_TUBE) && solid(w, g, SHAPE_DOME, cap, half - radius) &&
         solid(w, g, SHAPE_DOME_LOW, cap, radius - half);
}

static bool cylinder(const part_maker* w, const mjvGeom* g) {
  return simple(w, g, SHAPE_TUBE) && simple(w, g, SHAPE_DISK) && simple(w, g, SHAPE_DISK_LOW);
}

// A cone with its base at z, pointing along the axis if length is positive.
static bool tip(const part_maker* w, const mjvGeom* g, float widen, float z, float length) {
  mjvGeom turned = *g;
  if (length < 0) {  // half a turn about x
    for (int i = 0; i < 3; i++) {
      turned.mat[3 * i + 1] = -g->mat[3 * i + 1];
      turned.mat[3 * i + 2] = -g->mat[3 * i + 2];
    }
    z = -z;
  }
  float scale[3] = {widen * g->size[0], widen * g->size[1], fabsf(length)};
  return solid(w, &turned, SHAPE_CONE, scale, z) && solid(w, &turned, SHAPE_CONE_BASE, scale, z);
}

// The length of what begins at the position of a geom, no longer than can be seen: beyond, floats
// would lose the beginning.
static float visible_length(const part_maker* w, const mjvGeom* g) {
  const float scale = w->scn->enabletransform && w->scn->scale > 0 ? w->scn->scale : 1;
  return fminf(g->size[2], BEYOND * w->scn->camera[0].frustum_far / scale);
}

// Arrows extend to half of the given length.
static bool arrow(const part_maker* w, const mjvGeom* g) {
  const float widen = g->type == mjGEOM_ARROW1 ? 1 : 1.75f;
  float length = g->type == mjGEOM_ARROW2 ? g->size[2] : visible_length(w, g);
  if (g->type == mjGEOM_ARROW2) {
    float shaft[3] = {g->size[0], g->size[1], length / 3};
    return solid(w, g, SHAPE_TUBE, shaft, 0) && tip(w, g, widen, length / 3, length / 6) &&
           tip(w, g, widen, -length / 3, -length / 6);
  }
  float shaft[3] = {g->size[0], g->size[1], length / 6};
  return solid(w, g, SHAPE_TUBE, shaft, length / 6) &&
         solid(w, g, SHAPE_DISK_LOW, shaft, length / 6) && tip(w, g, widen, length / 3, length / 6);
}

static bool lines(const part_maker* w, const mjvGeom* g) {
  bool box = g->type == mjGEOM_LINEBOX;
  float along[3] = {1, 1, visible_length(w, g)};
  if (!add_shape(w, g, box ? SHAPE_FRAME : SHAPE_LINE, box ? g->size : along, 0)) return false;
  render_item* it = w->list->item + w->list->n - 1;
  it->lit = it->cull = false;
  it->width = (box ? 1.5f : g->size[0]) * w->con->lineWidth;
  return true;
}

static bool lone_triangle(const part_maker* w, const mjvGeom* g) {
  float scale[3] = {g->size[0], g->size[1], 1};
  if (!add_shape(w, g, SHAPE_TRIANGLE, scale, 0)) return false;
  render_item* it = w->list->item + w->list->n - 1;
  it->cull = false;
  it->two_sided = true;
  return true;
}

// An uploaded shape, which is not scaled.
static bool uploaded(const part_maker* w, const mjvGeom* g, int slot, bool smooth) {
  const float one[3] = {1, 1, 1};
  if (!add_shape(w, g, slot, one, 0)) return false;
  render_item* it = w->list->item + w->list->n - 1;
  it->smooth = smooth;
  texture(w, g, it, false);
  return true;
}

static bool plane(const part_maker* w, const mjvGeom* g) {
  const renderer* r = w->r;
  bool known = g->dataid >= 0 && g->dataid < r->nplane;
  if (known) {
    if (!uploaded(w, g, r->first_plane + g->dataid, true)) return false;
  } else {
    float scale[3] = {g->size[0], g->size[1], 1};
    if (!add_shape(w, g, SHAPE_PLANE, scale, 0)) return false;
    texture(w, g, w->list->item + w->list->n - 1, true);
  }
  render_item* it = w->list->item + w->list->n - 1;
  it->plane = true;
  return true;
}

// --------------------------------------------------------------------------------- flexes and
// skins

// Vertices in scenes are in model space already: identity pose.
static void unplaced(render_item* it) {
  for (int k = 0; k < 3; k++) {
    it->pose[5 * k] = 1;
    it->normal[4 * k] = 1;
  }
}

static bool surface(const part_maker* w, const mjvGeom* g, int slot, bool textured) {
  render_item* it = next(w, g, slot);
  if (!it) return false;
  unplaced(it);
  int id = textured && g->texcoord ? assets_texture(w->con, g->matid) : -1;
  if (id < 0) return true;
  it->texture = id;
  it->mapping = RENDER_EXPLICIT;
  return true;
}

static bool connect(const part_maker* w, const mjvGeom* g, const float* a, const float* b) {
  mjvGeom edge = *g;
  mjtNum from[3], to[3];
  for (int k = 0; k < 3; k++) {
    from[k] = a[k];
    to[k] = b[k];
  }
  mjv_connector(&edge, mjGEOM_CYLINDER, g->size[0], from, to);
  return simple(w, &edge, SHAPE_TUBE);
}

static bool flex(const part_maker* w, const mjvGeom* g) {
  const mjvScene* scn = w->scn;
  int i = g->objid;
  if (i < 0 || i >= scn->nflex || i >= w->r->nflex) return true;
  const float* vert = scn->flexvert + 3 * scn->flexvertadr[i];
  bool faces = scn->flexfaceused[i] > 0, fine = true;
  bool bare = g->size[0] > 0 && !(scn->flexskinopt && faces);
  mjvGeom ball = *g;
  ball.size[1] = ball.size[2] = ball.size[0];
  const float axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memcpy(ball.mat, axes, sizeof axes);
  for (int k = 0; k < scn->flexvertnum[i] && bare && scn->flexvertopt && fine; k++) {
    memcpy(ball.pos, vert + 3 * k, sizeof ball.pos);
    fine = simple(w, &ball, SHAPE_SPHERE);
  }
  for (int k = 0; k < scn->flexedgenum[i] && bare && scn->flexedgeopt && fine; k++) {
    const int* e = scn->flexedge + 2 * (scn->flexedgeadr[i] + k);
    fine = connect(w, g, vert + 3 * e[0], vert + 3 * e[1]);
  }
  return fine && (!faces || surface(w, g, w->r->first_flex + i, true));
}

static bool skin(const part_maker* w, const mjvGeom* g) {
  if (g->objid < 0 || g->objid >= w->r->nskin) return true;
  return surface(w, g, w->r->first_skin + g->objid, true);
}

// --------------------------------------------------------------------------------------- all geoms

static bool box(const part_maker* w, const mjvGeom* g, bool split_top) {
  int first = w->list->n;
  if (!simple(w, g, split_top ? SHAPE_BOX_REST : SHAPE_BOX)) return false;
  if (split_top && !simple(w, g, SHAPE_BOX_TOP)) return false;
  for (int i = first; i < w->list->n; i++) w->list->item[i].smooth = false;
  return true;
}

static bool by_type(const part_maker* w, const mjvGeom* g, bool split_top) {
  const renderer* r = w->r;
  switch (g->type) {
    case mjGEOM_PLANE: return plane(w, g);
    case mjGEOM_HFIELD:
      return g->dataid < 0 || g->dataid >= r->nhfield ||
             uploaded(w, g, r->first_hfield + g->dataid, false);
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return g->dataid < 0 || g->dataid >= 2 * r->nmesh ||
             uploaded(w, g, r->first_mesh + g->dataid, false);
    case mjGEOM_SPHERE:
    case mjGEOM_ELLIPSOID: return simple(w, g, SHAPE_SPHERE);
    case mjGEOM_CAPSULE: return capsule(w, g);
    case mjGEOM_CYLINDER: return cylinder(w, g);
    case mjGEOM_BOX: return box(w, g, split_top);
    case mjGEOM_ARROW:
    case mjGEOM_ARROW1:
    case mjGEOM_ARROW2: return arrow(w, g);
    case mjGEOM_LINE:
    case mjGEOM_LINEBOX: return lines(w, g);
    case mjGEOM_FLEX: return flex(w, g);
    case mjGEOM_SKIN: return skin(w, g);
    case mjGEOM_TRIANGLE: return lone_triangle(w, g);
    default: return true;  // labels
  }
}

// Whether shapes of this geom type are scaled, so that local coordinates are from -1 to 1.
static bool scaled_type(int type) {
  return type == mjGEOM_SPHERE || type == mjGEOM_ELLIPSOID || type == mjGEOM_CAPSULE ||
         type == mjGEOM_CYLINDER || type == mjGEOM_BOX;
}

bool parts_of(const part_maker* w, const mjvGeom* g, bool split_top) {
  int first = w->list->n;
  if (!by_type(w, g, split_top)) return false;
  for (int i = first; i < w->list->n && scaled_type(g->type); i++) {
    texture(w, g, w->list->item + i, true);
  }
  return true;
}
