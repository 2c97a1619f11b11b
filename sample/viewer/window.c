#define GLFW_INCLUDE_NONE
#include "window.h"

#include <stdio.h>
#include <string.h>
#include <GLFW/glfw3.h>

// --- the few functions of OpenGL 1.1 that show a picture ----------------------------------------

enum {
  GL_TEXTURE_2D = 0x0DE1,
  GL_RGB = 0x1907,
  GL_UNSIGNED_BYTE = 0x1401,
  GL_TEXTURE_MAG_FILTER = 0x2800,
  GL_TEXTURE_MIN_FILTER = 0x2801,
  GL_NEAREST = 0x2600,
  GL_UNPACK_ALIGNMENT = 0x0CF5,
  GL_TRIANGLE_STRIP = 0x0005,
  GL_PROJECTION = 0x1701,
  GL_MODELVIEW = 0x1700,
  GL_LIGHTING = 0x0B50,
  GL_DEPTH_TEST = 0x0B71,
  GL_RENDERER = 0x1F01,
};

static struct {
  void (*GenTextures)(int, unsigned*);
  void (*BindTexture)(unsigned, unsigned);
  void (*TexParameteri)(unsigned, unsigned, int);
  void (*TexImage2D)(unsigned, int, int, int, int, int, unsigned, unsigned, const void*);
  void (*TexSubImage2D)(unsigned, int, int, int, int, int, unsigned, unsigned, const void*);
  void (*PixelStorei)(unsigned, int);
  void (*Viewport)(int, int, int, int);
  void (*MatrixMode)(unsigned);
  void (*LoadIdentity)(void);
  void (*Enable)(unsigned);
  void (*Disable)(unsigned);
  void (*Color3f)(float, float, float);
  void (*Begin)(unsigned);
  void (*TexCoord2f)(float, float);
  void (*Vertex2f)(float, float);
  void (*End)(void);
  const char* (*GetString)(unsigned);
} gl;

static bool load_gl(void) {
  const char* const names[] = {
      "glGenTextures", "glBindTexture", "glTexParameteri", "glTexImage2D",   "glTexSubImage2D",
      "glPixelStorei", "glViewport",    "glMatrixMode",    "glLoadIdentity", "glEnable",
      "glDisable",     "glColor3f",     "glBegin",         "glTexCoord2f",   "glVertex2f",
      "glEnd",         "glGetString",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    GLFWglproc f = glfwGetProcAddress(names[i]);
    if (!f) return false;
    memcpy((char*)&gl + i * sizeof f, &f, sizeof f);
  }
  return true;
}

static void fill_texture(window* w, int width, int height, const unsigned char* rgb) {
  if (!w->texture) gl.GenTextures(1, &w->texture);
  gl.BindTexture(GL_TEXTURE_2D, w->texture);
  gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (width == w->texture_width && height == w->texture_height) {
    gl.TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
    return;
  }
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGB, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb);
  w->texture_width = width;
  w->texture_height = height;
}

void window_show_picture(window* w, int width, int height, const unsigned char* rgb) {
  if (width < 1 || height < 1) return;
  fill_texture(w, width, height, rgb);
  gl.Viewport(0, 0, w->width, w->height);
  gl.MatrixMode(GL_PROJECTION);
  gl.LoadIdentity();
  gl.MatrixMode(GL_MODELVIEW);
  gl.LoadIdentity();
  gl.Disable(GL_LIGHTING);
  gl.Disable(GL_DEPTH_TEST);
  gl.Enable(GL_TEXTURE_2D);
  gl.Color3f(1, 1, 1);
  gl.Begin(GL_TRIANGLE_STRIP);
  for (int k = 0; k < 4; k++) {
    float x = (float)(k & 1), y = (float)(k >> 1);
    gl.TexCoord2f(x, y);
    gl.Vertex2f(2 * x - 1, 2 * y - 1);
  }
  gl.End();
  gl.Disable(GL_TEXTURE_2D);
  glfwSwapBuffers(w->handle);
}

void window_show(window* w) { glfwSwapBuffers(w->handle); }

// --- events -------------------------------------------------------------------------------------

static window* of(GLFWwindow* handle) { return glfwGetWindowUserPointer(handle); }

static void read_modifiers(window* w) {
  static const int keys[3][2] = {{GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL},
                                 {GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT},
                                 {GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT}};
  int held = 0;
  for (int k = 0; k < 3; k++) {
    if (glfwGetKey(w->handle, keys[k][0]) || glfwGetKey(w->handle, keys[k][1])) held |= 1 << k;
  }
  input_modifiers(w->in, held);
}

static void on_cursor(GLFWwindow* handle, double x, double y) {
  window* w = of(handle);
  read_modifiers(w);
  input_move(w->in, x * w->pixels, w->height - y * w->pixels);
}

static void on_button(GLFWwindow* handle, int button, int action, int mods) {
  static const int buttons[3] = {mjBUTTON_LEFT, mjBUTTON_RIGHT, mjBUTTON_MIDDLE};
  (void)mods;
  if (button < 0 || button > 2) return;
  read_modifiers(of(handle));
  input_button(of(handle)->in, buttons[button], action == GLFW_PRESS, glfwGetTime());
}

static void on_scroll(GLFWwindow* handle, double x, double y) {
  read_modifiers(of(handle));
  input_scroll(of(handle)->in, x, y);
}

static void on_key(GLFWwindow* handle, int key, int scancode, int action, int mods) {
  (void)scancode;
  (void)mods;
  read_modifiers(of(handle));
  if (action != GLFW_RELEASE) input_key(of(handle)->in, key, glfwGetTime());
}

static void on_drop(GLFWwindow* handle, int count, const char** paths) {
  input_drop(of(handle)->in, count, paths);
}

static void measure(window* w) {
  int width, height;
  glfwGetWindowSize(w->handle, &width, &height);
  glfwGetFramebufferSize(w->handle, &w->width, &w->height);
  w->pixels = width > 0 ? (double)w->width / width : 1;
}

static void on_size(GLFWwindow* handle, int width, int height) {
  (void)width;
  (void)height;
  measure(of(handle));
  input_resize(of(handle)->in, of(handle)->width, of(handle)->height);
}

// --- life ---------------------------------------------------------------------------------------

bool window_open(window* w, input* in, int width, int height, int samples, const char** error) {
  memset(w, 0, sizeof *w);
  w->in = in;
  *error = "the window system gave no reason";
  if (!glfwInit()) {
    glfwGetError(error);
    return false;
  }
  glfwWindowHint(GLFW_SAMPLES, samples);
  w->handle = glfwCreateWindow(width, height, "engine", NULL, NULL);
  if (!w->handle) {
    glfwGetError(error);
    glfwTerminate();
    return false;
  }
  glfwMakeContextCurrent(w->handle);
  glfwSwapInterval(1);
  if (!load_gl()) {
    *error = "the window has no OpenGL 1.1";
    window_close(w);
    return false;
  }
  glfwSetWindowUserPointer(w->handle, w);
  glfwSetCursorPosCallback(w->handle, on_cursor);
  glfwSetMouseButtonCallback(w->handle, on_button);
  glfwSetScrollCallback(w->handle, on_scroll);
  glfwSetKeyCallback(w->handle, on_key);
  glfwSetDropCallback(w->handle, on_drop);
  glfwSetFramebufferSizeCallback(w->handle, on_size);
  measure(w);
  return true;
}

void window_close(window* w) {
  glfwDestroyWindow(w->handle);
  glfwTerminate();
  w->handle = NULL;
}

bool window_driver_is_slow(void) {
  static const char* const slow[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer"};
  const char* renderer = gl.GetString(GL_RENDERER);
  for (size_t i = 0; renderer && i < sizeof slow / sizeof *slow; i++) {
    if (strstr(renderer, slow[i])) return true;
  }
  return false;
}

bool window_wants_to_close(const window* w) { return glfwWindowShouldClose(w->handle); }
void window_poll(window* w) {
  (void)w;
  glfwPollEvents();
}
double window_time(void) { return glfwGetTime(); }
void window_title(window* w, const char* title) { glfwSetWindowTitle(w->handle, title); }
void window_resize(window* w, int width, int height) {
  glfwSetWindowSize(w->handle, width, height);
}

void window_copy(window* w, const char* text) { glfwSetClipboardString(w->handle, text); }

void window_fullscreen(window* w, bool on) {
  if (on == w->fullscreen) return;
  w->fullscreen = on;
  int* p = w->place;
  if (!on) {
    glfwSetWindowMonitor(w->handle, NULL, p[0], p[1], p[2], p[3], GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : NULL;
  if (!mode) {
    w->fullscreen = false;
    return;
  }
  glfwGetWindowPos(w->handle, p, p + 1);
  glfwGetWindowSize(w->handle, p + 2, p + 3);
  glfwSetWindowMonitor(w->handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}
