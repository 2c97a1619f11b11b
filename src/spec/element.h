// Internal representation of specifications: the data behind mjSpec and every mjs struct.
//
// An element is one block of memory from its specification's store: a header, the public struct
// (which compilation never writes), and the containers that the handles of the public struct point
// to.  Elements never move, and live as long as the specification they were made in, even after
// mjs_delete; a specification lives at least as long as any that it was attached to.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <engine/model_types.h>
#include <engine/spec.h>
#include "base/load_warning.h"
#include "spec/container.h"
#include "spec/elements.h"
#include "spec/inertia_tensor.h"

typedef struct spec spec;
typedef struct spec_body spec_body;
typedef struct spec_frame spec_frame;
typedef struct spec_default spec_default;
typedef struct user_value user_value;
typedef struct key_record key_record;

// The header of every element; an mjsElement* of the API points to its start.
typedef struct element {
  mjsElement base;  // must be the first member
  spec* owner;      // the specification whose list contains it; NULL once deleted
  spec* origin;  // specification it was created in, whose compiler options and asset folders apply
  string name;   // change it only by element_rename or mjs_setName
  spec_default* class;  // NULL: none; bodies and frames have pub.childclass instead
  int id;               // valid after compilation, see element_id
  int index;            // index in its list; -1: in none
  int compiled;         // 1 + id in the model of the last compilation; 0: not in it
  spec_body* parent;    // owning body of a tree element; NULL for the world and list elements
  spec_frame* frame;    // enclosing frame, of the same body
  user_value* user;
  struct element* twin;  // its copy, while copying
  struct element*
      same;  // in the name index: next element of this name; the last points to the first
} element;

// An ordered list of elements.  Invariant: element i has index i and the list's specification as
// owner; in a list of a body it has that body as parent, and its frame is one of that body.  A name
// in the index leads to an element of that name.
typedef struct {
  element** data;
  int size, capacity;
  store* from;
} element_list;

// The containers of an element: from rows of the element table, and texts of the reader and
// compiler about its origin.
#define ONE(...)
#define MANY(...)
#define HIDDEN(...)
#define XML(...)
#define NAMED(attribute, field, object, flags)           string field;
#define NAMED_MORE(attribute, field, object, flags, ...) string field;
#define NAMED_SOME(attribute, field, object, flags)      string_vec field;
#define LIST(attribute, field, numbers, min, max, flags) OF_##numbers field;
#define A_TEXT(attribute, field, flags)                  string field;
#define A_FILE(attribute, field, folder)                 string field;
#define KEPT(field, holds, object)                       OF_##holds field;
#define OF_STRING                                        string
#define OF_STRINGS                                       string_vec
#define OF_DOUBLES                                       double_vec
#define OF_FLOATS                                        float_vec
#define OF_INTS                                          int_vec
#define OF_BYTES                                         byte_vec
#define OF_INT_VECS                                      int_vec_vec
#define OF_FLOAT_VECS                                    float_vec_vec

#define SPEC_ELEMENT(Type, ROWS) \
  element e;                     \
  mjs##Type pub;                 \
  struct {                       \
    ROWS string info;            \
  } own;

// SPEC_ELEMENT plus the data of newer versions, directly after the public struct: schema rows refer
// to them by an offset beyond that struct, and element_copy copies both.
#define SPEC_ELEMENT_MORE(Type, ROWS) \
  element e;                          \
  mjs##Type pub;                      \
  engs##Type more;                    \
  struct {                            \
    ROWS string info;                 \
  } own;

// The strings of the mjsPlugin embedded in a public struct.
typedef struct {
  string name, plugin_name, info;
} plugin_strings;

// The compiled inertia of a body, which depends on the options of the specification it came from.
typedef struct {
  double pos[3], quat[4], mass, inertia[3];
} compiled_inertia;

struct spec_body {
  SPEC_ELEMENT_MORE(Body, BODY_ROWS)
  plugin_strings plugin;
  compiled_inertia* compiled;  // for attached bodies, once compiled; else NULL
  element_list bodies, geoms, frames, joints, sites, cameras, lights;
  int mocapid;       // from the last compilation, for mj_recompile and keyframes; -1: none
  uint64_t numbers;  // from the last compilation: hash of the body's inertia and geoms in the model
};

struct spec_frame {
  SPEC_ELEMENT(Frame, FRAME_ROWS)
};

typedef struct {
  SPEC_ELEMENT_MORE(Joint, JOINT_ROWS)
  int qposadr, dofadr;  // from the last compilation; -1: none
} spec_joint;

typedef struct {
  SPEC_ELEMENT_MORE(Geom, GEOM_ROWS)
  plugin_strings plugin;
} spec_geom;

typedef struct {
  SPEC_ELEMENT_MORE(Site, SITE_ROWS)
} spec_site;

typedef struct {
  SPEC_ELEMENT_MORE(Camera, CAMERA_ROWS)
} spec_camera;

typedef struct {
  SPEC_ELEMENT_MORE(Light, LIGHT_ROWS)
} spec_light;

typedef struct {
  SPEC_ELEMENT_MORE(Flex, FLEX_ALL_ROWS)
} spec_flex;

typedef struct {
  SPEC_ELEMENT_MORE(Mesh, MESH_ROWS)
  plugin_strings plugin;
  int nvert;  // from the last compilation, for mjs_sensorDim
} spec_mesh;

typedef struct {
  SPEC_ELEMENT(HField, HFIELD_ROWS)
} spec_hfield;

typedef struct {
  SPEC_ELEMENT(Skin, SKIN_ROWS)
} spec_skin;

typedef struct {
  SPEC_ELEMENT(Texture, TEXTURE_ROWS)
} spec_texture;

typedef struct {
  SPEC_ELEMENT(Material, MATERIAL_ROWS)
} spec_material;

typedef struct {
  SPEC_ELEMENT_MORE(Pair, PAIR_ROWS)
} spec_pair;

typedef struct {
  SPEC_ELEMENT(Exclude, EXCLUDE_ROWS)
} spec_exclude;

typedef struct {
  SPEC_ELEMENT(Equality, EQUALITY_ROWS)
} spec_equality;

// One item of a tendon's path.  Whether a geom is a sphere or a cylinder is known only when the
// geom has been found, so `type` is mjWRAP_SPHERE for both.
typedef struct {
  SPEC_ELEMENT(Wrap, WRAP_ROWS)
  mjtWrap type;     // JOINT, PULLEY, SITE, SPHERE
  double prm;       // joint: coefficient; pulley: divisor
  string target;    // joint, site or geom
  string sidesite;  // for a geom, may be empty
} spec_wrap;

typedef struct {
  SPEC_ELEMENT_MORE(Tendon, TENDON_ALL_ROWS)
  element_list wraps;
} spec_tendon;

typedef struct {
  SPEC_ELEMENT_MORE(Actuator, ACTUATOR_ALL_ROWS)
  plugin_strings plugin;
  int ctrladr, actadr, actnum;  // from the last compilation; ctrladr, actadr -1: none
} spec_actuator;

typedef struct {
  SPEC_ELEMENT_MORE(Sensor, SENSOR_ALL_ROWS)
  plugin_strings plugin;
} spec_sensor;

typedef struct {
  SPEC_ELEMENT(Numeric, NUMERIC_ROWS)
} spec_numeric;

typedef struct {
  SPEC_ELEMENT(Text, TEXT_ROWS)
} spec_text;

typedef struct {
  SPEC_ELEMENT(Tuple, TUPLE_ROWS)
} spec_tuple;

typedef struct {
  SPEC_ELEMENT(Key, KEY_ROWS)
  key_record* record;  // not NULL while the vectors are still to be computed, see keys_materialize
} spec_key;

// A plugin instance: explicit (pub.name is the element's name) or implicit (unnamed, used by the
// one element whose embedded mjsPlugin points to it).
typedef struct {
  SPEC_ELEMENT(Plugin, PLUGIN_ROWS)
  string_vec attributes;  // key, value, key, value, ...
} spec_plugin;

// A default class: one full element per type, which new elements are copied from.  Until it is
#undef ONE
#undef MANY
#undef HIDDEN
#undef XML
#undef NAMED
#undef NAMED_MORE
#undef NAMED_SOME
#undef LIST
#undef A_TEXT
#undef A_FILE
#undef KEPT
#undef OF_STRING
#undef OF_STRINGS
#undef OF_DOUBLES
#undef OF_FLOATS
#undef OF_INTS
#undef OF_BYTES
#undef OF_INT_VECS
#undef OF_FLOAT_VECS

// written to, a class shares the element with the class it was made from (see default_class.c).
struct spec_default {
  element e;
  mjsDefault pub;
  spec_default* up;  // parent class; NULL for "main"
  element_list children;
  unsigned owned;  // bit mask of the elements that are its own
  bool open;       // the user has access and may write to all of them
};

// The validity of element.id.
typedef enum {
  IDS_NONE,     // tree elements were added since and have none; list elements: their index
  IDS_CURRENT,  // up to date
  IDS_STALE,    // to be renumbered on next use
} spec_ids;

// Elements of one type, by name; see element_find.
typedef struct {
  element** slot;           // the last of each name; `same` leads to the others
  uint32_t capacity, used;  // capacity is a power of two; used includes tombstones
  bool complete;            // false: to be built on next use
} name_index;

#define NAME_FRAME   mjNOBJECT
#define NAME_DEFAULT (mjNOBJECT + 1)
#define NNAMED       (mjNOBJECT + 2)

// Cache for repeated copies of a part within its own specification, as replicate makes: the
// elements outside of the part that refer to it.
typedef struct {
  const element* source;  // the part; NULL: the cache is empty
  element_list referring;
  int size[mjNOBJECT];  // sizes of the lists, and
  unsigned edits;       // edit count of the store, at the time of caching
} replica;

#define SPEC_ERROR_SIZE 501  // the API promises 500 characters

// Settings whose place in a file is stored for messages.
typedef enum { PLACE_OPTION, PLACE_HARD, PLACE_SIZE, NPLACE } settings_place;

struct spec {
  element e;  // of type mjOBJ_MODEL
  mjSpec pub;
  struct {
    string comment, modelfiledir, meshdir, texturedir;  // the model's name is e.name
    string place[NPLACE];                               // "file:line:column", as info of elements
  } own;
  store store;
  // references: of the user, and of specifications it is attached to; copies of those hold it, too,
  // and may be deleted in other threads
  _Atomic int references;

  spec_body* world;
  element_list list[mjNOBJECT];  // elements outside the tree, by mjtObj
  spec_default* main;            // root default class
  element_list plugins;          // active plugins: name of the plugin; id is its registry slot
  element_list attached;  // the .e of specifications attached to this one; one reference each
  element_list pending;   // keyframes with a record, completed by compilation
  replica replica;
  user_value* values;  // user values stored with elements made here, latest first
  string_vec
      tried;  // pairs: a file not found while reading, and the other place where it was looked for
  element_list scratch;  // elements whose twin is set, while copying

  name_index index[NNAMED];
  spec_ids ids;
  bool deepcopy;
  mjSpec* tuned;    // copy with numbers from a model, by mj_copyBack; NULL: none
  bool compiled;    // by mj_compile, and the ids are still valid
  bool consumed;    // attached to another by reference: cannot be compiled
  bool mixed;       // contains elements from other specifications, with containers in their stores
  bool signed_now;  // the element's signature is up to date
  bool warning;     // whether `error` holds a warning
  load_warnings warnings;   // from the last compilation and from attaching since
  double timer[mjNCTIMER];  // of the last compilation (s)
  int said_from,
      said_to;  // range within `error` of the bare message, without prefix and element line
  char error[SPEC_ERROR_SIZE];
};

// From the public struct to the internal one: a public struct's element pointer points to the
// start.
static inline spec* spec_of(const mjSpec* s) { return (spec*)s->element; }
static inline element* element_of(const mjsElement* e) { return (element*)e; }
static inline spec_body* body_of(const mjsBody* b) { return (spec_body*)b->element; }
static inline spec_frame* frame_of(const mjsFrame* f) { return (spec_frame*)f->element; }

// The name; "" when unnamed.
static inline const char* element_name(const element* e) { return string_text(&e->name); }

// Present id: -1 for tree elements added since the last numbering; the index for list elements.
int element_id(const element* e);

// The element with a type (including mjOBJ_FRAME, mjOBJ_DEFAULT and mjOBJ_XBODY) and name in the
// current tree and lists; NULL if there is none, and for "" and NULL.  Unnamed meshes, height
// fields, textures and skins are also found by the base name of their file, without extension.
element* element_find(spec* s, mjtObj type, const char* name);

// Set the name and update the index; does not check for duplicates.
bool element_rename(element* e, const char* name);

// Depth-first pre-order traversal: the body after b, NULL after the last one in root's subtree.
spec_body* body_next(const spec_body* b, const spec_body* root);
#define FOR_BODIES(b, root) for (spec_body* b = (root); b; b = body_next(b, (root)))

// The same for default classes.
spec_default* class_next(const spec_default* d, const spec_default* root);

// The body's list of elements of a type; NULL for types that are not in bodies.
element_list* body_list(spec_body* b, mjtObj type);

// Whether the invariants of all lists of s, and of the handles of all elements, hold.
bool spec_valid(spec* s);

// Give every element, including frames, the id it has in a freshly compiled model (tree in
// pre-order, lists in order).
void spec_number(spec* s);

// Append e and set its index; false without memory.
bool list_append(element_list* l, element* e);

// Remove the element at an index; later ones move up.
void list_remove(element_list* l, int index);

// Append a new or detached element to a body's list (body != NULL) or to s's list of its type, and
// add its name to the index.  False without memory.
bool spec_list(spec* s, spec_body* body, element* e);

// The reverse: remove e from its list and its name from the index; owner becomes NULL.
void spec_unlist(element* e);

// Move a body with its subtree to the end of the children of another body, outside of frames; its
// pose numbers are unchanged.  Keyframes are completed at the next compilation.  False, with an
// error, without memory.
bool spec_move_body(spec_body* b, spec_body* into);

// The structure was edited: ids, signature and compiled data become invalid.
void spec_edited(spec* s, bool tree);

// element_first: the first element of a type in the current tree or list.  element_next: the one
// after e.  NULL at the end.
element* element_first(const spec* s, mjtObj type);
element* element_next(const element* e);

// Make the plugin of a registry slot active in s, if it is not yet.  False without memory.
bool spec_use_plugin(spec* s, const char* name, int slot);

// Name an unnamed mesh, height field, texture or skin after its file, without folders and
// extension.
bool element_name_from_file(element* e);

// Let s hold a specification that was attached to it, taking over the caller's reference;
// mjs_findSpec finds it by its model name.
bool spec_hold(spec* s, spec* child);

// spec_note_tried: remember another place where a missing file was looked for.  spec_tried: that
// place, "" if none.
void spec_note_tried(spec* s, const char* file, const char* path);
const char* spec_tried(const spec* s, const char* file);

// Call the cleanup functions of user values stored with elements of s.
void user_values_let_go(spec* s);

// Hash of the inertia of body i in a model and of the geoms it may be computed from.
uint64_t body_numbers(const mjModel* m, int i);

// Set the index of every element, after sorting data.
void list_renumber(element_list* l);

// Store an error: "Error: <text>" and, for an element, a second line "Element name '<name>', id
// <id>", with ", <info>" if its info string (its place in the XML file) is not empty.  At most 500
// characters. Always returns false.
bool spec_error(spec* s, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);
bool spec_verror(spec* s, const element* e, const char* format, va_list args);

// The bare message of the last error or warning, n characters, not terminated: without prefix and
// element line.
const char* spec_said(spec* s, int* n);

// Store a warning: the bare text.  spec_note_warning only adds it to the list.
void spec_note_warning(spec* s, const char* text);
void spec_warning(spec* s, const char* format, ...) mjPRINTFLIKE(2, 3);

// Clear error and warning.
void spec_clear_error(spec* s);

// The info string of an element's public struct; "" if it has none.
const char* element_info(const element* e);

// The name of an element type in messages: "body", "geom", ...; "unknown" for others.
const char* element_type_name(mjtObj type);

// Number of activation variables of an actuator, as far as the specification tells (stateful
// plugins are known to the compiler only).
int actuator_state_count(const mjsActuator* a);

// The same for actuator types newer than 3.3.7.
int motor_state_count(const mjsActuator* a);

// Number of controls and outputs of an actuator, and which controls it has (bits of engtInput or
// engtChart; 0 for the single control of all other types).
int actuator_inputs(const spec_actuator* a);
int actuator_input_count(const spec_actuator* a);
int actuator_output_count(const spec_actuator* a);

// Keyframes during compilation, in this order:
//   keys_materialize  appends pending keyframes, and unnamed ones up to pub.nkey, to the list of
//                     keys, with empty vectors;
//   keys_resolve      when m's sizes, qpos0, body_pos, body_quat and body_mocapid are set and
//                     joints, actuators and bodies know their addresses: fills the vectors of
//                     pending keyframes and extends those of keyframes that are too short;
//   keys_finish       at the end, told whether compilation succeeded: on failure removes what was
//                     materialised, so that the next attempt starts from the same state.
bool keys_materialize(spec* s);
bool keys_resolve(spec* s, const mjModel* m);
void keys_finish(spec* s, bool success);

// Whether a numerical result of newer versions is selected.
static inline bool spec_level_has(const spec* s, engtLevel bit) {
  return s->pub.ext.levelbits & bit;
}

// The accuracy of the principal axes of bodies.
static inline double spec_rest_of_axes(const spec* s) {
  return spec_level_has(s, engLEVEL_INERTIA) ? AXES_EXACT : AXES_USUAL;
}

// The hash of the structure, recomputed if the structure has changed.
uint64_t spec_signature(spec* s);
