// Creating a flexcomp through the API.
#include <engine/extension.h>
#include <engine/spec.h>
#include <stdio.h>
#include <string.h>

#include "base/need.h"
#include "base/resource.h"
#include "compile/flexcomp.h"
#include "mjcf/keywords.h"

static int value_of(const keywords* words, const char* word, int fallback) {
  return word ? keyword_value(words, word, -1) : fallback;
}

static bool read_file(flexcomp* c, mjSpec* s, const char* file, const mjVFS* vfs) {
  char error[400], below[2000];
  if (!file || !*file) return refuse(&c->refused, "file", "a file is missing; this type reads one");
  resource_join(below, sizeof below, mjs_getString(s->compiler.meshdir), file);
  mjResource* r = resource_open(mjs_getString(s->modelfiledir), below, vfs, error, sizeof error);
  if (!r) return refuse(&c->refused, "file", "%s", error);
  const void* bytes;
  int n = resource_read(r, &bytes);
  bool read = n > 0 ? (c->type == FLEXCOMP_MESH ? flexcomp_read_mesh(c, bytes, n)
                                                : flexcomp_read_gmsh(c, bytes, n))
                    : refuse(&c->refused, "file", "file '%s' cannot be read: %s", file,
                             resource_problem(r, n));
  resource_close(r);
  return read;
}

static void take3(double to[3], const double* from) {
  if (from) memcpy(to, from, 3 * sizeof(double));
}

mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim, const char* dof,
                      const int count[3], const int cellcount[3], const double spacing[3],
                      const double scale[3], double radius, double mass, double inertiabox,
                      int equality, int rigid, int flatskin, int elastic2d, const double pos[3],
                      const double quat[4], const double origin[3], const char* file,
                      const mjVFS* vfs) {
  NEED_OR(NULL, body, name);
  mjSpec* s = mjs_getSpec(body->element);
  spec* inside = spec_of(s);
  mjsFlex* flex = mjs_addFlex(s);
  arena* memory = arena_new_passing();
  if (!flex || !memory) {
    arena_delete(memory);
    if (flex) mjs_delete(s, flex->element);
    spec_error(inside, NULL, "mjs_makeFlex: there is no memory");
    return NULL;
  }
  flexcomp c;
  flexcomp_init(&c, s, flex, memory);
  c.type = value_of(&words_flexcomp_type, type, FLEXCOMP_GRID);
  c.dof = value_of(&words_flexcomp_dof, dof, FLEXCOMP_FULL);
  c.flex.dim = dim;
  c.flex.elastic2d = elastic2d;
  if (radius > 0) c.flex.radius = radius;
  if (mass > 0) c.mass = mass;
  if (inertiabox > 0) c.inertiabox = inertiabox;
  c.equality = (mjtByte)equality;
  c.rigid = rigid != 0;
  c.flex.flatskin = flatskin != 0;
  for (int k = 0; k < 3; k++) {
    if (count) c.count[k] = count[k];
    if (cellcount) c.cellcount[k] = cellcount[k];
  }
  take3(c.spacing, spacing);
  take3(c.scale, scale);
  take3(c.pos, pos);
  if (quat) memcpy(c.quat, quat, sizeof c.quat);
  c.has_origin = origin != NULL;
  take3(c.origin, origin);
  bool made = false;
  if (c.type < 0 || c.dof < 0 || equality < 0 || equality > 3) {
    refuse(&c.refused, NULL, "type, dof or equality is none of those of a flexcomp");
  } else if (!*mjs_getString(mjs_getName(body->element))) {
    refuse(&c.refused, NULL, "the body needs a name; pinned points refer to it");
  } else if (mjs_setName(flex->element, name) == 0 && flexcomp_check(&c) &&
             flexcomp_take_given(&c)) {
    bool points = flexcomp_is_shape(&c) ? flexcomp_shape(&c)
                                        : c.type == FLEXCOMP_DIRECT || read_file(&c, s, file, vfs);
    made = points && flexcomp_finish_points(&c) && flexcomp_make(&c, s, flex, body);
  }
  if (!made) {
    const char* why = *c.refused.problem ? c.refused.problem : "there is no memory";
    if (*c.refused.problem || !*mjs_getError(s)) spec_error(inside, NULL, "mjs_makeFlex: %s", why);
    mjs_delete(s, flex->element);
  }
  arena_delete(memory);
  return made ? flex : NULL;
}
