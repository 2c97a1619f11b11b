// Reading: from the XML tree to the specification, guided by the schema.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <engine/spec.h>
#include "base/arena.h"
#include "mjcf/report.h"
#include "mjcf/schema.h"

// Directories that <compiler> sets for asset files.
typedef enum { ASSET_MESH, ASSET_TEXTURE, ASSET_OTHER, ASSET_NONE, NASSET_DIR } asset_dir;

// A model being read because another names it as an asset; guards against circles and against
// files that name each other so often that reading would never end.
// What the outermost model and all that it reads may still take together.
typedef struct {
  int models;
  int64_t attached;  // elements that are attached
  double expanded;   // elements as replicates make them
} allowance;

typedef struct reading {
  const char* file;
  const struct reading* outer;
  allowance* left;
} reading;

// One reading of a model.
struct reader {
  mjSpec* spec;
  mjsBody* world;
  report* report;
  arena* memory;  // of the XML tree
  const mjVFS* vfs;
  const char* model_dir;          // of the main text, with its separator
  const char* asset[NASSET_DIR];  // where asset files are looked for, relative to model_dir
  const reading* chain;
  bool replicated;               // something was
  double* number;                // numbers of the attribute being read
  size_t capacity;               // of number, in bytes
  struct place_entry* places;    // files read from, the last first
  struct class_entry* classes;   // made so far, for suggestions
  struct config_entry* configs;  // of the plugin being read, the last first
  struct member_entry* members;  // of the tuple being read, the last first
  struct bone_entry* bones;      // of the skin being read, the last first
};

typedef struct place_entry {
  const xml_file* file;
  const struct place_words* words;
  struct place_entry* next;
} place_entry;

typedef struct class_entry {
  const char* name;
  struct class_entry* next;
} class_entry;

typedef struct config_entry {
  const char *key, *value;
  struct config_entry* next;
} config_entry;

typedef struct member_entry {
  int objtype;
  const char* objname;
  double prm;
  struct member_entry* next;
} member_entry;

typedef struct bone_entry {
  float bindpos[3], bindquat[4];
  struct bone_entry* next;
} bone_entry;

// Where in the model a part of the tree is read.
struct scope {
  mjsBody* body;          // elements are added to this body,
  mjsFrame* frame;        // in this frame of it; NULL: none
  const mjsDefault* def;  // childclass in force; NULL: none
  void* parent;           // what make of the enclosing element returned
};

// Values of attributes that are no field of the element, by kind of element.
typedef struct {
  double kp, kv, dampratio, timeconst[2], inheritrange, area, diameter, bias[3], tausmooth;
  double range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax, gain;
  double ki, imax, slewmax, motorconst[2], resistance, nominal[3], saturation[3], inductance[2];
  double cogging[3], controller[6], thermal[6], lugre[5];
} draft_actuator;

union draft {
  draft_actuator actuator;
  struct {
    const char *site, *geom, *sidesite, *joint;
    double divisor, coef;
  } wrap;
  struct {
    const char *body1, *body2, *site1, *site2;
  } equality;
  struct {
    const char *model, *body, *frame, *prefix;
  } attach;
  struct {
    int count;
    double offset[3], euler[3];
    const char *sep, *prefix;
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
  struct {
    int kind, type, limited;
    double solref[2], solimp[5];
  } composite_joint;
};

// Read a model from its expanded tree (root: <mujoco>) into r->spec, which is new.  Errors go to
// r->report; the specification is worth nothing if there are any.
void read_model(reader* r, const xml_node* root);

// How most elements are read: make it in its class, read its attributes, note its place, read its
// children, finish it.
void read_element(reader* r, const xml_node* node, const element_row* row, const scope* s);

// An element that only groups others.
void read_section(reader* r, const xml_node* node, const element_row* row, const scope* s);

// Read the children of an element by their rows.
void read_children(reader* r, const xml_node* node, const element_row* row, const scope* s);

// For parts of an element: what they set is the element itself.
void* make_parent(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);

// The default class named by an attribute; fallback when the attribute is absent, or, after an
// error, unknown.
const mjsDefault* read_class(reader* r, const xml_node* node, const char* attribute,
                             const mjsDefault* fallback);

// Write the place of an element to its info.
void read_info(reader* r, const xml_node* node, mjString* info);

// How many of the attributes (a list ended by NULL) stand on the element.
int count_given(const xml_node* node, const char* const* name);

// A list of numbers that stands on the element and is not blank, which is as if it were absent.
const xml_attribute* numbers_given(const xml_node* node, const char* name);

// What the specification says went wrong last, without the element.
const char* spec_fault(reader* r);

// <default> and its members.
void read_default(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_default_member(reader* r, const xml_node* node, const element_row* row, const scope* s);
