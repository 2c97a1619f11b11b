#include "compile/number.h"

#include <string.h>
#include <engine/extension.h>

#include "collision/ccd_legacy.h"
#include "model/joint_type.h"
#include "model/level.h"

// More empty keyframes are taken for a mistake: each is an element that would be created.
#define MAX_KEYS 1000000

// Depth-first, parents before children; within a body in the order of declaration.

// Contact signatures pack two body ids in 16 bits each, and ids from 65535 on are reserved.
enum { MAX_BODIES = 65534 };

static void end_with_separator(string* dir) {
  const char* s = string_text(dir);
  size_t n = strlen(s);
  if (!n || s[n - 1] == '/' || s[n - 1] == '\\') return;
  string_decorate(dir, "", "/");
}

void number_check_spec(build* b) {
  spec* s = b->s;
  if (s->store.failed) {
    build_error(b, NULL, "memory ran out while the specification was made");
    return;
  }
  if (s->consumed) {
    build_error(b, NULL,
                "this specification was attached by reference to another and cannot be compiled "
                "itself; attach a copy (mjs_setDeepCopy) to keep it");
    return;
  }
  if (!CCD_LEGACY && (s->pub.option.disableflags & mjDSBL_NATIVECCD)) {
    build_error_in(
        b, PLACE_OPTION,
        "flag nativeccd is disabled, which needs libccd; this build of the library has none");
  }
  if (s->world->joints.size) {
    build_error(b, s->world->joints.data[0], "the world cannot have joints; put it in a body");
  }
  end_with_separator(&s->own.meshdir);
  end_with_separator(&s->own.texturedir);
  if (s->pub.nkey > MAX_KEYS) {
    build_error_in(b, PLACE_SIZE, "nkey is %d; expected at most %d keyframes", s->pub.nkey,
                   MAX_KEYS);
    return;
  }
  keys_materialize(s);
}

static void count(build* b) {
  mjModel* n = &b->size;
  FOR_BODIES(body, b->s->world) {
    n->nbody++;
    n->njnt += body->joints.size;
    n->ngeom += body->geoms.size;
    n->nsite += body->sites.size;
    n->ncam += body->cameras.size;
    n->nlight += body->lights.size;
    b->nframe += body->frames.size;
  }
}

// Number the elements of one list of a body from `next` on, and set src of their work items.
#define TAKE(list, item, next, Type)                             \
  for (int i = 0; i < (list).size; i++) {                        \
    (list).data[i]->id = (next);                                 \
    (item)[next].src = (const Type*)(const void*)(list).data[i]; \
    (item)[(next)++].body = id;                                  \
  }

static void take_tree(build* b) {
  int id = 0, njnt = 0, ngeom = 0, nsite = 0, ncam = 0, nlight = 0, nframe = 0;
  FOR_BODIES(src, b->s->world) {
    build_body* body = b->body + id;
    body->src = src;
    src->e.id = id;
    body->parent = src->e.parent ? src->e.parent->e.id : 0;
    TAKE(src->joints, b->joint, njnt, spec_joint)
    TAKE(src->geoms, b->geom, ngeom, spec_geom)
    TAKE(src->sites, b->site, nsite, spec_site)
    TAKE(src->cameras, b->camera, ncam, spec_camera)
    TAKE(src->lights, b->light, nlight, spec_light)
    for (int i = 0; i < src->frames.size; i++) {
      src->frames.data[i]->id = nframe;
      b->frame[nframe++].src = (const spec_frame*)(const void*)src->frames.data[i];
    }
    id++;
  }
}

// Controls and outputs.  nu is at least the number of actuators and of outputs, since API arrays
// with nu rows are indexed by all three.
static void count_actuators(build* b) {
  mjModel* n = &b->size;
  n->nactuator = list_size(b, mjOBJ_ACTUATOR);
  for (int i = 0; i < n->nactuator; i++) {
    const spec_actuator* a = (const spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i);
    n->nu += actuator_input_count(a);
    n->nout += actuator_output_count(a);
  }
  n->nu = mjMAX(n->nu, mjMAX(n->nactuator, n->nout));
}

static void number_lists(build* b) {
  bool discard = b->s->pub.compiler.discardvisual;
  for (int type = 0; type < mjNOBJECT; type++) {
    bool gone = discard && (type == mjOBJ_MATERIAL || type == mjOBJ_TEXTURE);
    for (int i = 0; i < list_size(b, type); i++) list_at(b, type, i)->id = gone ? -1 : i;
  }
  mjModel* n = &b->size;
  n->nflex = list_size(b, mjOBJ_FLEX);
  n->nmesh = list_size(b, mjOBJ_MESH);
  n->nskin = list_size(b, mjOBJ_SKIN);
  n->nhfield = list_size(b, mjOBJ_HFIELD);
  n->ntex = discard ? 0 : list_size(b, mjOBJ_TEXTURE);
  n->nmat = discard ? 0 : list_size(b, mjOBJ_MATERIAL);
  n->npair = list_size(b, mjOBJ_PAIR);
  n->nexclude = list_size(b, mjOBJ_EXCLUDE);
  n->neq = list_size(b, mjOBJ_EQUALITY);
  n->ntendon = list_size(b, mjOBJ_TENDON);
  count_actuators(b);
  n->nsensor = list_size(b, mjOBJ_SENSOR);
  n->nnumeric = list_size(b, mjOBJ_NUMERIC);
  n->ntext = list_size(b, mjOBJ_TEXT);
  n->ntuple = list_size(b, mjOBJ_TUPLE);
  n->nkey = list_size(b, mjOBJ_KEY);
  n->nplugin = list_size(b, mjOBJ_PLUGIN);
}

// Ranges of joints and geoms of each body.
static void index_bodies(build* b) {
  for (int i = 0; i < b->size.nbody; i++) {
    build_body* body = b->body + i;
    body->jntadr = body->geomadr = body->dofadr = -1;
    body->jntnum = body->geomnum = body->dofnum = 0;
  }
  for (int i = 0; i < b->size.ngeom; i++) {
    build_body* body = b->body + b->geom[i].body;
    if (!body->geomnum++) body->geomadr = i;
  }
  b->size.nq = b->size.nv = 0;
  for (int i = 0; i < b->size.njnt; i++) {
    build_joint* joint = b->joint + i;
    build_body* body = b->body + joint->body;
    if (!body->jntnum++) {
      body->jntadr = i;
      body->dofadr = b->size.nv;
    }
    joint->qposadr = b->size.nq;
    joint->dofadr = b->size.nv;
    b->size.nq += joint_nq(joint->src->pub.type);
    b->size.nv += joint_nv(joint->src->pub.type);
    body->dofnum += joint_nv(joint->src->pub.type);
  }
  b->size.nmocap = 0;
  for (int i = 0; i < b->size.nbody; i++) {
    build_body* body = b->body + i;
    body->weld = body->jntnum ? i : i ? b->body[body->parent].weld : 0;
    body->mocapid = body->src->pub.mocap ? b->size.nmocap++ : -1;
  }
}

// The first body beyond the maximum number; NULL when instead there are too many flexes.
static const element* body_beyond(const build* b) {
  int n = 0;
  FOR_BODIES(body, b->s->world) {
    if (++n == MAX_BODIES) return &body->e;
  }
  return NULL;
}

void number_elements(build* b) {
  count(b);
  number_lists(b);
  const mjModel* n = &b->size;
  if (n->nbody + n->nflex >= MAX_BODIES) {
    build_error(b, body_beyond(b), "%d bodies and flexes are too many; %d can be told apart",
                n->nbody + n->nflex, MAX_BODIES - 1);
    return;
  }
  b->body = BUILD_NEW(b, build_body, n->nbody);
  b->joint = BUILD_NEW(b, build_joint, n->njnt);
  b->geom = BUILD_NEW(b, build_geom, n->ngeom);
  b->site = BUILD_NEW(b, build_site, n->nsite);
  b->camera = BUILD_NEW(b, build_camera, n->ncam);
  b->light = BUILD_NEW(b, build_light, n->nlight);
  b->frame = BUILD_NEW(b, build_frame, b->nframe);
  b->mesh = BUILD_NEW(b, build_mesh, n->nmesh);
  take_tree(b);
  for (int i = 0; i < n->njnt; i++) {
    mjtJoint type = b->joint[i].src->pub.type;
    if (!joint_type_exists(type)) {
      build_error(b, &b->joint[i].src->e, "joint type %d does not exist", type);
    }
  }
  if (!b->nerror) index_bodies(b);
}

// The element ids are the only thing that compilation writes in the specification.
static void set_id(const element* e, int id) { ((element*)e)->id = id; }

void number_again(build* b) {
  const mjModel* n = &b->size;
  for (int i = 0; i < n->nbody; i++) set_id(&b->body[i].src->e, i);
  for (int i = 0; i < n->ngeom; i++) set_id(&b->geom[i].src->e, i);
  for (int i = 0; i < n->nsite; i++) set_id(&b->site[i].src->e, i);
  for (int i = 0; i < n->ncam; i++) set_id(&b->camera[i].src->e, i);
  for (int i = 0; i < n->nlight; i++) set_id(&b->light[i].src->e, i);
  for (int i = 0; i < n->njnt; i++) set_id(&b->joint[i].src->e, i);
  index_bodies(b);
}
