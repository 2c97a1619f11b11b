// Uploads shapes and textures.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/gl/device.h"
#include "render/upload.h"

bool gl_room(void* array, int* room, int n, size_t size) {
  if (n <= *room) return true;
  int more = n + n / 2 + 64;
  void** at = array;
  void* p = realloc(*at, (size_t)more * size);
  if (!p) return false;
  memset((char*)p + (size_t)*room * size, 0, (size_t)(more - *room) * size);
  *at = p;
  *room = more;
  return true;
}

static void put_vertex(float* to, const render_shape* s, int i, const float normal[3]) {
  memcpy(to + GL_POSITION, s->position + 3 * i, 3 * sizeof *to);
  memcpy(to + GL_NORMAL, s->normal ? s->normal + 3 * i : normal, 3 * sizeof *to);
  memset(to + GL_COORD, 0, 2 * sizeof *to);
  if (s->texcoord) memcpy(to + GL_COORD, s->texcoord + 2 * i, 2 * sizeof *to);
}

static int corner(const render_shape* s, int i) { return s->face ? s->face[i] : i; }

static void face_normal(const render_shape* s, int face, float n[3]) {
  const float* p[3];
  float a[3], b[3];
  for (int i = 0; i < 3; i++) p[i] = s->position + 3 * corner(s, 3 * face + i);
  for (int k = 0; k < 3; k++) {
    a[k] = p[1][k] - p[0][k];
    b[k] = p[2][k] - p[0][k];
  }
  for (int k = 0; k < 3; k++)
    n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3 && length > 0; k++) n[k] /= length;
}

// Whether all corners of every face have the same normal, that of the face.
static bool is_even(const render_shape* s) {
  for (int i = 0; i < 3 * s->nface && s->normal; i++) {
    const float *a = s->normal + 3 * corner(s, i), *b = s->normal + 3 * corner(s, i - i % 3);
    float n[3], along = 0, length2 = 0;
    face_normal(s, i / 3, n);
    for (int k = 0; k < 3; k++) {
      if (a[k] != b[k]) return false;
      along += a[k] * n[k];
      length2 += a[k] * a[k];
    }
    if (!(along > 0 && along * along > .999999f * length2)) return false;
  }
  return true;
}

static void send(const gl_functions* gl, GLuint* buffer, GLenum kind, const void* data, size_t n) {
  if (!*buffer) gl->GenBuffers(1, buffer);
  gl->BindBuffer(kind, *buffer);
  gl->BufferData(kind, (GLsizeiptr)n, data, GL_STATIC_DRAW);
  gl->BindBuffer(kind, 0);
}

// Faces; in shapes without normals every corner becomes a separate vertex.
static bool send_faces(render_device* dev, gl_shape* to, const render_shape* s) {
  static const float none[3] = {0, 0, 0};
  bool split = !s->normal;
  size_t n = split ? 3 * (size_t)s->nface : (size_t)s->nvertex;
  float* vertex = malloc((n + 1) * GL_VERTEX * sizeof *vertex);
  int* face = malloc((3 * (size_t)s->nface + 1) * sizeof *face);
  for (int i = 0; i < 3 * s->nface && vertex && face; i++) {
    face[i] = split ? i : corner(s, i);
    float normal[3];
    if (!split) continue;
    face_normal(s, i / 3, normal);
    put_vertex(vertex + GL_VERTEX * i, s, corner(s, i), normal);
  }
  for (int i = 0; i < s->nvertex && !split && vertex; i++)
    put_vertex(vertex + GL_VERTEX * i, s, i, none);
  if (vertex && face) {
    send(&dev->gl, &to->vertices, GL_ARRAY_BUFFER, vertex, n * GL_VERTEX * sizeof *vertex);
    send(&dev->gl, &to->faces, GL_ELEMENT_ARRAY_BUFFER, face, 3 * (size_t)s->nface * sizeof *face);
  }
  bool fine = vertex && face;
  free(vertex);
  free(face);
  return fine;
}

// Lines: two triangles each, whose vertices contain both ends.
static bool send_lines(render_device* dev, gl_shape* to, const render_shape* s) {
  int n = s->edge ? s->nedge : 3 * s->nface;
  float* vertex = malloc((4 * (size_t)n + 1) * GL_LINE_VERTEX * sizeof *vertex);
  int* face = malloc((6 * (size_t)n + 1) * sizeof *face);
  for (int i = 0; i < n && vertex && face; i++) {
    int next = i % 3 == 2 ? i - 2 : i + 1;
    int v[2] = {s->edge ? s->edge[2 * i] : corner(s, i),
                s->edge ? s->edge[2 * i + 1] : corner(s, next)};
    float normal[3] = {0, 0, 0};
    if (!s->edge) face_normal(s, i / 3, normal);
    for (int k = 0; k < 4; k++) {  // two sides of each end
      float* at = vertex + GL_LINE_VERTEX * (4 * i + k);
      put_vertex(at, s, v[k / 2], normal);
      memcpy(at + GL_OTHER, s->position + 3 * v[1 - k / 2], 3 * sizeof *at);
      at[GL_OTHER + 3] = (k == 0 || k == 3) ? -1 : 1;
      bool ends = s->edge && s->normal;
      memcpy(at + GL_FACING, ends ? s->normal + 3 * v[1 - k / 2] : normal, 3 * sizeof *at);
      at[GL_FACING + 3] = ends ? 0 : s->edge ? -1 : 1;
    }
    const int corners[6] = {0, 1, 2, 2, 1, 3};
    for (int k = 0; k < 6; k++) face[6 * i + k] = 4 * i + corners[k];
  }
  bool fine = vertex && face;
  if (fine) {
    send(&dev->gl, &to->lines, GL_ARRAY_BUFFER, vertex,
         4 * (size_t)n * GL_LINE_VERTEX * sizeof *vertex);
    send(&dev->gl, &to->line_faces, GL_ELEMENT_ARRAY_BUFFER, face, 6 * (size_t)n * sizeof *face);
  }
  to->nline = fine ? n : 0;
  free(vertex);
  free(face);
  return fine;
}

bool gl_upload_shape(render_device* dev, int slot, const render_shape* s) {
  if (!gl_room(&dev->shape, &dev->shape_room, slot + 1, sizeof *dev->shape)) return false;
  if (slot >= dev->nshape) dev->nshape = slot + 1;
  gl_shape* to = dev->shape + slot;
  if (dev->gl.BindVertexArray) dev->gl.BindVertexArray(dev->array);
  to->has_normal = s->normal != NULL;
  to->even = is_even(s);
  to->nface = s->nface;
  box_of_points(s->position, s->nvertex, to->low, to->high);
  bool fine = send_faces(dev, to, s) && send_lines(dev, to, s);
  if (!fine) to->nface = to->nline = 0;
  if (dev->gl.BindVertexArray) dev->gl.BindVertexArray(0);
  return fine;
}

// -------------------------------------------------------------------------------------- textures

// Convert to four bytes per pixel.
static mjtByte* expand(const render_texture* t, const mjtByte* from) {
  size_t n = (size_t)t->width * (size_t)t->height;
  mjtByte table[256], *to = malloc(4 * n + 1);
  for (int i = 0; i < 256; i++) table[i] = (mjtByte)(t->srgb ? decoded_srgb(i) : i);
  for (size_t i = 0; i < n && to; i++, from += t->nchannel) {
    for (int k = 0; k < 3; k++) to[4 * i + k] = table[from[k]];
    to[4 * i + 3] = t->nchannel == 4 ? from[3] : 255;
  }
  return to;
}

bool gl_upload_texture(render_device* dev, int slot, const render_texture* t) {
  const gl_functions* gl = &dev->gl;
  if (!gl_room(&dev->texture, &dev->texture_room, slot + 1, sizeof *dev->texture)) return false;
  if (slot >= dev->ntexture) dev->ntexture = slot + 1;
  gl_texture* to = dev->texture + slot;
  GLint most = 0;
  gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (t->width > most || t->height > most || t->width < 1 || t->height < 1) {
    mju_warning("mjr_makeContext: a texture of %d x %d pixels is left out: the largest side is %d",
                t->width, t->height, most);
    return true;
  }
  GLenum kind = t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
  if (!to->name) gl->GenTextures(1, &to->name);
  to->cube = t->cube;
  to->size = t->width;
  to->several = true;
  gl->ActiveTexture(GL_TEXTURE0);
  gl->BindTexture(kind, to->name);
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  bool fine = true;
  for (int i = 0; i < (t->cube ? 6 : 1) && fine; i++) {
    mjtByte* pixels = expand(t, t->pixels[i]);
    GLenum side = t->cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)i : GL_TEXTURE_2D;
    fine = pixels != NULL;
    if (fine)
      gl->TexImage2D(side, 0, GL_RGBA8, t->width, t->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    free(pixels);
  }
  gl->GenerateMipmap(kind);
  gl->TexParameteri(kind, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  gl->TexParameteri(kind, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  GLint wrap = t->cube ? GL_CLAMP_TO_EDGE : GL_REPEAT;
  gl->TexParameteri(kind, GL_TEXTURE_WRAP_S, wrap);
  gl->TexParameteri(kind, GL_TEXTURE_WRAP_T, wrap);
  gl->BindTexture(kind, 0);
  return fine;
}

bool gl_upload_sheet(render_device* dev, int width, int height, const mjtByte* coverage) {
  const gl_functions* gl = &dev->gl;
  size_t n = (size_t)width * (size_t)height;
  mjtByte* pixels = malloc(4 * n + 1);
  if (!pixels) return false;
  for (size_t i = 0; i < 4 * n; i++) pixels[i] = coverage[i / 4];
  if (!dev->sheet) gl->GenTextures(1, &dev->sheet);
  gl->ActiveTexture(GL_TEXTURE0);
  gl->BindTexture(GL_TEXTURE_2D, dev->sheet);
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->BindTexture(GL_TEXTURE_2D, 0);
  free(pixels);
  dev->sheet_size[0] = width;
  dev->sheet_size[1] = height;
  return true;
}
