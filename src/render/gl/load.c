// Finds the current OpenGL context and its functions.
#include "render/gl/load.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/platform/library.h"

typedef void (*any_function)(void);
typedef any_function (*lookup)(const char*);

// A window system interface: its library, the function that returns the current context, and the
// function that finds others.
static const struct {
  const char *library, *current, *find;
} ways[] = {
    {"libEGL.so.1", "eglGetCurrentContext", "eglGetProcAddress"},
    {"libGLX.so.0", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libGL.so.1", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libOSMesa.so.8", "OSMesaGetCurrentContext", "OSMesaGetProcAddress"},
};
enum { NWAY = sizeof ways / sizeof *ways };

// Converts a data pointer to a function pointer.
static any_function symbol(void* library, const char* name) {
  void* address = library ? library_symbol(library, name) : NULL;
  any_function f;
  memcpy(&f, &address, sizeof f);
  return f;
}

// The interface whose context is current; -1: none.
static int find_way(void** library) {
  for (int i = 0; i < NWAY; i++) {
    void* l = library_loaded(ways[i].library);
    any_function f = symbol(l, ways[i].current);
    if (f && ((void* (*)(void))f)()) {
      *library = l;
      return i;
    }
    if (l) library_close(l);
  }
  return -1;
}

bool gl_current(void) {
  void* library;
  if (find_way(&library) < 0) return false;
  library_close(library);
  return true;
}

static bool has_extension(const gl_functions* gl, const char* name) {
  if (gl->version >= 300 && gl->GetStringi) {
    GLint n = 0;
    gl->GetIntegerv(GL_NUM_EXTENSIONS, &n);
    for (GLint i = 0; i < n; i++) {
      const GLubyte* s = gl->GetStringi(GL_EXTENSIONS, (GLuint)i);
      if (s && !strcmp((const char*)s, name)) return true;
    }
    return false;
  }
  const GLubyte* all = gl->GetString(GL_EXTENSIONS);
  const char* at = all ? strstr((const char*)all, name) : NULL;
  return at && (at[strlen(name)] == ' ' || !at[strlen(name)]);
}

static void read_version(gl_functions* gl) {
  const char* text = (const char*)gl->GetString(GL_VERSION);
  gl->es = text && !strncmp(text, "OpenGL ES", 9);
  while (text && *text && (*text < '0' || *text > '9')) text++;
  int major = text ? atoi(text) : 0;
  const char* point = text ? strchr(text, '.') : NULL;
  gl->version = 100 * major + 10 * (point ? atoi(point + 1) : 0);
}

const char* gl_load(gl_functions* gl) {
  static char problem[200];
  void* library;
  int way = find_way(&library);
  memset(gl, 0, sizeof *gl);
  if (way < 0) return "no context of OpenGL is current";
  lookup find = (lookup)symbol(library, ways[way].find);
  const char* missing = NULL;
  any_function f = symbol(library, ways[way].current);
  memcpy(&gl->Current, &f, sizeof f);
#define GL_FIND(result, name, parameters) \
  f = find ? find("gl" #name) : NULL;     \
  memcpy(&gl->name, &f, sizeof f);
#define GL_NEED(result, name, parameters) \
  GL_FIND(result, name, parameters)       \
  if (!f) missing = "gl" #name;
  GL_FUNCTIONS(GL_NEED)
  GL_EXTRAS(GL_FIND)
  library_close(library);
  if (missing) {
    snprintf(problem, sizeof problem, "the context has no function %s", missing);
    return problem;
  }
  read_version(gl);
  if (gl->version < (gl->es ? 300 : 210)) {
    snprintf(problem, sizeof problem,
             "the context has version %d.%d; OpenGL 2.1 or ES 3.0 is needed", gl->version / 100,
             gl->version / 10 % 10);
    return problem;
  }
  if (gl->version < 300 && !has_extension(gl, "GL_ARB_framebuffer_object")) {
    return "the context has no GL_ARB_framebuffer_object";
  }
  if (gl->es) {  // may be found, but must not be called
    gl->ClearDepth = NULL;
    gl->DrawBuffer = NULL;
    gl->ClipControl = NULL;
  }
  gl->float_depth = gl->version >= 300 || has_extension(gl, "GL_ARB_depth_buffer_float");
  gl->clip_control =
      gl->ClipControl && (gl->version >= 450 || has_extension(gl, "GL_ARB_clip_control"));
  gl->clip_control &= !gl->es;
  if (gl->version < 300) gl->BindVertexArray = NULL;
  return NULL;
}

bool gl_drawable_size(int size[2]) {
  enum {
    EGL_DRAW = 0x3059,
    EGL_HEIGHT = 0x3056,
    EGL_WIDTH = 0x3057,
    GLX_WIDTH = 0x801D,
    GLX_HEIGHT = 0x801E
  };
  void* library;
  int way = find_way(&library);
  if (way < 0) return false;
  bool found = false;
  if (way == 0) {
    void* (*display)(void) = (void* (*)(void))symbol(library, "eglGetCurrentDisplay");
    void* (*surface)(int) = (void* (*)(int))symbol(library, "eglGetCurrentSurface");
    unsigned (*query)(void*, void*, int, int*) =
        (unsigned (*)(void*, void*, int, int*))symbol(library, "eglQuerySurface");
    void* s = display && surface && query ? surface(EGL_DRAW) : NULL;
    found = s && query(display(), s, EGL_WIDTH, size) && query(display(), s, EGL_HEIGHT, size + 1);
  } else if (way < 3) {
    void* (*display)(void) = (void* (*)(void))symbol(library, "glXGetCurrentDisplay");
    unsigned long (*drawable)(void) =
        (unsigned long (*)(void))symbol(library, "glXGetCurrentDrawable");
    void (*query)(void*, unsigned long, int, unsigned*) =
        (void (*)(void*, unsigned long, int, unsigned*))symbol(library, "glXQueryDrawable");
    unsigned long s = display && drawable && query ? drawable() : 0;
    unsigned given[2] = {0, 0};
    if (s) {
      query(display(), s, GLX_WIDTH, given);
      query(display(), s, GLX_HEIGHT, given + 1);
    }
    found = given[0] && given[1];
    size[0] = (int)given[0];
    size[1] = (int)given[1];
  }
  library_close(library);
  return found;
}
