// How bench_picture sees an engine.
#pragma once

typedef struct {
  const char* name;
  int width, height, samples, shadow_size;
  int shadow, reflection;
} picture_setting;

typedef struct {
  // Read a model and take steps; 0: failed, with the reason in error.
  int (*load)(const char* path, int nstep, char* error, int size);
  void (*drop)(void);
  // The configuration, of so many numbers.
  double* (*pose)(int* n);
  // A context of OpenGL and what is drawn with; 0: there is none.
  int (*open)(const picture_setting* s);
  void (*close)(void);
  // Processor time of a picture by all threads of the process, drawn and read back.
  double (*draw)(unsigned char* rgb);
} picture_side;
