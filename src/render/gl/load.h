// OpenGL functions, found at run time in the process that has made a context current.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// --- types and constants of OpenGL --------------------------------------------------------------

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef unsigned char GLboolean, GLubyte;
typedef float GLfloat;
typedef double GLdouble;
typedef ptrdiff_t GLsizeiptr, GLintptr;

enum {
  GL_NO_ERROR = 0,
  GL_LINES = 1,
  GL_TRIANGLES = 4,
  GL_TRIANGLE_FAN = 6,
  GL_DEPTH_BUFFER_BIT = 0x100,
  GL_STENCIL_BUFFER_BIT = 0x400,
  GL_COLOR_BUFFER_BIT = 0x4000,
  GL_EQUAL = 0x202,
  GL_GREATER = 0x204,
  GL_GEQUAL = 0x206,
  GL_ALWAYS = 0x207,
  GL_SRC_ALPHA = 0x302,
  GL_ONE_MINUS_SRC_ALPHA = 0x303,
  GL_ONE = 1,
  GL_ZERO = 0,
  GL_FRONT = 0x404,
  GL_BACK = 0x405,
  GL_CW = 0x900,
  GL_CCW = 0x901,
  GL_CULL_FACE = 0xB44,
  GL_DEPTH_TEST = 0xB71,
  GL_STENCIL_TEST = 0xB90,
  GL_VIEWPORT = 0xBA2,
  GL_BLEND = 0xBE2,
  GL_SCISSOR_BOX = 0xC10,
  GL_SCISSOR_TEST = 0xC11,
  GL_STEREO = 0xC33,
  GL_DOUBLEBUFFER = 0xC32,
  GL_UNPACK_ALIGNMENT = 0xCF5,
  GL_PACK_ALIGNMENT = 0xD05,
  GL_MAX_TEXTURE_SIZE = 0xD33,
  GL_TEXTURE_2D = 0xDE1,
  GL_UNSIGNED_BYTE = 0x1401,
  GL_UNSIGNED_INT = 0x1405,
  GL_FLOAT = 0x1406,
  GL_DEPTH_COMPONENT = 0x1902,
  GL_RED = 0x1903,
  GL_ALPHA = 0x1906,
  GL_RGB = 0x1907,
  GL_RGBA = 0x1908,
  GL_KEEP = 0x1E00,
  GL_REPLACE = 0x1E01,
  GL_VERSION = 0x1F02,
  GL_NEAREST = 0x2600,
  GL_LINEAR = 0x2601,
  GL_LINEAR_MIPMAP_LINEAR = 0x2703,
  GL_TEXTURE_MAG_FILTER = 0x2800,
  GL_TEXTURE_MIN_FILTER = 0x2801,
  GL_TEXTURE_WRAP_S = 0x2802,
  GL_TEXTURE_WRAP_T = 0x2803,
  GL_REPEAT = 0x2901,
  GL_POLYGON_OFFSET_FILL = 0x8037,
  GL_RGB8 = 0x8051,
  GL_RGBA8 = 0x8058,
  GL_SAMPLES = 0x80A9,
  GL_MULTISAMPLE = 0x809D,
  GL_CLAMP_TO_EDGE = 0x812F,
  GL_DEPTH_COMPONENT24 = 0x81A6,
  GL_GENERATE_MIPMAP = 0x8191,
  GL_R8 = 0x8229,
  GL_TEXTURE_CUBE_MAP_SEAMLESS = 0x884F,
  GL_TEXTURE0 = 0x84C0,
  GL_MAX_RENDERBUFFER_SIZE = 0x84E8,
  GL_MAX_VARYING_COMPONENTS = 0x8B4B,
  GL_TEXTURE_CUBE_MAP = 0x8513,
  GL_TEXTURE_CUBE_MAP_POSITIVE_X = 0x8515,
  GL_ARRAY_BUFFER = 0x8892,
  GL_ELEMENT_ARRAY_BUFFER = 0x8893,
  GL_STATIC_DRAW = 0x88E4,
  GL_STREAM_DRAW = 0x88E0,
  GL_DEPTH24_STENCIL8 = 0x88F0,
  GL_FRAGMENT_SHADER = 0x8B30,
  GL_VERTEX_SHADER = 0x8B31,
  GL_COMPILE_STATUS = 0x8B81,
  GL_LINK_STATUS = 0x8B82,
  GL_SRGB8 = 0x8C41,
  GL_SRGB8_ALPHA8 = 0x8C43,
  GL_READ_FRAMEBUFFER = 0x8CA8,
  GL_DRAW_FRAMEBUFFER = 0x8CA9,
  GL_DEPTH32F_STENCIL8 = 0x8CAD,
  GL_DEPTH_COMPONENT32F = 0x8CAC,
  GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
  GL_COLOR_ATTACHMENT0 = 0x8CE0,
  GL_DEPTH_ATTACHMENT = 0x8D00,
  GL_DEPTH_STENCIL_ATTACHMENT = 0x821A,
  GL_FRAMEBUFFER = 0x8D40,
  GL_RENDERBUFFER = 0x8D41,
  GL_MAX_SAMPLES = 0x8D57,
  GL_FRAMEBUFFER_SRGB = 0x8DB9,
  GL_FRAMEBUFFER_UNDEFINED = 0x8219,
  GL_DEPTH_STENCIL = 0x84F9,
  GL_FLOAT_32_UNSIGNED_INT_24_8_REV = 0x8DAD,
  GL_LOWER_LEFT = 0x8CA1,
  GL_ZERO_TO_ONE = 0x935F,
  GL_NUM_EXTENSIONS = 0x821D,
  GL_EXTENSIONS = 0x1F03,
  GL_NONE = 0,
  GL_FALSE = 0,
  GL_TRUE = 1
};

// --- the functions: result, name, parameters ----------------------------------------------------

#define GL_FUNCTIONS(X)                                                                  \
  X(void, ActiveTexture, (GLenum))                                                       \
  X(void, AttachShader, (GLuint, GLuint))                                                \
  X(void, BindAttribLocation, (GLuint, GLuint, const char*))                             \
  X(void, BindBuffer, (GLenum, GLuint))                                                  \
  X(void, BindFramebuffer, (GLenum, GLuint))                                             \
  X(void, BindRenderbuffer, (GLenum, GLuint))                                            \
  X(void, BindTexture, (GLenum, GLuint))                                                 \
  X(void, BlendFunc, (GLenum, GLenum))                                                   \
  X(void, BlitFramebuffer,                                                               \
    (GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum))        \
  X(void, BufferData, (GLenum, GLsizeiptr, const void*, GLenum))                         \
  X(GLenum, CheckFramebufferStatus, (GLenum))                                            \
  X(void, Clear, (GLbitfield))                                                           \
  X(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat))                              \
  X(void, ClearStencil, (GLint))                                                         \
  X(void, ColorMask, (GLboolean, GLboolean, GLboolean, GLboolean))                       \
  X(void, CompileShader, (GLuint))                                                       \
  X(GLuint, CreateProgram, (void))                                                       \
  X(GLuint, CreateShader, (GLenum))                                                      \
  X(void, CullFace, (GLenum))                                                            \
  X(void, DeleteBuffers, (GLsizei, const GLuint*))                                       \
  X(void, DeleteFramebuffers, (GLsizei, const GLuint*))                                  \
  X(void, DeleteProgram, (GLuint))                                                       \
  X(void, DeleteRenderbuffers, (GLsizei, const GLuint*))                                 \
  X(void, DeleteShader, (GLuint))                                                        \
  X(void, DeleteTextures, (GLsizei, const GLuint*))                                      \
  X(void, DepthFunc, (GLenum))                                                           \
  X(void, DepthMask, (GLboolean))                                                        \
  X(void, Disable, (GLenum))                                                             \
  X(void, DisableVertexAttribArray, (GLuint))                                            \
  X(void, DrawArrays, (GLenum, GLint, GLsizei))                                          \
  X(void, DrawElements, (GLenum, GLsizei, GLenum, const void*))                          \
  X(void, Enable, (GLenum))                                                              \
  X(void, EnableVertexAttribArray, (GLuint))                                             \
  X(void, Finish, (void))                                                                \
  X(void, FramebufferRenderbuffer, (GLenum, GLenum, GLenum, GLuint))                     \
  X(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint))                 \
  X(void, FrontFace, (GLenum))                                                           \
  X(void, GenBuffers, (GLsizei, GLuint*))                                                \
  X(void, GenFramebuffers, (GLsizei, GLuint*))                                           \
  X(void, GenRenderbuffers, (GLsizei, GLuint*))                                          \
  X(void, GenTextures, (GLsizei, GLuint*))                                               \
  X(void, GenerateMipmap, (GLenum))                                                      \
  X(GLenum, GetError, (void))                                                            \
  X(void, GetIntegerv, (GLenum, GLint*))                                                 \
  X(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei*, char*))                         \
  X(void, GetProgramiv, (GLuint, GLenum, GLint*))                                        \
  X(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei*, char*))                          \
  X(void, GetShaderiv, (GLuint, GLenum, GLint*))                                         \
  X(const GLubyte*, GetString, (GLenum))                                                 \
  X(GLint, GetUniformLocation, (GLuint, const char*))                                    \
  X(void, LinkProgram, (GLuint))                                                         \
  X(void, PixelStorei, (GLenum, GLint))                                                  \
  X(void, PolygonOffset, (GLfloat, GLfloat))                                             \
  X(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*))           \
  X(void, RenderbufferStorage, (GLenum, GLenum, GLsizei, GLsizei))                       \
  X(void, RenderbufferStorageMultisample, (GLenum, GLsizei, GLenum, GLsizei, GLsizei))   \
  X(void, Scissor, (GLint, GLint, GLsizei, GLsizei))                                     \
  X(void, ShaderSource, (GLuint, GLsizei, const char* const*, const GLint*))             \
  X(void, StencilFunc, (GLenum, GLint, GLuint))                                          \
  X(void, StencilOp, (GLenum, GLenum, GLenum))                                           \
  X(void, TexImage2D,                                                                    \
    (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void*))        \
  X(void, TexParameteri, (GLenum, GLenum, GLint))                                        \
  X(void, Uniform1f, (GLint, GLfloat))                                                   \
  X(void, Uniform1i, (GLint, GLint))                                                     \
  X(void, Uniform3fv, (GLint, GLsizei, const GLfloat*))                                  \
  X(void, Uniform4fv, (GLint, GLsizei, const GLfloat*))                                  \
  X(void, UniformMatrix3fv, (GLint, GLsizei, GLboolean, const GLfloat*))                 \
  X(void, UniformMatrix4fv, (GLint, GLsizei, GLboolean, const GLfloat*))                 \
  X(void, UseProgram, (GLuint))                                                          \
  X(void, VertexAttribPointer, (GLuint, GLint, GLenum, GLboolean, GLsizei, const void*)) \
  X(void, Viewport, (GLint, GLint, GLsizei, GLsizei))

// Functions that may be missing.
#define GL_EXTRAS(X)                                    \
  X(void, BindVertexArray, (GLuint))                    \
  X(void, ClearDepth, (GLdouble))                       \
  X(void, ClearDepthf, (GLfloat))                       \
  X(void, ClipControl, (GLenum, GLenum))                \
  X(void, DeleteVertexArrays, (GLsizei, const GLuint*)) \
  X(void, DrawBuffer, (GLenum))                         \
  X(void, DrawBuffers, (GLsizei, const GLenum*))        \
  X(void, GenVertexArrays, (GLsizei, GLuint*))          \
  X(const GLubyte*, GetStringi, (GLenum, GLuint))       \
  X(void, ReadBuffer, (GLenum))

typedef struct {
  int version;  // 100 major + 10 minor
  bool es, core;
  bool float_depth, clip_control;
#define GL_MEMBER(result, name, parameters) result(*name) parameters;
  GL_FUNCTIONS(GL_MEMBER)
  GL_EXTRAS(GL_MEMBER)
  void* (*Current)(void);  // current context of this thread; NULL: none
#undef GL_MEMBER
} gl_functions;

// Whether a context is current.  Does not load any library.
bool gl_current(void);

// Find all functions.  Returns NULL, or the name of what is missing.
const char* gl_load(gl_functions* gl);

// Size of the window surface of the current context; false when it is unknown.
bool gl_drawable_size(int size[2]);
