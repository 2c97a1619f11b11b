// The state of a compilation, shared by all passes.
//
// The specification is not modified.  The tree is flattened into arrays of work structs in the
// order of their ids; the first passes compute in these and may remove elements (fusestatic,
// discardvisual).  Then the model is allocated, once, and all later passes write its arrays.  All
// other memory is in one arena, freed at the end.  element.id is the index in the work arrays,
// which after the last removal is the id in the model; -1: not in the model.
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
  double pos[3], quat[4];  // in the body's frame, with enclosing frames applied
  int pending;             // while resolving: index of the next frame to be resolved
  bool resolved;
} build_frame;

typedef struct {
  const spec_body* src;
  double pos[3], quat[4];  // in the parent's frame
  double ipos[3], iquat[4], inertia[3], mass;
  double margin;
  int parent, weld;  // body ids
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
  bool infers;  // whether it contributes to the inertia of its body
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
  const element* target;  // the body to look at; NULL: none
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
  mjModel size;  // only sizes, as far as known
  mjModel* m;    // NULL until allocated
  mjData* d;     // during the last passes

  int nframe;
  build_frame* frame;
  build_body* body;  // array of size.nbody; the others likewise
  build_joint* joint;
  build_geom* geom;
  build_site* site;
  build_camera* camera;
  build_light* light;
  build_mesh* mesh;  // see assets.h
  const struct mesh**
      in_model;  // size.nmesh: those of the specification (nmesh_given), then their convex parts
  int nmesh_given;
  struct build_hfield* hfield;    // see hfield.h
  struct build_texture* texture;  // see texture.h; NULL when discarded
  struct build_skin* skin;        // see skin.h
  struct build_flex* flex;        // see flex.h

  bulk_thread writer;  // thread that writes large arrays

  int nbvh;  // number of tree nodes in the model so far: of bodies, then meshes, then flexes

  int npaths;  // number of path bytes written

  int* old_address;  // see addresses.h

  const string** plugin;  // the plugin of each instance, see plugins_resolve

  const element* asking;  // the element whose plugin is being called, to be named if the plugin
                          // raises an error
  int nerror;
  text errors;
  load_warnings warnings;
};

// Allocate n zeroed items; ends the compilation when there is no memory.
void* build_alloc(build* b, size_t n, size_t item);
#define BUILD_NEW(b, type, n) ((type*)build_alloc(b, n, sizeof(type)))

// Report an error of element e (NULL: of the model).  The present pass continues with its next
// element; no later pass runs.  Always returns false.
bool build_error(build* b, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);

// The same for a settings element.
bool build_error_in(build* b, settings_place in, const char* format, ...) mjPRINTFLIKE(3, 4);

// Warn about something valid but probably unintended in element e (NULL: in the model).  The format
// says what it is, then "; " and what was probably meant.
void build_warning(build* b, const element* e, const char* format, ...) mjPRINTFLIKE(3, 4);

// The element of a type named by attribute `what` of e; NULL after an error that suggests the
// nearest name.  With an empty name: an error if `required`, else just NULL.
const element* build_find(build* b, const element* e, const char* what, mjtObj type,
                          const string* name, bool required);

// Id of the material that e names; -1 for none, after an error if it does not exist, and when
// materials are discarded.
int build_material(build* b, const element* e, const string* name);

// Id of the element with this type and name; -1 when there is none.
int build_lookup(build* b, mjtObj type, const char* name);

// Whether the range is a limit, by the autolimits rule: flag is an mjtLimited, what the attribute's
// name.  Reports an error when this is undetermined, or when the range is empty although limited.
bool build_limited(build* b, const element* e, int flag, const double range[2], const char* what);

// Warn about negative friction coefficients.
void build_check_friction(build* b, const element* e, const double* friction, int n);

// Id of the plugin instance that an element uses; -1: none.
int build_plugin(build* b, const element* e, const mjsPlugin* plugin);

// Copy the user data of an element to a row of n numbers, padded with zeros; longer data have been
// rejected.
void build_userdata(mjtNum* row, int n, const double_vec* userdata);

// The compiler options that apply to an element: those of the specification it was made in.
static inline const mjsCompiler* compiler_of(const element* e) { return &e->origin->pub.compiler; }

// list_size: number of elements of a type outside the tree.  list_at: the i-th of them.
static inline int list_size(const build* b, mjtObj type) { return b->s->list[type].size; }
static inline element* list_at(const build* b, mjtObj type, int i) {
  return b->s->list[type].data[i];
}
