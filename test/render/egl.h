// Contexts of OpenGL without a window, through EGL, which is found at run time.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef void (*egl_function)(void);

static egl_function egl_symbol(const char* name) {
  static void* library = NULL;
  if (!library) library = dlopen("libEGL.so.1", RTLD_NOW);
  void* address = library ? dlsym(library, name) : NULL;
  egl_function f;
  memcpy(&f, &address, sizeof f);
  return f;
}

typedef enum { EGL_ANY, EGL_CORE_33, EGL_ES_3 } egl_kind;

static void *egl_display = NULL, *egl_context = NULL;

// Make the context current that was opened last.
static bool egl_use(void) {
  return ((unsigned (*)(void*, void*, void*, void*))egl_symbol("eglMakeCurrent"))(
      egl_display, NULL, NULL, egl_context);
}

// Make a context current; false when this machine has none.
static bool egl_open(egl_kind kind) {
  egl_function find = egl_symbol("eglGetProcAddress");
  if (!find) return false;
  egl_function platform = ((egl_function(*)(const char*))find)("eglGetPlatformDisplayEXT");
  if (!platform) return false;
  egl_display = ((void* (*)(unsigned, void*, const int*))platform)(0x31DD, NULL, NULL);
  int version[2], n = 0, want[] = {0x3033, 1, 0x3040, kind == EGL_ES_3 ? 0x40 : 8, 0x3038};
  int core[] = {0x3098, 3, 0x30FB, 3, 0x30FD, 1, 0x3038}, es[] = {0x3098, 3, 0x3038};
  int none[] = {0x3038};
  void* config = NULL;
  if (!egl_display) return false;
  if (!((unsigned (*)(void*, int*, int*))egl_symbol("eglInitialize"))(egl_display, version,
                                                                      version + 1)) {
    return false;
  }
  ((unsigned (*)(unsigned))egl_symbol("eglBindAPI"))(kind == EGL_ES_3 ? 0x30A0 : 0x30A2);
  ((unsigned (*)(void*, const int*, void**, int, int*))egl_symbol("eglChooseConfig"))(
      egl_display, want, &config, 1, &n);
  egl_context = ((void* (*)(void*, void*, void*, const int*))egl_symbol("eglCreateContext"))(
      egl_display, config, NULL,
      kind == EGL_CORE_33 ? core
      : kind == EGL_ES_3  ? es
                          : none);
  return egl_context && egl_use();
}

static void egl_close(void) {
  ((unsigned (*)(void*, void*, void*, void*))egl_symbol("eglMakeCurrent"))(egl_display, NULL, NULL,
                                                                           NULL);
  if (egl_context) {
    ((unsigned (*)(void*, void*))egl_symbol("eglDestroyContext"))(egl_display, egl_context);
  }
  egl_context = NULL;
}
