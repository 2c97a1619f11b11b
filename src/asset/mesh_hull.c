// The convex hull of a mesh as a graph: vertices, their neighbours, and triangles (by Qhull).
//
// Layout of the graph, ints: numbers V of vertices and F of triangles; V addresses into the
// neighbour lists; V vertex ids; V + 3F neighbours, hull vertices, each list ended by -1; 3F
// corners, vertex ids, outward counter-clockwise.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#include "asset/mesh.h"

// All Qhull resources, so that they can be released in any case.
typedef struct {
  qhT qh;
  FILE* silence;
  coordT* point;
} hull;

static void release(hull* h) {
  int kept, bytes;
  qhmemT* memory = &h->qh.qhmem;
  if (!memory->LASTsize) {  // Qhull ran out of memory for these tables, and then forgets them
    free(memory->freelists);
    free(memory->sizetable);
  }
  qh_freeqhull(&h->qh, !qh_ALL);
  qh_memfreeshort(&h->qh, &kept, &bytes);
  if (h->silence) fclose(h->silence);
  free(h->point);
  free(h);
}

// Run Qhull on the vertices; returns 0 on success.
static int run_qhull(hull* h, const mesh* m) {
  char options[64] = "qhull Qt";
  if (m->options.maxhullvert > -1) {
    snprintf(options, sizeof options, "qhull Qt TA%d", m->options.maxhullvert - 4);
  }
  qh_zero(&h->qh, h->silence);
  int problem = qh_new_qhull(&h->qh, 3, m->nvert, h->point, False, options, NULL, h->silence);
  if (problem) return problem;
  qhT* qh = &h->qh;
  problem = setjmp(qh->errexit);
  if (!problem) {
    qh->NOerrexit = False;
    qh_triangulate(qh);
    qh_vertexneighbors(qh);
  }
  qh->NOerrexit = True;
  return problem;
}

// Number the vertices in Qhull's order, stored in visitid.  Returns whether all are mesh vertices.
static int number_vertices(hull* h, const mesh* m, int* globalid) {
  qhT* qh = &h->qh;
  vertexT* vertex;
  int n = 0, known = 1;
  FORALLvertices {
    int id = qh_pointid(qh, vertex->point);
    known = known && id >= 0 && id < m->nvert;
    vertex->visitid = (unsigned)n;
    globalid[n++] = id;
  }
  return known;
}

// Neighbours of every vertex, without duplicates; returns the number of ints written, -1 when there
// is not enough room. listed: zeroed scratch, one int per vertex.
static int list_neighbours(hull* h, int* edgeadr, int* localid, int room, int* listed) {
  qhT* qh = &h->qh;
  vertexT *vertex, *other, **otherp;
  facetT *neighbor, **neighborp;
  int n = 0, i = 0;
  FORALLvertices {
    edgeadr[i++] = n;
    listed[vertex->visitid] = i;  // a vertex is no neighbour of itself
    FOREACHneighbor_(vertex) {
      FOREACHsetelement_(vertexT, neighbor->vertices, other) {
        int id = (int)other->visitid;
        if (listed[id] == i) continue;
        listed[id] = i;
        if (n == room) return -1;
        localid[n++] = id;
      }
    }
    if (n == room) return -1;
    localid[n++] = -1;
  }
  return n;
}

// Corners of the triangles; returns whether all facets are triangles.
static int list_triangles(hull* h, const int* globalid, int* corner) {
  qhT* qh = &h->qh;
  facetT* facet;
  FORALLfacets {
    if (qh_setsize(qh, facet->vertices) != 3) return 0;
    for (int k = 0; k < 3; k++) {
      // facets whose normal Qhull has flipped have their corners in reverse order
      int from = facet->toporient && k < 2 ? 1 - k : k;
      corner[k] = globalid[((vertexT*)facet->vertices->e[from].p)->visitid];
    }
    corner += 3;
  }
  return 1;
}

// The graph from Qhull's lists; returns NULL, or what is inconsistent.
static const char* make_graph(mesh* m, hull* h) {
  int nv = h->qh.num_vertices, nf = h->qh.num_facets;
  m->ngraph = 2 + 3 * nv + 6 * nf;
  m->graph = MESH_NEW(m, int, m->ngraph);
  int *edgeadr = m->graph + 2, *globalid = edgeadr + nv, *localid = globalid + nv;
  int* corner = localid + nv + 3 * nf;
  m->graph[0] = nv;
  m->graph[1] = nf;
  if (!number_vertices(h, m, globalid)) return "it returned points that are not there";
  int* listed = MESH_SCRATCH(m, int, nv);
  memset(listed, 0, sizeof(int) * (size_t)nv);
  if (list_neighbours(h, edgeadr, localid, nv + 3 * nf, listed) != nv + 3 * nf) {
    return "its vertices and triangles do not fit together";
  }
  if (!list_triangles(h, globalid, corner)) return "it returned facets that are no triangles";
  m->nhullface = nf;
  m->hullface = corner;
  return NULL;
}

void mesh_hull(mesh* m) {
  hull* h = calloc(1, sizeof *h);
  if (!h) mesh_refuse_memory(m);
  h->silence = fopen("/dev/null", "w");
  h->point = malloc(sizeof(coordT) * 3 * m->nvert);
  if (!h->silence || !h->point) {
    if (h->silence) fclose(h->silence);
    free(h->point);
    free(h);
    mesh_refuse_memory(m);
  }
  memcpy(h->point, m->vert, sizeof(coordT) * 3 * m->nvert);

  // allocating the graph may end the computation; Qhull's memory must be released then
  jmp_buf outer;
  memcpy(outer, m->refused, sizeof outer);
  volatile int refused = 0, error = 0, no_memory = 0;
  const char* volatile problem = NULL;
  if (setjmp(m->refused)) {
    refused = 1;
  } else if ((error = run_qhull(h, m)) == qh_ERRmem) {
    no_memory = 1;
  } else if (error) {
    problem =
        "qhull error: the vertices have no convex hull, perhaps they lie in a plane; give the mesh "
        "thickness, or let its geoms not collide (contype=\"0\" conaffinity=\"0\")";
  } else {
    problem = make_graph(m, h);
  }
  memcpy(m->refused, outer, sizeof outer);
  release(h);
  if (refused) longjmp(m->refused, 1);
  if (no_memory) mesh_refuse_memory(m);
  if (problem) mesh_refuse(m, "%s", problem);
}
