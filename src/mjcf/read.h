// Reading: from the XML tree to the specification, guided by the schema.
#pragma once

#include <stdbool.h>
#include <engine/spec.h>
#include "base/arena.h"
#include "mjcf/report.h"
#include "mjcf/schema.h"

// Directories that compiler sets for asset files.
typedef enum { ASSET_OTHER, ASSET_MESH, ASSET_TEXTURE, NASSET_DIR } asset_dir;

// One reading of a model.
struct reader {
  mjSpec* spec;
  mjsBody* world;
  report* report;
  arena* memory;  // of the XML tree
  const mjVFS* vfs;
  const char* model_dir;          // of the main text, with its separator
  const char* asset[NASSET_DIR];  // where asset files are looked for, relative to model_dir
  double* number;                 // numbers of the attribute being read
  size_t capacity;                // of number, in bytes
  bool seen_nan;
  struct {
    float* bindpos;  // of the bones of the skin being read
    float* bindquat;
    int n, capacity;
  } bones;
};

// Where in the model a part of the tree is read.
struct scope {
  mjsBody* body;          // elements are added to this body,
  mjsFrame* frame;        // in this frame of it; NULL: none
  const mjsDefault* def;  // childclass in force; NULL: none, "main"
  void* parent;           // what make of the enclosing element returned
};

// Values of attributes that are no field of the element, by kind of element.
union draft {
  struct {
    double kp, kv, dampratio, timeconst[2], inheritrange, area, diameter, bias[3], tausmooth;
    double range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax, gain;
  } actuator;
  struct {
    const char *site, *geom, *sidesite, *joint;
    double divisor, coef;
  } wrap;
  struct {
    const char *body1, *body2, *site1, *site2;
  } equality;
  struct {
    const char *model, *body, *prefix;
  } attach;
  struct {
    int count;
    double offset[3], euler[3];
    const char* sep;
  } replicate;
  struct {
    const char* texture;
    int role;
  } layer;
  struct {
    const char* body;
    float bindpos[3], bindquat[4];
  } bone;
  struct {
    int objtype;
    const char* objname;
    double prm;
  } member;
  struct {
    const char *plugin, *instance, *key, *value;
  } plugin;
  struct {
    int builtin;
  } mesh;
};
