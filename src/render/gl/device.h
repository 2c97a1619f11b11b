// The OpenGL device: buffers, uploaded data, and the present frame.
#pragma once

#include <stdio.h>

#include <engine/base.h>

#include "render/backend.h"
#include "render/gl/load.h"
#include "render/shadow.h"

// Uniforms of the scene shader.
// clang-format off
#define GL_UNIFORMS(X) \
  X(projection) X(pose) X(turn) X(line) X(color) X(material) \
  X(eye) X(light_position) X(light_direction) X(light_fade) \
  X(light_ambient) X(light_diffuse) X(light_specular) X(scale) X(flat) \
  X(cube) X(shadow) X(shadow_projection) X(shadow_part) X(shadow_size) X(fog) X(fog_range) \
  X(distance) X(keep)
// clang-format on

typedef struct {
  int width, height, samples;
  GLuint buffer, color, depth;  // the buffer drawn to; 0 is the window
  GLuint plain, plain_color,
      plain_depth;       // single-sample buffer for reading; the same if not multisampled
  GLuint plain_texture;  // ES: its depth as a texture, read by a shader
} gl_target;

// Vertices: position, normal, texture coordinates; those of lines also have the other end, the
// side, and the data that decide whether the edge is hidden: the normal of the other end and 0, or
// that of the face and 1, or -1.
typedef struct {
  GLuint vertices, faces, lines, line_faces;
  int nface, nline;
  bool has_normal, even;  // corners of a face have its normal
  float low[3], high[3];  // bounding box
} gl_shape;

typedef struct {
  GLuint name;
  bool cube;
  int size;      // pixels of a side
  bool several;  // smaller levels are used where it is minified
} gl_texture;

typedef struct {
  int pass, index;
  render_item item;
} gl_draw;

enum { GL_LIGHTS = 8, GL_SHADOWS = 4 };  // at a time, and those of them that cast shadows
// Components that vertices give to fragments: five vectors of their own, two of each of four
// lights, places along their axes, normal and material.
enum { GL_CARRIED = 4 * (5 + 2 * 4 + 3) };

// Values common to all items of a pass.
typedef struct {
  unsigned version;     // counts its changes
  int nlight, nshadow;  // those with shadows are first
  float position[GL_LIGHTS][4], direction[GL_LIGHTS][4], fade[GL_LIGHTS][4];
  float color[3][GL_LIGHTS][3];
  // as in gl_features
  int8_t kind[GL_LIGHTS], fades[GL_LIGHTS], narrow[GL_LIGHTS], grey[GL_LIGHTS];
  float eye[3], fog[4], fog_range[3], distance[4], keep[4];
  float shadow_projection[GL_SHADOWS][16], shadow_part[GL_SHADOWS][4], shadow_size[3];
} gl_list;

// What a program of scenes is for; each is compiled when it is first of use.  What is known of
// lights and colours saves uniforms: in llvmpipe, where reading one number of them takes as long as
// thirty steps of arithmetic, the humanoid without shadow and mirror takes 55 % of the time; what
// its vertices carry takes a fifth of the rest.
typedef struct {
  mjtByte nlight, nshadow;
  int8_t kind[GL_LIGHTS];    // directional, without and with a cone
  int8_t fades[GL_LIGHTS];   // whether the light is weaker with distance
  int8_t narrow[GL_LIGHTS];  // exponent of the cone if that is small and whole, else -1
  int8_t grey[GL_LIGHTS];    // bits of ambient, diffuse and specular: 1, 2, 4; if black: 8, 16, 32
  int8_t sharp;              // the same of highlights, of squared cosines
  mjtByte mapping, lit, shine, two_sided;
  mjtByte white;  // the colour is 1, 1, 1, 1
  mjtByte keep;   // what lies behind a plane is left out
  mjtByte fog, veil;
  mjtByte carry;  // vertices carry values of the pass, where the language and the driver let them
  mjtByte even;   // corners have the normal of their face, which is seen from one side
  mjtByte lines;
} gl_features;
typedef struct {
  gl_features features;
  GLuint name;       // 0: it does not compile
  unsigned version;  // version of the pass values that were last uploaded
  struct {
#define GL_PLACE(name) GLint name;
    GL_UNIFORMS(GL_PLACE)
#undef GL_PLACE
  } at;
} gl_program;

// The shadow map of one light, a part of the texture.
typedef struct {
  int light;  // -1: nothing casts a shadow
  shadow_part part;
  int row;  // where it begins
} gl_map;

struct render_device {
  gl_functions gl;
  GLuint flat, array, scratch;  // for 2D drawing
  int nprogram, program_room;
  gl_program* program;
  const gl_program* now;  // program in use
  gl_list list;
  GLint at_window, at_what, at_flat_color;
  gl_target target[RENDER_NTARGET];
  int current;
  bool window_double;
  bool carries;  // vertices can carry all that a pass has
  int nshape, shape_room;
  gl_shape* shape;
  int ntexture, texture_room;
  gl_texture* texture;
  GLuint sheet, picture, packed;  // textures; buffer into which depths are packed
  int sheet_size[2];
  GLuint shadow_buffer, shadow_map;
  int shadow_size[2];  // of the texture
  int nmap;
  gl_map map[GL_SHADOWS];
  render_frame frame;
  int ndraw, draw_room;
  gl_draw* draw;
  GLenum error;
};

bool gl_make_programs(render_device* dev);

// The program for an item, compiled if necessary; NULL: compilation fails.
gl_program* gl_program_for(render_device* dev, const gl_features* features);

// Bind the current buffer for drawing.  The second: restore the OpenGL state of the program.
void gl_bind(render_device* dev);
void gl_leave(render_device* dev);
bool gl_room(void* array, int* room, int n, size_t size);

// Functions of the back end interface.
bool gl_upload_shape(render_device* dev, int slot, const render_shape* shape);
bool gl_upload_texture(render_device* dev, int slot, const render_texture* texture);
bool gl_upload_sheet(render_device* dev, int width, int height, const mjtByte* coverage);
void gl_begin(render_device* dev, const render_frame* frame);
void gl_draw_item(render_device* dev, int pass, int index, const render_item* item);
void gl_end(render_device* dev);
void gl_polygon(render_device* dev, mjrRect clip, const render_point* point, int npoint);
void gl_glyphs(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
               const float rgba[4]);
// Read depths from a texture, in ES.
void gl_read_depth(render_device* dev, GLuint texture, mjrRect rect, float* depth);
void gl_write(render_device* dev, mjrRect rect, const unsigned char* rgb, const float* depth);

// Floats per vertex attribute.
enum {
  GL_POSITION,
  GL_NORMAL = 3,
  GL_COORD = 6,
  GL_VERTEX = 8,
  GL_OTHER = 8,
  GL_FACING = 12,
  GL_LINE_VERTEX = 16
};

// The offset of a float in the bound buffer, as OpenGL takes it: in the guise of a pointer.
static inline const void* gl_offset(int floats) {
  return (const void*)((size_t)floats * sizeof(float));
}
