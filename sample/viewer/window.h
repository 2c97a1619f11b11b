// A window of GLFW: its events, and pictures that were drawn in software shown in it.
#pragma once

#include <stdbool.h>

#include "input.h"

typedef struct {
  struct GLFWwindow* handle;
  input* in;
  int width, height;  // of the framebuffer
  double pixels;      // pixels of it for a unit of the mouse's coordinates
  bool fullscreen;
  int place[4];      // where it was before it filled the screen
  unsigned texture;  // the picture shown, and its size
  int texture_width, texture_height;
} window;

// Open it, with samples of a pixel for what is drawn with OpenGL (0: pictures are shown alone);
// events go to `in` whenever window_poll is called.  False, with the reason in error, when
// there is no display or it has no OpenGL.
bool window_open(window* w, input* in, int width, int height, int samples, const char** error);
void window_close(window* w);

// Is its OpenGL computed by the processor, at a cost that the software back end does not have?
bool window_driver_is_slow(void);

bool window_wants_to_close(const window* w);
void window_poll(window* w);
double window_time(void);
void window_title(window* w, const char* title);
void window_fullscreen(window* w, bool on);
void window_resize(window* w, int width, int height);
void window_copy(window* w, const char* text);  // to the clipboard

// Show what was drawn; or a picture of RGB bytes, rows from the bottom up, which fills the window.
void window_show(window* w);
void window_show_picture(window* w, int width, int height, const unsigned char* rgb);
