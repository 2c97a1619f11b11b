#include <string.h>

#include "compile/number.h"
#include "compile/tree.h"

// A geom is visual if it cannot collide and nothing refers to it.

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
    }
  }
  b->size.ngeom = kept;
  number_again(b);
}

static void use_mesh(build* b, mjtObj type, const string* name) {
  if (type != mjOBJ_MESH) return;
  int id = build_lookup(b, mjOBJ_MESH, string_text(name));
  if (id >= 0) b->mesh[id].used = true;
}

// Meshes are used by the remaining geoms, by sensors and by tuples.
static void mark_used_meshes(build* b) {
  for (int i = 0; i < b->size.ngeom; i++) {
    if (b->geom[i].mesh >= 0) b->mesh[b->geom[i].mesh].used = true;
  }
  for (int i = 0; i < b->size.nsite; i++) {
    if (b->site[i].mesh >= 0) b->mesh[b->site[i].mesh].used = true;
  }
  for (int i = 0; i < list_size(b, mjOBJ_SENSOR); i++) {
    const spec_sensor* s = (const spec_sensor*)(const void*)list_at(b, mjOBJ_SENSOR, i);
    use_mesh(b, s->pub.objtype, &s->own.objname);
  }
  for (int i = 0; i < list_size(b, mjOBJ_TUPLE); i++) {
    const spec_tuple* tuple = (const spec_tuple*)(const void*)list_at(b, mjOBJ_TUPLE, i);
    for (int k = 0; k < mjMIN(tuple->own.objtype.size, tuple->own.objname.size); k++) {
      use_mesh(b, tuple->own.objtype.data[k], tuple->own.objname.data + k);
    }
  }
}

static void number_meshes(build* b) {
  bool discard = b->s->pub.compiler.discardvisual;
  int kept = 0;
  for (int i = 0; i < list_size(b, mjOBJ_MESH); i++) {
    b->mesh[i].id = discard && !b->mesh[i].used ? -1 : kept++;
    list_at(b, mjOBJ_MESH, i)->id = b->mesh[i].id;
  }
  b->size.nmesh = kept;
}

void discard_visual(build* b) {
  if (b->s->pub.compiler.discardvisual) {
    discard_geoms(b);
    mark_used_meshes(b);
  }
  number_meshes(b);
}
