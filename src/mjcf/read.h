// Reading: from the XML tree to the specification, driven by the schema.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <engine/spec.h>
#include "base/arena.h"
#include "mjcf/report.h"
#include "mjcf/schema.h"

// Asset directories that <compiler> can set.
typedef enum { ASSET_MESH, ASSET_TEXTURE, ASSET_OTHER, ASSET_NONE, NASSET_DIR } asset_dir;

// A model that is being read because another one names it as an asset; detects cycles and limits
// the total number of models.
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

// State of reading one model.
struct reader {
  mjSpec* spec;
  mjsBody* world;
  report* report;
  arena* memory;  // of the XML tree
  const mjVFS* vfs;
  const char* model_dir;          // directory of the main file, with separator
  const char* asset[NASSET_DIR];  // asset directories, relative to model_dir
  const reading* chain;
  bool replicated;               // whether a replicate was read
  double* number;                // buffer for the numbers of the present attribute
  size_t capacity;               // of number, in bytes
  struct place_entry* places;    // files read so far, latest first
  struct class_entry* classes;   // classes created so far, for suggestions
  struct config_entry* configs;  // settings of the present plugin, latest first
  struct member_entry* members;  // members of the present tuple, latest first
  struct bone_entry* bones;      // bones of the present skin, latest first
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

// The place in the model to which a part of the tree is read.
struct scope {
  mjsBody* body;          // elements are added to this body
  mjsFrame* frame;        // and to this frame of it; NULL: none
  const mjsDefault* def;  // childclass in force; NULL: none
  void* parent;           // result of the enclosing element's `make` function
};

// Values of attributes that are not fields of the element, by kind of element.
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
// r->report; the specification is unusable if there are any.
void read_model(reader* r, const xml_node* root);

// The usual way to read an element: create it in its class, read its attributes, store its place,
// read its children, finish it.
void read_element(reader* r, const xml_node* node, const element_row* row, const scope* s);

// Read an element that only groups others.
void read_section(reader* r, const xml_node* node, const element_row* row, const scope* s);

// Read the children of an element, by their rows.
void read_children(reader* r, const xml_node* node, const element_row* row, const scope* s);

// `make` function for elements whose attributes belong to the parent element.
void* make_parent(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);

// The default class named by an attribute; fallback when the attribute is missing or, after an
// error, unknown.
const mjsDefault* read_class(reader* r, const xml_node* node, const char* attribute,
                             const mjsDefault* fallback);

// Store the place of an element in its info string.
void read_info(reader* r, const xml_node* node, mjString* info);

// How many of the attributes (a NULL-terminated list) are present.
int count_given(const xml_node* node, const char* const* name);

// A number list attribute that is present and not blank; a blank one counts as absent.
const xml_attribute* numbers_given(const xml_node* node, const char* name);

// The last error message of the specification, without the element line.
const char* spec_fault(reader* r);

// Reads <default> and its members.
void read_default(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_default_member(reader* r, const xml_node* node, const element_row* row, const scope* s);
