// Draws a frame by OpenGL: passes in order, lights in groups.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform/compiler.h"
#include "render/gl/device.h"
#include "render/view.h"

enum {
  LIGHTS = GL_LIGHTS,
  SHADOW_STEP = 256,  // sizes of shadow maps are multiples of it
  CARRYING = 12,      // faces of a shape whose vertices carry values of the pass: boxes, planes
  HALF_SHARPEST = 64  // exponent of the squared cosines of highlights of shininess 1
};

void gl_begin(render_device* dev, const render_frame* frame) {
  dev->frame = *frame;
  dev->ndraw = 0;
}

void gl_draw_item(render_device* dev, int pass, int index, const render_item* item) {
  if (!gl_room(&dev->draw, &dev->draw_room, dev->ndraw + 1, sizeof *dev->draw)) return;
  gl_draw d = {pass, index, *item};
  dev->draw[dev->ndraw++] = d;
}

// Parameters of a pass.
typedef struct {
  const double* projection;  // to pixels; for a light to -1 ... 1
  bool pixels, mirrored, depth_only;
  bool glow;    // add emission and ambient light
  bool fogged;  // otherwise fog is black
  int texels;   // across a shadow map
} manner;

// ------------------------------------------------------------------------------------ projection

// Converts the rows (x, y, depth, 1) * w to an OpenGL matrix in clip space, for a shape.
static void to_clip(const render_device* dev, const manner* how, const render_item* it,
                    float out[16]) {
  const mjrRect v = dev->frame.viewport;
  double m[16], r[16];
  memcpy(m, how->projection, sizeof m);
  for (int j = 0; j < 4 && how->pixels; j++) {
    m[j] = 2 * (m[j] - v.left * m[12 + j]) / v.width - m[12 + j];
    m[4 + j] = 2 * (m[4 + j] - v.bottom * m[12 + j]) / v.height - m[12 + j];
  }
  for (int j = 8; j < 12 && !how->depth_only; j++) m[j] *= 1 - it->recede;
  for (int j = 0; j < 4 && !dev->gl.clip_control; j++) m[8 + j] = 2 * m[8 + j] - m[12 + j];
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      double sum = j == 3 ? m[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) sum += m[4 * i + k] * it->pose[4 * k + j];
      r[4 * i + j] = sum;
    }
  }
  for (int i = 0; i < 16; i++) out[4 * (i % 4) + i / 4] = (float)r[i];
}

// ---------------------------------------------------------------------------------------- lights

// An exponent if it is whole and few multiplications raise to it, else -1.
static int8_t small_exponent(float e) {
  int whole = e >= 0 && e < 128 ? (int)e : -1;
  return (float)whole == e && bits_count((uint64_t)whole) <= 2 ? (int8_t)whole : -1;
}

// The colours of a light, of one that is as strong everywhere as they arrive.
static void set_colors(gl_list* list, int i, const render_light* l) {
  const float* from[3] = {l->ambient, l->diffuse, l->specular};
  bool weaker = !l->directional && !list->fades[i] && l->attenuation[0] > 0;
  list->grey[i] = 0;
  for (int k = 0; k < 3; k++) {
    float* c = list->color[k][i];
    for (int j = 0; j < 3; j++) c[j] = weaker ? from[k][j] / l->attenuation[0] : from[k][j];
    bool grey = c[0] == c[1] && c[1] == c[2];
    if (grey) list->grey[i] |= (int8_t)((c[0] == 0 ? 8 : 1) << k);
  }
}

static void set_light(gl_list* list, int i, const render_light* l, float scale) {
  float length = 0;
  for (int k = 0; k < 3; k++) length += l->dir[k] * l->dir[k];
  length = length > 0 ? sqrtf(length) : 1;
  memcpy(list->position[i], l->pos, sizeof l->pos);
  list->position[i][3] = l->directional ? 0 : scale;
  for (int k = 0; k < 3; k++) list->direction[i][k] = l->dir[k] / length;
  list->direction[i][3] = l->cos_cutoff;
  memcpy(list->fade[i], l->attenuation, sizeof l->attenuation);
  list->fade[i][3] = l->exponent;
  list->kind[i] = l->directional ? 0 : l->cos_cutoff > -1 ? 2 : 1;
  list->fades[i] = !l->directional && (l->attenuation[1] != 0 || l->attenuation[2] != 0);
  set_colors(list, i, l);
  list->narrow[i] = list->kind[i] > 1 ? small_exponent(l->exponent) : -1;
}

// Lights of a list: those of all maps, then these.
static void set_lights(render_device* dev, const int* which, int n) {
  gl_list* list = &dev->list;
  list->nshadow = dev->nmap;
  list->nlight = dev->nmap + n;
  list->version++;
  for (int i = 0; i < list->nlight; i++) {
    int l = i < dev->nmap ? dev->map[i].light : which[i - dev->nmap];
    set_light(list, i, dev->frame.light + l, dev->frame.light_scale);
  }
}

// Upload the pass values to a program, if they have changed.
static void send_list(render_device* dev, gl_program* p) {
  const gl_functions* gl = &dev->gl;
  const gl_list* l = &dev->list;
  if (p->version == l->version) return;
  p->version = l->version;
  if (l->nlight) {
    gl->Uniform4fv(p->at.light_position, l->nlight, l->position[0]);
    gl->Uniform4fv(p->at.light_direction, l->nlight, l->direction[0]);
    gl->Uniform4fv(p->at.light_fade, l->nlight, l->fade[0]);
    gl->Uniform3fv(p->at.light_ambient, l->nlight, l->color[0][0]);
    gl->Uniform3fv(p->at.light_diffuse, l->nlight, l->color[1][0]);
    gl->Uniform3fv(p->at.light_specular, l->nlight, l->color[2][0]);
  }
  gl->Uniform3fv(p->at.eye, 1, l->eye);
  gl->Uniform4fv(p->at.fog, 1, l->fog);
  gl->Uniform3fv(p->at.fog_range, 1, l->fog_range);
  gl->Uniform4fv(p->at.distance, 1, l->distance);
  gl->Uniform4fv(p->at.keep, 1, l->keep);
  if (!l->nshadow) return;
  gl->UniformMatrix4fv(p->at.shadow_projection, l->nshadow, GL_FALSE, l->shadow_projection[0]);
  gl->Uniform4fv(p->at.shadow_part, l->nshadow, l->shadow_part[0]);
  gl->Uniform3fv(p->at.shadow_size, 1, l->shadow_size);
}

// Select the program for an item of the present pass.
static bool choose_program(render_device* dev, const render_item* it, const gl_shape* shape,
                           const manner* how, bool lines) {
  const gl_list* l = &dev->list;
  bool textured = it->mapping != RENDER_PLAIN && it->texture < dev->ntexture && !how->depth_only;
  gl_features f = {0};
  f.white = it->rgba[0] == 1 && it->rgba[1] == 1 && it->rgba[2] == 1 && it->rgba[3] == 1;
  f.mapping = (mjtByte)(textured ? it->mapping : RENDER_PLAIN);
  f.lit = it->lit && !how->depth_only;
  f.keep = how->mirrored;
  f.fog = dev->frame.fog && !how->depth_only;
  f.veil = it->vertex_alpha > 0 && !how->depth_only;
  f.lines = lines;
  if (f.lit) {
    f.carry = dev->carries && l->nlight > 0 && shape->nface <= CARRYING;
    f.even = f.carry && shape->even && !it->two_sided;
    f.nlight = (mjtByte)l->nlight;
    f.nshadow = (mjtByte)l->nshadow;
    f.shine = it->specular > 0;
    f.sharp = f.shine ? small_exponent(HALF_SHARPEST * it->shininess) : -1;
    memcpy(f.kind, l->kind, (size_t)l->nlight);
    memcpy(f.fades, l->fades, (size_t)l->nlight);
    memcpy(f.narrow, l->narrow, (size_t)l->nlight);
    memcpy(f.grey, l->grey, (size_t)l->nlight);
    f.two_sided = it->two_sided;
  }
  gl_program* p = gl_program_for(dev, &f);
  if (!p) return false;
  dev->gl.UseProgram(p->name);
  dev->now = p;
  send_list(dev, p);
  return true;
}

// ----------------------------------------------------------------------------------------- items

// Whether no texel of a sky as seen by the viewer is smaller than a pixel.  A side of the cube has
// size / 2 texels per unit of the tangent, and at a corner, where the tangent grows three times as
// fast as the angle, three times as many per radian; pixels per radian are fewest straight ahead.
static bool magnified(const render_device* dev, const gl_texture* t, const manner* how) {
  const double *row = how->projection + 4, *last = how->projection + 12;
  const mjrRect v = dev->frame.viewport;
  double center = v.bottom + .5 * v.height, pixels = 0, unit = 0;
  for (int k = 0; k < 3; k++) {
    double x = row[k] - center * last[k];
    pixels += x * x;
    unit += last[k] * last[k];
  }
  return 1.5 * t->size <= sqrt(pixels / (unit > 0 ? unit : 1));
}

// The level of detail of a sky that is magnified everywhere need not be found at every pixel.
static void set_levels(const gl_functions* gl, gl_texture* t, bool several) {
  if (several == t->several) return;
  gl->TexParameteri(t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    several ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
  t->several = several;
}

static void set_material(render_device* dev, const render_item* it, const manner* how, bool lines) {
  const gl_functions* gl = &dev->gl;
  const render_frame* f = &dev->frame;
  float glow = how->glow ? it->emission + f->ambient[0] : 0;
  float material[4] = {glow, it->specular, HALF_SHARPEST * it->shininess, 0};
  float line[4] = {1 / (float)f->viewport.width, 1 / (float)f->viewport.height, 0,
                   it->cull && f->wireframe};
  if (lines) {
    bool smooth = dev->target[dev->current].samples > 1 && !f->flat;
    line[2] = view_line_width(it->width, smooth);
  }
  gl->Uniform4fv(dev->now->at.color, 1, it->rgba);
  gl->Uniform4fv(dev->now->at.material, 1, material);
  gl->Uniform4fv(dev->now->at.line, 1, line);
  if (it->mapping == RENDER_PLAIN || it->texture >= dev->ntexture) return;
  gl_texture* t = dev->texture + it->texture;
  gl->Uniform3fv(dev->now->at.scale, 1, it->scale);
  gl->ActiveTexture(t->cube ? GL_TEXTURE0 + 1 : GL_TEXTURE0);
  gl->BindTexture(t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, t->name);
  set_levels(gl, t, !(it->backdrop && t->cube && how->pixels && magnified(dev, t, how)));
}

static void set_culling(render_device* dev, const render_item* it, const manner* how, bool lines) {
  const gl_functions* gl = &dev->gl;
  bool cull = how->depth_only ? it->closed : it->cull || it->front;
  if (cull && !lines) {
    gl->Enable(GL_CULL_FACE);
  } else {
    gl->Disable(GL_CULL_FACE);
  }
  gl->CullFace(it->front && !how->depth_only ? GL_FRONT : GL_BACK);
  gl->FrontFace(how->mirrored ? GL_CW : GL_CCW);
}

static void point_at(const gl_functions* gl, int floats, bool lines) {
  GLsizei stride = floats * (GLsizei)sizeof(float);
  gl->EnableVertexAttribArray(0);
  gl->EnableVertexAttribArray(1);
  gl->EnableVertexAttribArray(2);
  gl->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_POSITION));
  gl->VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_NORMAL));
  gl->VertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_COORD));
  if (lines) {
    gl->EnableVertexAttribArray(3);
    gl->EnableVertexAttribArray(4);
    gl->VertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_OTHER));
    gl->VertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_FACING));
  } else {
    gl->DisableVertexAttribArray(3);
    gl->DisableVertexAttribArray(4);
  }
}

// An item with fewer sides if that suffices.
static void simplify(const render_device* dev, const manner* how, render_item* item) {
  const mjrRect v = dev->frame.viewport;
  const double middle[2] = {v.left + .5 * v.width, v.bottom + .5 * v.height};
  const render_view view = {.projection = how->projection,
                            .center = {how->pixels ? middle[0] : 0, how->pixels ? middle[1] : 0},
                            .scale = how->pixels ? 1 : .5 * how->texels,
                            .unseen = how->depth_only ? UNSEEN_SHADOW
                                      : how->mirrored ? UNSEEN_MIRRORED
                                                      : UNSEEN,
                            .slices = dev->frame.slices};
  if (!dev->frame.wireframe) view_simplify(&view, item);
}

static void draw_item(render_device* dev, const render_item* item, const manner* how) {
  const gl_functions* gl = &dev->gl;
  render_item own = *item, *it = &own;
  simplify(dev, how, it);
  int slot = it->shape;
  if (slot < 0 || slot >= dev->nshape) return;
  const gl_shape* s = dev->shape + slot;
  bool lines = it->width > 0 || (dev->frame.wireframe && !it->backdrop && !how->depth_only);
  if (!s->vertices || (lines ? !s->nline : !s->nface) || !choose_program(dev, it, s, how, lines))
    return;
  float projection[16], turn[9];
  to_clip(dev, how, it, projection);
  gl->UniformMatrix4fv(dev->now->at.projection, 1, GL_FALSE, projection);
  gl->Uniform4fv(dev->now->at.pose, 3, it->pose);
  for (int i = 0; i < 9; i++) turn[i] = it->normal[i];
  gl->Uniform3fv(dev->now->at.turn, 3, turn);
  set_material(dev, it, how, lines);
  set_culling(dev, it, how, lines);
  gl->BindBuffer(GL_ARRAY_BUFFER, lines ? s->lines : s->vertices);
  gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, lines ? s->line_faces : s->faces);
  point_at(gl, lines ? GL_LINE_VERTEX : GL_VERTEX, lines);
  gl->DrawElements(GL_TRIANGLES, lines ? 6 * s->nline : 3 * s->nface, GL_UNSIGNED_INT, NULL);
}

// Set the values common to a pass.
static void set_manner(render_device* dev, const manner* how) {
  const render_frame* f = &dev->frame;
  gl_list* l = &dev->list;
  const float range[3] = {f->fog_start, f->fog_end, 0};
  l->version++;
  memset(l->fog, 0, sizeof l->fog);
  if (how->fogged) memcpy(l->fog, f->fog_rgb, sizeof f->fog_rgb);
  memcpy(l->fog_range, range, sizeof range);
  memcpy(l->eye, how->mirrored ? f->mirror_eye : f->eye, sizeof l->eye);
  memcpy(l->distance, how->mirrored ? f->mirror_distance : f->distance, sizeof l->distance);
  for (int k = 0; k < 4; k++) l->keep[k] = how->mirrored ? (float)f->mirror_plane[k] : k == 3;
}

// --------------------------------------------------------------------------------------- shadows

// One texture for all maps.
static bool make_shadow_map(render_device* dev, const int size[2]) {
  const gl_functions* gl = &dev->gl;
  int* has = dev->shadow_size;
  if (size[0] <= has[0] && size[1] <= has[1]) return true;
  for (int k = 0; k < 2; k++) {
    int wanted = (size[k] + SHADOW_STEP - 1) / SHADOW_STEP * SHADOW_STEP;
    if (wanted > has[k]) has[k] = wanted;
  }
  if (!dev->shadow_map) gl->GenTextures(1, &dev->shadow_map);
  if (!dev->shadow_buffer) gl->GenFramebuffers(1, &dev->shadow_buffer);
  gl->ActiveTexture(GL_TEXTURE0 + 2);
  gl->BindTexture(GL_TEXTURE_2D, dev->shadow_map);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, has[0], has[1], 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl->BindFramebuffer(GL_FRAMEBUFFER, dev->shadow_buffer);
  gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, dev->shadow_map, 0);
  const GLenum none = GL_NONE;
  if (gl->DrawBuffers) gl->DrawBuffers(1, &none);
  if (gl->ReadBuffer) gl->ReadBuffer(GL_NONE);
  if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) has[0] = has[1] = 0;
  return has[0] > 0;
}

// Whether a plane hides something from a light: whether the centre of any object is behind it.
static bool plane_hides(const render_device* dev, const render_item* plane, const render_light* l) {
  const float* m = plane->pose;
  float side = 0;
  for (int k = 0; k < 3; k++)
    side += m[4 * k + 2] * (l->directional ? -l->dir[k] : l->pos[k] - m[4 * k + 3]);
  for (int i = 0; i < dev->ndraw; i++) {
    const render_item* it = &dev->draw[i].item;
    if (dev->draw[i].pass != RENDER_SOLID || it->plane || it->backdrop) continue;
    float at = 0;
    for (int k = 0; k < 3; k++) at += m[4 * k + 2] * (it->pose[4 * k + 3] - m[4 * k + 3]);
    if (side > 0 ? at < 0 : at > 0) return true;
  }
  return false;
}

static bool casts(const render_device* dev, const gl_draw* d, int light) {
  return d->pass == RENDER_SHADOW && d->index == light && d->item.shape < dev->nshape &&
         (!d->item.plane || plane_hides(dev, &d->item, dev->frame.light + light));
}

static void open_view(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  const mjrRect v = dev->frame.viewport;
  gl_bind(dev);
  gl->Viewport(v.left, v.bottom, v.width, v.height);
  gl->Scissor(v.left, v.bottom, v.width, v.height);
  gl->Enable(GL_SCISSOR_TEST);
}

static bool find_casters(render_device* dev, int light, shadow_part* part) {
  shadow_begin(part);
  for (int i = 0; i < dev->ndraw; i++) {
    const render_item* it = &dev->draw[i].item;
    if (!casts(dev, dev->draw + i, light)) continue;
    const gl_shape* s = dev->shape + it->shape;
    if (s->nface) shadow_cast(part, dev->frame.light[light].projection, it->pose, s->low, s->high);
  }
  return shadow_finish(part, &dev->frame);
}

static void clear_depth(const gl_functions* gl, double to) {
  if (gl->ClearDepth) {
    gl->ClearDepth(to);
  } else {
    gl->ClearDepthf((float)to);
  }
}

// From the model's space to the map, -1 to 1.
static void part_projection(const render_device* dev, const gl_map* map, double out[16]) {
  shadow_projection(&map->part, dev->frame.light[map->light].projection, out);
  for (int k = 0; k < 2; k++) {
    for (int j = 0; j < 4; j++)
      out[4 * k + j] = 2 * out[4 * k + j] / map->part.size[k] - out[12 + j];
  }
}

static void draw_shadow(render_device* dev, const gl_map* map) {
  const gl_functions* gl = &dev->gl;
  double projection[16];
  part_projection(dev, map, projection);
  manner how = {.projection = projection, .depth_only = true, .texels = map->part.size[0]};
  gl->Viewport(0, map->row, map->part.size[0], map->part.size[1]);
  set_manner(dev, &how);
  set_lights(dev, NULL, 0);
  for (int i = 0; i < dev->ndraw; i++) {
    if (casts(dev, dev->draw + i, map->light)) draw_item(dev, &dev->draw[i].item, &how);
  }
}

// Maps of lights one above the other; where nothing casts a shadow, or there is no room, of no
// size.
static void place_maps(render_device* dev, const int* light, int n) {
  int size[2] = {0, 0};
  dev->nmap = 0;
  for (int i = 0; i < n; i++) {
    gl_map* map = dev->map + i;
    map->light = light[i];
    map->row = size[1];
    if (!find_casters(dev, light[i], &map->part)) map->part.size[0] = map->part.size[1] = 0;
    if (map->part.size[0] > size[0]) size[0] = map->part.size[0];
    size[1] += map->part.size[1];
  }
  bool fine = size[1] && make_shadow_map(dev, size);
  for (int i = 0; i < n && !fine; i++) dev->map[i].part.size[0] = dev->map[i].part.size[1] = 0;
}

static void list_maps(render_device* dev, int n) {
  gl_list* list = &dev->list;
  for (int l = 0; l < n; l++) {
    const gl_map* map = dev->map + l;
    double projection[16] = {0};  // everything is lit
    if (map->part.size[0]) part_projection(dev, map, projection);
    for (int i = 0; i < 16; i++)
      list->shadow_projection[l][4 * (i % 4) + i / 4] = (float)projection[i];
    for (int k = 0; k < 2; k++) list->shadow_part[l][k] = (float)map->part.size[k];
    list->shadow_part[l][2] = 0;
    list->shadow_part[l][3] = (float)map->row;
  }
  for (int k = 0; k < 2; k++)
    list->shadow_size[k] = 1 / (float)(dev->shadow_size[k] + !dev->shadow_size[k]);
  dev->nmap = n;
}

static void draw_shadows(render_device* dev, const int* light, int n) {
  const gl_functions* gl = &dev->gl;
  place_maps(dev, light, n);
  int rows = dev->map[n - 1].row + dev->map[n - 1].part.size[1];
  if (rows) {
    gl->BindFramebuffer(GL_FRAMEBUFFER, dev->shadow_buffer);
    gl->Scissor(0, 0, dev->shadow_size[0], rows);
    gl->Enable(GL_SCISSOR_TEST);
    gl->Clear(GL_DEPTH_BUFFER_BIT);
    gl->Enable(GL_POLYGON_OFFSET_FILL);
    gl->PolygonOffset(-2, -8);
    for (int i = 0; i < n; i++) {
      if (dev->map[i].part.size[0]) draw_shadow(dev, dev->map + i);
    }
    gl->Disable(GL_POLYGON_OFFSET_FILL);
    open_view(dev);
  }
  list_maps(dev, n);
  gl->ActiveTexture(GL_TEXTURE0 + 2);
  gl->BindTexture(GL_TEXTURE_2D, dev->shadow_map);
}

// ---------------------------------------------------------------------------------------- lists

// Lights without shadows; and those that cast them.
static int unshadowed_lights(const render_device* dev, bool all, int which[mjMAXLIGHT]) {
  int n = 0;
  for (int i = 0; i < dev->frame.nlight; i++) {
    if (all || !dev->frame.light[i].shadow) which[n++] = i;
  }
  return n;
}

static int shadowed_lights(const render_device* dev, int which[mjMAXLIGHT]) {
  int n = 0;
  for (int i = 0; i < dev->frame.nlight; i++) {
    if (dev->frame.light[i].shadow) which[n++] = i;
  }
  return n;
}

// Draw the lit items of a pass again, adding their light.
static void add_lit(render_device* dev, int pass, const manner* how) {
  const gl_functions* gl = &dev->gl;
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_ONE, GL_ONE);
  gl->DepthMask(GL_FALSE);
  gl->DepthFunc(GL_EQUAL);
  for (int i = 0; i < dev->ndraw; i++) {
    const render_item* it = &dev->draw[i].item;
    if (dev->draw[i].pass == pass && it->lit) draw_item(dev, it, how);
  }
  gl->DepthFunc(GL_GEQUAL);
  gl->DepthMask(GL_TRUE);
  gl->Disable(GL_BLEND);
}

// Index of the mirroring item among all draws; -1: none.
static int find_mirror(const render_device* dev) {
  int n = dev->frame.mirror;
  for (int i = 0; i < dev->ndraw && n >= 0; i++) {
    if (dev->draw[i].pass == RENDER_SOLID && n-- == 0) return i;
  }
  return -1;
}

// The first draws up to which a pass has nothing but planes, which lie under all the rest.
static int leading_planes(const render_device* dev, int pass) {
  int n = 0;
  while (n < dev->ndraw && (dev->draw[n].pass != pass || dev->draw[n].item.plane)) n++;
  return n;
}

// These planes after the rest, whose pixels they need not shade: drawn from the last to the first,
// and where depths are the same what is there stays, as if they had come before.
static void draw_ground(render_device* dev, int pass, const manner* how, int* ground) {
  dev->gl.DepthFunc(GL_GREATER);
  for (; *ground > 0; --*ground) {
    const gl_draw* d = dev->draw + *ground - 1;
    if (d->pass == pass) draw_item(dev, &d->item, how);
  }
  dev->gl.DepthFunc(GL_GEQUAL);
}

// A plane as pixels see it: from (x, y, 1) to (x, y, 1) / w in its own frame.
typedef struct {
  double from_pixel[9],
      near[3];  // dot product of near with (x, y, 1): positive behind the near plane
  const render_item* item;
  const gl_shape* shape;
} seen_plane;

static bool look_at_plane(const render_device* dev, const render_item* it, seen_plane* to) {
  const double* p = dev->frame.projection;
  double m[4][3];
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 3; j++) {
      m[i][j] = j == 2 ? p[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) m[i][j] += p[4 * i + k] * it->pose[4 * k + (j == 2 ? 3 : j)];
    }
  }
  const double* row[3] = {m[0], m[1], m[3]};
  double whole = 0;
  for (int i = 0; i < 3; i++) {
    const double *a = row[(i + 1) % 3], *b = row[(i + 2) % 3];
    for (int j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3;
      to->from_pixel[3 * j + i] = a[k] * b[l] - a[l] * b[k];
    }
    to->near[i] = m[2][i] - m[3][i];
  }
  for (int j = 0; j < 3; j++) whole += row[0][j] * to->from_pixel[3 * j];
  for (int i = 0; i < 9 && whole != 0; i++) to->from_pixel[i] /= whole;
  to->item = it;
  to->shape = dev->shape + it->shape;
  return whole != 0;
}

// Whether the plane hides the sky, which no point is outside of that is within its radius of the
// viewer, at (x, y).  True of two points, it is true of all between them.
static bool hides_sky(const seen_plane* s, const render_item* sky, double x, double y) {
  const double* m = s->from_pixel;
  double at[3], away = 0, near = 0;
  for (int k = 0; k < 3; k++) at[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2];
  if (!(at[2] > 0)) return false;
  for (int k = 0; k < 3; k++) {
    at[k] /= k < 2 ? at[2] : 1;
    if (k < 2 && !(at[k] > s->shape->low[k] && at[k] < s->shape->high[k])) return false;
  }
  for (int k = 0; k < 3; k++) {
    const float* p = s->item->pose + 4 * k;
    double d = p[0] * at[0] + p[1] * at[1] + p[3] - sky->pose[4 * k + 3];
    away += d * d;
    near += s->near[k] * (k < 2 ? at[k] : 1);
  }
  return near < 0 && away < (double)sky->pose[0] * sky->pose[0];
}

// Leave out rows, from an edge of the picture on, that a plane hides all of the sky in: to find
// that nothing of it is visible takes llvmpipe a twentieth of a picture without shadow and mirror.
static void cut_sky(render_device* dev, const render_item* sky) {
  enum { STEP = 8 };
  mjrRect v = dev->frame.viewport;
  for (int i = 0; i < dev->ndraw && !dev->frame.wireframe; i++) {
    const gl_draw* d = dev->draw + i;
    seen_plane s;
    if (d->pass != RENDER_SOLID || !d->item.plane || d->item.shape >= dev->nshape) continue;
    if (!look_at_plane(dev, &d->item, &s)) continue;
    for (int end = 0; end < 2; end++) {
      while (v.height > STEP) {
        int y = end ? v.bottom + v.height - STEP : v.bottom;
        bool hidden = true;
        for (int k = 0; k < 4 && hidden; k++)
          hidden = hides_sky(&s, sky, v.left + (k & 1) * v.width, y + (k >> 1) * STEP);
        if (!hidden) break;
        v.height -= STEP;
        v.bottom += end ? 0 : STEP;
      }
    }
  }
  dev->gl.Scissor(v.left, v.bottom, v.width, v.height);
}

// All opaque items of a list with the lights that are set.
static void draw_lit(render_device* dev, int pass, const manner* how, int mirror) {
  const gl_functions* gl = &dev->gl;
  if (mirror >= 0) {  // drawn first, over the reflected scene; lines do not add up where they cross
    if (!dev->frame.wireframe) gl->Enable(GL_BLEND);
    gl->BlendFunc(GL_ONE, GL_ONE);
    draw_item(dev, &dev->draw[mirror].item, how);
    gl->Disable(GL_BLEND);
  }
  int ground = mirror >= 0 ? 0 : leading_planes(dev, pass);
  for (int i = ground; i < dev->ndraw; i++) {
    bool sky = dev->draw[i].item.backdrop;
    if (dev->draw[i].pass != pass || i == mirror) continue;
    if (sky) draw_ground(dev, pass, how, &ground);
    if (sky) cut_sky(dev, &dev->draw[i].item);
    draw_item(dev, &dev->draw[i].item, how);
    if (sky) open_view(dev);
  }
  draw_ground(dev, pass, how, &ground);
}

// Opaque items with as many lights as the shader takes; once more with those that are left, whose
// light is added to what is there.
static void draw_opaque(render_device* dev, int pass, manner how, int mirror) {
  int free[mjMAXLIGHT], shadowed[mjMAXLIGHT];
  bool shadows = pass == RENDER_SOLID;
  int nfree = unshadowed_lights(dev, !shadows, free);
  int nshadowed = shadows ? shadowed_lights(dev, shadowed) : 0;
  for (int at = 0, mapped = 0; at == 0 || at < nfree || mapped < nshadowed;) {
    bool first = at == 0 && mapped == 0;
    int maps = nshadowed - mapped < GL_SHADOWS ? nshadowed - mapped : GL_SHADOWS;
    int n = nfree - at < LIGHTS - maps ? nfree - at : LIGHTS - maps;
    if (maps) draw_shadows(dev, shadowed + mapped, maps);
    set_manner(dev, &how);
    set_lights(dev, free + at, n);
    if (first) {
      draw_lit(dev, pass, &how, mirror);
    } else {
      add_lit(dev, pass, &how);
    }
    dev->nmap = 0;
    how.glow = how.fogged = false;
    mapped += maps;
    at += n;
    if (!n && !maps) break;
  }
}

static void draw_blended(render_device* dev, int pass, const manner* how) {
  const gl_functions* gl = &dev->gl;
  int which[mjMAXLIGHT], n = unshadowed_lights(dev, true, which);
  set_manner(dev, how);
  set_lights(dev, which, n < LIGHTS ? n : LIGHTS);
  gl->Enable(GL_BLEND);
  for (int i = 0; i < dev->ndraw; i++) {
    const render_item* it = &dev->draw[i].item;
    if (dev->draw[i].pass != pass) continue;
    gl->BlendFunc(GL_SRC_ALPHA, it->additive ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
    gl->DepthMask(it->deep ? GL_TRUE : GL_FALSE);
    draw_item(dev, it, how);
  }
  gl->DepthMask(GL_TRUE);
  gl->Disable(GL_BLEND);
}

// ---------------------------------------------------------------------------------------- mirror

static void draw_mirror(render_device* dev, int mirror) {
  const gl_functions* gl = &dev->gl;
  bool wireframe = dev->frame.wireframe;
  manner direct = {.projection = dev->frame.projection, .pixels = true, .depth_only = true};
  manner how = {.projection = dev->frame.mirror_projection,
                .pixels = true,
                .mirrored = true,
                .glow = true,
                .fogged = true};
  gl->Enable(GL_STENCIL_TEST);
  gl->StencilFunc(GL_ALWAYS, 1, 1);
  gl->StencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  gl->ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  gl->Disable(GL_DEPTH_TEST);
  dev->frame.wireframe = false;
  set_manner(dev, &direct);
  set_lights(dev, NULL, 0);
  draw_item(dev, &dev->draw[mirror].item, &direct);
  dev->frame.wireframe = wireframe;
  gl->Enable(GL_DEPTH_TEST);
  gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->StencilFunc(GL_EQUAL, 1, 1);
  gl->StencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  draw_opaque(dev, RENDER_MIRRORED, how, -1);
  draw_blended(dev, RENDER_MIRRORED_TRANSPARENT, &how);
  gl->Disable(GL_STENCIL_TEST);
}

// ----------------------------------------------------------------------------------------- frame

static void set_state(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  if (gl->BindVertexArray) gl->BindVertexArray(dev->array);
  if (gl->clip_control) gl->ClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  if (!gl->es) {
    if (dev->frame.flat) {
      gl->Disable(GL_MULTISAMPLE);
    } else {
      gl->Enable(GL_MULTISAMPLE);
    }
    gl->Disable(GL_FRAMEBUFFER_SRGB);
    // cubes are not filtered across edges, as in older versions
    if (gl->version >= 320) gl->Disable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  }
  gl->Enable(GL_DEPTH_TEST);
  gl->DepthFunc(GL_GEQUAL);
  gl->DepthMask(GL_TRUE);
  gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->Disable(GL_BLEND);
  gl->Disable(GL_STENCIL_TEST);
  gl->Disable(GL_POLYGON_OFFSET_FILL);
  gl->ClearColor(0, 0, 0, 0);
  gl->ClearStencil(0);
  clear_depth(gl, 0);
}

void gl_end(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  manner how = {.projection = dev->frame.projection, .pixels = true, .glow = true, .fogged = true};
  set_state(dev);
  open_view(dev);
  gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  int mirror = find_mirror(dev);
  if (mirror >= 0) draw_mirror(dev, mirror);
  draw_opaque(dev, RENDER_SOLID, how, mirror);
  draw_blended(dev, RENDER_TRANSPARENT, &how);
  gl_leave(dev);
}
