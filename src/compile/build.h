// A compilation under way: what the passes from specification to model share.
//
// The specification is read only.  The tree is flattened into arrays of work structs in the order
// of their ids; passes compute in these and may thin them out (fusestatic, discardvisual).  Then
// the model is allocated, once, and every later pass writes its arrays.  All memory besides is in
// one arena and goes with it.  element.id holds the place in the work arrays, which after the last
// thinning is the id in the model; -1 marks what did not make it.
#pragma once

#include <engine/data_types.h>

#include "asset/bvh.h"
#include "base/arena.h"
#include "base/load_warning.h"
#include "base/text.h"
#include "compile/assets.h"
#include "compile/bulk.h"
#include "spec/element.h"

typedef struct {
  const spec_frame* src;
  double pos[3], quat[4];  // in the body's frame, enclosing frames applied
  int pending;             // while resolving: the frame to resolve after this one
  bool resolved;
} build_frame;

typedef struct {
  const spec_body* src;
  double pos[3], quat[4];  // in the parent's frame
  double ipos[3], iquat[4], inertia[3], mass;
  double margin;
  int parent, weld;  // ids
  int jntadr, jntnum, dofadr, dofnum, geomadr, geomnum, mocapid;
  int contype, conaffinity;
  mjtByte simple, sameframe;
} build_body;

typedef struct {
  const spec_joint* src;
  double pos[3], axis[3], range[2], ref, springref;
  int body, qposadr, dofadr;
  bool limited, actfrclimited;
} build_joint;

typedef struct {
  const spec_geom* src;
  double pos[3], quat[4], size[3], aabb[6], rbound;
  double surfacevel[6];
  double mass, inertia[3];  // 0 unless it contributes to its body's
  int body, mesh, hfield, material;
  mjtGeom type;
  bool infers;  // contributes to the inertia of its body
} build_geom;

typedef struct {
  const spec_site* src;
  double pos[3], quat[4], size[3];
  int body, material, mesh;
} build_site;

typedef struct {
  const spec_camera* src;
  double pos[3], quat[4];
  int body;
  const element* target;  // the body to look at, NULL for none
} build_camera;

typedef struct {
  const spec_light* src;
  double pos[3], dir[3];
  int body, texture;
  const element* target;
} build_light;

struct build {
  spec* s;
  const mjVFS* vfs;
  arena* memory;
  mjModel size;  // sizes only, as far as they are known
  mjModel* m;    // once allocated
  mjData* d;     // during the last passes

  int nframe;
  build_frame* frame;
  build_body* body;  // size.nbody of them, and so on
  build_joint* joint;
  build_geom* geom;
  build_site* site;
  build_camera* camera;
  build_light* light;
  build_mesh* mesh;              // see assets.h
  const struct mesh** in_model;  // size.nmesh: nmesh_given of the specification, then their parts
  int nmesh_given;
  struct build_hfield* hfield;    // see hfield.h
  struct build_texture* texture;  // see texture.h; NULL when discarded
  struct build_skin* skin;        // see skin.h
  struct build_flex* flex;        // see flex.h

  bulk_thread writer;  // of the large arrays; not running without one

  int nbvh;  // nodes of trees in the model so far: first of bodies, then of meshes, then flexes

  int npaths;  // bytes of paths written

  int* old_address;  // see addresses.h

  const string** plugin;  // the plugin each instance is of, see plugins_resolve

  const element* asking;  // whose plugin is being asked, to be named when it raises an error
  int nerror;
  text errors;
  load_warnings warnings;
};

// n zeroed items of memory; ends the compilation when there is none.
void* build_alloc(build* b, size_t n, size_t item);
#define BUILD_NEW(b, type, n) ((type*)build_alloc(b, n, sizeof(type)))

// Report what is wrong with element e (NULL: with the model as a whole).  The pass goes on with
// its next element; no later pass runs.  Always returns false.
bool build_error(build* b, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);

// The same about settings.
bool build_error_in(build* b, settings_place in, const char* format, ...) mjPRINTFLIKE(3, 4);

// Warn of what element e (NULL: the model as a whole) can be but is hardly meant to be: what it is,
// then "; " and what was probably meant.
void build_warning(build* b, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);

// The element of a type named by the attribute `what` of e, or NULL after an error that names the
// nearest match.  required: an empty name is an error too, else it is just NULL.
const element* build_find(build* b, const element* e, const char* what, mjtObj type,
                          const string* name, bool required);

// Id of the material e names; -1 for none, after an error if it does not exist, or when materials
// are discarded.
int build_material(build* b, const element* e, const string* name);

// Id of the element of a type; -1 when there is none of that name.
int build_lookup(build* b, mjtObj type, const char* name);

// Whether the pair of numbers is a limit, by the rule of autolimits: flag is an mjtLimited, what
// the attribute's name.  An error is reported when it cannot be told, or when the range is empty
// although limited.
bool build_limited(build* b, const element* e, int flag, const double range[2], const char* what);

// Warn of coefficients of friction below 0.
void build_check_friction(build* b, const element* e, const double* friction, int n);

// Id of the plugin instance an element uses; -1 if none.
int build_plugin(build* b, const element* e, const mjsPlugin* plugin);

// Copy an element's user data to its row of n numbers, zeros after; too many were refused before.
void build_userdata(mjtNum* row, int n, const double_vec* userdata);

// The compiler options that apply to an element: those of the specification it was made in.
static inline const mjsCompiler* compiler_of(const element* e) { return &e->origin->pub.compiler; }

// Number of elements of a type outside the tree, and the i-th of them.
static inline int list_size(const build* b, mjtObj type) { return b->s->list[type].size; }
static inline element* list_at(const build* b, mjtObj type, int i) {
  return b->s->list[type].data[i];
}
