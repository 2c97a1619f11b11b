// Sleep policies of trees.
#include "compile/lists.h"
#include "model/trees.h"

// Policies given by the user, which count for the first body of a tree only.
static void take_policies(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nbody; i++) {
    const spec_body* body = b->body[i].src;
    int tree = m->body_treeid[i];
    if (body->more.sleep == mjSLEEP_AUTO) continue;
    if (tree < 0 || m->tree_bodyadr[tree] != i) {
      build_error(b, &body->e,
                  "sleep is of whole trees: give it to the first body that moves, not to %s",
                  tree < 0 ? "one that does not" : "one further down");
      continue;
    }
    m->tree_sleep_policy[tree] = body->more.sleep;
  }
}

void sleep_settle(build* b) {
  mjModel* m = b->m;
  int tree, tendon;
  trees_fill(m);
  take_policies(b);
  if (b->nerror || trees_settle_policy(m, &tree, &tendon)) return;
  build_error(b, &b->body[m->tree_bodyadr[tree]].src->e,
              "it cannot be allowed to sleep: tendon %d ties it to other trees by more than a "
              "limit; leave sleep out, or say never",
              tendon);
}
