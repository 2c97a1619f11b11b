// The OpenGL device: creation, buffers, reading of pixels.
#include "render/gl/device.h"

#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- state

void gl_bind(render_device* dev) {
  dev->gl.BindFramebuffer(GL_FRAMEBUFFER, dev->target[dev->current].buffer);
  if (dev->current != RENDER_WINDOW || !dev->gl.DrawBuffer) return;
  dev->gl.DrawBuffer(dev->window_double ? GL_BACK : GL_FRONT);
}

// Restore the OpenGL state except the bound buffer, since the program may use OpenGL between our
// calls.
void gl_leave(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  gl->UseProgram(0);
  for (GLuint i = 0; i < 5; i++) gl->DisableVertexAttribArray(i);
  if (gl->BindVertexArray) gl->BindVertexArray(0);
  gl->BindBuffer(GL_ARRAY_BUFFER, 0);
  if (!gl->BindVertexArray) gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
  for (GLenum unit = 3; unit-- > 0;) {
    gl->ActiveTexture(GL_TEXTURE0 + unit);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    gl->BindTexture(GL_TEXTURE_CUBE_MAP, 0);
  }
  gl->Disable(GL_BLEND);
  gl->Disable(GL_SCISSOR_TEST);
  gl->Disable(GL_STENCIL_TEST);
  gl->DepthMask(GL_TRUE);
  gl_bind(dev);
}

static void use(render_device* dev, int target) {
  dev->current = target;
  gl_bind(dev);
}

// --------------------------------------------------------------------------------------- buffers

static void drop(render_device* dev, gl_target* t) {
  const gl_functions* gl = &dev->gl;
  if (t->plain && t->plain != t->buffer) {
    gl->DeleteFramebuffers(1, &t->plain);
    gl->DeleteRenderbuffers(1, &t->plain_color);
    gl->DeleteRenderbuffers(1, &t->plain_depth);
  }
  if (t->buffer) {
    gl->DeleteFramebuffers(1, &t->buffer);
    gl->DeleteRenderbuffers(1, &t->color);
    gl->DeleteRenderbuffers(1, &t->depth);
  }
  if (t->plain_texture) gl->DeleteTextures(1, &t->plain_texture);
  memset(t, 0, sizeof *t);
}

// A texture for depth.
static GLuint make_depth_texture(const gl_functions* gl, const gl_target* t) {
  GLuint name = 0;
  gl->GenTextures(1, &name);
  gl->ActiveTexture(GL_TEXTURE0);
  gl->BindTexture(GL_TEXTURE_2D, name);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8, t->width, t->height, 0, GL_DEPTH_STENCIL,
                 GL_FLOAT_32_UNSIGNED_INT_24_8_REV, NULL);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->BindTexture(GL_TEXTURE_2D, 0);
  return name;
}

static GLuint make_storage(const gl_functions* gl, const gl_target* t, int samples, GLenum format) {
  GLuint name = 0;
  gl->GenRenderbuffers(1, &name);
  gl->BindRenderbuffer(GL_RENDERBUFFER, name);
  if (samples > 0) {
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, t->width, t->height);
  } else {
    gl->RenderbufferStorage(GL_RENDERBUFFER, format, t->width, t->height);
  }
  gl->BindRenderbuffer(GL_RENDERBUFFER, 0);
  return name;
}

// A framebuffer with colour and depth; with one sample it can be read from.
static bool make_buffer(render_device* dev, gl_target* t, int samples, GLuint name[3]) {
  const gl_functions* gl = &dev->gl;
  bool texture = gl->es && samples == 0;
  name[1] = make_storage(gl, t, samples, GL_RGBA8);
  if (texture) {
    t->plain_texture = make_depth_texture(gl, t);
  } else {
    name[2] =
        make_storage(gl, t, samples, gl->float_depth ? GL_DEPTH32F_STENCIL8 : GL_DEPTH24_STENCIL8);
  }
  gl->GenFramebuffers(1, name);
  gl->BindFramebuffer(GL_FRAMEBUFFER, name[0]);
  gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name[1]);
  if (texture) {
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                             t->plain_texture, 0);
  } else {
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                                name[2]);
  }
  return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static int limit(render_device* dev) {
  GLint most = 0;
  dev->gl.GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  return most;
}

static int make_target(render_device* dev, int target, int width, int height, int samples) {
  const gl_functions* gl = &dev->gl;
  gl_target* t = dev->target + target;
  GLint most = 0;
  GLuint made[3] = {0}, read[3] = {0};
  drop(dev, t);
  if (width < 1 || height < 1) return 0;
  if (width > limit(dev) || height > limit(dev)) return -1;
  gl->GetIntegerv(GL_MAX_SAMPLES, &most);
  if (samples > most) samples = most;
  if (samples < 2) samples = 0;
  t->width = width;
  t->height = height;
  bool fine = make_buffer(dev, t, samples, made);
  t->buffer = t->plain = made[0];
  t->color = made[1];
  t->depth = made[2];
  if (samples) {
    fine = make_buffer(dev, t, 0, read) && fine;
    t->plain = read[0];
    t->plain_color = read[1];
    t->plain_depth = read[2];
  }
  if (!fine) {
    drop(dev, t);
    gl_bind(dev);
    return -1;
  }
  t->samples = samples;
  int before = dev->current;
  dev->current = target;
  gl_bind(dev);
  gl->Disable(GL_SCISSOR_TEST);
  gl->ClearColor(0, 0, 0, 0);
  gl->Clear(GL_COLOR_BUFFER_BIT);
  dev->current = before;
  gl_bind(dev);
  return samples;
}

static mjrRect size(render_device* dev, int target) {
  gl_target* t = dev->target + target;
  int now[2];
  if (target == RENDER_WINDOW && gl_drawable_size(now)) {
    t->width = now[0];
    t->height = now[1];
  }
  mjrRect r = {0, 0, t->width, t->height};
  return r;
}

// ------------------------------------------------------------------------------------------ life

static void look_at_window(render_device* dev, mjrContext* con) {
  const gl_functions* gl = &dev->gl;
  gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
  con->windowAvailable = gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  con->windowStereo = con->windowDoublebuffer = con->windowSamples = 0;
  if (!con->windowAvailable) return;
  GLint box[4] = {0}, value = 0;
  gl->GetIntegerv(GL_SCISSOR_BOX, box);
  dev->target[RENDER_WINDOW].width = box[2];
  dev->target[RENDER_WINDOW].height = box[3];
  gl->GetIntegerv(GL_SAMPLES, &value);
  con->windowSamples = value;
  con->windowDoublebuffer = 1;
  if (!gl->es) {
    gl->GetIntegerv(GL_DOUBLEBUFFER, &value);
    con->windowDoublebuffer = value != 0;
  }
  dev->window_double = con->windowDoublebuffer;
}

// Whether the language knows values that are the same all over a face, and there is room for all
// of a pass.
static bool may_carry(const gl_functions* gl) {
  GLint room = 0;
  if (gl->version >= 300 && !gl->es) gl->GetIntegerv(GL_MAX_VARYING_COMPONENTS, &room);
  return room >= GL_CARRIED;
}

static bool ready(const render_device* dev) { return dev->gl.Current() != NULL; }

static void release(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  if (ready(dev)) {
    for (int i = 1; i < RENDER_NTARGET; i++) drop(dev, dev->target + i);
    for (int i = 0; i < dev->nshape; i++) {
      gl_shape* s = dev->shape + i;
      const GLuint names[4] = {s->vertices, s->faces, s->lines, s->line_faces};
      gl->DeleteBuffers(4, names);
    }
    for (int i = 0; i < dev->ntexture; i++) gl->DeleteTextures(1, &dev->texture[i].name);
    const GLuint textures[3] = {dev->sheet, dev->picture, dev->shadow_map};
    gl->DeleteTextures(3, textures);
    if (dev->scratch) gl->DeleteBuffers(1, &dev->scratch);
    if (dev->shadow_buffer) gl->DeleteFramebuffers(1, &dev->shadow_buffer);
    if (dev->packed) gl->DeleteFramebuffers(1, &dev->packed);
    if (dev->array) gl->DeleteVertexArrays(1, &dev->array);
    for (int i = 0; i < dev->nprogram; i++) {
      if (dev->program[i].name) gl->DeleteProgram(dev->program[i].name);
    }
    if (dev->flat) gl->DeleteProgram(dev->flat);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  free(dev->shape);
  free(dev->texture);
  free(dev->draw);
  free(dev->program);
  free(dev);
}

static render_device* make(mjrContext* con) {
  render_device* dev = calloc(1, sizeof *dev);
  if (!dev) return NULL;
  const char* problem = gl_load(&dev->gl);
  if (problem) {
    mju_warning("mjr_makeContext: OpenGL cannot be used: %s", problem);
    free(dev);
    return NULL;
  }
  while (dev->gl.GetError() != GL_NO_ERROR) {}  // clear errors of the program
  if (dev->gl.BindVertexArray) dev->gl.GenVertexArrays(1, &dev->array);
  look_at_window(dev, con);
  dev->carries = may_carry(&dev->gl);
  if (gl_make_programs(dev)) return dev;
  release(dev);
  return NULL;
}

// ---------------------------------------------------------------------------------------- pixels

// Resolve a rectangle of a multisampled buffer to its single-sample buffer.
static void resolve(render_device* dev, const gl_target* t, mjrRect r, GLbitfield what) {
  const gl_functions* gl = &dev->gl;
  if (t->plain == t->buffer) return;
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, t->buffer);
  gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, t->plain);
  gl->BlitFramebuffer(r.left, r.bottom, r.left + r.width, r.bottom + r.height, r.left, r.bottom,
                      r.left + r.width, r.bottom + r.height, what, GL_NEAREST);
}

static void read_pixels(render_device* dev, mjrRect r, unsigned char* rgb, float* depth) {
  const gl_functions* gl = &dev->gl;
  const gl_target* t = dev->target + dev->current;
  gl->Disable(GL_SCISSOR_TEST);
  resolve(dev, t, r, (rgb ? GL_COLOR_BUFFER_BIT : 0) | (depth ? GL_DEPTH_BUFFER_BIT : 0));
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, t->plain);
  if (dev->current == RENDER_WINDOW && gl->ReadBuffer) {
    gl->ReadBuffer(dev->window_double ? GL_BACK : GL_FRONT);
  }
  gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
  size_t n = (size_t)r.width * (size_t)r.height;
  mjtByte* rgba = rgb && gl->es ? malloc(4 * n + 1) : NULL;  // ES reads 4 bytes per pixel only
  if (rgb && !gl->es) {
    gl->ReadPixels(r.left, r.bottom, r.width, r.height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
  } else if (rgba) {
    gl->ReadPixels(r.left, r.bottom, r.width, r.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    for (size_t i = 0; i < n; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
  }
  free(rgba);
  if (depth && gl->es) {
    gl_read_depth(dev, t->plain_texture, r, depth);
  } else if (depth) {
    gl->ReadPixels(r.left, r.bottom, r.width, r.height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
  }
  gl_bind(dev);
}

static void copy(render_device* dev, int from, mjrRect src, mjrRect dst, bool color, bool depth) {
  const gl_functions* gl = &dev->gl;
  const gl_target *s = dev->target + from, *t = dev->target + dev->current;
  GLbitfield what = (color ? GL_COLOR_BUFFER_BIT : 0) | (depth ? GL_DEPTH_BUFFER_BIT : 0);
  bool same = src.width == dst.width && src.height == dst.height;
  gl->Disable(GL_SCISSOR_TEST);
  resolve(dev, s, src, what);
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, s->plain);
  gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, t->buffer);
  if (from == RENDER_WINDOW && gl->ReadBuffer) {
    gl->ReadBuffer(dev->window_double ? GL_BACK : GL_FRONT);
  }
  gl->BlitFramebuffer(src.left, src.bottom, src.left + src.width, src.bottom + src.height, dst.left,
                      dst.bottom, dst.left + dst.width, dst.bottom + dst.height, what,
                      same || depth ? GL_NEAREST : GL_LINEAR);
  gl_bind(dev);
}

static void publish(const render_device* dev, mjrContext* con) {
  const gl_target* off = dev->target + RENDER_OFFSCREEN;
  con->glInitialized = 1;
  con->offFBO = off->buffer;
  con->offColor = off->color;
  con->offDepthStencil = off->depth;
  con->offFBO_r = off->plain;
  con->offColor_r = off->plain_color ? off->plain_color : off->color;
  con->offDepthStencil_r = off->plain_depth ? off->plain_depth : off->depth;
  con->shadowFBO = dev->shadow_buffer;
  con->shadowTex = dev->shadow_map;
  for (int i = 0; i < mjNAUX; i++) {
    const gl_target* aux = dev->target + RENDER_AUX + i;
    con->auxFBO[i] = aux->buffer;
    con->auxColor[i] = aux->color;
    con->auxFBO_r[i] = aux->plain;
    con->auxColor_r[i] = aux->plain_color ? aux->plain_color : aux->color;
  }
  for (int i = 0; i < con->ntexture; i++)
    con->texture[i] = i < dev->ntexture ? dev->texture[i].name : 0;
}

static int finish(render_device* dev) {
  dev->gl.Finish();
  return (int)dev->gl.GetError();
}

const render_backend render_gl = {
    .name = "gl",
    .make = make,
    .release = release,
    .ready = ready,
    .target = make_target,
    .limit = limit,
    .use = use,
    .shape = gl_upload_shape,
    .texture = gl_upload_texture,
    .sheet = gl_upload_sheet,
    .begin = gl_begin,
    .draw = gl_draw_item,
    .end = gl_end,
    .polygon = gl_polygon,
    .glyphs = gl_glyphs,
    .read = read_pixels,
    .write = gl_write,
    .copy = copy,
    .size = size,
    .publish = publish,
    .finish = finish,
};
