// Renders images of one model for commands of the tool.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

typedef struct {
  int width, height;
  const char* show;                     // color, depth or segments
  double azimuth, elevation, distance;  // of the free camera; NaN: the model's default
} easel_settings;

typedef struct {
  easel_settings settings;
  mjvScene scene;
  mjrContext context;
  mjvOption option;
  mjvCamera camera;
  unsigned char* rgb;  // the last image, from its lower left corner
  float* depth;
} easel;

// False when there is no memory; easel_end must be called anyway.
bool easel_begin(easel* e, const mjModel* m, const easel_settings* settings);
void easel_end(easel* e);

// Select camera id of the model, -1: the free camera.
void easel_camera(easel* e, const mjModel* m, int id);

// Render the present state of d, with a label in the upper left corner (NULL: none).
void easel_draw(easel* e, const mjModel* m, mjData* d, const char* label);
