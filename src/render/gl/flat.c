// 2D drawing by OpenGL: polygons, glyphs and images.
#include <stdlib.h>
#include <string.h>

#include "render/gl/device.h"

enum { POLYGON, GLYPHS, PICTURE, DEPTHS, PACKED };

static void begin(render_device* dev, mjrRect clip, int what) {
  const gl_functions* gl = &dev->gl;
  const gl_target* t = dev->target + dev->current;
  const float window[4] = {0, 0, (float)t->width, (float)t->height};
  gl_bind(dev);
  gl->UseProgram(dev->flat);
  if (gl->BindVertexArray) gl->BindVertexArray(dev->array);
  gl->Viewport(0, 0, t->width, t->height);
  gl->Scissor(clip.left, clip.bottom, clip.width, clip.height);
  gl->Enable(GL_SCISSOR_TEST);
  gl->Disable(GL_CULL_FACE);
  gl->Disable(GL_DEPTH_TEST);
  gl->Disable(GL_STENCIL_TEST);
  gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl->Uniform4fv(dev->at_window, 1, window);
  gl->Uniform1i(dev->at_what, what);
  gl->ActiveTexture(GL_TEXTURE0);
}

// Vertices in drawing order, GL_VERTEX floats each.
static void send(render_device* dev, const float* vertex, int n, GLenum kind) {
  const gl_functions* gl = &dev->gl;
  GLsizei stride = GL_VERTEX * (GLsizei)sizeof(float);
  if (!dev->scratch) gl->GenBuffers(1, &dev->scratch);
  gl->BindBuffer(GL_ARRAY_BUFFER, dev->scratch);
  gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)n * GL_VERTEX * sizeof *vertex), vertex,
                 GL_STREAM_DRAW);
  for (GLuint i = 0; i < 3; i++) gl->EnableVertexAttribArray(i);
  gl->DisableVertexAttribArray(3);
  gl->DisableVertexAttribArray(4);
  gl->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
  gl->VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_NORMAL));
  gl->VertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride, gl_offset(GL_COORD));
  gl->DrawArrays(kind, 0, n);
}

void gl_polygon(render_device* dev, mjrRect clip, const render_point* point, int npoint) {
  float vertex[32 * GL_VERTEX];
  if (npoint > 32) npoint = 32;
  if (npoint < 3 || clip.width <= 0 || clip.height <= 0) return;
  for (int i = 0; i < npoint; i++) {
    const float* c = point[i].rgba;
    const float all[GL_VERTEX] = {point[i].x, point[i].y, 0, c[0], c[1], c[2], c[3], 0};
    memcpy(vertex + GL_VERTEX * i, all, sizeof all);
  }
  begin(dev, clip, POLYGON);
  send(dev, vertex, npoint, GL_TRIANGLE_FAN);
  gl_leave(dev);
}

// A rectangle in pixels with texture coordinates 0 to 1, as two triangles.
static float* put_rectangle(float* to, const float at[4], const float uv[4]) {
  static const int corner[6] = {0, 1, 2, 2, 1, 3};
  for (int i = 0; i < 6; i++) {
    int right = corner[i] & 1, up = corner[i] >> 1;
    const float all[GL_VERTEX] = {at[right ? 2 : 0], at[up ? 3 : 1], 0, 0, 0, 0,
                                  uv[right ? 2 : 0], uv[up ? 3 : 1]};
    memcpy(to, all, sizeof all);
    to += GL_VERTEX;
  }
  return to;
}

void gl_glyphs(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
               const float rgba[4]) {
  const gl_functions* gl = &dev->gl;
  float vertex[6 * GL_VERTEX * 64];
  if (!dev->sheet || clip.width <= 0 || clip.height <= 0) return;
  begin(dev, clip, GLYPHS);
  gl->Uniform4fv(dev->at_flat_color, 1, rgba);
  gl->BindTexture(GL_TEXTURE_2D, dev->sheet);
  float sx = 1 / (float)dev->sheet_size[0], sy = 1 / (float)dev->sheet_size[1];
  for (int first = 0; first < nglyph; first += 64) {
    float* to = vertex;
    for (int i = first; i < nglyph && i < first + 64; i++) {
      const render_glyph* g = glyph + i;
      const float at[4] = {(float)g->x, (float)g->y, (float)(g->x + g->width),
                           (float)(g->y + g->height)};
      const float uv[4] = {(float)g->u * sx, (float)g->v * sy, (float)(g->u + g->width) * sx,
                           (float)(g->v + g->height) * sy};
      to = put_rectangle(to, at, uv);
    }
    send(dev, vertex, (int)((to - vertex) / GL_VERTEX), GL_TRIANGLES);
  }
  gl_leave(dev);
}

// Draw pixels via a texture; depths are encoded as 24-bit integers in its colours.
static void write_texture(render_device* dev, mjrRect rect, const mjtByte* rgba, int what) {
  const gl_functions* gl = &dev->gl;
  float vertex[6 * GL_VERTEX];
  const float at[4] = {(float)rect.left, (float)rect.bottom, (float)(rect.left + rect.width),
                       (float)(rect.bottom + rect.height)};
  const float uv[4] = {0, 0, 1, 1};
  begin(dev, rect, what);
  gl->Disable(GL_BLEND);
  if (!dev->picture) gl->GenTextures(1, &dev->picture);
  gl->BindTexture(GL_TEXTURE_2D, dev->picture);
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, rect.width, rect.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 rgba);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  if (what == DEPTHS) {
    gl->Enable(GL_DEPTH_TEST);
    gl->DepthFunc(GL_ALWAYS);
    gl->DepthMask(GL_TRUE);
    gl->ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  }
  put_rectangle(vertex, at, uv);
  send(dev, vertex, 6, GL_TRIANGLES);
  gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl_leave(dev);
}

void gl_write(render_device* dev, mjrRect rect, const unsigned char* rgb, const float* depth) {
  size_t n = (size_t)rect.width * (size_t)rect.height;
  mjtByte* rgba = malloc(4 * n + 1);
  for (size_t i = 0; i < n && rgba && rgb; i++) {
    memcpy(rgba + 4 * i, rgb + 3 * i, 3);
    rgba[4 * i + 3] = 255;
  }
  if (rgba && rgb) write_texture(dev, rect, rgba, PICTURE);
  for (size_t i = 0; i < n && rgba && depth; i++) {
    float d = depth[i] > 0 ? depth[i] < 1 ? depth[i] : 1 : 0;
    uint32_t whole = (uint32_t)((double)d * 0xffffff + .5);
    for (int k = 0; k < 3; k++) rgba[4 * i + k] = (mjtByte)(whole >> (16 - 8 * k));
    rgba[4 * i + 3] = 255;
  }
  if (rgba && depth) write_texture(dev, rect, rgba, DEPTHS);
  free(rgba);
}

// ES cannot read depths: a shader encodes them in colours, which are read.
void gl_read_depth(render_device* dev, GLuint texture, mjrRect rect, float* depth) {
  const gl_functions* gl = &dev->gl;
  const gl_target* t = dev->target + dev->current;
  float vertex[6 * GL_VERTEX];
  size_t n = (size_t)rect.width * (size_t)rect.height;
  const float window[4] = {0, 0, (float)rect.width, (float)rect.height};
  const float uv[4] = {(float)rect.left / (float)t->width, (float)rect.bottom / (float)t->height,
                       (float)(rect.left + rect.width) / (float)t->width,
                       (float)(rect.bottom + rect.height) / (float)t->height};
  memset(depth, 0, n * sizeof *depth);
  if (!texture) return;  // the window has none
  begin(dev, rect, PACKED);
  gl->Disable(GL_BLEND);
  gl->Disable(GL_SCISSOR_TEST);
  if (!dev->picture) gl->GenTextures(1, &dev->picture);
  gl->BindTexture(GL_TEXTURE_2D, dev->picture);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, rect.width, rect.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
  if (!dev->packed) gl->GenFramebuffers(1, &dev->packed);
  gl->BindFramebuffer(GL_FRAMEBUFFER, dev->packed);
  gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, dev->picture, 0);
  gl->Viewport(0, 0, rect.width, rect.height);
  gl->Uniform4fv(dev->at_window, 1, window);
  gl->BindTexture(GL_TEXTURE_2D, texture);
  put_rectangle(vertex, window, uv);
  send(dev, vertex, 6, GL_TRIANGLES);
  gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl->ReadPixels(0, 0, rect.width, rect.height, GL_RGBA, GL_UNSIGNED_BYTE, depth);
  gl_leave(dev);
}
