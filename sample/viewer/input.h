// Mouse and keys, from the window or from a script, as mjuiState has them.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

typedef struct {
  mjuiState state;
  void (*handle)(void* user);  // called for every event, which is in state
  void* user;
} input;

// Each of these is one event.  Places are in pixels of the framebuffer from its lower left corner.
void input_move(input* in, double x, double y);
void input_button(input* in, int button, bool down, double time);
void input_scroll(input* in, double sx, double sy);
void input_key(input* in, int key, double time);
void input_drop(input* in, int count, const char** paths);
void input_resize(input* in, int width, int height);

// Which modifiers are down: bits 1 Control, 2 Shift, 4 Alt.
void input_modifiers(input* in, int held);
