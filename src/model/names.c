#include "model/names.h"

#include <stdint.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"

// Object types with names, in the order in which they are stored.
#define NAMED                                            \
  X(mjOBJ_BODY, nbody, name_bodyadr, "body")             \
  X(mjOBJ_JOINT, njnt, name_jntadr, "joint")             \
  X(mjOBJ_GEOM, ngeom, name_geomadr, "geom")             \
  X(mjOBJ_SITE, nsite, name_siteadr, "site")             \
  X(mjOBJ_CAMERA, ncam, name_camadr, "camera")           \
  X(mjOBJ_LIGHT, nlight, name_lightadr, "light")         \
  X(mjOBJ_FLEX, nflex, name_flexadr, "flex")             \
  X(mjOBJ_MESH, nmesh, name_meshadr, "mesh")             \
  X(mjOBJ_SKIN, nskin, name_skinadr, "skin")             \
  X(mjOBJ_HFIELD, nhfield, name_hfieldadr, "hfield")     \
  X(mjOBJ_TEXTURE, ntex, name_texadr, "texture")         \
  X(mjOBJ_MATERIAL, nmat, name_matadr, "material")       \
  X(mjOBJ_PAIR, npair, name_pairadr, "pair")             \
  X(mjOBJ_EXCLUDE, nexclude, name_excludeadr, "exclude") \
  X(mjOBJ_EQUALITY, neq, name_eqadr, "equality")         \
  X(mjOBJ_TENDON, ntendon, name_tendonadr, "tendon")     \
  X(mjOBJ_ACTUATOR, nu, name_actuatoradr, "actuator")    \
  X(mjOBJ_SENSOR, nsensor, name_sensoradr, "sensor")     \
  X(mjOBJ_NUMERIC, nnumeric, name_numericadr, "numeric") \
  X(mjOBJ_TEXT, ntext, name_textadr, "text")             \
  X(mjOBJ_TUPLE, ntuple, name_tupleadr, "tuple")         \
  X(mjOBJ_KEY, nkey, name_keyadr, "key")                 \
  X(mjOBJ_PLUGIN, nplugin, name_pluginadr, "plugin")

// One segment of the map: the elements of one type and the range of their slots.
typedef struct {
  int count;
  const int* address;
  int start;  // index of the first slot
  int slots;
} map_part;

static map_part find_segment(const mjModel* m, int type) {
  int start = 0;
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
#define X(object, n, adr, text)                                                  \
  if (type == object) return (map_part){m->n, m->adr, start, NAMES_LOAD * m->n}; \
  start += NAMES_LOAD * m->n;
  NAMED
#undef X
  return (map_part){0, NULL, 0, 0};
}

int names_count(const mjModel* m, int type) {
  switch (type) {
    case mjOBJ_XBODY: return m->nbody;
#define X(object, n, adr, text) \
  case object: return m->n;
      NAMED
#undef X
    default: return 0;
  }
}

const int* names_addresses(const mjModel* m, int type) { return find_segment(m, type).address; }

// The hash function of the file format: h = 33 h xor c, from 5381, over signed chars.
static int first_slot(const char* name, int slots) {
  uint64_t h = 5381;
  for (const char* c = name; *c; c++) h = (h * 33) ^ (uint64_t)(int64_t)(signed char)*c;
  return (int)(h % (uint64_t)slots);
}

void names_fill_map(mjModel* m) {
  for (int i = 0; i < m->nnames_map; i++) m->names_map[i] = -1;
  for (int type = 0; type < mjNOBJECT; type++) {
    if (type == mjOBJ_XBODY) continue;
    map_part s = find_segment(m, type);
    int* map = m->names_map + s.start;
    for (int id = 0; id < s.count; id++) {
      const char* name = m->names + s.address[id];
      if (!name[0]) continue;
      int slot = first_slot(name, s.slots);
      while (map[slot] >= 0) slot = slot + 1 == s.slots ? 0 : slot + 1;
      map[slot] = id;
    }
  }
}

const char* names_problem(const mjModel* m) {
  if (m->nnames <= 0 || m->names[m->nnames - 1]) return "names are not terminated";
#define X(object, n, adr, text)                                               \
  for (int i = 0; i < m->n; i++) {                                            \
    if (m->adr[i] < 0 || m->adr[i] >= m->nnames) return #adr " out of range"; \
  }
  NAMED
#undef X
  for (int type = 0; type < mjNOBJECT; type++) {
    map_part s = find_segment(m, type);
    for (int i = 0; i < s.slots; i++) {
      int id = m->names_map[s.start + i];
      if (id < -1 || id >= s.count) return "names_map out of range";
    }
  }
  return NULL;
}

int mj_name2id(const mjModel* m, int type, const char* name) {
  NEED_OR(-1, m);
  map_part s = find_segment(m, type);
  if (!s.slots || !name || !name[0]) return -1;
  const int* map = m->names_map + s.start;
  int first = first_slot(name, s.slots), slot = first;
  do {
    int id = map[slot];
    if (id < 0) return -1;
    if (!strcmp(m->names + s.address[id], name)) return id;
    slot = slot + 1 == s.slots ? 0 : slot + 1;
  } while (slot != first);
  return -1;
}

const char* mj_id2name(const mjModel* m, int type, int id) {
  NEED_OR(NULL, m);
  map_part s = find_segment(m, type);
  if (id < 0 || id >= s.count) return NULL;
  const char* name = m->names + s.address[id];
  return name[0] ? name : NULL;
}

const char* mju_type2Str(int type) {
  switch (type) {
    case mjOBJ_XBODY: return "xbody";
    case mjOBJ_DOF: return "dof";
    case mjOBJ_FRAME: return "frame";
#define X(object, n, adr, text) \
  case object: return text;
      NAMED
#undef X
    default: return NULL;
  }
}

int mju_str2Type(const char* str) {
  if (!str) return mjOBJ_UNKNOWN;
  for (int type = 0; type < mjNOBJECT; type++) {
    const char* text = mju_type2Str(type);
    if (text && !strcmp(text, str)) return type;
  }
  return mjOBJ_UNKNOWN;
}
