// Converts meshes, height fields and textures of a model to the form that devices use.
#include "render/assets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "render/deform.h"
#include "render/shapes.h"

// ------------------------------------------------------------------------------------------ meshes

enum { SMOOTH_ANGLE_PERCENT = 80 };  // percent; below this cosine a corner takes the face's normal

// Corners of a mesh's faces that agree in all attributes are merged into one vertex.
typedef struct {
  int nvertex;
  float *position, *normal, *texcoord;
  int* face;
  int *first,
      *next;  // by mesh vertex: its first merged vertex, and the next one after each
  int *normal_id, *texcoord_id;
} welder;

static void weld_free(welder* w) {
  free(w->position);
  free(w->normal);
  free(w->texcoord);
  free(w->face);
  free(w->first);
  free(w->next);
  free(w->normal_id);
  free(w->texcoord_id);
}

static bool weld_make(welder* w, int nvertex, int nface) {
  size_t corners = 3 * (size_t)nface + 1;
  memset(w, 0, sizeof *w);
  w->position = malloc(3 * corners * sizeof(float));
  w->normal = malloc(3 * corners * sizeof(float));
  w->texcoord = malloc(2 * corners * sizeof(float));
  w->face = malloc(corners * sizeof(int));
  w->first = malloc(((size_t)nvertex + 1) * sizeof(int));
  w->next = malloc(corners * sizeof(int));
  w->normal_id = malloc(corners * sizeof(int));
  w->texcoord_id = malloc(corners * sizeof(int));
  if (!w->position || !w->normal || !w->texcoord || !w->face || !w->first || !w->next ||
      !w->normal_id || !w->texcoord_id) {
    return false;
  }
  for (int i = 0; i < nvertex; i++) w->first[i] = -1;
  return true;
}

typedef struct {
  int vertex, normal_id, texcoord_id;
  const float *position, *normal, *texcoord;
} mesh_corner;

static int weld(welder* w, const mesh_corner* c) {
  for (int i = w->first[c->vertex]; i >= 0; i = w->next[i]) {
    if (w->normal_id[i] == c->normal_id && w->texcoord_id[i] == c->texcoord_id) return i;
  }
  int i = w->nvertex++;
  memcpy(w->position + 3 * i, c->position, 3 * sizeof(float));
  memcpy(w->normal + 3 * i, c->normal, 3 * sizeof(float));
  memset(w->texcoord + 2 * i, 0, 2 * sizeof(float));
  if (c->texcoord) memcpy(w->texcoord + 2 * i, c->texcoord, 2 * sizeof(float));
  w->normal_id[i] = c->normal_id;
  w->texcoord_id[i] = c->texcoord_id;
  w->next[i] = w->first[c->vertex];
  w->first[c->vertex] = i;
  return i;
}

static void face_normal(const float* const p[3], float n[3]) {
  float a[3], b[3], length = 0;
  for (int k = 0; k < 3; k++) {
    a[k] = p[1][k] - p[0][k];
    b[k] = p[2][k] - p[0][k];
  }
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    n[k] = a[i] * b[j] - a[j] * b[i];
    length += n[k] * n[k];
  }
  length = sqrtf(length);
  for (int k = 0; k < 3 && length > 0; k++) n[k] /= length;
}

// The mesh with its normals.  Without texture coordinates (which would show seams anyway) sharp
// edges are made visible: their corners get the normal of the face.
static bool upload_faces(renderer* r, const mjModel* m, int id, int slot) {
  int nface = m->mesh_facenum[id];
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const float* normal = m->mesh_normal + 3 * m->mesh_normaladr[id];
  bool textured = m->mesh_texcoordadr[id] >= 0;
  const float* texcoord = textured ? m->mesh_texcoord + 2 * m->mesh_texcoordadr[id] : NULL;
  welder w;
  bool fine = weld_make(&w, m->mesh_vertnum[id], nface);
  for (int f = 0; f < nface && fine; f++) {
    size_t at = 3 * (size_t)(m->mesh_faceadr[id] + f);
    const int* v = m->mesh_face + at;
    const float* p[3] = {vert + 3 * v[0], vert + 3 * v[1], vert + 3 * v[2]};
    float flat[3] = {0, 0, 0};
    face_normal(p, flat);
    for (int i = 0; i < 3; i++) {
      int n = m->mesh_facenormal[at + i], t = textured ? m->mesh_facetexcoord[at + i] : 0;
      mesh_corner c = {v[i], n, t, p[i], normal + 3 * n, textured ? texcoord + 2 * t : NULL};
      float dot = c.normal[0] * flat[0] + c.normal[1] * flat[1] + c.normal[2] * flat[2];
      if (!textured && dot < SMOOTH_ANGLE_PERCENT * .01f) {
        c.normal = flat;
        c.normal_id = -1 - f;
      }
      w.face[3 * f + i] = weld(&w, &c);
    }
  }
  render_shape shape = {w.nvertex, nface, 0, w.position, w.normal, textured ? w.texcoord : NULL,
                        w.face,    NULL};
  fine = fine && r->backend->shape(r->device, slot, &shape);
  weld_free(&w);
  return fine;
}

// The convex hull, flat-shaded; nothing when there is none.
static bool upload_hull(renderer* r, const mjModel* m, int id, int slot) {
  render_shape shape = {0};
  const int* graph = m->mesh_graphadr[id] < 0 ? NULL : m->mesh_graph + m->mesh_graphadr[id];
  if (graph) {
    int nvert = graph[0], nface = graph[1];
    shape.nvertex = m->mesh_vertnum[id];
    shape.nface = nface;
    shape.position = m->mesh_vert + 3 * m->mesh_vertadr[id];
    shape.face = graph + 2 + 3 * nvert + 3 * nface;
  }
  return r->backend->shape(r->device, slot, &shape);
}

static bool upload_mesh(renderer* r, const mjModel* m, int id) {
  int slot = r->first_mesh + 2 * id;
  return upload_faces(r, m, id, slot) && upload_hull(r, m, id, slot + 1);
}

// ----------------------------------------------------------------------------------- height fields

typedef struct {
  int nvertex, nface;
  float* position;
  int* face;
} terrain;

static int point(terrain* t, float x, float y, float z) {
  float* p = t->position + 3 * t->nvertex;
  p[0] = x;
  p[1] = y;
  p[2] = z;
  return t->nvertex++;
}

static void quad(terrain* t, int a, int b, int c, int d) {
  int corners[6] = {a, b, c, a, c, d};
  memcpy(t->face + 3 * t->nface, corners, sizeof corners);
  t->nface += 2;
}

static void build_terrain(terrain* t, const mjModel* m, int id) {
  int nrow = m->hfield_nrow[id], ncol = m->hfield_ncol[id];
  const mjtNum* size = m->hfield_size + 4 * id;
  const float* data = m->hfield_data + m->hfield_adr[id];
  for (int r = 0; r < nrow; r++) {
    for (int c = 0; c < ncol; c++) {
      point(t, (float)(size[0] * (2. * c / (ncol - 1) - 1)),
            (float)(size[1] * (2. * r / (nrow - 1) - 1)), (float)size[2] * data[r * ncol + c]);
    }
  }
  for (int r = 0; r + 1 < nrow; r++) {
    for (int c = 0; c + 1 < ncol; c++) {
      int at = r * ncol + c;
      quad(t, at, at + 1, at + ncol + 1, at + ncol);
    }
  }
  // the points of the rim projected to the base, and walls between them
  int rim = 2 * (nrow - 1) + 2 * (ncol - 1), first = t->nvertex, top[2] = {0, 0};
  for (int i = 0; i <= rim; i++) {
    int c = i < ncol                  ? i
            : i < ncol + nrow - 1     ? ncol - 1
            : i < 2 * ncol + nrow - 2 ? 2 * ncol + nrow - 3 - i
                                      : 0;
    int r = i < ncol                  ? 0
            : i < ncol + nrow - 1     ? i - ncol + 1
            : i < 2 * ncol + nrow - 2 ? nrow - 1
                                      : rim - i;
    top[1] = r * ncol + c;
    if (i < rim) point(t, t->position[3 * top[1]], t->position[3 * top[1] + 1], -(float)size[3]);
    if (i > 0) quad(t, first + i - 1, first + i % rim, top[1], top[0]);
    top[0] = top[1];
  }
  int corner[4] = {first, first + ncol - 1, first + ncol + nrow - 2, first + 2 * ncol + nrow - 3};
  quad(t, corner[0], corner[3], corner[2], corner[1]);
}

static bool upload_hfield(renderer* r, const mjModel* m, int id) {
  size_t nrow = (size_t)m->hfield_nrow[id], ncol = (size_t)m->hfield_ncol[id];
  terrain t = {0};
  render_shape shape = {0};
  bool fine = true;
  if (nrow > 1 && ncol > 1) {
    t.position = malloc(3 * (nrow * ncol + 2 * (nrow + ncol)) * sizeof(float));
    t.face = malloc(6 * ((nrow - 1) * (ncol - 1) + 2 * (nrow + ncol) + 1) * sizeof(int));
    fine = t.position && t.face;
    if (fine) build_terrain(&t, m, id);
    shape.nvertex = t.nvertex;
    shape.nface = t.nface;
    shape.position = t.position;
    shape.face = t.face;
  }
  fine = fine && r->backend->shape(r->device, r->first_hfield + id, &shape);
  free(t.position);
  free(t.face);
  return fine;
}

// ------------------------------------------------------------------------------------------ planes

enum { MAX_LINES = mjMAXPLANEGRID + 3 };

// Grid lines across one axis of a plane.  Cells have the size given by the plane, or the smallest
// possible size if that is too small; the remainder is distributed over both edges.
static int place_lines(const mjModel* m, const mjtNum* size, int axis, float repeat,
                       float at[MAX_LINES]) {
  float half = (float)size[axis];
  if (half <= 0) {  // infinite: it follows the viewer in steps of two cells
    float far = m->vis.map.zfar * (float)m->stat.extent;
    float step = repeat > 0 ? 2 / repeat : 2.1f * far / (mjMAXPLANEGRID - 2);
    half = 1.05f * far + step;
    for (int i = 0; i <= mjMAXPLANEGRID; i++) at[i] = half * (2 * (float)i / mjMAXPLANEGRID - 1);
    return mjMAXPLANEGRID + 1;
  }
  float cell = fmaxf((float)size[2], half / (mjMAXPLANEGRID - 2));
  int n = (int)floorf(half / cell);
  n -= n % 2;
  if (n < 1) n = 2, cell = half / 2;
  int count = 0;
  float inner = (float)n * cell;
  if (inner < half) at[count++] = -half;
  for (int i = -n / 2; i <= n / 2; i++) at[count++] = 2 * cell * (float)i;
  if (inner < half) at[count++] = half;
  return count;
}

// All planes of the model, in order: one rectangle each, and grid lines for wireframes.
static bool upload_planes(renderer* r, const mjModel* m, const mjrContext* con) {
  int n = 0;
  bool fine = true;
  for (int g = 0; g < m->ngeom && fine; g++) {
    if (m->geom_type[g] != mjGEOM_PLANE) continue;
    float at[2][MAX_LINES];
    plane_grid grid = {{0, 0}, {at[0], at[1]}};
    int mat = m->geom_matid[g];
    for (int k = 0; k < 2; k++) {
      float repeat = mat >= 0 && mat < mjMAXMATERIAL ? con->mat_texrepeat[2 * mat + k] : 0;
      grid.n[k] = place_lines(m, m->geom_size + 3 * g, k, repeat, at[k]);
    }
    fine = shapes_upload_grid(r, r->first_plane + n++, &grid);
  }
  return fine;
}

// ---------------------------------------------------------------------------------------- textures

static bool upload_texture(renderer* r, const mjModel* m, int id) {
  int channels = m->tex_nchannel[id], width = m->tex_width[id], height = m->tex_height[id];
  if (channels != 3 && channels != 4) {
    mju_error(
        "mjr_uploadTexture: texture %d: Number of channels not "
        "supported: %d, 3 or 4 is right",
        id, channels);
    return true;
  }
  render_texture t = {width,
                      height,
                      channels,
                      m->tex_type[id] != mjTEXTURE_2D,
                      m->tex_colorspace[id] == mjCOLORSPACE_SRGB,
                      {0}};
  const mjtByte* data = m->tex_data + m->tex_adr[id];
  if (!t.cube) {
    t.pixels[0] = data;
  } else {  // six images, or one for all sides
    size_t picture = (size_t)width * (size_t)width * (size_t)channels;
    for (int i = 0; i < 6; i++) t.pixels[i] = height == width ? data : data + (size_t)i * picture;
    t.height = width;
  }
  return r->backend->texture(r->device, id, &t);
}

static bool upload_textures(renderer* r, const mjModel* m, mjrContext* con) {
  con->ntexture = m->ntex < mjMAXTEXTURE ? m->ntex : mjMAXTEXTURE;
  bool fine = true;
  for (int i = 0; i < con->ntexture && fine; i++) {
    con->textureType[i] = m->tex_type[i];
    fine = upload_texture(r, m, i);
  }
  return fine;
}

static void take_materials(const mjModel* m, mjrContext* con) {
  for (int i = 0; i < mjMAXMATERIAL * mjNTEXROLE; i++) con->mat_texid[i] = -1;
  int sky = -1;
  for (int i = 0; i < con->ntexture && sky < 0; i++) {
    if (m->tex_type[i] == mjTEXTURE_SKYBOX) sky = i;
  }
  con->mat_texid[mjNTEXROLE * SKY_MATERIAL + mjTEXROLE_RGB] = sky;
  for (int i = 0; i < m->nmat; i++) {
    const int* roles = m->mat_texid + mjNTEXROLE * i;
    if (roles[mjTEXROLE_RGB] < 0) continue;
    memcpy(con->mat_texid + mjNTEXROLE * i, roles, mjNTEXROLE * sizeof(int));
    con->mat_texuniform[i] = m->mat_texuniform[i];
    memcpy(con->mat_texrepeat + 2 * i, m->mat_texrepeat + 2 * i, 2 * sizeof(float));
  }
}

// Whether the model fits into the fixed-size tables of a context.
static bool within_limits(const mjModel* m) {
  if (m->ntex > mjMAXTEXTURE) {
    mju_error("mjr_makeContext: the model has %d textures, %d at most are possible", (int)m->ntex,
              mjMAXTEXTURE);
    return false;
  }
  int most = SKY_MATERIAL - 1;
  if (m->nmat > most) {
    mju_error("mjr_makeContext: the model has %d materials, %d at most are possible", (int)m->nmat,
              most);
    return false;
  }
  return true;
}

// --- all ---------------------------------------------------------------------------------------

static void number_slots(renderer* r, const mjModel* m, mjrContext* con) {
  r->nplane = 0;
  for (int g = 0; g < m->ngeom; g++) r->nplane += m->geom_type[g] == mjGEOM_PLANE;
  r->first_plane = SHAPE_NBUILTIN;
  r->first_mesh = r->first_plane + r->nplane;
  r->first_hfield = r->first_mesh + 2 * (int)m->nmesh;
  r->first_flex = r->first_hfield + (int)m->nhfield;
  r->first_skin = r->first_flex + (int)m->nflex;
  r->nmesh = (int)m->nmesh;
  r->nhfield = (int)m->nhfield;
  con->rangePlane = r->nplane;
  con->rangeMesh = 2 * r->nmesh;
  con->rangeHField = r->nhfield;
  con->rangeBuiltin = SHAPE_NBUILTIN;
  con->nskin = r->nskin = (int)m->nskin;
  r->nflex = (int)m->nflex;
  r->slices = m->vis.quality.numslices;
  memcpy(r->haze, m->vis.rgba.haze, sizeof r->haze);
}

bool assets_upload(renderer* r, const mjModel* m, mjrContext* con) {
  if (!within_limits(m)) return true;
  number_slots(r, m, con);
  if (!upload_textures(r, m, con)) return false;
  take_materials(m, con);
  bool fine = shapes_upload(r, m->vis.quality.numslices, m->vis.quality.numstacks,
                            m->vis.quality.numquads) &&
              shapes_upload_haze(r, m->vis.quality.numslices, m->vis.map.haze) &&
              upload_planes(r, m, con);
  r->deformable = deform_make(m);
  fine = fine && r->deformable;
  for (int i = 0; i < m->nmesh && fine; i++) fine = upload_mesh(r, m, i);
  for (int i = 0; i < m->nhfield && fine; i++) fine = upload_hfield(r, m, i);
  return fine;
}

void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(m);
  int n = con->ntexture < m->ntex ? con->ntexture : (int)m->ntex;
  NEED_ID(texid, n);
  upload_texture(r, m, texid);
}

void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(m);
  int n = r->nmesh < m->nmesh ? r->nmesh : (int)m->nmesh;
  NEED_ID(meshid, n);
  upload_mesh(r, m, meshid);
}

void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(m);
  int n = r->nhfield < m->nhfield ? r->nhfield : (int)m->nhfield;
  NEED_ID(hfieldid, n);
  upload_hfield(r, m, hfieldid);
}
