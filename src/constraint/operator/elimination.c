#include "constraint/operator/elimination.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/platform/compiler.h"

// With more nodes the graph, one bit per pair, would take more memory than it saves.
enum { MAXNODE = 4096 };

// Maximum number of dofs of a node, and of a front: larger dense matrices contain too many zeros.
enum { MAXNODEDOF = 32, MAXFRONTDOF = 64 };

// --- the graph ----------------------------------------------------------------------------------

typedef struct {
  int n;
  int words;       // per row of bits
  int* of_dof;     // node of each dof
  int* first;      // first dof of each node; n + 1 entries
  uint64_t* bits;  // n rows: adjacency matrix
} graph;

static uint64_t* row_of(const graph* g, int node) { return g->bits + (size_t)node * g->words; }

static void set(uint64_t* row, int node) { row[node / 64] |= (uint64_t)1 << node % 64; }

static void clear(uint64_t* row, int node) { row[node / 64] &= ~((uint64_t)1 << node % 64); }

// The first node at or after `from` in a row of bits, -1 if there is none.
static int next_in(const graph* g, const uint64_t* row, int from) {
  int w = from / 64;
  if (w >= g->words) return -1;
  uint64_t rest = row[w] & (~(uint64_t)0 << from % 64);
  while (!rest) {
    if (++w == g->words) return -1;
    rest = row[w];
  }
  return w * 64 + bits_lowest(rest);
}

#define FOR_EACH_IN(node, g, row) \
  for (int node = next_in(g, row, 0); node >= 0; node = next_in(g, row, node + 1))

static int node_size(const graph* g, int node) { return g->first[node + 1] - g->first[node]; }

static uint64_t next_key(uint64_t key) { return key * 6364136223846793005u + 1442695040888963407u; }

// Prints of dofs that the metric couples with the same dofs, themselves included.
static void print_coupling(const problem* p, uint64_t* print) {
  for (int i = 0; i < p->nv; i++) {
    uint64_t own = next_key(next_key((uint64_t)i));
    const int* col = p->pattern.col + p->pattern.adr[i];
    for (int c = 0; c < p->pattern.nnz[i]; c++) {
      uint64_t other = next_key(next_key((uint64_t)col[c]));
      print[i] += other ^ other >> 29;
      if (col[c] != i) print[col[c]] += own ^ own >> 29;
    }
  }
}

// A hash per dof that is equal for dofs touched by the same rows (and very rarely for others).
static void fingerprints(const problem* p, uint64_t* print) {
  uint64_t key = 1;
  memset(print, 0, sizeof(uint64_t) * p->nv);
  if (p->coupled) print_coupling(p, print);
  for (int i = 0; i < p->rows.n; i += elimination_run(p, i)) {
    key = next_key(key);
    const int* col = p->J.col + p->J.adr[i];
    for (int c = 0; c < p->J.nnz[i]; c++) print[col[c]] += key ^ key >> 29;
  }
}

// Group adjacent dofs with equal fingerprints into nodes; if there are too many nodes, any adjacent
// dofs.
static void make_nodes(mjData* d, const problem* p, graph* g) {
  int nv = p->nv, least = 1 + nv / MAXNODE;
  mj_markStack(d);
  uint64_t* print = mj_stackAllocByte(d, sizeof(uint64_t) * nv, sizeof(uint64_t));
  fingerprints(p, print);
  g->n = 0;
  for (int i = 0; i < nv; i++) {
    int size = g->n ? i - g->first[g->n - 1] : 0;
    if (!size || size >= MAXNODEDOF || (print[i] != print[i - 1] && size >= least)) {
      g->first[g->n++] = i;
    }
    g->of_dof[i] = g->n - 1;
  }
  g->first[g->n] = nv;
  mj_freeStack(d);
}

// Connect the nodes of every run of rows with each other, and each node with its ancestors in M.
static void tie_nodes(mjData* d, const problem* p, graph* g) {
  mj_markStack(d);
  uint64_t* together = mj_stackAllocByte(d, sizeof(uint64_t) * g->words, sizeof(uint64_t));
  for (int i = 0; i < p->rows.n; i += elimination_run(p, i)) {
    const int* col = p->J.col + p->J.adr[i];
    memset(together, 0, sizeof(uint64_t) * g->words);
    for (int c = 0; c < p->J.nnz[i]; c++) set(together, g->of_dof[col[c]]);
    FOR_EACH_IN(node, g, together) {
      for (int w = 0; w < g->words; w++) row_of(g, node)[w] |= together[w];
    }
  }
  for (int i = 0; i < p->nv; i++) {
    const int* col = p->pattern.col + p->pattern.adr[i];
    for (int c = 0; c < p->pattern.nnz[i]; c++) {
      int a = g->of_dof[i], b = g->of_dof[col[c]];
      set(row_of(g, a), b);
      set(row_of(g, b), a);
    }
  }
  for (int node = 0; node < g->n; node++) clear(row_of(g, node), node);
  mj_freeStack(d);
}

static graph graph_make(mjData* d, const problem* p) {
  graph g = {0, 0, mj_stackAllocInt(d, p->nv), mj_stackAllocInt(d, (size_t)p->nv + 1), NULL};
  make_nodes(d, p, &g);
  g.words = (g.n + 63) / 64;
  size_t bytes = sizeof(uint64_t) * g.n * g.words;
  g.bits = mj_stackAllocByte(d, bytes, sizeof(uint64_t));
  memset(g.bits, 0, bytes);
  tie_nodes(d, p, &g);
  return g;
}

// --- the order ----------------------------------------------------------------------------------

// Number of pairs of neighbours of a node that its elimination would tie.
static int fill_of(const graph* g, int node, int* word) {
  const uint64_t* row = row_of(g, node);
  int n = 0, fill = 0, first = 0;
  for (int w = 0; w < g->words; w++) {
    if (row[w]) word[n++] = w;
  }
  FOR_EACH_IN(other, g, row) {
    const uint64_t* tied = row_of(g, other);
    while (word[first] < other / 64) first++;
    uint64_t later = ~(uint64_t)1 << other % 64;  // the pair is counted at the first of the two
    for (int k = first; k < n; k++, later = ~(uint64_t)0) {
      fill += bits_count(row[word[k]] & ~tied[word[k]] & later);
    }
  }
  return fill;
}

// The last of the least of n numbers.
static int last_least(const int* x, int n) {
  int least = x[0], i = n - 1;
  for (int k = 1; k < n; k++) least = mjMIN(least, x[k]);
  while (x[i] != least) i--;
  return i;
}

// Ordering by least fill (Tinney and Walker 1967, scheme 3): the node whose elimination ties the
// fewest pairs comes first.  Counts are renewed for the neighbours of what is eliminated only;
// those of nodes further away can only have become smaller.  rank[node] becomes its position; the
// bits of a node become its neighbours when it is eliminated; parent the first of these to be
// eliminated later, or -1.
static void least_fill(graph* g, int* rank, int* parent, int* fill, int* word) {
  for (int i = 0; i < g->n; i++) fill[i] = fill_of(g, i, word);
  for (int turn = 0; turn < g->n; turn++) {
    int best = last_least(fill, g->n);
    const uint64_t* tied = row_of(g, best);
    int ties = fill[best] > 0;  // else nothing is tied that was not: where no pair was left none is
    rank[best] = turn;
    fill[best] = INT_MAX;
    FOR_EACH_IN(node, g, tied) {
      uint64_t* row = row_of(g, node);
      for (int w = 0; w < g->words; w++) row[w] |= tied[w];
      clear(row, node);
      clear(row, best);
    }
    FOR_EACH_IN(node, g, tied) {
      if (ties || fill[node] > 0) fill[node] = fill_of(g, node, word);
    }
  }
  for (int i = 0; i < g->n; i++) {
    parent[i] = -1;
    FOR_EACH_IN(node, g, row_of(g, i)) {
      if (parent[i] < 0 || rank[node] < rank[parent[i]]) parent[i] = node;
    }
  }
}

// Postorder the nodes, so that each comes right after its subtree: node[] in this order, rank[] its
// inverse. child and next are scratch.
static void postorder(int n, const int* parent, int* node, int* rank, int* child, int* next) {
  for (int i = 0; i < n; i++) child[i] = -1;
  for (int i = n - 1; i >= 0; i--) {
    if (parent[i] < 0) continue;
    next[i] = child[parent[i]];
    child[parent[i]] = i;
  }
  int count = 0;
  for (int root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    for (int at = root;;) {
      if (child[at] >= 0) {
        int down = child[at];
        child[at] = next[down];
        at = down;
        continue;
      }
      rank[at] = count;
      node[count++] = at;
      if (at == root) break;
      at = parent[at];
    }
  }
}

// --- fronts -------------------------------------------------------------------------------------

// The elimination order and data derived from it.
typedef struct {
  graph g;
  int* node;     // node at each position
  int* rank;     // its inverse
  int* parent;   // of each node in the elimination tree
  int* tied;     // number of dofs adjacent to each node when it is eliminated
  int* scratch;  // n numbers
} ordering;

static int tied_dofs(const graph* g, int node) {
  int n = 0;
  FOR_EACH_IN(other, g, row_of(g, node)) n += node_size(g, other);
  return n;
}

static ordering ordering_make(mjData* d, const problem* p) {
  ordering o = {.g = graph_make(d, p)};
  int n = o.g.n;
  o.rank = mj_stackAllocInt(d, n);
  o.parent = mj_stackAllocInt(d, n);
  o.node = mj_stackAllocInt(d, n);
  o.tied = mj_stackAllocInt(d, n);
  o.scratch = mj_stackAllocInt(d, n);
  least_fill(&o.g, o.rank, o.parent, o.scratch, o.tied);
  postorder(n, o.parent, o.node, o.rank, o.tied, o.scratch);
  for (int i = 0; i < n; i++) o.tied[i] = tied_dofs(&o.g, i);
  return o;
}

// Whether the node at `place` in the order and the next one may share a front: the second is the
// parent of the first, and few zeros would be stored.
static int may_share(const ordering* o, int place, int pivots) {
  if (place + 1 >= o->g.n || o->parent[o->node[place]] != o->node[place + 1]) return 0;
  int next = o->node[place + 1];
  int upper = node_size(&o->g, next) + o->tied[next], own = o->tied[o->node[place]];
  return upper == own || (pivots + upper <= MAXFRONTDOF && upper - own <= 4 + own / 4);
}

// Make the front that eliminates the nodes at positions begin ... end - 1.
static front front_make(mjData* d, const ordering* o, int begin, int end) {
  const graph* g = &o->g;
  const int* node = o->node;
  front f = {.children = 0};
  int n = 0, count = 0;
  for (int i = begin; i < end; i++) f.pivots += node_size(g, node[i]);
  f.dofs = f.pivots + o->tied[node[end - 1]];
  f.dof = mj_stackAllocInt(d, f.dofs);
  FOR_EACH_IN(other, g, row_of(g, node[end - 1])) o->scratch[count++] = o->rank[other];
  mju_insertionSortInt(o->scratch, count);
  while (count) {
    int other = node[o->scratch[--count]];
    for (int k = g->first[other]; k < g->first[other + 1]; k++) f.dof[n++] = k;
  }
  for (int i = end - 1; i >= begin; i--) {
    for (int k = g->first[node[i]]; k < g->first[node[i] + 1]; k++) f.dof[n++] = k;
  }
  return f;
}

elimination elimination_make(mjData* d, const problem* p) {
  elimination e = {0, NULL, mj_stackAllocInt(d, p->nv)};
  ordering o = ordering_make(d, p);
  int n = o.g.n;
  e.fronts = mj_stackAllocByte(d, sizeof(front) * n, sizeof(void*));
  for (int begin = 0, end; begin < n; begin = end) {
    int pivots = node_size(&o.g, o.node[begin]);
    for (end = begin + 1; may_share(&o, end - 1, pivots); end++) {
      pivots += node_size(&o.g, o.node[end]);
    }
    front* f = e.fronts + e.n;
    *f = front_make(d, &o, begin, end);
    for (int k = f->dofs - f->pivots; k < f->dofs; k++) e.of_dof[f->dof[k]] = e.n;
    e.n++;
  }
  for (int s = 0; s < e.n; s++) {
    front* f = e.fronts + s;
    // the dof before the pivots belongs to the node that is eliminated next
    f->parent = f->dofs > f->pivots ? e.of_dof[f->dof[f->dofs - f->pivots - 1]] : -1;
    if (f->parent >= 0) e.fronts[f->parent].children++;
  }
  assert(elimination_valid(&e, p->nv));
  return e;
}

int elimination_valid(const elimination* e, int nv) {
  int eliminated = 0;
  for (int s = 0; s < e->n; s++) {
    const front* f = e->fronts + s;
    if (f->pivots < 1 || f->pivots > f->dofs) return 0;
    for (int k = 0; k < f->dofs; k++) {
      int by = e->of_dof[f->dof[k]];
      if (k < f->dofs - f->pivots ? by <= s : by != s) return 0;
    }
    if (f->dofs > f->pivots ? f->parent <= s : f->parent != -1) return 0;
    eliminated += f->pivots;
  }
  return eliminated == nv;
}
