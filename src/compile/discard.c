#include <string.h>

#include "compile/number.h"
#include "compile/tree.h"

// A geom is visual when it takes part in no collision and nothing names it.

static void mark(build* b, bool* named, mjtObj type, const void* name) {
  if (type != mjOBJ_GEOM) return;
  int id = build_lookup(b, mjOBJ_GEOM, string_text(name));
  if (id >= 0) named[id] = true;
}

static bool* named_geoms(build* b) {
  bool* named = BUILD_NEW(b, bool, b->size.ngeom);
  for (int i = 0; i < list_size(b, mjOBJ_PAIR); i++) {
    const spec_pair* pair = (const spec_pair*)(const void*)list_at(b, mjOBJ_PAIR, i);
    mark(b, named, mjOBJ_GEOM, &pair->own.geomname1);
    mark(b, named, mjOBJ_GEOM, &pair->own.geomname2);
  }
  for (int i = 0; i < list_size(b, mjOBJ_TENDON); i++) {
    const spec_tendon* tendon = (const spec_tendon*)(const void*)list_at(b, mjOBJ_TENDON, i);
    for (int k = 0; k < tendon->wraps.size; k++) {
      const spec_wrap* wrap = (const spec_wrap*)(const void*)tendon->wraps.data[k];
      if (wrap->type == mjWRAP_SPHERE) mark(b, named, mjOBJ_GEOM, &wrap->target);
    }
  }
  for (int i = 0; i < list_size(b, mjOBJ_SENSOR); i++) {
    const spec_sensor* sensor = (const spec_sensor*)(const void*)list_at(b, mjOBJ_SENSOR, i);
    mark(b, named, sensor->pub.objtype, &sensor->own.objname);
    mark(b, named, sensor->pub.reftype, &sensor->own.refname);
  }
  for (int i = 0; i < list_size(b, mjOBJ_TUPLE); i++) {
    const spec_tuple* tuple = (const spec_tuple*)(const void*)list_at(b, mjOBJ_TUPLE, i);
    for (int k = 0; k < mjMIN(tuple->own.objtype.size, tuple->own.objname.size); k++) {
      mark(b, named, tuple->own.objtype.data[k], tuple->own.objname.data + k);
    }
  }
  return named;
}

static void discard_geoms(build* b) {
  const bool* named = named_geoms(b);
  int kept = 0;
  for (int i = 0; i < b->size.ngeom; i++) {
    const mjsGeom* pub = &b->geom[i].src->pub;
    if (pub->contype || pub->conaffinity || named[i]) {
      b->geom[kept++] = b->geom[i];
    } else {
      ((element*)&b->geom[i].src->e)->id = -1;
      if (b->geom[i].mesh >= 0) b->mesh[b->geom[i].mesh].only_drawn = true;
    }
  }
  b->size.ngeom = kept;
  number_again(b);
}

// A mesh goes with the visual geoms that used it, unless others or a sensor do.
static void discard_meshes(build* b) {
  for (int i = 0; i < b->size.ngeom; i++) {
    if (b->geom[i].mesh >= 0) b->mesh[b->geom[i].mesh].only_drawn = false;
  }
  for (int i = 0; i < list_size(b, mjOBJ_SENSOR); i++) {
    const spec_sensor* s = (const spec_sensor*)(const void*)list_at(b, mjOBJ_SENSOR, i);
    if (s->pub.objtype != mjOBJ_MESH) continue;
    int mesh = build_lookup(b, mjOBJ_MESH, string_text(&s->own.objname));
    if (mesh >= 0) b->mesh[mesh].only_drawn = false;
  }
  int kept = 0;
  for (int i = 0; i < list_size(b, mjOBJ_MESH); i++) {
    b->mesh[i].id = b->mesh[i].only_drawn ? -1 : kept++;
    list_at(b, mjOBJ_MESH, i)->id = b->mesh[i].id;
  }
  b->size.nmesh = kept;
}

void discard_visual(build* b) {
  if (b->s->pub.compiler.discardvisual) discard_geoms(b);
  discard_meshes(b);
}
