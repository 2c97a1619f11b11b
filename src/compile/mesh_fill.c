// Writing meshes to the model: sizes, addresses and contents of all arrays.
#include <limits.h>
#include <string.h>

#include "compile/bulk.h"
#include "compile/lists.h"
#include "compile/mesh_pass.h"

// Iterates over the meshes in the model: those of the specification, then their convex parts.
#define FOR_MESHES(b, m)                            \
  for (int i_ = 0; i_ < (int)(b)->size.nmesh; i_++) \
    for (const mesh* m = (b)->in_model[i_]; m; m = NULL)

static bool is_in_model(const build* b, int i) { return meshes_at(b, i) && b->mesh[i].id >= 0; }

// Make that list.
static void find_in_model(build* b) {
  int nmesh = list_size(b, mjOBJ_MESH), n = 0, nparts = 0;
  for (int i = 0; i < nmesh; i++) {
    if (is_in_model(b, i)) nparts += meshes_at(b, i)->npart;
  }
  b->in_model = BUILD_NEW(b, const mesh*, (size_t)nmesh + nparts);
  for (int i = 0; i < nmesh; i++) {
    if (is_in_model(b, i)) b->in_model[n++] = meshes_at(b, i);
  }
  b->nmesh_given = n;
  for (int i = 0; i < b->nmesh_given; i++) {
    for (int k = 0; k < b->in_model[i]->npart; k++) b->in_model[n++] = b->in_model[i]->part[k];
  }
  b->size.nmesh = n;
}

void meshes_size(build* b) {
  mjModel* n = &b->size;
  double numbers = 0;
  find_in_model(b);
  FOR_MESHES(b, m) {
    n->nmeshvert += m->nvert;
    n->nmeshnormal += m->nnormal;
    n->nmeshtexcoord += m->ntexcoord;
    n->nmeshface += m->nface;
    n->nmeshgraph += m->ngraph;
    n->nmeshpoly += m->npoly;
    n->nmeshpolyvert += m->npolyvert;
    n->nmeshpolymap += m->npolymap;
    n->nbvh += m->tree.count;
    n->nbvhstatic += m->tree.count;
    n->noct += m->noct;
    // each face has a tree with 12 numbers
    numbers +=
        3.0 * (m->nvert + m->nnormal + m->ntexcoord) + 12.0 * m->nface + m->ngraph + 8.0 * m->noct;
    if (numbers > INT_MAX / 2) {
      build_error(b, list_at(b, mjOBJ_MESH, i_),
                  "with this one the meshes are more than a model can hold");
      return;
    }
  }
}

// Running totals: addresses for the next mesh.
typedef struct {
  int vert, normal, texcoord, face, graph, poly, bvh, oct;
} address;

static void advance(address* a, const mesh* m) {
  a->vert += m->nvert;
  a->normal += m->nnormal;
  a->texcoord += m->ntexcoord;
  a->face += m->nface;
  a->graph += m->ngraph;
  a->poly += m->npoly;
  a->bvh += m->tree.count;
  a->oct += m->noct;
}

// Mark meshes that are parts of others; they have no file.
static void fill_parts(const build* b) {
  mjModel* out = b->m;
  int next = b->nmesh_given;
  for (int i = 0; i < b->nmesh_given; i++) {
    int n = b->in_model[i]->npart;
    if (!n) continue;
    out->mesh_partadr[i] = next;
    out->mesh_partnum[i] = n;
    next += n;
  }
  for (int i = b->nmesh_given; i < out->nmesh; i++) out->mesh_pathadr[i] = -1;
}

// Write the scalar properties of each mesh.
static void fill_records(const build* b) {
  mjModel* out = b->m;
  address a = {.bvh = b->nbvh};
  int id = 0;
  FOR_MESHES(b, m) {
    out->mesh_vertadr[id] = a.vert;
    out->mesh_vertnum[id] = m->nvert;
    out->mesh_normaladr[id] = a.normal;
    out->mesh_normalnum[id] = m->nnormal;
    out->mesh_faceadr[id] = a.face;
    out->mesh_facenum[id] = m->nface;
    out->mesh_texcoordadr[id] = m->ntexcoord ? a.texcoord : -1;
    out->mesh_texcoordnum[id] = m->ntexcoord;
    out->mesh_graphadr[id] = m->ngraph ? a.graph : -1;
    out->mesh_polyadr[id] = a.poly;
    out->mesh_polynum[id] = m->npoly;
    out->mesh_bvhadr[id] = a.bvh;
    out->mesh_bvhnum[id] = m->tree.count;
    out->mesh_octadr[id] = m->noct ? a.oct : -1;
    out->mesh_octnum[id] = m->noct;
    memcpy(out->mesh_scale + 3 * id, m->options.scale, sizeof m->options.scale);
    memcpy(out->mesh_pos + 3 * id, m->pos, sizeof m->pos);
    memcpy(out->mesh_quat + 4 * id, m->quat, sizeof m->quat);
    advance(&a, m);
    id++;
  }
}

// Copy an array of every mesh, `count` rows of `per` numbers each, to a model array; the first mesh
// begins at row `row`.
#define COPY(array, per, from, count, row)                                   \
  do {                                                                       \
    size_t at = (size_t)(per) * (size_t)(row);                               \
    FOR_MESHES(b, m) {                                                       \
      size_t n = (size_t)(per) * (size_t)m->count;                           \
      bulk_bytes(k, b->m->array + at, m->from, n * sizeof *m->from);         \
      _Static_assert(sizeof *m->from == sizeof *b->m->array, "of one type"); \
      at += n;                                                               \
    }                                                                        \
  } while (0)

// Addresses of sub-arrays within meshes, converted to addresses in the model's array.
typedef struct {
  const int* from;
  int *adr, *num;
  int before;  // total of the previous meshes
} address_place;

static void write_addresses(const void* args, size_t first, size_t last) {
  const address_place* p = args;
  for (size_t i = first; i < last; i++) {
    p->adr[i] = p->from[i] + p->before;
    p->num[i] = p->from[i + 1] - p->from[i];
  }
}

static void list_addresses(bulk* k, const address_place* place, int n) {
  bulk_rows(k, write_addresses, place, 2 * sizeof(int), (size_t)n);
}

// Destination of the nodes of a mesh.
typedef struct {
  const bvh_nodes* tree;
  int *child, *nodeid, *depth;
} tree_place;

static void write_nodes(const void* args, size_t first, size_t last) {
  const tree_place* p = args;
  bvh_write(p->tree, first, last, p->child, p->nodeid, p->depth);
}

static void list_nodes(build* b, bulk* k) {
  enum { INTS = 4 };  // ints per node
  tree_place* place = BUILD_NEW(b, tree_place, b->size.nmesh);
  size_t at = (size_t)b->nbvh;
  FOR_MESHES(b, m) {
    *place = (tree_place){&m->tree, b->m->bvh_child + 2 * at, b->m->bvh_nodeid + at,
                          b->m->bvh_depth + at};
    bulk_rows(k, write_nodes, place++, INTS * sizeof(int), (size_t)m->tree.count);
    at += (size_t)m->tree.count;
  }
}

static void list_trees(const build* b, bulk* k) {
  COPY(bvh_aabb, 6, tree.aabb, tree.count, b->nbvh);
  COPY(oct_depth, 1, oct_depth, noct, 0);
  COPY(oct_child, 8, oct_child, noct, 0);
  COPY(oct_aabb, 6, oct_aabb, noct, 0);
  COPY(oct_coeff, 8, oct_coeff, noct, 0);
}

static void list_texcoord(const build* b, bulk* k) {
  float* out = b->m->mesh_texcoord;
  FOR_MESHES(b, m) {
    size_t n = 2 * (size_t)m->ntexcoord;
    bulk_bytes(k, out, m->texcoord, n * sizeof *out);
    out += n;
  }
}

static void list_faces(const build* b, bulk* k) {
  int *face = b->m->mesh_face, *normal = b->m->mesh_facenormal;
  FOR_MESHES(b, m) {
    size_t n = 3 * (size_t)m->nface;
    if (m->facenormal == m->face) {
      bulk_twice(k, face, normal, m->face, n * sizeof *face);
    } else {
      bulk_bytes(k, face, m->face, n * sizeof *face);
      bulk_bytes(k, normal, m->facenormal, n * sizeof *normal);
    }
    face += n;
    normal += n;
  }
}

static void list_facetexcoord(const build* b, bulk* k) {
  int* out = b->m->mesh_facetexcoord;
  FOR_MESHES(b, m) {
    size_t n = 3 * (size_t)m->nface;
    if (m->ntexcoord) {
      bulk_bytes(k, out, m->facetexcoord, n * sizeof *out);
    } else {
      bulk_zeros(k, out, n * sizeof *out);
    }
    out += n;
  }
}

static void list_surfaces(const build* b, bulk* k) {
  COPY(mesh_vert, 3, rounded, nvert, 0);
  COPY(mesh_normal, 3, normal, nnormal, 0);
  list_texcoord(b, k);
  list_faces(b, k);
  list_facetexcoord(b, k);
}

static void list_polygons(build* b, bulk* k) {
  address_place* place = BUILD_NEW(b, address_place, 2 * (size_t)b->size.nmesh);
  mjModel* out = b->m;
  int poly = 0, polyvert = 0, vert = 0, polymap = 0;
  FOR_MESHES(b, m) {
    *place = (address_place){m->polyvertadr, out->mesh_polyvertadr + poly,
                             out->mesh_polyvertnum + poly, polyvert};
    list_addresses(k, place++, m->npoly);
    *place = (address_place){m->polymapadr, out->mesh_polymapadr + vert,
                             out->mesh_polymapnum + vert, polymap};
    list_addresses(k, place++, m->nvert);
    poly += m->npoly;
    polyvert += m->npolyvert;
    vert += m->nvert;
    polymap += m->npolymap;
  }
}

static void list_hulls(const build* b, bulk* k) {
  COPY(mesh_graph, 1, graph, ngraph, 0);
  COPY(mesh_polynormal, 3, polynormal, npoly, 0);
  COPY(mesh_polyvert, 1, polyvert, npolyvert, 0);
  COPY(mesh_polymap, 1, polymap, npolymap, 0);
}

void meshes_fill(build* b) {
  enum { ARRAYS = 18 };  // number of array copies per mesh above
  fill_records(b);
  fill_parts(b);
  bulk k = bulk_new(b, ARRAYS * (size_t)b->size.nmesh);
  list_nodes(b, &k);
  list_trees(b, &k);
  list_surfaces(b, &k);
  list_hulls(b, &k);
  list_polygons(b, &k);
  bulk_write(&k, meshes_processors(b) > 1 ? &b->writer : NULL);
  FOR_MESHES(b, m) b->nbvh += m->tree.count;
}
