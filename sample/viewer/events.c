// What mouse and keys do: to the panels, and to the picture between them.
#include <stdlib.h>

#include "viewer.h"

// --- the picture --------------------------------------------------------------------------------

static void select_body(viewer* v) {
  simulation* s = &v->sim;
  const mjuiState* in = &v->in.state;
  mjrRect r = in->rect[RECT_VIEW];
  mjtNum point[3];
  int geom, flex, skin;
  mjtNum x = (in->x - r.left) / r.width, y = (in->y - r.bottom) / r.height;
  int body = mjv_select(s->m, s->d, &v->opt, (mjtNum)r.width / r.height, x, y, &v->scn, point,
                        &geom, &flex, &skin);
  if (in->button == mjBUTTON_LEFT) {
    s->pert.select = body > 0 ? body : 0;
    s->pert.flexselect = body > 0 ? flex : -1;
    s->pert.skinselect = body > 0 ? skin : -1;
    s->pert.active = 0;
    if (body <= 0) return;
    mjtNum local[3];
    mju_sub3(local, point, s->d->xpos + 3 * body);
    mju_mulMatTVec3(s->pert.localpos, s->d->xmat + 9 * body, local);
    return;
  }
  if (body >= 0) mju_copy3(v->cam.lookat, point);
  if (body > 0 && in->control) {
    v->cam.trackbodyid = body;
    v->set.camera = 1;
  }
}

// What a drag in the picture does.
static int mouse_action(const mjuiState* in) {
  if (in->right) return in->shift ? mjMOUSE_MOVE_H : mjMOUSE_MOVE_V;
  if (in->left) return in->shift ? mjMOUSE_ROTATE_H : mjMOUSE_ROTATE_V;
  return mjMOUSE_ZOOM;
}

// Control pulls at the selected body, with the right button, or turns it, with the left one.
static void begin_perturb(viewer* v) {
  simulation* s = &v->sim;
  const mjuiState* in = &v->in.state;
  int active = 0;
  if (in->control && s->pert.select > 0) {
    active = in->right ? mjPERT_TRANSLATE : in->left ? mjPERT_ROTATE : 0;
  }
  if (active && !s->pert.active) mjv_initPerturb(s->m, s->d, &v->scn, &s->pert);
  s->pert.active = active;
}

static void picture_event(viewer* v) {
  simulation* s = &v->sim;
  const mjuiState* in = &v->in.state;
  mjrRect r = in->rect[RECT_VIEW];
  if (!s->m || r.height < 1) return;
  if (in->type == mjEVENT_SCROLL) {
    mjv_moveCamera(s->m, mjMOUSE_ZOOM, 0, .05 * in->sy, &v->scn, &v->cam);
  } else if (in->type == mjEVENT_PRESS || in->type == mjEVENT_RELEASE) {
    begin_perturb(v);
    if (in->type == mjEVENT_PRESS && in->doubleclick) select_body(v);
  } else if (s->pert.active) {
    mjv_movePerturb(s->m, s->d, mouse_action(in), in->dx / r.height, -in->dy / r.height, &v->scn,
                    &s->pert);
  } else {
    mjv_moveCamera(s->m, mouse_action(in), in->dx / r.height, -in->dy / r.height, &v->scn, &v->cam);
  }
}

// --- keys that are on no panel ------------------------------------------------------------------

static void next_camera(viewer* v, int by) {
  int n = 2 + (v->sim.m ? v->sim.m->ncam : 0);
  v->set.camera = (v->set.camera + by + n) % n;
  picture_camera(v);
}

static void step_back(viewer* v) {
  simulation* s = &v->sim;
  s->running = false;
  if (v->set.past - 1 > -s->past.count) v->set.past--;
  history_show(&s->past, s->m, s->d, -v->set.past);
}

static void step(viewer* v) {
  v->sim.running = false;
  v->set.past = 0;
  simulation_step(&v->sim);
}

static void select_parent(viewer* v) {
  simulation* s = &v->sim;
  if (s->pert.select > 0) s->pert.select = s->m->body_parentid[s->pert.select];
}

static void key_event(viewer* v) {
  mjuiState* in = &v->in.state;
  simulation* s = &v->sim;
  switch (in->key) {
    case ' ': s->running = !s->running && s->m; break;
    case mjKEY_RIGHT:
      if (s->m) step(v);
      break;
    case mjKEY_LEFT:
      if (s->m) step_back(v);
      break;
    case mjKEY_ESCAPE:
      v->set.camera = 0;
      picture_camera(v);
      break;
    case '[': next_camera(v, -1); break;
    case ']': next_camera(v, 1); break;
    case mjKEY_PAGE_UP:
      if (s->m) select_parent(v);
      break;
    case mjKEY_TAB:
      if (in->shift) {
        v->set.right = !v->set.right;
      } else {
        v->set.left = !v->set.left;
      }
      viewer_layout(v);
      break;
    default: break;
  }
}

// --- who gets an event --------------------------------------------------------------------------

// Does the panel take it?  Its items tell what they have changed.
static bool panel_event(viewer* v, mjUI* ui, void (*changed)(viewer*, const mjuiItem*)) {
  mjuiState* in = &v->in.state;
  mjuiItem* t = mjui_event(ui, in, &v->con);
  if (!t) return in->type != mjEVENT_KEY || in->key == 0;
  changed(v, t);
  return true;
}

static bool shown(const viewer* v, int rect) {
  return rect == RECT_LEFT ? v->set.left : v->set.right;
}

// A panel that is edited comes first: what is typed there is no shortcut of the other.
static void route_key(viewer* v) {
  if (v->right.editsect > 0 && panel_event(v, &v->right, right_changed)) return;
  if (panel_event(v, &v->left, left_changed)) return;
  if (panel_event(v, &v->right, right_changed)) return;
  key_event(v);
}

static void route(viewer* v) {
  mjuiState* in = &v->in.state;
  if (in->type == mjEVENT_KEY) {
    route_key(v);
    return;
  }
  int rect = in->dragrect ? in->dragrect : in->mouserect;
  if (rect == RECT_LEFT && shown(v, rect)) {
    panel_event(v, &v->left, left_changed);
  } else if (rect == RECT_RIGHT && shown(v, rect)) {
    panel_event(v, &v->right, right_changed);
  } else if (rect == RECT_VIEW) {
    picture_event(v);
  }
}

void viewer_event(void* user) {
  viewer* v = user;
  mjuiState* in = &v->in.state;
  if (in->type == mjEVENT_FILESDROP) {
    if (in->dropcount > 0) viewer_load(v, in->droppaths[0]);
    return;
  }
  simulation_lock(&v->sim);
  if (in->type == mjEVENT_RESIZE) {
    viewer_layout(v);
    mjui_event(&v->left, in, &v->con);
    mjui_event(&v->right, in, &v->con);
  } else {
    route(v);
  }
  simulation_unlock(&v->sim);
}
