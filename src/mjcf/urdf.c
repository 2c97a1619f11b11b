#include "mjcf/urdf.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "mjcf/sections.h"
#include "mjcf/suggest.h"
#include "mjcf/urdf_joint.h"
#include "mjcf/urdf_link.h"
#include "mjcf/urdf_value.h"

// --------------------------------------------------------------------------------------- settings

// A copy of an MJCF element with only the attributes that its row has; others are ignored.
static xml_node* known_part(reader* r, const xml_node* node, const element_row* row) {
  xml_node* copy = arena_alloc(r->memory, sizeof *copy);
  xml_attribute* attribute =
      arena_alloc(r->memory, (size_t)(node->nattribute + 1) * sizeof *attribute);
  if (!copy || !attribute) {
    report_error(r->report, node, NULL, "out of memory");
    return NULL;
  }
  *copy = *node;
  copy->attribute = attribute;
  copy->nattribute = 0;
  for (int i = 0; i < node->nattribute; i++) {
    if (!schema_attribute(row, node->attribute[i].name, NULL)) continue;
    attribute[copy->nattribute++] = node->attribute[i];
  }
  xml_node** link = &copy->child;
  for (const xml_node* c = node->child; c; c = c->next) {
    const element_row* child = schema_child(row, c->name);
    if (child && (*link = known_part(r, c, child))) link = &(*link)->next;
  }
  *link = NULL;
  return copy;
}

// Settings in <mujoco>, as in MJCF; but angles are in radians.
static void read_settings(reader* r, const xml_node* root) {
  static const element_row* const sections[] = {&schema_compiler, &schema_option, &schema_size};
  mjSpec* spec = r->spec;
  spec->strippath = spec->compiler.fusestatic = spec->compiler.discardvisual = 1;
  const xml_node* settings = urdf_child(r, root, "mujoco");
  for (int i = 0; settings && i < 3; i++) {
    const xml_node* given = urdf_child(r, settings, sections[i]->name);
    const xml_node* known = given ? known_part(r, given, sections[i]) : NULL;
    if (known) sections[i]->read(r, known, sections[i], &(scope){0});
  }
  spec->compiler.degree = 0;
}

// ------------------------------------------------------------------------------------------- tree

typedef struct {
  const xml_node* node;
  const xml_node* joint;  // the joint whose child it is; NULL: none
  int parent;             // parent link; -1: none
  int child, last, next;  // child links, in the order of the joints
  mjsBody* body;
} urdf_link;

typedef struct {
  urdf_link* link;
  int n;
  hash_table index;   // from link name to index
  const char** name;  // names of all links, for suggestions
} robot;

static int count(const xml_node* root, const char* name) {
  int n = 0;
  for (const xml_node* c = root->child; c; c = c->next) n += !strcmp(c->name, name);
  return n;
}

static bool find_links(reader* r, const xml_node* root, robot* bot) {
  size_t n = (size_t)count(root, "link");
  bot->link = arena_alloc(r->memory, (n + 1) * sizeof *bot->link);
  bot->name = arena_alloc(r->memory, (n + 1) * sizeof *bot->name);
  if (!bot->link || !bot->name) return false;
  for (const xml_node* c = root->child; c; c = c->next) {
    if (strcmp(c->name, "link") != 0) continue;
    const char* name = urdf_text(r, c, "name");
    if (!name) continue;
    if (hash_find(&bot->index, name, -1) >= 0) {
      report_error(r->report, c, xml_find(c, "name"),
                   "repeated URDF name: '%.100s'; every link needs its own", name);
      continue;
    }
    if (!hash_insert(&bot->index, name, bot->n)) return false;
    bot->name[bot->n] = name;
    bot->link[bot->n++] = (urdf_link){c, NULL, -1, -1, -1, -1, NULL};
  }
  return true;
}

// The link at one end of a joint; -1 after an error.
static int find_end(reader* r, const xml_node* joint, const char* end, const robot* bot) {
  const xml_node* node = urdf_needed_child(r, joint, end);
  const char* name = node ? urdf_text(r, node, "link") : NULL;
  if (!name) return -1;
  int i = hash_find(&bot->index, name, -1);
  if (i < 0) {
    report_unknown(r, node, xml_find(node, "link"), "URDF joint parent or child missing", name,
                   (word_list){bot->name, bot->n});
  }
  return i;
}

static void connect(reader* r, const xml_node* joint, robot* bot) {
  int parent = find_end(r, joint, "parent", bot), child = find_end(r, joint, "child", bot);
  if (parent < 0 || child < 0) return;
  urdf_link *above = bot->link + parent, *below = bot->link + child;
  if (below->joint) {
    const char* holder = xml_value(below->joint, "name");
    report_error(r->report, joint, NULL,
                 "URDF body has multiple parents: '%.100s' is held by joint '%.100s' already; keep "
                 "one of the joints",
                 bot->name[child], holder ? holder : "");
    return;
  }
  if (strcmp(bot->name[child], "world") == 0) {
    report_error(r->report, joint, NULL,
                 "link 'world' is the world and cannot be held by a joint; make it the parent");
    return;
  }
  below->joint = joint;
  below->parent = parent;
  if (above->child < 0) {
    above->child = child;
  } else {
    bot->link[above->last].next = child;
  }
  above->last = child;
}

static void make_body(reader* r, robot* bot, urdf_link* link, const char* name) {
  if (link->parent < 0 && strcmp(name, "world") == 0) {
    link->body = r->world;
    return;
  }
  mjsBody* above = link->parent < 0 ? r->world : bot->link[link->parent].body;
  link->body = above ? mjs_addBody(above, NULL) : NULL;
  if (!link->body) return;
  mjs_setName(link->body->element, name);
  read_info(r, link->node, link->body->info);
}

// Create the bodies breadth-first from the roots; siblings in the order of their joints.
static bool make_bodies(reader* r, robot* bot) {
  int* queue = arena_alloc(r->memory, ((size_t)bot->n + 1) * sizeof *queue);
  if (!queue) return false;
  int n = 0;
  for (int i = 0; i < bot->n; i++) {
    if (bot->link[i].parent < 0) queue[n++] = i;
  }
  for (int i = 0; i < n; i++) {
    urdf_link* link = bot->link + queue[i];
    make_body(r, bot, link, bot->name[queue[i]]);
    if (!link->body) return false;
    for (int c = link->child; c >= 0; c = bot->link[c].next) queue[n++] = c;
  }
  for (int i = 0; i < bot->n && n < bot->n; i++) {
    if (bot->link[i].body) continue;
    report_error(r->report, bot->link[i].joint, NULL,
                 "link '%.100s' hangs on itself through a loop of joints; links make a tree",
                 bot->name[i]);
    return true;
  }
  return true;
}

static bool read_tree(reader* r, const xml_node* root, robot* bot, urdf_shared* shared) {
  if (!find_links(r, root, bot)) return false;
  for (const xml_node* c = root->child; c; c = c->next) {
    if (strcmp(c->name, "joint") == 0) connect(r, c, bot);
  }
  if (!make_bodies(r, bot)) return false;
  for (int i = 0; i < bot->n; i++) {
    const urdf_link* link = bot->link + i;
    if (!link->body) continue;
    urdf_read_link(r, link->node, link->body, shared);
    if (link->joint) urdf_read_joint(r, link->joint, link->body);
  }
  return true;
}

// The next element in document order below root; NULL at the end.
static const xml_node* next_in_text(const xml_node* node, const xml_node* root) {
  if (node->child) return node->child;
  while (node != root && !node->next) node = node->parent;
  return node == root ? NULL : node->next;
}

// Rejects files that must be processed by xacro first.
static bool is_expanded(reader* r, const xml_node* root) {
  static const char advice[] = "'xacro in.urdf.xacro > out.urdf' makes a robot of it";
  for (const xml_node* node = root; node; node = next_in_text(node, root)) {
    if (!strncmp(node->name, "xacro:", 6)) {
      report_error(r->report, node, NULL, "a macro of xacro is not expanded; %s", advice);
      return false;
    }
    for (int i = 0; i < node->nattribute; i++) {
      const xml_attribute* a = node->attribute + i;
      if (!strstr(a->value, "${") && !strstr(a->value, "$(")) continue;
      report_error(r->report, node, a, "an expression of xacro, '%.60s', is not expanded; %s",
                   a->value, advice);
      return false;
    }
  }
  return true;
}

void read_urdf(reader* r, const xml_node* root) {
  if (!is_expanded(r, root)) return;
  r->world = mjs_findBody(r->spec, "world");
  const char* name = xml_value(root, "name");
  if (name) mjs_setString(r->spec->modelname, name);
  read_settings(r, root);
  robot bot = {0};
  urdf_shared shared = {0};
  urdf_find_materials(r, root, &shared);
  if (!read_tree(r, root, &bot, &shared)) report_error(r->report, root, NULL, "out of memory");
  if (shared.repeated) {
    report_warning(r->report, shared.first_repeated, NULL,
                   "repeated geom name; this one%s stays without a name: the first has it",
                   shared.repeated > 1 ? ", and others," : "");
  }
  hash_free(&bot.index);
  urdf_shared_free(&shared);
  free(r->number);
  r->number = NULL;
  r->capacity = 0;
}
