#include <string.h>

#include "compile/compile.h"
#include "model/index_arrays.h"
#include "compile/lists.h"
#include "compile/names.h"
#include "model/sparsity.h"
#include "compile/tree.h"
#include "model/allocate.h"

static void size_patterns(build* b) {
  int n = b->size.nbody;
  int* parent = BUILD_NEW(b, int, n);
  int* dofnum = BUILD_NEW(b, int, n);
  mjtByte* simple = BUILD_NEW(b, mjtByte, n);
  for (int i = 0; i < n; i++) {
    parent[i] = b->body[i].parent;
    dofnum[i] = b->body[i].dofnum;
    simple[i] = b->body[i].simple;
  }
  sparsity_tree tree = {n, parent, dofnum, simple};
  sparsity_count(&b->size, &tree, BUILD_NEW(b, int, 2 * (size_t)n));
  if (b->size.nM < 0 || b->size.nB < 0 || b->size.nC < 0 || b->size.nD < 0) {
    build_error(b, NULL, "the inertia matrix is larger than can be addressed");
  }
}

// A tree begins with a moving body that has no moving ancestor.
static void count_trees(build* b) {
  bool* moves = BUILD_NEW(b, bool, b->size.nbody);
  b->size.ntree = 0;
  for (int i = 1; i < b->size.nbody; i++) {
    bool carried = moves[b->body[i].parent], own = b->body[i].dofnum > 0;
    b->size.ntree += own && !carried;
    moves[i] = own || carried;
  }
}

void model_size(build* b) {
  count_trees(b);
  lists_size(b);
  body_bvh_size(b);
  assets_size(b);
  names_size(b);
  size_patterns(b);
}

// Large arrays that passes write completely; all others must be zeroed.
static bool filled(const char* array) {
  static const char* const arrays[] = {
      "bvh_aabb",         "bvh_child",         "bvh_nodeid",      "bvh_depth",
      "mesh_vert",        "mesh_normal",       "mesh_face",       "mesh_facenormal",
      "mesh_graph",       "mesh_polyvert",     "mesh_polynormal", "mesh_polymap",
      "mesh_polyvertadr", "mesh_polyvertnum",  "mesh_polymapadr", "mesh_polymapnum",
      "oct_child",        "oct_aabb",          "oct_coeff",       "oct_depth",
      "mesh_texcoord",    "mesh_facetexcoord",
  };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    if (!strcmp(array, arrays[i])) return true;
  }
  return false;
}

void model_make(build* b) {
  const mjSpec* s = &b->s->pub;
  const char* problem = model_sizes_problem(&b->size);
  if (problem) {
    build_error(b, NULL, "the model cannot be made: %s", problem);
    return;
  }
  mjModel* m = b->m = model_allocate_for(&b->size, filled);
  m->opt = s->option;
  m->ext = s->ext;
  m->vis = s->visual;
  m->njmax = s->njmax;
  m->nconmax = s->nconmax;
}

void model_index(build* b) {
  index_arrays_fill(b->m);
  sparsity_fill(b->m, BUILD_NEW(b, int, 2 * (size_t)b->m->nbody + 1));
}
