#include "model/validate_part.h"

#include <stdint.h>

// Checks that n numbers of a list are in [lowest, limit).  The first loop has no early exit, so
// that it vectorises.
static bool list_problem(report* r, const char* name, const int* list, int64_t n, int lowest,
                         int limit) {
  int outside = 0;
  for (int64_t i = 0; i < n; i++) outside |= (list[i] < lowest) | (list[i] >= limit);
  for (int64_t i = 0; i < n && outside; i++) {
    if (list[i] < lowest || list[i] >= limit) {
      return reference_problem(r, "%s holds %d, not in [%d, %d)", name, list[i], lowest, limit);
    }
  }
  return false;
}

// Whether a list of `count` entries at adr is within an array of size n.
static bool list_fits(int adr, int64_t count, int n) {
  return count == 0 || (adr >= 0 && count > 0 && adr + count <= n);
}

// Checks a bounding volume hierarchy: nodes are in pre-order, so that children come after their
// parent.
static bool tree_problem(const mjModel* m, report* r, const char* owner, int adr, int n,
                         int leaves) {
  int childless = 0, misnamed = 0;
  const int *child = m->bvh_child + 2 * (int64_t)adr, *id = m->bvh_nodeid + adr;
  for (int i = 0; i < n; i++) {
    int a = child[2 * i], b = child[2 * i + 1];
    childless |= ((a != -1) & ((a <= i) | (a >= n))) | ((b != -1) & ((b <= i) | (b >= n)));
    misnamed |= (id[i] < -1) | (id[i] >= leaves);
    childless |= (id[i] < 0) & ((a == -1) | (b == -1));  // a leaf without an element
  }
  if (childless) return reference_problem(r, "bvh_child: a node of a %s has no such child", owner);
  return misnamed && reference_problem(r, "bvh_nodeid: a node of a %s is out of range", owner);
}

// Checks the convex hull of a mesh: numbers of vertices and faces; for each vertex the address of
// its neighbour list, and its id; the lists, each ended by -1; the faces.
static bool graph_problem(const mjModel* m, report* r, int mesh) {
  int adr = m->mesh_graphadr[mesh], nvert = m->mesh_vertnum[mesh];
  if (adr < 0) return false;
  const int* graph = m->mesh_graph + adr;
  int64_t room = m->nmeshgraph - adr;
  int64_t v = room > 1 ? graph[0] : 0, f = room > 1 ? graph[1] : 0;
  if (v < 1 || f < 0 || 2 + 3 * v + 6 * f > room) {
    return reference_problem(r, "mesh_graph of mesh %d has an impossible size", mesh);
  }
  int64_t nedge = v + 3 * f;
  const int *edge_adr = graph + 2, *id = edge_adr + v, *edge = id + v, *face = edge + nedge;
  if (edge[nedge - 1] != -1) {
    return reference_problem(r, "mesh_graph of mesh %d is not terminated", mesh);
  }
  return list_problem(r, "mesh_graph", edge_adr, v, 0, (int)nedge) ||
         list_problem(r, "mesh_graph", id, v, 0, nvert) ||
         list_problem(r, "mesh_graph", edge, nedge, -1, (int)v) ||
         list_problem(r, "mesh_graph", face, 3 * f, 0, nvert);
}

// n lists in one array.
typedef struct {
  const int *array, *adr, *num;
  int n;
} lists;

static bool lists_problem(report* r, const char* name, lists of, int limit) {
  const int *array = of.array, *adr = of.adr, *num = of.num, n = of.n;
  // adjacent lists, the usual case, are checked as one
  int64_t total = 0;
  int apart = n == 0;
  for (int i = 0; i < n; i++) {
    apart |= adr[i] != adr[0] + total;
    total += num[i];
  }
  if (!apart) return list_problem(r, name, array + adr[0], total, 0, limit);
  for (int i = 0; i < n; i++) {
    if (list_problem(r, name, array + adr[i], num[i], 0, limit)) return true;
  }
  return false;
}

static bool polygon_problem(const mjModel* m, report* r, int mesh) {
  int first = m->mesh_polyadr[mesh], npoly = m->mesh_polynum[mesh];
  int start = m->mesh_vertadr[mesh], nvert = m->mesh_vertnum[mesh];
  return lists_problem(r, "mesh_polyvert",
                       (lists){m->mesh_polyvert, m->mesh_polyvertadr + first,
                               m->mesh_polyvertnum + first, npoly},
                       nvert) ||
         lists_problem(r, "mesh_polymap",
                       (lists){m->mesh_polymap, m->mesh_polymapadr + start,
                               m->mesh_polymapnum + start, nvert},
                       npoly);
}

bool mesh_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nmesh; i++) {
    int64_t face = 3 * (int64_t)m->mesh_faceadr[i], nface = 3 * (int64_t)m->mesh_facenum[i];
    if (list_problem(r, "mesh_face", m->mesh_face + face, nface, 0, m->mesh_vertnum[i]) ||
        // a corner may have no normal or texture coordinate (-1)
        list_problem(r, "mesh_facenormal", m->mesh_facenormal + face, nface, -1,
                     m->mesh_normalnum[i]) ||
        (m->mesh_texcoordnum[i] && list_problem(r, "mesh_facetexcoord", m->mesh_facetexcoord + face,
                                                nface, -1, m->mesh_texcoordnum[i]))) {
      return true;
    }
    if (tree_problem(m, r, "mesh", m->mesh_bvhadr[i], m->mesh_bvhnum[i], m->mesh_facenum[i]) ||
        graph_problem(m, r, i) || polygon_problem(m, r, i)) {
      return true;
    }
  }
  return false;
}

// Checks lists whose length depends on the dimension of the flex.
static bool flex_element_problem(const mjModel* m, report* r, int f) {
  static const int nedge[] = {0, 1, 3, 6};
  int dim = m->flex_dim[f], nvert = m->flex_vertnum[f];
  if (dim < 1 || dim > 3) return reference_problem(r, "flex_dim[%d] is not in 1..3", f);
  int64_t nelem = m->flex_elemnum[f];
  int64_t nvertex = nelem * (dim + 1), nside = nelem * nedge[dim];
  int64_t nshell = (int64_t)m->flex_shellnum[f] * dim;
  if (!list_fits(m->flex_elemdataadr[f], nvertex, m->nflexelemdata)) {
    return reference_problem(r, "flex_elemdataadr[%d] leaves no room for the elements", f);
  }
  if (!list_fits(m->flex_elemedgeadr[f], nside, m->nflexelemedge)) {
    return reference_problem(r, "flex_elemedgeadr[%d] leaves no room for the edges", f);
  }
  if (!list_fits(m->flex_shelldataadr[f], nshell, m->nflexshelldata)) {
    return reference_problem(r, "flex_shelldataadr[%d] leaves no room for the shell", f);
  }
  return list_problem(r, "flex_elem", m->flex_elem + m->flex_elemdataadr[f], nvertex, 0, nvert) ||
         list_problem(r, "flex_elemedge", m->flex_elemedge + m->flex_elemedgeadr[f], nside, 0,
                      m->flex_edgenum[f]) ||
         list_problem(r, "flex_shell", m->flex_shell + m->flex_shelldataadr[f], nshell, 0, nvert);
}

// Checks that the nodes form the grid of the cells and that each cell has a stiffness matrix.
static bool cells_problem(const mjModel* m, report* r, int f) {
  int order = m->flex_interp[f], adr = m->flex_celladr[f];
  if (order < 1 || order > 2) return reference_problem(r, "flex_interp[%d] is unknown", f);
  int64_t node = 1, cell = 1, side = order + 1,
          numbers = 9 * side * side * side * side * side * side;
  for (int k = 0; k < 3; k++) {
    int n = m->flex_cellnum[3 * f + k];
    if (n < 0 || n >= 1 << 16) return reference_problem(r, "flex_cellnum[%d] is out of range", f);
    cell *= n ? n : 1;
    node *= (int64_t)(n ? n : 1) * order + 1;
  }
  if (m->flex_nodenum[f] != node) {
    return reference_problem(r, "flex_nodenum[%d] is not that of its cells", f);
  }
  return adr >= 0 && adr + cell * numbers > m->nflexcelldata &&
         reference_problem(r, "flex_celladr[%d] leaves no room for the cells", f);
}

// Checks that each vertex, or node where a flex has nodes, belongs to a body.
static bool flex_carrier_problem(const mjModel* m, report* r, int f) {
  if (m->flex_elemnum[f] < 1 || m->flex_vertnum[f] < 1) {
    return reference_problem(r, "flex %d has no elements", f);
  }
  int interp = m->flex_interp[f];
  if (interp && cells_problem(m, r, f)) return true;
  const char* name = interp ? "flex_nodebodyid" : "flex_vertbodyid";
  const int* body =
      interp ? m->flex_nodebodyid + m->flex_nodeadr[f] : m->flex_vertbodyid + m->flex_vertadr[f];
  int n = interp ? m->flex_nodenum[f] : m->flex_vertnum[f];
  return list_problem(r, name, body, n, 0, m->nbody);
}

// Checks the vertices opposite to an edge: there is a second one only if there is a first.
static bool flap_problem(const mjModel* m, report* r, int f) {
  const int* flap = m->flex_edgeflap + 2 * (int64_t)m->flex_edgeadr[f];
  for (int e = 0; e < m->flex_edgenum[f]; e++) {
    if (flap[2 * e] < 0 && flap[2 * e + 1] >= 0) {
      return reference_problem(r, "flex_edgeflap: an edge of flex %d has a second flap alone", f);
    }
  }
  return list_problem(r, "flex_edgeflap", flap, 2 * (int64_t)m->flex_edgenum[f], -1,
                      m->flex_vertnum[f]);
}

static bool flex_problem(const mjModel* m, report* r) {
  for (int f = 0; f < m->nflex; f++) {
    int64_t edge = 2 * (int64_t)m->flex_edgeadr[f], nedge = 2 * (int64_t)m->flex_edgenum[f];
    int nvert = m->flex_vertnum[f];
    if (flex_carrier_problem(m, r, f) || flex_element_problem(m, r, f) ||
        list_problem(r, "flex_edge", m->flex_edge + edge, nedge, 0, nvert) ||
        flap_problem(m, r, f)) {
      return true;
    }
    const int* pair = m->flex_evpair + 2 * (int64_t)m->flex_evpairadr[f];
    for (int i = 0; i < m->flex_evpairnum[f]; i++) {
      if (list_problem(r, "flex_evpair", pair + 2 * i, 1, 0, m->flex_elemnum[f]) ||
          list_problem(r, "flex_evpair", pair + 2 * i + 1, 1, 0, nvert)) {
        return true;
      }
    }
    if (m->flex_bvhnum[f] && m->flex_bvhadr[f] < m->nbvhstatic) {
      return reference_problem(r, "flex_bvhadr[%d] is not among the moving boxes", f);
    }
    if (tree_problem(m, r, "flex", m->flex_bvhadr[f], m->flex_bvhnum[f], m->flex_elemnum[f])) {
      return true;
    }
  }
  return false;
}

static bool skin_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nskin; i++) {
    int nvert = m->skin_vertnum[i], texcoord = m->skin_texcoordadr[i];
    if (texcoord != -1 && !list_fits(texcoord, nvert, m->nskintexvert)) {
      return reference_problem(r, "skin_texcoordadr[%d] leaves no room for the skin", i);
    }
    if (list_problem(r, "skin_face", m->skin_face + 3 * (int64_t)m->skin_faceadr[i],
                     3 * (int64_t)m->skin_facenum[i], 0, nvert)) {
      return true;
    }
    for (int b = m->skin_boneadr[i]; b < m->skin_boneadr[i] + m->skin_bonenum[i]; b++) {
      if (list_problem(r, "skin_bonevertid", m->skin_bonevertid + m->skin_bonevertadr[b],
                       m->skin_bonevertnum[b], 0, nvert)) {
        return true;
      }
    }
  }
  return false;
}

// Whether a grid of rows * cols * depth numbers at adr is within an array of size n.
static bool grid_fits(int adr, int rows, int cols, int depth, int n) {
  if (adr < 0 || rows < 1 || cols < 1 || depth < 1 || rows > n || cols > n || depth > n) {
    return false;
  }
  int64_t area = (int64_t)rows * cols;
  return area <= n && area * depth <= n - adr;
}

static bool image_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nhfield; i++) {
    if (!grid_fits(m->hfield_adr[i], m->hfield_nrow[i], m->hfield_ncol[i], 1, m->nhfielddata)) {
      return reference_problem(r, "hfield_adr[%d] leaves no room for its rows and columns", i);
    }
  }
  for (int i = 0; i < m->ntex; i++) {
    if (!grid_fits(m->tex_adr[i], m->tex_height[i], m->tex_width[i], m->tex_nchannel[i],
                   m->ntexdata)) {
      return reference_problem(r, "tex_adr[%d] leaves no room for its pixels", i);
    }
  }
  return false;
}

bool asset_problem(const mjModel* m, report* r) {
  for (int b = 0; b < m->nbody; b++) {
    if (tree_problem(m, r, "body", m->body_bvhadr[b], m->body_bvhnum[b], m->ngeom)) return true;
  }
  return flex_problem(m, r) || skin_problem(m, r) || image_problem(m, r);
}
