// The editable specification from the inside: what stands behind mjSpec and every mjs struct.
//
// An element is a header, the public struct (the user layer, which compilation never writes) and
// the containers the public struct's handles point to, in one piece of memory of its
// specification's store.  Elements never move and their memory lives as long as the specification
// they were made in, also after mjs_delete; a specification lives as long as one that it was
// attached to.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <engine/model_types.h>
#include <engine/spec.h>
#include "base/load_warning.h"
#include "spec/container.h"
#include "spec/elements.h"

typedef struct spec spec;
typedef struct spec_body spec_body;
typedef struct spec_frame spec_frame;
typedef struct spec_default spec_default;
typedef struct user_value user_value;
typedef struct key_record key_record;

// The header of every element; an mjsElement* of the API points to its beginning.
typedef struct element {
  mjsElement base;      // must be first
  spec* owner;          // the specification that lists it; NULL once deleted
  spec* origin;         // where it was made: the compiler options and asset folders of this apply
  string name;          // write through element_rename or mjs_setName
  spec_default* class;  // not of bodies and frames, which have pub.childclass; NULL: none
  int id;               // valid after compilation, see element_id
  int index;            // place in the list that holds it; -1: in none
  int compiled;         // 1 + its id in the model of the last compilation; 0: it was not in it
  spec_body* parent;    // owning body of a tree element; NULL for the world and list elements
  spec_frame* frame;    // enclosing frame, of the same body
  user_value* user;
  struct element* twin;  // while copying: the copy
  struct element* same;  // in the index of names: the next of this name; after the last, the first
} element;

// An ordered list of elements.  Invariant: element i of it has index i, the specification of the
// list as its owner, and of a list of a body that body as its parent; the frame that encloses it is
// one of that body.  A name leads to an element of that name.
typedef struct {
  element** data;
  int size, capacity;
  store* from;
} element_list;

// The containers of an element: rows of the element table, and what reader and compiler say of
// where it comes from.
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

// The same with what newer versions know of it right behind the public struct: rows of the schema
// reach it by an offset beyond that struct, and element_copy copies both.
#define SPEC_ELEMENT_MORE(Type, ROWS) \
  element e;                          \
  mjs##Type pub;                      \
  engs##Type more;                    \
  struct {                            \
    ROWS string info;                 \
  } own;

// The strings of a public struct's embedded mjsPlugin.
typedef struct {
  string name, plugin_name, info;
} plugin_strings;

// The inertia of a body as it was compiled, by the options of the specification it came from.
typedef struct {
  double pos[3], quat[4], mass, inertia[3];
} compiled_inertia;

struct spec_body {
  SPEC_ELEMENT_MORE(Body, BODY_ROWS)
  plugin_strings plugin;
  compiled_inertia* compiled;  // of attached bodies, once compiled; else NULL
  element_list bodies, geoms, frames, joints, sites, cameras, lights;
  int mocapid;       // of the last compilation, for mj_recompile and keyframes; -1: none
  uint64_t numbers;  // of the last compilation: hash of its inertia and of its geoms, in the model
};

struct spec_frame {
  SPEC_ELEMENT(Frame, FRAME_ROWS)
};

typedef struct {
  SPEC_ELEMENT_MORE(Joint, JOINT_ROWS)
  int qposadr, dofadr;  // of the last compilation; -1: none
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
  int nvert;  // of the last compilation, for mjs_sensorDim
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

// One item of a tendon's path.  A geom wrap is sphere or cylinder only once its geom is known, so
// `type` holds mjWRAP_SPHERE for both.
typedef struct {
  SPEC_ELEMENT(Wrap, WRAP_ROWS)
  mjtWrap type;     // JOINT, PULLEY, SITE, SPHERE
  double prm;       // coefficient of a joint, divisor of a pulley
  string target;    // joint, site or geom
  string sidesite;  // of a geom, may be empty
} spec_wrap;

typedef struct {
  SPEC_ELEMENT_MORE(Tendon, TENDON_ALL_ROWS)
  element_list wraps;
} spec_tendon;

typedef struct {
  SPEC_ELEMENT_MORE(Actuator, ACTUATOR_ALL_ROWS)
  plugin_strings plugin;
  int ctrladr, actadr, actnum;  // of the last compilation; ctrladr, actadr -1: none
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
  key_record* record;  // not NULL while the vectors are still to be made, see keys_materialize
} spec_key;

// A plugin instance: explicit (named; pub.name is the element's name) or implicit (unnamed, of the
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

// written to, a class shares the element with the one it was made from (see default_class.c).
struct spec_default {
  element e;
  mjsDefault pub;
  spec_default* up;  // parent class; NULL for "main"
  element_list children;
  unsigned owned;  // which elements are its own, a bit each
  bool open;       // the user has it and may write to all of them
};

// How far element.id can be trusted.
typedef enum {
  IDS_NONE,     // tree elements were added since: they have none; list elements: their index
  IDS_CURRENT,  // id is right
  IDS_STALE,    // to be renumbered when next asked for
} spec_ids;

// Elements of one type by name; see element_find.
typedef struct {
  element** slot;           // the last of each name, so that all of it are reached by `same`
  uint32_t capacity, used;  // power of two; used counts tombstones
  bool complete;            // false: to be built when next asked
} name_index;

#define NAME_FRAME   mjNOBJECT
#define NAME_DEFAULT (mjNOBJECT + 1)
#define NNAMED       (mjNOBJECT + 2)

// What a part of the tree was last copied with inside its own specification: the elements outside
// the tree that refer to it.  Copying it again, as replicates do, need not look at all others.
typedef struct {
  const element* source;  // NULL: nothing known
  element_list referring;
  int size[mjNOBJECT];  // of the lists, and
  unsigned edits;       // of the store, when that was found out
} replica;

#define SPEC_ERROR_SIZE 501  // the API promises 500 characters

// Settings whose place in a file is kept, for messages about them.
typedef enum { PLACE_OPTION, PLACE_HARD, PLACE_SIZE, NPLACE } settings_place;

struct spec {
  element e;  // of type mjOBJ_MODEL
  mjSpec pub;
  struct {
    string comment, modelfiledir, meshdir, texturedir;  // the model's name is e.name
    string place[NPLACE];                               // "file:line:column", as info of elements
  } own;
  store store;
  // the user's and those of specifications it is attached to; copies of those hold it, too, and
  // may end in other threads
  _Atomic int references;

  spec_body* world;
  element_list list[mjNOBJECT];  // elements outside the tree, by mjtObj
  spec_default* main;            // root of the tree of default classes
  element_list plugins;   // active plugins: name is the plugin's, id its slot in the registry
  element_list attached;  // the .e of specifications attached to this; one reference each
  element_list pending;   // keyframes with a record, made real by compilation
  replica replica;
  user_value* values;  // kept with elements made here, the last first
  string_vec tried;    // files not found while reading: as kept, where else it was looked for, ...
  element_list scratch;  // elements whose twin is set, while copying

  name_index index[NNAMED];
  spec_ids ids;
  bool deepcopy;
  mjSpec* tuned;            // a copy with the numbers of a model, by mj_copyBack; NULL: none
  bool compiled;            // by mj_compile, and not edited since in a way that voids ids
  bool consumed;            // attached by reference to another: cannot be compiled
  bool mixed;               // holds elements taken from others, with containers of their stores
  bool signed_now;          // the element's signature is the structural hash
  bool warning;             // error holds a warning
  load_warnings warnings;   // of the last compilation and of what was attached since
  double timer[mjNCTIMER];  // of the last compilation (s)
  int said_from, said_to;   // what is wrong, in error: between the prefix and the element's line
  char error[SPEC_ERROR_SIZE];
};

// From public to inside.  Every public struct's element is the beginning of the element it is in.
static inline spec* spec_of(const mjSpec* s) { return (spec*)s->element; }
static inline element* element_of(const mjsElement* e) { return (element*)e; }
static inline spec_body* body_of(const mjsBody* b) { return (spec_body*)b->element; }
static inline spec_frame* frame_of(const mjsFrame* f) { return (spec_frame*)f->element; }

// The name; "" when unnamed.
static inline const char* element_name(const element* e) { return string_text(&e->name); }

// Current id: -1 for tree elements that were not numbered since an addition, index for list ones.
int element_id(const element* e);

// The element of a type (mjOBJ_FRAME, mjOBJ_DEFAULT and mjOBJ_XBODY included) and name in the
// current tree and lists; NULL when there is none, for "" and NULL too.  Unnamed meshes, height
// fields, textures and skins also answer to the stem of their file.
element* element_find(spec* s, mjtObj type, const char* name);

// Set the name and keep the index right; no check for a second element of this name.
bool element_rename(element* e, const char* name);

// Depth-first pre-order: the body after b, NULL after the last one of root's subtree.
spec_body* body_next(const spec_body* b, const spec_body* root);
#define FOR_BODIES(b, root) for (spec_body* b = (root); b; b = body_next(b, (root)))

// The same of default classes.
spec_default* class_next(const spec_default* d, const spec_default* root);

// The body's list of elements of a type; NULL when bodies do not hold that type.
element_list* body_list(spec_body* b, mjtObj type);

// Whether the invariants of all lists of s and of the handles of their elements hold.
bool spec_valid(spec* s);

// Give every element the id it has in a freshly compiled model (tree in pre-order, lists in order),
// and bodies' frames likewise.
void spec_number(spec* s);

// Append e, set its place; false when there is no memory.
bool list_append(element_list* l, element* e);

// Take out the element at a place; the others close up.
void list_remove(element_list* l, int index);

// Append a new or detached element to a body's list (body not NULL) or to s's list of its type,
// and make its name known.  False when there is no memory.
bool spec_list(spec* s, spec_body* body, element* e);

// The contrary: take e out of its list and its name out of the index; owner becomes NULL.
void spec_unlist(element* e);

// Put a body, with all that is in it, to the end of the bodies of another one, in no frame; its
// pose stays as it is said.  Keyframes are put together again at the next compilation.  False, and
// an error, without memory.
bool spec_move_body(spec_body* b, spec_body* into);

// The structure was edited: ids, signature and compiled data are void.
void spec_edited(spec* s, bool tree);

// The first element of a type in the current tree or list, and the one after e; NULL at the end.
element* element_first(const spec* s, mjtObj type);
element* element_next(const element* e);

// Make a plugin, of a registry slot, active in s; nothing when it is already.  False when there is
// no memory.
bool spec_use_plugin(spec* s, const char* name, int slot);

// Name an unnamed mesh, height field, texture or skin after the stem of its file.
bool element_name_from_file(element* e);

// Let s hold a specification that its attachments come from, taking over the caller's reference;
// mjs_findSpec finds it by its model name.
bool spec_hold(spec* s, spec* child);

// Remember where a file, not found, was looked for besides where it will be; the answer of
// spec_tried, "" when there is nothing to add.
void spec_note_tried(spec* s, const char* file, const char* path);
const char* spec_tried(const spec* s, const char* file);

// Tell the users whose values are kept with elements of s that they no longer are.
void user_values_let_go(spec* s);

// A hash of the inertia of body i of a model and of the geoms it may come from.
uint64_t body_numbers(const mjModel* m, int i);

// Set every element's index from its place, after sorting data.
void list_renumber(element_list* l);

// Store an error: "Error: <text>" and, of an element, a second line "Element name '<name>', id
// <id>" followed by ", <info>" when its info string (the place in the XML file) is not empty.
// At most 500 characters.  Always returns false.
bool spec_error(spec* s, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);
bool spec_verror(spec* s, const element* e, const char* format, va_list args);

// What the last error or warning says is wrong, n characters that are not terminated: neither the
// prefix nor the line about the element.
const char* spec_said(spec* s, int* n);

// Store a warning: the bare text.  spec_note_warning only adds it to the list.
void spec_note_warning(spec* s, const char* text);
void spec_warning(spec* s, const char* format, ...) mjPRINTFLIKE(2, 3);

// Forget error and warning.
void spec_clear_error(spec* s);

// The info string of an element's public struct; "" for those without.
const char* element_info(const element* e);

// What an element is called in messages: "body", "geom", ...; "unknown" for none.
const char* element_type_name(mjtObj type);

// How many activation variables an actuator has, as far as the specification tells (plugins that
// keep state are known to the compiler only).
int actuator_state_count(const mjsActuator* a);

// The same of actuators that are newer than 3.3.7.
int motor_state_count(const mjsActuator* a);

// How many controls and outputs an actuator has, and which controls (bits of engtInput or of
// engtChart; 0 for the one control of all other kinds).
int actuator_inputs(const spec_actuator* a);
int actuator_input_count(const spec_actuator* a);
int actuator_output_count(const spec_actuator* a);

// Keyframes in compilation, in this order:
//   keys_materialize  appends pending keyframes, and unnamed ones up to pub.nkey, to the list of
//                     keys, vectors still empty;
//   keys_resolve      once m's sizes, qpos0, body_pos, body_quat, body_mocapid are set and joints,
//                     actuators and bodies know their addresses: fills the vectors of pending
//                     keyframes and lengthens those of keyframes the tree has outgrown;
//   keys_finish       at the end, with whether compilation succeeded: drops what was materialised
//                     on failure, so that the next attempt finds what this one did.
bool keys_materialize(spec* s);
bool keys_resolve(spec* s, const mjModel* m);
void keys_finish(spec* s, bool success);

// Whether a result of newer versions is asked for.
static inline bool spec_level_has(const spec* s, engtLevel bit) {
  return s->pub.ext.levelbits & bit;
}

// The structural hash of 15 sec. 4.6, computed when the structure changed since it was last.
uint64_t spec_signature(spec* s);
