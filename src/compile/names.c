#include "compile/names.h"

#include <limits.h>
#include <string.h>

#include "model/names.h"

// Element number i of a type in the model.
static const element* element_at(const build* b, mjtObj type, int i) {
  switch (type) {
    case mjOBJ_BODY: return &b->body[i].src->e;
    case mjOBJ_JOINT: return &b->joint[i].src->e;
    case mjOBJ_GEOM: return &b->geom[i].src->e;
    case mjOBJ_SITE: return &b->site[i].src->e;
    case mjOBJ_CAMERA: return &b->camera[i].src->e;
    case mjOBJ_LIGHT: return &b->light[i].src->e;
    default: return list_at(b, type, i);
  }
}

// Number of elements of a type, including discarded ones.
static int count_of(const build* b, mjtObj type) {
  switch (type) {
    case mjOBJ_BODY: return b->size.nbody;
    case mjOBJ_JOINT: return b->size.njnt;
    case mjOBJ_GEOM: return b->size.ngeom;
    case mjOBJ_SITE: return b->size.nsite;
    case mjOBJ_CAMERA: return b->size.ncam;
    case mjOBJ_LIGHT: return b->size.nlight;
    default: return list_size(b, type);
  }
}

// ---------------------------------------------------------------------------------------- check

static bool needs_name(const element* e) {
  switch (e->base.elemtype) {
    case mjOBJ_MESH:
    case mjOBJ_HFIELD:
    case mjOBJ_MATERIAL: return true;
    case mjOBJ_TEXTURE: return ((const spec_texture*)e)->pub.type != mjTEXTURE_SKYBOX;
    default: return false;
  }
}

static void check_name(build* b, const element* e) {
  const char *name = element_name(e), *type = element_type_name(e->base.elemtype);
  if (!*name) {
    if (needs_name(e)) build_error(b, e, "a %s needs a name", type);
    return;
  }
  const element* other = element_find(b->s, e->base.elemtype, name);
  if (other && other != e) build_error(b, e, "repeated name '%s' in %s", name, type);
}

void names_check(build* b) {
  static const mjtObj from_file[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_SKIN};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < list_size(b, from_file[k]); i++) {
      element_name_from_file(list_at(b, from_file[k], i));
    }
  }
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    for (int i = 0; i < count_of(b, type); i++) check_name(b, element_at(b, type, i));
  }
  for (int i = 0; i < b->nframe; i++) check_name(b, &b->frame[i].src->e);
}

// ------------------------------------------------------------------------------------ user data

static const double_vec* userdata_of(const element* e) {
  const void* p = e;
  switch (e->base.elemtype) {
    case mjOBJ_BODY: return &((const spec_body*)p)->own.userdata;
    case mjOBJ_JOINT: return &((const spec_joint*)p)->own.userdata;
    case mjOBJ_GEOM: return &((const spec_geom*)p)->own.userdata;
    case mjOBJ_SITE: return &((const spec_site*)p)->own.userdata;
    case mjOBJ_CAMERA: return &((const spec_camera*)p)->own.userdata;
    case mjOBJ_TENDON: return &((const spec_tendon*)p)->own.userdata;
    case mjOBJ_ACTUATOR: return &((const spec_actuator*)p)->own.userdata;
    default: return &((const spec_sensor*)p)->own.userdata;
  }
}

void names_userdata(build* b) {
  const mjSpec* s = &b->s->pub;
  mjModel* n = &b->size;
  const struct {
    mjtObj type;
    int given;
    int* size;
    const char* name;
  } rows[] = {
      {mjOBJ_BODY, s->nuser_body, &n->nuser_body, "nuser_body"},
      {mjOBJ_JOINT, s->nuser_jnt, &n->nuser_jnt, "nuser_jnt"},
      {mjOBJ_GEOM, s->nuser_geom, &n->nuser_geom, "nuser_geom"},
      {mjOBJ_SITE, s->nuser_site, &n->nuser_site, "nuser_site"},
      {mjOBJ_CAMERA, s->nuser_cam, &n->nuser_cam, "nuser_cam"},
      {mjOBJ_TENDON, s->nuser_tendon, &n->nuser_tendon, "nuser_tendon"},
      {mjOBJ_ACTUATOR, s->nuser_actuator, &n->nuser_actuator, "nuser_actuator"},
      {mjOBJ_SENSOR, s->nuser_sensor, &n->nuser_sensor, "nuser_sensor"},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    *rows[k].size = mjMAX(0, rows[k].given);
    for (int i = 0; i < count_of(b, rows[k].type); i++) {
      const element* e = element_at(b, rows[k].type, i);
      int used = userdata_of(e)->size;
      if (rows[k].given < 0) {
        *rows[k].size = mjMAX(*rows[k].size, used);
      } else if (used > rows[k].given) {
        build_error(b, e, "user has more values than %s, %d, in %s", rows[k].name, rows[k].given,
                    element_type_name(rows[k].type));
      }
    }
  }
  n->nuserdata = s->nuserdata;
}

// ---------------------------------------------------------------------------------------- fill

// The types in the order of the model's names.
static const mjtObj named_types[] = {
    mjOBJ_BODY,    mjOBJ_JOINT,   mjOBJ_GEOM,     mjOBJ_SITE,   mjOBJ_CAMERA,   mjOBJ_LIGHT,
    mjOBJ_FLEX,    mjOBJ_MESH,    mjOBJ_SKIN,     mjOBJ_HFIELD, mjOBJ_TEXTURE,  mjOBJ_MATERIAL,
    mjOBJ_PAIR,    mjOBJ_EXCLUDE, mjOBJ_EQUALITY, mjOBJ_TENDON, mjOBJ_ACTUATOR, mjOBJ_SENSOR,
    mjOBJ_NUMERIC, mjOBJ_TEXT,    mjOBJ_TUPLE,    mjOBJ_KEY,    mjOBJ_PLUGIN,
};
enum { NTYPES = sizeof named_types / sizeof *named_types };

static void add_path(void* arg, const char* file, int* pathadr) {
  build* b = arg;
  (void)pathadr;
  if (*file) b->size.npaths += (int)strlen(file) + 1;
}

void names_size(build* b) {
  long long n = b->s->e.name.size + 1;
  for (int k = 0; k < NTYPES; k++) {
    for (int i = 0; i < count_of(b, named_types[k]); i++) {
      const element* e = element_at(b, named_types[k], i);
      if (e->id >= 0) n += e->name.size + 1;
      if (n > INT_MAX) {
        build_error(b, e, "with this one the names are more than can be addressed");
        return;
      }
    }
  }
  b->size.nnames = (int)n;
  b->size.npaths = 0;
  assets_paths(b, add_path, b);
  if (!b->size.npaths) b->size.npaths = 1;
}

static void write_path(void* arg, const char* file, int* pathadr) {
  build* b = arg;
  *pathadr = -1;
  if (!*file) return;
  *pathadr = b->npaths;
  size_t n = strlen(file) + 1;
  memcpy(b->m->paths + b->npaths, file, n);
  b->npaths += (int)n;
}

static int write_name(mjModel* m, int adr, const char* name, int n) {
  memcpy(m->names + adr, name, n);
  return adr + n + 1;
}

void names_fill(build* b) {
  mjModel* m = b->m;
  int* address[NTYPES] = {
      m->name_bodyadr,     m->name_jntadr,     m->name_geomadr,    m->name_siteadr,
      m->name_camadr,      m->name_lightadr,   m->name_flexadr,    m->name_meshadr,
      m->name_skinadr,     m->name_hfieldadr,  m->name_texadr,     m->name_matadr,
      m->name_pairadr,     m->name_excludeadr, m->name_eqadr,      m->name_tendonadr,
      m->name_actuatoradr, m->name_sensoradr,  m->name_numericadr, m->name_textadr,
      m->name_tupleadr,    m->name_keyadr,     m->name_pluginadr,
  };
  int adr = write_name(m, 0, element_name(&b->s->e), b->s->e.name.size);
  // rows beyond the actuators point to the terminator of the model's name
  for (int i = m->nactuator; i < m->nu; i++) m->name_actuatoradr[i] = adr - 1;
  // as do convex parts of meshes
  for (int i = b->nmesh_given; i < m->nmesh; i++) m->name_meshadr[i] = adr - 1;
  for (int k = 0; k < NTYPES; k++) {
    for (int i = 0; i < count_of(b, named_types[k]); i++) {
      const element* e = element_at(b, named_types[k], i);
      if (e->id < 0) continue;
      address[k][e->id] = adr;
      adr = write_name(m, adr, element_name(e), e->name.size);
    }
  }
  names_fill_map(m);
  b->npaths = 0;
  assets_paths(b, write_path, b);
}
