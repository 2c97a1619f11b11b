// How bench_scene sees an engine.
#pragma once

// What is measured.
enum {
  SCENE_PLAIN,     // mjv_updateScene as it comes
  SCENE_CONTACTS,  // with contact points and forces
  SCENE_ALL,       // with every flag
  SCENE_LABELS,    // plain, with a label on every geom
  SCENE_CAMERA,    // mjv_updateCamera
  SCENE_LIGHTS,    // mjv_makeLights
  SCENE_SELECT,    // mjv_select
  SCENE_KINDS
};

typedef struct {
  // Read a model and take steps; 0: failed, with the reason in error.
  int (*load)(const char* path, int nstep, char* error, int size);
  void (*drop)(void);
  // Processor time of so many calls; in *ngeom the geoms of the scene.
  double (*run)(int kind, int times, int* ngeom);
} scene_side;
