// The right panel: joints, controls and equalities, as many as there are, found by their names.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "viewer.h"

enum { SECT_FIND, SECT_JOINTS, SECT_CONTROLS, SECT_EQUALITIES };
enum { ITEM_FIND, ITEM_PAGE };  // of the first section
enum { DO_NOTHING, DO_FIND, DO_PAGE, DO_JOINT, DO_CLEAR };
enum { JOINTS, ACTUATORS };  // of the rows

// --- which rows ---------------------------------------------------------------------------------

static bool contains(const char* text, const char* part) {
  size_t n = strlen(part);
  if (!n) return true;
  for (; *text; text++) {
    size_t k = 0;
    while (k < n && tolower((unsigned char)text[k]) == tolower((unsigned char)part[k])) k++;
    if (k == n) return true;
  }
  return false;
}

static void name_of(const mjModel* m, int type, int id, char name[mjMAXUINAME]) {
  const char* known = mj_id2name(m, type, id);
  const char* kind = type == mjOBJ_JOINT      ? "joint"
                     : type == mjOBJ_EQUALITY ? "equality"
                                              : "control";
  if (known && known[0]) {
    snprintf(name, mjMAXUINAME, "%.38s", known);
  } else {
    snprintf(name, mjMAXUINAME, "%s %d", kind, id);
  }
}

static bool has_slider(const mjModel* m, int type, int id) {
  return type != mjOBJ_JOINT || m->jnt_type[id] == mjJNT_SLIDE || m->jnt_type[id] == mjJNT_HINGE;
}

// The rows of a page, of those whose name has what is searched for; returns how many there are.
static int list_rows(const viewer* v, int type, int n, int rows[MAX_ROWS], int* count) {
  int found = 0, first = v->set.page * MAX_ROWS;
  *count = 0;
  for (int i = 0; i < n; i++) {
    char name[mjMAXUINAME];
    name_of(v->sim.m, type, i, name);
    if (!has_slider(v->sim.m, type, i) || !contains(name, v->set.find)) continue;
    if (found >= first && *count < MAX_ROWS) rows[(*count)++] = i;
    found++;
  }
  return found;
}

// --- the table ----------------------------------------------------------------------------------

static void add(viewer* v, mjuiDef row) {
  mjuiDef rows[2] = {row, {.type = mjITEM_END}};
  mjui_add(&v->right, rows);
}

static void section(viewer* v, const char* name, int state) {
  mjuiDef row = {.type = mjITEM_SECTION, .state = state};
  snprintf(row.name, sizeof row.name, "%s", name);
  add(v, row);
}

static void slider(viewer* v, int type, int id, mjtNum* value, const mjtNum range[2]) {
  mjuiDef row = {.type = mjITEM_SLIDERNUM,
                 .state = 1,
                 .pdata = value,
                 .otherint = type == mjOBJ_JOINT ? DO_JOINT : DO_NOTHING};
  name_of(v->sim.m, type, id, row.name);
  snprintf(row.other, sizeof row.other, "%.9g %.9g", range[0], range[1]);
  add(v, row);
}

static void build_joints(viewer* v) {
  const mjModel* m = v->sim.m;
  for (int k = 0; k < v->row_count[JOINTS]; k++) {
    int j = v->rows[JOINTS][k];
    bool slides = m->jnt_type[j] == mjJNT_SLIDE;
    mjtNum range[2] = {slides ? -1 : -mjPI, slides ? 1 : mjPI};
    if (m->jnt_limited[j]) mju_copy(range, m->jnt_range + 2 * j, 2);
    slider(v, mjOBJ_JOINT, j, v->sim.d->qpos + m->jnt_qposadr[j], range);
  }
}

static void build_controls(viewer* v) {
  const mjModel* m = v->sim.m;
  add(v, (mjuiDef){.type = mjITEM_BUTTON, .name = "Clear all", .state = 1, .otherint = DO_CLEAR});
  for (int k = 0; k < v->row_count[ACTUATORS]; k++) {
    int a = v->rows[ACTUATORS][k];
    mjtNum range[2] = {-1, 1};
    if (m->actuator_ctrllimited[a]) mju_copy(range, m->actuator_ctrlrange + 2 * a, 2);
    slider(v, mjOBJ_ACTUATOR, a, v->sim.d->ctrl + a, range);
  }
}

static void build_equalities(viewer* v) {
  const mjModel* m = v->sim.m;
  int count, rows[MAX_ROWS];
  list_rows(v, mjOBJ_EQUALITY, m->neq, rows, &count);
  for (int k = 0; k < count; k++) {
    mjuiDef row = {.type = mjITEM_CHECKBYTE, .state = 1, .pdata = v->sim.d->eq_active + rows[k]};
    name_of(m, mjOBJ_EQUALITY, rows[k], row.name);
    add(v, row);
  }
}

static int page_count(const viewer* v, int found) {
  (void)v;
  return (found + MAX_ROWS - 1) / MAX_ROWS;
}

void right_build(viewer* v) {
  const mjModel* m = v->sim.m;
  mjUI* ui = &v->right;
  ui->nsect = 0;
  ui->rectid = RECT_RIGHT;
  ui->auxid = AUX_RIGHT;
  section(v, "Find", mjSECT_FIXED);
  add(v, (mjuiDef){.type = mjITEM_EDITTXT,
                   .name = "Find",
                   .state = 1,
                   .pdata = v->set.find,
                   .otherint = DO_FIND});
  int found[2] = {0, 0};
  if (m) {
    found[JOINTS] = list_rows(v, mjOBJ_JOINT, m->njnt, v->rows[JOINTS], v->row_count + JOINTS);
    found[ACTUATORS] =
        list_rows(v, mjOBJ_ACTUATOR, m->nu, v->rows[ACTUATORS], v->row_count + ACTUATORS);
  }
  int most = found[JOINTS] > found[ACTUATORS] ? found[JOINTS] : found[ACTUATORS];
  if (most > MAX_ROWS) {
    mjuiDef row = {.type = mjITEM_SLIDERINT,
                   .name = "Page",
                   .state = 1,
                   .pdata = &v->set.page,
                   .otherint = DO_PAGE};
    snprintf(row.other, sizeof row.other, "0 %d", page_count(v, most) - 1);
    add(v, row);
  }
  section(v, "Joints", mjPRESERVE);
  if (m) build_joints(v);
  section(v, "Controls", mjPRESERVE);
  if (m) build_controls(v);
  section(v, "Equalities", mjPRESERVE);
  if (m) build_equalities(v);
}

// --- what items do ------------------------------------------------------------------------------

static void list_again(viewer* v) {
  right_build(v);
  viewer_draw_panel(v, &v->right);
}

void right_changed(viewer* v, const mjuiItem* t) {
  simulation* s = &v->sim;
  switch (t->userid) {
    case DO_FIND:
      v->set.page = 0;
      list_again(v);
      break;
    case DO_PAGE: list_again(v); break;
    case DO_JOINT:
      if (!s->running) mj_forward(s->m, s->d);
      break;
    case DO_CLEAR:
      if (s->m) mju_zero(s->d->ctrl, s->m->nu);
      break;
    default: break;
  }
}

// --- what the simulation changes ----------------------------------------------------------------

static bool is_seen(const viewer* v, const mjuiItem* t) {
  const mjUI* ui = &v->right;
  int top = ui->height - ui->scroll, height = v->in.state.rect[RECT_RIGHT].height;
  return t->rect.bottom < top && t->rect.bottom + t->rect.height > top - height;
}

static void refresh_rows(viewer* v, int which, int section, int first) {
  const mjuiSection* s = v->right.sect + section;
  if (s->state == mjSECT_CLOSED || !v->set.right) return;
  for (int k = 0; k < v->row_count[which] && first + k < s->nitem; k++) {
    const mjuiItem* t = s->item + first + k;
    mjtNum now = *(const mjtNum*)t->pdata;
    if (now == v->shown[which][k] || !is_seen(v, t)) continue;
    v->shown[which][k] = now;
    mjui_update(section, first + k, &v->right, &v->in.state, &v->con);
  }
}

// The rows follow what is typed, letter by letter.
static void follow_search(viewer* v) {
  mjUI* ui = &v->right;
  bool typing = ui->editsect == SECT_FIND + 1 && ui->edititem == ITEM_FIND;
  if (!typing || !strcmp(ui->edittext, v->set.find)) return;
  snprintf(v->set.find, sizeof v->set.find, "%s", ui->edittext);
  v->set.page = 0;
  list_again(v);
}

void right_refresh(viewer* v) {
  if (!v->sim.m) return;
  follow_search(v);
  refresh_rows(v, JOINTS, SECT_JOINTS, 0);
  refresh_rows(v, ACTUATORS, SECT_CONTROLS, 1);
}
