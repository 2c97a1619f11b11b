// Prints mjModel: memory, sizes, options, then the elements by type, with all their arrays.
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/need.h"
#include "model/allocate.h"
#include "model/names.h"
#include "model/print.h"

// X(title, prefix of its arrays, their size, object type)
#define SECTIONS                                     \
  X("BODY", "body_", nbody, mjOBJ_BODY)              \
  X("JOINT", "jnt_", njnt, mjOBJ_JOINT)              \
  X("DOF", "dof_", nv, mjOBJ_DOF)                    \
  X("GEOM", "geom_", ngeom, mjOBJ_GEOM)              \
  X("SITE", "site_", nsite, mjOBJ_SITE)              \
  X("CAMERA", "cam_", ncam, mjOBJ_CAMERA)            \
  X("LIGHT", "light_", nlight, mjOBJ_LIGHT)          \
  X("FLEX", "flex_", nflex, mjOBJ_FLEX)              \
  X("MESH", "mesh_", nmesh, mjOBJ_MESH)              \
  X("SKIN", "skin_", nskin, mjOBJ_SKIN)              \
  X("HEIGHTFIELD", "hfield_", nhfield, mjOBJ_HFIELD) \
  X("TEXTURE", "tex_", ntex, mjOBJ_TEXTURE)          \
  X("MATERIAL", "mat_", nmat, mjOBJ_MATERIAL)        \
  X("PAIR", "pair_", npair, mjOBJ_PAIR)              \
  X("EXCLUDE", "exclude_", nexclude, mjOBJ_EXCLUDE)  \
  X("EQUALITY", "eq_", neq, mjOBJ_EQUALITY)          \
  X("TENDON", "tendon_", ntendon, mjOBJ_TENDON)      \
  X("ACTUATOR", "actuator_", nu, mjOBJ_ACTUATOR)     \
  X("SENSOR", "sensor_", nsensor, mjOBJ_SENSOR)

static size_t bytes_of(const array_info* array, const char* prefix) {
  size_t n = 0;
  for (int i = 0; i < MODEL_NARRAY; i++) {
    if (!strncmp(array[i].field->name, prefix, strlen(prefix))) n += array_bytes(array + i);
  }
  return n;
}

static void print_memory(printer* p, const mjModel* m, const array_info* array) {
  fprintf(p->file, "MEMORY\n");
  print_bytes(p, "total", (size_t)mj_sizeModel(m));
  if (m->nmesh) print_bytes(p, "meshes", bytes_of(array, "mesh_"));
  if (m->ntex) print_bytes(p, "textures", bytes_of(array, "tex_data"));
  if (m->nskin) print_bytes(p, "skins", bytes_of(array, "skin_"));
}

static void print_sizes(printer* p, const mjModel* m) {
  fprintf(p->file, "\nSIZES\n");
#define X(name) \
  if (m->name) fprintf(p->file, "  %-19s %lld\n", #name, (long long)m->name);
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
}

static void print_options(printer* p, const mjModel* m) {
  fprintf(p->file, "\nOPTION\n");
#define X(type, name)    \
  print_label(p, #name); \
  print_numbers(p, &m->opt.name, 1);
  MJOPTION_FLOATS
#undef X
#define X(type, name)    \
  print_label(p, #name); \
  fprintf(p->file, " %d\n", m->opt.name);
  MJOPTION_INTS
#undef X
#define X(name, n)       \
  print_label(p, #name); \
  print_numbers(p, m->opt.name, n);
  MJOPTION_VECTORS
#undef X
  if (m->ext.level == engLEVEL_BASE && !m->ext.levelbits) return;
  print_label(p, "level");
  fprintf(p->file, " %d.%d", m->ext.level / 1000, m->ext.level % 1000);
  for (int i = 0; i < engNLEVEL; i++) {
    if (m->ext.levelbits & 1 << i) fprintf(p->file, " %s", eng_levelName(1 << i));
  }
  fputc('\n', p->file);
}

static void print_statistics(printer* p, const mjModel* m) {
  mjtNum total = mj_getTotalmass(m);
  fprintf(p->file, "\n%-23s", "totalmass");
  print_numbers(p, &total, 1);
  fprintf(p->file, "\nSTATISTIC\n");
#define X(name)          \
  print_label(p, #name); \
  print_numbers(p, &m->stat.name, 1);
  X(meaninertia)
  X(meanmass)
  X(meansize)
  X(extent)
#undef X
  print_label(p, "center");
  print_numbers(p, m->stat.center, 3);
  fprintf(p->file, "\n%-23s", "qpos0");
  print_numbers(p, m->qpos0, (size_t)m->nq);
  fprintf(p->file, "\n%-23s", "qpos_spring");
  print_numbers(p, m->qpos_spring, (size_t)m->nq);
}

// Prints what belongs to an element but is stored in arrays of another size.
static void print_parts(printer* p, const mjModel* m, int object, int id) {
  if (object == mjOBJ_MESH && m->mesh_graphadr[id] >= 0) {
    const int* graph = m->mesh_graph + m->mesh_graphadr[id];
    print_label(p, "hull vertices");
    fprintf(p->file, " %d\n", graph[0]);
    print_label(p, "hull faces");
    fprintf(p->file, " %d\n", graph[1]);
  }
  if (object == mjOBJ_TENDON) {
    fprintf(p->file, "  path\n    type  objid  prm\n");
    for (int i = m->tendon_adr[id]; i < m->tendon_adr[id] + m->tendon_num[id]; i++) {
      fprintf(p->file, "    %-5d %-6d", m->wrap_type[i], m->wrap_objid[i]);
      print_numbers(p, m->wrap_prm + i, 1);
    }
  }
}

// The elements of one type: all arrays of that size whose name has the prefix.
typedef struct {
  const char *title, *prefix, *size;
  int count, object;
} section;

static void print_section(printer* p, const mjModel* m, const array_info* array, section of) {
  for (int id = 0; id < of.count; id++) {
    fprintf(p->file, "\n%s %d:\n", of.title, id);
    if (names_addresses(m, of.object)) {
      const char* name = mj_id2name(m, of.object, id);
      print_label(p, "name");
      fprintf(p->file, " %s\n", name ? name : "");
    }
    for (int i = 0; i < MODEL_NARRAY; i++) {
      const array_info* a = array + i;
      bool newer = i >= MODEL_NARRAY_BASE;
      if (newer && (model_implies(m, a->field->name) || array_is_blank(a, array_data(m, a))))
        continue;
      if (!a->cols || strcmp(a->field->size, of.size) ||
          strncmp(a->field->name, of.prefix, strlen(of.prefix)))
        continue;
      print_label(p, a->field->name);
      print_row(p, a, array_data(m, a), (size_t)id);
    }
    print_parts(p, m, of.object, id);
  }
  if (of.count) fputc('\n', p->file);
}

static const char* name_or_empty(const mjModel* m, int object, int id) {
  const char* name = mj_id2name(m, object, id);
  return name ? name : "";
}

static void print_custom(printer* p, const mjModel* m) {
  for (int i = 0; i < m->nnumeric; i++) {
    fprintf(p->file, "\nNUMERIC %d:\n  name         %s\n  size         %d\n  value        ", i,
            name_or_empty(m, mjOBJ_NUMERIC, i), m->numeric_size[i]);
    print_numbers(p, m->numeric_data + m->numeric_adr[i], (size_t)m->numeric_size[i]);
  }
  for (int i = 0; i < m->ntext; i++) {
    fprintf(p->file, "\nTEXT %d:\n  name         %s\n  size         %d\n  value        %s\n", i,
            name_or_empty(m, mjOBJ_TEXT, i), m->text_size[i], m->text_data + m->text_adr[i]);
  }
  for (int i = 0; i < m->ntuple; i++) {
    fprintf(p->file, "\nTUPLE %d:\n  name         %s\n  size         %d\n", i,
            name_or_empty(m, mjOBJ_TUPLE, i), m->tuple_size[i]);
    for (int k = m->tuple_adr[i]; k < m->tuple_adr[i] + m->tuple_size[i]; k++) {
      const char* type = mju_type2Str(m->tuple_objtype[k]);
      fprintf(p->file, "  %-12s %s ", type ? type : "",
              name_or_empty(m, m->tuple_objtype[k], m->tuple_objid[k]));
      print_numbers(p, m->tuple_objprm + k, 1);
    }
  }
}

static bool differs(const mjtNum* x, const mjtNum* from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (x[i] != (from ? from[i] : 0)) return true;
  }
  return false;
}

static void print_key_field(printer* p, const char* name, const mjtNum* x, const mjtNum* usual,
                            int n) {
  if (!differs(x, usual, (size_t)n)) return;
  print_label(p, name);
  print_numbers(p, x, (size_t)n);
}

// Prints those parts of each keyframe that differ from the state after a reset.
static void print_keys(printer* p, const mjModel* m) {
  for (int k = 0; k < m->nkey; k++) {
    fprintf(p->file, "\nKEYFRAME %d:\n", k);
    print_label(p, "name");
    fprintf(p->file, " %s\n", name_or_empty(m, mjOBJ_KEY, k));
    size_t key = (size_t)k;
    print_key_field(p, "key_time", m->key_time + k, NULL, 1);
    print_key_field(p, "key_qpos", m->key_qpos + key * (size_t)m->nq, m->qpos0, m->nq);
    print_key_field(p, "key_qvel", m->key_qvel + key * (size_t)m->nv, NULL, m->nv);
    print_key_field(p, "key_act", m->key_act + key * (size_t)m->na, NULL, m->na);
    print_key_field(p, "key_ctrl", m->key_ctrl + key * (size_t)m->nu, NULL, m->nu);
    for (int b = 0; b < m->nbody; b++) {
      int id = m->body_mocapid[b];
      if (id < 0) continue;
      size_t at = key * (size_t)m->nmocap + (size_t)id;
      print_key_field(p, "key_mpos", m->key_mpos + 3 * at, m->body_pos + 3 * b, 3);
      print_key_field(p, "key_mquat", m->key_mquat + 4 * at, m->body_quat + 4 * b, 4);
    }
  }
}

static void print_indices(printer* p, const char* name, const int* index, int n) {
  if (!n) return;
  print_title(p, name);
  for (int i = 0; i < n; i++) fprintf(p->file, " %d", index[i]);
  fprintf(p->file, "\n\n");
}

static void print_patterns(printer* p, const mjModel* m) {
#define INDICES(name, n) print_indices(p, #name, m->name, n)
  fputc('\n', p->file);
  print_pattern B = {m->nbody, m->B_rownnz, m->B_rowadr, m->B_colind, m->nB};
  print_picture(p, "B: bodies and the dofs that move with them", &B, m->nv, NULL);
  INDICES(B_rownnz, m->nbody);
  INDICES(B_rowadr, m->nbody);
  INDICES(B_colind, m->nB);
  print_pattern M = {m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, m->nC};
  print_picture(p, "M: inertia, lower triangle", &M, m->nv, NULL);
  INDICES(M_rownnz, m->nv);
  INDICES(M_rowadr, m->nv);
  INDICES(M_colind, m->nC);
  INDICES(mapM2M, m->nC);
  print_pattern D = {m->nv, m->D_rownnz, m->D_rowadr, m->D_colind, m->nD};
  print_picture(p, "D: dofs on one path from the root", &D, m->nv, m->D_diag);
  INDICES(D_rownnz, m->nv);
  INDICES(D_rowadr, m->nv);
  INDICES(D_diag, m->nv);
  INDICES(D_colind, m->nD);
  INDICES(mapM2D, m->nD);
  INDICES(mapD2M, m->nC);
#undef INDICES
}

static void print_boxes(printer* p, const mjModel* m) {
  fprintf(p->file, "SIGNATURE\n  %llu\n\n", (unsigned long long)m->signature);
  if (!m->nbvh) return;
  fprintf(p->file, "BVH:\n  id      depth   nodeid  child[0]  child[1]\n");
  for (int i = 0; i < m->nbvh; i++) {
    fprintf(p->file, "  %-7d %-7d %3d     %3d       %3d\n", i, m->bvh_depth[i], m->bvh_nodeid[i],
            m->bvh_child[2 * i], m->bvh_child[2 * i + 1]);
  }
  fputc('\n', p->file);
}

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  NEED(m);
  printer p;
  if (!print_open(&p, filename, float_format)) return;
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  fprintf(p.file, "MuJoCo version %s\nmodel name     %s\n\n", mj_versionString(),
          m->nnames ? m->names : "");
  print_memory(&p, m, array);
  print_sizes(&p, m);
  print_options(&p, m);
  print_statistics(&p, m);
#define X(title, prefix, n, object) \
  print_section(&p, m, array, (section){title, prefix, #n, m->n, object});
  SECTIONS
#undef X
  print_custom(&p, m);
  print_keys(&p, m);
  print_patterns(&p, m);
  print_boxes(&p, m);
  print_close(&p);
}

void mj_printModel(const mjModel* m, const char* filename) {
  mj_printFormattedModel(m, filename, "% -9.2g");
}
