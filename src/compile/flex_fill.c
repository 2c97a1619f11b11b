// Writing flexes to the model.
#include <string.h>

#include "compile/element_fill.h"
#include "compile/flex.h"
#include "math/vec3.h"

// Addresses for the next flex.
typedef struct {
  int node, vert, edge, elem, elemdata, elemedge, shell, evpair, texcoord, celldata, vertedge;
} flex_place;

static void fill_rows(mjModel* m, int i, const spec_flex* src) { FLEX_ALL_ROWS }

// "Centered" flexes apply forces only to the slide joints of their bodies; not if a body has no
// joints, since the force would then act on nothing, not even on the body's parents.
static bool is_centered(const mjModel* m, const build_flex* f) {
  bool centered = f->centered;
  for (int i = 0; f->interpolated && i < f->nnode; i++) {
    centered = centered && m->body_dofnum[f->nodebody[i]] > 0;
  }
  return centered;
}

static void fill_counts(mjModel* m, const build_flex* f, int i, const flex_place* at) {
  m->flex_dim[i] = f->dim;
  m->flex_interp[i] = f->interpolated ? f->order : 0;
  m->flex_rigid[i] = f->rigid;
  m->flex_centered[i] = is_centered(m, f);
  m->flex_nodeadr[i] = at->node;
  m->flex_nodenum[i] = f->nnode;
  m->flex_vertadr[i] = at->vert;
  m->flex_vertnum[i] = f->nvert;
  m->flex_edgeadr[i] = at->edge;
  m->flex_edgenum[i] = f->nedge;
  m->flex_elemadr[i] = at->elem;
  m->flex_elemnum[i] = f->nelem;
  m->flex_elemdataadr[i] = at->elemdata;
  m->flex_elemedgeadr[i] = at->elemedge;
  m->flex_shellnum[i] = f->nshell;
  m->flex_shelldataadr[i] = f->nshell ? at->shell : -1;
  m->flex_evpairnum[i] = f->nevpair;
  m->flex_evpairadr[i] = f->nevpair ? at->evpair : -1;
  m->flex_texcoordadr[i] = f->ntexcoord ? at->texcoord : -1;
}

// Coordinates from 0 to 1 across the flex's bounding box (without radius); 0.5 along an axis where
// it is flat.
static void fill_relative(mjtNum* vert0, const build_flex* f) {
  if (!f->tree.count) return;
  const mjtNum *center = f->tree.aabb, *half = center + 3;
  for (int i = 0; i < 3 * f->nvert; i++) {
    double inner = half[i % 3] - f->src->pub.radius;
    vert0[i] =
        0.5 + (inner > 1e-12 * half[i % 3] ? (f->vertpos[i] - center[i % 3]) / (2 * inner) : 0);
  }
}

// Half sizes of the vertices' bounding box, and data of cells or vertex equalities.
static void fill_newer(mjModel* m, const build_flex* f, int i, const flex_place* at) {
  bool cells = flex_has_cells(f) || f->held;
  for (int k = 0; k < 3; k++) {
    if (cells && f->interpolated) m->flex_cellnum[3 * i + k] = f->cell[k];
    bool wanted = f->tree.count && (cells || m->ext.level > engLEVEL_BASE);
    if (wanted) m->flex_size[3 * i + k] = f->tree.aabb[3 + k] - f->src->pub.radius;
  }
  if (f->ncelldata) {
    m->flex_celladr[i] = at->celldata;
    memcpy(m->flex_celldata + at->celldata, f->celldata, sizeof(mjtNum) * (size_t)f->ncelldata);
  }
  if (!f->nvertedge) return;
  memcpy(m->flex_vertedge + at->vertedge, f->vertedge, sizeof(int) * (size_t)f->nvertedge);
  memcpy(m->flex_vertedgenum + at->vert, f->vertedgenum, sizeof(int) * (size_t)f->nvert);
  memcpy(m->flex_vertmetric + 4 * at->vert, f->vertmetric, 4 * sizeof(mjtNum) * (size_t)f->nvert);
  for (int v = 0; v < f->nvert; v++) {
    m->flex_vertedgeadr[at->vert + v] = at->vertedge + f->vertedgeadr[v];
  }
}

static void fill_points(mjModel* m, const build_flex* f, const flex_place* at) {
  const spec_flex* src = f->src;
  memcpy(m->flex_vertbodyid + at->vert, f->vertbody, sizeof(int) * f->nvert);
  if (src->own.vert.size && (!f->centered || f->interpolated)) {
    memcpy(m->flex_vert + 3 * at->vert, src->own.vert.data, 3 * sizeof(mjtNum) * f->nvert);
  }
  fill_relative(m->flex_vert0 + 3 * at->vert, f);
  if (!f->nnode) return;
  memcpy(m->flex_nodebodyid + at->node, f->nodebody, sizeof(int) * f->nnode);
  memcpy(m->flex_node0 + 3 * at->node, f->nodepos, 3 * sizeof(mjtNum) * f->nnode);
  if (src->own.node.size && !f->centered) {
    memcpy(m->flex_node + 3 * at->node, src->own.node.data, 3 * sizeof(mjtNum) * f->nnode);
  }
}

static void fill_edges(build* b, const build_flex* f, const flex_place* at) {
  mjModel* m = b->m;
  memcpy(m->flex_edge + 2 * at->edge, f->edge, 2 * sizeof(int) * f->nedge);
  int* flap = m->flex_edgeflap + 2 * at->edge;
  bool bends = f->dim == 2 && (f->src->pub.elastic2d == 1 || f->src->pub.elastic2d == 3);
  for (int i = 0; i < 2 * f->nedge; i++) flap[i] = bends ? f->flap[i] : -1;
  for (int e = 0; e < f->nedge && !f->interpolated; e++) {
    int b1 = f->vertbody[f->edge[2 * e]], b2 = f->vertbody[f->edge[2 * e + 1]];
    m->flexedge_rigid[at->edge + e] = f->rigid || b->body[b1].weld == b->body[b2].weld;
  }
  if (f->bending) {
    memcpy(m->flex_bending + FLEX_EDGE_NUMBERS * at->edge, f->bending,
           FLEX_EDGE_NUMBERS * sizeof(mjtNum) * f->nedge);
  }
}

static void fill_elements(mjModel* m, const build_flex* f, const flex_place* at) {
  int corners = (f->dim + 1) * f->nelem, edges = flex_elem_edges(f->dim) * f->nelem;
  memcpy(m->flex_elem + at->elemdata, f->elem, sizeof(int) * corners);
  memcpy(m->flex_elemtexcoord + at->elemdata, f->elemtexcoord ? f->elemtexcoord : f->elem,
         sizeof(int) * corners);
  memcpy(m->flex_elemedge + at->elemedge, f->elemedge, sizeof(int) * edges);
  memcpy(m->flex_elemlayer + at->elem, f->layer, sizeof(int) * f->nelem);
  memcpy(m->flex_shell + at->shell, f->shell, sizeof(int) * f->dim * f->nshell);
  if (f->nevpair) {
    memcpy(m->flex_evpair + 2 * at->evpair, f->evpair, 2 * sizeof(int) * f->nevpair);
  }
  if (f->stiffness) {
    memcpy(m->flex_stiffness + FLEX_ELEMENT_NUMBERS * at->elem, f->stiffness,
           FLEX_ELEMENT_NUMBERS * sizeof(mjtNum) * f->nelem);
  }
  if (f->ntexcoord) {
    memcpy(m->flex_texcoord + 2 * at->texcoord, f->src->own.texcoord.data,
           2 * sizeof(float) * f->ntexcoord);
  }
}

// Bounding boxes are not stored in the model, since they move.
static void fill_tree(build* b, const build_flex* f, int i) {
  mjModel* m = b->m;
  const bvh_nodes* t = &f->tree;
  int at = b->nbvh;
  m->flex_bvhadr[i] = t->count ? at : -1;
  m->flex_bvhnum[i] = t->count;
  if (!t->count) return;
  bvh_write(t, 0, (size_t)t->count, m->bvh_child + 2 * at, m->bvh_nodeid + at, m->bvh_depth + at);
  b->nbvh += t->count;
}

void flexes_fill(build* b) {
  mjModel* m = b->m;
  flex_place at = {0};
  for (int i = 0; i < m->nflex; i++) {
    const build_flex* f = b->flex + i;
    fill_rows(m, i, f->src);
    m->flex_matid[i] = build_material(b, &f->src->e, &f->src->own.material);
    fill_counts(m, f, i, &at);
    fill_points(m, f, &at);
    fill_edges(b, f, &at);
    fill_elements(m, f, &at);
    fill_tree(b, f, i);
    fill_newer(m, f, i, &at);
    at.node += f->nnode;
    at.vert += f->nvert;
    at.edge += f->nedge;
    at.elem += f->nelem;
    at.elemdata += (f->dim + 1) * f->nelem;
    at.elemedge += flex_elem_edges(f->dim) * f->nelem;
    at.shell += f->dim * f->nshell;
    at.evpair += f->nevpair;
    at.texcoord += f->ntexcoord;
    at.celldata += f->ncelldata;
    at.vertedge += f->nvertedge;
  }
}
