#include "input.h"

// Two presses of a button within this time are a double click (seconds).
static const double double_click = .25;

static void emit(input* in, int type) {
  in->state.type = type;
  in->handle(in->user);
}

static void place(input* in, double x, double y) {
  mjuiState* s = &in->state;
  s->dx = x - s->x;
  s->dy = y - s->y;
  s->x = x;
  s->y = y;
  s->mouserect = 1 + mjr_findRect((int)x, (int)y, s->nrect - 1, s->rect + 1);
}

void input_move(input* in, double x, double y) {
  place(in, x, y);
  if (in->state.left || in->state.right || in->state.middle) emit(in, mjEVENT_MOVE);
}

static void press(input* in, int button, double time) {
  mjuiState* s = &in->state;
  s->doubleclick = s->button == button && time - s->buttontime < double_click;
  s->button = button;
  s->buttontime = time;
  if (s->mouserect) {
    s->dragrect = s->mouserect;
    s->dragbutton = button;
  }
  emit(in, mjEVENT_PRESS);
}

void input_button(input* in, int button, bool down, double time) {
  mjuiState* s = &in->state;
  // with Alt, left is right: for mice of one button
  if (s->alt && button == mjBUTTON_LEFT) {
    button = mjBUTTON_RIGHT;
  } else if (s->alt && button == mjBUTTON_RIGHT) {
    button = mjBUTTON_LEFT;
  }
  int* held = button == mjBUTTON_LEFT    ? &s->left
              : button == mjBUTTON_RIGHT ? &s->right
                                         : &s->middle;
  *held = down;
  if (down) {
    press(in, button, time);
    return;
  }
  s->button = button;
  emit(in, mjEVENT_RELEASE);
  if (!s->left && !s->right && !s->middle) s->dragrect = s->dragbutton = 0;
}

void input_scroll(input* in, double sx, double sy) {
  in->state.sx = sx;
  in->state.sy = sy;
  emit(in, mjEVENT_SCROLL);
}

void input_key(input* in, int key, double time) {
  in->state.key = key;
  in->state.keytime = time;
  emit(in, mjEVENT_KEY);
}

void input_drop(input* in, int count, const char** paths) {
  in->state.dropcount = count;
  in->state.droppaths = paths;
  emit(in, mjEVENT_FILESDROP);
  in->state.dropcount = 0;
  in->state.droppaths = NULL;
}

void input_resize(input* in, int width, int height) {
  in->state.rect[0] = (mjrRect){0, 0, width, height};
  emit(in, mjEVENT_RESIZE);
}

void input_modifiers(input* in, int held) {
  in->state.control = held & 1;
  in->state.shift = (held & 2) / 2;
  in->state.alt = (held & 4) / 4;
}
